"""What is published, read by the clients that people have: an older DuckDB, SQLAlchemy, an Arrow and Parquet reader."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from warehouse import Build, dbt, green

PACKAGES = ("duckdb==1.2.2", "duckdb-engine==0.17.0", "sqlalchemy==2.0.44", "pyarrow==22.0.0")
READ = """
import json, sys
import duckdb, sqlalchemy
import pyarrow.parquet
file, folder = sys.argv[1:]
answer = {"duckdb": duckdb.__version__}
with duckdb.connect(file, read_only=True) as connection:
    ask = lambda sql: connection.execute(sql).fetchall()
    answer["top"] = ask("select player_id, rating from marts.leaderboard_asof('pro', date '1999-12-31') limit 3")
    answer["chance"] = ask("select marts.win_probability('egf_2021_v1', 1850, 2400, 5, 0.5)")[0][0]
    answer["rank"] = ask("select marts.rating_to_rank('egf', marts.rank_to_rating('egf', '3d'))")[0][0]
    answer["card"] = len(ask("select * from marts.player_card('" + answer["top"][0][0] + "')"))
    answer["why"] = len(ask("select * from marts.why_not_rated((select min(game_id) from marts.fct_game))"))
    answer["uncommented"] = ask("select count(*) from duckdb_columns() where schema_name = 'marts' and comment is null")[0][0]
    answer["rows"] = dict(ask("select table_name, estimated_size from duckdb_tables() where schema_name = 'marts'"))
    answer["arrow"] = connection.execute("from marts.mart_leaderboard").arrow().num_rows
engine = sqlalchemy.create_engine("duckdb:///" + file, connect_args={"read_only": True})
with engine.connect() as connection:
    answer["sqlalchemy"] = connection.execute(sqlalchemy.text("select count(*) from marts.fct_game")).scalar()
answer["parquet"] = {name: pyarrow.parquet.read_table(f"{folder}/{name}.parquet").num_rows for name in answer["rows"]}
print(json.dumps(answer))
"""


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Build:
    return green(dbt(tmp_path_factory.mktemp("published"), publish=True))


@pytest.fixture(scope="module")
def answer(published: Build, tmp_path_factory: pytest.TempPathFactory) -> dict:
    """What the clients, installed apart from the project, answer about the published files."""
    clients = tmp_path_factory.mktemp("clients")
    subprocess.run(
        [sys.executable, "-m", "venv", str(clients)], check=True, capture_output=True
    )
    python = clients / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PACKAGES], check=True, capture_output=True)
    run = subprocess.run(
        [str(python), "-c", READ, str(published.folder / "go_ratings.duckdb"), str(published.folder / "parquet")],
        capture_output=True, text=True,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_an_older_duckdb_reads_tables_and_functions(published: Build, answer: dict) -> None:
    assert answer["duckdb"] == "1.2.2"
    top = published.rows("select player_id, rating from marts.leaderboard_asof('pro', date '1999-12-31') limit 3")
    assert [tuple(row) for row in answer["top"]] == top
    chance = published.value("select marts.win_probability('egf_2021_v1', 1850, 2400, 5, 0.5)")
    assert answer["rank"] == "3d" and answer["chance"] == pytest.approx(chance)
    assert answer["card"] >= 1 and answer["why"] == 3 and answer["uncommented"] == 0


def test_sqlalchemy_arrow_and_parquet_see_the_same_rows(published: Build, answer: dict) -> None:
    assert answer["sqlalchemy"] == published.value("select count(*) from marts.fct_game")
    assert answer["arrow"] == published.value("select count(*) from marts.mart_leaderboard")
    assert answer["parquet"] == answer["rows"] and len(answer["rows"]) > 25
    assert (published.folder / "parquet" / "mart_audit_result.parquet").exists()


def test_the_manifest_tells_what_is_there(published: Build, answer: dict) -> None:
    manifest = json.loads((published.folder / "publications" / "current" / "manifest.json").read_text())
    assert manifest["rows"] == answer["rows"]
    assert manifest["ledger_digest"] == published.value("select ledger_digest from marts.meta_build")
    assert Path(published.folder / "audit.html").read_text(encoding="utf-8").startswith("<!doctype html>")
