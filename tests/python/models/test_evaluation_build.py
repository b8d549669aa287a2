"""Evaluation in whole builds: what later results may not change, what a correction shows, what is missing."""

from __future__ import annotations

import csv
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from builds import REPOSITORY, Build, copied_project, dbt, green, only, publish_changed, write

MARTS = (
    "fct_prediction",
    "mart_method_score",
    "mart_calibration",
    "mart_setting_grid",
    "mart_yearly_method_check",
    "mart_handicap_score",
    "mart_rating_distribution_year",
    "mart_connectivity",
)
Row = dict[str, str]


def league(folder: Path, change: Callable[[Row], None]) -> Path:
    """The demonstration league as a landing folder, every game passed through `change`."""
    folder.mkdir(parents=True)
    for seed in (REPOSITORY / "seeds" / "demonstration_league").glob("demo_*.csv"):
        table = seed.stem.removeprefix("demo_")
        with open(seed, encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
        if table == "games":
            for row in rows:
                change(row)
        with open(folder / f"{table}.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, reader.fieldnames or [], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
    return folder


def flip(row: Row) -> None:
    """The other player won."""
    row["result"] = {"B+": "W+", "W+": "B+"}.get(row["result"][:2], row["result"][:2]) + row["result"][2:]


def differences(one: Build, other: Build, query: str) -> int:
    """How many rows a query on `marts` gives in one build but not in the other."""
    with duckdb.connect() as connection:
        for name, build in (("one", one), ("other", other)):
            connection.execute(f"attach '{build.file}' as {name} (read_only)")
        first, second = (query.replace("marts.", f"{name}.marts.") for name in ("one", "other"))
        ((count,),) = connection.execute(
            f"select count(*) from ((({first}) except all ({second})) union all (({second}) except all ({first})))"
        ).fetchall()
    return count


def test_every_claim_has_its_figures(demonstration: Build) -> None:
    for mart in MARTS:
        assert demonstration.value(f"select count(*) from marts.{mart} where list_id = 'pro'") > 0, mart
    assert demonstration.value("select count(*) from marts.mart_black_win_by_komi_decade") > 0
    # Every rated game is in train or test, by the day of play.
    assert demonstration.rows(
        "select split, count(*) filter ((split = 'test') != (played_on >= date '2003-01-01')) from marts.fct_prediction "
        "group by split order by split"
    ) == [("test", 0), ("train", 0)]
    ledger = "select count(*) from marts.fct_rating_ledger where ledger_no % 2 = 1"
    assert demonstration.value("select count(*) from marts.fct_prediction") == demonstration.value(ledger)
    # Every subgroup's parts are the whole, in every period.
    assert (
        demonstration.value(
            """
        select count(*) from (
            select sum(if(subgroup = 'all', games, 0)) as all_games, sum(if(starts_with(subgroup, 'gap_'), games, 0)) as gaps,
                sum(if(subgroup in ('even', 'handicap'), games, 0)) as stones,
                sum(if(subgroup in ('established', 'not_established'), games, 0)) as known
            from marts.mart_method_score group by list_id, method_id, period
        )
        where all_games != gaps or all_games != stones or all_games != known
        """
        )
        == 0
    )
    # More than 300 settings, the rule book's among them, and both findings with errors on the test games.
    assert (
        demonstration.value("select count(*) from marts.mart_setting_grid where list_id = 'pro' and split = 'test'")
        > 300
    )
    assert demonstration.rows(
        """
        select finding, count(*) from marts.mart_setting_grid
        where list_id = 'pro' and method_id = 'elo_v1' and split = 'test' and is_best_of_finding
            and finding in ('black_adjustment', 'komi_split') and log_loss_plain_difference_se > 0
        group by finding order by finding
        """
    ) == [("black_adjustment", 1), ("komi_split", 1)]


def test_a_first_build_has_nothing_to_compare_with(demonstration: Build) -> None:
    assert demonstration.value("select count(*) from marts.mart_game_revision") == 0
    assert demonstration.value("select count(*) from marts.mart_rating_revision") == 0


def test_later_results_change_neither_earlier_predictions_nor_the_choice(demonstration: Build, tmp_path: Path) -> None:
    """Every result from 2003 on the other way round; more threads and another time zone change nothing either."""
    landing = league(tmp_path / "landing", lambda row: flip(row) if row["played_on"] >= "2003" else None)
    parts = ("--threads", "8", *only("fct_prediction", "mart_setting_grid"))
    flipped = green(dbt(tmp_path / "warehouse", "build", *parts, landing=landing, TZ="America/Los_Angeles"))
    predictions = "select list_id, method_id, game_id, black_probability from marts.fct_prediction where "
    assert differences(demonstration, flipped, predictions + "split = 'train'") == 0
    assert differences(demonstration, flipped, predictions + "split = 'test'") > 1000
    grid = "select list_id, method_id, parameters from marts.mart_setting_grid where is_chosen"
    assert demonstration.value(f"select count(*) from ({grid})") > 0
    assert differences(demonstration, flipped, grid) == 0
    scored = "select list_id, setting_no, log_loss from marts.mart_setting_grid where split = "
    assert differences(demonstration, flipped, scored + "'train'") == 0
    assert differences(demonstration, flipped, scored + "'test'") > 300


def test_one_corrected_result_of_1985_shows_exactly_that(demonstration: Build, tmp_path: Path) -> None:
    game_id, source_game_id, played_on, winner, loser = demonstration.rows(
        """
        select game_id, source_game_id, played_on, winner_id, if(winner_id = black_id, white_id, black_id)
        from marts.fct_game inner join marts.fct_game_eligibility using (game_id)
        where list_id = 'pro' and is_rated and year(played_on) = 1985 and win_by is not null order by game_id limit 1
        """
    )[0]
    landing = league(tmp_path / "landing", lambda row: flip(row) if row["source_game_id"] == source_game_id else None)
    publish_changed(demonstration, tmp_path / "warehouse", f"update marts.meta_build set landing = '{landing}'")
    parts = only("mart_game_revision", "mart_rating_revision")
    build = green(dbt(tmp_path / "warehouse", "build", *parts, landing=landing))
    assert build.rows("select game_id, change, what, played_on from marts.mart_game_revision") == [
        (game_id, "changed", f"winner_id: {winner} → {loser}", played_on)
    ]
    moved = build.rows(
        "select distinct list_id, games_new, games_changed, games_removed, first_difference_on from marts.mart_rating_revision"
    )
    assert moved == [("pro", 0, 1, 0, played_on)]
    of_players = build.rows("select distinct player_id from marts.mart_rating_revision where own_games = 1 order by 1")
    assert of_players == sorted([(winner,), (loser,)])
    changes = dict(
        build.rows(
            "select player_id, rating_change from marts.mart_rating_revision where method_id = 'elo_v1' and own_games = 1"
        )
    )
    assert changes[winner] < 0 < changes[loser]
    # Who had stopped before is untouched, and the rows say what both builds say.
    assert (
        build.value(
            "select count(*) from marts.mart_rating_revision inner join marts.mart_leaderboard "
            "using (list_id, method_id, player_id) where last_played_on < first_difference_on"
        )
        == 0
    )
    ratings = "select list_id, method_id, player_id, rating from marts.mart_leaderboard"
    revised = build.value("select count(*) from marts.mart_rating_revision where rating_before != rating_now")
    assert differences(demonstration, build, ratings) == 2 * revised


def compared(demonstration: Build, warehouse: Path, *statements: str) -> list[tuple[str, str]]:
    """The games that differ from a publication of the demonstration league that the statements have changed."""
    publish_changed(demonstration, warehouse, *statements)
    shutil.copy(demonstration.file, warehouse)
    build = green(dbt(warehouse, "run", "--select", "mart_game_revision", "mart_rating_revision"))
    assert build.value("select count(*) from marts.mart_rating_revision") == 0
    return build.rows("select change, game_id from marts.mart_game_revision order by all")


def test_publications_are_compared_by_content(demonstration: Build, tmp_path: Path) -> None:
    """A game that is new, one with another id, a new list: those games differ, all others are the same."""
    parts = ("fct_game", "fct_game_player", "fct_game_eligibility")
    new, renamed = (
        game
        for (game,) in demonstration.rows(
            "select game_id from marts.fct_game_eligibility group by game_id having not bool_or(is_rated) "
            "order by game_id limit 2"
        )
    )
    assert compared(
        demonstration,
        tmp_path,
        *(f"delete from marts.{mart} where game_id = '{new}'" for mart in parts),
        *(f"update marts.{mart} set game_id = 'gone' where game_id = '{renamed}'" for mart in parts),
        "delete from marts.fct_game_eligibility where list_id = 'womens'",
        "delete from marts.mart_leaderboard where list_id = 'womens'",
    ) == [("new", new), ("new", renamed), ("removed", "gone")]


@pytest.mark.parametrize(
    "statement",
    ["alter table marts.fct_game drop column komi", "drop table marts.mart_player_peak"],
    ids=["an older form", "a mart missing"],
)
def test_what_can_not_be_compared_is_a_new_beginning(demonstration: Build, tmp_path: Path, statement: str) -> None:
    new = "delete from marts.fct_game where game_id in (select min(game_id) from marts.fct_game)"
    assert compared(demonstration, tmp_path, new, statement) == []


def test_without_colours_komi_and_a_list_s_games(tmp_path: Path) -> None:
    chance = random.Random(3)
    rows = ["source_game_id,played_on,black,white,colours,result"]
    for number in range(400):
        black, white = chance.sample("ABCDEFGHIJKL", 2)
        rows.append(
            f"{number},{1999 + number // 50}-{1 + number // 5 % 10:02}-{1 + number % 28:02},{black},{white},unknown,"
            f"{chance.choice('BW')}+"
        )
    landing = write(tmp_path / "landing", games="\n".join(rows))
    parts = only(*MARTS, "mart_black_win_by_komi_decade")
    build = green(dbt(tmp_path / "warehouse", "build", *parts, landing=landing))
    assert (
        build.value(
            "select count(*) from marts.fct_prediction where list_id = 'pro' and method_id = 'elo_v1' and komi_band is null"
        )
        == 400
    )
    for mart in MARTS:
        assert build.value(f"select count(*) from marts.{mart} where list_id != 'pro'") == 0, mart
    assert build.value("select count(*) from marts.mart_black_win_by_komi_decade") == 0
    # Where no colours are known an adjustment makes no difference, so that none is chosen.
    assert build.value("select max(abs(log_loss_plain_difference)) from marts.mart_setting_grid") == 0
    assert build.rows(
        "select black_adjustment, count(*) from marts.mart_setting_grid where is_chosen group by all"
    ) == [(0, 2)]
    assert build.value("select count(*) from marts.mart_yearly_method_check where method_id = 'elo_v1'") == 7


def test_parameters_cannot_change_under_a_version(demonstration: Build, tmp_path: Path) -> None:
    assert "PASS method_version_is_kept" in demonstration.output
    project = copied_project(tmp_path / "project")
    seed = project / "seeds" / "reference" / "rating_method.csv"
    text = seed.read_text(encoding="utf-8")
    assert '""k_factor"": 32' in text
    seed.write_text(text.replace('""k_factor"": 32', '""k_factor"": 24'), encoding="utf-8")
    changed = dbt(tmp_path / "w", "build", *only("method_version_is_kept"), project=project)
    assert changed.exit_code == 1 and "ERROR=1" in changed.output, changed.output
    assert "FAIL 1 method_version_is_kept" in changed.output


def test_the_method_page_tells_of_the_current_method(demonstration: Build) -> None:
    page = (REPOSITORY / "models" / "docs" / "method.md").read_text(encoding="utf-8")
    method_id, version, published_on = demonstration.rows(
        "select method_id, version, published_on::varchar from marts.dim_rating_list "
        "inner join marts.dim_rating_method using (method_id) where list_id = 'pro'"
    )[0]
    assert f"`{method_id}`, version {version}, since {published_on}" in page
    queries = page.split("```sql\n")[1:]
    assert len(queries) >= 5
    for query in queries:
        assert demonstration.rows(query.split("```")[0]), query
