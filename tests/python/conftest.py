"""What the tests share."""

from __future__ import annotations

import csv
import inspect
import os
import signal
from collections.abc import Callable, Generator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

import builds
import landings
from builds import LEAN, Build, Builds, Program, dbt, green, write

REPOSITORY = Path(__file__).resolve().parents[2]

# A shell that starts the tests in the background lets them, and the builds that they start, ignore Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder of golden files and real data beside the repository; skips where it is absent."""
    folder = REPOSITORY.parent / "shared"
    if not (folder / "golden").is_dir():
        pytest.skip("../shared is not here: golden cases skipped")
    return folder


@pytest.fixture(scope="session")
def golden(shared_folder: Path) -> Callable[[str], list[dict[str, str]]]:
    """Reads a golden file, `systems/dgs` say, into one dict a row; comment lines are left out."""

    def rows(name: str) -> list[dict[str, str]]:
        with open(shared_folder / "golden" / f"{name}.csv", encoding="utf-8", newline="") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))

    return rows


@pytest.fixture(scope="session")
def shared_builds(tmp_path_factory: pytest.TempPathFactory) -> Builds:
    """The builds that tests share, also those that run in another process."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    builds.PARSED = folder / "parsed"
    builds.PARSED.mkdir(exist_ok=True)
    return Builds(folder / "builds")


@pytest.fixture(scope="session")
def demonstration(shared_builds: Builds) -> Build:
    """The demonstration league as everybody has it who builds and publishes it, for all tests that only read it."""
    return shared_builds.once("demonstration", lambda folder: green(dbt(folder, publish=True)))


@pytest.fixture(scope="session")
def names_only(shared_builds: Builds) -> Build:
    """Games alone, four files of them: names are players. Every method rates every list."""
    files = {
        "games_by_hand": landings.BY_HAND,
        "games_sources": landings.SOURCES,
        "games_club": landings.CLUB,
        "games_odd": landings.ODD,
    }

    def make(folder: Path) -> Build:
        landing = write(folder / "landing", **files)
        return green(dbt(folder / "warehouse", "build", *LEAN, landing=landing, every_method=True))

    return shared_builds.once("names_only", make)


def pytest_sessionfinish() -> None:
    for program in Program.all:
        program.end()


# Which tests run dbt, and in what order -------------------------------------------------------------

RUNS_DBT = {"dbt", "dbt_command"}


def names_in(code: CodeType) -> set[str]:
    """The names that a function uses, the functions within it too."""
    within = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*map(names_in, within))


def runs_dbt(function: Any) -> bool:
    return not RUNS_DBT.isdisjoint(names_in(inspect.unwrap(function).__code__))


# Of several processes each takes a whole file at a time: those that take longest first, so that all end together.
LONGEST = ("test_publication", "test_pages", "test_evaluation_build", "test_build", "test_landing", "test_metrics")


def pytest_collection_modifyitems(items: list[pytest.Function]) -> None:
    """Marks what runs dbt, by itself or in a fixture, and puts first what takes longest."""
    for item in items:
        fixtures = [made.func for made, *_ in item._fixtureinfo.name2fixturedefs.values()]
        if any(map(runs_dbt, [item.function, *fixtures])):
            item.add_marker(pytest.mark.build)
    items.sort(key=lambda item: LONGEST.index(item.path.stem) if item.path.stem in LONGEST else len(LONGEST))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """A test that isn't marked can't run dbt unseen."""
    builds.MAY_BUILD = item.get_closest_marker("build") is not None
    return (yield)
