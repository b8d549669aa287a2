"""How names are read, for the search: what a reader types in another script finds a player or event all the same.

The warehouse compares spellings (`marts.search_key`). Beyond that this module gives each name further keys: kana in Latin
letters, the forms of its characters that are one to a reader (赵 趙, 澤 沢, 乭 石), and, for a name in Japanese
characters of which no reading is known, the one that a dictionary finds likely. They decide nothing but what is offered.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from itertools import product

from opencc import OpenCC
from sudachipy import Dictionary, Tokenizer

HAN = re.compile(r"[々〇\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
# Characters that OpenCC keeps apart and readers don't: what is missing from fonts is written with what looks alike.
ALIKE = {"乭": "石", "芈": "羋", "黑": "黒", "髙": "高", "﨑": "崎", "嵜": "崎", "𠮷": "吉", "濵": "浜", "眞": "真"}
# Hepburn, without marks of length: the key that spellings share has none.
_ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "s": "さ すせそ",
    "t": "た  てと",
    "n": "なにぬねの",
    "h": "はひ へほ",
    "m": "まみむめも",
    "y": "や ゆ よ",
    "r": "らりるれろ",
    "w": "わゐ ゑを",
    "g": "がぎぐげご",
    "z": "ざ ずぜぞ",
    "d": "だ  でど",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
}
_OWN = {"し": "shi", "ち": "chi", "つ": "tsu", "ふ": "fu", "じ": "ji", "ぢ": "ji", "づ": "zu", "ん": "n", "ゔ": "vu"}
_SMALL = dict(zip("ぁぃぅぇぉ", "aiueo")) | {"ゃ": "ya", "ゅ": "yu", "ょ": "yo", "ゎ": "wa"}


def _table() -> dict[str, str]:
    """Kana, and pairs of one and a small one, by their Latin letters."""
    table = {kana: row + vowel for row, kanas in _ROWS.items() for kana, vowel in zip(kanas, "aiueo") if kana != " "}
    table |= _OWN
    pairs = {}
    for (kana, latin), (small, glide) in product(table.items(), _SMALL.items()):
        if glide[0] == "y" and latin.endswith("i") and kana not in "いゐ":
            pairs[kana + small] = latin[:-1] + (glide[1:] if latin[:-1] in ("sh", "ch", "j") else glide)
        elif glide in "aiueo" and latin[-1] != glide and kana in "ふゔつ":
            pairs[kana + small] = latin[:-1] + glide
        elif small == "ぇ" and latin in ("shi", "chi", "ji"):
            pairs[kana + small] = latin[:-1] + "e"
        elif small == "ぃ" and kana in "てで":
            pairs[kana + small] = latin[:-1] + "i"
    return table | _SMALL | pairs


# What the script of the site reads kana by too.
ROMAJI = _table()


def in_latin(text: str) -> str:
    """Kana of a text in Latin letters; what is no kana stays."""
    plain = "".join(
        chr(ord(each) - 0x60) if "\u30a1" <= each <= "\u30f6" else each for each in unicodedata.normalize("NFKC", text)
    )
    latin, at = "", 0
    while at < len(plain):
        for length in (2, 1):
            if plain[at : at + length] in ROMAJI:
                latin += ROMAJI[plain[at : at + length]]
                break
        else:
            latin += plain[at]
        at += length
    return re.sub("っ([a-z])", r"\1\1", latin).replace("っ", "")


@cache
def _converters() -> tuple[OpenCC, OpenCC]:
    return OpenCC("s2t"), OpenCC("t2jp")


def one_form(text: str) -> str:
    """A text with one of the forms that each of its characters is written in: traditional ones, simplified ones."""
    to_traditional, to_japanese = _converters()
    # one character a line, so that no word is taken for a phrase of one region
    lines = to_japanese.convert(to_traditional.convert("\n".join(text)))
    return "".join(ALIKE.get(each, each) for each in lines.split("\n"))


def forms(held: Iterable[str]) -> dict[str, str]:
    """Characters that names may be written with, by the one form; only those that some held text has in another form."""
    wanted = set(one_form("".join(held)))
    every = "".join(map(chr, (*range(0x3400, 0x4DC0), *range(0x4E00, 0xA000)))) + "".join(ALIKE)
    return {each: one for each, one in zip(every, one_form(every)) if each != one and one in wanted}


@cache
def _tokenizer() -> Tokenizer:
    return Dictionary(dict="small").tokenizer()


def likely_reading(text: str) -> str:
    """How a text in Japanese characters is probably read, in Latin letters; empty where a dictionary doesn't know."""
    words = _tokenizer().tokenize(re.sub(r"\s", "", text))
    reading = "".join(word.reading_form() for word in words)
    return "" if HAN.search(reading) or "キゴウ" in reading else in_latin(reading)


def further_keys(
    spellings: dict[str, list[str]], unread: set[str], fold: Callable[[list[str]], list[str]]
) -> dict[str, list[str]]:
    """By id, keys beyond those of the warehouse: of its spellings, and of the likely reading where nobody gives one.

    `fold` gives the key of each text, as the warehouse makes it.
    """
    wanted = []
    for each, texts in spellings.items():
        for text in texts:
            if HAN.search(text):
                wanted.append((each, one_form(text)))
                if each in unread:
                    wanted.append((each, likely_reading(text)))
            if KANA.search(text):
                wanted.append((each, in_latin(text)))
    found: dict[str, list[str]] = {}
    for (each, _), key in zip(wanted, fold([text for _, text in wanted])):
        if key and key not in found.setdefault(each, []):
            found[each].append(key)
    return found
