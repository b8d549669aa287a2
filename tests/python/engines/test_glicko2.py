"""Glicko-2 of OGS against its golden files and its own rules."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_checks import consistent, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, ParameterError, Units, glicko2


def test_updates_equal_the_golden_file(golden):
    for row in golden("systems/ogs_glicko2_update"):
        player = glicko2.Player(*(float(row[name]) for name in ("rating", "rd", "vol")))
        games = [tuple(float(value) for value in game.split(":")) for game in row["games"].split()]
        new = glicko2.update(player, games)
        assert new.rating == pytest.approx(float(row["exact_rating"]), abs=1e-6)
        assert new.deviation == pytest.approx(float(row["exact_rd"]), abs=1e-6)
        assert new.volatility == pytest.approx(float(row["exact_vol"]), abs=1e-7)


def test_handicaps_equal_the_golden_file(golden):
    for row in golden("systems/ogs_handicap"):
        by_ranks = glicko2.head_start(int(row["handicap"]), float(row["komi"]), int(row["size"]), row["rules"])
        rating = float(row["rating"])
        assert by_ranks == pytest.approx(float(row["rank_difference"]), abs=1e-9)
        assert glicko2.shifted(rating, by_ranks) - rating == pytest.approx(float(row["adj_black"]), abs=1e-6)
        assert glicko2.shifted(rating, -by_ranks) - rating == pytest.approx(float(row["adj_white"]), abs=1e-6)


def test_the_fold_takes_the_same_steps():
    games = Games.of([0, 1], [1, 0], [1, 0], komi=[6, 6])
    ledger = glicko2.rate(games, Units.players(2), {})
    assert ledger.black.after[0] == pytest.approx(1662.310893906, abs=1e-6)
    assert ledger.white.after[0] == pytest.approx(1337.689106094, abs=1e-6)
    assert ledger.black.deviation_after[0] == pytest.approx(290.318963718, abs=1e-6)
    assert ledger.white.before[1] == ledger.black.after[0]
    assert ledger.white.expected[1] > 0.75


def test_a_stone_is_worth_more_points_to_the_stronger():
    assert glicko2.shifted(2000, 1) - 2000 > glicko2.shifted(1000, 1) - 1000 > 0


@given(
    rating=st.floats(100, 6000),
    deviation=st.floats(10, 500),
    volatility=st.floats(0.01, 0.15),
    opponent=st.floats(100, 6000),
    other=st.floats(10, 500),
    score=st.sampled_from([0.0, 0.5, 1.0]),
)
def test_updates_stay_within_their_limits(rating, deviation, volatility, opponent, other, score):
    new = glicko2.update(glicko2.Player(rating, deviation, volatility), [(opponent, other, score)])
    assert 100 <= new.rating <= 6000
    assert 10 <= new.deviation <= 500
    assert 0.01 <= new.volatility <= 0.15
    if score == 1.0:
        assert new.rating >= rating - 1e-9


def test_no_games_widen_the_deviation():
    assert glicko2.update(glicko2.Player(1500, 50, 0.06), []).deviation == pytest.approx(np.hypot(50, 0.06 * 173.7178))


@pytest.mark.parametrize("seed", range(3))
def test_ledger_invariants(seed):
    tells_no_future(glicko2.rate, random_games(seed), {})


def test_unhappy_input():
    assert unhappy(glicko2.rate, {}) == ""


def test_unusable_parameters():
    with pytest.raises(ParameterError, match="rules"):
        glicko2.rate(random_games(0), Units.players(12), {"rules": "tromp"})
    with pytest.raises(ParameterError, match="tau"):
        glicko2.rate(random_games(0), Units.players(12), {"tau": 0})


def test_an_upset_that_was_impossible_has_a_limit():
    """The information of a game goes to 0 with the loser's chance; what an upset moves then stays the same."""
    player = glicko2.Player(1500.0, 80.0, 0.06)
    upsets = [glicko2.update(player, [(rating, 50.0, 0.0)]) for rating in (-3000.0, -6000.0, -6e4, -6e6, -6e9)]
    assert upsets[2] == upsets[3] == upsets[4]
    assert upsets[0] == pytest.approx(upsets[1], abs=1e-3)
    assert upsets[1] == pytest.approx(upsets[2], abs=1e-6)
    phi = math.hypot(80.0 / glicko2.POINTS_PER_UNIT, upsets[4].volatility)
    assert upsets[4].rating == pytest.approx(1500.0 - glicko2.POINTS_PER_UNIT * phi * phi * glicko2.g(50.0), abs=1e-9)


def test_a_win_that_was_certain_moves_nothing_but_the_deviation():
    player = glicko2.Player(1500.0, 80.0, 0.06)
    after = glicko2.update(player, [(-6e9, 50.0, 1.0)])
    assert after == pytest.approx(glicko2.update(player, []), abs=1e-9)


def test_any_stones_after_any_wins():
    """99 wins, then a loss with 99 stones; on every board."""
    for size in (9, 13, 19):
        games = Games.of([0] * 100, [1] * 100, [1.0] * 99 + [0.0], handicap=[0] * 99 + [99], board_size=[size] * 100)
        ledger = glicko2.rate(games, Units.players(2), {})
        consistent(games, ledger)
        assert ledger.black.expected[-1] == 1.0
        assert ledger.black.after[-1] < ledger.black.before[-1]
