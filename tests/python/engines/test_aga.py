"""AGA against its golden tournaments and its own rules."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_checks import column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, Units, aga
from go_ratings.engines.newton import Tridiagonal


def test_tournaments_equal_the_golden_file(golden):
    games = defaultdict(list)
    for game in golden("systems/aga_games"):
        games[game["tournament"]].append(game)
    players = defaultdict(list)
    for player in golden("systems/aga_players"):
        players[player["tournament"]].append(player)
    for name, rows in players.items():
        code = {row["player"]: number for number, row in enumerate(rows)}
        mean, sigma = aga.seeds(
            column(rows, "entry_seed"),
            column(rows, "prev_rating"),
            column(rows, "prev_sigma"),
            np.nan_to_num(column(rows, "days_since")),
            column(rows, "won") == 1,
        )
        assert np.abs(mean - column(rows, "seed")).max() < 1e-6
        assert np.abs(sigma - column(rows, "seed_sigma")).max() < 1e-6
        black, white = (np.array([code[game[side]] for game in games[name]]) for side in ("black", "white"))
        rating, deviation, moved = aga.tournament(
            black,
            white,
            np.array([game["winner"] == "B" for game in games[name]]),
            column(games[name], "handicap").astype(int),
            column(games[name], "komi"),
            mean,
            sigma,
        )
        assert np.abs(rating - column(rows, "rating")).max() < 1e-6
        assert np.abs(deviation - column(rows, "sigma")).max() < 1e-6
        assert np.abs(rating - column(rows, "up_rating")).max() < 1e-2
        way = np.bincount(black, moved[0], len(rows)) + np.bincount(white, moved[1], len(rows))
        assert np.abs(aga.close_gap(rating) - aga.close_gap(mean) - way).max() < 1e-8


def test_game_parameters_equal_the_golden_file(golden):
    rows = golden("systems/aga_game_params")
    handicap, komi = column(rows, "handicap").astype(int), column(rows, "komi")
    assert np.abs(aga.head_start(handicap, komi) - column(rows, "d")).max() < 1e-9
    assert np.abs(aga.game_sigma(handicap, komi) - column(rows, "sigma")).max() < 1e-9
    white = 1 - aga.expected_score(3.5, 3.5, handicap, komi, {})
    assert np.abs(white - column(rows, "p_white_equal")).max() < 1e-9


def test_equivalence_equals_the_golden_file(golden):
    rows = golden("systems/igs_equivalence")
    assert (
        np.abs(aga.head_start(column(rows, "H").astype(int), column(rows, "komi")) - column(rows, "aga")).max() < 1e-9
    )


def test_entry_sigma_equals_the_golden_file(golden):
    rows = golden("systems/aga_init_sigma")
    assert np.abs(aga.entry_sigma(column(rows, "seed")) - column(rows, "sigma")).max() < 1e-6


def test_the_knots_are_the_golden_ones(golden):
    rows = golden("systems/aga_sigma_knots")
    assert column(rows, "sigma").tolist() == list(aga.KNOT_SIGMAS)
    assert column(rows, "x")[0] == aga.FIRST_KNOT


@pytest.mark.parametrize(
    ("handicap", "komi", "rated"),
    [
        (9, 0.5, True),
        (10, 0.5, False),
        (2, 10, False),
        (2, -9.5, True),
        (0, 20, True),
        (1, -20, False),
        (0, -19.5, True),
        (0, np.nan, True),
    ],
)
def test_games_out_of_bounds(handicap, komi, rated):
    assert aga.rateable(handicap, komi) == rated


@given(st.floats(-60, 12).filter(lambda x: x != 0))
def test_the_gap_opens_and_closes(closed):
    rating = aga.open_gap(closed)
    assert abs(rating) >= 1
    assert aga.close_gap(rating) == pytest.approx(closed, abs=1e-12)


def test_log_normal_cdf_in_both_tails():
    z = np.array([-29.999999, -30.000001, -50.0, 0.0, 6.0, 12.0])
    value = aga.log_normal_cdf(z)
    assert value[0] == pytest.approx(value[1], abs=1e-4)
    assert value[2] == pytest.approx(-1254.8313611394194, abs=1e-9)
    assert value[3] == pytest.approx(-0.6931471805599453, abs=1e-15)
    # What the function lacks to 1, from tables of the tail.
    assert value[4] == pytest.approx(-9.865876450e-10, rel=1e-8)
    assert value[5] == pytest.approx(-1.776482112e-33, rel=1e-8)


def test_a_game_whose_result_was_certain_moves_next_to_nothing():
    """14 kyu beats 21 kyu in an even game: the likelihood is flat where the ratings are."""
    games = Games.of([0], [1], [0.0], komi=[7.5], black_rank=[-21.0], white_rank=[-14.0])
    rating = aga.rate(games, Units.players(2), {}).final["rating"]
    assert rating == pytest.approx([-21.5, -14.5], abs=2e-9)
    assert rating[0] != -21.5 != rating[1] + 7.0


def test_cyclic_reduction_solves_tridiagonal_systems():
    random = np.random.default_rng(4)
    for n in (1, 2, 3, 4, 5, 17, 64, 65):
        link = random.uniform(0, 3, max(n - 1, 0)) * (random.random(max(n - 1, 0)) < 0.8)
        own = random.uniform(0.1, 1, n)
        matrix = np.diag(own)
        for k in range(n - 1):
            matrix[k : k + 2, k : k + 2] += link[k] * np.array([[1, -1], [-1, 1]])
        right_side = random.normal(size=n)
        x = Tridiagonal(own, link).solve(right_side)
        assert np.abs(x - np.linalg.solve(matrix, right_side)).max() < 1e-9


def test_a_win_in_the_tournament_promotes_but_does_not_tell_the_prediction():
    """The declared jump counts only with a win; the chance of that win must not know it."""
    ranks = {"black_rank": [0, 0, 4, 4], "white_rank": [0, 0, 0, 0]}
    ledgers = [
        aga.rate(
            Games.of([0] * 4, [1] * 4, [1, 0, won, 0], day=[0, 0, 9, 9], batch=[0, 0, 1, 1], komi=[7.5] * 4, **ranks),
            Units.players(2),
            {},
        )
        for won in (1.0, 0.0)
    ]
    assert ledgers[0].black.expected.tolist() == ledgers[1].black.expected.tolist()
    assert ledgers[0].black.before[2] == 5.5 != ledgers[1].black.before[2]
    assert ledgers[0].black.rating_used[2] == ledgers[1].black.rating_used[2]


def test_three_ranks_above_the_rating_make_a_fresh_start():
    """Who declares exactly three ranks more and wins is taken as new, with less than three only lifted."""
    mean, sigma = aga.seeds(
        np.array([4.5, 4.5]), np.array([1.5, 1.6]), np.array([0.5, 0.5]), np.zeros(2), np.ones(2, np.bool_)
    )
    lift = 4.5 - 1.6
    assert mean == pytest.approx([4.5, 1.6 + 0.024746 + 0.32127 * lift])
    assert sigma == pytest.approx([float(aga.entry_sigma(4.5)), (0.25 + 0.256 * lift**1.9475) ** 0.5])


def test_uncertainty_grows_from_the_last_day_of_the_last_tournament():
    """One of days 0 to 40, the next on day 140: a hundred days at 0.0005 a day."""
    games = Games.of(
        [0, 0, 0], [1, 1, 1], [1, 0, 1], day=[0, 40, 140], batch=[0, 0, 1], black_rank=[0] * 3, white_rank=[0] * 3
    )
    ledger = aga.rate(games, Units.players(2), {})
    grown = ledger.black.deviation_before[2] ** 2 - ledger.black.deviation_after[1] ** 2
    assert grown == pytest.approx((100 * 0.0005) ** 2, abs=1e-9)


def test_what_is_not_rated_moves_nothing():
    games = Games.of(
        [0, 0, 0],
        [1, 1, 1],
        [0.5, 1, 1],
        handicap=[0, 10, 0],
        komi=[7.5, 0.5, 7.5],
        black_rank=[0, 0, 0],
        white_rank=[0, 0, np.nan],
        batch=[0, 0, 1],
        day=[0, 0, 1],
    )
    ledger = aga.rate(games, Units.players(2), {})
    assert ledger.rated.tolist() == [False, False, False]
    assert np.array_equal(ledger.black.before, ledger.black.after)
    rated = aga.rate(games, Units.players(2), {"start": 0})
    assert rated.rated.tolist() == [False, False, True]
    assert rated.black.after[2] > rated.black.before[2]


def test_final_ratings_are_the_last_ones_shown():
    games = random_games(5)
    ledger = aga.rate(games, Units.players(12), {})
    last = {}
    for game in range(len(games)):
        last[games.black[game]], last[games.white[game]] = ledger.black.after[game], ledger.white.after[game]
    for unit, rating in last.items():
        assert ledger.final["rating"][unit] == pytest.approx(rating, abs=1e-12)
        assert abs(rating) >= 1


@pytest.mark.parametrize("seed", range(3))
def test_ledger_invariants(seed):
    tells_no_future(aga.rate, random_games(seed), {})


def test_unhappy_input():
    assert "games not rated" in unhappy(aga.rate, {})
    assert "games not rated" in unhappy(aga.rate, {"start": 0})
