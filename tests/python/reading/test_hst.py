"""The European Go Database's history and rating list: players and the names they go by, and that there are no games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading.formats import hst
from go_ratings.reading.rows import FileRefused

HISTORY = """ 10000001  Van Stone Ada                 AT  Wien   3d  T240601A    1    4    1   2301 --> 2310
 10000001  Van Stone Ada                 AT  Wien   3d  T240701B    2    3    2   2310 --> 2305
 10000001  Stone Ada                     AT  Wien   4d  T240801C    1    5    0   2305 --> 2350

 10000002  Læder Bo                      DE  xxxx  12k  G240601A   44    2    3    900 -->  880
"""
RATINGS = "<pre>\n 10000003  Échelle, Cé               FR  38GJ   20k   --     15     2  T200202B \n</pre>"


def read(text, encoding="utf-8"):
    return list(hst.rows(text.encode(encoding), "all.hst"))


def names(rows):
    return [(row.values["alias"], row.values["player_id"]) for row in rows if row.table == "aliases"]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_a_history_gives_every_spelling_once(encoding):
    rows = read(HISTORY, encoding)
    assert names(rows) == [
        ("Van Stone Ada", "egd:10000001"),
        ("Stone Ada", "egd:10000001"),
        ("Læder Bo", "egd:10000002"),
    ]
    assert rows[-1].warnings[0][0] == "no_games_inside" and rows[0].row_no == 1
    assert not [row for row in rows if row.table == "games"]


def test_a_rating_list():
    assert names(read(RATINGS)) == [("Échelle Cé", "egd:10000003")]


def test_a_damaged_line_is_rejected_and_remarks_are_passed_over():
    rows = read("European players\n" + HISTORY.replace("12k  G240601A", "?"))
    assert [(row.row_no, row.problem) for row in rows if row.problem] == [(6, "malformed_row")]


def test_from_a_file(tmp_path):
    (tmp_path / "all.hst").write_text(HISTORY, encoding="utf-8")
    assert len(list(hst.rows(tmp_path / "all.hst", "all.hst"))) == 7
    with pytest.raises(FileRefused, match="can't be opened"):
        list(hst.rows(tmp_path / "absent.hst", "absent.hst"))


@pytest.mark.parametrize(("text", "code"), [("", "not_hst"), ("no list\n" * 10, "not_hst")])
def test_files_that_are_refused(text, code):
    with pytest.raises(FileRefused) as refused:
        read(text)
    assert refused.value.code == code


def test_too_large(monkeypatch):
    monkeypatch.setattr(hst, "MAX_BYTES", 300)
    with pytest.raises(FileRefused) as refused:
        read(HISTORY)
    assert refused.value.code == "file_too_large"


@given(st.integers(0, len(HISTORY)), st.binary(max_size=12), st.integers(0, 12))
@settings(max_examples=300, deadline=2000)
def test_any_damage_gives_rows_or_a_refusal(at, inserted, lost):
    content = HISTORY.encode()
    try:
        for row in hst.rows(content[:at] + inserted + content[at + lost :], "all.hst"):
            assert bool(row.problem) == bool(row.detail)
    except FileRefused as refused:
        assert refused.code and refused.detail
