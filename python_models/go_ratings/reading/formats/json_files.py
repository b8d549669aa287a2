"""JSON files: parsed within bounds, and their values as text."""

from __future__ import annotations

import json
from typing import Any

from go_ratings.reading.formats.contents import one_line
from go_ratings.reading.rows import FileRefused

_MAX_CHARACTERS = 300


def loaded(content: bytes, name: str) -> Any:
    """What a file's bytes hold. Raises FileRefused."""
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        reason = one_line(str(error))[:120]
        raise FileRefused("malformed_json", f"{name} is cut off or damaged ({reason}): get it again.") from None


def objects(value: object) -> list[dict[str, Any]]:
    """The objects in a list; what isn't one is passed over."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text_of(record: object, *path: str) -> str:
    """A value of an object, or of the objects in it, as one line; '' where there is none or it holds no text.

    true and false are `true` and `false`; numbers are as they are written.
    """
    for key in path:
        record = record.get(key) if isinstance(record, dict) else None
    if isinstance(record, bool):
        return str(record).lower()
    if isinstance(record, int):
        return str(record) if abs(record) < 10**20 else ""
    if isinstance(record, float):
        return f"{record:f}".rstrip("0").rstrip(".") if abs(record) < 10**12 else ""
    return one_line(record)[:_MAX_CHARACTERS] if isinstance(record, str) else ""


def raw(record: object) -> str:
    """An object as it stands in the file, nearly, cut to what people look at."""
    return json.dumps(record, ensure_ascii=False)[:1000]
