"""What dbt needs of go_ratings beyond its models: Python functions to call from SQL.

Loaded by the profile as a plugin of the DuckDB adapter; every connection that dbt opens gets
the functions below. Models may use them only where their result is stored (a table): a view
that called one would break for readers, whose connections don't have it.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
from dbt.adapters.duckdb.plugins import BasePlugin
from dbt.adapters.duckdb.utils import TargetConfig
from dbt_common.exceptions import DbtRuntimeError

from go_ratings import ranks
from go_ratings.reading.damage import damage_of
from go_ratings.reading.dates import read_date
from go_ratings.reading.names import bare_name, name_key, split_name
from go_ratings.reading.nobody import is_empty_cell, is_placeholder
from go_ratings.reading.results import read_result
from go_ratings.reading.rounds import round_key
from go_ratings.warehouse import invocation, landing, publication, ratings

if TYPE_CHECKING:
    from dbt.adapters.duckdb.credentials import DuckDBCredentials
    from duckdb import DuckDBPyConnection


def git_sha() -> str:
    """The checked-out commit, or 'unknown' outside a git checkout."""
    try:
        answer = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    except OSError:  # no git here
        return "unknown"
    return answer.stdout.strip() if answer.returncode == 0 else "unknown"


def rank_number(written: str | None) -> float | None:
    """The rank as a number (1d = 0, 1k = -1), None where the text is no rank."""
    try:
        rank = ranks.parse_rank(written)
    except ranks.RankError:
        return None
    return None if rank is None else ranks.rank_number(rank)


def date_fields(written: str) -> str:
    """What a text says of the day, field by field with U+001F between them; an unknown one is empty.

    One text for all fields: a DuckDB struct would take ten times as long to hand over.
    """
    read = read_date(written)
    warnings = json.dumps(read.warnings, ensure_ascii=False) if read.warnings else ""
    return "\x1f".join(
        (str(read.first or ""), str(read.day or ""), read.precision, read.problem, read.detail, warnings)
    )


def rank_in_name(name: str) -> str:
    """The rank behind a name, like 6d, or ''."""
    return split_name(name)[1]


def result_fields(written: str) -> str:
    """What a text says of a game's end, field by field as in date_fields; a win whose how can't be read isn't read."""
    read = read_result(written)
    if read.problem in ("unreadable", "how_unread"):
        return "\x1f" * 4
    margin = "" if read.margin is None else str(read.margin)
    return "\x1f".join((read.outcome, read.winner, read.win_by, margin, str(read.problem == "margin_odd")))


# What DuckDB says of a file that is no database, is cut off or damaged, or whose write-ahead log can't be replayed.
_DAMAGED = (
    "it is not a valid DuckDB database file",
    "Could not read enough bytes from file",
    "Corrupt database file",
    "Failure while replaying WAL file",
    "Failed to deserialize",
    "Serialization Error",
    "INTERNAL Error",
)


def _is_damaged(path: str, error: duckdb.Error) -> bool:
    """Whether DuckDB could not open a database because of what is in it."""
    said = str(error).replace(path, "")
    return Path(path).is_file() and any(phrase in said for phrase in _DAMAGED)


class Plugin(BasePlugin):
    """Registers the SQL functions.

    name_key(text)                    the form in which names are compared
    round_key(text)                   the form in which rounds and editions are compared
    bare_name(text)                   a name without a rank or a server's rating behind it
    rank_in_name(text)                that rank, like 6d, or ''
    is_placeholder(text)              whether a text in a player's place is nobody's name; call it on distinct names
    is_empty_cell(text)               whether a cell says that it is empty: null, missing, #N/A
    rank_number(text)                 a declared rank as a number
    date_fields(text)                 what a text says of the day: the macro parsed_dates takes it apart
    name_damage(text, is_person)      what looks damaged in a name, or ''
    result_fields(text)               what a text says of a game's end: the macro parsed_results takes it apart
    landing_folder()                  the landing folder that dbt was given, or ''
    landing_problem(folder)           why a landing folder can't be read, or ''
    method_problem(engine, parameters)  why a method can't be run, or ''
    method_digest(engine, parameters)   a digest that tells whether a method's parameters changed
    git_sha()                         the commit that builds
    project_file(path)                a file of the project, by its path in the project's folder
    last_publication(landing)         folder of the publication that a build of this landing comes after, or ''
    """

    def update_connection_config(self, creds: DuckDBCredentials, config: dict[str, Any]) -> None:
        """Say in one sentence why the warehouse can't be opened, before the adapter tries."""
        Path(creds.path).parent.mkdir(parents=True, exist_ok=True)
        try:
            duckdb.connect(creds.path, config=config).close()
        except duckdb.Error as error:
            holder = re.search(r"PID (\d+)", str(error))
            if _is_damaged(creds.path, error):
                # A kill, a full disk or a careless copy. All of the file is built again in any case,
                # and readers have another one.
                print(f"{creds.path} can't be read, and is made anew.")
                for left_over in (Path(f"{creds.path}.wal"), Path(creds.path)):
                    left_over.unlink(missing_ok=True)
                return
            if holder is None:
                raise DbtRuntimeError(
                    f"{creds.path} can't be opened: {error} Check its permissions and the disk; the file can be removed, "
                    "since every build makes all of it."
                ) from None
            raise DbtRuntimeError(
                f"{creds.path} is open in another program (process {holder[1]}): wait for that build to end, or let "
                "the reader open go_ratings.duckdb beside it, which never stands in the way of a build."
            ) from None

    def configure_connection(self, conn: DuckDBPyConnection) -> None:
        assert self.creds is not None, "dbt gives every plugin the credentials of its profile"
        self.warehouse = Path(self.creds.path).absolute().parent
        functions: tuple[tuple[str, Any, list[Any], str, dict[str, Any]], ...] = (
            ("name_key", name_key, ["VARCHAR"], "VARCHAR", {}),
            ("round_key", round_key, ["VARCHAR"], "VARCHAR", {}),
            ("bare_name", bare_name, ["VARCHAR"], "VARCHAR", {}),
            ("rank_in_name", rank_in_name, ["VARCHAR"], "VARCHAR", {}),
            ("is_placeholder", is_placeholder, ["VARCHAR"], "BOOLEAN", {}),
            ("is_empty_cell", is_empty_cell, ["VARCHAR"], "BOOLEAN", {}),
            ("rank_number", rank_number, ["VARCHAR"], "DOUBLE", {"null_handling": "special"}),
            ("date_fields", date_fields, ["VARCHAR"], "VARCHAR", {}),
            ("name_damage", damage_of, ["VARCHAR", "BOOLEAN"], "VARCHAR", {}),
            ("result_fields", result_fields, ["VARCHAR"], "VARCHAR", {}),
            ("landing_folder", invocation.landing_folder, [], "VARCHAR", {"side_effects": True}),
            ("landing_problem", landing.problem_with, ["VARCHAR"], "VARCHAR", {}),
            ("method_problem", ratings.method_problem, ["VARCHAR", "VARCHAR"], "VARCHAR", {}),
            ("method_digest", ratings.method_digest, ["VARCHAR", "VARCHAR"], "VARCHAR", {}),
            ("project_file", invocation.project_file, ["VARCHAR"], "VARCHAR", {"side_effects": True}),
            ("git_sha", git_sha, [], "VARCHAR", {"side_effects": True}),
            ("last_publication", self.last_publication, ["VARCHAR"], "VARCHAR", {"side_effects": True}),
        )
        for name, function, argument_types, return_type, options in functions:
            try:
                conn.create_function(name, function, argument_types, return_type, **options)
            except duckdb.CatalogException:
                # A second connection to a database that this process still holds open: it has them.
                return

    def last_publication(self, landing: str) -> str:
        """The folder of the last publication of the same landing, '' where there is none."""
        folder = publication.last_of(self.warehouse, landing)
        return "" if folder is None else str(folder)

    def store(self, target_config: TargetConfig) -> None:
        """Roll back, for the macro `rollback`: the location's path names the publication, '' the one before the current."""
        try:
            name = publication.roll_back(self.warehouse, target_config.location.path if target_config.location else "")
        except (LookupError, OSError) as error:
            raise DbtRuntimeError(f"Nothing was changed. {error}") from None
        print(f"Readers now see publication {name}.")
