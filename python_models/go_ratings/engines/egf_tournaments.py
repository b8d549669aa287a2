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
    highest     rating, handicap included, at which the curve ends; higher ones are taken as this
    """

    change: Callable[[FloatArray, FloatArray, IntArray], Change]
    floor: float
    loss_cap: float
    reset_cap: float
    resets: bool
    highest: float = np.inf


def expected_gap(handicap: IntArray) -> FloatArray:
    """Rating points that Black's handicap is worth: 100·(H-0.5) from H = 1 (no komi), else 0."""
    handicap = np.asarray(handicap)
    return np.where(handicap >= 1, 100.0 * (handicap - 0.5), 0.0)


def fold(games: Games, units: Units, formula_of: Callable[[Batch], Formula], start: float) -> Ledger:
    """Rate tournament by tournament: both players' ratings from before it, deltas added up.

    Tournaments count in the order of their last day, then their code: also of two that overlap or
    end on one day the second starts from what the first one left. What a game's prediction knows
    is less, the ratings on the tournament's first day (`rating_used` and `expected`); where others
    ended in between, the difference is in `extra`.

    When it counts, a unit that is new enters with the nominal rating of the rank it declares
    (`start` without one), and a declared rank at least two above the highest it ever declared
    sets the rating to the nominal value if that is higher and the formula's `reset_cap` allows.
    Then the sum counts: the loss cap, then the class weight, then the floor. In the ledger the
    games of a tournament follow each other, cap and floor falling on the unit's last one.

    A tournament without a class (weight NaN) counts in full; games of a pool against a pool or
    of a unit against itself move nothing. Both are noted, as are units that enter without a rank
    and ratings past the end of the curve.
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
    past: dict[float, int] = {}

    for what, batch in in_turn(games):
        formula, at = formula_of(batch), batch.games
        who, place = np.unique(sides[:, at], return_inverse=True)
        place = place.reshape(2, len(at))
        declared = declared_ranks(place, rank[:, at], len(who))
        opening = entering(rating[who], highest[who], declared, formula, start)
        worth = formula.change(opening[place[0]], opening[place[1]], games.handicap[at])
        if what == "play":
            used[:, at] = opening[place]
            expected[0, at], expected[1, at] = worth.expected, 1.0 - worth.expected
            continue

        without_rank += int((np.isnan(rating[who]) & np.isnan(declared)).sum())
        highest[who] = np.fmax(highest[who], declared)
        raised = np.stack([opening[place[0]] + expected_gap(games.handicap[at]), opening[place[1]]])
        past[formula.highest] = past.get(formula.highest, 0) + int((raised > formula.highest).any(axis=0).sum())

        k_factor[:, at] = worth.con * weight[at] * counts[at]
        bonus = worth.bonus * weight[at] * counts[at]
        surprise = score[:, at] - np.stack([worth.expected, 1.0 - worth.expected])
        delta = k_factor[:, at] * surprise + bonus
        change = summed(place, delta, len(who))
        if formula.loss_cap:
            full = summed(place, np.divide(delta, weight[at], out=np.zeros_like(delta), where=weight[at] > 0), len(who))
            over = full < -formula.loss_cap
            change[over] *= formula.loss_cap / -full[over]
        closing = np.maximum(formula.floor, opening + change)
        rating[who] = closing

        before[:, at], after[:, at] = in_a_row(place, delta, opening, closing)
        by_prediction = k_factor[:, at] * (score[:, at] - expected[:, at])
        extra[:, at] = after[:, at] - before[:, at] - by_prediction

    notes = []
    if without_rank:
        notes.append(f"{without_rank} units entered without a declared rank, at {start:g}")
    if np.isnan(games.weight).any():
        notes.append(f"{int(np.isnan(games.weight).sum())} games of tournaments without a class count in full")
    if not counts.all():
        notes.append(f"{int((~counts).sum())} games of a pool against a pool, or of one against itself, move nothing")
    notes += [
        f"{number} games with a rating past {end:g}, handicap included: taken as {end:g}"
        for end, number in past.items()
        if number
    ]
    black, white = (
        Side(before[s], after[s], expected[s], k_factor[s], rating_used=used[s], extra=extra[s]) for s in (0, 1)
    )
    ledger = Ledger(black, white, tuple(notes), rated=counts, final={"rating": rating})
    return with_adjustments(games, ledger)


def entering(
    rating: FloatArray, highest: FloatArray, declared: FloatArray, formula: Formula, start: float
) -> FloatArray:
    """Ratings with which units enter a tournament, by the ranks they declare at its start; arrays
    of one entry a unit.

    rating    points from before, NaN for a new unit
    highest   the highest rank number ever declared before
    declared  the rank number declared now, NaN for none
    """
    nominal = np.maximum(formula.floor, ranks.nominal_egf(declared))
    new = np.isnan(rating)
    now = np.where(new, np.where(np.isnan(declared), start, nominal), rating)
    if formula.resets:
        jumps = ranks.jumps(declared, highest, formula.reset_cap)
        now = np.where(~new & jumps & (nominal > now), nominal, now)
    return now


def summed(place: IntArray, values: FloatArray, count: int) -> FloatArray:
    """Sum of `values` by `place`, shape (count,)."""
    return np.asarray(np.bincount(place.ravel(), weights=values.ravel(), minlength=count), np.float64)
