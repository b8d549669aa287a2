"""Games to come: what is forecast, what isn't and why, and that what was published stays as it was and is scored."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path

import duckdb
import pytest

from builds import Build, dbt, green, write

HEADER = "source_game_id,played_on,event,black,white,result"
NAMES = ("Ada", "Bo", "Cy", "Di")
GAMES = [
    f"{at},2001-{1 + at // 28:02d}-{1 + at % 28:02d},Cup,{NAMES[at % 4]},{NAMES[(at + 1 + at % 3) % 4]},{'BW'[at % 5 > 2]}+R"
    for at in range(90)
]
FIXTURES = """
    played_on,event,round,black,white,colours,komi,handicap,best_of
    2001-05-01,Cup,final,Ada, Bo ,,6.5,,
    2001-05-02,Match,1,Cy,Di,unknown,,,5
    2001-05-02,Match,1,Di,Cy,unknown,,,5
    2001-05-03,Cup,moved,Ada,Di,,,,
    2001-05-04,Cup,x,Ada,Nobody Known,,,,
    2001-05-04,Cup,x,Ada,Ada,,,,
    2001-05-04,Cup,x,bye,Bo,,,,
    2001-05-04,Cup,x,Ada,Bo,,,,4
    2001-05-04,Cup,x,Ada,Bo,,,,0
    2001-05-04,Cup,x,Ada,Bo,,,,101
    2001-05-04,Cup,x,Ada,Bo,maybe,,,
    2001-05-04,Cup,x,Ada,Bo,,lots,,
    2001-05-04,Cup,x,Ada,Bo,,,-2,
    9999-99-99,Cup,x,Ada,Bo,,,,
    2001-07,Cup,x,Ada,Bo,,,,
    ,Cup,x,Ada,Bo,,,,
    2001-01-01,Cup,past,Ada,Bo,,,,
"""


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Build]:
    folder = tmp_path_factory.mktemp("fixtures")
    landing = write(folder / "landing", games="\n".join([HEADER, *GAMES]), fixtures=FIXTURES)
    return landing, green(dbt(folder / "warehouse", landing=landing, publish=True))


FORECAST = "select played_on::varchar, round, black_id, white_id, chance, chance_low, chance_high, match_chance, why_none, as_of from marts.mart_forecast"


@pytest.mark.build
def test_what_can_be_said_is_said_and_the_rest_has_a_reason(before: tuple[Path, Build]) -> None:
    _, build = before
    past, final, match, moved = build.rows(
        f"{FORECAST} where list_id = 'pro' and method_id = 'glicko2_v1' order by played_on"
    )
    assert (past[4], past[8]) == (None, "its day was past when the fixture was first seen")
    assert final[2:4] == ("Ada", "Bo") and final[7] == pytest.approx(final[4])
    for row in (final, match, moved):
        assert 0 < row[5] < row[4] < row[6] < 1 and row[8] is None
    assert (match[4] > 0.5) == (match[7] > 0.5) and abs(match[7] - 0.5) > abs(match[4] - 0.5)
    assert {row[8] for row in build.rows(f"{FORECAST} where list_id = 'womens' and played_on > date '2001-04-01'")} == {
        "neither is rated on the list"
    }
    rejected = build.rows("select row_no, reason_code from marts.dq_rejected_row where landed_table = 'fixtures'")
    assert dict(rejected) == {
        4: "duplicate_row",
        6: "unknown_player",
        7: "same_player",
        8: "not_a_player",
        **dict.fromkeys(range(9, 17), "bad_value"),
        17: "missing_value",
    }
    (counts,) = build.rows(
        "select rows_landed, rows_staged, rows_rejected, rows_duplicate from marts.dq_source_count "
        "where landed_table = 'fixtures'"
    )
    assert counts == (17, 4, 12, 1)


@pytest.mark.build
def test_the_chance_is_that_of_the_function(before: tuple[Path, Build]) -> None:
    _, build = before
    off = build.value(
        """
        select max(abs(chance - marts.win_probability(method_id, black_rating, white_rating, handicap, komi)))
        from marts.mart_forecast where colours_known
        """
    )
    assert off == pytest.approx(0, abs=1e-12)


@pytest.mark.build
def test_a_published_forecast_stays_and_is_scored(before: tuple[Path, Build]) -> None:
    """The final was played, the match a day late, one game was moved, and the ratings are others by now."""
    landing, build = before
    was = {row[:2]: row for row in build.rows(f"{FORECAST} where list_id = 'pro' and method_id = 'elo_v1'")}
    late = ["x1,2001-05-01,Cup,Ada,Bo,W+R", "x2,2001-05-03,Match,Di,Cy,B+R", "x3,2001-05-10,Cup,Ada,Cy,B+R"]
    write(
        landing,
        games="\n".join([HEADER, *GAMES, *late]),
        fixtures="""
        played_on,event,round,black,white,colours,komi,handicap,best_of
        2001-05-01,Cup,final,Ada,Bo,,6.5,,
        2001-06-03,Cup,moved,Ada,Di,,,,
    """,
    )
    again = green(dbt(build.folder, landing=landing, publish=True))
    rows = again.rows(
        f"{FORECAST.replace(' from', ', game_id is not null, is_withdrawn, black_score, log_loss, brier from')} "
        "where list_id = 'pro' and method_id = 'elo_v1' order by played_on"
    )
    now = {row[:2]: row for row in rows}
    for key, scored in ((("2001-05-01", "final"), 0.0), (("2001-05-02", "1"), 0.0)):
        assert now[key][:10] == was[key][:10], "the forecast is the one that was published"
        *_, has_game, is_withdrawn, score, log_loss, brier = now[key]
        assert (has_game, is_withdrawn, score) == (True, False, scored)
        assert log_loss == pytest.approx(-math.log(1 - now[key][4])) and brier == pytest.approx(now[key][4] ** 2)
    gone, new = now["2001-05-03", "moved"], now["2001-06-03", "moved"]
    assert gone[11] and gone[13] is None and not new[11]
    assert new[9] > gone[9] and new[4] != gone[4]


@pytest.mark.parametrize("games", [1, 3, 5, 7])
@pytest.mark.parametrize("chance", [0.0, 0.3, 0.5, 0.77, 1.0])
def test_a_match_is_won_by_more_than_half_of_its_games(chance: float, games: int) -> None:
    """Against all the ways that so many games can go."""
    text = (Path(__file__).parents[3] / "models" / "marts" / "functions" / "match_probability.sql").read_text("utf-8")
    with duckdb.connect() as connection:
        query = text[text.index("select") :]
        connection.execute(f"create macro match_probability(chance, games) as ({query})")
        found = connection.execute("select match_probability(?, ?)", [chance, games]).fetchall()[0][0]
    ways = (way for way in product((0, 1), repeat=games) if sum(way) > games / 2)
    expected = sum(chance ** sum(way) * (1 - chance) ** (games - sum(way)) for way in ways)
    assert found == pytest.approx(expected, abs=1e-12)
