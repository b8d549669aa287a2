"""Game records of wBaduk, Cyberoro's server (.ngf): eleven lines of facts, then the moves.

    kind of game, size, White with rank, Black with rank, site, handicap, (a number), komi,
    date `20240531 [21:15]`, (a number), result in words, number of moves, moves `PMABBRREE`

A komi is written as a whole number; in even games the server plays half a point more. A
rank of 9DP is a professional's. Some old files lack lines before the moves; then the facts can't be told
apart, and the file is refused.

The lines were taken from Sabaki (ngf.js) and its samples. No Python library reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from go_ratings.reading.formats.contents import Warnings, decimal_of, komi_of, number_text
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of, decoded
from go_ratings.reading.formats.records import Record, UnreadableGame, day_of, rows_of_record
from go_ratings.reading.results import read_result
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 4 * MEGABYTE
_MAX_MOVES = 1000
_FACTS = 12

_LINE_END = re.compile(r"\r\n|\n|\r")
_WITH_RANK = re.compile(r"(.*\S)\s+([0-9]{1,2})\s*(DP|P|D|K|段|级|級|단|급)\*?", re.IGNORECASE)
_MOVE = re.compile(r"PM..([BW])([A-Z])([A-Z])")


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Players and the game of a record; the source is its folder, the game's id the file's name."""
    warnings: Warnings = []
    text = decoded(content_of(origin, name, _MAX_BYTES), name, warnings=warnings)
    lines = [line.strip() for line in _LINE_END.split(text)]
    if len(lines) < _FACTS or not re.fullmatch(r"[0-9]{1,2}", lines[1]) or any(map(_MOVE.match, lines[:_FACTS])):
        raise FileRefused("not_ngf", f"{name} doesn't begin with the eleven lines of a wBaduk record: get it again.")
    yield from rows_of_record(name, text, warnings, lambda warnings: _record(lines, warnings))


def _record(lines: list[str], warnings: Warnings) -> Record:
    white, white_rank = _player(lines[2])
    black, black_rank = _player(lines[3])
    handicap = int(lines[5]) if re.fullmatch(r"[0-9]{1,2}", lines[5]) else None
    if handicap is None:
        warnings.append(("handicap_impossible", f"handicap {lines[5][:20]} was left out: write the number of stones"))
    result = read_result(lines[10])
    if not result.outcome:
        raise UnreadableGame(
            "result_unreadable", f"{lines[10][:60]} can't be read for certain: write it like Black wins by 3.5"
        )
    return Record(
        black=black,
        white=white,
        black_rank=black_rank,
        white_rank=white_rank,
        played_on=day_of(lines[8]),
        result=result.written(),
        komi=_komi(lines[7], handicap or 0, warnings),
        handicap="" if handicap is None else str(handicap),
        size=lines[1],
        moves=[_point(move) for move in islice(filter(None, map(_MOVE.match, lines[_FACTS:])), _MAX_MOVES)],
    )


def _player(written: str) -> tuple[str, str]:
    found = _WITH_RANK.fullmatch(written)
    if not found:
        return written, ""
    return found[1], found[2] + ("p" if found[3].upper() == "DP" else found[3])


def _komi(written: str, handicap: int, warnings: Warnings) -> str:
    if handicap >= 2:
        return ""
    komi = decimal_of(written)
    if komi is not None and not handicap and komi == int(komi):
        written = number_text(komi + decimal_of("0.5"))  # type: ignore[operator]
    return komi_of(written, warnings)


def _point(move: re.Match[str]) -> str:
    """A point in SGF's letters; the file's begin with B."""
    return "".join(chr(ord(letter) - ord("B") + ord("a")) for letter in move.groups()[1:] if letter != "A")
