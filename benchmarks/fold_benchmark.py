"""Time and memory of the Elo fold, each size in a separate process.

    python benchmarks/fold_benchmark.py [GAMES.parquet ...]

Sizes are 50,000, 1,000,000 and 10,000,000 made-up games (60 games per player, a fixed seed), and
the games of each Parquet file named: columns black, white, played_on, source_game_id, result.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

import numpy as np

from go_ratings.engines import Games, Units, engine

MADE_UP = (50_000, 1_000_000, 10_000_000)


def made_up(count: int) -> tuple[Games, Units]:
    """`count` games between count/60 players, colours and winners by a fair coin."""
    random = np.random.default_rng(1)
    players = max(2, count // 60)
    black = random.integers(0, players, count)
    white = (black + random.integers(1, players, count)) % players
    return Games.of(black, white, random.integers(0, 2, count)), Units.players(players)


def from_parquet(file: str) -> tuple[Games, Units]:
    """The decided games of a Parquet file, in order of play."""
    import duckdb

    columns = duckdb.execute(
        """
        with game as (
            select * from read_parquet(?) where black != white and result[1] in ('B', 'W')
        ),
        player as (
            select name, row_number() over (order by name) - 1 as code
            from (select black as name from game union select white from game)
        )
        select b.code as black, w.code as white, (game.result[1] = 'B')::double as score
        from game
        inner join player as b on game.black = b.name
        inner join player as w on game.white = w.name
        order by game.played_on, game.source_game_id
        """,
        [file],
    ).fetchnumpy()
    players = 1 + int(np.concatenate([columns["black"], columns["white"]]).max())
    return Games.of(columns["black"], columns["white"], columns["score"]), Units.players(players)


def measure(what: str) -> dict[str, float | int | str]:
    """Folds the games once and says how long it took and how much memory the process reached."""
    games, units = made_up(int(what)) if what.isdigit() else from_parquet(what)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    engine("elo")(games, units, {"k_factor": 32, "start": 1500})
    seconds = time.process_time() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "games": len(games),
        "players": len(units),
        "cpu_seconds": round(seconds, 3),
        "games_per_second": round(len(games) / seconds),
        "peak_mb": peak // 1024,
        "before_mb": before // 1024,
    }


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1] == "--one":
        print(json.dumps(measure(sys.argv[2])))
        return
    for what in [*map(str, MADE_UP), *sys.argv[1:]]:
        one = subprocess.run([sys.executable, __file__, "--one", what], capture_output=True, text=True, check=True)
        print(what.rsplit("/", 1)[-1], one.stdout.strip(), sep="\t", flush=True)


if __name__ == "__main__":
    main()
