"""Names that look damaged, and names that only look unusual."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from go_ratings.reading.damage import damage_of


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("陳耀Y", "letter Y"),
        ("半c廷", "letter c"),
        ("陳耀Ｙ", "letter Ｙ"),
        ("半с廷", "letter с"),  # Cyrillic
        ("김A수", "letter A"),
        ("陳?耀", "question mark"),
        ("陳？耀", "question mark"),
        ("M?ller", "question mark"),
        ("陳\ufffd耀", "U+FFFD"),
        ("陳〓耀", "geta mark"),
        ("陳□耀", "white square"),
        ("朴廷\ue000", "U+E000"),
        ("A\x1bB", "control character U+001B"),
        ("é\x9d\x92木", "control character U+009D"),
        ("木村\u200b光", "invisible U+200B"),
        ("\ufeffDora", "invisible U+FEFF"),
        ("Dora\u200f", "invisible U+200F"),
        ("&#24195;&#28716;", "probably 広瀬"),
        ("Tom &amp; Jerry", "probably Tom & Jerry"),
        ("%E9%9D%92%E6%9C%A8", "probably 青木"),
        (r"\u9752\u6728", "probably 青木"),
        ("\x1b$B@DLZ\x1b(B", "probably 青木"),
        ("ÖìÌ«", "another encoding"),
    ],
)
def test_damaged_names(name: str, told: str) -> None:
    assert told in damage_of(name)


@pytest.mark.parametrize(
    ("meant", "read_as"),
    [
        ("Müller", "cp1252"),
        ("Müller", "latin-1"),
        ("Müller", "mac_roman"),
        ("Müller", "cp850"),
        ("Müller", "gbk"),
        ("João", "cp1252"),
        ("Nguyễn", "cp1252"),
        ("김철수", "latin-1"),
        ("青木", "latin-1"),
        ("あい", "cp932"),
        ("ヤマダ", "cp932"),
        ("Иван Петров", "gbk"),
        ("Hanuš", "cp1250"),
    ],
)
def test_what_was_meant_before_the_wrong_encoding(meant: str, read_as: str) -> None:
    damaged = meant.encode("utf-8").decode(read_as)
    assert damage_of(damaged).startswith("is UTF-8 that was read as")
    assert damage_of(damaged).endswith(f"probably {meant}")


@pytest.mark.parametrize(
    "name",
    [
        *("Müller", "Jørgen", "João", "Łukasz", "Đặng Văn", "O’Neil", "O'Neil", "Šárka", "Þóra", "Ångström", "Ōhashi"),
        *("Иван Петров", "Ελένη", "علی\u200cرضا", "กิตติ", "李世乭", "邱峻", "柯潔", "郭鵑", "片山孝", "김철수"),
        *(
            "青木 花",
            "青木　花",
            "𠮷田",
            "髙橋",
            "葛󠄀城",
            "マイケル・レドモンド",
            "J・カーツ",
            "Ｍ・レドモンド",
            "ｶﾞｸ",
            "AI囲碁",
        ),
        *("李 Sedol", "羽根 A", "AlphaGo", "100% Kim", "A & B", "?", "???", "annplays (1802)", "ann_2", "Ⅲ世", "👍Kim"),
    ],
)
def test_unusual_names_are_not_damaged(name: str) -> None:
    assert damage_of(name) == ""


@pytest.mark.parametrize("name", ["中野杯U20選手権", "棋聖戦C組", "竜星戦A", "Who's next?"])
def test_events_may_hold_letters_and_questions(name: str) -> None:
    assert damage_of(name, is_person=False) == "" and damage_of("棋聖\ufffd", is_person=False)


@given(st.text(max_size=20))
def test_any_text_is_judged(name: str) -> None:
    assert damage_of(name, True) == "" or len(damage_of(name, True)) > 10
    damage_of(name, False)
