"""FFG: the French federation's scale of levels, as it was computed from 2003 to 2012.

Source: the federation's page on that algorithm (published: the changes, handicap, small boards,
the special limits). Its yearly adjustments of the whole scale are described there only in outline and
are left out, and so is the algorithm of the years since. The expectation is what a balanced winner's
gain implies, and the middle of the rank as a newcomer's level is ours.
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

PARAMETERS = {"start"}

SYSTEM = System(
    name="ffg",
    title="FFG, 2003 to 2012",
    update="game",
    scale="ffg",
    state=("rating",),
    start="declared rank",
    floor=None,
    jigo="not rated",
    handicap=True,
    reset="none",
    probability="0.5 + (Black'-White)/450, Black' = Black + 100·(H-0.5), from 1/41 to 40/41",
    source="the federation's page (published); the expectation is implied, entry and order of games are ours",
)

MOST_STONES = 9
GAIN, PER_POINT, LEAST_GAIN, MOST_GAIN, MOST_LOSS = 15.0, 1.0 / 15.0, 1.0, 40.0, 15.0
STRONG, BEGINNER = 400.0, -2000.0
BOARD_WEIGHT = {19: 1.0, 13: 0.2, 9: 0.1}


def nominal(rank: Any) -> FloatArray:
    """Level of a declared rank number, the middle of the rank: 1d = 50, 1k = -50; any shape."""
    return 100.0 * np.asarray(rank, np.float64) + 50.0


def head_start(handicap: Any) -> FloatArray:
    """Points that Black's handicap is worth: 100·(H-0.5) from H = 1 (no komi), else 0; any shape."""
    handicap = np.asarray(handicap)
    return np.where(handicap >= 1, 100.0 * (handicap - 0.5), 0.0)


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black: where the winner's gains balance. Shapes broadcast.

    The winner gains 15 points less a fifteenth of the gap, which is 30 points times what the score
    exceeds 0.5 + gap/450. Komi isn't used.
    """
    gap = np.asarray(rating_a, np.float64) + head_start(handicap) - rating_b
    least = LEAST_GAIN / (LEAST_GAIN + MOST_GAIN)
    return np.clip(0.5 + PER_POINT * gap / (2.0 * GAIN), least, 1.0 - least)


def changes(winner: float, loser: float, gap: float, handicap: int = 0, board_size: int = 19) -> tuple[float, float]:
    """Points that a game brings its winner and its loser (below 0).

    `winner` and `loser` are their levels, `gap` is the loser's less the winner's with the
    handicap's points; `board_size` one of BOARD_WEIGHT.
    """
    gain = min(max(GAIN + PER_POINT * gap, LEAST_GAIN), MOST_GAIN)
    loss = -min(max(gain, LEAST_GAIN), MOST_LOSS)
    if winner > STRONG:
        gain = min(max(GAIN + PER_POINT * gap, 0.0), MOST_GAIN)
    if loser < BEGINNER:
        loss = max(loss, -1.0)
    if winner >= BEGINNER > loser:
        gain = min(gain, 1.0)
    if loser >= BEGINNER > winner:
        loss = max(loss, -1.0)
    by_board = BOARD_WEIGHT[board_size]
    by_handicap = 1.0 - handicap / 10.0
    return (
        gain * by_board * (1.0 if winner < BEGINNER else by_handicap),
        loss * by_board * (1.0 if loser < BEGINNER else by_handicap),
    )


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Fold the games in order; both sides of a game use the levels from before it.

    Parameter: `start` (level of a unit that declares no rank, 50: the middle of 1 dan). Games that
    aren't rated: jigo, more than 9 stones, a board of other than 19, 13 or 9 lines, a pool
    against a pool. There is no k_factor.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    start = number(parameters, "start", 50.0)
    rated = between_players(games, units) & (games.score != 0.5) & (games.handicap <= MOST_STONES)
    rated &= np.isin(games.board_size, list(BOARD_WEIGHT))
    ahead, handicap = head_start(games.handicap).tolist(), games.handicap.tolist()
    score, size = games.score.tolist(), games.board_size.tolist()

    def moved(game: int, black: float, white: float) -> tuple[float, float]:
        gap = white - black - ahead[game]
        if score[game] == 1.0:
            gain, loss = changes(black, white, gap, handicap[game], size[game])
            return black + gain, white + loss
        gain, loss = changes(white, black, -gap, handicap[game], size[game])
        return black + loss, white + gain

    declared = nominal(np.stack([games.black_rank, games.white_rank]))
    before, after, rating, notes = by_game.fold(games, units, rated, declared, start, -np.inf, moved)
    if not rated.all():
        why = "jigo, more than 9 stones, another board than 19, 13 or 9 lines, or pools"
        notes += (f"{int((~rated).sum())} games not rated: {why}",)
    expected = expected_score(before[0], before[1], games.handicap, np.nan, {})
    none = np.full(len(games), np.nan)
    ledger = Ledger(
        Side(before[0], after[0], expected, none),
        Side(before[1], after[1], 1.0 - expected, none),
        notes,
        rated=rated,
        final={"rating": rating},
    )
    return with_adjustments(games, ledger)
