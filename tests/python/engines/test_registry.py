"""What holds for every engine by its name: declarations, parameters, signatures."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from engine_checks import PLAYERS, random_games
from go_ratings.engines import NAMES, Games, ParameterError, System, Units, engine, system

NOTHING = Games.of([], [], []), Units.players(0)
PARAMETERS = [
    (name, parameter) for name in NAMES for parameter in sorted(import_module(f"go_ratings.engines.{name}").PARAMETERS)
]


@pytest.mark.parametrize("name", NAMES)
def test_declarations(name):
    declared = system(name)
    assert isinstance(declared, System)
    assert declared.name == name
    assert declared.state[0] == "rating"
    assert declared.source and declared.probability


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_parameters_are_checked_without_any_games(name, parameter):
    with pytest.raises(ParameterError, match=f"'{parameter}'"):
        engine(name)(*NOTHING, {parameter: "nonsense"})


@pytest.mark.parametrize("name", NAMES)
def test_unknown_parameters_are_refused(name):
    engine(name)(*NOTHING, {})
    with pytest.raises(ParameterError, match="unknown parameter 'nonsense'"):
        engine(name)(*NOTHING, {"nonsense": 1})


def test_unknown_engines_are_refused():
    with pytest.raises(ParameterError, match="unknown engine 'fide'"):
        engine("fide")


@pytest.mark.parametrize("name", NAMES)
def test_final_states_are_the_declared_ones(name):
    ledger = engine(name)(random_games(1), Units.players(PLAYERS + 1), {})
    assert tuple(ledger.final) == system(name).state
    for values in ledger.final.values():
        assert values.shape == (PLAYERS + 1,)
        assert np.isfinite(values[:PLAYERS]).all()


@pytest.mark.parametrize("name", NAMES)
def test_expected_scores(name):
    """A probability of both ratings that broadcasts; the stronger is the favourite, also as White."""
    expected_score = import_module(f"go_ratings.engines.{name}").expected_score
    low, high = (1500.0, 1900.0) if system(name).scale in ("elo", "egf", "ogs", "ffg") else (5.0, 7.0)
    fair = {"igs": 5.0, "nngs": 5.5, "glicko2": 6.0, "aga": 7.5}.get(name, 6.5)
    table = expected_score(np.array([[low], [high]]), np.array([low, high]), 0, fair, {})
    assert table.shape == (2, 2)
    assert np.diag(table) == pytest.approx([0.5, 0.5], abs=0.006)
    assert table[0, 1] < 0.3 < 0.7 < table[1, 0]
    unknown = expected_score(low, high, 0, np.nan, {})
    assert unknown == pytest.approx(table[0, 1], abs=1e-12)
    if system(name).handicap:
        assert expected_score(low, high, 4, 0.5, {}) > table[0, 1]
