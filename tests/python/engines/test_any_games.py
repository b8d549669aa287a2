"""Any games that can be landed, however odd: every engine rates them, and the units' numbers mean nothing.

GO_RATINGS_WORLDS=10000 in the environment makes this many worlds an engine; unset, a few make sure.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from engine_checks import consistent
from go_ratings.engines import NAMES, Games, Ledger, Units, engine

WORLDS = int(os.environ.get("GO_RATINGS_WORLDS", "20"))
YEAR_1, YEAR_9999 = -719_162, 2_932_896
RANKS = np.concatenate([np.arange(-50.0, 9.0), np.round(6.0 + 0.3 * np.arange(9), 1)])


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Games, Units]:
    """Few units and up to forty games. What is drawn says how odd they are; the rest is drawn by a seed."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count, units = draw(st.integers(1, 40)), draw(st.integers(2, 8))
    stones = draw(st.sampled_from([0, 1, 9, 30, 99]))
    days = draw(st.sampled_from([0, 3, 400, 200_000, YEAR_9999 - YEAR_1]))
    one_sided = draw(st.sampled_from([0.0, 0.0, 0.5, 1.0]))
    unknown = draw(st.sampled_from([0.0, 0.0, 0.3, 1.0]))
    odd_boards, odd_komi, by_rank, pools = (draw(st.booleans()) for _ in range(4))

    black = random.integers(0, units, count)
    white = (black + random.integers(0 if pools else 1, units, count)) % units
    score = random.choice([0.0, 0.5, 1.0], count, p=[0.45, 0.1, 0.45])
    score = np.where(random.random(count) < one_sided, black < white, score)
    handicap = random.integers(0, stones + 1, count) * (random.random(count) < 0.7)
    komi = random.choice([0.0, 0.5, 5.5, 6.5, 7.5], count)
    if odd_komi:
        komi = np.where(random.random(count) < 0.5, random.integers(-200, 201, count) / 2.0, komi)
    day = np.sort(random.integers(0, days + 1, count)) + (YEAR_1 if days > 400 else random.integers(0, 20_000))
    rank = random.choice(RANKS, (2, units if by_rank else count))

    def seen(values: np.ndarray) -> np.ndarray:
        return np.where(random.random(count) < unknown, np.nan, values)

    return Games.of(
        black,
        white,
        score,
        day=day,
        batch=random.integers(0, 1 + count // 3, count),
        round_no=random.integers(0, 9, count),
        colours_known=random.random(count) >= unknown / 2.0,
        handicap=handicap,
        komi=seen(komi),
        black_rank=seen(rank[0][black] if by_rank else rank[0]),
        white_rank=seen(rank[0][white] if by_rank else rank[1]),
        weight=seen(random.choice([1.0, 0.75, 0.5, 0.25], count)),
        board_size=random.choice([1, 2, 3, 5, 9, 13, 19, 25, 52], count) if odd_boards else np.full(count, 19),
    ), Units(random.random(units) < (0.4 if pools else 0.0))


def arrays(ledger: Ledger) -> list[np.ndarray]:
    """Everything that a ledger says of games and units."""
    sides = [values for side in (ledger.black, ledger.white) for values in vars(side).values() if values is not None]
    rated = [] if ledger.rated is None else [ledger.rated]
    return [*sides, *rated, *ledger.final.values()]


@pytest.mark.parametrize("name", NAMES)
@settings(
    max_examples=WORLDS,
    deadline=None,
    derandomize=WORLDS < 100,
    phases=[Phase.generate, Phase.shrink] if WORLDS < 100 else [Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(world=worlds(), shuffle=st.integers(0, 2**32 - 1))
def test_any_games_are_rated(name: str, world: tuple[Games, Units], shuffle: int) -> None:
    """No exception, no warning of numpy, no NaN where there is a number to give; the same ratings, to the last
    digit, if the units have other numbers."""
    games, units = world
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ledger = engine(name)(games, units, {})
    consistent(games, ledger)
    rated = np.ones(len(games), np.bool_) if ledger.rated is None else ledger.rated
    for values in ledger.final.values():
        assert np.isfinite(values[games.black[rated]]).all()
        assert np.isfinite(values[games.white[rated]]).all()
    if ledger.history is not None:
        assert np.isfinite(ledger.history.rating).all()

    number = np.random.default_rng(shuffle).permutation(len(units))
    pools = np.zeros(len(units), np.bool_)
    pools[number] = units.is_pool
    other = engine(name)(replace(games, black=number[games.black], white=number[games.white]), Units(pools), {})
    assert other.notes == ledger.notes
    other = replace(other, final={state: values[number] for state, values in other.final.items()})
    for one, renumbered in zip(arrays(ledger), arrays(other)):
        assert np.array_equal(one, renumbered, equal_nan=one.dtype != np.bool_)
