"""UFGO: the Ukrainian federation's ratings, round by round, with tournaments that are run again.

Source: the federation's published program (V. Korsak's system; certain: the formula, rounds, the floor, what counts as
abnormal growth). Entry by declared rank is this project's: the program is given the ratings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings import ranks
from go_ratings.engines.base import (
    BoolArray,
    FloatArray,
    Games,
    IntArray,
    Ledger,
    Side,
    System,
    Units,
    between_players,
    declared_ranks,
    number,
    only_known,
    with_adjustments,
)
from go_ratings.engines.batches import in_a_row, in_turn
from go_ratings.engines.egf_1998 import con
from go_ratings.engines.egf_1998 import expected_score as even_score
from go_ratings.engines.egf_tournaments import summed

PARAMETERS = {"start", "floor"}

SYSTEM = System(
    name="ufgo",
    title="UFGO (Ukraine)",
    update="round",
    scale="egf",
    state=("rating",),
    start="declared rank",
    floor=100.0,
    jigo="half",
    handicap=False,
    reset="a player who grows abnormally starts the tournament anew from the rating after it",
    probability="the weaker: 1/(e^(D/a)+1), a = 205 - n/20, 70 … 200",
    source="the federation's program (certain); entry by declared rank is ours",
)

BONUS_END, BONUS_SPAN = 3100.0, 50_000.0
ABNORMAL = 0.45
# Runs of one tournament. Each raises whoever grew by at least 4.5 points, so growth ends within the scale long before.
MOST_RUNS = 1000


def bonus(rating: Any) -> FloatArray:
    """Score that every game gives away, won or lost: (3100-r)/50000; any shape."""
    return (BONUS_END - np.asarray(rating, np.float64)) / BONUS_SPAN


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black. Stones and komi aren't used. Shapes broadcast."""
    return even_score(rating_a, rating_b, 0 * np.asarray(handicap), np.nan, {})


def grew_abnormally(start: FloatArray, end: FloatArray, games: IntArray) -> BoolArray:
    """Whether players gained at least games·K·(0.45 + bonus) points in a tournament; any shape."""
    return (games > 0) & (end >= start + games * con(start) * (ABNORMAL + bonus(start)))


def run(
    place: IntArray, round_no: IntArray, score: FloatArray, counts: BoolArray, opening: FloatArray, floor: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """One run of a tournament: ratings before and after each game and K, shape (2, games), and at the end.

    place     index of both sides' players, shape (2, games)
    score     of both sides, shape (2, games)
    counts    games that move a rating, shape (games,)
    opening   ratings of the players before the tournament

    All games of a round use the ratings from before it.
    """
    before, after, k_factor = np.zeros((3, *place.shape))
    rating = opening
    for number_ in np.unique(round_no):
        there = round_no == number_
        sides, own = place[:, there], rating[place[:, there]]
        p = even_score(own[0], own[1], 0, np.nan, {})
        k = con(own) * counts[there]
        delta = k * (score[:, there] - np.stack([p, 1.0 - p]) + bonus(own))
        closing = np.maximum(floor, rating + summed(sides, delta, len(rating)))
        before[:, there], after[:, there] = in_a_row(sides, delta, rating, closing)
        k_factor[:, there] = k
        rating = closing
    return before, after, k_factor, rating


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Rate tournament by tournament, each round by round: r += K·(score - expected + bonus).

    Tournaments count in the order of their last day, then their code. After one, players who grew
    abnormally (see grew_abnormally) take the rating they ended with as the one they began with,
    and the whole tournament is run again, until there are none. Games whose round isn't
    known are one round, before the others.

    Parameters: `start` (points of a unit that enters without a declared rank, 2100), `floor` (points, 100).
    Predictions use the ratings on the tournament's first day, so `extra` holds what later rounds,
    and the bonus, change of them.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    start, floor = number(parameters, "start", 2100.0), number(parameters, "floor", 100.0)
    n = len(games)
    sides = np.stack([games.black, games.white])
    rank = np.stack([games.black_rank, games.white_rank])
    score = np.stack([games.score, 1.0 - games.score])
    counts = between_players(games, units)
    rating = np.full(len(units), np.nan)
    before, after, used, expected, k_factor = np.zeros((5, 2, n))
    without_rank, run_again, unsettled = 0, 0, 0
    for what, batch in in_turn(games):
        at = batch.games
        who, place = np.unique(sides[:, at], return_inverse=True)
        place = place.reshape(2, len(at))
        declared = declared_ranks(place, rank[:, at], len(who))
        new = np.isnan(rating[who])
        entry = np.maximum(floor, np.where(np.isnan(declared), start, ranks.nominal_egf(declared)))
        opening = np.where(new, entry, rating[who])
        if what == "play":
            used[:, at] = opening[place]
            expected[0, at] = even_score(used[0, at], used[1, at], 0, np.nan, {})
            continue
        without_rank += int((new & np.isnan(declared)).sum())
        played = np.bincount(place[:, counts[at]].ravel(), minlength=len(who))
        found = run(place, games.round_no[at], score[:, at], counts[at], opening, floor)
        grown = grew_abnormally(opening, found[3], played)
        run_again += int(grown.any())
        for _ in range(MOST_RUNS):
            if not grown.any():
                break
            opening = np.where(grown, found[3], opening)
            found = run(place, games.round_no[at], score[:, at], counts[at], opening, floor)
            grown = grew_abnormally(opening, found[3], played)
        unsettled += int(grown.any())
        before[:, at], after[:, at], k_factor[:, at], rating[who] = found

    expected[1] = 1.0 - expected[0]
    extra = after - before - k_factor * (score - expected)
    notes = []
    if without_rank:
        notes.append(f"{without_rank} units entered without a declared rank, at {start:g}")
    if run_again:
        notes.append(f"{run_again} tournaments run again because of abnormal growth")
    if unsettled:
        notes.append(f"{unsettled} tournaments whose growth {MOST_RUNS} runs didn't end")
    black, white = (
        Side(before[s], after[s], expected[s], k_factor[s], rating_used=used[s], extra=extra[s]) for s in (0, 1)
    )
    ledger = Ledger(black, white, tuple(notes), rated=counts, final={"rating": rating})
    return with_adjustments(games, ledger)
