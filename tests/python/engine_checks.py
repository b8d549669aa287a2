"""What every engine must pass, whatever its formula."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from go_ratings.engines import Engine, Games, Ledger, Side, Units

PLAYERS = 12


def column(rows: list[dict[str, str]], name: str) -> np.ndarray:
    """One column of a golden file as floats, NaN where it is empty."""
    return np.array([float(row[name] or "nan") for row in rows])


def random_games(seed: int, count: int = 60) -> Games:
    """Games of a small circuit: twelve players, tournaments of some days, stones now and then."""
    random = np.random.default_rng(seed)
    black = random.integers(0, PLAYERS, count)
    white = (black + random.integers(1, PLAYERS, count)) % PLAYERS
    batch = np.sort(random.integers(0, 8, count))
    rank = random.integers(-8, 4, PLAYERS).astype(float)
    handicap = random.choice([0, 0, 0, 1, 2, 5], count)
    return Games.of(
        black,
        white,
        random.choice([0.0, 0.5, 1.0], count, p=[0.45, 0.1, 0.45]),
        day=batch * 40 + np.arange(count) // 15,
        batch=batch,
        handicap=handicap,
        komi=np.where(handicap == 0, 6.5, 0.5),
        black_rank=rank[black],
        white_rank=rank[white],
    )


def whole(side: Side) -> None:
    """No NaN where there is a number to give, and chances that are chances."""
    arrays = [side.before, side.after, side.expected]
    arrays += [
        a
        for a in (side.deviation_before, side.deviation_after, side.rating_used, side.extra, side.adjustment)
        if a is not None
    ]
    for array in arrays:
        assert np.isfinite(array).all()
    assert ((side.expected >= 0) & (side.expected <= 1)).all()


def consistent(games: Games, ledger: Ledger) -> None:
    """The ledger's promises: chances sum to 1, points add up, ratings follow on each other."""
    for side, score in ((ledger.black, games.score), (ledger.white, 1 - games.score)):
        whole(side)
        if side.extra is not None:
            change = side.k_factor * (score - side.expected) + side.extra
            assert np.abs(side.after - side.before - change).max(initial=0.0) < 1e-9
    assert np.abs(ledger.black.expected + ledger.white.expected - 1).max(initial=0.0) < 1e-12
    last: dict[int, float] = {}
    for game in range(len(games)):
        for side, unit in ((ledger.black, int(games.black[game])), (ledger.white, int(games.white[game]))):
            if side.adjustment is not None:
                expected = last.get(unit, side.before[game]) + side.adjustment[game]
                assert abs(expected - side.before[game]) < 1e-9
            last[unit] = side.after[game]


def tells_no_future(rate: Engine, games: Games, parameters: dict) -> None:
    """A later result changes no earlier prediction; and the ledger is consistent."""
    units = Units.players(PLAYERS)
    ledger = rate(games, units, parameters)
    consistent(games, ledger)
    for game in (len(games) // 3, 2 * len(games) // 3, len(games) - 1):
        score = games.score.copy()
        score[game:] = 1.0 - score[game:] * 0.5
        other = rate(replace(games, score=score), units, parameters)
        assert np.array_equal(ledger.black.expected[: game + 1], other.black.expected[: game + 1])
        day = games.day <= games.day[game]
        same = np.abs(ledger.black.expected - other.black.expected)[day & (np.arange(len(games)) <= game)]
        assert same.max() == 0.0


def unhappy(rate: Engine, parameters: dict) -> str:
    """No games; no ranks; no class; 13 stones; komi -30; a run of wins; pools. Gives the notes."""
    empty = rate(Games.of([], [], []), Units.players(3), parameters)
    assert len(empty.black.after) == 0
    games = Games.of(
        [0, 0, 1, 2, 0, 0],
        [1, 1, 0, 3, 1, 1],
        [1, 1, 0, 1, 1, 1],
        day=[0, 0, 1, 2, 400, 4000],
        batch=[0, 0, 1, 2, 3, 4],
        handicap=[13, 0, 0, 0, 0, 2],
        komi=[0.5, -30, np.nan, 6.5, 6.5, np.nan],
        weight=[1, 1, 1, 1, np.nan, 1],
        black_rank=[np.nan, np.nan, np.nan, 2, np.nan, np.nan],
        white_rank=[np.nan, np.nan, np.nan, 2, np.nan, np.nan],
    )
    pools = Units(np.array([False, False, True, True]))
    ledger = rate(games, pools, parameters)
    consistent(games, ledger)
    return "\n".join(ledger.notes)
