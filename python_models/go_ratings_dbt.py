"""What dbt needs of go_ratings beyond its models: Python functions to call from SQL.

Loaded by the profile as a plugin of the DuckDB adapter; every connection that dbt opens gets
the functions below. Models may use them only where their result is stored (a table): a view
that called one would break for readers, whose connections don't have it.
"""

from __future__ import annotations

import subprocess

import duckdb
from dbt.adapters.duckdb.plugins import BasePlugin

from go_ratings import landing, ranks, rating_run
from go_ratings.names import name_key


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
    git_sha()                         the commit that builds
    """

    def configure_connection(self, conn) -> None:
        functions = (
            ("name_key", name_key, ["VARCHAR"], "VARCHAR", {}),
            ("rank_number", rank_number, ["VARCHAR"], "DOUBLE", {"null_handling": "special"}),
            ("landing_problem", landing.problem_with, ["VARCHAR"], "VARCHAR", {}),
            ("method_problem", rating_run.method_problem, ["VARCHAR", "VARCHAR"], "VARCHAR", {}),
            ("git_sha", git_sha, [], "VARCHAR", {"side_effects": True}),
        )
        for name, function, argument_types, return_type, options in functions:
            try:
                conn.create_function(name, function, argument_types, return_type, **options)
            except duckdb.CatalogException:
                # A second connection to a database that this process still holds open: it has them.
                return
