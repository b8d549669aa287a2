"""Tournaments as the unit of update: in which order they are rated, and when they count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from go_ratings.engines.base import FloatArray, Games, IntArray


@dataclass(frozen=True)
class Batch:
    """One tournament: its code, its first and last day, and the indices of its games."""

    code: int
    first_day: int
    last_day: int
    games: IntArray


def in_turn(games: Games) -> Iterator[tuple[Literal["play", "post"], Batch]]:
    """Every tournament twice: "play" when it starts and "post" when its results count.

    Tournaments start in the order of (first day, code). One posts before the first tournament
    that starts after its last day, in the order of (last day, code). So a prediction made at
    "play" never uses a result of the same or a later day; where tournaments don't overlap this
    is the plain order by date. By last day, then code is also how the EGF orders those that do.
    """
    order = np.argsort(games.batch, kind="stable")
    if not len(order):
        return
    cuts = np.flatnonzero(np.diff(games.batch[order])) + 1
    batches = [
        Batch(int(games.batch[at[0]]), int(games.day[at].min()), int(games.day[at].max()), at)
        for at in np.split(order, cuts)
    ]
    events: list[tuple[int, int, int, Literal["play", "post"], Batch]]
    events = [(batch.first_day, 1, batch.code, "play", batch) for batch in batches]
    events += [(batch.last_day + 1, 0, batch.code, "post", batch) for batch in batches]
    posts_of_a_day_first = sorted(events, key=lambda event: event[:3])
    for *_, what, batch in posts_of_a_day_first:
        yield what, batch


def in_a_row(
    place: IntArray, steps: FloatArray, opening: FloatArray, closing: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Ratings before and after each game of one update, as if its games counted one by one.

    place             index of both sides' units, shape (2, games)
    steps             points that each game moves each side, shape (2, games)
    opening, closing  ratings of the units before and after the update; a unit's last game ends
                      at `closing` exactly, whatever caps and floors did to the sum

    Both results have the shape (2, games).
    """
    before, after = np.empty(steps.shape), np.empty(steps.shape)
    running, last = opening.tolist(), closing.tolist()
    left = np.bincount(place.ravel(), minlength=len(running)).tolist()
    for game, units in enumerate(place.T.tolist()):
        for side, unit in enumerate(units):
            left[unit] -= 1
            before[side, game] = running[unit]
            running[unit] = running[unit] + steps[side, game] if left[unit] else last[unit]
            after[side, game] = running[unit]
    return before, after
