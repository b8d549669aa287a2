"""The house: which way models flow, what each room may know, and what is said of every private model."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

from builds import REPOSITORY, Build

PACKAGE = REPOSITORY / "python_models" / "go_ratings"

# What the modules of a room may import of the package, besides what lies at its top; and the libraries they must not.
ROOMS = {
    "engines": ({"engines"}, {"duckdb", "dbt", "pandas", "great_expectations"}),
    "evaluation": ({"engines", "evaluation"}, {"duckdb", "dbt", "pandas", "great_expectations"}),
    "reading": ({"reading"}, {"duckdb", "dbt", "pandas", "great_expectations"}),
}


@pytest.fixture(scope="module")
def manifest(demonstration: Build) -> dict[str, Any]:
    """What dbt knows of the project."""
    return json.loads((demonstration.folder / "target" / "manifest.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def models(manifest: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The models by their unique ids."""
    return {key: node for key, node in manifest["nodes"].items() if node["resource_type"] == "model"}


def is_function(model: dict[str, Any]) -> bool:
    return model["config"]["materialized"] in ("table_function", "scalar_function")


def ancestors(manifest: dict[str, Any], key: str) -> set[str]:
    """A node and all that it builds on."""
    found, ahead = set(), [key]
    while ahead:
        here = ahead.pop()
        if here not in found:
            found.add(here)
            ahead += manifest["parent_map"].get(here, [])
    return found


def test_no_private_model_reads_a_mart(models: dict[str, dict[str, Any]]) -> None:
    """Rules flow one way. Audit and publication come after the marts: they are what reads them."""
    backwards = [
        (model["name"], models[parent]["name"])
        for model in models.values()
        if model["schema"] not in ("marts", "publication")
        for parent in model["depends_on"]["nodes"]
        if parent in models and models[parent]["schema"] in ("marts", "publication")
    ]
    assert backwards == []
    assert {model["schema"] for model in models.values()} == {"staging", "intermediate", "marts", "publication"}


def test_marts_are_public_and_under_contract_and_the_rest_is_private(models: dict[str, dict[str, Any]]) -> None:
    for model in models.values():
        is_mart = model["schema"] == "marts"
        assert model["access"] == ("public" if is_mart else "private"), model["name"]
        assert model["config"]["contract"]["enforced"] == (is_mart and not is_function(model)), model["name"]


def test_publication_comes_after_everything_that_is_made_and_tested(
    manifest: dict[str, Any], models: dict[str, dict[str, Any]]
) -> None:
    """dbt holds the last node back when a test fails only if all that the test looks at lies before that node."""
    last = "model.go_ratings.pub_publication"
    before = ancestors(manifest, last)
    marts = {key for key, model in models.items() if model["schema"] == "marts"}
    assert marts <= before, "every public mart and function"
    tests = [node for node in manifest["nodes"].values() if node["resource_type"] == "test"]
    assert len(tests) > 25
    late = [test["name"] for test in tests if not set(test["depends_on"]["nodes"]) <= before - {last}]
    assert late == ["publication_is_done"]
    unit_tested = {f"model.go_ratings.{test['model']}" for test in manifest["unit_tests"].values()}
    assert unit_tested and unit_tested <= before


def test_every_private_model_has_a_grain_a_key_and_described_columns(
    demonstration: Build, models: dict[str, dict[str, Any]]
) -> None:
    there: dict[str, set[str]] = {}
    for table, column in demonstration.rows("select table_name, column_name from duckdb_columns()"):
        there.setdefault(table, set()).add(column)
    private = {model["name"]: model for model in models.values() if model["schema"] != "marts"}
    assert len(private) > 20
    for name, model in private.items():
        assert model["description"].startswith("One row"), name
        described = {column["name"] for column in model["columns"].values() if column["description"]}
        assert described == there.get(name, described), name
        assert set(model["config"]["meta"]["key"]) <= described, name


def test_every_key_is_tested(models: dict[str, dict[str, Any]]) -> None:
    text = (REPOSITORY / "tests" / "data" / "keys" / "private_keys_hold.sql").read_text(encoding="utf-8")
    listed = re.findall(r"^    '(\w+)',$", text, flags=re.MULTILINE)
    private = [model for model in models.values() if model["schema"] in ("staging", "intermediate")]
    # The landing folder's own rows are those of stg_landing__row, which is listed.
    assert sorted(listed) == sorted(model["name"] for model in private if model["name"] != "stg_landing__file_row")


def imported(module: Path) -> set[str]:
    """The modules that a module imports, wherever it does."""
    found: set[str] = set()
    tree = ast.parse(module.read_text(encoding="utf-8"))
    only_for_types = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and "TYPE_CHECKING" in ast.unparse(branch.test)
        for node in ast.walk(branch)
    }
    for node in ast.walk(tree):
        if id(node) in only_for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "go_ratings":
            found |= {f"go_ratings.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_no_more_than_it_may(room: str) -> None:
    rooms = {folder.name for folder in PACKAGE.iterdir() if (folder / "__init__.py").exists()}
    assert rooms == {*ROOMS, "warehouse"}
    may, must_not = ROOMS[room]
    modules = list((PACKAGE / room).rglob("*.py"))
    assert len(modules) > 4
    for module in modules:
        names = [name.split(".") for name in imported(module)]
        assert {parts[0] for parts in names}.isdisjoint(must_not), module
        assert {parts[1] for parts in names if parts[0] == "go_ratings" and len(parts) > 1} & rooms <= may, module
