"""What dbt and its adapter promise holds here too: tables and seeds described whole, old ones kept, any Python model."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

from builds import REPOSITORY, Build, copied_project, dbt, green

SELECTION = (
    "--select",
    "+dim_not_rated_reason",
    "+dim_rank_scale",
    "organisation",
    "dq_reason",
    "--exclude-resource-type",
    "test",
)
KEPT = ("marts.dim_not_rated_reason", "marts.dim_rank_scale")


def described(build: Build) -> list[tuple[str, str, str]]:
    """Every table and column with its comment."""
    return build.rows(
        """
        select table_name, '' as column_name, comment from duckdb_tables() where schema_name in ('marts', 'seeds')
        union all
        select table_name, column_name, comment from duckdb_columns()
        where table_name in ('dim_not_rated_reason', 'dim_rank_scale', 'organisation', 'dq_reason')
        order by all
        """
    )


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_table_that_fails_leaves_the_old_one(tmp_path: Path) -> None:
    """A broken key, a broken contract, a lost column, a column described in vain: each is said, the old marts stay."""
    project = copied_project(tmp_path / "project")
    before = green(dbt(tmp_path / "warehouse", "build", *SELECTION, project=project))
    comments = described(before)
    rows = {table: before.rows(f"from {table} order by all") for table in KEPT}
    assert all(rows.values()) and all(comment for *_, comment in comments), comments

    change(
        project / "models/marts/reference/dim_not_rated_reason.sql",
        "from not_rated_reason",
        "from not_rated_reason, range(2)",
    )
    change(
        project / "models/marts/reference/dim_rank_scale.sql",
        "    rank_number,",
        "    rank_number::varchar as rank_number,",
    )
    change(project / "seeds/reference/organisation.csv", "organisation,pool,", "organisation,pond,")
    change(project / "seeds/reference/_seeds.yml", "      - name: code\n", "      - name: place\n")
    after = dbt(tmp_path / "warehouse", "build", *SELECTION, project=project)
    assert after.exit_code == 1 and "ERROR=4" in after.output, after.output
    assert 'PRIMARY KEY or UNIQUE constraint violation: duplicate key "team"' in after.output
    assert "This model has an enforced contract that failed" in after.output and "data type mismatch" in after.output
    assert 'does not have a column with name "pool"' in after.output
    assert 'does not have a column with name "place"' in after.output
    assert {table: after.rows(f"from {table} order by all") for table in KEPT} == rows
    names = {table.removeprefix("marts.") for table in KEPT}
    assert [row for row in described(after) if row[0] in names] == [row for row in comments if row[0] in names]


def test_seeds_are_those_of_the_project_that_is_built(tmp_path: Path) -> None:
    """Also of a copy whose original has changed since, and in another place than when dbt last read all of it."""
    seed = Path("seeds/reference/organisation.csv")
    selection = ("build", "--select", "organisation", "--exclude-resource-type", "test")
    one = copied_project(tmp_path / "one")
    green(dbt(tmp_path / "warehouse", *selection, project=one))
    moved = copied_project(tmp_path / "it's moved")
    change(one / seed, "nihon_kiin", "changed_since")
    of_copy = green(dbt(tmp_path / "warehouse", *selection, project=moved))
    assert "nihon_kiin" in {name for (name,) in of_copy.rows("select organisation from seeds.organisation")}
    shutil.rmtree(one)
    change(moved / seed, "nihon_kiin", "its_own")
    of_copy = green(dbt(tmp_path / "warehouse", *selection, project=moved))
    assert "its_own" in {name for (name,) in of_copy.rows("select organisation from seeds.organisation")}


FRAME = """
def model(dbt, session):
    import pandas

    return pandas.DataFrame({"unit": ["A", "B"], "rating": [1500.0, None]})
"""


def test_dbt_s_documented_ways_work_again_and_again(tmp_path: Path) -> None:
    """A Python model that returns a data frame is built twice; `dbt seed --show` shows the seed."""
    project = copied_project(tmp_path / "project")
    (project / "python_models" / "ratings" / "frame.py").write_text(FRAME, encoding="utf-8")
    for _ in range(2):
        build = green(dbt(tmp_path / "warehouse", "run", "--select", "frame", project=project))
        assert build.rows("from intermediate.frame order by unit") == [("A", 1500.0), ("B", None)]
    shown = dbt(tmp_path / "warehouse", "seed", "--show", "--select", "organisation", project=project)
    assert shown.exit_code == 0 and "| nihon_kiin" in shown.output, shown.output


def test_seeds_declare_the_type_of_every_column(demonstration: Build) -> None:
    """A type that isn't declared would be guessed from the values, and change with them."""
    manifest = json.loads((demonstration.folder / "target" / "manifest.json").read_text(encoding="utf-8"))
    seeds = [node for node in manifest["nodes"].values() if node["resource_type"] == "seed"]
    assert len(seeds) > 10
    for seed in seeds:
        with open(REPOSITORY / seed["original_file_path"], encoding="utf-8", newline="") as file:
            assert next(csv.reader(file)) == list(seed["config"]["column_types"]), seed["name"]
