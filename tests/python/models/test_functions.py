"""Functions that read the marts: whose columns an argument means, whom a spelling means, and the days between games."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import numpy as np
import pytest

from builds import REPOSITORY, Build
from go_ratings.engines import whr
from go_ratings.engines.base import between_players
from go_ratings.warehouse import ratings

FUNCTIONS = REPOSITORY / "models" / "marts" / "functions"

# Two calls of each function that gives a table: what a query would read from a table of its own.
CALLS: dict[str, tuple[tuple[object, ...], tuple[object, ...]]] = {
    "chance_by_gap": (("elo_v1", 1500), ("aga_v1", 3)),
    "find_player": (("D101",), ("浅野",)),
    "forecast": (("pro", "D101", "D104", 3), ("women", "D102", "D104", 5)),
    "head_to_head": (("D101", "D102"), ("Ueno Youko", "naomi tōgō")),
    "leaderboard_asof": (("pro", "2023-06-01"), ("women", "2024-01-01")),
    "player_card": (("D101",), ("D103",)),
    "rating_history": (("pro", "D102"), ("women", "D102")),
    "retrospective_asof": (("pro", "2023-06-01"), ("women", "2024-01-01")),
    "why_not_rated": (("demo:demo_games.csv:1",), ("demo:demo_games.csv:2",)),
}


@pytest.fixture
def marts(demonstration: Build) -> Iterator[duckdb.DuckDBPyConnection]:
    """A reader's connection, with a temporary schema of its own."""
    with duckdb.connect(str(demonstration.file), read_only=True) as connection:
        yield connection


def calls_of(marts: duckdb.DuckDBPyConnection, name: str) -> tuple[tuple[object, ...], ...]:
    if name == "why_not_rated":
        return tuple(
            marts.execute(
                "select min(game_id) from marts.fct_game union all select max(game_id) from marts.fct_game"
            ).fetchall()
        )
    return CALLS[name]


def test_every_function_that_gives_a_table_is_called() -> None:
    tables = {path.stem for path in FUNCTIONS.glob("*.yml") if "materialized: table_function" in path.read_text()}
    assert tables == CALLS.keys()


@pytest.mark.parametrize("name", CALLS)
def test_an_argument_is_the_callers_column_whatever_its_table_is_called(
    marts: duckdb.DuckDBPyConnection, name: str
) -> None:
    """Every name that the function itself gives to a table is tried as the caller's."""
    calls = calls_of(marts, name)
    text = (FUNCTIONS / f"{name}.sql").read_text() + (REPOSITORY / "macros" / "functions.sql").read_text()
    inside = set(re.findall(r"\bas (\w+)$|\bas (\w+)\n|^(?:with )?(\w+) as \(", text, re.MULTILINE))
    names = {name for found in inside for name in found if name}
    assert {"asked", "given"} & names
    marks = [f"c{place}" for place in range(len(calls[0]))]
    wanted = []
    for call in calls:
        arguments = ", ".join("?" for _ in call)
        wanted += [(*call, *row) for row in marts.execute(f"select * from marts.{name}({arguments})", call).fetchall()]
    assert wanted
    values = ", ".join(f"({', '.join('?' for _ in call)})" for call in calls)
    for caller in sorted(names):
        arguments = ", ".join(f'"{caller}".{mark}' for mark in marks)
        got = marts.execute(
            f'select "{caller}".*, answer.* from (values {values}) as "{caller}" ({", ".join(marks)}), '
            f"marts.{name}({arguments}) as answer",
            [value for call in calls for value in call],
        ).fetchall()
        assert sorted(map(str, got)) == sorted(map(str, wanted)), caller


@pytest.mark.parametrize("caller", ["asked", "board", "list", "named", "candidate", "mine"])
def test_rank_of_each_row_of_the_leaderboard(marts: duckdb.DuckDBPyConnection, caller: str) -> None:
    rows = marts.execute(
        f"select count(*) from marts.mart_leaderboard as {caller} "
        f"where method_id = (select method_id from marts.dim_rating_list where list_id = {caller}.list_id) "
        f"and marts.rank_of({caller}.list_id, {caller}.player_id) is distinct from {caller}.active_rank_no"
    ).fetchall()
    assert rows == [(0,)]


def test_rank_to_rating_of_each_rank(marts: duckdb.DuckDBPyConnection) -> None:
    for caller in ("asked", "rank_scale", "mine"):
        differing = f"marts.rank_to_rating({caller}.scale, {caller}.rank) is distinct from {caller}.rating"
        assert marts.execute(f"select count(*) from marts.dim_rank_scale as {caller} where {differing}").fetchall() == [
            (0,)
        ]


def test_between_games_the_retrospective_is_a_brownian_bridge(marts: duckdb.DuckDBPyConnection) -> None:
    """Ratings and deviations of any day are those of the paper's appendix C, from a fit of the same games."""
    query = "select parameters from marts.dim_rating_method where method_id = 'whr_v1'"
    ((parameters,),) = marts.execute(query).fetchall()
    games = marts.table("intermediate.int_rated_game")
    of_list = ratings.games_of_list(games, "pro")
    arrays, units = ratings.games_of(of_list)
    numbers = np.unique(np.concatenate([of_list["black_unit_no"], of_list["white_unit_no"]]))
    counts = between_players(arrays, units)
    settings = json.loads(parameters)
    advantage = np.where(arrays.colours_known, whr.advantage(arrays.handicap, settings), 0.0)
    fitted = whr.fit(
        arrays.black[counts],
        arrays.white[counts],
        arrays.score[counts],
        arrays.day[counts],
        advantage[counts],
        settings["drift"],
        settings["virtual_games"],
    )
    unit_of = dict(
        marts.execute(
            "select black_unit_id, black_unit_no from intermediate.int_rated_game where list_id = 'pro' "
            "union select white_unit_id, white_unit_no from intermediate.int_rated_game where list_id = 'pro'"
        ).fetchall()
    )
    seen = 0
    for day in ("1985-12-31", "2001-03-14", "2024-02-29", "2026-11-30"):
        number = int((np.datetime64(day) - np.datetime64("1970-01-01")).astype(int))
        for player, rating, deviation in marts.execute(
            "select player_id, rating, deviation from marts.retrospective_asof('pro', ?::date) where method_id = 'whr_v1'",
            [day],
        ).fetchall():
            unit = int(np.searchsorted(numbers, unit_of[player]))
            expected, spread = whr.at(fitted, unit, np.array([number]))
            assert rating == pytest.approx(expected[0], abs=1e-6)
            assert deviation == pytest.approx(spread[0], abs=1e-6)
            seen += 1
    assert seen > 100


def test_an_exact_spelling_goes_before_a_folded_one(demonstration: Build, tmp_path: Path) -> None:
    """Two persons whose spellings share a key: each is found alone by the own spelling, both by a third one."""
    copy = tmp_path / "copy.duckdb"
    shutil.copy(demonstration.file, copy)
    with duckdb.connect(str(copy)) as connection:
        one, other = "D102", "D104"
        query = "select name_romaji from marts.dim_player where player_id = ?"
        ((spelling,),) = connection.execute(query, [one]).fetchall()
        folded = spelling.upper().replace(" ", "-")
        connection.execute(
            "insert into marts.dim_player_alias by name select ? as player_id, ? as alias, "
            "marts.search_key(?) as search_key, * exclude (player_id, alias, search_key) "
            "from marts.dim_player_alias where alias = ?",
            [other, folded, folded, spelling],
        )

        def players(written: str) -> list[str]:
            query = "select distinct player_id from marts.rating_history('pro', ?) order by player_id"
            return [player for (player,) in connection.execute(query, [written]).fetchall()]

        def rank(written: str) -> int | None:
            return connection.execute("select marts.rank_of('pro', ?)", [written]).fetchall()[0][0]

        assert players(spelling) == players(spelling.lower()) == [one]
        assert players(folded) == [other]
        assert players(spelling.replace(" ", "_")) == [one, other]
        assert players(one) == [one]
        assert rank(spelling) == rank(one) is not None
        assert rank(folded) == rank(other)
        games = "select count(*) from marts.head_to_head(?, ?)"
        assert (
            connection.execute(games, [spelling, "D101"]).fetchall()
            == connection.execute(games, [one, "D101"]).fetchall()
        )
        assert connection.execute("select player_id from marts.find_player(?)", [folded]).fetchall()[0] == (other,)
