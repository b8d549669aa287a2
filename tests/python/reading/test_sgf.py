"""SGF headers: what is read, what is interpreted with a warning, what is rejected, and how fast it fails."""

from __future__ import annotations

import contextlib
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import sgf
from go_ratings.reading.results import read_result
from go_ratings.reading.rows import FileRefused

HEADER = "PB[Ada Stone]PW[Bo Ladder]DT[2024-05-31]RE[B+R]KM[6.5]"


@pytest.fixture
def read(tmp_path):
    """Rows of a file made of text or bytes."""

    def rows(content, name="games/a.sgf"):
        path = tmp_path / "a.sgf"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(sgf.rows(path, name))

    return rows


@pytest.fixture
def game(read):
    """The one game of a file with the usual header, some properties replaced or added."""

    def row(**properties):
        moves = properties.pop("moves", ";B[pd];W[dp]")
        header = {"PB": "Ada Stone", "PW": "Bo Ladder", "DT": "2024-05-31", "RE": "B+R", "KM": "6.5"} | properties
        stones = {name: value for name, value in header.items() if name in ("AB", "AW")}
        text = "".join(f"{name}[{value}]" for name, value in header.items() if value is not None and name not in stones)
        text += "".join(name + "".join(f"[{point}]" for point in value.split()) for name, value in stones.items())
        return next(row for row in read(f"(;GM[1]{text}{moves})") if row.table == "games")

    return row


def codes(row):
    return [code for code, _ in row.warnings]


def test_a_game_becomes_event_players_and_game(read):
    rows = read(f"(;{HEADER}EV[Spring Cup]RO[2]BR[3d]WR[ 4D]HA[0];B[pd])", "club/2024/a.sgf")
    assert [row.table for row in rows] == ["events", "players", "players", "games"]
    assert rows[0].values["event_id"] == "event:Spring Cup" and rows[0].values["scope"] == "domestic"
    assert rows[1].values == {"player_id": "name:Ada Stone", "name_romaji": "Ada Stone"}
    assert rows[3].values.pop("moves_digest").startswith("text:")
    assert rows[3].values == {
        "source": "club/2024",
        "source_game_id": "a.sgf#1",
        "played_on": "2024-05-31",
        "event": "Spring Cup",
        "round": "2",
        "sequence": "2",
        "black": "name:Ada Stone",
        "white": "name:Bo Ladder",
        "black_rank": "3d",
        "white_rank": "4d",
        "komi": "6.5",
        "handicap": "0",
        "result": "B+R",
    }


POINTS = [f"{column}{line}" for line in "cdefg" for column in "abcdefghijklmnopqrs"]
MAIN_LINE = "".join(f";{'BW'[at % 2]}[{point}]" for at, point in enumerate(POINTS))


@pytest.mark.parametrize(
    "record",
    [
        MAIN_LINE[: 6 * 50],
        MAIN_LINE.upper(),
        MAIN_LINE.replace(";", "\n ; ").replace("[", " ["),
        MAIN_LINE.replace("]", "]C[a (comment; W[aa\\]]N[)]TR[aa][bb]"),
        MAIN_LINE.replace("B[", "BL[9.5]B[").replace("W[", "OB[3]Black["),
        MAIN_LINE[:60] + "(" + MAIN_LINE[60:] + ")(;B[aa];W[bb])",
        MAIN_LINE + ";B[];W[tt]",
        "AB[pd][dp]" + MAIN_LINE,
    ],
)
def test_records_of_one_game_have_one_digest(game, record):
    assert game(moves=MAIN_LINE).values["moves_digest"] == game(moves=record).values["moves_digest"]


def test_other_games_have_other_digests(game):
    records = [MAIN_LINE[:180], MAIN_LINE[:186], MAIN_LINE[:-6].replace("[ac]", "[ss]"), MAIN_LINE, MAIN_LINE[6:]]
    digests = [game(moves=record).values["moves_digest"] for record in records]
    assert len(set(digests)) == len(records)
    for short in (MAIN_LINE[: 6 * 29], MAIN_LINE[: 6 * 29] + ";B[];W[tt];B[]"):
        assert game(moves=short).values["moves_digest"].startswith("text:"), "too few moves: the whole text"
        assert game(moves=short) == game(moves=short)
        assert game(moves=short).values["moves_digest"] != game(moves=short + ";B[ss]").values["moves_digest"]
    for none in ("", ";B"):
        assert "moves_digest" not in game(moves=none).values
    assert (
        game(moves=MAIN_LINE[:180]).values["moves_digest"]
        == game(moves=MAIN_LINE[:180] + ";B[];W[]").values["moves_digest"]
    )


@pytest.mark.parametrize(
    ("written", "read_as", "warned"),
    [
        ("2024-05-31", "2024-05-31", []),
        ("2024-05", "2024-05", []),
        ("2024", "2024", []),
        ("2000-7-20", "2000-07-20", []),
        ("1996-05-03,04", "1996-05-03,1996-05-04", []),
        ("1996-12-27,28,1997-01-03", "1996-12-27,1996-12-28,1997-01-03", []),
        ("1996-05-30,06-01", "1996-05-30,1996-06-01", []),
        ("1996-05,06", "1996-05,1996-06", []),
        ("2017.06.21 19:43", "2017-06-21", []),
        ("2016-12-29 19:01:34", "2016-12-29", []),
        ("2001/10/10 15:38:55 UT", "2001-10-10", []),
        ("2017-04-04T09:59:32.868979037+00:00", "2017-04-04", []),
        (r"2021/06/03,00\:00\:00,2021/06/09,00\:00\:00", "2021-06-03,2021-06-09", []),
        ("August 9, 1999", "1999-08-09", []),
        ("9 August 1999", "1999-08-09", []),
        ("9-09-2000", "2000-09-09", []),
        ("27/12/1996", "1996-12-27", []),
        ("1982-", "1982", []),
        ("20240503", "2024-05-03", []),
        ("2024年5月3日", "2024-05-03", []),
        ("1975-09-10/11", "1975-09-10,1975-09-11", []),
        ("C2015:08:29", "2015-08-29", []),
        ("May 16-18, 1842", "1842-05-16,1842-05-18", []),
        ("12/27/1996", "1996-12-27", []),
        ("8.11.1998", "1998-11-08", ["date_day_first"]),
        ("06.11.98", "1998-11-06", ["date_two_digit_year", "date_day_first"]),
        ("06.11.03", "2003-11-06", ["date_two_digit_year", "date_day_first"]),
    ],
)
def test_dates(game, written, read_as, warned):
    row = game(DT=written)
    assert (row.values["played_on"], codes(row), row.problem) == (read_as, warned, "")


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (None, "missing_value"),
        ("", "missing_value"),
        ("196", "date_unreadable"),
        ("soon", "date_unreadable"),
        ("0800 approx. {Tang dynasty}", "date_unreadable"),
        ("08/01/2001", "date_ambiguous"),
        ("2019-02-30", "date_impossible"),
        ("2019-13", "date_impossible"),
        ("0000-05-03", "date_impossible"),
        ("2024-05-31,05", "date_ambiguous"),
        ("00:00", "date_unreadable"),
        ("٢٠٢٤-٠٥-٣١x", "date_unreadable"),
    ],
)
def test_dates_that_can_not_be_read(game, written, code):
    assert game(DT=written).problem == code


def test_date_of_old_files(game):
    row = game(DT=None, RD="2011.05.31")
    assert row.values["played_on"] == "2011-05-31" and codes(row) == ["date_from_rd"]


@pytest.mark.parametrize(
    ("written", "read_as", "warned"),
    [
        ("B+R", "B+R", []),
        ("W+Resign", "W+R", []),
        ("w+r", "W+R", []),
        ("W+ R", "W+R", []),
        ("W+12.50", "W+12.5", []),
        ("W+19.5 ", "W+19.5", []),
        ("W+.5", "W+0.5", []),
        ("B+3,5", "B+3.5", []),
        ("B+Time", "B+T", []),
        ("W+Time Over", "W+T", []),
        ("W", "W+", []),
        ("B+", "B+", []),
        ("W+Illegal", "W+I", []),
        ("W+Offline", "W+Offline", []),
        ("White resigns.", "B+R", []),
        ("Black resigns. W 133.5 B 81.0", "W+R", []),
        ("Black wins", "B+", []),
        ("0", "Jigo", []),
        ("draw", "Jigo", []),
        ("D+J", "Jigo", []),
        ("Void", "Void", []),
        ("?", "?", []),
        (None, "?", []),
        ("has adjourned.", "?", []),
        ("B+AW", "B+", ["result_how_unread"]),
        ("W+8194.00", "W+8194", []),
        ("W+0.02", "W+0.02", []),
        ("黑中盘胜", "B+R", []),
        ("白2目半勝ち", "W+2.5", []),
        ("흑 반집승", "B+0.5", []),
        ("双方负", "Both lost", []),
        ("W+Cancellation", "Cancelled", []),
        ("B+Annulled", "Cancelled", []),
        ("W+Disqualification", "W+F", []),
        ("B+Moderator Decision", "B+F", []),
        ("B+Abandonment", "B+Offline", []),
        ("W+Stone Removal Timeout", "W+T", []),
        ("W+Forf", "W+", ["forfeit_of_begun_game"]),
        ("B+0.0", "B+0", []),
        ("B+, the opponent left", "B+", ["result_how_unread"]),
        ("W+Forfeit", "W+", ["forfeit_of_begun_game"]),
    ],
)
def test_results(game, written, read_as, warned):
    row = game(RE=written)
    assert (row.values["result"], codes(row)) == (read_as, warned)


def test_a_forfeit_without_moves_is_a_default(game):
    for written in ("W+F", "W+Forf", "W+forfeit.", "白不戦勝"):
        assert game(RE=written, moves="").values["result"] == "W+F"


@pytest.mark.parametrize("written", ["B+9.5 ? W+timeout", "who knows", "C+R"])
def test_results_that_can_not_be_read(game, written):
    assert game(RE=written).problem == "result_unreadable"


@pytest.mark.parametrize(
    ("properties", "komi", "warned"),
    [
        ({"KM": "6.50"}, "6.5", []),
        ({"KM": "7.500000"}, "7.5", []),
        ({"KM": "0"}, "0", []),
        ({"KM": "-4.5"}, "-4.5", []),
        ({"KM": None}, None, []),
        ({"KM": "650"}, "6.5", ["komi_hundredths"]),
        ({"KM": "750"}, "7.5", ["komi_hundredths"]),
        ({"KM": "375"}, "7.5", ["komi_chinese_stones"]),
        ({"KM": "325"}, "6.5", ["komi_chinese_stones"]),
        ({"KM": "3.75"}, "7.5", ["komi_chinese_stones"]),
        ({"KM": "5,5"}, "5.5", ["komi_decimal_comma"]),
        ({"KM": "605"}, None, ["komi_impossible"]),
        ({"KM": "6.4"}, None, ["komi_impossible"]),
        ({"KM": "nan"}, None, ["komi_impossible"]),
        ({"KM": "1e9"}, None, ["komi_impossible"]),
        ({"KM": "0", "AP": "foxwq"}, None, ["komi_not_stated"]),
        ({"KM": "0", "TC": "3", "TT": "30"}, None, ["komi_not_stated"]),
        ({"KM": "0", "TC": "-"}, "0", []),
        ({"KM": "50", "AP": "foxwq"}, "0.5", ["komi_hundredths"]),
        ({"KM": "50", "AP": "FoxWQ:1.2"}, "0.5", ["komi_hundredths"]),
        ({"KM": "50"}, None, ["komi_impossible"]),
        ({"KM": "15.5"}, None, ["komi_impossible"]),
        ({"KM": "350"}, "7", ["komi_chinese_stones"]),
        ({"KM": "300"}, None, ["komi_impossible"]),
        ({"KM": "6目半"}, "6.5", []),
        ({"KM": "6.5目"}, "6.5", []),
        ({"KM": "3又3/4子"}, "7.5", []),
        ({"KM": None, "KO": "黒6目半"}, "6.5", ["komi_from_ko"]),
        ({"KM": None, "KO": "덤 6집반"}, "6.5", ["komi_from_ko"]),
        ({"KM": None, "KO": "白胜7目"}, None, ["komi_impossible"]),
        ({"KM": None, "KO": "Black 6.5p"}, "6.5", ["komi_from_ko"]),
        ({"KM": None, "KO": "6.5 pts"}, "6.5", ["komi_from_ko"]),
        ({"KM": None, "KO": "White won by 6.5p"}, None, ["komi_impossible"]),
    ],
)
def test_komi(game, properties, komi, warned):
    row = game(**properties)
    assert (row.values.get("komi"), codes(row)) == (komi, warned)


@pytest.mark.parametrize(
    ("properties", "handicap", "warned"),
    [
        ({}, None, []),
        ({"HA": "0"}, "0", []),
        ({"HA": " "}, None, []),
        ({"HA": "1"}, "1", []),
        ({"HA": "2", "AB": "pd dp", "moves": ";W[dd]"}, "2", []),
        ({"HA": "3", "AB": "pd dp", "moves": ";W[dd]"}, "3", ["handicap_stones_differ"]),
        ({"HA": "2"}, "2", ["handicap_stones_differ"]),
        ({"AB": "pd dp", "moves": ";W[dd]"}, "2", ["handicap_from_stones"]),
        ({"HA": "4", "AB": "aa:bb", "moves": ";W[dd]"}, "4", []),
        ({"AB": "pd dp", "AW": "dd", "moves": ";W[jj]"}, None, ["setup_position"]),
        ({"HA": "7.5"}, None, ["handicap_impossible"]),
        ({"HA": "99"}, None, ["handicap_impossible"]),
    ],
)
def test_handicap(game, properties, handicap, warned):
    row = game(**properties)
    assert (row.values.get("handicap"), codes(row)) == (handicap, warned)


@pytest.mark.parametrize(
    ("written", "rank", "warned"),
    [
        ("6d", "6d", []),
        (" 6D", "6d", []),
        ("9p", "9p", []),
        ("14k*", "14k", []),
        ("9段", "9d", []),
        ("P9段", "9p", []),
        ("P7", "7p", []),
        ("3级", "3k", []),
        ("9p, Kisei", "9p", []),
        ("NR", None, []),
        ("", None, []),
        ("1524*", None, ["rank_unread"]),
    ],
)
def test_ranks(game, written, rank, warned):
    row = game(BR=written)
    assert (row.values.get("black_rank"), codes(row)) == (rank, warned)


@pytest.mark.parametrize(
    ("properties", "code"),
    [
        ({"PB": None}, "missing_value"),
        ({"PW": " "}, "missing_value"),
        ({"PW": "Ada  Stone"}, "same_player"),
        ({"GM": "2"}, "not_go"),
        ({"PB": "x" * 5000}, "bad_value"),
    ],
)
def test_games_that_are_none(read, properties, code):
    header = {"PB": "Ada Stone", "PW": "Bo Ladder", "DT": "2024-05-31", "RE": "B+R"} | properties
    [row] = read("(;" + "".join(f"{name}[{value}]" for name, value in header.items() if value is not None) + ")")
    assert row.problem == code and row.detail


def test_values_are_unescaped_and_put_on_one_line(game):
    row = game(PB=r"Ada \[the\] St\\one\:", EV="Spring\r\nCup\\\n 2024")
    assert row.values["black"] == "name:Ada [the] St\\one:"
    assert row.values["event"] == "Spring Cup 2024"


def test_names_with_markup_stay_text(game):
    row = game(PB="<script>alert(1)</script>")
    assert row.values["black"] == "name:<script>alert(1)</script>"


def test_properties_of_the_first_moves_node_and_of_nodes_before_it_count(read):
    first = read("(\n ;B[pd]BR[3d]PB[Ada Stone]PW[Bo Ladder]DT[2024-05-31]RE[W+R]\n ;W[dc]PB[Nobody])")[-1]
    assert (first.values["black"], first.values["black_rank"]) == ("name:Ada Stone", "3d")
    later = read("(;C[a (comment\\] ;]FF[4];PB[Ada Stone]PW[Bo Ladder];B[pd]DT[2024-05-31]RE[W+R](;W[dc])(;W[cd]))")[-1]
    assert (later.values["played_on"], later.values["result"]) == ("2024-05-31", "W+R")


def test_long_names_of_ff3_and_lower_case(read):
    rows = read("(;GaMe[1]PlayerBlack[Ada Stone]PlayerWhite[Bo Ladder]DaTe[2024-05-31]REsult[W+R]km[5.5])")
    assert rows[-1].values["komi"] == "5.5" and rows[-1].values["result"] == "W+R"


def test_a_property_that_stands_twice(read):
    rows = read(f"(;{HEADER}PB[Somebody Else];B[pd])")
    assert rows[-1].values["black"] == "name:Ada Stone" and codes(rows[-1]) == ["property_twice"]


def test_several_game_trees(read):
    tree = f"(;{HEADER};B[pd](;W[dd]C[ (; \\] )];B[pq])(;W[dp]))"
    rows = read(f"mail header\n{tree}\n{tree}{tree.replace('B+R', 'nonsense')}")
    games = [row for row in rows if row.table == "games"]
    assert [row.values["source_game_id"] for row in games] == ["a.sgf#1", "a.sgf#2", "a.sgf#3"]
    assert [row.problem for row in games] == ["", "", "result_unreadable"]


@pytest.mark.parametrize("header", ["(PB[{}]\r\nPW[{}]\n", "(\nTE[第9回試験杯]\nPB[{}]PW[{}]", "( GM[1]PB[{}]PW[{}]"])
def test_a_record_without_a_semicolon_before_the_header(read, header):
    record = (
        header.format("甲某", "乙某") + "RD[2016-03-03]RE[白中盘胜]KO[6.5]BR[九段]\n\n;B[pd];W[dd](;B[pq])(;B[dp]))"
    )
    rows = read(record + "\n" + record)
    games = [row for row in rows if row.table == "games"]
    assert [row.values["source_game_id"] for row in games] == ["a.sgf#1", "a.sgf#2"]
    assert games[0].values["result"] == "W+R" and games[0].values["black_rank"] == "9d"
    assert games[0].values.get("event") == ("第9回試験杯" if "TE" in header else None)


def test_a_good_move_is_no_event(game):
    assert "event" not in game(TE="1").values
    assert game(TE="Spring Cup", EV="Autumn Cup").values["event"] == "Autumn Cup"


@pytest.mark.parametrize(
    "damage", ["(;{0};B[aa]\n", "(;{0};B[aa](;W[bb]\n", "(;{0};B[aa](;W[bb])(;W[cc]C[a (;PB comment]"]
)
def test_a_missing_bracket_loses_no_later_game(read, damage):
    other = f"(;FF[4]GM[1]C[a]\n{HEADER};B[pd](;W[dd])(;W[dp]))"
    games = [row for row in read(damage.format(HEADER) + other * 2) if row.table == "games"]
    assert [row.values["source_game_id"] for row in games] == ["a.sgf#1", "a.sgf#2", "a.sgf#3"]
    assert [codes(row) for row in games] == [["cut_off"], [], []]


def test_the_last_game_without_a_bracket(read):
    rows = read(f"(;{HEADER};B[pd])(;{HEADER};B[pd];W[dd]")
    assert [codes(row) for row in rows if row.table == "games"] == [[], ["cut_off"]]


def test_games_that_share_a_root(read):
    rows = read(f"(;GM[1]FF[4](;{HEADER};B[pd])(;{HEADER};B[dd]))")
    games = [row for row in rows if row.table == "games"]
    assert [row.problem for row in games] == ["missing_value", "", ""]


@pytest.mark.parametrize(
    "piece",
    ["(", "(;", "(;C[x]", ";C[x]" * 50 + "(;", "(;B[aa]", "[x]", "A", "AB[aa]", " ", "CA[", "( ", ")", "(A[x]", "\\"],
)
def test_large_files_of_anything_take_no_time(read, piece):
    begin = time.process_time()
    read(f"(;{HEADER};B[pd]" + piece * (500_000 // len(piece)))
    assert time.process_time() - begin < 2


def test_small_boards_are_told(game):
    assert codes(game(SZ="9")) == ["board_size"]
    assert game(SZ="9").values["board_size"] == "9"
    assert "board_size" not in game(SZ="19:19").values


# --- encodings ---------------------------------------------------------------------------------

NAMES = "PB[{}]PW[Bo Ladder]DT[2024-05-31]RE[B+R]"


@pytest.mark.parametrize(
    ("declared", "codec", "name"),
    [
        ("UTF-8", "utf-8", "石の上"),
        ("GB2312", "gb18030", "棋手甲"),
        ("gbk", "gb18030", "棋手甲"),
        ("Big5", "big5", "棋手甲"),
        ("Shift_JIS", "shift_jis", "表示ソ"),
        ("SJIS", "cp932", "榎本蓮"),
        ("x-sjis", "cp932", "榎本蓮"),
        ("Windows-31J", "cp932", "榎本蓮"),
        ("cp932", "cp932", "榎本蓮"),
        ("EUC-JP", "euc_jp", "榎本蓮"),
        ("ISO-2022-JP", "iso2022_jp", "榎本蓮"),
        ("JIS", "iso2022_jp", "榎本蓮"),
        ("HZ", "hz", "王立"),
        ("HZ-GB-2312", "hz", "王立"),
        ("ISO-2022-KR", "iso2022_kr", "바둑돌"),
        ("ISO-8859-2", "iso8859-2", "Ondřej Šilt"),
        ("Latin2", "iso8859-2", "Ondřej Šilt"),
        ("cp850", "cp850", "Groß Bärbel"),
        ("TIS-620", "cp874", "สมชาย"),
        ("KOI8-R", "koi8-r", "Камень Иван"),
        ("johab", "johab", "바둑돌"),
        ("MS_KANJI", "cp932", "表示ソ"),
        ("EUC-KR", "euc_kr", "바둑돌"),
        ("ks_c_5601-1987", "cp949", "바둑돌"),
        ("windows-1250", "cp1250", "Łąka Żółta"),
        ("ISO8859_1", "latin-1", "Müßig"),
        ("windows-1251", "cp1251", "Камень"),
        ("UTF-16", "utf-8", "石の上"),
    ],
)
def test_declared_encoding(read, declared, codec, name):
    rows = read(f"(;CA[{declared}]{NAMES.format(name)})".encode(codec))
    assert rows[-1].values["black"] == f"name:{name}"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_a_byte_order_mark_or_wide_characters_win_over_the_declaration(read, codec):
    assert read(f"(;CA[windows-1250]{NAMES.format('石の上')})".encode(codec))[-1].values["black"] == "name:石の上"


COMMENTED = NAMES + "C[{}]"


@pytest.mark.parametrize(
    ("codec", "name", "comment"),
    [
        ("cp1250", "Łukasz Brzoza", "Czarny wygrał partię o pół punktu, białe źle zagrały w środku."),
        ("shift_jis", "囲碁のせかい", ""),
        ("euc_jp", "石野うえお", "黒の中押し勝ちです。白の模様が大きい。"),
        ("cp1251", "Камень Иван", ""),
        ("koi8-r", "Камень Иван", ""),
        ("big5", "棋譜檔案", "這手棋很大，白棋在比賽中進行。"),
        ("gb2312", "围棋对局赛场", ""),
        ("euc_kr", "바둑돌 하늘", ""),
        ("cp949", "똠방각하", "흑의 불계승"),
        ("cp874", "สมชาย", ""),
        ("cp1253", "Λιθάρης Πέτρος", ""),
        ("iso2022_jp", "石野うえお", ""),
        ("iso2022_kr", "바둑돌", ""),
        ("hz", "围棋对局赛场", ""),
    ],
)
def test_undeclared_encoding_is_read_where_one_is_certain(read, codec, name, comment):
    rows = read(f"(;{COMMENTED.format(name, comment)})".encode(codec))
    assert rows[-1].values["black"] == f"name:{name}"
    assert [code for row in rows if row.table == "file" for code in codes(row)] == ["encoding_guessed"]


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        ("cp1252", "Señor Piedra"),
        ("latin-1", "±²³"),
        ("euc_jp", "榎本蓮"),
        ("iso8859-2", "Ondřej Šilt"),
        ("cp850", "Groß Bärbel"),
        ("johab", "바둑돌"),
    ],
)
def test_undeclared_encoding_is_refused_where_none_or_several_make_sense(read, codec, name):
    with pytest.raises(FileRefused) as refused:
        read(f"(;{NAMES.format(name)})".encode(codec))
    assert refused.value.code == "wrong_encoding" and "a.sgf" in refused.value.detail


@pytest.mark.parametrize(
    ("declared", "codec", "name"),
    [
        ("ISO-8859-1", "utf-8", "Jörg Müßig"),
        ("gb2312", "utf-8", "王小明"),
        ("EUC-KR", "utf-8", "김가나"),
        ("UTF-8", "iso2022_jp", "石野うえお"),
        ("GBK", "hz", "围棋对局赛场"),
    ],
)
def test_what_the_bytes_show_wins_over_the_declaration(read, declared, codec, name):
    rows = read(f"(;CA[{declared}]{NAMES.format(name)})".encode(codec))
    assert rows[-1].values["black"] == f"name:{name}"
    assert [code for row in rows if row.table == "file" for code in codes(row)] == ["encoding_differs"]


@pytest.mark.parametrize(
    ("declared", "codec", "name"),
    [
        ("GB2312", "big5", "王小明"),
        ("Shift_JIS", "euc_jp", "榎本蓮 梶原"),
        ("ISO-8859-1", "gbk", "王小明"),
        ("Big5", "cp949", "똠방각하"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_not_believed(read, declared, codec, name):
    try:
        rows = read(f"(;CA[{declared}]{NAMES.format(name)})".encode(codec))
    except FileRefused as refused:
        assert refused.code == "wrong_encoding" and declared.lower() in refused.detail
    else:
        assert rows[-1].values["black"] == f"name:{name}"
        assert rows[0].table == "file" and codes(rows[0]) == ["encoding_guessed"]


def test_two_letters_of_gb_that_are_letters_of_utf8_too(read):
    name = b"\xd2\xbb\xc5\xa3"
    assert name.decode("utf-8") and name.decode("gb2312") == "一牛"
    rows = read(b"(;CA[GB2312]PB[" + name + b"]PW[Ada]DT[2024-05-31]RE[B+R])")
    assert rows[-1].values["black"] == "name:一牛"


def test_damaged_bytes_take_no_time(read):
    begin = time.process_time()
    for filler in (b"\xff", b"\x1b$", b"~{!!", b"\xe6?", b"\xef\xbf\xbd", b"[\xa4"):
        content = "(;PB[石]PW[Ada]DT[2024-05-31]RE[B+R]C[".encode() + filler * (500_000 // len(filler)) + b"])"
        with contextlib.suppress(FileRefused):
            read(content)
    assert time.process_time() - begin < 6


def test_unknown_or_contradictory_declarations_are_refused(read):
    for declarations in ("CA[klingon]", "CA[punycode]", "CA[UTF-8]", ""):
        text = (
            f"(;{declarations}{NAMES.format('Müßig')})(;CA[GB2312]{NAMES.format('Ada')})"
            if declarations != ""
            else "(;CA[x-y]PB[ü])"
        )
        with pytest.raises(FileRefused, match="encoding"):
            read(text.encode("latin-1"))


def test_utf8_with_bytes_turned_into_question_marks_loses_only_what_is_damaged(read):
    whole = f"(;EV[段段]BR[9段]GN[棋]{NAMES.format('Ada Stone')})".encode()
    damaged = whole.replace("棋".encode(), "棋".encode()[:2] + b"?")
    assert read(damaged)[-1].problem == ""
    in_name = f"(;BR[9段]{NAMES.format('石段')})".encode().replace(
        "石".encode(), "石".encode()[:1] + b"?" + "石".encode()[2:]
    )
    row = read(in_name)[-1]
    assert row.problem == "name_damaged" and "PB" in row.detail
    in_event = f"(;CA[UTF-8]EV[段]{NAMES.format('Ada Stone')})".encode().replace("段".encode(), b"\xe6\xae")
    row = read(in_event)[-1]
    assert "event" not in row.values and codes(row) == ["text_damaged"]


# --- bad files ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b" \r\n", "empty_file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "binary_file"),
        (b"hello", "not_sgf"),
        (b"(", "not_sgf"),
        (b"(;" + b"x" * (32 * 2**20), "file_too_large"),
    ],
)
def test_bad_files_are_refused(read, content, code):
    with pytest.raises(FileRefused) as refused:
        read(content)
    assert refused.value.code == code


def test_truncated_files(read):
    [row] = read("(;GM[1]PB[Ada Stone]PW[Bo La")
    assert row.problem == "truncated"
    row = read(f"(;{HEADER};B[pd];W[d")[-1]
    assert row.problem == "" and row.values["result"] == "B+R"
    row = read(f"(;{HEADER}BR[3")[-1]
    assert row.problem == "" and codes(row) == ["cut_off"]


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(FileRefused, match="can't be opened"):
        list(sgf.rows(tmp_path / "absent.sgf", "absent.sgf"))


@pytest.mark.parametrize(
    "content",
    [
        b"(;" * 200_000,
        b"(;PB" + b"[x]" * 300_000,
        b"(;C[" + b"\\]" * 500_000,
        b"(;A" * 200_000,
        b"(;C[" * 200_000,
        b"(;B[aa]" + b"(" * 500_000,
    ],
)
def test_hostile_nesting_takes_no_time(read, content):
    read(content)


@given(st.binary(max_size=300))
@settings(max_examples=300, deadline=2000)
def test_any_bytes_give_rows_or_a_refusal(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "fuzz.sgf"
    path.write_bytes(content)
    try:
        list(sgf.rows(path, "fuzz.sgf"))
    except FileRefused as refused:
        assert refused.code and refused.detail


PIECES = st.sampled_from(
    [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "PB",
        "PW[b]",
        "PB[a]",
        "DT[2020-01-01]",
        "RE[B+",
        "KM[",
        "HA[3]",
        "AB[aa:",
        "CA[gb2312]",
        "CA[x]",
        "6.5",
        "B[aa]",
        "\n",
        "-",
        ",",
        ".",
        "99",
        "ü",
        "石",
        "\ufffd",
        "a",
        "B",
    ]
)


@given(st.lists(PIECES, max_size=40), st.sampled_from(["utf-8", "gb18030", "utf-16"]))
@settings(max_examples=400, deadline=2000)
def test_any_pieces_of_sgf_give_rows_or_a_refusal(tmp_path_factory, pieces, codec):
    path = tmp_path_factory.getbasetemp() / "pieces.sgf"
    path.write_bytes(("(;" + "".join(pieces)).encode(codec, "replace"))
    try:
        for row in sgf.rows(path, "pieces.sgf"):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail


# --- round trip and samples --------------------------------------------------------------------

# But for the mark of a character that was lost, whose name is no name.
LETTERS = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S"), exclude_characters="\ufffd"), min_size=1, max_size=12
)
GAMES = st.fixed_dictionaries(
    {
        "black": LETTERS.map("name:black {}".format),
        "white": LETTERS.map("name:white {}".format),
        "played_on": st.dates().map(str) | st.sampled_from(["2024", "2024-05", "1999-12-31,2000-01-01"]),
        "result": st.sampled_from(
            ["B+R", "W+T", "W+3.5", "B+", "Jigo", "Void", "?", "Both lost", "W+I", "B+F", "Cancelled"]
        ),
    },
    optional={
        "event": LETTERS,
        "komi": st.sampled_from(["6.5", "0", "-10.5", "7"]),
        "handicap": st.integers(0, 9).map(str),
        "black_rank": st.sampled_from(["3d", "18k", "9p"]),
        "white_rank": st.sampled_from(["3d", "18k", "9p"]),
        "round": st.integers(1, 99).map(str),
    },
)


@given(GAMES)
@settings(max_examples=300, deadline=None)
def test_a_game_written_and_read_back_is_the_same_row(tmp_path_factory, game):
    from go_ratings.reading.formats.contents import one_line
    from go_ratings.reading.names import name_key

    game = {
        column: name_key(one_line(value)) if column in ("black", "white", "event") else value
        for column, value in game.items()
    }
    if game.get("event") == "":
        del game["event"]
    path = tmp_path_factory.getbasetemp() / "back.sgf"
    path.write_text(sgf.to_sgf(game), encoding="utf-8")
    row = list(sgf.rows(path, "back.sgf"))[-1]
    expected = game | {"source": "sgf", "source_game_id": "back.sgf#1"}
    if "round" in game:
        expected["sequence"] = game["round"]
    assert (row.values, row.problem) == (expected, "")


def test_games_of_unknown_colours_can_not_be_written():
    with pytest.raises(ValueError):
        sgf.to_sgf({"black": "name:a", "white": "name:b", "played_on": "2024", "result": "B+", "colours": "unknown"})


def test_names_of_ids_are_looked_up():
    assert "PB[Ada Stone]" in sgf.to_sgf(
        {"black": "egd:1", "white": "name:b", "played_on": "2024", "result": "B+"}, {"egd:1": "Ada Stone"}
    )


def test_samples(shared_folder):
    counts = Counter()
    folder = shared_folder / "data" / "sgf"
    for path in sorted(folder.rglob("*.sgf")):
        for row in sgf.rows(path, path.relative_to(folder).as_posix()):
            if row.table == "games":
                counts["games"] += 1
                counts[row.problem] += 1
    assert counts == {"games": 144, "": 105, "missing_value": 19, "name_damaged": 18, "same_player": 2}
    kgs = list(sgf.rows(folder / "kgs_6d" / "kgs_6d_01.sgf", "kgs_6d/kgs_6d_01.sgf"))[-1]
    assert kgs.values["handicap"] == "5" and kgs.values["komi"] == "5.5" and kgs.values["played_on"] == "2000-07-19"


def test_samples_round_trip(shared_folder, tmp_path):
    folder = shared_folder / "data" / "sgf"
    for path in sorted(folder.rglob("*.sgf")):
        name = path.relative_to(folder).as_posix()
        rows = [row for row in sgf.rows(path, name) if row.table == "games" and not row.problem]
        for row in rows:
            copy = tmp_path / path.name
            copy.write_text(sgf.to_sgf(row.values), encoding="utf-8")
            row.values.pop("moves_digest", None)  # a header is written, no moves
            assert list(sgf.rows(copy, name))[-1].values == row.values


@pytest.mark.parametrize("result", ["W+1¾", "B+¼", "W+0", "B+6又3/4子", "W+3.5", "B+R", "Jigo", "?"])
def test_a_result_survives_the_round_trip(tmp_path, result):
    game = {"black": "name:Stone", "white": "name:Ladder", "played_on": "2024-05-31", "result": result}
    path = tmp_path / "game.sgf"
    path.write_text(sgf.to_sgf(game), encoding="utf-8")
    (row,) = [row for row in sgf.rows(path, "game.sgf") if row.table == "games"]
    assert read_result(row.values["result"]) == read_result(result) and not row.warnings


@pytest.mark.parametrize("lost", ["W[dp])", "W[dp"])
@pytest.mark.parametrize("between", ["\n", "\r\n\r\n", ""])
@pytest.mark.parametrize("which", [0, 1])
def test_a_value_without_its_closing_bracket_loses_no_later_game(lost: str, between: str, which: int) -> None:
    """It would go on to the first one of the next game, and take that game with it."""
    names = ("Ada", "Cy", "Ed")
    games = [f"(;GM[1]PB[{name}]PW[Bo]DT[2001-01-0{day}]RE[B+R];B[pd];W[dp])" for day, name in enumerate(names, 1)]
    games[which] = games[which].replace("W[dp])", lost.replace("]", ""))
    found = [row for row in sgf.rows(between.join(games).encode(), "club.sgf") if row.table == "games"]
    assert [row.values["black"] for row in found] == [f"name:{name}" for name in names]
    assert [any(code == "cut_off" for code, _ in row.warnings) for row in found] == [
        number == which for number in range(3)
    ]


def test_a_record_that_is_quoted_in_a_comment_is_no_game() -> None:
    text = "(;PB[Ada]PW[Bo]DT[2001-01-01]RE[B+R];B[pd]C[see (;PB[Cy\\]PW[Di\\]) or (;B[aa\\]])"
    assert [row.values["black"] for row in sgf.rows(text.encode(), "a.sgf") if row.table == "games"] == ["name:Ada"]
