"""Runs of rating systems over a list's games: what a system can't rate stops nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import duckdb
import numpy as np
import pytest

from go_ratings import engines
from go_ratings.engines import Games, Ledger, RatingError, Units, dgs, elo
from go_ratings.evaluation import settings
from go_ratings.warehouse import ratings
from go_ratings.warehouse.proof import _lists

GAMES = Games.of([0, 1], [1, 0], [1, 1])
PLAIN = elo.rate


def fails(error: Exception) -> Any:
    def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
        raise error

    return rate


def not_finite(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    ledger = PLAIN(games, units, {})
    return replace(ledger, black=replace(ledger.black, after=np.array([1510.0, np.nan])))


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (fails(OverflowError("math range error")), "arithmetic fails on these games (math range error)"),
        (fails(ZeroDivisionError("division by zero")), "division by zero"),
        (fails(np.linalg.LinAlgError("singular matrix")), "singular matrix"),
        (fails(ValueError("math domain error")), "math domain error"),
        (not_finite, "no finite rating in 1 games"),
    ],
)
def test_what_a_system_cannot_rate_is_one_kind_of_error(monkeypatch, rate, said):
    monkeypatch.setattr(elo, "rate", rate)
    with pytest.raises(RatingError) as caught:
        engines.rated("elo", GAMES, Units.players(2), {})
    assert said in str(caught.value)


def test_unusable_parameters_are_still_told_as_such():
    with pytest.raises(engines.ParameterError, match="'k_factor'"):
        engines.rated("elo", GAMES, Units.players(2), {"k_factor": -1})


def test_a_run_goes_on_after_a_system_that_fails(monkeypatch):
    """The failing method leaves a note and no step; the list's other methods and the proof leave it out."""
    monkeypatch.setattr(elo, "rate", fails(OverflowError("math range error")))
    session = duckdb.connect()
    values = dict.fromkeys(ratings.GAME_COLUMNS, "0") | {
        "list_id": "'pro'",
        "game_no": "n",
        "black_unit_no": "1",
        "white_unit_no": "2",
        "black_is_pool": "false",
        "white_is_pool": "false",
        "black_score": "1::double",
        "colours_known": "true",
        "class_weight": "1::double",
        "komi": "6.5",
        "board_size": "19",
    }
    games = session.sql(
        f"select {', '.join(f'{value} as {name}' for name, value in values.items())} from range(1, 3) as game (n)"
    )
    list_methods = session.sql(
        "from (values ('pro', 'bad', false), ('pro', 'good', true)) as t (list_id, method_id, is_current)"
    )
    methods = session.sql(
        "from (values ('bad', 'elo', '{}'), ('good', 'dgs', '{}')) as t (method_id, engine, parameters)"
    )
    steps = ratings.run(session, games, list_methods, methods)
    found = steps.aggregate("method_id, count(game_no) as games, max(note) as note").order("method_id").fetchall()
    assert found[0] == (
        "bad",
        0,
        "the list has no ratings by this method: the system's arithmetic fails on these games (math range error)",
    )
    assert found[1][:2] == ("good", 2)

    predictions = steps.filter("game_no is not null").project("list_id, method_id, game_no")
    assert _lists(predictions, list_methods) == [("pro", "good", ["good"])]
    without_current = session.sql("select list_id, method_id, method_id = 'bad' as is_current from list_methods")
    assert _lists(predictions, without_current) == []


def test_a_setting_that_fails_says_nothing_of_the_games(monkeypatch):
    plain = dgs.rate

    def some(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
        if parameters:
            raise OverflowError("math range error")
        return plain(games, units, parameters)

    monkeypatch.setattr(dgs, "rate", some)
    ((_, chance),) = settings.predictions("dgs", GAMES, Units.players(2), [{}, {"floor": 100}])
    assert chance[1, 0] != 0.5
    assert chance[:, 1].tolist() == [0.5, 0.5]


def test_engines_are_told_what_the_warehouse_knows_of_a_game():
    """Each column that engines read reaches its own array."""
    columns = {
        "black_unit_no": [7, 9],
        "white_unit_no": [9, 8],
        "black_is_pool": [False, False],
        "white_is_pool": [False, True],
        "black_score": [1.0, 0.0],
        "day_no": [3, 4],
        "batch_no": [1, 2],
        "round_no": [0, 5],
        "colours_known": [True, False],
        "handicap": [2, 0],
        "komi": [0.5, 6.5],
        "black_rank": [1.0, 2.0],
        "white_rank": [3.0, 4.0],
        "class_weight": [0.5, 0.75],
        "board_size": [13, 19],
        "is_womens_event": [False, True],
    }
    assert {*columns, "game_no"} == set(ratings.GAME_COLUMNS)
    games, units = ratings.games_of({name: np.array(values) for name, values in columns.items()})
    assert (games.black.tolist(), games.white.tolist()) == ([0, 2], [2, 1])
    assert units.is_pool.tolist() == [False, True, False]
    arrays = {name.removesuffix("_no"): values for name, values in columns.items() if "unit" not in name}
    renamed = {"black_score": "score", "round": "round_no", "class_weight": "weight", "is_womens_event": "women"}
    for name, values in arrays.items():
        if not name.endswith("is_pool"):
            assert getattr(games, renamed.get(name, name)).tolist() == values
