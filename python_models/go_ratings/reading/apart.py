"""Reads files in a process of its own, so that a file which kills its reader costs a row and not the build.

Packed files and large ones are read so; the others are too small to do harm. The process may take so much memory and, a file,
so many seconds; where it is stopped, or dies, the next file gets another.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import go_ratings
from go_ratings.reading.landing import LandingFile, file_row, rows_of
from go_ratings.reading.rows import Row

MEMORY_BYTES = 4 << 30
SECONDS, SECONDS_PER_MEGABYTE = 30, 30
_PACKED = (".xlsx", ".zip", ".gz")
_SMALL_BYTES = 256 << 10
_ROWS_AT_ONCE = 1000
_OUT_OF_MEMORY = 3


def is_risky(file: LandingFile) -> bool:
    """Whether the file is packed, or large and of no table, so that reading it may take more than a build can bear."""
    packed = file.path.suffix.lower() in _PACKED
    try:
        return packed or (not file.table and file.path.stat().st_size > _SMALL_BYTES)
    except OSError:
        return False


class Apart:
    """The process, started when it is first needed; to be used as a context."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Apart:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()

    def rows_of(self, file: LandingFile) -> Iterator[Row]:
        """The same as landing.rows_of; a last row says where the reader was stopped."""
        process = self._process = self._process or _started()
        assert process.stdin and process.stdout
        seconds = SECONDS + SECONDS_PER_MEGABYTE * -(-file.path.stat().st_size // (1 << 20))
        try:
            pickle.dump((file, seconds), process.stdin)
            process.stdin.flush()
            while some := pickle.load(process.stdout):  # what it writes is ours, whatever the file holds
                yield from some
        except (EOFError, OSError, pickle.UnpicklingError):
            process.kill()
            process.communicate()
            self._process = None
            yield file_row(file.name, "", problem="reader_stopped", detail=_why(file.name, process.returncode, seconds))


def _why(name: str, returncode: int, seconds: int) -> str:
    if returncode == _OUT_OF_MEMORY:
        reason = f"needed more than {MEMORY_BYTES >> 30} GB of memory"
    elif returncode == -signal.SIGXCPU:
        reason = f"took more than {seconds} seconds"
    else:
        reason = f"broke off (signal {-returncode})" if returncode < 0 else f"broke off ({returncode})"
    return f"the reader of {name} {reason} and was stopped; what it had read until then counts: split the file, or save it as CSV."


def _started() -> subprocess.Popen[bytes]:
    package = str(Path(go_ratings.__file__).parents[1])
    path = os.pathsep.join([package, *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen(
        [sys.executable, "-c", "from go_ratings.reading import apart; apart.serve()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": path},
    )


def serve() -> None:
    """What the process does: reads the files it is told, until nobody tells it any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    _limit("RLIMIT_AS", MEMORY_BYTES)
    told, out = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    try:
        while True:
            file, seconds = pickle.load(told)
            _limit("RLIMIT_CPU", int(sum(os.times()[:2])) + 1 + seconds)
            _write(rows_of(file), out)
    except (EOFError, BrokenPipeError):
        os._exit(0)
    except MemoryError:
        os._exit(_OUT_OF_MEMORY)


def _write(rows: Iterator[Row], out: BinaryIO) -> None:
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        pickle.dump(some, out)
    pickle.dump([], out)
    out.flush()


def _limit(name: str, value: int) -> None:
    """Sets a limit of this process, where the system knows such limits."""
    import resource

    kind = getattr(resource, name)
    _, most = resource.getrlimit(kind)
    with suppress(ValueError, OSError):  # macOS doesn't limit the address space
        resource.setrlimit(kind, (value if most == resource.RLIM_INFINITY else min(value, most), most))
