"""What dbt needs of go_ratings beyond its models: Python functions to call from SQL.

Loaded by the profile as a plugin of the DuckDB adapter; every connection that dbt opens gets
the functions below. Models may use them only where their result is stored (a table): a view
that called one would break for readers, whose connections don't have it.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import duckdb
from dbt.adapters.duckdb.plugins import BasePlugin
from dbt_common.exceptions import DbtRuntimeError

from go_ratings import ranks
from go_ratings.reading.names import name_key
from go_ratings.warehouse import audit, landing, publication, ratings


def git_sha() -> str:
    """The checked-out commit, or 'unknown' outside a git checkout."""
    answer = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return answer.stdout.strip() if answer.returncode == 0 else "unknown"


def rank_number(written: str | None) -> float | None:
    """The rank as a number (1d = 0, 1k = -1), None where the text is no rank."""
    try:
        rank = ranks.parse_rank(written)
    except ranks.RankError:
        return None
    return None if rank is None else ranks.rank_number(rank)


class Plugin(BasePlugin):
    """Registers the SQL functions.

    name_key(text)                    the form in which names are compared
    rank_number(text)                 a declared rank as a number
    landing_problem(folder)           why a landing folder can't be read, or ''
    method_problem(engine, parameters)  why a method can't be run, or ''
    method_digest(engine, parameters)   a digest that tells whether a method's parameters changed
    git_sha()                         the commit that builds
    publish(with_audit)               audits and publishes the marts; why it didn't, or ''
    roll_back(publication)            makes an earlier publication the current one; what it did
    """

    def update_connection_config(self, creds, config) -> None:
        """Say in one sentence why the warehouse can't be opened, before the adapter tries."""
        Path(creds.path).parent.mkdir(parents=True, exist_ok=True)
        try:
            duckdb.connect(creds.path, config=config).close()
        except duckdb.Error as error:
            holder = re.search(r"PID (\d+)", str(error))
            if holder is None and "WAL" in str(error):
                # A killed build can leave a log that DuckDB can't replay. All of the file is built
                # anew in any case, and readers have another one.
                for left_over in (Path(f"{creds.path}.wal"), Path(creds.path)):
                    left_over.unlink(missing_ok=True)
                return
            if holder is None:
                raise DbtRuntimeError(f"{creds.path} can't be opened: {error}") from None
            raise DbtRuntimeError(
                f"{creds.path} is open in another program (process {holder[1]}): wait for that build to end, or let "
                "the reader open go_ratings.duckdb beside it, which never stands in the way of a build."
            ) from None

    def configure_connection(self, conn) -> None:
        self.connection = conn
        self.warehouse = Path(self.creds.path).absolute().parent
        functions = (
            ("name_key", name_key, ["VARCHAR"], "VARCHAR", {}),
            ("rank_number", rank_number, ["VARCHAR"], "DOUBLE", {"null_handling": "special"}),
            ("landing_problem", landing.problem_with, ["VARCHAR"], "VARCHAR", {}),
            ("method_problem", ratings.method_problem, ["VARCHAR", "VARCHAR"], "VARCHAR", {}),
            ("method_digest", ratings.method_digest, ["VARCHAR", "VARCHAR"], "VARCHAR", {}),
            ("git_sha", git_sha, [], "VARCHAR", {"side_effects": True}),
            ("publish", self.publish, ["BOOLEAN"], "VARCHAR", {"side_effects": True}),
            ("roll_back", self.roll_back, ["VARCHAR"], "VARCHAR", {"side_effects": True}),
        )
        for name, function, argument_types, return_type, options in functions:
            try:
                conn.create_function(name, function, argument_types, return_type, **options)
            except duckdb.CatalogException:
                # A second connection to a database that this process still holds open: it has them.
                return

    def publish(self, with_audit: bool) -> str:
        """Audit the marts, then publish them; one sentence when they weren't published, else ''."""
        connection = self.connection.cursor()
        try:
            if with_audit:
                failed = audit.of_marts(connection, self.warehouse)
                if failed:
                    return failed
            else:
                audit.leave_out(connection, self.warehouse)
            publication.publish(connection, self.warehouse)
        except (OSError, duckdb.Error) as error:
            return f"Nothing was published, readers keep what they had: {error}"
        finally:
            connection.close()
        return ""

    def roll_back(self, to: str) -> str:
        """Make an earlier publication the current one and say which."""
        try:
            return f"Readers now see publication {publication.roll_back(self.warehouse, to)}."
        except LookupError as error:
            return f"Nothing was changed. {error}"
