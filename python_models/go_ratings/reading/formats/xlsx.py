"""Spreadsheets (.xlsx) with sheets named like the landing tables: games, events, players, …

A sheet's first row that isn't empty names the columns; the rest is as in a CSV file of that table.
Dates become yyyy-mm-dd, whole numbers lose their `.0`; formulas count with the value that was
saved. Sheets of other names are passed over, with a warning.

A spreadsheet is a ZIP archive of XML files. Before it is opened, every part is unpacked once to
nowhere, so that a small file that unpacks to a huge one is refused, whatever size it claims, and so
is a part with more elements than a spreadsheet needs: the library makes objects of them.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from typing import Any

from openpyxl.reader.excel import ExcelReader

from go_ratings.reading.formats.contents import Warnings, file_row, number_text
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of
from go_ratings.reading.rows import COLUMNS, MAX_CHARACTERS, TABLES, FileRefused, Row, bounded, is_missing

_MAX_BYTES = 32 * MEGABYTE
_MAX_UNPACKED = 128 * MEGABYTE
_MAX_MEMBERS = 1000
_MAX_ROWS = 1_048_576
_MAX_CELLS = 20_000_000
# What a part unpacks to beyond this must not be more than so many times its packed size: real sheets shrink to a tenth,
# one row a million times to a fiftieth, what was made to burst to a thousandth.
_ANY_RATIO = 2 * MEGABYTE
_MAX_RATIO = 100
# Tags in a part that isn't a sheet or the table of strings (styles, names, relations, …), and in a sheet between the tags of
# one row and the next: a row of a table has some hundred. Objects of the library take a microsecond and up to 300 bytes each.
_MAX_TAGS = 200_000
_SHEET_OR_STRINGS = re.compile(r"(?:worksheets/|sharedStrings)", re.IGNORECASE)
_MAX_TAGS_OF_A_ROW = 100_000
_MAX_COLUMNS = 200
_CHUNK = MEGABYTE


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """The rows of every sheet that is named like a table; the source is the file unless a column says otherwise."""
    workbook = _opened(origin, name)
    read = 0
    unread: Warnings = []
    for sheet in workbook.worksheets:
        title = sheet.title.strip().lower()
        table = next((table for table in TABLES if title.startswith(table)), "")
        if table:
            read += 1
            yield from _sheet_rows(_records(sheet, name), table, f"{name}, sheet {sheet.title}", name)
        else:
            unread.append(
                ("unknown_sheet", f"{name}: the sheet {sheet.title[:40]} is not named like a table and was not read")
            )
    if not read:
        raise FileRefused(
            "no_sheet", f"{name} has no sheet named {', '.join(TABLES)}: name the sheets like the tables they hold."
        )
    yield from [file_row(name, unread)] if unread else []


def records_of(origin: Origin, name: str, title: str = "") -> Iterator[tuple[int, str, list[str] | None]]:
    """Row number, text and cells of the rows of one sheet, the first unless named; all as wide as the first."""
    workbook = _opened(origin, name)
    sheets = [sheet for sheet in workbook.worksheets if title.strip().lower() in ("", sheet.title.strip().lower())]
    if not sheets:
        raise FileRefused("no_sheet", f"{name} has no sheet named {title[:40]}: correct its name.")
    width = 0
    for row_no, cells in _records(sheets[0], name):
        while cells and (len(cells) > width > 0 or not width) and not cells[-1]:
            cells.pop()
        width = width or len(cells)
        yield row_no, "\t".join(cells), cells + [""] * (width - len(cells))


class _Reader(ExcelReader):
    """The library's reader, which would read one part as often as sheets share it."""

    def read_worksheets(self) -> None:
        parts = [relation.target for _, relation in self.parser.find_sheets()]
        if len(set(parts)) < len(parts):
            raise ValueError("two of its sheets are one part")
        super().read_worksheets()


def _opened(origin: Origin, name: str) -> Any:
    content = content_of(origin, name, _MAX_BYTES)
    _check_size(content, name)
    try:
        reader = _Reader(BytesIO(content), read_only=True, data_only=True)
        reader.read()
        return reader.wb
    except Exception as error:  # a damaged file can make the library raise anything
        raise _damaged(name, error.__cause__ if isinstance(error.__cause__, Exception) else error) from None


def _damaged(name: str, error: Exception) -> FileRefused:
    reason = str(error).split("\n")[0][:120] or type(error).__name__
    return FileRefused(
        "damaged_spreadsheet", f"{name} can't be read as a spreadsheet ({reason}): save it anew as .xlsx."
    )


def _check_size(content: bytes, name: str) -> None:
    """Raises FileRefused where the archive is damaged or unpacks to more than the limit."""
    unpacked = 0
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            members = archive.infolist()
            if len(members) > _MAX_MEMBERS:
                raise _bomb(name)
            for member in members:
                if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                    raise ValueError("packed in a way that spreadsheets are not")
                member.file_size = _MAX_UNPACKED + 1  # the size it claims is not trusted
                size, tags = 0, _Tags(member.filename)
                with archive.open(member) as stream:
                    while chunk := stream.read(_CHUNK):
                        size += len(chunk)
                        unpacked += len(chunk)
                        bursts = size > _ANY_RATIO + _MAX_RATIO * member.compress_size
                        if bursts or unpacked > _MAX_UNPACKED or tags.are_too_many(chunk):
                            raise _bomb(name)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        RuntimeError,
        NotImplementedError,
        ValueError,
        LookupError,
    ) as error:
        raise _damaged(name, error) from None


class _Tags:
    """Counts the tags of one part as it is unpacked."""

    def __init__(self, part: str) -> None:
        self._by_row = _SHEET_OR_STRINGS.search(part) is not None
        self._since = 0

    def are_too_many(self, chunk: bytes) -> bool:
        """Whether the part has more than a spreadsheet needs, now that this much more of it is known."""
        if not self._by_row:
            self._since += chunk.count(b"<")
            return self._since > _MAX_TAGS
        first, *others = re.split(rb"row\b|si\b", chunk)
        most = self._since + first.count(b"<")
        self._since = others[-1].count(b"<") if others else most
        return max([most, *(other.count(b"<") for other in others)]) > _MAX_TAGS_OF_A_ROW


def _bomb(name: str) -> FileRefused:
    return FileRefused(
        "zip_bomb",
        f"{name} unpacks to far more than a spreadsheet of results needs: split it, or save it as CSV.",
    )


def _records(sheet: Any, name: str) -> Iterator[tuple[int, list[str]]]:
    """(row number, cells as text) of the rows that aren't empty."""
    cells_seen = 0
    try:
        sheet.reset_dimensions()  # the width and height that the sheet claims are not trusted either
        for row_no, cells in enumerate(sheet.iter_rows(values_only=True), start=1):
            cells_seen += len(cells)
            if row_no > _MAX_ROWS or cells_seen > _MAX_CELLS:
                raise FileRefused(
                    "too_many_rows",
                    f"{name}, sheet {sheet.title[:40]} is too large: delete its empty rows and columns.",
                )
            texts = [_text(cell) for cell in cells]
            if any(texts):
                yield row_no, texts
    except FileRefused:
        raise
    except Exception as error:  # a damaged file can make the library raise anything
        raise _damaged(name, error) from None


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, datetime):
        return cell.date().isoformat() if cell.time() == time() else cell.isoformat(" ", "seconds")
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float):
        return number_text(Decimal(repr(cell)))
    return str(cell).strip()


def _sheet_rows(records: Iterator[tuple[int, list[str]]], table: str, sheet: str, name: str) -> Iterator[Row]:
    _, first = next(records, (0, []))
    header = [cell.lower() for cell in first]
    while header and not header[-1]:
        header.pop()
    named = [column for column in header if column]
    missing = [column for column, needed in COLUMNS[table].items() if needed and column not in named]
    if missing:
        raise FileRefused(
            "missing_column",
            f"{sheet} has no column {', '.join(missing)}: add it, or name it as the landing contract does.",
        )
    if len(header) > _MAX_COLUMNS:
        raise FileRefused(
            "too_many_columns", f"{sheet} has {len(header)} columns: delete those that aren't the contract's."
        )
    twice = sorted({column for column in named if named.count(column) > 1})
    if twice:
        raise FileRefused("column_twice", f"{sheet} names the column {twice[0]} twice: remove one.")
    unknown = [column for column in named if column not in COLUMNS[table]]
    if unknown:
        yield file_row(name, [("unknown_column", f"{sheet}: {column[:40]}") for column in unknown])
    for row_no, cells in records:
        longest = max(cells, key=len)
        if len(longest) > MAX_CHARACTERS:
            yield bounded(Row(table, row_no, "", {"": longest}))
            continue
        values = {
            column: cell
            for column, cell in zip(header, cells)
            if cell and column in COLUMNS[table] and not is_missing(column, cell)
        }
        row = Row(table, row_no, "\t".join(cells).rstrip("\t"), values)
        beyond = [cell for column, cell in zip(header + [""] * len(cells), cells) if cell and not column]
        if beyond:
            row.problem = "malformed_row"
            row.detail = f"{beyond[0][:40]} stands in a column without a name: name the column, or empty the cell"
        yield row
