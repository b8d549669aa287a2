"""Publishing: all or nothing, in one step, and readers never notice."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest
from dbt.cli.flags import Flags
from dbt.cli.types import Command as CliCommand
from dbt_common.exceptions import DbtRuntimeError

from builds import REPOSITORY, Build, copied_project, dbt, dbt_command, green, publish_changed, write
from go_ratings.warehouse import audit, publication
from go_ratings.warehouse.invocation import Interrupted, why_not_for_readers
from go_ratings.warehouse.plugin import Plugin

GAMES = "source_game_id,played_on,event,black,white,result"


def landing(folder: Path, games: int, winner: str = "B") -> Path:
    """A landing folder with so many games between four players."""
    names = ("Ada", "Bo", "Cy", "Di")
    rows = [
        f"{number},2001-{1 + number // 28:02d}-{1 + number % 28:02d},Cup,{names[number % 4]},{names[(number + 1) % 4]},{winner}+R"
        for number in range(games)
    ]
    return write(folder, games="\n".join([GAMES, *rows]))


def small_build(file: Path, built_at: str, digest: str, landing: str = "x") -> duckdb.DuckDBPyConnection:
    """A database with the least that can be published."""
    file.parent.mkdir(exist_ok=True)
    connection = duckdb.connect(str(file))
    connection.execute(
        f"""
        create schema if not exists marts;
        create schema if not exists staging;
        create or replace table staging.secret as select 1 as x;
        create or replace table marts.meta_build (
            built_at_utc timestamp primary key, data_through date, git_sha varchar, landing varchar, ledger_digest varchar
        );
        comment on table marts.meta_build is 'One row: the build.';
        insert into marts.meta_build values ('{built_at}', '2001-01-01', 'abc', '{landing}', '{digest}');
        create or replace table marts.dim_rating_method (method_id varchar primary key, version varchar not null);
        insert into marts.dim_rating_method values ('elo_v1', 'v1');
        create or replace macro marts.twice(x) as 2 * x;
        """
    )
    return connection


def digest_of(warehouse: Path) -> str:
    with duckdb.connect(str(warehouse / "go_ratings.duckdb"), read_only=True) as reader:
        return reader.execute("select ledger_digest from marts.meta_build").fetchall()[0][0]


def test_a_publication_is_complete(tmp_path: Path) -> None:
    with small_build(tmp_path / "build.duckdb", "2030-01-01 10:00:00", "aaaaaaaaaaaaaaaa") as connection:
        name = publication.publish(connection, tmp_path)
    assert name == "20300101T100000Z-aaaaaaaa" == publication.current(tmp_path)
    with duckdb.connect(str(tmp_path / "go_ratings.duckdb"), read_only=True) as reader:
        assert reader.execute("select distinct schema_name from duckdb_tables()").fetchall() == [("marts",)]
        assert reader.execute("select marts.twice(21)").fetchall() == [(42,)]
        assert reader.execute("select comment from duckdb_tables() where table_name = 'meta_build'").fetchall() == [
            ("One row: the build.",)
        ]
        kinds = {row[0] for row in reader.execute("select constraint_type from duckdb_constraints()").fetchall()}
        assert kinds >= {"PRIMARY KEY", "NOT NULL"}
    folder = tmp_path / "publications" / name
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["rows"] == {"dim_rating_method": 1, "meta_build": 1} and manifest["methods"] == {"elo_v1": "v1"}
    assert manifest["data_through"] == "2001-01-01"
    assert set(manifest["sha256"]) == {
        "go_ratings.duckdb",
        "parquet/dim_rating_method.parquet",
        "parquet/meta_build.parquet",
    }
    for file, expected in manifest["sha256"].items():
        assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == expected
    assert duckdb.sql(f"select count(*) from '{tmp_path}/parquet/meta_build.parquet'").fetchall() == [(1,)]


@pytest.mark.parametrize("step", ["_copy_marts", "_write_manifest", "_sync", "switch_to"])
def test_a_full_disk_leaves_the_old_publication(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    with small_build(tmp_path / "build.duckdb", "2030-01-01 10:00:00", "aaaaaaaaaaaaaaaa") as connection:
        publication.publish(connection, tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(publication, step, full)
    with (
        small_build(tmp_path / "build.duckdb", "2030-01-02 10:00:00", "bbbbbbbbbbbbbbbb") as connection,
        pytest.raises(OSError, match="No space left"),
    ):
        publication.publish(connection, tmp_path)
    assert digest_of(tmp_path) == "aaaaaaaaaaaaaaaa"
    monkeypatch.undo()
    with small_build(tmp_path / "build.duckdb", "2030-01-03 10:00:00", "cccccccccccccccc") as connection:
        publication.publish(connection, tmp_path)
    assert digest_of(tmp_path) == "cccccccccccccccc"
    assert not list((tmp_path / "publications").glob(".unfinished-*")), "what a failure left is cleared away"


def test_old_publications_are_kept_and_brought_back(tmp_path: Path) -> None:
    for day in range(1, 9):
        with small_build(tmp_path / "build.duckdb", f"2030-01-0{day} 10:00:00", f"{day}" * 16) as connection:
            publication.publish(connection, tmp_path)
    assert [name[:8] for name in publication.published(tmp_path)] == [f"203001{day:02d}" for day in (8, 7, 6, 5, 4)]
    publication.roll_back(tmp_path)
    assert digest_of(tmp_path) == "7" * 16
    publication.roll_back(tmp_path)
    assert digest_of(tmp_path) == "6" * 16
    publication.roll_back(tmp_path, "20300108T100000Z-88888888")
    assert digest_of(tmp_path) == "8" * 16
    with pytest.raises(LookupError, match="no publication nonsense to go back to; kept are: 20300108"):
        publication.roll_back(tmp_path, "nonsense")
    with pytest.raises(LookupError, match="no earlier publication"):
        publication.roll_back(tmp_path / "empty")


def test_what_was_rolled_back_stays_back(tmp_path: Path) -> None:
    def publish(day: int) -> None:
        with small_build(tmp_path / "build.duckdb", f"2030-01-0{day} 10:00:00", f"{day}" * 16) as connection:
            publication.publish(connection, tmp_path)

    for day in (1, 2):
        publish(day)
    publication.roll_back(tmp_path)
    publish(3)
    publication.roll_back(tmp_path)
    assert digest_of(tmp_path) == "1" * 16, "the second was rolled back before"
    with pytest.raises(LookupError, match="no earlier publication"):
        publication.roll_back(tmp_path)
    publication.roll_back(tmp_path, "20300102T100000Z-22222222")
    publication.roll_back(tmp_path, "20300103T100000Z-33333333")
    publication.roll_back(tmp_path)
    assert digest_of(tmp_path) == "2" * 16, "who is told to goes back to it, and then it counts again"


def test_a_build_comes_after_the_last_publication_of_its_landing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.mkdir()
    (tmp_path / "link").symlink_to(mine)
    names = {}
    for day, landing in enumerate((mine, mine, other), start=1):
        with small_build(
            tmp_path / "build.duckdb", f"2030-01-0{day} 10:00:00", f"{day}" * 16, str(landing)
        ) as connection:
            names[day] = publication.publish(connection, tmp_path)
    monkeypatch.chdir(tmp_path)
    for spelling in (str(mine), f"{mine}/", "mine", "./other/../mine", "link"):
        assert publication.last_of(tmp_path, spelling) == tmp_path / "publications" / names[2], spelling
    assert publication.last_of(tmp_path, "other") == tmp_path / "publications" / names[3]
    assert publication.last_of(tmp_path, "nowhere") is None and publication.last_of(tmp_path / "empty", "mine") is None
    publication.roll_back(tmp_path)
    publication.roll_back(tmp_path)
    assert publication.last_of(tmp_path, "mine") == tmp_path / "publications" / names[1]
    assert publication.last_of(tmp_path, "other") is None, "what was rolled back is nothing to compare with"
    for manifest in (tmp_path / "publications").glob("*/manifest.json"):
        manifest.chmod(0o644)
        manifest.write_text("{")
    assert publication.last_of(tmp_path, "mine") is None


def test_no_path_of_the_machine_is_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in the marts nor in the manifest; the landing is known again all the same, also in a copied project."""
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "secret place" / "spring"
    mine.mkdir(parents=True)
    for number, (named, told) in enumerate(
        (
            (str(mine), "spring"),
            (f"{mine}/", "spring"),
            ("secret place/../secret place/spring", "spring"),
            ("demonstration league", "demonstration league"),
            ("spring", "spring"),
        )
    ):
        with small_build(
            tmp_path / "build.duckdb", f"2030-01-0{number + 1} 10:00:00", f"{number}" * 16, named
        ) as connection:
            folder = tmp_path / "publications" / publication.publish(connection, tmp_path)
        with duckdb.connect(str(folder / "go_ratings.duckdb"), read_only=True) as published:
            assert published.execute("select landing from marts.meta_build").fetchall() == [(told,)]
        held = duckdb.execute(f"select landing from '{folder}/parquet/meta_build.parquet'").fetchall()
        assert held == [(told,)]
        assert "secret" not in (folder / "manifest.json").read_text(encoding="utf-8")
        assert publication.last_of(tmp_path, named) == folder


def three_publications(folder: Path) -> list[str]:
    """Their ids, the oldest first; all were made of one landing folder."""
    names = []
    for day in (1, 2, 3):
        with small_build(folder / "build.duckdb", f"2030-01-0{day} 10:00:00", f"{day}" * 16) as connection:
            names.append(publication.publish(connection, folder))
    return names


def test_after_a_rollback_a_build_is_compared_with_what_readers_see(tmp_path: Path) -> None:
    """Readers were taken from the third to the first; the second is newer, and nobody rolled it back."""
    first, _, _ = three_publications(tmp_path)
    publication.roll_back(tmp_path, first)
    assert publication.last_of(tmp_path, "x") == tmp_path / "publications" / first


def test_a_rollback_goes_to_an_earlier_publication_only(tmp_path: Path) -> None:
    """From the first there is nowhere to go back to, though the second is kept and wasn't rolled back."""
    first, second, third = three_publications(tmp_path)
    publication.roll_back(tmp_path, first)
    with pytest.raises(
        LookupError, match=f"no earlier publication to go back to; kept are: {third}, {second}, {first}"
    ):
        publication.roll_back(tmp_path)
    assert publication.current(tmp_path) == first


def published_at(folder: Path, at: str, digest: str, landing: str = "x") -> str:
    """The id of a publication that a build of that time became."""
    with small_build(folder / "build.duckdb", at, digest * 16, landing) as connection:
        return publication.publish(connection, folder)


def test_the_order_is_that_of_publishing_whatever_the_clock_says(tmp_path: Path) -> None:
    """One build of a clock that ran ahead: what came after it is later, and clears it away in its turn."""
    first, ahead, second = (
        published_at(tmp_path, f"{day} 10:00:00", digest)
        for day, digest in (("2030-01-01", "a"), ("2035-01-01", "f"), ("2030-01-02", "b"))
    )
    assert publication.published(tmp_path) == [second, ahead, first]
    assert publication.roll_back(tmp_path) == ahead
    assert publication.roll_back(tmp_path) == first
    later = [published_at(tmp_path, f"2030-02-0{day} 10:00:00", f"{day}") for day in range(1, 6)]
    assert publication.published(tmp_path) == later[::-1], "the one from 2035 isn't kept for ever"
    assert publication.roll_back(tmp_path) == later[-2]
    assert publication.last_of(tmp_path, "x") == tmp_path / "publications" / later[-2]


def test_publications_from_before_they_were_numbered_come_first(tmp_path: Path) -> None:
    names = three_publications(tmp_path)
    for name in names[:2]:
        change_manifest(tmp_path / "publications" / name, number=None)
    assert publication.published(tmp_path) == names[::-1]
    assert publication.roll_back(tmp_path) == names[1]


def test_two_builds_of_one_second_are_two_publications(tmp_path: Path) -> None:
    """Of the same games, by a clock that stands: what readers have is not taken away to make room for the second."""
    names = [published_at(tmp_path, "2030-01-01 10:00:00", "a") for _ in range(3)]
    assert names == ["20300101T100000Z-aaaaaaaa" + behind for behind in ("", "-2", "-3")]
    assert publication.published(tmp_path) == names[::-1] and publication.current(tmp_path) == names[2]


def change_manifest(folder: Path, **changed: object) -> None:
    """Writes other values into a publication's manifest; None takes one out."""
    file = folder / "manifest.json"
    values = json.loads(file.read_text(encoding="utf-8")) | changed
    file.chmod(0o644)
    file.write_text(json.dumps({name: value for name, value in values.items() if value is not None}), encoding="utf-8")


def cut_off(file: Path) -> None:
    file.chmod(0o644)
    os.truncate(file, 100)


def overwrite(file: Path, text: str) -> None:
    file.chmod(0o644)
    file.write_text(text, encoding="utf-8")


DAMAGES: dict[str, Callable[[Path], None]] = {
    "a mart cut off": lambda folder: cut_off(folder / "parquet" / "meta_build.parquet"),
    "a mart missing": lambda folder: (folder / "parquet" / "meta_build.parquet").unlink(),
    "no marts": lambda folder: shutil.rmtree(folder / "parquet"),
    "no manifest": lambda folder: (folder / "manifest.json").unlink(),
    "half a manifest": lambda folder: overwrite(folder / "manifest.json", "{"),
    "a list for a manifest": lambda folder: overwrite(folder / "manifest.json", "[]"),
    "a deep manifest": lambda folder: overwrite(folder / "manifest.json", "[" * 100_000),
    "landing null": lambda folder: overwrite(
        folder / "manifest.json", json.dumps({"landing": None, "sha256": {"go_ratings.duckdb": ""}})
    ),
    "landing no path": lambda folder: change_manifest(folder, landing="\0"),
    "files a list": lambda folder: change_manifest(folder, sha256=["go_ratings.duckdb"]),
    "a number that is none": lambda folder: change_manifest(folder, number="3", landing=3),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_publication_never_stands_in_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    """It is told and passed over, and no rollback goes to it; a build after it is published as ever."""
    names = three_publications(tmp_path)
    folder = tmp_path / "publications" / names[2]
    DAMAGES[damage](folder)
    capsys.readouterr()
    assert publication.last_of(tmp_path, "x") == tmp_path / "publications" / names[1]
    told = capsys.readouterr().out
    assert f"Publication {names[2]} is passed over, since it" in told and f"remove {folder}" in told
    assert publication.last_of(tmp_path, "x") and capsys.readouterr().out == "", "a build asks several times"
    new = published_at(tmp_path, "2030-01-04 10:00:00", "4")
    assert publication.current(tmp_path) == new and digest_of(tmp_path) == "4" * 16
    with pytest.raises(LookupError, match=f"Publication {names[2]} is damaged, since its?.*: name another one"):
        publication.roll_back(tmp_path, names[2])
    assert publication.current(tmp_path) == new and not (tmp_path / "publications" / new / "withdrawn").exists()


def test_a_rollback_to_a_publication_without_its_database_is_refused(tmp_path: Path) -> None:
    """Also to one whose database is another than was published; readers keep what they have."""
    names = three_publications(tmp_path)
    (tmp_path / "publications" / names[1] / "go_ratings.duckdb").unlink()
    with pytest.raises(LookupError, match=f"since its go_ratings.duckdb can't be read.*kept are: {names[0]}"):
        publication.roll_back(tmp_path)
    shutil.copy(tmp_path / "build.duckdb", tmp_path / "publications" / names[1] / "go_ratings.duckdb")
    with pytest.raises(LookupError, match=r"since its go_ratings\.duckdb is not as it was published"):
        publication.roll_back(tmp_path)
    assert publication.current(tmp_path) == names[2] and digest_of(tmp_path) == "3" * 16
    assert publication.roll_back(tmp_path, names[0]) == names[0]


def both_digests(warehouse: Path) -> tuple[str, str]:
    """The digest of the database and of the Parquet files, at the names that readers open."""
    ((marts,),) = duckdb.sql(f"select ledger_digest from '{warehouse}/parquet/meta_build.parquet'").fetchall()
    return digest_of(warehouse), marts


def copied(warehouse: Path, to: Path, how: str) -> Path:
    """A warehouse as it comes out of a copy that doesn't know links."""
    shutil.copytree(warehouse, to, symlinks=how != "links followed")
    if how == "only what readers open":
        shutil.rmtree(to / "publications")
    if how in ("parquet a folder", "only what readers open"):
        (to / "parquet").unlink()
        shutil.copytree(warehouse / "parquet", to / "parquet")
    if how in ("database a file", "only what readers open"):
        (to / "go_ratings.duckdb").unlink()
        shutil.copy(warehouse / "go_ratings.duckdb", to)
    if how == "current a folder":
        (to / "publications" / "current").unlink()
        shutil.copytree(warehouse / "publications" / "current", to / "publications" / "current")
    if how == "links as text":
        for link in ("publications/current", "parquet", "go_ratings.duckdb"):
            target = os.readlink(to / link)
            (to / link).unlink()
            (to / link).write_text(target, encoding="utf-8")
    return to


COPIES = (
    "links followed",
    "parquet a folder",
    "database a file",
    "current a folder",
    "only what readers open",
    "links as text",
)


@pytest.mark.parametrize("how", COPIES)
def test_a_copied_warehouse_is_put_right_by_the_next_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    names = three_publications(tmp_path / "one")
    two = copied(tmp_path / "one", tmp_path / "two", how)
    (two / "parquet" / ".DS_Store").touch() if (two / "parquet").is_dir() else None
    last = publication.last_of(two, "x")
    assert (last and last.name) == (None if how == "only what readers open" else names[2])
    for day in (4, 5):
        name = published_at(two, f"2030-01-0{day} 10:00:00", f"{day}")
        assert both_digests(two) == (f"{day}" * 16,) * 2 and publication.current(two) == name
        whole(two)
    assert "Published, but" not in capsys.readouterr().out
    assert sorted(path.name for path in two.iterdir()) == [
        "build.duckdb",
        "go_ratings.duckdb",
        "parquet",
        "publications",
    ]
    assert not [path.name for path in (two / "publications").iterdir() if path.name.startswith(".")]
    publication.roll_back(two)
    assert both_digests(two) == ("4" * 16,) * 2
    assert both_digests(tmp_path / "one") == ("3" * 16,) * 2


@pytest.mark.parametrize("how", COPIES)
def test_a_copied_warehouse_is_put_right_by_a_rollback(tmp_path: Path, how: str) -> None:
    names = three_publications(tmp_path / "one")
    two = copied(tmp_path / "one", tmp_path / "two", how)
    if how == "only what readers open":
        with pytest.raises(LookupError, match="no earlier publication"):
            publication.roll_back(two)
        return
    publication.roll_back(two, names[0])
    assert both_digests(two) == ("1" * 16,) * 2


def test_a_folder_of_somebody_else_in_place_of_parquet_is_left_alone(tmp_path: Path) -> None:
    """Nothing is switched then, neither the database nor the files."""
    published_at(tmp_path, "2030-01-01 10:00:00", "a")
    (tmp_path / "parquet").unlink()
    mine = tmp_path / "parquet" / "mine.txt"
    mine.parent.mkdir()
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(OSError, match=r"holds other files \(mine.txt\): move them away"):
        published_at(tmp_path, "2030-01-02 10:00:00", "b")
    assert digest_of(tmp_path) == "a" * 16 and mine.read_text(encoding="utf-8") == "mine"
    assert len(publication.published(tmp_path)) == 1


def test_what_fails_after_the_switch_is_no_failure_to_publish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An old publication that can't be removed: on a network disk with a reader, say."""
    names = [published_at(tmp_path, f"2030-01-0{day} 10:00:00", f"{day}") for day in range(1, 6)]
    small_build(tmp_path / "build.duckdb", "2030-01-06 10:00:00", "6" * 16).close()
    remove = shutil.rmtree

    def held(path: Path, *arguments: object, **options: object) -> None:
        if Path(path).name == names[0]:
            raise OSError(16, "Device or resource busy")
        remove(path, *arguments, **options)

    monkeypatch.setattr(publication, "why_not_for_readers", lambda: "")
    with monkeypatch.context() as busy:
        busy.setattr(shutil, "rmtree", held)
        assert of_build(tmp_path / "build.duckdb") == [("20300106T100000Z-66666666", None, None)]
    told = capsys.readouterr().out
    assert f"Published, but publication {names[0]} could not be removed: remove it by hand" in told
    assert both_digests(tmp_path) == ("6" * 16,) * 2
    published_at(tmp_path, "2030-01-07 10:00:00", "7")
    assert len(publication.published(tmp_path)) == 5, "the next build clears it away"


def test_what_readers_see_is_never_cleared_away(tmp_path: Path) -> None:
    """A clock that was set back dates a build before all five that are kept: readers get it, and keep it."""
    for day in (2, 3, 4, 5, 6, 1):
        with small_build(tmp_path / "build.duckdb", f"2030-01-0{day} 10:00:00", f"{day}" * 16) as connection:
            publication.publish(connection, tmp_path)
    assert digest_of(tmp_path) == "1" * 16
    whole(tmp_path)


def test_the_page_of_the_audit_is_kept_with_its_publication(tmp_path: Path) -> None:
    """It is listed in the manifest; a build without an audit has none, and leaves the one before as it was."""
    page = tmp_path / "audit.html"
    page.write_text("All met", encoding="utf-8")
    kept = {}
    for day in (1, 2):
        with small_build(tmp_path / "build.duckdb", f"2030-01-0{day} 10:00:00", f"{day}" * 16) as connection:
            kept[day] = tmp_path / "publications" / publication.publish(connection, tmp_path)
        page.unlink(missing_ok=True)
    assert (kept[1] / "audit.html").read_text(encoding="utf-8") == "All met"
    assert "audit.html" in json.loads((kept[1] / "manifest.json").read_text())["sha256"]
    assert not (kept[2] / "audit.html").exists()


def test_what_is_published_can_be_read_only_and_no_lock_on_it_blocks_a_build(
    demonstration: Build, tmp_path: Path
) -> None:
    """Some tools open a database to write whether they write or not."""
    publish_changed(demonstration, tmp_path, "delete from marts.fct_game where game_id like '%77'")
    files = [path for path in (tmp_path / "publications").rglob("*.*") if path.is_file()]
    assert len(files) > 30 and {path.stat().st_mode & 0o777 for path in files} == {0o444}
    (tmp_path / "go_ratings.duckdb").chmod(0o644)
    hold = f"import duckdb; c = duckdb.connect({str(tmp_path / 'go_ratings.duckdb')!r}); print('held', flush=True); input()"
    holder = subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline() == "held\n"
        shutil.copy(demonstration.file, tmp_path / "build.duckdb")
        with duckdb.connect(str(tmp_path / "build.duckdb")) as connection:
            findings = audit.of_marts(connection, tmp_path)
            assert {finding.is_met for finding in findings} == {True}
            assert {finding.compared_with for finding in findings} == {publication.current(tmp_path)}
            publication.publish(connection, tmp_path)
    finally:
        holder.communicate("\n")


def test_rollback_from_the_command_line(demonstration: Build, tmp_path: Path) -> None:
    first, second = (
        publish_changed(
            demonstration, tmp_path, f"update marts.meta_build set built_at_utc = '2030-01-0{day} 10:00:00'"
        )
        for day in (1, 2)
    )
    assert publication.current(tmp_path) == second
    for environment, succeeds, told in (
        ({"DBT_TARGET": "published"}, False, "Nothing was changed. The target published is for reading"),
        ({}, True, f"Readers now see publication {first}."),
        (
            {},
            False,
            f"Nothing was changed. There is no earlier publication to go back to; kept are: {second}, {first}.",
        ),
    ):
        run = dbt(tmp_path, "run-operation", "rollback", **environment)
        assert (run.exit_code == 0) == succeeds and told in run.output and "Traceback" not in run.output, run.output
    assert publication.current(tmp_path) == first


def test_an_open_reader_keeps_what_it_opened(tmp_path: Path) -> None:
    with small_build(tmp_path / "build.duckdb", "2030-01-01 10:00:00", "a" * 16) as connection:
        publication.publish(connection, tmp_path)
    with duckdb.connect(str(tmp_path / "go_ratings.duckdb"), read_only=True) as reader:
        with small_build(tmp_path / "build.duckdb", "2030-01-02 10:00:00", "b" * 16) as connection:
            publication.publish(connection, tmp_path)
        assert reader.execute("select ledger_digest from marts.meta_build").fetchall() == [("a" * 16,)]
    assert digest_of(tmp_path) == "b" * 16


# A reader in a process of its own, who opens the published file again and again until told to stop.
POLL = """
import select, sys
import duckdb
while not select.select([sys.stdin], [], [], 0.05)[0]:
    with duckdb.connect(sys.argv[1], read_only=True) as reader:
        print(*reader.execute('select ledger_digest from marts.meta_build').fetchall()[0])
"""


# A reader of both, who follows `current` once.
POLL_BOTH = """
import os, select, sys
import duckdb
while not select.select([sys.stdin], [], [], 0.002)[0]:
    folder = os.path.realpath(sys.argv[1] + '/publications/current')
    with duckdb.connect(folder + '/go_ratings.duckdb', read_only=True) as reader:
        ((database,),) = reader.execute('select ledger_digest from marts.meta_build').fetchall()
        ((marts,),) = reader.execute(f"select ledger_digest from '{folder}/parquet/meta_build.parquet'").fetchall()
    print(database, marts)
"""


def test_a_reader_of_both_takes_them_of_one_publication(tmp_path: Path) -> None:
    """As README says; publications follow each other as fast as they can."""
    published_at(tmp_path, "2030-01-01 10:00:00", "a")
    command = [sys.executable, "-c", POLL_BOTH, str(tmp_path)]
    poller = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for at in range(25):
        published_at(tmp_path, f"2030-01-02 10:00:{at:02d}", "bcdef"[at % 5])
    polled, errors = poller.communicate("stop\n", timeout=60)
    seen = [line.split() for line in polled.splitlines()]
    assert errors == "" and len({database for database, _ in seen}) > 3
    assert all(database == marts for database, marts in seen)


def test_an_interrupted_build_is_not_published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C at any moment up to the switch, which dbt tells its main thread alone, where it waits for the others."""
    published_at(tmp_path, "2030-01-01 10:00:00", "a")
    small_build(tmp_path / "build.duckdb", "2030-01-02 10:00:00", "b" * 16).close()
    monkeypatch.setattr(publication, "why_not_for_readers", lambda: "")
    written = threading.Event()
    pressed = threading.Event()
    sync = publication._sync

    def ctrl_c(folder: Path) -> None:
        sync(folder)
        written.set()
        assert pressed.wait(60)

    with ThreadPoolExecutor() as pool, monkeypatch.context() as at_the_end:
        at_the_end.setattr(publication, "_sync", ctrl_c)
        model = pool.submit(of_build, tmp_path / "build.duckdb")
        assert written.wait(60)
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            pressed.set()
            ((_, _, problem),) = model.result()
            audited = pool.submit(audit.run, duckdb.connect(), []).exception()
    assert problem == "Nothing was published, readers keep what they had: the build was interrupted."
    assert digest_of(tmp_path) == "a" * 16 and len(publication.published(tmp_path)) == 1
    assert isinstance(audited, Interrupted)
    of_build(tmp_path / "build.duckdb")
    assert digest_of(tmp_path) == "b" * 16


STEPS = ("_copy_marts", "_write_manifest", "_sync", "switch_to", "_replace_link")


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_leaves_a_whole_publication(tmp_path: Path, step: str, when: str) -> None:
    """The process ends at the step as by kill -9: readers have the old publication or, from the switch on, the new one."""
    with small_build(tmp_path / "build.duckdb", "2030-01-01 10:00:00", "a" * 16) as connection:
        publication.publish(connection, tmp_path)
    small_build(tmp_path / "build.duckdb", "2030-01-02 10:00:00", "b" * 16).close()
    ending = f"""
import os, pathlib, sys
import duckdb
from go_ratings.warehouse import publication

step = getattr(publication, {step!r})

def killed(*arguments):
    if {when == "after"}:
        step(*arguments)
    os._exit(9)

setattr(publication, {step!r}, killed)
publication.publish(duckdb.connect(sys.argv[1] + "/build.duckdb"), pathlib.Path(sys.argv[1]))
"""
    assert subprocess.run([sys.executable, "-c", ending, str(tmp_path)], check=False).returncode == 9
    has_switched = when == "after" and step in ("switch_to", "_replace_link")
    assert digest_of(tmp_path) == ("b" if has_switched else "a") * 16
    whole(tmp_path)
    with small_build(tmp_path / "build.duckdb", "2030-01-03 10:00:00", "c" * 16) as connection:
        publication.publish(connection, tmp_path)
    assert digest_of(tmp_path) == "c" * 16
    whole(tmp_path)
    assert not list((tmp_path / "publications").glob(".unfinished-*")), "what a kill left is cleared away"


def whole(warehouse: Path) -> None:
    """What readers open now is what its manifest says, file by file."""
    folder = warehouse / "publications" / str(publication.current(warehouse))
    manifest = json.loads((folder / "manifest.json").read_text())
    assert {"go_ratings.duckdb", "parquet/meta_build.parquet"} <= set(manifest["sha256"])
    for file, expected in manifest["sha256"].items():
        assert hashlib.sha256((folder / file).read_bytes()).hexdigest() == expected


def of_build(file: Path, is_met: bool = True) -> list[tuple[str | None, str | None, str | None]]:
    """What the publishing node answers for a build whose audit has one expectation."""
    with duckdb.connect(str(file)) as connection:
        result = connection.sql(f"select {is_met} as is_met")
        return publication.of_build(connection, result).fetchall()


def test_a_build_is_published_or_says_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "build.duckdb"
    small_build(file, "2030-01-01 10:00:00", "a" * 16).close()
    monkeypatch.setattr(publication, "why_not_for_readers", lambda: "only a part was built.")
    assert of_build(file) == [(None, "only a part was built.", None)]
    monkeypatch.setattr(publication, "why_not_for_readers", lambda: "")
    assert of_build(file, is_met=False) == [(None, "the audit failed.", None)]
    assert publication.current(tmp_path) is None

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(publication, "_sync", full)
        ((_, _, problem),) = of_build(file)
    assert problem == "Nothing was published, readers keep what they had: [Errno 28] No space left on device"
    assert of_build(file) == [("20300101T100000Z-aaaaaaaa", None, None)]
    assert digest_of(tmp_path) == "a" * 16


@pytest.mark.parametrize(
    ("command", "arguments", "why"),
    [
        ("build", {}, ""),
        ("build", {"full_refresh": True}, ""),
        ("build", {"select": ["pub_publication"]}, "only a part was built."),
        ("build", {"exclude": ["dim_player"]}, "only a part was built."),
        ("build", {"empty": True}, "only a part was built."),
        ("build", {"exclude_resource_types": ["unit_test"]}, "only a part was built."),
        ("build", {"resource_types": ["model"]}, "only a part was built."),
        (
            "build",
            {"vars": {"what_if": {"list": "pro"}}},
            "what_if shows a method that was only asked for; a build without it publishes.",
        ),
        ("run", {}, "dbt run makes tables without testing them; dbt build publishes."),
    ],
)
def test_only_a_whole_build_is_for_readers(
    monkeypatch: pytest.MonkeyPatch, command: str, arguments: dict[str, object], why: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["dbt"])  # dbt looks for its own options there, whoever runs it
    flags = Flags.from_dict(CliCommand(command), arguments)
    monkeypatch.setattr("dbt.flags.GLOBAL_FLAGS", flags)
    assert why_not_for_readers() == why


def test_no_function_that_queries_can_call_changes_anything() -> None:
    """`dbt show --inline "select …"` runs any function there is."""
    with duckdb.connect() as connection:
        before = {name for (name,) in connection.execute("select function_name from duckdb_functions()").fetchall()}
        plugin = Plugin("plugin", {}, SimpleNamespace(path="warehouse/build.duckdb"))
        plugin.configure_connection(connection)
        after = {name for (name,) in connection.execute("select function_name from duckdb_functions()").fetchall()}
    assert after - before == {
        "bare_name",
        "date_fields",
        "git_sha",
        "is_empty_cell",
        "is_placeholder",
        "landing_folder",
        "landing_problem",
        "last_publication",
        "method_digest",
        "method_problem",
        "name_damage",
        "name_key",
        "project_file",
        "rank_in_name",
        "rank_number",
        "result_fields",
        "round_key",
    }


def a_database(file: Path) -> bytes:
    """What is in a database with a table."""
    with duckdb.connect(str(file)) as connection:
        connection.execute("create table t as select range as x from range(100_000)")
    return file.read_bytes()


@pytest.mark.parametrize("damage", ["empty", "no database", "cut off", "zeros", "a header's bit", "a block's bits"])
def test_a_build_file_that_can_not_be_read_is_made_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    """Every build makes all of it, and readers have another file; it must never keep a build from starting."""
    file = tmp_path / "build.duckdb"
    content = bytearray(a_database(file))
    if damage == "a header's bit":
        content[20] ^= 1
    if damage == "a block's bits":
        for at in range(3 * 4096, len(content), 4096):
            content[at] ^= 0xFF
    file.write_bytes(
        {
            "empty": b"",
            "no database": b"not a database" * 1000,
            "cut off": bytes(content[: len(content) // 2]),
            "zeros": bytes(len(content)),
        }.get(damage, bytes(content))
    )
    plugin = Plugin("plugin", {}, SimpleNamespace(path=str(file)))
    plugin.update_connection_config(plugin.creds, {})
    assert capsys.readouterr().out == f"{file} can't be read, and is made anew.\n"
    assert not file.exists()
    plugin.update_connection_config(plugin.creds, {})
    assert capsys.readouterr().out == ""


def test_what_is_not_wrong_with_the_build_file_does_not_cost_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the folder is called."""
    warehouse = tmp_path / "INTERNAL Error and Failure while replaying WAL file"
    warehouse.mkdir()
    file = warehouse / "build.duckdb"
    content = a_database(file)
    plugin = Plugin("plugin", {}, SimpleNamespace(path=str(file)))

    def fails(*_: object, **__: object) -> None:
        raise duckdb.IOException(f'Cannot open file "{file}": Permission denied')

    monkeypatch.setattr(duckdb, "connect", fails)
    with pytest.raises(DbtRuntimeError, match=r"can't be opened: .*Permission denied.* the file can be removed"):
        plugin.update_connection_config(plugin.creds, {})
    assert file.read_bytes() == content


def test_a_log_that_can_not_be_replayed_costs_the_build_file(tmp_path: Path) -> None:
    file = tmp_path / "build.duckdb"
    plugin = Plugin("plugin", {}, SimpleNamespace(path=str(file)))
    end = f"import duckdb, os; c = duckdb.connect({str(file)!r}); c.execute('create table t as select 1 as x'); os._exit(9)"
    subprocess.run([sys.executable, "-c", end], check=False)
    log = Path(f"{file}.wal")
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 0xFF
    log.write_bytes(content)
    plugin.update_connection_config(plugin.creds, {})
    assert not file.exists() and not log.exists()


# Notes whom a Python program calls, or asks for an address of.
WATCH = """
import sys

def note(event, arguments):
    if event == "socket.getaddrinfo" or event == "socket.connect" and isinstance(arguments[1], tuple):
        print(event, arguments, file=open({called!r}, "a"))

print("begun", file=open({called!r}, "a"))
sys.addaudithook(note)
"""


def test_readers_see_whole_publications_only(tmp_path: Path) -> None:
    """Builds and what can go wrong with them, one after the other, while a reader polls."""
    warehouse = tmp_path / "warehouse"
    first = green(dbt(warehouse, landing=landing(tmp_path / "landing", 100), publish=True))
    assert "Published" in first.output
    before = digest_of(warehouse)
    poller = subprocess.Popen(
        [sys.executable, "-c", POLL, str(warehouse / "go_ratings.duckdb")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )

    # An audit that fails, with its sentences.
    half = dbt(warehouse, landing=landing(tmp_path / "landing", 50), publish=True)
    assert half.exit_code != 0 and "Traceback" not in half.output
    assert "The audit failed: nothing is published." in half.output and digest_of(warehouse) == before
    assert "fct_game: More than one game in a thousand is gone since the last publication" in half.output
    kept = "select mart, observed from test_failures.audit_is_passed where mart = 'fct_game'"
    assert "0.5" in str(half.rows(kept))
    assert "✗" in (warehouse / "audit.html").read_text(encoding="utf-8")

    # Less than a whole build, and `run`, which tests nothing.
    for command in ("build", "run"):
        part = dbt(
            warehouse, command, "--select", "pub_publication", "dim_player", landing=tmp_path / "landing", publish=True
        )
        assert part.exit_code == 0 and digest_of(warehouse) == before, part.output
        why = "only a part was built." if command == "build" else "dbt run makes tables without testing them"
        assert f"Nothing published: {why}" in part.output and "Published" not in part.output

    # A test that fails keeps its rows; mended, a retry builds what is left and publishes.
    landing(tmp_path / "landing", 120)
    project = copied_project(tmp_path / "project")
    test = project / "tests" / "data" / "record" / "always_fails.sql"
    test.write_text("select game_id from {{ ref('fct_game') }} where game_id like '%:7'")
    failing = dbt(warehouse, landing=tmp_path / "landing", project=project, publish=True)
    assert failing.exit_code != 0 and "Published" not in failing.output and digest_of(warehouse) == before
    assert "SKIP relation publication.pub_publication" in failing.output
    assert 'select * from "build"."test_failures"."always_fails"' in failing.output, failing.output
    assert failing.rows("from test_failures.always_fails") == [("games.csv:7",)]
    test.write_text("select game_id from {{ ref('fct_game') }} where false")
    held = duckdb.connect(str(warehouse / "go_ratings.duckdb"), read_only=True)
    retried = dbt(warehouse, "retry", project=project, landing=tmp_path / "landing", publish=True)
    held.close()
    assert retried.exit_code == 0 and "Published" in retried.output, retried.output
    after = digest_of(warehouse)
    assert after != before
    with duckdb.connect(str(warehouse / "go_ratings.duckdb"), read_only=True) as reader:
        functions = "select count(distinct function_name) from duckdb_functions() where schema_name = 'marts'"
        assert reader.execute(functions).fetchall() == [(18,)]
        assert reader.execute("select count(*) from marts.mart_audit_result where not is_met").fetchall() == [(0,)]

    # Ctrl-C and a kill -9 in the middle of publishing; up to there nobody was called, by the audit neither.
    watching = tmp_path / "watching"
    watching.mkdir()
    (watching / "sitecustomize.py").write_text(WATCH.format(called=str(tmp_path / "called")), encoding="utf-8")
    for sent in (signal.SIGINT, signal.SIGKILL):
        command_line, environment = dbt_command(warehouse, ("build",), tmp_path / "landing", publish=True)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(watching), environment.get("PYTHONPATH"))))
        build = subprocess.Popen(
            command_line, cwd=REPOSITORY, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while build.poll() is None and not list((warehouse / "publications").glob(".unfinished-*")):
            time.sleep(0.01)
        build.send_signal(sent)
        assert build.wait() not in (0, None) and digest_of(warehouse) == after
        whole(warehouse)
    assert set((tmp_path / "called").read_text(encoding="utf-8").split()) == {"begun"}

    polled, errors = poller.communicate("stop\n")
    assert errors == "" and len(polled.splitlines()) > 100 and set(polled.splitlines()) == {before, after}
    back = dbt(warehouse, "run-operation", "rollback")
    assert back.exit_code == 0 and digest_of(warehouse) == before, back.output


def test_a_second_build_says_that_one_is_running(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "build.duckdb")):
        second = dbt(tmp_path)
    assert second.exit_code != 0
    assert f"is open in another program (process {os.getpid()})" in second.output and "Traceback" not in second.output
