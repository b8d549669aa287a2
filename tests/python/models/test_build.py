"""Whole builds: the demonstration league, the golden games, and what must not change a rating."""

from __future__ import annotations

import csv
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import duckdb
import numpy as np
import pytest

import demonstration_league
from builds import LEAN, REPOSITORY, Build, Builds, copied_project, dbt, green
from go_ratings.warehouse.ratings import method_digest

Golden = Callable[[str], list[dict[str, str]]]

# The columns that spec readers rely on: a renamed or removed one is a new version of the mart.
PUBLIC_COLUMNS = {
    "dim_player": "player_id name_ja name_kana name_romaji birth_date first_game_on last_game_on",
    "dim_rated_unit": "rated_unit_id player_id pool is_pool",
    "dim_event": "event_id name scope status format division class",
    "dim_rating_list": "list_id name method_id counts",
    "dim_rating_method": "method_id engine version parameters published_on chosen_by",
    "fct_game": "game_id source source_game_id played_on date_precision sequence event_id edition round black_id "
    "white_id colours_known komi handicap outcome win_by margin winner_id replay_of counts_for_record record_reason",
    "fct_game_player": "game_id player_id opponent_id colour is_win is_loss is_jigo is_no_result is_default "
    "is_both_lose counts_for_record",
    "fct_game_eligibility": "game_id list_id is_rated not_rated_reason",
    "fct_rating_ledger": "list_id method_id game_id played_on ledger_no rated_unit_id player_id opponent_unit_id "
    "rating_before opponent_rating_before expected_score score delta rating_after is_burn_in",
    "mart_leaderboard": "list_id method_id as_of rank_no player_id rating rating_display rated_games last_played_on "
    "is_active",
    "mart_rating_month": "list_id method_id player_id rating_end games",
    "mart_player_peak": "list_id method_id player_id peak_rating peak_on peak_game_id",
    "mart_player_record": "player_id scope scope_value games wins losses jigo no_result default_wins default_losses "
    "both_lose win_rate",
    "mart_head_to_head": "player_id opponent_id games wins losses jigo no_result first_on last_on",
    "mart_record_reconciliation": "player_id reason games record_games rated_games",
    "mart_black_win_by_komi": "komi games black_wins black_win_rate ci_low ci_high elo_equivalent",
    "mart_coverage_year": "games",
    "dq_rejected_row": "source source_file row_no raw_text reason_code remedy",
    "dq_warning": "source_file row_no raw_text reason_code remedy game_id player_id",
    "meta_build": "built_at_utc data_through git_sha rows_in rows_staged rows_rejected ledger_digest",
}


def test_public_columns_are_there(demonstration: Build) -> None:
    there = demonstration.rows(
        "select table_name, column_name, data_type, comment from duckdb_columns() where schema_name = 'marts'"
    )
    for table, columns in PUBLIC_COLUMNS.items():
        missing = set(columns.split()) - {column for name, column, *_ in there if name == table}
        assert not missing, f"{table} lacks {missing}"
    assert not [row for row in there if row[2] in ("HUGEINT", "UHUGEINT")]
    assert not [row for row in there if not row[3]], "every public column has its description as a comment"


def test_no_number_is_nan_or_infinite(demonstration: Build) -> None:
    doubles = demonstration.rows(
        "select table_name, column_name from duckdb_columns() where schema_name = 'marts' and data_type = 'DOUBLE'"
    )
    assert len(doubles) > 10
    found = [
        f"select '{table}.{column}' as place where exists (from marts.{table} where not isfinite(\"{column}\"))"
        for table, column in doubles
    ]
    assert demonstration.rows(" union all ".join(found)) == []


def test_pools_are_no_players(demonstration: Build) -> None:
    assert demonstration.rows("select pool from marts.dim_rated_unit where is_pool order by pool") == [
        ("Amateurs",),
        ("China",),
        ("Korea",),
        ("Other countries",),
    ]
    for mart in (
        "dim_player",
        "mart_leaderboard",
        "mart_rating_month",
        "mart_player_peak",
        "mart_player_record",
        "mart_head_to_head",
        "mart_record_reconciliation",
    ):
        assert demonstration.value(f"select count(*) from marts.{mart} where starts_with(player_id, 'POOL:')") == 0


def test_womens_rating_needs_a_rated_womens_game(demonstration: Build) -> None:
    assert (
        demonstration.value(
            """
        select count(*) from marts.mart_leaderboard where list_id = 'womens' and player_id not in (
            select player_id from marts.fct_game_player
            where game_id in (select game_id from marts.fct_game_eligibility where list_id = 'womens' and is_rated)
        )
        """
        )
        == 0
    )
    assert 5 < demonstration.value("select count(*) from marts.mart_leaderboard where list_id = 'womens'") < 100


def test_leaderboard_asof_agrees_with_the_leaderboard(demonstration: Build) -> None:
    differences = demonstration.rows(
        """
        select list_id, as_of, rank_no, active_rank_no, player_id, rating, rated_games, is_active
        from marts.mart_leaderboard
        where list_id = 'pro' and method_id = 'elo_v1'
        except
        select list_id, as_of, rank_no, active_rank_no, player_id, rating, rated_games, is_active
        from marts.leaderboard_asof('pro', (select data_through from marts.meta_build))
        """
    )
    assert differences == []
    assert demonstration.rows("from marts.leaderboard_asof('pro', date '1959-12-31')") == []
    late = "select count(*) from marts.leaderboard_asof('pro', date '1999-12-31') where last_played_on > '1999-12-31'"
    assert demonstration.value(late) == 0


def test_every_special_case_is_in_the_demonstration_league(demonstration: Build) -> None:
    reasons = {row[0] for row in demonstration.rows("select distinct not_rated_reason from marts.fct_game_eligibility")}
    assert reasons >= {
        "team",
        "oteai",
        "unofficial",
        "cancelled",
        "unknown",
        "default",
        "both_lose",
        "jigo",
        "no_result",
        "source_conflict",
        "international",
        "handicap",
        "before_1960",
        "pool_v_pool",
        "other_division",
        None,
    }
    codes = {row[0] for row in demonstration.rows("select distinct reason_code from marts.dq_rejected_row")}
    assert codes >= {
        "date_impossible",
        "date_ambiguous",
        "result_unreadable",
        "unknown_event",
        "unknown_player",
        "not_a_player",
        "duplicate_row",
        "id_conflict",
        "same_player",
        "bad_value",
        "same_game_other_source",
    }
    assert demonstration.value("select count(*) from marts.fct_game where replay_of is not null") > 0
    assert demonstration.value("select count(*) from marts.fct_game where not colours_known") > 0
    assert demonstration.value("select count(*) from marts.fct_game where date_precision != 'day'") > 0


def test_established_are_players_who_both_had_thirty_rated_games_before(demonstration: Build) -> None:
    counted = """
        select is_established, min(unit_game_no) > 30 and not bool_or(is_pool) as has_thirty, count(*)
        from marts.fct_prediction inner join marts.fct_rating_ledger using (list_id, method_id, game_id)
        group by list_id, method_id, game_id, is_established
    """
    games = demonstration.rows(
        f"select is_established, has_thirty, count(*) from ({counted}) group by all order by all"
    )
    assert [(said, counted) for said, counted, _ in games] == [(False, False), (True, True)], games
    bound = "select count(*) from marts.fct_rating_ledger where unit_game_no in (30, 31) and list_id = 'pro'"
    assert demonstration.value(bound) > 100, "the bound itself is met"


def test_ratings_recover_the_hidden_strengths(demonstration: Build) -> None:
    strengths = demonstration_league.hidden_strengths()
    rated = demonstration.rows(
        "select player_id, rating from marts.mart_leaderboard "
        "where list_id = 'pro' and method_id = 'elo_v1' and is_active and rated_games >= 30"
    )
    last_year = demonstration.value("select year(data_through) from marts.meta_build")
    pairs = [(rating, strengths[player][last_year]) for player, rating in rated if last_year in strengths[player]]
    assert len(pairs) > 30
    places = [np.argsort(np.argsort(column)) for column in zip(*pairs)]
    rank_correlation = np.corrcoef(places)[0, 1]
    print(f"rank correlation of ratings and hidden strengths: {rank_correlation:.3f} over {len(pairs)} players")
    assert rank_correlation > 0.85


@pytest.fixture(scope="module")
def golden_build(shared_builds: Builds, shared_folder: Path) -> Build:
    """34 games that cover every case, in a project with one more method: `elo_v1` with pools that stay at 1500."""

    def make(folder: Path) -> Build:
        project = copied_project(folder / "project")
        seeds = project / "seeds" / "reference"
        (method,) = (row for row in read(seeds / "rating_method.csv") if row["method_id"] == "elo_v1")
        parameters = json.dumps(json.loads(method["parameters"]) | {"pool_rating_moves": False})
        append(seeds / "rating_method.csv", method | {"method_id": "elo_fixed", "parameters": parameters})
        digest = method_digest("elo", parameters)
        append(seeds / "method_version.csv", {"method_id": "elo_fixed", "version": "v1", "parameters_digest": digest})
        for rating_list in ("pro", "womens"):
            append(seeds / "rating_comparison.csv", {"list_id": rating_list, "method_id": "elo_fixed"})
        landing = shared_folder / "golden" / "japan_34_games" / "landing"
        return green(dbt(folder / "warehouse", "build", *LEAN, landing=landing, project=project))

    return shared_builds.once("golden", make)


def read(file: Path) -> list[dict[str, str]]:
    with open(file, encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def append(file: Path, row: dict[str, str]) -> None:
    assert set(read(file)[0]) == set(row)
    with open(file, "a", encoding="utf-8", newline="") as text:
        csv.DictWriter(text, list(read(file)[0]), lineterminator="\n").writerow(row)


def test_golden_games(golden: Golden, golden_build: Build) -> None:
    """Eligibility, records and ledger with moving pool ratings."""
    eligibility = golden_build.rows(
        """
        select game.source_game_id, game.counts_for_record, pro.is_rated, womens.is_rated, pro.not_rated_reason
        from marts.fct_game as game
        inner join marts.fct_game_eligibility as pro on game.game_id = pro.game_id and pro.list_id = 'pro'
        inner join marts.fct_game_eligibility as womens on game.game_id = womens.game_id and womens.list_id = 'womens'
        """
    )
    expected = [
        (
            row["game_id"],
            row["is_record"] == "1",
            row["is_rated_pro"] == "1",
            row["is_rated_womens"] == "1",
            row["not_rated_reason"] or None,
        )
        for row in golden("japan_34_games/expected_eligibility")
    ]
    assert sorted(eligibility) == sorted(expected)

    counts = ["games", "wins", "losses", "jigo", "no_result", "default_wins", "default_losses", "both_lose"]
    record = golden_build.rows(
        f"select player_id, {', '.join(counts)} from marts.mart_player_record where scope = 'career'"
    )
    expected_record = [
        (row["player_id"], *(int(row[count]) for count in counts)) for row in golden("japan_34_games/expected_record")
    ]
    assert sorted(record) == sorted(expected_record)

    assert_ledger(golden_build, "elo_v1", golden("japan_34_games/expected_history_pool_moves"))
    peaks = dict(
        golden_build.rows(
            "select player_id, peak_rating from marts.mart_player_peak where list_id = 'pro' and method_id = 'elo_v1'"
        )
    )
    assert peaks["A"] == pytest.approx(1512.163805, abs=1e-6)
    assert peaks["D"] == pytest.approx(1474.703111, abs=1e-6)
    assert peaks["C"] is None
    komi = golden_build.rows("select komi, black_wins, games from marts.mart_black_win_by_komi order by komi")
    assert komi == [(4.5, 1, 1), (5.0, 1, 1), (5.5, 0, 1), (6.5, 8, 10)]
    womens_events = (
        "select list_id, is_womens_event, count(*) from intermediate.int_rated_game group by all order by all"
    )
    assert golden_build.rows(womens_events) == [("pro", False, 12), ("pro", True, 2), ("womens", True, 2)]


def test_golden_games_with_fixed_pools(golden: Golden, golden_build: Build) -> None:
    """A setting is a seed row: the same games where pools' own ratings stay at 1500."""
    assert_ledger(golden_build, "elo_fixed", golden("japan_34_games/expected_history_pool_frozen"))


def assert_ledger(build: Build, method: str, expected: list[dict[str, str]]) -> None:
    """A method's whole ledger is the expected one, to 1e-6 (its file prints six decimals)."""
    ledger = build.rows(
        """
        select ledger.list_id, game.source_game_id, ledger.rated_unit_id, ledger.player_id, ledger.played_on::varchar,
            ledger.rating_before, ledger.opponent_rating_before, ledger.expected_score, ledger.score, ledger.delta,
            ledger.rating_after
        from marts.fct_rating_ledger as ledger
        inner join marts.fct_game as game on ledger.game_id = game.game_id
        where ledger.method_id = ?
        """,
        method,
    )
    numbers = ["rating_before", "opponent_before", "expected", "score", "delta", "rating_after"]
    wanted = {
        (row["list_id"], row["game_id"], row["rated_unit"], row["person"], row["played_on"]): [
            float(row[name]) for name in numbers
        ]
        for row in expected
    }
    assert {row[:5] for row in ledger} == set(wanted)
    for row in ledger:
        assert list(row[5:]) == pytest.approx(wanted[row[:5]], abs=1e-6)


def landing_copy(folder: Path, shuffle: random.Random) -> Path:
    """The demonstration league as a landing folder: its rows in any order, its games in two files, one of each kind."""
    folder.mkdir(parents=True)
    for seed in (REPOSITORY / "seeds" / "demonstration_league").glob("demo_*.csv"):
        with open(seed, encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        shuffle.shuffle(rows)
        table = seed.stem.removeprefix("demo_")
        half = len(rows) // 2 if table == "games" else 0
        for name, part in (("b", rows[:half]), ("a", rows[half:])):
            if part:
                with open(folder / f"{table}_{name}.csv", "w", encoding="utf-8-sig", newline="") as file:
                    csv.writer(file, lineterminator="\r\n").writerows([header, *part])
    for table in ("games_a", "events_a", "aliases_a"):
        written = folder / f"{table}.csv"
        query = f"select * from read_csv('{written}', all_varchar = true, header = true)"
        duckdb.sql(f"copy ({query}) to '{written.with_suffix('.parquet')}'")
        written.unlink()
    return folder


def test_nothing_but_the_games_decides_the_ratings(demonstration: Build, tmp_path: Path) -> None:
    """Row order, file order, line ends, BOM, file format, threads, time zone and Python's hashes change no bit."""
    landing = landing_copy(tmp_path / "landing", random.Random(7))
    assert {file.suffix for file in landing.glob("games_*")} == {".csv", ".parquet"}
    one_thread = ("--threads", "1", *LEAN)
    elsewhere = {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "7"}
    shuffled = green(dbt(tmp_path / "warehouse", "build", *one_thread, landing=landing, **elsewhere))
    digest = "select ledger_digest from marts.meta_build"
    assert shuffled.value(digest) == demonstration.value(digest)
    for mart in (
        "fct_game",
        "fct_game_player",
        "fct_game_eligibility",
        "fct_rating_ledger",
        "mart_leaderboard",
        "mart_player_record",
        "mart_head_to_head",
        "mart_player_peak",
        "mart_rating_month",
        "fct_prediction",
        "mart_method_score",
        "mart_calibration",
        "mart_setting_grid",
        "mart_yearly_method_check",
        "mart_rating_distribution_year",
        "mart_handicap_score",
        "mart_connectivity",
    ):
        with duckdb.connect() as connection:
            connection.execute(f"attach '{demonstration.file}' as one (read_only)")
            connection.execute(f"attach '{shuffled.file}' as other (read_only)")
            differences = connection.execute(
                f"select count(*) from ((from one.marts.{mart} except all from other.marts.{mart}) union all "
                f"(from other.marts.{mart} except all from one.marts.{mart}))"
            ).fetchall()
        assert differences == [(0,)], mart


def test_the_readme_shows_what_its_queries_answer(demonstration: Build) -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    queries = re.findall(r"'''\n(.+?)'''|```sql\n(.+?)```", readme, flags=re.DOTALL)
    assert len(queries) == 2
    with duckdb.connect(str(demonstration.file), read_only=True) as connection:
        for query in queries:
            answer = str(connection.sql("".join(query).rstrip().rstrip(";"))).rstrip()
            assert answer in readme, f"README shows another answer than\n{answer}"
