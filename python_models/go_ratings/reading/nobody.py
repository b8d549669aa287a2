"""What people and programs write where a player should be and nobody is: byes, unknown players, empty cells.

The only place that knows them. A text is compared without case, accents, brackets, punctuation, invisible characters
and a number behind it, so that a form listed here covers `(Bye)`, `B.Y.E.`, `Bye 1` and `BYE!`. What a person's full
name may be is never listed: a text counts only as a whole, and `Nan Li` or `Null Anna` are people.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from go_ratings.reading.names import bare_name, name_key

# Forms by what they mean; `|` is between two, and between blanks every word may be run together with the next.
# en, de, fr, es, it, pt, nl, cs, pl, ro, hu, fi, sv, da, no, ru, uk, tr, vi, id, then ja, zh, ko, th.
_NO_OPPONENT = """
bye | mr bye | bye player | player bye | bye round | round bye | half bye | half point bye | bye bye | free | free win | free round | pass | sit out | sits out | sitting out | idle | no opponent | no game | unpaired
freilos | spielfrei | frei | aussetzer | aussetzen | kampflos | kein gegner
exempt | exempte | exempté | repos | libre | sans adversaire | descanso | exento | sin rival | sin oponente
riposo | turno di riposo | libero | folga | livre | isento | sem adversário | vrij | vrijloting | vrijgeloot
volno | volný los | bez soupeře | pauza | wolny los | wolny | bez pary | liber | pauză | fără adversar
szabadnapos | erőnyerő | szabad | vapaa | vapaakierros | lepo
frirond | fri rond | fri | står över | oversidder | sidder over | frirunde | friplass | walkover
свободен | бай | выходной | пропуск | без пары | без соперника | отдыхает | вільний | без пари
bay geçti | maç yok | miễn đấu | được nghỉ | nghỉ | bebas | istirahat
不戦 | 不戦勝 | 不戦勝ち | 不戦敗 | 不戦負 | 不戦負け | 抜け番 | 抜番 | ぬけ番 | 手空き | 手空 | 休み | お休み | 休 | 休場 | シード
空き | 空席 | 空番 | バイ | フリー | 対戦なし | 対局なし | 相手なし
轮空 | 輪空 | 轮空者 | 输空 | 不战胜 | 不戰勝 | 不战而胜 | 不战败 | 不戰敗 | 无对手 | 無對手 | 休息 | 空号 | 空號
부전승 | 부전패 | 부전 | 쉼 | 휴식 | 바이 | บาย | ชนะบาย | ได้บาย
"""
_DID_NOT_PLAY = """
walk over | default | disqualified | dq | not present | vacant seat | empty seat | defaulted | forfeit | forfeited | withdrawn | withdrew | withdrawal | retired | scratched
no show | absent | absentee | dropped | dropped out | did not play | did not start | not paired | dns | dnp | dnf
abgemeldet | zurückgezogen | nicht angetreten | abwesend | forfait | abandon | non joué | abandono
incomparecencia | retirado | ausente | no presentado | no se presentó | assente | ritirato | rinuncia
desistente | desistiu | não compareceu | afwezig | teruggetrokken | nepřítomen | odstoupil | kontumace
nieobecny | walkower | wycofany | wycofał się | retras | neprezentat | távol | visszalépett | poissa | luovutus
keskeytti | frånvarande | utgått | lämnat återbud | udeblevet | udeblev | fraværende | trukket | møtte ikke
неявка | отсутствует | снялся | выбыл | техническое поражение | відсутній | знявся | неявився
hükmen | gelmedi | çekildi | bỏ cuộc | vắng mặt | tidak hadir | mengundurkan diri
棄権 | 欠席 | 欠場 | 不在 | 辞退 | 不参加 | 途中棄権 | 弃权 | 棄權 | 缺席 | 弃赛 | 棄賽 | 退赛 | 退賽 | 未到 | 缺阵
불참 | 기권 | 기권승 | 기권패 | 결석 | 결장 | ถอนตัว | ขาดแข่ง
"""
_UNKNOWN = """
missing data | not entered | άγνωστος | לא ידוע | غير معروف | अज्ञात | neznan | nepoznat | непознат | 不明さん | 名無しの棋士 | unk | unidentified | unnamed | nobody | no one | somebody | someone | anon | nn | nescio | a n other
not known | not given | not named | name withheld | withheld | no player | noname | mr x | mister x | whoever
niemand | keiner | namenlos | unbenannt | kein spieler | kein name | ohne namen | name unbekannt | unbek | herr x
personne | aucun | aucun joueur | sans nom | non renseigné | nom inconnu | quidam | nadie | ninguno | sin nombre
sin jugador | nombre desconocido | fulano | nessuno | ignoto | senza nome | ninguém | nenhum | sem nome | sem jogador
geen | geen speler | naamloos | nikdo | beze jména | žádný | nikt | brak | brak gracza | bez nazwiska | nimeni
fără nume | niciunul | senki | névtelen | nincs | ei kukaan | nimetön | ei nimeä | ingen | inget namn | intet navn
никто | нет | нет данных | без имени | имя неизвестно | некто | ніхто | немає | невідомо | неизвестно | без імені
isimsiz | adsız | hiç kimse | vô danh | không tên | không rõ | không biết | không có | không rõ tên
tanpa nama | tidak ada | tidak diketahui | bukan siapa siapa
不明 | 不詳 | 不祥 | 氏名不詳 | 氏名不明 | 姓名不詳 | 名前不明 | 名前不詳 | 対局者不明 | 相手不明 | 未詳 | 未登録 | 某 | 某氏 | 某人
某君 | 某某 | 某々 | 誰か | 誰も | 無名 | 無名氏 | 名無し | 名無しさん | 名無 | ななし | なし | 無し | 無 | 匿名 | 匿名希望
詠み人知らず | 読み人知らず | ゲスト不明 | 〇〇 | 〇〇〇
佚名 | 无名 | 无名氏 | 無名氏 | 未知 | 不详 | 姓名不详 | 姓名不明 | 无 | 无人 | 沒有 | 没有 | 暂无 | 暫無 | 未名 | 不知道 | 未署名
미상 | 불명 | 무명 | 무명씨 | 익명 | 모름 | 알 수 없음 | 알수없음 | 없음 | 이름없음 | 이름 없음 | 성명불상 | 신원미상 | 미확인 | 아무개
ไม่ทราบ | ไม่ทราบชื่อ | ไม่ระบุ | ไม่ระบุชื่อ | นิรนาม | ไม่มี | ไม่มีชื่อ
"""
_NOT_YET = """
winner of match | winner of game | loser of match | winner match | sieger spiel | 勝者 | 敗者 | to be advised | tbd | tba | tbc | tbn | to be decided | to be determined | to be announced | to be confirmed | to be named
to be defined | pending | undecided | undetermined | not yet known | not decided | vacant | open
wird noch bekannt gegeben | steht noch nicht fest | noch offen | offen | noch unbekannt | noch nicht bekannt
à déterminer | à définir | à confirmer | à venir | por definir | por determinar | por confirmar | por decidir
da definire | da determinare | da decidere | a definir | a determinar | nog te bepalen | nader te bepalen | nog onbekend
bude určeno | bude upřesněno | bude doplněno | do ustalenia | do uzupełnienia | de stabilit | urmează | később
még nem ismert | ei tiedossa | avoin | ej bestämt | ej klart | ikke fastlagt | ikke bestemt
будет определен | будет определено | будет объявлено | уточняется | не определен | не определено
буде визначено | уточнюється | не визначено | belirlenecek | belli değil | chưa xác định | chưa biết | chưa rõ
akan ditentukan | belum ditentukan | belum diketahui
未定 | 未決定 | 未決 | 未確定 | 調整中 | 確認中 | 抽選待ち | 待定 | 待公布 | 未公布 | 待确定 | 待確定 | 미정 | 추후결정 | รอกำหนด
"""
_EMPTY_CELL = """
null | none | nil | na | nan | nv | nd | undefined | missing | empty | blank | void | no data | no value | not set
not available | not applicable | not specified | unspecified | n a | keine angabe | leer | fehlt | vide | manquant
vacío | falta | sin datos | vuoto | mancante | vazio | leeg | ontbreekt | prázdné | chybí | puste | gol | üres
tyhjä | puuttuu | saknas | mangler | пусто | отсутствует имя | порожньо | boş kayıt | trống | kosong
空欄 | 空値 | 欠損 | 欠落 | 値なし | データなし | 該当なし | 記載なし | 記入なし | 未記入 | 未入力 | 空缺 | 空值 | 缺失
未填 | 未填写 | 빈칸 | 공백 | 해당없음 | 해당 없음 | ว่าง
"""
_DELETED = """
gelöscht | supprimé | eliminado | borrado | eliminato | cancellato | excluído | removido | verwijderd | smazáno
smazaný | usunięty | usunięto | șters | törölt | törölve | poistettu | raderad | borttagen | slettet
удален | удалён | удалено | удалённый | видалено | видалений | silindi | silinmiş | đã xóa | dihapus
削除 | 削除済み | 削除済 | 退会 | 退会者 | 退会済み | 已删除 | 已刪除 | 已注销 | 已註銷 | 삭제 | 삭제됨 | 탈퇴 | 탈퇴회원 | ลบแล้ว | ถูกลบ
"""
_SEAT = """
black | white | black player | white player | player black | player white | schwarz | weiß | noir | blanc | les noirs
les blancs | negras | blancas | zwart | preto | musta | valkoinen | чёрные | белые | черный | белый
чорні | білі | siyah | beyaz | quân đen | quân trắng | hitam | putih
黒 | 白 | 黒番 | 白番 | 黑 | 黑方 | 白方 | 黒方 | 黑棋 | 白棋 | 黑番 | 执黑 | 执白 | 執黑 | 執白 | 先手 | 後手 | 后手 | 先番
흑 | 백 | 흑번 | 백번 | 흑돌 | 백돌 | 선수 흑 | 선수 백 | ดำ | ขาว | หมากดำ | หมากขาว
"""
_SOMEBODY = """
opponent | player | guest | user | visitor | participant | competitor | contestant | dummy | dummy player
spieler | gegner | gast | teilnehmer | joueur | adversaire | invité | joueur fantôme | jugador | oponente
rival | invitado | giocatore | avversario | ospite | jogador | adversário | convidado | speler | tegenstander
hráč | soupeř | gracz | przeciwnik | gość | jucător | oaspete | játékos | ellenfél | vendég
pelaaja | vastustaja | vieras | spelare | motståndare | gäst | spiller | modstander | gæst | motstander | gjest
игрок | соперник | противник | гость | участник | гравець | суперник | гість | oyuncu | rakip | misafir | konuk
người chơi | đối thủ | kỳ thủ | khách | pemain
選手 | 棋士 | 対局者 | 相手 | 対戦相手 | 対局相手 | 相手方 | ゲスト | 客 | お客様 | プレイヤー | プレーヤー | 参加者 | ユーザー | ダミー
对手 | 對手 | 棋手 | 选手 | 選手甲 | 玩家 | 游客 | 遊客 | 访客 | 訪客 | 客人 | 嘉宾 | 用户
상대 | 상대방 | 상대선수 | 선수 | 손님 | 게스트 | 플레이어 | 대국자 | 참가자 | ผู้เล่น | คู่ต่อสู้ | คู่แข่ง | แขก | ผู้มาเยือน
"""

# With a word of the second kind they are nobody too, in either order: unknown player, deleted user, Spieler unbekannt.
_NO_KNOWN = """
unknown | anonymous | nameless | no | missing | deleted | removed | closed | former | unregistered | invisible
unbekannt | unbekannter | unbekannte | anonym | anonymer | kein | gelöschter | inconnu | inconnue | anonyme
desconocido | desconocida | anónimo | anónima | sconosciuto | sconosciuta | anonimo | anonima | desconhecido
desconhecida | anônimo | onbekend | onbekende | anoniem | anonieme | neznámý | neznámá | anonymní | nieznany | nieznana
anonim | anonimowy | necunoscut | necunoscută | ismeretlen | anonym | tuntematon | anonyymi | okänd | ukendt
ukjent | неизвестный | неизвестная | неизвестен | аноним | анонимный | невідомий | невідома | анонім | удалённый
bilinmiyor | bilinmeyen | ẩn danh | anonim
不明 | 不明な | 匿名 | 無名 | 未知 | 未知の | 佚名 | 无名 | 알 수 없는 | 알수없음 | 익명의
"""
_ONE = """
name | names | person | account | user | player | opponent | guest | spieler | spielerin | gegner | name | benutzer
joueur | joueuse | adversaire | utilisateur | jugador | jugadora | oponente | usuario | giocatore | avversario | utente
jogador | adversário | usuário | speler | tegenstander | hráč | soupeř | gracz | przeciwnik | jucător | adversar
játékos | ellenfél | pelaaja | vastustaja | spelare | motståndare | spiller | modstander | motstander
игрок | соперник | противник | пользователь | гравець | суперник | oyuncu | rakip | người chơi | đối thủ | pemain | lawan
選手 | 棋士 | 対局者 | 相手 | プレイヤー | ユーザー | 棋手 | 选手 | 对手 | 對手 | 用户 | 선수 | 상대 | 사용자
"""

# What the ids of pools begin with (POOL:Korea), each of which stands for many.
_POOL = "pool:"

# Nobody only beside a word of the other kind.
_NOT_ALONE = frozenset(("no", "kein", "closed", "former", "invisible"))

# Given as single letters with marks between them only, since as a word each may be a name: k.A., W/O.
_LETTERS = frozenset(
    (
        "bye",
        "nn",
        "na",
        "nv",
        "nd",
        "ka",
        "nb",
        "sn",
        "so",
        "wo",
        "tbd",
        "tba",
        "tbc",
        "tbn",
        "nvt",
        "dns",
        "dnf",
        "dnp",
    )
)
# In capitals and small letters as here these are names of people; databases write them in one case, or NaN.
_NAMES_TOO = frozenset(("Na", "Nan"))
_NAMES_IN_A_TABLE = _NAMES_TOO | {"Null"}

_NUMBER = re.compile(r"(?:\d{1,6} )?(?P<form>.*\D)(?: n[or])?\d{1,6}|\d{1,6} (?P<numbered>.*\D)")
_LETTER = re.compile(r"(?P<form>.{5,} |[\u3041-\u9fff\uac00-\ud7ff]{2,} ?)[a-z]")
_CROSSES = re.compile("[xX]+(?: [xX]+)*")
_PARTS = re.compile(r"[()\[\]{}<>/|]+")
_SPREADSHEET_ERROR = re.compile(r"#\S{2,12}[!?]")
_NO_LETTERS = frozenset("ーｰ々〇〃")


def _plain(text: str) -> str:
    """The text without case, accents, and everything that is neither letter nor digit, blanks between the words."""
    folded = unicodedata.normalize("NFD", name_key(text).casefold())
    # Only the accents of Latin, Greek and Cyrillic letters: other scripts' marks are part of the letter.
    folded = unicodedata.normalize("NFC", _ACCENT.sub("", folded)).translate(_LIKE_PLAIN)
    return " ".join("".join(letter if _is_part_of_a_word(letter) else " " for letter in folded).split())


_ACCENT = re.compile("[\u0300-\u036f]+")
_LIKE_PLAIN = str.maketrans({"đ": "d", "ı": "i", "ø": "o", "ł": "l", "æ": "ae"})


def _is_part_of_a_word(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"


def _forms(*groups: str) -> Iterator[str]:
    for form in "|".join(line for group in groups for line in group.strip().splitlines()).split("|"):
        plain = _plain(form)
        yield plain
        if len(plain) > 6:
            yield plain.replace(" ", "")


def _pairs() -> Iterator[str]:
    ones = set(_forms(_ONE))
    for known in set(_forms(_NO_KNOWN)):
        for one in ones:
            yield from (f"{known} {one}", f"{one} {known}", known + one, one + known)


_EMPTY = frozenset(_forms(_EMPTY_CELL, _UNKNOWN, _NO_KNOWN)) - _NOT_ALONE
_NOBODY = _EMPTY.union(_forms(_NO_OPPONENT, _DID_NOT_PLAY, _NOT_YET, _DELETED, _SEAT, _SOMEBODY), _pairs())


@lru_cache(maxsize=1 << 16)
def is_placeholder(name: str) -> bool:
    """Whether a text is nobody's name: a bye, an unknown player, an empty cell, a pool, signs only, or nothing at all."""
    whole = name_key(name)
    if whole.casefold().startswith(_POOL):
        return True
    if set(_written_alone(whole).split()) & _NAMES_TOO:
        return False
    if _is_in(bare_name(whole), _NOBODY) or _CROSSES.fullmatch(whole):
        return True
    # bye (free win), N.N. / unknown: all of its parts are nobody.
    parts = [part for part in _PARTS.split(whole) if part.strip()]
    return len(parts) > 1 and all(_is_in(bare_name(part), _NOBODY) for part in parts)


@lru_cache(maxsize=1 << 16)
def is_empty_cell(text: str) -> bool:
    """Whether a cell of a table says that it is empty: null, missing, #N/A, 不明, signs only, or nothing at all."""
    whole = name_key(text)
    return not set(_written_alone(whole).split()) & _NAMES_IN_A_TABLE and _is_in(whole, _EMPTY)


def _written_alone(text: str) -> str:
    """The text without signs and digits around it."""
    return "".join(character if character.isalpha() else " " for character in text).strip()


def _is_in(text: str, forms: frozenset[str]) -> bool:
    if _SPREADSHEET_ERROR.fullmatch(text) or text in ("\\N", "WO", "(空白)"):
        return True
    if not any(character.isalnum() and character not in _NO_LETTERS for character in text):
        return True
    plain = _plain(text)
    words = plain.split()
    if len(words) > 1 and all(len(word) == 1 for word in words):
        plain = "".join(words)
        if plain in _LETTERS:
            return True
    elif len(set(words)) == 1:
        plain = words[0]
    if plain in forms:
        return True
    if found := _NUMBER.fullmatch(plain):
        return (found["form"] or found["numbered"]).strip() in forms
    found = _LETTER.fullmatch(plain)
    return found is not None and found["form"].strip() in forms
