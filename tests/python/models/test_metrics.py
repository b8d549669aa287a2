"""The metrics, asked for with `mf` as an analyst does, against SQL of their own and the marts that say the same."""

from __future__ import annotations

import csv
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from builds import REPOSITORY, Build, Program, copied_project

MF = Program("dbt_metricflow.cli.main", "dbt.adapters.duckdb", "go_ratings.warehouse.plugin")
PAGE = REPOSITORY / "analyses" / "metrics.md"
WORKED_QUERY = re.compile(r"```sh\n(mf query .*?)\n```\n```\n(.*?)```", re.DOTALL)
METRIC_ROWS = re.compile(r"(?<=\| metric \| what it is \|\n\|---\|---\|\n).*?(?=\n\n)", re.DOTALL)


def mf(project: Path, *arguments: str) -> str:
    """What `mf` prints, reading what is published."""
    exit_code, printed = MF.run(list(arguments), project, DBT_TARGET="published")
    assert exit_code == 0, printed
    return printed


def table(printed: str) -> str:
    """The table in what `mf query` prints: a line of dashes, its header above, its rows below."""
    lines = printed.splitlines()
    header = next(place for place, line in enumerate(lines) if re.fullmatch(r"-+(  -+)*", line)) - 1
    return "\n".join(line.rstrip() for line in lines[header:]).rstrip() + "\n"


def metrics(project: Path) -> dict[str, str]:
    """Every metric and its description."""
    manifest = json.loads((project / "target" / "semantic_manifest.json").read_text(encoding="utf-8"))
    return {metric["name"]: metric["description"] for metric in manifest["metrics"]}


def page(project: Path) -> str:
    """analyses/metrics.md with the metrics and answers of now."""
    written = PAGE.read_text(encoding="utf-8")
    rows = "\n".join(f"| `{name}` | {description} |" for name, description in sorted(metrics(project).items()))

    def answered(query: re.Match[str]) -> str:
        command = shlex.split(query[1].replace("\\\n", " "))
        return f"```sh\n{query[1]}\n```\n```\n{table(mf(project, *command[1:]))}```"

    return WORKED_QUERY.sub(answered, METRIC_ROWS.sub(lambda _: rows, written))


@pytest.fixture(scope="module")
def published(demonstration: Build, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the project whose demonstration is published, while its build file is held as a build holds it."""
    project = copied_project(tmp_path_factory.mktemp("metrics"))
    (project / "target").mkdir()
    shutil.copy(demonstration.folder / "target" / "semantic_manifest.json", project / "target")
    warehouse = project / "warehouse"
    warehouse.mkdir()
    (warehouse / "go_ratings.duckdb").symlink_to(demonstration.folder / "go_ratings.duckdb")
    with duckdb.connect(str(warehouse / "build.duckdb")):
        yield project


@pytest.fixture(scope="module")
def page_of_now(published: Path) -> str:
    return page(published)


def answer(page: str, metric: str) -> list[list[str]]:
    """The rows of the page's first answer about the metric; none of its cells may be empty."""
    for command, printed in WORKED_QUERY.findall(page):
        if metric in re.split(r"[ ,]", command):
            return [re.split(r" {2,}", line.strip()) for line in printed.splitlines()[2:]]
    raise AssertionError(f"the page asks for no {metric}")


def asked(project: Path, metrics: str, group_by: str) -> list[dict[str, str]]:
    """The whole answer to a query, one dict a row; '' where it is NULL."""
    file = project / "answer.csv"
    mf(project, "query", "--metrics", metrics, "--group-by", group_by, "--csv", str(file))
    with open(file, encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def test_the_page_shows_the_metrics_and_what_they_answer(page_of_now: str) -> None:
    """Running this file as a program, in the project's folder, writes the page anew from what is published."""
    assert PAGE.read_text(encoding="utf-8") == page_of_now


def test_the_page_asks_for_every_metric(published: Path) -> None:
    commands = [command for command, _ in WORKED_QUERY.findall(PAGE.read_text(encoding="utf-8"))]
    shown = {name for command in commands for name in re.search(r"--metrics (\S+)", command)[1].split(",")}
    assert shown == set(metrics(published))


def test_every_metric_and_dimension_is_known_to_the_warehouse(published: Path) -> None:
    """The checks of MetricFlow, which runs each entity, dimension, measure and metric."""
    assert "Successfully validated metrics against data warehouse" in mf(published, "validate-configs")


def test_a_game_counts_once_and_records_add_up(demonstration: Build, published: Path) -> None:
    answers = {
        (row["player"], int(row["metric_time__fiscal_year_jp"])): (
            int(row["games"]),
            int(row["record_games"]),
            int(row["wins"]),
            int(row["losses"]),
            pytest.approx(float(row["win_rate"])) if row["win_rate"] else None,
        )
        for row in asked(published, "games,record_games,wins,losses,win_rate", "player,metric_time__fiscal_year_jp")
    }
    rows = demonstration.rows(
        """
        with seat as (
            select unnest([black_id, white_id]) as player_id, game_id, year(played_on - interval 3 months) as fiscal_year
            from marts.fct_game
        )
        select player_id, fiscal_year, count(*), count(*) filter (counts_for_record),
            count(*) filter (counts_for_record and is_win), count(*) filter (counts_for_record and is_loss)
        from seat
        inner join marts.fct_game_player using (game_id, player_id)
        group by player_id, fiscal_year
        """
    )
    assert answers == {
        (player, year): (games, record_games, wins, losses, wins / (wins + losses) if wins + losses else None)
        for player, year, games, record_games, wins, losses in rows
    }
    career: dict[str, list[int]] = {}
    for (player, _), (_, *counts, _) in answers.items():
        career[player] = [sum(pair) for pair in zip(career.get(player, [0, 0, 0]), counts)]
    assert {player: tuple(counts) for player, counts in career.items() if counts[0]} == {
        player: tuple(counts)
        for player, *counts in demonstration.rows(
            "select player_id, games, wins, losses from marts.mart_player_record where scope = 'career'"
        )
    }
    assert any(row[-1] is None for row in answers.values())


def test_games_of_a_year_are_not_counted_twice(demonstration: Build, published: Path) -> None:
    answers = asked(published, "games,rated_games", "metric_time__era_en")
    assert {row["metric_time__era_en"]: (int(row["games"]), int(row["rated_games"])) for row in answers} == {
        era: (games, rated_games)
        for era, games, rated_games in demonstration.rows(
            """
            select era_en, count(*), count(*) filter (game_id in (
                select game_id from marts.fct_game_eligibility where is_rated
            ))
            from marts.fct_game
            inner join marts.dim_date on played_on = date_day
            group by era_en
            """
        )
    }


def test_a_rating_is_the_last_of_its_period_and_of_one_method(demonstration: Build, published: Path) -> None:
    answers = {
        (row["list"], row["player"], row["metric_time__quarter"][:10]): (
            pytest.approx(float(row["rating_at_month_end"])) if row["rating_at_month_end"] else None
        )
        for row in asked(published, "rating_at_month_end", "list,player,metric_time__quarter")
    }
    last = """
        select list_id, player_id, date_trunc('quarter', played_on)::date::varchar as quarter,
            if(count(distinct method_id) = 1, arg_max(rating_after, ledger_no), null) as rating
        from marts.fct_rating_ledger
        where not is_pool
        group by list_id, player_id, quarter
    """
    rows = {(list_id, player, quarter): rating for list_id, player, quarter, rating in demonstration.rows(last)}
    assert {place: answers[place] for place in rows} == rows
    assert {list_id for (list_id, _, _), rating in rows.items() if rating is not None} == {"womens"}
    assert {list_id for (list_id, _, _), rating in rows.items() if rating is None} == {"europe", "pro"}


def test_black_win_rate_is_that_of_the_mart(demonstration: Build, page_of_now: str) -> None:
    rows = demonstration.rows(
        "select komi, games, black_wins, black_win_rate from marts.mart_black_win_by_komi order by komi"
    )
    assert [[float(cell) for cell in row] for row in answer(page_of_now, "black_win_rate")] == [
        pytest.approx(list(row), abs=5e-7) for row in rows
    ]


def test_scores_are_those_of_the_mart(demonstration: Build, page_of_now: str) -> None:
    rows = demonstration.rows(
        "select list_id, method_id, games, log_loss, brier from marts.mart_method_score "
        "where period = 'test' and subgroup = 'all' order by list_id, log_loss"
    )
    assert [(*row[:2], [float(cell) for cell in row[2:]]) for row in answer(page_of_now, "log_loss")] == [
        (list_id, method, pytest.approx(numbers, abs=5e-7)) for list_id, method, *numbers in rows
    ]


if __name__ == "__main__":
    PAGE.write_text(page(REPOSITORY), encoding="utf-8")
