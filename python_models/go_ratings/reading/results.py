"""How results are written, in tables and in records alike: one grammar for every format.

    win       = [moves] colour, then how and "wins" in any order; or "+" and how; or the colour alone
    loss      = [moves] colour, how and "loses": the other colour wins; so do "Black resigns", 白认输
    colour    = B | Black | 黒 | 黑 | 흑 | W | White | 白 | 백, also 黒番, 黑方, 흑이, 黒の
    how       = nothing | resignation (R, 中押し, 中盘, 불계) | time (T, 時間切れ, 超时, 시간) |
                default (F, 不戦, 弃权, 기권, 부전) | illegal move (I, 反則, 犯规, 반칙) |
                disconnection (Offline, 断线) | points (3.5, 2目半, 半目, 반집, 2집반) |
                stones (1¾, 1又3/4子, 1.75, 2子): twice as many points
    no winner = Jigo, Draw, 0, 持碁, 和棋, 무승부; Void, 無勝負, 无胜负, 무효; Both lost, 両者負け, 双方负;
                Cancelled, Annulled, 中止, 取消, 취소; ?, Unknown, Unfinished, 打ち掛け, 不明, nothing

In any case and width; blanks, a remark in brackets behind it (unless it names another winner) and a
number of moves before it (257手完, 226수) are left aside. "Black, time" without wins or loses can mean
either and is not read. What servers write behind the plus: a cancellation or annulment is cancelled
whoever it names, a disqualification or a moderator's decision is a default, since the game was not
decided by play, an abandonment is a disconnection, a timeout in counting a win on time.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from typing import NamedTuple

_MAX_LENGTH = 300


class Result(NamedTuple):
    """What a text says of a game's end.

    outcome  decided, default, jigo, no_result, both_lose, cancelled or unknown; '' where the text can't be read
    winner   b, w or ''
    win_by   resignation, time, default, illegal_move, disconnection, points or unknown; '' without a winner
    margin   points, where the game was won by points and half points can say it
    problem  unreadable, or of a result with a winner how_unread or margin_odd (no half points), else ''
    is_ruling  whether somebody else than the players decided it, whatever had been played
    """

    outcome: str
    winner: str = ""
    win_by: str = ""
    margin: float | None = None
    problem: str = ""
    is_ruling: bool = False

    def written(self) -> str:
        """The result as the landing contract writes it; '' where it can't be read."""
        if not self.winner:
            return _CONTRACT.get(self.outcome, "")
        how = (
            f"{Decimal(str(self.margin)).normalize():f}"
            if self.margin is not None
            else _HOW_WRITTEN.get(self.win_by, "")
        )
        return f"{self.winner.upper()}+{how}"


_CONTRACT = {
    "jigo": "Jigo",
    "no_result": "Void",
    "both_lose": "Both lost",
    "cancelled": "Cancelled",
    "unknown": "?",
}
_HOW_WRITTEN = {"resignation": "R", "time": "T", "default": "F", "illegal_move": "I", "disconnection": "Offline"}

_UNREADABLE = Result("", problem="unreadable")

_NO_WINNER = {
    **dict.fromkeys(
        [
            "jigo",
            "draw",
            "drawn",
            "tie",
            "tied",
            "d",
            "0",
            "d+j",
            "持碁",
            "持ち碁",
            "ジゴ",
            "和棋",
            "和局",
            "和",
            "平局",
            "平手",
            "引き分け",
            "引分け",
            "引分",
            "무승부",
            "빅",
            "비김",
        ],
        "jigo",
    ),
    **dict.fromkeys(
        [
            "void",
            "noresult",
            "no-result",
            "no_result",
            "無勝負",
            "无胜负",
            "無勝敗",
            "ノーリザルト",
            "無効",
            "无效",
            "無效",
            "무효",
            "무효국",
        ],
        "no_result",
    ),
    **dict.fromkeys(
        [
            "bothlost",
            "bothlose",
            "both_lose",
            "bothplayerslose",
            "bothplayerslost",
            "両者負け",
            "両者負",
            "両負け",
            "両負",
            "双方負け",
            "双方負",
            "双方负",
            "雙方負",
            "双负",
            "雙負",
            "双败",
            "双方败",
            "쌍방패",
            "양패",
            "양자패",
        ],
        "both_lose",
    ),
    **dict.fromkeys(
        [
            "cancelled",
            "canceled",
            "cancellation",
            "cancel",
            "annulled",
            "annulment",
            "中止",
            "取消",
            "取消し",
            "取り消し",
            "취소",
            "대국취소",
        ],
        "cancelled",
    ),
    **dict.fromkeys(
        [
            "?",
            "??",
            "unknown",
            "unfinished",
            "notfinished",
            "adjourned",
            "hasadjourned",
            "ongoing",
            "suspended",
            "inprogress",
            "不明",
            "不详",
            "不詳",
            "未知",
            "未完",
            "未終局",
            "未终局",
            "打ち掛け",
            "打掛け",
            "打掛",
            "打挂",
            "封じ手",
            "封盘",
            "中断",
            "미상",
            "미완",
            "봉수",
        ],
        "unknown",
    ),
    "": "unknown",
}
_COLOUR = r"(?P<colour>black|white|[bw](?![a-z])|[bw](?=\+|res|win|won|los|by)|[黒黑흑白백])(?:番|方|棋|子(?!胜|勝)|이|가|は|が|の|の番|以)?の?"
_WINS = r"の?(?:wins?|won|勝ち|勝利|勝|胜出|获胜|獲勝|胜|赢|贏|승리|승)"
_LOSES = r"の?(?:loses?|lost|負け|負|敗|败|负|输|輸|패배|패)"
_REASONS = {
    "resignation": r"r|res|resign(?:s|ed|ation)?|中押し?|中[盘盤]|投了|投子|认输|認輸|불계|돌?던짐",
    "time": r"t|time|times?out|timeisout|timeover|timedout|timeforfeit|forfeitontime|outoftime|stoneremovaltimeout|時間切れ?|时间|時間|超時|超时|逾时|逾時"
    r"|时间到|시간(?:초과|패배)?",
    "default": r"f|forf?(?:eit(?:ed|s|ure)?)?|default|walkover|w[./]?o|noshow|disqualification|disqualified|moderatordecision"
    r"|serverdecision|不[戦战戰]|[弃棄]権|弃权|棄權|缺席|欠席|기권|부전|몰수",
    "illegal_move": r"i|illegal(?:move)?|repetition|反則|犯规|犯規|违规|반칙",
    "disconnection": r"offline|disconnect(?:ed|ion)?|abandon(?:ed|ment)?|断线|斷線|掉线|掉線|회선끊김|접속끊김",
    "cancelled": r"cancell?ed|cancellation|cancel|annull?ed|annulment|中止|取消|취소",
    "": r"|\?|unknown|不明",
}
_ANY_REASON = "|".join(f"(?:{words})" for words in _REASONS.values() if not words.startswith("|"))
_NUMBER = r"[0-9]{1,6}(?:[.,][0-9]{0,8})?|[.,][0-9]{1,8}|[一二三四五六七八九十百]{1,6}"
_POINTS = (
    rf"(?P<half>半|반)(?P<half_unit>目|집|호|点|點|子)?"
    rf"|(?:(?P<whole>{_NUMBER})(?:又|と|\+)?)?(?P<fraction>[1-3一三]/[24]|[二四]分之[一三])(?P<fraction_unit>目|点|點|子)?"
    rf"|(?P<number>{_NUMBER})(?P<unit>目|집|호|点|點|子|points?|pts?|moku)?(?P<and_half>半|반)?(?P<late_unit>目|집|호|点|點|子)?"
)
_BY = "(?:by|on|with|thanksto|due to|through|以)?"
_FORMS = (
    # B+R, B+3.5, B+, B+?; what stands behind the plus is won by
    rf"{_COLOUR}\+(?:(?P<reason>{_ANY_REASON})|(?P<points>{_POINTS})|(?P<nothing>\?|unknown|不明)?)(?P<verb>{_WINS})?",
    # 黒中押し勝ち, 白2目半勝, 黑超时负, 흑불계승
    rf"{_COLOUR}{_BY}(?:(?P<reason>{_ANY_REASON})|(?P<points>{_POINTS}))(?P<verb>{_WINS}|{_LOSES})",
    # 白胜43.5目, Black wins by resignation, White loses on time, 黑胜
    rf"{_COLOUR}(?P<verb>{_WINS}|{_LOSES}){_BY}(?:(?P<reason>{_ANY_REASON})|(?P<points>{_POINTS}))?",
    # Black by resignation
    rf"{_COLOUR}by(?:(?P<reason>{_ANY_REASON})|(?P<points>{_POINTS}))",
    # Black resigns, 白认输, 黑弃权: who does it loses
    rf"{_COLOUR}(?P<gives_up>resign(?:s|ed)?(?:[.,;].*)?|投了|认输|認輸|投子(?:认输)?|기권|[弃棄]权|棄權|forfeit(?:s|ed))",
    # 黒中押し, 흑불계: won by it, since only a win is called so
    rf"{_COLOUR}(?P<reason>中押し?|中[盘盤]|불계)",
    # B, White
    rf"{_COLOUR}",
)
_WON = tuple(re.compile(form.replace(" ", "")) for form in _FORMS)
_RULING = re.compile("disqualif|decision")
_REASON = {name: re.compile(words) for name, words in _REASONS.items()}
_VERB_OF_LOSS = re.compile(_LOSES)
_MOVES_BEFORE = re.compile(
    r"^(?:全|共|計|计|总|總|총)?[0-9]{1,4}(?:手|수)(?:完了|完|终|終|まで|以下略|까지|끝|で)?[,、。;:]?"
)
_MOVES_BEHIND = re.compile(r"[,、。;:](?:全|共|計|计|总|總|총)?[0-9]{1,4}(?:手|수)(?:完了|完|终|終|まで|까지|끝)?$")
_REMARK = re.compile(r"([^()\[\]【】]*)[(\[【]([^()\[\]【】]*)[)\]】]")
_MIXED = re.compile(r"([0-9])\s+(?=[1-3]/[24])")
_FRACTION_SIGNS = {"¼": "1/4", "½": "1/2", "¾": "3/4"}
_CONTRADICTION = re.compile(r"[bw黒黑흑白백]\+|^-|^(?:b|black|w|white|[黒黑흑白백])$")
_NUMERALS = {numeral: value for value, numeral in enumerate("一二三四五六七八九", start=1)}


_USUAL = re.compile(r"([BW])\+(?:(R)|([0-9]{1,3}(?:\.[05])?))")


def read_result(text: str) -> Result:
    """What the text says of a game's end."""
    if usual := _USUAL.fullmatch(text):  # nearly all of them, without a look at the grammar
        margin = None if usual[2] else float(usual[3])
        return Result("decided", usual[1].lower(), "resignation" if usual[2] else "points", margin)
    if len(text) > _MAX_LENGTH:
        return _UNREADABLE
    tidy = _tidy(text)
    remark = _REMARK.fullmatch(tidy)
    if not remark or not remark[1]:
        return _read(tidy)
    result, said = _read(remark[1]), _read(remark[2])
    if not result.winner:
        return result
    # (白超时) behind a win of Black's says how White lost it; what else begins with the other colour contradicts.
    if not said.winner and _read(f"{remark[2]}负").winner == result.winner:
        said = _read(f"{remark[2]}负")
    named = said.winner or {"黒": "b", "黑": "b", "흑": "b", "白": "w", "백": "w"}.get(remark[2][:1], "")
    if named and named != result.winner:
        return _UNREADABLE
    if result.win_by == "unknown" and not result.problem:
        how = said if said.winner else _read(f"{result.winner}+{remark[2]}")
        return how if how.winner and not how.problem else result
    return result


def _tidy(text: str) -> str:
    """In lower case, half width and without blanks; fractions as 1/4 with 又 before them."""
    for sign, fraction in _FRACTION_SIGNS.items():
        text = re.sub(rf"(?<=[0-9０-９])\s*{sign}", f"又{fraction}", text).replace(sign, fraction)
    text = unicodedata.normalize("NFKC", text).lower().strip()
    text = text.removeprefix("show").replace("\u2212", "-").replace("\uff0f", "/")
    text = "".join(_MIXED.sub(r"\1又", text).split())
    text = text.rstrip(".。!！")
    return _MOVES_BEHIND.sub("", _MOVES_BEFORE.sub("", text))


def _read(tidy: str) -> Result:
    if tidy in _NO_WINNER:
        return Result(_NO_WINNER[tidy])
    for form in _WON:
        if found := form.fullmatch(tidy):
            return _won(found.groupdict())
    colour = re.match(r"(b|black|w|white|[黒黑흑白백])\+", tidy)
    if colour and not _CONTRADICTION.search(tidy[colour.end() :]):
        return Result("decided", _side(colour[1]), "unknown", problem="how_unread")
    return _UNREADABLE


def _side(colour: str) -> str:
    return "b" if colour[0] in "b黒黑흑" else "w"


def _won(found: dict[str, str | None]) -> Result:
    winner = _side(found["colour"] or "")
    if found.get("gives_up") or _VERB_OF_LOSS.fullmatch(found.get("verb") or ""):
        winner = "w" if winner == "b" else "b"
    if gives_up := found.get("gives_up"):
        win_by = "default" if re.match("기권|[弃棄]|forfeit", gives_up) else "resignation"
    elif reason := found.get("reason"):
        win_by = next(name for name, words in _REASON.items() if words.fullmatch(reason))
    elif found.get("points"):
        margin = _points(found)
        is_odd = margin * 2 != int(margin * 2)
        return Result("decided", winner, "points", None if is_odd else float(margin), "margin_odd" if is_odd else "")
    else:
        win_by = "unknown"
    if win_by == "cancelled":
        return Result("cancelled")
    is_ruling = bool(_RULING.search(found.get("reason") or ""))
    return Result("default" if win_by == "default" else "decided", winner, win_by, is_ruling=is_ruling)


def _points(found: dict[str, str | None]) -> Decimal:
    """Points; stones are two points each, and quarters are always of stones."""
    if found.get("half"):
        return Decimal(1) if found.get("half_unit") == "子" else Decimal("0.5")
    if fraction := found.get("fraction"):
        part = {"1/4": "0.25", "四分之一": "0.25", "1/2": "0.5", "二分之一": "0.5"}.get(fraction, "0.75")
        number = _number(found.get("whole") or "0") + Decimal(part)
        return number if part == "0.5" and found.get("fraction_unit") != "子" else number * 2
    number = _number(found.get("number") or "0") + (Decimal("0.5") if found.get("and_half") else 0)
    units = (found.get("unit"), found.get("late_unit"))
    return number * 2 if "子" in units or number % 1 in (Decimal("0.25"), Decimal("0.75")) else number


_KOMI = re.compile(
    rf"[^0-9.,/一二三四五六七八九十百半반]*(?:{_POINTS})[^0-9.,/一二三四五六七八九十百半반]*".replace(" ", "")
)
_REVERSE = re.compile(r"^[^0-9]*[-\u2010-\u2015逆]|reverse|역덤")
# Whose points they are isn't certain then.
_GIVEN = re.compile(r"gets|receives|もらい|^(?:b|w|白|백)[0-9]")
_TELLS_A_WIN = re.compile(rf"(?:{_WINS}|{_LOSES})".replace("の?", ""))


def read_komi(text: str) -> Decimal | None:
    """The points of a komi in words (黒6目半, コミ出し5目半, 덤 6집반, 贴3又3/4子, Black 6.5p), None if it tells none."""
    tidy = _tidy(text) if len(text) <= _MAX_LENGTH else ""
    found = None if _TELLS_A_WIN.search(tidy) or _GIVEN.search(tidy) else _KOMI.fullmatch(tidy)
    points = _points(found.groupdict()) if found else None
    return -points if points and _REVERSE.search(tidy) else points


def _number(text: str) -> Decimal:
    """A number in digits, or in numerals up to 999 (十二, 百五十)."""
    if text[0] in "0123456789.,":
        return Decimal(text.replace(",", ".").rstrip(".") or "0")
    total = value = 0
    for numeral in text:
        if numeral in "十百":
            total += (value or 1) * (10 if numeral == "十" else 100)
            value = 0
        else:
            value = _NUMERALS[numeral]
    return Decimal(total + value)
