"""IGS: probability, inverse and equivalences against the golden files, and the predictor."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_checks import column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, Units, dgs, egf_1998, egf_tournaments, igs


def test_probability_equals_the_golden_file(golden):
    rows = golden("systems/igs_probability")
    gap = column(rows, "D")
    assert np.abs(igs.win_probability(-gap) - column(rows, "p_weak")).max() < 1e-9
    assert np.abs(igs.win_probability(gap) - column(rows, "p_strong")).max() < 1e-9
    assert np.abs(igs.rank_difference(column(rows, "p_weak")) - column(rows, "d_back")).max() < 1e-6


def test_inverse_equals_the_golden_file(golden):
    rows = golden("systems/igs_inverse")
    assert np.abs(igs.rank_difference(column(rows, "p_weak")) - column(rows, "D")).max() < 1e-6


def test_equivalence_equals_the_golden_file(golden):
    rows = golden("systems/igs_equivalence")
    handicap, komi = column(rows, "H"), column(rows, "komi")
    assert np.abs(igs.stones(handicap, komi) - column(rows, "igs")).max() < 1e-9
    assert np.abs(dgs.stones(handicap, komi, 19) - column(rows, "dgs")).max() < 1e-9
    assert np.abs(egf_tournaments.expected_gap(handicap) / 100 - column(rows, "egf")).max() < 1e-9


@pytest.mark.parametrize(
    ("handicap", "komi", "stones"),
    [
        (1, 0, 0.5),
        (1, 5, 0),
        (3, 0, 2.5),
        (3, 0.5, 2.45),
        (3, 5, 2.0),
        (1, 5.5, -0.05),
        (0, np.nan, 0),
        (2, np.nan, 1.5),
    ],
)
def test_published_equivalences(handicap, komi, stones):
    assert igs.stones(handicap, komi) == pytest.approx(stones, abs=1e-12)


def test_published_thresholds():
    assert igs.rank_difference([0.38, 0.315]) == pytest.approx([0.5, 0.81], abs=0.03)
    assert igs.win_probability([0.5, 0.81]) == pytest.approx([0.62, 0.685], abs=0.007)


def test_certainty_has_no_rank_difference():
    assert np.isnan(igs.rank_difference([0.0, 1.0, -0.1, 1.2, np.nan])).all()
    half = igs.rank_difference(0.5)
    assert half == 0.0 and not np.signbit(half)


@pytest.mark.parametrize("gap", [1, 2, 3, 4, 5])
def test_agrees_with_the_egf_near_4_kyu(gap):
    egf = egf_1998.expected_score(1700, 1700 + 100 * gap, 0, np.nan, {})
    assert abs(egf - igs.win_probability(-gap)) < 0.025


@given(st.floats(-30, 30))
def test_both_sides_sum_to_one_and_the_inverse_returns(gap):
    assert igs.win_probability(gap) + igs.win_probability(-gap) == pytest.approx(1.0)
    assert 0 < igs.win_probability(gap) < 1
    assert igs.rank_difference(igs.win_probability(-abs(gap))) == pytest.approx(abs(gap), abs=1e-6)


def test_the_predictor_follows_declared_ranks():
    games = Games.of(
        [0, 0, 1], [1, 1, 0], [0, 1, 1], komi=[5, 5, 5], black_rank=[0, 1, np.nan], white_rank=[1, np.nan, 3]
    )
    ledger = igs.rate(games, Units.players(2), {})
    assert ledger.black.expected == pytest.approx([0.28125, 0.5, 0.158203125])
    assert ledger.black.adjustment.tolist() == [0, 1, 0]


@pytest.mark.parametrize("seed", range(2))
def test_ledger_invariants(seed):
    tells_no_future(igs.rate, random_games(seed), {})


def test_unhappy_input():
    assert "had declared no rank yet: taken as rank number 0" in unhappy(igs.rate, {})
