"""Singapore: Elo with a K that shrinks with strength and is larger for players who aren't known yet.

Source: the Singapore Weiqi Association's scale and rules (published: K by rating, the floor, ratings of
ranks, the factor of a player without a record and of those who meet one). Not applied, because games
here don't tell: the factor 2 for new local dans and for those who return, and the exception of
professionals who meet an unknown player.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

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

PARAMETERS = {"start", "floor"}

SYSTEM = System(
    name="singapore",
    title="Singapore Weiqi Association",
    update="game",
    scale="elo",
    state=("rating", "games"),
    start="declared rank",
    floor=900.0,
    jigo="half",
    handicap=False,
    reset="none",
    probability="1/(1+10^((White-Black)/400))",
    source="the association's rules (published); entry without a rank is ours",
)

# K from these ratings on.
K_FROM = ((0.0, 36.0), (1600.0, 28.0), (1950.0, 20.0), (2300.0, 12.0), (2720.0, 6.0))
KNOWN_AFTER = 12
OF_UNKNOWN_OPPONENTS = 0.5
# Rank numbers and their ratings, straight lines between them: 30k 20k 10k 5k 1k 1d 7d 9d.
RANKS = (-30.0, -20.0, -10.0, -5.0, -1.0, 0.0, 6.0, 8.0)
RATINGS = (900.0, 1400.0, 1800.0, 1950.0, 2050.0, 2100.0, 2700.0, 2900.0)
FIRST_PROFESSIONAL, PER_PROFESSIONAL_DAN = 2740.0, 40.0


def nominal(rank: Any) -> FloatArray:
    """Rating of a declared rank number; any shape, NaN stays.

    Professionals from 2p have 2740 + 40 a dan above 1p; 1p, whose number is that of 7d, has 2700.
    """
    rank = np.asarray(rank, np.float64)
    professional = (rank > 6.0) & (np.abs(rank - np.round(rank)) > 1e-9)
    dans = (rank - 6.0) / 0.3
    return np.where(professional, FIRST_PROFESSIONAL + PER_PROFESSIONAL_DAN * dans, np.interp(rank, RANKS, RATINGS))


def k_factor(rating: float) -> float:
    """Points a win over an expectation of 0 brings a known player at `rating`."""
    return next((k for first, k in reversed(K_FROM) if rating >= first), K_FROM[0][1])


def factors(games: int, opponent_games: int) -> float:
    """What K is multiplied by: 3 in a player's first game, less by a sixth with each, 1 from the thirteenth on;
    a half for a known player against one who isn't."""
    if games < KNOWN_AFTER:
        return 1.0 + (KNOWN_AFTER - games) / 6.0
    return OF_UNKNOWN_OPPONENTS if opponent_games < KNOWN_AFTER else 1.0


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black. Stones and komi aren't used. Shapes broadcast."""
    gap = np.asarray(rating_a, np.float64) - rating_b + 0.0 * np.asarray(handicap)
    return 1.0 / (1.0 + 10.0 ** (-gap / 400.0))


def after_game(rating: float, opponent: float, score: float, factor: float, floor: float) -> float:
    """A rating after a game that it scored `score` in, K being `factor` times that of its rating."""
    expected = 1.0 / (1.0 + 10.0 ** ((opponent - rating) / 400.0))
    return max(rating + k_factor(rating) * factor * (score - expected), floor)


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Fold the games in order; both sides of a game use the ratings from before it.

    Parameters: `start` (points of a unit that declares no rank, 2100), `floor` (points, 900). A
    unit is known from its thirteenth rated game in the list on. What the floor gives stands in `extra`.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    start, floor = number(parameters, "start", 2100.0), number(parameters, "floor", 900.0)
    rated = between_players(games, units)
    black, white, score = games.black.tolist(), games.white.tolist(), games.score.tolist()
    played = [0] * len(units)
    k = np.zeros((2, len(games)))

    def moved(game: int, black_rating: float, white_rating: float) -> tuple[float, float]:
        counts = played[black[game]], played[white[game]]
        of_black, of_white = factors(*counts), factors(*counts[::-1])
        k[:, game] = k_factor(black_rating) * of_black, k_factor(white_rating) * of_white
        played[black[game]] += 1
        played[white[game]] += 1
        return (
            after_game(black_rating, white_rating, score[game], of_black, floor),
            after_game(white_rating, black_rating, 1.0 - score[game], of_white, floor),
        )

    declared = nominal(np.stack([games.black_rank, games.white_rank]))
    before, after, rating, notes = by_game.fold(games, units, rated, declared, start, floor, moved)
    expected = expected_score(before[0], before[1], games.handicap, np.nan, {})
    extra = after - before - k * np.stack([games.score - expected, expected - games.score])
    ledger = Ledger(
        Side(before[0], after[0], expected, k[0], extra=extra[0]),
        Side(before[1], after[1], 1.0 - expected, k[1], extra=extra[1]),
        notes,
        rated=rated,
        final={"rating": rating, "games": np.array(played, np.float64)},
    )
    return with_adjustments(games, ledger)
