"""How results and komi are written: one grammar for every format."""

from __future__ import annotations

import csv
import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from go_ratings.reading.results import read_komi, read_result

READ = {
    "B+R": "B+R b+resign Ｂ＋Ｒ 黑中盘胜 黒中押し勝ち 黑中盤勝 흑불계승 黒の中押し勝ち 黒番中押し勝 黒中押し 黑+R 白投了 白认输 백불계패 "
    "白中盘负 黑方中盘获胜 黑胜(中盘) 흑승(불계) B+R(白投了) 共226手,黑中盘胜 黑中盘胜,共226手",
    "W+R": "W+R 白中押し勝ち 白中盘胜 백불계승 黑认输 黒投了 W+R(白中押勝) 흑불계패",
    "B+T": "B+T B+time B+timeout 黑超时胜 黒時間切れ勝ち 흑시간승 白超时负 白時間切れ負け 黑胜(白超时)",
    "W+T": "W+T 白超时胜 黑超时负 백시간승 흑시간패 W+Timeforfeit",
    "B+F": "B+F B+forfeit B+Forf. B+default 黒不戦勝 白弃权 백기권 흑부전승 B+Disqualification",
    "W+I": "W+I W+illegal 白反則勝ち 黒反則負け 黑犯规负 백반칙승",
    "B+Offline": "B+Offline B+disconnection 黑断线胜 白断线负",
    "B+": "B+ B black 黑 黑胜 黒勝ち 흑승 B+? 白负 黑赢",
    "B+0.5": "B+0.5 B+.5 B+½ B+¼ 黒半目勝 흑반집승 흑0.5집승 黑胜1/4子 黑半目胜",
    "W+2.5": "W+2.5 W+2,5 Ｗ＋２．５ 白2目半勝ち 백2집반승 白胜2目半 白胜1又1/4子 W+1¼ W+1.25 白二目半勝 白胜一又四分之一子 黑输2.5目",
    "B+3.5": "B+3.5 B+1¾ 黑胜1又3/4子 B+1又3/4子 B+1.75 B+3.5points B+3.5目",
    "B+4.5": "黒4目半勝 黒四目半勝ち 흑4집반승",
    "W+4": "W+2子 白胜2子 W+4.0 白4目勝",
    "W+12.5": "白十二目半勝 W+12.5pts",
    "W+43.5": "白胜43.5目 백43집반승",
    "B+1.5": "黑胜3/4子 B+¾",
    "Jigo": "Jigo draw 0 持碁 持ち碁 ジゴ 和棋 引き分け 무승부 빅",
    "Void": "Void 無勝負 无胜负 무효 noresult",
    "Both lost": "双方负 両者負け 双方負け bothlost 쌍방패",
    "Cancelled": "Cancelled canceled W+Cancellation B+annulled 中止 取消 취소",
    "?": "? unknown 不明 打ち掛け adjourned 未完",
}
SENTENCES = {
    "257手完, 白中押し勝ち": "W+R",
    "226수 백불계승": "W+R",
    "294수 흑0.5집승": "B+0.5",
    "Black wins by resignation": "B+R",
    "White won by 2.5 points": "W+2.5",
    "White lost on time": "B+T",
    "W by 2.5": "W+2.5",
    "Black resigns. W 133.5 B 81.0": "W+R",
    "B+1 3/4": "B+3.5",
    " 흑  2집반  승 ": "B+2.5",
    "show\nW+R": "W+R",
    "has adjourned.": "?",
    "": "?",
}


@pytest.mark.parametrize(
    ("text", "meant"),
    [(text, meant) for meant, texts in READ.items() for text in texts.split()] + list(SENTENCES.items()),
)
def test_what_is_read(text, meant):
    result = read_result(text)
    assert result.written() == meant and not result.problem
    again = read_result(result.written())
    assert again._replace(is_ruling=result.is_ruling) == result, "what is written is read the same"


@pytest.mark.parametrize(
    "text",
    [
        "黑超时",  # it may have won or lost on time
        "흑시간",
        "黒反則",
        "中押し勝ち",
        "B+R(W+R)",
        "W+R(黒中押し勝ち)",
        "B+F(黒不戦敗)",
        "B+1.5 ? W+timeout",
        "better",
        "3-0",
        "W-R",
        "B" * 301,
    ],
)
def test_what_is_not_certain_is_not_read(text):
    assert read_result(text).problem == "unreadable" and not read_result(text).written()


def test_a_winner_without_a_how():
    for text in ("B+AW", "B+, the opponent left", "黑+某"):
        assert read_result(text)[:3] == ("decided", "b", "unknown") and read_result(text).problem == "how_unread"
    assert read_result("W+0.02").problem == "margin_odd" and read_result("W+0.02").margin is None


def test_rulings():
    assert read_result("B+Disqualification").is_ruling and read_result("B+Moderator Decision").is_ruling
    assert not read_result("B+F").is_ruling and not read_result("B+Abandonment").is_ruling


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("黒6目半", 6.5),
        ("6目半", 6.5),
        ("六目半", 6.5),
        ("黒コミ出し5目半", 5.5),
        ("互先 6目半コミ出し", 6.5),
        ("덤 6집반", 6.5),
        ("贴3又3/4子", 7.5),
        ("黑贴3.75子", 7.5),
        ("Black 6.5p", 6.5),
        ("6.5 pts", 6.5),
        ("0", 0),
        ("白胜7目", None),
        ("White won by 6.5p", None),
        ("5.5 or 6.5", None),
        ("互先", None),
        ("", None),
    ],
)
def test_komi_in_words(text, points):
    assert read_komi(text) == points


@given(st.text(st.sampled_from("bwBW+黒黑白흑백半반目子又/.,0123一二十()胜负勝ち中押し盘불계승 rtf?"), max_size=40))
def test_any_text_gives_a_result(text):
    result = read_result(text)
    assert (result.outcome == "") == (result.problem == "unreadable")
    assert (result.winner != "") == (result.outcome in ("decided", "default"))
    assert result.margin is None or (result.margin >= 0 and result.margin * 2 == int(result.margin * 2))
    if result.outcome and not result.problem:
        again = read_result(result.written())
        assert (again.outcome, again.winner, again.margin) == (result.outcome, result.winner, result.margin)
    read_komi(text)


def test_long_texts_take_no_time():
    begin = time.process_time()
    for piece in ("b", "黒", "1", "一", "半", "1/4", "+", "(", "b+", "勝", "0 "):
        read_result(piece * 300)
        read_result(f"B+{piece * 290}")
        read_komi(piece * 300)
        read_result(piece * 500_000)
    assert time.process_time() - begin < 1


def test_results_of_real_files(shared_folder):
    """Of 1,036,166 results in lists of professionals and servers all but some are read, and no text is read in two ways."""
    with open(shared_folder / "data" / "dirty_values.csv", encoding="utf-8", newline="") as file:
        counts = {
            (row["source"], row["raw_value"]): int(row["count"])
            for row in csv.DictReader(file)
            if row["property"] in ("RE", "result", "re") and row["count"].isdigit()
        }
    written = {key: count for key, count in counts.items() if not key[0].startswith(("opengotha", "pairgoth"))}
    patterns = ("<missing>", "W+N.N", "B+N.N")  # what the list writes for more than it names
    unread = {
        text: count
        for (_, text), count in written.items()
        if text not in patterns and read_result(text).problem in ("unreadable", "how_unread")
    }
    assert sum(unread.values()) < 30, unread


@pytest.mark.parametrize("text", ["- 6.5", "\u22126.5", "-6.5 points", "reverse 6.5", "逆コミ6目半"])
def test_a_komi_keeps_its_sign(text: str) -> None:
    assert read_komi(text) == Decimal("-6.5")


@pytest.mark.parametrize("text", ["Black gets 6.5", "白6.5"])
def test_a_komi_that_may_be_anybodys_is_none(text: str) -> None:
    assert read_komi(text) is None


@pytest.mark.parametrize("text", ["W+R B+R", "B+RW+R", "B+W", "W+B", "黒+白", "B+-3"])
def test_what_contradicts_itself_has_no_winner(text: str) -> None:
    assert read_result(text).problem == "unreadable" and not read_result(text).winner
