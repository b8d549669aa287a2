"""Builds the static site from a published warehouse.

    python site/build.py [--database FILE] [--out FOLDER]

The site is plain files: it opens from a disk, from any web server, offline. The folder is
replaced as a whole once every page is written.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import duckdb
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from chunks import write_chunks
from marts import League, Marts, Row, read

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
MARK = ".go_ratings_site"  # tells a folder that this program wrote, which it may replace
SHOWN_ROWS = 200  # of rejected rows and of warnings, per reason
LAST_GAMES = 10
TOP = 10
CHART_TOP = 5
CHART_GAMES = 30


def main() -> int:
    """The command line; exit code 1 and one sentence where nothing can be built."""
    options = argparse.ArgumentParser(description="Builds the static site from a published warehouse.")
    options.add_argument(
        "--database", type=Path, default=PROJECT / "warehouse" / "go_ratings.duckdb", help="the warehouse (%(default)s)"
    )
    options.add_argument("--out", type=Path, default=HERE / "dist", help="folder to write (%(default)s)")
    chosen = options.parse_args()
    started = time.perf_counter()
    try:
        if not chosen.database.is_file():
            raise ValueError("there is no such file; build the warehouse first")
        marts = Marts(chosen.database)
        league = read(marts)
        files, size = publish(marts, league, chosen.out)
    except (ValueError, duckdb.Error) as error:
        print(f"No site from {chosen.database}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    print(
        f"{chosen.out / 'index.html'}: {len(league.players):,} players, {len(league.games):,} games, {files:,} files, "
        f"{size / 1e6:.1f} MB in {time.perf_counter() - started:.1f} s"
    )
    return 0


def publish(marts: Marts, league: League, out: Path) -> tuple[int, int]:
    """Writes the site beside `out` and puts it there when it is whole; gives its files and bytes."""
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise ValueError(f"{out} holds other files; name an empty folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".site-") as scratch:
        folder = Path(scratch) / "new"
        folder.mkdir()
        (folder / MARK).touch()
        shutil.copytree(HERE / "assets", folder / "assets")
        write_chunks(league, folder)
        Pages(marts, league, folder).write()
        written = [file for file in folder.rglob("*") if file.is_file()]
        size = sum(file.stat().st_size for file in written)
        if out.exists():
            out.rename(Path(scratch) / "old")
        folder.rename(out)
    return len(written), size


@pass_context
def count(context: Context, games: int | None, **query: Any) -> Markup:
    """A number of games that links to those games; nothing to follow where it is zero."""
    if not games:
        return Markup('<span class="none">0</span>')
    link = "&amp;".join(f"{name}={quoted(value)}" for name, value in query.items())
    return Markup(f'<a class="count" href="{context["root"]}games.html?{link}">{games:,}</a>')


@lru_cache(maxsize=None)
def quoted(value: str | int) -> str:
    """A value in an address; a site asks for the same few thousand again and again."""
    return quote(str(value), safe="")


def points(value: float | None, digits: int = 0) -> str:
    """A rating, with a real minus sign."""
    return "–" if value is None else f"{value:.{digits}f}".replace("-", "−")


def signed(value: float | None, digits: int = 0) -> str:
    """A change of a rating: +12, −3, ±0, or a dash where there is none to tell."""
    if value is None:
        return "–"
    text = f"{value:+.{digits}f}"
    return "±0" if float(text) == 0 else text.replace("-", "−")


def percent(rate: float | None, digits: int = 1) -> str:
    """A rate of 0 to 1 as a percentage."""
    return "–" if rate is None else f"{100 * rate:.{digits}f}%"


class Pages:
    """Renders the pages of a league into a folder."""

    def __init__(self, marts: Marts, league: League, folder: Path) -> None:
        self.marts, self.league, self.folder = marts, league, folder
        self.environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.filters.update(points=points, signed=signed, percent=percent, words=lambda code: code.replace("_", " "))
        self.environment.globals.update(
            count=count,
            league=league,
            build=league.build,
            is_demonstration=league.build["landing"] == "demonstration league",
            version=self.version(),
        )

    def version(self) -> str:
        """Changes with the data and with the scripts, so that no browser mixes two builds."""
        digest = hashlib.sha256(f"{league_stamp(self.league)}".encode())
        for file in sorted((HERE / "assets").iterdir()):
            digest.update(file.read_bytes())
        return digest.hexdigest()[:10]

    def page(self, path: str, template: str, **values: Any) -> None:
        """Renders one page; `root` leads from it to the site's first folder."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        text = self.environment.get_template(template).render(root="../" * path.count("/"), **values)
        file.write_text(text, encoding="utf-8")

    def write(self) -> None:
        """Writes every page."""
        self.home()
        self.leaderboards()
        self.players()
        self.events()
        self.method()
        self.komi()
        self.quality()
        for name in ("games", "game", "compare"):
            self.page(f"{name}.html", f"{name}.html")

    def home(self) -> None:
        league = self.league
        latest = league.build["data_through"]
        self.page(
            "index.html",
            "home.html",
            top={
                list_id: [row for row in boards[latest] if row["is_active"]][:TOP] for list_id, boards in league.leaders.items()
            },
            recent=list(league.games.values())[: -TOP - 1 : -1],
            rated=sum(None in game["reasons"] for game in league.games.values()),
        )

    def leaderboards(self) -> None:
        for list_id, boards in self.league.leaders.items():
            rating_list = self.league.lists[list_id]
            days = list(boards)
            for day, board in boards.items():
                latest = day == days[-1]
                self.page(
                    f"lists/{rating_list['slug']}/{'index' if latest else day.year}.html",
                    "list.html",
                    rating_list=rating_list,
                    board=board,
                    active=sum(row["is_active"] for row in board),
                    day=day,
                    latest=latest,
                    pages={each: "index" if each == days[-1] else str(each.year) for each in days},
                    previous=max((each for each in days if each < day), default=None),
                    following=min((each for each in days if each > day), default=None),
                    chart=self.leaders_chart(list_id, day),
                )

    def leaders_chart(self, list_id: str, day: date) -> Row:
        """The ratings of a day's leading players at each year end up to it."""
        boards, rating_list = self.league.leaders[list_id], self.league.lists[list_id]
        leading = [row["player_id"] for row in boards[day] if row["is_active"]][:CHART_TOP]
        at_year_end: dict[str, list[list[Any]]] = {player_id: [] for player_id in leading}
        for each, board in boards.items():
            for row in board if each <= day else ():
                if row["player_id"] in at_year_end:
                    at_year_end[row["player_id"]].append([each.isoformat(), round(row["rating"], 2)])
        return {
            "label": f"Ratings of the {len(leading)} leading players at year ends up to {day}",
            "x": {"type": "time"},
            "y": {"digits": rating_list["digits"]},
            "bands": [burn_in(rating_list)] if rating_list["peak_from"] else [],
            "series": [
                {"name": self.league.players[player_id]["name_display"], "points": at_year_end[player_id]} for player_id in leading
            ],
        }

    def players(self) -> None:
        league = self.league
        has_kana = any(player["name_kana"] for player in league.players.values())
        self.page("players/index.html", "players.html", has_kana=has_kana)
        year_ends: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
        for player_id, lists in league.ratings_of.items():
            for list_id, rows in lists.items():
                for row in rows:
                    year_ends[player_id, list_id][row["played_on"].year] = row["rating_after"]
        for player_id, player in league.players.items():
            games = league.games_of.get(player_id, [])
            self.page(
                f"players/{player['slug']}.html",
                "player.html",
                player=player,
                games=games,
                last=games[: -LAST_GAMES - 1 : -1],
                ratings=league.ratings_of.get(player_id, {}),
                standing=league.standing.get(player_id, {}),
                peaks=league.peaks.get(player_id, {}),
                records=league.records.get(player_id, {}),
                opponents=league.opponents.get(player_id, []),
                reconciliation=league.reconciliation.get(player_id, {}),
                year_ends={list_id: year_ends[player_id, list_id] for list_id in league.standing.get(player_id, {})},
            )

    def events(self) -> None:
        league = self.league
        games_of: dict[str, list[Row]] = defaultdict(list)
        for game in league.games.values():
            games_of[game["event_id"]].append(game)
        self.page("events/index.html", "events.html", games_of=games_of)
        results: dict[str, list[Row]] = defaultdict(list)
        for scopes in league.records.values():
            for row in scopes.get("event", []):
                results[row["scope_value"]].append(row)
        for event_id, event in league.events.items():
            games = games_of.get(event_id, [])
            years: dict[int, list[Row]] = defaultdict(list)
            for game in games:
                years[game["year"]].append(game)
            best = sorted(results.get(event_id, []), key=lambda row: (-row["wins"], row["losses"], row["player_id"]))
            self.page(
                f"events/{event['slug']}.html",
                "event.html",
                event=event,
                games=games,
                years=dict(sorted(years.items(), reverse=True)),
                best=best,
                players_in={
                    year: len({player for game in of_year for player in (game["black_id"], game["white_id"])})
                    for year, of_year in years.items()
                },
            )

    def method(self) -> None:
        league = self.league
        scores = [row for row in self.marts.optional("mart_method_score") if row["period"] == "test"]
        calibration = self.marts.optional("mart_calibration")
        grid = self.marts.optional("mart_setting_grid")
        checks = self.marts.optional("mart_yearly_method_check")
        spread = self.marts.optional("mart_rating_distribution_year")
        proof = {}
        for list_id, rating_list in league.lists.items():

            def by_current_method(rows: list[Row]) -> list[Row]:
                return [row for row in rows if (row["list_id"], row["method_id"]) == (list_id, rating_list["method_id"])]

            settings = by_current_method(grid)
            proof[list_id] = {
                "methods": sorted(
                    (row for row in scores if row["list_id"] == list_id and row["subgroup"] == "all"), key=lambda row: row["log_loss"]
                ),
                "subgroups": sorted(by_current_method(scores), key=lambda row: (row["subgroup"] != "all", row["subgroup"])),
                "calibration": calibration_chart([row for row in by_current_method(calibration) if row["split"] == "test"]),
                "grid": grid_charts(settings),
                "settings": sorted(
                    (row for row in settings if row["split"] == "test" and (row["is_own"] or row["is_chosen"] or row["is_best_of_finding"])),
                    key=lambda row: row["rank_no"],
                ),
                "tried": len({row["parameters"] for row in settings}),
                "checks": sorted(by_current_method(checks), key=lambda row: -row["played_year"]),
                "spread": spread_chart(by_current_method(spread)),
            }
        self.page(
            "method.html",
            "method.html",
            unrated={
                list_id: Counter(game["reasons"][at] for game in league.games.values()) for at, list_id in enumerate(league.lists)
            },
            proof={list_id: parts for list_id, parts in proof.items() if any(parts.values())},
        )

    def komi(self) -> None:
        league = self.league
        rows = self.marts.rows("select * from marts.mart_black_win_by_komi order by komi")
        decades = self.marts.optional("mart_black_win_by_komi_decade")
        handicaps = [
            row for row in self.marts.optional("mart_handicap_score")
            if row["list_id"] in league.lists and row["method_id"] == league.lists[row["list_id"]]["method_id"]
        ]
        self.page(
            "komi.html",
            "komi.html",
            rows=rows,
            chart=komi_chart(rows),
            decades=sorted(decades, key=lambda row: (row["komi"], row["decade"])),
            handicaps=sorted(handicaps, key=lambda row: (row["list_id"], row["handicap"])),
        )

    def quality(self) -> None:
        rejected = self.marts.rows("select * from marts.dq_rejected_row order by rejected_no")
        warnings = self.marts.rows("select * from marts.dq_warning order by warning_no")
        coverage = self.marts.rows("select * from marts.mart_coverage_year order by played_year desc, division")
        self.page(
            "quality.html",
            "quality.html",
            rejected=by_reason([row for row in rejected if not row["is_duplicate"]]),
            merged=by_reason([row for row in rejected if row["is_duplicate"]]),
            warnings=by_reason(warnings),
            sources=self.marts.rows("select * from marts.dq_source_count order by landed_table, source"),
            coverage=coverage,
            disconnected=[row for row in self.marts.optional("mart_connectivity") if row["warning"] and row["list_id"] in self.league.lists],
            revised=self.revised(),
            chart=coverage_chart(coverage),
            shown_rows=SHOWN_ROWS,
        )


    def revised(self) -> list[Row]:
        """What the last build changed in the current ratings, the largest changes first."""
        rows = [
            row for row in self.marts.optional("mart_rating_revision")
            if row["rating_change"] and row["player_id"] in self.league.players and row["list_id"] in self.league.lists
            and row["method_id"] == self.league.lists[row["list_id"]]["method_id"]
        ]
        return sorted(rows, key=lambda row: (-abs(row["rating_change"]), row["list_id"], row["player_id"]))


def league_stamp(league: League) -> str:
    """What tells one build of the warehouse from another."""
    return f"{league.build['built_at_utc']} {league.build['ledger_digest']} {league.build['rows_in']}"


def by_reason(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows by reason code, the most frequent first."""
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row["reason_code"]].append(row)
    return dict(sorted(grouped.items(), key=lambda item: (-len(item[1]), item[0])))


def burn_in(rating_list: Row) -> Row:
    """The shading of a chart over the years whose ratings count for no peak."""
    return {"to": rating_list["peak_from"].isoformat(), "label": f"burn-in, before {rating_list['peak_from'].year}"}


def komi_chart(rows: list[Row]) -> Row:
    """How often Black won, by komi, with intervals; a few games would only stretch the picture."""
    rows = [row for row in rows if row["games"] >= CHART_GAMES]
    return {
        "label": f"Share of games won by Black, by komi, with 95% intervals; komi of {CHART_GAMES} games and more",
        "x": {"type": "category", "label": "komi", "values": [f"{row['komi']:g}" for row in rows]},
        "y": {"percent": True, "label": "won by Black"},
        "lines": [{"y": 0.5, "label": "even"}],
        "series": [
            {
                "kind": "points",
                "name": "Black's wins",
                "points": [
                    [at, row["black_win_rate"], f"komi {row['komi']:g}, {row['games']:,} games", None, row["ci_low"], row["ci_high"]]
                    for at, row in enumerate(rows)
                ],
            }
        ],
    }


def calibration_chart(rows: list[Row]) -> Row | None:
    """What was predicted against what happened: on the diagonal where the ratings are right."""
    if not rows:
        return None
    return {
        "label": "Black’s score against the predicted one, test games, with 95% intervals",
        "x": {"type": "number", "percent": True, "label": "predicted", "from": 0, "to": 1},
        "y": {"percent": True, "label": "scored", "from": 0, "to": 1},
        "diagonal": True,
        "series": [
            {
                "kind": "points",
                "name": "scored",
                "points": [
                    [
                        row["mean_probability"], row["mean_score"],
                        f"predicted {percent(row['mean_probability'])}, {row['games']:,} games", None, row["ci_low"], row["ci_high"],
                    ]
                    for row in sorted(rows, key=lambda row: row["mean_probability"])
                ],
            }
        ],
    }


def grid_charts(rows: list[Row]) -> dict[str, Row]:
    """Log loss by K, on the games that chose and on those that judged: all games unadjusted, and the best adjustment."""
    charts = {}
    best = next((row["black_adjustment"] for row in rows if row["finding"] == "black_adjustment" and row["is_best_of_finding"]), None)
    for split in ("train", "test"):
        series = []
        for name, finding, adjustment in (
            ("no adjustment", "plain", 0),
            (f"Black {best or 0:+g}", "black_adjustment", best),
            (f"Black {best or 0:+g} at low komi", "komi_split", best),
        ):
            line = sorted(
                [row["k_factor"], row["log_loss"]] for row in rows
                if row["split"] == split and row["finding"] == finding and row["black_adjustment"] == adjustment
            )
            if line:
                series.append({"name": name, "points": line})
        if series:
            charts[split] = {
                "label": f"Log loss by K on the {split} games; lower is better",
                "x": {"type": "number", "label": "K"},
                "y": {"digits": 3, "label": "log loss"},
                "series": series,
            }
    return charts


def spread_chart(rows: list[Row]) -> Row | None:
    """The ratings of the active players at each year end: what rises while nobody grew stronger is inflation."""
    if not rows:
        return None
    rows = sorted(rows, key=lambda row: row["played_year"])
    return {
        "label": "Ratings of the active players at each year’s end",
        "x": {"type": "number"},
        "y": {"digits": 0, "label": "rating"},
        "series": [
            {"name": name, "points": [[row["played_year"], row[column], f"{row['played_year']}, {row['players']} players"] for row in rows]}
            for name, column in (
                ("mean of the first ten", "rating_mean_top_10"), ("a tenth above", "rating_p90"), ("median", "rating_median"),
                ("a tenth below", "rating_p10"),
            )
        ],
    }


def coverage_chart(rows: list[Row]) -> Row:
    """Games a year, by division."""
    divisions = sorted({row["division"] for row in rows})
    return {
        "label": "Games held, by year and division",
        "x": {"type": "number"},
        "y": {"digits": 0, "label": "games", "from": 0},
        "series": [
            {
                "kind": "bars",
                "name": division,
                "points": [[row["played_year"], row["games"]] for row in reversed(rows) if row["division"] == division],
            }
            for division in divisions
        ],
    }


if __name__ == "__main__":
    sys.exit(main())
