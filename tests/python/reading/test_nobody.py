"""Nobody is not a player: hundreds of forms that stand where a player should be, and names of people that look like them."""

from __future__ import annotations

import time

import pytest

from go_ratings.reading.nobody import is_empty_cell, is_placeholder

NOBODY = """
(bye)|bye|BYE|Bye 1|Bye.|B.Y.E.|b y e|[BYE]|<bye>|- bye -|*bye*|Bye #3|bye1|Bye Bye|Bye, Bye|1 bye|BYE (free)|Bye/Free|ｂｙｅ|（ＢＹＥ）
free|Free win|sit out|no opponent|idle|No game|walkover|W/O|WO|w.o.|Walk over|default|forfeit|withdrawn|Withdrew|no-show|No Show
absent|dropped|did not play|DNP|D.N.S.|unpaired|pass|vacant|POOL:Korea|pool:x|ＰＯＯＬ：China
Spielfrei|Freilos|kampflos|abgemeldet|nicht angetreten|Gegner|Spieler 2|Gast|Niemand|Unbekannt|unbekannter Spieler|Kein Name|k.A.
N.N.|NN|n n|n. n.|Herr X|wird noch bekannt gegeben|gelöscht|Weiß|WEISS|schwarz
Exempt|exempté|forfait|Inconnu|joueur inconnu|Adversaire|Sans nom|À déterminer|a determiner|supprimé|personne|invité|Blanc|noir
Descanso|Desconocido|jugador desconocido|nadie|Por definir|incomparecencia|Anónimo|rival
Riposo|sconosciuto|giocatore|nessuno|da definire|assente|Folga|desconhecido|ninguém|adversário|a definir
vrijloting|Onbekend|tegenstander|nog te bepalen|volno|Neznámý|soupeř|Nieznany|przeciwnik|gracz 3|brak|nieobecny
necunoscut|jucător|de stabilit|Ismeretlen|ellenfél|erőnyerő|Tuntematon|vastustaja|lepo|poissa|Okänd|frirond|motståndare
oversidder|Ukendt|modstander|Ukjent|friplass|Motstander 1
неизвестно|Неизвестный|неизвестный игрок|игрок 4|соперник|Свободен|чёрные|черные|удалён|аноним|невідомий|гравець|нет данных
bilinmiyor|oyuncu|rakip|hükmen|isimsiz|không rõ|người chơi 1|đối thủ|miễn đấu|vô danh|tidak diketahui|pemain 2|tanpa nama
unknown|(unknown)|Unknown 1|UNKNOWN PLAYER|unknown opponent 3|player unknown|anonymous|Anon.|anonymous player|nobody|no one
No Player|No name|noname|no-name|unnamed|name unknown|somebody|A. N. Other|Mr. X|deleted|[deleted]|deleted user|removed user|account deleted
tbd|T.B.D.|TBA|tbc|to be decided|To Be Announced|pending|undecided|Unknown (bye)|unknown / anonymous
null|NULL|Null|(null)|<null>|None|nan|NaN|NAN|<NA>|NA|N/A|n/a|#N/A|n.a.|\\N|nil|undefined|missing|(empty)|blank|void|no data|not available
#REF!|#VALUE!|#NAME?|#NV|#NUM!|#WERT!|x|X|xx|xxx|X X
?|??|???|-|--|---|—|…|*|.|_|!|・|―|〜|ー|ーー|○○|〇〇|※|\u200b|\ufeff\u200e|\u3164|\u00ad| |\u3000
Player 1|player2|Player #7|Player A|PLAYER|Opponent|opponent 2|Guest|guest123|Guest 4711|user 5|visitor|Black|White|black player|dummy
Mr. Bye|Bye Player|Round bye|half-point bye|Bye Bye|disqualified|DQ|Winner of match 3|Sieger Spiel 1|勝者|to be advised
άγνωστος|לא ידוע|غير معروف|neznan|непознат|not entered|名無しの棋士
Bye 30k|Bye (1d)|unknown 5k|不明 六段|Player 1 [2d]
氏名不詳|不詳|不明|（不明）|「不明」|対局者不明|不明選手|なし|無し|無名|匿名|名無し|ななし|某|某氏|未定|未決定|不戦|不戦勝|不戦敗|不戰勝|抜け番
抜番|休み|休場|欠席|棄権|シード|空席|手空き|黒番|白番|黒|先手|後手|対戦相手|相手|選手１|選手2|対局者3|ゲスト|プレイヤー1|ﾌﾟﾚｲﾔｰ|削除済み|退会者|空欄|データなし
佚名|无名氏|無名氏|未知|不详|未知选手|轮空|輪空|（轮空）|弃权|棄權|缺席|待定|对手|對手|棋手1|选手A|游客123|黑方|白方|已注销|不战胜|暂无
부전승|부전패|부전|미정|미상|불명|무명|익명|알 수 없음|이름 없음|상대|상대방|선수1|손님|게스트|기권|불참|흑|백|흑번|삭제됨|없음|플레이어 2
ไม่ทราบ|ไม่ทราบชื่อ|บาย|ผู้เล่น 1|คู่ต่อสู้|นิรนาม|ไม่มี
"""

PEOPLE = """
Pool|Poole Ann|Ann Pool|Nan Li|Li Nan|Null Mustermann|Erika Null|Na Hyun|An Na|Na An|Noh Sora|No Minsu|Kim No|Free Anna|Anna Free|Bye Ola|Ola Bye|Bai|Bai An|An Bai
Xu|X Æ|Xi|Xia|Yu A|Yu An|An Yu|O Rin|Oh|No|Noh|Na|Nan|Bo|Ka|La|Ma|So|Wo|Al|Jo|Ed|Di|Tom|Nat|Trang|Den Vang|Vang Lo|Wit Stwosz
Black Jack|Jack Black|White Ann|Ann White|Player Garry|Garry Player|Guest Judith|Judith Guest|Pass Joe|Joe Blank|Rival Jean|Jean Personne
Ute Gast|Gast Ute|Jan Frei|Frei Jan|Uwe Niemand|Niemand Uwe|Ina Leer|Leer Ina|Eva Schwarz|Schwarz Eva|Weiß Udo|Noir Luc|Blanc Léa
Libre Zoé|Marta Rojo|Nil Soto|Soto Nil|Ada Void|Void Ada|Missing Ada|None Ann|Ann None|Nullah|Nanna|Nana|Byers|Freeman|Guesty|Playerov
Unknownsky|Blackwood|Whitehead|Opponentov|Deletedson|Anonyma Lee|Jan de Wit|De Wit|Zwart Piet|Fekete Ana|Fehér Ivo|Černý Jan|Bílý Ota
Volno Jan|Pauza Eva|Wolny Jan|Liber Ana|Szabad Éva|Vapaa Aino|Lepo Aino|Fri Bo|Ingen Bo|Bay Ali|Boş Ali|Yok Can|Đen Anh|Khách Anh|Tamu Ayu
Lawan|Lawan Suk|Huili|Huili Wang|Nero|Ann?|Ann 2|Bo 12|a|b|A1|P1|P 12|K9|12|007|10000001|egd:10000001|Q1|q9|N1|xander|xxxtra|Max X|X. Li|Li X
Ada (bye)|Hana Aoki (withdrawn)|Hana unknown|unknown Hana|Player Hana|Hana Bye 1|John Doe|Test Hana|GNU Go|Computer|Katago|AQ|Zen|ghost of Hana
青木花|青木 花|白石花|黒田梅|黒木 白|白川|黒|白花|無量寺花|某田花|不破明|不動明|未来|未知花|休井花|空野花|相手屋花|先手川花|佚名花|无名花|轮空花|対馬花
百田花|白百合|黑花|白玉|某々花|なしだはな|しろいはな|くろかわうめ|シード花|バイ花|フリー花|ゲスト花|李无|无花|無花|空花|名無花
나현|나 현|안나|노아라|노 아라|백아라|백 아라|흑표범|부전수|미정아|미정 김|상대성|무명화|선수아|손님이|없음이|불명진|구 아라|피아라|마루|오 하나
An Na Hyun|Na Na|Nan Nan|Ha Na|Ko Na|Ku Na|Nan 2|Na 3|Ren Nan|Nam No|Min Nil|Ya Na|Yu Na|Yuna|Yi No|Yi|Li|Lu|Lo|Ng|Ng A|Wu X|Oo|Ro|Ri|U|Aye|Bye Bye Anna
Иван Бай|Бай Иван|Мария Свободен|Анна Нет|Вера Неизвестных|Гость Анна|Белых Иван|Черных Анна|สมชาย บาย|บายศรี ใจดี|Nguyễn Vô Danh|Trần Khách An
"""


def forms(text: str) -> list[str]:
    return [form.encode().decode("unicode_escape") if form.startswith("\\u") else form
            for line in text.strip("\n").splitlines() for form in line.split("|")]  # fmt: skip


@pytest.mark.parametrize("form", forms(NOBODY))
def test_is_nobody(form: str) -> None:
    assert is_placeholder(form)


@pytest.mark.parametrize("form", [form for form in forms(PEOPLE) if form not in ("黒", "白")])
def test_is_somebody(form: str) -> None:
    assert not is_placeholder(form)


def test_there_are_hundreds_of_each() -> None:
    assert len(set(forms(NOBODY))) > 350 and len(set(forms(PEOPLE))) > 240


EMPTY = """
missing|MISSING|null|NULL|(null)|nan|NaN|none|None|n/a|N.A.|#N/A|NA|\\N|#REF!|?|-|—|不明|不詳|空欄|なし|unknown|Unbekannt|undefined|미상|未知|\u200b
"""


@pytest.mark.parametrize("text", forms(EMPTY))
def test_cells_that_say_that_they_are_empty(text: str) -> None:
    assert is_empty_cell(text)


@pytest.mark.parametrize(
    "text", ["Null", "Na", "Nan", "Free", "Bye", "X", "x1", "Guest", "Black", "白", "P1", "休み", "Noh"]
)
def test_what_a_players_table_may_list_as_a_name(text: str) -> None:
    """There a person is meant: who lists a bye as a player wants it so; who writes `null` has nothing to write."""
    assert not is_empty_cell(text)


def test_hostile_texts_cost_no_time() -> None:
    began = time.monotonic()
    for text in (
        "1 " * 50_000,
        "(" * 100_000,
        "x" * 100_000 + "1",
        "\u200b" * 100_000,
        "unknown " * 20_000,
        "?/" * 50_000,
    ):
        is_placeholder(text)
    assert time.monotonic() - began < 5
