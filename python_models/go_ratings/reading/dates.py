"""The one grammar of dates: what a text says of the day, and if it says nothing certain, what to change.

Read are, in any width, with any kind of digits, dashes, dots and blanks:

  year first    1996-12-27, 1996.12.27., 1996. 12. 27., 1996/12/27, 1996:12:27, 19961227, 1996年12月27日,
                1996년 12월 27일; 1996-12 and 1996, with or without something left open behind them (1996-)
  year last     27.12.1996 and 12/27/1996 where it can mean one day only; else as `usual` says
  months in words (CLDR's names in the languages below)   August 9, 1999; 9. August 1999; 1999. augusztus 9.
  eras          昭和37年5月3日, S37.5.3, ㍼37.5.3, 令和元年5月; 民國51年
  lists of days, as of adjourned games, of which the last counts: 1996-12-27,28; 1996-12-27/28; 1996-11-30,12-01;
                1996-12-27~1997-01-02; May 16-18, 1842; 27.-28.12.1996; lists of months and years

A time of day behind a date and a day of the week beside it are left aside. A day is taken as written, whatever zone
a time of day names; where another zone's calendar shows another day, that is a warning.
"""

from __future__ import annotations

import calendar
import re
import unicodedata
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from itertools import pairwise

_MAX_CHARACTERS = 200

# What can't be read is told so; a code is a row of the seed dq_reason.
UNREADABLE, AMBIGUOUS, IMPOSSIBLE = "date_unreadable", "date_ambiguous", "date_impossible"


@dataclass(frozen=True, slots=True)
class ReadDate:
    """What a text says.

    written     the same in the landing contract's form: yyyy-mm-dd, yyyy-mm, yyyy, or several of them with commas
    first, day  the first and the last day that it names; a month and a year end on their last day
    precision   of the last: day, month or year; '' where nothing could be read
    problem     reason code where the text can't be read for certain, else ''
    detail      what is wrong and what to change, as a clause that follows the text
    warnings    (code, detail) of what was read but is worth checking
    """

    written: str = ""
    first: date | None = None
    day: date | None = None
    precision: str = ""
    problem: str = ""
    detail: str = ""
    warnings: list[tuple[str, str]] = field(default_factory=list)


class _Problem(Exception):
    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


# A date as far as it is known: year, month, day of the month; 0 where it isn't.
_Part = tuple[int, int, int]

_NEARLY_ALL = re.compile(
    r"([0-9]{4})(?:([-./])([0-9]{1,2})\2([0-9]{1,2})(?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?"
    r"|年([0-9]{1,2})月([0-9]{1,2})日)"
)
_HOW = "write yyyy-mm-dd"
_HOW_LESS = f"{_HOW}, or yyyy-mm or yyyy if no more is known"
_CAN_NOT = "it can't be read"
_HOW_LISTS = "write the days of a list like 1996-12-27,28"


def read_date(text: str, usual: str = "") -> ReadDate:
    """Reads a text.

    `usual` is how days like 5/3/1962 are written where the text comes from: 'dmy'; 'mdy' (with dots nobody writes
    that); 'd.m.y' where it is known of dots only; '' where it isn't known. It decides only where the text itself
    leaves the order open. Years of two digits are read, as 1970 to 2069, only where it is given.
    """
    if found := _NEARLY_ALL.fullmatch(text):
        try:
            day = date(int(found[1]), int(found[3] or found[5]), int(found[4] or found[6]))
        except ValueError:
            pass  # what is wrong with it is found out below
        else:
            return ReadDate(day.isoformat(), day, day, "day")
    warnings: list[tuple[str, str]] = []
    try:
        parts = _parts(text, usual, warnings)
        spans = [_span(part) for part in parts]
        for (begin, end), (next_begin, next_end) in pairwise(spans):
            if next_end < end or next_begin < begin:
                raise _Problem(AMBIGUOUS, f"its days are not in order; {_HOW_LISTS}")
    except _Problem as problem:
        return ReadDate(problem=problem.code, detail=str(problem))
    _, month, last = parts[-1]
    return ReadDate(
        written=",".join(dict.fromkeys(map(_iso, parts))),
        first=spans[0][0] if len(spans) > 1 else spans[0][1],
        day=spans[-1][1],
        precision="day" if last else "month" if month else "year",
        warnings=warnings,
    )


def read_day(text: str, usual: str = "") -> date | None:
    """The day that a text names, or None where it names none, several, or no more than a month."""
    read = read_date(text, usual)
    return read.day if read.precision == "day" and "," not in read.written else None


def _iso(part: _Part) -> str:
    year, month, day = part
    return f"{year:04}" + (f"-{month:02}" if month else "") + (f"-{day:02}" if day else "")


def _span(part: _Part) -> tuple[date, date]:
    """The first and the last day of what is known. Raises _Problem where there is no such day."""
    year, month, day = part
    if not 1 <= year <= 9999:
        raise _Problem(IMPOSSIBLE, f"there is no year {year}; years are 0001 to 9999")
    if month > 12 or (not month and day):
        swapped = "; are day and month swapped?" if day and day <= 12 else ""
        raise _Problem(IMPOSSIBLE, f"there is no month {month:02}{swapped or '; correct it'}")
    if month and day > (length := calendar.monthrange(year, month)[1]):
        raise _Problem(IMPOSSIBLE, f"{year:04}-{month:02} has {length} days; correct it")
    last = day or calendar.monthrange(year, month or 12)[1]
    return date(year, month or 1, day or 1), date(year, month or 12, last)


# --- characters --------------------------------------------------------------------------------

_LOOK_LIKE = {
    "-": "\u00ad\u02d7\u2043\u2212\u2500\u2501\u2796\u30fc\ufe63",  # besides all of Unicode's dashes
    "~": "\u301c\u3030\u2053\u223c\uff5e",
    ".": "\u00b7\u0387\u2027\u2022\u2219\u22c5\u30fb\u3002\uff61\uff65\u06d4",
    ",": "\u3001\uff64\u060c\u055d",
    "/": "\u2044\u2215\u29f8",
    ":": "\u2236\ua789",
}


class _Plain(dict[int, str]):
    """For str.translate: digits, dashes, blanks and the like in ASCII; what can't be seen is left out."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        plain = self._plain(char)
        self[code] = plain
        return plain

    def _plain(self, char: str) -> str:
        kind = unicodedata.category(char)
        for sign, look_alikes in _LOOK_LIKE.items():
            if char in look_alikes:
                return sign
        if kind == "Nd":
            return str(unicodedata.decimal(char))
        if kind == "Pd":
            return "-"
        if kind == "Cf" or "\ufe00" <= char <= "\ufe0f":
            return ""
        if kind in ("Zs", "Zl", "Zp") or char in "\t\r\n\x0b\x0c\x85":
            return " "
        whole = unicodedata.normalize("NFKC", char)
        if char.isascii() or kind == "No" or whole == char:  # ² is no digit of a date
            return char
        return whole.translate(self)


_PLAIN = _Plain()


def _odd_character(plain: str) -> str:
    """Names the character that keeps a text from being a date though it looks like one; '' if there is none."""
    if found := re.search(r"(?<=\d)[oOlISB](?=\d|[-./]|$)|(?<!\w)[oOlI](?=\d)", plain):
        return f"a letter {found[0]} stands where a digit should be"
    if found := re.search(r"(?<=\d)\s?([^\d\s./,:~;-])\s?(?=\d)", plain):
        name = unicodedata.name(found[1], "a control character").lower()
        return f"the character U+{ord(found[1]):04X} ({name}) between its digits is not a hyphen"
    return ""


# --- from a text to its parts -------------------------------------------------------------------

_BEYOND_NUMBERS = re.compile(r"[^\d ./,:~-]")
_WEEKDAY = re.compile(
    r"\(?\b(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?\)?,?"
    r"|\([月火水木金土日祝월화수목금토일]\)|[月火水木金土日]曜日?|[월화수목금토일]요일|(?:星期|周|週)[一二三四五六日天]"
)
_BESIDE = re.compile(r"[(\[]\s*[,、]?\s*[)\]]")
_ZONE = r"(?P<zone>z|utc?|gmt|[+-]\d{2}:?\d{2}|[+-]\d{2}|[a-z]{3,4})"
_TIME = re.compile(
    r"(?:(?<=\d)(?:t|[\s,_]+)|(?<=[日일号號])\s*|^)(?:(?:午前|午後|上午|下午|오전|오후)\s*)?"
    r"(?:(?P<hour>\d{1,2}):(?P<rest>\d{2}(?::\d{2}(?:[.,]\d+)?)?)"
    r"|\d{1,2}h(?:\d{2})?|\d{1,2}\s*[時时시](?:\s*\d{1,2}\s*[分분])?)"
    rf"(?:\s*(?P<half>[ap])\.?m\.?)?(?:\s*{_ZONE})?(?=$|[\s,~)])"
)
_TIME_WITHOUT_COLONS = re.compile(rf"(?<=\d{{8}})t(?P<hour>\d{{2}})(?P<rest>\d{{2}}(?:\d{{2}}(?:\.\d+)?)?)\s*{_ZONE}?$")
_KANJI_DIGITS = {char: digit for digit, char in enumerate("〇一二三四五六七八九")} | {"零": 0}
_KANJI_NUMBER = re.compile(r"[〇零一二三四五六七八九十]+(?=\s*[年月日号號])")
_ERAS = {
    # name: (year before its first, its first day, its last)
    "明治": (1867, date(1868, 1, 25), date(1912, 7, 30)),
    "大正": (1911, date(1912, 7, 30), date(1926, 12, 25)),
    "昭和": (1925, date(1926, 12, 25), date(1989, 1, 7)),
    "平成": (1988, date(1989, 1, 8), date(2019, 4, 30)),
    "令和": (2018, date(2019, 5, 1), date.max),
    "民國": (1911, date(1912, 1, 1), date.max),
}
_ERA_SIGNS = dict(zip("mtshr明大昭平令", [*_ERAS][:5] * 2)) | {"民国": "民國"} | {name: name for name in _ERAS}
_ERA = re.compile(
    r"(?:中華)?(?P<era>明治|大正|昭和|平成|令和|民國|民国|[明大昭平令](?=\s*\d)|[mtshr](?=\.?\s*\d{1,2}\s*[年.\-/]))"
    r"\.?\s*(?P<year>\d{1,3}|元)\s*(?:年\s*-?|[.\-/]|$)"
)
_LUNISOLAR_UNTIL = 1872


def _parts(text: str, usual: str, warnings: list[tuple[str, str]]) -> list[_Part]:
    """What the text names, in its order. Raises _Problem."""
    if len(text) > _MAX_CHARACTERS:
        raise _Problem(UNREADABLE, f"the text has {len(text)} characters; {_HOW}")
    plain = " ".join(text.translate(_PLAIN).split())
    tidy, era = plain.lower(), ""
    if _BEYOND_NUMBERS.search(tidy):
        tidy = _BESIDE.sub(" ", _WEEKDAY.sub(" ", tidy)).strip()
        tidy = re.sub(r"^(?:西暦|公元|서기)\s*|^c(?=\d{4}:)", "", tidy)
    tidy, zoned = _without_time(tidy)
    if not tidy.strip(" ,;~"):
        raise _Problem(UNREADABLE, f"it names no day; {_HOW}")
    if _BEYOND_NUMBERS.search(tidy):
        tidy = _KANJI_NUMBER.sub(lambda found: _kanji_number(found[0]), tidy)
        tidy, era = _without_era(tidy)
        tidy = _without_marks(tidy)
        tidy = re.sub(r"\s*(?:&|至|から|부터|;)\s*", lambda found: "," if found[0].strip() in "&;" else "~", tidy)
        tidy = re.sub(r"(?:まで|까지)$", "", tidy).strip()
        if re.search(r"[^\W\d_]", tidy):
            tidy = _numbered_months(tidy, plain)
    parts = _in_words(tidy) if "<" in tidy else _in_numbers(tidy, plain, usual, warnings)
    if era:
        _check_era(era, parts)
    if zoned:
        warnings.append(
            (
                "date_of_other_zone",
                f"the time {zoned} in UTC lies on another day in Japan or America; the day was taken as written, "
                "write the day where the game was played",
            )
        )
    return parts


def _without_time(tidy: str) -> tuple[str, str]:
    """The text without times of day, and a time in UTC at which another day is written where Go is played."""
    zoned = ""
    for pattern in (_TIME, _TIME_WITHOUT_COLONS):
        for found in pattern.finditer(tidy):
            groups = found.groupdict()
            zone = (groups["zone"] or "").replace(":", "")
            if zone in ("z", "ut", "utc", "gmt", "+00", "+0000", "-00", "-0000") and groups["hour"]:
                hour = int(groups["hour"]) % 12 if groups.get("half") else int(groups["hour"])
                hour += 12 * (groups.get("half") == "p")
                # Midnight in UTC is a day written by a program that always writes a time; 15:00 is midnight in Japan.
                is_whole = not groups["rest"].strip("0:.,")
                if hour >= 16 or (hour == 15 and is_whole) or (hour < 8 and not (hour == 0 and is_whole)):
                    zoned = found[0].lstrip(" ,_t")
        tidy = pattern.sub("", tidy)
    return tidy.strip(), zoned


def _kanji_number(text: str) -> str:
    """三十七 and 一九六二 in digits."""
    if "十" not in text:
        return "".join(str(_KANJI_DIGITS[char]) for char in text)
    tens, _, ones = text.partition("十")
    if len(tens) > 1 or len(ones) > 1:
        return text
    return str(10 * _KANJI_DIGITS.get(tens, 1) + (_KANJI_DIGITS[ones] if ones else 0))


def _without_era(tidy: str) -> tuple[str, str]:
    """The text with the Gregorian year in place of an era's, and the era's name."""
    found = _ERA.match(tidy)
    if not found:
        return tidy, ""
    era = _ERA_SIGNS[found["era"]]
    year = _ERAS[era][0] + (1 if found["year"] == "元" else int(found["year"]))
    return f"{year:04}-{tidy[found.end() :]}", era


def _check_era(era: str, parts: list[_Part]) -> None:
    _, first, last = _ERAS[era]
    for part in parts:
        begin, end = _span(part)
        if end < first or begin > last:
            raise _Problem(
                IMPOSSIBLE, f"{era} is {first.year} to {last.year}; it has no {_iso(part)}, correct the year"
            )
        if era == "明治" and part[0] <= _LUNISOLAR_UNTIL and part[1]:
            raise _Problem(
                UNREADABLE,
                f"Japan's calendar followed the moon until {_LUNISOLAR_UNTIL}; write the Gregorian day, or the year alone",
            )


def _without_marks(tidy: str) -> str:
    """1962年5月3日 as 1962-5-3, likewise in Korean."""
    if re.match(r"\d{1,2}\s*[年년]", tidy):
        short = re.match(r"\d+", tidy)
        assert short
        raise _Problem(
            AMBIGUOUS, f"the year {short[0]} can be 19{short[0]:0>2}, 20{short[0]:0>2} or an era's; write four digits"
        )
    tidy = re.sub(r"(?<=\d)\s*[年년月월]\s*(?=\d)", "-", tidy)
    tidy = re.sub(r"(?<=\d)\s*[年년月월]", "", tidy)
    tidy = re.sub(r"(?<=\d)\s*[日일号號]\s*(?=\d)", ",", tidy)
    return re.sub(r"(?<=\d)\s*[日일号號]", "", tidy)


# --- months in words ----------------------------------------------------------------------------

# fmt: off
_LANGUAGES = (
    "en", "de", "fr", "es", "it", "pt", "nl", "da", "nb", "sv", "fi", "et", "lv", "lt", "pl", "cs", "sk", "hu", "ro",
    "bg", "hr", "sl", "sr", "uk", "ru", "tr", "el", "vi", "id",
)
_CONNECTORS = frozenset(["of", "de", "del", "di", "the", "den", "der", "d", "r", "roku", "года", "г", "р", "року"])
_RANGES = frozenset(["to", "bis", "til", "till", "tot", "until", "through", "au", "al"])
_ANDS = frozenset(["and", "und", "et", "y", "e", "og", "och", "en", "i"])
# fmt: on


@cache
def _month_names() -> dict[str, int]:
    """Names of months by their number; English ones, and others' where they mean one month in all languages."""
    from babel.dates import get_month_names  # read only where a date has words

    names: dict[str, set[int]] = {}
    english: dict[str, int] = {"sept": 9}
    for language in _LANGUAGES:
        for context in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                for number, name in get_month_names(width, context, language).items():
                    folded = _folded(name.strip("."))
                    if len(folded) > 2 and folded.isalpha():
                        names.setdefault(folded, set()).add(number)
                        if language == "en":
                            english[folded] = number
    return {name: min(numbers) for name, numbers in names.items() if len(numbers) == 1} | english


def _folded(word: str) -> str:
    """A word without accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(char))


_DAYS = r"\d{1,2}(?:[-~,/.]{1,2}\d{1,2})*"
_M = r"<(?P<{0}>\d{{1,2}})>"
_BETWEEN = r"[ .,\-/]*"
_WITH_WORDS = [
    re.compile(form)
    for form in (
        rf"{_M.format('month')}{_BETWEEN}(?P<days>{_DAYS}){_BETWEEN}(?<=[^\d])(?P<year>\d{{4}})",
        rf"(?P<days>{_DAYS}){_BETWEEN}{_M.format('month')}{_BETWEEN}(?P<year>\d{{4}})",
        rf"(?P<year>\d{{4}}){_BETWEEN}{_M.format('month')}{_BETWEEN}(?P<days>{_DAYS})\.?",
        rf"{_M.format('month')}{_BETWEEN}(?P<year>\d{{4}})",
        rf"(?P<year>\d{{4}}){_BETWEEN}{_M.format('month')}",
        rf"{_M.format('month')}{_BETWEEN}(?P<days>\d{{1,2}})[-~, ]+{_M.format('month2')}{_BETWEEN}(?P<days2>\d{{1,2}})"
        rf"{_BETWEEN}(?<=[^\d])(?P<year>\d{{4}})",
        rf"(?P<days>\d{{1,2}}){_BETWEEN}{_M.format('month')}[-~, ]+(?P<days2>\d{{1,2}}){_BETWEEN}{_M.format('month2')}"
        rf"{_BETWEEN}(?P<year>\d{{4}})",
        rf"{_M.format('month')}[-~,/ ]+{_M.format('month2')}{_BETWEEN}(?P<year>\d{{4}})",
    )
]


def _numbered_months(tidy: str, plain: str) -> str:
    """The text with <5> in place of May, and signs in place of words between dates. Raises _Problem for other words."""
    tidy = re.sub(r"(?<=\d)\s*(?:st|nd|rd|th|er|[oº])\b(?!\w)", "", tidy)
    unknown: list[str] = []

    def number_of(found: re.Match[str]) -> str:
        word = found[0]
        if not word.isalpha():  # ²
            return word
        if word in _CONNECTORS:
            return " "
        if word in _RANGES:
            return "~"
        if word in _ANDS:
            return ","
        name = _folded(word)
        month = _month_names().get(name) or (
            next((number for full, number in _english().items() if full.startswith(name)), None)
            if len(name) >= 3
            else None
        )
        if month:
            return f"<{month}>"
        unknown.append(word)
        return " "

    tidy = re.sub(r"[^\W\d_]+", number_of, tidy)
    if unknown and not re.search(r"\d", tidy):
        raise _Problem(UNREADABLE, f"it names no day; {_HOW_LESS}")
    if unknown:
        odd = _odd_character(plain) or f"{unknown[0][:20]} is not the name of a month"
        raise _Problem(UNREADABLE, f"{odd}; {_HOW_LESS}")
    return tidy


def _in_words(tidy: str) -> list[_Part]:
    tidy = re.sub(r"\s*([~,])\s*", r"\1", " ".join(tidy.split())).strip(" .,-~")
    tidy = re.sub(r"(?<=\d) - (?=[\d<])", "~", tidy)
    return [part for piece in _pieces(tidy) for part in piece]


@cache
def _english() -> dict[str, int]:
    return {calendar.month_name[number].lower(): number for number in range(1, 13)}


def _pieces(tidy: str) -> list[list[_Part]]:
    """One full form with words, or two behind each other. Raises _Problem."""
    for at in [len(tidy), *(found.start() for found in re.finditer(r"[~,\-]", tidy))]:
        rests = [tidy[:at], tidy[at + 1 :].strip()] if at < len(tidy) else [tidy]
        pieces = [_piece(rest.strip(" .")) for rest in rests]
        if all(pieces):
            return pieces
    if re.search(r"(?<!\d)\d{2}$|(?<!\d)\d{1,2}[ .\-/]*<\d+>[ .\-/]*'?\d{2}(?!\d)", tidy) and not re.search(
        r"\d{4}", tidy
    ):
        raise _Problem(AMBIGUOUS, f"its year has two digits; {_HOW}")
    if not re.search(r"\d{4}", tidy):
        raise _Problem(UNREADABLE, f"it names no year; {_HOW}")
    raise _Problem(UNREADABLE, f"it can't be read; {_HOW_LESS}")


def _piece(tidy: str) -> list[_Part]:
    for form in _WITH_WORDS:
        if found := form.fullmatch(tidy):
            groups = found.groupdict()
            year, month = int(groups["year"]), int(groups["month"])
            days = [int(day) for day in re.findall(r"\d+", groups.get("days") or "0")]
            parts = [(year, month, day) for day in days]
            if groups.get("month2"):
                parts.append((year, int(groups["month2"]), int(groups.get("days2") or 0)))
                if parts[-1] < parts[-2] and parts[-2][1] > parts[-1][1]:  # December 30 - January 2, 1999
                    parts[:-1] = [(year - 1, *rest) for _, *rest in parts[:-1]]  # type: ignore[misc]
            return parts
    return []


# --- numbers alone ------------------------------------------------------------------------------

_ALONE = re.compile(r"(\d+)(?:\.0+)?")
_COMPACT = re.compile(r"(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)")
_PIECES = re.compile(r"[-./:]")
_GERMAN_DAYS = re.compile(
    r"(?P<days>(?:\d{1,2}\.?[-/~,])+\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})"
    r"|(?P<days_>(?:\d{1,2}[-~,])+\d{1,2})/(?P<month_>\d{1,2})/(?P<year_>\d{4})"
)
_TWO_DAYS_YEAR_LAST = re.compile(r"(\d{1,2})([./])(\d{1,2})\.?[-~,](\d{1,2})\2(\d{1,2})\2(\d{4})")
_EPOCH = date(1899, 12, 30)  # of spreadsheets


def _in_numbers(tidy: str, plain: str, usual: str, warnings: list[tuple[str, str]]) -> list[_Part]:
    if re.search(r"[^\d./,:~ \-]", tidy) or not tidy:
        odd = _odd_character(plain)
        raise _Problem(UNREADABLE, f"{odd or _CAN_NOT}; {_HOW_LESS}")
    if re.match(r"-\s*\d", tidy):
        raise _Problem(IMPOSSIBLE, "it begins with a minus; years are 0001 to 9999")
    if serial := re.fullmatch(r"(\d{5})\.\d+", tidy):  # of a day with a time of day
        return [_number(serial[1])]
    if alone := _ALONE.fullmatch(tidy.rstrip(" .,-/~:")):
        return [_number(alone[1])]
    tidy = _tight(tidy)
    if found := _GERMAN_DAYS.fullmatch(tidy):
        days, month, year = (found[name] or found[f"{name}_"] for name in ("days", "month", "year"))
        return [(int(year), int(month), int(day)) for day in re.findall(r"\d+", days)]
    if found := _TWO_DAYS_YEAR_LAST.fullmatch(tidy):
        first, sign, second, third, fourth, year = found.groups()
        a, b = (_year_last(int(x), int(y), int(year), sign, usual, []) for x, y in ((first, second), (third, fourth)))
        return [a, b]
    parts: list[_Part] = []
    for piece in re.split("[,~]", tidy):
        if piece.strip(" ."):
            parts += _read_piece(piece.strip(" ."), parts[-1] if parts else None, usual, warnings)
    if not parts:
        raise _Problem(UNREADABLE, f"it names no day; {_HOW}")
    return parts


def _tight(tidy: str) -> str:
    """Without blanks around signs, and with nothing left open at the end; ' - ' between two dates is a range."""
    range_sign = re.sub(r"(?<=[\d.])\s+-\s+(?=\d)", "~", tidy)
    if range_sign != tidy and re.search(r"\d[-./:]\s?\d", range_sign):
        tidy = range_sign
    tidy = re.sub(r"\s*([-./,~:])\s*", r"\1", tidy).rstrip(".,-/~:")
    tidy = re.sub(r"\.(?=[,~-])", "", tidy)
    if re.fullmatch(r"\d+(?: \d+){1,2}", tidy):
        tidy = tidy.replace(" ", "-")
    return _COMPACT.sub(r"\1-\2-\3", tidy)


def _number(digits: str) -> _Part:
    """A date of digits alone."""
    if len(digits) == 4:
        return int(digits), 0, 0
    if len(digits) in (8, 12, 14):
        return int(digits[:4]), int(digits[4:6]), int(digits[6:8])
    if len(digits) == 5 and not digits.startswith("0"):
        day = _EPOCH + timedelta(days=int(digits))
        raise _Problem(UNREADABLE, f"a spreadsheet's number, perhaps for {day}; format the column as a date")
    if len(digits) == 6:
        raise _Problem(UNREADABLE, "six digits can be a month or a day with a short year; write yyyy-mm-dd or yyyy-mm")
    if len(digits) in (10, 13):
        raise _Problem(UNREADABLE, f"a count of seconds or milliseconds; {_HOW}")
    raise _Problem(UNREADABLE, f"a number of {len(digits)} digits is no date; {_HOW}, or yyyy if no more is known")


def _read_piece(piece: str, before: _Part | None, usual: str, warnings: list[tuple[str, str]]) -> list[_Part]:
    """One element of a list; days that follow each other with a sign of the date itself (1996-12-27/28) are several."""
    texts, signs = _PIECES.split(piece), _PIECES.findall(piece)
    if " " in piece or not all(text.isdigit() for text in texts):
        raise _Problem(UNREADABLE, f"it can't be read; {_HOW_LESS}")
    numbers, lengths = [int(text) for text in texts], [len(text) for text in texts]
    if lengths[0] == 4:
        return _year_first(numbers, lengths, signs)
    if max(lengths) <= 2:
        if len(numbers) <= 2 and before:
            return [_shorter(numbers, before)]
        if len(numbers) == 3:
            return [_short_year(numbers, lengths, signs, usual, warnings)]
        raise _Problem(UNREADABLE, f"it names no year; {_HOW}")
    if lengths[-1] == 4 and max(lengths[:-1]) <= 2:
        if len(numbers) == 3:
            return [_year_last(numbers[0], numbers[1], numbers[2], signs[0], usual, warnings)]
        if len(numbers) == 2:
            return [_checked((numbers[1], numbers[0], 0))]
    if len(numbers) in (2, 3) and max(lengths[1:]) <= 2:
        if lengths[0] > 4:
            raise _Problem(IMPOSSIBLE, f"there is no year {texts[0][:20]}; years are 0001 to 9999")
        raise _Problem(UNREADABLE, "its year has three digits; write four")
    raise _Problem(UNREADABLE, f"it can't be read; {_HOW}, and {_HOW_LISTS}")


def _shorter(numbers: list[int], before: _Part) -> _Part:
    """A part of a list that takes what it lacks from the part before it: 12-28 or 28 after a day, 06 after a month."""
    year, month, day = before
    if len(numbers) == 2:
        return year, numbers[0], numbers[1]
    if day:
        return year, month, numbers[0]
    if month:
        return year, numbers[0], 0
    raise _Problem(UNREADABLE, f"{year:04} and {numbers[0]:02} are no list of days; {_HOW_LISTS}")


def _year_first(numbers: list[int], lengths: list[int], signs: list[str]) -> list[_Part]:
    year, rest = numbers[0], numbers[1:]
    years_at = [at for at, length in enumerate(lengths) if length == 4]
    if len(numbers) > 1 and len(years_at) == 2 and max(lengths) == 4:
        # 1996-12-27-1997-01-02; 1996-12/1997-01. Two years alone are a season.
        parts = [numbers[: years_at[1]], numbers[years_at[1] :]]
        if len(parts[0]) == len(parts[1]) and len(parts[0]) in (2, 3):
            return [(part[0], part[1], part[2] if len(part) == 3 else 0) for part in parts]
        if len(numbers) == 2:
            raise _Problem(UNREADABLE, "it looks like a season; write the day, or the year if no more is known")
    if max(lengths[1:], default=0) > 2 or len(numbers) > 5:
        raise _Problem(UNREADABLE, f"it can't be read; {_HOW}, and {_HOW_LISTS}")
    if not rest or (rest == [0] and signs == ["."]):  # 1962.0 is a number of a data frame
        return [(year, 0, 0)]
    if len(rest) == 1:
        if rest[0] > 12 and rest[0] == (year + 1) % 100 and lengths[1] == 2:
            raise _Problem(UNREADABLE, "it looks like a season; write the day, or the year if no more is known")
        return [_checked((year, rest[0], 0))]
    month, day = rest[:2]
    if len(rest) == 2:
        if signs[0] != signs[1] in ("/", "-") and month < day <= 12:
            raise _Problem(AMBIGUOUS, f"it can be a day or two months; write {year:04}-{month:02}-{day:02}")
        return [_checked((year, month, day))]
    first: _Part = _checked((year, month, day))
    if len(rest) == 3:
        return [first, (year, month, rest[2])]
    as_month, as_days = [first, (year, rest[2], rest[3])], [first, (year, month, rest[2]), (year, month, rest[3])]
    if signs[2] != signs[1]:
        return as_month if signs[3] == signs[1] else as_days
    fitting = [parts for parts in (as_month, as_days) if _in_order(parts)]
    if len(fitting) == 1:
        return fitting[0]
    raise _Problem(AMBIGUOUS, f"its days can be read in several ways; {_HOW_LISTS}")


def _checked(part: _Part) -> _Part:
    if part[1] == 0:
        raise _Problem(IMPOSSIBLE, "there is no month 00; write the year alone if no more is known")
    if len(part) == 3 and part[2] == 0 and part[1] > 12:
        raise _Problem(IMPOSSIBLE, f"there is no month {part[1]:02}; correct it")
    return part


def _in_order(parts: list[_Part]) -> bool:
    try:
        spans = [_span(part) for part in parts]
    except _Problem:
        return False
    return spans == sorted(spans)


def _year_last(first: int, second: int, year: int, sign: str, usual: str, warnings: list[tuple[str, str]]) -> _Part:
    """27.12.1996 or 12/27/1996. Raises _Problem where it can mean two days."""
    if first > 12 or first == second:
        day_first = True
    elif second > 12:
        day_first = False
    elif usual == "dmy":
        day_first = True
    elif usual == "mdy" and sign != ".":
        day_first = False
    elif usual == "d.m.y" and sign == ".":
        day_first = True
    else:
        raise _Problem(AMBIGUOUS, f"it can mean two days, day or month first; {_HOW}")
    part = (year, second, first) if day_first else (year, first, second)
    if usual == "d.m.y" and sign == "." and day_first:
        warnings.append(("date_day_first", f"read day first as {_iso(part)}; {_HOW}"))
    return part


def _short_year(
    numbers: list[int], lengths: list[int], signs: list[str], usual: str, warnings: list[tuple[str, str]]
) -> _Part:
    """9.11.98, where it is usual."""
    first, second, short = numbers
    if not usual or lengths[2] != 2 or signs[0] != signs[1]:
        raise _Problem(AMBIGUOUS, f"its year has two digits; {_HOW}")
    year = short + (1900 if short >= 70 else 2000)
    warnings.append(("date_two_digit_year", f"read as {year}; write the year with four digits"))
    return _year_last(first, second, year, signs[0], usual, warnings)
