"""KGS: the published ends against the golden file, and the approximation's own rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_checks import PLAYERS, column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, ParameterError, Units, kgs


def test_published_ends_equal_the_golden_file(golden):
    rows = golden("systems/kgs_probability")
    d, age = column(rows, "d"), column(rows, "age_days")
    assert np.abs(kgs.expected_score(-20 + d, -20, 0, 6.5, {}) - column(rows, "p_k085")).max() < 1e-9
    assert np.abs(kgs.expected_score(5 + d, 5, 0, 6.5, {}) - column(rows, "p_k130")).max() < 1e-9
    assert np.abs(kgs.game_weight(age, -20) - column(rows, "w_hl15")).max() < 1e-9
    assert np.abs(kgs.game_weight(age, 3) - column(rows, "w_hl45")).max() < 1e-9


def test_equivalence_equals_the_golden_file(golden):
    rows = golden("systems/igs_equivalence")
    assert np.abs(kgs.stones(column(rows, "H"), column(rows, "komi")) - column(rows, "kgs")).max() < 1e-9


@given(st.floats(-40, 20), st.floats(0, 20))
def test_between_the_ends_values_only_rise(rank, more):
    assert 0.85 <= kgs.steepness(rank) <= kgs.steepness(rank + more) <= 1.30
    assert 15 <= kgs.half_life(rank) <= kgs.half_life(rank + more) <= 45


def test_a_winner_rises_and_old_games_fade():
    games = Games.of([0] * 6 + [0, 0], [1] * 6 + [1, 1], [1] * 6 + [0, 0], day=[0] * 6 + [20, 400], komi=[6.5] * 8)
    ledger = kgs.rate(games, Units.players(2), {})
    assert ledger.black.before[6] > 0.3
    assert ledger.final["rating"][0] < 0


def test_level_stays_where_declared_ranks_put_it():
    games = random_games(4, 200)
    ledger = kgs.rate(games, Units.players(PLAYERS), {})
    first = np.full(PLAYERS, np.nan)
    first[games.black], first[games.white] = games.black_rank, games.white_rank
    assert abs(np.mean(ledger.final["rating"] - first)) < 2


@pytest.mark.parametrize("seed", range(2))
def test_ledger_invariants(seed):
    tells_no_future(kgs.rate, random_games(seed), {})


def test_unhappy_input():
    assert unhappy(kgs.rate, {}) == ""


def test_unusable_parameters():
    with pytest.raises(ParameterError, match="anchor_games"):
        kgs.rate(random_games(0), Units.players(PLAYERS), {"anchor_games": 0})


def test_a_loss_with_any_stones_has_a_rank():
    """Black is weaker by nearly as many ranks as there were stones; both are held by their entry ranks."""
    for handicap in ([68], [98], [68, 98]):
        count = len(handicap)
        games = Games.of([0] * count, [1] * count, [0.0] * count, handicap=handicap)
        black, white = kgs.rate(games, Units.players(2), {}).final["rating"]
        assert black == pytest.approx(-white, abs=1e-9)
        assert max(handicap) - 3 < white - black < max(handicap)
