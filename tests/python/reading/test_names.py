"""What is compared of a name, and what stands behind it and is no part of it."""

from __future__ import annotations

import time

import pytest

from go_ratings.reading.formats.contents import player_of
from go_ratings.reading.names import bare_name, name_key, split_name


@pytest.mark.parametrize(
    "name",
    [
        "青木花",
        "青木花\u200b",
        "\ufeff青木花",
        "青木\u2060花",
        "\u202a青木花\u202c",
        "青\u00ad木花",
        "青木花\U000e0100",  # the form of a character that a font may have
        "青木\ufe00花",
        "青木\x7f花",
        "青\x00木花",
        "　青木花\u3164",
    ],
)
def test_invisible_characters_are_no_part_of_a_name(name: str) -> None:
    assert name_key(name) == "青木花"
    assert player_of(name).player_id == "name:青木花"


def test_what_is_seen_stays() -> None:
    for name in ("Ana López", "AOKI Hana", "aoki hana", "髙橋一", "O'Hara-Li", "がく", "สมชาย", "はな\u3099"):
        assert name_key(name).replace(" ", "") == name_key(name.replace(" ", ""))
        assert len(name_key(name)) >= len(name.split()[0])
    assert name_key("Aoki\tHana \n Mei") == "Aoki Hana Mei" and name_key("A\u3000B") == "A B"


@pytest.mark.parametrize(
    ("written", "name", "rank"),
    [
        ("青木花 六段", "青木花", "6d"),
        ("丙某七段", "丙某", "7d"),
        ("丙某７段", "丙某", "7d"),
        ("李某九段", "李某", "9d"),
        ("王 九段", "王", "9d"),
        ("青木花（六段）", "青木花", "6d"),
        ("青木花【六段】", "青木花", "6d"),
        ("青木花・六段", "青木花", "6d"),
        ("青木花プロ九段", "青木花", "9p"),
        ("青木花アマ六段", "青木花", "6d"),
        ("张三业余5段", "张三", "5d"),
        ("張三 職業九段", "張三", "9p"),
        ("青木花 初段", "青木花", "1d"),
        ("青木花 3級", "青木花", "3k"),
        ("홍길동 9단", "홍길동", "9d"),
        ("홍길동9단", "홍길동", "9d"),
        ("홍길동 프로 9단", "홍길동", "9p"),
        ("홍길동 초단", "홍길동", "1d"),
        ("홍길동 5급", "홍길동", "5k"),
        ("Hong Gildong 9p", "Hong Gildong", "9p"),
        ("Hana Aoki, 6 dan", "Hana Aoki", "6d"),
        ("Hana Aoki 6-dan", "Hana Aoki", "6d"),
        ("Hana Aoki 6th dan", "Hana Aoki", "6d"),
        ("Hana Aoki 3. Dan", "Hana Aoki", "3d"),
        ("Hana Aoki [2d]", "Hana Aoki", "2d"),
        ("Hana Aoki (2D)", "Hana Aoki", "2d"),
        ("Hana Aoki <12k?>", "Hana Aoki", "12k"),
        ("Hana Aoki 6 dan pro", "Hana Aoki", "6p"),
        ("Hana Aoki 9 ping", "Hana Aoki", "9p"),
        ("Hana Aoki ２ｄ", "Hana Aoki", "2d"),
        ("Иван Иванов 5 дан", "Иван Иванов", "5d"),
        ("Иван Иванов 3 кю", "Иван Иванов", "3k"),
        ("annplays (1802)", "annplays", ""),
        ("annplays [1802?]", "annplays", ""),
        ("annplays （1802）", "annplays", ""),
        ("annplays (1975)", "annplays", ""),
        ("annplays 2d (1802)", "annplays", "2d"),
        ("annplays (2d, 2105)", "annplays", "2d"),
        ("annplays (5.3k)", "annplays", "5k"),
        ("Hana Aoki (1802)", "Hana Aoki", ""),
    ],
)
def test_a_rank_behind_a_name(written: str, name: str, rank: str) -> None:
    assert split_name(written) == (name, rank)
    assert bare_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "王九段",  # a person may be called so; two characters have to stand before a rank without a blank
        "九段",
        "初段",
        "段某",
        "9d",
        "(1802)",
        "[2d]",
        "Dan",
        "Ada Dan",
        "Li Ping",
        "Ping 9",
        "Wang Lei (1975)",  # years of birth tell two people apart
        "王磊 (1985)",
        "Ada 2",
        "Ada (2)",
        "Ada (f)",
        "Ada 12d",
        "Ada 0k",
        "Ada 31k",
        "Ada3d",
        "bot_9d",
        "bot-9d",
        "A1",
        "Q9",
        "K 9",
        "10000001",
        "Louis XIV",
        "本因坊某",
    ],
)
def test_what_is_part_of_a_name(name: str) -> None:
    assert split_name(name) == (name, "")


def test_games_give_the_name_as_written_and_the_player_without_a_rank() -> None:
    player = player_of("Hana Aoki 6d", "JP")
    assert (player.player_id, player.name, player.written) == ("name:Hana Aoki|JP", "Hana Aoki", "name:Hana Aoki 6d|JP")
    player = player_of("Hana Aoki 6d", "JP", pin="10000001")
    assert (player.player_id, player.name, player.written) == ("egd:10000001", "Hana Aoki", "egd:10000001")


def test_hostile_names_cost_no_time() -> None:
    began = time.monotonic()
    for name in (
        "(1d)" * 50_000,
        "," * 99 + "d",
        "1d " * 40_000,
        "(" * 99 + ")",
        " 1" * 49 + "d",
        "\u200b" * 100_000 + "d",
    ):
        split_name("Ada " + name)
    assert time.monotonic() - began < 2
