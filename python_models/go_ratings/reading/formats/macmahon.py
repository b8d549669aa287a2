"""Tournaments of Christoph Gerlach's MacMahon program (XML): players, pairings and their results.

    <Tournament typeversion="…">
      <Name/> <NumberOfRounds/> …
      <IndividualParticipant> <Id/> <GoPlayer> <FirstName/> <Surname/> <Country/> <GoLevel/> <EgdPin/> …
      <TournamentRound> <RoundNumber/> <Pairing> <Black/> <White/> <Handicap/> <Result/> <ResultByReferee/> …

Black stands first in a result, as in the program's lists of pairings: `1-0` is Black's win; `?-?` was
not played. A referee's result (ResultByReferee, or `!` behind it) is a default, which is how the program
sends it to the European Go Database. Pairings with a bye are not games.

The program stores no date. The day in the file's name counts, with a warning.

The shape was taken from programs that read such files: pairgoth (MacMahon39.kt, after OpenGothaCustom),
whose sample says Playerlist/Player and Roundlist/Round for what version 3 writes as above; both are
read. No Python library reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePosixPath

from go_ratings.reading.dates import read_day
from go_ratings.reading.formats import xml_files
from go_ratings.reading.formats.contents import (
    Warnings,
    day_in_name,
    event_row,
    file_row,
    komi_of,
    last_day,
    one_line,
)
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of
from go_ratings.reading.formats.roster import BOTH_WIN, Roster, in_progress
from go_ratings.reading.names import name_key
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 16 * MEGABYTE
_MAX_PLAYERS = 5000
_MAX_TEXT = 300

_TOURNAMENTS = ("Tournament", "TournamentData")
_PARTICIPANTS = ("IndividualParticipant", "Player")
_ROUNDS = ("TournamentRound", "Round")

# Black's score first. Halves are written in several ways.
_RESULTS = {"1-0": "B+", "0-1": "W+", "0-0": "Both lost", "½-½": "Jigo", "0.5-0.5": "Jigo", "1/2-1/2": "Jigo"}
_BY_REFEREE = {"B+": "B+F", "W+": "W+F", "Jigo": "Cancelled"}
_BOTH_WIN = "1-1"
_NOT_PLAYED = ("?-?", "-", "")

_Texts = dict[str, str]


@dataclass
class _Collector:
    """The texts of a tournament that matter, by the elements that they stand in, as the parser meets them.

    A text belongs to the innermost participant, round or pairing around it, or to the tournament if
    it stands right in it; the first of a name wins.
    """

    name: str
    tournament: _Texts = field(default_factory=dict)
    participants: list[_Texts] = field(default_factory=list)
    pairings: list[tuple[int, _Texts]] = field(default_factory=list)
    rounds: list[_Texts] = field(default_factory=list)
    _is_open: list[tuple[str, _Texts]] = field(default_factory=list)
    _text: list[str] = field(default_factory=list)
    _length: int = 0
    _path: list[str] = field(default_factory=list)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._path and tag not in _TOURNAMENTS:
            raise FileRefused("not_macmahon", f"{self.name} is no tournament (its root is {tag[:40]}): remove it.")
        self._path.append(tag)
        self._text.clear()
        self._length = 0
        record: _Texts | None = None
        if tag in _PARTICIPANTS:
            self.participants.append(record := {})
        elif tag in _ROUNDS:
            self.rounds.append(record := {})
        elif tag == "Pairing" and self.rounds:
            self.pairings.append((len(self.rounds), record := {}))
        if record is not None:
            self._is_open.append((tag, record))
            if len(self.participants) > _MAX_PLAYERS:
                raise FileRefused(
                    "too_many_players", f"{self.name} has more than {_MAX_PLAYERS} players: it is no tournament."
                )

    def end(self, tag: str) -> None:
        self._path.pop()
        text = one_line("".join(self._text))
        if self._is_open and self._is_open[-1][0] == tag:
            self._is_open.pop()
        elif text and self._is_open:
            self._is_open[-1][1].setdefault(tag, text)
        elif text and self._path and self._path[-1] in _TOURNAMENTS:
            self.tournament.setdefault(tag, text)
        self._text.clear()
        self._length = 0

    def data(self, text: str) -> None:
        if self._length < _MAX_TEXT:
            self._text.append(text[:_MAX_TEXT])
            self._length += len(text)

    def close(self) -> None:
        """Nothing is left open."""


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and games of a tournament; the source is the file, a game's id its round and players."""
    found = _Collector(name)
    xml_files.parse(content_of(origin, name, _MAX_BYTES), name, found)
    if not found.participants:
        raise FileRefused("no_players", f"{name} has no players: save the tournament with them.")
    warnings: Warnings = []
    first, last = _days(found.tournament, name, warnings)
    title = found.tournament.get("Name") or PurePosixPath(name).stem
    event = name_key(f"{title} ({first})")
    roster = Roster()
    for texts in found.participants:
        player = " ".join(texts.get(part, "") for part in ("Surname", "FirstName"))
        rank = texts.get("GoLevel") or texts.get("Rank", "")
        numbers = {"pin": texts.get("EgdPin", "")}
        roster.add(texts.get("Id", ""), player, texts.get("Country", ""), numbers, rank, _raw(texts), warnings)
    komi = komi_of(found.tournament.get("Komi", ""), warnings)
    waiting = sum(_result_of(pairing) in _NOT_PLAYED and not _is_bye(pairing) for _, pairing in found.pairings)
    warnings += in_progress(waiting, len(found.rounds), _number(found.tournament.get("NumberOfRounds", "")) or 0)
    yield from [file_row(name, warnings)] if warnings else []
    yield event_row(event, event, _raw(found.tournament))
    yield from roster.rows()
    yield from _games(found, roster, {"played_on": last.isoformat(), "event": event}, komi)


def _days(tournament: _Texts, name: str, warnings: Warnings) -> tuple[date, date]:
    """First and last day: dates that the file states after all, else the day in its name."""
    days = {tag.lower(): read_day(text) for tag, text in tournament.items() if tag.lower().endswith("date")}
    first = next((days[tag] for tag in ("begindate", "startdate", "date") if days.get(tag)), None)
    last = last_day(first, next((days[tag] for tag in ("enddate", "finishdate") if days.get(tag)), None), warnings)
    last = last or day_in_name(name, warnings)
    if not last:
        raise FileRefused(
            "missing_value",
            f"{name} has no date, MacMahon stores none: put it into the file's name, like spring_2024-05-31.xml.",
        )
    return first or last, last


def _raw(texts: Mapping[str, str]) -> str:
    return " ".join(f"<{tag}>{text}</{tag}>" for tag, text in texts.items())[:1000]


def _result_of(pairing: Mapping[str, str]) -> str:
    return "".join(pairing.get("Result", "").split()).rstrip("!")


def _is_bye(pairing: Mapping[str, str]) -> bool:
    """Whether a pairing is no game: Id counts from 1, so that 0 is nobody."""
    return pairing.get("PairingWithBye", "").lower() == "true" or "0" in (pairing.get("Black"), pairing.get("White"))


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None


def _games(found: _Collector, roster: Roster, tournament: Mapping[str, str], komi: str) -> Iterator[Row]:
    """One row per game that was played."""
    for row_no, (nth, pairing) in enumerate(found.pairings, start=1):
        written = _result_of(pairing)
        if _is_bye(pairing) or written in _NOT_PLAYED:
            continue
        row = Row("games", row_no, _raw(pairing), dict(tournament))
        black = roster.side(row, "Black", pairing.get("Black", ""))
        white = roster.side(row, "White", pairing.get("White", "")) if black else None
        if black and white:
            result = _RESULTS.get(written, "")
            if pairing.get("ResultByReferee", "").lower() == "true" or pairing.get("Result", "").endswith("!"):
                result = _BY_REFEREE.get(result, result)
            if written == _BOTH_WIN:
                row.warnings.append(BOTH_WIN)
                result = "?"
            if result:
                round_no = _number(found.rounds[nth - 1].get("RoundNumber", "")) or nth
                roster.fill(row, black, white, round_no, result, pairing.get("Handicap", ""), komi)
            else:
                row.problem = "result_unreadable"
                row.detail = f"Result {written[:60]}: write it like 1-0 (Black's win), 0-1, ½-½ or 0-0"
        yield row
