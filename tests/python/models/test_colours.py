"""Games without published colours: whoever is named first, every published number is the same, and none is Black's."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import duckdb
import pytest

from builds import LEAN, Build, Builds, dbt, green
from go_ratings.warehouse import audit

COLUMNS = "source,source_game_id,played_on,sequence,event,round,black,white,colours,black_rank,white_rank,komi,handicap,result"
# Hal, the weakest, meets Ida with stones: once nobody says who took them, then the ranks do, then the colours.
BY_HAND = """
    x,one,2016-01-01,1,Open,1,Hal,Ida,unknown,,,,3,B+R
    x,two,2016-01-02,1,Open,2,Ida,Hal,unknown,4d,1d,,3,B+R
    x,three,2016-01-03,1,Open,3,Hal,Ida,known,1d,4d,,3,W+R
    x,four,2016-01-04,1,Open,4,Ida,Hal,unknown,4d,4d,,1,B+R
    x,five,2016-02-01,1,Open,,Ida,Jan,unknown,,,6.5,,B+R
    y,five,2016-02-01,1,Open,,Jan,Ida,unknown,,,6.5,,W+R
    x,six,2016-02-02,1,Open,,Ida,Jan,unknown,,,6.5,,B+R
    y,six,2016-02-02,1,Open,,Jan,Ida,known,,,6.5,,W+R
    x,seven,2016-02-03,1,Open,,Ida,Jan,unknown,,,,,B+R
    x,seven,2016-02-03,1,Open,,Jan,Ida,unknown,,,,,W+R
    x,eight,2016-02-04,1,Open,,Jan,Ida,unknown,,,,,Jigo
    x,nine,2016-02-05,1,Open,,Jan,Ida,unknown,,,,,B+F
    x,ten,2016-02-06,1,Open,,Jan,Nobody Known,unknown,,,,,B+R
"""
EVENTS = "event_id,name,scope,status,format,division,class\nopen,Open,domestic,official,individual,open,A\n"
PLAYERS = ["Abe", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan"]

# Rows as they lie in files, and when and from what a build was made.
AS_LANDED = {"dq_event_count", "dq_rejected_row", "dq_warning", "meta_build"}


def games() -> list[dict[str, str]]:
    """The games by hand, and 1,200 whose winner is named first, as in a table of results."""
    chance = random.Random(5)
    rows = list(csv.DictReader(io.StringIO(COLUMNS + "\n" + "\n".join(map(str.strip, BY_HAND.strip().splitlines())))))
    for number in range(1200):
        one, other = chance.sample(range(len(PLAYERS)), 2)
        if chance.random() < 1 / (1 + 10 ** ((one - other) / 8)):
            one, other = other, one
        day = f"{2010 + number // 240}-{1 + number % 240 // 20:02}-{1 + number % 20:02}"
        values = (
            "z",
            str(number),
            day,
            "1",
            "Open",
            "",
            PLAYERS[one],
            PLAYERS[other],
            "unknown",
            "",
            "",
            "6.5",
            "",
            "B+",
        )
        rows.append(dict(zip(COLUMNS.split(","), values, strict=True)))
    return rows


def exchanged(row: dict[str, str]) -> dict[str, str]:
    """The same game told with the other player first."""
    turned = row | {"black": row["white"], "white": row["black"]}
    turned |= {"black_rank": row["white_rank"], "white_rank": row["black_rank"]}
    return turned | {
        "result": row["result"].translate(str.maketrans("BW", "WB")) if "+" in row["result"] else row["result"]
    }


def landed(folder: Path, **files: list[dict[str, str]]) -> Path:
    landing = folder / "landing"
    landing.mkdir()
    (landing / "events.csv").write_text(EVENTS, encoding="utf-8")
    players = "".join(f"{name.lower()},{name}\n" for name in PLAYERS)
    (landing / "players.csv").write_text("player_id,name_romaji\n" + players, encoding="utf-8")
    for name, rows in files.items():
        with open(landing / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS.split(","))
            writer.writeheader()
            writer.writerows(rows)
    return landing


@pytest.fixture(scope="module")
def as_told(shared_builds: Builds) -> Build:
    def make(folder: Path) -> Build:
        landing = landed(folder, games=games())
        return green(dbt(folder / "warehouse", "build", *LEAN, landing=landing, every_method=True))

    return shared_builds.once("winner_named_first", make)


@pytest.fixture(scope="module")
def told_otherwise(shared_builds: Builds) -> Build:
    """The same games in two files, shuffled, with the names exchanged wherever colours are unknown."""

    def make(folder: Path) -> Build:
        rows = [exchanged(row) if row["colours"] == "unknown" else row for row in games()]
        random.Random(6).shuffle(rows)
        landing = landed(folder, games_b=rows[:500], games_a=rows[500:])
        return green(dbt(folder / "warehouse", "build", *LEAN, landing=landing, every_method=True))

    return shared_builds.once("winner_named_second", make)


def test_who_is_named_first_changes_no_published_number(as_told: Build, told_otherwise: Build) -> None:
    marts = [mart for (mart,) in as_told.rows("select table_name from duckdb_tables() where schema_name = 'marts'")]
    assert len(marts) > 35
    digest = "select ledger_digest, games, data_through, rows_in, rows_staged, rows_rejected from marts.meta_build"
    assert as_told.rows(digest) == told_otherwise.rows(digest)
    counted = "select reason_code, detail, count(*) from marts.dq_rejected_row group by all order by all"
    assert [(code, games) for code, _, games in as_told.rows(counted)] == [
        (code, games) for code, _, games in told_otherwise.rows(counted)
    ]
    with duckdb.connect() as connection:
        connection.execute(f"attach '{as_told.file}' as one (read_only)")
        connection.execute(f"attach '{told_otherwise.file}' as other (read_only)")
        for mart in sorted(set(marts) - AS_LANDED):
            differences = connection.execute(
                f"select count(*) from ((from one.marts.{mart} except all from other.marts.{mart}) union all "
                f"(from other.marts.{mart} except all from one.marts.{mart}))"
            ).fetchall()
            assert differences == [(0,)], mart


def test_no_figure_is_black_s(as_told: Build) -> None:
    """All 1,200 games were won by the one named first; 0.5 is what is known of Black."""
    assert as_told.value("select count(*) from marts.mart_black_win_by_komi where komi != 6.5") == 0
    assert as_told.rows("select games, black_wins from marts.mart_black_win_by_komi") == [(1, 0)]  # six
    assert as_told.value("select count(*) from marts.fct_game_player where colour is not null") == 2 * 3
    assert as_told.rows("select source_game_id from marts.fct_game where colours_known order by all") == [
        ("six",),
        ("three",),
        ("two",),
    ]
    score = "select {} from marts.mart_method_score where list_id = 'pro' and method_id = 'elo_v1' and period = 'test' "
    without = score + "and subgroup = 'colours_unknown'"
    assert as_told.rows(without.format("calibration_intercept, base_accuracy")) == [(None, 0.5)]
    slope, base = as_told.rows(without.format("calibration_slope, base_log_loss"))[0]
    assert 0.7 < slope < 1.5 and base == pytest.approx(0.693147, abs=1e-6)
    bins = as_told.rows(
        "select min(bin_no), sum(games), sum(games * mean_score) / sum(games) from marts.mart_calibration "
        "where list_id = 'pro' and method_id = 'elo_v1'"
    )
    (lowest, held, mean) = bins[0]
    assert lowest == 5 and held == as_told.value(
        "select count(*) from marts.fct_prediction where list_id = 'pro' and method_id = 'elo_v1'"
    )
    assert 0.55 < mean < 0.75


def test_stones_are_the_lower_rank_s_or_nobody_s(as_told: Build) -> None:
    assert as_told.rows(
        "select source_game_id, black_id, colours_known, is_rated, not_rated_reason from marts.fct_game "
        "inner join marts.fct_game_eligibility using (game_id) "
        "where list_id = 'europe' and event_id = 'open' and handicap > 0 order by played_on"
    ) == [
        ("one", "hal", False, False, "handicap"),
        ("two", "hal", True, True, None),
        ("three", "hal", True, True, None),
        ("four", "hal", False, True, None),
    ]
    assert as_told.rows(
        "select handicap, games, rated_games, black_score from marts.mart_handicap_score "
        "where list_id = 'europe' and method_id = 'egf_v1'"
    ) == [(3, 2, 2, 0.0)]
    # A first move that nobody knows who had is nobody's.
    assert (
        as_told.value(
            "select distinct prediction.handicap from marts.fct_prediction as prediction "
            "inner join marts.fct_game using (game_id) where source_game_id = 'four'"
        )
        == 0
    )


def test_reports_of_one_game_are_one_whoever_is_named_first(as_told: Build) -> None:
    assert as_told.rows(
        "select source_game_id, source, source_count, winner_id, colours_known from marts.fct_game "
        "where source_game_id in ('five', 'six', 'seven') order by all"
    ) == [("five", "x", 2, "ida", False), ("seven", "x", 1, "ida", False), ("six", "y", 2, "ida", True)]
    assert as_told.rows("select reason_code, count(*) from marts.dq_rejected_row group by all order by all") == [
        ("duplicate_row", 1),
        ("same_game_other_source", 2),
        ("unknown_player", 1),
    ]


def test_the_audit_has_nothing_to_say_of_the_order_of_names(as_told: Build) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"attach '{as_told.file}' as build (read_only)")
        for schema in ("new", "old"):
            audit.show(connection, schema, "build")
        findings = audit.run(connection, audit.suites(audit.SUITES))
    assert [finding.sentence for finding in findings if not finding.is_met] == []
