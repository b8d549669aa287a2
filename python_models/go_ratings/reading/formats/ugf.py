"""Game records of PandaNet's programs (.ugf, and .ugi of a review): [Header] with Key=value, then [Data].

    PlayerB=name,rank,,…      Hdcp=stones,komi      Date=2024/05/31,21:15:00,2024/06/01,00:10:00
    Winner=B,7.50 (points; R or C resigned, T on time, F not played)      Title=year,event,…
    [Data] QP,B1,1,0 (point, colour, number, time); YA is a pass, number 0 a stone of the handicap

A game counts for the day it began on. Lang says what encoding the file is likely to have. Files that Crypt
says are enciphered are refused.

The keys were taken from Sabaki (ugf.js) and its samples. No Python library reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from go_ratings.reading.formats.contents import Warnings, decimal_of, komi_of, number_text
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of, decoded
from go_ratings.reading.formats.records import Record, UnreadableGame, day_of, rows_of_record
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 4 * MEGABYTE
_MAX_MOVES = 1000

_LINE_END = re.compile(r"\r\n|\n|\r")
_LANG = re.compile(rb"^Lang=([A-Za-z0-9-]{1,20})", re.MULTILINE)
_LIKELY = {b"sjis": "cp932", b"gb": "gb2312", b"big5": "big5", b"ksc": "euc_kr"}
_HOW = {"r": "R", "c": "R", "t": "T", "f": "F", "": ""}


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and the game of a record; the source is its folder, the game's id the file's name."""
    content = content_of(origin, name, _MAX_BYTES)
    lang = _LANG.search(content)
    warnings: Warnings = []
    likely = _LIKELY.get(lang[1].lower(), "") if lang else ""
    text = decoded(content, name, preferred=likely, warnings=warnings)
    head, data = _parts(text)
    if "PlayerB" not in head and "PlayerW" not in head:
        raise FileRefused("not_ugf", f"{name} has no [Header] with PlayerB and PlayerW: remove it, or get it again.")
    if head.get("Crypt", "0").split(",")[0].strip() not in ("", "0"):
        raise FileRefused("not_ugf", f"{name} is enciphered (Crypt={head['Crypt'][:40]}): save it as a plain file.")
    yield from rows_of_record(name, text, warnings, lambda warnings: _record(head, data, warnings))


def _parts(text: str) -> tuple[dict[str, str], list[str]]:
    """The header's values by key, and the first lines of moves."""
    head: dict[str, str] = {}
    data: list[str] = []
    section = ""
    for line in map(str.strip, _LINE_END.split(text)):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1].lower()
        elif section == "header":
            key, _, value = line.partition("=")
            head.setdefault(key.strip(), value.strip())
        elif section == "data" and len(data) < _MAX_MOVES:
            data.append(line)
    return head, data


def _record(head: dict[str, str], data: list[str], warnings: Warnings) -> Record:
    black, black_rank, *_ = [*head.get("PlayerB", "").split(","), ""]
    white, white_rank, *_ = [*head.get("PlayerW", "").split(","), ""]
    stones, komi, *_ = [*head.get("Hdcp", "").split(","), ""]
    handicap = int(stones) if re.fullmatch(r"\s*[0-9]{1,2}\s*", stones) else None
    if handicap is None and stones.strip():
        warnings.append(("handicap_impossible", f"Hdcp={stones[:20]} was left out: write the number of stones"))
    size = head.get("Size", "19")
    return Record(
        black=black,
        white=white,
        black_rank=black_rank,
        white_rank=white_rank,
        played_on=day_of(head.get("Date", "").split(",")[0]),
        result=_result(head.get("Winner", ""), warnings),
        komi="" if handicap and handicap >= 2 else komi_of(komi, warnings),
        handicap="" if handicap is None else str(handicap),
        event=_event(head.get("Title", "")),
        size=size,
        moves=_moves(data, int(size) if re.fullmatch(r"[0-9]{1,2}", size) else 19),
    )


def _event(title: str) -> str:
    """The event in a title; a year before it and the players behind it are left out."""
    parts = [part.strip() for part in title.split(",")]
    return next((part for part in parts if part and not re.fullmatch(r"[0-9]{4}", part)), "")


def _result(written: str, warnings: Warnings) -> str:
    winner, how, *_ = [*(part.strip() for part in written.split(",")), ""]
    if not winner:
        return "?"
    if winner[0].upper() not in "BW":
        if winner[0].upper() in "DJ":
            return "Jigo"
        raise UnreadableGame("result_unreadable", f"Winner={written[:60]} can't be read: write it like B,R or W,3.5")
    points = decimal_of(how)
    if points is not None and 0 <= points <= 361:
        return f"{winner[0].upper()}+{number_text(points)}"
    if how[:1].lower() not in _HOW:
        warnings.append(
            ("result_how_unread", f"Winner={written[:60]}: how the game was won can't be read; write B,R or W,3.5")
        )
    return f"{winner[0].upper()}+{_HOW.get(how[:1].lower(), '')}"


def _moves(data: list[str], size: int) -> list[str]:
    """The moves as points in SGF's letters; rows are counted from below here."""
    moves = []
    for line in data:
        point, _, rest = line.partition(",")
        number = rest.split(",")[1:2]
        if re.fullmatch(r"[A-Z]{2}", point) and number != ["0"]:
            column, row = (ord(letter) - ord("A") for letter in point)
            on_board = column < size and row < size
            moves.append(chr(ord("a") + column) + chr(ord("a") + size - 1 - row) if on_board else "")
    return moves
