"""One game once: what is merged, what is warned of and what is not rated until it is settled.

Every case has an event and a year of its own; the whole folder is one build.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from builds import LEAN, Build, Builds, dbt, green, write

# event: rows of source, id, day, sequence, edition, round, black, white, komi, result; and what becomes of them:
# the games that are left, and for each pair the warning that both rows get.
CASES: dict[str, tuple[str, set[str], dict[str, set[str]]]] = {
    # Two ids of one source: never merged, both told of.
    "Same row, two ids": (
        "s,1,2010-05-10,,7,1,Ann,Ben,6.5,B+3.5|s,2,2010-05-10,,7,1,Ann,Ben,6.5,B+3.5",
        {"s:1", "s:2"},
        {"possible_duplicate": {"s:1", "s:2"}},
    ),
    "Colours and result turned": (
        "s,3,2010-05-10,,7,1,Cat,Dan,6.5,B+R|s,4,2010-05-10,,7,1,Dan,Cat,6.5,W+R",
        {"s:3", "s:4"},
        {"possible_duplicate": {"s:3", "s:4"}},
    ),
    "Two winners on a day": (
        "s,5,2010-05-10,,7,final,Cat,Dan,6.5,B+R|s,6,2010-05-10,,7,決勝,Dan,Cat,6.5,B+R",
        {"s:5", "s:6"},
        {"source_conflict": {"s:5", "s:6"}},
    ),
    "Kept at both dates": (
        "s,7,2010-05-10,,7,1,Eve,Fay,6.5,B+R|s,8,2010-06-10,,7,1回戦,Eve,Fay,6.5,B+R",
        {"s:7", "s:8"},
        {"possible_duplicate": {"s:7", "s:8"}},
    ),
    "Two winners a month apart": (
        "s,9,2010-05-10,,7,1,Gus,Hal,6.5,B+R|s,10,2010-06-10,,第7期,1,Gus,Hal,6.5,W+R",
        {"s:9", "s:10"},
        {"source_conflict": {"s:9", "s:10"}},
    ),
    "Default and win": (
        "s,11,2010-05-10,,7,1,Ida,Jim,6.5,B+F|s,12,2010-05-10,,7,1,Ida,Jim,6.5,B+R",
        {"s:11", "s:12"},
        {"possible_duplicate": {"s:11", "s:12"}},
    ),
    "No round, the same words": (
        "s,50,2010-05-10,,,,Ann,Ben,6.5,B+R|s,51,2010-05-10,,,,Ann,Ben,6.5,B+R",
        {"s:50", "s:51"},
        {"possible_duplicate": {"s:50", "s:51"}},
    ),
    "Day and month exchanged": (
        "s,52,2010-05-10,,7,1,Ann,Ben,6.5,B+R|s,53,2010-10-05,,7,1,Ann,Ben,6.5,W+R",
        {"s:52", "s:53"},
        {"possible_duplicate": {"s:52", "s:53"}},
    ),
    # Other games, and nothing to say of them.
    "Three games of a day without rounds": (
        "s,54,2010-05-10,,,,Ann,Ben,6.5,B+R|s,55,2010-05-10,,,,Ann,Ben,6.5,B+R|s,56,2010-05-10,,,,Ann,Ben,6.5,B+R",
        {"s:54", "s:55", "s:56"},
        {},
    ),
    "Rounds differ": (
        "s,13,2010-05-10,,7,1,Kim,Lea,6.5,B+R|s,14,2010-05-10,,7,2,Kim,Lea,6.5,B+R",
        {"s:13", "s:14"},
        {},
    ),
    "Games of a day in order": (
        "s,15,2010-05-10,1,7,1,Kim,Lea,6.5,B+R|s,16,2010-05-10,2,7,1,Kim,Lea,6.5,W+R",
        {"s:15", "s:16"},
        {},
    ),
    "Best of three": (
        "s,17,2010-05-10,,7,final,Kim,Lea,6.5,B+R|s,18,2010-05-11,,7,final,Lea,Kim,6.5,B+R"
        "|s,19,2010-05-13,,7,final,Kim,Lea,6.5,B+R",
        {"s:17", "s:18", "s:19"},
        {},
    ),
    "League, twice each": (
        "s,20,2010-05-10,,7,league,Kim,Lea,6.5,B+R|s,21,2010-06-10,,7,league,Lea,Kim,6.5,B+R"
        "|s,22,2010-05-12,,7,league,Kim,Mia,6.5,B+R|s,23,2010-06-12,,7,league,Mia,Kim,6.5,B+R",
        {"s:20", "s:21", "s:22", "s:23"},
        {},
    ),
    "Next year's edition": (
        "s,24,2010-05-10,,7,1,Kim,Lea,6.5,B+R|s,25,2010-07-10,,8,1,Kim,Lea,6.5,W+R",
        {"s:24", "s:25"},
        {},
    ),
    "Replayed": (
        "s,26,2010-05-10,,7,1,Kim,Lea,6,Jigo|s,27,2010-05-11,,7,1,Lea,Kim,6,B+R,26",
        {"s:26", "s:27"},
        {},
    ),
    # Two sources: certain ones are merged.
    "Rounds are written otherwise": (
        "s,30,2011-05-10,,,1,Ann,Ben,,B+R|t,30,2011-05-10,,,１,Ann,Ben,,B+R|t,31,2011-05-10,,,Round  2,Cat,Dan,,B+R"
        "|s,31,2011-05-10,,,round 2,Cat,Dan,,B+R|s,32,2011-05-10,,,3,Eve,Fay,,B+R|t,32,2011-05-10,,,3rd round,Eve,Fay,,B+R"
        "|s,33,2011-05-10,,,Final,Gus,Hal,,B+R|t,33,2011-05-10,,,決勝戦,Gus,Hal,,B+R"
        "|s,34,2011-05-10,,,第十局,Ida,Jim,,B+R|t,34,2011-05-10,,,제10국,Jim,Ida,,W+R",
        {"s:30", "s:31", "s:32", "s:33", "s:34"},
        {"source_difference": {"s:34"}},
    ),
    "A day off": (
        "s,35,2011-05-10,,,3,Ann,Ben,,B+R|t,35,2011-05-11,,,3,Ann,Ben,,B+R",
        {"s:35"},
        {"source_difference": {"s:35"}},
    ),
    "Month only": ("s,36,2011-05,,,3,Ann,Ben,,B+R|t,36,2011-05-10,,,3,Ann,Ben,,B+R", {"t:36"}, {}),
    "First and last day of an adjourned game": (
        "s,46,2011-05-10/13,,,final,Ann,Ben,,B+R|t,46,2011-05-10,,,final,Ann,Ben,,B+R",
        {"s:46"},
        {},
    ),
    "A day off, two winners": (
        "s,37,2011-05-10,,,3,Ann,Ben,,B+R|t,37,2011-05-11,,,3,Ann,Ben,,W+R",
        {"s:37"},
        {"source_conflict": {"s:37"}},
    ),
    # Two sources: others may be one game.
    "A month later": (
        "s,38,2011-05-10,,,3,Ann,Ben,,B+R|t,38,2011-06-10,,,3,Ann,Ben,,B+R",
        {"s:38", "t:38"},
        {"possible_same_game": {"s:38", "t:38"}},
    ),
    "A day off without a round": (
        "s,39,2011-05-10,,,,Ann,Ben,,B+R|t,39,2011-05-11,,,,Ann,Ben,,B+R",
        {"s:39", "t:39"},
        {"possible_same_game": {"s:39", "t:39"}},
    ),
    "A round of another kind": (
        "s,40,2011-05-10,,,5,Ann,Ben,,B+R|t,40,2011-05-10,,,title match,Ann,Ben,,B+R",
        {"s:40", "t:40"},
        {"possible_same_game": {"s:40", "t:40"}},
    ),
    "Final on consecutive days": (
        "s,41,2011-05-10,,,final,Ann,Ben,,B+R|t,41,2011-05-11,,,final,Ann,Ben,,B+R",
        {"s:41", "t:41"},
        {"possible_same_game": {"s:41", "t:41"}},
    ),
    "A stage is no round": (
        "s,42,2011-05-10,,,league,Ann,Ben,,B+R|t,42,2011-05-11,,,league,Ann,Ben,,B+R|s,43,2011-05-12,,,league,Ann,Cat,,B+R",
        {"s:42", "t:42", "s:43"},
        {"possible_same_game": {"s:42", "t:42"}},
    ),
    # Two sources: what can't be one game.
    "Two days, two games in both": (
        "s,44,2011-05-10,,,,Ann,Ben,,B+R|s,45,2011-05-11,,,,Ann,Ben,,B+R|t,44,2011-05-10,,,,Ann,Ben,,B+R"
        "|t,45,2011-05-11,,,,Ann,Ben,,B+R",
        {"s:44", "s:45"},
        {},
    ),
}
HEADER = "source,source_game_id,played_on,sequence,event,edition,round,black,white,komi,result,replay_of\n"
REPLAYS = """
    source,source_game_id,played_on,event,round,black,white,result,replay_of
    r,1,2012-05-10,Replays,1,Ann,Ben,B+R,1
    r,2,2012-05-10,Replays,1,Cat,Dan,B+R,
    r,3,2012-05-20,Replays,1,Cat,Dan,W+R,2
    r,4,2012-05-10,Replays,1,Eve,Fay,Jigo,
    r,5,2012-05-01,Replays,1,Eve,Fay,W+R,4
    r,6,2012-05-20,Replays,1,Gus,Hal,W+R,4
    r,7,2012-05-10,Replays,1,Ida,Jim,Jigo,9
    r,8,2012-05-11,Replays,1,Ida,Jim,Jigo,7
    r,9,2012-05-12,Replays,1,Ida,Jim,Jigo,8
    r,10,2012-06-10,Replays,2,Eve,Fay,Jigo,
    r,11,2012-06-10,Replays,2,Fay,Eve,Jigo,10
    r,12,2012-06-11,Replays,2,Eve,Fay,B+R,11
"""
MOVES = "".join(
    f";{'BW'[number % 2]}[{'abcdefghijklmnopqrs'[number % 19]}{'cdefghi'[number // 19]}]" for number in range(60)
)
OTHER_MOVES = MOVES.replace("[ac]", "[pp]")
SHORT = ";B[aa];W[bb]"


def record(black: str, white: str, moves: str, result: str = "B+R", day: str = "2013-01-01") -> str:
    return f"(;GM[1]FF[4]CA[UTF-8]PB[{black}]PW[{white}]EV[Records]DT[{day}]RE[{result}]KM[6.5]{moves})\n"


@pytest.fixture(scope="module")
def build(shared_builds: Builds) -> Build:
    def make(folder: Path) -> Build:
        games = HEADER
        for year, (event, (rows, _, _)) in enumerate(CASES.items(), start=1970):
            for row in rows.split("|"):
                source, game_id, day, sequence, edition, *rest = row.split(",")
                day = f"{year}{day[4:]}"
                games += (
                    ",".join([source, game_id, day, sequence, f'"{event}"', edition, *rest])
                    + ("," * (7 - len(rest) - 1))
                    + "\n"
                )
        landing = write(folder / "landing", games=games, games_replays=REPLAYS)
        place = landing / "records"
        place.mkdir()
        for name, text in {
            "a.sgf": record("Ann", "Ben", MOVES),
            "a (1).sgf": record("Ann", "Ben", MOVES, day="2013-01-02") + record("Ann", "Ben", OTHER_MOVES),
            "turned.sgf": record("Cat", "Dan", MOVES.replace("c]", "d]"), "B+R"),
            "turned (1).sgf": record("Cat", "Dan", MOVES.replace("c]", "d]"), "W+R"),
            "short.sgf": record("Eve", "Fay", SHORT) * 2,
            "other short.sgf": record("Eve", "Fay", SHORT + ";B[cc]"),
            "other people.sgf": record("Gus", "Hal", MOVES, day="2013-03-01"),
        }.items():
            (place / name).write_text(text, encoding="utf-8")
        return green(dbt(folder / "warehouse", "build", *LEAN, landing=landing))

    return shared_builds.once("same_game", make)


@pytest.mark.parametrize("event", CASES)
def test_one_game_once(build: Build, event: str) -> None:
    _, games, warnings = CASES[event]
    assert {row[0] for row in build.rows("select game_id from marts.fct_game where event_id = ?", event)} == games
    found: dict[str, set[str]] = {}
    for code, game_id, other in build.rows(
        "select reason_code, game_id, other_game_id from marts.dq_warning"
        " where game_id in (select game_id from marts.fct_game where event_id = ?)",
        event,
    ):
        assert other in (games - {game_id} | {None}), "the other game is named, unless the two became one"
        found.setdefault(code, set()).add(game_id)
    assert found == warnings
    conflicting = warnings.get("source_conflict", set())
    assert {
        row[0]
        for row in build.rows(
            "select game_id from marts.fct_game where event_id = ? and record_reason = 'source_conflict'", event
        )
    } == conflicting
    rated = {
        row[0]
        for row in build.rows(
            "select distinct game_id from marts.fct_game_eligibility join marts.fct_game using (game_id)"
            " where event_id = ? and is_rated",
            event,
        )
    }
    assert not rated & conflicting and rated | conflicting >= games - {"s:11", "s:26"}, "a default and a jigo aside"


def test_the_moves_of_a_record_are_the_best_evidence(build: Build) -> None:
    rejected = build.rows(
        "select source_file, row_no, reason_code, game_id from marts.dq_rejected_row"
        " where starts_with(source_file, 'records/') and landed_table = 'games' order by all"
    )
    assert rejected == [
        ("records/a.sgf", 1, "duplicate_row", "records:a (1).sgf#1"),
        ("records/short.sgf", 2, "duplicate_row", "records:short.sgf#1"),
    ]
    warned = build.rows(
        "select reason_code, game_id, other_game_id from marts.dq_warning"
        " where starts_with(source_file, 'records/') and other_game_id is not null order by all"
    )
    people, ann = "records:other people.sgf#1", "records:a (1).sgf#1"
    assert warned == [
        ("possible_duplicate", ann, people),
        ("possible_duplicate", people, ann),
        ("possible_duplicate", "records:other short.sgf#1", "records:short.sgf#1"),
        ("possible_duplicate", "records:short.sgf#1", "records:other short.sgf#1"),
        ("source_conflict", "records:turned (1).sgf#1", "records:turned.sgf#1"),
        ("source_conflict", "records:turned.sgf#1", "records:turned (1).sgf#1"),
    ]


def test_a_replay_that_cannot_be(build: Build) -> None:
    told = dict(
        build.rows(
            "select game_id, detail from marts.dq_warning where reason_code = 'replay_impossible' and source_file = 'games_replays.csv'"
        )
    )
    words = {
        1: "itself",
        3: "decided",
        5: "later",
        6: "other players",
        7: "replays the other",
        8: "the other",
        9: "the other",
    }
    assert told.keys() == {f"r:{number}" for number in words}
    for number, word in words.items():
        assert word in told[f"r:{number}"]
    links = build.rows(
        "select source_game_id, replay_of from marts.fct_game where source = 'r' and replay_of is not null order by all"
    )
    assert links == [("11", "r:10"), ("12", "r:11")]


def test_what_was_read_of_an_event(build: Build) -> None:
    read = build.rows(
        "select source_file, rows_landed, rows_staged, rows_duplicate, rows_warned, games_rated, strftime(first_played_on, '%m-%d')"
        " from marts.dq_event_count where event_name = 'A day off'"
    )
    assert read == [("games.csv", 2, 1, 1, 1, 1, "05-10")]
    uneven = build.rows(
        "select source_file, sum(rows_landed) from marts.dq_event_count group by all"
        " except select source_file, count(*) from staging.stg_landing__row where landed_table = 'games' group by all"
    )
    assert uneven == [], "every landed row of games belongs to one event"
