"""The form in which names are compared; what is shown is always the name as it was written."""

from __future__ import annotations

import unicodedata


def name_key(name: str) -> str:
    """The name in NFKC, trimmed, inner spaces folded to one.

    Case and accents stay: they may tell two people apart, and other spellings belong in the
    alias table.
    """
    return " ".join(unicodedata.normalize("NFKC", name).split())
