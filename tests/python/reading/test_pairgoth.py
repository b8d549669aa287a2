"""pairgoth's tournaments: ranks as numbers, results by letter, and JSON that isn't one."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import pairgoth
from go_ratings.reading.rows import FileRefused

PLAYERS: list[dict[str, Any]] = [
    {"id": 1, "name": "Van Stone", "firstname": "Ada", "rank": 2, "country": "AT", "egf": "10000001\n"},
    {"id": 2, "name": "Ladder", "firstname": "Bo_Li", "rank": -1, "country": "GB", "egf": "\n"},
    {"id": 5, "name": "Échelle", "firstname": "Cé", "rank": -12, "country": "FR", "ffg": "9900001"},
]
ROUNDS: list[list[dict[str, Any]]] = [
    [{"id": 1, "t": 1, "w": 1, "b": 2, "h": 0, "r": "b"}, {"id": 2, "t": 0, "w": 0, "b": 5, "h": 0, "r": "b"}],
    [{"id": 3, "t": 1, "w": 1, "b": 5, "h": 4, "r": "w", "dd": 1}],
]
TOURNAMENT: dict[str, Any] = {
    "id": 7,
    "type": "INDIVIDUAL",
    "name": "Spring Open",
    "shortName": "spring24",
    "startDate": "2024-06-01",
    "endDate": "2024-06-02",
    "country": "fr",
    "location": "Ville",
    "online": False,
    "komi": 7.5,
    "rules": "FRENCH",
    "gobanSize": 19,
    "rounds": 2,
    "players": PLAYERS,
    "games": ROUNDS,
}


def read(tournament, name="2024/000007-spring24.tour"):
    content = tournament if isinstance(tournament, bytes) else json.dumps(tournament).encode()
    return list(pairgoth.rows(content, name))


def changed(**values):
    return TOURNAMENT | values


def with_game(**game):
    return changed(games=[[ROUNDS[0][0] | game]], rounds=1)


def games(rows):
    return [row for row in rows if row.table == "games"]


def codes(rows):
    return sorted(code for row in rows for code, _ in row.warnings)


def test_a_tournament_becomes_event_players_and_games():
    rows = read(TOURNAMENT)
    assert codes(rows) == [] and rows[0].values["name"] == "Spring Open (2024-06-01)"
    assert [row.values["player_id"] for row in rows if row.table == "players"] == [
        "egd:10000001",
        "name:Ladder Bo Li|UK",
        "ffg:9900001",
    ]
    first, second = games(rows)
    assert first.values == {
        "source_game_id": "r1/egd:10000001/name:Ladder Bo Li|UK",
        "played_on": "2024-06-02",
        "event": "Spring Open (2024-06-01)",
        "sequence": "1",
        "round": "1",
        "black": "name:Ladder Bo Li|UK",
        "white": "egd:10000001",
        "black_rank": "1k",
        "white_rank": "3d",
        "komi": "7.5",
        "handicap": "0",
        "result": "B+",
    }
    assert (second.values["handicap"], second.values["result"], second.values["black_rank"]) == ("4", "W+", "12k")
    assert "komi" not in second.values


@pytest.mark.parametrize(
    ("written", "result", "warned"),
    [
        ("b", "B+", []),
        ("w", "W+", []),
        ("=", "Jigo", []),
        ("X", "Cancelled", []),
        ("0", "Both lost", []),
        ("#", "?", ["both_win"]),
    ],
)
def test_results(written, result, warned):
    [row] = games(read(with_game(r=written)))
    assert row.values["result"] == result and codes([row]) == warned


def test_what_is_not_played_is_no_game():
    rows = read(with_game(r="?") | {"rounds": 5})
    assert games(rows) == [] and codes(rows) == ["tournament_in_progress"]


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ({"w": 9}, "unknown_player"),
        ({"b": None}, "unknown_player"),
        ({"w": 2}, "same_player"),
        ({"r": "B"}, "result_unreadable"),
        ({"h": 1e999}, ""),
    ],
)
def test_games_that_can_not_be_read(game, problem):
    [row] = games(read(with_game(**game)))
    assert row.problem == problem and bool(row.detail) == bool(problem)


def test_players_who_are_not_known_for_certain():
    twice = [*PLAYERS, PLAYERS[0]]
    assert {row.problem for row in games(read(changed(players=twice)))} == {"ambiguous_player"}
    same_pin = [*PLAYERS, PLAYERS[0] | {"id": 9}]
    assert games(read(changed(players=same_pin)))[0].problem == "ambiguous_player"
    nobody = [PLAYERS[0], {"id": 2, "name": "BYE", "firstname": "", "rank": -20}]
    assert games(read(changed(players=nobody)))[0].problem == "not_a_player"


@pytest.mark.parametrize(
    ("values", "warned"),
    [
        ({"gobanSize": 13}, ["board_size"]),
        ({"endDate": "2024-05-01"}, ["date_order"]),
        ({"komi": "much"}, ["komi_impossible"]),
        ({"players": [PLAYERS[0] | {"rank": -99}, *PLAYERS[1:]]}, ["rank_unread"]),
        ({"players": [PLAYERS[0] | {"egf": "12"}, *PLAYERS[1:]]}, ["pin_unread"]),
    ],
)
def test_what_deserves_a_look(values, warned):
    rows = read(changed(**values))
    assert codes(rows) == warned
    assert {row.values.get("board_size") for row in games(rows)} == {"13" if "board_size" in warned else None}


def test_a_handicap_that_is_no_number_is_left_out():
    [row] = games(read(with_game(h="many")))
    assert codes([row]) == ["handicap_impossible"] and "handicap" not in row.values and "komi" not in row.values


def test_without_a_name():
    rows = read(changed(name="", shortName=""))
    assert rows[0].values["name"] == "000007-spring24 (2024-06-01)"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"{", "malformed_json"),
        (b"[" * 200_000, "malformed_json"),
        (b'{"players": ' + b"9" * 5000 + b"}", "malformed_json"),
        (b"\xff\xfe{", "malformed_json"),
        (b"[]", "not_pairgoth"),
        (b"{}", "not_pairgoth"),
        (changed(players=[]), "no_players"),
        (changed(players=[{}] * 5001), "too_many_players"),
        (changed(startDate="", endDate="soon"), "missing_value"),
        (changed(type="TEAM3"), "team_tournament"),
    ],
)
def test_files_that_are_refused(content, code):
    with pytest.raises(FileRefused) as refused:
        read(content)
    assert refused.value.code == code and "spring24.tour" in refused.value.detail


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("idwbhr"), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
@settings(max_examples=300, deadline=2000)
def test_any_values_give_rows_or_a_refusal(data):
    tournament = copy.deepcopy(TOURNAMENT)
    places = [tournament, *tournament["players"], *(game for games in tournament["games"] for game in games)]
    for place in data.draw(st.lists(st.sampled_from(places), max_size=3)):
        place[data.draw(st.sampled_from(sorted(place)))] = data.draw(JSON)
    try:
        for row in read(tournament):
            assert bool(row.problem) == bool(row.detail)
            assert all(isinstance(value, str) for value in row.values.values())
    except FileRefused as refused:
        assert refused.code and refused.detail
