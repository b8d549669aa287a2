"""Marts against counts made by hand or in Python: what a wrong rule in their SQL would change."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest

from builds import Build


@pytest.fixture(scope="module")
def build(names_only: Build) -> Build:
    """Ada beats Bo by sequence 1, loses to Cy by sequence 2 on one day, though ids and file order say otherwise."""
    return names_only


def ledger(build: Build) -> list[tuple]:
    return build.rows(
        "select game_id, player_id, rating_before, rating_after, unit_game_no from marts.fct_rating_ledger "
        "where list_id = 'pro' and method_id = 'elo_v1' and played_on >= '2010-01-01' order by ledger_no"
    )


def test_sequence_orders_the_games_of_a_day(build: Build) -> None:
    rows = ledger(build)
    assert [row[0] for row in rows[:4]] == ["s:z", "s:z", "s:a", "s:a"]
    after = {(row[0], row[1]): row[3] for row in rows}
    assert after["s:z", "Ada"] == 1516 and after["s:a", "Ada"] == pytest.approx(1499.263693, abs=1e-6)


def test_unit_games_are_counted_from_the_first(build: Build) -> None:
    count: dict[str, int] = defaultdict(int)
    for _, player, _, _, number in ledger(build):
        count[player] += 1
        assert number == count[player]


def test_a_peak_is_the_earliest_of_equal_values(build: Build) -> None:
    """IGS never moves a rating, so every game is as high as the first."""
    first = build.rows(
        "select rated_unit_id, min(played_on) from marts.fct_rating_ledger "
        "where list_id = 'pro' and method_id = 'igs_v1' and played_on >= '2006-01-01' group by all"
    )
    peaks = build.rows(
        "select player_id, peak_on from marts.mart_player_peak "
        "where list_id = 'pro' and method_id = 'igs_v1' and peak_on is not null"
    )
    assert sorted(peaks) == sorted(first) and len(peaks) == 7


def test_peaks_are_the_highest_value_after_a_game_from_2006_on(demonstration: Build) -> None:
    best: dict[tuple, tuple] = {}
    for *key, day, rating, burn_in in demonstration.rows(
        "select list_id, method_id, rated_unit_id, played_on, rating_after, is_burn_in "
        "from marts.fct_rating_ledger where not is_pool order by ledger_no"
    ):
        known = best.setdefault(tuple(key), (None, None))
        if not burn_in and (known[0] is None or rating > known[0]):
            best[tuple(key)] = (rating, day)
    found = {
        row[:3]: row[3:]
        for row in demonstration.rows(
            "select list_id, method_id, player_id, peak_rating, peak_on from marts.mart_player_peak"
        )
    }
    assert found == best


def test_komi_statistics_leave_out_what_is_not_known(build: Build) -> None:
    found = {row[0]: row[1:] for row in build.rows("select komi, games, black_wins from marts.mart_black_win_by_komi")}
    assert found == {6.5: (12, 8), 5.5: (1, 1)}, (
        "unknown colours and komi, jigo and default are left out; the second source's komi is taken"
    )
    assert build.value("select komi from marts.fct_game where game_id = 't:h'") == 5.5


def test_wilson_interval_and_elo_equivalent(demonstration: Build) -> None:
    rows = demonstration.rows(
        "select games, black_wins, black_win_rate, ci_low, ci_high, elo_equivalent from marts.mart_black_win_by_komi"
    )
    assert len(rows) >= 4
    z = 1.959964
    for games, wins, rate, low, high, elo in rows:
        assert rate == wins / games
        centre, width = (
            rate + z * z / (2 * games),
            z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)),
        )
        assert low == pytest.approx(max(0, (centre - width) / (1 + z * z / games)))
        assert high == pytest.approx(min(1, (centre + width) / (1 + z * z / games)))
        assert elo is None if wins in (0, games) else elo == pytest.approx(-400 * math.log10(1 / rate - 1))


def test_activity_ends_after_two_years_to_the_day(build: Build) -> None:
    assert build.value("select max(as_of)::varchar from marts.mart_leaderboard") == "2014-02-02"
    active = dict(
        build.rows(
            "select player_id, is_active from marts.mart_leaderboard "
            "where list_id = 'pro' and method_id = 'elo_v1' and last_played_on >= '2010-01-01'"
        )
    )
    assert active == {"Ada": False, "Bo": False, "Cy": False, "Di": False, "Ed": True, "Fi": True, "Gi": True}
    asof = dict(build.rows("select player_id, is_active from marts.leaderboard_asof('pro', date '2014-01-01')"))
    assert asof["Di"] is True, "exactly two years are still active"
    day_later = dict(build.rows("select player_id, is_active from marts.leaderboard_asof('pro', date '2014-01-02')"))
    assert day_later["Di"] is False


def test_records_and_win_rates(demonstration: Build) -> None:
    rows = demonstration.rows(
        "select wins, losses, jigo, no_result, win_rate, default_wins, default_losses, both_lose, player_id "
        "from marts.mart_player_record where scope = 'career'"
    )
    for wins, losses, _, _, rate, *_ in rows:
        assert rate == (wins / (wins + losses) if wins + losses else None)
    assert any(row[2] + row[3] > 0 for row in rows)
    counted = demonstration.rows(
        "select player_id, count(*) filter (where is_default and is_win), count(*) filter (where is_default and is_loss), "
        "count(*) filter (where is_both_lose) from marts.fct_game_player where counts_for_record group by player_id"
    )
    assert sorted((row[8], row[5], row[6], row[7]) for row in rows) == sorted(counted)


def test_a_european_has_a_record_in_european_games_only(demonstration: Build) -> None:
    """A guest of the Japanese lists plays for himself where a list without pools rates the game, nowhere else."""
    wrong = demonstration.rows(
        """
        select game.game_id, game.player_id from marts.fct_game_player as game
        inner join marts.fct_game as held using (game_id)
        inner join marts.fct_game_eligibility as europe on game.game_id = europe.game_id and europe.list_id = 'europe'
        where
            game.pool is not null
            and game.counts_for_record is distinct from (europe.is_rated and held.counts_for_record)
        """
    )
    assert wrong == []
    games, wins, losses, jigo = demonstration.rows(
        "select sum(games), sum(wins), sum(losses), sum(jigo) from marts.mart_player_record "
        "where scope = 'career' and player_id like 'EU%'"
    )[0]
    rated = demonstration.value(
        "select count(*) from marts.fct_rating_ledger inner join marts.dim_rating_list using (list_id, method_id) "
        "where list_id = 'europe' and rated_unit_id like 'EU%'"
    )
    assert games == wins + losses + jigo == rated > 0


def test_coverage_counts_exact_days_only(build: Build) -> None:
    ((games, colour, komi, exact, result),) = build.rows(
        "select games, with_colour_rate, with_komi_rate, with_exact_day_rate, with_result_rate "
        "from marts.mart_coverage_year where played_year = 2010"
    )
    assert (games, colour, komi, exact, result) == (10, 0.9, 0.9, 0.9, 1.0)


def test_a_replay_is_found_in_its_own_source(build: Build) -> None:
    assert build.value("select replay_of from marts.fct_game where game_id = 's:f'") == "s:e"


def test_rounds_are_the_same_however_they_are_written(build: Build) -> None:
    assert build.value("select source_count from marts.fct_game where game_id = 's:j'") == 2


def test_a_source_with_fewer_games_confirms_the_one_that_ended_alike(build: Build) -> None:
    games = build.rows(
        "select game_id, source_count, winner_id from marts.fct_game where played_on = '2014-01-02' order by 1"
    )
    assert games == [("s:k", 1, "Fi"), ("s:l", 2, "Ed")]
    assert build.value("select count(*) from marts.dq_warning where reason_code = 'source_conflict'") == 0


def test_a_colon_in_a_source_makes_no_conflict(build: Build) -> None:
    ids = build.rows("select game_id from marts.fct_game where played_on >= '2014-02-01' order by 1")
    assert ids == [("x%3A1:2",), ("x:1:2",)]


def test_nor_does_per_cent_in_a_source(build: Build) -> None:
    """Sources y:1 and y%3A1 have a game 2 each."""
    ids = build.rows(
        "select game_id from marts.fct_game where event_id = 'Draw' and played_on < '2004-02-01' order by 1"
    )
    assert ids == [("y%253A1:2",), ("y%3A1:2",)]


def test_two_games_of_a_day_are_matched_by_their_order(build: Build) -> None:
    """By sequence v's b and w's a are the first, and Black won both; by ids each would contradict the other."""
    games = build.rows(
        "select game_id, source_count, winner_id from marts.fct_game where played_on = '2004-02-01' order by 1"
    )
    assert games == [("v:a", 2, "La"), ("v:b", 2, "Ka")]


def test_who_knows_the_colours_tells_the_game(build: Build) -> None:
    """A source that doesn't know them comes after one that does, and contradicts nothing by the order it names players in."""
    ((game_id, *game),) = build.rows(
        "select game_id, black_id, colours_known, source_count from marts.fct_game where played_on = '2004-02-02'"
    )
    assert (game_id, game) == ("w:c", ["Ka", True, 2])
    told = "select count(*) from marts.dq_warning where source_file = 'games_sources.csv' and reason_code = 'source_difference'"
    assert build.value(told) == 0


def test_komi_that_the_second_source_alone_knows_is_taken(build: Build) -> None:
    assert build.value("select komi from marts.fct_game where game_id = 'v:d'") == 5.5


def test_a_break_of_more_than_fourteen_days_ends_a_tournament(build: Build) -> None:
    """The days of the event are 14 and then 15 apart."""
    first, second, third = (
        number
        for (number,) in build.rows(
            "select batch_no from intermediate.int_rated_game inner join marts.fct_game using (game_id) "
            "where list_id = 'pro' and event_id = 'Long' order by game_no"
        )
    )
    assert first == second != third


def test_jigo_is_half_a_win(build: Build) -> None:
    assert build.value("select black_score from intermediate.int_game where game_id = 's:e'") == 0.5


def test_ratings_of_a_handicap_game_s_day_are_not_known_to_it(build: Build) -> None:
    """Who first plays on the day of the game (Ma with seven stones, Pa against nine) has no rating before it."""
    stones = build.rows(
        "select handicap, games from marts.mart_handicap_score where list_id = 'pro' and method_id = 'elo_v1' order by 1"
    )
    assert stones == [(8, 1)]


@pytest.mark.parametrize(
    "column", ["rating_before", "expected_score", "score", "rating_after", "rated_unit_id", "game_id", "ledger_no"]
)
def test_the_digest_sees_every_change(demonstration: Build, column: str) -> None:
    """The digest of meta_build, taken again with one cell of one row changed, is another one."""
    columns = [
        "list_id",
        "method_id",
        "ledger_no",
        "game_id",
        "rated_unit_id",
        "rating_before",
        "expected_score",
        "score",
        "rating_after",
    ]
    query = "select format('{{:016x}}', bit_xor(md5_number_lower(concat_ws('|', {})))) from marts.fct_rating_ledger"
    digest = demonstration.value("select ledger_digest from marts.meta_build")
    assert demonstration.value(query.format(", ".join(columns))) == digest
    changed = [
        f"if(ledger_no = 7 and list_id = 'pro' and method_id = 'elo_v1', '0', {name}::varchar)"
        if name == column
        else name
        for name in columns
    ]
    assert demonstration.value(query.format(", ".join(changed))) != digest
