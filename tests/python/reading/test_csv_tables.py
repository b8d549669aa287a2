"""Tables as spreadsheets and databases write them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from go_ratings.reading import csv_tables
from go_ratings.reading.landing import LandingFile, check_header, csv_header, files_of, rows_of
from go_ratings.reading.rows import FileRefused, Row

HEADER = "source_game_id,played_on,black,white,result,komi"
PLAIN = HEADER + "\n1,2024-01-13,Ann,Bob,W+2.5,6.5\n"


def read(folder: Path, content: str | bytes, name: str = "games.csv") -> list[Row]:
    """The rows of a table of games whose header is right, as a landing has it checked."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    file = LandingFile(path, name, "games")
    check_header(file, csv_header(file), needs_event=False)
    return list(rows_of(file))


def games(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row.table == "games"]


@pytest.mark.parametrize(
    ("content", "warned"),
    [
        (PLAIN, []),
        ("\ufeff" + PLAIN.replace("\n", "\r\n"), []),
        (PLAIN.replace(",", ";"), ["table_form"]),
        ("\ufeff" + PLAIN.replace(",", ";").replace("\n", "\r\n"), ["table_form"]),
        (PLAIN.replace(",", "\t"), ["table_form"]),
        (PLAIN.replace(",", "|"), ["table_form"]),
        ("sep=;\r\n" + PLAIN.replace(",", ";"), ["table_form"]),
        ('"sep=;"\n' + PLAIN.replace(",", ";"), ["table_form"]),
        ("SEP=,\n" + PLAIN, []),
        ("sep=\t\n" + PLAIN.replace(",", "\t"), ["table_form"]),
        ("\n\nsep=;;;;;;\n\n" + PLAIN.replace(",", ";"), ["table_form"]),
        (PLAIN.replace(",", "\t").encode("utf-16"), ["table_form", "table_form"]),
        (b"\xfe\xff" + PLAIN.encode("utf-16-be"), ["table_form"]),
        (PLAIN.replace("\n", ",,\n") + ",,,,,,,\n", []),
        (PLAIN + ",,,,,\n ,\u3000, ,,,\n", []),
        (PLAIN.replace(",", ";").replace("Ann", '"Ann"').replace("Bob", '"Bob"'), ["table_form"]),
    ],
)
def test_what_is_certain_is_read(tmp_path: Path, content: str | bytes, warned: list[str]) -> None:
    rows = read(tmp_path, content)
    values = {"source_game_id": "1", "played_on": "2024-01-13", "black": "Ann", "white": "Bob", "result": "W+2.5"}
    assert [row.values for row in games(rows)] == [values | {"komi": "6.5"}]
    assert [code for row in rows for code, _ in row.warnings] == warned


def test_unicode_text_of_a_spreadsheet_is_a_table_whatever_its_ending(tmp_path: Path) -> None:
    for name, content in (
        ("games.txt", PLAIN.replace(",", "\t").encode("utf-16")),
        ("games2.tab", b"\xfe\xff" + PLAIN.replace(",", "\t").encode("utf-16-be")),
        ("Games of 2024.TSV", PLAIN.replace(",", "\t").encode()),
        ("games.md", PLAIN.encode()),
        ("games_notes.txt", b"some notes, no table"),
        ("players.txt", b"TOURNEY Open\nstart=2024-01-13\nPLAYERS\n1 A, B 1d\nGAMES\n"),
    ):
        (tmp_path / name).write_bytes(content)
    known, unknown = files_of(tmp_path)
    assert {file.name: file.table for file in known} == {
        "games.txt": "games",
        "games2.tab": "games",
        "Games of 2024.TSV": "games",
        "players.txt": "",
    }
    assert sorted(unknown) == ["games.md", "games_notes.txt"]
    assert all(len(games(list(rows_of(file)))) == 1 for file in known if file.table)


def test_decimal_commas_and_commas_in_names_stand_between_semicolons(tmp_path: Path) -> None:
    rows = read(tmp_path, HEADER.replace(",", ";") + '\n1;13.01.2024;Ann, Lee;"Bob; Jr.";W+2,5;6,5\n')
    assert games(rows)[0].values == {
        "source_game_id": "1",
        "played_on": "13.01.2024",
        "black": "Ann, Lee",
        "white": "Bob; Jr.",
        "result": "W+2,5",
        "komi": "6,5",
    }


@pytest.mark.parametrize(
    "content",
    [
        PLAIN.replace(",", ";").replace("result", "score"),
        PLAIN.replace(",", ":"),
        "sep=:\n" + PLAIN.replace(",", ":"),
        "1,2024-01-13,Ann,Bob,W+2.5,6.5\n",
    ],
)
def test_what_is_not_certain_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(FileRefused) as refused:
        read(tmp_path, content)
    assert refused.value.code == "missing_column"


def test_cells_in_columns_without_a_name_are_rejected(tmp_path: Path) -> None:
    rows = games(read(tmp_path, PLAIN.replace("komi\n", "komi,,\n").replace("6.5\n", "6.5,,moved\n")))
    assert [row.problem for row in rows] == ["malformed_row"] and "moved" in rows[0].detail
    header = HEADER.replace("white", ",white")
    rows = games(read(tmp_path, header + "\n1,2024-01-13,Ann,,Bob,B+R,\n2,2024-01-13,Ann,x,Bob,B+R,\n"))
    assert [row.problem for row in rows] == ["", "malformed_row"] and rows[0].values["white"] == "Bob"


@pytest.mark.parametrize("word", ["nan", "NaN", "NULL", "null", "None", "#N/A", "NA", "<NA>", "NaT", "\\N", " nan "])
def test_words_for_nothing_are_missing(tmp_path: Path, word: str) -> None:
    row = games(read(tmp_path, PLAIN.replace("6.5\n", f"{word}\n").replace("W+2.5", word)))[0]
    assert "komi" not in row.values and "result" not in row.values


def test_words_for_nothing_may_be_names_and_ids(tmp_path: Path) -> None:
    row = games(read(tmp_path, PLAIN.replace("Ann", "Null").replace("\n1,", "\nNA,")))[0]
    assert row.values["black"] == "Null" and row.values["source_game_id"] == "NA"


@given(
    st.binary(max_size=200)
    | st.text(st.sampled_from('sep=;,\t|"\r\n x\0' + "blackwhite"), max_size=200).map(str.encode)
)
def test_any_bytes_give_a_table_or_a_refusal(content: bytes) -> None:
    for needed in (["black", "white"], []):
        try:
            read_table = csv_tables.Table(content, "games.csv", needed)
        except FileRefused as refused:
            assert refused.detail.startswith("games.csv")
        else:
            assert all(line > 0 and raw for line, raw, _ in read_table.records())


@pytest.mark.parametrize("piece", [",", ";", '"', "\n", '"\n', "sep=;\n", "a;", " ", '""', "\t\n"])
def test_large_tables_of_anything_take_no_time(piece: str) -> None:
    begin = time.process_time()
    for start in ("", PLAIN, PLAIN.replace(",", ";")):
        try:
            list(csv_tables.Table((start + piece * (500_000 // len(piece))).encode(), "games.csv", ["white"]).records())
        except FileRefused:
            continue
    assert time.process_time() - begin < 4
