"""What dbt was asked to do in this run."""

from __future__ import annotations

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
