"""When systems that fit the past fit it again: on a fixed grid of days, from results before it."""

from __future__ import annotations

from typing import Iterator

import numpy as np

from go_ratings.engines.base import Games


def periods(games: Games, refit_days: float) -> Iterator[tuple[int, int, int]]:
    """(day, begin, end) of each period with games: its first day, and games[begin:end] in it.

    Periods are `refit_days` long and counted from 1970-01-01, so that games added later don't
    move them. A fit for games[begin:end] may use games[:begin] and no others.
    """
    period = np.floor_divide(games.day, int(refit_days))
    cuts = [0, *(np.flatnonzero(np.diff(period)) + 1).tolist(), len(games)]
    for begin, end in zip(cuts, cuts[1:]):
        if begin < end:
            yield int(period[begin] * int(refit_days)), begin, end
