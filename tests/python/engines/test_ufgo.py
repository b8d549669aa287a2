"""UFGO against a real tournament, its golden games, and its own rules."""

from __future__ import annotations

import numpy as np
import pytest

from engine_checks import column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, Units, egf_1998, ufgo


def ranks_of(ratings: np.ndarray) -> np.ndarray:
    return (ratings - 2100.0) / 100.0


def test_games_equal_the_golden_file(golden):
    rows = golden("systems/ufgo_game")
    player, opponent, score = (column(rows, name) for name in ("player", "opponent", "score"))
    assert np.abs(egf_1998.con(player) - column(rows, "k")).max() < 1e-9
    assert np.abs(ufgo.expected_score(player, opponent, 0, np.nan, {}) - column(rows, "expected")).max() < 1e-9
    for row, own, other, result in zip(rows, player, opponent, score):
        place, one = np.array([[0], [1]]), np.array([True])
        found = ufgo.run(place, np.zeros(1), np.array([[result], [1 - result]]), one, np.array([own, other]), 100.0)
        assert found[3][0] == pytest.approx(float(row["new"]), abs=1e-6)


def test_a_real_tournament_equals_the_golden_file(golden):
    """48 players, five rounds; the federation published three decimals."""
    rows = golden("systems/ufgo_tournament")
    code = {row["player"]: number for number, row in enumerate(rows)}
    games = []
    for row in rows:
        for round_no, result in enumerate(row["results"].split(), start=1):
            if result != "-":
                opponent, score = result.split(":")
                if code[row["player"]] < code[opponent]:
                    games.append((code[row["player"]], code[opponent], float(score), round_no))
    seats = [np.array(values) for values in zip(*games)]
    black, white, score, rounds = seats
    rank = ranks_of(column(rows, "start"))
    ledger = ufgo.rate(
        Games.of(black, white, score, round_no=rounds, black_rank=rank[black], white_rank=rank[white]),
        Units.players(len(rows)),
        {},
    )
    assert len(games) > 110
    assert np.abs(ledger.final["rating"] - column(rows, "final")).max() < 1e-6
    assert np.abs(ledger.final["rating"] - column(rows, "published")).max() < 5e-4
    assert ledger.notes == ()


def test_a_round_uses_the_ratings_from_before_it():
    ranks = {"black_rank": [0, 0], "white_rank": [0, 0]}
    apart, together = (
        ufgo.rate(Games.of([0, 0], [1, 1], [1, 0], round_no=rounds, **ranks), Units.players(2), {})
        for rounds in ([1, 2], [1, 1])
    )
    assert apart.black.before[1] == apart.black.after[0]
    assert together.final["rating"] == pytest.approx([2100 + 2 * 24 * 0.02] * 2)
    assert apart.final["rating"][0] < together.final["rating"][0] < apart.final["rating"][1]
    assert apart.black.expected.tolist() == [0.5, 0.5]


def test_abnormal_growth_starts_the_tournament_anew():
    """Five wins of a 20 kyu against 1 kyus: judged from the rating after them, again and again."""
    rank = {"black_rank": [-20.0] * 5, "white_rank": [-1.0] * 5}
    games = Games.of([0] * 5, [1, 2, 3, 4, 5], [1.0] * 5, round_no=[1, 2, 3, 4, 5], **rank)
    ledger = ufgo.rate(games, Units.players(6), {})
    assert ledger.notes == ("1 tournaments run again because of abnormal growth",)
    start = ledger.black.before[0]
    assert start > 1500
    gain = ledger.final["rating"][0] - start
    assert gain < 5 * egf_1998.con(start) * (0.45 + ufgo.bonus(start))
    assert ledger.black.rating_used.tolist() == [100.0] * 5


@pytest.mark.parametrize(("short_by", "abnormal"), [(0.0, True), (1e-6, False)])
def test_the_bound_of_abnormal_growth(short_by, abnormal):
    start = np.array([1500.0])
    end = start + 3 * 47.0 * (0.45 + 1600 / 50_000) - short_by
    assert ufgo.grew_abnormally(start, end, np.array([3])).tolist() == [abnormal]
    assert not ufgo.grew_abnormally(start, end, np.array([0])).any()


@pytest.mark.parametrize("seed", range(2))
def test_ledger_invariants(seed):
    tells_no_future(ufgo.rate, random_games(seed), {})


def test_unhappy_input():
    assert "units entered without a declared rank, at 2100" in unhappy(ufgo.rate, {})
