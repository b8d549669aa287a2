"""Whether readers bear damaged files: copies of a folder's files with changed, lost and repeated bytes.

    python benchmarks/importer_fuzz.py FOLDER [copies]      (10,000 of each file unless told)

Prints for each file how many copies were read and how many refused, the slowest copy in seconds of the processor, and how far the
process's memory grew; ends with an error at the first copy that raises anything but the refusal.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections import Counter
from pathlib import Path

from go_ratings.reading.formats import SNIFFED_BYTES, importer_of
from go_ratings.reading.rows import FileRefused

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


def main(folder: Path, copies: int) -> None:
    for original in sorted(path for path in folder.iterdir() if path.is_file()):
        content = original.read_bytes()
        dice = random.Random(original.name)
        read(original.name, content)  # imports are not the reader's time
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        ends: Counter[str] = Counter()
        slowest = 0.0
        for _ in range(copies):
            copy = damaged(content, dice)
            started = time.process_time()
            ends[read(original.name, copy)] += 1
            slowest = max(slowest, time.process_time() - started)
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024
        print(f"{original.name}: {dict(ends)}, slowest {slowest:.3f} s, memory grew by {grown:.1f} MB", flush=True)


def read(name: str, content: bytes) -> str:
    """What became of a file."""
    module = importer_of(name, lambda: content[:SNIFFED_BYTES])
    if module is None:
        return "passed over"
    try:
        for row in module.rows(content, name):
            assert bool(row.problem) == bool(row.detail), row
    except FileRefused as refused:
        assert refused.code and refused.detail
        return "refused"
    except BaseException:
        print(f"{name} as follows is not borne: {content!r}", file=sys.stderr)
        raise
    return "read"


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000)
