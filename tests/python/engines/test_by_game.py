"""FFG, FICGS and Singapore, which move both ratings after every game, against their golden games."""

from __future__ import annotations

import pytest

from engine_checks import random_games, tells_no_future, unhappy
from go_ratings.engines import Games, Units, ffg, ficgs, singapore
from go_ratings.ranks import parse_rank, rank_number


def test_ffg_equals_the_golden_file(golden):
    for row in golden("systems/ffg_2012"):
        white, black, handicap, size = (
            float(row["white_level"]),
            float(row["black_level"]),
            int(row["H"]),
            int(row["size"]),
        )
        games = Games.of(
            [0],
            [1],
            [float(row["winner"] == "B")],
            handicap=[handicap],
            board_size=[size],
            black_rank=[(black - 50) / 100],
            white_rank=[(white - 50) / 100],
        )
        rating = ffg.rate(games, Units.players(2), {}).final["rating"]
        assert rating == pytest.approx([black + float(row["d_black"]), white + float(row["d_white"])], abs=1e-6)


@pytest.mark.parametrize(
    ("winner", "loser", "change"),
    [
        (400, 0, (1, -1)),
        (401, 0, (0, -1)),
        (-2000, -2000, (15, -15)),
        (-2000, -2001, (1, -1)),
        (-2001, -2000, (15 + 1 / 15, -1)),
        (-2001, -2001, (15, -1)),
    ],
)
def test_ffg_at_its_bounds(winner, loser, change):
    assert ffg.changes(winner, loser, loser - winner) == pytest.approx(change)


@pytest.mark.parametrize(
    ("given", "rated"),
    [
        ({"handicap": [9]}, True),
        ({"handicap": [10]}, False),
        ({"board_size": [13]}, True),
        ({"board_size": [11]}, False),
        ({"score": [0.5]}, False),
    ],
)
def test_what_ffg_rates(given, rated):
    games = Games.of([0], [1], **({"score": [1.0]} | given))
    ledger = ffg.rate(games, Units.players(2), {})
    assert ledger.rated.tolist() == [rated]
    assert (ledger.black.after[0] != ledger.black.before[0]) == rated
    assert any("1 games not rated" in note for note in ledger.notes) != rated


def test_ficgs_equals_the_golden_file(golden):
    for row in golden("systems/ficgs"):
        after = ficgs.after_game(float(row["rating"]), float(row["opp"]), row["score"] == "1")
        assert after == pytest.approx(float(row["new"]), abs=1e-6)


@pytest.mark.parametrize(
    ("rating", "opponent", "won", "after"),
    [
        (2350, 2000, True, 2350),
        (2351, 2000, True, 2351),
        (2000, 2350, False, 2000),
        (2000, 2351, False, 2000),
        (2000, 1649, False, 1930),
        (1999.9, 2100, True, 2089.92),
    ],
)
def test_ficgs_at_its_bounds(rating, opponent, won, after):
    assert ficgs.after_game(rating, opponent, won) == pytest.approx(after)


def test_ficgs_rates_no_jigo():
    ledger = ficgs.rate(Games.of([0, 0], [1, 1], [0.5, 1]), Units.players(2), {})
    assert ledger.rated.tolist() == [False, True]
    assert "1 games not rated: jigo, or pools" in ledger.notes


def test_singapore_equals_the_golden_file(golden):
    for row in golden("systems/singapore"):
        a, b, score = (float(row[name]) for name in ("a", "b", "score_a"))
        after = singapore.after_game(a, b, score, float(row["k_mult_a"]), 900.0)
        assert after == pytest.approx(float(row["a_new"]), abs=1e-6)
        after = singapore.after_game(b, a, 1 - score, float(row["k_mult_b"]), 900.0)
        assert after == pytest.approx(float(row["b_new"]), abs=1e-6)


def test_singapore_s_ranks_equal_the_golden_file(golden):
    rows = [row for row in golden("systems/rank_rating_scales") if row["singapore"] and row["rank"] != "1p"]
    assert len(rows) > 40
    for row in rows:
        assert singapore.nominal(rank_number(parse_rank(row["rank"]))) == pytest.approx(float(row["singapore"])), row


def test_singapore_takes_players_as_known_from_their_thirteenth_game():
    games = Games.of([0] * 13 + [2, 0], [1] * 13 + [3, 2], [1.0] * 15)
    ledger = singapore.rate(games, Units.players(4), {})
    k = ledger.black.k_factor / [singapore.k_factor(rating) for rating in ledger.black.before]
    assert k[[0, 6, 11, 12]] == pytest.approx([3, 2, 7 / 6, 1])
    assert k[14] == 0.5
    assert ledger.white.k_factor[14] == pytest.approx(20 * (1 + 11 / 6))
    assert ledger.final["games"].tolist() == [14, 13, 2, 1]


def test_singapore_s_floor():
    games = Games.of([0], [1], [0.0], black_rank=[-30], white_rank=[-50])
    ledger = singapore.rate(games, Units.players(2), {})
    assert ledger.black.before[0] == ledger.white.before[0] == ledger.black.after[0] == 900.0
    assert ledger.black.extra[0] == pytest.approx(54.0)


@pytest.mark.parametrize("module", [ffg, ficgs, singapore])
def test_ledger_invariants(module):
    tells_no_future(module.rate, random_games(1), {})
    assert "units entered without a declared rank" in unhappy(module.rate, {})
