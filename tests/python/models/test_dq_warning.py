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
    L0,寿零,,2002-01-01
    L1,寿一,,1880-01-01
    L2,寿二,,1999-01-01
    L3,寿三,,2050-01-01
    L4,寿四,,1901-06-01
    L4,寿四,,1985-01-01
    L5,寿五,,1990-06-01
    L6,寿六,,0990-06-01
    L7,寿七,,
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
    l0,2001-04-01,Cup,L0,Q2,6.5,,B+R
    l1,2002-04-02,Cup,L1,Q2,6.5,,B+R
    l2,2002-04-03,Cup,L2,Q2,6.5,,B+R
    l3,2002-04-04,Cup,L3,Q2,6.5,,B+R
    l4,2001-05-31,Cup,L4,Q2,6.5,,B+R
    l5,2002-04-06,Cup,L5,Q2,6.5,,B+R
    l7,1926-04-06,Cup,L7,Q1,6.5,,B+R
    l8,2001-04-06,Cup,L7,Q2,6.5,,B+R
    d1,2018-05-03,Cup,Q1,Q2,6.5,,B+R
    d2,2020-05-03,Cup,Q1,Q2,6.5,,B+R
    d3,0062-05-03,Cup,Q1,Q2,6.5,,B+R
    d4,"2001-05-01,2002-06-06",Cup,Q1,Q2,6.5,,B+R
    d5,"2001-05-01,2002-06-05",Cup,Q1,Q2,6.5,,B+R
    d6,2062-05-03,Cup,Q1,Q2,6.5,,B+R
    d7,2062-06-03,Cup,Q1,Q2,6.5,,B+R
"""
BELOW = """
    source_game_id,played_on,event,black,white,result
    b1,2002-05-01,Cup,Q1,問二,W+R
"""

PARTS = only("dq_warning", "dq_rejected_row", "mart_black_win_by_komi", "fct_game_eligibility", "meta_build")


@pytest.fixture(scope="module")
def build(shared_builds: Builds) -> Build:
    def make(folder: Path) -> Build:
        tables = write(folder / "landing", players=PLAYERS, aliases=ALIASES, events=EVENTS, games=GAMES)
        write(tables / "below", games=BELOW)
        return green(dbt(folder / "warehouse", "build", *PARTS, landing=tables, build_day="2026-06-30"))

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


def test_days_apart_from_all_others(build: Build, warned: Callable[[str], dict[str, str]]) -> None:
    assert list(warned("date_far_ahead")) == ["d1", "d2"], "of two errors neither hides the other"
    assert list(warned("date_far_back")) == ["l7", "d3"]
    assert warned("long_adjournment") == {"d4": "from 2001-05-01 to 2002-06-06"}


def test_a_game_after_the_build_is_set_aside_and_moves_no_horizon(build: Build) -> None:
    rejected = build.rows(
        "select split_part(raw_text, ',', 1), detail from marts.dq_rejected_row "
        "where reason_code = 'date_in_future' order by all"
    )
    after = "is after the day of the build, 2026-06-30"
    assert rejected == [("d6", f"played_on 2062-05-03 {after}"), ("d7", f"played_on 2062-06-03 {after}")]
    assert build.rows(
        "select data_through::varchar, build_day::varchar, rows_in = rows_staged + rows_rejected + rows_duplicate "
        "from marts.meta_build"
    ) == [("2020-05-03", "2026-06-30", True)]


def test_lives_that_nobody_has(build: Build, warned: Callable[[str], dict[str, str]]) -> None:
    assert warned("played_before_birth") == {"L0": "birth_date 2002-01-01, first game on 2001-04-01"}
    assert warned("age_unlikely") == {
        "L1": "birth_date 1880-01-01, 122 years old on 2002-04-02",
        "L2": "birth_date 1999-01-01, 3 years old on 2002-04-03",
    }
    assert warned("birth_date_unlikely") == {"L3": "birth_date 2050-01-01", "L6": "birth_date 0990-06-01"}
    assert warned("long_career") == {
        "L7": "player_id L7 from 1926-04-06 to 2001-04-06, 75 years",
        "Q1": "player_id Q1 from 1926-04-06 to 2020-05-03, 94 years",
    }
    named = build.rows(
        "select player_id, split_part(other_game_id, ':', 2) from marts.dq_warning "
        "where reason_code = 'age_unlikely' order by all"
    )
    assert named == [("L1", "l1"), ("L2", "l2")]


def test_two_rows_of_one_player_show_what_both_say(build: Build) -> None:
    assert build.value("select detail from marts.dq_rejected_row where reason_code = 'id_conflict'") == (
        "player_id L4; birth_date 1985-01-01 here, 1901-06-01 in the row that was kept"
    )


def test_files_of_yesterday_give_the_same_tomorrow(build: Build, tmp_path: Path) -> None:
    """The day of the build only bounds: later builds of the same files differ in nothing that they publish."""
    landing = build.folder.parent / "landing"
    later = green(dbt(tmp_path / "warehouse", "build", *PARTS, landing=landing, build_day="2031-01-01"))
    for mart in ("fct_game_eligibility", "dq_warning", "dq_rejected_row", "mart_black_win_by_komi"):
        columns = "* exclude (detail)" if mart == "dq_rejected_row" else "*"
        rows = f"select {columns} from marts.{mart} order by all"
        assert later.rows(rows) == build.rows(rows), mart
    same = "select ledger_digest, data_through, games, rows_rejected from marts.meta_build"
    assert later.rows(same) == build.rows(same)
    assert later.value("select build_day::varchar from marts.meta_build") == "2031-01-01"


def test_a_table_in_a_folder_below_is_of_the_same_landing(build: Build) -> None:
    game = "select source, source_game_id, black_id, white_id, event_id from marts.fct_game where source_game_id = 'b1'"
    assert build.rows(game) == [("below/games.csv", "b1", "Q1", "Q2", "E1")]
