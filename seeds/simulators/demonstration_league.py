"""The demonstration league: a seeded simulator. Everything in it is fictional.

It invents some 300 players, their careers and some 12,000 games of 1950-2025, and writes them
as the seed files of the landing contract (games, events, players, affiliations, aliases), so
that the project builds without anyone's data and every special case of the rule book occurs.
No player, event or result is real; `REAL_NAMES` keeps well-known real names out. A small European
circuit with players of its own (`european_circuit`) is appended to the same files.

    python seeds/simulators/demonstration_league.py [FOLDER]

Each player has a hidden strength that drifts over the career (Elo points, one value a year).
Results are drawn from it: logistic to base 10 over 400 points, plus an edge for moving first
that depends on komi. Hidden strengths are not written to any seed; `hidden_strengths` gives
them to the test that checks whether ratings find them again.

The files are the same, byte for byte, on every platform and Python: the only source of chance
is `Random(seed).random()`, and probabilities are rounded before they decide anything.
"""

from __future__ import annotations

import csv
import io
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import european_circuit
from european_circuit import Dice, Row, margin

# Chosen among some hundred so that every special case occurs and Black's win shares come out near
# what the edges below make of them on average; chance alone moves a share by a point.
CAREER_SEED, GAME_SEED, RECORD_SEED, REPORT_SEED = 1048, 63, 1050, 1051
FIRST_YEAR, LAST_YEAR = 1950, 2025
SOURCE = "demonstration league"
NEWSLETTER = "club newsletter"
DEFAULT_FOLDER = Path("seeds/demonstration_league")

COLUMNS: dict[str, tuple[str, ...]] = {
    "demo_games": (
        "source",
        "source_game_id",
        "played_on",
        "sequence",
        "event",
        "edition",
        "round",
        "black",
        "white",
        "colours",
        "black_rank",
        "white_rank",
        "komi",
        "handicap",
        "result",
        "is_replay",
        "replay_of",
    ),
    "demo_events": ("event_id", "name", "scope", "status", "format", "division", "class"),
    "demo_players": ("player_id", "name_ja", "name_kana", "name_romaji", "birth_date", "gender"),
    "demo_affiliations": ("player_id", "organisation", "valid_from", "valid_to"),
    "demo_aliases": ("alias", "player_id", "valid_from", "valid_to"),
    "demo_fixtures": (
        "played_on",
        "event",
        "round",
        "black",
        "white",
        "colours",
        "komi",
        "handicap",
        "best_of",
        "list",
    ),
}

# Elo points that moving first is worth. Spread-out strengths flatten a win share, so that these
# come out at about 55 % for Black at komi 4.5, 53-54 % at 5.5 and 50.5 % at 6.5.
FIRST_MOVE_EDGE = {"0": 110.0, "4.5": 46.0, "5": 38.0, "5.5": 31.0, "6.5": 4.5}
HANDICAP_STONE = 90.0  # Elo points per stone, in the invitational's handicap games

# Shares of games that end in something other than a win on the board.
DEFAULT_SHARE = 0.004
NO_RESULT_SHARE = 0.0012
JIGO_SHARE = 0.045  # only where komi is a whole number
BOTH_LOST_SHARE = 0.0018  # only where nobody has to go on to a next round
CANCELLED_SHARE = 0.003
SPRING_WITHOUT_PLAY = (date(2020, 4, 1), date(2020, 5, 31))  # many games were called off


# --- Names ----------------------------------------------------------------------------------

# kanji, kana, romaji. Kana and romaji agree (long vowels carry a macron).
SURNAMES = """
相沢 あいざわ Aizawa|青山 あおやま Aoyama|秋山 あきやま Akiyama|浅野 あさの Asano|安達 あだち Adachi
天野 あまの Amano|荒木 あらき Araki|飯田 いいだ Iida|池田 いけだ Ikeda|石井 いしい Ishii
石原 いしはら Ishihara|泉 いずみ Izumi|市川 いちかわ Ichikawa|今井 いまい Imai|岩崎 いわさき Iwasaki
上野 うえの Ueno|内田 うちだ Uchida|江口 えぐち Eguchi|遠藤 えんどう Endō|大島 おおしま Ōshima
大谷 おおたに Ōtani|大橋 おおはし Ōhashi|岡本 おかもと Okamoto|小川 おがわ Ogawa|奥村 おくむら Okumura
尾崎 おざき Ozaki|落合 おちあい Ochiai|小野寺 おのでら Onodera|片桐 かたぎり Katagiri|金井 かない Kanai
金子 かねこ Kaneko|川口 かわぐち Kawaguchi|河村 かわむら Kawamura|神田 かんだ Kanda|菊地 きくち Kikuchi
北川 きたがわ Kitagawa|木下 きのした Kinoshita|久保 くぼ Kubo|熊谷 くまがい Kumagai|黒川 くろかわ Kurokawa
小池 こいけ Koike|小泉 こいずみ Koizumi|児玉 こだま Kodama|後藤 ごとう Gotō|近藤 こんどう Kondō
斎藤 さいとう Saitō|坂本 さかもと Sakamoto|桜井 さくらい Sakurai|佐々木 ささき Sasaki|沢田 さわだ Sawada
篠原 しのはら Shinohara|柴田 しばた Shibata|島崎 しまざき Shimazaki|清水 しみず Shimizu|白石 しらいし Shiraishi
菅原 すがわら Sugawara|杉本 すぎもと Sugimoto|須藤 すどう Sudō|関口 せきぐち Sekiguchi|高野 たかの Takano
滝沢 たきざわ Takizawa|竹内 たけうち Takeuchi|橘 たちばな Tachibana|田辺 たなべ Tanabe|谷口 たにぐち Taniguchi
千葉 ちば Chiba|塚本 つかもと Tsukamoto|土屋 つちや Tsuchiya|寺田 てらだ Terada|東郷 とうごう Tōgō
富田 とみた Tomita|中川 なかがわ Nakagawa|長野 ながの Nagano|永井 ながい Nagai|成瀬 なるせ Naruse
西川 にしかわ Nishikawa|野口 のぐち Noguchi|野村 のむら Nomura|萩原 はぎわら Hagiwara|橋爪 はしづめ Hashizume
服部 はっとり Hattori|浜田 はまだ Hamada|早川 はやかわ Hayakawa|原田 はらだ Harada|樋口 ひぐち Higuchi
平野 ひらの Hirano|広瀬 ひろせ Hirose|福島 ふくしま Fukushima|古川 ふるかわ Furukawa|星野 ほしの Hoshino
堀内 ほりうち Horiuchi|本多 ほんだ Honda|前田 まえだ Maeda|増田 ますだ Masuda|松岡 まつおか Matsuoka
松浦 まつうら Matsuura|丸山 まるやま Maruyama|三浦 みうら Miura|水野 みずの Mizuno|宮崎 みやざき Miyazaki
村田 むらた Murata|森川 もりかわ Morikawa|矢野 やの Yano|山内 やまうち Yamauchi|山岸 やまぎし Yamagishi
横山 よこやま Yokoyama|吉川 よしかわ Yoshikawa|吉村 よしむら Yoshimura|若林 わかばやし Wakabayashi
渡辺 わたなべ Watanabe
"""

# Given names of three generations, so that a name suits the year of birth.
GIVEN_NAMES = {
    ("male", 1945): """
義雄 よしお Yoshio|正夫 まさお Masao|清 きよし Kiyoshi|茂 しげる Shigeru|勇 いさむ Isamu|三郎 さぶろう Saburō
武夫 たけお Takeo|辰男 たつお Tatsuo|栄一 えいいち Eiichi|実 みのる Minoru|利助 りすけ Risuke
善吉 ぜんきち Zenkichi|広志 ひろし Hiroshi|光男 みつお Mitsuo|国雄 くにお Kunio|昭二 しょうじ Shōji
忠 ただし Tadashi|文蔵 ぶんぞう Bunzō|健吉 けんきち Kenkichi|信三 しんぞう Shinzō|徳次 とくじ Tokuji
恒夫 つねお Tsuneo|孝 たかし Takashi|達郎 たつろう Tatsurō|敏夫 としお Toshio|久 ひさし Hisashi
肇 はじめ Hajime|宗一 そういち Sōichi|保 たもつ Tamotsu
""",
    ("male", 1980): """
浩一 こういち Kōichi|誠 まこと Makoto|隆 たかし Takashi|健二 けんじ Kenji|和彦 かずひこ Kazuhiko
哲也 てつや Tetsuya|秀樹 ひでき Hideki|修 おさむ Osamu|達也 たつや Tatsuya|雅之 まさゆき Masayuki
剛 つよし Tsuyoshi|伸一 しんいち Shin'ichi|裕之 ひろゆき Hiroyuki|俊介 しゅんすけ Shunsuke
康夫 やすお Yasuo|英明 ひであき Hideaki|貴之 たかゆき Takayuki|直人 なおと Naoto|亮 りょう Ryō
慎吾 しんご Shingo|良平 りょうへい Ryōhei|智久 ともひさ Tomohisa|洋介 ようすけ Yōsuke|克己 かつみ Katsumi
幸司 こうじ Kōji|博文 ひろふみ Hirofumi|圭 けい Kei|正樹 まさき Masaki
""",
    ("male", 9999): """
大輝 だいき Daiki|翔太 しょうた Shōta|拓海 たくみ Takumi|蓮 れん Ren|悠斗 ゆうと Yūto|陽向 ひなた Hinata
健太 けんた Kenta|涼介 りょうすけ Ryōsuke|海斗 かいと Kaito|颯太 そうた Sōta|航平 こうへい Kōhei
智也 ともや Tomoya|祐樹 ゆうき Yūki|将吾 しょうご Shōgo|駿 しゅん Shun|怜央 れお Reo|晴人 はると Haruto
圭吾 けいご Keigo|隼人 はやと Hayato|涼太 りょうた Ryōta|直樹 なおき Naoki|瑛太 えいた Eita|湊 みなと Minato
樹 いつき Itsuki|朔 さく Saku|玄 げん Gen|律 りつ Ritsu
""",
    ("female", 1945): """
文子 ふみこ Fumiko|喜久子 きくこ Kikuko|静子 しずこ Shizuko|春江 はるえ Harue|千代 ちよ Chiyo
芳子 よしこ Yoshiko|光子 みつこ Mitsuko|登美子 とみこ Tomiko|菊江 きくえ Kikue|節子 せつこ Setsuko
""",
    ("female", 1980): """
由美子 ゆみこ Yumiko|恵子 けいこ Keiko|真理子 まりこ Mariko|智子 ともこ Tomoko|久美 くみ Kumi
明美 あけみ Akemi|香織 かおり Kaori|律子 りつこ Ritsuko|美穂 みほ Miho|陽子 ようこ Yōko|裕子 ゆうこ Yūko
千鶴 ちづる Chizuru|直美 なおみ Naomi|京子 きょうこ Kyōko|奈緒 なお Nao
""",
    ("female", 9999): """
陽菜 ひな Hina|美咲 みさき Misaki|葵 あおい Aoi|結衣 ゆい Yui|彩花 あやか Ayaka|七海 ななみ Nanami
遥 はるか Haruka|莉子 りこ Riko|詩織 しおり Shiori|楓 かえで Kaede|真央 まお Mao|千尋 ちひろ Chihiro
凛 りん Rin|茜 あかね Akane|柚希 ゆずき Yuzuki|琴音 ことね Kotone|杏奈 あんな Anna|花音 かのん Kanon
菜摘 なつみ Natsumi
""",
}

# Guests from abroad, and members who came from there: surnames, men's and women's given names.
FOREIGN_NAMES = {
    "korea": (
        """金 キム Kim|李 イ Lee|朴 パク Park|崔 チェ Choi|鄭 チョン Jeong|姜 カン Kang|尹 ユン Yoon
韓 ハン Han|権 クォン Kwon|宋 ソン Song|白 ペク Baek|林 イム Im""",
        """秀鎮 スジン Su-jin|在浩 ジェホ Jae-ho|民赫 ミニョク Min-hyeok|東旭 ドンウク Dong-uk
相佑 サンウ Sang-u|泰勲 テフン Tae-hun|成珉 ソンミン Seong-min|俊瑞 ジュンソ Jun-seo""",
        """恵珍 ヘジン Hye-jin|智恩 ジウン Ji-eun|素妍 ソヨン So-yeon|美羅 ミラ Mi-ra""",
    ),
    "china": (
        """王 ワン Wang|張 ジャン Zhang|劉 リウ Liu|陳 チェン Chen|楊 ヤン Yang|趙 ジャオ Zhao
黄 ホアン Huang|周 ジョウ Zhou|徐 シュー Xu|孫 スン Sun|馬 マー Ma|郭 グオ Guo""",
        """建国 ジエングオ Jianguo|暁明 シアオミン Xiaoming|子軒 ズーシュエン Zixuan|志強 ジーチアン Zhiqiang
海涛 ハイタオ Haitao|文博 ウェンボー Wenbo|立新 リーシン Lixin|宇航 ユーハン Yuhang""",
        """静怡 ジンイー Jingyi|雪梅 シュエメイ Xuemei|佳琪 ジアチー Jiaqi|思雨 スーユー Siyu""",
    ),
    "taiwan": (
        """蔡 ツァイ Tsai|曾 ツェン Tseng|洪 ホン Hung|頼 ライ Lai|邱 チウ Chiu""",
        """志遠 ジーユエン Chih-yuan|文傑 ウェンジエ Wen-chieh|家豪 ジアハオ Chia-hao""",
        """美玲 メイリン Mei-ling|佳蓉 ジアロン Chia-jung""",
    ),
}
WESTERN_NAMES = """
male ハンス・ベルガー Hans Berger|male ピエール・ラコンブ Pierre Lacombe|male ミハイ・イオネスク Mihai Ionescu
male デイビッド・ハーパー David Harper|male ヤン・ノヴォトニー Jan Novotny|female エレーナ・マルコワ Elena Markova
male トマス・リンドグレン Tomas Lindgren|male カルロス・メディナ Carlos Medina|female アンナ・コワルスカ Anna Kowalska
male オレグ・ソコルニコフ Oleg Sokolnikov
"""

# Old forms of kanji that sources of the 1950s print.
OLD_KANJI = {
    "沢": "澤",
    "広": "廣",
    "浜": "濱",
    "辺": "邊",
    "桜": "櫻",
    "栄": "榮",
    "実": "實",
    "国": "國",
    "滝": "瀧",
    "斎": "齋",
    "徳": "德",
    "恵": "惠",
}

# Real professionals and well-known amateurs: no fictional player may carry one of these names.
REAL_NAMES = frozenset(
    [
        "本因坊秀策",
        "本因坊秀哉",
        "本因坊丈和",
        "本因坊道策",
        "井上幻庵因碩",
        "呉清源",
        "木谷実",
        "木谷實",
        "瀬越憲作",
        "鈴木為次郎",
        "雁金準一",
        "加藤信",
        "岩佐銈",
        "岩本薫",
        "橋本宇太郎",
        "橋本昌二",
        "高川格",
        "坂田栄男",
        "藤沢朋斎",
        "藤沢秀行",
        "藤沢里菜",
        "藤沢一就",
        "島村利博",
        "島村俊広",
        "前田陳爾",
        "長谷川章",
        "篠原正美",
        "林有太郎",
        "鈴木越雄",
        "梶原武雄",
        "山部俊郎",
        "窪内秀知",
        "半田道玄",
        "宮下秀洋",
        "鯛中新",
        "細川千仭",
        "杉内雅男",
        "杉内寿子",
        "伊藤友恵",
        "喜多文子",
        "増渕辰子",
        "本田幸子",
        "楠光子",
        "本田寿子",
        "大平修三",
        "曲励起",
        "林海峰",
        "大竹英雄",
        "石田芳夫",
        "加藤正夫",
        "武宮正樹",
        "小林光一",
        "小林覚",
        "小林千寿",
        "小林健二",
        "小林孝之",
        "小林泉美",
        "小林禮子",
        "木谷禮子",
        "趙治勲",
        "趙善津",
        "趙祥衍",
        "工藤紀夫",
        "橋本雄二郎",
        "石榑郁郎",
        "岩田達明",
        "酒井猛",
        "大窪一玄",
        "加田克司",
        "佐藤直男",
        "佐藤昌晴",
        "佐藤康夫",
        "依田紀基",
        "片岡聡",
        "淡路修三",
        "山城宏",
        "王立誠",
        "王銘琬",
        "王唯任",
        "柳時熏",
        "彦坂直人",
        "結城聡",
        "高尾紳路",
        "張栩",
        "羽根直樹",
        "羽根泰正",
        "山下敬吾",
        "井山裕太",
        "河野臨",
        "村川大介",
        "伊田篤史",
        "一力遼",
        "芝野虎丸",
        "芝野龍之介",
        "許家元",
        "本木克弥",
        "余正麒",
        "関航太郎",
        "福岡航太朗",
        "平田智也",
        "佐田篤史",
        "広瀬優一",
        "上野愛咲美",
        "上野梨紗",
        "仲邑菫",
        "牛栄子",
        "謝依旻",
        "青木喜久代",
        "岡田結美子",
        "小川誠子",
        "小山栄美",
        "吉田美香",
        "知念かおり",
        "矢代久美子",
        "万波佳奈",
        "万波奈穂",
        "向井千瑛",
        "向井芳織",
        "梅沢由香里",
        "吉原由香里",
        "鈴木歩",
        "奥田あや",
        "石井茜",
        "佃亜紀子",
        "中澤彩子",
        "石井邦生",
        "石井新蔵",
        "宮沢吾朗",
        "上村陽生",
        "上村邦夫",
        "小島高穂",
        "戸沢昭宣",
        "茅野直彦",
        "安倍吉輝",
        "春山勇",
        "本田邦久",
        "牛之浜撮雄",
        "東野弘昭",
        "家田隆二",
        "長谷川直",
        "今村俊也",
        "今村善彰",
        "苑田勇一",
        "後藤俊午",
        "坂口隆三",
        "清成哲也",
        "森山直棋",
        "白石裕",
        "白石京子",
        "白石勇一",
        "関山利一",
        "関山利夫",
        "関山利道",
        "吉田昇司",
        "宮本直毅",
        "宮本義久",
        "佐々木正",
        "佐々木毅",
        "佐々木修",
        "高野英樹",
        "松岡秀樹",
        "秋山次郎",
        "溝上知親",
        "三村智保",
        "黄翊祖",
        "黄孟正",
        "林漢傑",
        "林子淵",
        "林耕三",
        "金秀俊",
        "蘇耀国",
        "潘善琪",
        "中野寛也",
        "中野泰宏",
        "小県真樹",
        "大矢浩一",
        "大橋拓文",
        "大橋成哉",
        "内田修平",
        "内田祐里",
        "安達利昌",
        "安斎伸彰",
        "瀬戸大樹",
        "坂井秀至",
        "森田道博",
        "原田実",
        "菊地康郎",
        "平田博則",
        "三浦浩",
        "村上文祥",
        "今村文明",
        "原田稔",
        "前田良二",
        "前田陳嗣",
        "横田茂昭",
        "渡辺昇吉",
        "渡辺貢規",
        "中川新之",
        "水野弘士",
        "久保秀夫",
        "久保勝昭",
        "小池芳弘",
        "近藤幸子",
        "近藤登志希",
        "坂本泰隆",
        "竹内康祐",
        "谷口徹",
        "寺田柾",
        "西川貴敏",
        "野口基樹",
        "平野則一",
        "平野正明",
        "平野博文",
        "福井進",
        "古谷裕",
        "本多勝一",
        "増田亮",
        "松浦雄太",
        "丸山豊治",
        "村田太平",
        "森川舞弓",
        "森川正一",
        "宮崎龍太郎",
        "宮崎志摩子",
        "吉川一",
        "青山幸子",
        "荒木一成",
        "天野雅文",
        "泉谷英雄",
        "上野愛",
        "梅木英",
        "杉本明",
        "金子真季",
        "神田英",
        "菊地正敏",
        "河村重雄",
        "千葉碩",
        "萩原睦",
        "原田誠",
        "富田忠夫",
        "武田祥典",
        "曺薫鉉",
        "李昌鎬",
        "李世乭",
        "劉昌赫",
        "徐奉洙",
        "金寅",
        "趙南哲",
        "朴廷桓",
        "申眞諝",
        "崔哲瀚",
        "姜東潤",
        "金志錫",
        "元晟溱",
        "睦鎮碩",
        "安永吉",
        "朴永訓",
        "崔精",
        "朴鋕恩",
        "趙恵連",
        "芮廼偉",
        "江鋳久",
        "聶衛平",
        "馬暁春",
        "常昊",
        "古力",
        "孔傑",
        "柯潔",
        "陳耀燁",
        "時越",
        "芈昱廷",
        "唐韋星",
        "周睿羊",
        "范廷鈺",
        "楊鼎新",
        "丁浩",
        "連笑",
        "辜梓豪",
        "李軒豪",
        "王星昊",
        "党毅飛",
        "羅洗河",
        "兪斌",
        "周鶴洋",
        "劉小光",
        "曹大元",
        "銭宇平",
        "張文東",
        "張璇",
        "徐瑩",
        "華学明",
        "楊暉",
        "陳祖徳",
        "陳永安",
        "孫志剛",
        "王磊",
        "王檄",
        "王汝南",
        "呉淞笙",
        "於之瑩",
        "周俊勲",
        "陳詩淵",
        "林至涵",
        "王元均",
        "王立誠",
        "郭求真",
        "楊士海",
        "黄雲嵩",
        "劉宇航",
        "菊地義雄",
        "森川正夫",
        "前田亮",
        "星野正樹",
        "山内正樹",
        "中川拓海",
        "平野海斗",
        "王静怡",
        "楊子軒",
    ]
)
# The same for names that would only be written with other kanji.
REAL_ROMAJI = frozenset(
    {
        "Ishii Kunio",
        "Ishii Shinzō",
        "Takano Hideki",
        "Sasaki Tadashi",
        "Sasaki Tsuyoshi",
        "Saitō Tadashi",
        "Ōhashi Hirofumi",
        "Ogawa Tomoko",
        "Sakamoto Yasuo",
        "Ōtani Naoki",
        "Wang Jingyi",
        "Yang Zixuan",
    }
)


@dataclass(frozen=True)
class Name:
    ja: str
    kana: str
    romaji: str

    @classmethod
    def of(cls, surname: Name, given: Name, gap: str = "") -> Name:
        return cls(surname.ja + given.ja, surname.kana + gap + given.kana, f"{surname.romaji} {given.romaji}")


def name_list(text: str) -> list[Name]:
    """Reads "kanji kana romaji" entries, separated by line ends and bars."""
    return [Name(*entry.split()) for entry in text.replace("\n", "|").split("|") if entry]


class NameRegister:
    """Hands out names: each one once in every script, and none that a real player has."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.taken: set[str] = set(REAL_NAMES | REAL_ROMAJI)

    def take(self, name: Name) -> bool:
        """Whether the name was free; from now on it is taken."""
        spellings = {name.ja, name.kana, name.romaji}
        if spellings & self.taken:
            return False
        self.taken |= spellings
        return True

    def draw(self, surnames: list[Name], given: list[Name], gap: str = "") -> Name:
        while True:
            name = Name.of(self.dice.choice(surnames), self.dice.choice(given), gap)
            if self.take(name):
                return name

    def japanese(self, gender: str, birth_year: int) -> Name:
        generation = next(key for key in GIVEN_NAMES if key[0] == gender and birth_year < key[1])
        return self.draw(name_list(SURNAMES), name_list(GIVEN_NAMES[generation]))

    def foreign(self, country: str, gender: str) -> Name:
        surnames, men, women = FOREIGN_NAMES[country]
        return self.draw(name_list(surnames), name_list(men if gender == "male" else women), "・")


# --- Players --------------------------------------------------------------------------------

KI_IN = ("nihon_kiin", "kansai_kiin")
GUEST_ORGANISATIONS = ("korea", "china", "other")


@dataclass(frozen=True)
class Affiliation:
    """Membership, both ends included; None is unbounded."""

    organisation: str
    valid_from: date | None = None
    valid_to: date | None = None

    def covers(self, day: date) -> bool:
        return (self.valid_from or date.min) <= day <= (self.valid_to or date.max)


@dataclass(frozen=True)
class Alias:
    """Another spelling, in use from one day to another (None: unbounded)."""

    spelling: str
    valid_from: date | None = None
    valid_to: date | None = None


@dataclass(eq=False, repr=False)
class Player:
    """A fictional player. `debut` and `retirement` are the first and last day of play.

    strength  year -> hidden strength in Elo points, for the years of play
    story     the special case of the rule book that this player is there for, if any
    """

    name: Name
    gender: str
    birth: date
    debut: date
    retirement: date | None
    affiliations: list[Affiliation]
    strength: dict[int, float]
    rank_pace: float = 0.0
    amateur_rank: str = ""
    story: str = ""
    aliases: list[Alias] = field(default_factory=list)
    player_id: str = ""

    def __repr__(self) -> str:
        return f"{self.player_id} {self.name.romaji}"

    def organisation(self, day: date) -> str:
        """Where the player belongs that day; 'other' where no affiliation covers it."""
        return next((a.organisation for a in self.affiliations if a.covers(day)), "other")

    def plays(self, day: date) -> bool:
        return self.debut <= day <= (self.retirement or date.max)

    def declared_rank(self, day: date) -> str:
        """Professional dan that grows with the years since the debut, or an amateur's dan."""
        if self.organisation(day) == "amateur" or not self.rank_pace:
            return self.amateur_rank or "6d"
        years = max(0, day.year - self.professional_since())
        return f"{min(9, 1 + int(years * self.rank_pace))}p"

    def professional_since(self) -> int:
        joined = [a.valid_from for a in self.affiliations if a.organisation != "amateur" and a.valid_from]
        return min(joined).year if joined else self.debut.year


def career(dice: Dice, birth_year: int, debut_year: int, last_year: int, peak: float) -> dict[int, float]:
    """Strength by year: a rise to the peak age, a plateau, a slow decline, and some form."""
    peak_age = dice.between(23, 32)
    debut_gap = 150.0 + 140.0 * round(dice.random(), 6)
    debut_age = debut_year - birth_year
    form = 0.0
    strength = {}
    for year in range(debut_year, last_year + 1):
        age = year - birth_year
        if age < peak_age and debut_age < peak_age:
            share = (peak_age - age) / (peak_age - debut_age)
            level = peak - debut_gap * share * share
        else:
            level = peak - 3.0 * max(0, age - 38) - 5.0 * max(0, age - 52)
        form = 0.8 * form + 16.0 * dice.bell()
        strength[year] = round(level + form, 1)
    return strength


def career_end(dice: Dice, birth_year: int, debut_year: int, talent: float) -> int:
    """The last year of play: the smaller the talent, the likelier an early retirement."""
    draw = dice.random() + round(talent / 600.0, 6)
    if draw < 0.5:
        age = dice.between(25, 32)
    elif draw < 0.8:
        age = dice.between(34, 46)
    else:
        age = dice.between(50, 70)
    return max(birth_year + age, debut_year + 5)


def random_day(dice: Dice, year: int) -> date:
    return date(year, 1, 1) + timedelta(days=dice.between(0, 364))


def professional(
    dice: Dice, register: NameRegister, debut_year: int, birth_year: int, gender: str, country: str = ""
) -> Player:
    """A member of a Ki-in. Debuts are on 1 April; veterans of before 1950 have an open start."""
    talent = 160.0 * dice.bell()
    peak = 1570.0 + talent - (90.0 if gender == "female" else 0.0)
    last_year = career_end(dice, birth_year, debut_year, talent)
    if debut_year < FIRST_YEAR:
        last_year = max(last_year, FIRST_YEAR + dice.between(2, 12))
    retired = last_year < LAST_YEAR
    veteran = debut_year < FIRST_YEAR
    debut = date(debut_year, 4, 1)
    retirement = date(last_year, 12, 31) if retired else None
    organisation = "kansai_kiin" if dice.chance(0.25) else "nihon_kiin"
    name = register.foreign(country, gender) if country else register.japanese(gender, birth_year)
    return Player(
        name=name,
        gender=gender,
        birth=random_day(dice, birth_year),
        debut=debut,
        retirement=retirement,
        affiliations=[Affiliation(organisation, None if veteran else debut, retirement)],
        strength=career(dice, birth_year, debut_year, min(last_year, LAST_YEAR), peak),
        rank_pace=0.8 if peak > 1680 else 0.45 if peak > 1500 else 0.28,
        story="member from abroad" if country else "",
    )


def veterans(dice: Dice, register: NameRegister) -> list[Player]:
    """Those who were playing when the records begin."""
    cohort = []
    for i in range(34):
        birth_year = dice.between(1893, 1931)
        gender = "female" if i % 6 == 5 else "male"
        debut_year = birth_year + dice.between(15, 18)
        cohort.append(professional(dice, register, debut_year, birth_year, gender))
    return cohort


# Members with a Korean or Taiwanese name, by the year of their debut.
FROM_ABROAD = {1962: ("taiwan", "male"), 1985: ("taiwan", "male"), 1995: ("korea", "male"), 2010: ("taiwan", "female")}


def debutants(dice: Dice, register: NameRegister) -> list[Player]:
    """Two or three new professionals a year, a growing share of them women."""
    cohort = []
    for year in range(FIRST_YEAR, LAST_YEAR):
        newcomers = 3 if year % 7 == 0 or year in FROM_ABROAD else 2
        for i in range(newcomers):
            share_of_women = 0.2 if year < 1975 else 0.25 if year < 2000 else 0.32
            gender = "female" if dice.chance(share_of_women) else "male"
            country = ""
            if i == 0 and year in FROM_ABROAD:
                country, gender = FROM_ABROAD[year]
            birth_year = year - dice.between(14, 20)
            cohort.append(professional(dice, register, year, birth_year, gender, country))
    return cohort


def japanese_amateurs(dice: Dice, register: NameRegister) -> list[Player]:
    """Amateurs who qualify for official events, from the 1960s on."""
    cohort = []
    for i in range(38):
        first_year = 1962 + i * 58 // 37
        birth_year = first_year - dice.between(17, 38)
        gender = "female" if i % 5 == 3 else "male"
        last_year = min(LAST_YEAR, first_year + dice.between(8, 20))
        peak = 1250.0 + 90.0 * dice.bell()
        cohort.append(
            Player(
                name=register.japanese(gender, birth_year),
                gender=gender,
                birth=random_day(dice, birth_year),
                debut=date(first_year, 1, 1),
                retirement=date(last_year, 12, 31) if last_year < LAST_YEAR else None,
                affiliations=[Affiliation("amateur")],
                strength=career(dice, birth_year, first_year, last_year, peak),
                amateur_rank=dice.choice(["5d", "6d", "6d", "7d"]),
            )
        )
    return cohort


def foreign_guests(dice: Dice, register: NameRegister) -> list[Player]:
    """Players of other countries who are invited to Japan."""
    cohort = []
    plan = [("korea", 1986 + i * 35 // 21, "korea") for i in range(22)]
    plan += [("china", 1984 + i * 37 // 21, "china") for i in range(22)]
    plan += [("taiwan", 1966 + i * 11, "other") for i in range(5)]
    for i, (country, first_year, organisation) in enumerate(plan):
        gender = "female" if i % 4 == 3 else "male"
        birth_year = first_year - dice.between(16, 24)
        name = register.foreign(country, gender)
        peak = 1720.0 + 110.0 * dice.bell() - (90.0 if gender == "female" else 0.0)
        cohort.append(guest(dice, name, gender, birth_year, first_year, organisation, peak, 0.7))
    for i, entry in enumerate(e for e in WESTERN_NAMES.replace("\n", "|").split("|") if e):
        gender, katakana, romaji = entry.split(" ", 2)
        name = Name(katakana, katakana, romaji)
        register.take(name)
        first_year = 1970 + i * 5
        birth_year = first_year - dice.between(19, 30)
        cohort.append(guest(dice, name, gender, birth_year, first_year, "other", 1280.0 + 80.0 * dice.bell(), 0.0))
    return cohort


def guest(
    dice: Dice, name: Name, gender: str, birth_year: int, first_year: int, organisation: str, peak: float, pace: float
) -> Player:
    last_year = min(LAST_YEAR, first_year + dice.between(9, 18))
    return Player(
        name=name,
        gender=gender,
        birth=random_day(dice, birth_year),
        debut=date(first_year, 1, 1),
        retirement=date(last_year, 12, 31) if last_year < LAST_YEAR else None,
        affiliations=[Affiliation(organisation)],
        strength=career(dice, birth_year, first_year, last_year, peak),
        rank_pace=pace,
        amateur_rank="" if pace else "6d",
    )


# --- The stories: players who are there for one case of the rule book -------------------------


def last_year_of(player: Player) -> int:
    return max(player.strength)


def turn_professional(dice: Dice, player: Player) -> None:
    """Four years as an amateur guest of official events, then a professional debut."""
    joined = player.debut
    player.story = "amateur who turned professional"
    player.amateur_rank = "7d"
    player.debut = date(joined.year - 4, 1, 1)
    player.birth = player.birth.replace(year=joined.year - 23, day=min(player.birth.day, 28))
    first = player.strength[joined.year]
    for year in range(joined.year - 4, joined.year):
        player.strength[year] = round(first - 25.0 * (joined.year - year) + 10.0 * dice.bell(), 1)
    amateur = Affiliation("amateur", None, joined - timedelta(days=1))
    player.affiliations = [amateur, Affiliation("nihon_kiin", joined, player.retirement)]


def change_ki_in(player: Player, years_after_debut: int) -> None:
    """From one Ki-in to the other, on 1 April."""
    player.story = "changed Ki-in"
    old = player.affiliations[0]
    moved = date(player.debut.year + years_after_debut, 4, 1)
    new = "nihon_kiin" if old.organisation == "kansai_kiin" else "kansai_kiin"
    player.affiliations = [
        Affiliation(old.organisation, old.valid_from, moved - timedelta(days=1)),
        Affiliation(new, moved, old.valid_to),
    ]


def leave_ki_in(player: Player, years_after_debut: int, later: str) -> None:
    """Gives up membership and is a guest for a few more years; `later` '' leaves no affiliation row."""
    player.story = "left a Ki-in"
    old = player.affiliations[0]
    left = date(player.debut.year + years_after_debut, 3, 31)
    player.retirement = date(left.year + 8, 12, 31)
    player.strength = {year: value for year, value in player.strength.items() if year <= left.year + 8}
    player.affiliations = [Affiliation(old.organisation, old.valid_from, left)]
    if later:
        player.affiliations.append(Affiliation(later, left + timedelta(days=1), player.retirement))


def take_married_name(register: NameRegister, player: Player, years_after_debut: int) -> None:
    """Plays under another surname for her first years; the alias is dated."""
    player.story = "changed her name"
    maiden = player.name.ja
    given = next(
        g
        for key, text in GIVEN_NAMES.items()
        if key[0] == "female"
        for g in name_list(text)
        if player.name.romaji.endswith(" " + g.romaji) and player.name.ja.endswith(g.ja)
    )
    player.name = register.draw(name_list(SURNAMES), [given])
    player.aliases.append(Alias(maiden, None, date(player.debut.year + years_after_debut, 3, 31)))


def careers_from(players: list[Player], debut_year: int, years: int, gender: str = "") -> Player:
    """The first career not yet used for a story that starts that year or later and lasts long enough."""
    return next(
        p
        for p in players
        if p.debut.year >= debut_year
        and last_year_of(p) - p.debut.year >= years
        and not p.story
        and gender in ("", p.gender)
    )


def old_spelling(name: str) -> str:
    return "".join(OLD_KANJI.get(character, character) for character in name)


def loose_romaji(name: str) -> str:
    """How a newsletter without macrons writes long vowels: Ōtani Kōji is Ohtani Kohji."""
    for macron, letters in (("Ō", "Oh"), ("ō", "oh"), ("ū", "uu"), ("'", "")):
        name = name.replace(macron, letters)
    return name


def tell_stories(dice: Dice, register: NameRegister, professionals: list[Player]) -> None:
    turn_professional(dice, careers_from(professionals, 1999, 12, "male"))
    turn_professional(dice, careers_from(professionals, 2011, 10))
    change_ki_in(careers_from(professionals, 1956, 25), 14)
    change_ki_in(careers_from(professionals, 1990, 20), 9)
    leave_ki_in(careers_from(professionals, 1973, 19), 10, "other")
    leave_ki_in(careers_from(professionals, 1986, 19), 10, "")
    take_married_name(register, careers_from(professionals, 1988, 18, "female"), 9)
    early = [p for p in professionals if p.debut.year < 1955 and old_spelling(p.name.ja) != p.name.ja and not p.story]
    for player in early[:4]:
        player.aliases.append(Alias(old_spelling(player.name.ja), None, date(1959, 12, 31)))
    late = [p for p in professionals if last_year_of(p) >= 2005 and loose_romaji(p.name.romaji) != p.name.romaji]
    for player in late[:6]:
        player.aliases.append(Alias(loose_romaji(player.name.romaji)))


def make_players(dice: Dice) -> list[Player]:
    register = NameRegister(dice)
    professionals = veterans(dice, register) + debutants(dice, register)
    tell_stories(dice, register, professionals)
    players = professionals + japanese_amateurs(dice, register) + foreign_guests(dice, register)
    for number, player in enumerate(players, 1):
        player.player_id = f"D{number:03d}"
    return players


# --- Events ---------------------------------------------------------------------------------

MON, TUE, WED, THU, FRI, SAT, SUN = range(7)


@dataclass(frozen=True)
class Event:
    """An event. Komi starts at `first_komi` and rises to 5.5 and 6.5 in the years given, if ever."""

    event_id: str
    name: str
    first_year: int
    last_year: int
    scope: str = "domestic"
    status: str = "official"
    format: str = "individual"
    division: str = "open"
    first_komi: str = "4.5"
    komi_55_from: int = 1974
    komi_65_from: int = 2003

    def held(self, year: int) -> bool:
        return self.first_year <= year <= self.last_year

    def edition(self, year: int) -> str:
        return str(year - self.first_year + 1)

    def komi(self, year: int) -> str:
        if year < self.komi_55_from:
            return self.first_komi
        return "5.5" if year < self.komi_65_from else "6.5"


SOTEN = Event("E01", "Sōten", 1950, 2025)
SUIGYOKU = Event("E02", "Suigyoku", 1960, 2025, komi_55_from=1975, komi_65_from=2004)
SHIRASAGI = Event("E03", "Shirasagi", 1986, 2012)
AKATSUKI = Event("E04", "Akatsuki Cup", 1975, 2025, komi_65_from=2002)
AOBA = Event("E05", "Aoba Cup", 1960, 1979, first_komi="5", komi_55_from=1980)
KAEDE = Event("E06", "Kaede League", 1950, 1962)
HAYATE = Event("E07", "Hayate One-Day Cup", 1981, 2025)
SHINSEI = Event("E08", "Wakaba Young Players' Cup", 1976, 2025)
WOMENS_TITLE = Event("E09", "Wakazakura Women's Title", 1953, 2025, division="women")
WOMENS_LEAGUE = Event("E10", "Kōbai Women's League", 1968, 2025, division="women")
ALL_JAPAN = Event("E11", "Minato Open", 1994, 2025)
INVITATIONAL = Event("E12", "Pro-Amateur Invitational", 1963, 2025)
PACIFIC = Event("E13", "Pacific Rim Cup", 1988, 2025, scope="international", komi_65_from=2001)
WOMENS_WORLD = Event("E14", "Camellia Women's World Cup", 2001, 2018, scope="international", division="women")
THREE_NATIONS = Event("E15", "Three Nations Team Match", 1992, 2012, scope="international", format="team")
OTEAI = Event("E16", "Oteai", 1950, 2003, status="unofficial", format="oteai", first_komi="0")
EAST_WEST = Event("E17", "East-West Team Match", 1961, 1989, format="team")
NEW_YEAR = Event("E18", "New Year Exhibition", 1955, 2025, status="unofficial")

EVENTS = (
    SOTEN,
    SUIGYOKU,
    SHIRASAGI,
    AKATSUKI,
    AOBA,
    KAEDE,
    HAYATE,
    SHINSEI,
    WOMENS_TITLE,
    WOMENS_LEAGUE,
    ALL_JAPAN,
    INVITATIONAL,
    PACIFIC,
    WOMENS_WORLD,
    THREE_NATIONS,
    OTEAI,
    EAST_WEST,
    NEW_YEAR,
)


# --- Games ----------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Game:
    """One game as it happened; `winner` is None where there was none.

    days       every day of play, the last one counts
    precision  how much of the date the record still knows: day, month or year
    """

    event: Event
    edition: str
    round: str
    days: list[date]
    sequence: int
    black: Player
    white: Player
    komi: str
    handicap: int
    result: str
    winner: Player | None
    replay_of: Game | None = None
    precision: str = "day"
    colours_known: bool = True
    komi_known: bool = True
    ranks_known: bool = True

    def __repr__(self) -> str:
        return f"{self.played_on} {self.event.name} {self.round}: {self.black!r} - {self.white!r} {self.result}"

    @property
    def played_on(self) -> date:
        return self.days[-1]

    @property
    def players(self) -> tuple[Player, Player]:
        return self.black, self.white


def expected_score(own: float, opponent: float) -> float:
    """Chance to win, logistic to base 10 over 400 points; rounded so that it is the same everywhere."""
    return round(1.0 / (1.0 + 10.0 ** ((opponent - own) / 400.0)), 9)


class Season:
    """Plays games and keeps everyone's calendar; `games` grows as the years pass."""

    def __init__(self, dice: Dice, players: list[Player]) -> None:
        self.dice = dice
        self.players = players
        self.games: list[Game] = []
        self.diary: dict[Player, dict[date, int]] = defaultdict(dict)
        self.invitations: dict[Player, int] = defaultdict(int)
        self.holders: dict[Event, Player] = {}
        self.soten_league: list[Player] = []

    # Who can play

    def members(self, day: date, gender: str = "") -> list[Player]:
        """Ki-in members active that day, senior ranks first."""
        active = [p for p in self.players if p.plays(day) and p.organisation(day) in KI_IN and gender in ("", p.gender)]
        return sorted(active, key=lambda p: (-int(p.declared_rank(day)[0]), p.debut, p.player_id))

    def guests(self, day: date, organisations: Sequence[str], count: int, gender: str = "") -> list[Player]:
        """Guests of those organisations, those invited least so far first (the stories twice as often)."""
        candidates = [
            p
            for p in self.players
            if p.plays(day) and p.organisation(day) in organisations and gender in ("", p.gender)
        ]
        turn = {p: self.invitations[p] // 2 if p.story else self.invitations[p] for p in candidates}
        chosen = sorted(self.dice.shuffled(candidates), key=lambda p: turn[p])[:count]
        for player in chosen:
            self.invitations[player] += 1
        return chosen

    def strongest(self, players: list[Player], year: int, count: int) -> list[Player]:
        """Selectors know roughly who is strong."""
        guess = {p: p.strength[year] + 70.0 * self.dice.bell() for p in players}
        return sorted(players, key=lambda p: (-guess[p], p.player_id))[:count]

    def least_busy(self, players: list[Player], year: int, count: int) -> list[Player]:
        """Those with the fewest games that year so far, so that nobody is idle for long."""
        busy = {p: sum(day.year == year for day in self.diary[p]) for p in players}
        return sorted(self.dice.shuffled(players), key=lambda p: busy[p])[:count]

    # The calendar

    def is_free(self, player: Player, day: date) -> bool:
        return day not in self.diary[player]

    def free_days(self, pair: Sequence[Player], earliest: date, weekdays: Sequence[int], length: int = 1) -> list[date]:
        """The first run of days, starting on one of the weekdays, on which all are free."""
        day = earliest
        while True:
            days = [day + timedelta(days=i) for i in range(length)]
            if day.weekday() in weekdays and all(self.is_free(p, d) for p in pair for d in days):
                return days
            day += timedelta(days=1)

    # One game

    def play(
        self,
        event: Event,
        round_: str,
        black: Player,
        white: Player,
        days: list[date],
        *,
        winner_needed: bool = True,
        handicap: int = 0,
        replay_of: Game | None = None,
    ) -> Game:
        """Plays one game, and its replay where it ends in jigo or without result. Gives the last.

        Where nobody has to go on, a jigo stands, and now and then a game without result does.
        """
        day = days[-1]
        if day.year > LAST_YEAR or not (black.plays(day) and white.plays(day)):
            raise ValueError(f"{event.name}, {round_}: {day} lies outside a career")
        komi = "0" if handicap else event.komi(days[0].year)
        result, winner = self.outcome(event, black, white, days, komi, handicap, winner_needed)
        sequence = 1 + max(self.diary[p].get(day, 0) for p in (black, white))
        game = Game(
            event,
            event.edition(days[0].year),
            round_,
            days,
            sequence,
            black,
            white,
            komi,
            handicap,
            result,
            winner,
            replay_of,
        )
        for player in (black, white):
            for used in days:
                self.diary[player][used] = sequence
        self.games.append(game)
        stands = not winner_needed and (result == "Jigo" or self.dice.chance(0.35))
        if result in ("Jigo", "Void") and not stands:
            return self.replay(game, winner_needed)
        return game

    def replay(self, game: Game, winner_needed: bool) -> Game:
        """With colours changed: the same day in a one-day event and sometimes elsewhere, else within a fortnight."""
        if game.event is HAYATE or (len(game.days) == 1 and self.dice.chance(0.25)):
            days = [game.played_on]
        else:
            earliest = game.played_on + timedelta(days=self.dice.between(1, 9))
            days = self.free_days(game.players, earliest, (MON, TUE, WED, THU, FRI))
        return self.play(
            game.event, game.round, game.white, game.black, days, winner_needed=winner_needed, replay_of=game
        )

    def outcome(
        self,
        event: Event,
        black: Player,
        white: Player,
        days: list[date],
        komi: str,
        handicap: int,
        winner_needed: bool,
    ) -> tuple[str, Player | None]:
        """The result text and the winner."""
        dice, year = self.dice, days[0].year
        draw = dice.random()
        if handicap == 0:
            if draw < DEFAULT_SHARE:
                return ("B+F", black) if dice.chance(0.5) else ("W+F", white)
            draw -= DEFAULT_SHARE
            if draw < NO_RESULT_SHARE:
                return "Void", None
            draw -= NO_RESULT_SHARE
            if not winner_needed:
                if draw < BOTH_LOST_SHARE:
                    return "Both lost", None
                draw -= BOTH_LOST_SHARE
                stopped = 0.3 if SPRING_WITHOUT_PLAY[0] <= days[0] <= SPRING_WITHOUT_PLAY[1] else CANCELLED_SHARE
                if draw < stopped:
                    return "Cancelled", None
            if not komi.endswith(".5") and dice.chance(JIGO_SHARE):
                return "Jigo", None
        edge = HANDICAP_STONE * (handicap - 0.5) if handicap > 1 else FIRST_MOVE_EDGE[komi]
        black_wins = dice.chance(expected_score(black.strength[year] + edge, white.strength[year]))
        return self.result_text(event, year, komi, black_wins), black if black_wins else white

    def result_text(self, event: Event, year: int, komi: str, black_wins: bool) -> str:
        """By resignation mostly; counted games were commoner in the past; some lose on time."""
        letter = "B" if black_wins else "W"
        counted = 0.46 if year < 1965 else 0.38 if year < 1990 else 0.30
        on_time = 0.05 if event is HAYATE else 0.012
        draw = self.dice.random()
        if draw < counted:
            return f"{letter}+{margin(self.dice, komi)}"
        return f"{letter}+T" if draw < counted + on_time else f"{letter}+R"

    # Formats

    def nigiri(self, first: Player, second: Player) -> tuple[Player, Player]:
        """Colours by lot."""
        return (first, second) if self.dice.chance(0.5) else (second, first)

    def meet(
        self,
        event: Event,
        round_: str,
        pair: Sequence[Player],
        earliest: date,
        spread: int,
        weekdays: Sequence[int] = (MON, THU),
        winner_needed: bool = True,
    ) -> Game:
        """A one-day game within about `spread` days of the round's start, colours by lot."""
        black, white = self.nigiri(*pair)
        days = self.free_days(pair, earliest + timedelta(days=self.dice.between(0, spread)), weekdays)
        return self.play(event, round_, black, white, days, winner_needed=winner_needed)

    def knockout(
        self,
        event: Event,
        entrants: list[Player],
        start: date,
        interval: int,
        weekdays: Sequence[int] = (MON, THU),
        final: bool = True,
    ) -> tuple[Player, date]:
        """A knockout, the first entrants seeded past the first round. Gives winner and last day."""
        left, number, last = list(entrants), 1, start
        while len(left) > 1:
            bracket = 1
            while bracket * 2 < len(left):
                bracket *= 2
            drawn = self.dice.shuffled(left[2 * bracket - len(left) :])
            seeded = left[: 2 * bracket - len(left)]
            names = {2: "final" if final else "challenger decider", 4: "semi-final", 8: "quarter-final"}
            round_ = names.get(len(left), f"round {number}")
            games = [
                self.meet(event, round_, drawn[i : i + 2], start, max(0, interval - 8), weekdays)
                for i in range(0, len(drawn), 2)
            ]
            last = max(g.played_on for g in games)
            left = seeded + [g.winner for g in games if g.winner]
            start = max(start + timedelta(days=interval), last + timedelta(days=2))
            number += 1
        return left[0], last

    def round_robin(
        self, event: Event, entrants: list[Player], start: date, interval: int, label: str
    ) -> dict[Player, int]:
        """Everyone meets everyone once. Gives wins by player."""
        circle: list[Player | None] = list(self.dice.shuffled(entrants))
        if len(circle) % 2:
            circle.append(None)
        wins = dict.fromkeys(entrants, 0)
        for number in range(1, len(circle)):
            for first, second in zip(circle[: len(circle) // 2], reversed(circle)):
                if first is None or second is None:
                    continue
                round_, spread = f"{label} round {number}", interval - 8
                game = self.meet(event, round_, (first, second), start, spread, winner_needed=False)
                if game.winner:
                    wins[game.winner] += 1
            circle = [circle[0], circle[-1], *circle[1:-1]]
            start += timedelta(days=interval)
        return wins

    def swiss(
        self, event: Event, entrants: list[Player], start: date, interval: int, rounds: int, label: str
    ) -> dict[Player, int]:
        """Winners meet winners; nobody meets the same opponent twice. Gives wins by player."""
        wins = dict.fromkeys(entrants, 0)
        met: set[frozenset[Player]] = set()
        for number in range(1, rounds + 1):
            waiting = sorted(self.dice.shuffled(entrants), key=lambda p: -wins[p])
            while len(waiting) > 1:
                first = waiting.pop(0)
                second = next((p for p in waiting if frozenset((first, p)) not in met), None)
                if second is None:
                    continue
                waiting.remove(second)
                met.add(frozenset((first, second)))
                round_, spread = f"{label} round {number}", interval - 8
                game = self.meet(event, round_, (first, second), start, spread, winner_needed=False)
                if game.winner:
                    wins[game.winner] += 1
            start += timedelta(days=interval)
        return wins

    def title_match(
        self,
        event: Event,
        holder: Player,
        challenger: Player,
        start: date,
        needed: int,
        length: int = 1,
    ) -> Player:
        """First to `needed` wins, colours alternating, a week or two between games."""
        wins = {holder: 0, challenger: 0}
        black, white = self.nigiri(holder, challenger)
        number = 1
        while max(wins.values()) < needed:
            days = self.free_days((holder, challenger), start, (WED, THU) if length > 1 else (THU, FRI), length)
            game = self.play(event, f"title match game {number}", black, white, days)
            if game.winner:
                wins[game.winner] += 1
            black, white = white, black
            start = game.played_on + timedelta(days=self.dice.between(6, 11))
            number += 1
        return holder if wins[holder] == needed else challenger

    def holder(self, event: Event, day: date) -> Player | None:
        """The title holder, if still a member; otherwise the title is vacant."""
        player = self.holders.get(event)
        return player if player and player.plays(day) and player.organisation(day) in KI_IN else None

    def challenge(
        self,
        event: Event,
        entrants: list[Player],
        start: date,
        interval: int,
        match_start: date,
        needed: int,
    ) -> None:
        """A knockout finds the challenger; with the title vacant its winner takes it."""
        holder = self.holder(event, match_start)
        field_ = [p for p in entrants if p is not holder]
        winner, last = self.knockout(event, field_, start, interval, final=holder is None)
        if holder:
            begin = max(match_start, last + timedelta(days=10))
            winner = self.title_match(event, holder, winner, begin, needed)
        self.holders[event] = winner


# --- One year -------------------------------------------------------------------------------


def soten(season: Season, year: int) -> None:
    """The first title: a league all spring and summer, a best of seven of two-day games in autumn.

    A Swiss preliminary for those drawn from all others fills the next year's league.
    """
    size = 7 if year < 1975 else 8
    day = date(year, 1, 8)
    members = season.members(day)
    holder = season.holder(SOTEN, day)
    league = [p for p in season.soten_league if p in members and p is not holder]
    league += list(season.strongest([p for p in members if p not in league and p is not holder], year, size))
    league = league[:size]
    wins = season.round_robin(SOTEN, league, day, 27, "league")
    table = sorted(league, key=lambda p: (-wins[p], league.index(p)))

    challenger, defender = table[0], holder or table[1]
    length = 3 if year < 1953 else 2
    winner = season.title_match(SOTEN, defender, challenger, date(year, 9, season.dice.between(3, 12)), 4, length)
    season.holders[SOTEN] = winner
    beaten = defender if winner is challenger else challenger

    others = [p for p in season.members(date(year, 4, 2)) if p not in league and p is not holder]
    others = season.dice.shuffled(others)[: 28 if year < 1960 else 20]
    rounds = 2 if year < 2000 else 3
    points = season.swiss(SOTEN, others, date(year, 4, 9), 33, rounds, "preliminary")
    qualifiers = sorted(others, key=lambda p: (-points[p], others.index(p)))
    stay = [p for p in table if p is not winner and p is not beaten][: size - 4]
    season.soten_league = [beaten, *stay, *qualifiers[:3]]


def suigyoku(season: Season, year: int) -> None:
    """The second title: a knockout from January, a best of five in summer."""
    day = date(year, 1, 12)
    entrants = seeded_by_rank(season.strongest(season.members(day), year, 24), day)
    season.challenge(SUIGYOKU, entrants, day, 22, date(year, 6, 10), 3)


def shirasagi(season: Season, year: int) -> None:
    """The third title: a smaller knockout from April, a best of five in autumn."""
    day = date(year, 4, 5)
    entrants = seeded_by_rank(season.strongest(season.members(day), year, 16), day)
    season.challenge(SHIRASAGI, entrants, day, 25, date(year, 9, 25), 3)


def seeded_by_rank(players: list[Player], day: date) -> list[Player]:
    return sorted(players, key=lambda p: (-int(p.declared_rank(day)[0]), p.debut, p.player_id))


def akatsuki_cup(season: Season, year: int) -> None:
    """A plain knockout in autumn, for those who had few games so far."""
    day = date(year, 8, 20)
    count = 16 if year < 2010 else 20
    entrants = seeded_by_rank(season.least_busy(season.members(day), year, count), day)
    season.knockout(AKATSUKI, entrants, day, 22)


def aoba_cup(season: Season, year: int) -> None:
    """Komi 5, so that jigo is possible: it is replayed."""
    day = date(year, 5, 6)
    entrants = seeded_by_rank(season.least_busy(season.members(day), year, 16), day)
    season.knockout(AOBA, entrants, day, 40)


def kaede_league(season: Season, year: int) -> None:
    """Two groups, as the newspapers of the 1950s ran them."""
    day = date(year, 2, 3)
    invited = season.dice.shuffled(season.strongest(season.members(day), year, 12))
    for label, group in (("group A", invited[:6]), ("group B", invited[6:])):
        season.round_robin(KAEDE, group, day, 45, label)


def hayate_cup(season: Season, year: int) -> None:
    """A fast event on one weekend: two rounds on Saturday, two on Sunday, ordered by `sequence`."""
    saturday = next(d for d in (date(year, 6, 15) + timedelta(days=i) for i in range(7)) if d.weekday() == SAT)
    sunday = saturday + timedelta(days=1)
    free = [p for p in season.members(saturday) if season.is_free(p, saturday) and season.is_free(p, sunday)]
    left = season.dice.shuffled(season.strongest(free, year, 24))[:16]
    for round_, day in (("round 1", saturday), ("quarter-final", saturday), ("semi-final", sunday), ("final", sunday)):
        games = [season.play(HAYATE, round_, *season.nigiri(*left[i : i + 2]), [day]) for i in range(0, len(left), 2)]
        left = [g.winner for g in games if g.winner]


def young_players_cup(season: Season, year: int) -> None:
    """For those under 26."""
    day = date(year, 4, 12)
    young = [p for p in season.members(day) if year - p.birth.year < 26]
    if len(young) >= 4:
        season.knockout(SHINSEI, season.dice.shuffled(young)[:8], day, 35)


def womens_title(season: Season, year: int) -> None:
    """Knockout in spring, a best of three (five from 1990) in autumn."""
    day = date(year, 4, 3)
    women = season.members(day, "female")[:16]
    if len(women) >= 4:
        season.challenge(WOMENS_TITLE, women, day, 28, date(year, 9, 14), 2 if year < 1990 else 3)


def womens_league(season: Season, year: int) -> None:
    day = date(year, 2, 10)
    women = season.strongest(season.members(day, "female"), year, 5)
    if len(women) >= 4:
        season.round_robin(WOMENS_LEAGUE, women, day, 35, "league")


def minato_open(season: Season, year: int) -> None:
    """A domestic knockout that amateurs and foreign guests may enter."""
    day = date(year, 7, 20)
    guests = season.guests(day, ("amateur",), 3) + season.guests(day, GUEST_ORGANISATIONS, 2)
    members = season.dice.shuffled(season.members(day))[: 13 - len(guests)]
    season.knockout(ALL_JAPAN, season.dice.shuffled(members + guests), day, 16, (TUE, FRI))


def invitational(season: Season, year: int) -> None:
    """Amateurs and guests meet professionals: with stones where the gap is wide, without komi
    where it is narrow (handicap 1), else even."""
    day = date(year, 11, 2)
    amateurs = season.guests(day, ("amateur",), 3 if year < 1990 else 2)
    guests = season.guests(day, GUEST_ORGANISATIONS, 1)
    hosts = season.dice.shuffled(season.members(day))
    for number, visitor in enumerate(amateurs + guests, 1):
        host = hosts[number]
        gap = host.strength[year] - visitor.strength[year]
        stones = min(4, int(gap / 95.0))
        days = season.free_days((visitor, host), day, (SAT, SUN))
        if stones >= 1 and season.dice.chance(0.6):
            season.play(INVITATIONAL, f"board {number}", visitor, host, days, handicap=stones)
        else:
            season.play(INVITATIONAL, f"board {number}", *season.nigiri(visitor, host), days)
    if amateurs and guests and year % 3 == 0:
        season.meet(INVITATIONAL, "visitors' game", (amateurs[0], guests[0]), date(year, 11, 14), 3, (SAT, SUN))


ANY_DAY = (MON, TUE, WED, THU, FRI, SAT, SUN)


def pacific_rim_cup(season: Season, year: int) -> None:
    """International: eight players within a week of May."""
    day = date(year, 5, 18)
    members = season.strongest(season.members(day), year, 4)
    guests = season.guests(day, GUEST_ORGANISATIONS, 8 - len(members))
    season.knockout(PACIFIC, season.dice.shuffled(members + guests), day, 2, ANY_DAY)


def womens_world_cup(season: Season, year: int) -> None:
    day = date(year, 10, 20)
    members = season.strongest(season.members(day, "female"), year, 4)
    guests = season.guests(day, GUEST_ORGANISATIONS, 4, "female")
    season.knockout(WOMENS_WORLD, season.dice.shuffled(members + guests), day, 2, ANY_DAY)


def three_nations(season: Season, year: int) -> None:
    """International team match: three boards against Korea, three against China."""
    day = date(year, 3, 2)
    team = season.strongest(season.members(day), year, 3)
    for rival in ("korea", "china"):
        for board, (own, other) in enumerate(zip(team, season.guests(day, (rival,), 3)), 1):
            season.meet(THREE_NATIONS, f"{rival.title()} board {board}", (own, other), day, 0, ANY_DAY, False)
        day += timedelta(days=2)


def east_west(season: Season, year: int) -> None:
    """Domestic team match, Nihon Ki-in against Kansai Ki-in."""
    day = date(year, 10, 6)
    members = season.members(day)
    sides = [season.strongest([p for p in members if p.organisation(day) == o], year, 5) for o in KI_IN]
    for board, pair in enumerate(zip(*sides), 1):
        season.meet(EAST_WEST, f"board {board}", pair, day, 0, (SUN,), False)


def oteai(season: Season, year: int) -> None:
    """The promotion games of old; unofficial for records and ratings."""
    for term, day in (("spring", date(year, 4, 16)), ("autumn", date(year, 9, 10))):
        count = 24 if year < 1960 else 16 if year < 1985 else 12
        drawn = season.dice.shuffled(season.members(day))[:count]
        for i in range(0, len(drawn) - 1, 2):
            season.meet(OTEAI, f"{term} term", drawn[i : i + 2], day, 50, (WED, THU), False)


def new_year_exhibition(season: Season, year: int) -> None:
    day = date(year, 1, 3)
    members = season.strongest(season.members(day), year, 4)
    for board in range(2):
        season.meet(NEW_YEAR, f"board {board + 1}", members[2 * board : 2 * board + 2], day, 1, ANY_DAY, False)


CALENDAR: tuple[tuple[Event, Callable[[Season, int], None]], ...] = (
    (HAYATE, hayate_cup),
    (NEW_YEAR, new_year_exhibition),
    (SOTEN, soten),
    (SUIGYOKU, suigyoku),
    (KAEDE, kaede_league),
    (WOMENS_LEAGUE, womens_league),
    (THREE_NATIONS, three_nations),
    (WOMENS_TITLE, womens_title),
    (SHIRASAGI, shirasagi),
    (SHINSEI, young_players_cup),
    (OTEAI, oteai),
    (AOBA, aoba_cup),
    (PACIFIC, pacific_rim_cup),
    (ALL_JAPAN, minato_open),
    (AKATSUKI, akatsuki_cup),
    (EAST_WEST, east_west),
    (WOMENS_WORLD, womens_world_cup),
    (INVITATIONAL, invitational),
)


# --- What the records still know ------------------------------------------------------------


def fade(dice: Dice, game: Game) -> None:
    """Old records have gaps: parts of the date, colours, komi, ranks, the manner or the result.

    Title matches, one-day events and replays are remembered in full, except for ranks.
    """
    year = game.played_on.year
    ordinary = (
        len(game.days) == 1
        and game.sequence == 1
        and not game.round.startswith("title match")
        and not game.replay_of
        and game.winner is not None
    )
    if ordinary and year < 1960:
        draw = dice.random()
        game.precision = "year" if draw < 0.012 else "month" if draw < 0.065 else "day"
    if ordinary and year < 1968 and not game.handicap and dice.chance(0.03):
        game.colours_known = False
        if dice.chance(0.5):
            game.black, game.white = game.white, game.black
            game.result = ("W" if game.result[0] == "B" else "B") + game.result[1:]
    if ordinary and year < 1960 and dice.chance(0.08):
        game.komi_known = False
    if dice.chance(0.35 if year < 1980 else 0.08):
        game.ranks_known = False
    if ordinary and year < 1970 and game.result.endswith("+R") and dice.chance(0.07):
        game.result = game.result[:2]
    if game.result == "Jigo" and year < 1966 and dice.chance(0.4):
        game.result = dice.choice(["Draw", "持碁"])
    if ordinary and year < 1978 and dice.chance(0.008):
        game.result, game.winner = dice.choice(["?", "?", ""]), None


@dataclass(frozen=True)
class DemonstrationLeague:
    """The whole simulation: who plays, and every game in order of play."""

    players: list[Player]
    games: list[Game]


@cache
def simulate() -> DemonstrationLeague:
    """Plays 1950-2025. The same every time."""
    players = make_players(Dice(CAREER_SEED))
    season = Season(Dice(GAME_SEED), players)
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        for event, hold in CALENDAR:
            if event.held(year):
                hold(season, year)
    order = {game: i for i, game in enumerate(season.games)}
    games = sorted(season.games, key=lambda g: (g.played_on, g.sequence, order[g]))
    records = Dice(RECORD_SEED)
    for game in games:
        fade(records, game)
    return DemonstrationLeague(players, games)


def hidden_strengths() -> dict[str, dict[int, float]]:
    """Player id -> year -> true strength in Elo points, for the years of the career since 1950."""
    return {
        p.player_id: {year: value for year, value in sorted(p.strength.items()) if year >= FIRST_YEAR}
        for p in simulate().players
    }


# --- Rows -----------------------------------------------------------------------------------


def days_text(days: Sequence[date], precision: str = "day") -> str:
    """ISO; a list for an adjourned game: `1996-12-27,28`, in full across the end of a month."""
    last = days[-1].isoformat()
    if precision != "day":
        return last[:7] if precision == "month" else last[:4]
    if all((d.year, d.month) == (days[0].year, days[0].month) for d in days):
        return ",".join([days[0].isoformat(), *(f"{d.day:02d}" for d in days[1:])])
    return ",".join(d.isoformat() for d in days)


def name_in_use(player: Player, event: Event, day: date) -> str:
    """How the source writes a player: by id in the Oteai's register, in romaji where events are
    international, else in kanji, as the name was written at the time."""
    if event is OTEAI:
        return player.player_id
    if event.scope == "international":
        return player.name.romaji
    for alias in player.aliases:
        if alias.valid_to and day <= alias.valid_to:
            return alias.spelling
    return player.name.ja


def game_row(game: Game) -> Row:
    day = game.played_on
    ranks = [p.declared_rank(day) if game.ranks_known else "" for p in game.players]
    return {
        "source": SOURCE,
        "source_game_id": "",
        "played_on": days_text(game.days, game.precision),
        "sequence": str(game.sequence),
        "event": game.event.name,
        "edition": game.edition,
        "round": game.round,
        "black": name_in_use(game.black, game.event, day),
        "white": name_in_use(game.white, game.event, day),
        "colours": "known" if game.colours_known else "unknown",
        "black_rank": ranks[0],
        "white_rank": ranks[1],
        "komi": game.komi if game.komi_known else "",
        "handicap": str(game.handicap),
        "result": game.result,
        "is_replay": "true" if game.replay_of else "false",
        "replay_of": "",
    }


# What is wrong with each bad row: year, month and day of its place in the file, changed columns.
SPOILT: tuple[tuple[str, date, Row], ...] = (
    ("unreadable result", date(1966, 5, 12), {"result": "see page 3"}),
    ("unknown player", date(1972, 6, 8), {"white": "名無権兵衛"}),
    ("bad handicap", date(1979, 3, 15), {"handicap": "two stones"}),
    ("impossible date", date(1987, 2, 28), {"played_on": "1987-02-30"}),
    ("bye", date(1991, 4, 18), {"white": "BYE", "white_rank": "", "result": "B+F"}),
    ("ambiguous date", date(1998, 4, 3), {"played_on": "03/04/1998"}),
    ("unknown event", date(2008, 7, 10), {"event": "Mikan Cup", "edition": "1"}),
    ("same player twice", date(2016, 9, 8), {}),
)
DUPLICATE_YEAR, ID_CONFLICT_YEAR = 1983, 2012


def spoilt_rows(dice: Dice, league: DemonstrationLeague) -> list[tuple[date, Row]]:
    """The bad rows, each a game that would be fine except for one thing."""
    season = Season(dice, league.players)
    rows = []
    for what, day, changes in SPOILT:
        black, white = dice.shuffled(season.members(day))[:2]
        komi = SOTEN.komi(day.year)
        game = Game(SOTEN, SOTEN.edition(day.year), "play-off", [day], 1, black, white, komi, 0, "B+R", black)
        row = game_row(game) | changes
        if what == "same player twice":
            row |= {"white": row["black"], "white_rank": row["black_rank"]}
        rows.append((day, row))
    return rows


def well_known(game: Game) -> bool:
    """A plain rated game that the newsletter may have reported too."""
    return (
        game.played_on.year >= 1976
        and game.event in (SUIGYOKU, AKATSUKI, WOMENS_TITLE, SHIRASAGI)
        and len(game.days) == 1
        and game.result[2:] not in ("", "F")
        and game.winner is not None
        and not game.replay_of
        and all(p.organisation(game.played_on) in KI_IN for p in game.players)
    )


def newsletter_name(player: Player) -> str:
    """In romaji, without macrons where the alias table knows that spelling."""
    loose = [a.spelling for a in player.aliases if a.spelling == loose_romaji(player.name.romaji)]
    return loose[0] if loose else player.name.romaji


def newsletter_rows(dice: Dice, league: DemonstrationLeague) -> list[tuple[date, Row]]:
    """Second reports of a dozen games: all agree, but one names the other winner and one the other colours."""
    candidates = [g for g in league.games if well_known(g)]
    with_alias = [g for g in candidates if any(newsletter_name(p) != p.name.romaji for p in g.players)]
    chosen = dice.shuffled(with_alias)[:4]
    chosen += [g for g in dice.shuffled(candidates) if g not in chosen][:8]
    chosen.sort(key=lambda g: g.played_on)
    rows = []
    for number, game in enumerate(chosen, 1):
        row = game_row(game) | {
            "source": NEWSLETTER,
            "source_game_id": f"N{number:02d}",
            "black": newsletter_name(game.black),
            "white": newsletter_name(game.white),
            "round": "" if number % 2 else game.round,
            "black_rank": "",
            "white_rank": "",
        }
        other_letter = "W" if row["result"][0] == "B" else "B"
        if number == 5:
            row["result"] = f"{other_letter}+R"
        if number == 8:
            row["black"], row["white"] = row["white"], row["black"]
            row["result"] = other_letter + row["result"][1:]
        rows.append((game.played_on, row))
    return rows


def game_rows() -> list[Row]:
    """Every row of `demo_games`: the games, the newsletter's second reports and the bad rows."""
    league = simulate()
    dice = Dice(REPORT_SEED)
    entries: list[tuple[date, int, Row, Game | None]] = [(g.played_on, 0, game_row(g), g) for g in league.games]
    entries += [(day, 1, row, None) for day, row in spoilt_rows(dice, league)]
    entries += [(day, 2, row, None) for day, row in newsletter_rows(dice, league)]
    entries.sort(key=lambda entry: entry[:2])

    counts: dict[int, int] = defaultdict(int)
    ids: dict[Game, str] = {}
    rows = []
    for day, _, row, game in entries:
        if row["source"] == SOURCE:
            counts[day.year] += 1
            row["source_game_id"] = f"{day.year}-{counts[day.year]:03d}"
        if game:
            ids[game] = row["source_game_id"]
            row["replay_of"] = ids[game.replay_of] if game.replay_of else ""
        rows.append(row)
        if row["source_game_id"] == f"{DUPLICATE_YEAR}-100":
            rows.append(dict(row))
        if row["source_game_id"] == f"{ID_CONFLICT_YEAR}-100":
            rows.append(row | {"result": "W+0.5" if row["result"].startswith("B") else "B+0.5"})
    return rows


def date_text(day: date | None) -> str:
    return day.isoformat() if day else ""


def event_rows() -> list[Row]:
    """Without a class: that is the EGF's, for its own tournaments."""
    return [
        {
            "event_id": e.event_id,
            "name": e.name,
            "scope": e.scope,
            "status": e.status,
            "format": e.format,
            "division": e.division,
            "class": "",
        }
        for e in EVENTS
    ]


def player_rows() -> list[Row]:
    return [
        {
            "player_id": p.player_id,
            "name_ja": p.name.ja,
            "name_kana": p.name.kana,
            "name_romaji": p.name.romaji,
            "birth_date": p.birth.isoformat(),
            "gender": p.gender,
        }
        for p in simulate().players
    ]


def affiliation_rows() -> list[Row]:
    return [
        {
            "player_id": p.player_id,
            "organisation": a.organisation,
            "valid_from": date_text(a.valid_from),
            "valid_to": date_text(a.valid_to),
        }
        for p in simulate().players
        for a in p.affiliations
    ]


def alias_rows() -> list[Row]:
    return [
        {
            "alias": a.spelling,
            "player_id": p.player_id,
            "valid_from": date_text(a.valid_from),
            "valid_to": date_text(a.valid_to),
        }
        for p in simulate().players
        for a in p.aliases
    ]


def fixture_rows(games: list[Row]) -> list[Row]:
    """What comes in the year after the last: an exhibition game of the last cup's finalists, and the title matches, in which
    last year's two meet again: the first over seven games, the others over five."""
    played = [game for game in games if game["source"] == SOURCE and game["played_on"].startswith(str(LAST_YEAR))]
    final = [game for game in played if game["round"] == "final"][-1]
    fixtures = [(date(LAST_YEAR + 1, 2, 8), final, "exhibition", "known", 1)]
    for week, game in enumerate(game for game in played if game["round"] == "title match game 1"):
        first_day = date(LAST_YEAR + 1, 3, 5) + timedelta(weeks=2 * week)
        fixtures.append((first_day, game, game["round"], "unknown", 5 if week else 7))
    return [
        {
            "played_on": day.isoformat(),
            "event": game["event"],
            "round": round_,
            "black": game["white"],
            "white": game["black"],
            "colours": colours,
            "komi": "6.5",
            "handicap": "",
            "best_of": str(best_of),
            "list": "",
        }
        for day, game, round_, colours, best_of in fixtures
    ]


def tables() -> dict[str, list[Row]]:
    """Seed name -> its rows, the European circuit's after the league's."""
    return {
        "demo_games": game_rows() + european_circuit.game_rows(),
        "demo_events": event_rows() + european_circuit.event_rows(),
        "demo_players": player_rows() + european_circuit.player_rows(),
        "demo_affiliations": affiliation_rows() + european_circuit.affiliation_rows(),
        "demo_aliases": alias_rows(),
        "demo_fixtures": fixture_rows(game_rows()),
    }


def csv_text(columns: Sequence[str], rows: Iterable[Row]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def write(folder: Path) -> None:
    """Writes the seed files: UTF-8, LF, every column text."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in tables().items():
        (folder / f"{name}.csv").write_bytes(csv_text(COLUMNS[name], rows).encode("utf-8"))


def main(arguments: Sequence[str]) -> int:
    if len(arguments) > 1:
        print("usage: python seeds/simulators/demonstration_league.py [FOLDER]", file=sys.stderr)
        return 2
    write(Path(arguments[0]) if arguments else DEFAULT_FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
