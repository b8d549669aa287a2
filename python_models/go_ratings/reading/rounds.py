"""Rounds of an event: when two ways of writing one mean the same round."""

from __future__ import annotations

import re

from go_ratings.reading.names import name_key

# Stages that have one name in each language; the longer words first, since 準決勝 holds 決勝.
_STAGES = (
    ("third place", r"3rd place|third place|3位決定戦?|三位決定戦?|三四?名决赛|季军赛|季軍賽|3[·、/-]?4위전"),
    (
        "quarterfinal",
        r"quarter[ -]?finals?|qf|viertelfinale?|quarts? de finale?|準々決勝戦?|準準決勝戦?|四分之一决赛|8강전?|1/4[ -]?finals?",
    ),
    (
        "semifinal",
        r"semi[ -]?finals?|sf|準決|halbfinale?|demi[ -]?finales?|準決勝戦?|准决赛|半决赛|準決賽|半決賽|준결승전?|4강전?|1/2[ -]?finals?",
    ),
    ("final", r"finals?|f|finale?|決勝戦?|决赛|決賽|결승전?"),
)
_STAGE = tuple((stage, re.compile(rf"(?:the )?(?:{words})")) for stage, words in _STAGES)
_KANJI = {character: value for value, character in enumerate("〇一二三四五六七八九")}
_NUMBER = r"(\d{1,4}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]{1,2})"
_WORDS = {
    word: str(number)
    for number, words in enumerate(("first one", "second two", "third three", "fourth four", "fifth five"), start=1)
    for word in words.split()
}
_IN_WORDS = re.compile(rf"(?:round |game )?({'|'.join(_WORDS)})(?: round| game)?")
_NUMBERED = (
    re.compile(rf"(?:round|rd|r|game|match|ronde|runde|ronda|turno|tour|kolo|тур|раунд)?[ .:#-]*{_NUMBER}(?:\.0*)?"),
    # NFKC has made a and o of ª and º.
    re.compile(
        rf"{_NUMBER}(?:(?:st|nd|rd|th|\.|e|er|re|ème|eme|a|o|-?[йя]|-?ый|-?ой)"
        r"(?: ?(?:rounds?|rd|games?|match|ronde|runde|ronda|turno|tour|kolo|тур|раунд))?"
        r"| ?(?:rounds?|rd|games?|match|ronde|runde|ronda|turno|tour|kolo|тур|раунд))"
    ),
    re.compile(rf"第?{_NUMBER}(?:回戦|局|輪|轮|戦|回|期|届|屆|節|라운드|국|회전|회|기)(?:戦|目)?"),
    re.compile(rf"제{_NUMBER}(?:라운드|국|회전|회|기)"),
)


def _value(number: str) -> int:
    """The number that ASCII digits or Chinese numerals below 100 write."""
    if number.isdecimal():
        return int(number)
    tens, ten, ones = number.rpartition("十")
    if not ten:
        return int("".join(str(_KANJI[character]) for character in number))
    return 10 * (_KANJI[tens] if tens else 1) + (_KANJI[ones] if ones else 0)


def round_key(written: str) -> str:
    """The form in which rounds (and editions) are compared.

    Full-width and half-width forms, case and blanks don't matter; `1`, `Round 1`, `1回戦` and `第1局` are all `1`;
    `Final` and `決勝` are `final`. Anything else is compared as it is written.
    """
    text = name_key(written).lower()
    for form in _NUMBERED:
        if numbered := form.fullmatch(text):
            return str(_value(numbered[1]))
    if in_words := _IN_WORDS.fullmatch(text):
        return _WORDS[in_words[1]]
    return next((stage for stage, form in _STAGE if form.fullmatch(text)), text)
