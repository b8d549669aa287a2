"""OpenGotha tournaments: references, results, what is flagged, and XML that is refused."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import opengotha
from go_ratings.reading.rows import FileRefused

PLAYERS = """<Player name="Van Stone" firstName="Ada" country="AT" egfPin="10000001" agaId="" rank="3D" registeringStatus="FIN"/>
<Player name="Ladder" firstName="Bo" country="de" egfPin="" agaId="77" rank="1k" registeringStatus="FIN"/>
<Player name="Gëta" firstName="Çy" country="DE" egfPin="" agaId="" rank="2K" registeringStatus="FIN"/>
"""
GENERAL = {
    "name": "Spring Cup",
    "shortName": "spring24",
    "beginDate": "2024-06-01",
    "endDate": "2024-06-02",
    "komi": "6.5",
    "size": "19",
    "numberOfRounds": "1",
}


def game_xml(**attributes):
    given = {
        "roundNumber": "1",
        "tableNumber": "1",
        "blackPlayer": "VANSTONEADA",
        "whitePlayer": "LADDERBO",
        "knownColor": "true",
        "handicap": "0",
        "result": "RESULT_BLACKWINS",
    } | attributes
    return "<Game " + " ".join(f'{key}="{value}"' for key, value in given.items() if value is not None) + "/>"


def document(*games, players=PLAYERS, saved="20240603120000", extra="", **general):
    parameters = " ".join(f'{key}="{value}"' for key, value in (GENERAL | general).items())
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><Tournament dataVersion="201" saveDT="{saved}">'
        f"<Players>{players}</Players><Games>{''.join(games or [game_xml()])}</Games>"
        f'<ByePlayers><ByePlayer player="GETACY" roundNumber="1"/></ByePlayers>'
        f"<TournamentParameterSet><GeneralParameterSet {parameters}/></TournamentParameterSet>{extra}</Tournament>"
    )


@pytest.fixture
def read(tmp_path):
    def rows(content, name="t/spring.xml"):
        path = tmp_path / "spring.xml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return list(opengotha.rows(path, name))

    return rows


def games(rows):
    return [row for row in rows if row.table == "games"]


def codes(rows):
    return [code for row in rows for code, _ in row.warnings]


def test_a_tournament(read):
    rows = read(document())
    assert [row.table for row in rows] == ["events", "players", "aliases", "players", "aliases", "players", "games"]
    assert rows[0].values["name"] == rows[0].values["event_id"] == "Spring Cup (2024-06-01)"
    assert [row.values["player_id"] for row in rows if row.table == "players"] == [
        "egd:10000001",
        "aga:77",
        "name:Gëta Çy|DE",
    ]
    assert rows[2].values == {"alias": "Van Stone Ada", "player_id": "egd:10000001"}
    assert rows[-1].values == {
        "source_game_id": "r1/aga:77/egd:10000001",
        "played_on": "2024-06-02",
        "sequence": "1",
        "event": "Spring Cup (2024-06-01)",
        "round": "1",
        "black": "egd:10000001",
        "white": "aga:77",
        "colours": "known",
        "black_rank": "3d",
        "white_rank": "1k",
        "komi": "6.5",
        "handicap": "0",
        "result": "B+",
    }


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("WHITEWINS", "W+"),
        ("BLACKWINS_BYDEF", "B+F"),
        ("WHITEWINS_BYDEF", "W+F"),
        ("EQUAL", "Jigo"),
        ("BOTHLOSE", "Both lost"),
        ("BOTHLOSE_BYDEF", "Both lost"),
        ("BOTHWIN", "?"),
        ("BOTHWIN_BYDEF", "Cancelled"),
        ("EQUAL_BYDEF", "Cancelled"),
    ],
)
def test_results(read, result, told):
    [row] = games(read(document(game_xml(result=f"RESULT_{result}"))))
    assert row.values["result"] == told and codes([row]) == (["both_win"] if result == "BOTHWIN" else [])


def test_games_without_a_result_were_not_played(read):
    rows = read(document(game_xml(result="RESULT_UNKNOWN"), game_xml(result="RESULT_UNKNOWN_BYDEF")))
    assert not games(rows) and codes(rows) == ["tournament_in_progress"]


@pytest.mark.parametrize(
    ("attributes", "code"),
    [
        ({"result": "RESULT_MAYBE"}, "result_unreadable"),
        ({"result": None}, "result_unreadable"),
        ({"roundNumber": "0"}, "bad_value"),
        ({"roundNumber": "one"}, "bad_value"),
        ({"whitePlayer": "NOBODY"}, "unknown_player"),
        ({"whitePlayer": None}, "unknown_player"),
        ({"whitePlayer": "VANSTONEADA"}, "same_player"),
    ],
)
def test_games_that_can_not_be_read(read, attributes, code):
    [row] = games(read(document(game_xml(**attributes))))
    assert row.problem == code and row.detail and "Game" in row.raw_text


def test_references_without_accents_or_with_blanks(read):
    rows = read(document(game_xml(whitePlayer="GETACY"), game_xml(blackPlayer="Van Stone Ada", whitePlayer="GËTAÇY")))
    assert [row.values["white"] for row in games(rows)] == ["name:Gëta Çy|DE"] * 2
    assert codes(games(rows)) == ["reference_without_accents"]


def test_references_of_a_turkish_computer_and_letters_that_are_no_accents(read):
    players = PLAYERS.replace("Ladder", "Kılıç Łø")
    rows = read(document(game_xml(whitePlayer="KILIÇŁØBO"), game_xml(whitePlayer="KİLİCLOBO"), players=players))
    assert [row.problem for row in games(rows)] == ["", ""]


def test_players_of_one_name_can_not_be_told_apart(read):
    twin = '<Player name="Ladder" firstName="Bo" country="FR" egfPin="10000009" rank="1k"/>'
    assert games(read(document(players=PLAYERS + twin)))[0].problem == "ambiguous_player"
    same_pin = '<Player name="Other" firstName="One" country="FR" egfPin="10000001" rank="1k"/>'
    assert games(read(document(players=PLAYERS + same_pin)))[0].problem == "ambiguous_player"


def test_a_bye_entered_as_a_player_is_nobody(read):
    rows = read(document(game_xml(whitePlayer="BYE"), players=PLAYERS + '<Player name="BYE" firstName="" rank="30K"/>'))
    assert games(rows)[0].problem == "not_a_player" and len([row for row in rows if row.table == "players"]) == 3


def test_unpublished_colours_and_handicap(read):
    [row] = games(read(document(game_xml(knownColor="false", handicap="3"))))
    assert row.values["colours"] == "unknown" and row.values["handicap"] == "3" and "komi" not in row.values
    [row] = games(read(document(game_xml(handicap="many"))))
    assert "handicap" not in row.values and codes([row]) == ["handicap_impossible"]


@pytest.mark.parametrize(
    ("changes", "warned", "values"),
    [
        ({"name": "Test Game"}, ["test_tournament"], {"status": "unofficial"}),
        ({"shortName": "x_Test_MM"}, ["test_tournament"], {"status": "unofficial"}),
        ({"name": "Contest of Attesters"}, [], {"status": "official"}),
        ({"name": "Tournament name"}, ["unnamed_tournament"], {"name": "spring24 (2024-06-01)"}),
        ({"name": "", "shortName": ""}, ["unnamed_tournament"], {"name": "spring (2024-06-01)"}),
        ({"numberOfRounds": "5"}, ["tournament_in_progress"], {}),
        ({"size": "13"}, ["board_size"], {}),
        ({"extra": "<Teams><Team/></Teams>"}, [], {"format": "team"}),
    ],
)
def test_tournaments_that_deserve_a_look(read, changes, warned, values):
    rows = read(document(**changes))
    [event] = [row for row in rows if row.table == "events"]
    assert codes(rows) == warned and values.items() <= event.values.items()
    assert {row.values.get("board_size") for row in games(rows)} == {changes.get("size")}


def test_a_tournament_saved_before_its_end_counts_for_the_day_it_was_saved(read):
    rows = read(document(saved="20240601230000"))
    assert games(rows)[0].values["played_on"] == "2024-06-01" and codes(rows) == ["tournament_in_progress"]


def test_ranks_and_pins_that_can_not_be_read(read):
    rows = read(document(players=PLAYERS.replace("3D", "99K").replace("10000001", "12")))
    assert codes(rows) == ["pin_unread", "rank_unread"] and games(rows)[0].values["black"] == "name:Van Stone Ada|AT"


def test_a_second_game_of_a_round_has_an_id_of_its_own(read):
    assert [row.values["source_game_id"][-2:] for row in games(read(document(game_xml(), game_xml())))] == ["01", "#2"]


def test_names_with_markup_stay_text(read):
    rows = read(
        document(game_xml(whitePlayer="&lt;B&gt;LADDERBO"), players=PLAYERS.replace("Ladder", "&lt;b&gt;Ladder"))
    )
    assert rows[4].values["alias"] == "<b>Ladder Bo" and not games(rows)[0].problem


BILLION_LAUGHS = '<?xml version="1.0"?><!DOCTYPE Tournament [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><Tournament><Players>&b;</Players></Tournament>'
EXTERNAL = (
    '<?xml version="1.0"?><!DOCTYPE Tournament [<!ENTITY a SYSTEM "file:///etc/hostname">]><Tournament>&a;</Tournament>'
)
PARAMETER = '<?xml version="1.0"?><!DOCTYPE Tournament [<!ENTITY % a SYSTEM "file:///etc/hostname"> %a;]><Tournament/>'


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "empty_file"),
        ("no xml", "malformed_xml"),
        ("<Other/>", "not_opengotha"),
        (document()[:400], "malformed_xml"),
        (BILLION_LAUGHS, "xml_entities"),
        (EXTERNAL, "xml_entities"),
        (PARAMETER, "xml_entities"),
        (b"\x00\x01", "malformed_xml"),
        (document(beginDate="", endDate="soon"), "missing_value"),
        (document().replace("UTF-8", "klingon"), "malformed_xml"),
        (document().replace("Spring", "M\xfc").encode("latin-1"), "malformed_xml"),
        (b"<Tournament>" + b" " * (17 * 2**20), "file_too_large"),
    ],
)
def test_bad_files_are_refused(read, content, code):
    with pytest.raises(FileRefused) as refused:
        read(content)
    assert refused.value.code == code and "spring.xml" in refused.value.detail


def test_a_document_type_is_no_harm(read):
    assert games(
        read(document().replace("<Tournament ", '<!DOCTYPE Tournament SYSTEM "tournament.dtd"><Tournament ', 1))
    )


def test_other_encodings_that_xml_declares(read):
    text = document(game_xml(whitePlayer="MÜLLERBO"), players=PLAYERS.replace("Ladder", "Müller")).replace(
        "UTF-8", "ISO-8859-1"
    )
    assert read(text.encode("latin-1"))[4].values["alias"] == "Müller Bo"


def test_deep_nesting_is_no_harm(read):
    read(document(extra="<a>" * 100_000 + "</a>" * 100_000))


def survives(path):
    try:
        for row in opengotha.rows(path, "fuzz.xml"):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=2000)
def test_any_bytes_give_rows_or_a_refusal(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "fuzz.xml"
    path.write_bytes(content)
    survives(path)


VALUES = st.sampled_from(
    [
        "",
        "1",
        "99K",
        "3D",
        "VANSTONEADA",
        "LADDERBO",
        "RESULT_EQUAL",
        "2024-06-01",
        "-1",
        "true",
        "٣",
        "é",
        "19",
        "10000001",
    ]
)


@given(st.data())
@settings(max_examples=300, deadline=2000)
def test_any_attributes_give_rows_or_a_refusal(tmp_path_factory, data):
    def attributes(*names):
        return {name: data.draw(VALUES) for name in data.draw(st.sets(st.sampled_from(names)))}

    text = document(
        game_xml(**attributes("blackPlayer", "whitePlayer", "result", "roundNumber", "handicap", "knownColor")),
        game_xml(),
        players=PLAYERS.replace("1k", data.draw(VALUES)).replace("10000001", data.draw(VALUES)),
        **attributes("name", "shortName", "beginDate", "endDate", "komi", "size", "numberOfRounds"),
    )
    path = tmp_path_factory.getbasetemp() / "attributes.xml"
    path.write_text(text, encoding="utf-8")
    survives(path)


def test_samples(shared_folder):
    folder = shared_folder / "data" / "tournaments" / "opengotha"
    counts = Counter()
    for path in sorted(folder.iterdir()):
        for row in games(opengotha.rows(path, path.name)):
            counts["games"] += 1
            counts[row.problem] += 1
    # In one file 500 players share a PIN, in one two share a name, in three references name nobody.
    assert counts == {"games": 5379, "": 4070, "ambiguous_player": 1265, "unknown_player": 44}
