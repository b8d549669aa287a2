"""KGS, as far as it is known: weighted maximum likelihood over half a year, refitted all the time.

Source: the server's help. Published: the logistic curve, k 0.85 (30k to 5k) and 1.30 (from 2d),
games of 180 days, half-lives of 15 days (30k to 15k) and 45 days (from 1d). Not published, and
this project's own: straight lines between those, by the mean of both ranks before the fit; komi
as (6.5-komi)/12 ranks; the anchor that keeps the level. So this resembles KGS but can't match it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings.engines import refits
from go_ratings.engines.base import (
    FloatArray,
    Games,
    IntArray,
    Ledger,
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
from go_ratings.engines.newton import Problem, Terms, logistic_terms, maximise

PARAMETERS = {"refit_days", "start", "anchor_games"}

SYSTEM = System(
    name="kgs",
    title="KGS (approximation)",
    update="refit",
    scale="rank",
    state=("rating",),
    start="declared rank",
    floor=None,
    jigo="half",
    handicap=True,
    reset="none",
    probability="1/(1+e^(k·(White-Black-stones))), k from 0.85 (5k) to 1.30 (2d)",
    source="KGS help (published at both ends); between them, komi and anchor are inferred",
)

FAIR_KOMI = 6.5
WINDOW_DAYS = 180.0
# rank numbers of both published ends, and the values there: 5k and 2d; 15k and 1d
K_ENDS = ((-5.0, 1.0), (0.85, 1.30))
HALF_LIFE_ENDS = ((-15.0, 0.0), (15.0, 45.0))


def steepness(rank: Any) -> FloatArray:
    """The curve's k (per rank) at a rank number: 0.85 up to 5k, 1.30 from 2d; any shape."""
    return np.interp(rank, K_ENDS[0], K_ENDS[1])


def half_life(rank: Any) -> FloatArray:
    """Days in which a game loses half its weight, by rank number: 15 up to 15k, 45 from 1d; any shape."""
    return np.interp(rank, HALF_LIFE_ENDS[0], HALF_LIFE_ENDS[1])


def game_weight(age: Any, rank: Any) -> FloatArray:
    """Weight of a game `age` days old between players of this mean rank, 0 past 180 days; any shape."""
    age = np.asarray(age, np.float64)
    return np.where(age <= WINDOW_DAYS, 0.5 ** (age / half_life(rank)), 0.0)


def stones(handicap: Any, komi: Any) -> FloatArray:
    """What handicap and komi are worth to Black in ranks: max(H, 1) - 0.5 - (komi-0.5)/12; any shape.

    Unknown komi counts as 6.5 in an even game, else as none.
    """
    return np.maximum(handicap, 1) - 0.5 - (known_komi(komi, handicap, FAIR_KOMI) - 0.5) / 12.0


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, by both ranks (1d = 0). Shapes broadcast."""
    a, b = np.asarray(rating_a, np.float64), np.asarray(rating_b, np.float64)
    return logistic(steepness((a + b) / 2.0) * (a + stones(handicap, komi) - b))


def fit(
    first: IntArray,
    second: IntArray,
    score: FloatArray,
    offset: FloatArray,
    weight: FloatArray,
    start: FloatArray,
    anchor: FloatArray,
    anchor_games: float,
) -> FloatArray:
    """Ranks at the weighted maximum likelihood; shape (nodes,), as rank numbers.

    score, offset, weight  of each game: of `first`, ranks in its favour, how much it counts
    start                  ranks before the fit: the first guess, and what sets each game's k
    anchor                 ranks that every node draws `anchor_games` jigos with, which keeps the
                           level and the players who never lost in place
    """
    k = steepness((start[first] + start[second]) / 2.0)

    def curve(gap: FloatArray) -> Terms:
        return logistic_terms(gap, score, k).times(weight)

    def prior(x: FloatArray) -> Terms:
        return logistic_terms(x - anchor, np.full(len(x), 0.5), steepness(anchor)).times(anchor_games)

    return maximise(Problem(first, second, offset, curve, prior, np.zeros(max(len(start) - 1, 0))), start)


@numbered_by_appearance
def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Predict from the latest refit of the games of 180 days before it.

    A unit enters with its declared rank (`start` without one) and keeps its rank while it has no
    games in the window. See refits.fold for the ledger.

    Parameters: `refit_days` (7), `start` (rank number, 0 = 1d), `anchor_games` (jigos against the
    player's entry rank, 1).

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    start, anchor_games = number(parameters, "start", 0.0), positive(parameters, "anchor_games", 1.0)
    offset = stones(games.handicap, told_komi(games))

    def entry(declared: FloatArray) -> FloatArray:
        return np.where(np.isnan(declared), start, declared)

    def refit(day: int, at: IntArray, rating: FloatArray, entered: FloatArray) -> tuple[IntArray, FloatArray]:
        at = at[games.day[at] >= day - WINDOW_DAYS]
        black, white = games.black[at], games.white[at]
        weight = game_weight(day - games.day[at], (rating[black] + rating[white]) / 2.0)
        who, place = np.unique(np.stack([black, white]), return_inverse=True)
        first, second = place.reshape(2, len(at))
        return who, fit(first, second, games.score[at], offset[at], weight, rating[who], entered[who], anchor_games)

    def expect(black: FloatArray, white: FloatArray) -> FloatArray:
        return expected_score(black, white, games.handicap, told_komi(games), parameters)

    every = refits.refit_days(parameters, 7)
    return refits.fold(games, units, every, entry, refit, expect)
