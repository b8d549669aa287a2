"""go_ratings as a package: the example project, installed from a local path and built in a copy of its own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import duckdb
import pytest

from builds import DBT, LEAN, REPOSITORY, Build, copied_project, dbt, green, write

EXAMPLE = REPOSITORY / "examples" / "package"
INSTALLED = ("dbt_packages", "target", "logs", "warehouse", "package-lock.yml")
# What readers see: columns in their order with types and comments, and functions with theirs.
SEEN = """
    select table_name, column_name, column_index, data_type, comment from duckdb_columns() where schema_name = 'marts'
    union all
    select table_name, '', 0, '', comment from duckdb_tables() where schema_name = 'marts'
    union all
    select function_name, array_to_string(parameters, ', '), 0, function_type, comment from duckdb_functions()
    where schema_name = 'marts'
    order by all
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example beside a copy of go_ratings, as in this repository, after `dbt deps`."""
    project = copied_project(tmp_path_factory.mktemp("package")) / "examples" / "package"
    shutil.copytree(EXAMPLE, project, ignore=shutil.ignore_patterns(*INSTALLED))
    exit_code, printed = DBT.run(["deps"], project)
    assert exit_code == 0 and (project / "dbt_packages" / "go_ratings" / "dbt_project.yml").exists(), printed
    return project


def copied(project: Path, folder: Path) -> Path:
    """A copy of the installed example that a test may change."""
    return shutil.copytree(project, folder, symlinks=False, ignore=shutil.ignore_patterns("target", "logs", "examples"))


@pytest.fixture(scope="module")
def package(project: Path) -> Build:
    return green(dbt(project / "warehouse", "build", *LEAN[2:], project=project, publish=True))


def test_the_example_has_five_files() -> None:
    files = {path.relative_to(EXAMPLE).as_posix() for path in EXAMPLE.rglob("*") if path.is_file()}
    of_a_build = re.compile(rf"({'|'.join(map(re.escape, INSTALLED))}|\.user\.yml)(/|$)")
    assert {name for name in files if not of_a_build.match(name)} == {
        "dbt_project.yml",
        "models/rating_gain.sql",
        "models/rating_gain.yml",
        "packages.yml",
        "profiles.yml",
    }


def test_it_builds_on_public_marts_and_functions(package: Build) -> None:
    """Against the ledger itself: the rating after the last game by the day, for who played in the last years."""
    gains = package.rows("select list_id, player_id, rating_before, rating_now, rating_gain from club.rating_gain")
    assert len(gains) > 50
    last = """
        select ledger.list_id, ledger.player_id, arg_max(ledger.rating_after, ledger.ledger_no)
        from marts.fct_rating_ledger as ledger
        inner join marts.dim_rating_list using (list_id, method_id)
        where played_on <= (select data_through from marts.meta_build) - ?::integer * interval 1 year and not is_pool
        group by all
    """
    before, now = ({tuple(key): rating for *key, rating in package.rows(last, years)} for years in (1, 0))
    for list_id, player, rating_before, rating_now, gain in gains:
        assert (rating_before, rating_now) == (before[(list_id, player)], now[(list_id, player)])
        assert gain == rating_now - rating_before
    assert len(gains) == len({(list_id, player) for list_id, player, *_ in gains})


def test_what_it_publishes_is_what_go_ratings_publishes(package: Build, demonstration: Build) -> None:
    """The same ratings, tables, functions and comments; its own tables stay where they were built."""
    digest = "select ledger_digest from marts.meta_build"
    with (
        duckdb.connect(str(package.folder / "go_ratings.duckdb"), read_only=True) as here,
        duckdb.connect(str(demonstration.folder / "go_ratings.duckdb"), read_only=True) as there,
    ):
        assert here.execute(digest).fetchall() == there.execute(digest).fetchall()
        assert here.execute(SEEN).fetchall() == there.execute(SEEN).fetchall() != []
        assert here.execute("select distinct schema_name from duckdb_tables()").fetchall() == [("marts",)]


def test_private_models_are_refused(project: Path, tmp_path: Path) -> None:
    other = copied(project, tmp_path / "other")
    (other / "models" / "too_deep.sql").write_text(
        "select * from {{ ref('go_ratings', 'int_game') }}", encoding="utf-8"
    )
    run = dbt(tmp_path / "warehouse", "parse", project=other)
    assert run.exit_code != 0
    assert "int_game" in run.output and "private" in run.output and "rating_office" in run.output


def test_a_profile_without_the_plugin_is_refused_with_a_sentence(project: Path, tmp_path: Path) -> None:
    other = copied(project, tmp_path / "other")
    profile = (other / "profiles.yml").read_text(encoding="utf-8")
    (other / "profiles.yml").write_text(profile[: profile.index("      plugins:")], encoding="utf-8")
    (tmp_path / "warehouse").mkdir()
    run = dbt(tmp_path / "warehouse", "build", *LEAN, project=other, publish=True)
    assert run.exit_code != 0
    assert "The profile club_report lacks the plugin go_ratings.warehouse.plugin" in run.output
    assert not (tmp_path / "warehouse" / "go_ratings.duckdb").exists()


def test_it_rates_a_landing_folder(project: Path, tmp_path: Path) -> None:
    games = """
        source_game_id,played_on,black,white,result
        1,2001-01-01,Ada,Bo,B+R
    """
    landing = write(tmp_path / "landing", games=games)
    select = ("--select", "+dim_player", "--indirect-selection", "empty", *LEAN)
    run = dbt(tmp_path / "warehouse", "build", *select, project=project, landing=landing)
    assert green(run).rows("select player_id from marts.dim_player order by all") == [("Ada",), ("Bo",)]
