"""FICGS: a moving average of performances, after every game.

Source: the server's rule text of 2008-10-05 and its author's answers (published: the averages, what
isn't counted, entry by rank). The rule gives no chance of winning; the one here is the score at which
a rating would stay where it is, kept off 0 and 1, which is ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings import ranks
from go_ratings.engines import by_game
from go_ratings.engines.base import (
    FloatArray,
    Games,
    Ledger,
    Side,
    System,
    Units,
    between_players,
    number,
    only_known,
    with_adjustments,
)

PARAMETERS = {"start"}

SYSTEM = System(
    name="ficgs",
    title="FICGS",
    update="game",
    scale="egf",
    state=("rating",),
    start="declared rank",
    floor=None,
    jigo="not rated",
    handicap=False,
    reset="none",
    probability="0.5 + (Black-White)/700, from 0.01 to 0.99",
    source="the server's rule text (published); it gives no expectation, this one is implied",
)

REACH = 350.0
FAST_BELOW = 2000.0
LEAST_CHANCE = 0.01


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Score (0 … 1) of A at which A's rating would stay, kept within 0.01 and 0.99. Shapes broadcast.

    Stones and komi aren't used.
    """
    gap = np.asarray(rating_a, np.float64) - rating_b
    handicap = np.asarray(handicap)
    return np.clip(0.5 + gap / (2.0 * REACH) + 0.0 * handicap, LEAST_CHANCE, 1.0 - LEAST_CHANCE)


def after_game(rating: float, opponent: float, won: bool) -> float:
    """A rating after a game: nine parts of it and one of the performance, opponent ± 350.

    Below 2000 a win counts two parts of ten. A win against, or a loss to, somebody more than 350
    points away on the expected side changes nothing; who loses to somebody more than 350 points
    weaker loses as if to one 350 points weaker.
    """
    if won:
        if rating - opponent > REACH:
            return rating
        parts = 2.0 if rating < FAST_BELOW else 1.0
        return ((10.0 - parts) * rating + parts * (opponent + REACH)) / 10.0
    if opponent - rating > REACH:
        return rating
    return (9.0 * rating + max(opponent, rating - REACH) - REACH) / 10.0


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Fold the games in order; both sides of a game use the ratings from before it.

    Parameter: `start` (points of a unit that declares no rank, 0 as on the server). Jigo and games
    of a pool against a pool aren't rated. There is no k_factor.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    start = number(parameters, "start", 0.0)
    rated = between_players(games, units) & (games.score != 0.5)
    score = games.score.tolist()

    def moved(game: int, black: float, white: float) -> tuple[float, float]:
        won = score[game] == 1.0
        return after_game(black, white, won), after_game(white, black, not won)

    declared = ranks.nominal_egf(np.stack([games.black_rank, games.white_rank]))
    before, after, rating, notes = by_game.fold(games, units, rated, declared, start, -np.inf, moved)
    if not rated.all():
        notes += (f"{int((~rated).sum())} games not rated: jigo, or pools",)
    expected = expected_score(before[0], before[1], games.handicap, np.nan, {})
    none = np.full(len(games), np.nan)
    ledger = Ledger(
        Side(before[0], after[0], expected, none),
        Side(before[1], after[1], 1.0 - expected, none),
        notes,
        rated=rated,
        final={"rating": rating},
    )
    return with_adjustments(games, ledger)
