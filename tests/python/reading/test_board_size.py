"""The size of the board, as files state it and as games have it."""

from __future__ import annotations

import pytest

from go_ratings.reading.formats.contents import Warnings, board_of, on_board
from go_ratings.reading.rows import Row


@pytest.mark.parametrize(
    ("stated", "board_size", "warned"),
    [
        ("", "", False),
        ("19", "", False),
        ("019", "", False),
        ("19:19", "", False),
        ("19x19", "", False),
        ("13", "13", True),
        ("13:13", "13", True),
        ("9x9", "9", True),
        ("9 × 9", "9", True),
        ("9 by 9", "9", True),
        # Not square: kept as it is, for the game to be set aside.
        ("9:13", "9:13", True),
        ("19:13", "19:13", True),
        # No size at all: said, and taken as 19 lines.
        ("full", "", True),
        ("-9", "", True),
    ],
)
def test_sizes_as_files_state_them(stated: str, board_size: str, warned: bool) -> None:
    warnings: Warnings = []
    assert board_of(stated, f"SZ[{stated}]", warnings) == board_size
    assert [code for code, _ in warnings] == ["board_size"] * warned
    assert all(f"SZ[{stated}]" in text for _, text in warnings)


def test_a_tournament_s_board_is_that_of_its_games() -> None:
    rows = [Row("events", 1, "", {}), Row("games", 2, "", {})]
    assert [row.values for row in on_board(iter(rows), "13")] == [{}, {"board_size": "13"}]
    assert [row.values for row in on_board(iter([Row("games", 2, "", {})]), "")] == [{}]
