"""Dragon Go Server: EGF-like, after every finished game, with a span of confidence.

Source: the server's published rating code: formula, constants, the span's rules. All certain.
The server rates a game only with at least 10 + handicap moves; games here have no move count.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from go_ratings import ranks
from go_ratings.engines.base import (
    FloatArray,
    Games,
    Ledger,
    Side,
    System,
    Units,
    between_players,
    known_komi,
    logistic,
    number,
    only_known,
    positive,
    told_komi,
    with_adjustments,
)

PARAMETERS = {"start", "epsilon", "floor", "board_size"}

SYSTEM = System(
    name="dgs",
    title="Dragon Go Server",
    update="game",
    scale="egf",
    state=("rating", "lowest", "highest"),
    start="declared rank",
    floor=-900.0,
    jigo="half",
    handicap=True,
    reset="none",
    probability="the weaker after handicap, komi and size: 1/(1+e^(D/a)), a by his own raw rating",
    source="the server's published code (certain)",
)

FAIR_KOMI = 6.5
HIGHEST_START = 2600.0
# con by rating: straight lines between the bends, the first one carried on below 100.
CON = ((100.0, 116.0), (200.0, 110.0), (1300.0, 55.0), (2000.0, 27.0), (2400.0, 15.0), (2600.0, 11.0), (2700.0, 10.0))
# The most that spans can speed up or slow down a rating.
FACTOR_LIMIT = 2.5
NARROWEST_SPAN = 1e-6
# Lines of the boards that the server has.
BOARDS = (5, 25)


class Player(NamedTuple):
    """A player's rating and the span it is believed to lie in, in points."""

    rating: float
    lowest: float
    highest: float


def con(rating: float) -> float:
    """Points a win over an expectation of 0 brings at `rating`."""
    if rating >= CON[-1][0]:
        return CON[-1][1]
    for (low, at_low), (high, at_high) in itertools.pairwise(CON):
        if rating < high:
            return at_low + (at_high - at_low) * (rating - low) / (high - low)
    return CON[-1][1]


def spread(rating: Any) -> FloatArray:
    """The curve's scale `a`: 200 - (rating-100)/20, at least 70 (250 at -900); any shape."""
    return np.maximum(200.0 - (np.asarray(rating, np.float64) - 100.0) / 20.0, 70.0)


def stones(handicap: Any, komi: Any, size: Any) -> FloatArray:
    """What handicap and komi are worth to Black in ranks, more on a small board; any shape.

    (max(H, 1) - 0.5 - komi/13)·256/(size-3)². Unknown komi counts as 6.5 in an even game, else 0.
    """
    komi = known_komi(komi, handicap, FAIR_KOMI)
    return (np.maximum(handicap, 1) - 0.5 - komi / 13.0) * 256.0 / (np.asarray(size) - 3.0) ** 2


def size_weight(size: Any) -> FloatArray:
    """How much a game on this board counts: (19-|size-19|)²/361, 1 on 19 lines; any shape."""
    return (19.0 - np.abs(np.asarray(size) - 19.0)) ** 2 / 361.0


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, without epsilon. Shapes broadcast.

    D = White - Black - 100·stones; the weaker side by D sets `a` by its own rating, not the
    raised one. Parameter: `board_size` (lines, 19).
    """
    size = positive(parameters, "board_size", 19.0)
    a = np.asarray(rating_a, np.float64)
    b = np.asarray(rating_b, np.float64)
    gap = b - a - 100.0 * stones(handicap, komi, size)
    return logistic(-gap / spread(np.where(gap >= 0.0, a, b)))


def _chance_of_black(black: float, white: float, head_start: float) -> tuple[float, bool]:
    """expected_score for one game, many times faster in the fold; and whether Black is behind."""
    gap = white - black - 100.0 * head_start
    behind = gap >= 0.0
    a = max(205.0 - (black if behind else white) / 20.0, 70.0)
    odds = math.exp(-abs(gap) / a)
    return (odds if behind else 1.0) / (1.0 + odds), behind


def first_span(rating: float) -> Player:
    """A new player: the rating ± (200 + 2/15 of what it lacks to 1600)."""
    reach = 200.0 + max(1600.0 - rating, 0.0) * 2.0 / 15.0
    return Player(rating, rating - reach, rating + reach)


def span(player: Player) -> float:
    """How wide a player's span is. Its ends move on their own, so that it may close altogether."""
    return max(player.highest - player.lowest, NARROWEST_SPAN)


def factors(white: Player, black: Player) -> tuple[float, float]:
    """How much faster White and Black move because of their spans: the wider the span, the faster."""
    ratio = span(black) / span(white)
    log_limit = math.log(FACTOR_LIMIT)
    of_black = FACTOR_LIMIT ** math.tanh(math.log(ratio) / log_limit)
    return 1.0 / of_black, of_black


def after_game(
    white: Player, black: Player, score: float, head_start: float, weight: float, epsilon: float, floor: float
) -> tuple[Player, Player]:
    """White and Black after a game that Black scored `score` in; both from the values before it.

    `head_start` in ranks to Black, `weight` of the board, `epsilon` off the stronger side's
    expectation (not at jigo). The ends of a span move like ratings of their own against the
    opponent's rating, at half the factor; then the span closes up where the rating leaves its
    middle quarter.
    """
    of_white, of_black = factors(white, black)
    cost = epsilon if score != 0.5 else 0.0

    def white_moved(value: float, factor: float) -> float:
        p, behind = _chance_of_black(black.rating, value, head_start)
        return value + con(value) * factor * weight * (1.0 - score - (1.0 - p - cost * behind))

    def black_moved(value: float, factor: float) -> float:
        p, behind = _chance_of_black(value, white.rating, head_start)
        return value + con(value) * factor * weight * (score - (p - cost * (1 - behind)))

    white_after = Player(*map(white_moved, white, (of_white, of_white / 2.0, of_white / 2.0)))
    black_after = Player(*map(black_moved, black, (of_black, of_black / 2.0, of_black / 2.0)))
    return _settled(white_after, floor), _settled(black_after, floor)


def _settled(player: Player, floor: float) -> Player:
    """Floor the rating, then close the span: the rating may come within 3/8 of neither end."""
    _, lowest, highest = player
    rating = max(player.rating, floor)
    reach = 0.375 * (highest - lowest)
    if rating > highest - reach:
        highest = (rating - 0.375 * lowest) / 0.625
    if rating < lowest + reach:
        lowest = (rating - 0.375 * highest) / 0.625
    return Player(rating, lowest, highest)


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Fold the games in order; both sides of a game use the values from before it.

    Parameters: `start` (points of a unit that declares no rank, 2100; at most 2600 is given to
    anybody), `epsilon` (taken off the stronger side's expectation, 0.014; not at jigo), `floor`
    (points, -900). The ledger's `expected` leaves epsilon out; its points stand in `extra`. Its
    deviation is half the span between `lowest` and `highest`. `board_size` of the parameters is
    for expected_score alone: games have their own, from 5 to 25 lines; others aren't rated.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    positive(parameters, "board_size", 19.0)
    start = number(parameters, "start", 2100.0)
    epsilon = number(parameters, "epsilon", 0.014)
    floor = number(parameters, "floor", -900.0)

    n = len(games)
    on_board = (games.board_size >= BOARDS[0]) & (games.board_size <= BOARDS[1])
    counts = between_players(games, units) & on_board
    size = np.where(on_board, games.board_size, 19)
    head_start = stones(games.handicap, told_komi(games), size).tolist()
    weight, score = size_weight(size).tolist(), games.score.tolist()
    nominal = np.stack([ranks.nominal_egf(games.black_rank), ranks.nominal_egf(games.white_rank)])
    sides = np.stack([games.black, games.white]).tolist()
    state: list[Player | None] = [None] * len(units)
    before, after, expected, k_factor, extra, span_before, span_after = np.zeros((7, 2, n))
    without_rank = 0
    for i in range(n):
        pair = (sides[0][i], sides[1][i])
        for side, unit in enumerate(pair):
            if state[unit] is None:
                declared = float(nominal[side, i])
                without_rank += math.isnan(declared)
                entry = start if math.isnan(declared) else declared
                state[unit] = first_span(min(max(entry, floor), HIGHEST_START))
        old = black, white = state[pair[0]], state[pair[1]]
        p, _ = _chance_of_black(black.rating, white.rating, head_start[i])
        of_white, of_black = factors(white, black)
        if counts[i]:
            state[pair[1]], state[pair[0]] = after_game(
                white, black, score[i], head_start[i], weight[i], epsilon, floor
            )
        for side, (chance, result, factor) in enumerate(((p, score[i], of_black), (1.0 - p, 1.0 - score[i], of_white))):
            new, was = state[pair[side]], old[side]
            k = con(was.rating) * factor * weight[i] * counts[i]
            before[side, i], after[side, i] = was.rating, new.rating
            expected[side, i], k_factor[side, i] = chance, k
            extra[side, i] = new.rating - was.rating - k * (result - chance)
            span_before[side, i] = span(was) / 2.0
            span_after[side, i] = span(new) / 2.0

    final = np.array([player or (np.nan,) * 3 for player in state]).reshape(len(units), 3)
    black_side, white_side = (
        Side(before[s], after[s], expected[s], k_factor[s], span_before[s], span_after[s], extra=extra[s])
        for s in (0, 1)
    )
    notes = [f"{without_rank} units entered without a declared rank, at {start:g}"] if without_rank else []
    if not on_board.all():
        least, most = BOARDS
        notes.append(
            f"{int((~on_board).sum())} games not rated: a board of fewer than {least} or more than {most} lines"
        )
    ledger = Ledger(
        black_side,
        white_side,
        tuple(notes),
        rated=counts,
        final=dict(zip(SYSTEM.state, final.T)),
    )
    return with_adjustments(games, ledger)
