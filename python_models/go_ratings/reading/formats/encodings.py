"""Encodings of text: what a declared name means, whether a text looks right, and which one is certain.

Which encoding undeclared bytes are in is judged by chardet, which knows the letters' frequencies in
most languages. A record holds a few names only, so its answer is taken only if it is well ahead of
any other reading and the text looks right by the rules here. How sure is sure enough was measured
with `benchmarks/encodings.py`.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable

# Names that Python doesn't know, and names that are used for the larger set they are part of.
_DECLARED_AS = {
    "ascii": "",
    "big5": "cp950",
    "cp943": "cp932",
    "cp951": "big5hkscs",
    "eucjp": "euc_jp",
    "euckr": "cp949",
    "euccn": "gb18030",
    "euctw": "",
    "gb": "gb18030",
    "gb2312": "gb18030",
    "gb231280": "gb18030",
    "gbk": "gb18030",
    "hzgb2312": "hz",
    "iso88591": "cp1252",
    "iso88598": "cp1255",
    "iso88598i": "cp1255",
    "iso88599": "cp1254",
    "iso885911": "cp874",
    "jis": "iso2022_jp",
    "koi8": "koi8-r",
    "ksc5601": "cp949",
    "ksc56011987": "cp949",
    "ksx1001": "cp949",
    "latin1": "cp1252",
    "latin2": "iso8859-2",
    "l1": "cp1252",
    "macroman": "mac-roman",
    "macintosh": "mac-roman",
    "mskanji": "cp932",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "tis620": "cp874",
    "uhc": "cp949",
    "usascii": "",
    "utf8bom": "utf-8",
    "utf8sig": "utf-8",
    "utf16le": "utf-16-le",
    "utf16be": "utf-16-be",
    "31j": "cp932",
}
_CODE_PAGE = re.compile(r"(?:windows|cp|ibm|dos|ms|x|cs|codepage)*(\d{2,5}j?)")
_TEXT_CODEC = re.compile(
    r"utf-?(8|16|32)(-[lb]e)?|gb\w+|hz|big5\w*|cp(437|720|737|775|8[56]\d|874|9\d\d|125\d)|shift_j\w+|euc_\w+"
    r"|iso2022_\w+|johab|iso8859-\d+|koi8-\w|mac-\w+"
)
# Tried where the declared set lacks a character: Python's own names of its extensions.
_WIDER = {
    "cp932": ("shift_jis_2004",),
    "euc_jp": ("euc_jis_2004",),
    "cp950": ("big5hkscs",),
    "iso2022_jp": ("iso2022_jp_2", "iso2022_jp_2004", "iso2022_jp_ext"),
    "cp1252": ("iso8859-1",),
    "cp1254": ("iso8859-9",),
    "cp1255": ("iso8859-8",),
    "cp874": ("iso8859-11",),
}


def declared_codec(declared: str) -> str:
    """Python's name of a declared text encoding, '' where there is none or the name says nothing (ASCII)."""
    label = re.sub(r"[^a-z0-9]", "", declared.lower())
    label = re.sub("^x(?=[a-z])|^cs(?=[a-z])|^cn(?=big|gb)", "", label)
    if page := _CODE_PAGE.fullmatch(label):
        label = page[1] if page[1] in _DECLARED_AS else f"cp{page[1]}"
    known = _DECLARED_AS.get(label)
    if known == "":
        return ""
    for name in (known, label, declared.strip()):
        try:
            codec = codecs.lookup(name).name if name else ""
        except (LookupError, ValueError):
            continue
        codec = _DECLARED_AS.get(re.sub(r"[^a-z0-9]", "", codec), codec)
        if _TEXT_CODEC.fullmatch(codec):
            return codec
    return ""


def strictly(content: bytes, codec: str) -> str | None:
    """The text if all bytes are right in the encoding, or in an extension of it; else None."""
    for name in (codec, *_WIDER.get(codec, ())):
        try:
            return content.decode(name)
        except UnicodeError:  # UTF-16 without a mark is not a decode error
            continue
    return None


def is_utf8(content: bytes) -> bool:
    """Whether the bytes are UTF-8."""
    return strictly(content, "utf-8") is not None


# --- seven bits --------------------------------------------------------------------------------

_ISO_2022_JP = re.compile(rb"\x1b(?:\$[@B]|\$\(D|\(I)")
_ISO_2022_KR = re.compile(rb"\x1b\$\)C")
_ISO_2022_OTHER = re.compile(rb"\x1b\$[()*+]?[A-Z]")
_HZ = re.compile(rb"~\{(?:[\x21-\x7d][\x21-\x7e])++~\}")


def seven_bit_codec(content: bytes) -> str:
    """The encoding that writes in ASCII bytes between escape sequences; '' where there are none.

    '?' stands for escape sequences of an encoding that isn't known here.
    """
    if _ISO_2022_JP.search(content):
        return "iso2022_jp"
    if _ISO_2022_KR.search(content):
        return "iso2022_kr"
    if _ISO_2022_OTHER.search(content):
        return "?"
    text = strictly(content, "hz") if _HZ.search(content) else None
    return "hz" if text is not None and looks_right(text, "gb2312") else ""


# --- what looks right --------------------------------------------------------------------------

_JUDGED = 200_000  # characters
_NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ue000-\uf8ff\ufffd\U000f0000-\U0010ffff]")
_WORD = re.compile("[A-Za-z\x80-\U0010ffff]+")
_WESTERN_PUNCTUATION = re.compile("[\xa0«»„“”‘’–—…·°§©®]")
_SIGNS_ASTRAY = re.compile(r"(?<![^\W\d_])[»”’©®§](?=[^\W\d_])|(?<=[^\W\d_])[«„“©®§]")


def foreign(text: str) -> list[str]:
    """The letters and signs beyond ASCII, without punctuation that East Asian encodings share."""
    return re.findall("[\x80-\u2fff\u3040-\ufeff\ufff0-\U0010ffff]", text)


def _are_common(codec: str, first: int, last: int) -> Callable[[str], bool]:
    """Whether nearly all characters are among the common ones, which stand first in their standard."""

    def looks(text: str) -> bool:
        signs = foreign(text)
        common = sum(first <= char.encode(codec, "replace")[0] <= last for char in signs)
        return bool(signs) and common >= 0.8 * len(signs)

    return looks


_is_simplified = _are_common("gb2312", 0xB0, 0xD7)
_is_traditional = _are_common("big5", 0xA4, 0xC6)


def _is_chinese(text: str) -> bool:
    """Common characters in their simplified form, or in their traditional one, which GBK has too."""
    return _is_simplified(text) or (
        _is_traditional(text) and not re.search("[\u3041-\u30ff\u0370-\u04ff\u2460-\u25ff]", text)
    )


def _is_korean(text: str) -> bool:
    signs = foreign(text)
    return bool(signs) and sum("가" <= char <= "힣" for char in signs) >= 0.8 * len(signs)


def _is_japanese(text: str) -> bool:
    signs = foreign(text)
    common = sum("\u3040" <= char <= "\u30ff" or 0x88 <= char.encode("cp932", "replace")[0] <= 0x97 for char in signs)
    return bool(signs) and common >= 0.8 * len(signs) and not re.search("[\uff61-\uff9f]", text)


def _is_alphabetic(letters: str, most: float = 1.0, least: float = 1.0) -> Callable[[str], bool]:
    """Whether all beyond ASCII is an alphabet's letters, in words that are written as words are.

    most, least   what part of such a word's letters may lie beyond ASCII: few in Müller, all in Иванов
    """
    own = re.compile(f"[{letters}]")

    def is_word(word: str) -> bool:
        share = len(own.findall(word)) / len(word)
        return least <= share and (share <= most or len(word) <= 2) and (word.isupper() or word[1:] == word[1:].lower())

    def looks(text: str) -> bool:
        if _SIGNS_ASTRAY.search(text):
            return False
        text = _WESTERN_PUNCTUATION.sub(" ", text)
        words = [word for word in _WORD.findall(text) if not word.isascii()]
        return (
            bool(words)
            and all(map(is_word, words))
            and len(own.findall(text)) == len(re.findall("[\x80-\U0010ffff]", text))
        )

    return looks


_latin = _is_alphabetic("À-ÖØ-öø-ÿĀ-žƠ-ưȘ-ț\u0300-\u0323Ạ-ỹẞ", most=0.7, least=0)
_cyrillic = _is_alphabetic("Ѐ-ґ")
_greek = _is_alphabetic("Ά-ώ")
_LOOKS: dict[str, Callable[[str], bool]] = (
    dict.fromkeys(("gb2312", "gb18030"), _is_chinese)
    | dict.fromkeys(("big5", "cp950", "big5hkscs"), _is_traditional)
    | dict.fromkeys(("cp932", "euc_jp", "shift_jis", "iso2022_jp", "shift_jis_2004", "euc_jis_2004"), _is_japanese)
    | dict.fromkeys(("cp949", "euc_kr", "johab"), _is_korean)
    | dict.fromkeys(("cp1251", "koi8-r", "koi8-u", "cp866", "iso8859-5", "mac-cyrillic"), _cyrillic)
    | dict.fromkeys(("cp1253", "iso8859-7", "mac-greek"), _greek)
    | dict.fromkeys(("cp1255", "iso8859-8"), _is_alphabetic("א-ת"))
    | dict.fromkeys(("cp874", "tis-620"), _is_alphabetic("ก-๛", least=0.5))
)
# No guess is made for these: hardly anybody writes in them, or what they write can't be told from another's.
_NEVER_GUESSED = ("johab", "mac-cyrillic", "mac-greek")
_LATIN = re.compile(
    r"cp(125[02478]|437|85\d|86[0135])|iso8859-([1-4]|9|1[03-6])|mac-(roman|latin2|turkish|iceland|croatian|romanian)"
)
# Sets that chardet knows, of letters that others have too, and that no files of Go results are known to be in.
_UNUSED = re.compile("iso8859-([34]|1[0346])|cp1006|cp86[2459]|cp720|cp1125|ptcp154|kz1048|koi8-t|hp-roman8")
_GUESSED_LATIN = ("cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257", "cp850", "cp852")


def _looks_of(codec: str) -> Callable[[str], bool]:
    return _LOOKS.get(codec) or (_latin if _LATIN.fullmatch(codec) else are_words)


def looks_right(text: str, codec: str) -> bool:
    """Whether a text has the letters that texts in this encoding are written with, in words as words are written."""
    start = next((found.start() for found in re.finditer("[^\x00-\x7f]", text)), 0)
    part = text[max(0, start - 100) : start + _JUDGED]  # a large file is judged by the part that matters
    return not _NOT_TEXT.search(part) and _looks_of(codec)(part)


def could_be(text: str, codec: str) -> bool:
    """Whether a text in a declared encoding can be meant: weaker than looks_right, since somebody said so."""
    part = text[:_JUDGED]
    if _NOT_TEXT.search(part):
        return False
    half_width = sum("\uff61" <= char <= "\uff9f" for char in part)
    signs = foreign(part)
    if half_width > 0.3 * (half_width + len(signs)):
        return False
    if not signs or looks_right(part, codec):
        return True
    scripts = [unicodedata.name(char, "").split(" ")[0] for char in signs]
    if _looks_of(codec) is _is_japanese:
        return True
    if _looks_of(codec) in (_is_chinese, _is_traditional):
        return scripts.count("CJK") >= 0.7 * len(signs)
    if _looks_of(codec) is _is_korean:
        return scripts.count("CJK") + scripts.count("HANGUL") >= 0.7 * len(signs)
    words = [word for word in _WORD.findall(_WESTERN_PUNCTUATION.sub(" ", part)) if not word.isascii()]
    return sum(_looks_of(codec)(word) for word in words) >= 0.6 * len(words)


def are_words(text: str) -> bool:
    """Whether each word beyond ASCII is in one alphabet and has capitals where words have them."""
    words = [word for word in _WORD.findall(_WESTERN_PUNCTUATION.sub(" ", text[:_JUDGED])) if not word.isascii()]
    return bool(words) and all(
        len({unicodedata.name(char, "?").split(" ")[0] for char in word}) == 1
        and (word.isupper() or word[1:] == word[1:].lower())
        for word in words
    )


# --- what is certain ---------------------------------------------------------------------------

_PIECE = re.compile(rb"[^\[\]\r\n]*+[\[\]\r\n]?")
_TO_JUDGE = 4000  # bytes
_BEGINNING = 500_000  # bytes
# How far chardet's confidence in the best reading must be ahead of the next that looks right, above what was measured
# where a reading was wrong: encodings in which other languages' letters look right too need more.
_AHEAD = 0.05
_AHEAD_OF: dict[str, float] = (
    dict.fromkeys(("cp932", "cp950", "big5", "cp1251", "koi8-r", "koi8-u", "cp866", "iso8859-5"), 0.015)
    | dict.fromkeys(("cp949", "euc_kr", "cp1255"), 0.025)
    | dict.fromkeys(_GUESSED_LATIN, 0.075)
)


def certain_codec(content: bytes) -> str:
    """The encoding of bytes of which no other is likely, '' where there is none. A text in it looks right."""
    readings = [reading for reading in _readings(content) if looks_right(reading[2], reading[0])]
    if not readings:
        return ""
    _, confidence, text = readings[0]
    ahead = confidence - max((other for _, other, read in readings if read != text), default=0.0)
    # One text may be the same in several encodings: named is the one that people write in.
    names = [codec for codec, _, read in readings if read == text]
    known = next((codec for codec in names if codec in _GUESSED_LATIN or codec in _LOOKS), "")
    return known if ahead >= _AHEAD_OF.get(known, _AHEAD) and known not in _NEVER_GUESSED else ""


def is_unlikely(content: bytes, text: str) -> bool:
    """Whether another reading, which looks right, is far likelier than this text."""
    readings = _readings(content)
    own = max((confidence for _, confidence, read in readings if text.startswith(read)), default=0.0)
    return any(
        confidence - own >= 2 * _AHEAD and looks_right(read, codec)
        for codec, confidence, read in readings
        if not text.startswith(read)
    )


def _readings(content: bytes) -> list[tuple[str, float, str]]:
    """(encoding, chardet's confidence, text) of every encoding in which all bytes are right, the likeliest first."""
    import chardet

    pieces = dict.fromkeys(piece for piece in _PIECE.findall(content) if not piece.isascii())
    sample = b"".join(pieces)[:_TO_JUDGE]
    found = []
    for guess in chardet.detect_all(sample, ignore_threshold=True):
        try:
            codec = codecs.lookup(guess["encoding"] or "").name
            codec = _DECLARED_AS.get(re.sub(r"[^a-z0-9]", "", codec), codec)
            text = _beginning(content, codec)
        except LookupError:
            continue
        if text is not None and not _UNUSED.fullmatch(codec) and not _takes_brackets(text, content):
            found.append((codec, guess["confidence"], text))
    return found


def _beginning(content: bytes, codec: str) -> str | None:
    """The text of the first bytes, which are enough to tell encodings apart, if all of them are right; else None."""
    for name in (codec, *_WIDER.get(codec, ())):
        try:
            return codecs.getincrementaldecoder(name)().decode(content[:_BEGINNING])
        except UnicodeError:  # UTF-16 without a mark is not a decode error
            continue
    return None


def _takes_brackets(text: str, content: bytes) -> bool:
    """Whether brackets, which hold the values of most formats, are read as halves of characters."""
    return any(text.count(bracket) != content[:_BEGINNING].count(bracket.encode()) for bracket in "[]")
