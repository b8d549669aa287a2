"""Tournaments of pairgoth (.tour): one JSON object with players, and a list of games per round.

A player is `{id, name, firstname, rank, country, egf, ffg, aga, …}`, rank -1 is 1k and 0 is 1d. A game is
`{w, b, h, r}`: White's and Black's id (0 is a bye), handicap, and r: `b` or `w` won, `=` a jigo, `X` cancelled,
`#` both win, `0` both lose, `?` not played. Komi is the tournament's in games without handicap. In a
tournament of teams the sides of a game are teams, not players: such a file is refused.

The keys are those of pairgoth's own source (Tournament.kt, Pairable.kt, Game.kt, FileStore.kt). No library
reads them; Python's json does the parsing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import PurePosixPath
from typing import Any

from go_ratings.reading.dates import read_day
from go_ratings.reading.formats.contents import Warnings, board_of, event_row, file_row, komi_of, last_day
from go_ratings.reading.formats.json_files import loaded, objects, raw, text_of
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of
from go_ratings.reading.formats.roster import BOTH_WIN, Roster, in_progress
from go_ratings.reading.names import name_key
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 16 * MEGABYTE
_MAX_PLAYERS = 5000

_RESULTS = {"b": "B+", "w": "W+", "=": "Jigo", "X": "Cancelled", "#": "?", "0": "Both lost"}
_NOT_PLAYED = ("?", "")

_Json = Mapping[str, Any]


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and games of a tournament; the source is the file, a game's id its round and players."""
    tournament = loaded(content_of(origin, name, _MAX_BYTES), name)
    if not isinstance(tournament, dict) or not isinstance(tournament.get("players"), list):
        raise FileRefused(
            "not_pairgoth", f"{name} is no tournament of pairgoth, which has a list of players: remove it."
        )
    if text_of(tournament, "type").upper() not in ("", "INDIVIDUAL"):
        kind = text_of(tournament, "type")[:20]
        raise FileRefused(
            "team_tournament", f"{name} is a tournament of teams ({kind}): land the games of its players as a table."
        )
    players = objects(tournament["players"])
    if not players:
        raise FileRefused("no_players", f"{name} has no players: save the tournament with them.")
    if len(players) > _MAX_PLAYERS:
        raise FileRefused("too_many_players", f"{name} has more than {_MAX_PLAYERS} players: it is no tournament.")
    warnings: Warnings = []
    first, last = _days(tournament, name, warnings)
    title = text_of(tournament, "name") or text_of(tournament, "shortName") or PurePosixPath(name).stem
    event = name_key(f"{title} ({first})")
    size = text_of(tournament, "gobanSize")
    board_size = board_of(size, f"gobanSize {size[:20]}", warnings)
    roster = Roster()
    for player in players:
        spelling = f"{text_of(player, 'name')} {text_of(player, 'firstname')}".replace("_", " ")
        numbers = {"pin": text_of(player, "egf"), "aga_id": text_of(player, "aga"), "ffg": text_of(player, "ffg")}
        rank = _rank(text_of(player, "rank"))
        roster.add(text_of(player, "id"), spelling, text_of(player, "country"), numbers, rank, raw(player), warnings)
    rounds = [objects(games) for games in _list(tournament.get("games"))]
    warnings += _progress(tournament, rounds)
    komi = komi_of(text_of(tournament, "komi"), warnings)
    yield from [file_row(name, warnings)] if warnings else []
    yield event_row(event, event, raw({key: value for key, value in tournament.items() if not isinstance(value, list)}))
    yield from roster.rows()
    tournament_of_games = {"played_on": last.isoformat(), "event": event}
    tournament_of_games |= {"board_size": board_size} if board_size else {}
    yield from _games(rounds, roster, tournament_of_games, komi)


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _days(tournament: _Json, name: str, warnings: Warnings) -> tuple[date, date]:
    first, last = (read_day(text_of(tournament, key)) for key in ("startDate", "endDate"))
    day = last_day(first, last, warnings)
    if not day:
        raise FileRefused("missing_value", f"{name} has no readable startDate or endDate: set the tournament's dates.")
    return first or day, day


def _rank(number: str) -> str:
    """A rank as pairgoth stores it (-1 is 1k, 0 is 1d) in the usual form."""
    if not re.fullmatch(r"-?[0-9]{1,3}", number):
        return number
    return f"{-int(number)}k" if int(number) < 0 else f"{int(number) + 1}d"


def _progress(tournament: _Json, rounds: list[list[dict[str, Any]]]) -> Warnings:
    waiting = sum(text_of(game, "r") in _NOT_PLAYED and not _is_bye(game) for games in rounds for game in games)
    last_round = max((number for number, games in enumerate(rounds, start=1) if games), default=0)
    planned = text_of(tournament, "rounds")
    return in_progress(waiting, last_round, int(planned) if re.fullmatch(r"[0-9]{1,3}", planned) else 0)


def _is_bye(game: _Json) -> bool:
    return "0" in (text_of(game, "w"), text_of(game, "b"))


def _games(
    rounds: list[list[dict[str, Any]]], roster: Roster, tournament: Mapping[str, str], komi: str
) -> Iterator[Row]:
    """One row per game that was played."""
    row_no = 0
    for round_no, games in enumerate(rounds, start=1):
        for game in games:
            row_no += 1
            written = text_of(game, "r")
            if _is_bye(game) or written in _NOT_PLAYED:
                continue
            row = Row("games", row_no, raw(game), dict(tournament))
            black = roster.side(row, "b", text_of(game, "b"))
            white = roster.side(row, "w", text_of(game, "w")) if black else None
            if black and white and written in _RESULTS:
                row.warnings += [BOTH_WIN] if written == "#" else []
                roster.fill(row, black, white, round_no, _RESULTS[written], text_of(game, "h"), komi)
            elif black and white:
                row.problem = "result_unreadable"
                row.detail = f"r {written[:60]}: set the result anew in pairgoth"
            yield row
