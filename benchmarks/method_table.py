"""Every rating method on the same games: how well it predicts, how long it takes, how much memory.

    python benchmarks/method_table.py BUILD LIST FIRST_TEST_DAY [TO_DAY]

BUILD is a database that a build left (warehouse/build.duckdb), LIST one of its lists, FIRST_TEST_DAY the day (2003-01-01) from
which games are the test; those before it are the train games. Prints a Markdown table, the best on the test games first: log loss
on both with an interval of 95 % (resampled months), how far it is from Elo's on the same test games with its standard error, the
calibration slope on the test games, seconds of the processor and the memory that the engine's own process needed above what
the games take. A method without a number for a game says 0.5.
"""

from __future__ import annotations

import csv
import json
import multiprocessing
import resource
import sys
import time
from datetime import date
from pathlib import Path

import duckdb
import numpy as np

from go_ratings.engines import engine
from go_ratings.engines.base import FloatArray, Games, IntArray, Units
from go_ratings.evaluation import resampling, scores
from go_ratings.warehouse.ratings import games_of, games_of_list

METHODS = Path(__file__).parents[1] / "seeds" / "reference" / "rating_method.csv"
DAYS_PER_MONTH = 30.4375


def run(name: str, parameters: str, games: Games, units: Units, answer: multiprocessing.connection.Connection) -> None:
    """One engine in a process of its own: Black's chances, processor seconds, megabytes above the games."""
    before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    expected = engine(name)(games, units, json.loads(parameters)).black.expected
    taken, after = time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer.send((np.where(np.isnan(expected), 0.5, expected), taken, (after - before) / 1024))


def mean_and_interval(values: FloatArray, month: IntArray) -> tuple[float, float, float, float]:
    """Mean, its standard error, and the interval's ends by resampled months."""
    _, cluster = np.unique(month, return_inverse=True)
    games = np.bincount(cluster)
    sums = np.bincount(cluster, values).astype(np.float64)
    mean, error = resampling.mean_and_error(sums, games)
    weights = resampling.cluster_weights(len(games))
    low, high = resampling.interval((weights @ sums) / (weights @ games))
    return float(mean), float(error), float(low), float(high)


def main() -> None:
    build, list_id, first_test_day = sys.argv[1:4]
    with duckdb.connect(build, read_only=True) as connection:
        games, units = games_of(games_of_list(connection.table("intermediate.int_rated_game"), list_id))
    test = games.day >= date.fromisoformat(first_test_day).toordinal() - date(1970, 1, 1).toordinal()
    month = (games.day / DAYS_PER_MONTH).astype(np.int64)
    processes = multiprocessing.get_context("fork")
    loss, rows = {}, []
    with METHODS.open(encoding="utf-8") as file:
        methods = list(csv.DictReader(file))
    for method in methods:
        ours, theirs = processes.Pipe(duplex=False)
        child = processes.Process(target=run, args=(method["engine"], method["parameters"], games, units, theirs))
        child.start()
        theirs.close()
        try:
            expected, taken, megabytes = ours.recv()
        except EOFError:
            print(f"{method['method_id']} can't rate these games", file=sys.stderr)
            continue
        finally:
            child.join()
        loss[method["method_id"]] = scores.log_loss(expected, games.score)
        fit = scores.calibration(
            expected[test], games.score[test], games.colours_known[test], np.zeros(test.sum(), np.int64), 1
        )
        rows.append((method["method_id"], float(fit.slope[0]), taken, megabytes))
    print(f"{list_id}: {len(units):,} units, {(~test).sum():,} train games, {test.sum():,} test games\n")
    print("| method | train | test | 95 % | less than Elo's | error | slope | CPU s | MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    for method_id, slope, taken, megabytes in sorted(rows, key=lambda row: float(loss[row[0]][test].mean())):
        train = loss[method_id][~test].mean() if (~test).any() else np.nan
        mean, _, low, high = mean_and_interval(loss[method_id][test], month[test])
        less, error, _, _ = mean_and_interval((loss["elo_v1"] - loss[method_id])[test], month[test])
        print(
            f"| {method_id} | {train:.4f} | {mean:.4f} | {low:.4f} to {high:.4f} "
            f"| {less:+.4f} | {error:.4f} | {slope:.2f} | {taken:.2f} | {megabytes:.0f} |"
        )


if __name__ == "__main__":
    main()
