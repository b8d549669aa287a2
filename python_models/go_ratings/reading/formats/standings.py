"""Standings that OpenGotha publishes as a page (.html): a table with a row per player and a column per round.

Its columns are headed Num, Pl, Name, Rank, Co, Club, NbW, then R 1, R 2, … with cells as in the EGF's tables
(`12+/w0`, `12+!b0`, `0-`; in the short form `12+`), and the placement criteria. Opponents are
numbered as the rows stand. `/?` is a game whose colours weren't published. Num, Pl, Co and Club may be absent.

The page states no date but the one it was written on: that counts, unless the file's name has one. Where
the tournament's XML is at hand, that says more.

Written after OpenGotha's source (ExternalDocument.generateStandingsHTMLFileContents, ScoredPlayer).
Python's html.parser was looked at: it takes quadratic time on damaged pages. HTML libraries (lxml,
selectolax) would be a dependency for the pages of one program, which are plain.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from go_ratings.reading.dates import read_day
from go_ratings.reading.formats import h9
from go_ratings.reading.formats.contents import Player, Warnings, day_in_name, event_row, one_line, player_of
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of, decoded
from go_ratings.reading.names import name_key
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 8 * MEGABYTE

_TAG = re.compile(r"(<[^<>]*>)")
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_ROUND = re.compile(r"R\s*([0-9]{1,2})")
_WRITTEN_ON = re.compile(r"OpenGotha.{0,60}?([0-9]{2}-[0-9]{2}-[0-9]{4})", re.DOTALL)
_NO_COLOUR = re.compile(r"/\?([0-9])")
_BLANK = "xxxx"


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and games of a page; the source is the file, a game's id its round and players."""
    content = content_of(origin, name, _MAX_BYTES)
    charset = _CHARSET.search(content[:4096])
    warnings: Warnings = []
    declared = charset[1].decode("ascii") if charset else ""
    text = decoded(content, name, declared=declared, warnings=warnings)
    title, header, players = _table(text)
    rounds = [index for index, heading in enumerate(header) if _ROUND.fullmatch(heading)]
    if not {"Name", "Rank"} <= set(header) or not rounds:
        raise FileRefused("not_standings", f"{name} holds no standings with columns Name, Rank and R 1: publish those.")
    written = _WRITTEN_ON.search(text)
    played_on = day_in_name(name, warnings)
    if not played_on and written and (played_on := read_day(written[1], usual="dmy")):
        warnings.append(
            ("date_from_export", f"the page states no date: its games count for {played_on}, the day it was written")
        )
    if not played_on:
        raise FileRefused(
            "missing_value", f"{name} has no date: put it into the file's name, like standings_2024-05-31.html."
        )
    event = name_key(f"{title or PurePosixPath(name).stem} ({played_on})")
    lines = []
    for number, cells in enumerate(players, start=1):
        if len(cells) != len(header):
            lines.append(f"{number} {_word(' '.join(cells))}")  # no line of a player, and rejected as that
            continue
        row = dict(zip(header, cells))
        results = (_NO_COLOUR.sub(r"/h\1", "".join(cells[index].split())) or "0-" for index in rounds)
        words = (_word(row["Name"]), _word(row["Rank"]), _word(row.get("Co", "")), _word(row.get("Club", "")))
        lines.append(" ".join((str(number), *words, *results)))
    tournament = h9.Tournament(event, "", played_on, "", None)
    described = event_row(event, event, one_line(title)[:1000])
    yield from h9.rows_of_table(lines, name, tournament, described, warnings, _player)


def _player(name: str, tail: list[str], pin: str) -> Player:
    country = tail[0] if tail and tail[0] != _BLANK else ""
    return player_of(name, country, pin)


def _word(cell: str) -> str:
    """A cell as one word of a table's line, in which a bar and a semicolon have their own meaning."""
    return "_".join(re.sub(r"[|;]", " ", cell).split()) or _BLANK


def _table(text: str) -> tuple[str, list[str], list[list[str]]]:
    """The page's title, the headings of the first table that has NbW among them, and its rows."""
    title = ""
    header: list[str] = []
    players: list[list[str]] = []
    cells: list[str] = []
    cell: list[str] | None = None
    for piece in _TAG.split(text):
        tag = piece[1:-1].split(maxsplit=1)[0].lower() if piece.startswith("<") and piece[1:-1].strip() else ""
        if not tag:
            if cell is not None:
                cell.append(piece)
            continue
        if tag in ("td", "th", "/td", "/th", "tr", "/tr", "/table", "title", "/title") and cell is not None:
            content = one_line(html.unescape("".join(cell)))
            if tag == "/title":
                title = title or content
            else:
                cells.append(content)
            cell = None
        if tag in ("td", "th", "title"):
            cell = []
        if tag in ("/tr", "/table"):
            if not header and "NbW" in cells:
                header = cells
            elif header and cells:
                players.append(cells)
            cells = []
        elif tag == "table":
            cells = []
        if tag == "/table" and header:
            break
    return title, header, players
