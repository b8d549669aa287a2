"""The landing contract: every rule of it, by a whole build of made-up rows; and what stops a build."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import duckdb
import pytest
from jinja2 import Template

from builds import LEAN, REPOSITORY, Build, Builds, dbt, green, write
from go_ratings.reading.landing import LandingFile, files_of, rows_of, why_not_read
from go_ratings.reading.names import name_key
from go_ratings.warehouse import landing

EVENTS = """
    event_id,name,scope,status,format,division,class
    E1,Title,domestic,official,individual,open,
    E2,Ｃｕｐ  Two,domestic,official,individual,open,
    E3,Two Classes,domestic,official,individual,open,A
    E3,Two Classes,domestic,official,individual,open,B
    E4,A Class Once,domestic,official,individual,open,
    E4,A Class Once,domestic,official,individual,open,C
"""
PLAYERS = """
    player_id,name_ja,name_kana,name_romaji,birth_date,gender
    P1,青木 花,あおきはな,Aoki Hana,1984-02-29,f
    P2,坂東梅,ばんどううめ,Bandō Ume,1986,female
    P3,千葉太郎,ちばたろう,Chiba Tarō,,m
    P4,千葉太郎,ちばたろう,Chiba Tarō,,
    P5,髙橋ガク,たかはしがく,Takahashi Gaku,,
    P6,江口新,,Null,,
    P7,江 口 新,,,,
    P3,千葉太郎,ちばたろう,Chiba Tarō,,m
    P6,,,,,
    BYE,,,,,
    K 1,,,Kei,,
    K2,,,K1,,
"""
AFFILIATIONS = """
    player_id,organisation,valid_from,valid_to
    P1,nihon_kiin,2000-01-01,
    P2,kansai_kiin,,2005-06-30
    P2,amateur,2005-06-30,
    P3,nihon_kiin,,
    P4,nihon_kiin,,
    P5,korea,,
    P9,nihon_kiin,,
    P1,moon,,
    P6,nihon_kiin,2007-01-01,2007-01-01
    K2,nihon_kiin,,
"""
ALIASES = """
    alias,player_id,valid_from,valid_to
    高橋がく,P5,,
    千葉,P3,,1999-12-31
    千葉,P4,2000-01-01,
    ハナ,P1,2003-01-01,2003-12-31
    ハナ,P1,,2003-12-31
"""
GAMES = """
    source,source_game_id,played_on,sequence,event,round,black,white,colours,komi,handicap,result,is_replay,replay_of,stadium
    a,01,2001-01-01,1,Title,1,P1,P2,,6.5,,B+R,,,x
    a,02,2001-01-02,,Cup Two,1,青木花,ﾊﾞﾝﾄﾞｳ,,6.5,,B+R,,,x
    a,03,2001-01-03,,Cup Two,1,青木　花,坂東 梅,known,6.5,0,W+R,,,x
    a,04,2001-01-04,,Title,1,Aoki  Hana,Bando Ume,,6.5,,W+R,,,x
    a,05,2001-01-05,,Title,1,P1,千葉太郎,,6.5,,W+R,,,x
    a,06,1999-12-31,,Title,1,P2,千葉,,6.5,,W+R,,,x
    a,07,2000-01-01,,Title,1,P2,千葉,,6.5,,W+R,,,x
    a,08,2001-01-08,,Nowhere,1,P1,P3,,6.5,,W+R,,,x
    a,09,2001-01-09,,Title,1,P1,bye,,6.5,,B+R,,,x
    a,10,2001-01-10,,Title,1,P1,青木花,,6.5,,B+R,,,x
    a,11,2001-01-11,,Title,1,P1,P3,,6.5,1,B+R,,,x
    a,12,2001-01-12,,Title,1,P1,P3,,0,2,B+R,,,x
    a,13,2001-01-13,,Title,1,P1,P3,unknown,,,W+R,,,x
    a,14,2001-01-14,,Title,1,P1,P3,,750,,Jigo,,,x
    a,15,2001-01-15,2,Title,1,P3,P1,,-1,,B+R,yes,14,x
    a,15,2001-01-15,2,Title,1,P3,P1,,-1,,b+r,yes,14,x
    a,16,2001-01-16,,Title,1,P1,P3,,6.5,,B+R,,,x
    a,16,2001-01-17,,Title,1,P1,P3,,6.5,,B+R,,,x
    a,17,2001-02,,Title,1,P1,P3,,6.5,,B+R,,99,x
    a,18,2001-02-28,,Title,1,P1,P3,,6.5,,W+R,,,x
    a,19,2005-06-30,,Title,1,P1,P2,,6.5,,W+R,,,x
    a,20,2005-07-01,,Title,1,P1,P2,,6.5,,W+R,,,x
    a,21,2005-07-02,,Title,1,P1,Null,,6.5,,W+R,,,x
    a,2b,2005-07-02,2,Title,1,P1,江口　新,,6.5,,W+R,,,x
    a,2c,2005-07-02,3,Title,1,P1,江口新,,6.5,,W+R,,,x
    a,22,2005-07-03,,Title,1,P1,P2,maybe,6.5,,W+R,,,x
    a,23,2005-07-04,,Title,1,P1,P2,,6.5,some,W+R,,,x
    a,24,2005-07-05,first,Title,1,P1,P2,,6.5,,W+R,,,x
    a,25,2005-07-06,,Title,1,P1,,,6.5,,W+R,,,x
    a,26,2005-07-07,,Title,1,P1,P5,,6.5,,Draw,,,x
    a,30,2007-01-01,,Title,1,P1,P6,,6.5,,B+R,,,x
    a,31,2007-01-02,,Title,1,P1,P3,,-5.5,2,B+R,,,x
    a,32,2002-01-01,,Title,1,ハナ,P3,,6.5,,B+R,,,x
    a,33,2007-01-03,,Title,1,P1,K1,,6.5,,B+R,,,x
    a,3b,2007-01-03,2,Title,1,P1,P3,,6,,Jigo,,,x
    a,34,2007-01-04,,Title,1,P1,P3,,6.5,,B+R,no,3b,x
    a,m1,2006-01-01,,Title,1,P1,P3,,6.5,,B+R,,,x
    b,m1,2006-01-01,,Title,,P1,P3,,,,B+2.5,,,x
    a,m2,2006-01-02,,Title,1,P1,P3,,6.5,,B+R,,,x
    b,m2,2006-01-02,,Title,1,P1,P3,,6.5,,W+R,,,x
    a,m3,2006-01-03,,Title,1,P1,P3,,6.5,,B+R,,,x
    b,m3,2006-01-03,,Title,1,P3,P1,,6.5,,W+R,,,x
    a,m4,2006-01-04,,Title,1,P1,P3,,6.5,,B+R,,,x
    b,m4,2006-01-04,,Title,2,P1,P3,,6.5,,B+R,,,x
    a,m5,2006-01-05,1,Title,,P1,P3,,6.5,,B+R,,,x
    a,m6,2006-01-05,2,Title,,P1,P3,,6.5,,W+R,,,x
    b,m5,2006-01-05,1,Title,,P1,P3,,6.5,,B+R,,,x
    b,m6,2006-01-05,2,Title,,P1,P3,,6.5,,W+R,,,x
    a,m7,2006-01-06,,Title,1,P1,P3,,6.5,,?,,,x
    b,m7,2006-01-06,,Title,1,P1,P3,,6.5,,W+R,,,x
    a,m8,2006-01-07,,Title,1,P1,P3,,6.5,,W+R,,,x
    b,m8,2006-01-07,,Title,2,P1,P3,,6.5,,W+R,,,x
    c,m8,2006-01-07,,Title,,P1,P3,,6.5,,W+R,,,x
"""


@pytest.fixture(scope="module")
def build(shared_builds: Builds) -> Build:
    def make(folder: Path) -> Build:
        tables = write(
            folder / "landing", events=EVENTS, players=PLAYERS, affiliations=AFFILIATIONS, aliases=ALIASES, games=GAMES
        )
        with open(tables / "games.csv", "a", encoding="utf-8") as file:
            file.write("a,27,2005-08-01,,Title,1,P1,P3,,6.5,,B+R\n")
            file.write('a,28,2005-08-02,,Title,1,P1,"P3,,6.5,,B+R,,,x\n')
            file.write("\n")
            file.write('a,29,2005-08-03,,Title,"1, ""first""\nhalf",P1,P3,,6.5,,B+R,,,x\n')
        (tables / "notes.docx").write_bytes(b"PK\x03\x04")
        return green(dbt(folder / "warehouse", "build", *LEAN, landing=tables))

    return shared_builds.once("tables", make)


def game(build: Build, source_game_id: str, columns: str, source: str = "a") -> tuple:
    rows = build.rows(
        f"select {columns} from marts.fct_game where source = ? and source_game_id = ?", source, source_game_id
    )
    assert len(rows) == 1, f"{source_game_id} is {len(rows)} games"
    return rows[0]


def rejected(build: Build, source_game_id: str, source: str = "a") -> list[tuple]:
    return build.rows(
        "select reason_code, detail from marts.dq_rejected_row "
        "where landed_table = 'games' and source = ? and starts_with(raw_text, ?)",
        source,
        f"{source},{source_game_id},",
    )


def test_rows_are_accounted_for(build: Build) -> None:
    landed, staged, set_aside, duplicate = build.rows(
        "select rows_in, rows_staged, rows_rejected, rows_duplicate from marts.meta_build"
    )[0]
    assert landed == GAMES.strip().count("\n") + 3
    assert landed == staged + set_aside + duplicate
    assert build.value("select count(*) from marts.fct_game") == staged


@pytest.mark.parametrize(
    ("source_game_id", "reason", "detail"),
    [
        ("02", "unknown_player", "white ﾊﾞﾝﾄﾞｳ"),
        ("04", "unknown_player", "white Bando Ume (like P2)"),
        ("05", "ambiguous_player", "white 千葉太郎"),
        ("08", "unknown_event", "event Nowhere"),
        ("09", "not_a_player", "white bye"),
        ("10", "same_player", "black P1; white 青木花"),
        ("15", "duplicate_row", "game a:15"),
        ("22", "bad_value", "colours maybe"),
        ("23", "bad_value", "handicap some"),
        ("24", "bad_value", "sequence first"),
        ("25", "missing_value", "white is empty"),
    ],
)
def test_rejected_with_reason(build: Build, source_game_id: str, reason: str, detail: str) -> None:
    assert rejected(build, source_game_id) == [(reason, detail)]


def test_malformed_lines_lose_only_themselves(build: Build) -> None:
    malformed = build.rows(
        "select row_no, detail from marts.dq_rejected_row where reason_code = 'malformed_row' order by row_no"
    )
    first = GAMES.strip().count("\n") + 2
    assert malformed == [
        (first, "12 cells, the header has 15"),
        (first + 1, "its quotes don't match"),
    ]
    assert game(build, "29", "round") == ('1, "first"\nhalf',)


def test_id_conflict_shows_both_rows(build: Build) -> None:
    assert rejected(build, "16") == [("id_conflict", "source_game_id 16")] * 2
    assert build.value("select count(*) from marts.fct_game where source_game_id = '16'") == 0


def test_every_rejection_says_what_to_do(build: Build) -> None:
    for table in ("dq_rejected_row", "dq_warning"):
        assert build.value(f"select count(*) from marts.{table} where remedy = ''") == 0
        assert build.value(f"select count(*) from marts.{table} where raw_text is null") == 0


def test_names_are_found_by_any_spelling(build: Build) -> None:
    assert game(build, "03", "black_id, white_id, event_id") == ("P1", "P2", "E2")
    assert game(build, "2c", "white_id") == ("P6",), "as written"
    assert rejected(build, "2b") == [("ambiguous_player", "white 江口　新")], "without blanks it fits two"
    assert game(build, "06", "white_id") == ("P3",), "an alias until 1999"
    assert game(build, "07", "white_id") == ("P4",), "the same alias from 2000 on"
    assert game(build, "21", "white_id") == ("P6",), "a player who is called Null"
    assert game(build, "32", "black_id") == ("P1",), "the same alias twice, each row with days of its own"
    assert game(build, "33", "white_id") == ("K2",), "a name as it is written, before an id when blanks are left out"
    assert build.value("select name_ja from marts.dim_player where player_id = 'P1'") == "青木 花", "as it was written"


def test_handicap_and_colours(build: Build) -> None:
    assert game(build, "11", "handicap, komi") == (1, 6.5)
    reasons = dict(
        build.rows(
            "select split_part(game_id, ':', 2), not_rated_reason from marts.fct_game_eligibility where list_id = 'pro'"
        )
    )
    assert reasons["11"] is None, "one stone is an even game"
    assert reasons["12"] == "handicap"
    assert game(build, "13", "colours_known") == (False,) and reasons["13"] is None
    colours = build.rows("select colour from marts.fct_game_player where game_id = 'a:13'")
    assert colours == [(None,), (None,)]


def test_komi_that_can_not_be_one_is_unknown(build: Build) -> None:
    assert game(build, "14", "komi") == (None,) and game(build, "15", "komi") == (None,)
    assert game(build, "31", "komi") == (-5.5,), "where stones are stated Black may give komi"
    details = build.rows(
        "select detail from marts.dq_warning where reason_code = 'unread_cell' and landed_table = 'games' order by all"
    )
    assert details == [("komi -1",), ("komi 750",)]


def test_replays_and_dates(build: Build) -> None:
    assert game(build, "15", "is_replay, replay_of, sequence") == (True, "a:14", 2)
    assert game(build, "17", "played_on::varchar, date_precision, replay_of") == ("2001-02-28", "month", None)
    assert game(build, "17", "is_replay") == (True,), "who names the game that was replayed need not say more"
    assert game(build, "34", "is_replay, replay_of") == (True, "a:3b"), "even who says no"
    ordered = build.rows(
        "select game_id from marts.fct_rating_ledger where list_id = 'pro' and method_id = 'elo_v1' and played_on = '2001-02-28' order by ledger_no"
    )
    assert [row[0] for row in ordered] == ["a:17", "a:17", "a:18", "a:18"], "a month counts as its last day"


def test_affiliations_are_dated(build: Build) -> None:
    def side(game_id: str, player_id: str) -> tuple:
        return build.rows(
            "select organisation, pool, counts_for_record from marts.fct_game_player where game_id = ? and player_id = ?",
            game_id,
            player_id,
        )[0]

    assert side("a:19", "P2") == ("kansai_kiin", None, True), "both ends inclusive, membership before a pool"
    assert side("a:20", "P2") == ("amateur", "Amateurs", False)
    assert side("a:21", "P6") == ("other", "Other countries", False), "nobody's player is a guest"
    assert side("a:30", "P6") == ("nihon_kiin", None, True), "a member of one day"
    assert game(build, "06", "played_on::varchar") == ("1999-12-31",)
    codes = dict(build.rows("select reason_code, count(*) from marts.dq_warning group by all"))
    assert codes["no_affiliation"] == 2 and codes["affiliation_overlap"] == 1
    assert codes["replay_of_unknown"] == 1 and codes["jigo_with_half_komi"] == 1
    assert codes["unknown_column"] == 1 and codes["unknown_file"] == 1


def test_other_tables_are_checked_too(build: Build) -> None:
    reasons = build.rows(
        "select landed_table, row_no, reason_code from marts.dq_rejected_row "
        "where landed_table not in ('games', 'file') order by all"
    )
    assert reasons == [
        ("affiliations", 8, "unknown_player"),
        ("affiliations", 9, "bad_value"),
        ("events", 4, "id_conflict"),
        ("events", 5, "id_conflict"),
        ("events", 6, "duplicate_row"),
        ("players", 9, "duplicate_row"),
        ("players", 10, "id_conflict"),
        ("players", 11, "not_a_player"),
    ]
    assert build.value("select class from marts.dim_event where event_id = 'E4'") == "C", "left out is no contradiction"
    kept = "select name_ja from marts.dim_player where player_id = 'P6'"
    assert build.value(kept) == "江口新", "of two rows the fuller is kept"
    warnings = build.rows("select detail from marts.dq_warning where landed_table = 'players' order by row_no")
    alike = "likely; names differ in case, accents, blanks or forms of characters at most"
    assert [detail for (detail,) in warnings] == [
        "birth_date 1986",
        f"千葉太郎 (P4) and 千葉太郎 (P3): {alike}; opponents in common: 1; events in common: 1",
        f"江 口 新 (P7) and 江口新 (P6): {alike}",
    ]


def test_two_sources_of_one_game(build: Build) -> None:
    assert game(build, "m1", "source_count, outcome, win_by, round") == (2, "decided", "resignation", "1")
    assert game(build, "m2", "outcome, winner_id, record_reason") == ("unknown", None, "source_conflict")
    eligible = build.rows("select distinct not_rated_reason from marts.fct_game_eligibility where game_id = 'a:m2'")
    assert eligible == [("source_conflict",)]
    assert game(build, "m3", "colours_known, winner_id, source_count") == (False, "P1", 2)
    assert game(build, "m4", "source_count") == (1,) and game(build, "m4", "source_count", "b") == (1,)
    assert game(build, "m5", "source_count, winner_id") == (2, "P1")
    assert game(build, "m6", "source_count, winner_id") == (2, "P3")
    assert game(build, "m7", "source_count, winner_id", "b") == (2, "P3"), "a known result before an unknown one"
    assert game(build, "m8", "source_count", "c") == (1,)
    possible = build.rows(
        "select game_id, other_game_id from marts.dq_warning where reason_code = 'possible_same_game' order by all"
    )
    assert ("c:m8", "a:m8") in possible and ("a:m8", "c:m8") in possible, "a round in one source, none in the other"


def test_games_alone_are_enough(names_only: Build) -> None:
    """Without the other tables: names are players, every game is domestic and official, nobody is pooled."""
    source = "source = 'games_club.csv'"
    assert names_only.rows(
        f"select source_game_id, black_id, white_id from marts.fct_game where {source} order by 1"
    ) == [
        ("1", "Ann", "Bea"),
        ("2", "Bea", "Cea"),
        ("3", "Ann", "Bea"),
    ]
    club = "select event_id from marts.fct_game where " + source
    assert names_only.rows(f"select event_id, scope from marts.dim_event where event_id in ({club}) order by all") == [
        ("(no event)", "domestic"),
        ("Club Cup", "domestic"),
    ]
    assert names_only.value("select count(*) from marts.fct_rating_ledger where list_id = 'pro' and is_pool") == 0
    rated = (
        "select player_id, rated_games from marts.mart_leaderboard "
        "where list_id = 'pro' and method_id = 'elo_v1' and year(last_played_on) = 2001 order by all"
    )
    assert names_only.rows(rated) == [("Ann", 1), ("Bea", 2), ("Cea", 1)]
    file = "source_file = 'games_club.csv'"
    assert names_only.value(f"select count(*) from marts.dq_warning where {file}") == 0
    assert names_only.rows(f"select reason_code from marts.dq_rejected_row where {file}") == [("not_a_player",)]


GOOD = "source_game_id,played_on,event,black,white,result\n1,2001-01-01,Cup,A,B,B+R\n"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (None, "does not exist"),
        ({}, "holds nothing to read"),
        ({"events.csv": "event_id,name,scope,status,format,division\n"}, "has no games"),
        ({"games.csv": ""}, "games.csv is empty"),
        ({"games.csv": GOOD.encode("utf-16")[:-1]}, "games.csv is damaged UTF-16 text"),
        ({"games.csv": GOOD.encode("utf-16-le")}, "games.csv is not a text file"),
        ({"games.csv": GOOD.replace("Cup", "碁").encode("shift_jis")}, "games.csv is not UTF-8 (line 2"),
        (
            {"games.csv": GOOD.replace("Cup", "碁").encode("iso2022_jp")},
            "7-bit encoding such as ISO-2022-JP or HZ (line 2)",
        ),
        ({"games.csv": GOOD.replace("Cup", "바둑").encode("iso2022_kr")}, "7-bit encoding"),
        ({"games.csv": GOOD.replace("Cup", "围棋").encode("hz")}, "7-bit encoding such as ISO-2022-JP or HZ (line 2)"),
        ({"games.csv": b"PK\x03\x04\0\0"}, "games.csv is not a text file"),
        ({"games.csv": GOOD.replace(",result", ",score")}, "games.csv has no column result"),
        ({"games.csv": GOOD.replace(",", ";").replace("result", "score")}, "a CSV file is separated by commas"),
        ({"games.csv": GOOD.replace("played_on,", "played_on,played_on,")}, "names the column played_on twice"),
        ({"games.parquet": GOOD}, "games.parquet is not a readable Parquet file"),
        ({"games.csv": GOOD, "players.csv": "name_ja\nA\n"}, "players.csv has no column player_id"),
        (
            {
                "games.csv": GOOD.replace("event,", "").replace("Cup,", ""),
                "events.csv": "event_id,name,scope,status,format,division\n",
            },
            "games.csv has no column event",
        ),
    ],
)
def test_what_can_not_be_read_is_one_clear_sentence(
    tmp_path: Path, files: dict[str, str | bytes] | None, words: str
) -> None:
    folder = tmp_path / "landing"
    if files is not None:
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    problem = landing.problem_with(str(folder))
    assert words in problem and "\n" not in problem
    assert ": " in problem, "it says what to do"


def test_a_row_has_as_many_cells_as_the_header(tmp_path: Path) -> None:
    """One cell more is as wrong as one less: nobody knows which column the surplus one shifted."""
    path = tmp_path / "games.csv"
    path.write_text(GOOD + "2,2001-01-02,Cup,A,B\n3,2001-01-03,Cup,A,B,B+R,\n", encoding="utf-8")
    rows = list(rows_of(LandingFile(path, path.name, "games")))
    assert [(row.row_no, row.problem, row.detail) for row in rows] == [
        (2, "", ""),
        (3, "malformed_row", "5 cells, the header has 6"),
        (4, "malformed_row", "7 cells, the header has 6"),
    ]


def test_hidden_files_and_locks_of_a_spreadsheet_are_passed_over(tmp_path: Path) -> None:
    """A spreadsheet that is open lies beside a file of the same name after ~$, which holds no games."""
    for name in ("games.csv", ".games.csv", "~$games.csv", "~$games.xlsx"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    known, unknown = files_of(tmp_path)
    assert [file.name for file in known] == ["games.csv"] and unknown == []


def test_tables_in_folders_below_are_read_like_other_files(tmp_path: Path) -> None:
    for place in ("", "2024", "2024/spring"):
        write(tmp_path / place, games=GOOD)
    (tmp_path / "2024" / "results.csv").write_text(GOOD, encoding="utf-8")
    known, unknown = files_of(tmp_path)
    assert [(file.name, file.table) for file in known] == [
        ("2024/games.csv", "games"),
        ("2024/spring/games.csv", "games"),
        ("games.csv", "games"),
    ]
    assert unknown == ["2024/results.csv"]
    assert landing.problem_with(str(tmp_path)) == ""
    write(tmp_path / "2024", players="name_ja\nA")
    assert "2024/players.csv has no column player_id" in landing.problem_with(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("2024/results.csv", "call it games_results.csv if it holds games"),
        ("results.parquet", "call it games_results.parquet if it holds games"),
        ("results.tsv", "name it games.tsv"),
        ("games.xls", "save it as .xlsx"),
        ("club.ods", "save it as .xlsx"),
        ("expected.md", "a document"),
        ("tournament.xml", "export them as .h9"),
        ("games.db", "export them"),
    ],
)
def test_an_unknown_file_is_told_what_fits_it(name: str, words: str) -> None:
    assert words in why_not_read(name) and why_not_read(name).startswith(name)
    assert "remove" not in why_not_read(name)


def test_a_folder_that_can_not_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games must not be missing in silence."""
    write(tmp_path, games=GOOD)
    closed = tmp_path / "2024"
    closed.mkdir()
    scandir = os.scandir

    def refuse(place: str | Path) -> object:
        if Path(place) == closed:
            raise PermissionError(13, "Permission denied", str(closed))
        return scandir(place)

    monkeypatch.setattr(os, "scandir", refuse)
    problem = landing.problem_with(str(tmp_path))
    assert problem.startswith(f"{closed} can't be read (Permission denied): check its permissions")


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("games.csv", GOOD.encode().replace(b"result", b"outcome"), "missing_column"),
        ("games_1.csv", b"\x00\x01\x02" * 50, "not_csv"),
        ("games.csv", b"", "empty_file"),
        ("games.parquet", b"PAR1 and no more", "not_parquet"),
    ],
)
def test_a_table_in_a_folder_below_is_set_aside_alone(tmp_path: Path, name: str, content: bytes, code: str) -> None:
    """There it is one of many; the landing folder's own tables, and the only games, stop the build."""
    below = tmp_path / "2024"
    below.mkdir()
    (below / name).write_bytes(content)
    games = tmp_path / "games_of_all.csv"
    games.write_text(GOOD)
    assert landing.problem_with(str(tmp_path)) == ""
    with duckdb.connect() as connection:
        rows = landing.load(connection, str(tmp_path))
        aside = rows.filter("problem is not null").project("landed_table, source_file, problem").fetchall()
        read = rows.filter("landed_table = 'games' and problem is null").fetchall()
    assert len(read) == len(GOOD.strip().splitlines()) - 1
    assert [row[:2] for row in aside] == [("file", f"2024/{name}")] and code in aside[0][2]

    games.unlink()
    assert name in landing.problem_with(str(tmp_path)) or "no games" in landing.problem_with(str(tmp_path))
    games.write_text(GOOD)
    (below / name).rename(tmp_path / name)
    assert name in landing.problem_with(str(tmp_path))


def test_what_can_be_read_has_no_problem(tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text(GOOD)
    assert landing.problem_with(str(tmp_path)) == ""


def test_a_refused_landing_leaves_the_warehouse_as_it_was(names_only: Build, tmp_path: Path) -> None:
    warehouse = tmp_path / "warehouse"
    warehouse.mkdir()
    shutil.copy(names_only.file, warehouse)
    landing = tmp_path / "landing"
    landing.mkdir()
    (landing / "games.csv").write_bytes(GOOD.replace("Cup", "碁").encode("euc-jp"))
    refused = dbt(warehouse, landing=landing, every_method=True)
    assert refused.exit_code != 0
    assert "games.csv is not UTF-8 (line 2" in refused.output and "save it as UTF-8" in refused.output
    assert "Traceback" not in refused.output
    tables = names_only.rows(
        "select schema_name, table_name from duckdb_tables() where schema_name not in ('seeds', 'test_failures')"
    )
    assert len(tables) > 50
    for schema, table in tables:
        held = f"select count(*), bit_xor(hash(held)) from {schema}.{table} as held"
        assert refused.rows(held) == names_only.rows(held), table


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("青木　花", "青木 花"),
        (" Aoki \t Hana ", "Aoki Hana"),
        ("Ａｏｋｉ", "Aoki"),
        ("がく", "がく"),
        ("ｶﾞｸ", "ガク"),
        ("𠮷田", "𠮷田"),
        ("AOKI Hana", "AOKI Hana"),
    ],
)
def test_name_key(written: str, key: str) -> None:
    assert name_key(written) == key


def test_parquet_types_become_text(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(
            f"copy (select 1 as source_game_id, timestamp '2001-01-01 12:00' as played_on, 'Cup' as event, "
            f"'A' as black, 'B' as white, 6.5::decimal(2, 1) as komi, 'B+R' as result, true as is_replay) "
            f"to '{tmp_path}/games.parquet'"
        )
        rows = landing.load(connection, str(tmp_path)).filter("landed_table = 'games'")
        values = rows.project("source_game_id, played_on, komi, is_replay, row_no, source_file").fetchall()
    assert values == [("1", "2001-01-01 12:00:00", "6.5", "true", 1, "games.parquet")]


# One rule for all formats --------------------------------------------------------------------------------


def read_rows(folder: Path, columns: str) -> list[tuple]:
    with duckdb.connect() as connection:
        rows = landing.load(connection, str(folder)).filter("landed_table = 'games'").order("source_file, row_no")
        return rows.project(columns).fetchall()


@pytest.mark.parametrize("length", [2000, 2001, 200_000])
def test_a_cell_is_too_long_for_the_same_reason_in_every_table(tmp_path: Path, length: int) -> None:
    """In quotes or not; what is shown of the row is short."""
    name = "x" * length
    plain = f"1,2001-01-01,{name},B,B+R"
    write(
        tmp_path,
        games="\n".join(["source_game_id,played_on,black,white,result", plain, plain.replace(name, f'"{name}"')]),
    )
    with duckdb.connect() as connection:
        connection.execute(
            f"copy (select '1' as source_game_id, '2001-01-01' as played_on, '{name}' as black, 'B' as white, 'B+R' as result)"
            f" to '{tmp_path}/games.parquet'"
        )
    assert landing.problem_with(str(tmp_path)) == ""
    found = read_rows(tmp_path, "problem, detail, black, length(raw_text) <= 3000")
    said = f"a cell holds {length} characters ({'x' * 40}…): shorten it"
    assert found == [(None, None, name, True) if length <= 2000 else ("malformed_row", said, None, True)] * 3


def test_a_table_larger_than_memory_is_refused_at_once(tmp_path: Path) -> None:
    """Twenty gigabytes of nothing, which take no room on the disk."""
    write(tmp_path, games="source_game_id,played_on,black,white,result\n1,2001-01-01,A,B,B+R")
    (tmp_path / "games_2.csv").touch()
    os.truncate(tmp_path / "games_2.csv", 20 << 30)
    assert "games_2.csv is larger than 512 MB: split it" in landing.problem_with(str(tmp_path))


@pytest.mark.parametrize("folder", ["sgf", "sgf/sgf", "x", "SGF"])
def test_records_of_one_name_in_two_folders_are_two_games(tmp_path: Path, folder: str) -> None:
    """Whatever the folder is called: one in the landing folder itself has a source that no folder can have."""
    for place in (tmp_path, tmp_path / folder):
        place.mkdir(parents=True, exist_ok=True)
        (place / "a.sgf").write_text("(;PB[Ann]PW[Bea]DT[2001-01-01]RE[B+R])", encoding="utf-8")
    sources = read_rows(tmp_path, "source, source_game_id")
    assert len(set(sources)) == 2 and {game for _, game in sources} == {"a.sgf#1"}
    assert ("sgf", "a.sgf#1") in sources


def test_a_cell_that_is_blank_to_the_eye_is_empty() -> None:
    """Also its edges: C and C with a ZERO WIDTH SPACE behind it are one. A variation selector belongs to its character."""
    macros = (REPOSITORY / "macros" / "parsing.sql").read_text(encoding="utf-8")
    macro = re.search(r"{% macro cell\(column\).*?endmacro %}", macros, re.DOTALL)
    assert macro
    cell = Template(macro[0] + "{{ cell('text') }}").render()
    cells = {
        **dict.fromkeys(("", "  ", "\u2003", "\u3000\t", "\u200b", "\u202e", "\ufeff \u00a0", "\u3164", "\u2800")),
        "C\u200b": "C",
        "\u202eA\u00a0": "A",
        "青木\u3000花": "青木\u3000花",
        "葛\U000e0100": "葛\U000e0100",
        "神\ufe00": "神\ufe00",
    }
    for text, read in cells.items():
        assert duckdb.execute(f"select {cell} from (select ?::varchar as text)", [text]).fetchall() == [(read,)], ascii(
            text
        )
