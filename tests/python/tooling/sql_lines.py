"""Says which lines of SQL files are too long, or not indented by fours, also inside macros, where no linter looks.

python tests/python/tooling/sql_lines.py FOLDER...
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST = 120
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)


def complaints(text: str) -> Iterator[tuple[int, str]]:
    """Line numbers, from 1, and what is wrong with the line. What stands in a comment may be indented in any way."""
    code = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    for line_no, (line, line_of_code) in enumerate(zip(text.split("\n"), code.split("\n")), start=1):
        if len(line) > LONGEST:
            yield line_no, f"{len(line)} characters, more than {LONGEST}"
        indent = re.match(r"\s*", line_of_code)
        if line_of_code.strip() and indent and (indent[0].strip(" ") or len(indent[0]) % 4):
            yield line_no, "not indented by a multiple of four spaces"
        if line != line.rstrip():
            yield line_no, "blanks at its end"


def main(folders: list[str]) -> int:
    found = 0
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.sql")):
        for line_no, complaint in complaints(path.read_text(encoding="utf-8")):
            print(f"{path}:{line_no}: {complaint}")
            found += 1
    return min(found, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
