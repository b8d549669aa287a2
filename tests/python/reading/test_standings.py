"""Standings as OpenGotha publishes them: which columns there are, the cells' forms, and the missing date."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import standings
from go_ratings.reading.rows import FileRefused

HEAD = (
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title>Spring &amp; Sun</title>'
    '<link href="current.css" rel="stylesheet" type="text/css"></head><body><h1 align="center">Spring &amp; Sun</h1>'
    '\n<table align="center" class="simple">'
)
COLUMNS = ("Num", "Pl", "Name", "Rank", "Co", "Club", "NbW", "R&nbsp;1", "R&nbsp;2", "MMS", "SOSM")
PLAYERS = [
    ("1", "   1", "Van Stone Ada", "3D", "AT", "W x", "2", "   2+/w0", "   3+!b0", "30", "57&#189;"),
    ("2", "   2", "Ladder Bo", "2D", "DE", "", "1", "   1-/b0", "   4=/w3", "29", "57"),
    ("3", "    ", "Été Cé|Ä", "12K", "", "Pa", "0", "   0-  ", "   1-!w0", "28", "58"),
    ("4", "   4", "Atari Di", "1K", "DE", "B", "0", "   0+  ", "   2=/b3", "28", "56"),
]
FOOT = "\n</table>\n<h4 align=center>OpenGotha 3.50<br>03-06-2024 18:30</h4>\n</body></html>"


def page(players=PLAYERS, columns=COLUMNS, foot=FOOT, without=()):
    shown = [index for index, column in enumerate(columns) if column not in without]
    headings = "".join(f'\n<th class="middle">&nbsp;{columns[index]}&nbsp;</th>' for index in shown)
    lines = "".join(
        "\n<tr>"
        + "".join(
            f"<td class=pair align=center>{'<b>' + row[index] + '</b>' if '+' in row[index] else row[index]}</td>"
            for index in shown
        )
        + "</tr>"
        for row in players
    )
    return f"{HEAD}{headings}\n</tr>{lines}{foot}"


def read(text, name="2024/spring_StandingsR2.html"):
    return list(standings.rows(text if isinstance(text, bytes) else text.encode(), name))


def games(rows):
    return [row for row in rows if row.table == "games"]


def codes(rows):
    return sorted(code for row in rows for code, _ in row.warnings)


def test_a_page_becomes_event_players_and_games():
    rows = read(page())
    assert codes(rows) == ["date_from_export"]
    assert [row.values["name"] for row in rows if row.table == "events"] == ["Spring & Sun (2024-06-03)"]
    assert [row.values["player_id"] for row in rows if row.table == "players"] == [
        "name:Van Stone Ada|AT",
        "name:Ladder Bo|DE",
        "name:Été Cé Ä",
        "name:Atari Di|DE",
    ]
    first, second, third = games(rows)
    assert first.values == {
        "source_game_id": "r1/name:Ladder Bo|DE/name:Van Stone Ada|AT",
        "played_on": "2024-06-03",
        "sequence": "1",
        "event": "Spring & Sun (2024-06-03)",
        "round": "1",
        "black": "name:Ladder Bo|DE",
        "white": "name:Van Stone Ada|AT",
        "colours": "known",
        "black_rank": "2d",
        "white_rank": "3d",
        "handicap": "0",
        "result": "W+",
    }
    assert (second.values["black"], second.values["result"]) == ("name:Van Stone Ada|AT", "B+F")
    assert (third.values["result"], third.values["handicap"], third.values["black_rank"]) == ("Jigo", "3", "1k")


def test_columns_that_may_be_absent():
    rows = read(page(without=("Num", "Pl", "Co", "Club")))
    assert len(games(rows)) == 3 and "name:Ladder Bo" in [row.values.get("player_id") for row in rows]


def test_the_short_form_and_colours_that_were_not_published():
    short = [tuple(cell.partition("/")[0] if "/" in cell else cell for cell in row) for row in PLAYERS]
    assert [row.values["colours"] for row in games(read(page(short)))] == ["unknown", "known", "unknown"]
    hidden = [tuple(cell.replace("/w", "/?").replace("/b", "/?") for cell in row) for row in PLAYERS]
    first, _, third = games(read(page(hidden)))
    assert (first.values["colours"], third.values["colours"], third.values["handicap"]) == ("unknown", "unknown", "3")


def test_the_day_in_the_file_name_goes_before_the_day_it_was_written():
    rows = read(page(), "spring_2024-06-01.html")
    assert codes(rows) == ["date_from_file_name"] and games(rows)[0].values["played_on"] == "2024-06-01"


def test_other_encodings():
    text = page().replace("UTF-8", "ISO-8859-1")
    assert "name:Été Cé Ä" in [row.values.get("player_id") for row in read(text.encode("latin-1"))]


def test_a_row_that_lacks_cells_is_rejected_and_moves_no_numbers():
    rows = games(read(page().replace("<td class=pair align=center>2D</td>", "")))
    assert sorted(row.problem for row in rows) == ["", "malformed_row", "sides_disagree", "sides_disagree"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty_file"),
        ("<html>", "not_standings"),
        (page(without=("R&nbsp;1", "R&nbsp;2")), "not_standings"),
        (page(without=("Rank",)), "not_standings"),
        (page(foot="</table>"), "missing_value"),
        (page([]), "no_players"),
        (page([(*row[:7], "0-", "0-", *row[9:]) for row in PLAYERS]), "no_games"),
    ],
)
def test_pages_that_are_refused(text, code):
    with pytest.raises(FileRefused) as refused:
        read(text)
    assert refused.value.code == code and "StandingsR2.html" in refused.value.detail


PAGE = page()
PIECES = st.sampled_from(
    ["", "<", ">", "<td>", "</td>", "</tr>", "<tr>", "<table>", "</table>", "&#0;", "é", "9999+", "|"]
)


@given(st.integers(0, len(PAGE)), PIECES, st.integers(0, 12))
@settings(max_examples=400, deadline=2000)
def test_any_damage_gives_rows_or_a_refusal(at, inserted, lost):
    try:
        for row in read(PAGE[:at] + inserted + PAGE[at + lost :]):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail
