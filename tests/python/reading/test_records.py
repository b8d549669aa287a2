"""Game records other than SGF: Tygem's gib, wBaduk's ngf, PandaNet's ugf; what they say, and what isn't certain."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import gib, ngf, sgf, ugf
from go_ratings.reading.formats.records import UnreadableGame, day_of
from go_ratings.reading.rows import FileRefused

# 40 moves of a made-up game, as (column, row from above).
MOVES = [(3 + (7 * number) % 13, 2 + (5 * number) % 16) for number in range(40)]
COLOURS = "BW" * 20

GIB = r"""\HS
\[GIBOKIND=Global\]
\[TYPE=0\]
\[GAMECONDITION=Even Game : Dum(6.5)\]
\[GAMERESULT=White 3.5 win\]
\[GAMEGONGJE=65\]
\[GAMENAME=Spring League\]
\[GAMEDATE=2024- 5-31-21-15-25\]
\[GAMEWHITENAME=whitestone (7D)\]
\[GAMEWHITENICK=whitestone\]
\[GAMEBLACKNAME=blackladder (12K)\]
\[GAMEBLACKNICK=blackladder\]
\[GAMEINFOMAIN=GBKIND:3,GTYPE:1,GCDT:1,GTIME:1200-30-3,GRLT:1,ZIPSU:35,DUM:0,GONGJE:65,TCNT:40,AUSZ:0\]
\[GAMEINFOSUB=GNAMEF:0,GPLCF:0,GNAME:x,GDATE:2024- 5-31-21-15-25,GPLC:Tygem Baduk,GCMT:\]
\[GAMETAG=S1,R0,D0,G65,W1,Z35,T30-3-1200,C2024:05:31:21:15,I:whitestone,L:24,M:blackladder,N:6,J:0,K:0\]
\HE
\GS
2 1 0
41 0 &4
INI 0 1 0 &4
""" + "".join(f"STO 0 {number} {'12'[number % 2]} {column} {row} \n" for number, (column, row) in enumerate(MOVES, 2))

NGF = """Rated game
19
Stone.A     9DP
Bo Ladder   12K
www.example.org
0
0
6
20240531 [21:15]
5
White wins by 3.5!
40
""" + "".join(
    f"PMAA{colour}{chr(66 + column)}{chr(66 + row)}{chr(66 + row)}{chr(66 + column)}\n"
    for colour, (column, row) in zip(COLOURS, MOVES)
)

UGF = (
    """[Header]
Ver=UGF3,200
Lang=SJIS
Crypt=0,PLAIN_UGF_FILE,READ_WRITE
Title=2024,SPRING LEAGUE,
Place=PANDA-NET
Date=2024/05/31,22:09:00,2024/06/01,00:16:59
Rule=JPN
Size=19
Hdcp=0,6.50
Winner=W,3.50
Moves=0
CoordinateType=IGS
PlayerB=bladder,7d,,someone@example.org
PlayerW=astone,2k?,,
[Data]
"""
    + "".join(
        f"{chr(65 + column)}{chr(65 + 18 - row)},{colour}1,{number},0\n"
        for number, (colour, (column, row)) in enumerate(zip(COLOURS, MOVES), 1)
    )
    + "[ReviewNode]\nNODE,1,0,0,0\n"
)

SGF = (
    "(;PB[x]PW[y]DT[2024]RE[W+3.5]"
    + "".join(f";{colour}[{chr(97 + column)}{chr(97 + row)}]" for colour, (column, row) in zip(COLOURS, MOVES))
    + ")"
)

MODULES = {"gib": (gib, GIB), "ngf": (ngf, NGF), "ugf": (ugf, UGF)}


def read(kind, text, encoding="utf-8", name=""):
    return list(MODULES[kind][0].rows(text.encode(encoding), name or f"club/a.{kind}"))


def game(kind, *changes, encoding="utf-8"):
    """The game of a kind's record after changes (old, new)."""
    text = MODULES[kind][1]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    [row] = [row for row in read(kind, text, encoding) if row.table == "games"]
    return row


def codes(row):
    return [code for code, _ in row.warnings]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (
            "gib",
            {
                "event": "Spring League",
                "black": "name:blackladder",
                "white": "name:whitestone",
                "black_rank": "12k",
                "white_rank": "7d",
            },
        ),
        ("ngf", {"black": "name:Bo Ladder", "white": "name:Stone.A", "black_rank": "12k", "white_rank": "9p"}),
        (
            "ugf",
            {
                "event": "SPRING LEAGUE",
                "black": "name:bladder",
                "white": "name:astone",
                "black_rank": "7d",
                "white_rank": "2k",
            },
        ),
    ],
)
def test_a_record_becomes_a_game(kind, values):
    row = game(kind)
    [same] = [row for row in sgf.rows(SGF.encode(), "a.sgf") if row.table == "games"]
    assert row.values == values | {
        "source": "club",
        "source_game_id": f"a.{kind}",
        "played_on": "2024-05-31",
        "result": "W+3.5",
        "komi": "6.5",
        "handicap": "0",
        "moves_digest": same.values["moves_digest"],
    }
    assert row.warnings == []
    assert [row.table for row in read(kind, MODULES[kind][1])] == ["events"] * ("event" in values) + [
        "players",
        "players",
        "games",
    ]
    assert read(kind, MODULES[kind][1], name=f"a.{kind}")[-1].values["source"] == kind


# --- Tygem ---


@pytest.mark.parametrize(
    ("code", "points", "words", "result"),
    [
        ("0", "5", "", "B+0.5"),
        ("1", "110", "白11目胜", "W+11"),
        ("3", "0", "", "B+R"),
        ("4", "0", "백 불계승", "W+R"),
        ("7", "0", "", "B+T"),
        ("8", "0", "", "W+T"),
        ("255", "0", "", "?"),
        ("0", "37", "黑8又3/4子胜", "B+17.5"),
        ("0", "0", "黑中盘胜", "B+R"),
        ("0", "0", "", "?"),
        ("99", "0", "Black wins on time", "B+T"),
    ],
)
def test_results_of_gib(code, points, words, result):
    row = game("gib", ("GRLT:1", f"GRLT:{code}"), ("ZIPSU:35", f"ZIPSU:{points}"), ("White 3.5 win", words))
    assert row.values["result"] == result


def test_a_result_of_gib_that_is_not_certain_is_not_guessed():
    assert game("gib", ("GRLT:1", "GRLT:9"), ("White 3.5 win", "later")).problem == "result_unreadable"
    row = game("gib", ("GRLT:1", "GRLT:9"), ("White 3.5 win", ""))
    assert row.values["result"] == "?" and codes(row) == ["result_how_unread"]


def test_gamatag_says_what_the_other_lines_do_not():
    row = game(
        "gib", (r"\[GAMEINFOMAIN=", r"\[OTHER="), ("White 3.5 win", ""), ("W1,Z35", "W4,Z0"), ("GAMEDATE=2024", "X=1")
    )
    assert (row.values["result"], row.values["komi"], row.values["played_on"]) == ("W+R", "6.5", "2024-05-31")


@pytest.mark.parametrize(
    ("kind", "words", "encoding"),
    [("China", "青木(3段)", "gb18030"), ("Korea", "홍길동(9단)", "cp949"), ("Global", "青木(3段)", "utf-8")],
)
def test_encodings_of_gib(kind, words, encoding):
    row = game("gib", ("Global", kind), ("whitestone (7D)", words), encoding=encoding)
    assert row.values["white"] == f"name:{words.partition('(')[0]}"


def test_handicap_and_komi_of_gib():
    row = game("gib", ("INI 0 1 0", "INI 0 1 3"), ("GONGJE:65", "GONGJE:0"))
    assert row.values["handicap"] == "3" and "komi" not in row.values and row.warnings == []
    row = game("gib", ("GONGJE:65", "GONGJE:0"))
    assert "komi" not in row.values and codes(row) == ["komi_not_stated"]
    assert codes(game("gib", ("INI 0 1 0", "INI 0 1 x"))) == ["handicap_impossible"]


def test_names_of_gib():
    assert game("gib", ("whitestone (7D)", "")).values["white"] == "name:whitestone"
    assert game("gib", ("whitestone (7D)", "white (the) stone")).values["white"] == "name:white (the) stone"
    rows = read("gib", MODULES["gib"][1].replace("whitestone (7D)", "?"))
    assert [row.values["player_id"] for row in rows if row.table == "players"] == ["name:blackladder"], "? is nobody"
    assert game("gib", ("whitestone (7D)", "blackladder (12K)")).problem == "same_player"


def test_other_sizes_of_board():
    assert codes(game("gib", ("AUSZ:0", "AUSZ:0,LINE:13"))) == ["board_size"]
    assert game("gib", ("AUSZ:0", "AUSZ:0,LINE:13")).values["board_size"] == "13"
    assert "board_size" not in game("gib").values
    assert codes(game("ngf", ("\n19\n", "\n9\n"))) == ["board_size"]
    assert codes(game("ugf", ("Size=19", "Size=9"))) == ["board_size"]


# --- wBaduk ---


@pytest.mark.parametrize(
    ("handicap", "komi", "read_as"),
    [("0", "6", "6.5"), ("0", "6.5", "6.5"), ("0", "0", "0.5"), ("1", "0", "0"), ("2", "0", None), ("3", "5", None)],
)
def test_komi_of_ngf(handicap, komi, read_as):
    row = game("ngf", ("\n0\n0\n6\n", f"\n{handicap}\n0\n{komi}\n"))
    assert row.values.get("komi") == read_as and row.values["handicap"] == handicap


def test_results_of_ngf():
    assert game("ngf", ("White wins by 3.5!", "Black wins by resign!")).values["result"] == "B+R"
    assert game("ngf", ("White wins by 3.5!", "")).values["result"] == "?"
    assert game("ngf", ("White wins by 3.5!", "nobody knows")).problem == "result_unreadable"
    assert codes(game("ngf", ("\n0\n0\n6\n", "\nx\n0\n6\n"))) == ["handicap_impossible"]


def test_names_of_ngf_without_a_rank():
    assert game("ngf", ("Stone.A     9DP", "Stone.A")).values["white"] == "name:Stone.A"


# --- PandaNet ---


@pytest.mark.parametrize(
    ("written", "result", "warned"),
    [
        ("B,R", "B+R", []),
        ("W,C", "W+R", []),
        ("W,T", "W+T", []),
        ("B,F", "B+F", []),
        ("B,", "B+", []),
        ("B", "B+", []),
        ("", "?", []),
        ("D,", "Jigo", []),
        ("B,soon", "B+", ["result_how_unread"]),
    ],
)
def test_results_of_ugf(written, result, warned):
    row = game("ugf", ("Winner=W,3.50", f"Winner={written}"))
    assert row.values["result"] == result and codes(row) == warned
    assert game("ugf", ("Winner=W,3.50", "Winner=?")).problem == "result_unreadable"


def test_handicap_komi_and_title_of_ugf():
    row = game("ugf", ("Hdcp=0,6.50", "Hdcp=4,0.50"), ("Title=2024,SPRING LEAGUE,", "Title=第1期本因坊戦"))
    assert row.values["handicap"] == "4" and "komi" not in row.values and row.values["event"] == "第1期本因坊戦"
    assert game("ugf", ("Hdcp=0,6.50", "Hdcp=0,-5.50")).values["komi"] == "-5.5"
    assert codes(game("ugf", ("Hdcp=0,6.50", "Hdcp=x"))) == ["handicap_impossible"]


def test_stones_of_the_handicap_are_no_moves_of_ugf():
    row = game("ugf", ("[Data]\n", "[Data]\nDP,B1,0,0\nYA,W1,,\n"), ("[ReviewNode]", "YA,B1,41,0\n[ReviewNode]"))
    assert row.values["moves_digest"] != game("ugf").values["moves_digest"]
    row = game("ugf", ("[Data]\n", "[Data]\nDP,B1,0,0\n"), ("[ReviewNode]", "YA,B1,41,0\n[ReviewNode]"))
    assert row.values["moves_digest"] == game("ugf").values["moves_digest"]


def test_japanese_names_of_ugf():
    assert game("ugf", ("astone", "青木はな"), encoding="cp932").values["white"] == "name:青木はな"


# --- all ---


@pytest.mark.parametrize("kind", MODULES)
def test_a_mark_of_utf16_within_a_text_is_no_error(kind):
    content = MODULES[kind][1][:200].encode()
    with pytest.raises(FileRefused) as refused:
        list(MODULES[kind][0].rows(content[:1] + b"\xfe\xff" + content[1:], "a.x"))
    assert refused.value.code == "wrong_encoding"


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("gib", "", "empty_file"),
        ("gib", "STO 0 2 1 3 3\n", "not_gib"),
        ("ngf", "a\n" * 20, "not_ngf"),
        ("ngf", "19\nStone\n", "not_ngf"),
        ("ngf", NGF.replace("Rated game\n19\n", "19\n"), "not_ngf"),
        ("ugf", "(;GM[1])", "not_ugf"),
        ("ugf", UGF.replace("Crypt=0", "Crypt=1"), "not_ugf"),
    ],
)
def test_files_that_are_refused(kind, text, code):
    with pytest.raises(FileRefused) as refused:
        read(kind, text)
    assert refused.value.code == code and f"a.{kind}" in refused.value.detail


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        ("ngf", ("20240531 [21:15]", ""), "missing_value"),
        ("ngf", ("20240531", "20240231"), "date_impossible"),
        ("ngf", ("20240531 [21:15]", "yesterday"), "date_unreadable"),
        ("ngf", ("Stone.A     9DP", ""), "missing_value"),
        ("ngf", ("Stone.A     9DP", "S" * 400), "bad_value"),
        ("ugf", ("PlayerW=astone", "PlayerW="), "missing_value"),
        ("ugf", ("Date=2024/05/31", "Date="), "missing_value"),
    ],
)
def test_games_that_can_not_be_read(kind, change, code):
    row = game(kind, change)
    assert row.problem == code and row.detail


def test_damaged_names_and_events():
    content = b"\xef\xbb\xbf" + UGF.encode().replace(b"astone", "青木".encode() + b"\xff")
    [row] = [row for row in ugf.rows(content, "a.ugf") if row.table == "games"]
    assert row.problem == "name_damaged"
    assert codes(game("ugf", ("SPRING LEAGUE", "x" * 400))) == ["text_damaged"]


def test_days():
    assert day_of("", "2012年11月22日 下午 6:3") == "2012-11-22"
    assert day_of("2016- 3-26-17-29-25") == "2016-03-26"
    with pytest.raises(UnreadableGame):
        day_of("", " ")


@pytest.mark.parametrize("kind", MODULES)
@given(data=st.data())
@settings(max_examples=300, deadline=2000)
def test_any_damage_gives_rows_or_a_refusal(kind, data):
    content = MODULES[kind][1][:1200].encode()
    at, lost = data.draw(st.integers(0, len(content))), data.draw(st.integers(0, 12))
    try:
        for row in MODULES[kind][0].rows(
            content[:at] + data.draw(st.binary(max_size=12)) + content[at + lost :], "a.x"
        ):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail
