"""NNGS against its golden files and its own rules."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from engine_checks import PLAYERS, column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, ParameterError, Units, nngs

RATIOS = {"9/16": 9 / 16, "4/9": 4 / 9, "1/e": np.exp(-1)}


def test_the_maximum_equals_the_golden_file(golden):
    games, wanted = golden("systems/nngs_games"), defaultdict(dict)
    for row in golden("systems/nngs_ml"):
        wanted[row["S"]][row["player"]] = float(row["expected"])
    assert set(wanted) == set(RATIOS)
    names = sorted(wanted["4/9"])
    first, second = (np.array([names.index(game[side]) for game in games]) for side in ("black", "white"))
    score = np.array([float(game["winner"] == "B") for game in games])
    offset = nngs.stones(column(games, "handicap"), column(games, "komi"))
    for name, ratio in RATIOS.items():
        rank = nngs.fit(
            first, second, score, offset, np.ones(len(score)), np.full(12, 26.5), np.full(12, 26.5), 0.0, ratio
        )
        assert np.abs(rank - rank.mean() - [wanted[name][player] for player in names]).max() < 1e-6


def test_probability_equals_the_golden_file(golden):
    rows = golden("systems/igs_probability")
    weaker = nngs.expected_score(20.0, 20.0 + column(rows, "D"), 0, 5.5, {})
    assert np.abs(weaker - column(rows, "p_nngs_weak")).max() < 1e-9


def test_equivalence_equals_the_golden_file(golden):
    rows = golden("systems/igs_equivalence")
    assert np.abs(nngs.stones(column(rows, "H"), column(rows, "komi")) - column(rows, "nngs")).max() < 1e-9


def test_weights_equal_the_golden_file(golden):
    rows = golden("systems/nngs_weight")
    rank, age = column(rows, "min_rank"), column(rows, "age_days")
    assert np.abs(nngs.memory_days(rank) - column(rows, "aw")).max() < 1e-6
    assert np.abs(nngs.game_weight(age, rank) - column(rows, "weight_diff")).max() < 1e-6
    assert np.abs(nngs.game_weight(age, np.full(len(age), np.nan)) - column(rows, "weight_unif")).max() < 1e-6


def test_who_is_short_of_results_is_left_out():
    """Three who all beat each other stay with a fourth; who lost only, and then who lacks opponents, go."""
    first = np.array([0, 1, 2, 3, 0, 1, 0, 4])
    second = np.array([1, 2, 3, 0, 2, 3, 4, 5])
    score = np.array([1, 1, 1, 1, 0, 0, 1, 1.0])
    left = nngs.fittable(first, second, score, np.ones(8))
    assert left.tolist() == [True] * 6 + [False] * 2
    assert not nngs.fittable(first, second, score, np.zeros(8)).any()


@pytest.mark.parametrize(("later", "moved"), [(30, True), (90, False)])
def test_a_game_is_forgotten_by_the_weaker_player_s_rank(later, moved):
    """Three of 6d meet three of 20k: such games are kept for 62 days, those among 6d would be for 350."""
    pairs = [(strong, weak) for strong in range(3) for weak in range(3, 6)]
    first, second = np.array(pairs * 2 + pairs[:1]).T
    games = Games.of(
        first,
        second,
        [1] * len(pairs) + [0] * len(pairs) + [1],
        day=[0] * 2 * len(pairs) + [later],
        komi=[5.5] * len(first),
        black_rank=[5] * len(first),
        white_rank=[-20] * len(first),
    )
    rating = nngs.rate(games, Units.players(6), {}).final["rating"]
    assert (rating.tolist() != [35.5] * 3 + [10.5] * 3) == moved


def test_a_group_that_only_won_stays_finite():
    """Two groups of four, one always beating the other: without an anchor there is no maximum."""
    inside = [(a, b) for a in range(4) for b in range(4) if a != b]
    games = inside + [(a + 4, b + 4) for a, b in inside] + [(a, b + 4) for a in range(4) for b in range(4)]
    first, second = np.array(games).T
    ledger = nngs.rate(
        Games.of(first, second, np.ones(len(games)), day=np.zeros(len(games), int), komi=np.full(len(games), 5.5)),
        Units.players(8),
        {},
    )
    rank = ledger.final["rating"]
    assert np.isfinite(rank).all()
    assert 2 < rank[:4].mean() - rank[4:].mean() < 12


@pytest.mark.parametrize("seed", range(2))
def test_ledger_invariants(seed):
    tells_no_future(nngs.rate, random_games(seed, 200), {"refit_days": 20})


def test_fits_happen():
    ledger = nngs.rate(random_games(1, 200), Units.players(PLAYERS), {"refit_days": 20})
    assert len(ledger.history.unit) > PLAYERS
    assert np.abs(ledger.black.adjustment).max() > 0.1


def test_unhappy_input():
    assert unhappy(nngs.rate, {}) == ""


def test_unusable_parameters():
    for name, value in (("ratio", 1.0), ("anchor_games", 0), ("refit_days", 0)):
        with pytest.raises(ParameterError, match=name):
            nngs.rate(random_games(0), Units.players(PLAYERS), {name: value})
