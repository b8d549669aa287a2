"""Superset's assets: what they say of the data, and a real Superset that imports them and draws them."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pytest
import yaml

import assets
from builds import REPOSITORY, Build, publish_changed

ENVIRONMENT = REPOSITORY / ".venv-superset"
# What has no rows in the demonstration: nothing differs from a publication that is the first, its professional list has no
# ranks by rating, and nobody in it is written in two ways.
MAY_BE_EMPTY = {
    "Ratings that moved since the last publication",
    "Two names that may be one player",
    "Who may be promoted",
}


@pytest.fixture(scope="module")
def made(demonstration: Build) -> dict[str, Any]:
    return assets.assets(demonstration.folder / "go_ratings.duckdb")


def of_kind(made: dict[str, Any], kind: str) -> dict[str, Any]:
    return {Path(name).stem: content for name, content in made.items() if name.startswith(f"{kind}/")}


# What the assets say ---------------------------------------------------------------------------------


def test_everything_is_described(made: dict[str, Any]) -> None:
    datasets = of_kind(made, "datasets")
    assert {"game_player", "prediction", "rating_month", "leaderboard", "number_one"} <= set(datasets)
    for dataset in datasets.values():
        assert dataset["description"]
        assert all(column["description"] for column in dataset["columns"])
        assert all(metric["description"] for metric in dataset["metrics"])


def test_a_description_is_the_mart_s_own(demonstration: Build, made: dict[str, Any]) -> None:
    said = {
        column["column_name"]: column["description"] for column in of_kind(made, "datasets")["leaderboard"]["columns"]
    }
    comments = dict(
        demonstration.rows("select column_name, comment from duckdb_columns() where table_name = 'mart_leaderboard'")
    )
    assert len(comments) > 10 and comments.items() <= said.items()


def metric_values(demonstration: Build, made: dict[str, Any], metric: str, dataset: str, *by: str) -> dict[tuple, Any]:
    """A metric by some columns, asked of its dataset as Superset asks."""
    of = of_kind(made, "datasets")[dataset]
    expression = next(it["expression"] for it in of["metrics"] if it["metric_name"] == metric)
    rows = demonstration.rows(
        f"select {', '.join(by)}, {expression} from ({of['sql']}) as virtual_table group by {', '.join(by)}"
    )
    return {tuple(row[:-1]): row[-1] for row in rows}


def test_metrics_are_those_of_the_marts(demonstration: Build, made: dict[str, Any]) -> None:
    rates = metric_values(demonstration, made, "win_rate", "game_player", "player_id")
    careers = "select player_id, win_rate from marts.mart_player_record where scope = 'career' and win_rate is not null"
    for player, rate in demonstration.rows(careers):
        assert rates[(player,)] == pytest.approx(rate)
    komi = metric_values(demonstration, made, "black_win_rate", "prediction", "game__komi")
    for points, rate in demonstration.rows("select komi, black_win_rate from marts.mart_black_win_by_komi"):
        assert komi[(points,)] == pytest.approx(rate)
    losses = metric_values(demonstration, made, "log_loss", "prediction", "list_id", "method_id", "split")
    scores = "select list_id, method_id, period, log_loss from marts.mart_method_score where period_kind = 'split' and subgroup = 'all'"
    for *key, loss in demonstration.rows(scores):
        assert losses[tuple(key)] == pytest.approx(loss)


def test_ratings_of_different_players_are_never_added(demonstration: Build, made: dict[str, Any]) -> None:
    ask = lambda *by: metric_values(demonstration, made, "rating_at_month_end", "rating_month", *by)  # noqa: E731
    last = "select list_id, method_id, player_id, arg_max(rating_end, month_start) from marts.mart_rating_month group by all"
    assert ask("list_id", "method_id", "player_id") == {tuple(key): rating for *key, rating in demonstration.rows(last)}
    assert set(ask("list_id", "method_id").values()) == {None}


def layer(folder: Path, metric: str) -> assets.SemanticLayer:
    """The semantic layer with one more metric."""
    shutil.copytree(REPOSITORY / "models" / "metrics", folder / "metrics")
    (folder / "metrics" / "more.yml").write_text(f"metrics: [{metric}]", encoding="utf-8")
    return assets.SemanticLayer(folder / "metrics")


@pytest.mark.parametrize(
    ("metric", "sentence"),
    [
        ("{name: new, type: cumulative, type_params: {measure: games}}", "metric new: cumulative"),
        (
            "{name: new, type: ratio, type_params: {numerator: {name: wins, filter: x}, denominator: games}}",
            "metric new: inputs with filters",
        ),
        ("{name: new, type: ratio, type_params: {numerator: wins, denominator: brier}}", "several semantic models"),
    ],
)
def test_a_metric_that_would_be_said_wrongly_is_refused(tmp_path: Path, metric: str, sentence: str) -> None:
    with pytest.raises(NotImplementedError, match=sentence):
        layer(tmp_path, metric).expression("new")


def test_a_filter_is_part_of_each_aggregate(tmp_path: Path) -> None:
    model, sql = layer(
        tmp_path,
        "{name: new, type: derived, filter: \"{{ Dimension('game_player__colour') }} = 'black'\", "
        "type_params: {expr: wins - losses, metrics: [wins, losses]}}",
    ).expression("new")
    assert model["name"] == "game_player" and sql.count("filter (where (colour = 'black'))") == 2


def test_a_name_that_is_nothing_is_said(demonstration: Build) -> None:
    with demonstration_file(demonstration) as published:
        datasets = assets.Datasets(published, assets.SemanticLayer(REPOSITORY / "models" / "metrics"), {})
        with pytest.raises(SystemExit, match="mart_nothing is no mart"):
            datasets.get("mart_nothing")
        with pytest.raises(SystemExit, match="mart_leaderboard has no metric or column height"):
            assets.metric_of(datasets.get("mart_leaderboard"), "height")


def demonstration_file(demonstration: Build) -> duckdb.DuckDBPyConnection:
    return duckdb.connect(str(demonstration.folder / "go_ratings.duckdb"), read_only=True)


def test_the_zip_is_the_same_each_time(demonstration: Build, tmp_path: Path) -> None:
    """What was imported before is replaced, not doubled: ids don't change."""
    for name in ("one.zip", "two.zip"):
        assets.write(demonstration.folder / "go_ratings.duckdb", tmp_path / name)
    one, two = (zipfile.ZipFile(tmp_path / name) for name in ("one.zip", "two.zip"))
    assert one.namelist() == two.namelist() and len(one.namelist()) > 40
    assert all(one.read(name) == two.read(name) for name in one.namelist())
    ids = [yaml.safe_load(one.read(name)).get("uuid") for name in one.namelist()[1:]]
    assert len(set(ids)) == len(ids)


# A real Superset ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def python() -> Path:
    """Superset's own Python, installed as `make superset` does."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    run = subprocess.run(
        ["make", f"{ENVIRONMENT.name}/.ready"],
        cwd=REPOSITORY,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        pytest.skip(f"Superset isn't here and can't be installed: {run.stderr.strip().splitlines()[-1:]}")
    return ENVIRONMENT / "bin" / "python"


@dataclass
class Superset:
    """A running Superset: its address, its user's password, and the warehouse it reads."""

    address: str
    password: str
    warehouse: Path
    token: str = ""
    csrf: str = ""
    # Superset ties the second token to its cookie.
    opener: urllib.request.OpenerDirector = field(
        default_factory=lambda: urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    )

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and answer of its API."""
        request = urllib.request.Request(
            f"{self.address}{path}", headers={"Content-Type": "application/json", "Referer": self.address}
        )
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
            request.add_header("X-CSRFToken", self.csrf)
        data = body
        if isinstance(body, bytes):
            request.add_header("Content-Type", "multipart/form-data; boundary=part")
        elif body is not None:
            data = json.dumps(body).encode()
        try:
            with self.opener.open(request, data, timeout=120) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()

    def rows(self, chart: dict[str, Any]) -> list[dict[str, Any]]:
        """What a chart's query answers, asked as its page asks, but without a browser."""
        params = json.loads(chart["params"])
        by = params.get("groupby", [])
        columns = [params.get("x_axis"), *([by] if isinstance(by, str) else by), *params.get("all_columns", ())]
        metrics = params.get("metrics") or [it for it in (params.get("metric"),) if it]
        extras = {
            clause: " and ".join(
                f"({it['sqlExpression']})" for it in params["adhoc_filters"] if it["clause"] == clause.upper()
            )
            for clause in ("where", "having")
        }
        query = {
            "columns": [column for column in columns if column],
            "row_limit": params["row_limit"],
            "extras": extras,
        }
        if metrics:
            query["metrics"] = metrics
        status, answer = self.ask(
            "/api/v1/chart/data",
            {
                "datasource": {"id": chart["datasource_id"], "type": "table"},
                "queries": [query],
                "result_format": "json",
                "force": True,
            },
        )
        assert status == 200, answer
        return answer["result"][0]["data"]


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@pytest.fixture(scope="module")
def superset(demonstration: Build, python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Superset]:
    """A Superset with the assets, over a publication of its own of the demonstration league."""
    folder = tmp_path_factory.mktemp("superset")
    publish_changed(demonstration, folder / "warehouse")
    assets.write(folder / "warehouse" / "go_ratings.duckdb", folder / "assets.zip")
    port, log = free_port(), folder / "log"
    command = [str(python), str(REPOSITORY / "bi" / "superset" / "serve.py"), "--port", str(port)]
    command += ["--assets", str(folder / "assets.zip"), "--home", str(folder / "home")]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with open(log, "w", encoding="utf-8") as written, duckdb.connect(str(folder / "warehouse" / "build.duckdb")):
        # The build file is held as a build holds it.
        running = subprocess.Popen(command, stdout=written, stderr=subprocess.STDOUT, env=environment)
        try:
            found = Superset(f"http://127.0.0.1:{port}", "", folder / "warehouse")
            until = time.monotonic() + 240
            while True:
                assert running.poll() is None and time.monotonic() < until, log.read_text(encoding="utf-8")[-3000:]
                try:
                    urllib.request.urlopen(f"{found.address}/health", timeout=5).close()
                    break
                except (urllib.error.URLError, ConnectionError, TimeoutError):
                    time.sleep(0.5)
            found.password = (folder / "home" / "password").read_text(encoding="utf-8")
            login = {"username": "admin", "password": found.password, "provider": "db"}
            found.token = found.ask("/api/v1/security/login", login)[1]["access_token"]
            found.csrf = found.ask("/api/v1/security/csrf_token/")[1]["result"]
            yield found
        finally:
            running.send_signal(signal.SIGINT)
            try:
                running.wait(20)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


def test_every_chart_answers(superset: Superset, made: dict[str, Any]) -> None:
    charts = superset.ask("/api/v1/chart/?q=(page_size:100)")[1]["result"]
    assert {chart["slice_name"] for chart in charts} == {it["slice_name"] for it in of_kind(made, "charts").values()}
    assert {chart["slice_name"] for chart in charts if not superset.rows(chart)} <= MAY_BE_EMPTY


def test_metrics_and_descriptions_arrive(superset: Superset, made: dict[str, Any]) -> None:
    there = superset.ask("/api/v1/dataset/?q=(page_size:100)")[1]["result"]
    assert {it["table_name"] for it in there} == set(of_kind(made, "datasets"))
    for dataset in there:
        _, answer = superset.ask(f"/api/v1/dataset/{dataset['id']}")
        written = of_kind(made, "datasets")[dataset["table_name"]]
        for name, key, text in (("columns", "column_name", "description"), ("metrics", "metric_name", "expression")):
            assert {it[key]: it[text] for it in answer["result"][name]} == {it[key]: it[text] for it in written[name]}


def test_dashboards_are_there_with_their_charts(superset: Superset, made: dict[str, Any]) -> None:
    for slug, board in of_kind(made, "dashboards").items():
        _, answer = superset.ask(f"/api/v1/dashboard/{slug}/charts")
        placed = {
            it["meta"]["sliceName"]
            for it in board["position"].values()
            if isinstance(it, dict) and it["type"] == "CHART"
        }
        assert {chart["slice_name"] for chart in answer["result"]} == placed != set()


def test_the_page_of_dashboards_imports_it_too(superset: Superset) -> None:
    """As somebody clicks whose Superset is there already; again, so that nothing may be doubled."""
    before = superset.ask("/api/v1/dashboard/")[1]["count"], superset.ask("/api/v1/dataset/")[1]["count"]
    parts = {
        'name="formData"; filename="go_ratings.zip"': (superset.warehouse.parent / "assets.zip").read_bytes(),
        'name="overwrite"': b"true",
    }
    body = b"".join(
        f"--part\r\nContent-Disposition: form-data; {name}\r\n\r\n".encode() + content + b"\r\n"
        for name, content in parts.items()
    )
    status, answer = superset.ask("/api/v1/dashboard/import/", body + b"--part--\r\n")
    assert status == 200, answer
    assert before == (superset.ask("/api/v1/dashboard/")[1]["count"], superset.ask("/api/v1/dataset/")[1]["count"])
    assert before[0] == 3


def test_it_reads_each_publication_beside_a_build(superset: Superset, demonstration: Build) -> None:
    """It opens the file for each query: what is published next is shown at once, and nothing waits for the other."""
    charts = superset.ask("/api/v1/chart/?q=(page_size:100)")[1]["result"]
    games = next(chart for chart in charts if chart["slice_name"] == "Games")

    def ask() -> int:
        ((number,),) = [row.values() for row in superset.rows(games)]
        return number

    there = demonstration.value("select games from marts.meta_build")
    assert ask() == there
    publish_changed(demonstration, superset.warehouse, "update marts.meta_build set games = games + 1")
    assert ask() == there + 1
    publish_changed(demonstration, superset.warehouse)
    assert ask() == there


def test_sql_reads_functions_and_nothing_but_what_is_published(superset: Superset, demonstration: Build) -> None:
    database = superset.ask("/api/v1/database/")[1]["result"][0]["id"]

    def run(sql: str) -> tuple[int, Any]:
        return superset.ask("/api/v1/sqllab/execute/", {"database_id": database, "sql": sql, "runAsync": False})

    leader = "select player_id from marts.leaderboard_asof('pro', date '1999-12-31') where active_rank_no = 1"
    status, answer = run(leader)
    assert status == 200 and [tuple(row.values()) for row in answer["data"]] == demonstration.rows(leader)
    for hostile, why in (
        ("select * from read_text('/etc/hostname')", "file system operations are disabled"),
        ("create table marts.mine (one integer)", "isn't allowed|does not allow|read-only|DML"),
    ):
        status, answer = run(hostile)
        assert status != 200 and re.search(why, answer), answer


def test_a_browser_draws_every_chart(superset: Superset, tmp_path: Path) -> None:
    pytest.importorskip("playwright", reason="no Playwright: the dashboards weren't drawn")
    import pictures

    if pictures.CHROMIUM is None:
        pytest.skip("no Chromium: the dashboards weren't drawn")
    seen = pictures.take(superset.address, superset.password, tmp_path)
    assert list(seen) == list(pictures.SLUGS)
    for slug, board in seen.items():
        assert not board.faults
        assert {name for name, rows in board.rows.items() if rows == 0} <= MAY_BE_EMPTY
        assert (tmp_path / f"{slug}.png").stat().st_size > 50_000
