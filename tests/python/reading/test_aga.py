"""AGA reports and TDList."""

from __future__ import annotations

import time

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


NEW_REPORT = """TOURNAMENT
2024 Spring Blossom, Springfield
start=6/1/2024
location='Springfield, XX'
finish = 2024-06-02
director=somebody
PLAYERS (2)
101   Stone, Ada    3d
102   Ladder, Bo   12 k
GAMES 1
101 102\tw\t0\t7
101 102 w 0 7 // Stone, Ada vs Ladder, Bo
# Round 2
102 101 b 0 7. Ladder lost
END
With thanks, Bo
"""


def test_a_report_as_the_aga_writes_them_now(read):
    rows = read(NEW_REPORT)
    assert rows[0].values["name"] == "2024 Spring Blossom, Springfield (2024-06-01)"
    assert [(row.values["round"], row.values["result"], row.values["komi"]) for row in games(rows)] == [
        ("1", "W+", "7"),
        ("1", "W+", "7"),
        ("2", "B+", "7"),
    ]
    assert {row.values["played_on"] for row in games(rows)} == {"2024-06-02"}
    assert games(rows)[0].values["black_rank"] == "12k"
    assert not any(row.problem or row.warnings for row in rows)


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-06-02", "2024-06-02"),
        ("2024/6/2", "2024-06-02"),
        ("06-02-2024", "2024-06-02"),
        ("'6/2/2024',", "2024-06-02"),
    ],
)
def test_dates_of_reports(read, written, day):
    assert {row.values["played_on"] for row in games(read(REPORT.replace("06/02/2024", written)))} == {day}


@pytest.mark.parametrize(
    "head", ["Spring Open, Springfield, MA start=6/1/2024 x=1", "Spring Open, Springfield\nstart=6/1/2024\nplace=A, B"]
)
def test_facts_are_no_part_of_the_name(read, head):
    text = REPORT.replace("Spring Open, Springfield, MA\n    start=6/1/2024", head)
    assert read(text)[0].values["name"].startswith("Spring Open") and "=" not in read(text)[0].values["name"]


def test_a_game_behind_the_end_is_told(read):
    rows = games(read(NEW_REPORT + "101 102 w 0 7\n"))
    assert [row.problem for row in rows] == ["", "", "", "malformed_row"] and "END" in rows[-1].detail


def test_two_reports_in_a_file(read):
    rows = read(NEW_REPORT + NEW_REPORT.replace("6/1/2024", "7/1/2024").replace("2024-06-02", "2024-07-02"))
    assert [row.values["name"][-11:-1] for row in rows if row.table == "events"] == ["2024-06-01", "2024-07-01"]
    ids = [row.values["source_game_id"] for row in games(rows)]
    assert len(ids) == len(set(ids)) == 6
    with pytest.raises(FileRefused, match="date"):
        read(NEW_REPORT + "TOURNEY without a date\nGAMES 1\n")


def test_long_lines_of_blanks_take_no_time(read):
    line = f"101{' ' * 1990}{'x ' * 1000}\n"
    begin = time.process_time()
    read(REPORT + "PLAYERS\n" + line * 500 + "GAMES\n" + line * 500)
    assert time.process_time() - begin < 2


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
