"""What the tests share."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from builds import Build, dbt, green

REPOSITORY = Path(__file__).resolve().parents[2]


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
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The warehouse of the demonstration league, built once for all tests that only read it."""
    return green(dbt(tmp_path_factory.mktemp("demonstration")))
