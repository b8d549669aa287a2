"""The MacMahon program's tournaments: who a pairing means, results, the missing date, and XML that is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import macmahon
from go_ratings.reading.rows import FileRefused

PLAYERS = [
    {"Id": 1, "Surname": "Van Stone", "FirstName": "Ada", "Country": "at", "GoLevel": "3d", "EgdPin": "10000001"},
    {"Id": 2, "Surname": "Ladder", "FirstName": "Bo", "Country": "DE", "GoLevel": "1k", "EgdPin": "0"},
    {"Id": 3, "Surname": "Tesuji", "FirstName": "Cé", "Country": "DE", "GoLevel": "12K", "EgdPin": ""},
]


def xml(tag, texts):
    return f"<{tag}>" + "".join(f"<{key}>{text}</{key}>" for key, text in texts.items()) + f"</{tag}>"


def pairing(black, white, result, **others):
    return {"BoardNumber": 1, "Black": black, "White": white, "Handicap": 0, "Result": result} | others


def document(*rounds, players=PLAYERS, extra="", name="Spring &amp; Summer", **tournament):
    participants = "".join(
        f"<IndividualParticipant><Id>{player['Id']}</Id><GoPlayer>"
        + "".join(f"<{key}>{text}</{key}>\n" for key, text in player.items() if key != "Id")
        + "</GoPlayer><PreliminaryRegistration>false</PreliminaryRegistration></IndividualParticipant>\n"
        for player in players
    )
    played = "".join(
        f"<TournamentRound><RoundNumber>{number}</RoundNumber>"
        + "".join(xml("Pairing", game) for game in games)
        + "</TournamentRound>"
        for number, games in enumerate(rounds, start=1)
    )
    settings_ = {"Name": name, "NumberOfRounds": len(rounds)} | tournament
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<Tournament typeversion="1">\n'
        + "".join(f"<{key}>{text}</{key}>\n" for key, text in settings_.items())
        + f"<Walllist><Name>Score</Name></Walllist>{participants}{played}{extra}</Tournament>"
    )


def read(text, name="2024/spring_2024-06-01.xml"):
    return list(macmahon.rows(text if isinstance(text, bytes) else text.encode(), name))


def games(rows):
    return [row for row in rows if row.table == "games"]


def codes(rows):
    return sorted(code for row in rows for code, _ in row.warnings)


def test_a_tournament_becomes_event_players_and_games():
    rows = read(document([pairing(2, 1, "0-1", Handicap=3)], [pairing(1, 3, "1-0"), pairing(2, 0, "1-0")], Komi="6.5"))
    assert codes(rows) == ["date_from_file_name"]
    assert [row.values["name"] for row in rows if row.table == "events"] == ["Spring & Summer (2024-06-01)"]
    assert [row.values["player_id"] for row in rows if row.table == "players"] == [
        "egd:10000001",
        "name:Ladder Bo|DE",
        "name:Tesuji Cé|DE",
    ]
    first, second = games(rows)
    assert first.values == {
        "source_game_id": "r1/egd:10000001/name:Ladder Bo|DE",
        "played_on": "2024-06-01",
        "event": "Spring & Summer (2024-06-01)",
        "sequence": "1",
        "round": "1",
        "black": "name:Ladder Bo|DE",
        "white": "egd:10000001",
        "black_rank": "1k",
        "white_rank": "3d",
        "handicap": "3",
        "result": "W+",
    }
    assert (second.values["result"], second.values["komi"], second.values["white_rank"]) == ("B+", "6.5", "12k")


@pytest.mark.parametrize(
    ("written", "by_referee", "result", "warned"),
    [
        ("1-0", "false", "B+", []),
        ("0-1", "", "W+", []),
        ("0 - 1", "", "W+", []),
        ("1-0", "true", "B+F", []),
        ("0-1!", "false", "W+F", []),
        ("½-½", "false", "Jigo", []),
        ("½-½", "true", "Cancelled", []),
        ("0-0", "false", "Both lost", []),
        ("0-0", "TRUE", "Both lost", []),
        ("1-1", "false", "?", ["both_win"]),
    ],
)
def test_results(written, by_referee, result, warned):
    [row] = games(read(document([pairing(1, 2, written, ResultByReferee=by_referee)])))
    assert row.values["result"] == result and codes([row]) == warned


def test_what_is_not_played_is_no_game():
    rows = read(
        document([pairing(1, 2, "?-?"), pairing(3, 0, "1-0", PairingWithBye="true")], NumberOfRounds=3),
    )
    assert games(rows) == [] and codes(rows) == ["date_from_file_name", "tournament_in_progress"]
    assert "1 games wait" in rows[0].warnings[-1][1] and "round 1 of 3" in rows[0].warnings[-1][1]


def test_names_of_the_elements_in_other_files():
    text = (
        document([pairing(1, 2, "1-0")]).replace("IndividualParticipant", "Player").replace("TournamentRound", "Round")
    )
    text = text.replace('<Tournament typeversion="1">', '<TournamentData><Tournament typeversion="3.9">')
    assert len(games(read(text.replace("</Tournament>", "</Tournament></TournamentData>")))) == 1


def test_dates_that_the_file_states_go_before_its_name():
    [event, *_] = read(document([pairing(1, 2, "1-0")], StartDate="2023-05-06", EndDate="2023-05-07"))
    assert event.values["name"] == "Spring & Summer (2023-05-06)"
    assert games(read(document([pairing(1, 2, "1-0")]), "spring 20240602.xml"))[0].values["played_on"] == "2024-06-02"


@pytest.mark.parametrize(
    ("players", "game", "problem"),
    [
        (PLAYERS, pairing(1, 9, "1-0"), "unknown_player"),
        (PLAYERS, pairing("", 1, "1-0"), "unknown_player"),
        (PLAYERS, pairing(1, 1, "1-0"), "same_player"),
        (PLAYERS, pairing(1, 2, "2-0"), "result_unreadable"),
        ([*PLAYERS, PLAYERS[0] | {"Surname": "Other"}], pairing(1, 2, "1-0"), "ambiguous_player"),
        ([*PLAYERS, PLAYERS[1] | {"Id": 4}], pairing(1, 2, "1-0"), "ambiguous_player"),
        ([*PLAYERS, {"Id": 4, "Surname": "BYE"}], pairing(1, 4, "1-0"), "not_a_player"),
    ],
)
def test_games_that_can_not_be_read(players, game, problem):
    rows = read(document([game], players=players))
    assert [row.problem for row in games(rows)] == [problem] and games(rows)[0].detail


def test_what_deserves_a_look():
    bad = [PLAYERS[0] | {"GoLevel": "35k", "EgdPin": "123"}, *PLAYERS[1:]]
    rows = read(document([pairing(1, 2, "1-0", Handicap="many")], players=bad))
    assert codes(rows) == ["date_from_file_name", "handicap_impossible", "pin_unread", "rank_unread"]


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        ("", "a_2024-06-01.xml", "empty_file"),
        ("<Other/>", "a_2024-06-01.xml", "not_macmahon"),
        (document(), "spring.xml", "missing_value"),
        (document(), "2024-06-01_2024-06-02.xml", "missing_value"),
        (document(players=[]), "a_2024-06-01.xml", "no_players"),
        (document()[:300], "a_2024-06-01.xml", "malformed_xml"),
        ('<!DOCTYPE t [<!ENTITY a "ha">]><Tournament>&a;</Tournament>', "a.xml", "xml_entities"),
        ("<Tournament>" + "<Player/>" * 5001 + "</Tournament>", "a_2024-06-01.xml", "too_many_players"),
        (b"<Tournament>" + b" " * (17 * 2**20), "a_2024-06-01.xml", "file_too_large"),
    ],
)
def test_bad_files_are_refused(content, name, code):
    with pytest.raises(FileRefused) as refused:
        read(content, name)
    assert refused.value.code == code and name in refused.value.detail


def test_deep_nesting_and_long_texts_are_no_harm():
    rows = read(document([pairing(1, 2, "1-0")], extra="<a>" * 50_000 + "x" * 10**6 + "</a>" * 50_000))
    assert len(games(rows)) == 1


DOCUMENT = document([pairing(2, 1, "0-1", Handicap=3)], [pairing(1, 3, "1-0"), pairing(2, 0, "1-0")])
PIECES = st.sampled_from(
    ["", "0", "-1", "٣", "½", "1-0", "é", "</Id>", "<Id>", "<Pairing>", "</Pairing>", "&#0;", "99999"]
)


@given(st.integers(0, len(DOCUMENT)), PIECES, st.integers(0, 12))
@settings(max_examples=400, deadline=2000)
def test_any_damage_gives_rows_or_a_refusal(at, inserted, lost):
    try:
        for row in read(DOCUMENT[:at] + inserted + DOCUMENT[at + lost :]):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail
