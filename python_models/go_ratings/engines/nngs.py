"""NNGS: ranks by maximum likelihood over the last months, IGS's curve made steeper.

Source: the server's published rating program (certain: curve, weights, who is dropped, start).
The program has no prior: groups that only won against the rest drift off without limit. Here a
jigo against the rank that a player entered with anchors everyone, which is this project's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings.engines import igs, refits
from go_ratings.engines.base import (
    BoolArray,
    FloatArray,
    Games,
    IntArray,
    Ledger,
    ParameterError,
    System,
    Units,
    known_komi,
    logistic,
    number,
    numbered_by_appearance,
    only_known,
    positive,
    told_komi,
)
from go_ratings.engines.newton import Problem, Terms, maximise

PARAMETERS = {"ratio", "refit_days", "start", "anchor_games"}

SYSTEM = System(
    name="nngs",
    title="NNGS",
    update="refit",
    scale="nngs",
    state=("rating",),
    start="declared rank",
    floor=None,
    jigo="half",
    handicap=True,
    reset="none",
    probability="the weaker after the handicap: 0.5·S^D, S = 4/9, D in ranks",
    source="the server's published program (certain); the anchor is this project's own",
)

FAIR_KOMI = 5.5
LONGEST_DAYS = 360.0
DAYS_WITHOUT_RANK = 180.0
LEAST_WEIGHT = 0.25
LEAST_OPPONENTS = 3
RANK_OF_1_DAN = 30.5
STEP_DAMPING = 0.1


def stones(handicap: Any, komi: Any) -> FloatArray:
    """What handicap and komi are worth to Black in ranks: max(H, 1) - (komi+5.5)/11; any shape.

    Unknown komi counts as 5.5 in an even game, else as none.
    """
    return np.maximum(handicap, 1) - (known_komi(komi, handicap, FAIR_KOMI) + 5.5) / 11.0


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, by both ranks (1d = 30.5). Shapes broadcast.

    Parameter: `ratio` (S, 4/9).
    """
    gap = np.asarray(rating_a, np.float64) + stones(handicap, komi) - rating_b
    return igs.win_probability(gap, _ratio(parameters))


def _ratio(parameters: Mapping[str, Any]) -> float:
    ratio = number(parameters, "ratio", 4.0 / 9.0)
    if not 0.0 < ratio < 1.0:
        raise ParameterError(f"parameter 'ratio' must be between 0 and 1, not {ratio!r}")
    return ratio


def memory_days(weaker_rank: Any) -> FloatArray:
    """Days until a game is forgotten, by the weaker player's rank (1d = 30.5): 60 … 360; any shape."""
    return 60.0 + 300.0 * logistic((np.asarray(weaker_rank, np.float64) - 25.0) / 3.0)


def game_weight(age: Any, weaker_rank: Any) -> FloatArray:
    """Weight of a game `age` days old; any shape. With a rank it goes on below 0 (drop it then),
    without one (NaN) it is 1 - age/180, at least 0."""
    age = np.asarray(age, np.float64)
    unknown = np.isnan(weaker_rank)
    by_rank = 1.0 - age / memory_days(np.where(unknown, 25.0, weaker_rank))
    return np.where(unknown, np.maximum(1.0 - age / DAYS_WITHOUT_RANK, 0.0), by_rank)


def curve_terms(gap: FloatArray, score: FloatArray, ratio: float) -> Terms:
    """Terms of games between players `gap` ranks apart, `score` that of the first (see newton)."""
    c = -np.log(ratio)
    u = 0.5 * np.exp(-c * np.abs(gap))
    odds = u / (1.0 - u)
    by_the_stronger = np.where(gap >= 0.0, score, 1.0 - score)
    towards = np.where(gap >= 0.0, c, -c)
    # An upset lies on a straight part of the curve; some of the information that a game is
    # expected to give keeps the steps finite where a player has nothing else.
    curvature = c * c * odds * (by_the_stronger / (1.0 - u) + STEP_DAMPING)
    return Terms(towards * (by_the_stronger - 1.0), towards * (by_the_stronger * odds), curvature)


def fit(
    first: IntArray,
    second: IntArray,
    score: FloatArray,
    offset: FloatArray,
    weight: FloatArray,
    start: FloatArray,
    anchor: FloatArray,
    anchor_games: float,
    ratio: float,
) -> FloatArray:
    """Ranks at the maximum likelihood, from the first guess `start`; shape (nodes,).

    score, offset, weight  of each game: of `first`, ranks in its favour, how much it counts
    anchor                 ranks that every node draws `anchor_games` jigos with; with 0 of them
                           only differences are determined, and only among players who are
                           linked by chains of wins both ways
    """

    def curve(gap: FloatArray) -> Terms:
        return curve_terms(gap, score, ratio).times(weight)

    def prior(x: FloatArray) -> Terms:
        return curve_terms(x - anchor, np.full(len(x), 0.5), ratio).times(anchor_games)

    problem = Problem(first, second, offset, curve, prior, np.zeros(max(len(start) - 1, 0)))
    return maximise(problem, start, longest_step=2.0)


def fittable(first: IntArray, second: IntArray, score: FloatArray, weight: FloatArray) -> BoolArray:
    """Which games are left once all players in them have enough wins, losses and opponents.

    A player needs wins and losses of weight 0.25 each and three opponents, among games with
    others who stay; shape as the games.
    """
    left = weight > 0.0
    count = int(max(first.max(initial=-1), second.max(initial=-1))) + 1
    while True:
        a, b = first[left], second[left]
        won, lost = weight[left] * score[left], weight[left] * (1.0 - score[left])
        wins = np.bincount(a, won, count) + np.bincount(b, lost, count)
        losses = np.bincount(a, lost, count) + np.bincount(b, won, count)
        pairs = np.unique(np.concatenate([a * count + b, b * count + a]))
        opponents = np.bincount(pairs // max(count, 1), minlength=count)
        stays = (wins >= LEAST_WEIGHT) & (losses >= LEAST_WEIGHT) & (opponents >= LEAST_OPPONENTS)
        now = left & stays[first] & stays[second]
        if np.array_equal(now, left):
            return left
        left = now


@numbered_by_appearance
def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Predict from the latest refit of the games not yet forgotten.

    A unit enters with its declared rank (`start` without one) and keeps its rank while the fit
    leaves it out. Weights follow the ranks of the fit before. See refits.fold for the ledger.

    Parameters: `ratio` (S, 4/9; 9/16 is IGS's), `refit_days` (30), `start` (rank, 26.5),
    `anchor_games` (jigos against the player's entry rank, 1).

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    ratio, start = _ratio(parameters), number(parameters, "start", 26.5)
    anchor_games = positive(parameters, "anchor_games", 1.0)
    offset = stones(games.handicap, told_komi(games))

    def entry(declared: FloatArray) -> FloatArray:
        return np.where(np.isnan(declared), start, declared + RANK_OF_1_DAN)

    def refit(day: int, at: IntArray, rating: FloatArray, entered: FloatArray) -> tuple[IntArray, FloatArray]:
        at = at[games.day[at] > day - LONGEST_DAYS]
        weight = game_weight(day - games.day[at], np.minimum(rating[games.black[at]], rating[games.white[at]]))
        left = fittable(games.black[at], games.white[at], games.score[at], weight)
        at, weight = at[left], weight[left]
        who, place = np.unique(np.stack([games.black[at], games.white[at]]), return_inverse=True)
        first, second = place.reshape(2, len(at))
        return who, fit(
            first, second, games.score[at], offset[at], weight, rating[who], entered[who], anchor_games, ratio
        )

    def expect(black: FloatArray, white: FloatArray) -> FloatArray:
        return expected_score(black, white, games.handicap, told_komi(games), parameters)

    every = refits.refit_days(parameters, 30)
    return refits.fold(games, units, every, entry, refit, expect)
