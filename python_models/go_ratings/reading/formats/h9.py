"""EGF tournament tables (h9): a header of `; XX[value]` lines, then one line per player.

A player's line holds place, surname, name, grade, country, club, score columns, a cell per round and
`|PIN`. Score columns differ from file to file, so the columns of rounds are found by what stands
in them. A cell is the opponent's place, `+`, `-` or `=`, `!` for a default, and after `/` the
colour and the handicap: `35=`, `23+/w`, `11-/b5`, `57-!`. Opponents are numbered as the lines
stand, unless every line prints a place and all places differ: then by the printed place.
`0+`, `0-`, `0=`, `-` and `?` are not games, nor is a pairing that both lines leave open (`8?`). In old
tables a grade may lack its letter (10 is 10k) and a free round be written `0=0`.

Each game is on two lines, which must agree on result, colours and handicap. The description of
the format is the EGF's; it says that a handicap may be left out where it is the difference of the
grades less the reduction in HA[h…] (h9: even games): such a handicap is read, with a warning.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from go_ratings.reading.dates import read_day
from go_ratings.reading.formats.contents import (
    GameIds,
    Player,
    Warnings,
    event_row,
    file_row,
    is_pin,
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

_MAX_BYTES = 8 * MEGABYTE
_MAX_LINE = 4000
_MAX_PLAYERS = 5000
_MAX_ROUNDS = 60
_MOST_STONES = 41
_RAW_CHARACTERS = 1000

_LINE_END = re.compile(r"\r\n|\n|\r")
_HEADER = re.compile(r"\s*;\s*([A-Za-z]{2})\s*\[(.*)\]\s*")
_GRADE = re.compile(r"\d{1,2}[dkp]", re.IGNORECASE)
_BARE_GRADE = re.compile(r"[1-9]|[12]\d|30")
_CELL = re.compile(r"(\d{1,4})([-+=?])(!?)(?:/?([bwh])(\d{1,2})?|0)?(!?)", re.IGNORECASE)
_NO_GAME = re.compile(r"0+[-+=?]?!?(?:/?[bwh]?\d{0,2})?!?|-+|\?+", re.IGNORECASE)
_CODE = re.compile(r"[A-Z](\d\d)(\d\d)(\d\d)[A-Z]?")


@dataclass(frozen=True)
class _Cell:
    """One line's account of a game: the opponent's number, the result, colour '' and handicap None where not stated."""

    opponent: int
    symbol: str
    is_default: bool
    colour: str
    handicap: int | None
    unread: str = ""  # what stands where a handicap should


_OUTCOMES = {"+-": "B+", "-+": "W+", "==": "Jigo", "--": "Both lost", "??": "unplayed"}
_SWAPPED = {"B+": "W+", "W+": "B+"}
_BY_DEFAULT = {"B+": "B+F", "W+": "W+F", "Jigo": "Cancelled"}


@dataclass
class _Line:
    """A player's line. `number` is what opponents call it; `cells` are the texts of the rounds."""

    line_no: int
    raw_text: str
    place: str = ""
    player: Player | None = None
    grade: str = ""
    tail: list[str] = field(default_factory=list)
    number: int = 0
    cells: list[str] = field(default_factory=list)
    problem: str = ""


@dataclass(frozen=True)
class Tournament:
    """What a header says of all games. `reduction` is what a handicap is less than the difference of the grades."""

    event: str
    code: str
    played_on: date
    komi: str
    reduction: int | None


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Event, players and games of a table; the source is the file, a game's id its round and players."""
    warnings: Warnings = []
    texts = lines_of(origin, name, warnings)
    header = {found[1].upper(): one_line(found[2]) for found in map(_HEADER.fullmatch, reversed(texts)) if found}
    tournament, event = _tournament(header, name, warnings)
    yield from rows_of_table(texts, name, tournament, event, warnings)


def lines_of(origin: Origin, name: str, warnings: Warnings) -> list[str]:
    """The lines of a table, none of them longer than a player's can be."""
    text = decoded(content_of(origin, name, _MAX_BYTES), name, preferred="cp1252", warnings=warnings)
    texts = _LINE_END.split(text)
    longest = max(range(len(texts)), key=lambda index: len(texts[index]))
    if len(texts[longest]) > _MAX_LINE:
        raise FileRefused(
            "line_too_long",
            f"{name}, line {longest + 1} has {len(texts[longest])} characters: put every player on a line of their own.",
        )
    return texts


def _player(name: str, tail: list[str], pin: str) -> Player:
    """Who a player is by name, by what stands behind the grade, which begins with the country, and by PIN."""
    return player_of(name, tail[0] if tail and tail[0].isalpha() else "", pin)


def rows_of_table(
    texts: list[str],
    name: str,
    tournament: Tournament,
    event: Row,
    warnings: Warnings,
    player_in: Callable[[str, list[str], str], Player] = _player,
) -> Iterator[Row]:
    """The rows of a table of which the header is read; `player_in` says who a line's player is, as `_player` does."""
    lines = _lines(texts, warnings, player_in)
    if not lines:
        raise FileRefused("no_players", f"{name} has no line of a player: get the whole table.")
    if len(lines) > _MAX_PLAYERS:
        raise FileRefused(
            "too_many_players", f"{name} has more than {_MAX_PLAYERS} lines of players: it is no tournament table."
        )
    _find_rounds(lines, name)
    yield from [file_row(name, warnings)] if warnings else []
    yield event
    carriers = Counter(line.player.player_id for line in lines if line.player)
    for line in lines:
        if line.player and carriers[line.player.player_id] == 1 and not is_placeholder(line.player.name):
            yield from line.player.rows(line.line_no, line.raw_text)
    yield from _games(lines, carriers, tournament)


def _tournament(header: Mapping[str, str], name: str, warnings: Warnings) -> tuple[Tournament, Row]:
    code = header.get("TC", "")
    if code and not _CODE.fullmatch(code):
        warnings.append(("code_unread", f"TC[{code[:20]}] was left out: it is no code like T240531A"))
        code = ""
    first, last = ([*map(read_day, header.get("DT", "").split(",")), None, None])[:2]
    if header.get("DT") and not first:
        raise FileRefused(
            "date_unreadable",
            f"{name}: DT[{header['DT'][:60]}] can't be read; write it like DT[2024-05-31,2024-06-02].",
        )
    played_on = last_day(first, last, warnings)
    if not played_on and (dated := _CODE.fullmatch(code)):
        year, month, day = map(int, dated.groups())
        played_on = first = read_day(f"{year + (1900 if year >= 70 else 2000)}-{month:02}-{day:02}")
        warnings.append(("date_from_code", f"no DT[…]: the games count for {played_on}, the day in TC[{code}]; add DT"))
    if not played_on:
        raise FileRefused(
            "missing_value", f"{name} has no date: write it into the header, like ; DT[2024-05-31,2024-06-02]."
        )

    written = header.get("EV") or Path(name).stem
    event = name_key(f"{written} ({code or first})")
    tournament_class = header.get("CL", "").upper()
    if tournament_class not in ("", "A", "B", "C", "D"):
        warnings.append(("class_unread", f"CL[{tournament_class[:20]}] was left out: write A, B, C or D"))
        tournament_class = ""
    reduction = re.fullmatch(r"h(\d)", header.get("HA", ""), re.IGNORECASE)
    tournament = Tournament(
        event, code, played_on, komi_of(header.get("KM", ""), warnings), int(reduction[1]) if reduction else None
    )
    raw_text = " ".join(f"{key}[{value}]" for key, value in header.items())[:1000]
    return tournament, event_row(
        f"egd:{code}" if code else event, event, raw_text, **({"class": tournament_class} if tournament_class else {})
    )


def _lines(texts: list[str], warnings: Warnings, player_in: Callable[[str, list[str], str], Player]) -> list[_Line]:
    """The players' lines, numbered; what follows a semicolon is a comment."""
    lines = []
    for line_no, raw_text in enumerate(texts, start=1):
        content = raw_text.split(";", 1)[0]
        if content.strip():
            lines.append(_line(line_no, raw_text, content, warnings, player_in))
    places = [line.place for line in lines]
    by_place = sorted(int(place or 0) for place in places) == list(range(1, len(lines) + 1))
    for index, line in enumerate(lines, start=1):
        line.number = int(line.place) if by_place else index
    return lines


def _line(
    line_no: int,
    raw_text: str,
    content: str,
    warnings: Warnings,
    player_in: Callable[[str, list[str], str], Player],
) -> _Line:
    line = _Line(line_no, raw_text)
    body, _, pin = content.partition("|")
    words = body.split()
    if words and re.fullmatch(r"\d{1,4}\.?", words[0]):
        line.place = words.pop(0).rstrip(".")
    at = next((index for index, word in enumerate(words) if index and _GRADE.fullmatch(word)), 0)
    grade = words[at] if at else ""
    if not at:
        # Old tables write 10 for 10k: a number between a name and a country.
        bare = (index for index in range(1, len(words) - 1) if _BARE_GRADE.fullmatch(words[index]))
        at = next((index for index in bare if words[index + 1].isalpha()), 0)
        grade = f"{words[at]}k" if at else ""
    if not at:
        line.problem = "no grade like 3d or 5k behind a name"
        return line
    name = one_line(" ".join(words[:at]).replace("_", " "))
    if grade != words[at]:
        warnings.append(
            ("grade_without_letter", f"{name}: the grade {words[at]} was read as {grade}; write it with its letter")
        )
    pin = pin.strip()
    if pin and not is_pin(pin):
        warnings.append(("pin_unread", f"{name}: |{pin[:20]} is no PIN, which has eight digits; correct it"))
    line.tail = words[at + 1 :]
    if "\ufffd" in name:
        line.problem = "the name is damaged; write it anew, in UTF-8"
        return line
    line.player = player_in(name, line.tail, pin)
    line.grade = rank_of(grade, name, warnings)
    return line


def _find_rounds(lines: list[_Line], name: str) -> None:
    """Sets every line's `cells`: of the columns behind the grade those in which opponents stand."""
    whole = [line for line in lines if line.tail]
    width = Counter(len(line.tail) for line in whole).most_common(1)[0][0] if whole else 0
    regular = [line for line in whole if len(line.tail) == width]
    columns = [column for column in range(width) if _is_round([line.tail[column] for line in regular])]
    if not columns:
        raise FileRefused(
            "no_games", f"{name} has no column of results like 23+/w, 5- or 35=: export the table with them."
        )
    if len(columns) > _MAX_ROUNDS:
        raise FileRefused(
            "too_many_rounds", f"{name} has {len(columns)} columns of results: split it into one table per tournament."
        )
    for line in whole:
        if len(line.tail) == width:
            line.cells = [line.tail[column] for column in columns]
        else:
            line.cells = [word for word in line.tail if _CELL.fullmatch(word)]
            if len(line.cells) != len(columns):
                line.problem = line.problem or f"{len(line.tail)} columns behind the grade, other lines have {width}"
                line.cells = []


def _is_round(cells: list[str]) -> bool:
    """Whether opponents stand in a column: in some cells for certain, and mostly nothing else."""
    found = [_CELL.fullmatch(cell) for cell in cells]
    readable = sum(bool(match or _NO_GAME.fullmatch(cell)) for cell, match in zip(cells, found))
    return any(match and int(match[1]) for match in found) and readable >= len(cells) / 2


def _games(lines: list[_Line], carriers: Mapping[str, int], tournament: Tournament) -> Iterator[Row]:
    """One row per game, and one per game, cell or line that can't be read.

    carriers   how many lines have a player's id; if more than one, it isn't known who is who
    """
    by_number = {line.number: line for line in lines}
    ids = GameIds()
    for line in lines:
        if line.problem and not line.cells:
            detail = f"line {line.line_no}: {line.problem}"
            yield Row("games", line.line_no, line.raw_text, {}, "malformed_row", detail)
    for round_no in range(1, max(len(line.cells) for line in lines) + 1):
        accounts: dict[int, _Cell] = {}
        for line in lines:
            written = line.cells[round_no - 1] if line.cells else "-"
            cell = _cell(written)
            if cell and cell.opponent:
                accounts[line.number] = cell
            elif not cell and not _NO_GAME.fullmatch(written):
                yield _rejected(
                    [line],
                    tournament,
                    round_no,
                    "cell_unreadable",
                    f"round {round_no}, {written[:40]} can't be read: write it like 23+/w, 11-/b5, 35=, 57-! or 0-",
                )
        for pair in dict.fromkeys(tuple(sorted((number, cell.opponent))) for number, cell in accounts.items()):
            pair_lines = [by_number[number] for number in pair if number in by_number]
            row = _game(pair_lines, pair, accounts, tournament, round_no, carriers)
            if row and not row.problem:
                row.values["source_game_id"] = ids.next(str(round_no), row.values["black"], row.values["white"])
            yield from [row] if row else []


def _cell(written: str) -> _Cell | None:
    found = _CELL.fullmatch(written)
    if not found:
        return None
    opponent, symbol, default, colour, handicap, late_default = found.groups()
    unread = handicap if handicap and int(handicap) > _MOST_STONES else ""
    return _Cell(
        int(opponent),
        symbol,
        bool(default or late_default),
        (colour or "").lower().replace("h", ""),
        int(handicap) if handicap and not unread else None,
        unread,
    )


def _rejected(lines: list[_Line], tournament: Tournament, round_no: int, code: str, detail: str) -> Row:
    values = {"event": tournament.event, "round": str(round_no)}
    return Row("games", lines[0].line_no, _raw_text(lines), values, code, detail)


def _raw_text(lines: list[_Line]) -> str:
    """The lines as they stand, of long ones the beginning, since each may be told once per round."""
    return "\n".join(line.raw_text[: _RAW_CHARACTERS // len(lines)] for line in lines)


def _game(
    lines: list[_Line],
    numbers: tuple[int, ...],
    accounts: Mapping[int, _Cell],
    tournament: Tournament,
    round_no: int,
    carriers: Mapping[str, int],
) -> Row | None:
    """The game of two numbers in a round, as their lines report it; None if it was not played."""

    def rejected(code: str, detail: str) -> Row:
        return _rejected(lines, tournament, round_no, code, f"round {round_no}, {detail}")

    said = " but ".join(
        f"line {line.line_no} says {line.cells[round_no - 1] if line.cells else 'nothing readable'}" for line in lines
    )
    if numbers[0] == numbers[1]:
        return rejected("same_player", f"{said}, its own number: correct it")
    if len(lines) < 2:
        return rejected(
            "unknown_player", f"{said}, and there is no such line: get the whole table, or correct the number"
        )
    first, second = (accounts.get(number) for number in numbers)
    if not first or not second or (first.opponent, second.opponent) != (numbers[1], numbers[0]):
        return rejected("sides_disagree", f"{said}: make both lines tell of the same game")
    outcome = _OUTCOMES.get(first.symbol + second.symbol)
    if (
        outcome is None
        or (first.colour and first.colour == second.colour)
        or (first.handicap is not None and second.handicap is not None and first.handicap != second.handicap)
    ):
        return rejected("sides_disagree", f"{said}: make result, colours and handicap of both agree")
    if outcome == "unplayed":
        return None
    players: list[Player] = []
    for line in lines:
        if not line.player:
            return rejected("malformed_row", f"line {line.line_no}: {line.problem}")
        if is_placeholder(line.player.name):
            return rejected(
                "not_a_player",
                f"line {line.line_no} is {line.player.name}: name the player, or write the round as 0+ or 0-",
            )
        if carriers[line.player.player_id] > 1:
            return rejected(
                "ambiguous_player",
                f"{line.player.player_id} stands on {carriers[line.player.player_id]} lines: give each player their own PIN",
            )
        players.append(line.player)

    warnings: Warnings = []
    is_default = first.is_default or second.is_default
    if first.is_default != second.is_default:
        warnings.append(
            ("default_stated_once", f"round {round_no}, {said}: read as a default; write ! on both lines, or on none")
        )
    if unread := first.unread or second.unread:
        warnings.append(
            ("handicap_impossible", f"round {round_no}, {said}: the handicap {unread} was left out; write the stones")
        )
    colours_known = bool(first.colour or second.colour)
    if first.colour == "w" or second.colour == "b":
        lines, players, outcome = lines[::-1], players[::-1], _SWAPPED.get(outcome, outcome)
    if is_default:
        outcome = _BY_DEFAULT.get(outcome, outcome)
    handicap = first.handicap if first.handicap is not None else second.handicap
    if handicap is None and not colours_known:
        handicap = _handicap_of_grades(lines, tournament.reduction, warnings)
    values = {
        "played_on": tournament.played_on.isoformat(),
        "sequence": str(round_no),
        "event": tournament.event,
        "edition": tournament.code,
        "round": str(round_no),
        "black": players[0].written,
        "white": players[1].written,
        "colours": "known" if colours_known else "unknown",
        "black_rank": lines[0].grade,
        "white_rank": lines[1].grade,
        "komi": "" if handicap else tournament.komi,
        "handicap": "" if handicap is None else str(handicap),
        "result": outcome,
    }
    given = {column: value for column, value in values.items() if value}
    return Row(
        "games",
        min(line.line_no for line in lines),
        _raw_text(lines),
        given,
        warnings=warnings,
    )


def _handicap_of_grades(lines: list[_Line], reduction: int | None, warnings: Warnings) -> int | None:
    """The handicap that the grades call for, where the header's HA[h…] says that games have one."""
    if reduction is None or not all(line.grade[-1:] in ("d", "k") for line in lines):
        return None
    stronger, weaker = sorted((_steps(line.grade) for line in lines), reverse=True)
    handicap = min(stronger - weaker - reduction, 9)
    if reduction >= 9 or handicap < 1:
        return None
    warnings.append(
        (
            "handicap_from_grades",
            f"handicap {handicap} from {lines[0].grade} and {lines[1].grade} less {reduction} (HA[h{reduction}]): write it into the cells",
        )
    )
    return handicap


def _steps(grade: str) -> int:
    """A grade as steps above 1k, which is 0."""
    return int(grade[:-1]) if grade[-1] == "d" else 1 - int(grade[:-1])


# --- writing -----------------------------------------------------------------------------------

_SYMBOLS = {"B": ("+", "-"), "W": ("-", "+"), "Jigo": ("=", "="), "Both lost": ("-", "-"), "Cancelled": ("=!", "=!")}


def to_h9(rows: Iterable[Row]) -> str:
    """One tournament's rows (event, players, aliases, games) as a table.

    How a game was won is left out, since the format has no place for it, except for a default;
    reading the table back gives the same games otherwise. Raises ValueError where the format
    can't hold the tournament: a player without a rank or with two games in a round, say.
    """
    rows = [row for row in rows if not row.problem]
    games = [row.values for row in rows if row.table == "games"]
    names = {
        row.values["player_id"]: row.values.get("alias") or row.values.get("name_romaji", "")
        for row in rows
        if row.table in ("players", "aliases")
    }
    playing = {game[side] for game in games for side in ("black", "white")}
    order = [player_id for player_id in names if player_id in playing]
    if len(order) < len(playing):
        raise ValueError(f"no player row for {min(playing - set(order))}")
    number = {player_id: index for index, player_id in enumerate(order, start=1)}
    cells: dict[tuple[str, str], str] = {}
    for game in games:
        for player_id, cell in _written(game, number):
            if (player_id, game["round"]) in cells:
                raise ValueError(f"{player_id} has two games in round {game['round']}")
            cells[player_id, game["round"]] = cell
    rounds = range(1, max(int(game["round"]) for game in games) + 1)
    lines = _written_header([row.values for row in rows if row.table == "events"], games)
    for player_id in order:
        grade = _only(
            {game[f"{side}_rank"] for game in games for side in ("black", "white") if game[side] == player_id}, "rank"
        )
        identity = player_id.partition(":")[2]
        country = identity.partition("|")[2] if player_id.startswith("name:") else ""
        pin = f" |{identity}" if player_id.startswith("egd:") else ""
        results = " ".join(cells.get((player_id, str(round_no)), "0-") for round_no in rounds)
        lines.append(
            f"{number[player_id]} {_written_name(names[player_id])} {grade} {country or 'xx'} xxxx {results}{pin}"
        )
    return "\n".join(lines) + "\n"


def _only(values: set[str], what: str) -> str:
    if len(values) != 1 or "" in values:
        raise ValueError(f"{what}: one is needed, not {sorted(values)}")
    return values.pop()


def _written_header(events: list[dict[str, str]], games: list[dict[str, str]]) -> list[str]:
    code = _only({game.get("edition", "-") for game in games}, "edition").replace("-", "")
    event = next((event for event in events if event["name"] == games[0]["event"]), {})
    title, _, suffix = _only({game["event"] for game in games}, "event").rpartition(" (")
    last = _only({game["played_on"] for game in games}, "played_on")
    first = last if code or not read_day(suffix[:-1]) else suffix[:-1]
    komi = {game.get("komi", "") for game in games if int(game.get("handicap", "0")) == 0}
    header = {
        "TC": code,
        "CL": event.get("class", ""),
        "EV": title,
        "DT": f"{first},{last}",
        "HA": "h9",
        "KM": _only(komi, "komi of even games") if any(komi) else "",
    }
    return [f"; {name}[{value}]" for name, value in header.items() if value] + [";."]


def _written(game: Mapping[str, str], number: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """The cells of both players."""
    result = game["result"]
    symbols = _SYMBOLS.get(result[0] if result[1:2] == "+" else result)
    if not symbols:
        raise ValueError(f"the format has no result {result}")
    default = "!" if result in ("B+F", "W+F") else ""
    known = game.get("colours", "known") == "known"
    if not known and "handicap" in game:
        raise ValueError("a handicap needs known colours")
    for colour, player_id, opponent, symbol in (
        ("b", game["black"], game["white"], symbols[0]),
        ("w", game["white"], game["black"], symbols[1]),
    ):
        yield (
            player_id,
            f"{number[opponent]}{symbol}{default}" + (f"/{colour}{game.get('handicap', '')}" if known else ""),
        )


def _written_name(name: str) -> str:
    surname, _, first = name.rpartition(" ")
    words = [word for word in (surname.replace(" ", "_"), first) if word]
    if not words or re.search(r"[|;_]", name) or any(_GRADE.fullmatch(word) for word in words[1:]):
        raise ValueError(f"the format can't hold the name {name!r}")
    return " ".join(words)
