"""Reads the landing folder."""


def model(dbt, session):
    from go_ratings.warehouse import landing

    return landing.load(session, str(dbt.config.get("landing")))
