"""Dragon Go Server against its golden games and its own rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_checks import consistent, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, Units, dgs


def played(row: dict[str, str]) -> tuple[dgs.Player, dgs.Player]:
    """White and Black after the golden game, by the module's own steps."""
    white, black = (dgs.Player(*(float(row[f"{side}{part}"]) for part in ("", "_min", "_max"))) for side in "wb")
    result, size, komi, handicap = (float(row[name]) for name in ("result", "size", "komi", "handicap"))
    head_start, weight = float(dgs.stones(handicap, komi, size)), float(dgs.size_weight(size))
    return dgs.after_game(white, black, 1 - result, head_start, weight, epsilon=0.014, floor=-900.0)


def test_games_equal_the_golden_file(golden):
    for row in golden("systems/dgs"):
        white, black = played(row)
        for side, player in (("w", white), ("b", black)):
            for part, value in zip(("", "_min", "_max"), player):
                assert value == pytest.approx(float(row[f"{side}{part}_new"]), abs=1e-6), row


def test_spans_set_the_factors(golden):
    for row in golden("systems/dgs"):
        white, black = (dgs.Player(*(float(row[f"{side}{part}"]) for part in ("", "_min", "_max"))) for side in "wb")
        assert dgs.factors(white, black) == pytest.approx((float(row["w_factor"]), float(row["b_factor"])), abs=1e-9)


def test_the_fold_takes_the_same_steps(golden):
    """Games between newcomers, whose spans are the first ones, come out as in the golden file."""
    checked = 0
    for row in golden("systems/dgs"):
        white, black = (dgs.first_span(float(row[side])) for side in "wb")
        spans = [float(row[f"{side}{part}"]) for side in "wb" for part in ("_min", "_max")]
        if not np.allclose(spans, white[1:] + black[1:]) or max(white.rating, black.rating) > 2600:
            continue
        games = Games.of(
            [0],
            [1],
            [1 - float(row["result"])],
            handicap=[int(row["handicap"])],
            komi=[float(row["komi"])],
            board_size=[int(row["size"])],
            black_rank=[(black.rating - 2100) / 100],
            white_rank=[(white.rating - 2100) / 100],
        )
        ledger = dgs.rate(games, Units.players(2), {})
        assert ledger.final["rating"] == pytest.approx([float(row["b_new"]), float(row["w_new"])], abs=1e-6)
        assert ledger.final["lowest"] == pytest.approx([float(row["b_min_new"]), float(row["w_min_new"])], abs=1e-6)
        assert ledger.final["highest"] == pytest.approx([float(row["b_max_new"]), float(row["w_max_new"])], abs=1e-6)
        checked += 1
    assert checked >= 10


def test_con_equals_the_golden_file(golden):
    for row in golden("systems/egf_factors"):
        if float(row["rating"]) >= 100:
            assert dgs.con(float(row["rating"])) == pytest.approx(float(row["con_old"]), abs=1e-9)
    assert dgs.con(-900) == 116 + 60
    assert dgs.spread(-900) == 250


def test_nobody_starts_above_2600():
    games = Games.of([0], [1], [1], black_rank=[8], white_rank=[-60])
    ledger = dgs.rate(games, Units.players(2), {})
    assert (ledger.black.before[0], ledger.white.before[0]) == (2600, -900)


@given(a=st.floats(-900, 3000), b=st.floats(-900, 3000), handicap=st.integers(0, 9), komi=st.floats(-20, 20))
def test_chances_are_chances_and_stones_help(a, b, handicap, komi):
    p = dgs.expected_score(a, b, handicap, komi, {})
    assert 0 <= p <= 1
    assert dgs.expected_score(a, b, handicap + 2, komi, {}) >= p


@pytest.mark.parametrize("seed", range(3))
def test_ledger_invariants(seed):
    games = random_games(seed)
    tells_no_future(dgs.rate, games, {})
    assert dgs.rate(games, Units.players(12), {}).final["rating"].min() >= -900


def test_unhappy_input():
    assert "2 units entered without a declared rank, at 2100" in unhappy(dgs.rate, {})


def test_stones_on_a_small_board_leave_no_doubt():
    """99 stones on 5 lines are 6,300 ranks: the game moves what the board's weight lets it."""
    games = Games.of([0, 0], [1, 1], [0, 1], handicap=[99, 99], board_size=[5, 5])
    ledger = dgs.rate(games, Units.players(2), {})
    consistent(games, ledger)
    assert ledger.black.expected.tolist() == [1.0, 1.0]


@pytest.mark.parametrize(("size", "rated"), [(4, False), (5, True), (25, True), (26, False), (3, False)])
def test_boards_that_the_server_has(size, rated):
    games = Games.of([0], [1], [1], board_size=[size])
    ledger = dgs.rate(games, Units.players(2), {})
    assert ledger.rated.tolist() == [rated]
    assert (ledger.black.after[0] > ledger.black.before[0]) == rated
    assert ("1 games not rated: a board of fewer than 5 or more than 25 lines" in ledger.notes) != rated


def test_a_span_may_close():
    player = dgs.Player(2000.0, 2000.0, 2000.0)
    assert dgs.factors(player, dgs.first_span(2000.0)) == pytest.approx((0.4, 2.5))
