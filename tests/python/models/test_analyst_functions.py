"""The SQL functions for analysts, held against the Python that they restate."""

from __future__ import annotations

import csv
import itertools
import json
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import duckdb
import jinja2
import numpy as np
import pytest
import yaml

from builds import REPOSITORY, Build
from go_ratings import ranks
from go_ratings.engines import NAMES, Games, Units, engine, glicko2, igs

SCALES = ("egf", "encyclopaedia", "handbook", "aga", "ogs")
RANKS = [-20.0, -5.5, -1.0, 0.0, 0.5, 3.0, 6.0]
RATINGS = {
    "aga": [-30.4, -5.5, -2.0, -1.5, -1.0, 0.0, 1.0, 1.5, 4.2, 8.9],
    "igs": RANKS,
    "kgs": RANKS,
    "nngs": [10.0, 25.0, 29.5, 30.5, 33.0],
}
# Past both ends of the curves of egf_1998 (100, 2700), egf_2021 (3300) and glicko2 (100, 6000) too.
POINTS = [-300.0, 60.0, 150.0, 700.0, 1499.5, 2100.0, 2650.0, 2749.9, 3100.0, 3290.0, 6500.0]
HANDICAPS = [0, 1, 2, 5, 9, 12]
KOMI = [None, 0.0, 5.5, 6.5, 7.5, -5.0]

# Every parameter of every engine with values to try: the default and unusual ones.
TRIED: dict[str, dict[str, tuple[Any, ...]]] = {
    "elo": {
        "k_factor": (32, 10.5),
        "start": (1500, 0),
        "black_adjustment": (0, 35, -12.5),
        "adjusted_komi_up_to": (6.5, 0, -5),
        "pool_rating_moves": (True, False),
        "provisional_games": (0, 24),
    },
    "egf_1998": {
        "epsilon": (0.016, 0.5),
        "epsilon_side": ("both", "stronger"),
        "loss_cap": (100, 0),
        "floor": (100, -900),
        "start": (2100, 0),
        "resets": (True, False),
    },
    "egf_2021": {"loss_cap": (0, 100), "floor": (-900, 100), "start": (2100, 0), "resets": (True, False)},
    "egf": {
        "switch_on": ("2021-04-01", "1990-01-01", "2999-12-31"),
        "start": (2100, 0),
        "epsilon": (0.016, 0.5),
        "epsilon_side": ("both", "stronger"),
    },
    "igs": {"start": (0, -5.5)},
    "dgs": {"start": (2100, 0), "epsilon": (0.014, 0.5), "floor": (-900, 100), "board_size": (19, 13, 9, 5, 25.0)},
    "glicko2": {
        "start": (1500, 0),
        "deviation": (350, 30),
        "volatility": (0.06, 0.1),
        "tau": (0.5, 1.2),
        "lowest_deviation": (10, 100),
        "rules": glicko2.RULES,
        "board_size": (19, 13, 9.0, 7, 25),
    },
    "aga": {"start": (6, -20)},
    "whr": {
        "drift": (14, 300.5),
        "virtual_games": (1, 0.25),
        "black_advantage": (0, 40, -17.5),
        "stone_value": (150, 0, 212.5),
        "refit_days": (180, 7),
        "tolerance": (1e-9, 1e-3),
    },
    "bradley_terry": {
        "window_days": (730, 90),
        "refit_days": (30, 7),
        "l2": (0.5, 3),
        "virtual_games": (0, 2),
        "black_advantage": (0, 40, -17.5),
        "stone_value": (150, 0, 212.5),
    },
    "nngs": {"ratio": (4 / 9, 9 / 16, 1e-3, 0.999), "refit_days": (30, 7), "start": (26.5, 30), "anchor_games": (1, 5)},
    "kgs": {"refit_days": (7, 30), "start": (0, -5), "anchor_games": (1, 5)},
    "ufgo": {"start": (2100, 0), "floor": (100, -900)},
    "ffg": {"start": (50, -950)},
    "ficgs": {"start": (0, 2100)},
    "singapore": {"start": (2100, 1800), "floor": (900, 0)},
    "mixed_effects": {
        "start": (1500, 0),
        "spreads": ((45, 90, 180), (60.5,)),
        "memory_days": (3000, 365.25),
        "activity_days": (1500, 30),
        "effect_memory_days": (1e6, 1e4),
        "places": (300, 5),
        "point_value": (20, 0, -7.5),
        "stone_value": (150, 0, 212.5),
    },
}
# Those that the expectation depends on: they are tried in every combination.
MOVING = {
    "elo": {"black_adjustment", "adjusted_komi_up_to"},
    "dgs": {"board_size"},
    "glicko2": {"rules", "board_size"},
    "whr": {"black_advantage", "stone_value"},
    "bradley_terry": {"black_advantage", "stone_value"},
    "mixed_effects": {"point_value", "stone_value"},
    "nngs": {"ratio"},
}


def methods(name: str) -> dict[str, dict[str, Any]]:
    """Parameters by method id: an engine's bare name, the methods of the seed, each value alone, those that
    move the expectation together."""
    tried, moving = TRIED[name], sorted(MOVING.get(name, ()))
    settings = [{parameter: value} for parameter, values in tried.items() for value in values]
    settings += [dict(zip(moving, values)) for values in itertools.product(*(tried[each] for each in moving))]
    with open(REPOSITORY / "seeds" / "reference" / "rating_method.csv", encoding="utf-8", newline="") as file:
        seed = {
            row["method_id"]: json.loads(row["parameters"]) for row in csv.DictReader(file) if row["engine"] == name
        }
    return {name: {}} | seed | {f"{name} {json.dumps(setting)}": setting for setting in settings}


@pytest.fixture(scope="module")
def functions() -> Iterator[duckdb.DuckDBPyConnection]:
    """The macros of win_probability as a build creates them, beside all methods of these tests."""
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    environment.globals["in_marts"] = lambda name: f"marts.{name}"
    with duckdb.connect() as connection:
        connection.execute("create schema marts")
        connection.execute(
            "create table marts.dim_rating_method "
            "(method_id varchar, engine varchar, version varchar, parameters varchar)"
        )
        rows = [
            (method_id, name, "v1", json.dumps(parameters))
            for name in TRIED
            for method_id, parameters in methods(name).items()
            if method_id != name
        ]
        connection.executemany("insert into marts.dim_rating_method values (?, ?, ?, ?)", rows)
        for name in ("normal_cdf", "win_probability"):
            model = REPOSITORY / "models" / "marts" / "functions" / name
            ((described,),) = (yaml.safe_load(model.with_suffix(".yml").read_text(encoding="utf-8"))["models"],)
            parameters = ", ".join(described["config"]["parameters"])
            body = environment.from_string(model.with_suffix(".sql").read_text(encoding="utf-8")).render()
            connection.execute(f"create macro marts.{name}({parameters}) as ({body})")
        yield connection


@pytest.fixture(scope="module")
def marts(demonstration: Build) -> Iterator[duckdb.DuckDBPyConnection]:
    """The warehouse of the demonstration league, open for the whole file."""
    with duckdb.connect(str(demonstration.file), read_only=True) as connection:
        yield connection


def test_every_engine_and_parameter_is_tried() -> None:
    modules = {name: import_module(f"go_ratings.engines.{name}") for name in NAMES}
    assert {name: set(values) for name, values in TRIED.items()} == {
        name: set(module.PARAMETERS) for name, module in modules.items()
    }
    for name, values in TRIED.items():
        for parameter, several in values.items():
            assert len(set(several)) > 1, (name, parameter)
            for value in several:
                # Raises ParameterError for a value that no method could have.
                engine(name)(Games.of([], [], []), Units.players(0), {parameter: value})


@pytest.mark.parametrize("name", NAMES)
def test_the_parameters_that_move_the_expectation_are_known(name: str) -> None:
    """So that every other parameter may rightly be missing from the SQL."""
    expected_score = import_module(f"go_ratings.engines.{name}").expected_score
    ratings = np.array(RATINGS.get(name, POINTS))
    games = np.meshgrid(ratings, ratings, HANDICAPS, [np.nan, 0.0, 6.5], indexing="ij")
    tried = list(methods(name).values())
    with np.errstate(over="ignore"):
        expected = [expected_score(*games, parameters) for parameters in tried]
    moving = set()
    for (one, by_one), (other, by_other) in itertools.combinations(zip(tried, expected), 2):
        changed = {parameter for parameter in TRIED[name] if one.get(parameter) != other.get(parameter)}
        if len(changed) == 1 and not np.array_equal(by_one, by_other):
            moving |= changed
    assert moving == MOVING.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_win_probability_is_what_python_expects(functions: duckdb.DuckDBPyConnection, name: str) -> None:
    expected_score = import_module(f"go_ratings.engines.{name}").expected_score
    tolerance = 2e-7 if name == "aga" else 1e-9  # the SQL of the normal distribution is an approximation
    tried = methods(name)
    found = functions.execute(
        """
        select method_no, a, b, stones, komi, marts.win_probability(method_id, a, b, stones, komi) as chance
        from (select unnest($methods) as method_id, unnest(range(len($methods))) as method_no)
        cross join (select unnest($ratings::double[]) as a)
        cross join (select unnest($ratings::double[]) as b)
        cross join (select unnest($handicaps::integer[]) as stones)
        cross join (select unnest($komi::double[]) as komi)
        order by method_no, a, b, stones, komi
        """,
        {
            "methods": list(tried),
            "ratings": RATINGS.get(name, POINTS),
            "handicaps": HANDICAPS,
            "komi": KOMI,
        },
    ).fetchnumpy()
    columns = {
        column: np.ma.filled(values.astype(np.float64), np.nan).reshape(len(tried), -1)
        for column, values in found.items()
    }
    games = [columns[column][0] for column in ("a", "b", "stones", "komi")]
    assert len(games[0]) == len(RATINGS.get(name, POINTS)) ** 2 * len(HANDICAPS) * len(KOMI)
    for (method_id, parameters), chance in zip(tried.items(), columns["chance"]):
        with np.errstate(over="ignore"):  # e to a power past every double: its inverse is 0, as it should be
            expected = expected_score(*games, parameters)
        difference = np.abs(chance - expected)
        assert not np.isnan(difference).any(), method_id
        worst = int(difference.argmax())
        game = (method_id, *(values[worst] for values in games))
        assert chance[worst] == pytest.approx(expected[worst], abs=tolerance, rel=0), game


def test_without_a_rating_there_is_no_chance(functions: duckdb.DuckDBPyConnection) -> None:
    rows = functions.execute(
        """
        select a, b, method_id, stones, komi, marts.win_probability(method_id, a, b, stones, komi)
        from (values
            (null, 15.0), (15.0, null), (null, null), ('nan'::double, 15.0), (15.0, 'nan'::double)
        ) as pair(a, b)
        cross join (select unnest(?) as method_id)
        cross join (values (0, 6.5), (3, 0.5), (0, null), (null, null)) as game(stones, komi)
        """,
        [[method_id for name in TRIED for method_id in methods(name)]],
    ).fetchall()
    assert len(rows) > 1000
    assert [row for row in rows if row[-1] is not None] == []


def test_without_a_method_there_is_no_chance(functions: duckdb.DuckDBPyConnection) -> None:
    for method_id in ("'fide'", "'elo_v0'", "''", "null"):
        assert functions.sql(f"select marts.win_probability({method_id}, 15, 14, 0, null)").fetchall() == [(None,)]


def test_without_handicap_a_game_is_even_and_nan_is_no_komi(functions: duckdb.DuckDBPyConnection) -> None:
    rows = functions.execute(
        """
        select
            method_id,
            marts.win_probability(method_id, 15, 14, 0, null),
            marts.win_probability(method_id, 15, 14, null, 'nan'::double)
        from (select unnest(?) as method_id)
        """,
        [[method_id for name in TRIED for method_id in methods(name)]],
    ).fetchall()
    assert [row for row in rows if row[1] is None or row[1] != row[2]] == []


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("fct_game", ("method_id", "rating_a", "rating_b", "handicap", "komi")),
        ("given", ("engine", "b", "a", "k", "h")),
        ("method", ("version", "head_start", "ahead", "known_komi", "ratio")),
        ("argument", ("of_method", "x", "t", "sigma", "z")),
    ],
)
def test_columns_may_be_called_as_something_inside(
    functions: duckdb.DuckDBPyConnection, table: str, columns: tuple[str, ...]
) -> None:
    """Not only in the select list, where DuckDB looks for columns in the tables first, but in every clause."""
    call = f"marts.win_probability({', '.join(columns)})"
    found = functions.sql(
        f"""
        select {columns[0]}, avg({call}), avg(marts.normal_cdf({columns[1]} - 30))
        from (values ('nngs_v1', 30, 31, 0, null), ('nngs', 30, 31, 3, 6.5)) as {table}({", ".join(columns)})
        where {call} > 0.01 and marts.normal_cdf({columns[1]} - 30) > 0.4
        group by {columns[0]}
        order by max({call})
        """
    ).fetchall()
    # Odds by hand: 0.5·(4/9)^1 a rank behind; 1 - 0.5·(4/9)^(10/11) with (6.5 + 5.5)/11 of 3 stones taken off.
    assert found == [
        ("nngs_v1", pytest.approx(2 / 9), pytest.approx(0.5)),
        ("nngs", pytest.approx(1 - 0.5 * (4 / 9) ** (10 / 11)), pytest.approx(0.5)),
    ]


@pytest.mark.parametrize("method_id", ["elo_v1", "egf_2021_v1", "aga_v1", "igs_v1", "kgs_v1", "glicko2_v1", "whr_v1"])
def test_chance_by_gap(marts: duckdb.DuckDBPyConnection, method_id: str) -> None:
    """From even chances on ever better ones, in a match better still; ranks go by quarters."""
    rating = 3 if method_id in ("aga_v1", "igs_v1", "kgs_v1") else 1800
    rows = marts.execute("from marts.chance_by_gap(?, ?)", [method_id, rating]).fetchall()
    step = 0.25 if rating == 3 else 25
    assert [row[:3] for row in rows] == [(method_id, rating, step * at) for at in range(17)]
    assert rows[0][3:] == (pytest.approx(0.5, abs=1e-9),) * 4
    for before, now in itertools.pairwise(rows):
        assert all(a < b for a, b in zip(before[3:], now[3:])), now
        assert list(now[3:]) == sorted(now[3:]) and now[6] < 1
    nobody = marts.execute("select distinct chance, best_of_7_chance from marts.chance_by_gap(?, null)", [method_id])
    assert nobody.fetchall() == [(None, None)]
    assert marts.sql("from marts.chance_by_gap('fide', 1500)").fetchall() == []


def test_forecast_of_two_players(marts: duckdb.DuckDBPyConnection) -> None:
    """By id or name, either way round; without a match, a rating or a list there is none."""
    (one, one_name), (other, _) = marts.sql(
        "select player_id, name_display from marts.mart_leaderboard inner join marts.dim_player using (player_id) "
        "where list_id = 'pro' and method_id = 'elo_v1' and rank_no in (1, 9) order by rank_no"
    ).fetchall()
    query = "select method_id, is_current_method, chance, match_chance, rating, opponent_rating from marts.forecast(?, ?, ?, ?)"
    rows = marts.execute(query, ["pro", one_name, other, 5]).fetchall()
    turned = marts.execute(query, ["pro", other, one, 5]).fetchall()
    assert [row[0] for row in rows] == ["elo_v1", "glicko2_v1", "mixed_effects_v1", "whr_v1"]
    assert [row[1] for row in rows] == [True, False, False, False]
    for row, back in zip(rows, turned, strict=True):
        p = row[2]
        assert p + back[2] == pytest.approx(1) and row[3] + back[3] == pytest.approx(1)
        assert row[3] == pytest.approx(p**3 * (1 + 3 * (1 - p) + 6 * (1 - p) ** 2))
    ratings = np.array([rows[0][4], rows[0][5]])
    assert rows[0][2] == pytest.approx(1 / (1 + 10 ** ((ratings[1] - ratings[0]) / 400)))
    for best_of in (0, 4, -1, 1001, None):
        assert {row[3] for row in marts.execute(query, ["pro", one, other, best_of]).fetchall()} == {None}
    for given in (["nowhere", one, other, 5], ["pro", one, one, 5], ["pro", one, "nobody of this name", 5]):
        assert marts.execute(query, given).fetchall() == []


def test_win_probability_of_played_games(marts: duckdb.DuckDBPyConnection) -> None:
    """In the warehouse it agrees with the ledger of a system that knows neither stones nor deviations."""
    rows = marts.sql(
        """
        select expected_score, marts.win_probability(method_id, rating_before, opponent_rating_before, 0, null)
        from marts.fct_rating_ledger where list_id = 'pro' and method_id = 'elo_v1' limit 50
        """
    ).fetchall()
    assert len(rows) == 50
    assert all(found == pytest.approx(expected, abs=1e-9) for expected, found in rows)


def test_the_seed_of_scales_is_what_the_functions_say(marts: duckdb.DuckDBPyConnection) -> None:
    rows = marts.sql("select scale, rank, rank_number, rating, kept_down_to from marts.dim_rank_scale").fetchall()
    assert len(rows) > 200
    for scale, written, number, rating, kept in rows:
        rank = ranks.parse_rank(written)
        assert rank is not None and ranks.rank_number(rank) == number
        assert ranks.rank_to_rating(scale, rank) == pytest.approx(rating, abs=1e-6)
        if kept is not None:
            assert ranks.next_hundred(rating, kept) == rating > ranks.next_hundred(rating, kept - 0.001)


@pytest.mark.parametrize("scale", SCALES)
def test_rank_to_rating_and_back(marts: duckdb.DuckDBPyConnection, scale: str) -> None:
    values = [*np.arange(-1000, 3000, 49.7), -50, 50, 100, 149.999, 150, 2049.999, 2050, 2700, 2749.7]
    if scale == "aga":
        values = [*np.arange(-31, 10, 0.37), -2, -1, 0, 1, 2]
    found = marts.execute(
        "select value, marts.rating_to_rank(?, value), marts.rating_to_rank(?, value, professional := true) "
        "from (select unnest(?::double[]) as value)",
        [scale, scale, [float(value) for value in values]],
    ).fetchall()
    for value, amateur, professional in found:
        assert amateur == str(ranks.rating_to_rank(scale, value)), value
        if scale in ("aga", "ogs"):
            assert professional is None
        else:
            assert professional == str(ranks.rating_to_rank(scale, value, professional=True)), value
    back = marts.execute(
        "select rank, rating, marts.rank_to_rating(scale, ' ' || upper(rank) || ' ') "
        "from marts.dim_rank_scale where scale = ?",
        [scale],
    ).fetchall()
    assert back and [row for row in back if row[1] != row[2]] == []


def test_no_rank_no_rating(marts: duckdb.DuckDBPyConnection) -> None:
    assert marts.sql(
        "select marts.rank_to_rating('egf', '0d'), marts.rank_to_rating('moon', '1d'), "
        "marts.rating_to_rank('egf', null), marts.rating_to_rank('moon', 2100)"
    ).fetchall() == [(None, None, None, None)]


@pytest.mark.parametrize("scale", SCALES)
def test_a_rank_is_within_the_scale_whatever_the_rating(marts: duckdb.DuckDBPyConnection, scale: str) -> None:
    for rating, expected in (("1e300", "9d"), ("'inf'::double", "9d"), ("-1e300", "30k"), ("'-inf'::double", "30k")):
        found = marts.sql(f"select marts.rating_to_rank('{scale}', {rating})").fetchall()
        top = {"encyclopaedia": {"9d": "7d", "30k": "20k"}, "ogs": {"30k": "25k"}}.get(scale, {})
        assert found == [(top.get(expected, expected),)]


def test_igs_rank_difference(marts: duckdb.DuckDBPyConnection) -> None:
    for probability in (0.01, 0.28125, 0.375, 0.5, 0.62, 0.99):
        ((found,),) = marts.execute("select marts.igs_rank_difference(?)", [probability]).fetchall()
        assert found == pytest.approx(float(igs.rank_difference(probability)))
    assert marts.sql("select marts.igs_rank_difference(0), marts.igs_rank_difference(1)").fetchall() == [(None, None)]
