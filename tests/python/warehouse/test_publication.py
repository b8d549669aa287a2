"""Publishing: all or nothing, in one step, and readers never notice."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import duckdb
import pytest

from builds import Build, copied_project, dbt, dbt_command, green, publish_changed, write
from go_ratings.warehouse import audit, publication, revision

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
            assert audit.of_marts(connection, tmp_path) == ""
            seen = "select distinct compared_with from marts.mart_audit_result where mart = 'fct_game'"
            assert connection.execute(seen).fetchall() == [(publication.current(tmp_path),)]
            marts = ("fct_game", "fct_game_player", "fct_game_eligibility", "mart_leaderboard", "mart_player_peak")
            compared = revision.run(
                connection, *(connection.table(f"marts.{mart}") for mart in marts), "demonstration league"
            )
            assert {change for (change,) in compared.project("change").fetchall()} == {"new"}
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


class Poller(threading.Thread):
    """Opens the published file again and again, as readers do, and keeps what went wrong."""

    def __init__(self, warehouse: Path) -> None:
        super().__init__(daemon=True)
        self.warehouse, self.polls, self.digests, self.errors = warehouse, 0, set(), []
        self.stop = threading.Event()

    def run(self) -> None:
        query = (
            "import duckdb, sys\n"
            "with duckdb.connect(sys.argv[1], read_only=True) as c:\n"
            "    print(c.execute('select ledger_digest from marts.meta_build').fetchall()[0][0])\n"
        )
        while not self.stop.is_set():
            reader = subprocess.run(
                [sys.executable, "-c", query, str(self.warehouse / "go_ratings.duckdb")], capture_output=True, text=True
            )
            self.polls += 1
            if reader.returncode:
                self.errors.append(reader.stderr)
            else:
                self.digests.add(reader.stdout.strip())
            time.sleep(0.2)


def test_readers_see_whole_publications_only(tmp_path: Path) -> None:
    """A first build, one whose audit fails, a partial one, one with a failing test, a good one; a reader polls through."""
    warehouse = tmp_path / "warehouse"
    first = green(dbt(warehouse, landing=landing(tmp_path / "landing", 100), publish=True))
    assert "Published" in first.output
    before = digest_of(warehouse)
    poller = Poller(warehouse)
    poller.start()

    half = dbt(warehouse, landing=landing(tmp_path / "landing", 50), publish=True)
    assert half.exit_code != 0 and "Traceback" not in half.output
    assert "More than one game in a thousand is gone since the last publication" in half.output
    assert "0.5" in half.output and digest_of(warehouse) == before
    assert "✗" in (warehouse / "audit.html").read_text(encoding="utf-8")

    partial = dbt(
        warehouse, "build", "--select", "dim_player", landing=landing(tmp_path / "landing", 120), publish=True
    )
    assert partial.exit_code == 0 and "only a part was built" in partial.output and digest_of(warehouse) == before

    project = copied_project(tmp_path / "project")
    (project / "tests" / "data" / "always_fails.sql").write_text("select 1 as x from {{ ref('fct_game') }} limit 1")
    failing = dbt(warehouse, landing=tmp_path / "landing", project=project, publish=True)
    assert failing.exit_code != 0 and "Readers keep what they had" in failing.output and digest_of(warehouse) == before

    held = duckdb.connect(str(warehouse / "go_ratings.duckdb"), read_only=True)
    good = green(dbt(warehouse, landing=tmp_path / "landing", publish=True))
    assert "Published" in good.output
    held.close()
    poller.stop.set()
    poller.join()
    after = digest_of(warehouse)
    assert after != before and poller.errors == [] and poller.polls > 20
    assert poller.digests <= {before, after}
    assert good.rows("select count(*) from marts.mart_audit_result where not is_met") == [(0,)]

    back = dbt(warehouse, "run-operation", "rollback")
    assert back.exit_code == 0 and digest_of(warehouse) == before, back.output


def test_other_games_are_another_beginning(tmp_path: Path) -> None:
    """Who has published the demonstration can publish his own few games: only the same landing is compared with."""
    green(dbt(tmp_path / "warehouse", landing=landing(tmp_path / "many", 100), publish=True))
    own = green(dbt(tmp_path / "warehouse", landing=landing(tmp_path / "few", 5), publish=True))
    assert "Published" in own.output
    with duckdb.connect(str(tmp_path / "warehouse" / "go_ratings.duckdb"), read_only=True) as reader:
        assert reader.execute("select count(*) from marts.fct_game").fetchall() == [(5,)]


def test_a_second_build_says_that_one_is_running(tmp_path: Path) -> None:
    folder = landing(tmp_path / "landing", 20)
    green(dbt(tmp_path / "warehouse", landing=folder))
    with duckdb.connect(str(tmp_path / "warehouse" / "build.duckdb")):
        second = dbt(tmp_path / "warehouse", landing=folder)
    assert second.exit_code != 0
    assert f"is open in another program (process {os.getpid()})" in second.output and "Traceback" not in second.output


def test_a_killed_build_leaves_a_whole_publication(tmp_path: Path) -> None:
    """Kill -9 at ten random moments: what readers open is one of the two legal builds, whole."""
    warehouse = tmp_path / "warehouse"
    one, other = landing(tmp_path / "one", 60), landing(tmp_path / "other", 60, "W")
    started = time.monotonic()
    green(dbt(warehouse, landing=one, publish=True))
    took = time.monotonic() - started
    legal = {digest_of(warehouse)}
    legal.add(green(dbt(tmp_path / "apart", landing=other)).value("select ledger_digest from marts.meta_build"))
    assert len(legal) == 2
    moments = random.Random(11)
    command, environment = dbt_command(warehouse, ("build",), other, publish=True)
    for _ in range(10):
        build = subprocess.Popen(
            command,
            cwd=Path(__file__).parents[3],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(moments.uniform(0.5, took))
        build.send_signal(signal.SIGKILL)
        build.wait()
        assert digest_of(warehouse) in legal
        files = warehouse / "publications" / str(publication.current(warehouse))
        manifest = json.loads((files / "manifest.json").read_text())
        for file, expected in manifest["sha256"].items():
            assert hashlib.sha256((files / file).read_bytes()).hexdigest() == expected
    green(dbt(warehouse, landing=other, publish=True))
    assert digest_of(warehouse) in legal - {""}
