"""Ranks: how they are written, what rating they stand for, and when a rating changes one.

Source of the rules: the EGF handbook's table of ratings and ranks and its text (promote at the
hundred value, demote below the hundred value minus 50, jump promotion), the encyclopaedia's
table, the AGA's and OGS's own scales. All are published unless a docstring says otherwise.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

Kind = Literal["k", "d", "p"]
Scale = Literal["egf", "handbook", "encyclopaedia", "aga", "ogs"]
SCALES: tuple[Scale, ...] = ("egf", "handbook", "encyclopaedia", "aga", "ogs")

WEAKEST_KYU = 30
STRONGEST = 9
LOWEST_HUNDRED = -900.0

# Integers at which the handbook's printed table contradicts its own text: eight stand in two
# rows, and 50 is printed as 21k where "below the hundred value minus 50" keeps 20k.
HANDBOOK_MISPRINTS = (-351, -350, -251, -250, -151, -150, -51, -50, 50)


class RankError(ValueError):
    """A rank can't be read or doesn't exist on a scale; the message says which and why."""


@dataclass(frozen=True)
class Rank:
    """A rank: `kind` is "k" (kyu), "d" (amateur dan) or "p" (professional dan)."""

    kind: Kind
    grade: int

    def __str__(self) -> str:
        return f"{self.grade}{self.kind}"


_NUMERALS = {"初": 1, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "초": 1}
_UNITS: dict[str, Kind] = {
    "k": "k",
    "kyu": "k",
    "gup": "k",
    "級": "k",
    "级": "k",
    "급": "k",
    "d": "d",
    "dan": "d",
    "段": "d",
    "단": "d",
    "p": "p",
    "pro": "p",
    "ping": "p",
    "professional": "p",
    "プロ": "p",
    "프로": "p",
}
_PROFESSIONAL = "professional|pro|p|プロ|프로|職業|职业|專業|专业|職|职"
_AMATEUR = "amateur|ama|アマチュア|アマ|아마추어|아마|業餘|业余"
_GAP = "[ .・-]*"
_WRITTEN = re.compile(
    rf"(?:(?P<before>{_PROFESSIONAL}|{_AMATEUR}){_GAP})?"
    r"(?P<grade>\d{1,3}|初|초|[二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
    rf"{_GAP}(?P<unit>{'|'.join(sorted(_UNITS, key=len, reverse=True))})"
    rf"(?:{_GAP}\(?(?P<behind>{_PROFESSIONAL}|{_AMATEUR})\)?)?"
)
# P9, as a server writes professionals' ranks.
_ONLY_P = re.compile(r"p ?(?P<grade>\d)")
_ROMAJI = ["shodan", "nidan", "sandan", "yondan", "godan", "rokudan", "nanadan", "hachidan", "kudan"]


def parse_rank(text: str | None, weakest_kyu: int = WEAKEST_KYU) -> Rank | None:
    """The rank that `text` writes; None for nothing ("" or None).

    Reads 5k, 5 kyu, 5級, 5급, 十級, 3d, 3 dan, 3段, 三段, 3단, shodan, 9p, 9 ping, 9 dan professional,
    1 PRO, P9段, 职业九段, upper or lower case, full or half width; a `*` or `?` after the rank (settled,
    unsettled) is passed over. "段" alone is an amateur's: only the list knows who is a professional.

    Raises RankError for anything else, and for ranks that don't exist (0d, 10d, 31k, 10p); the
    AGA's data go below 30k, so its readers raise `weakest_kyu`.
    """
    plain = unicodedata.normalize("NFKC", text or "").strip().lower().rstrip("*?+ ")
    if not plain:
        return None
    if plain in _ROMAJI:
        return Rank("d", _ROMAJI.index(plain) + 1)
    if only := _ONLY_P.fullmatch(plain):
        plain = f"{only['grade']}p"
    written = _WRITTEN.fullmatch(plain)
    kind = _UNITS[written["unit"]] if written else None
    status = {written["before"] or "", written["behind"] or ""} - {""} if written else set()
    is_professional = any(re.fullmatch(_PROFESSIONAL, word) for word in status)
    if written is None or kind is None or (status and kind == "k" and is_professional) or len(status) > 1:
        raise RankError(f"{text!r} is not a rank; ranks look like 5k, 3d or 9p")
    if kind == "p" and status and not is_professional:
        raise RankError(f"{text!r} is an amateur's and a professional's rank")
    if is_professional:
        kind = "p"
    if kind == "k" and written["grade"] in ("初", "초"):
        raise RankError(f"{text!r} is no grade: it means a beginner")
    grade = _grade(written["grade"])
    highest = weakest_kyu if kind == "k" else STRONGEST
    if not 1 <= grade <= highest:
        raise RankError(f"{text!r} doesn't exist: {kind} goes from 1 to {highest}")
    return Rank(kind, grade)


def _grade(written: str) -> int:
    """A grade in digits or numerals up to 39."""
    if written.isdigit():
        return int(written)
    tens, ten, ones = written.rpartition("十")
    return (_NUMERALS.get(tens, 1) * 10 if ten else 0) + _NUMERALS.get(ones, 0)


def rank_warning(rank: Rank) -> str:
    """What to check in a rank that exists, '' for nothing: amateur 8d and 9d."""
    if rank.kind == "d" and rank.grade >= 8:
        return f"{rank} is honorary in Japan and China; the AGA and servers award it"
    return ""


def rank_number(rank: Rank) -> float:
    """A rank in amateur ranks: 1d = 0, 2d = 1, 1k = -1; 1p = 6 = 7d and 0.3 per dan, 9p = 8.4.

    There is no rank zero: 1k and 1d are one apart. The professionals' places are the EGF scale's
    (30 points a dan from 2700), so that 1p to 9p is less than three stones.
    """
    if rank.kind == "k":
        return -float(rank.grade)
    if rank.kind == "d":
        return rank.grade - 1.0
    return round(6.0 + 0.3 * (rank.grade - 1), 1)


def rank_difference(rank: Rank, other: Rank) -> float:
    """How many ranks `other` is stronger than `rank`; between amateurs the proper handicap."""
    return round(rank_number(other) - rank_number(rank), 1)


def rank_to_rating(scale: Scale, rank: Rank) -> float | None:
    """The rating that stands for a rank; None where the scale has none for it.

    egf, handbook   kyu 2100-100k, amateur dan 2000+100d, professional 2670+30p (points)
    encyclopaedia   the same from 20k to 7d and for professionals; nothing for 8d and below 20k
    aga             middle of the rank: 3d = 3.5, 5k = -5.5 (1d is [1, 2), 1k is (-2, -1])
    ogs             lowest rating of the rank: 525·e^(n/23.15), n = 0 for 30k, 30 for 1d

    Raises RankError for an unknown scale.
    """
    _check(scale)
    number = rank_number(rank)
    if scale in ("egf", "handbook"):
        return float(nominal_egf(number))
    if scale == "encyclopaedia":
        printed = rank.kind == "p" or -20.0 <= number <= 6.0
        return float(nominal_egf(number)) if printed else None
    if rank.kind == "p":
        return None
    if scale == "aga":
        return number + 1.5 if number >= 0.0 else number - 0.5
    return float(ogs_rating(number + 30.0))


def rating_to_rank(scale: Scale, rating: float, professional: bool = False) -> Rank:
    """The rank nearest to a rating, whatever rank was held before: what the scale says about the number alone.

    egf, encyclopaedia   hundred value ±50 (professionals ±15): half-open [x50, x50+100)
    handbook             the rising column: the highest hundred value reached
    aga                  [1, 2) = 1d, (-2, -1] = 1k; the gap (-1, 1) belongs to 1k below 0, else 1d
    ogs                  n = 23.15·ln(rating/525): from 30 floor(n-29) dan, below ceil(30-n) kyu

    The same rating is two ranks for a professional and an amateur (2700: 1p, 7d), so who it is
    must be said. Ratings beyond the scale get its last rank (30k, 25k on OGS and 20k in the
    encyclopaedia; 9d, 7d in the encyclopaedia; 1p, 9p).

    Raises RankError for an unknown scale, a rating that is not a number, a professional where the
    scale has none.
    """
    _check(scale)
    if not np.isfinite(rating):
        raise RankError(f"{rating!r} is not a rating")
    if professional:
        if scale in ("aga", "ogs"):
            raise RankError(f"the {scale} scale has no professional ranks")
        offset = 0.0 if scale == "handbook" else 15.0
        return Rank("p", int(np.clip(np.floor((rating + offset - 2670.0) / 30.0), 1, 9)))
    if scale == "aga":
        dan = max(int(np.floor(rating)), 1) if rating >= 0.0 else min(int(np.ceil(rating)), -1)
        return Rank("d", min(dan, 9)) if dan > 0 else Rank("k", min(-dan, WEAKEST_KYU))
    if scale == "ogs":
        return rank_of_number(float(np.clip(np.floor(ogs_rank(rating)), 5.0, 38.0)) - 30.0)
    if scale == "handbook":
        return rank_of_hundred(float(rising_hundred(rating)))
    nearest = float(np.floor((rating + 50.0) / 100.0)) * 100.0
    if scale == "encyclopaedia":
        return rank_of_hundred(min(max(nearest, 100.0), 2700.0))
    return rank_of_hundred(nearest)


def _check(scale: str) -> None:
    if scale not in SCALES:
        raise RankError(f"unknown scale {scale!r}; known are {', '.join(SCALES)}")


def nominal_egf(number: Any) -> FloatArray:
    """EGF rating of a rank number (see rank_number): 2100 + 100 a rank; any shape, NaN stays."""
    return 2100.0 + 100.0 * np.asarray(number, np.float64)


def ogs_rank(rating: Any) -> FloatArray:
    """OGS rank (30 = 1d, 29.x = 1k) of a Glicko-2 rating, taken as 100 … 6000; any shape."""
    return 23.15 * np.log(np.clip(rating, 100.0, 6000.0) / 525.0)


def ogs_rating(rank: Any) -> FloatArray:
    """Glicko-2 rating of an OGS rank (30 = 1d); any shape, the inverse of ogs_rank."""
    return 525.0 * np.exp(np.asarray(rank, np.float64) / 23.15)


def ogs_label(rating: float, bounded: bool = True) -> str:
    """How OGS prints a rating: 25k … 9d when `bounded`, else as far as the number goes."""
    rank = float(ogs_rank(rating))
    if bounded:
        rank = min(max(rank, 5.0), 38.0)
    if rank < 30.0:
        return f"{int(np.ceil(30.0 - rank))}k"
    return f"{int(np.floor(rank - 29.0))}d"


def rank_of_number(number: float) -> Rank:
    """The amateur rank of a whole rank number (0 = 1d, -1 = 1k), kept within 30k … 9d."""
    whole = int(min(max(number, -WEAKEST_KYU), STRONGEST - 1))
    return Rank("d", whole + 1) if whole >= 0 else Rank("k", -whole)


def rank_of_hundred(hundred: float) -> Rank:
    """The amateur rank of a hundred value (2100 = 1d, 2000 = 1k), kept within 30k … 9d."""
    return rank_of_number((hundred - 2100.0) // 100.0)


def rising_hundred(rating: Any) -> FloatArray:
    """The highest hundred value that a rating reaches, at least -900 (30k); any shape.

    The handbook's column for a rising player, and the rank of one without a history.
    """
    return np.maximum(100.0 * np.floor_divide(np.asarray(rating, np.float64), 100.0), LOWEST_HUNDRED)


def falling_hundred(rating: Any) -> FloatArray:
    """The hundred value kept by a player who comes from above, at least -900; any shape.

    The handbook's column for a falling player: a rank is kept down to its hundred value minus 50.
    """
    rating = np.asarray(rating, np.float64)
    return np.maximum(100.0 * np.floor_divide(rating + 50.0, 100.0), LOWEST_HUNDRED)


def next_hundred(held: float | None, rating: float) -> float:
    """The hundred value held after a rating: up as soon as one is reached, down below it minus 50.

    `held` is the one before it, None without a history. Points in, points out.
    """
    if held is None or rating >= held + 100.0:
        return float(rising_hundred(rating))
    if rating < held - 50.0:
        return float(falling_hundred(rating))
    return held


def rank_history(ratings: Iterable[float], held: float | None = None) -> list[Rank]:
    """One player's rank after each of their ratings in turn, from the hundred value `held` before."""
    history = []
    for rating in ratings:
        held = next_hundred(held, rating)
        history.append(rank_of_hundred(held))
    return history


def points_to_promotion(held: float, rating: float) -> float:
    """Points still missing to the next hundred value, 0 when it is reached."""
    return max(held + 100.0 - rating, 0.0)


def jumps(declared: Any, highest_before: Any, cap: float) -> BoolArray:
    """Whether a declared rank is a jump: at least two ranks above the highest ever declared.

    All are rank numbers; `cap` is the highest rank that a jump may reach (1 = 2d since 2021,
    infinite before). A unit that declares nothing, or declared nothing before, doesn't jump.
    """
    declared = np.asarray(declared, np.float64)
    before = np.asarray(highest_before, np.float64)
    return np.isfinite(before) & (declared >= before + 2.0) & (declared <= cap)


def jump_promotion(declared: Rank, highest_before: Rank, rating: float, cap: Rank | None) -> float | None:
    """The rating that a jump promotion sets at a tournament's start, None when there is none.

    It never lowers a rating: a jump to a nominal value at or below `rating` has no effect
    (inferred from real movements; the text doesn't say).
    """
    limit = np.inf if cap is None else rank_number(cap)
    if not jumps(rank_number(declared), rank_number(highest_before), limit):
        return None
    nominal = float(nominal_egf(rank_number(declared)))
    return nominal if nominal > rating else None
