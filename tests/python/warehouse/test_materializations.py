"""Tables and seeds as this project makes them: described whole, and the old one stays where the new one fails."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from builds import REPOSITORY, Build, copied_project, dbt, green

SELECTION = (
    "--select",
    "+dim_not_rated_reason",
    "+dim_rank_scale",
    "organisation",
    "placeholder_name",
    "--exclude-resource-type",
    "test",
)
KEPT = ("marts.dim_not_rated_reason", "marts.dim_rank_scale", "seeds.organisation", "seeds.placeholder_name")


def described(build: Build) -> list[tuple[str, str, str]]:
    """Every table and column with its comment."""
    return build.rows(
        """
        select table_name, '' as column_name, comment from duckdb_tables() where schema_name in ('marts', 'seeds')
        union all
        select table_name, column_name, comment from duckdb_columns()
        where table_name in ('dim_not_rated_reason', 'dim_rank_scale', 'organisation', 'placeholder_name')
        order by all
        """
    )


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_table_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    """A broken key, a broken contract, a lost column, a column described in vain: each is said, the old tables stay."""
    project = copied_project(tmp_path / "project")
    before = green(dbt(tmp_path / "warehouse", "build", *SELECTION, project=project))
    comments = described(before)
    rows = {table: before.rows(f"from {table} order by all") for table in KEPT}
    assert all(rows.values()) and all(comment for *_, comment in comments), comments

    change(
        project / "models/marts/dim_not_rated_reason.sql", "from not_rated_reason", "from not_rated_reason, range(2)"
    )
    change(project / "models/marts/dim_rank_scale.sql", "    rank_number,", "    rank_number::varchar as rank_number,")
    change(project / "seeds/reference/organisation.csv", "organisation,pool,", "organisation,pond,")
    change(project / "seeds/reference/_seeds.yml", "      - name: placeholder\n", "      - name: place\n")
    after = dbt(tmp_path / "warehouse", "build", *SELECTION, project=project)
    assert after.exit_code == 1 and "ERROR=4" in after.output, after.output
    assert 'PRIMARY KEY or UNIQUE constraint violation: duplicate key "team"' in after.output
    assert "This model has an enforced contract that failed" in after.output and "data type mismatch" in after.output
    assert 'Columns with names: "pool" do not exist in the CSV File' in after.output
    assert 'does not have a column with name "place"' in after.output
    assert {table: after.rows(f"from {table} order by all") for table in KEPT} == rows
    assert described(after) == comments


def test_seeds_declare_the_type_of_every_column(demonstration: Build) -> None:
    """A type that isn't declared would be guessed from the values, and change with them."""
    manifest = json.loads((demonstration.folder / "target" / "manifest.json").read_text(encoding="utf-8"))
    seeds = [node for node in manifest["nodes"].values() if node["resource_type"] == "seed"]
    assert len(seeds) > 10
    for seed in seeds:
        with open(REPOSITORY / seed["original_file_path"], encoding="utf-8", newline="") as file:
            assert next(csv.reader(file)) == list(seed["config"]["column_types"]), seed["name"]
