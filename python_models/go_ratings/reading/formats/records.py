"""What readers of game records other than SGF share: from what a record says to the row of one game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from go_ratings.reading.dates import read_date
from go_ratings.reading.formats.contents import (
    Warnings,
    board_of,
    event_row,
    moves_digest,
    one_line,
    player_of,
    rank_of,
)
from go_ratings.reading.names import name_key
from go_ratings.reading.nobody import is_placeholder
from go_ratings.reading.rows import Row

_MAX_CHARACTERS = 300
_RAW_CHARACTERS = 1000


class UnreadableGame(Exception):
    """A game can't be read; `code` is the reason code, the text says what is wrong and what to do."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


@dataclass(frozen=True)
class Record:
    """A game as its record tells of it.

    result, komi, handicap    as the landing contract writes them; '' where not stated
    moves                     points in SGF's letters, stones of a handicap left out
    """

    black: str
    white: str
    played_on: str
    result: str
    black_rank: str = ""
    white_rank: str = ""
    komi: str = ""
    handicap: str = ""
    event: str = ""
    size: str = "19"
    moves: Sequence[str] = ()


def source_of(place: PurePosixPath, ending: str) -> str:
    """The source of a game record: its folder, or its name's ending where it lies in the landing folder itself.

    A folder that is called so gets a stroke behind its name, so that two records never share an id.
    """
    folder = str(place.parent)
    if folder == ".":
        return ending
    return f"{folder}/" if folder == ending else folder


def rows_of_record(name: str, text: str, warnings: Warnings, read: Callable[[Warnings], Record]) -> Iterator[Row]:
    """Event, players and the game of a file with one record; the source is its folder, the game's id its name.

    `read` gives the record or raises UnreadableGame. Its warnings and those of the file's encoding become the game's.
    """
    place = PurePosixPath(name)
    values = {"source": source_of(place, place.suffix.lower().lstrip(".")), "source_game_id": place.name}
    game = Row("games", 1, text[:_RAW_CHARACTERS], values, warnings=warnings)
    try:
        others = list(_filled(game, read(game.warnings)))
    except UnreadableGame as unreadable:
        game.problem, game.detail = unreadable.code, str(unreadable)
        yield game
        return
    yield from others
    yield game


def _filled(game: Row, record: Record) -> Iterator[Row]:
    names = {"Black": one_line(record.black), "White": one_line(record.white)}
    for colour, name in names.items():
        if not name:
            raise UnreadableGame("missing_value", f"{colour}'s name is empty: name the player")
        if "\ufffd" in name:
            raise UnreadableGame("name_damaged", f"{colour}'s name {name[:60]} is damaged; write it anew, in UTF-8")
        if len(name) > _MAX_CHARACTERS:
            raise UnreadableGame("bad_value", f"{colour}'s name {name[:60]}… is too long for one: correct it")
    black, white = player_of(names["Black"]), player_of(names["White"])
    if black.player_id == white.player_id:
        raise UnreadableGame("same_player", f"{black.name[:60]} plays against himself: correct one of the two")
    board_size = board_of(record.size, f"size {record.size[:20]}", game.warnings)
    event = name_key(one_line(record.event))
    if "\ufffd" in event or len(event) > _MAX_CHARACTERS:
        game.warnings.append(("text_damaged", f"the event {event[:60]} was left out, it is damaged or too long"))
        event = ""
    given = {
        "played_on": record.played_on,
        "event": event,
        "black": black.written,
        "white": white.written,
        "black_rank": rank_of(record.black_rank, "Black", game.warnings),
        "white_rank": rank_of(record.white_rank, "White", game.warnings),
        "komi": record.komi,
        "handicap": record.handicap,
        "board_size": board_size,
        "result": record.result,
        "moves_digest": moves_digest(record.moves),
    }
    game.values.update((column, value) for column, value in given.items() if value)
    if event:
        yield event_row(f"event:{event}", event, game.raw_text)
    # Whether a name is nobody's is decided where it is known whom a players table lists.
    for player in (black, white):
        if not is_placeholder(player.name):
            yield from player.rows(game.row_no, game.raw_text)


# A time of day may follow the day with any sign, and months may have a blank for their zero.
_DAY = re.compile(r"[0-9]{4}[0-9]{4}(?![0-9])|[0-9]{4}\D{1,2}[0-9]{1,2}\D{1,2}[0-9]{1,2}日?(?![0-9])")


def day_of(*written: str) -> str:
    """The day that the first text that isn't empty begins with, year first. Raises UnreadableGame."""
    text = next((text.strip() for text in written if text.strip()), "")
    if not text:
        raise UnreadableGame("missing_value", "the record has no date: write it like 2024-05-31")
    found = _DAY.match(text)
    read = read_date("".join((found[0] if found else text).split()))
    if read.problem:
        raise UnreadableGame(read.problem, f"the date {text[:40]}: {read.detail}")
    return read.written
