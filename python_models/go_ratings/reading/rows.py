"""What every reader of files gives: rows of the landing contract, or the reason why not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

TABLES = ("games", "events", "players", "affiliations", "aliases", "fixtures")

# The contract's columns, in its order; True where a file of that table can't do without.
COLUMNS: dict[str, dict[str, bool]] = {
    "games": {
        "source": False,
        "source_game_id": True,
        "played_on": True,
        "sequence": False,
        "event": False,
        "edition": False,
        "round": False,
        "black": True,
        "white": True,
        "colours": False,
        "black_rank": False,
        "white_rank": False,
        "komi": False,
        "handicap": False,
        "board_size": False,
        "result": True,
        "is_replay": False,
        "replay_of": False,
    },
    "events": {
        "event_id": True,
        "name": True,
        "scope": True,
        "status": True,
        "format": True,
        "division": True,
        "class": False,
    },
    "players": {
        "player_id": True,
        "name_ja": False,
        "name_kana": False,
        "name_romaji": False,
        "birth_date": False,
        "gender": False,
    },
    "affiliations": {
        "player_id": True,
        "organisation": True,
        "valid_from": False,
        "valid_to": False,
    },
    "aliases": {"alias": True, "player_id": True, "valid_from": False, "valid_to": False},
    "fixtures": {
        "played_on": True,
        "event": False,
        "round": False,
        "black": True,
        "white": True,
        "colours": False,
        "komi": False,
        "handicap": False,
        "best_of": False,
        "list": False,
    },
}

# What readers of game records know of a game beyond the contract; no table that people write has these columns.
FROM_RECORDS = ("moves_digest",)

# How databases, data frames and spreadsheets write an empty cell. Whether such a word is a player is a question of its
# own (`reading.nobody`), and ids are anything.
NOTHING = frozenset(
    ["nan", "null", "none", "nat", "na", "n/a", "#n/a", "#na", "<na>", "\\n", "#null!", "(null)", "undefined"]
)
_NAMES_AND_IDS = frozenset(
    [
        "black",
        "white",
        "player_id",
        "alias",
        "name_ja",
        "name_kana",
        "name_romaji",
        "source",
        "source_game_id",
        "replay_of",
        "event_id",
        "name",
    ]
)


def is_missing(column: str, cell: str) -> bool:
    """Whether a cell holds a word for nothing, such as pandas' nan or a database's NULL."""
    return may_be_missing(column) and cell.strip().lower() in NOTHING


def may_be_missing(column: str) -> bool:
    """Whether words for nothing mean nothing in a column: in names and ids they may be anything."""
    return column not in _NAMES_AND_IDS


MAX_CHARACTERS = 2000  # of a cell, in any format: no name is longer, and a page must be able to show it
MAX_RAW_CHARACTERS = 1000  # of a row's text and of what is said of it
MAX_WARNINGS = 100  # of a row
MAX_REJECTED = 10_000  # rows of a file that are listed one by one, if its reader rejects them


class FileRefused(Exception):
    """A file can't be read at all. `code` is a reason code, `detail` one sentence for a person."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


@dataclass(slots=True)
class Row:
    """One landed row.

    table     one of TABLES
    row_no    its line in the file (the game's ordinal where a file has no lines of its own)
    raw_text  as it stands in the file, cut after 1,000 characters
    values    column of the contract or of FROM_RECORDS -> text; a missing one is absent
    problem   reason code when the reader itself rejects the row, else ''
    detail    what exactly is wrong, for a person
    warnings  (code, detail) of what was read but is worth checking
    file      the archive's member that it stands in, as archive.zip/folder/name.sgf; '' in a file of its own
    """

    table: str
    row_no: int
    raw_text: str
    values: dict[str, str]
    problem: str = ""
    detail: str = ""
    warnings: list[tuple[str, str]] = field(default_factory=list)
    file: str = ""


def bounded(row: Row) -> Row:
    """The row, rejected where one of its cells is too long, and with no more said of it than somebody reads: one rule
    for every format."""
    longest = max(row.values.values(), key=len, default="")
    if len(longest) > MAX_CHARACTERS:
        detail = f"a cell holds {len(longest)} characters ({longest[:40]}…): shorten it"
        return Row(row.table, row.row_no, longest[:100], {}, "malformed_row", detail, file=row.file)
    row.raw_text, row.detail = _cut(row.raw_text), _cut(row.detail)
    if len(row.warnings) > MAX_WARNINGS:
        left_out = (
            "more_warnings",
            f"{len(row.warnings) - MAX_WARNINGS} more, the next of them {row.warnings[MAX_WARNINGS][0]}",
        )
        row.warnings = [*row.warnings[:MAX_WARNINGS], left_out]
    if any(len(detail) > MAX_RAW_CHARACTERS for _, detail in row.warnings):
        row.warnings = [(code, _cut(detail)) for code, detail in row.warnings]
    return row


def _cut(text: str) -> str:
    return text if len(text) <= MAX_RAW_CHARACTERS else f"{text[:MAX_RAW_CHARACTERS]}…"


class Rejected:
    """Counts the rows of one file that its reader rejects, and lets no more through than somebody looks at."""

    def __init__(self) -> None:
        self._kept = 0
        self._left_out: Counter[str] = Counter()

    def is_kept(self, row: Row) -> bool:
        """Whether the row goes on; one without a problem always does."""
        if row.problem and self._kept >= MAX_REJECTED:
            self._left_out[row.problem] += 1
            return False
        self._kept += bool(row.problem)
        return True

    def told(self) -> str:
        """How many rows didn't go on and why, as one sentence, or ''."""
        if not self._left_out:
            return ""
        reasons = ", ".join(f"{count:,} {code}" for code, count in sorted(self._left_out.items()))
        return (
            f"{self._left_out.total():,} more rows of the file were rejected ({reasons}), after the {MAX_REJECTED:,} that are "
            "listed: correct those, and build again to see the rest."
        )
