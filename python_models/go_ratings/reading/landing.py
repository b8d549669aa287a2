"""The landing folder: which files it holds, what is wrong with a table's header, and the rows in the files.

CSV is read here (by `csv_tables`), line by line, so that every row knows its line; other formats by the package
`formats`. Parquet needs DuckDB and is read where that is known (`go_ratings.warehouse.landing`). All give
the same columns, all of them text. What landing.yml says of somebody else's tables is in `mapping`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from go_ratings.reading import csv_tables, formats, mapping
from go_ratings.reading.csv_tables import Record
from go_ratings.reading.mapping import TableMap
from go_ratings.reading.rows import COLUMNS, TABLES, FileRefused, Rejected, Row, bounded, is_missing

MAX_TABLE_BYTES = 512 << 20  # some five million games


@dataclass(frozen=True)
class LandingFile:
    """A file of the folder that will be read: its path, its name there, the table it holds.

    `table` is '' for a format that holds several (SGF, tournament tables, …); `mapping` is what landing.yml
    says of a table with columns of its own.
    """

    path: Path
    name: str
    table: str
    mapping: TableMap | None = None

    @property
    def is_parquet(self) -> bool:
        return self.path.suffix.lower() == ".parquet"


def files_of(folder: Path) -> tuple[list[LandingFile], list[str]]:
    """The files to read, by name, and the names of files that nothing here can read.

    Files lie in the folder or in folders below it, also behind a link. Hidden ones are passed over. Raises FileRefused
    where landing.yml can't be followed, and OSError for a folder that can't be read, so that its games are never
    missing in silence.
    """
    known: list[LandingFile] = []
    unknown: list[str] = []
    maps = mapping.read(folder)
    for path in _paths_below(folder):
        name = shown(path.relative_to(folder))
        if name in mapping.NAMES:
            continue
        table_map = next((table_map for table_map in maps if table_map.fits(name)), None)
        if table_map:
            known.append(LandingFile(path, name, table_map.table, table_map))
            continue
        table = next((table for table in TABLES if path.name.lower().startswith(table)), "")
        if not path.is_file():
            unknown.append(name)
        elif table and (path.suffix.lower() in (".csv", ".parquet") or csv_tables.is_table(path, needed_of(table))):
            known.append(LandingFile(path, name, table))
        elif formats.importer_for(path) is not None:
            known.append(LandingFile(path, name, ""))
        else:
            unknown.append(name)
    mapping.check_files(maps, [file.name for file in known if file.mapping])
    return known, unknown


def _paths_below(folder: Path) -> list[Path]:
    """Files below the folder by name, and folders that are called like a file; every folder once."""
    found: list[Path] = []
    seen: set[str] = set()

    def stop(error: OSError) -> None:
        raise error

    for place, folders, files in os.walk(folder, onerror=stop, followlinks=True):
        seen.add(os.path.realpath(place))
        folders[:] = [
            name
            for name in folders
            if not name.startswith(".") and os.path.realpath(os.path.join(place, name)) not in seen
        ]
        called_like_files = [name for name in folders if name.lower().endswith((".csv", ".parquet"))]
        found += [Path(place, name) for name in files + called_like_files if not name.startswith((".", "~$"))]
    return sorted(found, key=lambda path: os.fsencode(path))


_SPREADSHEETS = (".xls", ".xlsm", ".xlsb", ".ods", ".numbers", ".gsheet")
_DOCUMENTS = (".doc", ".docx", ".odt", ".rtf", ".pdf", ".html", ".htm", ".md", ".jpg", ".jpeg", ".png")


def why_not_read(name: str) -> str:
    """What to do with a file or folder of that name, which nothing here can read, if there are games in it."""
    ending = Path(name).suffix.lower()
    if ending in (".csv", ".parquet"):
        table = f"games_{Path(name).stem}{ending}"
        return (
            f"{name} is not named like a table ({', '.join(TABLES)}), or is no file: call it {table} if it holds games"
        )
    if ending in (".tsv", ".tab"):
        return f"{name} has no table's header: if it holds games, name it games{ending}, and its columns as the README does"
    if ending in _SPREADSHEETS:
        return f"{name} is a spreadsheet of another kind: save it as .xlsx, or its sheets as CSV"
    if ending in _DOCUMENTS:
        return f"{name} is a document, no table: if it holds games, write them into games.csv"
    if ending in (".xml", ".txt", ".json"):
        return f"{name} is of no program that is known here: if it holds games, export them as .h9 or .sgf, or as games.csv"
    return f"{name}: if it holds games, export them in a format that the README names, as .sgf, .h9 or games.csv say"


def shown(path: Path) -> str:
    """A path as text with forward slashes; bytes that are not UTF-8 are written as escapes."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


def needed_of(table: str) -> list[str]:
    """The columns that a table can't do without, whatever else is there."""
    return [column for column, needed in COLUMNS[table].items() if needed]


def check_header(file: LandingFile, header: list[str], needs_event: bool) -> None:
    """Raises FileRefused where a table lacks a column that it can't do without, or names one twice."""
    required = needed_of(file.table)
    if file.table == "games" and needs_event:
        required.append("event")
    missing = [column for column in required if column not in header]
    if missing:
        raise FileRefused(
            "missing_column",
            f"{file.name} has no column {', '.join(missing)} (its header: {', '.join(header)}): "
            "add it, or name it as the landing contract does; a CSV file is separated by commas.",
        )
    twice = sorted({column for column in header if column and header.count(column) > 1})
    if twice:
        raise FileRefused("column_twice", f"{file.name} names the column {twice[0]} twice: remove one.")


def mapped_table(file: LandingFile) -> tuple[list[str], Iterator[Record]]:
    """The header, in lower case, and the rows of a table that landing.yml describes. Raises FileRefused."""
    if file.mapping and file.path.suffix.lower() == ".xlsx":
        from go_ratings.reading.formats import xlsx

        records: Iterator[Record] = xlsx.records_of(file.path, file.name, file.mapping.sheet)
        first = next(records, None)
        if first is None:
            raise FileRefused("empty_file", f"{file.name} is empty: give it at least its header line, or remove it.")
        return [cell.strip().lower() for cell in first[2] or []], records
    needed = list(file.mapping.columns.values()) if file.mapping else []
    table = csv_tables.Table(_content(file), file.name, needed)
    return table.header, table.records()


def csv_header(file: LandingFile) -> list[str]:
    """The columns that a CSV file names, in lower case. Raises FileRefused when it is no text that can be read."""
    return [name for name in _csv(file).header if name]


def _csv(file: LandingFile) -> csv_tables.Table:
    return csv_tables.Table(_content(file), file.name, needed_of(file.table))


def _content(file: LandingFile) -> bytes:
    """The bytes of a table, which is held in memory, several times its size. Raises FileRefused."""
    if file.path.stat().st_size > MAX_TABLE_BYTES:
        raise FileRefused(
            "file_too_large",
            f"{file.name} is larger than {MAX_TABLE_BYTES >> 20} MB: split it, into games_1.csv and so on, "
            "or write it as Parquet.",
        )
    return file.path.read_bytes()


def _csv_rows(file: LandingFile) -> Iterator[Row]:
    table = _csv(file)
    names = table.header
    columns = [name if name in COLUMNS[file.table] else "" for name in names]
    unknown = [name for name, column in zip(names, columns) if name and not column]
    warnings = table.warnings + [("unknown_column", f"{file.name}: {name}") for name in unknown]
    if warnings:
        yield file_row(file.name, "", warnings)
    width = len(names)
    for line, raw, cells in table.records():
        if cells is None or len(cells) != width:
            detail = "its quotes don't match" if cells is None else f"{len(cells)} cells, the header has {width}"
            yield Row(file.table, line, raw, {}, "malformed_row", detail)
        elif astray := next((cell for name, cell in zip(names, cells) if cell.strip() and not name), ""):
            detail = f"{astray[:40]} stands in a column without a name: name the column, or empty the cell"
            yield Row(file.table, line, raw, {}, "malformed_row", detail)
        else:
            values = {
                column: cell for column, cell in zip(columns, cells) if column and cell and not is_missing(column, cell)
            }
            yield Row(file.table, line, raw, values)


def _rows_of(file: LandingFile) -> Iterator[Row]:
    if file.mapping:
        yield from file.mapping.rows(*mapped_table(file))
    elif file.table:
        yield from _csv_rows(file)
    else:
        importer = formats.importer_for(file.path)
        assert importer is not None
        yield from importer.rows(file.path, file.name)


def file_row(
    name: str, table: str, warnings: Sequence[tuple[str, str]] = (), problem: str = "", detail: str = ""
) -> Row:
    """What there is to say about a file as a whole; its line number is 0."""
    return Row("file", 0, name, {"name": table} if table else {}, problem, detail, list(warnings))


def _failed(name: str, error: Exception) -> str:
    return (
        f"the reader of {name} failed ({type(error).__name__}: {str(error)[:200]}); what it had read until then counts: "
        "report it with the file, and land its games as a table."
    )


def rows_of(file: LandingFile) -> Iterator[Row]:
    """The rows of one file that is not Parquet; a refused file is one row that says why, and so are more rejected rows
    than can be listed."""
    rejected = Rejected()
    try:
        yield from filter(rejected.is_kept, map(bounded, _rows_of(file)))
    except FileRefused as refused:
        yield file_row(file.name, "", problem=refused.code, detail=refused.detail)
    except MemoryError:
        raise
    except Exception as error:  # a fault of the reader's, met by this file alone
        yield file_row(file.name, "", problem="reader_stopped", detail=_failed(file.name, error))
    if told := rejected.told():
        yield file_row(file.name, "", problem="more_rejected", detail=told)
