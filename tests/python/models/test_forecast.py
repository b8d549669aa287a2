"""Games to come: what is forecast, what isn't and why, and that what was published stays as it was and is scored."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import jinja2
import pytest

from builds import REPOSITORY, Build, dbt, green, only, publish_changed, write

HEADER = "source_game_id,played_on,event,black,white,result"
NAMES = ("Ada", "Bo", "Cy", "Di")
GAMES = [
    f"{at},2023-{1 + at // 28:02d}-{1 + at % 28:02d},Cup,{NAMES[at % 4]},{NAMES[(at + 1 + at % 3) % 4]},{'BW'[at % 5 > 2]}+R"
    for at in range(90)
]
# Eve and Adda have played nobody; the league's game is there so that its name is known.
PLAYERS = "player_id\nAda\nBo\nCy\nDi\nEve\nAdda\n"
GAMES.append("league,2023-04-20,League,Cy,Di,B+R")
DATA_THROUGH = "2023-04-20"
FIRST_DAY, SECOND_DAY = "2023-04-25", "2023-05-21"
FIXTURES_HEADER = "played_on,event,round,black,white,colours,komi,handicap,best_of,list"
FIXTURES = [
    "2023-05-01,Cup,final,Ada, Bo ,,6.5,,,",
    "2023-05-02,Match,1,Cy,Di,unknown,,,5,",
    "2023-05-03,Cup,put off,Ada,Di,,,,,",
    "2023-05-06,Cup,one,Ada,Cy,,,,,",
    "2023-05-06,Cup,two,Cy,Ada,,,,,",
    "2023-05-09,Cup,newcomer,Eve,Bo,,,,,",
    "2023-05-10,Cup,merged,Adda,Bo,,,,,",
    "2023-05-12,Cup,other event,Bo,Cy,,,,,",
    "2023-05-16,Cup,called off,Bo,Di,,,,,",
    "2023-06-10,Cup,stones,Di,Ada,,0,3,7,pro",
    "2023-06-12,Cup,gap,Ada,Bo,unknown,,,,Pro",
    "2023-01-01,Cup,past,Ada,Bo,,,,,",
]
REFUSED = [
    ("2023-05-02,Ｍatch,game 1,Di,Cy,unknown,,,5,", "duplicate_row"),
    ("2023-05-01,Cup,Final,Ada,Bo,,,,,womens", "duplicate_row"),
    ("2023-05-04,Cup,x,Ada,Nobody Known,,,,,", "unknown_player"),
    ("2023-05-04,Cup,x,Ada,Ada,,,,,", "same_player"),
    ("2023-05-04,Cup,x,bye,Bo,,,,,", "not_a_player"),
    *[(f"2023-05-04,Cup,x,Ada,Bo,,,,{best_of},", "bad_value") for best_of in ("4", "0", "-3", "101", "999", "many")],
    ("2023-05-04,Cup,x,Ada,Bo,maybe,,,,", "bad_value"),
    *[(f"2023-05-04,Cup,x,Ada,Bo,,{komi},,,", "bad_value") for komi in ("lots", "1e300", "6.3", "-1")],
    ("2023-05-04,Cup,x,Ada,Bo,,,-2,,", "bad_value"),
    ("2023-05-04,Cup,x,Ada,Bo,,,,,nowhere", "bad_value"),
    ("9999-12-31,Cup,x,Ada,Bo,,,,,", "bad_value"),
    ("9999-99-99,Cup,x,Ada,Bo,,,,,", "bad_value"),
    ("2023-07,Cup,x,Ada,Bo,,,,,", "bad_value"),
    (",Cup,x,Ada,Bo,,,,,", "missing_value"),
    ("2023-05-04,Cup,x,,Bo,,,,,", "missing_value"),
    ("2023-05-04,Cup,x,Ada,\u3000,,,,,", "missing_value"),
]
ONLY = ("build", *only("mart_forecast"))
COLUMNS = (
    "played_on::varchar as played_on, black_id, white_id, chance, chance_low, chance_high, interval_by, match_chance, "
    "why_none, as_of::varchar as as_of, made_on::varchar as made_on, first_made_on::varchar as first_made_on, "
    "moved_to::varchar as moved_to, is_withdrawn, is_ahead, game_id, black_score, log_loss, brier"
)


def forecasts(build: Build, list_id: str = "pro", method_id: str = "elo_v1") -> dict[tuple[str, str], dict[str, Any]]:
    """What a method of a list forecasts, by the fixture's round and day."""
    names = [part.split(" as ")[-1] for part in COLUMNS.split(", ")]
    rows = build.rows(
        f"select round, {COLUMNS} from marts.mart_forecast where list_id = ? and method_id = ?", list_id, method_id
    )
    return {(row[0], row[1]): dict(zip(names, row[1:], strict=True)) for row in rows}


def built(
    folder: Path, games: list[str], fixtures: list[str], aliases: str | None, day: str, *arguments: str, publish: bool
) -> Build:
    tables = {"players": PLAYERS} | ({"aliases": aliases} if aliases else {})
    landing = write(
        folder / "landing",
        games="\n".join([HEADER, *games]),
        fixtures="\n".join([FIXTURES_HEADER, *fixtures]),
        **tables,
    )
    return green(dbt(folder / "warehouse", *arguments, landing=landing, publish=publish, build_day=day))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fixtures")


@pytest.fixture(scope="module")
def before(folder: Path) -> Build:
    return built(folder, GAMES, FIXTURES + [row for row, _ in REFUSED], None, FIRST_DAY, publish=True)


@pytest.fixture(scope="module")
def was(before: Build) -> dict[tuple[str, str], dict[str, Any]]:
    return forecasts(before)


@pytest.fixture(scope="module")
def after(folder: Path, before: Build, was: dict[tuple[str, str], dict[str, Any]]) -> Build:
    """Four weeks later: games were played, a day late some of them, one was put off and one called off, and two players
    are one. The games are those of other rows, in another order."""
    assert was
    late = [
        "x1,2023-05-01,Cup,Ada,Bo,W+R",
        "x2,2023-05-03,Match,Di,Cy,B+R",
        "x3,2023-05-06,Cup,Ada,Cy,B+R",
        "x4,2023-05-09,Cup,Eve,Bo,B+R",
        "x5,2023-05-10,Cup,Bo,Ada,B+R",
        "x6,2023-05-12,League,Bo,Cy,B+R",
        "x7,2023-05-19,Cup,Di,Cy,B+R",
    ]
    random.Random(1).shuffle(late)
    fixtures = [
        FIXTURES[0],
        "2023-06-03,Cup,put off,Ada,Di,,,,,",
        "2023-05-18,Cup,announced late,Bo,Cy,,,,,",
        FIXTURES[10],
    ]
    return built(folder, late + GAMES, fixtures, "alias,player_id\nAdda,Ada\n", SECOND_DAY, publish=True)


@pytest.mark.build
def test_rows_that_say_no_fixture_are_set_aside_with_a_reason(before: Build) -> None:
    rejected = before.rows(
        "select row_no, reason_code, detail from marts.dq_rejected_row where landed_table = 'fixtures' order by row_no"
    )
    first = 2 + len(FIXTURES)
    assert [(row_no, code) for row_no, code, _ in rejected] == [
        (first + at, code) for at, (_, code) in enumerate(REFUSED)
    ]
    assert all(detail for _, code, detail in rejected if code != "duplicate_row")
    (counts,) = before.rows(
        "select rows_landed, rows_staged, rows_rejected, rows_duplicate from marts.dq_source_count "
        "where landed_table = 'fixtures'"
    )
    assert counts == (len(FIXTURES) + len(REFUSED), len(FIXTURES), len(REFUSED) - 2, 2)


@pytest.mark.build
def test_what_can_be_said_is_said_and_the_rest_has_a_reason(before: Build, was: dict[Any, dict[str, Any]]) -> None:
    past, newcomer = was["past", "2023-01-01"], was["newcomer", "2023-05-09"]
    assert (past["chance"], past["why_none"]) == (None, "its day was past when the fixture was first seen")
    assert (newcomer["chance"], newcomer["why_none"]) == (None, "one of the two is not rated on the list")
    for row in was.values():
        assert (row["chance"] is None) == (row["why_none"] is not None) == (row["match_chance"] is None)
        assert row["is_ahead"] == (row is not past) and not row["is_withdrawn"]
        assert (row["as_of"], row["made_on"], row["first_made_on"]) == (DATA_THROUGH, FIRST_DAY, FIRST_DAY)
    womens = forecasts(before, "womens")
    assert {row["why_none"] for row in womens.values()} == {past["why_none"], "neither is rated on the list"}
    assert set(was) - set(womens) == {("stones", "2023-06-10"), ("gap", "2023-06-12")}, (
        "they are for the list pro alone"
    )


@pytest.mark.build
def test_the_chance_is_that_of_the_functions(before: Build) -> None:
    way = "marts.win_probability(method_id, {}, handicap, komi)"
    black, white = way.format("black_rating, white_rating"), way.format("white_rating, black_rating")
    found = before.rows(
        f"""
        select chance - if(colours_known, {black}, ({black} + 1 - {white}) / 2),
            match_chance - marts.match_probability(
                if(best_of > 1 and handicap = 0, ({black} + 1 - {white}) / 2, chance), best_of
            )
        from marts.mart_forecast where chance is not null
        """
    )
    assert len(found) > 30
    assert max(abs(off) for row in found for off in row) == pytest.approx(0, abs=1e-12)


@pytest.mark.build
def test_an_interval_says_where_it_comes_from(before: Build) -> None:
    """Deviations lie around the chance; calibration is what became of such chances, in 90 games of which Black won 55."""
    for method, interval_by in (
        ("glicko2_v1", "deviations"),
        ("whr_v1", "deviations"),
        ("elo_v1", "calibration"),
        ("mixed_effects_v1", "calibration"),
    ):
        rows = [row for row in forecasts(before, method_id=method).values() if row["chance"] is not None]
        assert {row["interval_by"] for row in rows} <= {interval_by, None}
        assert any(row["interval_by"] for row in rows)
        for row in rows:
            low, high = row["chance_low"], row["chance_high"]
            if row["interval_by"] is None:
                assert low is None and high is None
            elif interval_by == "deviations":
                assert 0 < low < row["chance"] < high < 1
            else:
                assert 0 <= low < high <= 1
    (off,) = before.rows(
        """
        select max(greatest(
            abs(chance_low - greatest(0, chance + ci_low - mean_probability)),
            abs(chance_high - least(1, chance + ci_high - mean_probability))
        ))
        from marts.mart_forecast as forecast
        inner join marts.mart_calibration as calibration using (list_id, method_id)
        where interval_by = 'calibration' and colours_known and split = 'test'
            and chance >= probability_from and chance < probability_to
        """
    )
    assert off[0] == pytest.approx(0, abs=1e-12)
    swapped = before.rows(
        "select chance_low + chance_high from marts.mart_forecast "
        "where interval_by = 'calibration' and not colours_known and chance = 0.5"
    )
    assert all(0 < both[0] < 2 for both in swapped)


@pytest.mark.build
def test_the_best_predictor_has_the_lowest_log_loss_of_the_test_years(before: Build) -> None:
    told = before.rows("select distinct list_id, method_id from marts.mart_forecast where is_best_predictor")
    assert told == before.rows(
        """
        select list_id, arg_min(method_id, log_loss) from marts.mart_method_score
        where period = 'test' and subgroup = 'all' group by list_id
        """
    )
    assert told == [("pro", told[0][1])]


@pytest.mark.build
def test_a_published_forecast_stays_and_is_scored(after: Build, was: dict[Any, dict[str, Any]]) -> None:
    """The ratings are others by now; a match's first game was a day late, with the colours that were unknown."""
    now = forecasts(after)
    kept = ("chance", "chance_low", "chance_high", "match_chance", "as_of", "made_on", "why_none")
    for key, game_id, black_score in (
        (("final", "2023-05-01"), "x1", 0.0),
        (("1", "2023-05-02"), "x2", 0.0),
        (("one", "2023-05-06"), "x3", 1.0),
    ):
        row = now[key]
        assert [row[name] for name in kept] == [was[key][name] for name in kept]
        assert (row["game_id"], row["black_score"]) == (f"games.csv:{game_id}", black_score)
        assert not row["is_withdrawn"] and not row["is_ahead"]
        happened = row["chance"] if black_score else 1 - row["chance"]
        assert row["log_loss"] == pytest.approx(-math.log(happened))
        assert row["brier"] == pytest.approx((1 - happened) ** 2)


@pytest.mark.build
def test_a_game_is_that_of_one_fixture_and_of_its_event(after: Build) -> None:
    now = forecasts(after)
    games = [row["game_id"] for row in now.values() if row["game_id"]]
    assert len(games) == len(set(games)) == 5
    for key in (("two", "2023-05-06"), ("other event", "2023-05-12")):
        assert (now[key]["game_id"], now[key]["log_loss"], now[key]["is_withdrawn"]) == (None, None, True)


@pytest.mark.build
def test_without_a_chance_there_is_no_score(after: Build) -> None:
    """Whoever wasn't rated when the forecast was published has a game, but no score of it: not one of a chance of 0."""
    row = forecasts(after)["newcomer", "2023-05-09"]
    assert (row["game_id"], row["black_score"]) == ("games.csv:x4", 1.0)
    assert (row["chance"], row["log_loss"], row["brier"]) == (None, None, None)


@pytest.mark.build
def test_players_who_are_one_by_now_are_so_in_their_forecasts(after: Build) -> None:
    row = forecasts(after)["merged", "2023-05-10"]
    assert (row["black_id"], row["game_id"], row["black_score"]) == ("Ada", "games.csv:x5", 0.0)
    lost = "select count(*) from marts.mart_forecast where {}_id not in (select player_id from marts.dim_player)"
    assert [after.value(lost.format(colour)) for colour in ("black", "white")] == [0, 0]


@pytest.mark.build
def test_what_was_put_off_or_called_off_is_told(after: Build, was: dict[Any, dict[str, Any]]) -> None:
    now = forecasts(after)
    gone, new = now["put off", "2023-05-03"], now["put off", "2023-06-03"]
    assert gone["is_withdrawn"] and gone["moved_to"] == "2023-06-03"
    assert gone["chance"] == was["put off", "2023-05-03"]["chance"]
    assert not new["is_withdrawn"] and new["is_ahead"]
    assert (new["made_on"], new["first_made_on"]) == (SECOND_DAY, SECOND_DAY)
    for key in (("called off", "2023-05-16"), ("stones", "2023-06-10")):
        assert now[key]["is_withdrawn"] and now[key]["moved_to"] is None and not now[key]["is_ahead"]


@pytest.mark.build
def test_what_lies_ahead_is_forecast_again(after: Build, was: dict[Any, dict[str, Any]]) -> None:
    key = ("gap", "2023-06-12")
    row = forecasts(after)[key]
    assert row["chance"] != was[key]["chance"] and row["is_ahead"]
    assert (row["as_of"], row["made_on"], row["first_made_on"]) == ("2023-05-19", SECOND_DAY, FIRST_DAY)


@pytest.mark.build
def test_scores_of_a_year_stand_beside_elos(after: Build) -> None:
    rows = {
        row[0]: row[1:]
        for row in after.rows(
            "select method_id, played_year, games, log_loss, brier, games_with_elo, elo_log_loss, log_loss_difference "
            "from marts.mart_forecast_score where list_id = 'pro'"
        )
    }
    assert set(rows) == {"elo_v1", "glicko2_v1", "whr_v1", "mixed_effects_v1"}
    elo = [row for row in forecasts(after).values() if row["log_loss"] is not None]
    for method, (year, games, log_loss, brier, with_elo, elo_log_loss, difference) in rows.items():
        of_method = [row for row in forecasts(after, method_id=method).values() if row["log_loss"] is not None]
        assert (year, games, with_elo) == (2023, 3, 3) and len(of_method) == 3
        assert log_loss == pytest.approx(sum(row["log_loss"] for row in of_method) / 3)
        assert brier == pytest.approx(sum(row["brier"] for row in of_method) / 3)
        assert elo_log_loss == pytest.approx(sum(row["log_loss"] for row in elo) / 3)
        assert difference == pytest.approx(log_loss - elo_log_loss)
    assert rows["elo_v1"][-1] == 0
    assert after.value("select count(*) from marts.mart_forecast_score where list_id != 'pro'") == 0


@pytest.fixture(scope="module")
def late(folder: Path, after: Build) -> tuple[dict[tuple[str, str], dict[str, Any]], Build]:
    """What is forecast a week after the day of a fixture, when no later game than before has landed; and the build after
    that, when its game has. They come after a publication of a version whose games had no komi."""
    without_komi = "create or replace table marts.fct_game as select * exclude (komi) from marts.fct_game"
    publish_changed(after, after.folder, without_komi)
    rounds = [FIXTURES[10], "2023-06-13,Cup,seen late,Ada,Cy,,,,,"]
    waiting = forecasts(built(folder, GAMES, rounds, None, "2023-06-20", *ONLY, publish=False))
    played = [*GAMES, "y1,2023-06-12,Cup,Ada,Bo,B+R", "y2,2023-06-13,Cup,Ada,Cy,B+R"]
    return waiting, built(folder, played, rounds, None, "2023-06-21", *ONLY, publish=False)


@pytest.mark.build
def test_forecasts_are_kept_from_a_publication_whose_marts_had_other_columns(
    late: tuple[dict[tuple[str, str], dict[str, Any]], Build],
) -> None:
    """And a build after the day, which knows no game of it, doesn't make it again."""
    waiting, played = late
    key = ("gap", "2023-06-12")
    assert waiting["put off", "2023-05-03"]["made_on"] == FIRST_DAY
    for row in (waiting[key], forecasts(played)[key]):
        assert (row["made_on"], row["first_made_on"], row["as_of"]) == (SECOND_DAY, FIRST_DAY, "2023-05-19")
    assert waiting[key]["game_id"] is None and forecasts(played)[key]["game_id"] == "games.csv:y1"
    assert forecasts(played)[key]["log_loss"] is not None


@pytest.mark.build
def test_a_forecast_made_after_the_day_of_the_game_is_not_scored(
    late: tuple[dict[tuple[str, str], dict[str, Any]], Build],
) -> None:
    waiting, played = late
    key = ("seen late", "2023-06-13")
    assert waiting[key]["chance"] is not None and waiting[key]["made_on"] == "2023-06-20"
    row = forecasts(played)[key]
    assert (row["log_loss"], row["brier"], row["made_on"]) == (None, None, "2023-06-21")


@pytest.fixture(scope="module")
def match_probability() -> Iterator[duckdb.DuckDBPyConnection]:
    text = (REPOSITORY / "models" / "marts" / "functions" / "match_probability.sql").read_text("utf-8")
    with duckdb.connect() as connection:
        connection.execute(f"create macro match_probability(chance, games) as ({text[text.index('select') :]})")
        yield connection


@pytest.mark.parametrize("games", [1, 3, 5, 7])
@pytest.mark.parametrize("chance", [0.0, 0.3, 0.5, 0.77, 1.0])
def test_a_match_is_won_by_more_than_half_of_its_games(
    match_probability: duckdb.DuckDBPyConnection, chance: float, games: int
) -> None:
    """Against all the ways that so many games can go."""
    ((found,),) = match_probability.execute("select match_probability(?, ?)", [chance, games]).fetchall()
    ways = (way for way in product((0, 1), repeat=games) if sum(way) > games / 2)
    expected = sum(chance ** sum(way) * (1 - chance) ** (games - sum(way)) for way in ways)
    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("chance", "games", "expected"),
    [
        (0.5, 999, 0.5),
        (1.0, 999, 1.0),
        (0.5, 4, None),
        (0.5, 0, None),
        (0.5, -3, None),
        (0.5, 1001, None),
        (0.5, 2_000_000_001, None),
        (1.5, 3, None),
        (-0.1, 3, None),
        (math.nan, 3, None),
        (None, 3, None),
        (0.5, None, None),
    ],
)
def test_what_is_no_match_has_no_chance(
    match_probability: duckdb.DuckDBPyConnection, chance: float | None, games: int | None, expected: float | None
) -> None:
    ((found,),) = match_probability.execute("select match_probability(?, ?)", [chance, games]).fetchall()
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


def test_a_rating_moved_leaps_over_the_gap_of_the_agas() -> None:
    """Between -1 and 1 there are none: 1.2 less 0.3 is -1.1, and the chance goes on falling."""
    macros = jinja2.Template((REPOSITORY / "macros" / "fixtures.sql").read_text("utf-8")).module
    moved = macros.rating_moved_by("rating", "points")  # type: ignore[attr-defined]
    found = duckdb.sql(
        f"""
        select {moved}
        from (values
            ('aga', 1.2e0, -0.3), ('aga', -1.2, 0.3), ('aga', 3, 0.5), ('aga', -1.5, -2), ('aga', 1.5, 0), ('aga', -1, 0),
            ('elo', 1.2, -0.3), ('aga', null, 1), ('elo', null, 1)
        ) as given (engine, rating, points)
        """
    ).fetchall()
    expected = [-1.1, 1.1, 3.5, -3.5, 1.5, 1.0, 0.9]
    assert [row[0] for row in found[:7]] == pytest.approx(expected) and found[7:] == [(None,), (None,)]
