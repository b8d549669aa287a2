"""Builds warehouses for tests: a real `dbt build` in a process of its own, in a folder of its own.

What several tests look at is built once for all of them, whichever process they run in (`Builds`).
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

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


# For builds of which a test looks at the warehouse alone: without dbt's unit tests, which depend on no landing and which
# the demonstration's build runs, and without files that nobody reads.
LEAN = ("--exclude-resource-type", "unit_test", "--no-write-json", "--log-level-file", "none")

# What dbt has read of the project, by what it was read with: a folder of the test session, which conftest names. A
# project that a test has changed is always read from nothing.
PARSED: Path | None = None
# Whether the test that runs now may run dbt: one that does is marked as `build`.
MAY_BUILD = True


def only(*marts: str) -> tuple[str, ...]:
    """The arguments that build these marts with all that they need and the tests that can run then."""
    return ("--select", *(f"+{mart}" for mart in marts), "--indirect-selection", "buildable", *LEAN)


class Program:
    """A program in Python that tests run again and again: imported once, then forked for every run.

    Importing dbt takes longer than most of its commands. Each run is a process of its own all the same, which begins
    with the modules imported and ends as any other. What can only be said to a new Python makes a new one: any
    variable named PYTHON… or LC_….
    """

    _RUNS = """
import importlib, json, os, signal, sys, time
cli = importlib.import_module(sys.argv[1]).cli
for module in sys.argv[2:]:
    importlib.import_module(module)
for line in sys.stdin:
    run = json.loads(line)
    child = os.fork()
    if not child:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
signal.alarm(600)
os.chdir(run["cwd"])
os.environ.clear()
os.environ.update(run["environment"])
time.tzset()
for path, *standard in ((os.devnull, 0), (run["output"], 1, 2)):
    file = os.open(path, os.O_RDWR)
    for number in standard:
        os.dup2(file, number)
sys.argv[1:] = run["arguments"]
cli()
"""

    all: ClassVar[list[Program]] = []

    def __init__(self, cli: str, *modules: str) -> None:
        self.cli, self.modules = cli, modules
        self.all.append(self)
        self._running: subprocess.Popen[str] | None = None

    def run(self, arguments: list[str], cwd: Path, **environment: str) -> tuple[int, str]:
        """The exit code and all that the program printed."""
        if any(name.startswith(("PYTHON", "LC_")) for name in environment):
            command = [sys.executable, "-m", self.cli, *arguments]
            new = subprocess.run(
                command, cwd=cwd, env=ENVIRONMENT | environment, capture_output=True, text=True, encoding="utf-8"
            )
            return new.returncode, new.stdout + new.stderr
        if self._running is None:
            self._running = subprocess.Popen(
                [sys.executable, "-c", self._RUNS, self.cli, *self.modules],
                env=ENVIRONMENT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._running.stdin and self._running.stdout
        with tempfile.NamedTemporaryFile() as output:
            run = {"cwd": str(cwd), "environment": ENVIRONMENT | environment, "arguments": arguments}
            self._running.stdin.write(json.dumps(run | {"output": output.name}) + "\n")
            self._running.stdin.flush()
            return int(self._running.stdout.readline()), output.read().decode("utf-8")

    def end(self) -> None:
        """No more runs are to come."""
        if self._running is not None:
            self._running.communicate()
            self._running = None


# What programs see of the environment, so that a person's own settings don't change what tests find.
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name in ("HOME", "LANG", "PATH", "TMPDIR") or name.startswith(("LC_", "PYTHON"))
}
DBT = Program("dbt.cli.main", "dbt.adapters.duckdb", "go_ratings.warehouse.plugin")


def dbt_arguments(
    folder: Path,
    arguments: tuple[str, ...],
    landing: Path | str | None,
    publish: bool,
    every_method: bool = False,
    build_day: str | None = None,
    what_if: object = None,
) -> list[str]:
    """The arguments that dbt gets."""
    assert MAY_BUILD, "a test that runs dbt is marked `build`: see conftest.py"
    folder.mkdir(parents=True, exist_ok=True)
    variables: dict[str, object] = {"publish": publish, "every_method": every_method}
    if landing is not None:
        variables["landing"] = str(landing)
    if build_day is not None:
        variables["build_day"] = build_day
    if what_if is not None:
        variables["what_if"] = what_if
    return [
        "--no-use-colors",
        *(arguments or ("build",)),
        "--target-path",
        str(folder / "target"),
        "--log-path",
        str(folder / "logs"),
        "--vars",
        json.dumps(variables),
    ]


def dbt_command(
    folder: Path, arguments: tuple[str, ...], landing: Path | None, publish: bool
) -> tuple[list[str], dict[str, str]]:
    """The command and environment of a dbt to be run by itself."""
    command = [sys.executable, "-m", DBT.cli, *dbt_arguments(folder, arguments, landing, publish)]
    return command, ENVIRONMENT | {"GO_RATINGS_WAREHOUSE": str(folder)}


def dbt(
    folder: Path,
    *arguments: str,
    landing: Path | None = None,
    project: Path = REPOSITORY,
    publish: bool = False,
    every_method: bool = False,
    build_day: str | None = None,
    what_if: object = None,
    **environment: str,
) -> Build:
    """Runs dbt with a warehouse, target and logs in `folder`; `build` unless told otherwise."""
    cwd, warehouse, near = project, str(folder), None
    if landing is not None or not publish:
        # Seen from the warehouse, paths are the same for most builds, so that dbt reads the project once for all of
        # them. Only the league of the project is published from the project's folder, as everybody does it.
        cwd, warehouse = folder, "."
    if landing is not None:
        near = os.path.relpath(landing, folder)
    command = dbt_arguments(folder, arguments, near, publish, every_method, build_day, what_if)
    command += ["--project-dir", str(project), "--profiles-dir", str(project)]
    parsed = None
    if PARSED is not None and project == REPOSITORY:
        read_with = (command[command.index("--vars") + 1], warehouse, environment.get("DBT_TARGET"))
        parsed = PARSED / f"{hashlib.sha256(repr(read_with).encode()).hexdigest()}.msgpack"
        if parsed.exists():
            command += ["--partial-parse-file-path", str(parsed)]
    exit_code, output = DBT.run(command, cwd, **{"GO_RATINGS_WAREHOUSE": warehouse} | environment)
    just_parsed = folder / "target" / "partial_parse.msgpack"
    if parsed is not None and not parsed.exists() and just_parsed.exists():
        unfinished = parsed.with_suffix(f".{os.getpid()}")
        shutil.copy(just_parsed, unfinished)
        unfinished.replace(parsed)
    return Build(exit_code, output, folder)


class Builds:
    """The builds of a test session, in a folder that all its processes see: each is made by whoever needs it first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def once(self, name: str, make: Callable[[Path], Build]) -> Build:
        """The build of that name; `make` gets an empty folder for it."""
        folder = self.folder / name
        made = folder / "made.json"
        self.folder.mkdir(exist_ok=True)
        with open(self.folder / f"{name}.lock", "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if made.exists():
                exit_code, output, where = json.loads(made.read_text(encoding="utf-8"))
                return Build(exit_code, output, Path(where))
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            build = make(folder)
            made.write_text(json.dumps([build.exit_code, build.output, str(build.folder)]), encoding="utf-8")
            return build


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
