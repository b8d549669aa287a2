"""The European Go Database's lists of players: their history (all.hst, in hisgor.zip), and its rating list.

A line is PIN, name, country, club, grade, and then of the history a tournament's code, three numbers and the
rating before and after; blank lines stand between players. It says how many games somebody won, not
against whom: so it gives players and the names they go by, no games, and a warning that says so.
Tournaments as the database exports them one by one (h9) have the games.

The columns were taken from programs that read these files (the British rating list's, pairgoth's
EGFRatingsHandler.kt). The file has a million lines and is read line by line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import IO, cast

from go_ratings.reading.formats.contents import file_row, one_line, player_of
from go_ratings.reading.formats.reading import MEGABYTE, Origin, opened
from go_ratings.reading.rows import FileRefused, Row

MAX_BYTES = 256 * MEGABYTE
_MAX_LINE = 200
_MAX_PLAYERS = 500_000
_MOST_REJECTED = 1000

_LINE = re.compile(
    r"\s*([1-9][0-9]{7})\s+(\S.*?)\s+([A-Z]{2})\s+(\S{1,6})\s+([0-9]{1,2}[kdp])\s.*\b[A-Z][0-9]{6}[A-Z]?\b.*"
)


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """The players of a list, once for every spelling, and lines that are none."""
    told: set[tuple[str, str]] = set()
    rejected = 0
    before = b""
    with io.BufferedReader(cast(io.RawIOBase, opened(origin, name))) as file:
        for line_no, line in enumerate(_lines(file, name), start=1):
            if not line.strip() or line[:40] == before:
                continue
            text = _decoded(line)
            found = _LINE.fullmatch(text.rstrip())
            if not found:
                if re.match(r"\s*[1-9][0-9]{7}\s", text) and rejected < _MOST_REJECTED:
                    rejected += 1
                    detail = f"line {line_no} isn't PIN, name, country, club, grade and a tournament: correct it"
                    yield Row("players", line_no, text.rstrip()[:1000], {}, "malformed_row", detail)
                continue
            before = line[:40]
            pin, spelling = found[1], one_line(found[2].replace(",", " "))
            if (pin, spelling) not in told and "\ufffd" not in spelling:
                told.add((pin, spelling))
                if len(told) > _MAX_PLAYERS:
                    raise FileRefused("too_many_players", f"{name} has more than {_MAX_PLAYERS} players: split it.")
                yield from player_of(spelling, found[3], pin).rows(line_no, text.rstrip())
    if not told:
        raise FileRefused("not_hst", f"{name} is no list of the European Go Database: remove it, or get it again.")
    yield file_row(
        name, [("no_games_inside", f"{len(told)} names were read; land the tournaments themselves (h9) for games")]
    )


def _lines(file: IO[bytes], name: str) -> Iterator[bytes]:
    """The lines of a file of at most MAX_BYTES; what is too long for one is cut."""
    left = MAX_BYTES
    while line := file.readline(_MAX_LINE):
        left -= len(line)
        if left < 0:
            raise FileRefused("file_too_large", f"{name} is larger than {MAX_BYTES // MEGABYTE} MB: split it.")
        yield line


def _decoded(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")
