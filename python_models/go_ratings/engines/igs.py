"""IGS (Panda-net): the chance for a rank difference. It predicts from declared ranks and rates nobody.

Source: IGS's help (published: the probability, fair komi 5, ten points per rank, no komi = half a
rank). How IGS recomputes its ratings from results isn't published, so nothing here does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings.engines.base import (
    FloatArray,
    Games,
    Ledger,
    Side,
    System,
    Units,
    known_komi,
    number,
    only_known,
    told_komi,
    with_adjustments,
)

PARAMETERS = {"start"}

SYSTEM = System(
    name="igs",
    title="IGS (Panda-net) rank differences",
    update="game",
    scale="rank",
    state=("rating",),
    start="declared rank",
    floor=None,
    jigo="half",
    handicap=True,
    reset="every declared rank is taken as it is",
    probability="the weaker after the handicap: 0.5·0.75^(2D), D in ranks",
    source="IGS help (published); the update of ratings is not published and left out",
)

RATIO = 0.75**2
FAIR_KOMI = 5.0
POINTS_PER_RANK = 10.0


def win_probability(gap: Any, ratio: float = RATIO) -> FloatArray:
    """Chance of the side that is `gap` ranks ahead (below 0: behind): 1 - 0.5·ratio^gap; any shape."""
    gap = np.asarray(gap, np.float64)
    weaker = 0.5 * ratio ** np.abs(gap)
    return np.where(gap >= 0.0, 1.0 - weaker, weaker)


def rank_difference(probability: Any) -> FloatArray:
    """How many ranks a side with this winning chance is behind; below 0 when it is ahead.

    The inverse of the formula, (ln P - ln 0.5)/(2·ln 0.75) for P up to 0.5; any shape. NaN where
    P is not strictly between 0 and 1: no difference of ranks makes a game certain.
    """
    p = np.asarray(probability, np.float64)
    p = np.where((p > 0.0) & (p < 1.0), p, np.nan)
    behind = (np.log(np.minimum(p, 1.0 - p)) - np.log(0.5)) / (2.0 * np.log(0.75)) + 0.0
    return np.where(p > 0.5, -behind, behind)


def stones(handicap: Any, komi: Any) -> FloatArray:
    """What handicap and komi are worth to Black in ranks: max(H, 1) - 0.5 - komi/10; any shape.

    Unknown komi counts as the fair 5 in an even game and as none with a handicap.
    """
    komi = known_komi(komi, handicap, FAIR_KOMI)
    return np.maximum(handicap, 1) - 0.5 - komi / POINTS_PER_RANK


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, by both ranks (1d = 0). Shapes broadcast."""
    gap = np.asarray(rating_a, np.float64) + stones(handicap, komi) - rating_b
    return win_probability(gap)


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Predict every game from the ranks declared for it; no result changes a rating.

    Parameters: `start` (rank number of a unit that has declared nothing yet, 0 = 1d). A game
    without a declared rank takes the unit's last one.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    start = number(parameters, "start", 0.0)
    declared = np.column_stack([games.black_rank, games.white_rank])
    rating = np.full(len(units), start)
    unknown = np.ones(len(units), np.bool_)
    used = np.empty((len(games), 2))
    guesses = 0
    for game, pair in enumerate(zip(games.black.tolist(), games.white.tolist())):
        for side, unit in enumerate(pair):
            if not np.isnan(declared[game, side]):
                rating[unit] = declared[game, side]
                unknown[unit] = False
            guesses += unknown[unit]
            used[game, side] = rating[unit]
    black, white = used[:, 0].copy(), used[:, 1].copy()
    expected = expected_score(black, white, games.handicap, told_komi(games), parameters)
    nothing = np.zeros(len(games))
    notes = (f"{guesses} times a unit had declared no rank yet: taken as rank number {start:g}",) if guesses else ()
    ledger = Ledger(
        Side(black, black, expected, nothing),
        Side(white, white, 1.0 - expected, nothing),
        notes,
        final={"rating": rating},
    )
    return with_adjustments(games, ledger)
