"""What dbt was asked to do in this run."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

# What makes a build one of a part of the project, or of a part of its rows.
_PARTS = (
    "SELECT",
    "EXCLUDE",
    "SELECTOR",
    "RESOURCE_TYPES",
    "EXCLUDE_RESOURCE_TYPES",
    "EMPTY",
    "SAMPLE",
    "EVENT_TIME_START",
    "EVENT_TIME_END",
)


class Interrupted(Exception):
    """The build was stopped by Ctrl-C."""


def stop_if_interrupted() -> None:
    """Raises Interrupted once Ctrl-C was pressed.

    It reaches dbt's main thread alone, which then waits until every model that runs has ended: a model, which runs in
    another thread, sees that thread at work on the interrupt, and nothing else.
    """
    main = threading.main_thread().ident
    error: Any = sys._current_exceptions().get(main) if main is not None else None
    if isinstance(error, tuple):  # Python 3.11
        error = error[1]
    if isinstance(error, (KeyboardInterrupt, SystemExit)):
        raise Interrupted("the build was interrupted.")


def project_file(path: str) -> str:
    """A file of the project that dbt builds, by its path in the project's folder."""
    return str(Path(_configuration().project_root, path).absolute())


def landing_folder() -> str:
    """The landing folder by its very name, '' where dbt was given none.

    What `var` gives in a model is rendered first: a folder called `{{ … }}` would be run as a template.
    """
    config = _configuration()
    of_project = config.vars.to_dict()
    given = of_project | of_project.get(config.project_name, {}) | config.cli_vars
    return str(given["landing"]) if given.get("landing") is not None else ""


def _configuration() -> Any:
    from dbt.adapters.factory import FACTORY

    return FACTORY.lookup_adapter("duckdb").config


def why_not_for_readers() -> str:
    """Why what this run of dbt makes must not be published, as one sentence, or '' when it may be.

    Only `dbt build` of the whole project, or the `dbt retry` that completes one, tests all that it makes.
    """
    from dbt.flags import get_flags

    flags = get_flags()
    if flags.WHICH != "build":
        return f"dbt {flags.WHICH} makes tables without testing them; dbt build publishes."
    if any(getattr(flags, part, None) for part in _PARTS):
        return "only a part was built."
    if (getattr(flags, "VARS", None) or {}).get("what_if"):
        return "what_if shows a method that was only asked for; a build without it publishes."
    return ""
