"""EGF until 2021 against its golden games, real movements, and its own rules."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_checks import column, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, ParameterError, Units, egf_1998
from go_ratings.ranks import nominal_egf, parse_rank, rank_number

HIGH = {"epsilon": 0.014, "epsilon_side": "stronger"}


def one_game(black: float, white: float, handicap: int, score: float, parameters: dict) -> tuple[float, float]:
    """Both ratings after one game between units that enter with those ratings."""
    games = Games.of(
        [0],
        [1],
        [score],
        handicap=[handicap],
        black_rank=[(black - 2100) / 100],
        white_rank=[(white - 2100) / 100],
    )
    ledger = egf_1998.rate(games, Units.players(2), parameters)
    return ledger.black.after[0], ledger.white.after[0]


@pytest.mark.parametrize(("form", "parameters"), [("half", {}), ("high", HIGH)])
def test_games_equal_the_golden_file(golden, form, parameters):
    rows = golden("systems/egf_old")
    black, white, handicap = (column(rows, name) for name in ("black_rating", "white_rating", "H"))
    p = egf_1998.expected_score(black, white, handicap, np.nan, {})
    shares = egf_1998.epsilon_shares(black, white, handicap, parameters)
    tie = (form == "high") & (black + 100 * np.maximum(handicap - 0.5, 0) * (handicap > 0) == white)
    assert np.abs(p - shares[0] - column(rows, f"se_b_{form}")).max() < 1e-9
    assert np.abs(1 - p - shares[1] - column(rows, f"se_w_{form}"))[~tie].max() < 1e-9
    for row in rows:
        values = [float(row[name]) for name in ("black_rating", "white_rating", "H", "black_score")]
        after = one_game(*values[:2], int(values[2]), values[3], parameters | {"floor": -1e9, "loss_cap": 0})
        assert after == pytest.approx((float(row[f"new_b_{form}"]), float(row[f"new_w_{form}"])), abs=1e-6)
        if form == "half" and min(values[:2]) >= 100:
            after = one_game(*values[:2], int(values[2]), values[3], parameters)
            assert after == pytest.approx((float(row["floor100_b"]), float(row["floor100_w"])), abs=1e-6)


def test_factors_equal_the_golden_file(golden):
    rows = golden("systems/egf_factors")
    rating = column(rows, "rating")
    assert np.abs(egf_1998.con(rating) - column(rows, "con_old")).max() < 1e-6
    assert np.abs(egf_1998.spread(rating) - column(rows, "a_old")).max() < 1e-6


def test_real_movements_within_a_point(golden):
    """At least 98 of 100 published EGD movements come out within a point."""
    tournaments = defaultdict(list)
    for game in golden("systems/egd_real_games"):
        tournaments[game["tournament"]].append(game)
    players = defaultdict(list)
    for player in golden("systems/egd_real_players"):
        players[player["tournament"]].append(player)
    exact, close, usable = 0.0, 0, 0
    for name, entries in players.items():
        code = {entry["player"]: number for number, entry in enumerate(entries)}
        rank = [(float(entry["start"]) - 2100) / 100 for entry in entries]
        known = [game for game in tournaments[name] if game["black"] in code and game["white"] in code]
        if not known:
            continue
        black, white = ([code[game[side]] for game in known] for side in ("black", "white"))
        games = Games.of(
            black,
            white,
            [float(game["winner"] == "B") for game in known],
            handicap=[int(game["handicap"]) for game in known],
            weight=[float(entries[0]["class_weight"])] * len(known),
            black_rank=[rank[b] for b in black],
            white_rank=[rank[w] for w in white],
        )
        after = egf_1998.rate(games, Units.players(len(entries)), {}).final["rating"]
        for entry, rating in zip(entries, after):
            if entry["use"] == "1" and not np.isnan(rating):
                usable += 1
                exact = max(exact, abs(rating - float(entry["predicted"])))
                close += abs(rating - float(entry["finish"])) <= 1.0
    assert usable > 600
    assert exact < 1e-5
    assert close >= 0.98 * usable


def test_loss_cap_comes_before_the_class_weight_and_floor_after():
    rank = (1000 - 2100) / 100
    games = Games.of([0] * 8, [1] * 8, [0.0] * 8, weight=[0.75] * 8, black_rank=[rank] * 8, white_rank=[rank] * 8)
    ledger = egf_1998.rate(games, Units.players(2), {})
    assert ledger.final["rating"][0] == pytest.approx(1000 - 75, abs=1e-9)
    assert ledger.black.after[-1] == ledger.final["rating"][0]
    low = (110 - 2100) / 100
    games = Games.of([0], [1], [0.0], black_rank=[low], white_rank=[low])
    assert egf_1998.rate(games, Units.players(2), {}).final["rating"][0] == 100.0


@pytest.mark.parametrize(
    ("before", "declared", "reset"),
    [("8k", "6k", True), ("8k", "7k", False), ("4k", "1d", True), ("1k", "3d", True), ("3k", "5k", False)],
)
def test_reset_by_declared_rank(before, declared, reset):
    first, second = rank_number(parse_rank(before)), rank_number(parse_rank(declared))
    games = Games.of([0, 0], [1, 1], [1, 1], day=[0, 9], batch=[0, 1], black_rank=[first, second], white_rank=[0, 0])
    ledger = egf_1998.rate(games, Units.players(2), {})
    assert (ledger.black.before[1] == nominal_egf(second)) == reset
    assert (ledger.black.adjustment[1] != 0) == reset


def test_a_reset_never_lowers():
    games = Games.of([0, 0], [1, 1], [1, 1], day=[0, 9], batch=[0, 1], black_rank=[-9, -7], white_rank=[9, 9])
    high = egf_1998.rate(games, Units.players(2), {"start": 3000})
    assert high.black.before[1] == nominal_egf(-7)
    games = Games.of([0, 0], [1, 1], [1, 1], day=[0, 9], batch=[0, 1], black_rank=[-1.2, 0.8], white_rank=[9, 9])
    already = egf_1998.rate(games, Units.players(2), {})
    assert already.black.before[1] == nominal_egf(0.8)


def test_games_of_one_tournament_use_the_ratings_before_it():
    games = Games.of([0, 0], [1, 1], [1, 1], black_rank=[0, 0], white_rank=[0, 0])
    ledger = egf_1998.rate(games, Units.players(2), {})
    assert ledger.black.expected.tolist() == [0.5, 0.5]
    assert ledger.black.rating_used.tolist() == [2100.0, 2100.0]
    assert ledger.black.before[1] == ledger.black.after[0] != 2100.0


def test_tournaments_count_in_the_order_of_last_day_and_code():
    """Of two on one day the second starts from what the first one left; predictions know neither."""
    ranks = {"black_rank": [0, 0], "white_rank": [0, 0]}
    games = Games.of([0, 0], [1, 1], [1, 1], batch=[1, 0], **ranks)
    ledger = egf_1998.rate(games, Units.players(2), {})
    assert ledger.final["rating"] == pytest.approx([2122.795112233907, 2077.655539473211], abs=1e-9)
    assert ledger.black.before.tolist() == [pytest.approx(2112.192), 2100.0]
    assert ledger.black.rating_used.tolist() == [2100.0, 2100.0]
    assert ledger.black.expected.tolist() == [0.5, 0.5]
    apart = egf_1998.rate(replace(games, batch=np.array([0, 1]), day=np.array([0, 1])), Units.players(2), {})
    assert apart.final["rating"].tolist() == ledger.final["rating"].tolist()


def test_a_tournament_that_ends_later_counts_later():
    """Tournament 0 lasts from day 0 to day 10, tournament 1 is within it and counts first."""
    ranks = {"black_rank": [0] * 3, "white_rank": [0] * 3}
    games = Games.of([0, 0, 0], [1, 1, 1], [1, 1, 1], day=[0, 5, 10], batch=[0, 1, 0], **ranks)
    ledger = egf_1998.rate(games, Units.players(2), {"floor": 0})
    assert ledger.black.rating_used.tolist() == [2100.0] * 3
    one_after_the_other = replace(games, day=np.array([5, 0, 10]), batch=np.array([1, 0, 1]))
    other = egf_1998.rate(one_after_the_other, Units.players(2), {"floor": 0})
    assert ledger.final["rating"].tolist() == other.final["rating"].tolist()
    assert ledger.black.before[0] == other.black.after[1] == pytest.approx(2112.192)
    assert ledger.black.adjustment.tolist() == pytest.approx(
        [0.0, 2100.0 - ledger.black.after[0], ledger.black.after[0] - 2112.192]
    )


def test_an_overlap_resets_and_enters_once():
    """A newcomer's first two tournaments end on one day: rank declared in the first one that counts, then a reset."""
    games = Games.of([0, 0], [1, 1], [1, 1], batch=[1, 0], black_rank=[-3, -6], white_rank=[0, 0])
    ledger = egf_1998.rate(games, Units.players(2), {})
    assert ledger.black.before[1] == nominal_egf(-6)
    assert ledger.black.before[0] == nominal_egf(-3)


@given(low=st.floats(100, 2500), up=st.floats(1, 400), gap=st.floats(1, 500), more=st.floats(0.1, 200))
def test_the_curve(low, up, gap, more):
    """For one difference the weaker loses chances as the level rises; chances fall with D; sum 1."""

    def score(a, b):
        return float(egf_1998.expected_score(a, b, 0, np.nan, {}))

    assert score(low + up, low + up + gap) <= score(low, low + gap)
    assert score(low, low + gap + more) < score(low, low + gap)
    assert score(low, low + gap) + score(low + gap, low) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize(("rating", "chance"), [(100, 0.3775), (1700, 0.3029), (2000, 0.2784), (2600, 0.2086)])
def test_published_chances_a_hundred_points_apart(rating, chance):
    assert egf_1998.expected_score(rating, rating + 100, 0, np.nan, {}) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize("seed", range(3))
def test_ledger_invariants(seed):
    tells_no_future(egf_1998.rate, random_games(seed), {})


def test_unhappy_input():
    notes = unhappy(egf_1998.rate, {})
    assert "2 units entered without a declared rank, at 2100" in notes
    assert "1 games of tournaments without a class count in full" in notes
    assert "1 games of a pool against a pool, or of one against itself, move nothing" in notes


def test_unusable_parameters():
    with pytest.raises(ParameterError, match="epsilon_side"):
        egf_1998.rate(random_games(0), Units.players(12), {"epsilon_side": "left"})
    with pytest.raises(ParameterError, match="unknown parameter 'con'"):
        egf_1998.rate(random_games(0), Units.players(12), {"con": 3})
