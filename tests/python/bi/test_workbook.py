"""The Excel workbook: what Excel would change or run stays what it is, and everything is described."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

import duckdb
import openpyxl
import pytest

import workbook

LONG = "x" * 40_000
VALUES = """
    ('=HYPERLINK("http://example.invalid")', 1.5, 3, date '2020-01-31', timestamp '2020-01-31 10:30:00', true),
    ('+1 @SUM(A1)', 'nan'::double, 9007199254740993, date '1846-09-11', timestamp '1899-12-31 00:00:00', false),
    ('tab' || chr(7) || 'bell', 'inf'::double, -1, date '1900-02-28', null, null),
    (null, null, null, null, null, null),
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("workbook")
    file = folder / "published.duckdb"
    with duckdb.connect(str(file)) as connection:
        connection.execute("create schema marts")
        connection.execute(
            "create table marts.dim_player (name varchar, rating double, games bigint, born date, seen timestamp, here boolean)"
        )
        connection.execute(f"insert into marts.dim_player values {VALUES} ('{LONG}', 0.1, 0, null, null, null)")
        connection.execute("comment on table marts.dim_player is 'One row per player.'")
        connection.execute("comment on column marts.dim_player.rating is 'The rating, in Elo points.'")
        connection.execute("create table marts.mart_black_win_by_komi_decade_and_more as select 1 as one")
        connection.execute("create table marts.fct_long as select range as one from range(10)")
        connection.execute("create schema other; create table other.hidden as select 1 as one")
    written, left_out = workbook.write(file, folder / "out" / "book.xlsx", most_rows=10)
    assert written == ["dim_player", "mart_black_win_by_komi_decade_and_more"] and left_out == ["fct_long"]
    return openpyxl.load_workbook(folder / "out" / "book.xlsx")


def test_values_keep_what_they_are(book: Any) -> None:
    rows = [[cell.value for cell in row] for row in book["dim_player"].iter_rows(min_row=2)]
    assert rows[0] == [
        '=HYPERLINK("http://example.invalid")',
        1.5,
        3,
        datetime(2020, 1, 31),
        datetime(2020, 1, 31, 10, 30),
        True,
    ]
    # Excel counts no day before 1900, has no infinity and rounds long numbers.
    assert rows[1] == ["+1 @SUM(A1)", "nan", "9007199254740993", "1846-09-11", "1899-12-31 00:00:00", False]
    assert rows[2] == ["tab\ufffdbell", "inf", -1, "1900-02-28", None, None]
    assert rows[3] == [None] * 6
    assert rows[4][0] == LONG[:32_767]


def test_no_cell_is_a_formula(book: Any) -> None:
    kinds = {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row}
    assert "f" not in kinds and {"s", "n", "d", "b"} <= kinds
    assert book["dim_player"]["D2"].number_format == "yyyy-mm-dd"


def test_columns_have_notes_and_sheets_a_list(book: Any) -> None:
    assert book.sheetnames == ["contents", "columns", "dim_player", "mart_black_win_by_komi_decade_a"]
    assert book["dim_player"]["B1"].comment.text == "The rating, in Elo points.\n(DOUBLE)"
    contents = {row[0].value: (row[1].value, row[2].value) for row in book["contents"].iter_rows(min_row=2)}
    assert contents["dim_player"] == (5, "One row per player.") and set(contents) == {
        "dim_player",
        "fct_long",
        "mart_black_win_by_komi_decade_and_more",
    }
    assert contents["fct_long"][0] == 10 and contents["fct_long"][1].startswith("NOT IN THIS WORKBOOK")
    columns = [[cell.value for cell in row] for row in book["columns"].iter_rows(min_row=2)]
    assert ["dim_player", "rating", "DOUBLE", "The rating, in Elo points."] in columns and len(columns) == 8
    assert book["dim_player"].freeze_panes == "A2" and book["dim_player"].auto_filter.ref == "A1:F6"


def test_days_count_as_days(book: Any) -> None:
    """Which way a day is stored decides whether Excel can sort and group by it."""
    assert book["dim_player"]["D2"].is_date and not book["dim_player"]["D3"].is_date
    assert date(1900, 3, 1) == workbook.FIRST_DAY


def test_without_a_publication_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["workbook", "--database", str(tmp_path / "none.duckdb")])
    with pytest.raises(SystemExit, match="publish first"):
        workbook.main()
