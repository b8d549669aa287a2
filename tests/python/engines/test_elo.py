"""Elo: the golden folds, and what holds for any games."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_checks import PLAYERS, random_games, tells_no_future
from go_ratings.engines import Games, Ledger, ParameterError, Units, engine

rate = engine("elo")
Golden = Callable[[str], list[dict[str, str]]]


def fold(
    black: list[str], white: list[str], score: list[float], pools: set[str], **parameters
) -> tuple[Ledger, Games, dict[str, int]]:
    code = {name: number for number, name in enumerate(dict.fromkeys(black + white))}
    games = Games.of([code[name] for name in black], [code[name] for name in white], score)
    units = Units(np.array([name in pools for name in code]))
    return rate(games, units, parameters), games, code


def final_ratings(ledger: Ledger, games: Games, code: dict[str, int]) -> dict[str, float]:
    last = {}
    for game in range(len(games)):
        last[int(games.black[game])] = ledger.black.after[game]
        last[int(games.white[game])] = ledger.white.after[game]
    return {name: last[number] for name, number in code.items()}


def test_fold_of_5000_games(golden: Golden) -> None:
    rows = golden("whr/games_5000")
    ledger, games, code = fold(
        [row["black"] for row in rows],
        [row["white"] for row in rows],
        [float(row["winner"] == "B") for row in rows],
        set(),
    )
    expected = {row["player"]: float(row["rating"]) for row in golden("systems/elo_fold_5000_final")}
    ratings = final_ratings(ledger, games, code)
    assert ratings.keys() == expected.keys()
    assert max(abs(ratings[name] - expected[name]) for name in expected) < 1e-6
    trace = golden("systems/elo_fold_5000_trace")
    assert len(trace) == 200
    for row in trace:
        game = int(row["game_id"]) - 1
        found = [
            ledger.black.before[game],
            ledger.white.before[game],
            ledger.black.expected[game],
            ledger.black.after[game],
            ledger.white.after[game],
        ]
        names = ("black_before", "white_before", "p_black", "black_after", "white_after")
        assert found == pytest.approx([float(row[name]) for name in names], abs=1e-6)


def test_baduk_r_s_k_of_new_players(golden: Golden) -> None:
    rows = golden("whr/games_5000")
    ledger, games, code = fold(
        [row["black"] for row in rows],
        [row["white"] for row in rows],
        [float(row["winner"] == "B") for row in rows],
        set(),
        k_factor=28,
        start=2500,
        provisional_games=24,
    )
    ratings = final_ratings(ledger, games, code)
    for row in golden("systems/badukr_fold_5000"):
        assert ratings[row["player"]] == pytest.approx(float(row["rating"]), abs=1e-6)


@pytest.mark.parametrize(("moves", "column"), [(True, "moving"), (False, "fixed")])
def test_pools(golden: Golden, moves: bool, column: str) -> None:
    pools = {"Amateurs", "Korea", "China", "other countries"}
    rows = golden("systems/elo_v1_pools")
    moved = [row for row in rows if row["moved"] == "1"]
    assert len(rows) == 28 and len(moved) == 14
    ledger, _, _ = fold(
        [row["black"] for row in moved],
        [row["white"] for row in moved],
        [float(row["outcome"] == "B") for row in moved],
        pools,
        pool_rating_moves=moves,
    )
    assert ledger.black.after == pytest.approx([float(row[f"black_{column}"]) for row in moved], abs=1e-6)
    assert ledger.white.after == pytest.approx([float(row[f"white_{column}"]) for row in moved], abs=1e-6)


def test_a_game_between_equals_moves_sixteen_points() -> None:
    ledger, _, _ = fold(["a"], ["b"], [1.0], set())
    assert (ledger.black.after[0], ledger.white.after[0]) == (1516.0, 1484.0)


def test_black_adjustment_counts_where_colours_are_known() -> None:
    games = Games.of([0, 0], [1, 1], [1, 1], colours_known=[True, False])
    ledger = rate(games, Units.players(2), {"black_adjustment": 40})
    assert ledger.black.expected[0] == pytest.approx(1 / (1 + 10 ** (-40 / 400)))
    assert ledger.black.expected[1] == pytest.approx(
        1 / (1 + 10 ** ((ledger.white.before[1] - ledger.black.before[1]) / 400))
    )


def test_black_adjustment_counts_at_the_very_komi_named() -> None:
    """Up to 5.5 points: at 4.5 and 5.5; not at 6.5, nor where komi is unknown."""
    games = Games.of([0, 2, 4, 6], [1, 3, 5, 7], [1] * 4, komi=[4.5, 5.5, 6.5, np.nan])
    ledger = rate(games, Units.players(8), {"black_adjustment": 400, "adjusted_komi_up_to": 5.5})
    assert ledger.black.expected == pytest.approx([10 / 11, 10 / 11, 0.5, 0.5])


@given(st.integers(0, 2**32), st.floats(1, 80), st.booleans())
def test_invariants(seed: int, k_factor: float, moves: bool) -> None:
    games = random_games(seed)
    units = Units(np.arange(PLAYERS) >= PLAYERS - 2)
    ledger = rate(games, units, {"k_factor": k_factor, "pool_rating_moves": moves})
    rating = dict.fromkeys(range(PLAYERS), 1500.0)
    for game in range(len(games)):
        black, white = int(games.black[game]), int(games.white[game])
        assert (ledger.black.before[game], ledger.white.before[game]) == (rating[black], rating[white])
        rating[black], rating[white] = ledger.black.after[game], ledger.white.after[game]
    assert np.abs(ledger.black.after - ledger.black.before).max() <= k_factor
    if moves:
        assert sum(rating.values()) == pytest.approx(1500 * PLAYERS)
    else:
        assert rating[PLAYERS - 1] == rating[PLAYERS - 2] == 1500.0


@given(st.integers(0, 2**32))
def test_a_later_result_changes_no_earlier_prediction(seed: int) -> None:
    tells_no_future(rate, random_games(seed), {})


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"k": 32}, "unknown parameter 'k'"),
        ({"k_factor": "32"}, "'k_factor' must be a finite number"),
        ({"start": float("nan")}, "'start' must be a finite number"),
        ({"pool_rating_moves": 1}, "'pool_rating_moves' must be true or false"),
    ],
)
def test_parameters_are_checked(parameters: dict, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        rate(Games.of([], [], []), Units.players(0), parameters)
