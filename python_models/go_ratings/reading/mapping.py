"""landing.yml: what the columns and words of somebody else's table mean in the landing contract.

    results.csv:
      columns: {source_game_id: Nr, played_on: Datum, black: Schwarz, white: Weiß, result: Ergebnis}
      constants: {event: Club league, komi: 6.5}
      values: {result: {S: B+, W: W+, remis: Jigo}}

A key is a file's name, or a pattern (results_*.csv). Under it:

  table      games (the default), events, players, affiliations or aliases
  columns    the contract's column: the file's column, in any case
  constants  the contract's column: what it holds in every row of the file
  values     the contract's column: the file's word: the contract's word, in any case
  dates      dmy or mdy, where the file writes days like 5/3/2024
  sheet      the sheet of a spreadsheet, the first unless named

Beyond the contract's columns, games may have `winner`, the name of one of the two players, and instead of black and
white also `winner` and `loser`: then the colours are unknown. Without a source_game_id a row is called after its line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from go_ratings.reading.csv_tables import Record
from go_ratings.reading.dates import read_date
from go_ratings.reading.names import name_key
from go_ratings.reading.rows import COLUMNS, TABLES, FileRefused, Row, is_missing

NAMES = ("landing.yml", "landing.yaml")

_ENDINGS = (".csv", ".txt", ".tsv", ".xlsx")
_MAX_BYTES = 200_000
_KEYS = ("table", "columns", "constants", "values", "dates", "sheet")
_DATES = ("played_on", "birth_date", "valid_from", "valid_to")
# What a game's table may have besides the contract's columns.
_WHO_WON = ("winner", "loser")


@dataclass(frozen=True)
class TableMap:
    """What landing.yml says of the files that a pattern fits; names of columns are in lower case.

    columns    the contract's column -> the file's
    constants  the contract's column -> its value
    values     the contract's column -> the file's word, folded -> the contract's word
    """

    pattern: str
    table: str = "games"
    columns: dict[str, str] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    values: dict[str, dict[str, str]] = field(default_factory=dict)
    dates: str = ""
    sheet: str = ""

    def fits(self, name: str) -> bool:
        """Whether a file of that name is meant."""
        return name.lower() == self.pattern.lower() or fnmatchcase(name.lower(), self.pattern.lower())

    def check(self, name: str, header: list[str], needs_event: bool) -> None:
        """Raises FileRefused where the file lacks a column, or the contract's columns aren't all there."""
        absent = [theirs for theirs in self.columns.values() if theirs not in header]
        if absent:
            raise FileRefused(
                "missing_column",
                f"{name} has no column {', '.join(absent)}, which landing.yml names (its header: {', '.join(header)[:300]}): "
                "correct landing.yml.",
            )
        twice = sorted({theirs for theirs in self.columns.values() if header.count(theirs) > 1})
        if twice:
            raise FileRefused("column_twice", f"{name} names the column {twice[0]} twice: rename one.")
        given = self.columns.keys() | self.constants.keys()
        if {"black", "white", "winner"} <= given:
            given = given | {"result"}
        if {"winner", "loser"} <= given:
            given = given | {"black", "white", "result"}
        needed = {column for column, is_needed in COLUMNS[self.table].items() if is_needed}
        needed = (needed | {"event"} if self.table == "games" and needs_event else needed) - {"source_game_id"}
        missing = [column for column in COLUMNS[self.table] if column in needed - given]
        if missing:
            raise FileRefused(
                "missing_column",
                f"{name}: landing.yml says nothing of {', '.join(missing)}: add it to columns or constants.",
            )

    def rows(self, header: list[str], records: Iterable[Record]) -> Iterator[Row]:
        """The rows of a table as the contract has them; columns that landing.yml doesn't name are left out."""
        places = {ours: header.index(theirs) for ours, theirs in self.columns.items()}
        for line, raw, cells in records:
            if cells is None or len(cells) != len(header):
                held = (
                    "its quotes don't match" if cells is None else f"{len(cells)} cells, the header has {len(header)}"
                )
                yield Row(self.table, line, raw, {}, "malformed_row", held)
                continue
            values = dict(self.constants)
            values |= {
                ours: cell
                for ours, place in places.items()
                if (cell := cells[place].strip()) and not is_missing(ours, cell)
            }
            row = Row(self.table, line, raw, {})
            self._say_who_won(row, values)
            for ours, words in self.values.items():
                if ours in values:
                    values[ours] = words.get(_folded(values[ours]), values[ours])
            for ours in _DATES if self.dates else ():
                if ours in values:
                    values[ours] = read_date(values[ours], self.dates).written or values[ours]
            if self.table == "games":
                values.setdefault("source_game_id", f"line {line}")
            row.values = {ours: value for ours, value in values.items() if value}
            yield row

    def _say_who_won(self, row: Row, values: dict[str, str]) -> None:
        """Turns `winner`, and `loser`, into the contract's columns."""
        winner, loser = (values.pop(column, "") for column in _WHO_WON)
        if "winner" not in self.columns:
            return
        if "loser" in self.columns:
            values |= {"black": winner, "white": loser, "colours": "unknown"}
            values.setdefault("result", "B+")
            return
        sides = [name_key(values.get(colour, "")).casefold() for colour in ("black", "white")]
        won = name_key(winner).casefold()
        if won and sides.count(won) == 1 and "result" not in self.columns:
            values["result"] = "BW"[sides.index(won)] + "+"
        elif "result" not in self.columns:
            values["result"] = winner


def _folded(word: str) -> str:
    return " ".join(word.split()).casefold()


def read(folder: Path) -> list[TableMap]:
    """What the folder's landing.yml says, one entry per pattern. Raises FileRefused."""
    for name in NAMES:
        path = folder / name
        if path.is_file():
            return list(_maps(_loaded(path, name), name))
    return []


def check_files(maps: Iterable[TableMap], names: Iterable[str]) -> None:
    """Raises FileRefused where an entry fits no file of the folder, or one that isn't such a table."""
    names = list(names)
    for table_map in maps:
        if not any(map(table_map.fits, names)):
            raise FileRefused(
                "bad_landing_yml", f"landing.yml describes {table_map.pattern}, and no file is called so: correct it."
            )
    for name in names:
        if not name.lower().endswith(_ENDINGS):
            raise FileRefused(
                "bad_landing_yml",
                f"landing.yml describes {name}, which is none of {', '.join(_ENDINGS)}: save it as CSV.",
            )


def _loaded(path: Path, name: str) -> object:
    try:
        with open(path, "rb") as file:
            content = file.read(_MAX_BYTES + 1)
        if len(content) > _MAX_BYTES:
            raise FileRefused("bad_landing_yml", f"{name} is too large: describe the files by patterns.")
        # Every scalar is text: `no` is a column, not a falsehood, and 6.50 keeps its zero.
        return yaml.load(content, Loader=yaml.BaseLoader)
    except OSError as error:
        raise FileRefused("unreadable_file", f"{name} can't be opened: {error.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        reason = " ".join(str(error).split())[:200]
        raise FileRefused("bad_landing_yml", f"{name} is no YAML ({reason}): see the README for its form.") from None


def _maps(loaded: object, name: str) -> Iterator[TableMap]:
    for pattern, described in _pairs(loaded, name, "it"):
        where = f"{name}, {pattern}"
        told = dict(_pairs(described, where, "it"))
        unknown = [key for key in told if key not in _KEYS]
        if unknown:
            raise FileRefused("bad_landing_yml", f"{where}: {unknown[0][:60]} is none of {', '.join(_KEYS)}.")
        table = _text(told.get("table", "games"), where, "table")
        if table not in TABLES:
            raise FileRefused("bad_landing_yml", f"{where}: the table {table[:60]} is none of {', '.join(TABLES)}.")
        dates = _text(told.get("dates", ""), where, "dates")
        if dates not in ("", "dmy", "mdy"):
            raise FileRefused("bad_landing_yml", f"{where}: dates is dmy or mdy, not {dates[:60]}.")
        columns = {
            ours: _text(told_of, where, ours) for ours, told_of in _pairs(told.get("columns", {}), where, "columns")
        }
        constants = {
            ours: _text(value, where, ours) for ours, value in _pairs(told.get("constants", {}), where, "constants")
        }
        values = {
            ours: {_folded(word): _text(meant, where, word) for word, meant in _pairs(words, where, ours)}
            for ours, words in _pairs(told.get("values", {}), where, "values")
        }
        known = (*COLUMNS[table], *(_WHO_WON if table == "games" else ()))
        for ours in (*columns, *constants, *values):
            if ours not in known:
                raise FileRefused(
                    "bad_landing_yml", f"{where}: {ours[:60]} is no column of {table}, which has {', '.join(known)}."
                )
        yield TableMap(
            pattern,
            table,
            {ours: theirs.strip().lower() for ours, theirs in columns.items()},
            constants,
            values,
            dates,
            _text(told.get("sheet", ""), where, "sheet"),
        )


def _pairs(value: object, where: str, what: str) -> Iterator[tuple[str, Any]]:
    """Key and value of a mapping; an empty one may be left out."""
    if value in (None, ""):
        return
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise FileRefused("bad_landing_yml", f"{where}: {what[:60]} must be names with values, like `komi: 6.5`.")
    yield from value.items()


def _text(value: object, where: str, what: str) -> str:
    if not isinstance(value, str):
        raise FileRefused("bad_landing_yml", f"{where}: {what[:60]} must be one text.")
    return value
