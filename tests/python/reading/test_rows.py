"""What is said of one file's rows has an end, in every format, and says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from go_ratings.reading.landing import LandingFile, rows_of
from go_ratings.reading.rows import MAX_RAW_CHARACTERS, MAX_REJECTED, MAX_WARNINGS, Row, bounded

HEADER = "source_game_id,played_on,event,black,white,result"
GOOD = "\n(;PB[Ada]PW[Bo]DT[2001-01-01]RE[B+R])"


def read(path: Path, text: str, table: str = "") -> list[Row]:
    path.write_text(text, encoding="utf-8")
    return list(rows_of(LandingFile(path, path.name, table)))


@pytest.mark.parametrize(
    ("name", "table", "text", "code"),
    [
        ("a.sgf", "", "(;)" * (MAX_REJECTED + 7) + GOOD, ""),
        ("games.csv", "games", HEADER + "\n1,2\n" * (MAX_REJECTED + 7), "malformed_row"),
    ],
)
def test_rejected_rows_are_listed_up_to_a_number_and_counted_beyond(
    tmp_path: Path, name: str, table: str, text: str, code: str
) -> None:
    rows = read(tmp_path / name, text, table)
    listed = [row for row in rows if row.problem and row.table != "file"]
    (told,) = [row for row in rows if row.problem == "more_rejected"]
    assert len(listed) == MAX_REJECTED
    beyond = len(text.split("(;)")) - 1 if name == "a.sgf" else MAX_REJECTED + 7
    assert told.table == "file" and f"{beyond - MAX_REJECTED:,} more rows" in told.detail and code in told.detail
    if name == "a.sgf":
        assert [row.values["black"] for row in rows if row.table == "games" and not row.problem] == ["name:Ada"]


def test_nothing_is_told_of_few_rejected_rows(tmp_path: Path) -> None:
    assert [row.problem for row in read(tmp_path / "games.csv", HEADER + "\n1,2\n1,2\n", "games")] == [
        "malformed_row"
    ] * 2


def test_texts_are_cut_and_say_so() -> None:
    long = "x" * 5000
    row = bounded(Row("games", 1, long, {"black": "Ada"}, "malformed_row", long, [("code", long)]))
    for text in (row.raw_text, row.detail, row.warnings[0][1]):
        assert text == "x" * MAX_RAW_CHARACTERS + "…"
    assert bounded(Row("games", 1, long[:MAX_RAW_CHARACTERS], {})).raw_text == long[:MAX_RAW_CHARACTERS]


def test_warnings_of_a_row_are_listed_up_to_a_number() -> None:
    row = bounded(
        Row("games", 1, "", {}, warnings=[("rank_unread", str(number)) for number in range(MAX_WARNINGS + 5)])
    )
    assert row.warnings[MAX_WARNINGS - 1] == ("rank_unread", str(MAX_WARNINGS - 1))
    assert row.warnings[MAX_WARNINGS:] == [("more_warnings", "5 more, the next of them rank_unread")]


def test_a_fault_of_the_reader_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One odd file stops no build, even if nobody foresaw it."""

    def fault(*_: object) -> object:
        raise ZeroDivisionError("never foreseen")

    monkeypatch.setattr("go_ratings.reading.formats.sgf.rows", fault)
    (row,) = read(tmp_path / "a.sgf", GOOD)
    assert (row.table, row.problem) == ("file", "reader_stopped") and "never foreseen" in row.detail
