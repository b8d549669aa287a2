"""Scores every method of every list by period and kind of game."""


def model(dbt, session):
    from go_ratings.evaluation import runs

    predictions = dbt.ref("fct_prediction")
    list_methods = dbt.ref("dim_list_method")
    return runs.method_score_run(session, predictions, list_methods)
