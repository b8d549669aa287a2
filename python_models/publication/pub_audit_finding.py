"""Audits what is about to be published: every public mart, beside the last publication of the same landing."""


def model(dbt, session):
    from go_ratings.warehouse import audit

    audited = (
        dbt.ref("dim_date"),
        dbt.ref("dim_event"),
        dbt.ref("dim_list_method"),
        dbt.ref("dim_not_rated_reason"),
        dbt.ref("dim_player"),
        dbt.ref("dim_player_alias"),
        dbt.ref("dim_rank_scale"),
        dbt.ref("dim_rated_unit"),
        dbt.ref("dim_rating_list"),
        dbt.ref("dim_rating_method"),
        dbt.ref("dq_rejected_row"),
        dbt.ref("dq_event_count"),
        dbt.ref("dq_source_count"),
        dbt.ref("dq_warning"),
        dbt.ref("fct_game"),
        dbt.ref("fct_game_eligibility"),
        dbt.ref("fct_game_player"),
        dbt.ref("fct_prediction"),
        dbt.ref("fct_rank_history"),
        dbt.ref("fct_rating_ledger"),
        dbt.ref("mart_black_win_by_komi"),
        dbt.ref("mart_black_win_by_komi_decade"),
        dbt.ref("mart_calibration"),
        dbt.ref("mart_connectivity"),
        dbt.ref("mart_coverage_year"),
        dbt.ref("mart_game_revision"),
        dbt.ref("mart_handicap_score"),
        dbt.ref("mart_head_to_head"),
        dbt.ref("mart_leaderboard"),
        dbt.ref("mart_method_score"),
        dbt.ref("mart_player_peak"),
        dbt.ref("mart_player_record"),
        dbt.ref("mart_promotion"),
        dbt.ref("mart_proposed_alias"),
        dbt.ref("mart_rating_distribution_year"),
        dbt.ref("mart_rating_month"),
        dbt.ref("mart_rating_revision"),
        dbt.ref("mart_record_reconciliation"),
        dbt.ref("mart_setting_grid"),
        dbt.ref("mart_yearly_method_check"),
        dbt.ref("meta_build"),
        dbt.ref("pub_function"),
        # Only a test reads it; here, so that the test holds the audit back as all the others do.
        dbt.ref("method_version"),
    )
    return audit.of_build(session, audited, bool(dbt.config.get("audit")))
