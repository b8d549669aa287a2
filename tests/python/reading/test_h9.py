"""EGF tournament tables: cells, lines that must agree, columns of rounds, identity, bad files, round trips."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import h9
from go_ratings.reading.rows import FileRefused

HEADER = """; TC[T240601B]
; CL[B]
; EV[Spring Cup]
; PC[XX, Springfield]
; DT[2024-06-01,2024-06-02]
; HA[h9]
; KM[6.5]
;.
"""

TABLE = (
    HEADER
    + """; Pl Name Rk Co Club MMS R1 R2 R3
1 Stone_Age Ada  3d AT Wien 3 20 2+/w0   3+/b0  4=/b0  |10000001
2 Ladder Bo      1K DE B    2 20 1-/b0   4+/w2  0-     |10000002
3 Geta Cy        2k DE xxx  1 20 4+!/w   1-/w0  0=     |
4 Tsuke Di       3k DE HH   0 20 3-!/b   2-/b2  1=/w0  |10000004
"""
)


@pytest.fixture
def read(tmp_path):
    def rows(content, name="t/spring.h9"):
        path = tmp_path / "spring.h9"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(h9.rows(path, name))

    return rows


def games(rows):
    return [row for row in rows if row.table == "games"]


def by_id(rows):
    """The values of games in the order of their ids."""
    return sorted((row.values for row in games(rows)), key=lambda values: values["source_game_id"])


def pairing(first, second, header=HEADER, grades=("3d", "1k")):
    """A table of two players with one round."""
    return (
        header
        + f"1 Stone Ada {grades[0]} AT Wien 1 {first} |10000001\n2 Ladder Bo {grades[1]} DE B 0 {second} |10000002\n"
    )


def test_a_table(read):
    rows = read(TABLE)
    assert [row.table for row in rows[:3]] == ["events", "players", "aliases"]
    assert rows[0].values == {
        "event_id": "egd:T240601B",
        "name": "Spring Cup (T240601B)",
        "scope": "domestic",
        "status": "official",
        "format": "individual",
        "division": "open",
        "class": "B",
    }
    assert rows[1].values == {"player_id": "egd:10000001"}
    assert rows[2].values == {"alias": "Stone Age Ada", "player_id": "egd:10000001"}
    assert {"player_id": "name:Geta Cy|DE", "name_romaji": "Geta Cy"} in [row.values for row in rows]
    told = [
        (
            row.values["round"],
            row.values["black"][-8:],
            row.values["white"][-8:],
            row.values["result"],
            row.values.get("handicap"),
            row.values.get("komi"),
            row.problem,
        )
        for row in games(rows)
    ]
    assert told == [
        ("1", "10000002", "10000001", "W+", "0", "6.5", ""),
        ("1", "10000004", "ta Cy|DE", "W+F", None, "6.5", ""),
        ("2", "10000001", "ta Cy|DE", "B+", "0", "6.5", ""),
        ("2", "10000004", "10000002", "W+", "2", None, ""),
        ("3", "10000001", "10000004", "Jigo", "0", "6.5", ""),
    ]
    first = games(rows)[0]
    assert first.values["source_game_id"] == "r1/egd:10000001/egd:10000002"
    assert (
        first.values["played_on"] == "2024-06-02"
        and first.values["sequence"] == "1"
        and first.values["edition"] == "T240601B"
    )
    assert (first.values["black_rank"], first.values["white_rank"], first.values["colours"]) == ("1k", "3d", "known")


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("2+", "1-", ("unknown", "1", "2", "B+", None)),
        ("2-", "1+", ("unknown", "1", "2", "W+", None)),
        ("2+/w", "1-/b", ("known", "2", "1", "W+", None)),
        ("2+/b5", "1-/w5", ("known", "1", "2", "B+", "5")),
        ("2+!b0", "1-!w0", ("known", "1", "2", "B+F", "0")),
        ("2+/b", "1-", ("known", "1", "2", "B+", None)),
        ("2=/b0", "1=/w0", ("known", "1", "2", "Jigo", "0")),
        ("2-!", "1-!", ("unknown", "1", "2", "Both lost", None)),
        ("2-", "1-", ("unknown", "1", "2", "Both lost", None)),
        ("2=!", "1=!", ("unknown", "1", "2", "Cancelled", None)),
        ("2+/h", "1-/h", ("unknown", "1", "2", "B+", None)),
        ("2+/b!", "1-/w!", ("known", "1", "2", "B+F", None)),
    ],
)
def test_cells(read, first, second, told):
    [row] = games(read(pairing(first, second)))
    values = row.values
    assert (
        values["colours"],
        values["black"][-1],
        values["white"][-1],
        values["result"],
        values.get("handicap"),
    ) == told
    assert not row.problem and not row.warnings


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2+", "1+"),
        ("2+", "1="),
        ("2+/w0", "1-/w0"),
        ("2+/b2", "1-/w3"),
        ("2+", "0-"),
        ("2+", "0+"),
        ("2+", "2-"),
        ("2?", "1+"),
        ("0=", "1-"),
    ],
)
def test_sides_that_disagree_are_rejected_with_both_texts(read, first, second):
    rejected = [row for row in games(read(pairing(first, second))) if row.problem]
    assert rejected and not [row for row in games(read(pairing(first, second))) if not row.problem]
    for row in rejected:
        assert row.problem in ("sides_disagree", "same_player")
    assert any(first in row.detail for row in rejected) or any(second in row.detail for row in rejected)
    assert any("Stone Ada" in row.raw_text and "Ladder Bo" in row.raw_text for row in rejected)


def test_a_default_on_one_line_only_is_told(read):
    [row] = games(read(pairing("2+!", "1-")))
    assert row.values["result"] == "B+F" and [code for code, _ in row.warnings] == ["default_stated_once"]


def test_free_rounds_and_open_pairings_are_no_games(read):
    text = HEADER + (
        "1 Stone Ada 3d AT Wien 2+/w0 0+ 2?/w0 ? - |10000001\n2 Ladder Bo 1k DE B 1-/b0 0= 1?/b0 0- -- |10000002\n"
    )
    assert [row.values["round"] for row in games(read(text))] == ["1"]


def test_a_cell_that_can_not_be_read_is_rejected(read):
    text = HEADER + "1 Stone Ada 3d AT W 2+ 3-\n2 Ladder Bo 1k DE B 1- 12x\n3 Geta Cy 2k DE B 0- 1+\n"
    problems = [(row.problem, row.detail) for row in games(read(text)) if row.problem]
    assert [code for code, _ in problems] == ["cell_unreadable"] and "12x" in problems[0][1]


def test_an_opponent_that_is_not_there_and_an_own_number(read):
    assert [row.problem for row in games(read(pairing("7+", "0-")))] == ["unknown_player"]
    assert [row.problem for row in games(read(pairing("1+", "0-")))] == ["same_player"]


def test_handicap_from_grades_only_where_the_header_says_so_and_the_cell_does_not(read):
    header = HEADER.replace("h9", "h1")
    [row] = games(read(pairing("2+", "1-", header, ("3d", "2k"))))
    assert row.values["handicap"] == "3" and "komi" not in row.values
    assert [code for code, _ in row.warnings] == ["handicap_from_grades"]
    [row] = games(read(pairing("2+/w", "1-/b", header, ("3d", "2k"))))
    assert "handicap" not in row.values and not row.warnings
    [row] = games(read(pairing("2+", "1-", HEADER, ("3d", "2k"))))
    assert "handicap" not in row.values and not row.warnings


def test_blank_places_are_counted(read):
    text = HEADER + "1 Stone Ada 3d AT W 3+\n  Ladder Bo 1k DE B 0-\n  Geta Cy 2k DE B 1-\n"
    [row] = games(read(text))
    assert (row.values["black"], row.values["white"]) == ("name:Stone Ada|AT", "name:Geta Cy|DE")


def test_printed_places_count_where_all_differ(read):
    text = HEADER + "2 Stone Ada 3d AT W 1+\n1 Ladder Bo 1k DE B 2-\n3 Geta Cy 2k DE B 0-\n"
    [row] = games(read(text))
    assert (row.values["black"], row.values["result"]) == ("name:Ladder Bo|DE", "W+")


def test_score_columns_that_look_like_cells_are_no_rounds(read):
    text = HEADER + "1 Stone Ada 3d AT W 0= 2+ ? 1\n2 Ladder Bo 1k DE B 0= 1- 1 0\n"
    assert [row.values["round"] for row in games(read(text))] == ["1"]


def test_a_line_with_other_columns_is_read_by_its_cells_or_rejected(read):
    lines = ["1 Stone Ada 3d AT W 5 2+ 3+", "2 Ladder Bo 1k DE B 4 1- 0-", "3 Geta Cy 2k DE 3 0- 1-"]
    assert [row.problem for row in games(read(HEADER + "\n".join(lines)))] == ["", ""]
    lines[2] = "3 Geta Cy 2k DE 3 1-"
    rows = games(read(HEADER + "\n".join(lines)))
    assert sorted(row.problem for row in rows) == ["", "malformed_row", "sides_disagree"]


@pytest.mark.parametrize("grade", ["10", "5", "30"])
def test_a_grade_without_its_letter_is_kyu(read, grade):
    rows = read(pairing("2+/w", "1-/b", grades=("3d", grade)))
    assert games(rows)[0].values["black_rank"] == f"{grade}k" and not games(rows)[0].problem
    assert [code for row in rows for code, _ in row.warnings] == ["grade_without_letter"]


@pytest.mark.parametrize(
    "line", ["2 Ladder Bo 31 DE B 0 1-/b", "2 Ladder Bo 0 DE B 0 1-/b", "2 Ladder Bo 10 20 1-/b", "2"]
)
def test_other_numbers_are_no_grades(read, line):
    rows = read(HEADER + f"1 Stone Ada 3d AT Wien 1 2+/w |10000001\n{line}\n")
    assert any(row.problem for row in games(rows)) and not any(row.warnings for row in rows)


@pytest.mark.parametrize("free", ["0=0", "0+/b", "0-/w0", "0=/b99", "00", "0+!/w"])
def test_free_rounds_of_old_tables(read, free):
    rows = read(
        HEADER + f"1 Stone Ada 3d AT Wien 1 2+/w {free} |10000001\n2 Ladder Bo 1k DE B 0 1-/b {free} |10000002\n"
        "3 Geta Cy 1k DE B 0 0= 4+ |10000003\n4 Tsuke Di 1k DE B 0 0= 3- |10000004\n"
    )
    assert [(row.values["round"], row.problem) for row in games(rows)] == [("1", ""), ("2", "")]


def test_a_handicap_that_can_be_none_is_left_out(read):
    (row,) = games(read(pairing("2+/w99", "1-/b99")))
    assert "handicap" not in row.values and row.values["black"] == "egd:10000002" and row.values["komi"] == "6.5"
    assert [code for code, _ in row.warnings] == ["handicap_impossible"] and "99" in row.warnings[0][1]
    assert games(read(pairing("2+/w9", "1-/b9")))[0].values["handicap"] == "9"


def test_what_is_told_of_a_table_is_bounded(read):
    cells = " ".join("2+/w" for _ in range(60))
    table = (
        HEADER + f"1 Stone Ada 3d AT Wien {cells} |10000001\n2 Ladder Bo 1k DE B {cells.replace('2', '1')} |10000002\n"
    )
    rejected = games(read(table + f"; {'x' * 3000}"))
    assert len(rejected) == 60 and all(row.problem == "sides_disagree" for row in rejected)
    assert all(len(row.raw_text) <= 1001 for row in rejected)
    with pytest.raises(FileRefused, match="61 columns"):
        read(table.replace(" |", " 2+/w |"))


def test_a_line_without_a_grade_keeps_its_number(read):
    text = HEADER + "1 Stone Ada ?? AT W 2+ 0-\n2 Ladder Bo 1k DE B 1- 3+\n3 Geta Cy 2k DE B 0- 2-\n"
    rows = games(read(text))
    assert [row.problem for row in rows] == ["malformed_row", "sides_disagree", ""]
    assert rows[2].values["black"] == "name:Ladder Bo|DE"


def test_two_people_of_one_name_with_different_pins_are_two(read):
    rows = read(HEADER + "1 Stone Ada 3d AT W 2+ |10000001\n2 Stone Ada 1k AT W 1- |10000002\n")
    assert not games(rows)[0].problem
    assert {row.values["player_id"] for row in rows if row.table == "players"} == {"egd:10000001", "egd:10000002"}


def test_a_bye_on_a_line_of_its_own_is_nobody(read):
    rows = read(pairing("2+", "1-").replace("Ladder Bo", "BYE").replace("|10000002", ""))
    assert [row.problem for row in games(rows)] == ["not_a_player"]
    assert [row.values["player_id"] for row in rows if row.table == "players"] == ["egd:10000001"]


def test_an_id_on_two_lines_rejects_their_games(read):
    rows = read(HEADER + "1 Stone Ada 3d AT W 2+ |10000001\n2 Ladder Bo 1k AT W 1- |10000001\n")
    assert games(rows)[0].problem == "ambiguous_player"
    assert not [row for row in rows if row.table in ("players", "aliases")]


def test_a_player_row_is_the_same_in_every_file(read):
    one = read(pairing("2+", "1-"))
    other = read(
        pairing("2+", "1-", HEADER.replace("T240601B", "T250601A"), ("4d", "1d"))
        .replace("Wien", "Graz")
        .replace("Ada", "Adele")
    )
    players = [[row.values for row in rows if row.table == "players"] for rows in (one, other)]
    assert players[0] == players[1]


def test_a_pin_that_can_be_none_is_told(read):
    rows = read(pairing("2+", "1-").replace("|10000001", "|123"))
    assert [code for row in rows for code, _ in row.warnings] == ["pin_unread"]
    assert games(rows)[0].values["black"] == "name:Stone Ada|AT"


@pytest.mark.parametrize(
    ("old", "new", "played_on", "warned"),
    [
        ("DT[2024-06-01,2024-06-02]", "DT[2024-06-01]", "2024-06-01", []),
        ("DT[2024-06-01,2024-06-02]", "DT[2024-06-01,2023-06-02]", "2024-06-01", ["date_order"]),
        ("; DT[2024-06-01,2024-06-02]\n", "", "2024-06-01", ["date_from_code"]),
        ("CL[B]", "CL[Z]", "2024-06-02", ["class_unread"]),
        ("TC[T240601B]", "TC[unknown]", "2024-06-02", ["code_unread"]),
    ],
)
def test_headers(read, old, new, played_on, warned):
    rows = read(pairing("2+", "1-", HEADER.replace(old, new)))
    assert games(rows)[0].values["played_on"] == played_on
    assert [code for row in rows for code, _ in row.warnings] == warned


def test_an_event_without_a_code_is_told_apart_by_its_date(read):
    rows = read(pairing("2+", "1-", HEADER.replace("; TC[T240601B]\n", "")))
    assert rows[0].values["event_id"] == rows[0].values["name"] == "Spring Cup (2024-06-01)"
    assert "edition" not in games(rows)[0].values


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_encodings(read, codec):
    rows = read(pairing("2+", "1-").replace("Stone", "Müñoz").encode(codec))
    assert rows[2].values["alias"] == "Müñoz Ada"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "empty_file"),
        (b"\x00\x01\x02", "binary_file"),
        (HEADER, "no_players"),
        (HEADER + "1 Stone Ada 3d AT W 5\n", "no_games"),
        (pairing("2+", "1-", HEADER.replace("2024-06-01", "June")), "date_unreadable"),
        (pairing("2+", "1-", "; EV[Spring]\n"), "missing_value"),
        (HEADER + "x" * 5000, "line_too_long"),
        (HEADER + "1 Stone Ada 3d AT W 2+\n" * 5001, "too_many_players"),
        (b"a 1d " + b"1+ " * 3_000_000, "file_too_large"),
        (b"a 1d " + b"1+ " * 2_000_000, "line_too_long"),
    ],
)
def test_bad_files_are_refused(read, content, code):
    with pytest.raises(FileRefused) as refused:
        read(content)
    assert refused.value.code == code and "spring.h9" in refused.value.detail


def test_a_truncated_table_loses_only_what_is_cut(read):
    rows = games(read(TABLE[: TABLE.index("2-/b2")]))
    assert [row.problem for row in rows if not row.problem] and [row.problem for row in rows if row.problem]


def test_names_with_markup_stay_text(read):
    rows = read(pairing("2+", "1-").replace("Stone Ada", "<b>Stone</b> Ada"))
    assert rows[2].values["alias"] == "<b>Stone</b> Ada"


# --- fuzz --------------------------------------------------------------------------------------


def survives(path):
    try:
        for row in h9.rows(path, "fuzz.h9"):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=2000)
def test_any_bytes_give_rows_or_a_refusal(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "fuzz.h9"
    path.write_bytes(content)
    survives(path)


WORDS = st.sampled_from(
    [
        "1",
        "2",
        "3",
        "4",
        "a",
        "b_c",
        "3d",
        "5k",
        "9p",
        "AT",
        "|",
        "|10000001",
        "2+",
        "1-",
        "3=",
        "1+/w0",
        "2-/b5",
        "0=",
        "?",
        "-",
        "99+",
        "2+!",
        "1-!b0",
        ";",
        "xx",
        "²",
        "٣+",
        "\n",
        "\n",
        "\n",
    ]
)


@given(st.lists(WORDS, max_size=60))
@settings(max_examples=400, deadline=2000)
def test_any_table_gives_rows_or_a_refusal(tmp_path_factory, words):
    path = tmp_path_factory.getbasetemp() / "words.h9"
    path.write_text(HEADER + " ".join(words), encoding="utf-8")
    survives(path)


# --- round trips and samples -------------------------------------------------------------------


@st.composite
def tournaments(draw):
    """A made-up table, as text."""
    size = draw(st.integers(2, 6))
    rounds = draw(st.integers(1, 4))
    has_code = draw(st.booleans())
    cells = [["0-"] * rounds for _ in range(size)]
    for round_no in range(rounds):
        order = draw(st.permutations(range(size)))
        for first, second in zip(order[::2], order[1::2]):
            symbols = draw(st.sampled_from(["+-", "-+", "==", "--"]))
            default = draw(st.sampled_from(["", "!"]))
            colours = draw(st.sampled_from([("", ""), ("/b", "/w"), ("/w0", "/b0"), ("/b3", "/w3")]))
            cells[first][round_no] = f"{second + 1}{symbols[0]}{default}{colours[0]}"
            cells[second][round_no] = f"{first + 1}{symbols[1]}{default}{colours[1]}"
    header = HEADER if has_code else HEADER.replace("; TC[T240601B]\n", "")
    lines = [
        f"{index + 1} Stone_{index} Ada {draw(st.sampled_from(['3d', '9k', '1p']))} AT W {' '.join(row)} "
        + (f"|1000000{index}" if draw(st.booleans()) else "|")
        for index, row in enumerate(cells)
    ]
    return header + "\n".join(lines)


@given(tournaments())
@settings(max_examples=200, deadline=None)
def test_a_table_written_and_read_back_has_the_same_games(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "back.h9"
    path.write_text(text, encoding="utf-8")
    rows = list(h9.rows(path, "back.h9"))
    path.write_text(h9.to_h9(rows), encoding="utf-8")
    again = list(h9.rows(path, "back.h9"))
    assert by_id(again) == by_id(rows)


@pytest.mark.parametrize(
    "change",
    [
        {"black_rank": ""},
        {"result": "Void"},
        {"round": "1", "white": "egd:10000004"},
        {"event": "Another (T240601B)"},
        {"komi": "7.5"},
    ],
)
def test_what_a_table_can_not_hold_is_refused(read, change):
    rows = read(TABLE)
    games(rows)[2].values.update(change)
    with pytest.raises(ValueError):
        h9.to_h9(rows)


def test_samples(shared_folder):
    folder = shared_folder / "data" / "tournaments" / "h9"
    counts = Counter()
    for path in sorted(folder.iterdir()):
        for row in games(h9.rows(path, path.name)):
            counts["games"] += 1
            counts[row.problem] += 1
    assert counts == {"games": 6131, "": 6130, "sides_disagree": 1}


def test_samples_round_trip(shared_folder, tmp_path):
    folder = shared_folder / "data" / "tournaments" / "h9"
    for path in sorted(folder.iterdir()):
        rows = [row for row in h9.rows(path, path.name) if not row.problem]
        copy = tmp_path / path.name
        copy.write_text(h9.to_h9(rows), encoding="utf-8")
        assert by_id(h9.rows(copy, path.name)) == by_id(rows), path.name
