"""Spreadsheets named like the landing tables, and archives that are refused."""

from __future__ import annotations

import datetime
import io
import re
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import xlsx
from go_ratings.reading.rows import FileRefused

GAMES = [
    ["source_game_id", "played_on", "Black ", "white", "komi", "handicap", "result", "remark"],
    ["g1", datetime.date(2024, 6, 1), "Ada Stone", "Bo Ladder", 6.5, 0, "B+R", None],
    [None] * 8,
    ["0002", "2024-06", "Bo Ladder", "Ada Stone", 7.0, 2.0, "W+3.5", "late"],
    [3, datetime.datetime(2024, 6, 1, 13, 30), True, "=1+1", None, None, "?", None],
]


def workbook(**sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title.replace("_", " "))
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def rezipped(content, change):
    """The archive with `change(name, bytes)` applied to every member."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in source.infolist():
            archive.writestr(member.filename, change(member.filename, source.read(member)))
    return target.getvalue()


@pytest.fixture
def read(tmp_path):
    def rows(content, name="club/league.xlsx"):
        path = tmp_path / "league.xlsx"
        path.write_bytes(content)
        return list(xlsx.rows(path, name))

    return rows


def test_sheets_are_tables(read):
    rows = read(workbook(Games_2024=GAMES, players=[["player_id", "name_romaji"], ["ada", "Ada Stone"]], Notes=[["x"]]))
    assert [row.table for row in rows] == ["file", "games", "games", "games", "players", "file"]
    assert [code for row in rows for code, _ in row.warnings] == ["unknown_column", "unknown_sheet"]
    first, second, third = rows[1:4]
    assert first.values == {
        "source_game_id": "g1",
        "played_on": "2024-06-01",
        "black": "Ada Stone",
        "white": "Bo Ladder",
        "komi": "6.5",
        "handicap": "0",
        "result": "B+R",
    }
    assert (second.row_no, second.values["source_game_id"], second.values["komi"], second.values["handicap"]) == (
        4,
        "0002",
        "7",
        "2",
    )
    assert (third.values["source_game_id"], third.values["played_on"], third.values["black"]) == (
        "3",
        "2024-06-01 13:30:00",
        "true",
    )
    assert "white" not in third.values  # a formula whose value was never saved
    assert first.raw_text == "g1\t2024-06-01\tAda Stone\tBo Ladder\t6.5\t0\tB+R"


def test_a_cell_without_a_column_is_rejected(read):
    rows = read(workbook(players=[["player_id", "name_ja"], ["ada", "", "stray"]]))
    assert rows[0].problem == "malformed_row" and "stray" in rows[0].detail


@pytest.mark.parametrize(
    ("sheets", "code"),
    [
        ({"Sheet1": [["x"]]}, "no_sheet"),
        ({"games": [["black", "white"]]}, "missing_column"),
        ({"games": []}, "missing_column"),
        ({"players": [["player_id", "player_id"]]}, "column_twice"),
        ({"players": [["player_id"] + [f"c{i}" for i in range(300)]]}, "too_many_columns"),
    ],
)
def test_sheets_that_are_refused(read, sheets, code):
    with pytest.raises(FileRefused) as refused:
        read(workbook(**sheets))
    assert refused.value.code == code and "league.xlsx" in refused.value.detail


SMALL = workbook(players=[["player_id", "name_romaji"], ["ada", "Ada Stone"]])


def with_sheet(xml):
    return rezipped(SMALL, lambda name, content: xml if name.startswith("xl/worksheets/") else content)


SHEET = b'<?xml version="1.0"?>%s<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">%s<sheetData>%s</sheetData></worksheet>'
CELL = b'<row r="%d"><c r="%s%d" t="inlineStr"><is><t>player_id</t></is></c></row>'


def test_a_sheet_that_claims_to_be_huge_is_read(read):
    dimension = b'<dimension ref="A1:XFD1048576"/>'
    assert read(with_sheet(SHEET % (b"", dimension, CELL % (1, b"A", 1) + CELL % (9, b"A", 9))))[0].row_no == 9


@pytest.mark.parametrize("row_no", [1_048_577, 10**15])
def test_a_sheet_with_a_row_far_below_is_refused(read, row_no):
    with pytest.raises(FileRefused):
        read(with_sheet(SHEET % (b"", b"", CELL % (1, b"A", 1) + CELL % (row_no, b"A", row_no))))


@pytest.mark.parametrize(
    "document_type",
    [
        b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>',
        b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_entities_are_refused(read, document_type):
    with pytest.raises(FileRefused) as refused:
        read(with_sheet(SHEET % (document_type, b"", CELL % (1, b"A", 1))))
    assert refused.value.code == "damaged_spreadsheet"


def test_a_zip_bomb_is_refused_whatever_size_it_claims(read):
    bomb = with_sheet(b" " * (200 * 2**20))
    assert len(bomb) < 2**20
    with pytest.raises(FileRefused) as refused:
        read(bomb)
    assert refused.value.code == "zip_bomb"
    claimed = bomb.replace((200 * 2**20).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert claimed != bomb
    with pytest.raises(FileRefused) as refused:
        read(claimed)
    assert refused.value.code == "zip_bomb"


def test_many_members_are_refused(read):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for index in range(1001):
            archive.writestr(f"{index}", b"")
    with pytest.raises(FileRefused) as refused:
        read(target.getvalue())
    assert refused.value.code == "zip_bomb"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"no zip", "damaged_spreadsheet"),
        (SMALL[:-30], "damaged_spreadsheet"),
        (SMALL[: len(SMALL) // 2], "damaged_spreadsheet"),
        (b"PK" + b"x" * (33 * 2**20), "file_too_large"),
    ],
)
def test_bad_files_are_refused(read, content, code):
    with pytest.raises(FileRefused) as refused:
        read(content)
    assert refused.value.code == code


def test_other_ways_of_packing_are_refused(read):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("xl/workbook.xml", b"x" * 1000)
    with pytest.raises(FileRefused) as refused:
        read(target.getvalue())
    assert refused.value.code == "damaged_spreadsheet"


def survives(path):
    try:
        list(xlsx.rows(path, "fuzz.xlsx"))
    except FileRefused as refused:
        assert refused.code and refused.detail


@given(st.integers(0, len(SMALL) - 1), st.binary(min_size=1, max_size=8))
@settings(max_examples=150, deadline=3000)
def test_any_damage_gives_rows_or_a_refusal(tmp_path_factory, at, noise):
    path = tmp_path_factory.getbasetemp() / "fuzz.xlsx"
    path.write_bytes(SMALL[:at] + noise + SMALL[at + len(noise) :])
    survives(path)


XML = st.sampled_from(
    [
        b"<row r='2'>",
        b"<row>",
        b"</row>",
        b"<c r='A1'>",
        b"<c t='s'>",
        b"<c t='d'>",
        b"</c>",
        b"<v>1</v>",
        b"<v>x</v>",
        b"<v>-1</v>",
        b"<is><t>a</t></is>",
        b"<c r='ZZZZ9'/>",
        b"<c r='1'/>",
    ]
)


@given(st.lists(XML, max_size=12))
@settings(max_examples=150, deadline=3000)
def test_any_sheet_gives_rows_or_a_refusal(tmp_path_factory, pieces):
    path = tmp_path_factory.getbasetemp() / "sheet.xlsx"
    path.write_bytes(with_sheet(SHEET % (b"", b"", CELL % (1, b"A", 1) + b"".join(pieces))))
    survives(path)


ROOMY = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%s</sheetData></worksheet>'


def padded(start: str, unit: str, end: str, count: int) -> bytes:
    """Units that don't shrink much when packed."""
    return (start + "".join(unit % number for number in range(count)) + end).encode()


@pytest.mark.parametrize(
    ("part", "content"),
    [
        ("xl/styles.xml", padded("<styleSheet>", '<xf numFmtId="%d"/>', "</styleSheet>", 200_001)),
        ("xl/workbook.xml", padded("<workbook>", '<a b="%d"/>', "</workbook>", 200_001)),
        ("[Content_Types].xml", padded("<Types>", '<Override PartName="%d"/>', "</Types>", 200_001)),
        ("xl/worksheets/sheet1.xml", ROOMY % padded("<row>", '<c r="A%d"/>', "</row>", 100_001)),
        ("xl/worksheets/sheet1.xml", padded("<worksheet>", '<a b="%d"/>', "<sheetData/></worksheet>", 100_001)),
        ("xl/worksheets/sheet1.xml", ROOMY % (b"<row/>" * 1_000_000)),
    ],
)
def test_a_part_with_more_elements_than_a_spreadsheet_needs_is_refused_unread(read, monkeypatch, part, content):
    """The library would make an object of each."""
    monkeypatch.setattr(xlsx, "_Reader", None)
    with pytest.raises(FileRefused) as refused:
        read(rezipped(workbook(games=GAMES), lambda name, bytes_: content if name == part else bytes_))
    assert refused.value.code == "zip_bomb"


def test_a_part_that_sheets_share_is_not_read_for_each(read):
    """A thousand sheets of one part would be a thousand times its rows."""

    def shared(name, content):
        if name != "xl/workbook.xml":
            return content
        (sheet,) = re.findall(rb"<sheet [^>]*/>", content)
        return content.replace(sheet, sheet + sheet.replace(b'name="games"', b'name="games 2"'))

    with pytest.raises(FileRefused, match="two of its sheets are one part") as refused:
        read(rezipped(workbook(games=GAMES), shared))
    assert refused.value.code == "damaged_spreadsheet"


def test_many_rows_of_the_usual_kind_are_read(read):
    rows = [[f"g{number}", "2024-06-01", "Ada Stone", "Bo Ladder", "B+R"] for number in range(20_000)]
    assert len(read(workbook(games=[["source_game_id", "played_on", "black", "white", "result"], *rows]))) == 20_000
