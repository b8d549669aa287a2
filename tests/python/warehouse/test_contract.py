"""What readers may rely on: the columns and functions of the marts, who may see what, and how a change reaches them."""

from __future__ import annotations

import csv
import io

import duckdb
import pytest

from builds import REPOSITORY, Build, copied_project, dbt

CONTRACT = REPOSITORY / "tests" / "contract.csv"


def contract(connection: duckdb.DuckDBPyConnection) -> str:
    """Columns of the marts in their order with their types, then the functions with their parameters."""
    columns = connection.execute(
        """
        select table_name, column_index, column_name, data_type from duckdb_columns()
        where schema_name = 'marts' and table_name != 'mart_audit_result' order by table_name, column_index
        """
    ).fetchall()
    functions = connection.execute(
        """
        select function_name, unnest(parameters), unnest(range(1, len(parameters) + 1)) from duckdb_functions()
        where schema_name = 'marts' order by function_name, 3
        """
    ).fetchall()
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("name", "number", "column_or_parameter", "type"))
    writer.writerows(columns)
    writer.writerows((f"{name}()", number, parameter, "") for name, parameter, number in functions)
    return text.getvalue()


def test_readers_find_what_they_found_before(demonstration: Build) -> None:
    """Running this file as a program writes the contract anew from warehouse/build.duckdb.

    New columns go to the end of their mart; what changes or goes needs a new version (CONTRIBUTING.md).
    """
    with duckdb.connect(str(demonstration.file), read_only=True) as connection:
        assert contract(connection) == CONTRACT.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """A project in which a mart got a second version and another mart went, built where the one before was."""
    folder = tmp_path_factory.mktemp("changed")
    project = copied_project(folder / "project")
    marts = project / "models" / "marts" / "ratings"
    query = (marts / "mart_leaderboard.sql").read_text(encoding="utf-8")
    (marts / "mart_leaderboard_v1.sql").write_text(query, encoding="utf-8")
    (marts / "mart_leaderboard.sql").write_text(
        query.replace("round(rating)::integer as rating_display", "round(rating, 1) as rating_rounded"),
        encoding="utf-8",
    )
    description = (marts / "mart_leaderboard.yml").read_text(encoding="utf-8")
    assert "rating_display" in query and description.endswith("    versions:\n      - v: 1\n")
    (marts / "mart_leaderboard.yml").write_text(
        description.replace("latest_version: 1", "latest_version: 2").removesuffix("      - v: 1\n")
        + """      - v: 2
        columns:
          - {include: all, exclude: [rating_display]}
          - {name: rating_rounded, data_type: double, description: The rating to one decimal.}
      - v: 1
        deprecation_date: 2099-12-31
""",
        encoding="utf-8",
    )
    warehouse = folder / "warehouse"
    warehouse.mkdir()
    with duckdb.connect(str(warehouse / "build.duckdb")) as connection:
        connection.execute(
            """
            create schema marts; create table marts.mart_gone as select 1 as one; create view marts.view_gone as select 1;
            create macro marts.gone(one) as one; create macro marts.table_gone(one) as table select one
            """
        )
    return dbt(warehouse, project=project, publish=True)


def test_a_change_that_breaks_readers_is_a_new_version(changed: Build) -> None:
    """The latest version bears the plain name, the one before stays beside it until its day."""
    assert changed.exit_code == 0, changed.output
    with duckdb.connect(str(changed.folder / "go_ratings.duckdb"), read_only=True) as readers:
        old = "select list_id, player_id, rating_display from marts.mart_leaderboard_v1 order by all"
        new = "select list_id, player_id, round(rating)::integer from marts.mart_leaderboard order by all"
        assert readers.execute(old).fetchall() == readers.execute(new).fetchall() != []
        assert len(readers.execute("select rating_rounded from marts.mart_leaderboard").fetchall()) > 0
        assert readers.execute("select count(*) from marts.leaderboard_asof('pro', date '1999-12-31')").fetchall() > [
            (0,)
        ]
    assert (changed.folder / "parquet" / "mart_leaderboard_v1.parquet").exists()


def test_what_is_no_longer_made_is_not_published(changed: Build) -> None:
    with duckdb.connect(str(changed.folder / "go_ratings.duckdb"), read_only=True) as readers:
        names = (
            "select table_name from duckdb_tables() union all select view_name from duckdb_views() where not internal "
            "union all select function_name from duckdb_functions() where schema_name = 'marts'"
        )
        there = {name for (name,) in readers.execute(names).fetchall()}
    assert not [name for name in there if "gone" in name] and {"mart_audit_result", "find_player"} <= there


if __name__ == "__main__":
    with duckdb.connect(str(REPOSITORY / "warehouse" / "build.duckdb"), read_only=True) as warehouse:
        CONTRACT.write_text(contract(warehouse), encoding="utf-8")
