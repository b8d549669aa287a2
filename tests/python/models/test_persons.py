"""One person is one player, and nobody is none: with a players table, and with names alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from builds import Build, Builds, dbt, green, only, write
from go_ratings.reading.rows import COLUMNS

PARTS = only(
    "fct_game",
    "dim_player",
    "dq_warning",
    "dq_rejected_row",
    "dim_player_alias",
    "mart_proposed_alias",
    "fct_game_player",
)


def sgf(folder: Path, name: str, black: str, white: str, day: str, **more: str) -> None:
    header = {"GM": "1", "FF": "4", "CA": "UTF-8", "PB": black, "PW": white, "EV": "Cup", "DT": day, "RE": "B+R"} | more
    text = "".join(f"{key}[{value.replace(']', chr(92) + ']')}]" for key, value in header.items())
    (folder / f"{name}.sgf").write_text(f"(;{text};B[aa];W[bb])", encoding="utf-8")


# What a name in a game is with the players below: the player, or why the game was rejected.
WRITTEN = {
    "Aoki Hana": "P1",
    "青木 花": "P1",
    "青木花 六段": "P1",
    "青木花六段": "P1",
    "Aoki Hana, 6 dan": "P1",
    "Aoki Hana [2d]": "P1",
    "青木\u200b花\ufeff": "P1",
    "aoki hana": "unknown_player",
    "AOKI Hana": "unknown_player",
    "Hana Aoki": "unknown_player",
    "Aoki Hanna": "unknown_player",
    "Bando Ume": "unknown_player",
    "annplays (1802)": "P5",
    "annplays (1811)": "P5",
    "annplays": "P5",
    "丙某六段": "P3",
    "丙某": "P4",
    "丙某 六段": "P3",
    "丙某七段": "P4",
    "Free": "P6",
    "free": "not_a_player",
    "x": "P7",
    "Null": "P8",
    "null": "not_a_player",
    "(null)": "not_a_player",
    "Guest": "P9",
    "guest": "not_a_player",
    "(bye)": "not_a_player",
    "Bye 1": "not_a_player",
    "No Name": "not_a_player",
    "—": "not_a_player",
    "missing": "not_a_player",
    "輪空": "not_a_player",
    "Bye (1d)": "not_a_player",
    "POOL:Korea": "not_a_player",
}
NOT_IN_CSV = {"Aoki Hana, 6 dan"}


@pytest.fixture(scope="module")
def listed(shared_builds: Builds) -> Build:
    def make(folder: Path) -> Build:
        games = "\n".join(f"{at},2001-01-01,{name},Z1,B+R" for at, name in enumerate(WRITTEN) if name not in NOT_IN_CSV)
        landing = write(
            folder / "landing",
            players="""
                player_id,name_ja,name_kana,name_romaji,birth_date,gender
                P1,青木花,あおきはな,Aoki Hana,1980-01-01,female
                P2,坂東梅,null,Bandō Ume,missing,missing
                P3,丙某六段,missing,#N/A,,
                P4,丙某,N/A,—,,
                P5,不明,,nan,,
                P6,,,Free,,
                P7,,,x,,
                P8,,,Null,,
                player9,ゲスト太郎,,,,
                BYE,,,,,
                Unknown,BYE,,,,
                POOL:China,丁某,,,,
                Z1,零一,,,,
            """.replace("player9", "P9"),
            aliases="""
                alias,player_id
                annplays (1802),P5
                Guest,P9
                missing,P2
                ?,P2
            """,
            games=f"source_game_id,played_on,black,white,result\n{games}",
        )
        for at, name in enumerate(WRITTEN):
            sgf(landing, f"s{at}", name, "零一", f"2001-02-{at % 28 + 1:02}", EV=f"Cup {at}")
        sgf(landing, "ranked", "青木花 六段", "零一", "2001-03-01", BR="4d")
        (landing / "numbers.h9").write_text(
            "; EV[Open]\n; DT[2001-04-01]\n; KM[6.5]\n"
            "1 Aoki Hana 3d JP Kyo 1 2+/b0 |10000001\n2 Ladder Bo 1k DE B 0 1-/w0\n",
            encoding="utf-8",
        )
        return green(dbt(folder / "warehouse", "build", *PARTS, landing=landing))

    return shared_builds.once("persons_listed", make)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_means_the_same_in_every_format(listed: Build, name: str) -> None:
    at = list(WRITTEN).index(name)
    for game in [f"games.csv:{at}"] * (name not in NOT_IN_CSV) + [f"sgf:s{at}.sgf#1"]:
        source, source_game_id = game.rsplit(":", 1)
        found = listed.rows(
            """
            select black_id from marts.fct_game where game_id = ?
            union all
            select reason_code from marts.dq_rejected_row
            where landed_table = 'games'
                and ((source_file = ? and raw_text like ? || ',%') or source_file || '#1' = ?)
            """,
            game,
            source,
            source_game_id,
            source_game_id,
        )
        assert found == [(WRITTEN[name],)], game


def test_only_those_are_players_whom_a_table_lists_or_a_number_names(listed: Build) -> None:
    players = {player for (player,) in listed.rows("select player_id from marts.dim_player")}
    assert players == {"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "Z1", "egd:10000001"}
    rejected = listed.rows(
        "select source_file, reason_code, detail from marts.dq_rejected_row "
        "where landed_table in ('players', 'aliases') and not starts_with(source_file, 's') "
        "and reason_code != 'described_elsewhere' order by all"
    )
    assert rejected == [
        ("aliases.csv", "not_a_player", "alias ?; player_id P2"),
        ("aliases.csv", "not_a_player", "alias missing; player_id P2"),
        ("numbers.h9", "unknown_player", "player_id name:Ladder Bo|DE"),
        ("players.csv", "not_a_player", "player_id BYE"),
        ("players.csv", "not_a_player", "player_id POOL:China"),
        ("players.csv", "not_a_player", "player_id Unknown"),
    ]
    names = listed.rows(
        "select * from (select name_ja, name_kana, name_romaji from marts.dim_player where player_id = 'P5')"
    )
    assert names == [(None, None, None)]
    unread = listed.rows("select detail from marts.dq_warning where reason_code = 'unread_cell' order by row_no")
    assert [detail for (detail,) in unread] == [
        "name_kana null; birth_date missing: it names no day; write yyyy-mm-dd, "
        "or yyyy-mm or yyyy if no more is known; gender missing",
        "name_kana missing; name_romaji #N/A",
        "name_kana N/A; name_romaji —",
        "name_ja 不明; name_romaji nan",
    ]


def test_whom_an_unknown_name_may_mean_is_said(listed: Build) -> None:
    details = dict(
        listed.rows(
            "select detail, count(*) from marts.dq_rejected_row "
            "where reason_code = 'unknown_player' and landed_table = 'games' group by all"
        )
    )
    for name in ("aoki hana", "AOKI Hana", "Hana Aoki"):
        assert details[f"black {name} (like P1)"] == 2, details
    assert details["black Bando Ume (like P2)"] == 2 and details["black Aoki Hanna"] == 2


def test_a_rank_in_a_name_is_declared_if_none_is(listed: Build) -> None:
    ranks = dict(listed.rows("select source_game_id, black_rank from marts.fct_game where source = 'sgf'"))
    at = list(WRITTEN).index
    assert ranks[f"s{at('青木花 六段')}.sgf#1"] == "6d" and ranks["ranked.sgf#1"] == "4d"
    assert ranks[f"s{at('丙某六段')}.sgf#1"] is None, "part of a listed name"
    warned = listed.rows("select detail from marts.dq_warning where reason_code = 'rank_in_name' order by all")
    assert ("black 青木花 六段: 六段",) in warned and ("black Aoki Hana [2d]: [2d]",) in warned
    assert not [detail for (detail,) in warned if "丙某六段" in detail or "丙某 六段" in detail or "1802" in detail]


def test_a_number_beside_a_players_table_may_be_a_listed_person(listed: Build) -> None:
    pairs = listed.rows(
        "select player_id, other_player_id, landed_table, detail from marts.dq_warning where reason_code = 'possible_same_player'"
    )
    assert [pair[:3] for pair in pairs] == [("egd:10000001", "P1", "players")], pairs
    assert pairs[0][3] == (
        "Aoki Hana (egd:10000001) and 青木花 (P1): likely; names differ in case, accents, blanks or forms of characters "
        "at most"
    )


# Names alone: what is one player, and which two may be one. Everyone has their own opponent but where two meet.
ALONE = {
    "annplays (1802)": "annplays",
    "annplays (1811)": "annplays",
    "annplays": "annplays",
    "王磊 (1975)": "王磊 (1975)",
    "王磊 (1985)": "王磊 (1985)",
    "丁某六段": "丁某",
    "丁某 七段": "丁某",
    "Cho Un": "Cho Un",
    "cho un": "cho un",
    "白石花": "白石花",
    "白石 花": "白石 花",
    "髙橋一": "髙橋一",
    "高橋一": "高橋一",
    "Bandō Ume": "Bandō Ume",
    "Ume Bando": "Ume Bando",
    "Ana López": "Ana López",
    "ANA LOPEZ": "ANA LOPEZ",
    "Lopez-Ana": "Lopez-Ana",
    "コバヤシ": "コバヤシ",
    "こばやし": "こばやし",
    "Ogawa\u200b Kei": "Ogawa Kei",
    "Ogawa Kei": "Ogawa Kei",
    "Met One": "Met One",
    "MET ONE": "MET ONE",
    "Round Two": "Round Two",
    "ROUND TWO": "ROUND TWO",
    "Ona Mari": "Ona Mari",
    "Mari Onna": "Mari Onna",
}
PAIRS = {
    frozenset(pair)
    for pair in [
        ("Cho Un", "cho un"),
        ("白石花", "白石 花"),
        ("髙橋一", "高橋一"),
        ("Bandō Ume", "Ume Bando"),
        ("Ana López", "ANA LOPEZ"),
        ("Ana López", "Lopez-Ana"),
        ("ANA LOPEZ", "Lopez-Ana"),
        ("コバヤシ", "こばやし"),
        ("name:ROSSI Mario|IT", "name:Rossi Mario|IT"),
        ("name:Rossi Mario", "name:Rossi Mario|IT"),
        ("name:Rossi Mario", "name:ROSSI Mario|IT"),
        ("egd:10000001", "name:Stein Ada|AT"),
    ]
}


@pytest.fixture(scope="module")
def alone(shared_builds: Builds) -> Build:
    def make(folder: Path) -> Build:
        games = [f"{at},2001-01-{at % 28 + 1:02},,{name},Z{at},B+R" for at, name in enumerate(ALONE)]
        games += ["m,2001-03-01,,Met One,MET ONE,B+R", "r1,2001-03-02,3,Round Two,Y1,B+R"]
        games += ["r2,2001-03-02,Round 3,ROUND TWO,Y2,B+R"]
        landing = write(
            folder / "landing", games="source_game_id,played_on,round,black,white,result\n" + "\n".join(games)
        )
        tournaments = {
            "one": "1 ROSSI Mario 3d IT Roma 1 2+/b0\n2 Stein Ada 2d AT Wien 0 1-/w0",
            "two": "1 Rossi Mario 3d IT Roma 1 2+/b0\n2 Stein Ada 2d AT Wien 0 1-/w0 |10000001",
            "three": "1 Rossi Mario 3d XX xxx 1 2+/b0\n2 Stein Ada 2d AT Wien 0 1-/w0 |10000002",
            "four": "1 Rossi Mario 3d DE Koln 1 2+/b0\n2 Bo Ladder 2d AT Wien 0 1-/w0",
        }
        for month, (name, lines) in enumerate(tournaments.items(), start=4):
            header = f"; EV[{name}]\n; DT[2024-{month:02}-01]\n; KM[6.5]\n"
            (landing / f"{name}.h9").write_text(header + lines + "\n", encoding="utf-8")
        return green(dbt(folder / "warehouse", "build", *PARTS, landing=landing))

    return shared_builds.once("persons_alone", make)


def test_names_alone_are_players_without_what_stands_behind_them(alone: Build) -> None:
    players = dict(alone.rows("select source_game_id, black_id from marts.fct_game where source = 'games.csv'"))
    assert {name: players[str(at)] for at, name in enumerate(ALONE)} == ALONE


def test_who_may_be_one_person_is_said_once_and_nobody_else(alone: Build) -> None:
    pairs = alone.rows(
        "select player_id, other_player_id, landed_table, source_file, raw_text, game_id from marts.dq_warning "
        "where reason_code = 'possible_same_player'"
    )
    found = [frozenset(pair[:2]) for pair in pairs]
    # One name, Rossi Mario of Germany, has no country in common with the Italian; without a country it may be either.
    assert {*found} - PAIRS == {frozenset(("name:Rossi Mario", "name:Rossi Mario|DE"))} | {
        frozenset(("egd:10000002", "name:Stein Ada|AT"))
    }, "a number and a name without one"
    assert PAIRS - {*found} == set() and len(found) == len(PAIRS) + 2
    for player_id, _, table, _, raw_text, game_id in pairs:
        assert game_id is None and (table == "players" or player_id in raw_text)


# What the build proposes, landed as it is, makes one player of two --------------------------------------------


def proposed(build: Build, landing: Path, folder: Path) -> Path:
    """A copy of the landing with the file that `make aliases` writes."""
    shutil.copytree(landing, folder)
    with duckdb.connect(str(build.file), read_only=True) as connection:
        connection.execute(f"copy (from marts.mart_proposed_alias) to '{folder / 'aliases_proposed.csv'}'")
    return folder


@pytest.fixture(scope="module")
def doubled(shared_builds: Builds) -> Build:
    """A players table with persons listed twice."""

    def make(folder: Path) -> Build:
        landing = write(
            folder / "landing",
            players="""
                player_id,name_ja,name_kana,name_romaji,birth_date
                Q1,高橋一,たかはしはじめ,Takahashi Hajime,1960-01-01
                Q2,髙橋一,たかはしはじめ,Takahashi Hajime,1960-01-01
                Q3,,,"Novak, Jan",1970-02-01
                Q4,,,Jan Novak,1970-02-01
                Q5,,,Ana Lopez,1980-01-01
                Q6,,,ANA LÓPEZ,1980-01-02
                Q7,佐藤剛,さとうつよし,Sato Tsuyoshi,
                Q8,佐藤毅,さとうつよし,Sato Tsuyoshi,
                Q9,三村芳織,みむらかおり,Mimura Kaori,
                QA,向井芳織,みむらかおり,Mimura Kaori,
                Z1,,,Somebody Else,
            """,
            affiliations="""
                player_id,organisation,valid_from,valid_to
                Q1,nihon_kiin,,1999-12-31
                Q2,kansai_kiin,2000-01-01,
                Z1,nihon_kiin,,
            """,
            games="""
                source_game_id,played_on,black,white,result
                1,1999-01-01,Q1,Z1,B+R
                2,1999-01-02,Q1,Z1,B+R
                3,2001-01-03,Q2,Z1,B+R
                4,2001-01-04,髙橋一,Z1,W+R
                5,2001-01-05,Q4,Z1,B+R
                6,2001-01-06,Q5,Z1,B+R
                7,2001-01-07,Q6,Z1,B+R
                8,2001-01-08,somebody else,Q1,B+R
                9,2001-01-09,Nobody Known,Q1,B+R
            """,
        )
        (landing / "open.h9").write_text(
            "; EV[Open]\n; DT[2001-04-01]\n; KM[6.5]\n"
            "1 Novak Jan 3d CZ Pra 1 2+/b0 |10000001\n2 Else Somebody 1k DE B 0 1-/w0 |10000002\n",
            encoding="utf-8",
        )
        return green(dbt(folder / "warehouse", "build", *PARTS, landing=landing))

    return shared_builds.once("persons_doubled", make)


@pytest.fixture(scope="module")
def merged(shared_builds: Builds, doubled: Build) -> Build:
    def make(folder: Path) -> Build:
        landing = proposed(doubled, doubled.folder.parent / "landing", folder / "landing")
        return green(dbt(folder / "warehouse", "build", *PARTS, landing=landing))

    return shared_builds.once("persons_merged", make)


def test_what_is_proposed(doubled: Build) -> None:
    rows = doubled.rows(
        "select alias, player_id, certainty, is_of_unknown_player, alias_games, games, has_same_birth_date "
        "from marts.mart_proposed_alias order by alias"
    )
    assert rows == [
        ("Q2", "Q1", "likely", False, 2, 2, True),
        ("Q3", "Q4", "likely", False, 0, 1, True),
        ("QA", "Q9", "possible", False, 0, 0, False),
        ("egd:10000001", "Q4", "possible", False, 1, 1, False),
        ("egd:10000002", "Z1", "possible", False, 1, 7, False),
        ("somebody else", "Z1", "likely", True, 1, 7, False),
    ]
    columns = [name for (name,) in doubled.rows("select column_name from (describe marts.mart_proposed_alias) limit 4")]
    assert columns == [*COLUMNS["aliases"]]


def test_landing_the_proposal_makes_one_player_of_two(doubled: Build, merged: Build) -> None:
    assert merged.value("select count(*) from marts.mart_proposed_alias") == 0
    assert merged.value("select count(*) from marts.dq_warning where reason_code = 'possible_same_player'") == 0
    players = [player for (player,) in merged.rows("select player_id from marts.dim_player order by 1")]
    assert players == ["Q1", "Q4", "Q5", "Q6", "Q7", "Q8", "Q9", "Z1"]
    games = merged.rows(
        "select source_game_id, black_id, white_id from marts.fct_game where source = 'games.csv' order by 1"
    )
    assert games == [
        ("1", "Q1", "Z1"),
        ("2", "Q1", "Z1"),
        ("3", "Q1", "Z1"),
        ("4", "Q1", "Z1"),
        ("5", "Q4", "Z1"),
        ("6", "Q5", "Z1"),
        ("7", "Q6", "Z1"),
        ("8", "Z1", "Q1"),
    ]
    assert merged.rows("select black_id, white_id from marts.fct_game where source != 'games.csv'") == [("Q4", "Z1")]
    organisations = merged.rows(
        "select source_game_id, organisation from marts.fct_game_player "
        "inner join marts.fct_game using (game_id) where player_id = 'Q1' and source = 'games.csv' order by 1"
    )
    assert dict(organisations) == {"1": "nihon_kiin", "2": "nihon_kiin"} | dict.fromkeys("348", "kansai_kiin")
    for spelling in ("髙橋一", "Q2", "Takahashi Hajime"):
        found = merged.rows("select distinct player_id from marts.dim_player_alias where alias = ?", spelling)
        assert found == [("Q1",)], spelling


def test_merged_rows_are_accounted_for(merged: Build) -> None:
    rows = merged.rows(
        "select source_file, detail, is_duplicate from marts.dq_rejected_row where reason_code = 'merged_player' order by all"
    )
    assert rows == [
        ("open.h9", "player_id egd:10000001 is Q4", True),
        ("open.h9", "player_id egd:10000002 is Z1", True),
        ("players.csv", "player_id Q2 is Q1", True),
        ("players.csv", "player_id Q3 is Q4", True),
        ("players.csv", "player_id QA is Q9", True),
    ]


def test_names_alone_become_one_too(alone: Build, tmp_path: Path) -> None:
    landing = proposed(alone, alone.folder.parent / "landing", tmp_path / "landing")
    again = green(dbt(tmp_path / "warehouse", "build", *PARTS, landing=landing))
    before = {player for (player,) in alone.rows("select player_id from marts.dim_player")}
    after = {player for (player,) in again.rows("select player_id from marts.dim_player")}
    aliases = {alias for (alias,) in alone.rows("select alias from marts.mart_proposed_alias")}
    assert len(aliases) >= 9 and after == before - aliases
    games = "select count(*) from marts.fct_game"
    assert again.value(games) == alone.value(games)
