"""Names that look damaged: what is wrong with them, and what they were probably meant to be.

Nothing is repaired here: a name is shown as it was written, and a person decides. Told are characters that stand for
lost ones (U+FFFD, 〓, private use, ? in a name), letters that strayed into a CJK name, text in one encoding that was
read as another, escapes of HTML and programs that were never undone, control and invisible characters.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable

_LOST = "\ufffd\u3013\u25a1\u25a0\u25af\u25a2"
_CJK = "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
_LETTER = "A-Za-zＡ-Ｚａ-ｚͰ-ӿ"
_STRAY = re.compile(rf"(?<![{_LETTER}])(?:(?<=[{_CJK}])[{_LETTER}]|[{_LETTER}](?=[{_CJK}]))(?![{_LETTER}])")
_QUESTION = re.compile(r"[^\W\d_].*[?？]|[?？].*[^\W\d_]", re.DOTALL)
_QUESTION_INSIDE = re.compile(r"[^\W\d_][?？][^\W\d_]")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_ESCAPE = re.compile(r"\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|(?:%[89A-Fa-f][0-9A-Fa-f]){2}")
_SEVEN_BIT = re.compile(r"\x1b[$(][@A-Z]|~\{.*~\}")
_WESTERN = re.compile(r"[\x80-\xff]")
# Zero-width joiners belong into words of these scripts.
_JOINED = ("ARABIC", "DEVANAGARI", "BENGALI", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "GUJARATI", "KHMER")


def _as_windows(text: str) -> bytes:
    """The bytes that programs show as this Western text: cp1252, and Latin-1 where that has no character."""
    return b"".join(char.encode("cp1252" if _in(char, "cp1252") else "latin-1") for char in text)


def _in(char: str, codec: str) -> bool:
    try:
        char.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def _as(codec: str) -> Callable[[str], bytes]:
    return lambda text: text.encode(codec)


_EAST_ASIAN = {"Shift_JIS": _as("cp932"), "GBK": _as("gbk"), "Big5": _as("cp950"), "Korean (cp949)": _as("cp949")}
_OTHERS = {
    "Windows-1252": _as_windows,
    "Windows-1250": _as("cp1250"),
    "Windows-1251": _as("cp1251"),
    "Mac Roman": _as("mac_roman"),
    "DOS (cp850)": _as("cp850"),
    "DOS (cp437)": _as("cp437"),
}


def damage_of(name: str, is_person: bool = True) -> str:
    """What looks damaged in a name, as a clause that follows it; '' where nothing does.

    Names of events may well hold single letters and question marks.
    """
    if name.isascii() and name.isprintable() and not re.search(r"[?&\\%~]", name):
        return ""  # nearly all that isn't CJK
    meant, how = _meant(name)
    if meant:
        return f"{how}; probably {meant}"
    for char in name:
        if char in _LOST:
            return f"holds {_named(char)} in place of a character that was lost"
        kind = unicodedata.category(char)
        if kind in ("Co", "Cn", "Cs"):
            return f"holds {_named(char)}, which has no meaning outside the program that wrote it"
        if kind == "Cc" and char not in "\t\r\n":
            return f"holds the control character {_named(char)}"
    if (_QUESTION if is_person else _QUESTION_INSIDE).search(name):
        return "holds a question mark, perhaps in place of a character that was lost"
    if is_person and (stray := _STRAY.search(unicodedata.normalize("NFC", name))):
        return f"holds the letter {stray[0]} between characters of another script"
    if len(_WESTERN.findall(name)) >= 3 and 2 * len(_WESTERN.findall(name)) > len("".join(name.split())):
        return "looks like text of another encoding that was read as Western European"
    for at, char in enumerate(name):
        if unicodedata.category(char) == "Cf" and not _is_joint(name, at):
            return f"holds the invisible {_named(char)}, which is left out in comparing"
    return ""


def _named(char: str) -> str:
    name = unicodedata.name(char, "").lower()
    return f"U+{ord(char):04X}" + (f" ({name})" if name else "")


def _is_joint(name: str, at: int) -> bool:
    neighbours = [unicodedata.name(char, "") for char in name[max(at - 1, 0) : at + 2 : 2]]
    return name[at] in "\u200c\u200d" and all(neighbour.startswith(_JOINED) for neighbour in neighbours)


def _meant(name: str) -> tuple[str, str]:
    """What a name was before it went through the wrong hands, and through which; '' where it isn't certain."""
    if _ENTITY.search(name) and (undone := html.unescape(name)) != name:
        return undone, "holds escapes of HTML"
    if _ESCAPE.search(name) and (undone := _unescaped(name)) and undone != name:
        return undone, "holds escapes of a program"
    if _SEVEN_BIT.search(name):
        for codec in ("iso2022_jp_2", "iso2022_kr", "hz"):
            try:
                undone = name.encode("ascii").decode(codec)
            except UnicodeError:
                continue
            if undone != name and _is_name(undone):
                return undone, "is text of another encoding that was read as ASCII"
    if name.isascii():
        return "", ""
    is_cjk = re.search(f"[{_CJK}]", name) is not None
    for title, encoded in (_EAST_ASIAN if is_cjk else _OTHERS).items():
        try:
            content = encoded(name)
        except UnicodeEncodeError:
            continue
        try:
            undone = content.decode("utf-8")
        except UnicodeDecodeError as error:
            # The last character's bytes are often cut off; kana are known by their first two.
            if error.start < len(content) - 2 or not re.search("[縺繧繝銇銈銉]", name):
                continue
            undone = content[: error.start].decode("utf-8")
        if len(undone) < len(content) and _is_name(undone) and (not is_cjk or _is_certain(undone, name)):
            return undone, f"is UTF-8 that was read as {title}"
    return "", ""


def _is_certain(undone: str, name: str) -> bool:
    """Whether a CJK name is more than by chance what the bytes of another text look like; some real names are."""
    if re.findall("[A-Za-z]", undone) != re.findall("[A-Za-z]", name):
        return False
    foreign = "".join(char for char in undone if char.isalpha() and not char.isascii())
    is_latin = all(unicodedata.name(char, "").startswith("LATIN") for char in foreign)
    is_cyrillic = all(unicodedata.name(char, "").startswith("CYRILLIC") for char in foreign)
    return (
        re.fullmatch(f"[{_CJK}]+", foreign) is not None
        or (is_latin and foreign != undone and bool(re.search("[A-Za-z]", name)))
        or (is_cyrillic and len(foreign) >= 4)
    )


def _unescaped(name: str) -> str:
    """The name with \\u9752, \\xe9 and %E9%9D%92 undone; '' where that is no name."""
    from urllib.parse import unquote

    undone = re.sub(r"\\[ux]([0-9A-Fa-f]{2,4})", lambda found: chr(int(found[1], 16)), name)
    undone = unquote(undone, errors="replace")
    return undone if _is_name(undone) else ""


def _is_name(text: str) -> bool:
    """Whether a text has letters and nothing that no name has."""
    return any(map(str.isalpha, text)) and all(
        unicodedata.category(char)[0] in "LM" or char in " '’.,-・·()/|_" or char.isdigit() for char in text
    )
