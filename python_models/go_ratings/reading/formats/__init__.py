"""Readers of the files that Go results come in; each gives rows of the landing contract.

A format is one module with `rows(origin, name)`, which yields `rows.Row` and raises nothing but
`rows.FileRefused`, and one line in FORMATS. `origin` is the file's path or, for a member of an
archive, its bytes. Modules are imported when a file asks for them, so that a build of CSV files
needs none of their libraries.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

SNIFFED_BYTES = 4096


class Format(NamedTuple):
    """A module here, the file endings it reads, and what the start of such a file must hold."""

    module: str
    endings: tuple[str, ...]
    start: re.Pattern[bytes] = re.compile(b"")


FORMATS = (
    Format("sgf", (".sgf",)),
    Format("gib", (".gib",)),
    Format("ngf", (".ngf",)),
    Format("ugf", (".ugf", ".ugi")),
    Format("h9", (".h9",)),
    Format("h9", (".txt",), re.compile(rb"^(?:\xef\xbb\xbf)?\s*;\s*(?:TC|CL|EV|PC|DT|HA|KM|TM)\s*\[", re.MULTILINE)),
    Format("tou", (".tou",)),
    Format("tou", (".txt",), re.compile(rb"^\s*;\s*(?:name|vill|prog)\s*=", re.MULTILINE | re.IGNORECASE)),
    Format(
        "macmahon",
        (".xml",),
        re.compile(
            rb"<Tournament(?:Data)?(?:\s[^>]*\btypeversion\s*=|\s*>)"
            rb"|<(?:IndividualParticipant|TournamentRound|Playerlist|UpperMacMahonBar)\b"
        ),
    ),
    Format("opengotha", (".xml",)),
    Format("hst", (".hst",)),
    Format(
        "hst",
        (".txt", ".html"),
        re.compile(
            rb"^[ \t]*[1-9]\d{7}[ \t]+\S.*[ \t][A-Z]{2}[ \t]+\S{1,6}[ \t]+\d{1,2}[kdp][ \t].*\b[A-Z]\d{6}[A-Z]?\b",
            re.MULTILINE,
        ),
    ),
    Format("standings", (".html", ".htm"), re.compile(rb"<th[^<>]*>(?:&nbsp;|\s)*NbW\b")),
    Format("pairgoth", (".tour",)),
    Format(
        "servers",
        (".json", ".jsonl", ".ndjson"),
        re.compile(rb'"(?:chessid|chesslist|annulled|black_lost|ranked)"\s*:'),
    ),
    Format(
        "aga",
        (".txt",),
        re.compile(
            rb"^(?:\xef\xbb\xbf)?[ \t]*+TOURN(?:EY\b|AMENT\b(?=.*^[ \t]*+(?:START\s*=|FINISH\s*=|PLAYERS\b|GAMES\b)))",
            re.MULTILINE | re.IGNORECASE | re.DOTALL,
        ),
    ),
    Format("aga", (".txt", ".tsv"), re.compile(rb"^[^\t\n]*,[^\t\n]*\t\s*\d+\s*\t[^\t\n]*\t", re.MULTILINE)),
    Format("xlsx", (".xlsx",)),
    Format("archive", (".zip", ".sgf.gz")),
)


def importer_for(path: Path) -> ModuleType | None:
    """The module that reads a file, by its ending and its first bytes, or None if nothing here reads it."""
    return importer_of(path.name, lambda: _start_of(path))


def importer_of(name: str, start_of: Callable[[], bytes]) -> ModuleType | None:
    """The same for a file that is called so; `start_of` gives its first bytes if its ending doesn't say enough."""
    for module, endings, start in FORMATS:
        if name.lower().endswith(endings) and (not start.pattern or start.search(start_of())):
            return importlib.import_module(f"{__name__}.{module}")
    return None


def _start_of(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(SNIFFED_BYTES)
    except OSError:
        return b""
