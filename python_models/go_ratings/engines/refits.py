"""Systems that fit the past again at intervals: on a fixed grid of days, from results before each."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from go_ratings.engines.base import (
    FloatArray,
    Games,
    History,
    IntArray,
    Ledger,
    ParameterError,
    Side,
    Units,
    between_players,
    declared_ranks,
    number,
    with_adjustments,
)


def refit_days(parameters: Mapping[str, Any], default: int) -> int:
    """The parameter `refit_days`. Raises ParameterError unless it is a whole number from 1."""
    value = number(parameters, "refit_days", default)
    if value < 1.0 or value % 1.0:
        raise ParameterError(f"parameter 'refit_days' must be a whole number from 1, not {value!r}")
    return int(value)


def periods(games: Games, length: int) -> Iterator[tuple[int, int, int]]:
    """(day, begin, end) of each period with games: its first day, and games[begin:end] in it.

    Periods are `length` days long and counted from 1970-01-01, so that games added later don't
    move them. A fit for games[begin:end] may use games[:begin] and no others.
    """
    period = games.day // length
    cuts = [0, *(np.flatnonzero(np.diff(period)) + 1).tolist(), len(games)]
    for begin, end in itertools.pairwise(cuts):
        if begin < end:
            yield int(period[begin]) * length, begin, end


def fold(
    games: Games,
    units: Units,
    every: int,
    entry: Callable[[FloatArray], FloatArray],
    refit: Callable[[int, IntArray, FloatArray, FloatArray], tuple[IntArray, FloatArray]],
    expect: Callable[[FloatArray, FloatArray], FloatArray],
) -> Ledger:
    """The ledger of a system whose ratings move at refits only.

    every           days between refits
    entry           rating of new units by the rank numbers they declare, NaN for those without
    refit           from (day, the games to look at, all units' ratings, the ratings they entered
                    with; NaN for units that never played) to (the fitted units, their ratings)
    expect          from both sides' ratings in all games to Black's expected scores

    A game itself moves nothing (`after` is `before`, k_factor 0): what it does shows as the
    `adjustment` of the unit's next game past a refit. The last refit, on the day after the last
    game, gives `final`; `history` has the ratings of every refit.
    """
    counts = between_players(games, units)
    sides = np.stack([games.black, games.white])
    rank = np.stack([games.black_rank, games.white_rank])
    rating, entered = np.full((2, len(units)), np.nan)
    used = np.zeros((2, len(games)))
    fitted: list[tuple[IntArray, IntArray, FloatArray]] = []

    def refit_on(day: int, games_before: int) -> None:
        who, values = refit(day, np.flatnonzero(counts[:games_before]), rating, entered)
        rating[who] = values
        fitted.append((who, np.full(len(who), day), values))

    for day, begin, end in periods(games, every):
        refit_on(day, begin)
        at = np.arange(begin, end)
        who, place = np.unique(sides[:, at], return_inverse=True)
        declared = declared_ranks(place.reshape(2, len(at)), rank[:, at], len(who))
        new = np.isnan(rating[who])
        rating[who[new]] = entered[who[new]] = entry(declared[new])
        used[:, at] = rating[sides[:, at]]
    if len(games):
        refit_on(int(games.day[-1]) + 1, len(games))

    expected = expect(used[0], used[1])
    nothing = np.zeros(len(games))
    unit, days, value = (np.concatenate(column) for column in zip(*fitted)) if fitted else (np.zeros(0),) * 3
    unknown = np.full(len(value), np.nan)
    ledger = Ledger(
        Side(used[0], used[0], expected, nothing),
        Side(used[1], used[1], 1.0 - expected, nothing),
        rated=counts,
        final={"rating": rating},
        history=History(unit.astype(np.int64), days.astype(np.int64), value, unknown, unknown),
    )
    return with_adjustments(games, ledger)
