"""The form in which names are compared, and what stands beside a name in its cell but is no part of it.

What is shown is always the name as it was written.
"""

from __future__ import annotations

import re
import unicodedata

# Control and format characters (zero width, direction marks, BOM, soft hyphen, tags), fillers of Hangul, and selectors of
# a variant of the character before. They take no room, so that a reader sees the same name with and without them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)


def visible(text: str) -> str:
    """The text without characters that take no room: control and format characters, fillers, selectors."""
    return _INVISIBLE.sub("", text)


def name_key(name: str) -> str:
    """The name in NFKC, without invisible characters, trimmed, inner spaces folded to one.

    Case and accents stay: they may tell two people apart, and other spellings belong in the
    alias table.
    """
    if name.isascii() and name.isprintable():
        return " ".join(name.split())
    return " ".join(visible(unicodedata.normalize("NFKC", name)).split())


# --- ranks and servers' ratings in names ----------------------------------------------------------

_DAN = "d|dan|段|단|дан|данов|дана"
_KYU = "k|kyu|kup|gup|級|级|급|кю"
_PRO = "p|pro|ping|品|професс?ионал"
_CHINESE = {"初": 1, "壱": 1, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "초": 1}
_UNIT = "|".join(
    f"(?P<{kind}>{'|'.join(sorted(units.split('|'), key=len, reverse=True))})"
    for kind, units in (("d", _DAN), ("k", _KYU), ("p", _PRO))
)
_GRADE = r"(?P<grade>(?:[1-9]|[12][0-9]|30)(?:\.\d)?|[初壱一二三四五六七八九초])"
_STATUS = "(?P<status>アマ(?:チュア)?|プロ|业余|業餘|职业|職業|아마|프로|amateur|ama|pro)"
_RANK = (
    rf"(?:{_STATUS}[ .-]*)?{_GRADE}(?:st|nd|rd|th)?[ .-]*(?:{_UNIT})(?:[ .-]*(?P<pro>p|pro|professional|プロ))?[*?+~±]*"
)
_RATING = r"(?P<rating>[1-9]\d{2,3})(?:\.\d+)?[?*±]*"
_PAIRED = {"(": ")", "[": "]", "<": ">", "{": "}", "【": "】", "〔": "〕", "「": "」", "〈": "〉"}

_IN_BRACKETS = re.compile(
    rf"(?P<name>.*?)[ ,;:-]*(?P<open>[(\[<{{【〔「〈]) *(?:{_RANK}(?:[ ,;/]+{_RATING.replace('rating', 'second')})?|{_RATING}) *"
    r"(?P<close>[)\]>}】〕」〉])",
    re.IGNORECASE,
)
_BEHIND = re.compile(rf"(?P<name>.*?)(?P<gap>[,;:・·/-]* [ -]*|[,;:・·/]*){_RANK}", re.IGNORECASE)
_YEARS = range(1900, 2030)
_LONGEST = 100  # characters in which a rank is looked for


def split_name(name: str) -> tuple[str, str]:
    """The name without a rank or a server's rating behind it, and the rank like 6d, '' if there is none.

    `Hana Aoki, 6 dan`, `青木花 六段`, `李某九段`, `annplays (1802)`, `Hana [2d]`. A rank run together with the name is one only
    in Chinese characters or Hangul behind two of them; a number in brackets behind a full name may be a year of birth, which
    tells two people apart, and stays. 段 and 단 are given as amateur dan: only the list knows who is a professional.
    """
    rest, rank = name_key(name), ""
    while rest and len(rest) <= _LONGEST and (rest[-1] in ")]>}】〕」〉" or _ends_like_a_rank(rest)):
        found = _IN_BRACKETS.fullmatch(rest)
        if found and not (
            _PAIRED[found["open"]] == found["close"]
            and _is_name(found["name"])
            and (found["rating"] or _rank_of(found))
        ):
            found = None
        if found and found["rating"] and int(found["rating"]) in _YEARS and _may_be_whole(found["name"]):
            found = None
        if not found:
            found = _BEHIND.fullmatch(rest)
            if found and not _is_rank(found):
                found = None
        if not found:
            break
        rest = found["name"].rstrip(" ,;:・·/-")
        rank = rank or _rank_of(found)
    return rest, rank


def bare_name(name: str) -> str:
    """The name without a rank or a server's rating behind it, as `split_name` gives it."""
    return split_name(name)[0]


def _ends_like_a_rank(text: str) -> bool:
    end = text.rstrip("*?+~±")[-1:].lower()
    return end.isdigit() or end in "dknpgotlюнала段단級级급品ロ"


def _is_name(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _may_be_whole(name: str) -> bool:
    """Whether the text may be a person's full name, and not what they call themselves on a server."""
    return " " in name.strip() or any(map(_is_east_asian, name))


def _is_east_asian(character: str) -> bool:
    return "\u2e80" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7ff" or character >= "\U00020000"


def _is_rank(found: re.Match[str]) -> bool:
    """Whether what stands behind a name without brackets is a rank that exists, set off from the name."""
    if not (_is_name(found["name"]) and _rank_of(found)):
        return False
    unit = found["d"] or found["k"] or found["p"]
    return bool(found["gap"]) or (
        _is_east_asian(unit[0]) and len(found["name"]) > 1 and all(map(_is_east_asian, found["name"][-2:]))
    )


def _rank_of(found: re.Match[str]) -> str:
    written = found["grade"]
    if not written:
        return ""
    grade = _CHINESE.get(written) or int(float(written))
    kind = "k" if found["k"] else "p" if found["p"] or found["pro"] else "d"
    if kind == "d" and (found["status"] or "").lower() in ("プロ", "职业", "職業", "프로", "pro"):
        kind = "p"
    return f"{grade}{kind}" if grade <= (30 if kind == "k" else 9) else ""
