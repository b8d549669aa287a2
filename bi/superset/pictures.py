"""Takes the dashboards' pictures in a real browser, and says what each chart's query answered there."""

from __future__ import annotations

import argparse
import json
import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Response, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
SLUGS = ("go-ratings-officer", "go-ratings-fan", "go-ratings-method")
# Wide enough for tables, and so tall that Superset draws every row: it leaves out what is far from the screen.
WIDTH, HEIGHT = 1500, 5200
DRAWN = """expected => document.querySelectorAll('.slice_container').length >= expected
    && !document.querySelector('.dashboard-component-chart-holder [data-test="loading-indicator"]')
    && !document.querySelector('.dashboard-component-chart-holder .loading')"""
BOTTOM = """Math.max(...[...document.querySelectorAll('.dashboard-component')]
    .map(part => part.getBoundingClientRect().bottom))"""


@dataclass
class Seen:
    """What a browser saw of a dashboard: rows by chart, and what went wrong."""

    rows: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def sign_in(page: Page, address: str, password: str) -> None:
    page.goto(f"{address}/login/")
    page.fill("input#username, input[name=username]", "admin")
    page.fill("input#password, input[name=password]", password)
    page.click("button[type=submit], input[type=submit]")
    page.wait_for_url(lambda url: "/login" not in url)


def look(page: Page, address: str, slug: str, picture: Path) -> Seen:
    """Opens a dashboard, waits until every chart is drawn, and takes its picture."""
    seen = Seen()
    answers: list[Response] = []
    page.on("response", lambda response: answers.append(response) if "/api/v1/chart/data" in response.url else None)
    page.on("pageerror", lambda error: seen.faults.append(f"script: {error}"))
    page.goto(f"{address}/superset/dashboard/{slug}/")
    page.wait_for_selector(".dashboard-component-chart-holder")
    charts = page.request.get(f"{address}/api/v1/dashboard/{slug}/charts").json()["result"]
    names: dict[int, str] = {chart["id"]: chart["slice_name"] for chart in charts}
    page.wait_for_function(DRAWN, arg=len(names), timeout=90_000)
    page.wait_for_timeout(2_000)  # charts are drawn with a movement
    for answer in answers:
        sent: dict[str, Any] = json.loads(answer.request.post_data or "{}")
        # The filter's own query belongs to no chart.
        name = names.get(sent.get("form_data", {}).get("slice_id"), "List")
        if answer.status == 200:
            seen.rows[name] = max(result["rowcount"] for result in answer.json()["result"])
        else:
            seen.faults.append(f"{name}: {answer.status} {answer.text()[:500]}")
    seen.faults += [f"{name}: no query" for name in names.values() if name not in seen.rows]
    seen.faults += [alert.inner_text() for alert in page.query_selector_all('[role="alert"]')]
    picture.parent.mkdir(parents=True, exist_ok=True)
    height = min(HEIGHT, page.evaluate(BOTTOM) + 24)
    page.screenshot(path=str(picture), clip={"x": 0, "y": 0, "width": WIDTH, "height": height})
    return seen


def take(address: str, password: str, folder: Path) -> dict[str, Seen]:
    """What the browser saw of each dashboard; their pictures are in the folder."""
    found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale="en-GB")
        page = context.new_page()
        sign_in(page, address, password)
        page.close()
        for slug in SLUGS:
            page = context.new_page()
            found[slug] = look(page, address, slug, folder / f"{slug}.png")
            page.close()
        browser.close()
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    here = Path(__file__).parent / "dist"
    arguments.add_argument("--address", default="http://127.0.0.1:8088")
    arguments.add_argument("--password-file", type=Path, default=here / "home" / "password")
    arguments.add_argument("--out", type=Path, default=here / "pictures")
    given = arguments.parse_args()
    for slug, seen in take(given.address, given.password_file.read_text(encoding="utf-8"), given.out).items():
        print(given.out / f"{slug}.png")
        for name, rows in seen.rows.items():
            print(f"  {rows:6} rows  {name}")
        for fault in seen.faults:
            print(f"  FAULT  {fault}")


if __name__ == "__main__":
    main()
