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
    event_id,name,scope,status,format,division
    E1,Cup,domestic,official,individual,open
    E2,C組?,domestic,official,individual,open
    E3,棋聖\ufffd,domestic,official,individual,open
"""
GAMES = """
    source_game_id,played_on,event,black,white,komi,handicap,result
    z1,2001-02-02T23:30:00Z,Cup,Q1,Q2,6.5,,B+R
    z2,2001-02-03T08:30+09:00,Cup,Q1,Q2,6.5,,B+R
"""


@pytest.fixture(scope="module")
def build(shared_builds: Builds) -> Build:
    def make(folder: Path) -> Build:
        tables = write(folder / "landing", players=PLAYERS, aliases=ALIASES, events=EVENTS, games=GAMES)
        return green(dbt(folder / "warehouse", "build", *only("dq_warning", "dq_rejected_row"), landing=tables))

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
