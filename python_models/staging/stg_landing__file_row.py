"""Reads the landing folder."""


def model(dbt, session):
    from go_ratings.warehouse import invocation, landing

    return landing.load(session, invocation.landing_folder())
