"""What is published, read by the clients that people have: older DuckDBs, SQLAlchemy, ADBC, Arrow and Parquet readers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from builds import Build

PACKAGES = (
    "duckdb==1.2.2",
    "duckdb-engine==0.17.0",
    "sqlalchemy==2.0.44",
    "pyarrow==22.0.0",
    "adbc-driver-manager==1.13.0",
    "duckdb-cli==1.4.4",
)
TOP = "select player_id, rating from marts.leaderboard_asof('pro', date '1999-12-31') order by rating desc limit 3"
READ = """
import json, sys
import adbc_driver_manager.dbapi, duckdb, sqlalchemy
import pyarrow.parquet
file, folder, top = sys.argv[1:]
answer = {"duckdb": duckdb.__version__}
with duckdb.connect(file, read_only=True) as connection:
    ask = lambda sql: connection.execute(sql).fetchall()
    answer["top"] = ask(top)
    answer["chance"] = ask("select marts.win_probability('egf_2021_v1', 1850, 2400, 5, 0.5)")[0][0]
    answer["rank"] = ask("select marts.rating_to_rank('egf', marts.rank_to_rating('egf', '3d'))")[0][0]
    answer["card"] = len(ask("select * from marts.player_card('" + answer["top"][0][0] + "')"))
    answer["why"] = len(ask("select * from marts.why_not_rated((select min(game_id) from marts.fct_game))"))
    answer["found"] = ask("select player_id from marts.find_player('淺野榮一')")
    answer["other_keys"] = ask("select alias from marts.dim_player_alias where marts.search_key(alias) != search_key")
    answer["uncommented"] = ask("select count(*) from duckdb_columns() where schema_name = 'marts' and comment is null")[0][0]
    answer["rows"] = dict(ask("select table_name, estimated_size from duckdb_tables() where schema_name = 'marts'"))
    answer["arrow"] = connection.execute("from marts.mart_leaderboard").arrow().num_rows
engine = sqlalchemy.create_engine("duckdb:///" + file, connect_args={"read_only": True})
with engine.connect() as connection:
    answer["sqlalchemy"] = connection.execute(sqlalchemy.text("select count(*) from marts.fct_game")).scalar()
inspector = sqlalchemy.inspect(engine)
answer["tables"] = inspector.get_table_names(schema="marts")
columns = inspector.get_columns("mart_leaderboard", schema="marts")
answer["columns"] = [[column["name"], column["nullable"], column["comment"]] for column in columns]
adbc = {"driver": duckdb.duckdb.__file__, "entrypoint": "duckdb_adbc_init"}
with adbc_driver_manager.dbapi.connect(**adbc, db_kwargs={"path": file, "access_mode": "READ_ONLY"}) as connection:
    with connection.cursor() as cursor:
        cursor.execute(top)
        answer["adbc"] = [list(row.values()) for row in cursor.fetch_arrow_table().to_pylist()]
    catalogs = connection.adbc_get_objects(depth="tables", db_schema_filter="marts").read_all().to_pylist()
    answer["adbc_tables"] = [
        table["table_name"]
        for catalog in catalogs for schema in catalog["catalog_db_schemas"] or () for table in schema["db_schema_tables"]
    ]
answer["parquet"] = {name: pyarrow.parquet.read_table(f"{folder}/{name}.parquet").num_rows for name in answer["rows"]}
print(json.dumps(answer))
"""


@pytest.fixture(scope="module")
def clients(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clients' programs, installed apart from the project."""
    folder = tmp_path_factory.mktemp("clients")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, capture_output=True)
    python = folder / "bin" / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PACKAGES], check=True, capture_output=True)
    return folder / "bin"


@pytest.fixture(scope="module")
def answer(demonstration: Build, clients: Path) -> dict:
    """What they answer about the published files."""
    files = (str(demonstration.folder / "go_ratings.duckdb"), str(demonstration.folder / "parquet"))
    run = subprocess.run([str(clients / "python"), "-c", READ, *files, TOP], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_an_older_duckdb_reads_tables_and_functions(demonstration: Build, answer: dict) -> None:
    assert answer["duckdb"] == "1.2.2"
    assert [tuple(row) for row in answer["top"]] == demonstration.rows(TOP)
    chance = demonstration.value("select marts.win_probability('egf_2021_v1', 1850, 2400, 5, 0.5)")
    assert answer["rank"] == "3d" and answer["chance"] == pytest.approx(chance)
    assert answer["card"] >= 1 and answer["why"] == 3 and answer["uncommented"] == 0
    assert answer["found"] == [["D005"]] and answer["other_keys"] == []


def test_sqlalchemy_arrow_and_parquet_see_the_same_rows(demonstration: Build, answer: dict) -> None:
    assert answer["sqlalchemy"] == demonstration.value("select count(*) from marts.fct_game")
    assert answer["arrow"] == demonstration.value("select count(*) from marts.mart_leaderboard")
    assert answer["parquet"] == answer["rows"] and len(answer["rows"]) > 25
    assert (demonstration.folder / "parquet" / "mart_audit_result.parquet").exists()


def test_sqlalchemy_and_adbc_show_what_there_is(demonstration: Build, answer: dict) -> None:
    """What a BI tool asks for before it draws: tables, columns, which may be empty, and what they mean."""
    assert set(answer["tables"]) == set(answer["adbc_tables"]) == set(answer["rows"])
    assert answer["columns"] == [
        list(row)
        for row in demonstration.rows(
            "select column_name, is_nullable, comment from duckdb_columns() where table_name = 'mart_leaderboard' "
            "order by column_index"
        )
    ]
    assert [tuple(row) for row in answer["adbc"]] == demonstration.rows(TOP)


def test_the_command_line_of_another_version_reads_it(demonstration: Build, clients: Path) -> None:
    program = clients / "duckdb"
    program.chmod(0o755)  # some versions of pip install it without the right to run
    file = str(demonstration.folder / "go_ratings.duckdb")

    def ask(sql: str) -> list[dict]:
        run = subprocess.run(
            [str(program), "-readonly", "-json", file, sql], capture_output=True, text=True, check=True
        )
        return json.loads(run.stdout)

    assert ask("select version() as version") == [{"version": "v1.4.4"}]
    assert [tuple(row.values()) for row in ask(TOP)] == demonstration.rows(TOP)


def test_the_manifest_tells_what_is_there(demonstration: Build, answer: dict) -> None:
    manifest = json.loads((demonstration.folder / "publications" / "current" / "manifest.json").read_text())
    assert manifest["rows"] == answer["rows"]
    assert manifest["ledger_digest"] == demonstration.value("select ledger_digest from marts.meta_build")
    assert Path(demonstration.folder / "audit.html").read_text(encoding="utf-8").startswith("<!doctype html>")
