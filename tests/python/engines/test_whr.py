"""WHR against its golden maxima, the interpolation, and its promise to predict from the past."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_checks import PLAYERS, column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, ParameterError, Units, whr

SCORES = {"B": 1.0, "W": 0.0, "D": 0.5}


def fitted(rows: list[dict[str, str]], drift: float, virtual_games: float) -> tuple[whr.Fit, dict[str, int]]:
    """The fit of golden games, and the code of every player's name."""
    names = sorted({row[side] for row in rows for side in ("black", "white")})
    code = {name: number for number, name in enumerate(names)}
    black, white = (np.array([code[row[side]] for row in rows]) for side in ("black", "white"))
    score = np.array([SCORES[row["winner"]] for row in rows])
    advantage = np.array([float(row.get("advantage", 0)) for row in rows])
    return whr.fit(black, white, score, column(rows, "day").astype(int), advantage, drift, virtual_games), code


def compare(fit: whr.Fit, code: dict[str, int], rows: list[dict[str, str]]) -> None:
    """Elo and sigma of golden rows to 1e-6."""
    node = {pair: number for number, pair in enumerate(zip(fit.unit.tolist(), fit.day.tolist()))}
    assert len(node) == len(rows)
    at = [node[code[row["player"]], int(row["day"])] for row in rows]
    assert np.abs(fit.rating[at] - column(rows, "elo")).max() < 1e-6
    assert np.abs(fit.deviation[at] - column(rows, "sigma")).max() < 1e-6


def test_200_games_equal_the_golden_file(golden):
    games = golden("whr/games_200")
    settings_of = defaultdict(list)
    for row in golden("whr/ratings_200"):
        settings_of[float(row["w2"]), float(row["prior"])].append(row)
    assert len(settings_of) == 9
    for (drift, virtual_games), rows in settings_of.items():
        compare(*fitted(games, drift, virtual_games), rows)


def test_examples_equal_the_golden_file(golden):
    games, ratings = defaultdict(list), defaultdict(list)
    for row in golden("whr/examples_games"):
        games[row["set"]].append(row)
    for row in golden("whr/examples_ratings"):
        ratings[row["set"]].append(row)
    for name, rows in ratings.items():
        compare(*fitted(games[name], float(rows[0]["w2"]), float(rows[0]["prior"])), rows)


def test_interpolation_equals_the_golden_file(golden):
    games = [
        {"black": "shusaku", "white": "shusai", "winner": winner, "day": day}
        for winner, day in (("B", 1), ("W", 2), ("W", 3), ("W", 4), ("W", 4), ("B", 30))
    ]
    fit, code = fitted(games, 60.0, 1.0)
    rows = golden("whr/interpolation")
    rating, deviation = whr.at(fit, code["shusaku"], column(rows, "day"))
    assert np.abs(rating - column(rows, "elo")).max() < 1e-6
    assert np.abs(deviation - column(rows, "sigma")).max() < 1e-6
    with pytest.raises(ValueError, match="no games"):
        whr.at(fit, 9, np.array([1]))


def test_all_on_one_day_is_bradley_terry(golden):
    games = [row | {"day": "0"} for row in golden("whr/games_5000")]
    fit, code = fitted(games, 14.0, 1.0)
    for row in golden("systems/bradley_terry_5000"):
        assert fit.rating[code[row["player"]]] == pytest.approx(float(row["virtual"]), abs=1e-6)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.5, 500), st.floats(0.2, 3))
def test_the_gradient_vanishes(seed, drift, virtual_games):
    """Whatever the games and the prior, every curve is where its results and its prior balance."""
    games = random_games(seed, 40)
    fit = whr.fit(games.black, games.white, games.score, games.day, np.zeros(40), drift, virtual_games)
    node = {pair: number for number, pair in enumerate(zip(fit.unit.tolist(), fit.day.tolist()))}
    x = fit.rating * whr.NATS_PER_ELO
    gradient = np.zeros(len(x))
    for black, white, score, day in zip(games.black, games.white, games.score, games.day):
        b, w = node[black, day], node[white, day]
        surprise = score - 1 / (1 + np.exp(x[w] - x[b]))
        gradient[b] += surprise
        gradient[w] -= surprise
    for k in range(len(x)):
        if k == 0 or fit.unit[k] != fit.unit[k - 1]:
            gradient[k] += virtual_games * (1 - 2 / (1 + np.exp(-x[k])))
        else:
            pull = (x[k] - x[k - 1]) / (drift * whr.NATS_PER_ELO**2 * (fit.day[k] - fit.day[k - 1]))
            gradient[k] -= pull
            gradient[k - 1] += pull
    assert np.abs(gradient).max() < 1e-8


def test_order_within_a_day_does_not_matter():
    games = random_games(8)
    order = np.lexsort((np.random.default_rng(1).random(len(games)), games.day))
    shuffled = Games(**{name: getattr(games, name)[order] for name in Games.__dataclass_fields__})
    one, other = (whr.rate(g, Units.players(PLAYERS), {"refit_days": 50}) for g in (games, shuffled))
    assert np.abs(one.black.expected[order] - other.black.expected).max() < 1e-9
    assert np.abs(one.final["rating"] - other.final["rating"]).max() < 1e-6


def test_with_a_refit_every_day_predictions_are_those_of_the_exact_maximum():
    games = random_games(11)
    ledger = whr.rate(games, Units.players(PLAYERS), {"refit_days": 1, "black_advantage": 10})
    advantage = whr.advantage(games.handicap, {"black_advantage": 10})
    checked = 0
    for day in np.unique(games.day)[3::4]:
        past, today = games.day < day, games.day == day
        fit = whr.fit(games.black[past], games.white[past], games.score[past], games.day[past], advantage[past])
        for game in np.flatnonzero(today):
            for unit, side in ((games.black[game], ledger.black), (games.white[game], ledger.white)):
                if unit in fit.unit:
                    rating, deviation = whr.at(fit, unit, np.array([day]))
                    assert side.rating_used[game] == pytest.approx(rating[0], abs=1e-4)
                    assert side.deviation_before[game] == pytest.approx(deviation[0], abs=1e-4)
                    checked += 1
    assert checked > 10


def test_games_of_a_day_share_what_they_move():
    """Single steps differ, but the day ends where the local maximum is: results against results."""
    games = Games.of([0, 0, 1], [1, 2, 2], [1, 0, 1])
    ledger = whr.rate(games, Units.players(3), {})
    assert ledger.black.rating_used.tolist() == [0, 0, 0]
    assert ledger.black.expected.tolist() == [0.5] * 3
    assert ledger.black.after[1] == pytest.approx(0.0, abs=1e-9)
    assert ledger.white.after[0] == ledger.black.before[2]


def test_history_and_final_are_the_fit_over_all_games():
    games = random_games(3)
    ledger = whr.rate(games, Units.players(PLAYERS), {"drift": 60})
    fit = whr.fit(games.black, games.white, games.score, games.day, whr.advantage(games.handicap, {}), 60.0)
    assert np.abs(ledger.history.rating - fit.rating).max() < 1e-6
    assert np.abs(ledger.history.deviation - fit.deviation).max() < 1e-6
    for unit in range(PLAYERS):
        assert ledger.final["rating"][unit] == pytest.approx(fit.rating[fit.unit == unit][-1], abs=1e-6)


@pytest.mark.parametrize("every", [1, 30, 1000])
@pytest.mark.parametrize("seed", range(2))
def test_ledger_invariants(seed, every):
    tells_no_future(whr.rate, random_games(seed), {"refit_days": every})


def test_later_games_change_no_earlier_prediction():
    games = random_games(6)
    head = Games(**{name: getattr(games, name)[:40] for name in Games.__dataclass_fields__})
    whole, part = (whr.rate(g, Units.players(PLAYERS), {}) for g in (games, head))
    assert np.array_equal(whole.black.expected[:40], part.black.expected)


def test_unhappy_input():
    assert unhappy(whr.rate, {}) == ""
    ledger = whr.rate(Games.of([0], [0], [1]), Units.players(2), {})
    assert ledger.rated.tolist() == [False]
    assert np.isnan(ledger.final["rating"]).all()


def test_two_who_never_lost_have_finite_ratings():
    games = Games.of([0, 1] * 20, [2, 2] * 20, [1, 1] * 20, day=np.arange(40))
    ledger = whr.rate(games, Units.players(3), {})
    assert np.isfinite(ledger.final["rating"]).all()
    assert ledger.final["rating"][0] == pytest.approx(ledger.final["rating"][1], abs=20)


def test_unusable_parameters():
    for name, value in (("drift", 0), ("virtual_games", -1), ("refit_days", 0.5), ("tolerance", 0)):
        with pytest.raises(ParameterError, match=name):
            whr.rate(random_games(0), Units.players(PLAYERS), {name: value})


# Where results are all but certain, slopes cancel down to 1e-13 and a small gradient says nothing. -------


def test_a_loss_with_any_stones_is_at_the_exact_maximum():
    """By symmetry Black is at -x and White at x; x was solved for in 60 digits."""
    exact = {25: 1265.1771370068033, 60: 3015.1373344335337, 99: 4965.1373327552199}
    for stones, rating in exact.items():
        ledger = whr.rate(Games.of([0], [1], [0.0], handicap=[stones]), Units.players(2), {})
        assert ledger.final["rating"] == pytest.approx([-rating, rating], abs=1e-9)


def test_a_strength_is_not_less_known_than_if_all_were_as_likely():
    """After a loss with 99 stones the curve is straight: its curvature would make a deviation of 140 million."""
    games = Games.of([0, 0, 1], [1, 1, 0], [0, 0, 0], handicap=[99, 99, 0], day=[0, 1, 2])
    ledger = whr.rate(games, Units.players(2), {})
    reach = 98.5 * 150.0 / 12.0**0.5
    assert ledger.black.deviation_after[0] == pytest.approx(reach)
    assert np.abs(ledger.black.after).max() < 2 * 98.5 * 150.0


def newton_step(fit: whr.Fit, games: Games, drift: Decimal, virtual: Decimal) -> Decimal:
    """The longest entry (Elo) of the Newton step from a fit, with 80 digits: how far it is from the maximum."""
    with localcontext() as context:
        context.prec = 80
        nats = Decimal(10).ln() / 400

        def chance(gap: Decimal) -> Decimal:
            return 1 / (1 + (-gap).exp())

        node = {pair: number for number, pair in enumerate(zip(fit.unit.tolist(), fit.day.tolist()))}
        x = [Decimal(rating) * nats for rating in fit.rating.tolist()]
        slope = [Decimal(0)] * len(x)
        matrix = [[Decimal(0)] * len(x) for _ in x]

        def tie(one: int, other: int, pull: Decimal, stiffness: Decimal) -> None:
            slope[one] += pull
            slope[other] -= pull
            for here, there in ((one, other), (other, one)):
                matrix[here][here] += stiffness
                matrix[here][there] -= stiffness

        ahead = whr.advantage(games.handicap, {})
        columns = (games.black, games.white, games.score, games.day, ahead)
        for black, white, score, day, points in zip(*(column.tolist() for column in columns)):
            one, other = node[black, day], node[white, day]
            p = chance(x[one] - x[other] + Decimal(points) * nats)
            tie(one, other, Decimal(score) - p, p * (1 - p))
        for k in range(len(x)):
            if k and fit.unit[k] == fit.unit[k - 1]:
                link = 1 / (drift * nats * nats * int(fit.day[k] - fit.day[k - 1]))
                tie(k - 1, k, link * (x[k] - x[k - 1]), link)
            else:
                p = chance(x[k])
                slope[k] += virtual * (1 - 2 * p)
                matrix[k][k] += 2 * virtual * p * (1 - p)
        for k in range(len(x)):
            for row in range(k + 1, len(x)):
                share = matrix[row][k] / matrix[k][k]
                slope[row] -= share * slope[k]
                matrix[row] = [below - share * above for below, above in zip(matrix[row], matrix[k])]
        for k in reversed(range(len(x))):
            slope[k] = (slope[k] - sum(matrix[k][j] * slope[j] for j in range(k + 1, len(x)))) / matrix[k][k]
        return max(abs(step) for step in slope) / nats


@pytest.mark.parametrize(
    ("black", "white", "score", "handicap", "day"),
    [
        ([0, 0], [1, 1], [0, 0], [48, 60], [0, 0]),
        ([0, 0], [1, 1], [0, 0], [48, 60], [0, 1]),
        ([0, 1], [1, 2], [0, 0], [48, 60], [0, 1]),
        ([0, 1], [1, 0], [0, 0], [48, 60], [0, 9]),
        ([0, 0], [1, 1], [0, 0], [99, 99], [0, 1]),
        ([0, 0, 2], [1, 1, 0], [0, 0, 0.5], [99, 0, 0], [0, 1, 2]),
        ([0, 1, 2], [1, 2, 3], [0, 0, 0], [99, 99, 99], [0, 0, 0]),
    ],
)
def test_games_of_many_stones_are_at_the_exact_maximum(black, white, score, handicap, day):
    games = Games.of(black, white, score, handicap=handicap, day=day)
    fit = whr.fit(games.black, games.white, games.score, games.day, whr.advantage(games.handicap, {}))
    assert newton_step(fit, games, Decimal(14), Decimal(1)) < Decimal("1e-4")
    assert (fit.deviation <= 4265.2).all()
    ledger = whr.rate(games, Units.players(4), {"refit_days": 1})
    assert ledger.history.rating == pytest.approx(fit.rating, abs=1e-3)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_odd_games_are_at_the_exact_maximum(seed):
    """With more stones, sums of ordinary slopes round by what decides where a whole group stands."""
    random = np.random.default_rng(seed)
    black = random.integers(0, 4, 8)
    white = (black + random.integers(1, 4, 8)) % 4
    day = np.sort(random.integers(0, 3, 8))
    games = Games.of(black, white, random.choice([0, 0.5, 1], 8), handicap=random.integers(0, 61, 8), day=day)
    fit = whr.fit(games.black, games.white, games.score, games.day, whr.advantage(games.handicap, {}))
    assert newton_step(fit, games, Decimal(14), Decimal(1)) < Decimal("1e-3")


def test_stones_are_worth_points():
    assert whr.advantage(np.array([0, 1, 2, 13]), {"black_advantage": -20}).tolist() == [-20, 75, 225, 1875]
    games = replace(random_games(0), handicap=np.full(60, 9))
    assert (whr.rate(games, Units.players(PLAYERS), {}).black.expected[0]) > 0.99
