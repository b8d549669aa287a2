"""Time to the maximum of Whole-History Rating: this project's engine and the package on PyPI.

    python benchmarks/whr_benchmark.py [GAMES [GRADIENT]]

Both get the same made-up games (50,000 unless told, a fixed seed), a drift of 14 Elo² a day and
one virtual win and loss, and iterate until no entry of the gradient exceeds GRADIENT (1e-3, the
package's default; its own damping is switched off, so that both look for the same maximum). The
engine always goes on to 1e-9. Needs `pip install whole-history-rating` in an environment of its
own: the project itself doesn't use it. Without it only the engine is timed.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from go_ratings.engines import whr as engine
from go_ratings.engines.base import FloatArray, IntArray

DRIFT, VIRTUAL_GAMES = 14.0, 1.0


def made_up(count: int) -> tuple[IntArray, IntArray, FloatArray, IntArray]:
    """Black, White, Black's score and day of `count` games over 20 years; 60 games a player."""
    random = np.random.default_rng(1)
    players = max(2, count // 60)
    strength = random.normal(0.0, 300.0, players)
    black = random.integers(0, players, count)
    white = (black + random.integers(1, players, count)) % players
    day = np.sort(random.integers(0, 7300, count))
    chance = 1.0 / (1.0 + 10.0 ** ((strength[white] - strength[black]) / 400.0))
    return black, white, (random.random(count) < chance).astype(np.float64), day


def by_package(
    black: IntArray, white: IntArray, score: FloatArray, day: IntArray, gradient: float
) -> tuple[dict[tuple[int, int], float], int]:
    """The package's rating by player and day, and its iterations. Raises ImportError without it."""
    from whr import WHR  # type: ignore[import-not-found]

    base = WHR({"w2": DRIFT, "initial_prior_wins": VIRTUAL_GAMES, "hessian_damping": 0.0})
    for b, w, s, d in zip(black.tolist(), white.tolist(), score.tolist(), day.tolist()):
        base.create_game(str(b), str(w), "B" if s else "W", d, 0)
    iterations, _ = base.auto_iterate(precision=gradient)
    ratings = {(int(name), day.day): day.elo for name, player in base.players.items() for day in player.days}
    return ratings, iterations


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    gradient = float(sys.argv[2]) if len(sys.argv) > 2 else 1e-3
    games = made_up(count)
    start = time.process_time()
    fit = engine.fit(*games, np.zeros(count), DRIFT, VIRTUAL_GAMES)
    ours = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count:,} games, {len(fit.unit):,} player-days")
    print(f"engine: {ours:.2f} s CPU to a gradient of 1e-9, {memory:.0f} MB at most")
    start = time.process_time()
    try:
        ratings, iterations = by_package(*games, gradient)
    except ImportError:
        print("whole-history-rating is not installed: not compared")
        return
    theirs = time.process_time() - start
    apart = max(abs(ratings[u, d] - r) for u, d, r in zip(fit.unit.tolist(), fit.day.tolist(), fit.rating.tolist()))
    print(f"whole-history-rating: {theirs:.1f} s CPU, {iterations} iterations to {gradient:g}")
    print(f"ratio {theirs / ours:.0f}; largest difference of a rating {apart:.2g} Elo")


if __name__ == "__main__":
    main()
