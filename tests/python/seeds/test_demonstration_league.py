"""The demonstration league: reproducible, complete in its special cases, and believable.

What players and readers see is tested on the committed seed files; who is who (debuts,
retirements, hidden strengths) comes from the simulator. The European circuit in the same files
has its own tests; here its games and events are left out.
"""

from __future__ import annotations

import csv
import hashlib
import itertools
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

import pytest

import demonstration_league as demo
import european_circuit
from go_ratings.reading.rows import COLUMNS

ROOT = Path(__file__).resolve().parents[3]
SEEDS = ROOT / "seeds" / "demonstration_league"
KI_IN = {"nihon_kiin", "kansai_kiin"}
BAD_ROWS = {
    "unreadable result",
    "unknown player",
    "bad handicap",
    "impossible date",
    "bye",
    "ambiguous date",
    "unknown event",
    "same player twice",
}


def rows_of(name: str) -> list[dict[str, str]]:
    with open(SEEDS / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def games() -> list[dict[str, str]]:
    return [row for row in rows_of("demo_games") if row["source"] != european_circuit.SOURCE]


@pytest.fixture(scope="module")
def league() -> demo.DemonstrationLeague:
    return demo.simulate()


@pytest.fixture(scope="module")
def events() -> dict[str, dict[str, str]]:
    circuit = {event.name for event in european_circuit.EVENTS}
    return {row["name"]: row for row in rows_of("demo_events") if row["name"] not in circuit}


def is_member(player: demo.Player, day: date) -> bool:
    return player.organisation(day) in KI_IN


def is_played_and_decided(game: demo.Game) -> bool:
    return game.winner is not None and not game.result.endswith("+F")


def is_rated(game: demo.Game) -> bool:
    """The rule book's professional list, but for the pools' own rules."""
    event = game.event
    return (
        (event.scope, event.status, event.format) == ("domestic", "official", "individual")
        and is_played_and_decided(game)
        and game.handicap < 2
        and game.played_on.year >= 1960
        and any(is_member(p, game.played_on) for p in game.players)
    )


# --- The files ------------------------------------------------------------------------------


def test_the_committed_seeds_are_what_the_simulator_writes(tmp_path: Path) -> None:
    """To remedy a failure: run `python seeds/simulators/demonstration_league.py` and commit the seeds."""
    environment = os.environ | {
        "PYTHONHASHSEED": "12345",
        "TZ": "Asia/Tokyo",
    }
    command = [sys.executable, str(ROOT / "seeds" / "simulators" / "demonstration_league.py"), str(tmp_path / "again")]
    subprocess.run(command, check=True, env=environment)
    for name in demo.COLUMNS:
        again = (tmp_path / "again" / f"{name}.csv").read_bytes()
        committed = (SEEDS / f"{name}.csv").read_bytes()
        assert hashlib.sha256(again).hexdigest() == hashlib.sha256(committed).hexdigest(), name


def test_the_files_keep_to_the_landing_contract() -> None:
    for name, columns in demo.COLUMNS.items():
        raw = (SEEDS / f"{name}.csv").read_bytes()
        assert b"\r" not in raw and not raw.startswith(b"\xef\xbb\xbf") and raw.endswith(b"\n")
        header = raw.decode("utf-8").split("\n", 1)[0].split(",")
        assert tuple(header) == columns
        contract = COLUMNS[name.removeprefix("demo_")]
        assert header == [column for column in contract if column in header], "the contract's columns in its order"
        assert all(column in header for column, needed in contract.items() if needed)


def test_the_circuit_comes_after_the_league() -> None:
    circuit = {
        "demo_games": european_circuit.game_rows(),
        "demo_events": european_circuit.event_rows(),
        "demo_players": european_circuit.player_rows(),
        "demo_affiliations": european_circuit.affiliation_rows(),
    }
    for name, rows in circuit.items():
        assert rows_of(name)[-len(rows) :] == rows
    league_games = rows_of("demo_games")[: -len(circuit["demo_games"])]
    assert {row["source"] for row in league_games} == {demo.SOURCE, demo.NEWSLETTER}


def test_hidden_strengths_are_in_no_seed(league: demo.DemonstrationLeague) -> None:
    text = "\n".join((SEEDS / f"{name}.csv").read_text(encoding="utf-8") for name in demo.COLUMNS)
    values = {str(v) for years in demo.hidden_strengths().values() for v in years.values() if v >= 1000}
    assert not values & set(re.split(r"[,\n]", text))


def test_a_usage_error_writes_nothing(tmp_path: Path) -> None:
    assert demo.main([str(tmp_path / "a"), "b"]) == 2
    assert not (tmp_path / "a").exists()


# --- Size -----------------------------------------------------------------------------------


def test_about_300_players_and_12_000_games(league: demo.DemonstrationLeague, games: list[dict[str, str]]) -> None:
    assert 285 <= len(league.players) <= 315
    assert 11_000 <= len(games) <= 13_000
    assert len(demo.EVENTS) in range(14, 20)
    decades = Counter(g.played_on.year // 10 * 10 for g in league.games)
    assert 0.07 < decades[1950] / len(league.games) < 0.13
    years = {g.played_on.year for g in league.games}
    assert years == set(range(1950, 2026))


def test_professionals_of_both_ki_in_and_both_genders(league: demo.DemonstrationLeague) -> None:
    professionals = [p for p in league.players if any(a.organisation in KI_IN for a in p.affiliations)]
    women = sum(p.gender == "female" for p in professionals) / len(professionals)
    kansai = sum(p.affiliations[0].organisation == "kansai_kiin" for p in professionals) / len(professionals)
    assert 0.19 < women < 0.26
    assert 0.15 < kansai < 0.35
    for year in range(1950, 2026):
        active = sum(p.plays(date(year, 7, 1)) and is_member(p, date(year, 7, 1)) for p in league.players)
        assert 30 <= active <= 60, year


def test_every_event_is_held_and_its_rows_name_it(
    games: list[dict[str, str]], events: dict[str, dict[str, str]]
) -> None:
    held = Counter(row["event"] for row in games)
    assert set(held) - set(events) == {"Mikan Cup"}
    assert all(held[name] >= 100 for name in events)
    kinds = {(e["scope"], e["status"], e["format"], e["division"]) for e in events.values()}
    assert kinds >= {
        ("domestic", "official", "individual", "open"),
        ("domestic", "official", "individual", "women"),
        ("domestic", "official", "team", "open"),
        ("domestic", "unofficial", "oteai", "open"),
        ("domestic", "unofficial", "individual", "open"),
        ("international", "official", "individual", "open"),
        ("international", "official", "individual", "women"),
        ("international", "official", "team", "open"),
    }


# --- Players --------------------------------------------------------------------------------

MORAS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "s": "さしすせそ",
    "t": "たちつてと",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "m": "まみむめも",
    "y": "や ゆ よ",
    "r": "らりるれろ",
    "w": "わ   を",
    "g": "がぎぐげご",
    "z": "ざじずぜぞ",
    "d": "だぢづでど",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
}
HEPBURN = {"si": "shi", "ti": "chi", "tu": "tsu", "hu": "fu", "zi": "ji", "di": "ji", "du": "zu"}


def romaji_of(kana: str) -> str:
    """Hepburn, letter by letter, long vowels written out."""
    table = {k: c + v for c, kanas in MORAS.items() for k, v in zip(kanas, "aiueo") if k != " "}
    table = {k: HEPBURN.get(r, r) for k, r in table.items()} | {"ん": "n", "っ": "*"}
    text = ""
    for character in kana:
        if character in "ゃゅょ":
            vowel = "auo"["ゃゅょ".index(character)]
            stem = text[:-1]
            text = stem + vowel if stem.endswith(("sh", "ch", "j")) else stem + "y" + vowel
        else:
            text += table[character]
    return re.sub(r"\*(.)", r"\1\1", text)


def without_macrons(romaji: str) -> str:
    letters = romaji.lower().replace(" ", "").replace("'", "").replace("ō", "ou").replace("ū", "uu")
    return letters.replace("oo", "ou")


def test_name_columns_agree() -> None:
    for row in rows_of("demo_players"):
        assert all(row[c] for c in ("player_id", "name_ja", "name_kana", "name_romaji", "birth_date", "gender"))
        if "ぁ" <= row["name_kana"][0] <= "ん":
            assert romaji_of(row["name_kana"]).replace("oo", "ou") == without_macrons(row["name_romaji"]), row
        else:
            assert len(re.split(r"・", row["name_kana"])) == len(row["name_romaji"].split(" ")) == 2
            assert not re.search("[ぁ-ん]", row["name_kana"])


def test_kanji_belong_to_the_reading() -> None:
    surnames = demo.name_list(demo.SURNAMES)
    given = [n for text in demo.GIVEN_NAMES.values() for n in demo.name_list(text)]
    readings = {demo.Name.of(s, g) for s in surnames for g in given}
    japanese = [r for r in rows_of("demo_players") if "ぁ" <= r["name_kana"][0] <= "ん"]
    assert len(japanese) > 200
    assert all(demo.Name(r["name_ja"], r["name_kana"], r["name_romaji"]) in readings for r in japanese)


def test_no_name_is_that_of_a_real_player() -> None:
    shown = {row[c] for row in rows_of("demo_players") for c in ("name_ja", "name_romaji")}
    shown |= {row["alias"] for row in rows_of("demo_aliases")}
    new_forms = {old: new for new, old in demo.OLD_KANJI.items()}
    shown |= {"".join(new_forms.get(character, character) for character in name) for name in shown}
    assert len(demo.REAL_NAMES) > 300
    assert not shown & (demo.REAL_NAMES | demo.REAL_ROMAJI)


def test_every_spelling_means_one_player() -> None:
    owners = defaultdict(set)
    for row in rows_of("demo_players"):
        for column in ("player_id", "name_ja", "name_kana", "name_romaji"):
            owners[row[column]].add(row["player_id"])
    for row in rows_of("demo_aliases"):
        owners[row["alias"]].add(row["player_id"])
    assert [spelling for spelling, ids in owners.items() if len(ids) > 1] == []


def test_games_name_players_that_can_be_resolved(games: list[dict[str, str]]) -> None:
    players = rows_of("demo_players")
    known = {row[c] for row in players for c in ("player_id", "name_ja", "name_romaji")}
    known |= {row["alias"] for row in rows_of("demo_aliases")}
    strangers = [n for row in games for n in (row["black"], row["white"]) if n not in known]
    assert sorted(strangers) == ["BYE", "名無権兵衛"]
    written = Counter(n for row in games for n in (row["black"], row["white"]))
    aliases = rows_of("demo_aliases")
    assert sum(written[row["alias"]] > 0 for row in aliases) >= 7


def test_aliases_old_kanji_romaji_and_a_change_of_name() -> None:
    names = {row["player_id"]: row for row in rows_of("demo_players")}
    aliases = [(row, names[row["player_id"]]) for row in rows_of("demo_aliases")]
    old = [a for a, p in aliases if demo.old_spelling(p["name_ja"]) == a["alias"]]
    romaji = [a for a, p in aliases if demo.loose_romaji(p["name_romaji"]) == a["alias"]]
    changed = [a for a, p in aliases if a not in old and a not in romaji]
    assert len(old) >= 3 and len(romaji) >= 3 and len(changed) == 1
    assert all(a["valid_to"] for a in old + changed)


def test_nobody_plays_outside_a_career(league: demo.DemonstrationLeague) -> None:
    for game in league.games:
        for player in game.players:
            assert player.debut <= game.days[0], (player.player_id, game.days)
            assert player.retirement is None or game.played_on <= player.retirement
            assert game.days[0].year - player.birth.year > 12, player.player_id
    playing = {p for g in league.games for p in g.players}
    assert playing == set(league.players)


def test_hidden_strengths_cover_careers_and_spread(league: demo.DemonstrationLeague) -> None:
    strengths = demo.hidden_strengths()
    assert set(strengths) == {p.player_id for p in league.players}
    for year in (1960, 1990, 2025):
        day = date(year, 7, 1)
        values = [strengths[p.player_id][year] for p in league.players if p.plays(day) and is_member(p, day)]
        mean = sum(values) / len(values)
        spread = (sum((v - mean) ** 2 for v in values) / len(values)) ** 0.5
        assert 140 < spread < 210, year


# --- Calendar -------------------------------------------------------------------------------


def test_two_games_on_a_day_are_put_in_order(league: demo.DemonstrationLeague) -> None:
    diary = defaultdict(list)
    for game in league.games:
        for player in game.players:
            for day in game.days:
                diary[player, day].append(game)
    for same_day in diary.values():
        sequences = [g.sequence for g in same_day]
        assert sequences == sorted(set(sequences))
        if len(same_day) > 1:
            replayed = {g.replay_of for g in same_day}
            assert all(g.event is demo.HAYATE or g.replay_of or g in replayed for g in same_day)


def test_knockout_rounds_come_in_order_and_losers_stay_out(league: demo.DemonstrationLeague) -> None:
    order = ["quarter-final", "semi-final", "challenger decider", "final"]
    stages = defaultdict(lambda: defaultdict(list))
    for game in league.games:
        if game.event in (demo.SUIGYOKU, demo.AKATSUKI, demo.HAYATE, demo.ALL_JAPAN) and "title" not in game.round:
            stage = order.index(game.round) + 10 if game.round in order else int(game.round[-1])
            stages[game.event, game.edition][stage].append(game)
    for rounds in stages.values():
        for earlier, later in zip(sorted(rounds), sorted(rounds)[1:]):
            assert max(g.played_on for g in rounds[earlier]) <= min(g.days[0] for g in rounds[later])


def test_title_matches_are_best_of_five_or_seven(league: demo.DemonstrationLeague) -> None:
    series = defaultdict(list)
    for game in league.games:
        if game.round.startswith("title match") and game.winner:
            series[game.event, game.edition].append(game)
    needed = {demo.SOTEN: 4, demo.SUIGYOKU: 3, demo.SHIRASAGI: 3}
    assert {event for event, _ in series} >= set(needed)
    for (event, _), games_ in series.items():
        wins = Counter(g.winner for g in games_)
        assert max(wins.values()) == needed.get(event, max(wins.values())) and len(wins) <= 2
        gaps = [(b.played_on - a.played_on).days for a, b in itertools.pairwise(games_)]
        assert all(6 <= gap <= 30 for gap in gaps)


def test_adjourned_games_are_written_as_lists(games: list[dict[str, str]]) -> None:
    lists = [row["played_on"] for row in games if "," in row["played_on"]]
    assert len(lists) > 100
    assert any(re.fullmatch(r"\d{4}-\d\d-\d\d,\d\d", text) for text in lists)
    assert any(re.fullmatch(r"\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d", text) for text in lists)
    assert demo.days_text([date(1996, 12, 27), date(1996, 12, 28)]) == "1996-12-27,28"
    assert demo.days_text([date(2002, 7, 31), date(2002, 8, 1)]) == "2002-07-31,2002-08-01"


# --- Special cases of the rule book -----------------------------------------------------------


def test_every_outcome_occurs(league: demo.DemonstrationLeague, games: list[dict[str, str]]) -> None:
    results = Counter(row["result"] for row in games)
    jigo = results["Jigo"] + results["Draw"] + results["持碁"]
    assert 10 <= jigo <= 60
    assert 5 <= results["Void"] <= 40
    assert 25 <= results["B+F"] + results["W+F"] <= 90
    assert 3 <= results["Both lost"] <= 20
    assert 10 <= results["Cancelled"] <= 60
    assert 10 <= results["?"] + results[""] <= 60 and results["?"] and results[""]
    assert results["B+"] and results["W+"] and results["B+T"] and results["W+T"]
    resigned = results["B+R"] + results["W+R"]
    assert 0.5 < resigned / len(games) < 0.75


def test_replays_follow_what_they_replay(games: list[dict[str, str]]) -> None:
    by_id = {row["source_game_id"]: row for row in games if row["source"] == demo.SOURCE}
    replays = [row for row in games if row["is_replay"] == "true"]
    assert all(bool(row["replay_of"]) == (row["is_replay"] == "true") for row in games)
    replayed = Counter()
    for row in replays:
        original = by_id[row["replay_of"]]
        replayed[original["result"]] += 1
        assert original["result"] in ("Jigo", "Draw", "持碁", "Void")
        assert {original["black"], original["white"]} == {row["black"], row["white"]}
        assert (original["played_on"][:10], original["sequence"]) < (row["played_on"][:10], row["sequence"])
    assert replayed["Jigo"] >= 5 and replayed["Void"] >= 5
    assert any(by_id[row["replay_of"]]["played_on"] == row["played_on"] for row in replays)
    assert any(by_id[row["replay_of"]]["is_replay"] == "true" for row in replays)
    answered = {row["replay_of"] for row in replays}
    assert {r["result"] for r in games if r["source_game_id"] not in answered} >= {"Jigo", "Void"}


def test_jigo_needs_a_whole_komi_and_margins_fit_it(games: list[dict[str, str]]) -> None:
    for row in games:
        if row["result"] in ("Jigo", "Draw", "持碁"):
            assert row["komi"] in ("0", "5", "")
        margin = re.fullmatch(r"[BW]\+(\d+(?:\.5)?)", row["result"])
        if margin and row["komi"]:
            assert margin[1].endswith(".5") == row["komi"].endswith(".5"), row
            assert float(margin[1]) > 0


def test_handicap_games_give_the_amateur_stones(league: demo.DemonstrationLeague, games: list[dict[str, str]]) -> None:
    stones = Counter(g.handicap for g in league.games)
    assert all(stones[n] >= 5 for n in (1, 2, 3, 4))
    for game in league.games:
        if game.handicap:
            assert not is_member(game.black, game.played_on) and is_member(game.white, game.played_on)
            assert game.komi == "0" and game.event.status == "official"
    assert {row["handicap"] for row in games} == {"0", "1", "2", "3", "4", "two stones"}


def test_a_class_belongs_to_tournaments_of_the_egf(events: dict[str, dict[str, str]]) -> None:
    assert {name for name, row in events.items() if row["class"]} == set()


def test_what_old_records_no_longer_know(games: list[dict[str, str]]) -> None:
    own = [row for row in games if row["source"] == demo.SOURCE]
    assert 20 <= sum(row["colours"] == "unknown" for row in own) <= 100
    months = [row for row in own if re.fullmatch(r"\d{4}-\d\d", row["played_on"])]
    years = [row for row in own if re.fullmatch(r"\d{4}", row["played_on"])]
    assert 20 <= len(months) <= 100 and 5 <= len(years) <= 30
    assert all(row["played_on"] < "1960" for row in months + years)
    assert any(row["komi"] == "" for row in own) and any(row["black_rank"] == "" for row in own)
    assert all(re.fullmatch(r"([1-9]p|[5-7]d)?", row[c]) for row in games for c in ("black_rank", "white_rank"))


def test_pools_meet_members_and_each_other(league: demo.DemonstrationLeague) -> None:
    met, pool_games = Counter(), 0
    for game in league.games:
        if (game.event.scope, game.event.format, game.event.status) != ("domestic", "individual", "official"):
            continue
        outside = [p for p in game.players if not is_member(p, game.played_on)]
        if len(outside) == 2:
            pool_games += 1
        elif outside and is_rated(game):
            met[outside[0].organisation(game.played_on)] += 1
    assert set(met) == {"amateur", "korea", "china", "other"} and min(met.values()) >= 10
    assert 10 <= pool_games <= 80


def test_the_stories_are_told(league: demo.DemonstrationLeague) -> None:
    told = Counter(p.story for p in league.players if p.story)
    assert told == {
        "member from abroad": 4,
        "amateur who turned professional": 2,
        "changed Ki-in": 2,
        "left a Ki-in": 2,
        "changed her name": 1,
    }
    at = defaultdict(Counter)
    for game in league.games:
        for player in game.players:
            at[player][player.organisation(game.played_on)] += 1
    for player in league.players:
        if player.story in ("amateur who turned professional", "changed Ki-in", "left a Ki-in"):
            assert len(at[player]) == 2 and min(at[player].values()) >= 5, (player.player_id, at[player])
        if player.story == "member from abroad":
            assert set(at[player]) <= KI_IN and "・" in player.name.kana
        if player.story == "changed her name":
            written = {row[c] for row in rows_of("demo_games") for c in ("black", "white")}
            assert {player.name.ja, player.aliases[0].spelling} <= written


def test_affiliations_do_not_overlap() -> None:
    spans = defaultdict(list)
    for row in rows_of("demo_affiliations"):
        spans[row["player_id"]].append((row["valid_from"] or "0001", row["valid_to"] or "9999"))
    for dated in spans.values():
        dated.sort()
        assert all(start <= end for start, end in dated)
        assert all(a[1] < b[0] for a, b in itertools.pairwise(dated))


def test_bad_rows_are_few_and_each_is_there(games: list[dict[str, str]], events: dict[str, dict[str, str]]) -> None:
    assert {what for what, _, _ in demo.SPOILT} == BAD_ROWS
    assert sum(row["result"] == "see page 3" for row in games) == 1
    assert sum(row["played_on"] == "1987-02-30" for row in games) == 1
    assert sum(row["played_on"] == "03/04/1998" for row in games) == 1
    assert sum(row["event"] not in events for row in games) == 1
    assert sum("BYE" in (row["black"], row["white"]) for row in games) == 1
    assert sum(row["handicap"] == "two stones" for row in games) == 1
    assert sum(row["black"] == row["white"] for row in games) == 1
    twins = defaultdict(list)
    for row in games:
        twins[row["source"], row["source_game_id"]].append(row)
    repeated = [rows for rows in twins.values() if len(rows) > 1]
    assert sorted(rows[0] == rows[1] for rows in repeated) == [False, True]
    assert all(len(rows) == 2 for rows in repeated)


def test_the_newsletter_reports_the_same_games(league: demo.DemonstrationLeague, games: list[dict[str, str]]) -> None:
    own = defaultdict(list)
    names = {p.name.ja: p for p in league.players} | {p.name.romaji: p for p in league.players}
    names |= {a.spelling: p for p in league.players for a in p.aliases}

    def who(row: dict[str, str]) -> tuple[str, str]:
        return names[row["black"]].player_id, names[row["white"]].player_id

    for row in games:
        if row["source"] == demo.SOURCE and row["black"] in names and row["white"] in names:
            own[row["played_on"], row["event"], frozenset(who(row))].append(row)
    verdicts = Counter()
    for row in games:
        if row["source"] == demo.NEWSLETTER:
            (original,) = own[row["played_on"], row["event"], frozenset(who(row))]
            assert row["round"] in ("", original["round"])
            winner = who(row)["BW".index(row["result"][0])]
            original_winner = who(original)["BW".index(original["result"][0])]
            verdicts["same winner" if winner == original_winner else "other winner"] += 1
            verdicts["same colours" if who(row) == who(original) else "other colours"] += 1
    assert verdicts == {"same winner": 11, "other winner": 1, "same colours": 11, "other colours": 1}


# --- Believable -------------------------------------------------------------------------------


def black_share(games_: list[demo.Game], komi: str) -> float:
    counted = [g for g in games_ if g.komi == komi and g.colours_known and g.komi_known]
    return sum(g.winner is g.black for g in counted) / len(counted)


def test_black_wins_about_as_often_as_komi_lets_him(league: demo.DemonstrationLeague) -> None:
    even = [g for g in league.games if is_played_and_decided(g) and not g.handicap]
    rated = [g for g in even if is_rated(g)]
    assert 0.57 < black_share(even, "0") < 0.68
    for games_ in (even, rated):
        assert black_share(games_, "4.5") == pytest.approx(0.55, abs=0.015)
        assert black_share(games_, "5.5") == pytest.approx(0.535, abs=0.012)
        assert black_share(games_, "6.5") == pytest.approx(0.505, abs=0.012)


def test_komi_rises_by_era(games: list[dict[str, str]]) -> None:
    span = defaultdict(list)
    for row in games:
        if row["event"] == "Sōten" and row["komi"] and row["played_on"][:4].isdigit():
            span[row["komi"]].append(int(row["played_on"][:4]))
    assert {komi: (min(years), max(years)) for komi, years in span.items()} == {
        "4.5": (1950, 1973),
        "5.5": (1974, 2002),
        "6.5": (2003, 2025),
    }
