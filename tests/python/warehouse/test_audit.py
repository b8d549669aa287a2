"""The audit: every public mart has a suite, every expectation can fail, and a failure says what an officer needs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from builds import Build, publish_changed
from go_ratings.warehouse import audit

SUITES = {suite["mart"]: suite for suite in audit.suites(audit.SUITES)}
EXPECTATIONS = [(mart, entry["column"]) for mart, suite in SUITES.items() for entry in suite["expectations"]]

EARLIER = {"old.meta_build": "select * replace (built_at_utc - interval 1 day as built_at_utc) from {mart}"}
MANY = "select * replace (games * 100 as games) from {mart}"

# What is done to the marts so that the expectation fails, and a part of what the officer is told.
DOCTORED: dict[tuple[str, str], tuple[dict[str, str], str]] = {
    ("pub_function", "is_callable"): (
        {"new.pub_function": "from {mart} where function_name not in ('find_player', 'rank_of')"},
        "function name find_player, is callable 0; function name rank_of, is callable 0",
    ),
    ("dim_event", "share_gone"): ({"new.dim_event": "from {mart} limit 20"}, "events gone 5"),
    ("dim_event", "share_reclassified"): (
        {"new.dim_event": "select * replace (if(format = 'individual', 'team', format) as format) from {mart}"},
        "events reclassified",
    ),
    ("dim_date", "games_without_day"): (
        {"new.dim_date": "from {mart} where calendar_year != 2024"},
        "games without day ",
    ),
    ("dim_date", "days_changed"): (
        {"new.dim_date": "select * replace (if(era_en = 'Reiwa', era_year + 1, era_year) as era_year) from {mart}"},
        "days changed 2",
    ),
    ("dim_player_alias", "share_lost"): (
        {"new.dim_player_alias": "from {mart} where kind not in ('name_kana', 'name_romaji')"},
        "lost for example D001 as ",
    ),
    ("dim_player_alias", "players_not_found"): (
        {"new.dim_player_alias": "from {mart} where player_id != 'D001'"},
        "players not found 1",
    ),
    ("dim_player", "share_gone"): (
        {"new.dim_player": "from {mart} where player_id not like 'D00%'"},
        "players gone 9",
    ),
    ("dim_player", "share_renamed"): (
        {
            "new.dim_player": "select * replace (coalesce(lead(name_display) over (order by player_id), 'x')"
            " as name_display) from {mart}"
        },
        "renamed for example",
    ),
    ("dim_rated_unit", "share_gone"): (
        {"new.dim_rated_unit": "from {mart} where is_pool or player_id not like 'D00%'"},
        "gone for example D001",
    ),
    ("dim_list_method", "methods_gone"): (
        {"new.dim_list_method": "from {mart} where method_id != 'glicko2_v1'"},
        "list pro, methods gone 1, gone glicko2_v1",
    ),
    ("dim_rating_list", "is_gone"): ({"new.dim_rating_list": "from {mart} where list_id != 'womens'"}, "list womens"),
    ("dim_rating_list", "is_rated_otherwise"): (
        {"new.dim_rating_list": "select * replace (if(list_id = 'pro', 'whr_v1', method_id) as method_id) from {mart}"},
        "list pro, method before elo_v1, method now whr_v1",
    ),
    ("dim_rating_list", "has_other_rules"): (
        {"new.dim_rating_list": "select * replace (rates_team != (list_id = 'womens') as rates_team) from {mart}"},
        "list womens",
    ),
    ("dim_rating_method", "is_another_method"): (
        {"new.dim_rating_method": "select * replace (replace(parameters, '32', '24') as parameters) from {mart}"},
        "method elo_v1, version v1",
    ),
    ("dim_rank_scale", "ranks_gone"): ({"new.dim_rank_scale": "from {mart} where rank != '7d'"}, "ranks gone 1"),
    ("dim_rank_scale", "ranks_moved"): (
        {
            "new.dim_rank_scale": "select * replace (if(scale = 'egf' and rank = '7d', rating + 30, rating) as rating)"
            " from {mart}"
        },
        "moved for example 7d from 2700.0 to 2730.0",
    ),
    ("dim_not_rated_reason", "reasons_gone"): (
        {"new.dim_not_rated_reason": "from {mart} where reason != 'oteai'"},
        "gone oteai",
    ),
    ("dim_not_rated_reason", "reasons_turned"): (
        {
            "new.dim_not_rated_reason": "select * replace (keeps_out_of_record != (reason = 'oteai') as keeps_out_of_record)"
            " from {mart}"
        },
        "turned oteai",
    ),
    ("dq_rejected_row", "share_newly_rejected"): (
        {
            "new.dq_source_count": "select * replace (rows_rejected + 30 as rows_rejected) from {mart}",
            "new.dq_rejected_row": "from {mart} union all by name"
            " select 'date_ambiguous' as reason_code, false as is_duplicate from range(150)",
        },
        "mostly for date_ambiguous",
    ),
    ("dq_event_count", "rejected_share_grown_by"): (
        {
            "new.dq_event_count": "select * replace (if(event_name = 'Sōten', rows_landed, 0) as rows_rejected)"
            " from {mart}"
        },
        "event name Sōten",
    ),
    ("mart_proposed_alias", "share_newly_proposed"): (
        {
            "new.mart_proposed_alias": "from {mart} union all by name"
            " select 'likely' as certainty, player_id as player_id, 'new ' || player_id as alias from new.dim_player"
        },
        "likely before",
    ),
    ("dq_source_count", "share_gone"): (
        {
            "new.dq_source_count": "select * replace (if(landed_table = 'affiliations', 200, rows_staged) as rows_staged)"
            " from {mart}"
        },
        "landed table affiliations, rows before 370, rows now 200",
    ),
    ("dq_warning", "share_newly_warned"): (
        {"new.dq_warning": "select * replace ('komi_not_stated' as reason_code) from {mart} cross join range(100)"},
        "reason code komi_not_stated, warnings before 0, warnings now 2300",
    ),
    ("fct_game", "share_gone"): (
        {"new.fct_game": "from {mart} where game_id not like '%7'"},
        "games before 14140, games now 1",
    ),
    ("fct_game", "share_told_again"): (
        {"new.fct_game": "from {mart} union all select * replace ('twice:' || game_id as game_id) from {mart}"},
        "games now 28280",
    ),
    ("fct_game", "share_of_results_lost"): (
        {"new.fct_game": "select * replace (if(game_id like '%7', 'unknown', outcome) as outcome) from {mart}"},
        "results lost 1",
    ),
    ("fct_game_eligibility", "share_no_longer_rated"): (
        {
            "new.fct_game_eligibility": "select * replace (is_rated and game_id not like '%7' as is_rated,"
            " if(game_id like '%7', 'unofficial', not_rated_reason) as not_rated_reason) from {mart}"
        },
        "mostly for unofficial",
    ),
    ("fct_game_eligibility", "share_rated_anew"): (
        {
            "new.fct_game_eligibility": "select * replace (is_rated or not_rated_reason = 'oteai' as is_rated) from {mart}"
        },
        "list pro, rated before 9765, no longer rated 0, rated anew 868",
    ),
    ("fct_game_player", "share_of_results_turned"): (
        {"new.fct_game_player": "select * replace (is_loss as is_win, is_win as is_loss) from {mart}"},
        "results turned",
    ),
    ("fct_game_player", "share_of_colours_turned"): (
        {"new.fct_game_player": "select * replace (if(colour = 'black', 'white', 'black') as colour) from {mart}"},
        "colours turned",
    ),
    ("fct_prediction", "games_without_prediction"): (
        {"new.fct_prediction": "from {mart} where list_id != 'womens' or game_no > 1"},
        "list womens, method elo_v1, rated games 1212, predictions 1211, games without prediction 1",
    ),
    ("fct_prediction", "black_misjudged_by"): (
        {"new.fct_prediction": "select * replace (black_probability + 0.3 as black_probability) from {mart}"},
        "black misjudged by 0.",
    ),
    ("fct_prediction", "lead_of_winners_at_most"): (
        {"new.fct_prediction": "select * replace (1 - black_probability as black_probability) from {mart}"},
        "lead of winners -0.",
    ),
    ("fct_rank_history", "share_rewritten"): (
        {"new.fct_rank_history": "select * replace ('9d' as rank_after) from {mart}"},
        " is 9d",
    ),
    ("fct_rank_history", "changes_per_tournament"): (
        {"new.fct_rank_history": "select * replace ('promotion' as change) from {mart}"},
        "changes per tournament 1",
    ),
    ("fct_rating_ledger", "share_gone"): (
        {"new.fct_rating_ledger": "from {mart} where list_id != 'womens' or ledger_no > 100"},
        "list womens, method elo_v1, games before 1212, games now 1162",
    ),
    ("fct_rating_ledger", "largest_step_in_k"): (
        {"new.fct_rating_ledger": "select * replace (if(ledger_no = 1, 33, delta) as delta) from {mart}"},
        "largest step in k 1.0312",
    ),
    ("mart_black_win_by_komi", "rate_of_usual_komi"): (
        dict.fromkeys(
            ("new.mart_black_win_by_komi", "old.mart_black_win_by_komi"),
            "select * replace (0.7 as black_win_rate) from {mart}",
        ),
        "rate of usual komi 0.7",
    ),
    ("mart_black_win_by_komi", "rate_moved_by"): (
        {"new.mart_black_win_by_komi": "select * replace (black_win_rate + 0.04 as black_win_rate) from {mart}"},
        "rate moved by 0.04",
    ),
    ("mart_black_win_by_komi_decade", "difference"): (
        {"new.mart_black_win_by_komi_decade": "from {mart} where komi != 6.5 or decade != 2010"},
        "komi 6.5, games of decades 2400, games of komi 4346",
    ),
    ("mart_calibration", "error_grown_by"): (
        {"new.mart_calibration": "select * replace (mean_probability + 0.3 as mean_probability) from {mart}"},
        "error grown by 0.",
    ),
    ("mart_connectivity", "share_lost"): (
        {"new.mart_connectivity": "select * replace (if(played_year = 2024, units // 2, units) as units) from {mart}"},
        "played year 2024",
    ),
    ("mart_coverage_year", "share_gone"): (
        {"new.mart_coverage_year": "select * replace (if(played_year = 1984, games // 2, games) as games) from {mart}"},
        "played year 1984, division open",
    ),
    ("mart_coverage_year", "colours_lost"): (
        {"new.mart_coverage_year": "select * replace (0 as with_colour_rate) from {mart}"},
        "colours lost 1",
    ),
    ("mart_coverage_year", "komi_lost"): (
        {"new.mart_coverage_year": "select * replace (0 as with_komi_rate) from {mart}"},
        "komi lost 1",
    ),
    ("mart_coverage_year", "days_lost"): (
        {"new.mart_coverage_year": "select * replace (0 as with_exact_day_rate) from {mart}"},
        "days lost 1",
    ),
    ("mart_game_revision", "share_changed"): (
        EARLIER
        | {
            "new.mart_game_revision": "select game_id, 'changed' as change, 'komi: 6.5 → 7.5' as what, played_on, black_id,"
            " white_id, null as lists from build.marts.fct_game where game_id like '%7'"
        },
        "mostly in komi",
    ),
    ("mart_handicap_score", "black_score_of_many"): (
        dict.fromkeys(
            ("new.mart_handicap_score", "old.mart_handicap_score"),
            "select * replace (games * 100 as games, 0.9 as black_score, 0.5 as expected_black_score) from {mart}",
        ),
        "black score 0.9",
    ),
    ("mart_handicap_score", "error_moved_by"): (
        {
            "old.mart_handicap_score": MANY,
            "new.mart_handicap_score": "select * replace (games * 100 as games, 0.5 as black_score,"
            " difference + 0.06 as difference) from {mart}",
        },
        "error moved by 0.06",
    ),
    ("mart_head_to_head", "share_gone"): (
        {"new.mart_head_to_head": "from {mart} where player_id < 'D050' and opponent_id < 'D050'"},
        "pairs gone",
    ),
    ("mart_head_to_head", "difference"): (
        {"new.mart_head_to_head": "select * replace (games + 1 as games) from {mart}"},
        "difference 5164",
    ),
    ("mart_leaderboard", "share_gone"): (
        {"new.mart_leaderboard": "from {mart} where list_id != 'pro' or is_active or player_id > 'D020'"},
        "list pro",
    ),
    ("mart_leaderboard", "active_ratio"): (
        {"new.mart_leaderboard": "select * replace (is_active and rank_no % 2 = 0 as is_active) from {mart}"},
        "active ratio 0.",
    ),
    ("mart_leaderboard", "active_mean_moved_by"): (
        {"new.mart_leaderboard": "select * replace (rating + 30 as rating) from {mart}"},
        "active mean moved by 30",
    ),
    ("mart_method_score", "log_loss_of_many"): (
        dict.fromkeys(
            ("new.mart_method_score", "old.mart_method_score"), "select * replace (0.95 as log_loss) from {mart}"
        ),
        "log loss now 0.95",
    ),
    ("mart_method_score", "log_loss_grown_by"): (
        {"new.fct_prediction": "select * replace (log_loss + 0.02 as log_loss) from {mart}"},
        "log loss grown by 0.02",
    ),
    ("mart_player_peak", "share_lowered"): (
        {"new.mart_player_peak": "select * replace (peak_rating - 20 as peak_rating) from {mart}"},
        "most 20",
    ),
    ("mart_forecast", "forecasts_changed"): (
        {
            "old.mart_forecast": "select * replace (date '2025-01-01' as played_on) from {mart}",
            "new.mart_forecast": "select * replace (chance / 2 as chance) from {mart}",
        },
        "forecasts kept",
    ),
    ("mart_forecast_score", "share_gone"): (
        {
            "old.mart_forecast_score": "from {mart} union all by name select 'pro' as list_id, 'elo_v1' as method_id,"
            " 2025 as played_year, 40 as games"
        },
        "list pro, games before 40, games gone 40, most of method elo_v1, share gone 1",
    ),
    ("mart_rating_retrospective", "share_moved"): (
        {"new.mart_rating_retrospective": "select * replace (rating + 40 as rating) from {mart}"},
        "most 40",
    ),
    ("mart_player_record", "share_shortened"): (
        {"new.mart_player_record": "select * replace (games - 1 as games) from {mart}"},
        "careers shortened",
    ),
    ("mart_player_record", "difference"): (
        {"new.mart_player_record": "select * replace (games + 1 as games) from {mart}"},
        "difference",
    ),
    ("mart_promotion", "share_of_many"): (
        dict.fromkeys(
            ("new.mart_promotion", "old.mart_promotion"), "select * replace (true as may_be_promoted) from {mart}"
        ),
        "share now 1",
    ),
    ("mart_promotion", "share_added"): (
        {"new.mart_promotion": "select * replace (points_to_next_rank < 30 as may_be_promoted) from {mart}"},
        "share added 0.",
    ),
    ("mart_rating_distribution_year", "mean_moved_by"): (
        {"new.mart_rating_distribution_year": "select * replace (rating_mean + 30 as rating_mean) from {mart}"},
        "mean moved by 30",
    ),
    ("mart_rating_distribution_year", "spread_moved_by"): (
        {"new.mart_rating_distribution_year": "select * replace (rating_sd + 30 as rating_sd) from {mart}"},
        "spread moved by 30",
    ),
    ("mart_rating_month", "share_moved"): (
        {"new.mart_rating_month": "select * replace (rating_end + 30 as rating_end) from {mart}"},
        "most 30",
    ),
    ("mart_rating_revision", "share_moved"): (
        EARLIER
        | {
            "new.mart_rating_revision": "select list_id, method_id, player_id, 60.0 as rating_change, 0 as own_games"
            " from build.marts.mart_leaderboard where list_id = 'pro'"
        },
        "list pro",
    ),
    ("mart_record_reconciliation", "rated_share_moved_by"): (
        {"new.mart_record_reconciliation": "select * replace (rated_games // 2 as rated_games) from {mart}"},
        "rated share moved by 0.",
    ),
    ("mart_setting_grid", "misfit_grown_by"): (
        {"new.mart_setting_grid": "select * replace (if(is_own, log_loss + 0.02, log_loss) as log_loss) from {mart}"},
        "best parameters {",
    ),
    ("mart_yearly_method_check", "share_turned"): (
        {
            "new.mart_yearly_method_check": "select * replace (if(played_year < 1990, 'change', verdict) as verdict)"
            " from {mart}"
        },
        "to change",
    ),
    ("meta_build", "games_cut_off"): (
        {"new.meta_build": "select * replace (data_through - 400 as data_through) from {mart}"},
        "data through before 2025-12-01, data through now 2024-10-27",
    ),
    ("meta_build", "columns_gone"): (
        {"new.mart_leaderboard": "select * rename (rank_no as place) from {mart}"},
        "mart_leaderboard.rank_no",
    ),
}


@pytest.fixture
def marts(demonstration: Build) -> Iterator[duckdb.DuckDBPyConnection]:
    """The demonstration league's marts as `new` and as `old`: the same data published again."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{demonstration.file}' as build (read_only)")
        audit.show(connection, "new", "build")
        audit.show(connection, "old", "build")
        yield connection


def doctor(connection: duckdb.DuckDBPyConnection, views: dict[str, str]) -> None:
    """Replace views, `{mart}` being the mart as it was built."""
    for view, query in views.items():
        _schema, mart = view.split(".")
        schema = "publication" if mart == "pub_function" else "marts"
        connection.execute(f"create or replace view {view} as {query.format(mart=f'build.{schema}.{mart}')}")


def failed(findings: list[audit.Finding]) -> list[audit.Finding]:
    return [finding for finding in findings if not finding.is_met]


def test_every_public_mart_has_a_suite(demonstration: Build) -> None:
    published = demonstration.rows("select table_name from duckdb_tables() where schema_name = 'marts'")
    assert {mart for (mart,) in published} - {audit.RESULT} == set(SUITES) - {"pub_function"}


def test_every_expectation_holds_for_the_same_data_again(marts: duckdb.DuckDBPyConnection) -> None:
    findings = audit.run(marts, list(SUITES.values()), "before")
    assert [(finding.mart, finding.fact) for finding in findings] == EXPECTATIONS
    assert failed(findings) == []
    assert {finding.compared_with for finding in findings} == {"before"}


def test_every_expectation_has_a_case() -> None:
    assert set(DOCTORED) == set(EXPECTATIONS) and len(set(EXPECTATIONS)) == len(EXPECTATIONS)


# What an honest publication may differ by, from the last one or from what is usual.
TWICE = "select * replace (2 * games as games, {}) from {{mart}}"
HONEST: dict[str, dict[str, str]] = {
    "as many games again, of another kind": {
        "new.mart_calibration": TWICE.format("mean_score + 0.2 as mean_score"),
        "new.mart_black_win_by_komi": TWICE.format(
            "2 * black_wins as black_wins, black_win_rate + 0.05 as black_win_rate"
        ),
        "new.mart_black_win_by_komi_decade": TWICE.format("2 * black_wins as black_wins"),
        "old.mart_handicap_score": MANY,
        "new.mart_handicap_score": "select * replace (games * 200 as games, difference + 0.1 as difference) from {mart}",
        "new.mart_setting_grid": TWICE.format("if(is_own, log_loss + 0.02, log_loss) as log_loss"),
        "new.mart_yearly_method_check": TWICE.format("if(verdict = 'keep', 'change', 'keep') as verdict"),
        "new.mart_method_score": TWICE.format("log_loss + 0.1 as log_loss"),
        "new.mart_record_reconciliation": "select * replace (2 * record_games as record_games) from {mart}",
        "new.mart_coverage_year": TWICE.format(
            "with_colour_rate / 2 as with_colour_rate, with_komi_rate / 2 as with_komi_rate,"
            " with_exact_day_rate / 2 as with_exact_day_rate"
        ),
    },
    "players who meet nobody known": {
        "new.mart_connectivity": "select * replace (unit_share / 2 as unit_share) from {mart}",
        "new.mart_rating_distribution_year": "select * replace (players + 9 as players, rating_mean - 100 as rating_mean)"
        " from {mart}",
        "new.mart_leaderboard": "from {mart} union all select * replace ('new ' || player_id as player_id,"
        " rating - 500 as rating) from {mart}",
    },
    "games of years past, with a result or without": {
        "new.fct_game": "from {mart} union all select * replace ('x:' || game_id as game_id, played_on - 1 as played_on)"
        " from {mart} where played_on < date '1990-01-01' union all"
        " select * replace ('y:' || game_id as game_id, 'unknown' as outcome) from {mart}",
    },
    "a source of games of years past": {
        "new.fct_game": "from {mart} union all select * replace ('x:' || game_id as game_id, played_on - 1 as played_on)"
        " from {mart} where played_on < date '1990-01-01'",
        "new.mart_rating_month": "select * replace (rating_end + 60 as rating_end) from {mart}",
        "new.mart_player_peak": "select * replace (peak_rating - 60 as peak_rating) from {mart}",
        "new.mart_leaderboard": "select * replace (rating - 60 as rating) from {mart}",
        "new.fct_rank_history": "select * replace ('9d' as rank_after) from {mart}",
    },
    "a year in which others have played": {
        "new.mart_leaderboard": "select * replace (is_active and rank_no % 3 = 0 as is_active,"
        " if(rank_no % 3 = 0, last_played_on + 900, last_played_on) as last_played_on) from {mart}",
    },
    "a tournament in the month that readers have seen half of": {
        "old.meta_build": "select * replace (date '2025-12-20' as data_through) from {mart}",
        "new.mart_rating_month": "select * replace (if(month_start = date '2025-12-01', rating_end + 60, rating_end)"
        " as rating_end) from {mart}",
        "new.mart_rating_distribution_year": "select * replace (if(played_year = 2025, rating_mean + 60, rating_mean)"
        " as rating_mean) from {mart}",
    },
    "promotions after a tournament": {
        "new.mart_promotion": "select * replace (may_be_promoted or hash(player_id) % 3 = 0 as may_be_promoted,"
        " last_played_on + 1 as last_played_on) from {mart}",
    },
    "players who were two, now known to be one": {
        "new.dim_player": "from {mart} where player_id not like 'D00%'",
        "new.dim_player_alias": "select distinct * replace (if(player_id like 'D00%', 'D010', player_id) as player_id)"
        " from {mart}",
        "new.dim_rated_unit": "from {mart} where is_pool or player_id not like 'D00%'",
        "new.mart_leaderboard": "from {mart} where player_id not like 'D00%'",
    },
    "a new source, a tenth of whose rows can't be read": {
        "new.dq_source_count": "from {mart} union all select 'games', 'new', 9000, 8100, 900, 0",
        "new.dq_rejected_row": "from {mart} union all by name"
        " select 'result_unreadable' as reason_code, false as is_duplicate from range(900)",
    },
    "a source of which ever more rows can't be read": {
        f"{when}.dq_source_count": f"select * replace (rows_landed * {times} as rows_landed, rows_staged * {times} as"
        f" rows_staged, rows_landed * {times} // 20 as rows_rejected) from {{mart}}"
        for when, times in (("old", 1), ("new", 3))
    },
    "even games that Black is weaker in": {
        f"{when}.fct_prediction": "select * replace (least(0.99, black_probability + 0.1) as black_probability) from {mart}"
        for when in ("old", "new")
    },
    "colours that nobody knows, the winner first": {
        f"{when}.fct_prediction": "select * replace (false as colours_known, 1.0 as black_score,"
        " if(black_score < 0.5, 1 - black_probability, black_probability) as black_probability) from {mart}"
        for when in ("old", "new")
    },
    "stones that a method takes no account of": {
        f"{when}.fct_prediction": "select * replace (4 as handicap, 1 - black_probability as black_probability) from {mart}"
        for when in ("old", "new")
    },
    "stones that were too few": {
        f"{when}.mart_handicap_score": "select * replace (games * 100 as games, 0.1 as black_score,"
        " 0.15 as expected_black_score) from {mart}"
        for when in ("old", "new")
    },
    "newcomers whom a method takes for too much": {
        f"{when}.mart_method_score": "select * replace (log_loss + 0.1 as log_loss) from {mart}"
        for when in ("old", "new")
    },
}


@pytest.mark.parametrize("what", HONEST)
def test_honest_data_are_no_accident(marts: duckdb.DuckDBPyConnection, what: str) -> None:
    doctor(marts, HONEST[what])
    touched = {view.split(".")[1] for view in HONEST[what]}
    alarms = failed(audit.run(marts, [SUITES[mart] for mart in sorted(touched)]))
    assert [f"{finding.mart}.{finding.fact}" for finding in alarms] == []


@pytest.mark.parametrize(("mart", "fact"), EXPECTATIONS)
def test_every_expectation_can_fail(marts: duckdb.DuckDBPyConnection, mart: str, fact: str) -> None:
    views, told = DOCTORED[(mart, fact)]
    doctor(marts, views)
    (finding,) = [finding for finding in failed(audit.run(marts, [SUITES[mart]])) if finding.fact == fact]
    (entry,) = [entry for entry in SUITES[mart]["expectations"] if entry["column"] == fact]
    assert told in "; ".join(finding.observed) and finding.sentence == entry["sentence"]


def test_no_games_and_games_that_are_gone(marts: duckdb.DuckDBPyConnection) -> None:
    """A landing without a game is no accident the first time; after a publication with games it is."""
    kept = {"dim_list_method", "dim_not_rated_reason", "dim_rank_scale", "dim_rating_list", "dim_rating_method"}
    kept |= {"pub_function"}
    empty = {mart: "from {mart} where false" for mart in SUITES if mart not in kept} | {
        "meta_build": "select * replace (null as data_through, 0 as games) from {mart}"
    }
    doctor(marts, {f"new.{mart}": query for mart, query in empty.items()})
    gone = {finding.mart for finding in failed(audit.run(marts, list(SUITES.values())))}
    assert gone >= {"dim_player", "fct_game", "fct_rating_ledger", "mart_leaderboard", "meta_build"}
    doctor(marts, {f"old.{mart}": query for mart, query in empty.items()})
    assert failed(audit.run(marts, list(SUITES.values()))) == []


def test_results_by_chance_are_no_accident(marts: duckdb.DuckDBPyConnection) -> None:
    chance = "select * replace (hash(game_id) % 2 as black_score) from {mart}"
    doctor(marts, {"new.fct_prediction": chance})
    observed = marts.execute(
        "select avg(black_probability) filter (black_score > 0.5) - avg(black_probability) filter (black_score < 0.5) "
        "from new.fct_prediction where list_id = 'pro' and method_id = 'elo_v1'"
    ).fetchall()[0][0]
    assert abs(observed) < 0.02
    assert "lead_of_winners_at_most" not in {f.fact for f in failed(audit.run(marts, [SUITES["fct_prediction"]]))}


def test_a_list_without_rated_games(marts: duckdb.DuckDBPyConnection) -> None:
    without = {
        f"{schema}.{mart}": "from {mart} where list_id != 'womens'"
        for schema in ("old", "new")
        for mart in SUITES
        if "list_id" in marts.table(f"new.{mart}").columns and not mart.startswith("dim_")
    }
    doctor(marts, without)
    assert failed(audit.run(marts, list(SUITES.values()))) == []


def test_a_new_list_and_a_new_method(marts: duckdb.DuckDBPyConnection) -> None:
    for mart in SUITES:
        columns = marts.table(f"new.{mart}").columns
        known = ["list_id != 'europe'"] * ("list_id" in columns) + ["method_id != 'glicko2_v1'"] * (
            "method_id" in columns
        )
        if known:
            doctor(marts, {f"old.{mart}": f"from {{mart}} where {' and '.join(known)}"})
    assert failed(audit.run(marts, list(SUITES.values()))) == []


@pytest.mark.parametrize("mart", SUITES)
def test_a_last_publication_of_other_columns_is_another_beginning(marts: duckdb.DuckDBPyConnection, mart: str) -> None:
    facts = SUITES[mart]["facts"]
    words = set(re.findall(r"\w+", facts))
    for read in sorted(set(re.findall(r"\bold\.(\w+)", facts))):
        for column in words.intersection(marts.table(f"old.{read}").columns):
            doctor(marts, {f"old.{read}": f"select * exclude ({column}) from {{mart}}"})
            assert failed(audit.run(marts, [SUITES[mart]], "before")) == [], f"{read}.{column}"
        doctor(marts, {f"old.{read}": "from {mart}"})


def test_one_or_two_are_corrections_by_hand(marts: duckdb.DuckDBPyConnection) -> None:
    for kept, gone in ((23, []), (22, ["share_gone"])):
        doctor(marts, {"new.dim_event": f"from {{mart}} limit {kept}"})
        assert [finding.fact for finding in failed(audit.run(marts, [SUITES["dim_event"]]))] == gone


def suite(facts: str, **limits: float) -> dict:
    entry = {"type": "expect_column_values_to_be_between", "column": "moved_by", "sentence": "Moved."} | limits
    return {"mart": "any", "facts": facts, "expectations": [entry]}


def test_what_was_observed_is_told_worst_first() -> None:
    facts = """
        select * from (
            values ('a', date '2001-02-03', 1, 5.0), ('b', null, null, 12345.67891), ('c', null, 0, 7.5), ('d', null, 0, 6),
            ('few', null, 0, null)
        ) as facts (list_id, last_played_on, games, moved_by)
    """
    with duckdb.connect() as connection:
        (high,) = audit.run(connection, [suite(facts, max_value=1)])
        (low,) = audit.run(connection, [suite(facts, min_value=6.5)])
        (met,) = audit.run(connection, [suite(facts, min_value=5, max_value=20000)])
        assert high.observed == (
            "list b, moved by 12345.6789",
            "list c, games 0, moved by 7.5",
            "list d, games 0, moved by 6",
            "and 1 more",
        )
        assert low.observed == ("list a, last played on 2001-02-03, games 1, moved by 5", "list d, games 0, moved by 6")
        assert met.is_met and met.observed == ("5 to 12345.6789",)
        assert (high.allowed, low.allowed, met.allowed) == ("at most 1", "at least 6.5", "5 to 20000")
        with pytest.raises(
            ValueError, match="any: expect_column_values_to_be_between of moved_by could not be checked"
        ):
            audit.run(connection, [suite("select 1 as games", max_value=1)])


def test_facts_of_a_closed_list_are_told_from_the_highest_on() -> None:
    """Where only 0 is allowed the highest count is the worst."""
    entry = {"type": "expect_column_values_to_be_in_set", "column": "gone", "value_set": [0], "sentence": "Gone."}
    facts = "select * from (values ('a', 1), ('b', 7), ('c', 0), ('d', 2), ('e', 3)) as facts (list_id, gone)"
    with duckdb.connect() as connection:
        (finding,) = audit.run(connection, [{"mart": "any", "facts": facts, "expectations": [entry]}])
    assert finding.observed == ("list b, gone 7", "list e, gone 3", "list d, gone 2", "and 1 more")


@pytest.fixture
def hand_made() -> Iterator[duckdb.DuckDBPyConnection]:
    """Empty databases `new` and `old`, for marts made by hand."""
    with duckdb.connect() as connection:
        connection.execute("attach ':memory:' as new")
        connection.execute("attach ':memory:' as old")
        yield connection


@pytest.mark.parametrize(
    ("before", "compared"), [("select 3 as n", "before"), ("select 'three' as n", None), ("select 3 as other", None)]
)
def test_a_column_of_another_type_or_name_cannot_be_compared(
    hand_made: duckdb.DuckDBPyConnection, before: str, compared: str | None
) -> None:
    """The audit goes on without the last publication there, and says so."""
    hand_made.execute(f"create table new.mart as select 3 as n; create table old.mart as {before}")
    facts = "select count(*) as moved_by from new.mart as now inner join old.mart as earlier on now.n = earlier.n"
    (finding,) = audit.run(hand_made, [suite(facts, min_value=1)], "before")
    assert (finding.is_met, finding.compared_with) == (True, compared)


@pytest.mark.parametrize(("later", "is_met"), [(2, True), (3, False)])
def test_the_newest_games_may_lack_one_or_two(hand_made: duckdb.DuckDBPyConnection, later: int, is_met: bool) -> None:
    """So many dates are corrected by hand; more, and the newest files are missing or cut off."""
    hand_made.execute(
        f"""
        create table new.meta_build as select date '2001-01-01' as data_through;
        create table old.meta_build as select date '2001-01-02' as data_through;
        create table old.fct_game as
        select if(n < {later}, date '2001-01-02', date '2001-01-01') as played_on from range(100) as games (n);
        create table new.fct_game as from old.fct_game
        """
    )
    (cut_off, _) = audit.run(hand_made, [SUITES["meta_build"]])
    assert (cut_off.fact, cut_off.is_met) == ("games_cut_off", is_met)


@pytest.mark.parametrize(("gone", "is_met"), [(3, True), (4, False)])
def test_a_list_may_lose_one_rated_game_in_a_thousand(
    hand_made: duckdb.DuckDBPyConnection, gone: int, is_met: bool
) -> None:
    """Three of 3000 are that many; a game has two rows in the ledger."""
    row = "'pro' as list_id, 'elo_v1' as method_id, 0.0 as delta, 32.0 as k_factor"
    hand_made.execute(
        f"""
        create table new.dim_list_method as
        select 'pro' as list_id, 'elo_v1' as method_id, 'elo' as engine, true as is_current;
        create table old.fct_rating_ledger as select {row} from range(2 * 3000);
        create table new.fct_rating_ledger as select {row} from range(2 * (3000 - {gone}))
        """
    )
    (share_gone, _) = audit.run(hand_made, [SUITES["fct_rating_ledger"]])
    assert (share_gone.fact, share_gone.is_met) == ("share_gone", is_met)


@pytest.mark.parametrize(("moved", "is_met"), [(10, True), (11, False)])
def test_two_players_in_a_hundred_may_move_without_a_game_of_their_own(
    hand_made: duckdb.DuckDBPyConnection, moved: int, is_met: bool
) -> None:
    """Ten of 500 are that many. Moves of more than 50 points count, but not where games of one's own are new."""
    hand_made.execute(
        f"""
        create table old.meta_build as
        select timestamp '2001-01-01 10:00:00' as built_at_utc, date '2000-12-31' as data_through;
        create table new.meta_build as select timestamp '2001-01-02 10:00:00' as built_at_utc;
        create table old.fct_game as select date '2000-12-31' as played_on;
        create table new.fct_game as from old.fct_game;
        create table new.dim_rating_list as select 'pro' as list_id, 'elo_v1' as method_id;
        create table old.mart_leaderboard as select list_id, method_id from new.dim_rating_list, range(500);
        create table new.mart_rating_revision as
        select
            list_id, method_id, 'P' || n as player_id,
            if(n < {moved} or n >= 400, -50.5, 50.0) as rating_change, if(n >= 400, 1, 0) as own_games
        from new.dim_rating_list, range(500) as players (n)
        """
    )
    (finding,) = audit.run(hand_made, [SUITES["mart_rating_revision"]])
    assert (finding.fact, finding.is_met) == ("share_moved", is_met)


SHARES = {
    "half": 1 / 2,
    "a fifth": 1 / 5,
    "a tenth": 1 / 10,
    "twenty": 1 / 20,
    "a hundred": 1 / 100,
    "a thousand": 1 / 1000,
}


def test_the_officer_is_told_the_limit_that_is_applied() -> None:
    """More than 2 %, more than a tenth, more than one game in a thousand: the share told is the expectation's."""
    told, applied = {}, {}
    for mart, expected in SUITES.items():
        for entry in expected["expectations"]:
            words = re.search(
                r"[Mm]ore than (?:(\d+) %|(half|a fifth|a tenth)|one [\w ]*?in (twenty|a hundred|a thousand)\b)",
                entry["sentence"],
            )
            if words:
                percent, part, one_in = words.groups()
                told[mart, entry["column"]] = int(percent) / 100 if percent else SHARES[part or one_in]
                applied[mart, entry["column"]] = entry["max_value"]
    assert applied == told and len(told) > 25


@pytest.fixture
def published(demonstration: Build, tmp_path: Path) -> Path:
    """A warehouse whose build is the demonstration league, and so is what readers have."""
    shutil.copy(demonstration.file, tmp_path / "build.duckdb")
    publish_changed(demonstration, tmp_path)
    return tmp_path


def change(database: Path, *statements: str) -> None:
    with duckdb.connect(str(database)) as connection:
        for statement in statements:
            connection.execute(statement)


def test_a_new_version_adds_marts_and_columns(demonstration: Build, published: Path) -> None:
    first = publish_changed(
        demonstration,
        published,
        "drop table marts.mart_promotion",
        f"create or replace table marts.{audit.RESULT} (was_other integer)",
        "create or replace table marts.mart_connectivity as select * exclude (unit_share) from marts.mart_connectivity",
    )
    with duckdb.connect(str(published / "build.duckdb")) as connection:
        findings = audit.of_marts(connection, published)
    assert failed(findings) == []
    compared = {finding.mart: finding.compared_with for finding in findings}
    assert (compared["fct_game"], compared["mart_connectivity"]) == (first, None)
    page = (published / "audit.html").read_text(encoding="utf-8")
    assert f"Compared with publication {first}, which lacks columns to compare these by: mart_connectivity." in page


def test_a_function_with_other_parameters_is_missed(marts: duckdb.DuckDBPyConnection) -> None:
    """What readers call is the name and the parameters that the contract lists."""
    doctor(
        marts,
        {
            "new.pub_function": "select * replace (if(function_name = 'rank_of', ['of_list'], parameters) as parameters)"
            " from {mart}"
        },
    )
    (finding,) = failed(audit.run(marts, [SUITES["pub_function"]]))
    assert finding.observed == ("function name rank_of, is callable 0",)


@pytest.fixture
def whole_build(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if dbt were building the whole project."""
    monkeypatch.setattr(audit, "why_not_for_readers", lambda: "")


def test_a_run_that_publishes_nothing_is_not_audited(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "why_not_for_readers", lambda: "only a part was built.")
    monkeypatch.setattr(audit, "of_marts", lambda *_: pytest.fail("it was audited"))
    (published / "audit.html").write_text("the last one", encoding="utf-8")
    with duckdb.connect(str(published / "build.duckdb")) as connection:
        assert audit.of_build(connection, (), True).fetchall() == []
    assert (published / "audit.html").read_text(encoding="utf-8") == "the last one"


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), ValueError("odd"), duckdb.IOException("odd")]
)
def test_an_audit_that_breaks_off_holds_the_build_back(
    published: Path, monkeypatch: pytest.MonkeyPatch, whole_build: None, error: Exception
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(audit, "of_marts", broken)
    with duckdb.connect(str(published / "build.duckdb")) as connection:
        ((is_met, sentence),) = audit.of_build(connection, (), True).project("is_met, sentence").fetchall()
    assert not is_met and sentence == f"The audit could not be carried out: {error}"


def test_a_failure_names_list_mart_and_number(published: Path, whole_build: None) -> None:
    change(
        published / "build.duckdb",
        "update marts.mart_leaderboard set rating = rating + 40 where list_id = 'pro'",
        "create or replace table marts.dim_rating_method as select * exclude (chosen_by) from marts.dim_rating_method",
    )
    with duckdb.connect(str(published / "build.duckdb")) as connection:
        found = audit.of_build(connection, (), True).filter("not is_met").order("mart")
        rows = found.project("mart, sentence, observed").fetchall()
        assert "✗" in (published / "audit.html").read_text(encoding="utf-8")
        assert audit.of_build(connection, (), False).fetchall() == []
    (board, board_sentence, board_observed), (build, _sentence, build_observed) = rows
    assert board == "mart_leaderboard" and board_sentence.startswith("The mean rating of a list's active players")
    assert board_observed.startswith("list pro, method elo_v1, players before")
    assert board_observed.endswith("active mean moved by 40")
    assert build == "meta_build" and build_observed.endswith(
        "columns gone 1, gone for example dim_rating_method.chosen_by"
    )
    assert not (published / "audit.html").exists(), "what was published without an audit has no page of one"


def test_other_games_are_another_beginning(published: Path) -> None:
    change(
        published / "build.duckdb",
        "update marts.meta_build set landing = 'elsewhere'",
        "delete from marts.fct_game where game_id like '%7'",
    )
    with duckdb.connect(str(published / "build.duckdb")) as connection:
        findings = audit.of_marts(connection, published)
    assert failed(findings) == [] and {finding.compared_with for finding in findings} == {None}
