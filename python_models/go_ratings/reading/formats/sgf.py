"""SGF: the header of every game tree of a file; of the moves the first ones, by which a game is known again.

Root properties PB PW BR WR DT RE KM HA EV RO CA AP AB AW SZ GM, in the root node or in the nodes
up to the first move's, FF3's long names (`PlayerBlack`) and MultiGo's RD, KO and TE among them.
The files of some archives lack the `;` before the header.

What is interpreted, always with a warning:
  komi      550 to 850 in steps of 50 are hundredths of points; 225, 275, 325, 350, 375 … and 2.25, 2.75,
            … 4.75 are Chinese stones, twice as many points; 5,5 is 5.5; in Fox's files (AP[foxwq], or
            Fox's own TC and TT) 50 is half a point, and 0 means nothing; more than 15 points are not
            believed; KO is read where KM is missing and KO doesn't name a win
  event     TE's text replaces EV
  handicap  2 to 9 black stones alone on the board, White to move and no HA, are a handicap
  date      8.11.1998 is the eighth of November; two-digit years are 1970 to 2069 (go_ratings.reading.dates);
            RD replaces DT
  result    a forfeit of a game that has moves is a win, since +F stands for a game not played
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import PurePosixPath

from go_ratings.reading.dates import read_date
from go_ratings.reading.formats.contents import (
    MOVES_DIGESTED,
    Warnings,
    board_of,
    decimal_of,
    event_row,
    file_row,
    komi_of,
    moves_digest,
    number_text,
    one_line,
    player_of,
    rank_of,
    text_digest,
)
from go_ratings.reading.formats.encodings import declared_codec, is_utf8
from go_ratings.reading.formats.reading import MEGABYTE, Origin, content_of, decoded
from go_ratings.reading.formats.records import source_of
from go_ratings.reading.names import name_key
from go_ratings.reading.nobody import is_placeholder
from go_ratings.reading.results import read_komi, read_result
from go_ratings.reading.rows import FileRefused, Row

_MAX_BYTES = 32 * MEGABYTE
_RAW_CHARACTERS = 1000
_MAX_CHARACTERS = 300
_HIGHEST_KOMI = 15
_MAX_VALUES = 400  # more stones than a board has points tell nothing more

_DECLARED = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([^\]\s]{1,40})\s*\]")
_TREE = re.compile(r"\(\s*+(?:;|(?=[A-Za-z]{1,20}+\s*+\[))")
_VALUE = r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]"
_PROPERTY = re.compile(rf"\s*+([A-Za-z]+)\s*+((?:{_VALUE}\s*+)++)", re.DOTALL)
_ONE_VALUE = re.compile(_VALUE, re.DOTALL)
_STEP = re.compile(rf"[\s;]*+(?:\(|([A-Za-z]++)\s*+((?:{_VALUE}\s*+)++))", re.DOTALL)
_NEXT_GAME = re.compile(
    rf"\(\s*+;?\s*+(?:(?!P[BW]\s*+\[)[A-Za-z]++\s*+(?:{_VALUE}\s*+)++){{0,60}}P[BW]\s*+\[", re.DOTALL
)
_TO_BRACKET = re.compile(rf"[^()\[]*+(?:{_VALUE}[^()\[]*+)*+", re.DOTALL)
_SPACES = re.compile(r"\s*+")
# Brackets of values, what is escaped in them, and where a game begins: "(;" and a property with a short value.
_BRACKET = re.compile(r"\\.|[\[\]]|\((?=\s*+;\s*+[A-Za-z]{1,20}+\s*+\[[^\]\\]{0,100}+\])", re.DOTALL)
_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\n|\r)")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_WANTED = frozenset(
    [
        "PB",
        "PW",
        "BR",
        "WR",
        "DT",
        "RD",
        "RE",
        "KM",
        "KO",
        "TE",
        "HA",
        "EV",
        "RO",
        "AP",
        "AB",
        "AW",
        "SZ",
        "GM",
        "TC",
        "TT",
        "B",
        "W",
    ]
)


class _Problem(Exception):
    """A game can't be read; `code` is the reason code."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


def rows(origin: Origin, name: str) -> Iterator[Row]:
    """Events, players and games of a file; the source is its folder, the game's id file name and tree number."""
    content = content_of(origin, name, _MAX_BYTES)
    warnings: Warnings = []
    text = _closed(decoded(content, name, declared=_declared(content, name), warnings=warnings))
    yield from [file_row(name, warnings)] if warnings else []
    tree_no = 0
    tree = _TREE.search(text)
    while tree:
        tree_no += 1
        header, end = _header(text, tree.end())
        raw_text = text[tree.start() : min(end, tree.start() + _RAW_CHARACTERS)]
        after, is_closed = _end_of_tree(text, end)
        if not is_closed:
            header["open"] = ["at the next game"] if after < len(text) else ["with the file"]
        moves = _moves(text, tree.end(), after)
        digest = moves_digest(moves)
        if moves and not digest:
            digest = text_digest(text[tree.start() : after])
        yield from _rows_of_game(header, name, tree_no, raw_text, digest)
        tree = _TREE.search(text, after)
    if not tree_no:
        raise FileRefused(
            "not_sgf", f"{name} holds no game tree, which begins with (; — export the game anew, or remove it."
        )


def _closed(text: str) -> str:
    """The text with a bracket behind each value that has none: it would go on to the first one of the next game, and that
    game be lost in it."""
    if text.count("[") == text.count("]"):
        return text
    parts, start, within = [], 0, False
    for found in _BRACKET.finditer(text):
        match found[0]:
            case "[":
                within = True
            case "]":
                within = False
            case "(" if within:
                parts.append(text[start : found.start()] + "]")
                start, within = found.start(), False
    return "".join([*parts, text[start:]])


def _declared(content: bytes, name: str) -> str:
    names = {label.lower().decode("ascii", "replace") for label in _DECLARED.findall(content)}
    codecs = {declared_codec(label) or label for label in names}
    if len(codecs) > 1 and not content.isascii() and not is_utf8(content):
        raise FileRefused(
            "wrong_encoding",
            f"{name} declares the encodings {' and '.join(sorted(names))}: split it into a file each, or save it as UTF-8.",
        )
    return min(names, default="")


def _short(name: str) -> str:
    """A property's name in capitals; of FF3's long names (PlayerBlack) only the capitals count."""
    return name if name.isupper() else "".join(filter(str.isupper, name)) or name.upper()


def _header(text: str, at: int) -> tuple[dict[str, list[str]], int]:
    """The wanted properties with their raw values, up to the first move's node, and where that node ends.

    The first node that has a property wins, in a node the first; the values of AB, AW and AP are
    put together. `first move` is its colour, `twice` names what differs where it stands again,
    `cut` is what stands where the header can't be read on; `open`, which is set later, where a game without a
    closing bracket ends.
    """
    header: dict[str, list[str]] = {}
    while True:
        found = _PROPERTY.match(text, at)
        if found:
            at = found.end()
            name = _short(found[1])
            if name in _WANTED:
                values = [value[0][1:-1] for value in islice(_ONE_VALUE.finditer(found[2]), _MAX_VALUES)]
                if name in ("AB", "AW", "AP"):
                    header.setdefault(name, []).extend(values)
                elif name in ("B", "W"):
                    header.setdefault("first move", [name])
                elif name not in header or not header[name][0].strip():
                    header[name] = values
                elif header[name] != values:
                    header.setdefault("twice", []).append(name)
            continue
        stop = _SPACES.match(text, at).end()  # type: ignore[union-attr]
        if text[stop : stop + 1] == ";" and "first move" not in header:
            at = stop + 1
        else:
            if text[stop : stop + 1] not in (";", "(", ")"):
                header["cut"] = [one_line(text[stop : stop + 20]) or "the end of the file"]
            return header, stop


def _moves(text: str, at: int, end: int) -> list[str]:
    """The first moves of the main line (where a game branches the first branch), as the values of B and W."""
    moves: list[str] = []
    while len(moves) < MOVES_DIGESTED and (step := _STEP.match(text, at, end)):
        at = step.end()
        if step[1] and _short(step[1]) in ("B", "W"):
            moves.append(step[2].rstrip()[1:-1])
    return moves


def _end_of_tree(text: str, at: int) -> tuple[int, bool]:
    """Where the tree that `at` lies in ends, and whether it is closed there.

    One whose closing bracket is missing ends with the text, or where the next game begins: at a
    branch that names a player.
    """
    depth = 1
    while depth:
        at = _TO_BRACKET.match(text, at).end()  # type: ignore[union-attr]
        if text[at : at + 1] not in ("(", ")"):
            return len(text), False
        if text[at] == "(" and _NEXT_GAME.match(text, at):
            return at, False
        depth += 1 if text[at] == "(" else -1
        at += 1
    return at, True


def _simple(header: Mapping[str, list[str]], name: str) -> str:
    """A property's value as one line; '' where it is missing."""
    values = header.get(name)
    if not values:
        return ""
    value = values[0]
    if "\\" in value:
        value = _ESCAPE.sub(r"\1", _SOFT_BREAK.sub("", value))
    return one_line(value)


def _rows_of_game(header: dict[str, list[str]], name: str, tree_no: int, raw_text: str, digest: str) -> Iterator[Row]:
    place = PurePosixPath(name)
    values = {
        "source": source_of(place, "sgf"),
        "source_game_id": f"{place.name}#{tree_no}",
    }
    if digest:
        values["moves_digest"] = digest
    game = Row("games", tree_no, raw_text, values)
    try:
        others = list(_read(header, game))
    except _Problem as problem:
        game.problem, game.detail = problem.code, str(problem)
        yield game
        return
    yield from others
    yield game


def _read(header: dict[str, list[str]], game: Row) -> Iterator[Row]:
    """Fills in the game's values and warnings; gives the rows of its event and players."""
    warnings, values = game.warnings, game.values

    def text_of(name: str) -> str:
        value = _simple(header, name)
        if "\ufffd" not in value and len(value) <= _MAX_CHARACTERS:
            return value
        warnings.append(("text_damaged", f"{name}[{value[:60]}] was left out, it is damaged or too long: correct it"))
        return ""

    if _simple(header, "GM") not in ("", "1"):
        raise _Problem("not_go", f"GM[{_simple(header, 'GM')}] is another game than Go: remove it")
    names = {}
    for colour, word in (("PB", "Black"), ("PW", "White")):
        names[colour] = _simple(header, colour)
        if "\ufffd" in names[colour]:
            raise _Problem(
                "name_damaged", f"{colour}[{names[colour][:60]}]: {word}'s name is damaged; write it anew, in UTF-8"
            )
        if not names[colour] and "cut" in header:
            raise _Problem("truncated", f"the header breaks off at {header['cut'][0]!r}: get the whole file")
        if not names[colour]:
            raise _Problem("missing_value", f"{colour} ({word}) is empty: name the player")
        if len(names[colour]) > _MAX_CHARACTERS:
            raise _Problem("bad_value", f"{colour}[{names[colour][:60]}…] is too long for a name: close its bracket")
    black, white = player_of(names["PB"]), player_of(names["PW"])
    if black.player_id == white.player_id:
        raise _Problem("same_player", f"{names['PB'][:60]} plays against himself: correct PB or PW")

    values["played_on"] = _played_on(text_of("DT"), text_of("RD"), warnings)
    values["result"] = _result(text_of("RE"), "first move" in header, warnings)
    values["black"], values["white"] = black.written, white.written
    optional = {
        "event": name_key(text_of("EV") or _event_of_old_files(text_of("TE"), warnings)),
        "round": text_of("RO"),
        "sequence": "".join(re.findall(r"^0*(\d{1,3})(?!\d)", _simple(header, "RO"))),
        "black_rank": rank_of(text_of("BR"), "Black", warnings),
        "white_rank": rank_of(text_of("WR"), "White", warnings),
        "handicap": _handicap(header, warnings),
    }
    optional["komi"] = _komi(header, warnings)
    values.update((column, value) for column, value in optional.items() if value)

    size = _simple(header, "SZ")
    board_size = board_of(size, f"SZ[{size[:20]}]", warnings)
    if board_size:
        values["board_size"] = board_size
    for name in header.get("twice", ()):
        warnings.append(("property_twice", f"{name} stands twice and differs, the first was read: remove one"))
    if "cut" in header:
        warnings.append(("cut_off", f"the file breaks off at {header['cut'][0]!r}: get the whole file"))
    elif "open" in header:
        said = f"the game has no closing bracket and ends {header['open'][0]}: check that it is whole"
        warnings.append(("cut_off", said))

    if "event" in values:
        yield event_row(f"event:{values['event']}", values["event"], game.raw_text)
    # Whether a name is nobody's is decided where it is known whom a players table lists.
    for player in (black, white):
        if not is_placeholder(player.name):
            yield from player.rows(game.row_no, game.raw_text)


def _event_of_old_files(te: str, warnings: Warnings) -> str:
    """The event in TE, which elsewhere marks a good move (1 or 2)."""
    if te in ("", "1", "2"):
        return ""
    warnings.append(("event_from_te", f"TE[{te[:40]}] of an old file was read as the event: write it as EV"))
    return te


# --- dates -------------------------------------------------------------------------------------


def _played_on(dt: str, rd: str, warnings: Warnings) -> str:
    name, written = ("DT", dt) if dt else ("RD", rd)
    if not written:
        raise _Problem("missing_value", "DT (date) is empty: write it like 2024-05-31, or 2024 when no more is known")
    if not dt:
        warnings.append(("date_from_rd", f"RD[{rd[:40]}] of an old file was read as the date: write it as DT"))
    read = read_date(written, usual="d.m.y")
    if read.problem:
        raise _Problem(read.problem, f"{name}[{written[:60]}]: {read.detail}")
    warnings += [(code, f"{name}[{written[:40]}]: {detail}") for code, detail in read.warnings]
    return read.written


# --- result ------------------------------------------------------------------------------------


def _result(written: str, has_moves: bool, warnings: Warnings) -> str:
    result = read_result(written)
    if result.problem == "unreadable":
        raise _Problem(
            "result_unreadable", f"RE[{written[:60]}] can't be read for certain: write it like B+R, W+3.5 or ?"
        )
    if result.problem == "how_unread":
        warnings.append(
            ("result_how_unread", f"RE[{written[:60]}]: how the game was won can't be read; write it like B+R or W+3.5")
        )
    if result.outcome == "default" and has_moves and not result.is_ruling:
        warnings.append(
            ("forfeit_of_begun_game", f"RE[{written[:40]}] of a game with moves was read as a win, not a default")
        )
        return f"{result.winner.upper()}+"
    return written if result.problem == "margin_odd" else result.written()


# --- komi and handicap -------------------------------------------------------------------------


def _komi(header: Mapping[str, list[str]], warnings: Warnings) -> str:
    written = _simple(header, "KM")
    if not written:
        return _komi_of_multigo(_simple(header, "KO"), warnings)
    komi = decimal_of(written.replace(",", "."))
    if komi is None:
        in_words = read_komi(written)
        return komi_of(written if in_words is None else number_text(in_words), warnings)
    is_fox = any(program.strip().lower().startswith("fox") for program in header.get("AP", ())) or (
        "TC" in header and "TT" in header
    )
    if komi == 0 and is_fox:
        warnings.append(("komi_not_stated", "KM[0] of a Fox file states no komi: write it into KM"))
        return ""
    points, code = komi, ""
    if (450 <= komi <= 850 and komi % 50 == 0) or (komi == 50 and is_fox):
        points, code = komi / 100, "komi_hundredths"
    elif (225 <= komi <= 475 and komi % 100 in (25, 75)) or komi == 350:
        points, code = komi / 50, "komi_chinese_stones"
    elif 2 < komi < 5 and komi % 1 in (decimal_of("0.25"), decimal_of("0.75")):
        points, code = komi * 2, "komi_chinese_stones"
    elif "," in written:
        code = "komi_decimal_comma"
    if points > _HIGHEST_KOMI:
        warnings.append(("komi_impossible", f"KM[{written[:40]}] was left out: write points, like 6.5"))
        return ""
    if code:
        warnings.append((code, f"KM[{written[:40]}] was read as {number_text(points)} points: write points, like 6.5"))
    return komi_of(number_text(points), warnings)


def _komi_of_multigo(written: str, warnings: Warnings) -> str:
    komi = read_komi(written)
    if komi is None or komi > _HIGHEST_KOMI:
        if written:
            warnings.append(("komi_impossible", f"KO[{written[:40]}] states no komi: write it into KM"))
        return ""
    said = f"KO[{written[:40]}] of an old file was read as a komi of {number_text(komi)}: write it as KM"
    warnings.append(("komi_from_ko", said))
    return komi_of(number_text(komi), warnings)


def _handicap(header: Mapping[str, list[str]], warnings: Warnings) -> str:
    written = _simple(header, "HA")
    stones, others = _stones(header.get("AB", [])), _stones(header.get("AW", []))
    if re.fullmatch(r"[0-9]{1,2}", written) and int(written) <= 41:
        handicap = int(written)
    else:
        handicap = 0
        if written:
            warnings.append(("handicap_impossible", f"HA[{written[:40]}] was left out: write the number of stones"))
    if handicap >= 2:
        if stones != handicap:
            warnings.append(
                (
                    "handicap_stones_differ",
                    f"HA[{handicap}] with {stones} black stones on the board, HA was read: correct one",
                )
            )
        return str(handicap)
    if 2 <= stones <= 9 and not others and header.get("first move") == ["W"]:
        warnings.append(
            (
                "handicap_from_stones",
                f"{stones} black stones and White to move, but HA[{written}]: read as handicap {stones}",
            )
        )
        return str(stones)
    if stones or others:
        warnings.append(
            ("setup_position", "the game begins from a position with stones: check that it is a whole game")
        )
    return str(handicap) if written and re.fullmatch(r"0?[01]", written) else ""


def _stones(points: list[str]) -> int:
    """How many points a list names; aa:cc is a rectangle."""
    count = 0
    for point in points:
        corners = re.fullmatch(r"\s*([a-zA-Z])([a-zA-Z])\s*:\s*([a-zA-Z])([a-zA-Z])\s*", point)
        if corners:
            left, top, right, bottom = (ord(letter) for letter in corners.groups())
            count += (abs(right - left) + 1) * (abs(bottom - top) + 1)
        else:
            count += 1
    return count


# --- writing -----------------------------------------------------------------------------------

_PLACEMENT = {
    2: "pd dp",
    3: "pd dp pp",
    4: "pd dp pp dd",
    5: "pd dp pp dd jj",
    6: "pd dp pp dd dj pj",
    7: "pd dp pp dd dj pj jj",
    8: "pd dp pp dd dj pj jd jp",
    9: "pd dp pp dd dj pj jd jp jj",
}


def to_sgf(game: Mapping[str, str], names: Mapping[str, str] = {}) -> str:
    """A game of the landing contract as the header of an SGF file, in UTF-8.

    `names` gives the names of player ids; an id `name:…` holds its own. Reading the file back
    gives the same game. SGF has no place for a player's number (who comes back by name), for the
    edition, and for an order within the day that isn't the round. Raises ValueError where SGF
    can't say it: colours that aren't known.
    """
    if game.get("colours", "known") != "known":
        raise ValueError("SGF has no way to say that colours are unknown")
    properties = {"GM": "1", "FF": "4", "CA": "UTF-8"}
    for colour, column in (("B", "black"), ("W", "white")):
        player_id = game[column]
        properties[f"P{colour}"] = names.get(player_id) or player_id.removeprefix("name:")
        properties[f"{colour}R"] = game.get(f"{column}_rank", "")
    properties |= {
        "EV": game.get("event", ""),
        "RO": game.get("round", ""),
        "DT": game["played_on"],
        "KM": game.get("komi", ""),
        "HA": game.get("handicap", ""),
        "SZ": game.get("board_size", ""),
        "RE": game["result"],
    }
    text = "".join(f"{name}[{_escaped(value)}]" for name, value in properties.items() if value)
    stones = _PLACEMENT.get(int(game.get("handicap") or 0), "").split()
    return f"(;{text}" + ("AB" if stones else "") + "".join(f"[{point}]" for point in stones) + ")\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")
