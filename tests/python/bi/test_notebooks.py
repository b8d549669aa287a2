"""The notebooks of analyses/, run from the first cell to the last as `marimo` runs them, without a browser."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from builds import REPOSITORY, Build

NOTEBOOKS = REPOSITORY / "analyses" / "notebooks"


@pytest.fixture
def run(demonstration: Build, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a notebook on the demonstration; what its cells defined."""
    pytest.importorskip("marimo", reason="marimo isn't installed (make notebooks): the notebooks weren't run")
    monkeypatch.setenv("GO_RATINGS_WAREHOUSE", str(demonstration.folder))

    def run(name: str) -> Any:
        _, defined = runpy.run_path(str(NOTEBOOKS / f"{name}.py"))["app"].run()
        defined["connection"].close()
        return defined

    return run


def marks(chart: Any) -> list[str]:
    """The kinds of marks that a chart draws, from what a browser would get."""
    drawn = chart.to_dict()
    return [layer["mark"]["type"] for layer in drawn.get("layer", [drawn])]


def test_there_are_two() -> None:
    assert sorted(file.stem for file in NOTEBOOKS.glob("*.py")) == ["career", "methods"]


def test_a_career_is_that_of_the_ledger(run: Any, demonstration: Build) -> None:
    defined = run("career")
    (player, _), (opponent, games) = defined["pair"]
    assert marks(defined["curve"]) == ["line"] and marks(defined["bars"]) == ["bar"]
    assert games == demonstration.value(
        "select max(games) from marts.mart_head_to_head where player_id = $1", player
    ) and games == demonstration.value(
        "select games from marts.mart_head_to_head where player_id = $1 and opponent_id = $2", player, opponent
    )
    assert player == demonstration.value(
        "select arg_max(player_id, peak_rating) from marts.mart_player_peak where list_id = 'pro' and method_id = 'elo_v1'"
    )
    rows = "select count(*) from marts.fct_rating_ledger where list_id = 'pro' and method_id = 'elo_v1' and player_id in ($1, $2)"
    assert len(defined["history"]) == demonstration.value(rows, player, opponent) > 100
    wins = "select wins from marts.mart_player_record where scope = 'career' and player_id = $1"
    assert defined["record"]["wins"].sum() == demonstration.value(wins, player)


def test_methods_are_those_of_the_marts(run: Any, demonstration: Build) -> None:
    defined = run("methods")
    assert marks(defined["losses"]) == ["rule", "point"] and marks(defined["bins"]) == ["line", "rule", "point"]
    assert list(zip(defined["score"]["method_id"], defined["score"]["log_loss"])) == demonstration.rows(
        "select method_id, log_loss from marts.mart_method_score "
        "where list_id = 'pro' and period = 'test' and subgroup = 'all' order by log_loss"
    )
    assert len(defined["calibrated"]) == demonstration.value(
        "select count(*) from marts.mart_calibration where list_id = 'pro' and split = 'test'"
    )
