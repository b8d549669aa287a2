"""A small European circuit for the demonstration seeds. Everything in it is fictional.

It invents some 70 amateurs and their McMahon tournaments of 2012-2025, so that an EGF-type list
has what such a list needs: declared ranks, tournament classes A to D, handicap games, jigo,
defaults, and players who improve so fast that a declared rank resets their rating. Its rows are
appended to the seed files of the demonstration league, which has its own players and its own
chance; `python seeds/simulators/demonstration_league.py` writes both.

Each player has a hidden strength that drifts from year to year (EGF points, 100 a rank), and
declares a rank that follows their own idea of it, by one step per tournament. Results are drawn from
the EGF's win chances of 2021. Hidden strengths are not written to any seed;
`hidden_circuit_strengths` gives them to the test that checks whether ratings find them again.

As in the league, the only source of chance is `Random(seed).random()`, and probabilities are
rounded before they decide anything.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import TypeVar

PLAYER_SEED, TOURNAMENT_SEED = 2012, 2013
FIRST_YEAR, LAST_YEAR = 2012, 2025
SOURCE = "European circuit"

# Shares of games that end in something other than a win on the board.
DEFAULT_SHARE = 0.008
CANCELLED_SHARE = 0.004
JIGO_SHARE = 0.05  # only in even games whose komi is a whole number

WEAKEST, STRONGEST, TWO_DAN = -20, 6, 1  # rank numbers: 1k = -1, 1d = 0
FEWER_STONES = 1  # handicap is the difference of ranks less this

Row = dict[str, str]
Item = TypeVar("Item")


# --- What both simulators use ---------------------------------------------------------------


class Dice:
    """Every draw of a simulator, built on `random()` alone, whose stream never changes."""

    def __init__(self, seed: int) -> None:
        self.random: Callable[[], float] = random.Random(seed).random

    def chance(self, share: float) -> bool:
        return self.random() < share

    def between(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return low + int(self.random() * (high - low + 1))

    def choice(self, items: Sequence[Item]) -> Item:
        return items[int(self.random() * len(items))]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        deck = list(items)
        for i in range(len(deck) - 1, 0, -1):
            j = int(self.random() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        return deck

    def bell(self) -> float:
        """Roughly normal, mean 0 and standard deviation 1: twelve uniform draws, less six."""
        total = 0.0
        for _ in range(12):
            total += self.random()
        return round(total - 6.0, 6)


def margin(dice: Dice, komi: str) -> str:
    """A winning margin that the komi allows: half points with a half-point komi, else whole ones."""
    points = int(abs(dice.bell()) * 6.0)
    if komi.endswith(".5"):
        return f"{points}.5"
    return str(points + 1)


# --- Names ----------------------------------------------------------------------------------

# By country: family names, men's and women's given names, each with its katakana. Nobody gets a
# given and a family name of the same country, so that no real player is meant.
NAMES = {
    "croatia": (
        "Babić バビッチ|Horvat ホルヴァト|Jurić ユリッチ|Marušić マルシッチ|Perković ペルコヴィッチ|Vukelić ヴケリッチ",
        "Dražen ドラジェン|Ivica イヴィツァ|Mladen ムラデン|Tvrtko トヴルトコ",
        "Jadranka ヤドランカ|Marija マリヤ|Vesna ヴェスナ",
    ),
    "denmark": (
        "Bjerregaard ビェアゴー|Dalgaard ダルゴー|Holm ホルム|Krogh クロウ|Nørby ネアビュー|Skov スコウ",
        "Anders アナス|Jeppe イェッペ|Mogens モーゲンス|Torben トーベン",
        "Astrid アストリズ|Kirsten キアステン|Signe シーネ",
    ),
    "finland": (
        "Heikkilä ヘイッキラ|Koskela コスケラ|Lehtola レフトラ|Nurmi ヌルミ|Rantanen ランタネン|Salmela サルメラ",
        "Antti アンッティ|Eero エーロ|Jarkko ヤルッコ|Veikko ヴェイッコ",
        "Aino アイノ|Kaisa カイサ|Satu サトゥ",
    ),
    "france": (
        "Barbier バルビエ|Chevallier シュヴァリエ|Delmas デルマス|Fontaine フォンテーヌ|Perrin ペラン|Roussel ルーセル",
        "Baptiste バティスト|Étienne エティエンヌ|Gaspard ガスパール|Yann ヤン",
        "Clémence クレマンス|Margaux マルゴー|Solène ソレーヌ",
    ),
    "germany": (
        "Ackermann アッカーマン|Dietrich ディートリヒ|Hagedorn ハーゲドルン|Kessler ケスラー|Riedel リーデル|Vogt フォークト",
        "Detlef デトレフ|Jürgen ユルゲン|Matthias マティアス|Volker フォルカー",
        "Annegret アンネグレート|Heike ハイケ|Ulrike ウルリケ",
    ),
    "greece": (
        "Dimas ディマス|Galanis ガラニス|Kallas カラス|Manos マノス|Pappas パパス|Vasiliou ヴァシリウ",
        "Kostas コスタス|Nikos ニコス|Stavros スタヴロス|Yorgos ヨルゴス",
        "Despina デスピナ|Eleni エレニ|Katerina カテリナ",
    ),
    "hungary": (
        "Bakos バコシュ|Fodor フォドル|Hegedűs ヘゲドゥーシュ|Kertész ケルテース|Szalai サライ|Vadas ヴァダシュ",
        "Ákos アーコシュ|Gergely ゲルゲイ|Levente レヴェンテ|Zsolt ジョルト",
        "Ágnes アーグネシュ|Ildikó イルディコー|Réka レーカ",
    ),
    "ireland": (
        "Brennan ブレナン|Doyle ドイル|Gallagher ギャラガー|Kinsella キンセラ|Molloy モロイ|Tierney ティアニー",
        "Cormac コーマック|Declan デクラン|Fergus ファーガス|Niall ニール",
        "Aoife イーファ|Maeve メイヴ|Sinéad シネイド",
    ),
    "italy": (
        "Bellandi ベッランディ|Ceccato チェッカート|Fabbri ファッブリ|Lombardo ロンバルド|Marchetti マルケッティ|Zanella ザネッラ",
        "Alessio アレッシオ|Corrado コッラード|Lorenzo ロレンツォ|Vittorio ヴィットリオ",
        "Chiara キアラ|Fiamma フィアンマ|Ornella オルネッラ",
    ),
    "netherlands": (
        "Dekker デッケル|Hoekstra フクストラ|Kuiper カイペル|Postma ポストマ|Verhoeven フェルフーフェン|Zijlstra ザイルストラ",
        "Bram ブラム|Joost ヨースト|Maarten マールテン|Wouter ヴァウテル",
        "Femke フェムケ|Liesbeth リースベト|Saskia サスキア",
    ),
    "poland": (
        "Bielak ビェラク|Czajka チャイカ|Gawron ガヴロン|Jaworski ヤヴォルスキ|Mazur マズル|Wrona ヴロナ",
        "Bartosz バルトシュ|Kacper カツペル|Leszek レシェク|Wojciech ヴォイチェフ",
        "Danuta ダヌタ|Jagoda ヤゴダ|Zofia ゾフィア",
    ),
    "portugal": (
        "Almeida アルメイダ|Carvalho カルヴァーリョ|Figueira フィゲイラ|Moreira モレイラ|Teixeira テイシェイラ|Vilar ヴィラル",
        "Duarte ドゥアルテ|Joaquim ジョアキン|Rui ルイ|Tiago ティアゴ",
        "Graça グラサ|Inês イネス|Leonor レオノール",
    ),
}


@dataclass(frozen=True)
class Name:
    romaji: str
    katakana: str


def name_list(text: str) -> list[Name]:
    return [Name(*entry.split(" ")) for entry in text.split("|")]


def draw_names(dice: Dice, genders: Sequence[str]) -> list[Name]:
    """A name for each of them: every family name once, a given name of another country."""
    families = dice.shuffled((country, family) for country in NAMES for family in name_list(NAMES[country][0]))
    names = []
    for gender, (home, family) in zip(genders, families):
        country = dice.choice([other for other in NAMES if other != home])
        given = dice.choice(name_list(NAMES[country][1 if gender == "male" else 2]))
        names.append(Name(f"{given.romaji} {family.romaji}", f"{given.katakana}・{family.katakana}"))
    return names


# --- Players --------------------------------------------------------------------------------


@dataclass(eq=False, repr=False)
class Player:
    """A fictional amateur.

    strength  year -> hidden strength in EGF points, for the years of play
    modesty   points by which the player's own idea of it is too low (below 0: too high)
    leap      points gained at once before the year `leap_year`, which the next declared rank
              takes note of in full; 0 for players who change rank by steps only
    declared  rank number declared last (1d = 0, 1k = -1), None before the first tournament
    """

    player_id: str
    name: Name
    gender: str
    birth: date
    strength: dict[int, float]
    modesty: float
    leap_year: int = 0
    leap: int = 0
    declared: int | None = None

    def __repr__(self) -> str:
        return f"{self.player_id} {self.name.romaji}"

    def believed_rank(self, year: int) -> int:
        """The number of the rank with the nominal rating (1d = 2100) nearest to the player's own idea."""
        number = int((self.strength[year] - self.modesty - 2050.0) // 100.0)
        return min(max(number, WEAKEST), STRONGEST)

    def declare(self, year: int) -> int:
        """The rank number to enter a tournament with: never lower than the last and one step up at
        most, except for the leap."""
        believed = self.believed_rank(year)
        if self.declared is None:
            self.declared = believed
        elif self.leap and year >= self.leap_year and abs(believed - self.declared) >= 2:
            self.declared = believed
            self.leap = 0
        elif believed > self.declared:
            self.declared += 1
        return self.declared


def career(dice: Dice, level: float, first_year: int, last_year: int, gain: float) -> dict[int, float]:
    """Strength by year: a gain that shrinks by a quarter a year, and drift."""
    strength = {}
    for year in range(first_year, last_year + 1):
        strength[year] = round(level, 1)
        level += gain + 22.0 * dice.bell()
        gain *= 0.75
    return strength


# Year, strength before and gain of those whose rank jumps: seven whom a reset follows, up to 2d at
# most; one who goes from 1d to 4d, which has not been a reset since April 2021; one who comes back weaker
# and says so.
LEAPS = (
    (2014, 900.0, 420),
    (2016, 1480.0, 240),
    (2018, 1190.0, 400),
    (2019, 1720.0, 330),
    (2022, 800.0, 480),
    (2023, 1540.0, 360),
    (2024, 1890.0, 320),
    (2023, 2110.0, 310),
    (2017, 1680.0, -290),
)
SETTLED, NEWCOMERS = 43, 18


def make_players(dice: Dice) -> list[Player]:
    """Settled players (every other one there from the start), newcomers who learn, and leaps."""
    count = SETTLED + NEWCOMERS + len(LEAPS)
    genders = ["female" if i % 3 == 2 else "male" for i in range(count)]
    names = draw_names(dice, genders)
    players = []
    for i, (gender, name) in enumerate(zip(genders, names)):
        leap_year, leap, gain = 0, 0, 0.0
        modesty = min(max(45.0 * dice.bell(), -90.0), 90.0)
        if i < SETTLED:
            first_year = FIRST_YEAR if i % 2 == 0 else dice.between(FIRST_YEAR, 2020)
            last_year, age = first_year + dice.between(5, 13), dice.between(18, 55)
            level, gain = min(max(1850.0 + 430.0 * dice.bell(), 700.0), 2640.0), 12.0
        elif i < SETTLED + NEWCOMERS:
            first_year = FIRST_YEAR + (i - SETTLED) * 10 // (NEWCOMERS - 1)
            last_year, age = first_year + dice.between(5, 10), dice.between(11, 35)
            level = 300.0 + 1000.0 * round(dice.random(), 6)
            gain = 90.0 + 60.0 * round(dice.random(), 6)
        else:
            leap_year, level, leap = LEAPS[i - SETTLED - NEWCOMERS]
            first_year, last_year, modesty = leap_year - 2, leap_year + 7, 0.0
            age = dice.between(12, 17) if leap > 0 else 46
        strength = career(dice, level, first_year, min(last_year, LAST_YEAR), gain)
        strength = {y: round(s + leap, 1) if leap and y >= leap_year else s for y, s in strength.items()}
        birth = date(first_year - age, 1, 1) + timedelta(days=dice.between(0, 364))
        players.append(Player(f"EU{i + 1:03d}", name, gender, birth, strength, round(modesty, 1), leap_year, leap))
    return players


# --- Tournaments ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Event:
    """An event; one tournament in each of its years, from the Saturday on or after month and day.

    The EGF's classes say how much time there is to think; C and D give handicaps here. A
    tournament of three days starts on the Friday. Players are admitted from the rank number
    `weakest` to `strongest`.
    """

    event_id: str
    name: str
    class_: str
    years: tuple[int, ...]
    month: int
    day: int
    days: int
    rounds: int
    entrants: int
    komi: str
    handicap_komi: str = "0.5"
    division: str = "open"
    weakest: int = WEAKEST
    strongest: int = STRONGEST

    def first_day(self, year: int) -> date:
        earliest = date(year, self.month, self.day)
        saturday = earliest + timedelta(days=(5 - earliest.weekday()) % 7)
        return saturday - timedelta(days=self.days - 2)

    @property
    def gives_handicap(self) -> bool:
        return self.class_ in ("C", "D")


# In 2021 the Lindenholm Open was the last before the EGF's new formula (27 March), the
# Brackwater Cup the first after it (10 April).
LINDENHOLM = Event(
    "EC1", "Lindenholm Open", "A", (*range(2012, 2020), *range(2021, 2026)), 3, 25, 2, 5, 18, "7.5", weakest=-10
)
BRACKWATER = Event("EC2", "Brackwater Cup", "B", tuple(range(2013, 2026, 2)), 4, 8, 2, 5, 16, "7")
MONTVERRE = Event(
    "EC3", "Montverre Women's Tournament", "B", (2014, 2016, 2018, 2022, 2024), 5, 20, 2, 4, 10, "6.5", division="women"
)
KESTREL = Event("EC4", "Kestrel Weekend", "C", (2012, 2014, 2016, 2018, 2022), 6, 15, 2, 5, 14, "6.5", strongest=2)
THREE_RIVERS = Event(
    "EC5", "Three Rivers Grand Prix", "A", (2015, 2018, 2022, 2025), 8, 1, 3, 6, 18, "6.5", weakest=-10
)
CHESTNUT = Event("EC6", "Chestnut Tournament", "C", (2017, 2019, 2023), 10, 5, 2, 5, 14, "6.5", "0", strongest=2)
POLAR_NIGHT = Event(
    "EC7", "Polar Night Online Cup", "D", (2015, 2018, 2020, 2021, 2023, 2024), 11, 25, 2, 4, 14, "7.5", strongest=4
)

EVENTS = (LINDENHOLM, BRACKWATER, MONTVERRE, KESTREL, THREE_RIVERS, CHESTNUT, POLAR_NIGHT)


@dataclass(frozen=True, eq=False)
class Game:
    """One game as it happened; ranks are rank numbers, `winner` is None where there was none."""

    event: Event
    round: int
    played_on: date
    sequence: int
    black: Player
    white: Player
    black_rank: int
    white_rank: int
    komi: str
    handicap: int
    result: str
    winner: Player | None


def expected_score(black: float, white: float, handicap: int) -> float:
    """Black's chance to win by the EGF's formula of 2021, the handicap worth 100·(H-0.5) points;
    rounded so that it is the same everywhere."""
    raised = black + (100.0 * (handicap - 0.5) if handicap else 0.0)
    ratio = (3300.0 - min(raised, 3299.0)) / (3300.0 - white)
    odds_against = ratio * ratio * ratio * ratio * ratio * ratio * ratio
    return round(1.0 / (1.0 + odds_against), 9)


def pairing(waiting: list[Player], met: set[frozenset[Player]]) -> list[tuple[Player, Player]] | None:
    """Pairs neighbours in the list who haven't met; None if that isn't possible."""
    if not waiting:
        return []
    first, *others = waiting
    for i, second in enumerate(others):
        if frozenset((first, second)) not in met:
            rest = pairing(others[:i] + others[i + 1 :], met)
            if rest is not None:
                return [(first, second), *rest]
    return None


class Circuit:
    """Plays the tournaments; `games` grows as the years pass."""

    def __init__(self, dice: Dice, players: list[Player]) -> None:
        self.dice = dice
        self.players = players
        self.games: list[Game] = []
        self.entries: dict[tuple[Player, int], int] = defaultdict(int)

    def entrants(self, event: Event, year: int) -> list[Player]:
        """About as many as the event draws: those who have played least that year come first."""
        admitted = [
            p
            for p in self.players
            if year in p.strength
            and event.weakest <= p.believed_rank(year) <= event.strongest
            and (event.division == "open" or p.gender == "female")
        ]
        turn = sorted(self.dice.shuffled(admitted), key=lambda p: self.entries[p, year])
        chosen = turn[: event.entrants + self.dice.between(-2, 2)]
        for player in chosen:
            self.entries[player, year] += 1
        return chosen

    def tournament(self, event: Event, year: int) -> None:
        """McMahon: start by declared rank, then play those with about the same score.

        With an odd number the last one without a bye yet gets one, a win without a game.
        """
        rank = {p: p.declare(year) for p in self.entrants(event, year)}
        score = {p: 2 * min(rank[p], 3) for p in rank}  # in half points, one bar at 4d
        met: set[frozenset[Player]] = set()
        had_bye: list[Player] = []
        rounds_a_day = -(-event.rounds // event.days)
        for number in range(event.rounds):
            order = sorted(self.dice.shuffled(rank), key=lambda p: -score[p])
            if len(order) % 2:
                resting = next(p for p in reversed(order) if p not in had_bye)
                order.remove(resting)
                had_bye.append(resting)
                score[resting] += 2
            day = event.first_day(year) + timedelta(days=number // rounds_a_day)
            pairs = pairing(order, met)
            if pairs is None:
                raise ValueError(f"{event.name} {year}: too few entrants for {event.rounds} rounds")
            for pair in pairs:
                met.add(frozenset(pair))
                game = self.play(event, number + 1, day, 1 + number % rounds_a_day, pair, rank)
                if game.winner:
                    score[game.winner] += 2
                elif game.result == "Jigo":
                    score[game.black] += 1
                    score[game.white] += 1

    def play(
        self, event: Event, round_: int, day: date, sequence: int, pair: tuple[Player, Player], rank: dict[Player, int]
    ) -> Game:
        """One game: the weaker rank takes Black and stones where the event gives them, else colours by lot."""
        black, white = pair if self.dice.chance(0.5) else pair[::-1]
        stones = abs(rank[black] - rank[white]) - FEWER_STONES
        handicap = min(max(stones, 0), 9) if event.gives_handicap else 0
        if handicap and rank[black] > rank[white]:
            black, white = white, black
        komi = event.handicap_komi if handicap else event.komi
        result, winner = self.outcome(event, black, white, day.year, komi, handicap)
        game = Game(
            event, round_, day, sequence, black, white, rank[black], rank[white], komi, handicap, result, winner
        )
        self.games.append(game)
        return game

    def outcome(
        self, event: Event, black: Player, white: Player, year: int, komi: str, handicap: int
    ) -> tuple[str, Player | None]:
        """The result text and the winner."""
        dice = self.dice
        draw = dice.random()
        if draw < DEFAULT_SHARE:
            return ("B+F", black) if dice.chance(0.5) else ("W+F", white)
        if draw < DEFAULT_SHARE + CANCELLED_SHARE:
            return "Cancelled", None
        if not handicap and not komi.endswith(".5") and dice.chance(JIGO_SHARE):
            return "Jigo", None
        black_wins = dice.chance(expected_score(black.strength[year], white.strength[year], handicap))
        letter, winner = ("B", black) if black_wins else ("W", white)
        counted, on_time = 0.38, 0.08 if event.class_ == "D" else 0.02
        draw = dice.random()
        if draw < counted:
            return f"{letter}+{margin(dice, komi)}", winner
        return (f"{letter}+T" if draw < counted + on_time else f"{letter}+R"), winner


@dataclass(frozen=True)
class EuropeanCircuit:
    """The whole simulation: who plays, and every game in order of play."""

    players: list[Player]
    games: list[Game]


@cache
def simulate() -> EuropeanCircuit:
    """Plays 2012-2025. The same every time."""
    players = make_players(Dice(PLAYER_SEED))
    circuit = Circuit(Dice(TOURNAMENT_SEED), players)
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        for event in sorted(EVENTS, key=lambda e: (e.month, e.day)):
            if year in event.years:
                circuit.tournament(event, year)
    return EuropeanCircuit(players, circuit.games)


def hidden_circuit_strengths() -> dict[str, dict[int, float]]:
    """Player id -> year -> true strength in EGF points, for the years of play."""
    return {p.player_id: dict(p.strength) for p in simulate().players}


# --- Rows -----------------------------------------------------------------------------------


def rank_text(number: int) -> str:
    """A rank number as it is written: 0 is 1d, -1 is 1k."""
    return f"{number + 1}d" if number >= 0 else f"{-number}k"


def game_rows() -> list[Row]:
    rows = []
    counts: dict[int, int] = defaultdict(int)
    for game in simulate().games:
        year = game.played_on.year
        counts[year] += 1
        rows.append(
            {
                "source": SOURCE,
                "source_game_id": f"EU{year}-{counts[year]:03d}",
                "played_on": game.played_on.isoformat(),
                "sequence": str(game.sequence),
                "event": game.event.name,
                "edition": str(year),
                "round": f"round {game.round}",
                "black": game.black.name.romaji,
                "white": game.white.name.romaji,
                "colours": "known",
                "black_rank": rank_text(game.black_rank),
                "white_rank": rank_text(game.white_rank),
                "komi": game.komi,
                "handicap": str(game.handicap),
                "result": game.result,
                "is_replay": "false",
                "replay_of": "",
            }
        )
    return rows


def event_rows() -> list[Row]:
    return [
        {
            "event_id": e.event_id,
            "name": e.name,
            "scope": "international",
            "status": "official",
            "format": "individual",
            "division": e.division,
            "class": e.class_,
        }
        for e in EVENTS
    ]


def player_rows() -> list[Row]:
    return [
        {
            "player_id": p.player_id,
            "name_ja": p.name.katakana,
            "name_kana": p.name.katakana,
            "name_romaji": p.name.romaji,
            "birth_date": p.birth.isoformat(),
            "gender": p.gender,
        }
        for p in simulate().players
    ]


def affiliation_rows() -> list[Row]:
    """To the Japanese lists they are guests of other countries."""
    return [
        {"player_id": p.player_id, "organisation": "other", "valid_from": "", "valid_to": ""}
        for p in simulate().players
    ]
