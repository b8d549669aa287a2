"""From a file to its text: bounded, decoded only where the encoding is certain."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from pathlib import Path

from go_ratings.reading.rows import FileRefused

MEGABYTE = 2**20

_JUDGED = 200_000  # characters

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Declared names that Python doesn't know, or that are used for the larger set they are part of.
_DECLARED_AS = {
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "euckr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "big5": "cp950",
    "big-5": "cp950",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "ms_kanji": "cp932",
    "utf16le": "utf-16-le",
    "utf16be": "utf-16-be",
}
_TEXT_CODEC = re.compile(
    r"ascii|utf-?(8|16|32)(-[lb]e)?|gb\w+|hz|big5\w*|cp(437|8[56]\d|9\d\d|125\d)|shift_jis\w*|euc_\w+"
    r"|iso2022_\w+|johab|iso8859-\d+|koi8-\w|mac-\w+|tis-620"
)

# A byte of UTF-8 that somebody turned into a question mark leaves these traces.
_UTF8_WITH_HOLES = re.compile("\ufffd+\\?\ufffd*|\\?\ufffd+")


def content_of(path: Path, name: str, limit: int) -> bytes:
    """The bytes of a file of at most `limit` bytes. Raises FileRefused."""
    try:
        with open(path, "rb") as file:
            content = file.read(limit + 1)
    except OSError as error:
        raise FileRefused("unreadable_file", f"{name} can't be opened: {error.strerror}.") from None
    if len(content) > limit:
        raise FileRefused(
            "file_too_large",
            f"{name} is larger than {limit // MEGABYTE} MB: split it into files of one tournament or collection each.",
        )
    if not content.strip(b"\xef\xbb\xbf\r\n\t "):
        raise FileRefused("empty_file", f"{name} is empty: put the games into it, or remove it.")
    return content


def decoded(content: bytes, name: str, declared: str = "", preferred: str = "") -> str:
    """The text of a file's bytes. Raises FileRefused where the encoding is not certain.

    A byte order mark wins, then the encoding that the file declares, then UTF-8. Bytes that are
    wrong in it become U+FFFD, so that only what holds them is lost. Undeclared text that is not
    UTF-8 is read when exactly one other encoding makes plausible text of it, or when
    `preferred`, the encoding that the format is known for, does.
    """
    for mark, codec in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(codec, "replace")
    if b"\0" in content:
        return _wide(content, name)
    if content.isascii():
        return content.decode("ascii")
    if declared:
        codec = _declared_codec(declared)
        if not codec:
            raise FileRefused(
                "wrong_encoding",
                f"{name} declares the encoding {declared[:40]}, which is not known here: save it as UTF-8.",
            )
        if "16" not in codec and "32" not in codec:
            return content.decode(codec, "replace")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    text = content.decode("utf-8", "replace")
    if re.search("[\u0800-\ufffc]", text) and "\ufffd" not in _UTF8_WITH_HOLES.sub("", text):
        return text
    return _only_plausible(content, name, preferred)


def _wide(content: bytes, name: str) -> str:
    """UTF-16 without a mark: every other byte of its ASCII is zero. Anything else with zeros is not text."""
    start = content[:64]
    for codec, ascii_bytes, zero_bytes in (
        ("utf-16-le", start[::2], start[1::2]),
        ("utf-16-be", start[1::2], start[::2]),
    ):
        if zero_bytes.count(0) > len(zero_bytes) / 2 and 0 not in ascii_bytes:
            return content.decode(codec, "replace")
    raise FileRefused("binary_file", f"{name} is not a text file: export the games anew, or remove it.")


def _declared_codec(declared: str) -> str:
    """Python's name of a declared text encoding, or '' when there is none."""
    label = declared.strip().lower()
    try:
        codec = codecs.lookup(_DECLARED_AS.get(label, label)).name
    except (LookupError, ValueError):
        return ""
    return codec if _TEXT_CODEC.fullmatch(codec) else ""


def _only_plausible(content: bytes, name: str, preferred: str) -> str:
    """The text in the one encoding that makes sense of it.

    An encoding that takes brackets for halves of characters is too weak a guess: brackets hold
    the values of most formats.
    """
    texts: dict[str, str] = {}
    for codec, looks_right in _CANDIDATES.items():
        try:
            text = content.decode(codec)
        except UnicodeDecodeError:
            continue
        # From the first character beyond ASCII on, so that a large file is judged by the part that matters.
        start = next(re.finditer("[^\x00-\x7f]", text)).start()
        takes_brackets = any(text.count(bracket) != content.count(bracket.encode()) for bracket in "[]")
        if looks_right(text[max(0, start - 100) : start + _JUDGED]) and not takes_brackets:
            if codec == preferred:
                return text
            texts.setdefault(text, codec)
    if len(texts) == 1:
        return next(iter(texts))
    found = f"reads alike as {' and '.join(texts.values())}" if texts else "makes sense in none of the usual encodings"
    raise FileRefused(
        "wrong_encoding",
        f"{name} is not UTF-8, declares no encoding and {found}: declare it (CA[…] in SGF), or save it as UTF-8.",
    )


def _foreign(text: str) -> list[str]:
    """The letters and signs beyond ASCII, without punctuation that East Asian encodings share."""
    return re.findall("[\x80-\u2fff\u3040-\ufeff\ufff0-\U0010ffff]", text)


def _is_common(codec: str, first: int, last: int) -> Callable[[str], bool]:
    """Whether nearly all characters are among the common ones, which stand first in their standard."""

    def looks_right(text: str) -> bool:
        foreign = _foreign(text)
        return bool(foreign) and sum(first <= char.encode(codec)[0] <= last for char in foreign) >= 0.9 * len(foreign)

    return looks_right


def _is_korean(text: str) -> bool:
    foreign = _foreign(text)
    return bool(foreign) and sum("가" <= char <= "힣" for char in foreign) >= 0.9 * len(foreign)


def _is_japanese(text: str) -> bool:
    foreign = _foreign(text)
    common = sum("\u3040" <= char <= "\u30ff" or 0x88 <= char.encode("cp932")[0] <= 0x97 for char in foreign)
    return bool(foreign) and common >= 0.9 * len(foreign) and not re.search("[\uff61-\uff9f]", text)


_WORD = re.compile(r"[^\W\d_]+")
_WESTERN_PUNCTUATION = re.compile("[\xa0«»„“”‘’–—…·°§©®]")


def _is_alphabetic(letters: str, most: float, least: float) -> Callable[[str], bool]:
    """Whether all beyond ASCII is an alphabet's letters, in words that are written as words are.

    most, least   what part of such a word's letters may lie beyond ASCII: few in Müller, all in Иванов
    """
    own = re.compile(f"[{letters}]")

    def is_word(word: str) -> bool:
        share = len(own.findall(word)) / len(word)
        return least <= share <= most and (word.isupper() or word[1:] == word[1:].lower())

    def looks_right(text: str) -> bool:
        text = _WESTERN_PUNCTUATION.sub(" ", text)
        words = [word for word in _WORD.findall(text) if not word.isascii()]
        return (
            bool(words)
            and all(map(is_word, words))
            and len(own.findall(text)) == len(re.findall("[\x80-\U0010ffff]", text))
        )

    return looks_right


_CANDIDATES: dict[str, Callable[[str], bool]] = {
    "gb2312": _is_common("gb2312", 0xB0, 0xD7),
    "big5": _is_common("big5", 0xA4, 0xC6),
    "cp932": _is_japanese,
    "euc_kr": _is_korean,
    "cp1252": _is_alphabetic("À-ÖØ-öø-ÿŠšŽžŸŒœ", most=0.5, least=0),
    "cp1250": _is_alphabetic("À-ÖØ-öø-ÿĀ-ž", most=0.5, least=0),
    "cp1251": _is_alphabetic("Ѐ-џҐґ", most=1, least=1),
}
