"""Follows every player's rank along their tournaments: up at a hundred value, down 50 points below it."""


def model(dbt, session):
    from go_ratings.warehouse import ranks_held

    return ranks_held.run(session, dbt.ref("int_rank_step"))
