"""Lists of games from servers (.json, .jsonl): OGS's API and Fox's, as saved by those who download them.

A file is a page of the server's answer (`results`, `chesslist`), a list of games, one game, or one game a
line. Players are known by the server's number (`ogs:…`, `fox:…`), their name there is an alias.

OGS    A game counts for the day it ended; one that hasn't isn't a game yet. `annulled` and `Cancellation` are
       Cancelled, whoever is said to have lost. Games that aren't `ranked` are in an event of their
       own, which is unofficial. Ranks are OGS's numbers: 30 is 1d, 29 is 1k.
Fox    `winner` is 1 for Black, 2 for White; `point` is -1 for a resignation, -2 for time, else hundredths, of
       stones under Chinese rules (`rule` 1), so twice as many points; so is `komi`, where 0 states none. A win
       without a move (`movenum` 0) is a default. Ranks: 18 is 1d, 17 is 1k, 108 is 9p.

The keys are those of OGS's API (its published examples; honganhkhoa/Surround, djanatyn/ogs-tsugi) and of a
description of Fox's interface by those who use it, with lizzieyzy's and FulguroGo's readings of it. A library for OGS's
API (ogsapi) asks the server instead of reading what was saved.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from go_ratings.reading.dates import read_date
from go_ratings.reading.formats.contents import (
    Player,
    Warnings,
    board_of,
    decimal_of,
    event_row,
    komi_of,
    number_text,
    player_of,
    rank_of,
)
from go_ratings.reading.formats.json_files import loaded, objects, raw, text_of
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of
from go_ratings.reading.formats.records import UnreadableGame
from go_ratings.reading.names import name_key
from go_ratings.reading.nobody import is_placeholder
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 32 * MEGABYTE

_LISTS = ("results", "chesslist", "games", "data")


@dataclass
class _Game:
    """What a server says of a game, in the landing contract's words, and what its event is."""

    source: str
    values: dict[str, str]
    event: str
    status: str
    black: Player
    white: Player
    size: str
    warnings: Warnings = field(default_factory=list)


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Events, players and games of a list; the source is the server, a game's id its number there."""
    told: set[tuple[str, str]] = set()
    records = list(_records(content_of(origin, name, _MAX_BYTES), name))
    if not any(_reader_of(record) for record in records):
        raise FileRefused("not_server_list", f"{name} holds no game of OGS or Fox: remove it, or land it as a table.")
    for row_no, record in enumerate(records, start=1):
        row = Row("games", row_no, raw(record), {})
        read = _reader_of(record)
        if read is None:
            row.problem = "malformed_row"
            row.detail = "it is no game of OGS or Fox, which has players or a chessid: remove it"
            yield row
            continue
        try:
            game = read(record, row.warnings)
        except UnreadableGame as unreadable:
            row.problem, row.detail = unreadable.code, str(unreadable)
            yield row
            continue
        if game is not None:
            yield from _others(game, row, told)
            yield row


def _reader_of(record: dict[str, Any]) -> Callable[[dict[str, Any], Warnings], _Game | None] | None:
    return _ogs if "players" in record else _fox if "chessid" in record else None


def _records(content: bytes, name: str) -> Iterator[dict[str, Any]]:
    """The objects that are games, in the file's order."""
    first, _, rest = content.strip().partition(b"\n")
    if rest.lstrip()[:1] == b"{" and first.rstrip().endswith(b"}"):
        for line in content.splitlines():
            if line.strip():
                try:
                    record = json.loads(line)
                except (ValueError, RecursionError):
                    record = {"line": line[:200].decode("utf-8", "replace")}
                yield from objects([record])
        return
    yield from _games_in(loaded(content, name), 0)


def _games_in(value: object, depth: int) -> Iterator[dict[str, Any]]:
    """The games in a page, or in a list of games or pages."""
    if isinstance(value, dict):
        inner = next((value[key] for key in _LISTS if isinstance(value.get(key), list)), None)
        if inner is None or "chessid" in value or "players" in value:
            yield value
        elif depth < 3:
            yield from _games_in(inner, depth + 1)
    elif isinstance(value, list) and depth < 3:
        for item in value:
            yield from _games_in(item, depth + 1)


def _others(game: _Game, row: Row, told: set[tuple[str, str]]) -> Iterator[Row]:
    """Fills in the game's row; gives the rows of its event and players that weren't told of before."""
    event = name_key(game.event)
    row.values = {"source": game.source, "event": event, "black": game.black.written, "white": game.white.written}
    row.values |= {column: value for column, value in game.values.items() if value}
    board_size = board_of(game.size, f"size {game.size[:20]}", row.warnings)
    if board_size:
        row.values["board_size"] = board_size
    if ("", event) not in told:
        told.add(("", event))
        yield event_row(f"event:{event}", event, event, status=game.status)
    for player in (game.black, game.white):
        if (player.player_id, player.name) not in told and not _is_nobody(player):
            told.add((player.player_id, player.name))
            yield from player.rows(row.row_no, row.raw_text)


def _is_nobody(player: Player) -> bool:
    """Whether a player's name stands for nobody; an account has a number, whatever it is called."""
    return player.player_id.startswith("name:") and is_placeholder(player.name)


def _player(server: str, number: str, name: str, colour: str) -> Player:
    """A player by the server's number, or else by name."""
    if not name:
        raise UnreadableGame("missing_value", f"{colour}'s name is empty: name the player, or remove the game")
    player = player_of(name)
    if not re.fullmatch(r"[1-9][0-9]{0,14}", number):
        return player
    return Player(f"{server}:{number}", player.name, f"{server}:{number}")


def _different(black: Player, white: Player) -> None:
    if black.player_id == white.player_id:
        raise UnreadableGame("same_player", f"{black.name[:60]} plays against himself: correct one of the two")


def _day(written: str, what: str) -> str:
    if not written:
        raise UnreadableGame("missing_value", f"{what} is empty: add the day of the game")
    read = read_date(written[:10])
    if read.problem:
        raise UnreadableGame(read.problem, f"{what} {written[:40]}: {read.detail}")
    return read.written


# --- OGS ---------------------------------------------------------------------------------------

_OGS = "online-go.com"
_OUTCOMES = {
    "resignation": "R",
    "timeout": "T",
    "stone removal timeout": "T",
    "disconnection": "Offline",
    "abandonment": "Offline",
    "forfeit": "F",
    "": "",
}
_POINTS = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?) points?")


def _ogs(game: dict[str, Any], warnings: Warnings) -> _Game | None:
    """A game of OGS, None while it isn't finished."""
    ended = text_of(game, "ended")
    if not ended:
        return None
    if text_of(game, "rengo") == "true":
        raise UnreadableGame("team_tournament", "it is rengo, played by teams: land it as a table if it is to count")
    sides = {}
    for colour in ("black", "white"):
        number = text_of(game, "players", colour, "id") or text_of(game, colour)
        sides[colour] = _player("ogs", number, text_of(game, "players", colour, "username"), colour)
    _different(sides["black"], sides["white"])
    ranked = text_of(game, "ranked") != "false"
    tournament = text_of(game, "tournament") or text_of(game, "tournament", "id")
    event = f"OGS tournament {tournament}" if tournament else "OGS"
    handicap = text_of(game, "handicap")
    sizes = {text_of(game, side) for side in ("width", "height")} - {""}
    return _Game(
        source=_OGS,
        values={
            "source_game_id": _id(text_of(game, "id")),
            "played_on": _day(ended, "ended"),
            "round": text_of(game, "tournament_round") if tournament else "",
            "black_rank": _ogs_rank(text_of(game, "black_player_rank")),
            "white_rank": _ogs_rank(text_of(game, "white_player_rank")),
            "komi": komi_of(text_of(game, "komi"), warnings),
            "handicap": handicap if re.fullmatch(r"[0-9]{1,2}", handicap) else "",
            "result": _ogs_result(game, warnings),
        },
        event=event if ranked else f"{event}, unranked",
        status="official" if ranked else "unofficial",
        black=sides["black"],
        white=sides["white"],
        size="19" if sizes <= {"19"} else " by ".join(sorted(sizes)),
    )


def _id(number: str) -> str:
    if not number:
        raise UnreadableGame("missing_value", "the game has no id: get the list again")
    return number


def _ogs_result(game: dict[str, Any], warnings: Warnings) -> str:
    outcome = text_of(game, "outcome").strip().lower()
    lost = [text_of(game, f"{colour}_lost") == "true" for colour in ("black", "white")]
    if text_of(game, "annulled") == "true" or outcome.startswith("cancel"):
        return "Cancelled"
    if lost[0] == lost[1]:
        return "?" if lost[0] else "Jigo"
    points = _POINTS.fullmatch(outcome)
    how = number_text(decimal_of(points[1])) if points else _OUTCOMES.get(outcome)  # type: ignore[arg-type]
    if how is None:
        warnings.append(("result_how_unread", f"outcome {outcome[:60]}: how the game was won can't be read"))
    return f"{'W' if lost[0] else 'B'}+{how or ''}"


def _ogs_rank(number: str) -> str:
    """A rank of OGS's numbers as text; 0 is none. Those beyond 9d are its own, and 9d here."""
    if not re.fullmatch(r"[0-9]{1,2}(?:\.[0-9]+)?", number) or not 0 < float(number) < 40:
        return ""
    rank = int(float(number))
    return f"{30 - rank}k" if rank < 30 else f"{min(rank - 29, 9)}d"


# --- Fox ---------------------------------------------------------------------------------------

_FOX = "foxwq"
_COMMENTATORS = re.compile(r"<[^<>]*>\s*$")


def _fox(game: dict[str, Any], warnings: Warnings) -> _Game:
    """A game of Fox."""
    sides = {}
    for colour in ("black", "white"):
        name = text_of(game, f"{colour}nick") or text_of(game, f"{colour}enname")
        sides[colour] = _player("fox", text_of(game, f"{colour}uid"), name, colour)
    _different(sides["black"], sides["white"])
    chinese = text_of(game, "rule") == "1"
    handicap = text_of(game, "handicap")
    day = text_of(game, "endtime") or text_of(game, "starttime")
    return _Game(
        source=_FOX,
        values={
            "source_game_id": _id(text_of(game, "chessid")),
            "played_on": _day(day, "endtime"),
            "black_rank": rank_of(_fox_rank(text_of(game, "blackdan")), "Black", warnings),
            "white_rank": rank_of(_fox_rank(text_of(game, "whitedan")), "White", warnings),
            "komi": _fox_komi(text_of(game, "komi"), handicap, chinese, warnings),
            "handicap": handicap if re.fullmatch(r"[0-9]{1,2}", handicap) else "",
            "result": _fox_result(game, chinese, warnings),
        },
        event=_COMMENTATORS.sub("", text_of(game, "title")).strip() or "Fox",
        status="official",
        black=sides["black"],
        white=sides["white"],
        size=text_of(game, "boardsize"),
    )


def _fox_result(game: dict[str, Any], chinese: bool, warnings: Warnings) -> str:
    winner = {"1": "B", "2": "W"}.get(text_of(game, "winner"))
    point = decimal_of(text_of(game, "point"))
    if not winner:
        return "?"
    if text_of(game, "movenum") == "0":
        return f"{winner}+F"
    if point is None or point < -2:
        warnings.append(("result_how_unread", f"point {text_of(game, 'point')[:20]}: how it was won can't be read"))
        return f"{winner}+"
    if point < 0:
        return f"{winner}+{'R' if point == -1 else 'T'}"
    points = point / (50 if chinese else 100)
    return f"{winner}+{number_text(points) if points <= 361 else ''}"


def _fox_komi(written: str, handicap: str, chinese: bool, warnings: Warnings) -> str:
    komi = decimal_of(written)
    if komi is None or handicap not in ("", "0"):
        return ""
    if komi == 0:
        warnings.append(("komi_not_stated", "komi 0 of Fox states no komi"))
        return ""
    return komi_of(number_text(komi / (50 if chinese else 100)), warnings)


def _fox_rank(number: str) -> str:
    """A rank of Fox's numbers as text."""
    if not re.fullmatch(r"[0-9]{1,3}", number):
        return ""
    rank = int(number)
    if 100 <= rank <= 108:
        return f"{rank - 99}p"
    if rank <= 26:
        return f"{rank - 17}d" if rank > 17 else f"{18 - rank}k"
    return f"Fox {number}"
