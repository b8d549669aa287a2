"""Publishes the audited marts in one step, or says why not."""


def model(dbt, session):
    from go_ratings.warehouse import publication

    return publication.of_build(session, dbt.ref("mart_audit_result"))
