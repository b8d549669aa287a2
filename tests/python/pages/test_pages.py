"""The static site: whole and safe as files, and alive in a real browser.

The tests of the first half read the files; those of the second drive a headless Chromium and skip,
saying so, where there is none or Playwright isn't installed.
"""

from __future__ import annotations

import html
import json
import os
import posixpath
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import duckdb
import pytest
import yaml

import readings
from builds import LEAN, REPOSITORY, Build, dbt, green, write
from landings import ODD_NAMES
from marts import year_before

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PAGES = (
    "index.html",
    "lists/pro/index.html",
    "lists/pro/1999.html",
    "lists/womens/index.html",
    "lists/europe/index.html",
    "players/index.html",
    "players/EU022.html",
    "pools/Korea.html",
    "events/index.html",
    "events/E05.html",
    "games.html",
    "compare.html",
    "method.html",
    "komi.html",
    "meaning.html",
    "quality.html",
)


def build_site(database: Path, out: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(REPOSITORY / "pages" / "build.py"), "--database", str(database), "--out", str(out)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
        **options,
    )


def built(database: Path, out: Path) -> Path:
    run = build_site(database, out)
    assert run.returncode == 0, run.stderr
    return out


@pytest.fixture(scope="session")
def site(demonstration: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the demonstration league, made like everybody's: `make site` of what is published."""
    project = tmp_path_factory.mktemp("site")
    shutil.copy(REPOSITORY / "Makefile", project)
    shutil.copytree(REPOSITORY / "pages", project / "pages", ignore=shutil.ignore_patterns("dist", "__pycache__"))
    (project / "warehouse").symlink_to(demonstration.folder)
    environment = Path(sys.prefix)  # of the tests, with nothing to set up
    run = subprocess.run(
        ["make", "-o", str(environment / ".ready"), f"VENV={environment}", "site"],
        cwd=project,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    return project / "pages" / "dist"


class Page(HTMLParser):
    """What the tests ask of a page: its links, its ids, and what it loads."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if tag == "a" and attributes.get("href"):
            self.links.append(str(attributes["href"]))
        if tag in ("script", "img", "iframe") and attributes.get("src"):
            self.loaded.append(str(attributes["src"]))
        if tag == "link" and attributes.get("href"):
            self.loaded.append(str(attributes["href"]))


def pages_of(site: Path) -> dict[Path, Page]:
    return {file: Page(file) for file in sorted(site.rglob("*.html"))}


def broken_links(site: Path) -> list[str]:
    """Links and loaded files that lead nowhere, and queries that name what there is no data for."""
    files = {file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()}
    pages = {file.relative_to(site).as_posix(): page for file, page in pages_of(site).items()}
    wrong = []
    for name, page in pages.items():
        for link in page.links + page.loaded:
            parts = urlsplit(link)
            target = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path))) if parts.path else name
            )
            query = {key: value for key, (value,) in parse_qs(parts.query).items()}
            needed = {target} | {f"players/{query[key]}.html" for key in ("player", "vs") if key in query}
            needed |= {f"{folder}s/{query[folder]}.html" for folder in ("pool", "event") if folder in query}
            needed |= {f"lists/{query['list']}/index.html"} if "list" in query else set()
            if target == "game.html" and query:
                needed.add(f"data/games/{query['year']}.js")
            if parts.scheme or parts.netloc or not needed <= files:
                wrong.append(f"{name}: {link}")
            elif parts.fragment and parts.fragment not in pages[target].ids:
                wrong.append(f"{name}: {link} (no such place)")
    return wrong


def data(site: Path, key: str) -> Any:
    """What a data script hands over."""
    text = (site / "data" / f"{key}.js").read_text(encoding="utf-8")
    return json.loads(text[text.index(",") + 1 : text.rindex(")")])


def unpacked(table: dict[str, Any]) -> list[dict[str, Any]]:
    """A table by columns, as chunks.packed writes it, as rows."""
    columns = [
        [cell["of"][number] for number in cell.get("at", [0] * table["number"])]
        if "of" in cell
        else [cell["after"] + value for value in cell["all"]]
        if "after" in cell
        else cell["all"]
        for cell in table["cells"]
    ]
    return [dict(zip(table["columns"], row, strict=True)) for row in zip(*columns, strict=True)]


def test_every_link_leads_somewhere(site: Path) -> None:
    assert broken_links(site) == []


def test_pages_are_sound_html(site: Path) -> None:
    for file, page in pages_of(site).items():
        tags = [tag for tag, _ in page.tags]
        assert tags.count("h1") == 1 and tags.count("main") == 1, file
        assert len(page.ids) == len(set(page.ids)), file
        assert dict(page.tags)["html"]["lang"] == "en", file
        assert tags.count("table") == tags.count("caption") + (file.name == "games.html"), (
            f"{file}: a table without a caption"
        )
        assert all(attributes.get("scope") for tag, attributes in page.tags if tag == "th"), (
            f"{file}: a head without a scope"
        )
        assert "#main" in page.links, f"{file}: no way to skip the head"


def test_foot_tells_where_the_numbers_come_from(site: Path, demonstration: Build) -> None:
    ((through, sha, digest),) = demonstration.rows("select data_through, git_sha, ledger_digest from marts.meta_build")
    for name in PAGES:
        text = (site / name).read_text(encoding="utf-8").replace("<time>", "").replace("</time>", "")
        foot = text[text.index("<footer>") :]
        assert (
            str(through) in foot
            and sha[:10] in foot
            and digest in foot
            and "elo_v1" in foot
            and "demonstration league" in foot
        )


def test_leaderboards_are_those_of_the_mart(site: Path, demonstration: Build) -> None:
    for page, rating_list, day in (
        ("pro/index", "pro", "2025-12-01"),
        ("pro/1999", "pro", "1999-12-31"),
        ("womens/1999", "womens", "1999-12-31"),
    ):
        text = (site / "lists" / f"{page}.html").read_text(encoding="utf-8")
        shown = re.findall(
            r'players/(\w+)\.html.*?class="n rating">(\d+)<', text[text.index("leaderboard leaders") :], re.S
        )
        assert shown == demonstration.rows(
            "select player_id, rating_display::varchar from marts.leaderboard_asof(?, ?::date) where is_active or ?",
            rating_list,
            day,
            page.endswith("index"),
        )


def test_ranks_and_pools_are_those_of_the_marts(site: Path, demonstration: Build) -> None:
    text = (site / "lists" / "europe" / "index.html").read_text(encoding="utf-8")
    shown = re.findall(
        r'players/(\w+)\.html.*?data-sort="[-\d.]+">(\d+[kdp])', text[text.index("leaderboard leaders") :], re.S
    )
    assert sorted(shown) == demonstration.rows(
        "select player_id, rank_held from marts.mart_promotion where list_id = 'europe' and method_id = 'egf_v1' order by all"
    )
    text = (site / "players" / "EU022.html").read_text(encoding="utf-8")
    assert re.findall(r'<td class="n rating">(\w+)</td>', text[text.index('id="ranks-europe"') :]) == [
        rank
        for (rank,) in demonstration.rows(
            "select rank_after from marts.fct_rank_history where player_id = 'EU022' and method_id = 'egf_v1' order by played_on desc"
        )
    ]
    ((rating, people),) = demonstration.rows(
        "select round(arg_max(rating_after, ledger_no)), count(distinct player_id) from marts.fct_rating_ledger "
        "where rated_unit_id = 'POOL:Korea' and list_id = 'pro' and method_id = 'elo_v1'"
    )
    text = (site / "pools" / "Korea.html").read_text(encoding="utf-8")
    assert f'<p class="big">{rating:.0f}</p>' in text and f"{people} players in" in text


def test_games_behind_a_number_are_as_many(site: Path, demonstration: Build) -> None:
    """The facets, from which the page of games counts, agree with the marts that print the numbers."""
    rows, predictions = (unpacked(facets) for facets in data(site, "facets").values())
    for komi, games, black_wins in demonstration.rows(
        "select komi, games, black_wins from marts.mart_black_win_by_komi"
    ):
        assert sum(row["games"] for row in rows if row["komi"] == komi) == games
        assert sum(row["games"] for row in rows if row["komi"] == komi and row["winner"] == "black") == black_wins
    for at, rating_list in enumerate(data(site, "index")["lists"]):
        for reason, games in demonstration.rows(
            "select not_rated_reason, count(*) from marts.fct_game_eligibility where list_id = ? group by all",
            rating_list["slug"],
        ):
            assert sum(row["games"] for row in rows if row["reasons"][at] == reason) == games
        for pool, games in demonstration.rows(
            "select pool, count(*) from marts.fct_rating_ledger join marts.dim_rated_unit using (rated_unit_id) "
            "where list_id = ? and dim_rated_unit.is_pool and method_id = 'elo_v1' group by all",
            rating_list["slug"],
        ):
            slug = "Other_countries" if pool == "Other countries" else pool
            assert sum(row["games"] for row in rows if slug in row["pools"] and row["reasons"][at] is None) == games
    current = "join marts.dim_rating_list using (list_id, method_id)"
    for rating_list, period, bin_no, games in demonstration.rows(
        f"select list_id, split, bin_no, games from marts.mart_calibration {current}"
    ):
        found = [
            row for row in predictions if (row["list"], row["period"], row["chance"]) == (rating_list, period, bin_no)
        ]
        assert sum(row["games"] for row in found) == games
    kinds = demonstration.rows(
        f"select list_id, period, subgroup, games from marts.mart_method_score {current} "
        "where period_kind = 'split' and subgroup != 'all'"
    )
    assert len({kind for _, _, kind, _ in kinds}) == 14
    for rating_list, period, kind, games in kinds:
        found = [
            row for row in predictions if (row["list"], row["period"]) == (rating_list, period) and kind in row["kinds"]
        ]
        assert sum(row["games"] for row in found) == games, kind


def test_a_player_without_rating_has_a_page(site: Path, demonstration: Build) -> None:
    (player,) = demonstration.rows(
        "select min(player_id) from marts.dim_player where player_id not in (select player_id from marts.mart_leaderboard)"
    )[0]
    assert "no rating of their own" in (site / "players" / f"{player}.html").read_text(encoding="utf-8")


def test_same_warehouse_same_site(site: Path, demonstration: Build, tmp_path: Path) -> None:
    again = built(demonstration.file, tmp_path / "again")
    files = {file.relative_to(site): file.read_bytes() for file in site.rglob("*") if file.is_file()}
    assert files == {file.relative_to(again): file.read_bytes() for file in again.rglob("*") if file.is_file()}


def test_other_files_are_never_replaced(demonstration: Build, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    run = build_site(demonstration.file, tmp_path)
    assert run.returncode == 1 and "holds other files" in run.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_a_link_to_the_folder_stays_a_link(names_only: Build, tmp_path: Path) -> None:
    """A web server's folder, which it goes on serving; also before there is a site in it."""
    served = tmp_path / "server" / "www"
    served.parent.mkdir()
    (tmp_path / "dist").symlink_to(served)
    for _ in range(2):
        built(names_only.file, tmp_path / "dist")
        assert (tmp_path / "dist").is_symlink() and (served / "index.html").is_file()
        assert [path.name for path in served.parent.iterdir()] == ["www"]


def test_what_can_not_be_written_is_said_in_one_sentence(names_only: Build, tmp_path: Path) -> None:
    """A disk that is full while pages are written, a file in the folder's place: the old site stays, nothing is left."""
    out = built(names_only.file, tmp_path / "dist")
    before = {file: file.stat().st_mtime_ns for file in out.rglob("*")}
    full = build_site(names_only.file, out, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
    (tmp_path / "file").touch()
    for run, place in ((full, out), (build_site(names_only.file, tmp_path / "file" / "dist"), tmp_path / "file")):
        assert run.returncode == 1 and run.stderr.count("\n") == 1, run.stderr
        assert "No site was written" in run.stderr and "--out" in run.stderr and str(place) in run.stderr
    assert {file: file.stat().st_mtime_ns for file in out.rglob("*")} == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dist", "file"]


def test_no_warehouse_is_said_in_one_sentence(tmp_path: Path) -> None:
    run = build_site(tmp_path / "none.duckdb", tmp_path / "dist")
    assert run.returncode == 1 and run.stderr.count("\n") == 1 and "build the warehouse first" in run.stderr


def test_proof_is_told(site: Path, demonstration: Build) -> None:
    text = re.sub(r"<[^>]*>", "", (site / "method.html").read_text(encoding="utf-8"))
    ((log_loss, games),) = demonstration.rows(
        "select log_loss, games from marts.mart_method_score "
        "where list_id = 'pro' and method_id = 'elo_v1' and period = 'test' and subgroup = 'all'"
    )
    for told in (
        f"{log_loss:.4f}",
        f"{games:,} test games",
        "best on train",
        "The yearly check",
        "Do favourites win as often as predicted?",
    ):
        assert told in text, told


def exposures() -> dict[str, dict[str, Any]]:
    file = REPOSITORY / "models" / "docs" / "_exposures_site.yml"
    return {exposure["name"]: exposure for exposure in yaml.safe_load(file.read_text(encoding="utf-8"))["exposures"]}


def test_exposures_depend_on_what_the_pages_read(site: Path) -> None:
    """The site notes the marts that each kind of page queries, and pages get no data but what they are noted to load."""
    reads = json.loads((site / ".go_ratings_site").read_text(encoding="utf-8"))
    assert {name: exposure["depends_on"] for name, exposure in exposures().items()} == {
        f"{kind}_page": [f"ref('{mart}')" for mart in marts] for kind, marts in reads.items()
    }


def test_exposures_say_where_their_pages_are(site: Path) -> None:
    for name, exposure in exposures().items():
        assert list(site.glob(re.sub(r"\{\w+\}", "*", exposure["url"]))), name
        assert exposure["owner"]["name"] and exposure["maturity"] == "high"


# In a browser ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed: the site isn't tried in a browser"
    )
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed (CHROMIUM may name one): the site isn't tried in a browser")
    with playwright.sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield running
        running.close()


class Visitor:
    """A reader with a browser window, who takes note of everything that goes wrong in it."""

    def __init__(self, browser: Any, site: Path, **window: Any) -> None:
        self.site = site
        self.wrong: list[str] = []
        self.page = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | window)).new_page()
        self.page.on("console", lambda message: self.wrong.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", self.note_dialog)
        self.loading: set[Any] = set()
        self.page.on("request", self.note_request)
        self.page.on("requestfinished", lambda request: self.loading.discard(request))
        self.page.on("requestfailed", lambda request: self.loading.discard(request))

    def note_request(self, request: Any) -> None:
        self.loading.add(request)
        if not request.url.startswith(self.site.resolve().as_uri()):
            self.wrong.append(f"left the site: {request.url}")

    def note_dialog(self, dialog: Any) -> None:
        self.wrong.append(dialog.message)
        dialog.dismiss()

    def open(self, address: str) -> Any:
        self.page.goto(f"{self.site.resolve().as_uri()}/{address}")
        return self.page

    def settled(self, address: str) -> Any:
        """The page with all that its scripts load and draw: nothing is on its way, and two frames later still nothing.

        The driver's own "networkidle" waits half a second for that, on every page.
        """
        self.open(address)
        still = 0
        while still < 2:
            self.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))")
            still = 0 if self.loading else still + 1
        return self.page

    def close(self) -> None:
        self.page.context.close()
        assert self.wrong == []


@pytest.fixture
def visitor(browser: Any, site: Path) -> Iterator[Visitor]:
    visitor = Visitor(browser, site)
    yield visitor
    visitor.close()


@pytest.fixture(scope="module")
def strongest(demonstration: Build) -> tuple[str, str]:
    """The two players who met most often."""
    return demonstration.rows(
        "select player_id, opponent_id from marts.mart_head_to_head order by games desc, 1 limit 1"
    )[0]


def test_changes_are_of_twelve_months(site: Path, demonstration: Build) -> None:
    """On the last day, which is no year's end, as on any other."""
    for page, day, before in (("index", "2025-12-01", "2024-12-01"), ("1999", "1999-12-31", "1998-12-31")):
        text = (site / "lists" / "pro" / f"{page}.html").read_text(encoding="utf-8")
        shown = re.findall(
            r'players/(\w+)\.html.*?class="n change">([^<]+)<', text[text.index("leaderboard leaders") :], re.S
        )
        expected = demonstration.rows(
            "select now.player_id, round(now.rating - earlier.rating)::integer from marts.leaderboard_asof('pro', ?::date) as now "
            "left join marts.leaderboard_asof('pro', ?::date) as earlier using (player_id) where now.is_active or ? order by now.rank_no",
            day,
            before,
            page == "index",
        )
        assert [
            (player, None if change == "–" else int(change.replace("−", "-").replace("±", "")))
            for player, change in shown
        ] == expected
        assert f"12 months: since <time>{before}</time>" in text
    board = demonstration.rows(
        "select player_id from marts.leaderboard_asof('pro', date '2025-12-01') where active_rank_no = 1"
    )
    home = (site / "index.html").read_text(encoding="utf-8")
    assert board[0][0] in home and "since <time>2024-12-01</time>" in home


def test_the_day_twelve_months_before() -> None:
    assert year_before(date(2024, 2, 29)) == date(2023, 2, 28) and year_before(date(2025, 3, 1)) == date(2024, 3, 1)


def test_a_stone_has_the_colour_of_the_name_beside_it(
    site: Path, demonstration: Build, strongest: tuple[str, str]
) -> None:
    text = (site / "players" / f"{strongest[0]}.html").read_text(encoding="utf-8")
    last = text[text.index("Last games") :]
    shown = re.findall(
        r'game\.html\?year=\d+&amp;id=([^"&]+)".*?class="stone (\w+)".*?players/(\w+)\.html|$', last, re.S
    )
    colours = {
        (game, player): colour if known else "unknown"
        for game, known, *both in demonstration.rows(
            "select game_id, colours_known, black_id, white_id from marts.fct_game"
        )
        for player, colour in zip(both, ("black", "white"))
    }
    told = [(unquote(game), colour, player) for game, colour, player in shown if game]
    assert len(told) == 10 and {"black", "white"} <= {colour for _, colour, _ in told}
    assert [(game, colour) for game, colour, player in told if colours[game, player] != colour] == []


def test_the_front_page_counts_what_there_is(site: Path, demonstration: Build) -> None:
    ((games, players, rated),) = demonstration.rows(
        "select (select count(*) from marts.fct_game), (select count(distinct player_id) from marts.fct_game_player), "
        "(select count(distinct game_id) from marts.fct_game_eligibility where is_rated)"
    )
    text = re.sub(r"<[^>]*>", "", (site / "index.html").read_text(encoding="utf-8"))
    assert f"{games:,} games by {players:,} players" in text and f"{rated:,} of them move a rating" in text
    assert rated < games


# Codes of the marts, with underscores or blanks, which are for machines. Ids of methods are told where numbers are checked.
CODES = (
    "nihon kiin|kansai kiin|pool v pool|other division|no class|source conflict|both lose|(?:elo|egf|whr|aga|glicko2) v1"
    "|not established|gap \\d+ \\d+|komi to 5 5|exact day|games held|rows set aside|no: \\w+"
)


def visible(text: str) -> str:
    """What a reader sees of a page's text, but for what is marked as code."""
    text = re.sub(r"<(script|style|code|head)\b.*?</\1>", " ", text, flags=re.S)
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text)))


def test_people_read_words_and_no_codes(site: Path) -> None:
    code = re.compile(rf"\b(?:{CODES}|{CODES.replace(' ', '_')}|[a-z]+(?:_[a-z0-9]+)+)\b")
    wrong = {}
    for file in sorted(site.rglob("*.html")):
        found = set(code.findall(visible(file.read_text(encoding="utf-8"))))
        if found and file.name != "quality.html":  # which quotes the rows of files
            wrong[file.relative_to(site).as_posix()] = found
    assert wrong == {}


def test_the_menu_says_where_one_is(site: Path) -> None:
    """On every page one entry, or the front page's own."""
    for file, page in pages_of(site).items():
        marked = [
            attributes
            for tag, attributes in page.tags
            if tag == "a" and attributes.get("aria-current") in ("page", "true")
        ]
        here = [attributes for attributes in marked if "/" in str(attributes["href"]) or file.parent == site]
        assert here, file
    text = (site / "players" / "EU022.html").read_text(encoding="utf-8")
    assert '<a href="../players/index.html" aria-current="true">' in text
    assert '<a href="../../lists/pro/index.html" aria-current="true">' in (
        site / "lists" / "pro" / "1999.html"
    ).read_text(encoding="utf-8")


def test_players_who_may_be_one_say_so(demonstration: Build, tmp_path: Path) -> None:
    ((alias, player, evidence),) = demonstration.rows(
        "select alias, player_id, evidence from marts.mart_proposed_alias "
        "where alias in (select player_id from marts.dim_player) order by all limit 1"
    ) or [(None, None, None)]
    file = tmp_path / "twins.duckdb"
    shutil.copy(demonstration.file, file)
    if alias is None:
        alias, player, evidence = "D001", "D002", "names are alike"
        with duckdb.connect(str(file)) as warehouse:
            columns = warehouse.execute(
                "select column_name, data_type, is_nullable from duckdb_columns() where table_name = 'mart_proposed_alias' and schema_name = 'marts'"
            ).fetchall()
            filled = {"BIGINT": "0", "BOOLEAN": "false", "DATE": "date '2000-01-01'", "VARCHAR": "'likely'"}
            given = {"alias": f"'{alias}'", "player_id": f"'{player}'", "evidence": f"'{evidence}'"}
            warehouse.execute(
                "insert into marts.mart_proposed_alias values ("
                + ", ".join(given.get(name, filled.get(kind, "null")) for name, kind, _ in columns)
                + ")"
            )
    out = built(file, tmp_path / "dist")
    for one, other in ((alias, player), (player, alias)):
        text = (out / "players" / f"{one}.html").read_text(encoding="utf-8")
        assert (
            "May be the same person as" in text
            and f'href="../players/{other}.html"' in text
            and html.escape(evidence) in text
        )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_pages_load_in_both_themes_and_widths(
    browser: Any, site: Path, strongest: tuple[str, str], theme: str, width: int
) -> None:
    visitor = Visitor(browser, site, viewport={"width": width, "height": 844}, color_scheme=theme)
    one, other = strongest
    for address in (
        *PAGES,
        f"players/{one}.html",
        f"compare.html?a={one}&b={other}",
        f"games.html?player={one}&list=pro&rated=1",
    ):
        page = visitor.settled(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{address} scrolls sideways"
        ink, paper = page.evaluate(
            "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
        )
        lightness = [sum(map(float, re.findall(r"[\d.]+", colour)[:3])) for colour in (ink, paper)]
        assert (lightness[0] < lightness[1]) == (theme == "light"), f"{address}: {ink} on {paper}"
    visitor.close()


def test_every_entry_of_the_menu_is_seen_on_a_phone(browser: Any, site: Path) -> None:
    visitor = Visitor(browser, site, viewport={"width": 390, "height": 844})
    page = visitor.open("method.html")
    boxes = [link.bounding_box() for link in page.locator("header nav a").all()]
    assert len(boxes) >= 10
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    visitor.close()


def told_number(text: str) -> float | None:
    """The number that a cell begins with."""
    found = re.match(r"[±+]?(-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?)(?=$|[\s%s])", text.replace("−", "-"))
    return float(found[1].replace(",", "")) if found else None


def test_every_column_sorts_both_ways(visitor: Visitor, strongest: tuple[str, str]) -> None:
    """Every sortable table of every kind of page: numbers as numbers, days as days, and what says nothing last."""
    sorted_as = set()
    for address in (
        "lists/pro/index.html",
        "lists/pro/1999.html",
        "lists/europe/index.html",
        "players/index.html",
        f"players/{strongest[0]}.html",
        "players/EU022.html",
        "pools/Korea.html",
        "events/index.html",
        "events/E05.html",
        "method.html",
        "quality.html",
    ):
        page = visitor.open(address)
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        tables = page.locator("table[data-sortable]")
        for at in range(tables.count()):
            heads = tables.nth(at).locator("thead th button")
            for column in range(heads.count()):
                ways = []
                for _ in range(2):
                    ways.append(
                        page.evaluate(
                            """([at, column]) => {
                                const table = document.querySelectorAll("table[data-sortable]")[at];
                                const head = table.tHead.rows[0].cells[column];
                                head.querySelector("button").click();
                                return [head.getAttribute("aria-sort"), [...table.tBodies[0].rows].map((row) => {
                                    const cell = row.cells[column];
                                    return [cell.dataset.sort ?? cell.textContent.trim(), cell.textContent.trim()];
                                })];
                            }""",
                            [at, column],
                        )
                    )
                where = (address, at, column)
                assert {way for way, _ in ways} == {"ascending", "descending"}, where
                for way, cells in ways:
                    texts = [text for text, _ in cells]
                    told = [text for text in texts if text not in ("", "–")]
                    assert told == texts[: len(told)], f"{where}: what says nothing isn't last"
                    if all(re.fullmatch(r"\d{4}(-\d\d){0,2}", text) for text in told) and any(
                        "-" in text for text in told
                    ):
                        keys: list[Any] = list(told)
                        sorted_as.add("day")
                    elif all(told_number(text) is not None for text in told):
                        keys = [told_number(text) for text in told]
                        sorted_as.add("number")
                    else:
                        sorted_as.add("text")
                        continue
                    assert keys == sorted(keys, reverse=way == "descending"), (where, way)
    assert sorted_as == {"day", "number", "text"}
    page = visitor.open("lists/pro/index.html")
    page.get_by_label("also show").check()
    for head in ("Rating", "Rating", "Rank"):
        page.get_by_role("button", name=head, exact=True).click()
    ranks = [int(text) for text in page.locator(".leaderboard tbody td.rank").all_inner_texts()]
    assert ranks == sorted(ranks) and len(ranks) > 100, "ranks are numbers, the first one first"


def test_words_are_sorted_as_a_reader_would(visitor: Visitor) -> None:
    page = visitor.open("index.html")
    order = "([texts, way]) => ratings.order(texts, way).map((number) => texts[number])"
    for texts, ascending in (
        (["10", "9", "", "1,000", "−3", "±0", "–"], ["−3", "±0", "9", "10", "1,000", "", "–"]),
        (["1962-08-06", "1962", "", "1962-08"], ["1962", "1962-08", "1962-08-06", ""]),
        (["round 10", "round 9"], ["round 9", "round 10"]),
        (["12.5%", "3%"], ["3%", "12.5%"]),
        (["1e-7", "0.5"], ["1e-7", "0.5"]),
        (["31 of 42", "4 of 5"], ["4 of 5", "31 of 42"]),
        (["2d", "–", "10k"], ["2d", "10k", "–"]),
    ):
        assert page.evaluate(order, [texts, 1]) == ascending
        told = [text for text in ascending if text not in ("", "–")]
        assert page.evaluate(order, [texts, -1])[: len(told)] == told[::-1]


def test_theme_is_switched_and_remembered(visitor: Visitor) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    page = visitor.open("index.html")
    light = page.evaluate(paper)
    page.get_by_role("button", name="Switch between light and dark").click()
    dark = page.evaluate(paper)
    visitor.open("method.html")
    assert light != dark == page.evaluate(paper)


@pytest.mark.parametrize(
    "typed",
    [
        "東郷直美",
        "東郷",
        "とうごうなおみ",
        "トウゴウ",
        "ﾄｳｺﾞｳ",
        "Tōgō Naomi",
        "togo naomi",
        "NAOMI TOGO",
        "tougou",
        "Tohgoh",
        "Ｔｏｇｏ　Ｎａｏｍｉ",
    ],
)
def test_search_finds_a_player_however_written(visitor: Visitor, typed: str) -> None:
    page = visitor.open("index.html")
    page.get_by_label("Find a player").first.fill(typed)
    option = page.get_by_role("option").filter(has_text="Tōgō Naomi").first
    option.wait_for()
    option.click()
    page.wait_for_url("**/players/*.html")
    assert page.locator("h1").inner_text().startswith("東郷直美")


HARD_SPELLINGS = (
    "Ōtake Hideo",
    "Otake",
    "OHTAKE",
    "Ootake",
    "Ohara",
    "Oh-ara",
    "oh",
    "Honinbo Shūsaku",
    "Hon'inbō",
    "Syusaku",
    "Zyun'iti",
    "Jyunichi",
    "Itchō",
    "Icchou",
    "Kambe",
    "Kampai",
    "Gumma",
    "Tsuchida",
    "Tutida",
    "Huzita",
    "Shuhu",
    "Chuu",
    "yuuki",
    "Ｃｈｏ　Ｃｈｉｋｕｎ",
    "趙治勲",
    "趙治勳",
    "髙尾紳路",
    "高尾紳路",
    "黒瀧",
    "黑滝",
    "𠮷田",
    "吉田",
    "はね なおき",
    "ハネ・ナオキ",
    "ﾊﾈ ﾅｵｷ",
    "ガ",
    "カ\u3099",
    "ｶﾞ",
    "ばーば",
    "ヴ",
    "Łukasz",
    "łukasz",
    "Ångström",
    "Straße",
    "STRASSE",
    "Ærø",
    "Œuvre",
    "Þór",
    "İstanbul",
    "ıspa",
    "ΟΔΥΣΣΕΥΣ",
    "Дмитрий",
    "박정환",
    "파",
    "柯洁",
    "a\u0301\u0323",
    "q\u0304h",
    "o\u0331h",
    "123",
    "１２３",
    "①",
    "ﬁ",
    "P00179",
    "-",
    "",
    " ",
    "😀",
    "e\u200bf",
    "ǅ",
    "ẞ",
    "ŉ",
    "ooh",
    "ouou",
    "uuu",
    "mmb",
)


def test_search_folds_like_the_warehouse(visitor: Visitor, demonstration: Build) -> None:
    """Hard cases, every character that is folded, and every name held, once as it is and once in capitals."""
    definition = demonstration.value(
        "select macro_definition from duckdb_functions() where function_name = 'search_key'"
    )
    folded = "".join(re.findall("'((?:[^']|'')*)'", definition)[:2])
    names = [name for (name,) in demonstration.rows("select distinct alias from marts.dim_player_alias order by 1")]
    assert len(names) > 1000 and "髙" in folded
    spellings = [*HARD_SPELLINGS, *folded, *names, *(name.upper() for name in names)]
    page = visitor.open("index.html")
    found = page.evaluate(
        "async (spellings) => { const { fold } = await ratings.loadNames(); return spellings.map(fold); }", spellings
    )
    expected = [key for (key,) in demonstration.rows("select marts.search_key(unnest(?::varchar[]))", spellings)]
    assert dict(zip(spellings, found)) == dict(zip(spellings, expected))


@pytest.mark.parametrize("typed", ["to", "ta", "naka", "土", "たなか", "tanaka", "EU02", "zzz", "a", "ou"])
def test_search_answers_like_find_player(visitor: Visitor, demonstration: Build, typed: str) -> None:
    page = visitor.open("index.html")
    found = page.evaluate(
        "async (typed) => ratings.find(await ratings.loadNames(), typed).map(({ slug }) => slug)", typed
    )
    expected = [player for (player,) in demonstration.rows("select player_id from marts.find_player(?)", typed)]
    assert found[: len(expected)] == expected, "whom other scripts would find comes after"


FOREIGN = (
    # id, name, romaji, then what readers type
    ("X1", "朴世乭", "Park Sedol", ("朴世石", "박세돌", "パクセドル", "ぱくせどる", "park sedol")),
    ("X2", "趙斉勲", "Cho Seikun", ("赵齐勋", "趙齊勳", "ちょうせいくん", "チョウセイクン", "ﾁｮｳｾｲｸﾝ")),
    ("X3", "山田太郎", None, ("やまだ", "Yamada Taro", "ヤマダタロウ", "山田太郞")),
    ("X4", "李昌好", "Lee Changho", ("이창호", "李昌好")),
    ("X5", "小野绫子", None, ("小野綾子",)),
    ("X6", "ルーカス・メンデス", None, ("rukasu", "るーかす")),
    ("X7", "申眞佑", "Shin Jinwoo", ("신진우", "申真佑")),
)


@pytest.fixture(scope="module")
def foreign_site(demonstration: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration's site without kana, and with players from elsewhere."""
    folder = tmp_path_factory.mktemp("foreign")
    file = folder / "foreign.duckdb"
    shutil.copy(demonstration.file, file)
    with duckdb.connect(str(file)) as warehouse:
        warehouse.execute("update marts.dim_player set name_kana = null")
        warehouse.execute("delete from marts.dim_player_alias where regexp_matches(alias, '[\u3041-\u30fa]')")
        for player, name, romaji, _ in FOREIGN:
            warehouse.execute(
                "insert into marts.dim_player by name select ? as player_id, ? as name_ja, ? as name_display, ? as name_romaji, "
                "'' as sort_ja, '' as sort_en",
                [player, name, name, romaji],
            )
            for alias, kind in ((name, "name_ja"), (romaji, "name_romaji")):
                if alias:
                    warehouse.execute(
                        "insert into marts.dim_player_alias by name "
                        "select ? as player_id, ? as alias, ? as kind, marts.search_key(?) as search_key",
                        [player, alias, kind, alias],
                    )
    return built(file, folder / "dist")


def test_search_finds_names_in_other_scripts_and_forms(browser: Any, foreign_site: Path) -> None:
    visitor = Visitor(browser, foreign_site)
    page = visitor.open("index.html")
    for player, name, _, typed in FOREIGN:
        for text in typed:
            found = page.evaluate(
                "async (text) => ratings.find(await ratings.loadNames(), text).map(({ slug }) => slug)", text
            )
            assert player in found[:3], (name, text, found[:5])
    # a player of the demonstration whose kana nobody gives any more
    field = page.get_by_label("Find a player").first
    field.fill("とうごう")
    page.get_by_role("option").filter(has_text="Tōgō Naomi").first.wait_for()
    assert page.evaluate("ratings.koreanSound('Lee Changho') === ratings.koreanSound('이창호')")
    assert page.evaluate("ratings.koreanSound('Kim') !== ratings.koreanSound('박')")
    visitor.close()


def test_the_script_reads_kana_as_the_program_does(visitor: Visitor, demonstration: Build) -> None:
    names = [
        kana
        for (kana,) in demonstration.rows("select distinct name_kana from marts.dim_player where name_kana is not null")
    ]
    spellings = [*names, "いきょう", "フィリップ", "ｼﾞｭﾝｲﾁ", "まっちゃ", "ジェシー", "っ", "Ann と Bo"]
    page = visitor.open("index.html")
    found = page.evaluate(
        "async (spellings) => { const { respell } = await ratings.loadNames(); return spellings.map((text) => respell(text)[1]); }",
        spellings,
    )
    assert dict(zip(spellings, found)) == {text: readings.in_latin(text) for text in spellings}


def test_search_finds_events_and_says_when_it_finds_nothing(visitor: Visitor, demonstration: Build) -> None:
    ((event, name),) = demonstration.rows(
        "select event_id, name from marts.dim_event where name = (select max(name) from marts.dim_event)"
    )
    page = visitor.open("index.html")
    field = page.get_by_label("Find a player").first
    field.fill(name)
    page.get_by_role("option").filter(has_text=name).first.click()
    page.wait_for_url(f"**/events/{event}.html")
    field = visitor.open("index.html").get_by_label("Find a player").first
    field.fill("qqqqzzzz")
    nothing = page.get_by_text("Nothing here is called “qqqqzzzz”")
    nothing.wait_for()
    field.fill("togo")
    page.get_by_role("option").first.wait_for()
    assert not nothing.is_visible()
    page = visitor.open("players/index.html?q=qqqqzzzz")
    page.get_by_text("No player here is called so").wait_for()
    page = visitor.open(f"players/index.html?q={name}")
    page.locator("#events-found").get_by_text(name, exact=True).wait_for()


def test_search_goes_by_keyboard_and_without_a_choice(visitor: Visitor) -> None:
    page = visitor.open("index.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    field = page.get_by_label("Find a player").first
    field.press_sequentially("togo")
    page.get_by_role("option").first.wait_for()
    field.press("ArrowDown")
    chosen = page.locator(f"#{field.get_attribute('aria-activedescendant')}").inner_text()
    field.press("Enter")
    page.wait_for_url("**/players/*.html")
    assert page.locator("h1").inner_text()[:2] == chosen[:2]

    field = visitor.open("index.html").get_by_label("Find a player").first
    field.press_sequentially("togo")
    page.get_by_role("option").first.wait_for()
    field.press("Enter")
    page.wait_for_url("**/players/index.html?q=togo")
    names = page.locator("tr[data-player]:visible").all_inner_texts()
    assert names and all("Tōgō" in name for name in names)


def test_rating_chart_draws_and_tells(visitor: Visitor, demonstration: Build, strongest: tuple[str, str]) -> None:
    page = visitor.open(f"players/{strongest[0]}.html")
    chart = page.locator('figure[data-rating-chart="pro"] svg')
    chart.wait_for()
    (days, peak) = demonstration.rows(
        "select count(distinct played_on), any_value(round(peak_rating)::integer) from marts.fct_rating_ledger join marts.mart_player_peak "
        "using (list_id, method_id, player_id) where list_id = 'pro' and method_id = 'elo_v1' and player_id = ?",
        strongest[0],
    )[0]
    drawn = chart.locator("path.line").get_attribute("d")
    assert drawn.count("H") == drawn.count("V") == days - 1 and "L" not in drawn, "a rating stays until the next game"
    assert chart.locator("rect.band").count() == 1
    assert chart.locator("text.peak-label").inner_html() == f"peak {peak}"
    chart.focus()
    page.keyboard.press("End")
    told = page.locator(".tip").inner_text()
    assert "on 2025-" in told and "against" in told
    page.keyboard.press("Enter")
    page.wait_for_url("**/game.html?*")
    assert page.get_by_text("Change = K × (score − expected score)").count() >= 1


def shown_games(page: Any) -> int:
    """How many games the page of games says there are."""
    page.locator("#found:not(:empty)").wait_for()
    text = page.locator("#found").inner_text().replace(",", "")
    return 0 if text == "No game." else int(re.findall(r"\d+", text)[-1])


def test_numbers_lead_to_the_games_behind_them(visitor: Visitor, strongest: tuple[str, str]) -> None:
    """Every different kind of number on a player's page, and some of other pages."""
    for address in (
        f"players/{strongest[0]}.html",
        "players/EU022.html",
        "lists/pro/1999.html",
        "pools/Other_countries.html",
        "method.html",
        "komi.html",
        "events/E05.html",
        "quality.html",
    ):
        page = visitor.open(address)
        links = page.eval_on_selector_all("a.count", "links => links.map(link => [link.textContent, link.href])")
        kinds: dict[tuple[str, ...], tuple[str, str]] = {}
        for number, link in links:
            if not number.endswith("%"):
                kinds.setdefault((urlsplit(link).path.rsplit("/")[-1], *parse_qs(urlsplit(link).query)), (number, link))
        assert kinds, address
        for number, link in kinds.values():
            page.goto(link)
            assert shown_games(page) == int(number.replace(",", "")), link


def test_more_games_are_shown_on_demand(visitor: Visitor) -> None:
    page = visitor.open("games.html?event=E01")
    total = shown_games(page)
    rows = page.locator("#games tbody tr")
    assert rows.count() == 200 < total
    page.get_by_role("button", name="Show more").click()
    page.wait_for_function("document.querySelectorAll('#games tbody tr').length === 400")


def test_a_game_says_why_it_is_not_rated(visitor: Visitor, demonstration: Build) -> None:
    for reason, rule in demonstration.rows("select reason, rule from marts.dim_not_rated_reason"):
        found = demonstration.rows(
            "select min(game_id), arg_min(year(played_on), game_id) from marts.fct_game_eligibility join marts.fct_game using (game_id) "
            "where not_rated_reason = ? having count(*) > 0",
            reason,
        )
        for game_id, year in found:
            page = visitor.open(f"game.html?year={year}&id={game_id}")
            page.locator(".verdict").first.wait_for()
            assert rule in page.locator("main").inner_text()


def test_comparison_is_that_of_the_mart(visitor: Visitor, demonstration: Build, strongest: tuple[str, str]) -> None:
    one, other = strongest
    page = visitor.open("compare.html")
    for label, player in (("First player", one), ("Second player", other)):
        (name,) = demonstration.rows("select name_romaji from marts.dim_player where player_id = ?", player)[0]
        page.get_by_label(label).fill(name)
        page.get_by_role("option").first.click()
        page.wait_for_url(f"**={player}*")
    page.locator(".score").wait_for()
    ((wins, losses),) = demonstration.rows(
        "select wins, losses from marts.mart_head_to_head where player_id = ? and opponent_id = ?", one, other
    )
    assert page.locator(".score .big").inner_text() == f"{wins} – {losses}"
    assert page.locator(".canvas path.line").count() == 2
    ((score, met, expected),) = demonstration.rows(
        "select sum(score), count(*), sum(expected_score) from marts.fct_rating_ledger "
        "where list_id = 'pro' and method_id = 'elo_v1' and rated_unit_id = ? and opponent_unit_id = ?",
        one,
        other,
    )
    told = page.get_by_role("row", name="Against each other").get_by_role("cell").first.inner_text()
    found = re.fullmatch(r"([\d.]+) of (\d+) expected ([\d.]+)", told)
    assert found and (float(found[1]), int(found[2])) == (score, met) and abs(float(found[3]) - expected) < 0.1


def test_a_comparison_says_why_record_and_rated_games_differ(visitor: Visitor, demonstration: Build) -> None:
    one, other, games, rated = demonstration.rows(
        "select met.player_id, met.opponent_id, any_value(met.games), count(ledger.game_id) from marts.mart_head_to_head as met "
        "join marts.fct_rating_ledger as ledger on ledger.rated_unit_id = met.player_id and ledger.opponent_unit_id = met.opponent_id "
        "where ledger.list_id = 'pro' and ledger.method_id = 'elo_v1' "
        "group by 1, 2 having any_value(met.games) > count(ledger.game_id) order by 3 desc, 1, 2 limit 1"
    )[0]
    page = visitor.open(f"compare.html?a={one}&b={other}&list=pro")
    page.locator(".score").wait_for()
    told = page.get_by_text("games in the record,").inner_text()
    assert f"Of the {games} games in the record, {games - rated} " in told
    assert sum(map(int, re.findall(r" (\d+)(?=[,.])", told.split("list: ")[1]))) == games - rated
    links = page.locator("p.note a.count", has_text=re.compile(r"^\d+$")).all()
    link = links[-1]
    number = int(link.inner_text())
    link.click()
    assert shown_games(page) == number


def test_a_line_goes_forward_whatever_is_known_of_the_days(visitor: Visitor) -> None:
    """A game of some day in August is taken as its last, as the ledger does, and no rating moves before it is played."""
    page = visitor.open("method.html")
    drawn = page.evaluate(
        """async () => {
            const figure = ratings.element("figure", { class: "chart" });
            document.querySelector("main").prepend(figure);
            ratings.ratingChart(figure, { digits: 0 }, "x", [{ name: "x", points: [["1972-08-15", 1500], ["1972-08", 1510], ["1972", 1520], ["1988-01-05", 1600]] }]);
            await new Promise((done) => setTimeout(done, 200));
            return figure.querySelector("path.line").getAttribute("d");
        }"""
    )
    across = [float(each) for each in re.findall(r"[MH]([\d.]+)", drawn)]
    assert across == sorted(across) and len(set(across)) == 4 and "L" not in drawn


def test_inactive_players_are_shown_on_demand(visitor: Visitor, demonstration: Build) -> None:
    ((everybody, active),) = demonstration.rows(
        "select count(*), count(*) filter (is_active) from marts.mart_leaderboard where list_id = 'pro' and method_id = 'elo_v1'"
    )
    page = visitor.open("lists/pro/index.html")
    rows = page.locator(".leaderboard tbody tr:visible")
    assert rows.count() == active
    page.get_by_label("also show").check()
    assert rows.count() == everybody
    page.get_by_role("button", name="Rated games").click()
    games = [int(text) for text in page.locator(".leaderboard tbody td:nth-child(6)").all_inner_texts()]
    assert games == sorted(games, reverse=True)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_are_accessible(browser: Any, site: Path, strongest: tuple[str, str], theme: str) -> None:
    """axe-core finds nothing serious on any kind of page, with everything unfolded that can be."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed").Axe()
    visitor = Visitor(browser, site, color_scheme=theme)
    one, other = strongest
    checked = 0
    for address in (
        "index.html",
        "lists/europe/index.html",
        f"players/{one}.html",
        "players/EU022.html",
        "pools/Korea.html",
        "players/index.html?q=togo",
        "players/index.html?q=zzz",
        f"compare.html?a={one}&b={other}",
        "events/index.html",
        "events/E05.html",
        f"games.html?player={one}&vs={other}&list=pro&year=2019",
        "game.html?year=1999&id=demonstration%20league%3A1999-100",
        "method.html",
        "komi.html",
        "meaning.html",
        "quality.html",
    ):
        page = visitor.settled(address)
        page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
        found = axe.run(page, options={"preload": False, "resultTypes": ["violations"]}).response
        checked += len(found["passes"])
        serious = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        assert [(each["id"], each["nodes"][0]["target"]) for each in serious] == [], address
    assert checked > 400
    visitor.close()


def focused(page: Any) -> str:
    return page.evaluate("document.activeElement.innerText || document.activeElement.id")


def test_keyboard_leads_through_a_page(visitor: Visitor, demonstration: Build) -> None:
    page = visitor.open("lists/pro/index.html")
    reached = []
    while "Rated games" not in reached and len(reached) < 60:
        page.keyboard.press("Tab")
        reached.append(focused(page))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none", reached
    order = [
        reached.index(each)
        for each in ("Skip to the content", "Go ratings", "search", "Professional list", "Data", "Rank", "Rated games")
    ]
    assert order == sorted(order)
    head = page.locator(".leaderboard th", has_text="Rated games")
    for key, direction, pick in (("Enter", "descending", "max"), ("Space", "ascending", "min")):
        page.keyboard.press(key)
        assert head.get_attribute("aria-sort") == direction
        games = demonstration.value(
            f"select {pick}(rated_games) from marts.mart_leaderboard where list_id = 'pro' and method_id = 'elo_v1' and is_active"
        )
        assert page.locator(".leaderboard tbody tr:visible td:nth-child(6)").first.inner_text() == f"{games:,}"

    visitor.open("lists/pro/1999.html")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert focused(page) == "Rated by Elo"


def test_lists_of_a_comparison_change_by_keyboard(visitor: Visitor, demonstration: Build) -> None:
    one, other = (
        player
        for (player,) in demonstration.rows(
            "select player_id from marts.mart_leaderboard where list_id = 'womens' and method_id = 'elo_v1' order by rated_games desc, 1 limit 2"
        )
    )
    page = visitor.open(f"compare.html?a={one}&b={other}")
    tab = page.get_by_role("navigation", name="Rating list").get_by_role("link", name="Women's tournaments")
    tab.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**list=womens**")
    assert tab.get_attribute("aria-current") == "true"
    page.get_by_label("Ratings after each rated game, Women's tournaments").wait_for()


def test_charts_are_told_in_words(visitor: Visitor, demonstration: Build, strongest: tuple[str, str]) -> None:
    page = visitor.open(f"players/{strongest[0]}.html")
    chart = page.locator("svg[aria-roledescription=chart]")
    chart.wait_for()
    told = page.locator(f"#{chart.get_attribute('aria-describedby')}").inner_text()
    ((games, last, highest),) = demonstration.rows(
        "select count(*), arg_max(rating_after, ledger_no), max(rating_after) from marts.fct_rating_ledger "
        "where list_id = 'pro' and method_id = 'elo_v1' and rated_unit_id = ?",
        strongest[0],
    )
    assert f"{games} points, from " in told and f" to {last:.0f} (" in told and f"highest {highest:.0f} (" in told


@pytest.mark.parametrize(
    ("name", "chart"),
    [
        ("method.html", "Score against the predicted one"),
        ("komi.html", "Share of games won by Black, by komi"),
        ("quality.html", "Games by year"),
    ],
)
def test_a_point_of_a_chart_leads_to_its_games(visitor: Visitor, name: str, chart: str) -> None:
    page = visitor.open(name)
    picture = page.get_by_label(chart).first
    picture.focus()
    page.keyboard.press("End")
    told = page.locator(".tip:visible").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url("**/games.html?*")
    games = re.search(r"([\d,]+) games", told) or re.search(r"([\d,]+)\n", told)
    assert games and shown_games(page) == int(games[1].replace(",", ""))


def test_file_names_are_safe_everywhere() -> None:
    sys.path.insert(0, str(REPOSITORY / "pages"))
    try:
        from marts import slugs
    finally:
        sys.path.pop(0)
    ids = ["D001", "Ada Bo", "Con", "nul", "LPT1", "index", "a/b", "../x", "é", "Bo", "BO", "", "__proto__"]
    ids += [slugs(["é"])[0], slugs(["é"])[0].upper()]  # players who are called as another one's page is
    names = slugs(ids)
    assert names[:2] == ["D001", "Ada_Bo"] and len({name.casefold() for name in names}) == len(ids)
    assert all(re.fullmatch("x[0-9a-f]{16}", name) for name in names[2:])


GAMES = "source_game_id,played_on,event,black,white,result,handicap,black_rank,white_rank\n"
SMALL_LANDINGS = {
    "no rated game": {"games": GAMES + "a,2001-01-10,,Ann,Bo,B+R,3,,\nb,2001-01-11,,Bo,Cy,B+R,3,,"},
    "European only": {
        "games": GAMES + "a,2023-01-10,Open,Ann,Bo,B+R,,1d,2k\nb,2023-01-11,Open,Bo,Cy,B+R,2,2k,4k",
        "events": "event_id,name,scope,status,format,division,class\nOpen,Open,international,official,individual,open,A",
    },
}


@pytest.mark.parametrize("landing", SMALL_LANDINGS)
def test_pages_of_next_to_nothing(browser: Any, tmp_path: Path, landing: str) -> None:
    folder = write(tmp_path / "landing", **SMALL_LANDINGS[landing])
    build = green(dbt(tmp_path / "warehouse", "build", *LEAN, landing=folder))
    out = built(build.file, tmp_path / "dist")
    assert broken_links(out) == []
    visitor = Visitor(browser, out, viewport={"width": 390, "height": 844})
    for file in sorted(out.rglob("*.html")):
        address = file.relative_to(out).as_posix() + ("?a=Ann&b=Bo" if file.name == "compare.html" else "")
        page = visitor.settled(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, f"{address} scrolls sideways"
        assert not re.search(
            r"\b(None|NaN|undefined|nan)\b", page.locator("body").inner_text().replace("\nNone.", "")
        ), address
        assert not page.locator("table:visible:not(:has(tbody tr))").count(), f"{address}: a table without rows"
    visitor.close()


def test_markup_and_odd_ids_stay_text(browser: Any, names_only: Build, tmp_path: Path) -> None:
    """Names are ids here, and some are hostile: markup, paths, ids that differ in case only, no end of letters."""
    file = tmp_path / "odd.duckdb"
    shutil.copy(names_only.file, file)
    with duckdb.connect(str(file)) as warehouse:
        for old, new in (("Cup", "__proto__"), ("Draw", "constructor")):
            for table, column in warehouse.execute(
                "select table_name, column_name from duckdb_columns() join duckdb_tables() using (table_name, schema_name) "
                "where schema_name = 'marts' and column_name in ('event_id', 'scope_value') "
                "or table_name = 'dim_event' and column_name = 'name'"
            ).fetchall():
                warehouse.execute(f'update marts."{table}" set "{column}" = ? where "{column}" = ?', [new, old])
    out = built(file, tmp_path / "dist")
    assert broken_links(out) == []
    assert not any("<img" in file.read_text(encoding="utf-8") for file in out.rglob("*.html"))

    visitor = Visitor(browser, out)
    page = visitor.open("players/index.html")
    for name in ODD_NAMES:
        page.get_by_label("Name in any script").fill(name)
        page.locator("tr[data-player]:visible a.name").get_by_text(name, exact=True).click()
        page.wait_for_url("**/players/*")
        assert page.locator("h1").inner_text() == name
        page.get_by_role("link", name="All 4 games").click()
        assert shown_games(page) == 4
        page.locator("td.day a").first.click()
        page.locator(".verdict").first.wait_for()
        page = visitor.open("players/index.html")
    # An event called like a part that every object of a script has, and addresses that ask for such parts.
    for address in (
        "games.html?player=Ada",
        "games.html?year=2010&constructor=1&toString=1",
        "games.html?player=Ada&list=constructor",
        "games.html?year=2010&event=__proto__&lacks=valueOf&result=constructor&outcome=constructor&pool=toString",
        "compare.html?a=Ada&b=Bo",
    ):
        page = visitor.settled(address)
        told = page.locator("body").inner_text()
        assert "[object" not in told and "native code" not in told, address
    assert "__proto__" in told
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        longest = data(out, "index")["players"]
        one, other = (player[0] for player in longest if len(player[1]) >= 100)
        for address in (
            "index.html",
            "players/index.html",
            "lists/pro/index.html",
            f"players/{one}.html",
            f"players/{other}.html",
            f"compare.html?a={one}&b={other}",
            f"games.html?player={one}",
            "method.html",
        ):
            visitor.settled(address)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{address} scrolls sideways"
    visitor.close()


def test_the_front_page_tells_what_comes_next(site: Path, demonstration: Build) -> None:
    """Every fixture that the list's method has a chance for, with it, and that of the match."""
    text = re.sub(r"<[^>]*>", " ", (site / "index.html").read_text(encoding="utf-8"))
    fixtures = demonstration.rows(
        "select event, chance, match_chance, best_of from marts.mart_forecast where is_current_method and chance is not null"
    )
    assert len(fixtures) >= 4
    for event, chance, match_chance, best_of in fixtures:
        assert html.escape(event, quote=True).replace("&#x27;", "&#39;") in text and f"{100 * chance:.0f}%" in text
        assert best_of == 1 or f"{100 * match_chance:.0f}%" in text


@pytest.mark.parametrize("day", ["1971-05-03", "1999-12-31", "2004-02-29", "2025-12-01", "1900-01-01"])
def test_a_list_on_any_day_is_that_of_the_warehouse(visitor: Visitor, demonstration: Build, day: str) -> None:
    page = visitor.settled(f"lists/pro/index.html?day={day}")
    expected = demonstration.rows(
        "select now.rank_no, now.active_rank_no, now.player_id, now.rating_display, now.rated_games, now.last_played_on::varchar, "
        "earlier.active_rank_no, round(now.rating - earlier.rating)::integer "
        "from marts.leaderboard_asof('pro', ?::date) as now "
        "left join marts.leaderboard_asof('pro', ?::date - interval 1 year) as earlier using (player_id) "
        "order by now.rank_no, now.player_id",
        day,
        day,
    )
    if not expected:
        page.get_by_text("No game was rated by that day.").wait_for()
        return
    page.locator("#when", has_text=day).wait_for()
    page.locator("#board caption time", has_text=day).wait_for()
    shown = page.evaluate(
        """() => [...document.querySelectorAll("#board tbody tr")].map((row) => {
            const text = (part) => row.querySelector(part)?.textContent ?? null;
            const number = (told) => (told === null || told === "–" ? null : Number(told.replace("−", "-").replace(/[±?]/g, "")));
            return [number(text(".among-all")), number(text(".among-active")), row.querySelector("a.name").href.match(/(\\\\w+)\\\\.html$/)[1],
                number(text(".rating")), number(row.cells[5].textContent.trim()), row.cells[6].textContent,
                number(row.cells[4].textContent), number(row.cells[3].textContent)];
        })""".replace("\\\\", "\\")
    )
    assert shown == [list(row) for row in expected]
    links = page.locator("#board a.count")
    assert f"until={day}" in (links.first.get_attribute("href") or "")


@pytest.mark.parametrize("rating_list", ["pro", "womens", "europe"])
def test_the_next_game_is_that_of_the_warehouse(visitor: Visitor, demonstration: Build, rating_list: str) -> None:
    """Chances of pairs near and far, by the list's method and by its best predictor, as marts.forecast gives them."""
    players = demonstration.rows(
        "select player_id, name_display from marts.mart_leaderboard inner join marts.dim_rating_list using (list_id, method_id) "
        "inner join marts.dim_player using (player_id) where list_id = ? order by rating",
        rating_list,
    )
    ends = (players[0], players[len(players) // 3], players[len(players) // 2], players[-1])
    for (one, name), (other, _) in ((ends[3], ends[2]), (ends[0], ends[3]), (ends[1], ends[2])):
        page = visitor.open(f"compare.html?a={one}&b={other}&list={rating_list}")
        page.locator("table.next").wait_for()
        assert name in page.locator("table.next caption").inner_text()
        shown = page.evaluate(
            "() => [...document.querySelectorAll('table.next tbody tr')].map((row) => "
            "[...row.cells].slice(1).map((cell) => Number(cell.textContent.replace(/[<>%]/g, ''))))"
        )
        expected = demonstration.rows(
            "select chance, match_chance, marts.match_probability(chance, 5), marts.match_probability(chance, 7) "
            "from marts.forecast(?, ?, ?, 3) as told "
            "left join (select list_id, arg_min(method_id, (log_loss, method_id)) as method_id from marts.mart_method_score "
            "where period = 'test' and subgroup = 'all' group by list_id) as best using (list_id) "
            "where told.is_current_method or told.method_id = best.method_id order by told.is_current_method desc",
            rating_list,
            one,
            other,
        )
        assert len(shown) == len(expected) > 0
        for percents, chances in zip(shown, expected, strict=True):
            assert percents == pytest.approx([100 * chance for chance in chances], abs=1.01)


def test_what_a_gap_means_is_told(site: Path, demonstration: Build) -> None:
    text = (site / "method.html").read_text(encoding="utf-8")
    (chance,) = demonstration.rows("select chance from marts.chance_by_gap('elo_v1', 1500) where gap = 200")[0]
    assert chance == pytest.approx(0.76, abs=0.001)
    assert re.search(r'<th scope="row" class="n">200</th><td class="n">76%</td>', text)


def test_provisional_ratings_are_marked(site: Path, demonstration: Build) -> None:
    text = (site / "lists" / "pro" / "index.html").read_text(encoding="utf-8")
    shown = re.findall(r'players/(\w+)\.html(?:(?!</tr>).)*class="provisional"', text[text.index("leaders") :], re.S)
    expected = demonstration.rows(
        "select player_id from marts.mart_leaderboard where list_id = 'pro' and method_id = 'elo_v1' and is_provisional"
    )
    assert sorted(shown) == sorted(player for (player,) in expected) and shown
    assert "Provisional: fewer than 30 rated games." in text
    marked = (site / "players" / f"{shown[0]}.html").read_text(encoding="utf-8")
    assert 'title="fewer than 30 rated games">provisional' in marked


def test_a_players_form_and_facts(site: Path, demonstration: Build) -> None:
    text = (site / "players" / "D108.html").read_text(encoding="utf-8")
    wins = demonstration.value(
        "select count(*) filter (winner_id = 'D108') from (select game.winner_id from marts.fct_game as game "
        "inner join marts.fct_game_player as own on game.game_id = own.game_id and own.player_id = 'D108' "
        "where own.counts_for_record and game.winner_id is not null "
        "order by game.played_on desc, game.sequence desc, game.source desc, game.source_game_id desc limit 20)"
    )
    assert f"The last 20 games in the record, oldest first: {wins} won" in text
    assert text.count('<i class="won"></i>') == wins
    ((organisation, rank),) = demonstration.rows(
        "select arg_max(organisation, (game.played_on, game.sequence, game.source_game_id)), "
        "arg_max(if(game.black_id = own.player_id, black_rank, white_rank), (game.played_on, game.sequence, game.source_game_id)) "
        "from marts.fct_game_player as own inner join marts.fct_game as game using (game_id) where own.player_id = 'D108'"
    )
    assert {"nihon_kiin": "Nihon Ki-in", "kansai_kiin": "Kansai Ki-in"}[organisation] in text and f"{rank} · " in text


def test_strangers_are_told_what_a_rating_means(site: Path, demonstration: Build) -> None:
    text = visible((site / "meaning.html").read_text(encoding="utf-8"))
    players, first, middle = demonstration.rows(
        "select count(*), max(rating_display), list(rating_display order by rating desc)[count(*) // 2 + 1] "
        "from marts.mart_leaderboard where list_id = 'pro' and method_id = 'elo_v1' and is_active"
    )[0]
    assert f"The first of {players} active players has {first}, the one in the middle {middle}." in text
    assert re.search(r"\b200 76% \d\d%", text)
    for term in ("Burn-in", "Provisional", "Pool", "Komi"):
        assert term in text
