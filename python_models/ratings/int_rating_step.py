"""Rates every list by each of its methods: one engine call each, over the list's games in order of play."""


def model(dbt, session):
    from go_ratings.warehouse import ratings

    games = dbt.ref("int_rated_game")
    list_methods = dbt.ref("int_list_method")
    methods = dbt.ref("int_rating_method")
    return ratings.run(session, games, list_methods, methods)
