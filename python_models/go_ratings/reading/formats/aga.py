"""American Go Association: tournament reports, and TDList, the list of its members.

A report is a line `TOURNEY name, place`, or `TOURNAMENT` and the name on the next line, with
`start=`, `finish=` (yyyy-mm-dd, mm/dd/yyyy or mm-dd-yyyy), `rules=` and other facts after it, then
`PLAYERS` (`id Last, First 3D`) and one or more `GAMES [round]` (white's id, black's id, winner `w`
or `b`, handicap, komi). `#` and `//` begin a comment, and whatever stands behind a game's komi is
one; `# Round 2` among the games begins a round. `PASSED:` lines are byes, `END` ends the report;
another may follow. A winner `?` is a game not played. Where GAMES names no round, sections are
counted if there are several.

TDList has one line per member, separated by tabs: `Last, First`, id, membership, rating, expiry, …
It gives players and the names they go by; ratings are not games, and the contract has no place for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from go_ratings.reading.dates import read_date
from go_ratings.reading.formats.contents import (
    GameIds,
    Player,
    Warnings,
    event_row,
    file_row,
    komi_of,
    last_day,
    one_line,
    player_of,
    rank_of,
)
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of, decoded
from go_ratings.reading.names import name_key
from go_ratings.reading.nobody import is_placeholder
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 32 * MEGABYTE
_MAX_LINE = 4000
_WEAKEST_KYU = 50

_LINE_END = re.compile(r"\r\n|\n|\r")
_TOURNEY = re.compile(r"\s*+TOURN(?:EY|AMENT)\b\s*+(.*)", re.IGNORECASE)
_FACT = re.compile(r"\b(start|finish)\s*+=\s*+['\"]?([^\s'\",;]++)", re.IGNORECASE)
_ANY_FACT = re.compile(r"(?<![A-Za-z_])[A-Za-z_]++\s*+=")
_SECTION = re.compile(r"\s*+(PLAYERS|GAMES|END)\b\s*+(?:round\s*+)?(\d{1,3})?.*", re.IGNORECASE)
_ROUND = re.compile(r"\s*+(?:#|//)[\s#/*=-]*+round\s*+#?(\d{1,3})\b.*", re.IGNORECASE)
_COMMENT = re.compile("#|//")
_BYE = re.compile(r"\s*+(PASSED|BYES?)\b.*", re.IGNORECASE)
_GAME = re.compile(
    r"\s*+(\S++)\s++(\S++)\s++([wb?])\s++(\d{1,2})\s++(-?\d{1,2}(?:\.\d*+)?)(?:\s++(?![-+.\d]).*)?\s*+", re.IGNORECASE
)
_RATING = re.compile(r"-?\d{1,2}\.\d+")
_RANK = re.compile(r"\d{1,2}\s*[dkp]|\d{1,2}\s*(?:dan|kyu|pro)", re.IGNORECASE)
_MEMBER = re.compile(r"[^\t]*\t\s*\d+\s*\t[^\t]*\t.*", re.DOTALL)


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and games of a report, or the members of a TDList; the source is the file."""
    texts = _LINE_END.split(decoded(content_of(origin, name, _MAX_BYTES), name, preferred="cp1252"))
    for line_no, raw_text in enumerate(texts, start=1):
        if len(raw_text) > _MAX_LINE:
            raise FileRefused(
                "line_too_long",
                f"{name}, line {line_no} has {len(raw_text)} characters: put every player and game on a line of their own.",
            )
    if any(map(_TOURNEY.fullmatch, texts)):
        yield from _report(texts, name)
    elif any(map(_MEMBER.fullmatch, texts)):
        yield from _members(texts)
    else:
        raise FileRefused(
            "not_aga", f"{name} is neither a report with a TOURNEY line nor a TDList: correct it, or remove it."
        )


def _members(texts: list[str]) -> Iterator[Row]:
    for line_no, raw_text in enumerate(texts, start=1):
        if not raw_text.strip():
            continue
        cells = [cell.strip() for cell in raw_text.split("\t")]
        player = _player(cells[0], cells[1]) if _MEMBER.fullmatch(raw_text) else None
        if player and player.player_id.startswith("aga:"):
            yield from player.rows(line_no, raw_text)
        else:
            detail = f"line {line_no} is no member: write Last, First, id, membership and rating with tabs between them"
            yield Row("players", line_no, raw_text, {}, "malformed_row", detail)


def _player(name: str, aga_id: str) -> Player:
    """A player named `Last, First`."""
    return player_of(one_line(name.replace(",", " ")), aga_id=aga_id)


def _content(raw_text: str) -> str:
    """A line without its comment."""
    return _COMMENT.split(raw_text, maxsplit=1)[0]


def _report(texts: list[str], name: str) -> Iterator[Row]:
    """The reports of a file, each from its TOURNEY line on; what stands before the first belongs to it."""
    lines = [(line_no, raw_text) for line_no, raw_text in enumerate(texts, start=1) if raw_text.strip()]
    starts = [index for index, (_, raw_text) in enumerate(lines) if _TOURNEY.fullmatch(raw_text)]
    ids = GameIds()
    # All are read before the first row is given: a file is refused as a whole.
    reports = [
        list(_one_report(lines[start:end], name, ids))
        for start, end in zip([0, *starts[1:]], [*starts[1:], len(lines)])
    ]
    for report in reports:
        yield from report


def _one_report(lines: list[tuple[int, str]], name: str, ids: GameIds) -> Iterator[Row]:
    warnings: Warnings = []
    sections = [(index, found[1].upper()) for index, (_, raw) in enumerate(lines) if (found := _SECTION.fullmatch(raw))]
    head = [raw_text for _, raw_text in lines[: sections[0][0] if sections else len(lines)]]
    event, played_on = _event(head, name, warnings)
    sections_of_games = sum(kind == "GAMES" for _, kind in sections)
    rows_of_games: list[Row] = []
    players: dict[str, tuple[Player, str]] = {}
    player_rows: list[Row] = []
    section, round_no, counted, announced = "", "", 0, ""
    for line_no, raw_text in lines[len(head) :]:
        content = _content(raw_text)
        if found := _ROUND.fullmatch(raw_text):
            announced = found[1]
            round_no = announced.lstrip("0")
        elif not content.strip() or _BYE.fullmatch(content):
            continue
        elif found := _SECTION.fullmatch(content):
            section = found[1].upper()
            if section == "GAMES":
                counted += 1
                round_no = (found[2] or announced or (str(counted) if sections_of_games > 1 else "")).lstrip("0")
        elif section == "PLAYERS":
            player_rows.extend(_register(content, raw_text, line_no, players, warnings))
        elif section == "GAMES" or _GAME.fullmatch(content):
            announced = ""
            tournament = {"played_on": played_on.isoformat(), "event": event.values["name"]}
            if round_no:
                tournament |= {"round": round_no, "sequence": round_no}
            row = Row("games", line_no, raw_text, tournament)
            if section == "END":
                row.problem, row.detail = "malformed_row", f"line {line_no} is a game behind END: put it before END"
                rows_of_games.append(row)
            else:
                rows_of_games.extend(_game(row, content, players, ids))
    yield from [file_row(name, warnings)] if warnings else []
    yield event
    yield from player_rows
    yield from rows_of_games


def _event(head: list[str], name: str, warnings: Warnings) -> tuple[Row, date]:
    texts = [_content(raw_text) for raw_text in head]
    text = one_line(" ".join(texts))
    facts = {key.lower(): value for key, value in _FACT.findall(text)}
    read = {key: read_date(facts[key], usual="mdy") for key in ("start", "finish") if key in facts}
    for key, fact in read.items():
        if fact.precision != "day":
            detail = fact.detail or "write the day as yyyy-mm-dd"
            raise FileRefused(fact.problem or "date_unreadable", f"{name}: {key}={facts[key][:40]}: {detail}.")
        warnings += [(code, f"{key}={facts[key][:40]}: {detail}") for code, detail in fact.warnings]
    days = {key: fact.day for key, fact in read.items()}
    played_on = last_day(days.get("start"), days.get("finish"), warnings)
    if not played_on:
        raise FileRefused("missing_value", f"{name} has no date: write finish=yyyy-mm-dd under its TOURNEY line.")
    event = name_key(f"{_title(texts) or Path(name).stem} ({days.get('start') or played_on})")
    return event_row(event, event, text[:1000]), played_on


def _title(head: list[str]) -> str:
    """The tournament's name: what follows TOURNEY up to the facts, without the place behind the last comma.

    A name on a line of its own is taken whole.
    """
    at = next((index for index, text in enumerate(head) if _TOURNEY.fullmatch(text)), 0)
    words: list[str] = []
    on_its_line = False
    for index, text in enumerate(head[at:]):
        found = _TOURNEY.fullmatch(text) if not index else None
        title, *facts = _ANY_FACT.split(found[1] if found else text, maxsplit=1)
        on_its_line = on_its_line or (not index and bool(title.strip()))
        words.append(title)
        if facts:
            break
    title = one_line(" ".join(words))
    return title.rsplit(",", 1)[0].strip() if on_its_line else title


def _register(
    content: str, raw_text: str, line_no: int, players: dict[str, tuple[Player, str]], warnings: Warnings
) -> Iterator[Row]:
    """Enters a player's line into `players` by the id that games use; gives the player's rows."""
    words = content.split()
    name, written_rank = _name_and_rank(words[1:])
    if not name or "\ufffd" in name:
        detail = f"line {line_no} is no player, or the name is damaged: write it like 12345 Last, First 3D"
        yield Row("players", line_no, raw_text, {}, "malformed_row", detail)
        return
    player = _player(name, words[0])
    if words[0] in players and players[words[0]][0] != player:
        detail = f"line {line_no}: the id {words[0][:20]} is another player's already; give each player their own"
        yield Row("players", line_no, raw_text, {}, "id_conflict", detail)
        return
    players[words[0]] = player, rank_of(written_rank, player.name, warnings, _WEAKEST_KYU)
    yield from player.rows(line_no, raw_text)


def _name_and_rank(words: list[str]) -> tuple[str, str]:
    """The words before the first rank or rating, and the rank; a rating (-4.5) is not one."""
    for index, word in enumerate(words):
        if index and (_RANK.fullmatch(word) or _RATING.fullmatch(word)):
            return " ".join(words[:index]), "" if _RATING.fullmatch(word) else word
        if index and index + 1 < len(words) and word.isdigit() and _RANK.fullmatch(f"{word} {words[index + 1]}"):
            return " ".join(words[:index]), f"{word} {words[index + 1]}"
    return " ".join(words), ""


def _game(row: Row, content: str, players: dict[str, tuple[Player, str]], ids: GameIds) -> Iterator[Row]:
    found = _GAME.fullmatch(content)
    if not found:
        row.problem = "malformed_row"
        row.detail = (
            f"line {row.row_no} is no game: write white's id, black's id, w or b, handicap and komi, like 123 456 W 0 7"
        )
        yield row
        return
    white_id, black_id, winner, handicap, komi = found.groups()
    if winner == "?":
        return
    for unknown in (given for given in (white_id, black_id) if given not in players):
        row.problem = "not_a_player" if is_placeholder(unknown) else "unknown_player"
        row.detail = (
            f"line {row.row_no}: no line under PLAYERS has the id {unknown[:20]}; add the player, or correct the id"
        )
        yield row
        return
    (white, white_rank), (black, black_rank) = players[white_id], players[black_id]
    if white == black:
        row.problem, row.detail = (
            "same_player",
            f"line {row.row_no}: {white_id[:20]} plays against himself; correct one of the two",
        )
        yield row
        return
    values = {
        "source_game_id": ids.next(row.values.get("round", ""), black.player_id, white.player_id),
        "black": black.written,
        "white": white.written,
        "black_rank": black_rank,
        "white_rank": white_rank,
        "komi": komi_of(komi, row.warnings),
        "handicap": str(int(handicap)),
        "result": f"{winner.upper()}+",
    }
    row.values.update((column, value) for column, value in values.items() if value)
    yield row
