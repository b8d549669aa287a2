"""Which encodings the readers tell apart: files of invented names in every encoding of their script.

    python benchmarks/encodings.py [FILES PER ROW] [--detectors]

Prints for every language and encoding how many files without a declared encoding are read right,
refused, and read wrong: names in the header only, and with a comment of some sentences. With
--detectors the same for chardet, charset-normalizer and faust-cchardet as far as they are installed.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections import Counter
from collections.abc import Callable

from go_ratings.reading.formats.reading import decoded
from go_ratings.reading.rows import FileRefused

# Language -> (encodings, surnames, given names or their letters, words of a comment); joined without a blank in East Asia.
LANGUAGES: dict[str, tuple[str, str, str, str]] = {
    "Japanese": (
        "cp932 euc_jp iso2022_jp utf-8 utf-16",
        "榎本 梶原 蓮見 榊 神田 山下 早川 塚本 柏木 三浦 藤代 桐生 水無瀬 東雲 久我 鳴海 伊吹 相沢 西園寺 高遠",
        "蓮 隼 凛 渚 久 梅 文蔵 実 孝太郎 美咲 さくら かおり 翔太 健一 直子 ひかり 正雄 千尋 ユリ 亮",
        "黒の 中押し勝ち です。 この手は 白の 模様が 大きい 囲碁の 対局 第一局 が始まった。",
    ),
    "Chinese": (
        "gb2312 gb18030 hz utf-8 utf-16",
        "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗",
        "立 明 秋月 海天 小波 振宇 文静 晓东 玉 国强 思远 佳 天成 雨 子墨 云 志远 春花 金 博",
        "黑中盘胜 这手棋 很大 白棋 比赛 第一局 在北京 进行 快棋赛 决赛 开始。",
    ),
    "Chinese, traditional": (
        "big5 cp950 gb18030 utf-8",
        "王 李 張 劉 陳 楊 趙 黃 周 吳 徐 孫 胡 朱 高 林 何 郭 馬 羅",
        "立 明 秋月 海天 小波 振宇 文靜 曉東 玉 國強 思遠 佳 天成 雨 子墨 雲 志遠 春花 金 博",
        "黑中盤勝 這手棋 很大 白棋 比賽 第一局 在臺北 進行 快棋賽 決賽 開始。",
    ),
    "Korean": (
        "euc_kr cp949 johab iso2022_kr utf-8 utf-16",
        "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 홍",
        "가온 나래 다솔 라온 마루 바름 새벽 아람 자람 차돌 하늘 슬기 은솔 지훈 민재 서연 도윤 예린 준호 수아",
        "흑 불계승 이 수는 크다. 백의 모양이 좋다. 결승 제일국 시작.",
    ),
    "German": (
        "latin-1 cp1252 iso8859-15 cp850 cp437 mac-roman utf-8",
        "Müller Größ Schäfer Köhler Weiß Böhm Jäger Brück Hänsch Löwe",
        "Jörg Anna Bärbel Günter Käthe Söhnke Ute Jürgen Björn Lüder",
        "Weiß führt klar, Schwarz müßte schon früher ängstlich geworden sein.",
    ),
    "French": (
        "latin-1 cp1252 iso8859-15 cp850 mac-roman utf-8",
        "Lefèvre Bérard Gérin Noël Crépy Gaëtan Brûlé Forêt Leçon Rémy",
        "Hélène Rémi André Zoé François Anaïs Jérôme Agnès Loïc Inès",
        "Noir a gagné la première partie, très serrée, après une invasion réussie à l'est.",
    ),
    "Spanish": (
        "latin-1 cp1252 cp850 mac-roman utf-8",
        "Núñez Peña Ibáñez Muñiz Gómez Cañas Suárez Ordóñez Vélez Riaño",
        "José Íñigo Begoña Andrés Ramón Sofía Ángela Nicolás Martín Inés",
        "Negro ganó la última partida por medio punto, qué lástima, mañana será otro día.",
    ),
    "Polish": (
        "cp1250 iso8859-2 cp852 utf-8",
        "Żółtowski Łąka Śliwa Źdźbło Kłos Gęś Wójt Dąbek Ćwik Świst",
        "Łukasz Bożena Stanisław Małgorzata Paweł Józef Wiesława Zdzisław Grażyna Michał",
        "Czarny wygrał partię o pół punktu, białe źle zagrały w środku.",
    ),
    "Czech": (
        "cp1250 iso8859-2 cp852 utf-8",
        "Šilt Žák Dvořáček Kříž Čermáček Růžek Hájíček Němeček Těšík Bříza",
        "Ondřej Lukáš Jiří Tomáš Věra Zdeněk Kateřina Šárka Luboš Matěj",
        "Černý vyhrál partii o půl bodu, bílý špatně přečetl žebřík.",
    ),
    "Hungarian": (
        "cp1250 iso8859-2 cp852 utf-8",
        "Szűcsös Kőhegyi Tüzes Vörösházi Lővey Bűvös Kövér Dűnei Győri Fűzfai",
        "Ödön Győző Ágnes Gergő Zsófia Dezső Krisztián Ernő Ilőke Éva",
        "Fekete győzött fél ponttal, fehér rosszul számolta a létrát és elvesztette a sarkot.",
    ),
    "Romanian": (
        "cp1250 iso8859-2 utf-8",
        "Brândaş Țurcaş Păunaş Câmpean Mureşean Iliuţ Oiţa Lupaş Bălan Vîlcan",
        "Ştefan Răzvan Ioniţă Mădălina Cătălin Sânziana Ilinca Mihăiţă Dănuţ Ruxăndra",
        "Negrul a câştigat partida, albul a greşit la sfârşit şi a pierdut colţul.",
    ),
    "Russian": (
        "cp1251 koi8-r cp866 iso8859-5 mac-cyrillic utf-8",
        "Камнев Стрелкин Облаков Дымов Речкин Щукин Яблонев Журавлин Эхов Ёлкин",
        "Иван Анна Пётр Ольга Юрий Светлана Дмитрий Галина Фёдор Евгения",
        "Чёрные выиграли партию, белые ошиблись в середине игры и сдались.",
    ),
    "Ukrainian": (
        "cp1251 koi8-u cp866 utf-8",
        "Каменюк Стрілко Хмарів Димчук Річкін Щуко Яблонів Журавль Єжак Їжак",
        "Іван Ганна Петро Ольга Юрій Світлана Дмитро Галина Федір Євгенія",
        "Чорні виграли партію, білі помилилися всередині гри і здалися.",
    ),
    "Greek": (
        "cp1253 iso8859-7 utf-8",
        "Πετρίδης Λιθάρης Νεφέλης Καπνός Ποταμίτης Δέντρης Γερανός Ηχώς Βράχος Λόφος",
        "Ιωάννης Άννα Πέτρος Όλγα Γιώργος Φωτεινή Δημήτρης Γαλήνη Θόδωρος Ευγενία",
        "Τα μαύρα κέρδισαν την παρτίδα με μισό βαθμό.",
    ),
    "Turkish": (
        "cp1254 iso8859-9 utf-8",
        "Taşçı Gölcük Işıkçı Yağızer Dağlıca Çakıllı Öztaş Şimşekli Kuşçı İnceğül",
        "Çağrı Işıl Gökçe Şule Ömer Ayşe Doğan İpek Yiğit Ünal",
        "Siyah oyunu yarım puanla kazandı, beyaz köşeyi kaybetti.",
    ),
    "Lithuanian": (
        "cp1257 iso8859-13 utf-8",
        "Akmenėlis Žalčiūnas Šarūnėlis Debesėlis Ąžuolėlis Čiurlys Ėglys Upėnas Kalnėčius Žąsinas",
        "Jurgis Rūta Šarūnas Živilė Gražina Ąžuolas Eglė Vytė Mindaugas Jūratė",
        "Juodieji laimėjo partiją puse taško, baltieji suklydo viduryje žaidimo.",
    ),
    "Thai": (
        "cp874 tis-620 utf-8",
        "สายชล หินผา เมฆา ควันไฟ ธารน้ำ ต้นไม้ นกกระเรียน เสียงดัง ภูเขา ทุ่งนา",
        "สมชาย อรุณ ปีเตอร์ วรรณา กานดา มาลี ชาติ นภา ดารา สุดา",
        "ดำชนะครึ่งแต้ม ขาวพลาดในช่วงกลางเกม",
    ),
    "Hebrew": (
        "cp1255 iso8859-8 utf-8",
        "אבני נחלי ענן עשני גבעתי אורן חסידי הדי סלעי שדה",
        "יוסי חנה פטר אולגה אורי אור דן גלי תדי נועה",
        "השחור ניצח בחצי נקודה, הלבן טעה באמצע.",
    ),
    "Vietnamese": (
        "cp1258 utf-8",
        "Đá Suối Mây Khói Sông Cây Hạc Vọng Núi Đồng",
        "Hùng Hằng Phong Thủy Dũng Ánh Đạt Lệ Tú Nga",
        "Đen thắng nửa điểm, trắng sai ở giữa ván.",
    ),
}
_NO_BLANK = ("Japanese", "Chinese", "Chinese, traditional", "Korean")


def files(language: str, codec: str, count: int, with_comment: bool) -> list[tuple[str, bytes]]:
    """`count` records with names (and some with an event) in the language, as text and as bytes."""
    _, surnames, given_names, comment = LANGUAGES[language]
    chance = random.Random(f"{language} {with_comment}")
    made: list[tuple[str, bytes]] = []
    while len(made) < count:
        gap = "" if language in _NO_BLANK else " "
        black, white = (chance.choice(surnames.split()) + gap + chance.choice(given_names.split()) for _ in range(2))
        words = comment.split()
        event = gap.join(chance.sample(words, 2)) if len(made) % 2 else "Cup"
        text = f"(;GM[1]FF[4]SZ[19]PB[{black}]BR[5d]PW[{white}]WR[6d]EV[{event}]DT[2010-04-05]RE[B+R]KM[6.5]"
        if with_comment:
            text += f"C[{' '.join(words)}]"
        text += ";B[pd];W[dp];B[pq];W[dd])"
        if text.isascii():
            continue
        try:
            made.append((text, text.encode(codec)))
        except UnicodeEncodeError:
            kept = "".join(char for char in text if _fits(char, codec))
            made.append((kept, kept.encode(codec)))
    return made


def _fits(char: str, codec: str) -> bool:
    try:
        char.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


def by_the_readers(content: bytes) -> str | None:
    try:
        return decoded(content, "a.sgf")
    except FileRefused:
        return None


def detectors() -> dict[str, Callable[[bytes], str | None]]:
    """What other libraries make of bytes; a text, or None where they don't know."""
    found: dict[str, Callable[[bytes], str | None]] = {}
    for name in ("chardet", "charset_normalizer", "cchardet"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue

        def read(content: bytes, detect: Callable[[bytes], dict[str, str | None]] = module.detect) -> str | None:
            codec = detect(content)["encoding"]
            try:
                return content.decode(codec) if codec else None
            except (LookupError, UnicodeDecodeError):
                return None

        found[name] = read
    return found


def table(read: Callable[[bytes], str | None], count: int) -> None:
    """One line per language and encoding."""
    total: Counter[str] = Counter()
    for language, (encodings, *_) in LANGUAGES.items():
        for codec in encodings.split():
            cells = []
            for with_comment in (False, True):
                counts: Counter[str] = Counter()
                for text, content in files(language, codec, count, with_comment):
                    found = read(content)
                    counts["refused" if found is None else "right" if found.lstrip("\ufeff") == text else "wrong"] += 1
                total.update(counts)
                cells.append(f"{counts['right']:6} {counts['refused']:6} {counts['wrong']:6}")
            print(f"{language:22} {codec:14} {' | '.join(cells)}")
    print(f"{'all':37} {total['right']:6} {total['refused']:6} {total['wrong']:6}")


def main() -> None:
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    count = numbers[0] if numbers else 100
    readers = {"readers": by_the_readers} | (detectors() if "--detectors" in sys.argv else {})
    for name, read in readers.items():
        print(f"{name}: right, refused, wrong of {count} files with names only | with a comment")
        table(read, count)


if __name__ == "__main__":
    main()
