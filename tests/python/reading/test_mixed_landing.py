"""A landing folder with files of every kind: one list out of all of them, and bad files that cost only themselves."""

from __future__ import annotations

import zipfile
from pathlib import Path

import openpyxl
import pytest

from builds import Build, Builds, dbt, green, only, write

H9 = """; TC[{code}]
; CL[B]
; EV[{name}]
; PC[XX, Springfield]
; DT[{day},{day}]
; HA[h9]
; KM[6.5]
;.
1 Stone Ada  3d AT Wien 2 {ada} |10000001
2 Ladder Bo  1k DE B    1 {bo} |10000002
3 Stone Ada  5k DE B    0 {other} |10000003
"""


@pytest.fixture(scope="module")
def build(shared_builds: Builds) -> Build:
    parts = only("fct_game", "fct_game_eligibility", "dim_event", "dim_player", "dq_rejected_row")
    return shared_builds.once(
        "mixed", lambda folder: green(dbt(folder / "warehouse", "build", *parts, landing=landing(folder / "landing")))
    )


def landing(folder: Path) -> Path:
    write(
        folder,
        players="""
            player_id,name_ja,name_romaji
            P1,青木花,Aoki Hana
            P2,坂東梅,Bandō Ume
        """,
        aliases="""
            alias,player_id
            Hana A.,P1
        """,
        events="""
            event_id,name,scope,status,format,division
            E1,Autumn Cup (T240901B),domestic,unofficial,individual,open
            E2,Club Night,domestic,official,individual,open
        """,
        games="""
            source_game_id,played_on,event,black,white,result
            1,2024-01-01,Club Night,P1,P2,B+R
        """,
    )
    below = folder / "tournaments" / "2024"
    below.mkdir(parents=True)
    spring = H9.format(code="T240601B", name="Spring Cup", day="2024-06-01", ada="2+/w0", bo="1-/b0", other="0-")
    autumn = H9.format(code="T240901B", name="Autumn Cup", day="2024-09-01", ada="3+/w4", bo="0-", other="1-/b4")
    broken = H9.format(code="T241001B", name="Winter Cup", day="2024-10-01", ada="2+/w0", bo="1+/b0", other="0-")
    (below / "spring.h9").write_text(spring, encoding="utf-8")
    (below / "autumn.txt").write_text(autumn, encoding="utf-8")
    (below / "winter.h9").write_text(broken, encoding="utf-8")
    (folder / "one.sgf").write_text(
        "(;FF[4]CA[UTF-8]PB[青木 花 六段]PW[Bandō Ume]EV[Friendly]DT[2024-02-02]RE[W+3.5]KM[6.5];B[pd])",
        encoding="utf-8",
    )
    (folder / "two.sgf").write_text("(;FF[4]PB[Hana A.]PW[坂東梅]EV[Friendly]DT[2024-02-03]RE[B+R])", encoding="utf-8")
    for name in ("Guest", "Hana Aoki", "Ogawa Kei"):
        (folder / f"{name.lower().replace(' ', '_')}.sgf").write_text(
            f"(;FF[4]CA[UTF-8]PB[Hana A.]PW[{name}]EV[Friendly]DT[2024-02-04]RE[B+R])", encoding="utf-8"
        )
    (folder / "cut.sgf").write_text("(;FF[4]PB[Someb", encoding="utf-8")
    (folder / "empty.sgf").write_bytes(b"")
    (folder / "noise.h9").write_bytes(bytes(range(256)) * 40)
    (folder / "bomb.xml").write_text(
        '<!DOCTYPE t [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><Tournament>&b;</Tournament>', encoding="utf-8"
    )
    (folder / "torn.xlsx").write_bytes(b"PK\x03\x04 and no more")
    (folder / "ergebnisse.csv").write_text(
        "Tag,Schwarz,Weiß,Sieger\n6.4.2024,Hana A.,坂東梅,坂東梅\n", encoding="utf-8"
    )
    (folder / "landing.yml").write_text(
        "ergebnisse.csv:\n"
        "  columns: {played_on: Tag, black: Schwarz, white: Weiß, winner: Sieger}\n"
        "  constants: {event: Club Night}\n"
        "  dates: dmy\n",
        encoding="utf-8",
    )
    with zipfile.ZipFile(folder / "may.zip", "w") as archive:
        archive.writestr("server/a.sgf", "(;FF[4]PB[Hana A.]PW[Bandō Ume]EV[Online]DT[2024-05-05]RE[W+T])")
        archive.writestr("server/b.sgf", "")
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "games"
    sheet.append(["source_game_id", "played_on", "event", "black", "white", "result"])
    sheet.append([7, "2024-03-03", "Club Night", "坂東 梅", "Aoki Hana", "W+2.5"])
    book.save(folder / "club.xlsx")
    return folder


def test_games_of_all_kinds_are_there(build: Build) -> None:
    games = build.rows("select played_on::varchar, black_id, white_id, winner_id from marts.fct_game order by 1")
    assert games == [
        ("2024-01-01", "P1", "P2", "P1"),
        ("2024-02-02", "P1", "P2", "P2"),
        ("2024-02-03", "P1", "P2", "P1"),
        ("2024-03-03", "P2", "P1", "P1"),
        ("2024-04-06", "P1", "P2", "P2"),
        ("2024-05-05", "P1", "P2", "P2"),
        ("2024-06-01", "egd:10000002", "egd:10000001", "egd:10000001"),
        ("2024-09-01", "egd:10000003", "egd:10000001", "egd:10000001"),
    ]


def test_a_person_is_one_player_whatever_the_file(build: Build) -> None:
    names = dict(build.rows("select player_id, name_display from marts.dim_player"))
    assert names == {
        "P1": "青木花",
        "P2": "坂東梅",
        "egd:10000001": "Stone Ada",
        "egd:10000002": "Ladder Bo",
        "egd:10000003": "Stone Ada",
    }


def test_the_events_table_goes_before_a_tournament_file(build: Build) -> None:
    reasons = build.rows(
        """
        select event.event_id, event.status, eligibility.not_rated_reason, game.black_rank, game.white_rank, game.handicap
        from marts.fct_game as game
        inner join marts.dim_event as event on game.event_id = event.event_id
        inner join marts.fct_game_eligibility as eligibility
            on game.game_id = eligibility.game_id and eligibility.list_id = 'pro'
        where game.played_on >= '2024-06-01' order by game.played_on
        """
    )
    assert reasons == [
        ("egd:T240601B", "official", None, "1k", "3d", 0),
        ("E1", "unofficial", "unofficial", "5k", "3d", 4),
    ]


def test_a_name_that_nobody_has_makes_no_player(build: Build) -> None:
    """The game and the name are rejected, with whom the name may mean; a rank behind a name is no part of it."""
    rejected = build.rows(
        """
        select source_file, landed_table, reason_code, detail from marts.dq_rejected_row
        where reason_code in ('unknown_player', 'not_a_player') order by all
        """
    )
    assert rejected == [
        ("guest.sgf", "games", "not_a_player", "white Guest"),
        ("hana_aoki.sgf", "games", "unknown_player", "white Hana Aoki (like P1)"),
        ("hana_aoki.sgf", "players", "unknown_player", "player_id name:Hana Aoki"),
        ("ogawa_kei.sgf", "games", "unknown_player", "white Ogawa Kei"),
        ("ogawa_kei.sgf", "players", "unknown_player", "player_id name:Ogawa Kei"),
    ]
    assert build.rows("select black_rank, white_rank from marts.fct_game where played_on = '2024-02-02'") == [
        ("6d", None)
    ]


def test_bad_files_cost_only_themselves(build: Build) -> None:
    refused = dict(
        build.rows("select source_file, reason_code from marts.dq_rejected_row where landed_table in ('file', 'games')")
    )
    assert refused == {
        "cut.sgf": "truncated",
        "empty.sgf": "empty_file",
        "may.zip/server/b.sgf": "empty_file",
        "noise.h9": "binary_file",
        "bomb.xml": "xml_entities",
        "torn.xlsx": "damaged_spreadsheet",
        "guest.sgf": "not_a_player",
        "hana_aoki.sgf": "unknown_player",
        "ogawa_kei.sgf": "unknown_player",
        "tournaments/2024/winter.h9": "sides_disagree",
    }
    assert build.value("select count(*) from marts.dq_rejected_row where remedy = ''") == 0
