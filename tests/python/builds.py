"""Builds warehouses for tests: a real `dbt build` in a process of its own, in a folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from go_ratings.warehouse import publication

REPOSITORY = Path(__file__).resolve().parents[2]
PROJECT_PARTS = (
    "dbt_project.yml",
    "profiles.yml",
    ".dbtignore",
    "models",
    "seeds",
    "macros",
    "tests/audit",
    "tests/data",
    "python_models",
)


@dataclass(frozen=True)
class Build:
    """One run of dbt: its exit code, what it printed, and the warehouse it left."""

    exit_code: int
    output: str
    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "build.duckdb"

    def rows(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """What a query answers from the warehouse."""
        with duckdb.connect(str(self.file), read_only=True) as connection:
            return connection.execute(sql, list(parameters)).fetchall()

    def value(self, sql: str, *parameters: Any) -> Any:
        """The single value that a query answers."""
        ((value,),) = self.rows(sql, *parameters)
        return value


def dbt_command(
    folder: Path,
    arguments: tuple[str, ...],
    landing: Path | None,
    publish: bool,
    every_method: bool = False,
    **environment: str,
) -> tuple[list[str], dict[str, str]]:
    """The command and environment that `dbt` runs."""
    folder.mkdir(parents=True, exist_ok=True)
    variables: dict[str, object] = {"publish": publish, "every_method": every_method}
    if landing is not None:
        variables["landing"] = str(landing)
    command = [sys.executable, "-m", "dbt.cli.main", "--no-use-colors", *(arguments or ("build",))]
    command += [
        "--target-path",
        str(folder / "target"),
        "--log-path",
        str(folder / "logs"),
        "--vars",
        json.dumps(variables),
    ]
    return command, os.environ | {"GO_RATINGS_WAREHOUSE": str(folder)} | environment


def dbt(
    folder: Path,
    *arguments: str,
    landing: Path | None = None,
    project: Path = REPOSITORY,
    publish: bool = False,
    every_method: bool = False,
    **environment: str,
) -> Build:
    """Runs dbt with a warehouse, target and logs in `folder`; `build` unless told otherwise."""
    command, variables = dbt_command(folder, arguments, landing, publish, every_method, **environment)
    run = subprocess.run(
        command, cwd=project, env=variables, capture_output=True, text=True, encoding="utf-8", check=False, timeout=600
    )
    return Build(run.returncode, run.stdout + run.stderr, folder)


def green(build: Build) -> Build:
    """The build, which must have passed without a warning of dbt."""
    assert build.exit_code == 0, build.output
    assert "WARN=0" in build.output and "deprecat" not in build.output.lower(), build.output
    return build


def publish_changed(source: Build, warehouse: Path, *statements: str) -> str:
    """Publishes in `warehouse` what another one built, changed by the statements; the id of the publication."""
    warehouse.mkdir(parents=True, exist_ok=True)
    file = warehouse / "changed.duckdb"
    shutil.copy(source.file, file)
    with duckdb.connect(str(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        name = publication.publish(connection, warehouse)
    file.unlink()
    return name


def copied_project(folder: Path) -> Path:
    """A copy of the dbt project that a test may change."""
    for part in PROJECT_PARTS:
        source, target = REPOSITORY / part, folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(source, target)
    return folder


def write(folder: Path, **tables: str) -> Path:
    """A landing folder with the given tables as CSV; lines are stripped of the test's indentation."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in tables.items():
        lines = [line.strip() for line in text.strip().splitlines()]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
