"""AGA reports and TDList."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import aga
from go_ratings.reading.rows import FileRefused

REPORT = """# sent by the director
TOURNEY Spring Open, Springfield, MA
    start=6/1/2024 finish=06/02/2024 rules=AGA
PLAYERS
  101 Stone, Ada 3D
  102  Ladder, Bo 12k club=x
 103 Geta, Cy -4.5
GAMES 1
  101 102 W 0 7
  103 101 b 3 -5  # a comment
PASSED: 103
GAMES 2
  102 103 ? 0 7
  102 103 w 0 7.5
"""

TDLIST = (
    "Stone, Ada\t101\tFull\t3.21\t12/31/2025\tSPRI\tMA\t0.4\t6/2/2024\n"
    " , Ladder\t 102 \tYouth\t-12.5\t\t\t\t\t\n"
    "\n"
    "Geta, Cy\tnone\tFull\t1.5\t\t\t\t\t\n"
)


@pytest.fixture
def read(tmp_path):
    def rows(content, name="t/report.txt"):
        path = tmp_path / "report.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(aga.rows(path, name))

    return rows


def games(rows):
    return [row for row in rows if row.table == "games"]


def test_a_report(read):
    rows = read(REPORT)
    assert rows[0].table == "events" and rows[0].values["name"] == "Spring Open, Springfield (2024-06-01)"
    assert [row.values for row in rows[1:3]] == [
        {"player_id": "aga:101"},
        {"alias": "Stone Ada", "player_id": "aga:101"},
    ]
    first, second, third = games(rows)
    assert first.values == {
        "source_game_id": "r1/aga:101/aga:102",
        "played_on": "2024-06-02",
        "event": "Spring Open, Springfield (2024-06-01)",
        "round": "1",
        "sequence": "1",
        "black": "aga:102",
        "white": "aga:101",
        "black_rank": "12k",
        "white_rank": "3d",
        "komi": "7",
        "handicap": "0",
        "result": "W+",
    }
    assert (second.values["result"], second.values["komi"], second.values["handicap"]) == ("B+", "-5", "3")
    assert "white_rank" not in second.values and third.values["komi"] == "7.5"
    assert not any(row.problem or row.warnings for row in rows)


def test_sections_without_numbers_are_counted(read):
    rows = games(read(REPORT.replace("GAMES 1", "GAMES").replace("GAMES 2", "games (w b winner handi komi)")))
    assert [row.values["round"] for row in rows] == ["1", "1", "2"]
    one = games(read(REPORT.replace("GAMES 1", "GAMES").replace("GAMES 2\n", "")))
    assert all("round" not in row.values for row in one)


def test_a_second_game_of_the_same_two_has_an_id_of_its_own(read):
    rows = games(read(REPORT + "  103 102 w 0 7\n"))
    assert [row.values["source_game_id"] for row in rows][2:] == ["r2/aga:102/aga:103", "r2/aga:102/aga:103#2"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("101 102 W", "malformed_row"),
        ("101 102 X 0 7", "malformed_row"),
        ("101 999 W 0 7", "unknown_player"),
        ("101 BYE W 0 0", "not_a_player"),
        ("101 101 W 0 7", "same_player"),
        ("anything else", "malformed_row"),
    ],
)
def test_games_that_can_not_be_read(read, line, code):
    row = games(read(REPORT + line + "\n"))[-1]
    assert row.problem == code and str(row.row_no) in row.detail and row.raw_text == line


def test_players_that_can_not_be_read(read):
    rows = read(REPORT.replace("PLAYERS\n", "PLAYERS\nx\n 102 Other, One 1d\n"))
    assert [row.problem for row in rows if row.table == "players" and row.problem] == ["malformed_row", "id_conflict"]


def test_an_id_that_is_none_gives_a_name(read):
    rows = read(REPORT.replace("103", "TMP1"))
    assert "name:Geta Cy" in {row.values["player_id"] for row in rows if row.table == "players"}
    assert not any(row.problem for row in rows)


def test_impossible_komi_is_left_out(read):
    row = games(read(REPORT + "101 103 W 0 7.25\n"))[-1]
    assert "komi" not in row.values and row.warnings[0][0] == "komi_impossible"


def test_tdlist(read):
    rows = read(TDLIST, "TDListN.txt")
    assert [row.values for row in rows if row.table == "players"] == [
        {"player_id": "aga:101"},
        {"player_id": "aga:102"},
        {},
    ]
    assert [row.values["alias"] for row in rows if row.table == "aliases"] == ["Stone Ada", "Ladder"]
    assert [row.problem for row in rows if row.problem] == ["malformed_row"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "empty_file"),
        (b"\x00\x00x", "binary_file"),
        ("nothing", "not_aga"),
        ("TOURNEY x" + "x" * 5000, "line_too_long"),
        (REPORT.replace("06/02/2024", "2.6.2024"), "date_ambiguous"),
        (REPORT.replace("06/02/2024", "02/30/2024"), "date_impossible"),
        ("TOURNEY x\nPLAYERS\n", "missing_value"),
        (b"TOURNEY" + b" " * (33 * 2**20) + b"x", "file_too_large"),
    ],
)
def test_bad_files_are_refused(read, content, code):
    with pytest.raises(FileRefused) as refused:
        read(content)
    assert refused.value.code == code and "report.txt" in refused.value.detail


def survives(path):
    try:
        for row in aga.rows(path, "fuzz.txt"):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=2000)
def test_any_bytes_give_rows_or_a_refusal(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "fuzz.txt"
    path.write_bytes(content)
    survives(path)


WORDS = st.sampled_from(
    [
        "TOURNEY",
        "PLAYERS",
        "GAMES",
        "GAMES 2",
        "start=6/1/2024",
        "finish=13/1/2024",
        "101",
        "102",
        "Stone, Ada",
        "3D",
        "w",
        "b",
        "?",
        "0",
        "7",
        "-5",
        "#",
        "PASSED:",
        "\t",
        "٣",
        "-3.5",
        "\n",
        "\n",
        "\n",
    ]
)


@given(st.lists(WORDS, max_size=60), st.booleans())
@settings(max_examples=400, deadline=2000)
def test_any_report_gives_rows_or_a_refusal(tmp_path_factory, words, has_head):
    path = tmp_path_factory.getbasetemp() / "words.txt"
    path.write_text((REPORT if has_head else "") + " ".join(words), encoding="utf-8")
    survives(path)
