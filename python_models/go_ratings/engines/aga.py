"""AGA (American Go Association): Bayesian ratings, one update per tournament.

Source: the association's published program and paper (certain: seeding, game model, sigma grid).
Open there: tournaments on one day (here by code), and games by declared rank alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings.engines.base import (
    BoolArray,
    FloatArray,
    Games,
    IntArray,
    Ledger,
    Side,
    System,
    Units,
    between_players,
    declared_ranks,
    known_komi,
    number,
    numbered_by_appearance,
    only_known,
    told_komi,
    with_adjustments,
)
from go_ratings.engines.batches import in_a_row, in_turn
from go_ratings.engines.newton import Problem, Terms, maximise

PARAMETERS = {"start"}

SYSTEM = System(
    name="aga",
    title="AGA",
    update="tournament",
    scale="aga",
    state=("rating", "deviation"),
    start="declared rank",
    floor=None,
    jigo="not rated",
    handicap=True,
    reset="declared rank at least one above the rating, with a win in the tournament; only upward",
    probability="1-Phi((White-Black-d)/sigma) without the gap, d and sigma by handicap and komi",
    source="the association's program and paper (certain); order on one day by code is ours",
)

FAIR_KOMI = 7.5
MOST_STONES = 9
# sigma_game at no komi for 2 … 9 stones
HANDICAP_SIGMA = np.array([1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614])
GROWTH_PER_DAY = 0.0005
# Entry sigma at -49.5, -48.5 … 8.5 (ranks without the gap): knots of a natural cubic spline.
KNOT_SIGMAS: tuple[float, ...] = (
    5.73781,
    5.63937,
    5.54098,
    5.44266,
    5.34439,
    5.24619,
    5.14806,
    5.05,
    4.95202,
    4.85412,
    4.75631,
    4.65859,
    4.56098,
    4.46346,
    4.36606,
    4.26878,
    4.17163,
    4.07462,
    3.97775,
    3.88104,
    3.78451,
    3.68816,
    3.59201,
    3.49607,
    3.40037,
    3.30492,
    3.20975,
    3.11488,
    3.02035,
    2.92617,
    2.8324,
    2.73907,
    2.64622,
    2.55392,
    2.46221,
    2.37118,
    2.2809,
    2.19146,
    2.10297,
    2.01556,
    1.92938,
    1.84459,
    1.76139,
    1.68003,
    1.60078,
    1.52398,
    1.45,
    1.37931,
    1.31244,
    1.25,
    1.19269,
    1.14127,
    1.09659,
    1.05948,
    1.03078,
    1.01119,
    1.00125,
    1.0,
    1.0,
)
FIRST_KNOT = -49.5
SIGMA_ABOVE, SIGMA_BELOW = (7.5, 1.0), (-50.5, 6.0)


def close_gap(rating: Any) -> FloatArray:
    """Ratings without the hole between -1 and 1: one less above it, one more below; any shape."""
    rating = np.asarray(rating, np.float64)
    return np.where(rating > 0.0, rating - 1.0, rating + 1.0)


def open_gap(closed: Any) -> FloatArray:
    """The inverse of close_gap: from 0 on up by one, below 0 down by one; any shape."""
    closed = np.asarray(closed, np.float64)
    return np.where(closed >= 0.0, closed + 1.0, closed - 1.0)


def entry_seed(rank: Any) -> FloatArray:
    """Rating of a declared rank number: the middle of the rank, 3d = 3.5, 5k = -5.5; any shape."""
    rank = np.asarray(rank, np.float64)
    return np.where(rank >= 0.0, rank + 1.5, rank - 0.5)


def _spline_bends() -> FloatArray:
    """Second derivatives of the natural cubic spline through the knots, which are one apart."""
    y = np.array(KNOT_SIGMAS)
    inner = len(y) - 2
    matrix = 4.0 * np.eye(inner) + np.eye(inner, k=1) + np.eye(inner, k=-1)
    bends = np.zeros(len(y))
    bends[1:-1] = np.linalg.solve(matrix, 6.0 * (y[:-2] - 2.0 * y[1:-1] + y[2:]))
    return bends


_BENDS = _spline_bends()


def entry_sigma(seed: Any) -> FloatArray:
    """Standard deviation (ranks) of a new player by entry seed; any shape, NaN stays.

    The spline at the seed without its gap; 1 above 7.5 and 6 below -50.5.
    """
    seed = np.asarray(seed, np.float64)
    y = np.array(KNOT_SIGMAS)
    x = np.clip(np.nan_to_num(close_gap(seed)) - FIRST_KNOT, 0.0, len(y) - 1.0)
    k = np.minimum(x.astype(np.int64), len(y) - 2)
    t = x - k
    bend = ((1.0 - t) ** 3 - (1.0 - t)) * _BENDS[k] + (t**3 - t) * _BENDS[k + 1]
    spline = (1.0 - t) * y[k] + t * y[k + 1] + bend / 6.0
    sigma = np.where(seed > SIGMA_ABOVE[0], SIGMA_ABOVE[1], np.where(seed < SIGMA_BELOW[0], SIGMA_BELOW[1], spline))
    return np.where(np.isnan(seed), np.nan, sigma)


def head_start(handicap: Any, komi: Any) -> FloatArray:
    """What handicap and komi are worth to Black in ranks (Waldron's d); any shape.

    0.580 - 0.0757·komi up to one stone, H - 0.0757·komi from two. Unknown komi counts as 7.5 in
    an even game, else as none.
    """
    handicap = np.asarray(handicap)
    komi = known_komi(komi, handicap, FAIR_KOMI)
    return np.where(handicap >= 2, handicap, 0.580) - 0.0757 * komi


def game_sigma(handicap: Any, komi: Any) -> FloatArray:
    """Standard deviation (ranks) of a game's outcome; any shape. Past 9 stones as with 9."""
    handicap = np.asarray(handicap)
    komi = known_komi(komi, handicap, FAIR_KOMI)
    even = 1.0649 - 0.0021976 * komi + 0.00014984 * komi**2
    with_stones = HANDICAP_SIGMA[np.clip(handicap, 2, MOST_STONES).astype(np.int64) - 2] - 0.0035169 * komi
    return np.where(handicap >= 2, with_stones, even)


def rateable(handicap: Any, komi: Any) -> BoolArray:
    """Whether the association rates a game with this handicap and komi; any shape.

    Not above 9 stones, not with stones and a komi of 10 or more either way, not with a komi of
    -20 or less in an even game.
    """
    handicap = np.asarray(handicap)
    komi = known_komi(komi, handicap, FAIR_KOMI)
    return np.where(handicap >= 2, (handicap <= MOST_STONES) & (np.abs(komi) < 10.0), komi > -20.0)


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, by both ratings (with the gap); broadcasts."""
    gap = close_gap(rating_a) + head_start(handicap, komi) - close_gap(rating_b)
    return normal_cdf(gap / game_sigma(handicap, komi))


def normal_cdf(z: Any) -> FloatArray:
    """The standard normal distribution function; any shape. (numpy has none.)"""
    z = np.asarray(z, np.float64)
    flat = [0.5 * math.erfc(-value * math.sqrt(0.5)) for value in z.ravel().tolist()]
    return np.array(flat).reshape(z.shape)


def log_normal_cdf(z: FloatArray) -> FloatArray:
    """Its logarithm to full precision on both sides; any shape.

    Above 0 from what the function lacks to 1; where the function itself underflows by its series.
    """
    z = np.asarray(z, np.float64)
    far = z < -30.0
    q = 1.0 / np.where(far, z, -30.0) ** 2
    series = np.log1p(-q * (1.0 - q * (3.0 - q * (15.0 - 105.0 * q))))
    tail = -0.5 / q + 0.5 * np.log(q) - 0.5 * math.log(2.0 * math.pi) + series
    smaller = normal_cdf(-np.abs(np.where(far, 0.0, z)))
    near = np.log(np.where(z > 0.0, 1.0, smaller))
    return np.where(far, tail, np.where(z > 0.0, np.log1p(-smaller), near))


def seeds(
    entry: FloatArray, rating: FloatArray, sigma: FloatArray, days: FloatArray, won: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Rating and deviation that players bring into a tournament; arrays of one entry a player.

    entry         seed of the declared rank
    rating, sigma from the last tournament, NaN for a new player
    days          since then
    won           whether the player wins a game of this tournament

    A new player takes the entry seed and the spline's sigma. A player who declares 3 ranks or more above
    the rating and wins does too; one who declares 1 to 3 ranks above it and wins is lifted part of
    the way; everyone else keeps the rating, even with a weaker rank, and grows uncertain with
    time. The difference leaves out the gap of two between dan and kyu.
    """
    above = entry - rating - np.where(np.sign(entry) != np.sign(rating), 2.0 * np.sign(entry), 0.0)
    above = np.nan_to_num(above, nan=-np.inf)
    fresh = np.isnan(rating) | (won & (above >= 3.0))
    lifted = won & (above >= 1.0) & ~fresh
    lift = np.where(lifted, above, 0.0)
    mean = np.where(fresh, entry, np.where(lifted, rating + 0.024746 + 0.32127 * lift, rating))
    growth = np.where(lifted, 0.256 * lift**1.9475, (GROWTH_PER_DAY * days) ** 2)
    return mean, np.where(fresh, entry_sigma(entry), np.sqrt(sigma**2 + growth))


def tournament(
    black: IntArray,
    white: IntArray,
    black_won: BoolArray,
    handicap: IntArray,
    komi: FloatArray,
    mean: FloatArray,
    sigma: FloatArray,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Rate one tournament: ratings, deviations, and what each game moved.

    Games are arrays of one entry per game, `black` and `white` index the players; `mean` (with the
    gap) and `sigma` are the players' seeds. The rating is the mode of the posterior (gradient
    below 1e-10); the deviation is the second moment about it over the association's grid of 100
    points, sigma/10 apart from -5.05 sigma on, with the other players at their modes.

    The third result has shape (2, games): ranks by which a game moved Black and White. They sum
    to the whole way from seed to mode, since that is sigma² times the gradient of the games.
    """
    prior_mean, scale = close_gap(mean), 1.0 / game_sigma(handicap, komi)
    sign = np.where(black_won, 1.0, -1.0)
    offset = head_start(handicap, komi)

    def curve(gap: FloatArray) -> Terms:
        z = sign * scale * gap
        hazard = np.exp(-0.5 * z * z - log_normal_cdf(z)) / math.sqrt(2.0 * math.pi)
        return Terms(np.zeros(len(gap)), sign * scale * hazard, scale * scale * hazard * np.maximum(z + hazard, 0.0))

    def prior(x: FloatArray) -> Terms:
        return Terms(np.zeros(len(x)), (prior_mean - x) / sigma**2, 1.0 / sigma**2)

    problem = Problem(black, white, offset, curve, prior, np.zeros(max(len(mean) - 1, 0)))
    mode = maximise(problem, prior_mean, tolerance=1e-10)

    slope = curve(mode[black] - mode[white] + offset).rest
    moved = np.stack([slope * sigma[black] ** 2, -slope * sigma[white] ** 2])

    steps = (np.arange(100) - 50.5) / 10.0
    grid = steps * sigma[:, None]
    log_density = -0.5 * ((mode[:, None] + grid - prior_mean[:, None]) / sigma[:, None]) ** 2
    away = mode[black] - mode[white] + offset
    for player, direction in ((black, 1.0), (white, -1.0)):
        z = (sign * scale)[:, None] * (away[:, None] + direction * grid[player])
        np.add.at(log_density, player, log_normal_cdf(z))
    density = np.exp(log_density - log_density.max(axis=1, initial=-np.inf, keepdims=True))
    deviation = np.sqrt((density * grid**2).sum(axis=1) / density.sum(axis=1))
    return open_gap(mode), deviation, moved


@numbered_by_appearance
def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Rate tournament by tournament, in the order in which they end.

    Parameter: `start` (rank number taken where a unit declares no rank and has no rating yet;
    without it such games aren't rated, as at the association).

    The ledger's `expected` comes from the ratings when the tournament starts, without what
    seeding makes of a later win in it: a promoted player is expected at the old rating
    (`rating_used`) but moves from the seed (`before` of the first game). Within a tournament the
    games follow each other by the part that each one moved (on the scale without the gap, the
    gap being put back). Games that aren't rated: jigo, more than 9 stones, odd komi (see
    rateable), no rank, a pool against a pool.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    start = number(parameters, "start") if "start" in parameters else math.nan
    n, count = len(games), len(units)
    sides = np.stack([games.black, games.white])
    rank = np.stack([games.black_rank, games.white_rank])
    rating, sigma, last_day = np.full((3, count), np.nan)
    before, after, used, expected, deviation_before, deviation_after = np.zeros((6, 2, n))
    komi = told_komi(games)
    playable = between_players(games, units) & (games.score != 0.5) & rateable(games.handicap, komi)
    rated = np.zeros(n, np.bool_)
    fallback = float(entry_seed(0.0 if math.isnan(start) else start))

    for what, batch in in_turn(games):
        at = batch.games
        who, place = np.unique(sides[:, at], return_inverse=True)
        place = place.reshape(2, len(at))
        declared = declared_ranks(place, rank[:, at], len(who))
        new = np.isnan(rating[who])
        entry = entry_seed(np.where(np.isnan(declared) & new, start, declared))
        if what == "play":
            known = np.where(new, np.where(np.isnan(entry), fallback, entry), rating[who])
            used[:, at] = known[place]
            expected[0, at] = expected_score(used[0, at], used[1, at], games.handicap[at], komi[at], {})
            continue

        has_seed = ~(new & np.isnan(entry))
        rated[at] = playable[at] & has_seed[place[0]] & has_seed[place[1]]
        counts = rated[at]
        won = np.zeros(len(who), np.bool_)
        won[place[0][counts & (games.score[at] == 1.0)]] = True
        won[place[1][counts & (games.score[at] == 0.0)]] = True
        plays = np.zeros(len(who), np.bool_)
        plays[place[:, counts]] = True

        days = batch.first_day - np.nan_to_num(last_day[who], nan=batch.first_day)
        mean, spread = seeds(entry, rating[who], sigma[who], np.maximum(days, 0.0), won)
        mean = np.where(np.isnan(mean), fallback, mean)
        spread = np.where(np.isnan(spread), entry_sigma(fallback), spread)
        new_index = np.cumsum(plays) - 1
        mode, new_sigma, moved = tournament(
            new_index[place[0][counts]],
            new_index[place[1][counts]],
            games.score[at][counts] == 1.0,
            games.handicap[at][counts],
            komi[at][counts],
            mean[plays],
            spread[plays],
        )
        closing, closing_sigma = mean.copy(), spread.copy()
        closing[plays], closing_sigma[plays] = mode, new_sigma

        steps = np.zeros((2, len(at)))
        steps[:, counts] = moved
        shown = in_a_row(place, steps, close_gap(mean), close_gap(closing))
        before[:, at], after[:, at] = open_gap(shown[0]), open_gap(shown[1])
        deviation_before[:, at] = spread[place]
        deviation_after[:, at] = closing_sigma[place]
        rating[who[plays]], sigma[who[plays]] = mode, new_sigma
        last_day[who[plays]] = batch.last_day

    expected[1] = 1.0 - expected[0]
    none = np.full(n, np.nan)
    black, white = (
        Side(before[s], after[s], expected[s], none, deviation_before[s], deviation_after[s], used[s]) for s in (0, 1)
    )
    left_out = int((~rated).sum())
    why = "jigo, handicap or komi out of bounds, no rank, or pools"
    notes = (f"{left_out} games not rated: {why}",) if left_out else ()
    ledger = Ledger(black, white, notes, rated=rated, final={"rating": rating, "deviation": sigma})
    return with_adjustments(games, ledger)
