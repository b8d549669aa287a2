"""Compares many settings of every method whose engine has a grid, and checks its own one year by year."""


def model(dbt, session):
    from go_ratings.warehouse import proof

    games = dbt.ref("int_rated_game")
    predictions = dbt.ref("int_prediction")
    list_methods = dbt.ref("int_list_method")
    methods = dbt.ref("int_rating_method")
    candidates = dbt.ref("setting_grid")
    return proof.setting_scores_of(session, games, predictions, list_methods, methods, candidates)
