"""What every reader of files gives: rows of the landing contract, or the reason why not."""

from __future__ import annotations

from dataclasses import dataclass, field

TABLES = ("games", "events", "players", "affiliations", "aliases")

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
    raw_text  as it stands in the file
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
    """The row, rejected where one of its cells is too long: one rule for every format."""
    longest = max(row.values.values(), key=len, default="")
    if len(longest) > MAX_CHARACTERS:
        detail = f"a cell holds {len(longest)} characters ({longest[:40]}…): shorten it"
        return Row(row.table, row.row_no, longest[:100], {}, "malformed_row", detail, file=row.file)
    return row
