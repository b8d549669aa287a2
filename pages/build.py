"""Builds the static site from a published warehouse.

    python pages/build.py [--database FILE] [--out FOLDER]

The site is plain files: it opens from a disk, from any web server, offline. The folder is
replaced as a whole once every page is written.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import duckdb
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from chunks import write_data
from marts import League, Row, by_current_method, grouped, year_before
from words import GLOSSARY, list_name, word

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
# Tells a folder that this program wrote, which it may replace; holds the marts that each kind of page reads.
MARK = ".go_ratings_site"
SHOWN_ROWS = 200  # of rejected rows and of warnings, per reason
LAST_GAMES = 10
FORM_GAMES = 20
TOP = 10
ALIKE = 0.0005  # of log loss: half of what a chart shows, so that two lines are one
MENU = (
    ("players", "players/index.html", "Players"),
    ("compare", "compare.html", "Compare"),
    ("events", "events/index.html", "Events"),
    ("games", "games.html", "Games"),
    ("method", "method.html", "Method"),
    ("meaning", "meaning.html", "What it means"),
    ("komi", "komi.html", "Black and komi"),
    ("quality", "quality.html", "Data"),
)
COMING = 12
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
        league = League(chosen.database)
        files, size = publish(league, chosen.out)
    except (ValueError, duckdb.Error) as error:
        print(f"No site from {chosen.database}: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    except OSError as error:
        print(
            f"No site was written, what was in {chosen.out} is as it was ({error.strerror}: {error.filename or chosen.out}): "
            "make room on the disk and check who may write there, or name another folder with --out.",
            file=sys.stderr,
        )
        return 1
    print(
        f"{chosen.out / 'index.html'}: {len(league.players):,} players, {len(league.games):,} games, {files:,} files, "
        f"{size / 1e6:.1f} MB in {time.perf_counter() - started:.1f} s"
    )
    return 0


def publish(league: League, out: Path) -> tuple[int, int]:
    """Writes the site beside `out` and puts it there when it is whole; gives its files and bytes.

    A link, to a web server's folder say, stays one: what it leads to is replaced.
    """
    out = Path(os.path.realpath(out))
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise ValueError(f"{out} holds other files; name an empty folder")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".site-") as scratch:
        folder = Path(scratch) / "new"
        folder.mkdir()
        shutil.copytree(HERE / "assets", folder / "assets")
        reads = Pages(league, folder).write(write_data(league, folder))
        (folder / MARK).write_text(
            json.dumps({kind: sorted(marts) for kind, marts in reads.items()}, indent=1), encoding="utf-8"
        )
        written = [file for file in folder.rglob("*") if file.is_file()]
        size = sum(file.stat().st_size for file in written)
        old = Path(scratch) / "old"
        if out.exists():
            out.rename(old)
        try:
            folder.rename(out)
        except OSError:
            if old.exists():
                old.rename(out)
            raise
    return len(written), size


@pass_context
def count(context: Context, games: int | None, **query: Any) -> Markup:
    """A number of games that links to those games; nothing to follow where it is zero."""
    if not games:
        return Markup('<span class="none">0</span>')
    return Markup(f'<a class="count" href="{context["root"]}{games_link(**query).replace("&", "&amp;")}">{games:,}</a>')


def games_link(**query: str | int) -> str:
    """The address of the games that a query describes, from the site's first folder."""
    return "games.html?" + "&".join(f"{name}={quoted(value)}" for name, value in query.items())


def plural(number: int) -> str:
    """The ending of what is counted."""
    return "" if number == 1 else "s"


def game_link(game: Row) -> str:
    """The address of a game's page, from the site's first folder."""
    return f"game.html?year={game['year']}&id={quoted(game['game_id'])}"


@cache
def quoted(value: str | int) -> str:
    """A value in an address; a site asks for the same few thousand again and again."""
    return quote(str(value), safe="")


def form_of(player_id: str, games: list[Row]) -> list[bool]:
    """Whether the player won, of the last games in the record that somebody won, oldest first."""
    decided = [
        game
        for game in games
        if game["winner_id"] and game["black_record" if game["black_id"] == player_id else "white_record"]
    ]
    return [game["winner_id"] == player_id for game in decided[-FORM_GAMES:]]


def facts_of(player: Row, games: list[Row]) -> list[str]:
    """What the last game that says so tells of a player: the organisation and the rank; and a woman, where lists know."""
    facts = []
    for column, told in (("organisation", lambda code: word(code, "organisation")), ("rank", str)):
        last = next(
            (
                value
                for game in reversed(games)
                if (value := game[f"{'black' if game['black_id'] == player['player_id'] else 'white'}_{column}"])
                and value != "other"
            ),
            None,
        )
        if last:
            facts.append(told(last))
    return facts + (["woman"] if player["gender"] == "female" else [])


def provisional_by(method: Row) -> str:
    """When a rating of the method counts as provisional, in a few words."""
    rules = []
    if method["provisional_games"] is not None:
        rules.append(f"fewer than {method['provisional_games']} rated games")
    if method["provisional_deviation"] is not None:
        rules.append(f"an error of {method['provisional_deviation']:g} or more")
    return " or ".join(rules)


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
    """A rate of 0 to 1 as a percentage; what is only nearly certain or impossible says so."""
    if rate is None:
        return "–"
    if digits == 0 and 0 < rate < 1:
        return "<1%" if rate < 0.005 else ">99%" if rate >= 0.995 else f"{100 * rate:.0f}%"
    return f"{100 * rate:.{digits}f}%"


def day_of(value: date | str | None) -> Markup:
    """A day, kept in one line."""
    return Markup("") if value is None else Markup("<time>{}</time>").format(value)


def method_name(method: Row) -> str:
    """What a method is called: its system, and its version from the second one on."""
    version = method["version"].removeprefix("v")
    return word(method["engine"], "engine") + ("" if version == "1" else f", version {version}")


def setting_name(row: Row) -> str:
    """A setting of Elo, by K and what is added for Black; any other by its parameters."""
    if row["k_factor"] is None:
        return str(row["parameters"])
    low = " at low komi only" if row["finding"] == "komi_split" else ""
    return f"K {row['k_factor']:g}, Black {row['black_adjustment']:+g}{low}".replace("-", "−")


def setting_sentence(parts: Row) -> str:
    """Which setting the earlier games alone would choose, and how it did on the later ones beside the list's own."""
    own, chosen = parts["own"], parts["chosen"]
    if own["parameters"] == chosen["parameters"] and own["finding"] == chosen["finding"]:
        return f"The train games alone would choose the list’s own setting ({setting_name(own)})."
    worse = chosen["log_loss"] - own["log_loss"]
    verdict = (
        "no better or worse" if abs(worse) < ALIKE / 10 else f"{abs(worse):.4f} {'worse' if worse > 0 else 'better'}"
    )
    return (
        f"The train games alone would choose {setting_name(chosen)}; the list keeps {setting_name(own)}. "
        f"On the test games, the choice of the train games has a log loss that is {verdict}."
    )


def told_apart(series: list[Row]) -> list[Row]:
    """Lines that lie under each other become one, with the names of both."""
    kept: list[Row] = []
    for line in series:
        for other in kept:
            ours, theirs = dict(line["points"]), dict(other["points"])
            if ours.keys() == theirs.keys() and all(abs(ours[x] - theirs[x]) < ALIKE for x in ours):
                other["name"] += f"; {line['name']} (the same line)"
                break
        else:
            kept.append(dict(line))
    return kept


class Pages:
    """Renders the pages of a league into a folder."""

    def __init__(self, league: League, folder: Path) -> None:
        self.league, self.folder = league, folder
        self.loaded: set[str] = set()  # kinds of data that the scripts of the pages being written load
        self.environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.filters.update(
            points=points,
            signed=signed,
            percent=percent,
            s=plural,
            day=day_of,
            year_before=year_before,
            word=word,
            list_name=list_name,
            method_name=method_name,
        )
        self.environment.globals.update(
            setting_sentence=setting_sentence,
            provisional_by=provisional_by,
            menu=[
                *(
                    (f"lists/{each['slug']}", f"lists/{each['slug']}/index.html", each["name"])
                    for each in league.lists.values()
                ),
                *MENU,
            ],
            count=count,
            game_link=game_link,
            league=league,
            version=self.version(),
        )

    def version(self) -> str:
        """Changes with the data and with the scripts, so that no browser mixes two builds."""
        build = self.league.build
        digest = hashlib.sha256(f"{build['built_at_utc']} {build['ledger_digest']} {build['rows_in']}".encode())
        for file in sorted((HERE / "assets").iterdir()):
            digest.update(file.read_bytes())
        return digest.hexdigest()[:10]

    def page(self, path: str, template: str, loads: tuple[str, ...] = (), here: str = "", **values: Any) -> None:
        """Renders one page; `root` leads from it to the site's first folder, `loads` are kinds of data beside the index.

        `here` is the entry of the menu that it belongs to, where its path doesn't say that.
        """
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        loads = ("index", *loads)
        self.loaded.update(loads)
        text = self.environment.get_template(template).render(
            root="../" * path.count("/"), path=path, here=here or path.rpartition("/")[0], loads=loads, **values
        )
        # a tenth of a page is what its templates are indented by
        file.write_text(re.sub(r"\n\s+", "\n", text), encoding="utf-8")

    def write(self, data: dict[str, frozenset[str]]) -> dict[str, frozenset[str]]:
        """Writes every page; gives the marts that each kind of page reads, the data that its scripts load included."""
        kinds = {
            "home": self.home,
            "leaderboard": self.leaderboards,
            "player": self.player_pages,
            "pool": self.pools,
            "players": self.players,
            "comparison": lambda: self.page("compare.html", "compare.html", ("chances", "players")),
            "event": self.events,
            "games": self.games,
            "method": self.method,
            "meaning": self.meaning,
            "komi": self.komi,
            "quality": self.quality,
        }
        reads = {}
        for kind, pages in kinds.items():
            self.loaded = set()
            _, marts = self.league.noted(pages)
            reads[kind] = marts.union(*(data[loaded] for loaded in self.loaded))
        return reads

    def games(self) -> None:
        self.page("games.html", "games.html", ("facets", "games", "players"))
        self.page("game.html", "game.html", ("games",), "games")

    def home(self) -> None:
        league = self.league
        latest = league.build["data_through"]
        self.page(
            "index.html",
            "home.html",
            top={
                list_id: [row for row in boards[latest] if row["is_active"]][:TOP]
                for list_id, boards in league.leaders.items()
            },
            recent=list(league.games.values())[: -TOP - 1 : -1],
            coming=[row for row in league.coming if row["list_id"] in league.lists][:COMING],
            rated=sum(None in game["reasons"] for game in league.games.values()),
            played=sum(player["first_game_on"] is not None for player in league.players.values()),
        )

    def leaderboards(self) -> None:
        league = self.league
        for list_id, boards in league.leaders.items():
            rating_list = league.lists[list_id]
            days = list(boards)
            for day, board in boards.items():
                latest = day == days[-1]
                self.page(
                    f"lists/{rating_list['slug']}/{'index' if latest else day.year}.html",
                    "list.html",
                    ("boards",),
                    rating_list=rating_list,
                    first=min((row["first_rated_on"] for row in board), default=day),
                    board=board,
                    active=sum(row["is_active"] for row in board),
                    day=day,
                    latest=latest,
                    pages={each: "index" if each == days[-1] else str(each.year) for each in days},
                    previous=max((each for each in days if each < day), default=None),
                    following=min((each for each in days if each > day), default=None),
                    chart=self.leaders_chart(list_id, day),
                    ranks=league.promotions.get(list_id, {}) if latest else {},
                    pools={
                        pool["slug"]: (pool, rows)
                        for unit_id, pool in league.pools.items()
                        if (
                            rows := [
                                row
                                for row in league.ratings_of.get(unit_id, {}).get(list_id, [])
                                if row["played_on"] <= day
                            ]
                        )
                    },
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
        chart = rating_chart(
            rating_list,
            f"Ratings of the {len(leading)} leading players at year ends up to {day}",
            [
                {"name": self.league.players[player_id]["name_display"], "points": at_year_end[player_id]}
                for player_id in leading
            ],
        )
        # a year end tells nothing of the months after it, which a step would
        return chart | {"steps": False}

    def players(self) -> None:
        has_kana = any(player["name_kana"] for player in self.league.players.values())
        self.page("players/index.html", "players.html", has_kana=has_kana)

    def player_pages(self) -> None:
        league = self.league
        for player_id, player in league.players.items():
            games = league.games_of.get(player_id, [])
            ratings = league.ratings_of.get(player_id, {})
            standing = league.standing.get(player_id, {})
            opponents = league.opponents.get(player_id, [])
            self.page(
                f"players/{player['slug']}.html",
                "player.html",
                ("players",),
                player=player,
                doubles=league.doubles.get(player_id, []),
                games=games,
                last=games[: -LAST_GAMES - 1 : -1],
                form=form_of(player_id, games),
                facts=facts_of(player, games),
                standing=standing,
                pooled=league.pooled.get(player_id, {}),
                peaks=league.peaks.get(player_id, {}),
                rank_steps=league.rank_steps.get(player_id, {}),
                records=league.records.get(player_id, {}),
                opponents=opponents,
                undecided=[kind for kind in ("jigo", "no_result") if any(row[kind] for row in opponents)],
                aliases=[row["alias"] for row in league.spellings[player_id] if row["kind"] == "alias"],
                reconciliation={
                    list_id: rows
                    for list_id, rows in league.reconciliation.get(player_id, {}).items()
                    if list_id in standing and any(row["games"] for row in rows)
                },
                year_ends={
                    list_id: {row["played_on"].year: row["rating_after"] for row in rows}
                    for list_id, rows in ratings.items()
                },
            )

    def pools(self) -> None:
        league = self.league
        for unit_id, pool in league.pools.items():
            lists = league.ratings_of.get(unit_id, {})
            self.page(
                f"pools/{pool['slug']}.html",
                "pool.html",
                here="".join(f"lists/{league.lists[list_id]['slug']}" for list_id in list(lists)[:1]),
                pool=pool,
                lists=lists,
                people={
                    list_id: Counter(row["player_id"] for row in rows).most_common() for list_id, rows in lists.items()
                },
                charts={list_id: self.pool_chart(pool, list_id, rows) for list_id, rows in lists.items()},
            )

    def pool_chart(self, pool: Row, list_id: str, rows: list[Row]) -> Row:
        """A pool's rating after each of its games in a list."""
        league = self.league
        rating_list = league.lists[list_id]
        return rating_chart(
            rating_list,
            f"Rating of the pool {pool['pool']} after each rated game, {rating_list['name']}",
            [
                {
                    "name": pool["pool"],
                    "points": [
                        [
                            league.games[row["game_id"]]["day"],
                            round(row["rating_after"], 2),
                            f"{signed(row['delta'], rating_list['digits'])} on {league.games[row['game_id']]['day']}, "
                            f"{league.players[row['player_id']]['name_display']}",
                            "../" + game_link(league.games[row["game_id"]]),
                        ]
                        for row in rows
                    ],
                }
            ],
        )

    def events(self) -> None:
        league = self.league
        games_of = grouped(league.games.values(), "event_id", "year")
        self.page("events/index.html", "events.html", games_of=games_of)
        results = grouped((row for scopes in league.records.values() for row in scopes.get("event", [])), "scope_value")
        for event_id, event in league.events.items():
            years = games_of.get(event_id, {})
            self.page(
                f"events/{event['slug']}.html",
                "event.html",
                event=event,
                years=dict(sorted(years.items(), reverse=True)),
                best=sorted(results.get(event_id, []), key=lambda row: (-row["wins"], row["losses"], row["player_id"])),
                players_in={
                    year: len({player for game in games for player in (game["black_id"], game["white_id"])})
                    for year, games in years.items()
                },
            )

    def method(self) -> None:
        league = self.league
        scores = league.rows("select * from marts.mart_method_score where period = 'test' order by log_loss, method_id")

        def of_current_methods(mart: str, order: str) -> dict[str, list[Row]]:
            """A mart's rows by the lists' current methods, by list."""
            return grouped(
                league.rows(f"select shown.* {by_current_method(f'{mart} as shown')} order by {order}"), "list_id"
            )

        calibration = of_current_methods("mart_calibration", "bin_no")
        settings = of_current_methods("mart_setting_grid", "rank_no, setting_no")
        checks = of_current_methods("mart_yearly_method_check", "played_year desc")
        spread = of_current_methods("mart_rating_distribution_year", "played_year")
        proof = {}
        for list_id, rating_list in league.lists.items():
            of_list = [row for row in scores if row["list_id"] == list_id]
            own = [row for row in of_list if row["method_id"] == rating_list["method_id"]]
            proof[list_id] = {
                "methods": [row for row in of_list if row["subgroup"] == "all"],
                "subgroups": sorted(own, key=lambda row: (row["subgroup"] != "all", row["subgroup"])),
                "calibration": calibration_chart(
                    rating_list, [row for row in calibration.get(list_id, []) if row["split"] == "test"]
                ),
                "grid": grid_charts(settings.get(list_id, [])),
                "settings": [
                    row
                    for row in settings.get(list_id, [])
                    if row["split"] == "test" and (row["is_own"] or row["is_chosen"] or row["is_best_of_finding"])
                ],
                "own": next(
                    (row for row in settings.get(list_id, []) if row["split"] == "test" and row["is_own"]), None
                ),
                "chosen": next(
                    (row for row in settings.get(list_id, []) if row["split"] == "test" and row["is_chosen"]), None
                ),
                "tried": len({row["parameters"] for row in settings.get(list_id, [])}),
                "checks": checks.get(list_id, []),
                "spread": spread_chart(rating_list, spread.get(list_id, []), league.build["data_through"].year),
            }
        self.page(
            "method.html",
            "method.html",
            gaps=league.gaps,
            unrated={
                list_id: Counter(game["reasons"][at] for game in league.games.values())
                for at, list_id in enumerate(league.lists)
            },
            proof={list_id: parts for list_id, parts in proof.items() if any(parts.values())},
        )

    def meaning(self) -> None:
        league = self.league
        latest = league.build["data_through"]
        self.page(
            "meaning.html",
            "meaning.html",
            gaps=league.gaps,
            leading={
                list_id: [row for row in boards[latest] if row["is_active"]]
                for list_id, boards in league.leaders.items()
            },
            glossary=GLOSSARY,
        )

    def komi(self) -> None:
        league = self.league
        rows = league.rows("select * from marts.mart_black_win_by_komi order by komi")
        held = Counter(
            (list_id, game["stones"])
            for game in league.games.values()
            if game["stones"]
            for list_id, reason in zip(league.lists, game["reasons"])
            if reason == "handicap"
        )
        self.page(
            "komi.html",
            "komi.html",
            rows=rows,
            chart=komi_chart(rows),
            decades=league.rows("select * from marts.mart_black_win_by_komi_decade order by komi, decade"),
            handicaps=grouped(
                league.rows(
                    f"select shown.* {by_current_method('mart_handicap_score as shown')} order by list_id, handicap"
                ),
                "list_id",
            ),
            held=held,
        )

    def quality(self) -> None:
        league = self.league
        rejected = league.rows("select * from marts.dq_rejected_row order by rejected_no")
        coverage = league.rows("select * from marts.mart_coverage_year order by played_year desc, division")
        games = league.games  # read whether or not a game was revised
        self.page(
            "quality.html",
            "quality.html",
            rejected=by_reason([row for row in rejected if not row["is_duplicate"]]),
            merged=by_reason([row for row in rejected if row["is_duplicate"]]),
            warnings=by_reason(league.rows("select * from marts.dq_warning order by warning_no")),
            sources=league.rows("select * from marts.dq_source_count order by landed_table, source"),
            coverage=coverage,
            disconnected=[
                row
                for row in league.rows(
                    "select * from marts.mart_connectivity where warning is not null order by played_year desc, list_id, component_no"
                )
                if row["list_id"] in league.lists
            ],
            revised=[
                row
                for row in league.rows(
                    f"select shown.* {by_current_method('mart_rating_revision as shown')} where rating_change != 0 "
                    "order by abs(rating_change) desc, list_id, player_id"
                )
                if row["player_id"] in league.players
            ],
            revised_games=[
                row | {"game": games.get(row["game_id"])}
                for row in league.rows("select * from marts.mart_game_revision order by played_on desc, game_id")
            ],
            chart=coverage_chart(coverage),
            shown_rows=SHOWN_ROWS,
        )


def by_reason(rows: list[Row]) -> dict[str, list[Row]]:
    """The rows by reason code, the most frequent first."""
    return dict(sorted(grouped(rows, "reason_code").items(), key=lambda item: (-len(item[1]), item[0])))


def rating_chart(rating_list: Row, label: str, series: list[Row]) -> Row:
    """Ratings over the time; shaded where they count for no peak."""
    peak_from = rating_list["peak_from"]
    return {
        "label": label,
        "x": {"type": "time"},
        "y": {"digits": rating_list["digits"]},
        "bands": [{"to": peak_from.isoformat(), "label": f"burn-in, before {peak_from.year}"}] if peak_from else [],
        "steps": True,
        "series": series,
    }


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
                    [
                        at,
                        row["black_win_rate"],
                        f"komi {row['komi']:g}, {row['games']:,} games",
                        games_link(komi=f"{row['komi']:g}"),
                        row["ci_low"],
                        row["ci_high"],
                    ]
                    for at, row in enumerate(rows)
                ],
            }
        ],
    }


def calibration_chart(rating_list: Row, rows: list[Row]) -> Row | None:
    """What was predicted against what happened: on the diagonal where the ratings are right."""
    if not rows:
        return None
    return {
        "label": "Score against the predicted one, of Black or, where colours are unknown, of the favourite; test games, with 95% intervals",
        "x": {"type": "number", "percent": True, "label": "predicted", "from": 0, "to": 1},
        "y": {"percent": True, "label": "scored", "from": 0, "to": 1},
        "diagonal": True,
        "series": [
            {
                "kind": "points",
                "name": "scored",
                "points": [
                    [
                        row["mean_probability"],
                        row["mean_score"],
                        f"predicted {percent(row['mean_probability'])}, {row['games']:,} games",
                        games_link(list=rating_list["slug"], period="test", chance=row["bin_no"]),
                        row["ci_low"],
                        row["ci_high"],
                    ]
                    for row in rows
                ],
            }
        ],
    }


def grid_charts(rows: list[Row]) -> dict[str, Row]:
    """Log loss by K, on the games that chose and on those that judged: all games unadjusted, and the best adjustment."""
    charts = {}
    best = next(
        (row["black_adjustment"] for row in rows if row["finding"] == "black_adjustment" and row["is_best_of_finding"]),
        None,
    )
    for split in ("train", "test"):
        series = []
        for name, finding, adjustment in (
            ("no adjustment", "plain", 0),
            (f"Black {best or 0:+g}", "black_adjustment", best),
            (f"Black {best or 0:+g} at low komi", "komi_split", best),
        ):
            line = sorted(
                [row["k_factor"], row["log_loss"]]
                for row in rows
                if row["split"] == split and row["finding"] == finding and row["black_adjustment"] == adjustment
            )
            if line:
                series.append({"name": name, "points": line})
        series = told_apart(series)
        if series:
            charts[split] = {
                "label": f"Log loss by K on the {'earlier (train)' if split == 'train' else 'later (test)'} games; lower is better",
                "x": {"type": "number", "label": "K"},
                "y": {"digits": 3, "label": "log loss"},
                "series": series,
            }
    return charts


def spread_chart(rating_list: Row, rows: list[Row], last_year: int) -> Row | None:
    """The ratings of the active players at each year end: a rise without anyone getting stronger is inflation."""
    if not rows:
        return None
    return {
        "label": "Ratings of the active players at each year’s end",
        "x": {"type": "number"},
        "y": {"digits": rating_list["digits"], "label": "rating"},
        "series": [
            {
                "name": name,
                "points": [
                    [
                        row["played_year"],
                        row[column],
                        f"{row['played_year']}, {row['players']} players",
                        f"lists/{rating_list['slug']}/{'index' if row['played_year'] == last_year else row['played_year']}.html",
                    ]
                    for row in rows
                ],
            }
            for name, column in (
                ("mean of the first ten", "rating_mean_top_10"),
                ("a tenth above", "rating_p90"),
                ("median", "rating_median"),
                ("a tenth below", "rating_p10"),
            )
        ],
    }


def coverage_chart(rows: list[Row]) -> Row:
    """Games a year, by division."""
    divisions = sorted({row["division"] for row in rows})
    return {
        "label": "Games by year and division",
        "x": {"type": "number"},
        "y": {"digits": 0, "label": "games", "from": 0},
        "series": [
            {
                "kind": "bars",
                "name": word(division, "division"),
                "points": [
                    [
                        row["played_year"],
                        row["games"],
                        str(row["played_year"]),
                        games_link(year=row["played_year"], division=division),
                    ]
                    for row in reversed(rows)
                    if row["division"] == division
                ],
            }
            for division in divisions
        ],
    }


if __name__ == "__main__":
    sys.exit(main())
