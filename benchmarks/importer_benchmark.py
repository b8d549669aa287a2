"""How fast SGF headers are read: made-up files of 250 moves in a temporary folder, or in one .zip.

    python benchmarks/importer_benchmark.py [files] [zip]      (2,000 unless told)

Prints seconds of the clock and of the processor, files a second, and how far the process's memory grew while reading.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
import zipfile
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


def main(files: int, in_an_archive: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        names = [f"{number // FILES_A_FOLDER}/{number}.sgf" for number in range(files)]
        first = Path(folder, "first.sgf")
        first.write_text(made_up_game(0), encoding="utf-8")
        paths = [Path(folder, "games.zip")] if in_an_archive else [Path(folder, name) for name in names]
        if in_an_archive:
            with zipfile.ZipFile(paths[0], "w", zipfile.ZIP_DEFLATED) as archive:
                for number, name in enumerate(names):
                    archive.writestr(name, made_up_game(number))
        else:
            for number, path in enumerate(paths):
                path.parent.mkdir(exist_ok=True)
                path.write_text(made_up_game(number), encoding="utf-8")
        importer_for(paths[0])
        sum(1 for row in _rows(first))  # imports are not the parser's time
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started, worked = time.perf_counter(), time.process_time()
        games = sum(row.table == "games" for path in paths for row in _rows(path))
        seconds, worked = time.perf_counter() - started, time.process_time() - worked
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
        print(
            f"{games} games in {seconds:.2f} s ({worked:.2f} s of the processor), "
            f"{games / seconds:,.0f} a second; memory grew by {grown:.1f} MB"
        )


def _rows(path: Path) -> Iterator[Row]:
    module = importer_for(path)
    assert module is not None
    return module.rows(path, path.name)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, in_an_archive="zip" in sys.argv[2:])
