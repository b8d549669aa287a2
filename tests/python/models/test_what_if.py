"""What if: a list by another K, start or system, beside the lists as they are."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from builds import LEAN, REPOSITORY, Build, dbt, green, only
from go_ratings.warehouse.what_if import report

ASKED = [
    {"list": "pro", "parameters": {"k_factor": 24}, "name": "k24"},
    {"list": "pro", "engine": "glicko2", "name": "other_system"},
    {"list": "womens", "engine": "elo", "parameters": {"start": 1000}},
]
BOARD = "select player_id, rank_no, rated_games, is_active, is_provisional, rating from marts.mart_leaderboard where "


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Build:
    marts = only("mart_leaderboard", "mart_method_score", "dim_rating_method", "leaderboard_asof", "dim_event")
    return green(dbt(tmp_path_factory.mktemp("what_if"), "build", *marts, what_if=ASKED))


def board(build: Build, method: str, of_list: str = "pro") -> dict[str, tuple]:
    where = f"list_id = '{of_list}' and method_id = '{method}'"
    return {player: tuple(row) for player, *row in build.rows(BOARD + where)}


def test_what_was_there_is_as_it_was(demonstration: Build, asked: Build) -> None:
    """Every row of the lists as they are, in the marts and in the function that has no method."""
    for query in (
        "select * from marts.mart_leaderboard where not starts_with(method_id, 'what_if') order by all",
        "select * from marts.dim_rating_method where version != 'what_if' order by all",
        "select * from marts.dim_list_method where not starts_with(method_id, 'what_if') order by all",
        "select * from marts.leaderboard_asof('pro', date '1999-12-31') order by all",
    ):
        assert asked.rows(query) == demonstration.rows(query) != []
    assert asked.rows("select list_id, method_id from marts.dim_list_method where is_current order by all") == [
        ("europe", "egf_v1"),
        ("pro", "elo_v1"),
        ("womens", "elo_v1"),
    ]


def test_each_list_has_what_was_asked_of_it_and_no_more(asked: Build) -> None:
    assert asked.rows(
        "select list_id, method_id, engine, is_current from marts.dim_list_method "
        "where starts_with(method_id, 'what_if') order by all"
    ) == [
        ("pro", "what_if_k24", "elo", False),
        ("pro", "what_if_other_system", "glicko2", False),
        ("womens", "what_if_3", "elo", False),
    ]
    assert asked.rows(
        "select description, published_on from marts.dim_rating_method where method_id = 'what_if_k24'"
    ) == [('What if pro were rated by elo with {"k_factor": 24}, otherwise as by elo_v1', None)]


def test_another_start_moves_all_ratings_alike(asked: Build) -> None:
    """Elo knows differences alone."""
    now, lower = board(asked, "elo_v1", "womens"), board(asked, "what_if_3", "womens")
    assert now.keys() == lower.keys() and len(now) > 10
    for player, (*same, rating) in now.items():
        *also, moved = lower[player]
        assert also == same and moved == pytest.approx(rating - 500)


def test_another_system_is_as_its_method(asked: Build) -> None:
    assert board(asked, "what_if_other_system") == board(asked, "glicko2_v1") != board(asked, "elo_v1")


def test_another_k_is_as_the_grid_of_settings_says(demonstration: Build, asked: Build) -> None:
    """The grid rated the list by that K already, and keeps how good the predictions were."""
    ((grid,),) = demonstration.rows(
        "select log_loss from marts.mart_setting_grid where list_id = 'pro' and method_id = 'elo_v1' and split = 'test' "
        "and k_factor = 24 and finding = 'plain'"
    )
    score = (
        "select log_loss from marts.mart_method_score where list_id = 'pro' and method_id = '{}' and period = 'test' "
        "and subgroup = 'all'"
    )
    assert asked.value(score.format("what_if_k24")) == pytest.approx(grid, abs=1e-12)
    assert asked.value(score.format("elo_v1")) == demonstration.value(score.format("elo_v1")) != grid


def test_the_report_shows_both_beside_each_other(demonstration: Build, asked: Build) -> None:
    printed = report(str(asked.file))
    assert printed.count("rank_what_if") == 3 and "otherwise as by glicko2_v1" in printed
    leader, rating = asked.rows(
        "select name_display, rating_display from marts.mart_leaderboard inner join marts.dim_player using (player_id) "
        "where list_id = 'pro' and method_id = 'what_if_k24' and active_rank_no = 1"
    )[0]
    assert leader in printed and str(rating) in printed
    assert report(str(demonstration.file)) == "This build asked for no what_if."


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ({"list": "prof"}, "asks for the list prof, but there is none; there are europe, pro, womens"),
        (
            [{"list": "pro", "engine": "chess", "name": "a"}, {"list": "pro", "parameters": {"k": 24}, "name": "b"}],
            "the var what_if: what_if_a: unknown engine 'chess'",
        ),
        ({"list": "pro", "k_factor": 24}, "The var what_if has no k_factor. Write it as {list: pro, engine: elo,"),
        ("pro", "The var what_if can't be read. Write it as"),
        ({"list": "o'); drop table x; --"}, "asks for the list o'); drop table x; --, but there is none"),
    ],
)
def test_what_can_not_be_rated_is_said(tmp_path: Path, what: object, sentence: str) -> None:
    run = dbt(tmp_path, "build", "--select", "+int_rating_method", *LEAN, what_if=what)
    assert run.exit_code != 0 and sentence in " ".join(run.output.split()), run.output
    if isinstance(what, list):
        assert "what_if_b: unknown parameter 'k'; known are" in " ".join(run.output.split())


def test_make_asks_and_reports(tmp_path: Path) -> None:
    """Through a stand-in for dbt: what it is given, and that nothing of the folder or the question runs in a shell."""
    shutil.copy(REPOSITORY / "Makefile", tmp_path)
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    shutil.copytree(REPOSITORY / "requirements", tmp_path / "requirements")
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    (tmp_path / ".venv" / ".ready").touch()
    for name in ("dbt", "python"):
        said = f'#!/bin/sh\nprintf "%s\\n" "$@" "$GO_RATINGS_WAREHOUSE" > {name}.told\n'
        (programs / name).write_text(said, encoding="utf-8")
        (programs / name).chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "GO_R"))}

    def make(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", "what-if", *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    assert "make what-if WHAT_IF='{list: pro, engine: elo" in make().stderr
    run = make("WHAT_IF={list: pro, parameters: {start: 1}} $(touch PWNED)`touch PWNED`", "LANDING=a $(touch PWNED) b")
    assert run.returncode == 0, run.stderr
    told = (tmp_path / "dbt.told").read_text(encoding="utf-8").splitlines()
    assert told[told.index("--vars") + 1] == (
        '{"landing": "a $(touch PWNED) b", "what_if": {list: pro, parameters: {start: 1}} $(touch PWNED)`touch PWNED`}'
    )
    assert told[-1] == "warehouse/what_if" and not list(tmp_path.rglob("PWNED"))
    assert "warehouse/what_if/build.duckdb" in (tmp_path / "python.told").read_text(encoding="utf-8")
