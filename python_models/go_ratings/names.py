"""The form in which names are compared; what is shown is always the name as it was written."""

from __future__ import annotations

import re
import unicodedata

# Han, kana, Hangul and the iteration marks: scripts that are written without spaces.
_UNSPACED = r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
_SPACE = re.compile(r"\s+")
_SPACE_AT_UNSPACED = re.compile(rf"(?<={_UNSPACED}) | (?={_UNSPACED})")


def name_key(name: str) -> str:
    """The name in NFKC, trimmed, inner spaces folded to one.

    Between characters of a script that is written without spaces (kanji, kana, Hangul) a space
    is dropped, so that 青木 花 and 青木花 are one name. Case and accents stay: they may tell two
    people apart, and other spellings belong into the alias table.
    """
    folded = _SPACE.sub(" ", unicodedata.normalize("NFKC", name)).strip()
    return _SPACE_AT_UNSPACED.sub("", folded) if not folded.isascii() else folded
