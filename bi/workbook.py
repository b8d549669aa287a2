"""Writes what is published as one Excel workbook: a sheet for each mart that fits, with types, and a note on every column.

Its first sheet lists the marts with their rows and what a row is, the second all columns with what they mean.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter

REPOSITORY = Path(__file__).resolve().parents[1]
# What a sheet holds, the header counted; what a cell holds; the first day that Excel counts right.
MOST_ROWS = 1_048_576
MOST_CHARACTERS = 32_767
FIRST_DAY = date(1900, 3, 1)
MOST_EXACT = 2**53
BOLD = Font(bold=True)
WRAP = Alignment(vertical="top", wrap_text=True)


def value_of(value: Any) -> Any:
    """A value as a cell holds it: what Excel would change or refuse is text."""
    if isinstance(value, str):
        return ILLEGAL_CHARACTERS_RE.sub("\ufffd", value)[:MOST_CHARACTERS]
    if isinstance(value, datetime):
        return value.replace(tzinfo=None) if value.date() >= FIRST_DAY else value.isoformat(" ")
    if isinstance(value, date):
        return value if value >= FIRST_DAY else value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and abs(value) > MOST_EXACT:
        return str(value)
    return value


def cell(sheet: Any, value: Any, **look: Any) -> Any:
    """A cell; a text that begins like a formula stays a text, whoever wrote it."""
    made = WriteOnlyCell(sheet, value_of(value))
    if isinstance(value, str):
        made.data_type = "s"
    elif isinstance(value, date):
        made.number_format = "yyyy-mm-dd hh:mm" if isinstance(value, datetime) else "yyyy-mm-dd"
    for name, of in look.items():
        setattr(made, name, of)
    return made


def is_plain(value: Any) -> bool:
    """Whether a cell holds the value as it is."""
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, bool) or (isinstance(value, int) and abs(value) <= MOST_EXACT)


def write(file: Path, out: Path, most_rows: int = MOST_ROWS) -> tuple[list[str], list[str]]:
    """Writes the workbook; the marts that are in it, and those that have too many rows."""
    book = Workbook(write_only=True)
    with duckdb.connect(str(file), read_only=True) as published:
        marts = published.execute(
            "select table_name, comment from duckdb_tables() where schema_name = 'marts' order by table_name"
        ).fetchall()
        rows = {
            mart: (published.execute(f'select count(*) from marts."{mart}"').fetchone() or (0,))[0] for mart, _ in marts
        }
        columns: dict[str, list[tuple[str, str, str]]] = {mart: [] for mart, _ in marts}
        for mart, *column in published.execute(
            "select table_name, column_name, data_type, comment from duckdb_columns() where schema_name = 'marts' "
            "order by table_name, column_index"
        ).fetchall():
            columns[mart].append(tuple(column))
        fits = [mart for mart, _ in marts if rows[mart] + 1 <= most_rows]

        contents = book.create_sheet("contents")
        contents.column_dimensions["A"].width, contents.column_dimensions["C"].width = 34, 120
        contents.append([cell(contents, title, font=BOLD) for title in ("mart", "rows", "what a row is")])
        for mart, comment in marts:
            name: Any = cell(contents, mart)
            if mart in fits:
                name.hyperlink = f"#'{mart[:31]}'!A1"
                name.style = "Hyperlink"
            else:
                comment = f"NOT IN THIS WORKBOOK, too many rows: see go_ratings.duckdb or {mart}.parquet. {comment}"
            contents.append([name, rows[mart], cell(contents, comment, alignment=WRAP)])

        described = book.create_sheet("columns")
        for letter, width in zip("ABCD", (34, 30, 12, 120)):
            described.column_dimensions[letter].width = width
        described.freeze_panes = "A2"
        described.append([cell(described, title, font=BOLD) for title in ("mart", "column", "type", "what it means")])
        for mart, of_mart in columns.items():
            for name, kind, comment in of_mart:
                described.append([mart, name, kind, cell(described, comment, alignment=WRAP)])
        described.auto_filter.ref = f"A1:D{sum(map(len, columns.values())) + 1}"

        for mart in fits:
            sheet = book.create_sheet(mart[:31])
            sheet.freeze_panes = "A2"
            header = []
            for number, (name, kind, comment) in enumerate(columns[mart], start=1):
                wide = 26 if kind == "VARCHAR" else 12
                sheet.column_dimensions[get_column_letter(number)].width = max(wide, len(name) + 3)
                note = Comment(f"{comment}\n({kind})", "go_ratings", height=120, width=320)
                header.append(cell(sheet, name, font=BOLD, comment=note))
            sheet.append(header)
            found = published.execute(f'from marts."{mart}"')
            while chunk := found.fetchmany(10_000):
                for row in chunk:
                    sheet.append([value if is_plain(value) else cell(sheet, value) for value in row])
            sheet.auto_filter.ref = f"A1:{get_column_letter(len(header))}{rows[mart] + 1}"
    out.parent.mkdir(parents=True, exist_ok=True)
    book.save(out)
    return fits, [mart for mart, _ in marts if mart not in fits]


def main() -> None:
    arguments = argparse.ArgumentParser(description=re.split(r"\n", __doc__ or "")[0])
    arguments.add_argument("--database", type=Path, default=REPOSITORY / "warehouse" / "go_ratings.duckdb")
    arguments.add_argument("--out", type=Path, default=REPOSITORY / "warehouse" / "go_ratings.xlsx")
    arguments.add_argument("--most-rows", type=int, default=MOST_ROWS, help="leave out marts with more rows than this")
    given = arguments.parse_args()
    if not given.database.exists():
        sys.exit(f"{given.database} isn't there: publish first (make build)")
    written, left_out = write(given.database, given.out, given.most_rows)
    print(f"{given.out}: {len(written)} marts")
    if left_out:
        print(f"Too many rows for the workbook: {', '.join(left_out)}")


if __name__ == "__main__":
    main()
