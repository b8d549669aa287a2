"""OpenGotha tournaments (XML): players, games, handicaps; a tournament in progress or a test is marked.

A game names its players by name and first name in capitals without blanks; if nobody has that
key, accents and punctuation are ignored too, with a warning. Games without a result were not
played; byes are not games. A game counts for the tournament's last day, or for the day the file was
saved where that lies before it. Komi is the tournament's in games without handicap.

The parser refuses entities and external references, and nothing but the elements named here is kept.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from go_ratings.reading.dates import read_day
from go_ratings.reading.formats import xml_files
from go_ratings.reading.formats.contents import (
    GameIds,
    Player,
    Warnings,
    board_of,
    event_row,
    file_row,
    komi_of,
    last_day,
    one_line,
    player_of,
    rank_of,
)
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of
from go_ratings.reading.names import name_key
from go_ratings.reading.nobody import is_placeholder
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 16 * MEGABYTE

# What OpenGotha itself fills in if nobody gave the tournament a name.
_DEFAULT_NAMES = frozenset(("", "tournament name", "undefined", "tournamentshortname"))
_TEST = re.compile(r"(?<![a-z])test(?![a-z])|测试", re.IGNORECASE)

_RESULTS = {
    "BLACKWINS": "B+",
    "WHITEWINS": "W+",
    "EQUAL": "Jigo",
    "BOTHLOSE": "Both lost",
    "BOTHWIN": "?",
    "BLACKWINS_BYDEF": "B+F",
    "WHITEWINS_BYDEF": "W+F",
    "EQUAL_BYDEF": "Cancelled",
    "BOTHLOSE_BYDEF": "Both lost",
    "BOTHWIN_BYDEF": "Cancelled",
}
_NOT_PLAYED = ("UNKNOWN", "UNKNOWN_BYDEF")

_Attributes = Mapping[str, str]


class _Collector:
    """The elements of a tournament that matter, as the parser meets them."""

    def __init__(self) -> None:
        self.root = ""
        self.tournament: _Attributes = {}
        self.general: _Attributes = {}
        self.players: list[_Attributes] = []
        self.games: list[_Attributes] = []
        self.has_teams = False

    def start(self, tag: str, attributes: _Attributes) -> None:
        if not self.root:
            self.root, self.tournament = tag, attributes
            if tag != "Tournament":
                raise _OtherDocument
        elif tag == "Player":
            self.players.append(attributes)
        elif tag == "Game":
            self.games.append(attributes)
        elif tag == "Team":
            self.has_teams = True
        elif tag == "GeneralParameterSet" and not self.general:
            self.general = attributes

    def end(self, tag: str) -> None:
        """Nothing that matters stands behind a start tag."""

    def data(self, text: str) -> None:
        """Texts are not kept."""

    def close(self) -> None:
        """Nothing is left open."""


class _OtherDocument(Exception):
    """The document's root isn't a tournament."""


@dataclass
class _Entry:
    """A player of the tournament with the rank they declared in it."""

    player: Player
    rank: str
    row_no: int
    raw_text: str


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and games of a tournament; the source is the file, a game's id its round and players."""
    found = _collected(content_of(origin, name, _MAX_BYTES), name)
    warnings: Warnings = []
    played_on = _played_on(found, name, warnings)
    event = _event(found, name, warnings)
    size = found.general.get("size", "")
    board_size = board_of(size, f"size {size[:20]}", warnings)
    _look_for_progress(found, warnings)
    entries = [_entry(attributes, row_no, warnings) for row_no, attributes in enumerate(found.players, start=1)]
    komi = komi_of(found.general.get("komi") or found.general.get("genKomi") or "", warnings)
    yield from [file_row(name, warnings)] if warnings else []
    yield event
    carriers = Counter(entry.player.player_id for entry in entries)
    for entry in entries:
        if carriers[entry.player.player_id] == 1 and not is_placeholder(entry.player.name):
            yield from entry.player.rows(entry.row_no, entry.raw_text)
    tournament = {"played_on": played_on.isoformat(), "event": event.values["name"]}
    tournament |= {"board_size": board_size} if board_size else {}
    yield from _games(found.games, entries, carriers, tournament, komi)


def _collected(content: bytes, name: str) -> _Collector:
    collector = _Collector()
    try:
        xml_files.parse(content, name, collector)
    except _OtherDocument:
        raise FileRefused(
            "not_opengotha",
            f"{name} is XML of a program that is not known here (its root is {collector.root[:40]}): export the games as .h9.",
        ) from None
    return collector


def _played_on(found: _Collector, name: str, warnings: Warnings) -> date:
    first, last = read_day(found.general.get("beginDate", "")), read_day(found.general.get("endDate", ""))
    played_on = last_day(first, last, warnings)
    saved_on = _saved_on(found)
    if played_on and saved_on and (first or played_on) <= saved_on < played_on:
        warnings.append(
            (
                "tournament_in_progress",
                f"saved on {saved_on}, before its last day {played_on}: its games count for {saved_on}",
            )
        )
        return saved_on
    if not played_on:
        raise FileRefused("missing_value", f"{name} has no readable beginDate or endDate: set the tournament's dates.")
    return played_on


def _saved_on(found: _Collector) -> date | None:
    return read_day(found.tournament.get("saveDT", "")[:8])


def _event(found: _Collector, name: str, warnings: Warnings) -> Row:
    long_name, short_name = (one_line(found.general.get(key, "")) for key in ("name", "shortName"))
    title = long_name
    if long_name.lower() in _DEFAULT_NAMES:
        title = Path(name).stem if short_name.lower() in _DEFAULT_NAMES else short_name
        warnings.append(
            ("unnamed_tournament", f"the tournament's name is {long_name or 'empty'}; {title} was taken: name it")
        )
    first = read_day(found.general.get("beginDate", "")) or read_day(found.general.get("endDate", ""))
    status = "official"
    if _TEST.search(long_name) or _TEST.search(short_name):
        status = "unofficial"
        warnings.append(
            ("test_tournament", f"{long_name} ({short_name}) was read as a test, unofficial: rename it if it isn't one")
        )
    event = name_key(f"{title} ({first})")
    raw_text = _raw("GeneralParameterSet", found.general)
    return event_row(event, event, raw_text, status=status, format="team" if found.has_teams else "individual")


def _look_for_progress(found: _Collector, warnings: Warnings) -> None:
    if any(code == "tournament_in_progress" for code, _ in warnings):
        return
    waiting = sum(_result_of(game) in _NOT_PLAYED for game in found.games)
    last_round = max((_whole_number(game.get("roundNumber", "")) or 0 for game in found.games), default=0)
    rounds = _whole_number(found.general.get("numberOfRounds", "")) or 0
    if waiting or last_round < rounds:
        warnings.append(
            (
                "tournament_in_progress",
                f"{waiting} games wait for a result, round {last_round} of {rounds} is the last: land the finished file when there is one",
            )
        )


def _raw(tag: str, attributes: _Attributes) -> str:
    return (f"<{tag} " + " ".join(f'{key}="{value}"' for key, value in attributes.items()) + "/>")[:1000]


def _entry(attributes: _Attributes, row_no: int, warnings: Warnings) -> _Entry:
    name = " ".join(attributes.get(part, "") for part in ("name", "firstName"))
    pin = attributes.get("egfPin", "").strip()
    aga_id, licence = (attributes.get(key, "").strip() for key in ("agaId", "ffgLicence"))
    player = player_of(name, attributes.get("country", ""), pin, aga_id, licence)
    if pin and not player.player_id.startswith("egd:"):
        warnings.append(("pin_unread", f"{player.name}: {pin[:20]} is no PIN, which has eight digits; correct it"))
    # A professional's rank stands in the grade (1 PRO) where the program that wrote the file has none for it (99K).
    unread: Warnings = []
    rank = rank_of(attributes.get("rank", ""), player.name, unread)
    if unread:
        rank = rank_of(attributes.get("grade", ""), player.name, [])
        warnings.extend([] if rank else unread)
    return _Entry(player, rank, row_no, _raw("Player", attributes))


def _key(text: str) -> str:
    """How OpenGotha makes its references."""
    return "".join(text.split()).upper()


# Letters that Unicode doesn't treat as a letter with an accent; a Turkish computer writes i as İ and ı as I.
_PLAIN_LETTERS = str.maketrans({"ı": "i", "ł": "l", "đ": "d", "ð": "d", "ø": "o", "þ": "th", "æ": "ae", "œ": "oe"})


def _folded(text: str) -> str:
    """The letters and digits of a reference, without accents."""
    plain = unicodedata.normalize("NFKD", text).casefold().translate(_PLAIN_LETTERS)
    return "".join(filter(str.isalnum, plain))


def _result_of(game: _Attributes) -> str:
    return game.get("result", "").removeprefix("RESULT_")


def _whole_number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\s*[0-9]{1,4}\s*", text) else None


def _games(
    games: list[_Attributes],
    entries: list[_Entry],
    carriers: Mapping[str, int],
    tournament: Mapping[str, str],
    komi: str,
) -> Iterator[Row]:
    """One row per game that was played.

    carriers   how many players have an id; if more than one, it isn't known who is who
    """
    by_key: dict[str, list[_Entry]] = {}
    by_folded: dict[str, list[_Entry]] = {}
    for entry in entries:
        by_key.setdefault(_key(entry.player.name), []).append(entry)
        by_folded.setdefault(_folded(entry.player.name), []).append(entry)
    ids = GameIds()

    def side(row: Row, attribute: str, reference: str) -> _Entry | None:
        """The player that a game refers to; None, with the row's problem set, if that isn't certain."""
        found = by_key.get(_key(reference)) or by_folded.get(_folded(reference), [])
        if len(found) == 1 and is_placeholder(found[0].player.name):
            row.problem = "not_a_player"
            row.detail = (
                f"{attribute} {reference[:60] or 'is empty'} is nobody: name the player, or enter the round as a bye"
            )
            return None
        if len(found) == 1 and carriers[found[0].player.player_id] == 1:
            if _key(reference) not in by_key:
                row.warnings.append(
                    (
                        "reference_without_accents",
                        f"{attribute} {reference[:60]} was taken for {found[0].player.name}: correct one",
                    )
                )
            return found[0]
        written = f"{attribute} {reference[:60] or 'is empty'}"
        if not found:
            row.problem = "unknown_player"
            row.detail = f"{written}: no player of the file has that name; correct the reference, or add the player"
        elif len(found) > 1:
            row.problem, row.detail = (
                "ambiguous_player",
                f"{written} fits {len(found)} players of the file: tell them apart by name",
            )
        else:
            player_id = found[0].player.player_id
            row.problem = "ambiguous_player"
            row.detail = f"{written}: {carriers[player_id]} players have the id {player_id}; give each their own PIN"
        return None

    for row_no, game in enumerate(games, start=1):
        if _result_of(game) in _NOT_PLAYED:
            continue
        row = Row("games", row_no, _raw("Game", game), dict(tournament))
        black = side(row, "blackPlayer", game.get("blackPlayer", ""))
        white = side(row, "whitePlayer", game.get("whitePlayer", "")) if black else None
        if black and white:
            _fill(row, game, black, white, komi, ids)
        yield row


def _fill(row: Row, game: _Attributes, black: _Entry, white: _Entry, komi: str, ids: GameIds) -> None:
    """The game's values, or what keeps it from being read."""
    result = _result_of(game)
    round_no = _whole_number(game.get("roundNumber", ""))
    if black is white:
        row.problem, row.detail = "same_player", f"{black.player.name} plays against himself: correct one of the two"
    elif result not in _RESULTS:
        row.problem = "result_unreadable"
        row.detail = f"result {game.get('result', '')[:60] or 'is empty'}: set it anew in OpenGotha"
    elif not round_no:
        row.problem, row.detail = (
            "bad_value",
            f"roundNumber {game.get('roundNumber', '')[:20] or 'is empty'}: number the rounds from 1",
        )
    if row.problem:
        return
    if result == "BOTHWIN":
        row.warnings.append(
            ("both_win", "both players were given the win: nobody's is rated; correct it if one of them won")
        )
    handicap = _whole_number(game.get("handicap", "0"))
    if handicap is None:
        row.warnings.append(
            (
                "handicap_impossible",
                f"handicap {game.get('handicap', '')[:20]} was left out: write the number of stones",
            )
        )
    values = {
        "source_game_id": ids.next(str(round_no), black.player.player_id, white.player.player_id),
        "sequence": str(round_no),
        "round": str(round_no),
        "black": black.player.written,
        "white": white.player.written,
        "colours": "known" if game.get("knownColor", "true").lower() == "true" else "unknown",
        "black_rank": black.rank,
        "white_rank": white.rank,
        "komi": "" if handicap else komi,
        "handicap": "" if handicap is None else str(handicap),
        "result": _RESULTS[result],
    }
    row.values.update((column, value) for column, value in values.items() if value)
