"""The landing folder in the warehouse: whether it can be read, and its rows as one table."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from go_ratings.reading.apart import Apart, is_risky
from go_ratings.reading.landing import (
    LandingFile,
    check_header,
    csv_header,
    file_row,
    files_of,
    mapped_table,
    rows_of,
    shown,
    why_not_read,
)
from go_ratings.reading.rows import COLUMNS, FROM_RECORDS, TABLES, FileRefused, Row
from go_ratings.warehouse import parquet_tables
from go_ratings.warehouse.tables import Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# Contract columns of all tables, each once, and what game records say beyond them: what a landed row is wide.
VALUE_COLUMNS = (*dict.fromkeys(column for table in TABLES for column in COLUMNS[table]), *FROM_RECORDS)
TYPES = {
    "landed_table": "varchar",
    "source_file": "varchar",
    "row_no": "integer",
    "raw_text": "varchar",
    "problem": "varchar",
    "detail": "varchar",
    "warnings": "varchar",
} | dict.fromkeys(VALUE_COLUMNS, "varchar")

_ROWS_AT_ONCE = 20_000


def problem_with(folder: str) -> str:
    """Why the landing folder can't be read, as one sentence with the remedy, or ''.

    Looks at every file of the contract to its end, so that a build never stops half-way.
    """
    path = Path(folder)
    try:
        if not folder.strip():
            return "The var `landing` is empty: name a folder, or leave it out for the demonstration league."
        if not path.exists():
            return f"The landing folder {folder} does not exist: name an existing folder in the var `landing`."
        if not path.is_dir():
            return f"The landing folder {folder} is a file: name the folder that holds it in the var `landing`."
        files, unknown = files_of(path)
    except OSError as error:
        if error.filename and Path(os.fsdecode(error.filename)) != path:
            place = shown(Path(os.fsdecode(error.filename)))
            return f"{place} can't be read ({error.strerror}): check its permissions, or move it out of the landing folder."
        return f"The landing folder {folder[:200]} can't be read ({error.strerror}): name another folder in the var `landing`."
    except RecursionError:
        return f"The landing folder {folder} holds folders within folders without end: name a smaller one in the var `landing`."
    except FileRefused as refused:
        return f"{folder}/{refused.detail}"
    if not files:
        passed_over = f" (not read: {', '.join(unknown[:3])})" if unknown else ""
        return (
            f"The landing folder {folder} holds nothing to read{passed_over}: "
            "put games.csv or games.parquet into it (README, section Your own games)."
        )
    if not any(file.table in ("games", "") for file in files):
        return f"The landing folder {folder} has no games: put games.csv or games.parquet into it."
    bad = _refused(files, files)
    if any(file.table in ("games", "") for file in files if file.name not in bad):
        bad = {file.name: bad[file.name] for file in files if file.name in bad and not _is_one_of_many(file)}
    return next((f"{folder}/{why.detail}" for why in bad.values()), "")


def _is_one_of_many(file: LandingFile) -> bool:
    """Whether a table holds games, in a folder of the landing folder.

    If it can't be read, it is left out and told. One in the landing folder itself, the only games, or a table that says who or
    what the games name, stops the build, because nothing would be what it should be.
    """
    return file.table == "games" and "/" in file.name


def _refused(some: list[LandingFile], files: list[LandingFile]) -> dict[str, FileRefused]:
    """Of some of the folder's files, the tables that can't be read, by name, with the reason."""
    found = {}
    needs_event = any(file.table == "events" for file in files)
    for file in some:
        try:
            if file.mapping:
                file.mapping.check(file.name, mapped_table(file)[0], needs_event)
            elif file.table:
                header = parquet_tables.header_of(file) if file.is_parquet else csv_header(file)
                check_header(file, header, needs_event)
                if file.is_parquet:
                    parquet_tables.check_values(file)
        except FileRefused as refused:
            found[file.name] = refused
        except OSError as error:
            detail = f"{file.name} can't be read ({error.strerror}): check its permissions, or remove it."
            found[file.name] = FileRefused("unreadable_file", detail)
    return found


def load(session: DuckDBPyConnection, folder: str) -> DuckDBPyRelation:
    """Every row of a landing folder, as a relation with a number and the columns of TYPES.

    `warnings` is a JSON list of [code, detail]. What there is to say of a file as a whole is a row with
    `landed_table` 'file' and the file's table in `name`.
    """
    table = Table(session, "landed_row", TYPES)
    files, unknown = files_of(Path(folder))
    refused = _refused([file for file in files if _is_one_of_many(file)], files)
    files = [file for file in files if file.name not in refused]
    rows = chain(
        _rows_of_folder(files, unknown),
        ((name, file_row(name, "", problem=why.code, detail=why.detail)) for name, why in refused.items()),
    )
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        table.add(_cells(some))
    table.relation()
    for file in files:
        if file.table and file.is_parquet:
            parquet_tables.insert(session, file)
    return session.sql("select row_number() over () as landed_row_no, * from landed_row")


def _rows_of_folder(files: list[LandingFile], unknown: list[str]) -> Iterator[tuple[str, Row]]:
    """Each row of all files but the Parquet tables with its file's name, and what there is to say of the files."""
    with Apart() as apart:
        for file in files:
            yield file.name, file_row(file.name, file.table)
            if file.table and file.is_parquet:
                surplus = [column for column in parquet_tables.header_of(file) if column not in COLUMNS[file.table]]
                if surplus:
                    yield (
                        file.name,
                        file_row(file.name, "", [("unknown_column", f"{file.name}: {name}") for name in surplus]),
                    )
            else:
                for row in apart.rows_of(file) if is_risky(file) else rows_of(file):
                    yield row.file or file.name, row
    for name in unknown:
        yield name, file_row(name, "", [("unknown_file", why_not_read(name))])


def _cells(named_rows: list[tuple[str, Row]]) -> dict[str, np.ndarray]:
    """The rows as one array a column, those without a value left out."""
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
    return {
        column: np.array(values, dtype=np.int32 if column == "row_no" else object)
        for column, values in cells.items()
        if any(value is not None for value in values)
    }
