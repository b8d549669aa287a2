"""Proposes what landing.yml could say of a table of games with columns of its own.

    python -m go_ratings.reading.propose path/to/results.csv [more files] > landing.yml

It goes by the header, in the languages that Go is played in, and by what stands in the first rows. What it
isn't sure of stands behind a # for people to decide. Nothing is read into a warehouse by this.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from go_ratings.reading.dates import read_date
from go_ratings.reading.landing import LandingFile, mapped_table
from go_ratings.reading.mapping import TableMap
from go_ratings.reading.rows import COLUMNS, FileRefused

_ROWS_SEEN = 1000
_HEADER_BYTES = 16_384
_SEPARATORS = ",;\t|"
_MOST_WORDS = 12  # of a result, beyond which they aren't a closed list

# How tables head their columns, folded: small letters and digits without accents.
_HEADINGS = {
    "source_game_id": "id gameid game no nr number nummer numero num 番号 编号 編號 번호 номер sourcegameid",
    "played_on": "date datum day played playedon jour fecha data 日付 対局日 日期 날짜 일자 дата datetime gamedate",
    "event": "event tournament turnier tournoi torneo torneio competition league liga ligue 棋戦 大会 赛事 比赛 賽事 대회 турнир соревнование wettbewerb",
    "round": "round runde ronde ronda rodada turno kolo 回戦 轮次 轮 輪 라운드 тур rd",
    "black": "black schwarz noir negro negras nero preto zwart cerny czarne fekete 黒 黑 黒番 黑方 흑 черные blackplayer playerblack pb spieler1 player1 joueur1 jugador1 blackname",
    "white": "white weiss blanc blanco blancas bianco branco wit bily biale feher 白 白番 白方 백 белые whiteplayer playerwhite pw spieler2 player2 joueur2 jugador2 whitename",
    "result": "result ergebnis resultat resultado risultato uitslag vysledek wynik eredmeny 結果 结果 結果 결과 результат score outcome re",
    "winner": "winner sieger gewinner vainqueur gagnant ganador vincitore vencedor winnaar vitez zwyciezca 勝者 胜者 승자 победитель",
    "loser": "loser verlierer perdant perdedor perdente verliezer porazeny przegrany 敗者 败者 패자 проигравший",
    "komi": "komi コミ 贴目 貼目 덤 коми km",
    "handicap": "handicap vorgabe handicaps steine stones desventaja ha hcp hdcp hc 置石 置碁 让子 讓子 접바둑 치수 фора hendikep",
    "board_size": "size boardsize sz board brett brettgrosse goban tablero 路数 路 盤 棋盘 판크기 доска",
    "source": "source quelle server fuente fonte zdroj",
}
_RANK = "rank rang grade niveau nivel grado rango dan level br wr rating段 段位 级 級 급 ранг stufe"

# Words for a winner, folded; only where they can mean one thing.
_WORDS = {
    "B+": "black schwarz noir negro nero preto zwart 黒 黑 흑 blackwin blackwins blackwon 黒勝ち 黑胜 흑승 10",
    "W+": "white weiss blanc blanco bianco branco wit 白 백 whitewin whitewins whitewon 白勝ち 白胜 백승 01",
    "Jigo": "jigo draw remis unentschieden nulle empate patta gelijkspel remiza 持碁 和棋 무승부 ничья 1212 0505 tie",
}
# Black's and White's letters, which mean one thing only as a pair: a French B is blanc.
_LETTERS = ("bw", "sw", "nb", "pb", "zw", "cb")
_DAY_AND_MONTH = re.compile(r"([0-9]{1,2})[/.-] ?([0-9]{1,2})[/.-] ?(?:[0-9]{4}|[0-9]{2})\b")
_AS_IT_IS = re.compile(r"[bw]\s*\+.*|jigo|void|cancelled|\?", re.IGNORECASE)


def _folded(text: str) -> str:
    """Letters and digits without accents, in lower case."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("½", "12")).casefold()
    return "".join(filter(str.isalnum, plain))


_BY_HEADING = {_folded(word): column for column, words in _HEADINGS.items() for word in words.split()}
_BY_WORD = {_folded(word): meaning for meaning, words in _WORDS.items() for word in words.split()}
_RANKS = {_folded(word) for word in _RANK.split()}


def _column_of(heading: str) -> str:
    """The contract's column that a heading names, or ''."""
    folded = _folded(heading)
    if folded in _BY_HEADING:
        return _BY_HEADING[folded]
    words = [_folded(word) for word in re.findall(r"[^\W_]+", heading)]
    colour = next((found for word in words if (found := _BY_HEADING.get(word)) in ("black", "white")), None)
    if folded in ("br", "wr"):
        return "black_rank" if folded == "br" else "white_rank"
    if colour and any(word in _RANKS for word in words):
        return f"{colour}_rank"
    if colour and len(words) > 1 and any(word in ("name", "player", "spieler", "joueur", "jugador") for word in words):
        return colour
    return next((f"{column}_rank" for column in ("black", "white") for rank in _RANKS if folded == column + rank), "")


def proposal(name: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The entry of landing.yml for a table, as YAML with remarks.

    header   the table's columns
    rows     its first rows, as many cells each
    """
    columns: dict[str, str] = {}
    unused: list[str] = []
    for heading in header:
        ours = _column_of(heading)
        if ours and ours not in columns:
            columns[ours] = heading
        elif heading:
            unused.append(heading)
    cells = {
        ours: [cell for row in rows if (cell := row[header.index(theirs)].strip())] for ours, theirs in columns.items()
    }
    _find_days(columns, unused, header, rows, cells)
    remarks: list[str] = []
    if not {"black", "white"} <= columns.keys():
        for colour in ("black", "white"):
            if colour in columns and "winner" in columns and "loser" in columns:
                unused.append(columns.pop(colour))
    elif "loser" in columns:
        unused.append(columns.pop("loser"))
    if "result" in columns and "winner" in columns and not {"loser"} & columns.keys():
        unused.append(columns.pop("winner"))
    lines = [f"{_quoted(name)}:", "  columns:"]
    lines += [
        f"    {ours}: {_quoted(columns[ours])}" for ours in (*COLUMNS["games"], "winner", "loser") if ours in columns
    ]
    missing = _missing(columns)
    lines += [f"    # {ours}: which column? without it the file can't be read" for ours in missing]
    if unused:
        remarks.append(f"not used: {', '.join(map(_quoted, unused))}")
    if "source_game_id" not in columns:
        remarks.append("no column of ids: rows are called after their lines")
    if "event" not in columns:
        lines += ["  constants:", f"    event: {_quoted(Path(name).stem)}  # the event's name, if all games are of one"]
    lines += _values("result" if "result" in columns else "winner", cells) if "loser" not in columns else []
    lines += _dates(cells.get("played_on", []))
    return "\n".join([*(f"# {remark}" for remark in remarks), *lines]) + "\n"


def _find_days(
    columns: dict[str, str],
    unused: list[str],
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    cells: dict[str, list[str]],
) -> None:
    """Looks for the column of days by what stands in it, if no heading says so."""
    if "played_on" in columns:
        return
    for heading in unused:
        column = [cell for row in rows if (cell := row[header.index(heading)].strip())]
        days = sum(bool(re.search(r"\d{2}", cell)) and _is_day(cell) for cell in column)
        if column and days >= 0.8 * len(column):
            columns["played_on"] = heading
            cells["played_on"] = column
            unused.remove(heading)
            return


def _is_day(cell: str) -> bool:
    read = read_date(cell, "dmy")
    return read.precision == "day" or read_date(cell, "mdy").precision == "day"


def _missing(columns: dict[str, str]) -> list[str]:
    """The columns that a table of games can't do without."""
    missing = [ours for ours in ("played_on",) if ours not in columns]
    if {"winner", "loser"} <= columns.keys():
        return missing
    missing += [ours for ours in ("black", "white") if ours not in columns]
    return missing + ([] if {"result", "winner"} & columns.keys() else ["result"])


def _values(ours: str, cells: dict[str, list[str]]) -> list[str]:
    """The result's words and what they mean, where they aren't the contract's and are few."""
    players = {cell.casefold() for colour in ("black", "white") for cell in cells.get(colour, [])}
    words = Counter(cell for cell in cells.get(ours, []) if not _AS_IT_IS.fullmatch(cell))
    open_words = [word for word, _ in words.most_common() if word.casefold() not in players]
    if not open_words or len(open_words) > _MOST_WORDS:
        return []
    lines = ["  values:", "    result:"]
    letters = "".join(sorted(folded for word in open_words if len(folded := _folded(word)) == 1))
    pairs = [pair for pair in _LETTERS if sorted(pair) == sorted(set(letters) - set("0123456789"))]
    for word in open_words:
        meaning = _BY_WORD.get(_folded(word)) or next(
            (("B+", "W+")[pair.index(folded)] for pair in pairs if (folded := _folded(word)) and folded in pair), None
        )
        lines.append(
            f"      {_quoted(word)}: {meaning}"
            if meaning
            else f"      # {_quoted(word)}: which result? ({words[word]} times in the first {_ROWS_SEEN} rows)"
        )
    return (
        lines if any(not line.lstrip().startswith("#") for line in lines[2:]) else ["  # " + line[2:] for line in lines]
    )


def _dates(cells: list[str]) -> list[str]:
    """The order of day and month in days like 5/31/2024, where some of them can be read in one order only."""
    found = [match for cell in cells if (match := _DAY_AND_MONTH.match(cell))]
    orders = {order for order, place in (("dmy", 1), ("mdy", 2)) if any(int(match[place]) > 12 for match in found)}
    if not found or orders == {"dmy", "mdy"}:
        return []
    return [f"  dates: {orders.pop()}"] if orders else ["  # dates: dmy or mdy? days like 5/3 can be read both ways"]


def _quoted(text: str) -> str:
    """A text as a scalar of YAML, in quotes unless it is plain words."""
    if re.fullmatch(r"[^\W\d_][\w .-]*(?<! )", text):
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def described(path: Path) -> TableMap:
    """A table of unknown columns, with every column that its header names if cells stand between the likeliest sign.

    A reader of tables takes the separator with which the columns that it is told of are there.
    """
    if path.suffix.lower() == ".xlsx":
        return TableMap(path.name)
    with open(path, "rb") as file:
        start = file.read(_HEADER_BYTES)
    codec = "utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    lines = [line for line in start.decode(codec, "replace").splitlines() if line.strip()]
    line = next((line for line in lines if not line.lower().lstrip('"').startswith("sep=")), "")
    cells = max((line.split(separator) for separator in _SEPARATORS), key=len)
    named = (cell.strip().strip('"').strip().lower() for cell in cells)
    return TableMap(path.name, columns={f"column {number}": name for number, name in enumerate(named) if name})


def main(paths: Sequence[str]) -> int:
    """Prints a proposal for every file. Returns how many could not be read."""
    failed = 0
    for path in map(Path, paths):
        try:
            header, records = mapped_table(LandingFile(path, path.name, "games", described(path)))
            rows = [cells for _, _, cells in islice(records, _ROWS_SEEN) if cells and len(cells) == len(header)]
        except (FileRefused, OSError) as error:
            print(f"# {error}", file=sys.stderr)
            failed += 1
            continue
        print(proposal(path.name, header, rows))
    return failed


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("name the tables to describe: python -m go_ratings.reading.propose results.csv")
    sys.exit(main(sys.argv[1:]) and 1)
