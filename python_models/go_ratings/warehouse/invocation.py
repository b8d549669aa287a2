"""What dbt was asked to do in this run."""

from __future__ import annotations

import signal
import threading
from types import FrameType

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


_INTERRUPTED: set[str] = set()  # ids of dbt's invocations


class Interrupted(Exception):
    """The build was stopped by Ctrl-C."""


def note_interrupts() -> None:
    """Keep in mind that Ctrl-C was pressed, and let it do what it did before.

    dbt gives it to its main thread, and waits there until every model that runs has ended; DuckDB takes it for itself
    where that thread is in a query. The models, which run in other threads, would never know.
    """
    from dbt_common.invocation import get_invocation_id

    if threading.current_thread() is not threading.main_thread():
        return
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or getattr(before, "notes", False):
        return

    def note(number: int, frame: FrameType | None) -> None:
        _INTERRUPTED.add(get_invocation_id())
        before(number, frame)

    note.notes = True  # type: ignore[attr-defined]
    signal.signal(signal.SIGINT, note)


def stop_if_interrupted() -> None:
    """Raises Interrupted once Ctrl-C was pressed."""
    from dbt_common.invocation import get_invocation_id

    if get_invocation_id() in _INTERRUPTED:
        raise Interrupted("the build was interrupted.")


def landing_folder() -> str:
    """The landing folder by its very name, '' where dbt was given none.

    What `var` gives in a model is rendered first: a folder called `{{ … }}` would be run as a template.
    """
    from dbt.adapters.factory import FACTORY

    config = FACTORY.lookup_adapter("duckdb").config
    of_project = config.vars.to_dict()
    given = of_project | of_project.get(config.project_name, {}) | config.cli_vars
    return str(given["landing"]) if given.get("landing") is not None else ""


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
    return ""
