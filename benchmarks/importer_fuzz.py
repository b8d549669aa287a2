"""Whether readers bear damaged files, in how long and with how much: files with changed, lost and repeated bytes.

    python benchmarks/importer_fuzz.py FOLDER [copies]          (10,000 of each file unless told)
    python benchmarks/importer_fuzz.py FOLDER NAME#NUMBER > COPY  (makes one of them again)

Prints for each file how many copies were read and how many refused, the slowest copy in seconds of the processor, and the
hungriest: by how much it raised the most memory that the process ever held, or else by how many characters its rows hold for one of
the file's. At the end, the slowest and hungriest of all. Ends with an error at the first copy that raises anything but the
refusal, and at one that takes more than half a second and 30 microseconds a byte, or whose rows hold more than 2,000 characters
a byte.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from go_ratings.reading.formats import SNIFFED_BYTES, importer_of
from go_ratings.reading.rows import FileRefused, Rejected, bounded

TOKENS = [
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"(",
    b")",
    b"[",
    b"]",
    b"\\",
    b"<",
    b">",
    b"/",
    b'"',
    b"{",
    b"}",
    b"&",
    b";",
]
TOKENS += [
    b"-1",
    b"0",
    b"99999999999999999999",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"\n",
    b"\r",
    b"\t",
    b"=",
    b"+",
    b"?",
]
TOKENS += ["é木\u202e".encode(), "뷁".encode(), b"\xb6\xce", b" " * 50, b"<a>" * 30, b"[" * 100]


def damaged(content: bytes, dice: random.Random) -> bytes:
    """The content with one to eight changes."""
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        at = dice.randrange(len(content) + 1)
        end = min(len(content), at + dice.choice((1, 1, 2, 8, 64, 500)))
        change = dice.randrange(7)
        if change == 0:
            content = content[:at] + bytes([dice.randrange(256)]) + content[at + 1 :]
        elif change == 1:
            content = content[:at] + content[end:]
        elif change == 2:
            content = content[:at] + dice.choice(TOKENS) + content[at:]
        elif change == 3:
            content = content[:at] + dice.choice(TOKENS) + content[end:]
        elif change == 4:
            content = content[:end] + content[at:end] * dice.choice((1, 2, 50)) + content[end:]
        elif change == 5:
            other = dice.randrange(len(content) + 1)
            content = content[:at] + content[other : other + end - at] + content[end:]
        elif dice.random() < 0.3:
            content = content[:at]
    return content


@dataclass
class Cost:
    """What one copy took: seconds, megabytes beyond what the process ever held, and its rows' characters for each byte."""

    copy: str
    size: int
    seconds: float
    megabytes: float
    characters: float

    def __str__(self) -> str:
        return f"{self.copy} ({self.size:,} bytes): {self.seconds:.3f} s, {self.megabytes:.1f} MB, {self.characters:.0f} characters a byte"


def copy_of(original: Path, number: int) -> bytes:
    """One of the damaged copies of a file, the same every time."""
    return damaged(original.read_bytes(), random.Random(f"{original.name}#{number}"))


def main(folder: Path, copies: int) -> None:
    costs: list[Cost] = []
    for original in sorted(path for path in folder.iterdir() if path.is_file()):
        read(original.name, original.read_bytes())  # imports are not the reader's time
        ends: Counter[str] = Counter()
        slowest = hungriest = Cost("", 0, -1.0, -1.0, -1.0)
        for number in range(copies):
            content = copy_of(original, number)
            memory, started = held(), time.process_time()
            end, characters = read(original.name, content)
            ends[end] += 1
            cost = Cost(
                f"{original.name}#{number}",
                len(content),
                time.process_time() - started,
                held() - memory,
                characters / max(len(content), 1),
            )
            if cost.seconds > 0.5 + 30e-6 * cost.size or characters > 20_000 + 2_000 * cost.size:
                raise SystemExit(f"too dear: {cost}")
            slowest = max(slowest, cost, key=lambda one: one.seconds)
            hungriest = max(hungriest, cost, key=lambda one: (one.megabytes, one.characters))
        costs += [slowest, hungriest]
        print(f"{original.name}: {dict(ends)}\n    slowest {slowest}\n    hungriest {hungriest}", flush=True)
    print(f"slowest of all: {max(costs, key=lambda one: one.seconds)}")
    print(f"hungriest of all: {max(costs, key=lambda one: (one.megabytes, one.characters))}")


def held() -> float:
    """Megabytes that the process held when it held most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def read(name: str, content: bytes) -> tuple[str, int]:
    """What became of a file, and how many characters its rows hold, as a build takes them."""
    module = importer_of(name, lambda: content[:SNIFFED_BYTES])
    if module is None:
        return "passed over", 0
    characters = 0
    rejected = Rejected()
    try:
        for row in filter(rejected.is_kept, map(bounded, module.rows(content, name))):
            assert bool(row.problem) == bool(row.detail), row
            characters += len(row.raw_text) + len(row.detail) + sum(map(len, row.values.values()))
            characters += sum(len(detail) for _, detail in row.warnings)
    except FileRefused as refused:
        assert refused.code and refused.detail
        return "refused", characters
    except BaseException:
        print(f"{name} as follows is not borne: {content!r}", file=sys.stderr)
        raise
    return "read", characters


if __name__ == "__main__":
    _, told_folder, *told = sys.argv
    if told and "#" in told[0]:
        told_name, _, told_number = told[0].rpartition("#")
        sys.stdout.buffer.write(copy_of(Path(told_folder, told_name), int(told_number)))
    else:
        main(Path(told_folder), int(told[0]) if told else 10_000)
