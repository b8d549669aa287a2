"""Finds which rated units are tied to each other by games, year by year."""


def model(dbt, session):
    from go_ratings.evaluation import runs

    games = dbt.ref("int_rated_game")
    return runs.connectivity_run(session, games)
