"""How names are read for the search: kana in Latin letters, one form of each character, likely readings."""

from __future__ import annotations

import pytest

import readings


@pytest.mark.parametrize(
    ("kana", "latin"),
    [
        ("さの", "sano"),
        ("せいげん", "seigen"),
        ("チョウ", "chou"),
        ("ｼﾞｭﾝｲﾁ", "junichi"),
        ("いきょう", "ikyou"),
        ("はっとり", "hattori"),
        ("まっちゃ", "maccha"),
        ("フィリップ", "firippu"),
        ("ジェシー", "jeshiー"),
        ("づか", "zuka"),
        ("Ann と Bo", "Ann to Bo"),
        ("っ", ""),
    ],
)
def test_kana_in_latin_letters(kana: str, latin: str) -> None:
    assert readings.in_latin(kana) == latin


def test_every_kana_is_read() -> None:
    kana = [chr(code) for code in range(0x3041, 0x3095) if chr(code) != "っ"]
    assert [each for each in kana if not readings.in_latin(each).isascii()] == []


@pytest.mark.parametrize(
    ("written", "held"),
    [("赵齐", "趙斉"), ("趙齊", "趙斉"), ("石", "乭"), ("绫", "綾"), ("髙﨑", "高崎"), ("黑", "黒")],
)
def test_forms_of_a_character_are_one(written: str, held: str) -> None:
    assert readings.one_form(written) == readings.one_form(held)


def test_other_characters_are_not() -> None:
    assert readings.one_form("吉田") != readings.one_form("古田")
    assert readings.one_form("Ann, かな") == "Ann, かな"


def test_forms_are_those_of_the_names_held() -> None:
    table = readings.forms(["趙斉", "Ann"])
    assert table["赵"] == "趙" and table["齐"] == table["齊"] == "斉"
    assert not set(table.values()) - {"趙", "斉"}


def test_likely_readings() -> None:
    assert readings.likely_reading("山田太郎") == "yamadatarou"
    assert readings.likely_reading("𪚥𪚥") == ""


def test_further_keys_are_of_what_nobody_reads() -> None:
    spellings = {"a": ["山田太郎"], "b": ["山田太郎", "Yamada Taro"], "c": ["オスカー"], "d": ["Ann"]}
    found = readings.further_keys(spellings, {"a", "c", "d"}, lambda texts: [text.lower() for text in texts])
    assert "yamadatarou" in found["a"] and "yamadatarou" not in found["b"]
    assert found["c"] == ["osukaー"] and "d" not in found
