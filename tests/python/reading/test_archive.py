"""Archives: every member like a file in a folder, what is refused, and what can't be a size."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
from collections import Counter

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import archive
from go_ratings.reading.landing import LandingFile, rows_of
from go_ratings.reading.rows import FileRefused

GAME = "(;PB[Ada Stone]PW[Bo Ladder]DT[2024-05-31]RE[B+R])"
TABLE = "; EV[Spring]\n; DT[2024-06-01]\n1 Stone Ada 3d AT W 1 2+/w0\n2 Ladder Bo 2d DE B 0 1-/b0\n"


def packed(*members, method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, content in members:
            made.writestr(name, content)
    return file.getvalue()


@pytest.fixture
def read(tmp_path):
    def rows(*members, **options):
        path = tmp_path / "may.zip"
        path.write_bytes(packed(*members, **options))
        return list(archive.rows(path, "club/may.zip"))

    return rows


def games(rows):
    return [row for row in rows if row.table == "games"]


def test_members_are_read_like_files_in_a_folder(read):
    rows = read(("2024/a.sgf", GAME), ("b.SGF", GAME), ("spring.txt", TABLE))
    assert [(row.file, row.values.get("source"), row.values["source_game_id"]) for row in games(rows)] == [
        ("club/may.zip/2024/a.sgf", "club/may.zip/2024", "a.sgf#1"),
        ("club/may.zip/b.SGF", "club/may.zip", "b.SGF#1"),
        ("club/may.zip/spring.txt", None, "r1/name:Ladder Bo|DE/name:Stone Ada|AT"),
    ]
    assert all(row.file for row in rows)


def test_a_spreadsheet_inside(read):
    book = openpyxl.Workbook()
    book.active.title = "players"
    book.active.append(["player_id"])
    book.active.append(["P1"])
    file = io.BytesIO()
    book.save(file)
    assert [row.values for row in read(("club.xlsx", file.getvalue()))] == [{"player_id": "P1"}]


def test_what_nobody_reads_is_named_and_hidden_files_are_passed_over(read):
    inner = packed(("a.sgf", GAME))
    rows = read(
        ("a.sgf", GAME),
        ("pictures/", ""),
        ("pictures/b.png", b"\x89PNG"),
        ("inner.zip", inner),
        ("games.csv", "source_game_id\n"),
        ("letter.txt", "dear all"),
        ("__MACOSX/._a.sgf", b"\0"),
        (".DS_Store", b"\0"),
        ("c/.git/x.sgf", GAME),
    )
    assert len(games(rows)) == 1
    assert rows[-1].warnings == [
        ("unread_member", f"club/may.zip/{name}") for name in ("pictures/b.png", "inner.zip", "games.csv", "letter.txt")
    ]


def test_many_unread_members_are_counted(read):
    rows = read(("a.sgf", GAME), *((f"{number}.png", "") for number in range(30)))
    assert len(rows[-1].warnings) == 21 and rows[-1].warnings[-1] == ("unread_member", "and 10 more")


def test_a_bad_member_costs_only_itself(read):
    rows = read(("a.sgf", GAME), ("empty.sgf", ""), ("noise.h9", bytes(range(256))), ("c.sgf", GAME))
    assert [(row.file.rpartition("/")[2], row.problem) for row in rows if row.table == "file"] == [
        ("empty.sgf", "empty_file"),
        ("noise.h9", "binary_file"),
    ]
    assert len(games(rows)) == 2


def test_a_damaged_member_costs_only_itself():
    content = packed(("a.sgf", GAME), ("b.sgf", GAME), method=zipfile.ZIP_STORED)
    at = content.index(b"Ada")
    rows = list(archive.rows(content[:at] + b"Ida" + content[at + 3 :], "may.zip"))
    assert [row.problem for row in rows if row.problem] == ["damaged_archive"] and len(games(rows)) == 1
    rows = list(archive.rows(packed(("a.sgf", GAME), method=zipfile.ZIP_BZIP2), "may.zip"))
    assert [row.problem for row in rows] == ["damaged_archive"] and "Deflate" in rows[0].detail


def test_a_member_with_a_password_is_said_to_need_one():
    content = bytearray(packed(("a.sgf", GAME)))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    rows = list(archive.rows(bytes(content), "may.zip"))
    assert [(row.file, row.problem) for row in rows] == [("may.zip/a.sgf", "encrypted_archive")]


def test_names_from_elsewhere(read):
    with pytest.warns(UserWarning, match="Duplicate name"):
        rows = read(
            ("x\\y\\a.sgf", GAME), ("../../etc/b.sgf", GAME), ("/c.sgf", GAME), ("d.sgf", GAME), ("d.sgf", GAME)
        )
    assert [row.file.removeprefix("club/may.zip/") for row in games(rows)] == [
        "x/y/a.sgf",
        "etc/b.sgf",
        "c.sgf",
        "d.sgf",
        "d (2).sgf",
    ]


@pytest.mark.parametrize(
    ("name", "codec"), [("カップ/きろく.sgf", "cp932"), ("第一局对局记录.sgf", "gb18030"), ("é.sgf", "utf-8")]
)
def test_names_in_an_encoding_that_the_archive_does_not_state(name, codec):
    written = name.encode(codec)
    content = packed(("x" * len(written), GAME)).replace(b"x" * len(written), written)
    [row] = games(archive.rows(content, "may.zip"))
    assert row.file == f"may.zip/{name}"


def test_a_single_file_in_gzip_keeps_its_name(tmp_path):
    path = tmp_path / "a.sgf.gz"
    path.write_bytes(gzip.compress(GAME.encode(), mtime=0))
    [row] = games(archive.rows(path, "club/a.sgf.gz"))
    assert (row.file, row.values["source"], row.values["source_game_id"]) == ("", "club", "a.sgf.gz#1")


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"", "a.zip", "empty_file"),
        (b"PK\x03\x04 and no more", "a.zip", "damaged_archive"),
        (packed(("a.sgf", GAME))[:-30], "a.zip", "damaged_archive"),
        (packed(("a.png", "")), "a.zip", "nothing_to_read"),
        (packed(), "a.zip", "nothing_to_read"),
        (packed(*((f"{number}.sgf", b" " * 2**24) for number in range(5))), "a.zip", "zip_bomb"),
        (gzip.compress(GAME.encode(), mtime=0)[:-12], "a.sgf.gz", "damaged_archive"),
        (gzip.compress(b"", mtime=0), "a.sgf.gz", "empty_file"),
        (b"no gzip", "a.sgf.gz", "damaged_archive"),
        (gzip.compress(b" " * 2**26, mtime=0), "a.sgf.gz", "file_too_large"),
        (gzip.compress(b"noise", mtime=0), "a.sgf.gz", "not_sgf"),
    ],
)
def test_archives_that_are_refused(content, name, code):
    with pytest.raises(FileRefused) as refused:
        list(archive.rows(content, name))
    assert refused.value.code == code and refused.value.detail


def test_a_member_that_is_too_large_costs_only_itself(read):
    rows = read(("big.sgf", b" " * (33 * 2**20)), ("a.sgf", GAME))
    assert [row.problem for row in rows if row.table == "file"] == ["file_too_large"] and len(games(rows)) == 1


def test_a_directory_of_a_million_members_is_refused_before_it_is_taken_apart():
    entry = b"PK\x01\x02" + bytes(24) + struct.pack("<HHHHHII", 1, 0, 0, 0, 0, 0, 0) + b"a"
    directory = entry * 250_000
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, 1, 1, len(directory), 0, 0)
    with pytest.raises(FileRefused, match="200000 files") as refused:
        list(archive.rows(directory + end, "a.zip"))
    assert refused.value.code == "zip_bomb"


def test_a_file_that_is_not_there(tmp_path):
    for name in ("a.zip", "a.sgf.gz"):
        with pytest.raises(FileRefused) as refused:
            list(archive.rows(tmp_path / name, name))
        assert refused.value.code == "unreadable_file"


def test_the_landing_folder_hands_archives_on(tmp_path):
    path = tmp_path / "may.zip"
    path.write_bytes(packed(("a.sgf", GAME), ("b.sgf", "")))
    counts = Counter((row.file, row.problem) for row in rows_of(LandingFile(path, "may.zip", "")))
    assert counts == {("may.zip/a.sgf", ""): 3, ("may.zip/b.sgf", "empty_file"): 1}


ARCHIVE = packed(("a.sgf", GAME), ("b/c.txt", TABLE), ("d.png", ""), method=zipfile.ZIP_STORED)


@given(st.integers(0, len(ARCHIVE)), st.binary(max_size=12), st.integers(0, 12))
@settings(max_examples=500, deadline=2000)
def test_any_damage_gives_rows_or_a_refusal(at, inserted, lost):
    try:
        for row in archive.rows(ARCHIVE[:at] + inserted + ARCHIVE[at + lost :], "fuzz.zip"):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail
