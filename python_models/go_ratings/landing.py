"""The landing folder: which files it holds, why it can't be read, and the rows in them.

CSV is read here, line by line, so that every row knows its line; Parquet is read by DuckDB;
other formats by the package `importers`. All give the same columns, all of them text.
"""

from __future__ import annotations

import csv
import json
import os
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Iterator

from go_ratings import importers
from go_ratings.rows import COLUMNS, TABLES, FileRefused, Row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# Contract columns of all tables, each once: what a landed row is wide.
VALUE_COLUMNS = tuple(dict.fromkeys(column for table in TABLES for column in COLUMNS[table]))
LANDED_COLUMNS = (
    "landed_table", "source_file", "row_no", "raw_text", "problem", "detail", "warnings",
    *VALUE_COLUMNS,
)

_LINE_END = re.compile(r"\r\n|\n|\r")
_MAX_LINES_OF_A_RECORD = 20
_ROWS_AT_ONCE = 20_000


@dataclass(frozen=True)
class LandingFile:
    """A file of the folder that will be read: its path, its name there, the table it holds.

    `table` is '' for a format that holds several (SGF, tournament tables, …).
    """

    path: Path
    name: str
    table: str

    @property
    def is_parquet(self) -> bool:
        return self.path.suffix.lower() == ".parquet"


def files_of(folder: Path) -> tuple[list[LandingFile], list[str]]:
    """The files to read, by name, and the names of whatever nothing here can read.

    Tables (`games*.csv`, `events*.parquet`, …) lie directly in the folder; other formats may
    lie in folders below it, also behind a link. Hidden files are passed over.
    """
    known: list[LandingFile] = []
    unknown: list[str] = []
    for path in _paths_below(folder):
        name = shown(path.relative_to(folder))
        table = next((table for table in TABLES if path.name.lower().startswith(table)), "")
        if not path.is_file():
            unknown.append(name)
        elif table and path.suffix.lower() in (".csv", ".parquet") and path.parent == folder:
            known.append(LandingFile(path, name, table))
        elif importers.importer_for(path) is not None:
            known.append(LandingFile(path, name, ""))
        else:
            unknown.append(name)
    return known, unknown


def _paths_below(folder: Path) -> list[Path]:
    """Files below the folder by name, and folders that are called like a file; every folder once."""
    found: list[Path] = []
    seen: set[str] = set()
    for place, folders, files in os.walk(folder, followlinks=True):
        seen.add(os.path.realpath(place))
        folders[:] = [
            name for name in folders
            if not name.startswith(".") and os.path.realpath(os.path.join(place, name)) not in seen
        ]
        called_like_files = [name for name in folders if name.lower().endswith((".csv", ".parquet"))]
        found += [Path(place, name) for name in files + called_like_files if not name.startswith((".", "~$"))]
    return sorted(found, key=lambda path: os.fsencode(path))


def shown(path: Path) -> str:
    """A path as text with forward slashes; bytes that are no UTF-8 are written as escapes."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


def problem_with(folder: str) -> str:
    """Why the landing folder can't be read, as one sentence with the remedy, or ''.

    Looks at every file of the contract to its end, so that a build never stops half-way.
    """
    path = Path(folder)
    try:
        if not path.exists():
            return f"The landing folder {folder} does not exist: name an existing folder in the var `landing`."
        if not path.is_dir():
            return f"The landing folder {folder} is a file: name the folder that holds it in the var `landing`."
        files, unknown = files_of(path)
    except OSError as error:
        return f"The landing folder {folder[:200]} can't be read ({error.strerror}): name another folder in the var `landing`."
    if not files:
        passed_over = f" (not read: {', '.join(unknown[:3])}; tables lie directly in the folder)" if unknown else ""
        return (
            f"The landing folder {folder} holds nothing to read{passed_over}: "
            "put games.csv or games.parquet into it (README, section Your own games)."
        )
    if not any(file.table in ("games", "") for file in files):
        return f"The landing folder {folder} has no games: put games.csv or games.parquet into it."
    tables = {file.table for file in files}
    for file in files:
        try:
            if file.table:
                header = _parquet_header(file, whole=True) if file.is_parquet else _csv_header(file)
                _check_header(file, header, needs_event="events" in tables)
        except FileRefused as refused:
            return f"{folder}/{refused.detail}"
        except OSError as error:
            return f"{folder}/{file.name} can't be read ({error.strerror}): check its permissions, or remove it."
    return ""


def _check_header(file: LandingFile, header: list[str], needs_event: bool) -> None:
    required = [column for column, needed in COLUMNS[file.table].items() if needed]
    if file.table == "games" and needs_event:
        required.append("event")
    missing = [column for column in required if column not in header]
    if missing:
        raise FileRefused(
            "missing_column",
            f"{file.name} has no column {', '.join(missing)} (its header: {', '.join(header)}): "
            "add it, or name it as the landing contract does; a CSV file is separated by commas.",
        )
    twice = sorted({column for column in header if header.count(column) > 1})
    if twice:
        raise FileRefused("column_twice", f"{file.name} names the column {twice[0]} twice: remove one.")


def _parquet_header(file: LandingFile, whole: bool = False) -> list[str]:
    """The file's columns; with `whole` every page of it is read, so that a damaged one shows."""
    import duckdb

    try:
        with duckdb.connect() as connection:
            rows = connection.execute("describe select * from read_parquet(?)", [str(file.path)]).fetchall()
            if whole:
                connection.execute("select max(columns(*)) from read_parquet(?)", [str(file.path)]).fetchall()
    except duckdb.Error as error:
        raise FileRefused(
            "not_parquet", f"{file.name} is not a readable Parquet file: write it anew ({str(error).splitlines()[0]})."
        ) from None
    return [row[0].lower() for row in rows]


def _text(file: LandingFile) -> str:
    """The file's text. Raises FileRefused when it is not UTF-8 text."""
    content = file.path.read_bytes()
    if not content.strip(b"\xef\xbb\xbf\r\n\t "):
        raise FileRefused("empty_file", f"{file.name} is empty: give it at least its header line, or remove it.")
    if content[:4] in (b"PAR1", b"PK\x03\x04") or b"\0" in content:
        what = "UTF-16 text" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "not a text file"
        raise FileRefused("not_csv", f"{file.name} is {what}: save it as CSV in UTF-8.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileRefused(
            "wrong_encoding",
            f"{file.name} is not UTF-8 (line {line}, byte 0x{content[error.start]:02x}): save it as UTF-8.",
        ) from None


def _csv_header(file: LandingFile) -> list[str]:
    first = next(_records(_text(file)), None)
    if first is None:
        raise FileRefused("empty_file", f"{file.name} is empty: give it at least its header line, or remove it.")
    return _header(first[2])


def _header(cells: list[str] | None) -> list[str]:
    return [cell.strip().lower() for cell in cells or []]


def _records(text: str) -> Iterator[tuple[int, str, list[str] | None]]:
    """(line number, raw text, cells) of each record; cells is None where quotes don't match.

    A record may run over several lines inside quotes. When its quotes never close, only its
    first line is lost, not the rest of the file. Blank lines are no records.
    """
    lines = _LINE_END.split(text)
    at = 0
    while at < len(lines):
        raw, length = lines[at], 1
        if '"' in raw:
            while raw.count('"') % 2 and length < _MAX_LINES_OF_A_RECORD and at + length < len(lines):
                raw += "\n" + lines[at + length]
                length += 1
            try:
                cells = next(csv.reader([raw], strict=True)) if raw.count('"') % 2 == 0 else None
            except csv.Error:
                cells = None
            if cells is None:
                raw, length = lines[at], 1
        elif raw.strip():
            cells = raw.split(",")
        else:
            at += 1
            continue
        yield at + 1, raw, cells
        at += length


def _csv_rows(file: LandingFile) -> Iterator[Row]:
    records = _records(_text(file))
    header = _header(next(records)[2])
    columns = [column if column in COLUMNS[file.table] else "" for column in header]
    unknown = [name for name, column in zip(header, columns) if not column]
    if unknown:
        yield _file_row(file.name, "", [("unknown_column", f"{file.name}: {name or '(no name)'}") for name in unknown])
    width = len(header)
    for line, raw, cells in records:
        if cells is None or len(cells) != width:
            detail = "its quotes don't match" if cells is None else f"{len(cells)} cells, the header has {width}"
            yield Row(file.table, line, raw, {}, "malformed_row", detail)
        else:
            values = {column: cell for column, cell in zip(columns, cells) if column and cell}
            yield Row(file.table, line, raw, values)


def _file_row(name: str, table: str, warnings: list[tuple[str, str]] = [], problem: str = "", detail: str = "") -> Row:
    """What there is to say of a file as a whole; its line number is 0."""
    return Row("file", 0, name, {"name": table} if table else {}, problem, detail, list(warnings))


def rows_of(file: LandingFile) -> Iterator[Row]:
    """The rows of one file that is not Parquet; a refused file is one row that says why."""
    try:
        if file.table:
            yield from _csv_rows(file)
        else:
            importer = importers.importer_for(file.path)
            assert importer is not None
            yield from importer.rows(file.path, file.name)
    except FileRefused as refused:
        yield _file_row(file.name, "", problem=refused.code, detail=refused.detail)


def load(connection: DuckDBPyConnection, folder: str) -> DuckDBPyRelation:
    """Every row of a landing folder, as a DuckDB relation with the columns LANDED_COLUMNS.

    `row_no` is INTEGER, the others VARCHAR; `warnings` is a JSON list of [code, detail]. A file
    is told of by a row with `landed_table` 'file' and its table in `name`.
    """
    types = ", ".join(
        f'null::{"integer" if column == "row_no" else "varchar"} as "{column}"' for column in LANDED_COLUMNS
    )
    connection.execute(f"create or replace temp table landed_row as select {types} where false")
    files, unknown = files_of(Path(folder))
    rows = _rows_of_folder(files, unknown)
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        _insert(connection, some)
    for file in files:
        if file.table and file.is_parquet:
            _insert_parquet(connection, file)
    return connection.table("landed_row")


def _rows_of_folder(files: list[LandingFile], unknown: list[str]) -> Iterator[tuple[str, Row]]:
    """Each row of all files but the Parquet tables with its file's name, and what there is to say of the files."""
    for file in files:
        yield file.name, _file_row(file.name, file.table)
        if file.table and file.is_parquet:
            surplus = [column for column in _parquet_header(file) if column not in COLUMNS[file.table]]
            if surplus:
                yield file.name, _file_row(file.name, "", [("unknown_column", f"{file.name}: {name}") for name in surplus])
        else:
            for row in rows_of(file):
                yield file.name, row
    for name in unknown:
        yield name, _file_row(name, "", [("unknown_file", name)])


def _insert(connection: DuckDBPyConnection, named_rows: list[tuple[str, Row]]) -> None:
    import numpy as np

    rows = [row for _, row in named_rows]
    cells: dict[str, list[object]] = {
        "landed_table": [row.table for row in rows],
        "source_file": [name for name, _ in named_rows],
        "row_no": [row.row_no for row in rows],
        "raw_text": [row.raw_text for row in rows],
        "problem": [row.problem or None for row in rows],
        "detail": [row.detail or None for row in rows],
        "warnings": [json.dumps(row.warnings, ensure_ascii=False) if row.warnings else None for row in rows],
    }
    for column in VALUE_COLUMNS:
        cells[column] = [row.values.get(column) for row in rows]
    arrays = {
        column: np.array(values, dtype=np.int32 if column == "row_no" else object)
        for column, values in cells.items()
        if any(value is not None for value in values)
    }
    names = ", ".join(f'"{column}"' for column in arrays)
    connection.register("landed_chunk", arrays)
    connection.execute(f"insert into landed_row ({names}) select {names} from landed_chunk")
    connection.unregister("landed_chunk")


def _insert_parquet(connection: DuckDBPyConnection, file: LandingFile) -> None:
    header = _parquet_header(file)
    known = [column for column in header if column in COLUMNS[file.table]]
    names = ", ".join(f'"{column}"' for column in known)
    values = ", ".join(f'"{column}"::varchar' for column in known)
    connection.execute(
        f"insert into landed_row (landed_table, source_file, row_no, {names}) "
        f"select ?, ?, file_row_number + 1, {values} from read_parquet(?, file_row_number = true)",
        [file.table, file.name, str(file.path)],
    )
