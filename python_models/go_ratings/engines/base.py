"""What every rating engine takes and gives: games as arrays in, a ledger of arrays out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


class ParameterError(ValueError):
    """A method's parameters can't be used; the message names the parameter and what it may be."""


class RatingError(ArithmeticError):
    """A system can't rate these games; the message says why."""


@dataclass(frozen=True)
class Games:
    """The rated games of one list, in order of play; every array has one entry per game.

    black, white   code of the rated unit (0 … n_units-1); where `colours_known` is False
                   they only mean the player named first and second
    score          Black's score: 1 win, 0.5 jigo, 0 loss
    day            days since 1970-01-01, never falling
    batch          code of the tournament (event and edition) that batch systems sum over
    round_no       round within the batch, 0 where unknown
    colours_known  False where the colours were not published
    handicap       stones: 0 even, 1 Black first without komi, 2 and more handicap stones
    komi           points to White, NaN where unknown
    black_rank, white_rank  declared rank as a number (1d = 0, 2d = 1, 1k = -1, …; a professional's
                   between them, see ranks.rank_number), NaN where none
    weight         weight of the tournament's class (EGF class A = 1), 1 where the list has no
                   classes, NaN where the tournament's class is missing
    board_size     lines of the board, 19 by default
    women          True where only women may enter the event
    """

    black: IntArray
    white: IntArray
    score: FloatArray
    day: IntArray
    batch: IntArray
    round_no: IntArray
    colours_known: BoolArray
    handicap: IntArray
    komi: FloatArray
    black_rank: FloatArray
    white_rank: FloatArray
    weight: FloatArray
    board_size: IntArray
    women: BoolArray

    def __len__(self) -> int:
        return len(self.black)

    @classmethod
    def of(cls, black: Any, white: Any, score: Any, **others: Any) -> Games:
        """Games from what is known; anything that isn't given takes its neutral value.

        Raises ValueError when an array's length differs from that of `black`.
        """
        n = len(black)
        neutral = {
            "day": np.zeros(n, np.int64),
            "batch": np.zeros(n, np.int64),
            "round_no": np.zeros(n, np.int64),
            "colours_known": np.ones(n, np.bool_),
            "handicap": np.zeros(n, np.int64),
            "komi": np.full(n, np.nan),
            "black_rank": np.full(n, np.nan),
            "white_rank": np.full(n, np.nan),
            "weight": np.ones(n),
            "board_size": np.full(n, 19, np.int64),
            "women": np.zeros(n, np.bool_),
        }
        given = {"black": black, "white": white, "score": score} | others
        types = {"black": np.int64, "white": np.int64, "score": np.float64}
        types |= {name: value.dtype.type for name, value in neutral.items()}
        arrays: dict[str, NDArray[Any]] = {
            name: np.asarray(given.get(name, neutral.get(name)), dtype=type_) for name, type_ in types.items()
        }
        for name, array in arrays.items():
            if array.shape != (n,):
                raise ValueError(f"{name} has shape {array.shape}, expected ({n},)")
        return cls(**arrays)


@dataclass(frozen=True)
class Units:
    """The rated units of one list: players with a rating of their own, and pools.

    is_pool  one entry per unit; True for a virtual player that stands for a group
    """

    is_pool: BoolArray

    def __len__(self) -> int:
        return len(self.is_pool)

    @classmethod
    def players(cls, count: int) -> Units:
        """`count` units, none of them a pool."""
        return cls(np.zeros(count, np.bool_))


@dataclass(frozen=True)
class System:
    """What a rating system is, declared: the seed of methods and the docs mirror it.

    name         the engine's name
    title        for readers
    update       what one update takes together: a game, a round, a day, a tournament, or a refit
                 of a stretch of the past (the whole of it, for WHR)
    scale        what a rating is counted in: "elo" (400 points = odds of 10), "egf" (100 points =
                 one rank), "aga" (ranks without -1 … 1), "ogs" (Glicko-2 points), "rank" (1d = 0),
                 "nngs" (ranks, 1d = 30.5) or "ffg" (100 points = one rank, 1d from 0)
    state        what is kept of a unit, the rating first
    start        "fixed", or "declared rank" (with a fixed value for units without one)
    floor        lowest rating, None where there is none
    jigo         "half" a win, or "not rated"
    handicap     whether stones and komi move the expectation
    reset        when a rating is reset, "none" if it never is
    probability  expected score of Black in one line
    source       where formula and constants come from, and how certain they are
    """

    name: str
    title: str
    update: Literal["game", "round", "day", "tournament", "refit"]
    scale: Literal["elo", "egf", "aga", "ogs", "rank", "nngs", "ffg"]
    state: tuple[str, ...]
    start: Literal["fixed", "declared rank"]
    floor: float | None
    jigo: Literal["half", "not rated"]
    handicap: bool
    reset: str
    probability: str
    source: str


@dataclass(frozen=True)
class Side:
    """One side's half of a ledger; every array has one entry per game, in rating points.

    before         rating before the game
    after          rating after it
    expected       expected score (0 … 1) from what was known before the game (before the
                   tournament or the day, where the system updates by those); both sides' sum to 1
    k_factor       points that a rating moves for a score one above the expected; NaN where the
                   system has no such factor
    deviation_before, deviation_after  the system's own uncertainty, None where it has none
    rating_used    rating that `expected` was computed from, None where that is `before`: systems
                   that update by tournament or day show the games of one in a row, each taking
                   up where the last one stopped, but expect from the rating before the first
    extra          points of the change that aren't k_factor·(score-expected): a bonus, a loss
                   cap or a floor; None where there are none or the system has no k_factor
    adjustment     points by which the rating moved between the unit's previous game in the
                   ledger and this one (a reset, a refit): after there + adjustment here = before
                   here; 0 at the unit's first game, None in a system that has no adjustment
    """

    before: FloatArray
    after: FloatArray
    expected: FloatArray
    k_factor: FloatArray
    deviation_before: FloatArray | None = None
    deviation_after: FloatArray | None = None
    rating_used: FloatArray | None = None
    extra: FloatArray | None = None
    adjustment: FloatArray | None = None


@dataclass(frozen=True)
class History:
    """How systems with refits see the past today; one entry per unit and day.

    unit, day   code of the unit, days since 1970-01-01
    rating      points
    deviation   points, NaN where the system gives none
    covariance  with the same unit's next entry, points squared, 0 at its last; NaN likewise
    """

    unit: IntArray
    day: IntArray
    rating: FloatArray
    deviation: FloatArray
    covariance: FloatArray


@dataclass(frozen=True)
class Ledger:
    """What an engine gives: both sides of every game, in the order of the games.

    notes    warnings for people: what was missing or impossible and what was done about it
    rated    one entry per game, False where the system doesn't rate it (it moves nothing then);
             None where every game is rated
    final    state of every unit after the last game, by the names of System.state; a unit that
             never played has the system's start value or NaN
    history  the retrospective ratings of systems that refit, None where there are none
    """

    black: Side
    white: Side
    notes: tuple[str, ...] = field(default=())
    rated: BoolArray | None = None
    final: Mapping[str, FloatArray] = field(default_factory=dict)
    history: History | None = None


def with_adjustments(games: Games, ledger: Ledger) -> Ledger:
    """The ledger with both sides' `adjustment` filled in from their before and after."""
    n = len(games)
    unit = np.column_stack([games.black, games.white]).ravel()
    before = np.column_stack([ledger.black.before, ledger.white.before]).ravel()
    after = np.column_stack([ledger.black.after, ledger.white.after]).ravel()
    order = np.argsort(unit, kind="stable")
    follows = unit[order[1:]] == unit[order[:-1]]
    adjustment = np.zeros(2 * n)
    adjustment[order[1:]] = np.where(follows, before[order[1:]] - after[order[:-1]], 0.0)
    return replace(
        ledger,
        black=replace(ledger.black, adjustment=adjustment[0::2]),
        white=replace(ledger.white, adjustment=adjustment[1::2]),
    )


def logistic(x: Any) -> FloatArray:
    """1/(1+e^-x) for any x, however far out; any shape."""
    odds = np.exp(-np.abs(np.asarray(x, np.float64)))
    return np.where(np.asarray(x) >= 0.0, 1.0, odds) / (1.0 + odds)


def between_players(games: Games, units: Units) -> BoolArray:
    """False for games that say nothing: a pool against a pool, a unit against itself."""
    both_pools = units.is_pool[games.black] & units.is_pool[games.white]
    return ~both_pools & (games.black != games.white)


def told_komi(games: Games) -> FloatArray:
    """The games' komi, unknown (NaN) where the colours are: it isn't known who gave it."""
    return np.where(games.colours_known, games.komi, np.nan)


def known_komi(komi: Any, handicap: Any, fair: float) -> FloatArray:
    """Komi in points with the unknown ones filled in: `fair` in an even game, else none."""
    komi = np.asarray(komi, np.float64)
    return np.where(np.isnan(komi), np.where(np.asarray(handicap) == 0, fair, 0.0), komi)


def declared_ranks(place: IntArray, rank: FloatArray, count: int) -> FloatArray:
    """Rank each of `count` units declares, in the first game that gives one; NaN for none.

    `place` (index of the unit) and `rank` (rank number) of both sides of the games, in order,
    have the shape (2, games); the result (count,).
    """
    declared = np.full(count, np.nan)
    last_first = place.T.ravel()[::-1], rank.T.ravel()[::-1]
    given = ~np.isnan(last_first[1])
    declared[last_first[0][given]] = last_first[1][given]  # of several, the last assignment stays
    return declared


Engine = Callable[[Games, Units, Mapping[str, Any]], Ledger]


def numbered_by_appearance(rate: Engine) -> Engine:
    """An engine whose units have the numbers of their first games while it runs.

    Sums over units depend, in their last digits, on the order of the units; so they don't depend
    on how the caller numbered them. `history` comes back in the order of unit and day.
    """

    @wraps(rate)
    def numbered(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
        seats = np.column_stack([games.black, games.white]).ravel()
        codes, first = np.unique(seats, return_index=True)
        place = np.full(len(units), -1)
        place[codes[np.argsort(first)]] = np.arange(len(codes))
        place[place < 0] = np.arange(len(codes), len(units))
        code = np.argsort(place)
        renumbered = replace(games, black=place[games.black], white=place[games.white])
        ledger = rate(renumbered, Units(units.is_pool[code]), parameters)
        history = ledger.history
        if history is not None:
            unit = code[history.unit]
            order = np.lexsort((history.day, unit))
            history = History(
                unit[order],
                history.day[order],
                history.rating[order],
                history.deviation[order],
                history.covariance[order],
            )
        return replace(ledger, final={name: values[place] for name, values in ledger.final.items()}, history=history)

    return numbered


def number(parameters: Mapping[str, Any], name: str, default: float | None = None) -> float:
    """A numeric parameter. Raises ParameterError when it is missing or not a finite number."""
    value = parameters.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
        raise ParameterError(f"parameter {name!r} must be a finite number, not {value!r}")
    return float(value)


def flag(parameters: Mapping[str, Any], name: str, default: bool) -> bool:
    """A true/false parameter. Raises ParameterError when it is something else."""
    value = parameters.get(name, default)
    if not isinstance(value, bool):
        raise ParameterError(f"parameter {name!r} must be true or false, not {value!r}")
    return value


def positive(parameters: Mapping[str, Any], name: str, default: float | None = None) -> float:
    """A numeric parameter above 0. Raises ParameterError when it is missing or not that."""
    value = number(parameters, name, default)
    if value <= 0.0:
        raise ParameterError(f"parameter {name!r} must be above 0, not {value!r}")
    return value


def choice(parameters: Mapping[str, Any], name: str, allowed: tuple[str, ...], default: str) -> str:
    """A parameter that names one of a few. Raises ParameterError when it is none of `allowed`."""
    value = parameters.get(name, default)
    if value not in allowed:
        raise ParameterError(f"parameter {name!r} must be one of {', '.join(allowed)}, not {value!r}")
    return value


def only_known(parameters: Mapping[str, Any], known: set[str]) -> None:
    """Raises ParameterError when a parameter is none of `known`, so that a typo can't pass."""
    unknown = sorted(set(parameters) - known)
    if unknown:
        raise ParameterError(f"unknown parameter {unknown[0]!r}; known are {', '.join(sorted(known))}")
