"""What the formats have in common: who a player is, what a rank or a number says, how an event is named."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import PurePosixPath

from go_ratings.ranks import RankError, parse_rank
from go_ratings.reading.dates import read_day
from go_ratings.reading.names import bare_name, name_key, visible
from go_ratings.reading.rows import Row

Warnings = list[tuple[str, str]]

_NO_COUNTRY = frozenset(("", "XX", "XXX", "XXXX", "--", "-", "?"))
_NO_RANK = frozenset(("", "nr", "ur", "-", "?", "??"))
_PIN = re.compile(r"[1-9]\d{7}")


def one_line(text: str) -> str:
    """The text without line breaks and invisible characters, and with single spaces."""
    return " ".join(visible(text).split())


@dataclass(frozen=True)
class Player:
    """A player as one file describes them.

    `player_id` is the same in all files, `name` is this file's spelling. `written` is what games say: the id, with what
    stands behind the name in the file (`name:Hana Aoki 6d`), so that a players table that lists it so finds its player.
    """

    player_id: str
    name: str
    written: str

    def rows(self, row_no: int, raw_text: str) -> Iterator[Row]:
        """The player's row, the same in every file, and where a number identifies them an alias row for the name."""
        if self.player_id.startswith("name:"):
            yield Row("players", row_no, raw_text, {"player_id": self.player_id, "name_romaji": self.name})
        else:
            yield Row("players", row_no, raw_text, {"player_id": self.player_id})
            if self.name:
                yield Row("aliases", row_no, raw_text, {"alias": self.name, "player_id": self.player_id})


def player_of(name: str, country: str = "", pin: str = "", aga_id: str = "", ffg: str = "") -> Player:
    """Who a player is: the EGD's PIN, else the AGA's id, else the FFG's licence, else the name with the country.

    Numbers that can't be right (a PIN has eight digits, a licence seven) are passed over. Great Britain is UK, as in
    the EGD.
    """
    shown = name_key(one_line(name))
    bare = bare_name(shown)
    if _PIN.fullmatch(pin):
        return Player(f"egd:{pin}", bare, f"egd:{pin}")
    if aga_id.isascii() and aga_id.isdigit() and len(aga_id) <= 9 and int(aga_id):
        return Player(f"aga:{int(aga_id)}", bare, f"aga:{int(aga_id)}")
    if is_licence(ffg):
        return Player(f"ffg:{ffg}", bare, f"ffg:{ffg}")
    country = country.strip().upper()
    country = {"GB": "UK", "GBR": "UK"}.get(country, country)
    behind = "" if country in _NO_COUNTRY else f"|{country}"
    return Player(f"name:{bare}{behind}", bare, f"name:{shown}{behind}")


def is_pin(text: str) -> bool:
    """Whether the text can be an EGD PIN."""
    return _PIN.fullmatch(text) is not None


def is_licence(text: str) -> bool:
    """Whether the text can be the number of a licence of the French federation."""
    return re.fullmatch(r"[0-9]{7}", text) is not None and bool(int(text))


def rank_of(text: str, whose: str, warnings: Warnings, weakest_kyu: int = 30) -> str:
    """A declared rank like 3d, 5k or 9p; '' where there is none, with a warning where it can't be read."""
    written = text.split(",")[0].strip()
    if written.lower() in _NO_RANK:
        return ""
    try:
        return str(parse_rank(written, weakest_kyu) or "")
    except RankError:
        warnings.append(
            ("rank_unread", f"{whose}'s rank {text.strip()[:40]} can't be read: write it like 5k, 3d or 9p")
        )
        return ""


def decimal_of(text: str) -> Decimal | None:
    """A plain number of at most nine characters, or None."""
    if not re.fullmatch(r"[+-]?(?=[\d.])\d{0,6}(\.\d{0,8})?", text):
        return None
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def number_text(number: Decimal) -> str:
    """The number without trailing zeros and without an exponent."""
    return f"{number.normalize() + 0:f}"


def komi_of(text: str, warnings: Warnings) -> str:
    """A plausible komi (whole or half points, at most 100), else '' with a warning."""
    komi = decimal_of(text.strip())
    if komi is not None and abs(komi) <= 100 and komi * 2 == int(komi * 2):
        return number_text(komi)
    if text.strip():
        warnings.append(("komi_impossible", f"komi {text.strip()[:40]} was left out: write points, like 6.5"))
    return ""


_DAY_IN_NAME = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")


def day_in_name(name: str, warnings: Warnings) -> date | None:
    """The one day that a file's name holds (2024-06-01, 2024_06_01, 20240601), with a warning, or None."""
    days = {read_day(f"{year}-{month}-{day}") for year, _, month, day in _DAY_IN_NAME.findall(PurePosixPath(name).name)}
    day = days.pop() if len(days) == 1 else None
    if day:
        warnings.append(
            ("date_from_file_name", f"the file states no date: the games count for {day}, the day in its name")
        )
    return day


def last_day(first: date | None, last: date | None, warnings: Warnings) -> date | None:
    """The day that a tournament's games count for: its last; its first where the last lies before it."""
    if first and last and last < first:
        warnings.append(
            ("date_order", f"the tournament ends on {last} before it begins on {first}; its first day was taken")
        )
        return first
    return last or first


def event_row(event_id: str, name: str, raw_text: str, **differing: str) -> Row:
    """The row of an event: domestic, official, individual and open unless stated otherwise, as without a table of events."""
    values = {
        "event_id": event_id,
        "name": name,
        "scope": "domestic",
        "status": "official",
        "format": "individual",
        "division": "open",
    }
    return Row("events", 0, raw_text, values | differing)


def file_row(name: str, warnings: Warnings) -> Row:
    """What is worth checking in a file as a whole."""
    return Row("file", 0, name, {}, warnings=warnings)


MOVES_DIGESTED = 50
_FEWEST_MOVES = 30
_PASS = ""


def moves_digest(moves: Sequence[str]) -> str:
    """What tells that two records are of one game: a digest of its first 50 moves, '' where there are too few.

    moves   points of the main line in SGF's letters (pd; '' or tt is a pass), at least the first
            50 of them if there are as many; who played them makes no difference

    Openings are played again, 30 moves of one game hardly ever are. Passes at the end of a shorter
    game are left out, since not every program writes them.
    """
    points = [_PASS if point == "tt" else point for point in (move.strip().lower() for move in moves[:MOVES_DIGESTED])]
    while points and points[-1] == _PASS:
        points.pop()
    if len(points) < _FEWEST_MOVES:
        return ""
    return hashlib.blake2b(" ".join(points).encode(), digest_size=16).hexdigest()


def text_digest(text: str) -> str:
    """What tells that a record of too few moves stands twice: a digest of its whole text, blanks left aside."""
    return "text:" + hashlib.blake2b("".join(text.split()).encode(), digest_size=16).hexdigest()


class GameIds:
    """Ids of the games of a file from round and players, so that they outlive a new order of lines."""

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def next(self, round_no: str, first: str, second: str) -> str:
        """The id of a game; a second game of the two in the round gets #2."""
        game_id = "/".join([f"r{round_no or '-'}", *sorted((first, second))])
        self._given[game_id] = self._given.get(game_id, 0) + 1
        return game_id if self._given[game_id] == 1 else f"{game_id}#{self._given[game_id]}"


_BOARD = re.compile(r"(\d{1,3})(?: *(?:[x×:*]|by) *(\d{1,3}))?")


def board_of(size: str, stated: str, warnings: Warnings) -> str:
    """The contract's board_size for the size that a file states: "" for 19 lines, for none, or for one that is no
    size; with a warning that names what is `stated` unless it is 19.

    A board that isn't square stays as it is written, so that its game is set aside and not taken for another.
    """
    found = _BOARD.fullmatch(size.strip().lower())
    if not size or (found and {found[1].lstrip("0"), (found[2] or found[1]).lstrip("0")} == {"19"}):
        return ""
    if not found:
        warnings.append(("board_size", f"{stated}: no size of a board; it was taken as 19 lines"))
        return ""
    warnings.append(("board_size", f"{stated}: not a board of 19 lines"))
    return found[1] if found[2] in (None, found[1]) else size[:20]


def on_board(rows: Iterator[Row], size: str) -> Iterator[Row]:
    """The rows, games with the board_size `size` unless that is ""."""
    for row in rows:
        if size and row.table == "games":
            row.values["board_size"] = size
        yield row
