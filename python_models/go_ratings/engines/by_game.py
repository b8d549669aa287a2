"""Systems that move both ratings after every game: the fold that they share."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from go_ratings.engines.base import BoolArray, FloatArray, Games, Units


def fold(
    games: Games,
    units: Units,
    rated: BoolArray,
    nominal: FloatArray,
    start: float,
    floor: float,
    moved: Callable[[int, float, float], tuple[float, float]],
) -> tuple[FloatArray, FloatArray, FloatArray, tuple[str, ...]]:
    """Ratings before and after each game, shape (2, games): Black, White; at the end, shape (units,); notes.

    rated    games that move a rating
    nominal  ratings of the ranks that both sides declare, shape (2, games), NaN without a rank
    start    rating of a unit that enters without one
    floor    lowest rating, on entry too
    moved    from (number of a rated game, Black's rating, White's) to what both are after it
    """
    rating = [np.nan] * len(units)
    before, after = np.zeros((2, 2, len(games)))
    without_rank = 0
    seats = zip(games.black.tolist(), games.white.tolist(), nominal.T.tolist(), rated.tolist())
    for game, (black, white, declared, counts) in enumerate(seats):
        for unit, entry in zip((black, white), declared):
            if np.isnan(rating[unit]):
                without_rank += int(np.isnan(entry))
                rating[unit] = max(start if np.isnan(entry) else entry, floor)
        before[:, game] = rating[black], rating[white]
        if counts:
            new_black, new_white = moved(game, rating[black], rating[white])
            rating[black], rating[white] = max(new_black, floor), max(new_white, floor)
        after[:, game] = rating[black], rating[white]
    notes = (f"{without_rank} units entered without a declared rank, at {start:g}",) if without_rank else ()
    return before, after, np.array(rating, np.float64), notes
