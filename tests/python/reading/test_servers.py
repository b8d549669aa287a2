"""Lists of games from OGS and Fox: what counts, what was annulled, and whose numbers and ranks they are."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import servers
from go_ratings.reading.rows import FileRefused

OGS = {
    "related": {"detail": "/api/v1/games/101"},
    "players": {
        "white": {"id": 11, "username": "astone", "country": "at", "ranking": 30.2},
        "black": {"id": 12, "username": "Bo Ladder", "country": "de", "ranking": 25},
    },
    "id": 101,
    "name": "Friendly Match",
    "black": 12,
    "white": 11,
    "width": 19,
    "height": 19,
    "ranked": True,
    "handicap": 0,
    "komi": "6.50",
    "black_player_rank": 25,
    "white_player_rank": 30,
    "tournament": None,
    "tournament_round": 0,
    "outcome": "Resignation",
    "black_lost": True,
    "white_lost": False,
    "annulled": False,
    "started": "2024-05-31T21:15:00.000Z",
    "ended": "2024-06-01T00:05:00.000Z",
}
FOX = {
    "chessid": "1700000000010001403",
    "blackuid": 21,
    "blacknick": "青木花",
    "blackenname": "AokiHana",
    "blackdan": 108,
    "whiteuid": 22,
    "whitenick": "",
    "whiteenname": "坂東梅",
    "whitedan": 23,
    "title": "第1届杯赛<某某解说>",
    "starttime": "2024-05-31 22:57:25",
    "endtime": "2024-06-01 01:08:45",
    "winner": 1,
    "point": -1,
    "rule": 1,
    "movenum": 205,
    "boardsize": 19,
    "handicap": 0,
    "komi": 375,
}


def read(value, name="2024/mine.json"):
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return list(servers.rows(content, name))


def game(record, **changes):
    rows = [row for row in read([record | changes]) if row.table == "games"]
    assert len(rows) <= 1
    return rows[0] if rows else None


def codes(row):
    return [code for code, _ in row.warnings]


# --- OGS ---


def test_a_game_of_ogs():
    rows = read({"count": 1, "next": None, "results": [OGS]})
    assert [(row.table, row.values.get("status"), row.values.get("alias")) for row in rows[:-1]] == [
        ("events", "official", None),
        ("players", None, None),
        ("aliases", None, "Bo Ladder"),
        ("players", None, None),
        ("aliases", None, "astone"),
    ]
    assert rows[-1].values == {
        "source": "online-go.com",
        "source_game_id": "101",
        "played_on": "2024-06-01",
        "event": "OGS",
        "black": "ogs:12",
        "white": "ogs:11",
        "black_rank": "5k",
        "white_rank": "1d",
        "komi": "6.5",
        "handicap": "0",
        "result": "W+R",
    }
    assert rows[-1].warnings == []


@pytest.mark.parametrize(
    ("changes", "result", "warned"),
    [
        ({"outcome": "12.5 points"}, "W+12.5", []),
        ({"outcome": "1 point", "black_lost": False, "white_lost": True}, "B+1", []),
        ({"outcome": "Timeout"}, "W+T", []),
        ({"outcome": "Stone Removal Timeout"}, "W+T", []),
        ({"outcome": "Disconnection"}, "W+Offline", []),
        ({"outcome": ""}, "W+", []),
        ({"outcome": "Moderator Decision"}, "W+", ["result_how_unread"]),
        ({"outcome": "0 points", "black_lost": False}, "Jigo", []),
        ({"outcome": "Cancellation"}, "Cancelled", []),
        ({"annulled": True}, "Cancelled", []),
        ({"white_lost": True}, "?", []),
    ],
)
def test_results_of_ogs(changes, result, warned):
    row = game(OGS, **changes)
    assert row.values["result"] == result and codes(row) == warned


def test_unranked_games_are_in_an_unofficial_event():
    rows = read([OGS, OGS | {"id": 102, "ranked": False}, OGS | {"id": 103, "ranked": False, "tournament": 7}])
    events = {row.values["name"]: row.values["status"] for row in rows if row.table == "events"}
    assert events == {"OGS": "official", "OGS, unranked": "unofficial", "OGS tournament 7, unranked": "unofficial"}
    assert [row.values["event"] for row in rows if row.table == "games"] == list(events)
    assert len([row for row in rows if row.table == "players"]) == 2


def test_what_is_not_a_game_yet():
    assert game(OGS, ended=None) is None


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"rengo": True}, "team_tournament"),
        ({"players": {"white": {"id": 11}, "black": {"id": 12, "username": "x"}}}, "missing_value"),
        ({"players": {"white": {"id": 1, "username": "x"}, "black": {"id": 1, "username": "y"}}}, "same_player"),
        ({"ended": "soon"}, "date_unreadable"),
        ({"id": None}, "missing_value"),
    ],
)
def test_games_of_ogs_that_can_not_be_read(changes, problem):
    row = game(OGS, **changes)
    assert row.problem == problem and row.detail


def test_nobody_makes_no_player():
    rows = read([OGS | {"players": {"white": {"username": "?"}, "black": {"id": 12, "username": "x"}}, "white": None}])
    players = [row.values["player_id"] for row in rows if row.table == "players"]
    assert players == ["ogs:12"], "an account has a number, whatever it is called"


def test_other_facts_of_ogs():
    row = game(OGS, width=9, height=9, handicap=-1, komi=None, black_player_rank=0, white_player_rank=41)
    assert codes(row) == ["board_size"]
    assert row.values["board_size"] == "9"
    assert not {"handicap", "komi", "black_rank", "white_rank"} & row.values.keys()
    assert game(OGS, white_player_rank=39.5).values["white_rank"] == "9d"
    players = {"white": {"username": "astone"}, "black": {"username": "x"}}
    row = game(OGS, players=players, white=None, black=12)
    assert (row.values["white"], row.values["black"]) == ("name:astone", "ogs:12")


def test_an_account_is_somebody_whatever_its_name():
    record = OGS | {"players": {"white": {"id": 11, "username": "?"}, "black": {"username": "bye"}}, "black": None}
    rows = read([record])
    assert [row.values["player_id"] for row in rows if row.table == "players"] == ["ogs:11"]
    assert rows[-1].values["black"] == "name:bye"


# --- Fox ---


def test_a_game_of_fox():
    rows = read({"result": 0, "chesslist": [FOX]})
    assert rows[-1].values == {
        "source": "foxwq",
        "source_game_id": "1700000000010001403",
        "played_on": "2024-06-01",
        "event": "第1届杯赛",
        "black": "fox:21",
        "white": "fox:22",
        "black_rank": "9p",
        "white_rank": "6d",
        "komi": "7.5",
        "handicap": "0",
        "result": "B+R",
    }
    assert [row.values["alias"] for row in rows if row.table == "aliases"] == ["青木花", "坂東梅"]


@pytest.mark.parametrize(
    ("changes", "result", "warned"),
    [
        ({"winner": 2, "point": -2}, "W+T", []),
        ({"point": 275}, "B+5.5", []),
        ({"point": 350, "rule": 0, "komi": 650}, "B+3.5", []),
        ({"point": -7}, "B+", ["result_how_unread"]),
        ({"point": None}, "B+", ["result_how_unread"]),
        ({"winner": 0}, "?", []),
        ({"movenum": 0}, "B+F", []),
        ({"point": 999999}, "B+", []),
    ],
)
def test_results_of_fox(changes, result, warned):
    row = game(FOX, **changes)
    assert row.values["result"] == result and codes(row) == warned


@pytest.mark.parametrize(
    ("changes", "komi", "warned"),
    [
        ({"komi": 650, "rule": 0}, "6.5", []),
        ({"komi": 0}, None, ["komi_not_stated"]),
        ({"komi": 0, "handicap": 3}, None, []),
        ({"komi": 123}, None, ["komi_impossible"]),
    ],
)
def test_komi_of_fox(changes, komi, warned):
    row = game(FOX, **changes)
    assert row.values.get("komi") == komi and codes(row) == warned


@pytest.mark.parametrize(("number", "rank"), [(100, "1p"), (18, "1d"), (26, "9d"), (17, "1k"), (0, "18k"), ("x", None)])
def test_ranks_of_fox(number, rank):
    assert game(FOX, whitedan=number).values.get("white_rank") == rank
    assert codes(game(FOX, whitedan=50)) == ["rank_unread"]


# --- files ---


def test_forms_of_a_file():
    for value in ([OGS, FOX], [{"results": [OGS]}, {"chesslist": [FOX]}]):
        assert [row.values["source"] for row in read(value) if row.table == "games"] == ["online-go.com", "foxwq"]
    assert [row.table for row in read(OGS)][-1] == "games"
    lines = b"\n".join([json.dumps(OGS).encode(), b"{damaged", b"", json.dumps(FOX).encode()])
    assert [row.problem for row in read(lines, "a.jsonl") if row.table == "games"] == ["", "malformed_row", ""]
    assert [row.problem for row in read([OGS, {"a": 1}, 3]) if row.table == "games"] == ["", "malformed_row"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty_file"),
        (b"[", "malformed_json"),
        (b"[" * 100_000, "malformed_json"),
        (b"[]", "not_server_list"),
        (b'{"ranked": true}', "not_server_list"),
        (b'"text"', "not_server_list"),
    ],
)
def test_files_that_are_refused(content, code):
    with pytest.raises(FileRefused) as refused:
        read(content)
    assert refused.value.code == code and "mine.json" in refused.value.detail


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "username", "black"]), inner),
    max_leaves=5,
)


@given(st.data())
@settings(max_examples=400, deadline=2000)
def test_any_values_give_rows_or_a_refusal(data):
    record = dict(data.draw(st.sampled_from([OGS, FOX])))
    for key in data.draw(st.lists(st.sampled_from(sorted(record)), max_size=3)):
        record[key] = data.draw(JSON)
    try:
        for row in read([record, OGS]):
            assert bool(row.problem) == bool(row.detail)
            assert all(isinstance(value, str) for value in row.values.values())
    except FileRefused as refused:
        assert refused.code and refused.detail
