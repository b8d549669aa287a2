"""The Makefile and its locks: what `make clean` leaves, which Python is refused, and that the groups fit each other."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from jinja2 import Template

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
        ".venv-superset/bin/superset",
        "bi/superset/assets.py",
        "bi/superset/dist/go_ratings.zip",
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
        "bi/superset/assets.py",
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


HOSTILE = (
    "x $(shell touch PWNED)",
    "x $$(touch PWNED) `touch PWNED` $(touch PWNED)",
    "x'; touch PWNED; '",
    'x"; touch PWNED; "',
    "x $(eval $(shell touch PWNED)) ${shell touch PWNED} \\ # %",
    "{{ env_var('HOME') }} {% raise %} {#",
)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("way", ["on the command line", "in the environment"])
def test_a_folder_is_read_by_its_very_name(project: Path, monkeypatch: pytest.MonkeyPatch, name: str, way: str) -> None:
    """No character of it means anything to make or the shell, on the way to dbt or in what a recipe finds around it."""
    if way == "in the environment":
        monkeypatch.setenv("LANDING", name)
    shutil.copy(REPOSITORY / "pyproject.toml", project)
    shutil.copytree(REPOSITORY / "requirements", project / "requirements")
    (project / ".venv" / ".ready").touch()
    program = project / ".venv" / "bin" / "dbt"
    program.write_text('#!/bin/sh\nprintf "%s" "$3" > told\n', encoding="utf-8")
    program.chmod(0o755)
    run = make(project, "build", *([f"LANDING={name}"] if way == "on the command line" else []))
    assert run.returncode == 0, run.stderr
    assert yaml.safe_load((project / "told").read_text(encoding="utf-8")) == {"landing": name}
    assert not list(project.rglob("PWNED"))


@pytest.mark.parametrize(("said", "folder"), [(None, "warehouse"), ("", "warehouse"), ("/mnt/a b", "/mnt/a b")])
def test_an_empty_variable_names_no_warehouse(said: str | None, folder: str) -> None:
    """Compose files set variables that are empty; the root of the file system is nobody's warehouse."""

    def env_var(name: str, default: str) -> str:
        return default if said is None or name != "GO_RATINGS_WAREHOUSE" else said

    text = Template((REPOSITORY / "profiles.yml").read_text(encoding="utf-8")).render(env_var=env_var)
    outputs = yaml.safe_load(text)["go_ratings"]["outputs"]
    assert outputs["build"]["path"] == f"{folder}/build.duckdb"
    assert outputs["published"]["attach"][0]["path"] == f"{folder}/go_ratings.duckdb"


@pytest.mark.parametrize("place", ["here", "elsewhere", "unsaid", "linked"])
def test_an_environment_that_was_copied_is_set_up_again(project: Path, place: str) -> None:
    """Its programs run what lies where it was set up: the original project's package, or none after a move."""
    shutil.copy(REPOSITORY / "pyproject.toml", project)
    shutil.copytree(REPOSITORY / "requirements", project / "requirements")
    environment = project / ".venv"
    said = {"here": f"{project.resolve()}\n", "unsaid": ""}.get(place, "/the/original\n")
    (environment / ".ready").write_text(said, encoding="utf-8")
    if place == "linked":
        environment.rename(project.parent / "somebody's")
        environment.symlink_to(project.parent / "somebody's")
    run = make(project, "build", "--dry-run", "UV=")
    assert run.returncode == 0, run.stderr
    assert ("rm -rf .venv" in run.stdout) == ("-m venv .venv" in run.stdout) == (place == "elsewhere")
    assert (environment / "bin" / "dbt").exists(), "a dry run changes nothing"


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
    for lock in (lock for lock in LOCKS if lock.stem != "superset"):  # whose environment is its own
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
