"""Follows every player's rank along his tournaments: up at a hundred value, down 50 points below it."""


def model(dbt, session):
    from go_ratings import rank_run

    return rank_run.run(session, dbt.ref("int_rank_step"))
