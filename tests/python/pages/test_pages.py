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
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import duckdb
import pytest
import yaml

from builds import LEAN, REPOSITORY, Build, dbt, green, write
from landings import ODD_NAMES

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
        text = (site / name).read_text(encoding="utf-8")
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
            "select player_id, rating_display::varchar from marts.leaderboard_asof(?, ?::date)", rating_list, day
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
    rows, predictions = (
        [dict(zip(facets["columns"], row)) for row in facets["rows"]] for facets in data(site, "facets").values()
    )
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
    assert "no rating of his or her own" in (site / "players" / f"{player}.html").read_text(encoding="utf-8")


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
    assert found == [player for (player,) in demonstration.rows("select player_id from marts.find_player(?)", typed)]


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
    assert chart.locator("path.line").get_attribute("d").count("L") == days - 1
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
        f"compare.html?a={one}&b={other}",
        "events/index.html",
        "events/E05.html",
        f"games.html?player={one}&vs={other}&list=pro&year=2019",
        "game.html?year=1999&id=demonstration%20league%3A1999-100",
        "method.html",
        "komi.html",
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
    assert focused(page) == "Method elo_v1"


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
        ("quality.html", "Games held, by year"),
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
