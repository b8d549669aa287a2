"""Spreadsheets (.xlsx) with sheets named like the landing tables: games, events, players, …

A sheet's first row that isn't empty names the columns; the rest is as in a CSV file of that table.
Dates become yyyy-mm-dd, whole numbers lose their `.0`; formulas count with the value that was
saved. Sheets of other names are passed over, with a warning.

A spreadsheet is a ZIP archive of XML files. Before it is opened, every member is unpacked once to
nowhere, so that a small file that unpacks to a huge one is refused, whatever size it claims.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from io import BytesIO
from typing import Any

import openpyxl

from go_ratings.reading.formats.contents import Warnings, file_row, number_text
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of
from go_ratings.reading.rows import COLUMNS, MAX_CHARACTERS, TABLES, FileRefused, Row, bounded, is_missing

_MAX_BYTES = 32 * MEGABYTE
_MAX_UNPACKED = 128 * MEGABYTE
_MAX_MEMBERS = 1000
_MAX_ROWS = 1_048_576
_MAX_CELLS = 20_000_000
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


def _opened(origin: Origin, name: str) -> Any:
    content = content_of(origin, name, _MAX_BYTES)
    _check_size(content, name)
    try:
        return openpyxl.load_workbook(BytesIO(content), read_only=True, data_only=True)
    except Exception as error:  # a damaged file can make the library raise anything
        raise _damaged(name, error) from None


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
                with archive.open(member) as stream:
                    while chunk := stream.read(_CHUNK):
                        unpacked += len(chunk)
                        if unpacked > _MAX_UNPACKED:
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


def _bomb(name: str) -> FileRefused:
    return FileRefused(
        "zip_bomb",
        f"{name} unpacks to more than {_MAX_UNPACKED // MEGABYTE} MB or {_MAX_MEMBERS} parts: split it, or save it as CSV.",
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
