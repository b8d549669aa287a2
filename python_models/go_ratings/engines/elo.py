"""Elo, one update per game: the Japanese professional list's method.

Source: the list's rule book (K 32, everyone starts at 1500, no Black adjustment, after every
game); the logistic curve to base 10 over 400 points is Elo's own.
"""

from __future__ import annotations

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
    flag,
    number,
    only_known,
    positive,
)

_STRETCH = 20_000

PARAMETERS = {
    "k_factor",
    "start",
    "black_adjustment",
    "adjusted_komi_up_to",
    "pool_rating_moves",
    "provisional_games",
}

SYSTEM = System(
    name="elo",
    title="Elo (Japanese professional list)",
    update="game",
    scale="elo",
    state=("rating",),
    start="fixed",
    floor=None,
    jigo="half",
    handicap=False,
    reset="none",
    probability="1/(1+10^((White-Black)/400))",
    source="K 32 and start 1500: the list's rule book (published); base 10 over 400: standard Elo",
)


def adjusted_games(colours_known: Any, komi: Any, parameters: Mapping[str, Any]) -> BoolArray:
    """Which games Black's adjustment counts in: colours known and, with `adjusted_komi_up_to`, komi too."""
    counts = np.asarray(colours_known, np.bool_)
    if "adjusted_komi_up_to" in parameters:
        counts = counts & (np.asarray(komi, np.float64) <= number(parameters, "adjusted_komi_up_to"))
    return counts


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, by both ratings in Elo points.

    Handicap and komi make no difference; `black_adjustment` does. Shapes broadcast.
    """
    adjustment = number(parameters, "black_adjustment", 0.0)
    advantage = np.where(adjusted_games(True, komi, parameters), adjustment, 0.0)
    gap = np.asarray(rating_a, np.float64) + advantage - np.asarray(rating_b, np.float64)
    return 1.0 / (1.0 + 10.0 ** (-gap / 400.0))


def games_before(games: Games) -> tuple[IntArray, IntArray]:
    """How many games Black and White have in the list before each game; shapes (games,)."""
    unit = np.column_stack([games.black, games.white]).ravel()
    order = np.argsort(unit, kind="stable")
    first = np.searchsorted(unit[order], unit[order])
    count = np.empty(len(unit), np.int64)
    count[order] = np.arange(len(unit)) - first
    return count[0::2], count[1::2]


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Fold the games in order: E = 1/(1+10^(-(own-opponent)/400)), rating += K·(score-E).

    Parameters: `k_factor` (points, 32), `start` (points, 1500), `black_adjustment` (points
    added to Black's rating for the expectation only, where colours are known, 0),
    `adjusted_komi_up_to` (points; the adjustment counts in games with a known komi up to this only,
    in all games when it is left out),
    `pool_rating_moves` (whether a pool's own rating moves, true), `provisional_games` (N: both sides'
    K is K·(1 + (N-n)/2N) while the side with fewer games has n below N before this one; 0 for
    none; the list Baduk-R has K 28, start 2500 and N 24 in its published code). Both sides of a
    game use the ratings from before it. Ratings are doubles and are never rounded.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    k_factor = positive(parameters, "k_factor", 32.0)
    start = number(parameters, "start", 1500.0)
    black_adjustment = number(parameters, "black_adjustment", 0.0)
    pool_rating_moves = flag(parameters, "pool_rating_moves", True)
    provisional_games = number(parameters, "provisional_games", 0.0)

    k_of = np.full(len(units), k_factor)
    if not pool_rating_moves:
        k_of[units.is_pool] = 0.0
    black_k, white_k = k_of[games.black], k_of[games.white]
    if provisional_games > 0.0:
        lacking = np.maximum(provisional_games - np.minimum(*games_before(games)), 0.0)
        boost = 1.0 + lacking / (2.0 * provisional_games)
        black_k, white_k = black_k * boost, white_k * boost
    adjusted = adjusted_games(games.colours_known, games.komi, parameters)
    advantage = np.where(adjusted, black_adjustment, 0.0)

    before_b, before_w, expected_b = (np.empty(len(games)) for _ in range(3))
    rating = [start] * len(units)
    # A scalar loop over plain lists is several times faster than over numpy arrays, and a stretch
    # of games at a time keeps those lists in the processor's cache.
    for first in range(0, len(games), _STRETCH):
        stretch = slice(first, first + _STRETCH)
        columns = (games.black, games.white, games.score, advantage, black_k, white_k)
        kept: list[float] = []
        for b, w, score, points, k_b, k_w in zip(*(column[stretch].tolist() for column in columns)):
            rating_b, rating_w = rating[b], rating[w]
            expected = 1.0 / (1.0 + 10.0 ** ((rating_w - rating_b - points) / 400.0))
            rating[b] = rating_b + k_b * (score - expected)
            rating[w] = rating_w - k_w * (score - expected)
            kept += (rating_b, rating_w, expected)
        before_b[stretch], before_w[stretch], expected_b[stretch] = np.array(kept).reshape(-1, 3).T

    surprise = games.score - expected_b
    return Ledger(
        black=Side(before_b, before_b + black_k * surprise, expected_b, black_k),
        white=Side(before_w, before_w - white_k * surprise, 1.0 - expected_b, white_k),
        final={"rating": np.array(rating)},
    )
