"""EGF since 2021 against its golden games and its own rules; and the list through the change."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_checks import column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, ParameterError, Units, egf, egf_1998, egf_2021
from go_ratings.ranks import nominal_egf, parse_rank, rank_number

WEIGHTS = {"b": 1.0, "b_B": 0.75, "b_C": 0.5, "b_D": 0.25}


def score(a: float, b: float) -> float:
    return float(egf_2021.expected_score(a, b, 0, np.nan, {}))


def test_games_equal_the_golden_file(golden):
    rows = golden("systems/egf_2021")
    all_black, all_white, handicap = (column(rows, name) for name in ("black_rating", "white_rating", "H"))
    expected = egf_2021.expected_score(all_black, all_white, handicap, np.nan, {})
    assert np.abs(egf_2021.con(all_black) - column(rows, "con_b")).max() < 1e-6
    assert np.abs(egf_2021.bonus(all_white) - column(rows, "bonus_w")).max() < 1e-6
    assert np.abs(expected - column(rows, "se_b")).max() < 1e-9
    for row in rows:
        black, white, result = (float(row[name]) for name in ("black_rating", "white_rating", "black_score"))
        for suffix, weight in WEIGHTS.items():
            games = Games.of(
                [0],
                [1],
                [result],
                handicap=[int(row["H"])],
                weight=[weight],
                black_rank=[(black - 2100) / 100],
                white_rank=[(white - 2100) / 100],
            )
            ledger = egf_2021.rate(games, Units.players(2), {"floor": -1e9})
            assert ledger.black.after[0] - black == pytest.approx(float(row[f"delta_{suffix}"]), abs=1e-6)
        ledger = egf_2021.rate(games, Units.players(2), {})
        assert ledger.final["rating"][0] >= -900.0
        games = Games.of(
            [0], [1], [result], handicap=[int(row["H"])], black_rank=games.black_rank, white_rank=games.white_rank
        )
        after = egf_2021.rate(games, Units.players(2), {})
        assert (after.black.after[0], after.white.after[0]) == pytest.approx(
            (float(row["new_b"]), float(row["new_w"])), abs=1e-6
        )


def test_factors_equal_the_golden_file(golden):
    rows = golden("systems/egf_factors")
    rating = column(rows, "rating")
    for name in ("con", "bonus", "beta"):
        assert np.abs(getattr(egf_2021, name)(rating) - column(rows, f"{name}_2021")).max() < 1e-6


def test_published_vectors():
    assert egf_2021.expected_score(2674.564, 2611.051, 0, np.nan, {}) == pytest.approx(0.66307499, abs=1e-8)
    games = Games.of([0], [1], [0.0], black_rank=[5.74564], white_rank=[5.11051])
    assert egf_2021.rate(games, Units.players(2), {}).black.after[0] == pytest.approx(2670.45617061712, abs=1e-6)
    games = Games.of([0], [1], [1.0], black_rank=[-11.5], white_rank=[-9])
    ledger = egf_2021.rate(games, Units.players(2), {})
    assert (ledger.black.after[0], ledger.white.after[0]) == pytest.approx((988.7896, 1173.1682), abs=1e-4)


@pytest.mark.parametrize(
    ("before", "declared", "reset"),
    [("8k", "6k", True), ("8k", "7k", False), ("1k", "2d", True), ("1k", "3d", False), ("4k", "1d", True)],
)
def test_reset_up_to_two_dan(before, declared, reset):
    first, second = rank_number(parse_rank(before)), rank_number(parse_rank(declared))
    games = Games.of([0, 0], [1, 1], [1, 1], day=[0, 9], batch=[0, 1], black_rank=[first, second], white_rank=[0, 0])
    ledger = egf_2021.rate(games, Units.players(2), {})
    assert (ledger.black.before[1] == nominal_egf(second)) == reset


def test_a_rating_past_the_end_of_the_curve_stays_finite_and_is_noted():
    games = Games.of([0, 1], [1, 0], [1, 0], handicap=[9, 0], black_rank=[11, 13], white_rank=[13, 11])
    ledger = egf_2021.rate(games, Units.players(2), {})
    assert np.isfinite(ledger.black.after).all()
    assert any("past 3299" in note for note in ledger.notes)


@given(low=st.floats(-900, 3000), gap=st.floats(1, 100), more=st.floats(1, 100))
def test_the_curve(low, gap, more):
    assert score(low, low + gap + more) < score(low, low + gap) < 0.5
    assert score(low, low + gap) + score(low + gap, low) == pytest.approx(1.0, abs=1e-12)
    assert score(low, low + gap) >= score(low + more, low + gap + more)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("module", [egf_2021, egf])
def test_ledger_invariants(module, seed):
    tells_no_future(module.rate, random_games(seed), {} if module is egf_2021 else {"switch_on": "1970-06-01"})


@pytest.mark.parametrize("module", [egf_2021, egf])
def test_unhappy_input(module):
    notes = unhappy(module.rate, {})
    assert "without a declared rank" in notes
    assert "without a class" in notes


def test_the_list_changes_its_formula_with_the_tournament():
    rank = {"black_rank": [-10, -10], "white_rank": [-10, -10]}
    days = [18717, 18718]  # 2021-03-31 and 2021-04-01
    games = Games.of([0, 2], [1, 3], [1, 1], day=days, batch=[0, 1], **rank)
    ledger = egf.rate(games, Units.players(4), {})
    old = 1100 + egf_1998.con(1100) * (0.5 + 0.008)
    new = 1100 + egf_2021.con(1100) * 0.5 + egf_2021.bonus(1100)
    assert ledger.black.after == pytest.approx([old, new], abs=1e-9)


def test_a_tournament_over_the_change_counts_by_the_day_it_ends():
    """Begun on 2021-03-31 and ended on 2021-04-01: both games by the new formula."""
    rank = {"black_rank": [-10, -10], "white_rank": [-10, -10]}
    games = Games.of([0, 2], [1, 3], [1, 1], day=[18717, 18718], batch=[0, 0], **rank)
    new = 1100 + egf_2021.con(1100) * 0.5 + egf_2021.bonus(1100)
    assert egf.rate(games, Units.players(4), {}).black.after == pytest.approx([new, new], abs=1e-9)


@pytest.mark.parametrize("module", [egf_1998, egf_2021])
def test_a_jump_to_a_rank_below_the_rating_has_no_effect(module):
    """An 8k (1300 points) who wins thirty games is past 1500 and stays there when declaring 6k."""
    games = Games.of(
        [0] * 31,
        [1] * 31,
        [1] * 31,
        day=[0] * 30 + [9],
        batch=[0] * 30 + [1],
        black_rank=[-8] * 30 + [-6],
        white_rank=[-8] * 31,
    )
    ledger = module.rate(games, Units.players(2), {})
    assert ledger.black.before[30] == ledger.black.after[29] > 1500
    assert ledger.black.adjustment[30] == 0


def test_unusable_parameters():
    with pytest.raises(ParameterError, match="switch_on"):
        egf.rate(random_games(0), Units.players(12), {"switch_on": "April 2021"})
    with pytest.raises(ParameterError, match="floor"):
        egf_2021.rate(random_games(0), Units.players(12), {"floor": "low"})
