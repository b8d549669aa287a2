"""What engines share: declared ranks, unknown komi, and which tournament counts when."""

from __future__ import annotations

import numpy as np
import pytest

from go_ratings.engines import Games
from go_ratings.engines.base import declared_ranks, known_komi
from go_ratings.engines.batches import in_turn


def test_of_several_ranks_the_first_declared_counts() -> None:
    """Unit 0 plays games 1 and 2 (3k, then 1d), unit 1 games 1 and 3 (none, then 2k), unit 2 has none at all."""
    place = np.array([[0, 2, 2], [1, 0, 1]])
    rank = np.array([[-3.0, np.nan, np.nan], [np.nan, 0.0, -2.0]])
    assert declared_ranks(place, rank, 3) == pytest.approx([-3.0, -2.0, np.nan], nan_ok=True)


def test_only_an_even_game_has_fair_komi_where_it_is_unknown() -> None:
    """Black first without komi is one stone: there, and with more stones, unknown komi is none."""
    assert known_komi([np.nan] * 3, [0, 1, 2], 6.5).tolist() == [6.5, 0.0, 0.0]
    assert known_komi([5.5, 0.5], [0, 2], 6.5).tolist() == [5.5, 0.5]


def test_results_count_for_the_tournaments_that_start_the_day_after() -> None:
    """Tournament 2 ends on day 4: that of day 4 doesn't know it yet, that of day 5 does."""
    games = Games.of([0] * 4, [1] * 4, [1] * 4, day=[3, 4, 4, 5], batch=[2, 2, 0, 1])
    assert [(what, batch.code) for what, batch in in_turn(games)] == [
        ("play", 2),
        ("play", 0),
        ("post", 0),
        ("post", 2),
        ("play", 1),
        ("post", 1),
    ]
