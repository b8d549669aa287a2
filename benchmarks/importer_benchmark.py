"""How fast SGF headers are read: made-up files of 250 moves in a temporary folder.

    python benchmarks/importer_benchmark.py [files]      (2,000 unless told)

Prints seconds, files a second, and how far the process's memory grew while reading.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from go_ratings.reading.formats import importer_for
from go_ratings.reading.rows import Row

FILES_A_FOLDER = 1000


def made_up_game(number: int) -> str:
    header = (
        f"(;GM[1]FF[4]CA[UTF-8]SZ[19]EV[League {number % 7}]RO[{number % 9 + 1}]DT[20{number % 25:02}-0{number % 9 + 1}-15]"
        f"PB[Player {number % 211}]PW[Opponent {number % 223}]BR[{number % 9 + 1}d]WR[{number % 20 + 1}k]KM[6.5]HA[0]RE[B+{number % 60}.5]"
    )
    moves = "".join(
        f";{'BW'[move % 2]}[{chr(97 + move % 19)}{chr(97 + move * 7 % 19)}]{'BW'[move % 2]}L[{900 - move}]"
        for move in range(250)
    )
    return f"{header}{moves})\n"


def main(files: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number in range(files):
            path = Path(folder, str(number // FILES_A_FOLDER), f"{number}.sgf")
            path.parent.mkdir(exist_ok=True)
            path.write_text(made_up_game(number), encoding="utf-8")
            paths.append(path)
        sum(1 for row in _rows(paths[0]))  # imports are not the parser's time
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started = time.perf_counter()
        games = sum(row.table == "games" for path in paths for row in _rows(path))
        seconds = time.perf_counter() - started
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
        print(f"{games} games in {seconds:.2f} s, {games / seconds:,.0f} a second; memory grew by {grown:.1f} MB")


def _rows(path: Path) -> Iterator[Row]:
    module = importer_for(path)
    assert module is not None
    return module.rows(path, path.name)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
