"""Whole-History Rating: every player's whole curve of strength, fitted to all games at once.

Source: Coulom, "Whole-History Rating: A Bayesian Rating System for Players of Time-Varying
Strength" (2008): the model, the prior games, the deviation, the interpolation (all certain).
The defaults are the paper's drift of 14 Elo² per day (tuned there for a server's players) and one
virtual win and loss; the value of a stone is this project's own. What the paper leaves to the
program is how to predict from the past alone: see `rate`.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from go_ratings.engines.base import (
    BoolArray,
    FloatArray,
    Games,
    History,
    IntArray,
    Ledger,
    Side,
    System,
    Units,
    between_players,
    logistic,
    number,
    numbered_by_appearance,
    only_known,
    positive,
    with_adjustments,
)
from go_ratings.engines.batches import in_a_row
from go_ratings.engines.newton import (
    LEAST_CURVATURE,
    Problem,
    Terms,
    evaluate,
    held_from_the_left,
    logistic_terms,
    maximise,
    own_variance,
)
from go_ratings.engines.refits import periods, refit_days

PARAMETERS = {"drift", "virtual_games", "black_advantage", "stone_value", "refit_days", "tolerance"}

SYSTEM = System(
    name="whr",
    title="Whole-History Rating",
    update="refit",
    scale="elo",
    state=("rating", "deviation"),
    start="fixed",
    floor=None,
    jigo="half",
    handicap=True,
    reset="none",
    probability="1/(1+10^((White-Black-advantage)/400))",
    source="Coulom 2008 (certain); the value of a stone is this project's own",
)

NATS_PER_ELO = np.log(10.0) / 400.0
# A strength isn't taken to be less known than if all were as likely within the reach of 99 stones (nats²). At the
# maximum between a loss with that many stones and the prior the likelihood is all but straight, so that its curvature
# says nothing of how wide it is.
WIDEST_VARIANCE = (98.5 * 150.0 * NATS_PER_ELO) ** 2 / 12.0

# Steps on one day before help is given to units that Newton's steps don't bring to their maximum.
_NEWTON_ALONE = 6


@dataclass(frozen=True)
class Timeline:
    """The nodes of a fit: every unit on every day it plays, sorted by unit and day.

    unit, day     of each node
    black, white  nodes of each game
    first         whether a node is its unit's first day
    gap           days from a node to the next one of the same unit, 0 at its last
    """

    unit: IntArray
    day: IntArray
    black: IntArray
    white: IntArray
    first: BoolArray
    gap: FloatArray

    @classmethod
    def of(cls, black: IntArray, white: IntArray, day: IntArray) -> Timeline:
        """The timeline of games between `black` and `white` (unit codes) on `day`."""
        pairs = np.stack([np.concatenate([black, white]), np.concatenate([day, day])])
        nodes, node = np.unique(pairs, axis=1, return_inverse=True)
        node = node.reshape(2, len(black))
        same = nodes[0, 1:] == nodes[0, :-1]
        return cls(
            unit=nodes[0],
            day=nodes[1],
            black=node[0],
            white=node[1],
            first=np.concatenate([np.ones(min(1, nodes.shape[1]), np.bool_), ~same]),
            gap=np.where(same, np.diff(nodes[1]), 0).astype(np.float64),
        )

    def before(self, games: int, day: int) -> tuple[Timeline, IntArray]:
        """The timeline of the first `games` games, all before `day`, and its nodes in this one."""
        kept = np.flatnonzero(self.day < day)
        place = np.cumsum(self.day < day) - 1
        unit = self.unit[kept]
        return Timeline(
            unit=unit,
            day=self.day[kept],
            black=place[self.black[:games]],
            white=place[self.white[:games]],
            first=self.first[kept],
            gap=np.where(unit[1:] == unit[:-1], self.gap[kept[:-1]], 0.0),
        ), kept


@dataclass(frozen=True)
class Fit:
    """The maximum: every unit's curve at its playing days, sorted by unit and day; in Elo.

    unit, day    of each node
    rating       0 is the strength of the virtual opponent
    deviation    as the paper has it: from the unit's own games, its opponents held fixed; at most
                 that of WIDEST_VARIANCE
    covariance   with the same unit's next node (Elo²), 0 at its last
    drift        Elo² per day
    """

    unit: IntArray
    day: IntArray
    rating: FloatArray
    deviation: FloatArray
    covariance: FloatArray
    drift: float


def advantage(handicap: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Elo points that Black plays stronger by: `black_advantage` even, else stones; any shape.

    A handicap of H stones is worth (H-0.5)·`stone_value`, so Black's first move alone is half a
    stone. Komi isn't used: what it is worth in an even game is `black_advantage`.
    """
    handicap = np.asarray(handicap)
    even = number(parameters, "black_advantage", 0.0)
    return np.where(handicap >= 1, (handicap - 0.5) * number(parameters, "stone_value", 150.0), even)


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, by both ratings in Elo. Shapes broadcast."""
    gap = np.asarray(rating_a, np.float64) + advantage(handicap, parameters) - rating_b
    return logistic(gap * NATS_PER_ELO)


def _virtual_terms(x: FloatArray, games: FloatArray) -> Terms:
    """Terms of `games` wins and as many losses against strength 0, at strengths `x` (nats)."""
    return logistic_terms(x, np.full(len(x), 0.5)).times(2.0 * games)


def _problem(line: Timeline, score: FloatArray, offset: FloatArray, drift: float, virtual: float) -> Problem:
    """The posterior of a timeline in nats: `offset` in nats to Black, `drift` in nats² per day."""
    linked = line.gap > 0.0
    games_there = np.where(line.first, virtual, 0.0)
    return Problem(
        first=line.black,
        second=line.white,
        offset=offset,
        curve=lambda gap: logistic_terms(gap, score),
        prior=lambda x: _virtual_terms(x, games_there),
        link=np.where(linked, 1.0 / (drift * np.where(linked, line.gap, 1.0)), 0.0),
    )


def fit(
    black: IntArray,
    white: IntArray,
    score: FloatArray,
    day: IntArray,
    black_advantage: FloatArray,
    drift: float = 14.0,
    virtual_games: float = 1.0,
    tolerance: float = 1e-9,
) -> Fit:
    """The maximum of the posterior over all games; arrays of one entry a game.

    `score` is Black's, `black_advantage` in Elo, `drift` in Elo² per day; `virtual_games` wins and
    as many losses against strength 0 stand on every unit's first day. Newton stops when no entry
    of the gradient (in nats) exceeds `tolerance`.
    """
    line = Timeline.of(black, white, day)
    nats = drift * NATS_PER_ELO**2
    problem = _problem(line, score, black_advantage * NATS_PER_ELO, nats, virtual_games)
    strength = maximise(problem, np.zeros(len(line.unit)), tolerance)
    return _as_fit(problem, line, strength, drift)


def _as_fit(problem: Problem, line: Timeline, strength: FloatArray, drift: float) -> Fit:
    exact = own_variance(evaluate(problem, strength).own, problem.link)
    variance, covariance = (np.minimum(values, WIDEST_VARIANCE) for values in exact)
    return Fit(
        unit=line.unit,
        day=line.day,
        rating=strength / NATS_PER_ELO,
        deviation=np.sqrt(variance) / NATS_PER_ELO,
        covariance=np.append(covariance, 0.0)[: len(strength)] / NATS_PER_ELO**2,
        drift=drift,
    )


def at(fitted: Fit, unit: int, day: IntArray) -> tuple[FloatArray, FloatArray]:
    """A unit's rating and deviation (Elo) on any days, by the paper's appendix C.

    Between two playing days the curve is a Brownian bridge; before the first and after the last
    one the rating stays and the variance grows by the drift. Shapes as `day`.

    Raises ValueError for a unit that never played.
    """
    mine = np.flatnonzero(fitted.unit == unit)
    if not len(mine):
        raise ValueError(f"unit {unit} has no games in this fit")
    day = np.asarray(day, np.float64)
    days, variance = fitted.day[mine].astype(np.float64), fitted.deviation[mine] ** 2
    left = np.clip(np.searchsorted(days, day, side="right") - 1, 0, len(mine) - 1)
    right = np.minimum(left + 1, len(mine) - 1)
    inside = (day > days[0]) & (right > left)
    span = np.where(inside, days[right] - days[left], 1.0)
    t = np.where(inside, (day - days[left]) / span, 0.0)
    rating = (1.0 - t) * fitted.rating[mine][left] + t * fitted.rating[mine][right]
    bridge = t * (1.0 - t) * span * fitted.drift
    outside = np.where(inside, 0.0, np.abs(day - days[left]) * fitted.drift)
    between = (1.0 - t) ** 2 * variance[left] + t**2 * variance[right]
    between += 2.0 * t * (1.0 - t) * fitted.covariance[mine][left]
    return rating, np.sqrt(between + bridge + outside)


def one_day(
    place: IntArray, offset: FloatArray, score: FloatArray, mean: FloatArray, variance: FloatArray, virtual: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Units after one day, each on its own with its opponents held at their strength before it.

    place, offset, score  of each side of each game, shape (2, games): the unit's index, what is
                          added to its strength against the opponent's (nats), its own score
    mean, variance        the units' strength before the day (nats); variance infinite for a new
                          unit, whose prior is its virtual games

    Gives the units' new means and variances, and what each game moved, shape (2, games); these
    sum to the whole way.
    """
    known = np.isfinite(variance)
    precision = np.where(known, 1.0 / variance, 0.0)
    games_there = np.where(known, 0.0, virtual)
    count = len(mean)

    def summed(values: FloatArray) -> FloatArray:
        return np.asarray(np.bincount(place.ravel(), values.ravel(), count), np.float64)

    x = mean.copy()
    low, high = np.full(count, -np.inf), np.full(count, np.inf)
    last, slow = np.full(count, np.inf), np.zeros(count, np.int64)
    has_new = not known.all()
    for attempt in range(500):
        game = logistic_terms(x[place] + offset, score)
        whole, rest, curvature = summed(game.whole), summed(game.rest), summed(game.curvature) + precision
        if has_new:
            own = _virtual_terms(x, games_there)
            whole, rest, curvature = whole + own.whole, rest + own.rest, curvature + own.curvature
        slope = whole + rest - precision * (x - mean)
        curvature = np.maximum(curvature, LEAST_CURVATURE)
        step = slope / curvature
        if attempt >= _NEWTON_ALONE:
            slow = np.where(np.abs(step) > 0.5 * last, slow + 1, 0)
        step = np.clip(step, -1.0, 1.0)
        if attempt >= _NEWTON_ALONE:
            # Where the curve is all but straight Newton's steps stay as short as they are: longer ones then, until
            # the maximum lies between two of them.
            low, high = np.where(slope > 0.0, x, low), np.where(slope < 0.0, x, high)
            between = np.isfinite(low) & np.isfinite(high)
            middle = 0.5 * (np.where(between, low, 0.0) + np.where(between, high, 0.0))
            longer = np.where(between, middle - x, 2.0 * np.copysign(last, slope))
            step = np.where((slow >= 3) & (slope != 0.0), longer, step)
        x += step
        last = np.abs(step)
        if (last <= 1e-11 * np.maximum(1.0, np.abs(x))).all():
            break
    # At the maximum the games' surprises balance the prior's pull, so a game moves its unit by
    # its surprise times what a point of pull is worth.
    half = np.where(np.abs(x) > 1e-9, x, 1e-9)
    worth = np.where(known, np.where(known, variance, 1.0), half / (virtual * np.tanh(half / 2.0)))
    return x, np.minimum(1.0 / curvature, WIDEST_VARIANCE), (game.whole + game.rest) * worth[place]


@numbered_by_appearance
def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Predict every game from results of earlier days, and fit the whole history at the end.

    Every `refit_days` days (180, counted from 1970-01-01) the maximum over all earlier games is
    found again, from the last one. Until the next refit a unit's curve is carried on from its
    end: drift widens it, and after each playing day it takes in that day's games with the
    opponents held at their strength before the day (with `refit_days` 1 every day starts from
    the exact maximum).

    In the ledger `rating_used` is the strength before the day and `expected` follows from it;
    games of one day follow each other by the part that each one moved; what a refit changes is
    the `adjustment` of a unit's next game. `history` is the fit over all games, `final` its end.

    Parameters: `drift` (Elo² per day, 14), `virtual_games` (wins and losses each against strength
    0 on the first day, 1), `black_advantage` (Elo where colours are known, 0), `stone_value`
    (Elo per handicap stone, 150), `refit_days`, `tolerance` (largest entry of the gradient at the
    maximum, in nats, 1e-9).

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    drift, virtual = positive(parameters, "drift", 14.0), positive(parameters, "virtual_games", 1.0)
    tolerance = positive(parameters, "tolerance", 1e-9)
    every = refit_days(parameters, 180)

    n, count = len(games), len(units)
    counts = between_players(games, units)
    counted_before = np.concatenate([[0], np.cumsum(counts)])
    sides = np.stack([games.black, games.white])
    score = np.stack([games.score, 1.0 - games.score])
    offset = np.where(games.colours_known, advantage(games.handicap, parameters), 0.0) * NATS_PER_ELO
    nats = drift * NATS_PER_ELO**2
    line = Timeline.of(games.black[counts], games.white[counts], games.day[counts])
    strength = np.zeros(len(line.unit))
    rated_score, rated_offset = games.score[counts], offset[counts]
    nodes = np.stack([line.black, line.white])

    mean, variance, last_day = np.zeros(count), np.full(count, np.inf), np.zeros(count)
    before, after, used, expected, variance_before, variance_after = np.zeros((6, 2, n))
    for day_of_refit, begin, end in periods(games, every):
        fitted = counted_before[begin]
        if fitted:
            past, kept = line.before(fitted, day_of_refit)
            problem = _problem(past, rated_score[:fitted], rated_offset[:fitted], nats, virtual)
            # A prediction needs no more than the sixth decimal of an Elo point.
            strength[kept] = maximise(problem, strength[kept], max(tolerance, 1e-7))
            own = evaluate(problem, strength[kept]).own
            last = np.flatnonzero(np.append(past.unit[1:] != past.unit[:-1], True))
            mean[past.unit[last]] = strength[kept[last]]
            precision = (own + held_from_the_left(own, problem.link))[last]
            variance[past.unit[last]] = np.minimum(1.0 / precision, WIDEST_VARIANCE)
        days = games.day[begin:end]
        cuts = [begin, *(np.flatnonzero(np.diff(days)) + begin + 1).tolist(), end]
        for first, stop in itertools.pairwise(cuts):
            at_day = slice(first, stop)
            day = int(games.day[first])
            who, place = np.unique(sides[:, at_day], return_inverse=True)
            place = place.reshape(2, stop - first)
            start = mean[who]
            spread = variance[who] + nats * (day - last_day[who])
            ahead = np.stack([offset[at_day] - start[place[1]], -offset[at_day] - start[place[0]]])
            used[:, at_day] = start[place]
            expected[0, at_day] = logistic(start[place[0]] + ahead[0])
            variance_before[:, at_day] = spread[place]

            plays = counts[at_day]
            new, new_spread, moved = one_day(
                place[:, plays], ahead[:, plays], score[:, at_day][:, plays], start, spread, virtual
            )
            steps = np.zeros(place.shape)
            steps[:, plays] = moved
            before[:, at_day], after[:, at_day] = in_a_row(place, steps, start, new)
            variance_after[:, at_day] = new_spread[place]
            active = np.zeros(len(who), np.bool_)
            active[place[:, plays]] = True
            mean[who[active]], variance[who[active]] = new[active], new_spread[active]
            last_day[who[active]] = day
            rows = slice(counted_before[first], counted_before[stop])
            strength[nodes[:, rows]] = mean[sides[:, at_day][:, plays]]

    problem = _problem(line, rated_score, rated_offset, nats, virtual)
    whole = _as_fit(problem, line, maximise(problem, strength, tolerance), drift)
    last = np.flatnonzero(np.append(whole.unit[1:] != whole.unit[:-1], True)[: len(whole.unit)])
    final, final_deviation = np.full((2, count), np.nan)
    final[whole.unit[last]], final_deviation[whole.unit[last]] = whole.rating[last], whole.deviation[last]

    expected[1] = 1.0 - expected[0]
    # A new unit knows nothing but its virtual games: their curvature at strength 0.
    newcomer = 2.0 / virtual
    none = np.full(n, np.nan)
    black, white = (
        Side(
            before[s] / NATS_PER_ELO,
            after[s] / NATS_PER_ELO,
            expected[s],
            none,
            np.sqrt(np.where(np.isinf(variance_before[s]), newcomer, variance_before[s])) / NATS_PER_ELO,
            np.sqrt(np.where(np.isinf(variance_after[s]), newcomer, variance_after[s])) / NATS_PER_ELO,
            used[s] / NATS_PER_ELO,
        )
        for s in (0, 1)
    )
    history = History(whole.unit, whole.day, whole.rating, whole.deviation, whole.covariance)
    ledger = Ledger(
        black,
        white,
        rated=counts,
        final={"rating": final, "deviation": final_deviation},
        history=history,
    )
    return with_adjustments(games, ledger)
