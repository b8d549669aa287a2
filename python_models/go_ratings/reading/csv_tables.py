"""Tables as text: CSV, and what spreadsheets and databases write instead of it.

Read is UTF-8 with commas, and where the header leaves no doubt also semicolons, tabs and bars between the
cells, Excel's first line `sep=;`, and UTF-16 with its mark (Excel's "Unicode text"). Columns without a name
are none as long as their cells are empty, and a line of empty cells is no row.
"""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from go_ratings.reading.rows import FileRefused

# Of a cell; what is too long is told as such (rows.bounded), in quotes or not.
csv.field_size_limit(1 << 30)

_LINE_END = re.compile(r"\r\n|\n|\r")
# What switches the character set in ISO-2022-JP, -KR and -CN, and HZ's brackets round pairs of letters.
_SEVEN_BIT = re.compile(rb"\x1b(?:\$[@AB]|\$[()*+][@-Z]|\([BIJ])|~\{(?:[\x21-\x77][\x21-\x7e])+~\}")
_MAX_LINES_OF_A_RECORD = 20
_SNIFFED_BYTES = 4096
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_SEPARATOR_LINE = re.compile(r'\s*"?sep=(.)"?[,;|\s]*', re.IGNORECASE)

# (line number, raw text, cells) of a record; cells is None where quotes don't match.
Record = tuple[int, str, list[str] | None]


_OTHER_ENDINGS = (".txt", ".tsv", ".tab")


def is_table(path: Path, needed: Iterable[str]) -> bool:
    """Whether a text file that isn't called .csv has the header of a table, as a spreadsheet's "Unicode text" has."""
    if path.suffix.lower() not in _OTHER_ENDINGS:
        return False
    try:
        with open(path, "rb") as file:
            lines = file.read(_SNIFFED_BYTES).rpartition(b"\n")[0]
        header = Table(lines[: len(lines) // 2 * 2] if lines[:1] in b"\xff\xfe" else lines, path.name, needed).header
    except (FileRefused, OSError):
        return False
    return set(needed) <= set(header)


class Table:
    """A file's header, in lower case, and its records. Raises FileRefused.

    needed     columns that show the separator: those that the header has with the right one
    warnings   what was not plain CSV
    """

    def __init__(self, content: bytes, name: str, needed: Iterable[str]) -> None:
        self.warnings: list[tuple[str, str]] = []
        self._name = name
        text = self._decoded(content)
        self._lines = _LINE_END.split(text)
        self._first = 0
        self.separator = self._find_separator(set(needed))
        first = next(self._records(self._first), None)
        if first is None:
            raise FileRefused("empty_file", f"{name} is empty: give it at least its header line, or remove it.")
        self._first = self._next
        self.header = _header(first[2])

    def records(self) -> Iterator[Record]:
        """The records behind the header; lines of blanks or of empty cells are none."""
        for line, raw, cells in self._records(self._first):
            if cells is None or any(cell.strip() for cell in cells):
                yield line, raw, cells

    def _decoded(self, content: bytes) -> str:
        if not content.strip(b"\xef\xbb\xbf\r\n\t "):
            raise FileRefused("empty_file", f"{self._name} is empty: give it at least its header line, or remove it.")
        for mark, codec in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
            if content.startswith(mark):
                try:
                    text = content[2:].decode(codec)
                except UnicodeDecodeError:
                    raise FileRefused(
                        "not_csv", f"{self._name} is damaged UTF-16 text: save it as CSV in UTF-8."
                    ) from None
                self.warnings.append(("table_form", f"{self._name} is UTF-16 text and was read as such"))
                return text
        if content[:4] in (b"PAR1", b"PK\x03\x04") or b"\0" in content:
            raise FileRefused("not_csv", f"{self._name} is not a text file: save it as CSV in UTF-8.")
        if seven_bit := _SEVEN_BIT.search(content):
            line = content.count(b"\n", 0, seven_bit.start()) + 1
            raise FileRefused(
                "wrong_encoding",
                f"{self._name} is not UTF-8 but a 7-bit encoding such as ISO-2022-JP or HZ (line {line}): save it as UTF-8.",
            )
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise FileRefused(
                "wrong_encoding",
                f"{self._name} is not UTF-8 (line {line}, byte 0x{content[error.start]:02x}): save it as UTF-8.",
            ) from None

    def _find_separator(self, needed: set[str]) -> str:
        """The comma, unless the header has the needed columns only with another separator."""
        at = next((index for index, line in enumerate(self._lines) if line.strip()), 0)
        named = _SEPARATOR_LINE.fullmatch(self._lines[at])
        if named and named[1] in _SEPARATORS:
            self._first = at + 1
            at = next((index for index in range(at + 1, len(self._lines)) if self._lines[index].strip()), at)
        headers = {separator: _header(_cells(self._lines[at], separator)) for separator in _SEPARATORS}
        if needed:
            fitting = [separator for separator, header in headers.items() if needed <= set(header)]
        else:
            fitting = sorted(_SEPARATORS, key=lambda separator: -len(headers[separator]))
        separator = fitting[0] if fitting else ","
        if separator != ",":
            said = f"{self._name} has {_SEPARATORS[separator]} between its cells and was read so"
            self.warnings.append(("table_form", said))
        return separator

    def _records(self, at: int) -> Iterator[Record]:
        """The records from a line on; `_next` is the line behind the one that was given last.

        A record may run over several lines inside quotes. When its quotes never close, only its
        first line is lost, not the rest of the file. Blank lines are not records.
        """
        lines = self._lines
        while at < len(lines):
            raw, length = lines[at], 1
            if '"' in raw:
                while raw.count('"') % 2 and length < _MAX_LINES_OF_A_RECORD and at + length < len(lines):
                    raw += "\n" + lines[at + length]
                    length += 1
                cells = _cells(raw, self.separator)
                if cells is None:
                    raw, length = lines[at], 1
            elif raw.strip():
                cells = raw.split(self.separator)
            else:
                at += 1
                continue
            self._next = at + length
            yield at + 1, raw, cells
            at += length


def _cells(raw: str, separator: str) -> list[str] | None:
    """The cells of a record; None where its quotes don't match."""
    if '"' not in raw:
        return raw.split(separator)
    try:
        return next(csv.reader([raw], strict=True, delimiter=separator)) if raw.count('"') % 2 == 0 else None
    except csv.Error:
        return None


def _header(cells: list[str] | None) -> list[str]:
    return [cell.strip().lower() for cell in cells or []]
