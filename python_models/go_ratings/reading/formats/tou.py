"""Tables of the French federation (.tou): a header of `;key=value` lines, then one line per player.

The lines are those of the EGF's tables (h9) with the licence in the place of the country and cells
without a slash: `12+w0`, `3-b2`, `0=`. Licences of seven digits say who a player is; foreigners often
have none. Programs strip the `!` of defaults, so a default looks like a game that was played. The
header states one day, the first.

The shape is what OpenGotha (ExternalDocument.generateTouFile) and pairgoth (StandingsHandler) write:
names and grades are columns of fixed width, so a long name may touch its grade. No library reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import PurePosixPath

from go_ratings.reading.dates import read_date
from go_ratings.reading.formats import h9
from go_ratings.reading.formats.contents import (
    Player,
    Warnings,
    board_of,
    event_row,
    is_licence,
    komi_of,
    on_board,
    one_line,
    player_of,
)
from go_ratings.reading.formats.reading import Origin
from go_ratings.reading.names import name_key
from go_ratings.reading.rows import FileRefused, Row

_HEADER = re.compile(r"\s*;\s*([A-Za-z]+)\s*=(.*)")
_TOUCHING_GRADE = re.compile(r"(?<=[^\W\d])(\d{1,2}[dkDK])(?=\s)")


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and games of a table; the source is the file, a game's id its round and players."""
    warnings: Warnings = []
    texts = h9.lines_of(origin, name, warnings)
    header = {found[1].lower(): one_line(found[2]) for found in map(_HEADER.fullmatch, reversed(texts)) if found}
    played_on = _played_on(header.get("date", ""), name, warnings)
    title = header.get("comm") or header.get("name") or PurePosixPath(name).stem
    event = name_key(f"{title} ({played_on})")
    size = header.get("size", "")
    board_size = board_of(size, f"size={size[:20]}", warnings)
    tournament = h9.Tournament(event, "", played_on, komi_of(header.get("komi", "").replace(",", "."), warnings), None)
    raw_text = " ".join(f"{key}={value}" for key, value in header.items())[:1000]
    lines = [line if line.lstrip().startswith(";") else _TOUCHING_GRADE.sub(r" \1", line, count=1) for line in texts]
    games = h9.rows_of_table(lines, name, tournament, event_row(event, event, raw_text), warnings, _player)
    yield from on_board(games, board_size)


def _player(name: str, tail: list[str], pin: str) -> Player:
    """Who a player is by the licence behind the grade."""
    licence = tail[0] if tail and is_licence(tail[0]) else ""
    return player_of(name, pin=pin, ffg=licence)


def _played_on(written: str, name: str, warnings: Warnings) -> date:
    if not written:
        raise FileRefused("missing_value", f"{name} has no date: write it into the header, like ;date=31/05/2024.")
    read = read_date(written, usual="dmy")
    if not read.day or read.precision != "day":
        why = read.detail or "it names no day; write it like 31/05/2024"
        raise FileRefused(read.problem or "date_unreadable", f"{name}: date={written[:60]}: {why}.")
    warnings.extend(read.warnings)
    return read.day
