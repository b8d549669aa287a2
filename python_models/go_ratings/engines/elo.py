"""Elo, one update a game: the Japanese professional list's method.

Source: the list's rule book (K 32, everyone starts at 1500, no Black adjustment, after every
game); the logistic curve to base 10 over 400 points is Elo's own.
"""

from __future__ import annotations

from typing import Any, Mapping

import numpy as np

from go_ratings.engines.base import (
    FloatArray,
    Games,
    Ledger,
    Side,
    System,
    Units,
    flag,
    number,
    only_known,
)

PARAMETERS = {"k_factor", "start", "black_adjustment", "pool_rating_moves"}

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


def expected_score(
    rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]
) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, by both ratings in Elo points.

    Handicap and komi make no difference; `black_adjustment` does. Shapes broadcast.
    """
    advantage = number(parameters, "black_adjustment", 0.0)
    gap = np.asarray(rating_a, np.float64) + advantage - np.asarray(rating_b, np.float64)
    return 1.0 / (1.0 + 10.0 ** (-gap / 400.0))


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Fold the games in order: E = 1/(1+10^(-(own-opponent)/400)), rating += K·(score-E).

    Parameters: `k_factor` (points, 32), `start` (points, 1500), `black_adjustment` (points
    added to Black's rating for the expectation only, where colours are known, 0),
    `pool_rating_moves` (whether a pool's own rating moves, true). Both sides of a game use
    the ratings from before it. Ratings are doubles and are never rounded.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    k_factor = number(parameters, "k_factor", 32.0)
    start = number(parameters, "start", 1500.0)
    black_adjustment = number(parameters, "black_adjustment", 0.0)
    pool_rating_moves = flag(parameters, "pool_rating_moves", True)

    n = len(games)
    k_of = np.full(len(units), k_factor)
    if not pool_rating_moves:
        k_of[units.is_pool] = 0.0
    advantage = np.where(games.colours_known, black_adjustment, 0.0).tolist()
    black, white, score = games.black.tolist(), games.white.tolist(), games.score.tolist()
    k_list = k_of.tolist()

    # Plain lists: a scalar loop over them is several times faster than over numpy arrays.
    rating = [start] * len(units)
    black_before, white_before = [0.0] * n, [0.0] * n
    black_expected = [0.0] * n
    black_after, white_after = [0.0] * n, [0.0] * n
    for i in range(n):
        b, w = black[i], white[i]
        rating_b, rating_w = rating[b], rating[w]
        expected = 1.0 / (1.0 + 10.0 ** ((rating_w - rating_b - advantage[i]) / 400.0))
        surprise = score[i] - expected
        black_before[i], white_before[i], black_expected[i] = rating_b, rating_w, expected
        black_after[i] = rating[b] = rating_b + k_list[b] * surprise
        white_after[i] = rating[w] = rating_w - k_list[w] * surprise

    expected_array = np.array(black_expected)
    return Ledger(
        black=Side(np.array(black_before), np.array(black_after), expected_array, k_of[games.black]),
        white=Side(np.array(white_before), np.array(white_after), 1.0 - expected_array, k_of[games.white]),
    )
