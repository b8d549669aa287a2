"""Scores every method of every list by period and kind of game."""


def model(dbt, session):
    from go_ratings.warehouse import proof

    predictions = dbt.ref("int_prediction")
    list_methods = dbt.ref("int_list_method")
    return proof.method_scores_of(session, predictions, list_methods)
