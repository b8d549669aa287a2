"""What both EGF systems share: entry, reset, and tournaments rated from the ratings before them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from go_ratings import ranks
from go_ratings.engines.base import (
    FloatArray,
    Games,
    IntArray,
    Ledger,
    Side,
    Units,
    between_players,
    declared_ranks,
    with_adjustments,
)
from go_ratings.engines.batches import Batch, in_a_row, in_turn


@dataclass(frozen=True)
class Change:
    """What games are worth by one formula, before the class weight; arrays, one entry a game.

    expected  Black's expected score, 0 … 1
    con       points that a rating moves for a score one above the expected, shape (2, games): Black, White
    bonus     points on top whatever the result, shape (2, games)
    """

    expected: FloatArray
    con: FloatArray
    bonus: FloatArray


@dataclass(frozen=True)
class Formula:
    """One form of the EGF's system.

    change      from (Black's ratings, White's ratings, handicap) to what the games are worth
    floor       lowest rating after a tournament
    loss_cap    most points that a tournament can cost before the class weight; 0 for no cap
    reset_cap   highest declared rank (a rank number) that can reset a rating
    resets      whether declared ranks reset ratings at all
    """

    change: Callable[[FloatArray, FloatArray, IntArray], Change]
    floor: float
    loss_cap: float
    reset_cap: float
    resets: bool


def expected_gap(handicap: IntArray) -> FloatArray:
    """Rating points that Black's handicap is worth: 100·(H-0.5) from H = 1 (no komi), else 0."""
    handicap = np.asarray(handicap)
    return np.where(handicap >= 1, 100.0 * (handicap - 0.5), 0.0)


def fold(games: Games, units: Units, formula_of: Callable[[Batch], Formula], start: float) -> Ledger:
    """Rate tournament by tournament: both players' ratings from before it, deltas added up.

    At its start a unit that is new enters with the nominal rating of the rank it declares
    (`start` without one), and a declared rank at least two above the highest it ever declared
    sets the rating to the nominal value if that is higher and the formula's `reset_cap` allows.
    At its end the sum counts: the loss cap, then the class weight, then the floor. In the ledger
    the games of a tournament follow each other, cap and floor falling on the unit's last one.

    A tournament without a class (weight NaN) counts in full; games of a pool against a pool or
    of a unit against itself move nothing. Both are noted, as are units that enter without a rank.
    """
    n, count = len(games), len(units)
    sides = np.stack([games.black, games.white])
    rank = np.stack([games.black_rank, games.white_rank])
    score = np.stack([games.score, 1.0 - games.score])
    counts = between_players(games, units)
    weight = np.where(np.isnan(games.weight), 1.0, games.weight)
    rating = np.full(count, np.nan)
    highest = np.full(count, -np.inf)
    before, after, used, expected, k_factor, extra = np.zeros((6, 2, n))
    without_rank = 0
    due: dict[int, tuple[IntArray, FloatArray, float]] = {}

    for what, batch in in_turn(games):
        if what == "post":
            who, change, floor = due.pop(batch.code)
            rating[who] = np.maximum(floor, rating[who] + change)
            continue
        formula, at = formula_of(batch), batch.games
        who, place = np.unique(sides[:, at], return_inverse=True)
        place = place.reshape(2, len(at))
        declared = declared_ranks(place, rank[:, at], len(who))
        without_rank += enter(rating, highest, who, declared, formula, start)

        used[:, at] = rating[sides[:, at]]
        worth = formula.change(used[0, at], used[1, at], games.handicap[at])
        expected[0, at], expected[1, at] = worth.expected, 1.0 - worth.expected
        k_factor[:, at] = worth.con * weight[at] * counts[at]
        bonus = worth.bonus * weight[at] * counts[at]
        delta = k_factor[:, at] * (score[:, at] - expected[:, at]) + bonus
        change = summed(place, delta, len(who))
        if formula.loss_cap:
            full = summed(place, np.where(weight[at] > 0, delta / weight[at], 0.0), len(who))
            over = full < -formula.loss_cap
            change[over] *= formula.loss_cap / -full[over]
        closing = np.maximum(formula.floor, rating[who] + change)

        before[:, at], after[:, at] = in_a_row(place, delta, rating[who], closing)
        extra[:, at] = bonus + (after[:, at] - before[:, at] - delta)
        due[batch.code] = (who, change, formula.floor)

    notes = []
    if without_rank:
        notes.append(f"{without_rank} units entered without a declared rank, at {start:g}")
    if np.isnan(games.weight).any():
        notes.append(f"{int(np.isnan(games.weight).sum())} games of tournaments without a class count in full")
    black, white = (
        Side(before[s], after[s], expected[s], k_factor[s], rating_used=used[s], extra=extra[s]) for s in (0, 1)
    )
    ledger = Ledger(black, white, tuple(notes), rated=counts, final={"rating": rating})
    return with_adjustments(games, ledger)


def enter(
    rating: FloatArray,
    highest: FloatArray,
    who: IntArray,
    declared: FloatArray,
    formula: Formula,
    start: float,
) -> int:
    """Set ratings by the ranks declared at a tournament's start; how many had none to enter with.

    Changes `rating` (points) and `highest` (rank number) of the units `who` in place.
    """
    nominal = np.maximum(formula.floor, ranks.nominal_egf(declared))
    new = np.isnan(rating[who])
    unranked = np.isnan(declared)
    now = np.where(new, np.where(unranked, start, nominal), rating[who])
    if formula.resets:
        jumps = ranks.jumps(declared, highest[who], formula.reset_cap)
        now = np.where(~new & jumps & (nominal > now), nominal, now)
    rating[who] = now
    highest[who] = np.fmax(highest[who], declared)
    return int((new & unranked).sum())


def summed(place: IntArray, values: FloatArray, count: int) -> FloatArray:
    """Sum of `values` by `place`, shape (count,)."""
    return np.asarray(np.bincount(place.ravel(), weights=values.ravel(), minlength=count), np.float64)
