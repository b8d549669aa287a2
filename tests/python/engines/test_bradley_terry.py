"""Bradley-Terry against its golden file and its own rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_checks import PLAYERS, column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, ParameterError, Units, bradley_terry
from go_ratings.engines.bradley_terry import NATS_PER_ELO
from go_ratings.engines.newton import maximise


@pytest.mark.parametrize(("name", "l2", "virtual_games"), [("l2", 0.1, 0.0), ("virtual", 0.0, 1.0)])
def test_strengths_equal_the_golden_file(golden, name, l2, virtual_games):
    games, rows = golden("whr/games_5000"), golden("systems/bradley_terry_5000")
    code = {row["player"]: number for number, row in enumerate(rows)}
    first, second = (np.array([code[game[side]] for game in games]) for side in ("black", "white"))
    score = np.array([float(game["winner"] == "B") for game in games])
    fitted = bradley_terry.problem(first, second, score, np.zeros(len(score)), len(rows), l2, virtual_games)
    strength = maximise(fitted, np.zeros(len(rows)))
    assert np.abs(strength / NATS_PER_ELO - column(rows, name)).max() < 1e-6
    deviation = bradley_terry.joint_deviation(fitted, strength) / NATS_PER_ELO
    assert np.abs(deviation - column(rows, f"{name}_sigma")).max() < 1e-6


def test_only_the_window_counts():
    """Once a result has left the window, predictions are those of a list that never had it."""
    late = {"day": [0, 800, 800, 900], "black_rank": [np.nan] * 4}
    games = Games.of([0, 0, 1, 0], [1, 1, 2, 2], [1, 0, 0, 1], **late)
    without = Games.of([0, 1, 0], [1, 2, 2], [0, 0, 1], day=late["day"][1:])
    one = bradley_terry.rate(games, Units.players(3), {"window_days": 365})
    other = bradley_terry.rate(without, Units.players(3), {"window_days": 365})
    assert one.black.expected[3] == pytest.approx(other.black.expected[2], abs=1e-9)


def test_the_window_reaches_back_by_its_days():
    """Before a refit on day 60 the last 60 days begin with day 0, the last 59 with day 1."""
    games = Games.of([0, 0], [1, 1], [1, 1], day=[0, 60])
    chance = {
        days: bradley_terry.rate(games, Units.players(2), {"window_days": days, "refit_days": 30}).black.expected[1]
        for days in (59, 60)
    }
    assert chance[59] == 0.5 < chance[60]


def test_two_who_never_lost_have_finite_equal_strengths():
    games = Games.of([0, 1] * 9, [2, 2] * 9, [1, 1] * 9, day=np.arange(18) // 2)
    ledger = bradley_terry.rate(games, Units.players(3), {})
    assert np.isfinite(ledger.final["rating"]).all()
    assert ledger.final["rating"][0] == pytest.approx(ledger.final["rating"][1], abs=1e-6)


def test_a_prior_is_needed():
    with pytest.raises(ParameterError, match="never lost"):
        bradley_terry.rate(random_games(0), Units.players(PLAYERS), {"l2": 0, "virtual_games": 0})
    with pytest.raises(ParameterError, match="window_days"):
        bradley_terry.rate(random_games(0), Units.players(PLAYERS), {"window_days": 0})


def test_refits_show_as_adjustments_and_history():
    games = random_games(2)
    ledger = bradley_terry.rate(games, Units.players(PLAYERS), {"refit_days": 20})
    assert np.array_equal(ledger.black.before, ledger.black.after)
    assert np.abs(ledger.black.adjustment).max() > 1
    assert (np.diff(np.unique(ledger.history.day)) >= 1).all()
    last = ledger.history.day == ledger.history.day.max()
    assert np.array_equal(ledger.final["rating"][ledger.history.unit[last]], ledger.history.rating[last])


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.01, 10))
def test_a_win_never_hurts(seed, l2):
    """Turning a loss into a win never lowers the winner nor lifts the loser."""
    games = random_games(seed, 30)
    strengths = []
    for result in (0.0, 1.0):
        score = games.score.copy()
        score[0] = result
        fitted = bradley_terry.problem(games.black, games.white, score, np.zeros(30), PLAYERS, l2, 0.0)
        strengths.append(maximise(fitted, np.zeros(PLAYERS)))
    assert strengths[1][games.black[0]] >= strengths[0][games.black[0]]
    assert strengths[1][games.white[0]] <= strengths[0][games.white[0]]


@pytest.mark.parametrize("seed", range(2))
def test_ledger_invariants(seed):
    tells_no_future(bradley_terry.rate, random_games(seed), {})


def test_unhappy_input():
    assert unhappy(bradley_terry.rate, {}) == ""
