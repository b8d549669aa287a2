r"""Game records of Tygem and of the servers that run its program (.gib).

A head of lines `\[KEY=value\]`, then the moves: `INI 0 1 handicap`, `STO 0 number colour x y`, `SKI` is a
pass. Names hold the rank in brackets: `Ada (5D)`, `青木(3段)`. GAMEINFOMAIN's GRLT says how the game ended
(0 and 1 Black and White by points, in tenths in ZIPSU; 3 and 4 by resignation, 7 and 8 on time; 255 not
at all), GAMETAG says the same in letters, GAMERESULT in words. A komi is GONGJE, in tenths;
0 is not taken for one. GIBOKIND is the country, which says what encoding the file is likely to have.

What the keys mean was taken from programs that read or write them: Sabaki (gib.js), qGo
(tomconnection.cpp) and an ANTLR grammar. Sabaki's sgf converters have no counterpart in Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from go_ratings.reading.formats.contents import Warnings, komi_of, number_text
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of, decoded
from go_ratings.reading.formats.records import Record, UnreadableGame, day_of, rows_of_record
from go_ratings.reading.results import read_result
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 4 * MEGABYTE
_MAX_MOVES = 1000

_KIND = re.compile(rb"\\\[GIBOKIND=([A-Za-z]{1,20})")
_LIKELY = {b"china": "gb2312", b"korea": "euc_kr", b"japan": "cp932", b"taiwan": "big5"}
_LINE_END = re.compile(r"\r\n|\n|\r")
_WITH_RANK = re.compile(r"([^()（）]+)[(（]([^()（）]{1,12})[)）]")
_BY = {"3": "B+R", "4": "W+R", "7": "B+T", "8": "W+T"}
_UNFINISHED = "255"


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and the game of a record; the source is its folder, the game's id the file's name."""
    content = content_of(origin, name, _MAX_BYTES)
    kind = _KIND.search(content)
    warnings: Warnings = []
    likely = _LIKELY.get(kind[1].lower(), "") if kind else ""
    text = decoded(content, name, preferred=likely, warnings=warnings)
    head, handicap, moves = _parts(text)
    if "GAMEBLACKNAME" not in head and "GAMEINFOMAIN" not in head:
        raise FileRefused(
            "not_gib",
            f"{name} holds no head of a Tygem record, like \\[GAMEBLACKNAME=…\\]: remove it, or get it again.",
        )
    yield from rows_of_record(name, text, warnings, lambda warnings: _record(head, handicap, moves, warnings))


def _parts(text: str) -> tuple[dict[str, str], str, list[str]]:
    """The head's values by key, the handicap, and the moves as points in SGF's letters."""
    head: dict[str, str] = {}
    handicap = ""
    moves: list[str] = []
    for line in map(str.strip, _LINE_END.split(text)):
        if line.startswith("\\["):
            key, _, value = line[2:].partition("=")
            head.setdefault(key.strip(), value.removesuffix("\\]").strip())
        elif line.startswith(("STO ", "SKI ")) and len(moves) < _MAX_MOVES:
            moves.append(_point(line.split()[4:6]))
        elif line.startswith("INI ") and not handicap:
            handicap = "".join(line.split(maxsplit=4)[3:4])
    return head, handicap, moves


def _point(place: list[str]) -> str:
    """A point in SGF's letters; '' is a pass."""
    if len(place) < 2 or not all(re.fullmatch(r"[0-9]{1,2}", number) for number in place):
        return ""
    return "".join(chr(ord("a") + int(number)) for number in place)


def _named(written: str) -> dict[str, str]:
    """KEY:value pairs with commas between them."""
    return dict(reversed([part.partition(":")[::2] for part in written.split(",")]))


def _record(head: dict[str, str], handicap: str, moves: list[str], warnings: Warnings) -> Record:
    facts = _named(head.get("GAMEINFOMAIN", ""))
    tags = {part[:1]: part[1:] for part in reversed(head.get("GAMETAG", "").split(","))}
    black, black_rank = _player(head, "BLACK")
    white, white_rank = _player(head, "WHITE")
    stones = handicap if re.fullmatch(r"[0-9]{1,2}", handicap) else ""
    if handicap and not stones:
        warnings.append(("handicap_impossible", f"INI {handicap[:20]} was left out: write the number of stones"))
    dates = (tags.get("C", ""), _named(head.get("GAMEINFOSUB", "")).get("GDATE", ""), head.get("GAMEDATE", ""))
    return Record(
        black=black,
        white=white,
        black_rank=black_rank,
        white_rank=white_rank,
        played_on=day_of(*dates),
        result=_result(head, facts, tags, warnings),
        komi=_komi(facts.get("GONGJE") or tags.get("G", ""), int(stones or 0), warnings),
        handicap=str(int(stones)) if stones else "",
        event=head.get("GAMENAME", ""),
        size=facts.get("LINE", "19"),
        moves=moves,
    )


def _player(head: dict[str, str], colour: str) -> tuple[str, str]:
    """A player's name, or else the nickname, and the rank."""
    written = head.get(f"GAME{colour}NAME", "")
    found = _WITH_RANK.fullmatch(written)
    name, rank = (found[1].strip(), found[2].strip()) if found else (written, "")
    return name or head.get(f"GAME{colour}NICK", ""), rank


def _result(head: dict[str, str], facts: dict[str, str], tags: dict[str, str], warnings: Warnings) -> str:
    ended = facts.get("GRLT") or tags.get("W", "")
    points = facts.get("ZIPSU") or tags.get("Z", "")
    words = head.get("GAMERESULT", "")
    if ended in _BY:
        return _BY[ended]
    told = read_result(words)
    if ended in ("0", "1") and re.fullmatch(r"[0-9]{1,4}", points) and int(points) and "子" not in words:
        return f"{'BW'[int(ended)]}+{number_text(Decimal(points) / 10)}"
    if words and told.outcome:
        return told.written()
    if words and ended != _UNFINISHED:
        raise UnreadableGame(
            "result_unreadable", f"GAMERESULT {words[:60]} can't be read for certain: write it like B+R or W+3.5"
        )
    if ended not in ("", _UNFINISHED):
        warnings.append(("result_how_unread", f"GRLT {ended[:20]} without points or words says nothing certain"))
    return "?"


def _komi(written: str, stones: int, warnings: Warnings) -> str:
    if stones >= 2 or not re.fullmatch(r"-?[0-9]{1,4}", written):
        return ""
    if int(written) == 0:
        warnings.append(("komi_not_stated", "GONGJE 0 states no komi: add it if you know it"))
        return ""
    return komi_of(number_text(Decimal(written) / 10), warnings)
