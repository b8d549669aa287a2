"""What is read and yet worth checking: one folder in which every row of a table is one doubt, or none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from builds import Build, Builds, dbt, green, only, write

PLAYERS = """
    player_id,name_ja,name_romaji,birth_date
    N0,陳耀Y,,
    N1,,MÃ¼ller,
    N2,陳?耀,M?ller,
    N3,木村 光,O'Neil,
    Q1,問一,Quinn,
    Q2,問二,Quill,
"""
ALIASES = """
    alias,player_id
    問〓,Q1
"""
EVENTS = """
    event_id,name,scope,status,format,division,class
    E1,Cup,domestic,official,individual,open,A
    E2,C組?,domestic,official,individual,open,
    E3,棋聖\ufffd,domestic,official,individual,open,
"""
GAMES = """
    source_game_id,played_on,event,black,white,komi,handicap,result
    z1,2001-02-02T23:30:00Z,Cup,Q1,Q2,6.5,,B+R
    z2,2001-02-03T08:30+09:00,Cup,Q1,Q2,6.5,,B+R
    k1,2002-01-01,Cup,Q1,Q2,65,0,B+3.5
    k2,2002-01-02,Cup,Q1,Q2,100,,W+R
    k3,2002-01-03,Cup,Q1,Q2,12.5,0,W+R
    k4,2002-01-04,Cup,Q1,Q2,8,0,W+3
    k5,2002-01-05,Cup,Q1,Q2,9,0,W+R
    k6,2002-01-06,Cup,Q1,Q2,20.5,0,W+R
    h1,2002-02-01,Cup,Q1,Q2,0.5,99,W+R
    h2,2002-02-02,Cup,Q1,Q2,6,5,B+R
    h3,2002-02-03,Cup,Q1,Q2,-60.5,2,B+R
    h4,2002-02-04,Cup,Q1,Q2,0.5,9,B+2.5
    h5,2002-02-05,Cup,Q1,Q2,4,2,B+R
    h6,2002-02-06,Cup,Q1,Q2,0.5,42,B+R
    h7,2002-02-07,Cup,Q1,Q2,0.5,41,B+R
    m1,2002-03-01,Cup,Q1,Q2,6.5,0,B+3
    m2,2002-03-02,Cup,Q1,Q2,6,0,W+3.5
    m3,2002-03-03,Cup,Q1,Q2,6.5,0,Jigo
    m4,2002-03-04,Cup,Q1,Q2,7.5,0,B+1¾
    m5,2002-03-05,Cup,Q1,Q2,7.5,0,B+3子
    m6,2002-03-06,Cup,Q1,Q2,,0,B+3
    m7,2002-03-07,Cup,Q1,Q2,0,0,B+3
    m8,2002-03-08,Cup,Q1,Q2,6.5,0,W+0
    m9,2002-03-09,Cup,Q1,Q2,-5.5,0,W+2.5
"""


@pytest.fixture(scope="module")
def build(shared_builds: Builds) -> Build:
    def make(folder: Path) -> Build:
        tables = write(folder / "landing", players=PLAYERS, aliases=ALIASES, events=EVENTS, games=GAMES)
        return green(
            dbt(
                folder / "warehouse",
                "build",
                *only("dq_warning", "dq_rejected_row", "mart_black_win_by_komi", "fct_game_eligibility"),
                landing=tables,
            )
        )

    return shared_builds.once("doubts", make)


@pytest.fixture(scope="module")
def warned(build: Build) -> Callable[[str], dict[str, str]]:
    """First cell of each row that has a warning of the code, with the detail."""

    def rows(code: str) -> dict[str, str]:
        found = build.rows(
            "select split_part(raw_text, ',', 1), detail from marts.dq_warning where reason_code = ?", code
        )
        assert len(dict(found)) == len(found), "one warning a row"
        return dict(found)

    return rows


def test_damaged_names_of_every_table(build: Build) -> None:
    found = build.rows(
        "select landed_table, split_part(raw_text, ',', 1), detail from marts.dq_warning "
        "where reason_code = 'name_looks_damaged' order by all"
    )
    assert [(table, row, detail.split(":")[0]) for table, row, detail in found] == [
        ("aliases", "問〓", "alias 問〓"),
        ("events", "E3", "name 棋聖\ufffd"),
        ("players", "N0", "name_ja 陳耀Y"),
        ("players", "N1", "name_romaji MÃ¼ller"),
        ("players", "N2", "name_ja 陳?耀"),
        ("players", "N2", "name_romaji M?ller"),
    ]
    assert "probably Müller" in found[3][2]


def test_a_time_of_another_zone(warned: Callable[[str], dict[str, str]]) -> None:
    assert list(warned("date_of_other_zone")) == ["z1"]


def test_komi_that_even_games_do_not_have(build: Build, warned: Callable[[str], dict[str, str]]) -> None:
    left_out = {row: detail for row, detail in warned("unread_cell").items() if row[0] in "kh"}
    assert left_out == {"k1": "komi 65, perhaps 6.5", "k2": "komi 100", "k6": "komi 20.5"}
    assert warned("komi_unlikely") == {"k3": "komi 12.5 in an even game"}
    assert build.rows("select komi from marts.mart_black_win_by_komi where komi > 9 order by 1") == [(12.5,)]


def test_stones_that_nobody_gives(build: Build, warned: Callable[[str], dict[str, str]]) -> None:
    assert warned("handicap_impossible") == {"h1": "handicap 99", "h6": "handicap 42"}
    rated = build.rows(
        "select split_part(game_id, ':', 2) from marts.fct_game_eligibility "
        "where list_id = 'europe' and is_rated and game_id like '%:h%' order by 1"
    )
    assert [game for (game,) in rated] == ["h2", "h3", "h4", "h5", "h7"], "no list rates so many stones"
    assert warned("handicap_with_komi") == {"h2": "handicap 5 with komi 6.0", "h5": "handicap 2 with komi 4.0"}


def test_margins_that_the_komi_rules_out(warned: Callable[[str], dict[str, str]]) -> None:
    assert warned("margin_against_komi") == {
        "m1": "margin 3.0 with komi 6.5",
        "m2": "margin 3.5 with komi 6.0",
        "m5": "margin 6.0 with komi 7.5",
    }
    assert list(warned("jigo_with_half_komi")) == ["m3"] and list(warned("win_by_nothing")) == ["m8"]
