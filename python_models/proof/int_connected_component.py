"""Finds which rated units are tied to each other by games, year by year."""


def model(dbt, session):
    from go_ratings.warehouse import proof

    return proof.connected_components_of(session, dbt.ref("int_rated_game"))
