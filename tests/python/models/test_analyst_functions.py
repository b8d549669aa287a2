"""The SQL functions for analysts, held against the Python that they restate."""

from __future__ import annotations

import math
from importlib import import_module

import numpy as np
import pytest

from builds import Build
from go_ratings import ranks
from go_ratings.engines import NAMES, igs

SCALES = ("egf", "encyclopaedia", "handbook", "aga", "ogs")
RATINGS = {
    "aga": [-30.4, -5.5, -2.0, -1.5, -1.0, 1.0, 1.5, 4.2, 8.9],
    "igs": [-20.0, -5.5, -1.0, 0.0, 0.5, 3.0, 6.0],
    "kgs": [-20.0, -5.5, -1.0, 0.0, 0.5, 3.0, 6.0],
    "nngs": [10.0, 25.0, 29.5, 30.5, 33.0],
}
POINTS = [150.0, 700.0, 1499.5, 2100.0, 2650.0, 2749.9, 3100.0]


def test_the_seed_of_scales_is_what_the_functions_say(demonstration: Build) -> None:
    rows = demonstration.rows("select scale, rank, rank_number, rating, kept_down_to from marts.dim_rank_scale")
    assert len(rows) > 200
    for scale, written, number, rating, kept in rows:
        rank = ranks.parse_rank(written)
        assert rank is not None and ranks.rank_number(rank) == number
        assert ranks.rank_to_rating(scale, rank) == pytest.approx(rating, abs=1e-6)
        if kept is not None:
            assert ranks.next_hundred(rating, kept) == rating > ranks.next_hundred(rating, kept - 0.001)


@pytest.mark.parametrize("scale", SCALES)
def test_rank_to_rating_and_back(demonstration: Build, scale: str) -> None:
    values = [*np.arange(-1000, 3000, 49.7), -50, 50, 100, 149.999, 150, 2049.999, 2050, 2700, 2749.7]
    if scale == "aga":
        values = [*np.arange(-31, 10, 0.37), -2, -1, 0, 1, 2]
    found = demonstration.rows(
        "select value, marts.rating_to_rank(?, value), marts.rating_to_rank(?, value, professional := true) "
        "from (select unnest(?::double[]) as value)",
        scale,
        scale,
        [float(value) for value in values],
    )
    for value, amateur, professional in found:
        assert amateur == str(ranks.rating_to_rank(scale, value)), value
        if scale in ("aga", "ogs"):
            assert professional is None
        else:
            assert professional == str(ranks.rating_to_rank(scale, value, professional=True)), value
    for written, rating in demonstration.rows("select rank, rating from marts.dim_rank_scale where scale = ?", scale):
        assert demonstration.value("select marts.rank_to_rating(?, ?)", scale, f" {written.upper()} ") == rating


def test_no_rank_no_rating(demonstration: Build) -> None:
    assert demonstration.rows(
        "select marts.rank_to_rating('egf', '0d'), marts.rank_to_rating('moon', '1d'), marts.rating_to_rank('egf', null), "
        "marts.rating_to_rank('moon', 2100)"
    ) == [(None, None, None, None)]


@pytest.mark.parametrize("name", NAMES)
def test_win_probability(demonstration: Build, name: str) -> None:
    levels = RATINGS.get(name, POINTS)
    cases = [
        (a, b, handicap, komi)
        for a in levels
        for b in levels
        for handicap, komi in ((0, 6.5), (0, None), (1, 0.5), (2, None), (5, 0.5), (9, -3.5))
    ]
    python = import_module(f"go_ratings.engines.{name}")
    for a, b, handicap, komi in cases:
        expected = float(python.expected_score(a, b, handicap, math.nan if komi is None else komi, {}))
        found = demonstration.value("select marts.win_probability(?, ?, ?, ?, ?)", f"{name}_v1", a, b, handicap, komi)
        assert found == pytest.approx(expected, abs=2e-7), (a, b, handicap, komi)


@pytest.mark.parametrize("name", NAMES)
def test_without_a_rating_there_is_no_chance(demonstration: Build, name: str) -> None:
    for a, b in (
        ("null", "1500"),
        ("1500", "null"),
        ("null", "null"),
        ("'nan'::double", "15"),
        ("15", "'nan'::double"),
    ):
        for handicap, komi in ((0, 6.5), (3, 0.5), (0, "null")):
            chance = f"select marts.win_probability('{name}_v1', {a}, {b}, {handicap}, {komi})"
            assert demonstration.value(chance) is None, chance


@pytest.mark.parametrize("scale", SCALES)
def test_a_rank_is_within_the_scale_whatever_the_rating(demonstration: Build, scale: str) -> None:
    for rating, expected in (("1e300", "9d"), ("'inf'::double", "9d"), ("-1e300", "30k"), ("'-inf'::double", "30k")):
        rank = demonstration.value(f"select marts.rating_to_rank('{scale}', {rating})")
        top = {"encyclopaedia": {"9d": "7d", "30k": "20k"}, "ogs": {"30k": "25k"}}.get(scale, {})
        assert rank == top.get(expected, expected)


def test_win_probability_over_a_table(demonstration: Build) -> None:
    """It can be called with columns, by an engine's name, and says NULL for a method nobody knows."""
    rows = demonstration.rows(
        """
        select expected_score, marts.win_probability(method_id, rating_before, opponent_rating_before, 0, null)
        from marts.fct_rating_ledger where list_id = 'pro' and method_id = 'elo_v1' limit 50
        """
    )
    assert all(found == pytest.approx(expected, abs=1e-9) for expected, found in rows)
    assert demonstration.rows(
        "select marts.win_probability('elo', 1600, 1500, 0, null), marts.win_probability('magic', 1600, 1500, 0, null)"
    ) == [(pytest.approx(0.640065), None)]


def test_igs_rank_difference(demonstration: Build) -> None:
    for probability in (0.01, 0.28125, 0.375, 0.5, 0.62, 0.99):
        found = demonstration.value("select marts.igs_rank_difference(?)", probability)
        assert found == pytest.approx(float(igs.rank_difference(probability)))
    assert demonstration.rows("select marts.igs_rank_difference(0), marts.igs_rank_difference(1)") == [(None, None)]
