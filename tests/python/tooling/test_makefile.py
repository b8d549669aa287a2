"""The Makefile and its locks: what `make clean` leaves, which Python is refused, and that the groups fit each other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from builds import REPOSITORY

LOCKS = sorted((REPOSITORY / "requirements").glob("*.lock"))


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs make in a folder, not as a part of the make that runs the tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the Makefile, what a build leaves, and what is published."""
    folder = tmp_path / "a project"
    for path in (
        ".venv/bin/dbt",
        ".pytest_cache/README.md",
        "logs/dbt.log",
        "pages/build.py",
        "pages/dist/index.html",
        "python_models/go_ratings/__pycache__/ranks.pyc",
        "python_models/go_ratings/ranks.py",
        "seeds/reference/rating_list.csv",
        "target/manifest.json",
        "tests/python/__pycache__/builds.pyc",
        "warehouse/.gitignore",
        "warehouse/audit.html",
        "warehouse/build.duckdb",
        "warehouse/build.duckdb.wal",
        "warehouse/publications/20251130T101500Z-1f2e3d4c/go_ratings.duckdb",
        "warehouse/publications/20251130T101500Z-1f2e3d4c/parquet/fct_game.parquet",
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("something", encoding="utf-8")
    warehouse = folder / "warehouse"
    (warehouse / "publications" / "current").symlink_to("20251130T101500Z-1f2e3d4c")
    (warehouse / "go_ratings.duckdb").symlink_to("publications/current/go_ratings.duckdb")
    (warehouse / "parquet").symlink_to("publications/current/parquet")
    shutil.copy(REPOSITORY / "Makefile", folder)
    return folder


def test_clean_leaves_sources_and_what_is_published(project: Path) -> None:
    run = make(project, "clean")
    assert run.returncode == 0, run.stderr
    assert {path.relative_to(project).as_posix() for path in project.rglob("*") if path.is_file()} == {
        "Makefile",
        "pages/build.py",
        "python_models/go_ratings/ranks.py",
        "seeds/reference/rating_list.csv",
        "warehouse/.gitignore",
        "warehouse/go_ratings.duckdb",
        "warehouse/publications/20251130T101500Z-1f2e3d4c/go_ratings.duckdb",
        "warehouse/publications/20251130T101500Z-1f2e3d4c/parquet/fct_game.parquet",
    }
    assert (project / "warehouse" / "go_ratings.duckdb").read_text(encoding="utf-8") == "something"
    assert (project / "warehouse" / "parquet" / "fct_game.parquet").is_file()


def test_clean_of_a_clean_folder_is_fine(project: Path) -> None:
    assert make(project, "clean").returncode == 0
    assert make(project, "clean").returncode == 0


def test_old_python_is_refused_with_a_sentence(tmp_path: Path) -> None:
    shutil.copy(REPOSITORY / "Makefile", tmp_path)
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    shutil.copytree(REPOSITORY / "requirements", tmp_path / "requirements")
    old = tmp_path / "python3.10"
    old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    old.chmod(0o755)
    run = make(tmp_path, f"PYTHON={old}", "build")
    assert run.returncode != 0
    assert "go_ratings needs Python 3.11 or newer; name one: make PYTHON=python3.12 build" in run.stderr
    assert not (tmp_path / ".venv").exists()


def test_every_group_has_a_lock() -> None:
    groups = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    assert {lock.stem for lock in LOCKS} == set(groups)


def test_locks_agree_on_versions() -> None:
    """What a group adds never takes away or changes what another has installed."""
    versions: dict[str, dict[str, set[str]]] = {}
    for lock in LOCKS:
        for name, version in re.findall(r"^([a-z0-9.-]+)==(\S+)", lock.read_text(encoding="utf-8"), re.MULTILINE):
            versions.setdefault(name, {}).setdefault(lock.stem, set()).add(version)
    assert len(versions) > 50
    assert not [name for name, of_lock in versions.items() if len({frozenset(found) for found in of_lock.values()}) > 1]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_locks_have_hashes_and_no_addresses(lock: Path) -> None:
    """Whoever installs decides where packages come from, and gets the files that were locked."""
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text and not re.search(r"^\s*--(?!hash=)", text, re.MULTILINE)
    for requirement in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in requirement
