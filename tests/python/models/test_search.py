"""Search by any spelling: the key that spellings share, the alias mart, and find_player."""

from __future__ import annotations

import unicodedata

import pytest

from builds import Build

SAME = {
    "long vowels": ("Ōtake Hideo", "Otake Hideo", "Ohtake Hideo", "Ootake Hideo", "OHTAKE HIDEO", "Ōtake-Hideo"),
    "word ends": ("Satō Shinji", "Sato Shinji", "Satoh Shinji", "Satou Sinzi"),
    "hepburn": ("Chō Jun'ichi", "Tyo Jyunichi", "Chou Zyuniti"),
    "shu": ("Fujita Shūsaku", "Hujita Syusaku", "Fuzita Shuusaku"),
    "nasal": ("Honma Shinbei", "Homma Shimbei", "Homma Simbei"),
    "full width": ("Otake Hideo", "Ｏｔａｋｅ　Ｈｉｄｅｏ"),
    "kana": ("いがらし ガク", "イガラシ　がく", "ｲｶﾞﾗｼ ｶﾞｸ", unicodedata.normalize("NFD", "イガラシガク")),
    "long kana": ("ルーカス", "るーかす", "ﾙｰｶｽ"),
    "old kanji": ("藤沢栄寿", "藤澤榮壽", "藤澤 栄寿"),
    "variants in names": ("高崎辺吉", "髙﨑邊𠮷", "髙嵜邉吉"),
    "compatibility ideographs": ("神", "\ufa19"),
    "letters beyond ASCII": ("Łukasz Sørensen Strauß", "lukasz sorensen strauss"),
}
OTHER = (("吉田", "古田"), ("佐々木", "佐木"), ("Ono Kei", "Uno Kei"), ("かな", "かの"), ("Li Jun", "Lee Jun"))


def key(build: Build, spelling: str) -> str:
    return build.value("select marts.search_key(?)", spelling)


@pytest.mark.parametrize("spellings", SAME.values(), ids=SAME)
def test_spellings_of_a_name_share_a_key(demonstration: Build, spellings: tuple[str, ...]) -> None:
    assert len({key(demonstration, spelling) for spelling in spellings}) == 1


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_names_do_not(demonstration: Build, one: str, other: str) -> None:
    assert key(demonstration, one) != key(demonstration, other)


def test_the_key_of_a_key_is_the_key(demonstration: Build) -> None:
    changed = "select search_key from marts.dim_player_alias where marts.search_key(search_key) != search_key"
    assert demonstration.rows(changed) == []


def test_every_spelling_finds_the_player(demonstration: Build) -> None:
    """Each name that dim_player has, and each alias of the demonstration league."""
    lost = demonstration.rows(
        """
        with spelling as (
            select player_id, unnest([name_ja, name_kana, name_romaji, name_romaji_ascii, name_display, player_id]) as written
            from marts.dim_player
            union all
            select player_id, alias from seeds.demo_aliases
        )
        select spelling.* from spelling
        where written is not null and not exists (
            select 1 from marts.dim_player_alias as alias
            where alias.player_id = spelling.player_id and alias.search_key = marts.search_key(spelling.written)
        )
        """
    )
    assert lost == []


def test_find_player(demonstration: Build) -> None:
    find = "select player_id, alias, matched from marts.find_player(?)"
    assert demonstration.rows(find, "淺野榮一") == [("D005", "浅野栄一", "whole")]
    assert demonstration.rows(find, "eiichi asano") == [("D005", "Eiichi Asano", "whole")]
    part = demonstration.rows(find, "さぶろう")
    assert {"D007", "D048"} <= {player for player, _, _ in part} and {matched for _, _, matched in part} == {"part"}
    places = [matched for _, _, matched in demonstration.rows(find, "ishi")]
    assert places == sorted(places, key=["whole", "beginning", "part"].index) and len(set(places)) > 1
    for nothing in ("", " ・ ", "nobody of this name"):
        assert demonstration.rows(find, nothing) == []


def test_functions_take_any_spelling(demonstration: Build) -> None:
    card = demonstration.rows("select player_id, list_id from marts.player_card('Tougou Naomi')")
    assert card == [("D092", "pro"), ("D092", "womens")]
    games = demonstration.rows("select game_id from marts.head_to_head('naomi tōgō', 'D102')")
    assert games == demonstration.rows("select game_id from marts.head_to_head('東鄕直美', 'Ueno Youko')") and games
    history = demonstration.rows("select distinct player_id from marts.rating_history('pro', 'とうごう なおみ')")
    assert history == [("D092",)]


def test_sort_keys(demonstration: Build) -> None:
    """In the order of a Japanese index voicing counts only between names that are otherwise equal."""
    in_japanese = demonstration.rows("select name_kana, sort_ja from marts.dim_player where name_kana is not null")
    plain = {
        kana: unicodedata.normalize("NFD", kana).translate({0x3099: None, 0x309A: None}) for kana, _ in in_japanese
    }
    hiragana = {chr(code): chr(code - 0x60) for code in range(0x30A1, 0x30F7)}
    folded = {kana: "".join(hiragana.get(c, c) for c in text if c not in "・ー ") for kana, text in plain.items()}
    assert [kana for kana, _ in sorted(in_japanese, key=lambda row: row[1])] == sorted(
        (kana for kana, _ in in_japanese), key=lambda kana: (folded[kana], kana)
    )
    latin = demonstration.rows("select name_romaji_ascii, sort_en from marts.dim_player where name_romaji like '%ō%'")
    assert latin and all(name.isascii() and name.lower() == sort for name, sort in latin)
