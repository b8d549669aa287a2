"""Reads the marts of a warehouse into what the pages need."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Iterable

import duckdb

Row = dict[str, Any]

# Marts of the proof and the columns that the pages read; without them the pages say less.
OPTIONAL = {
    "mart_method_score": (
        "list_id", "method_id", "period", "subgroup", "games", "log_loss", "log_loss_ci_low", "log_loss_ci_high", "brier",
        "accuracy", "calibration_slope", "base_log_loss", "log_loss_difference", "log_loss_difference_se",
    ),
    "mart_calibration": ("list_id", "method_id", "split", "games", "mean_probability", "mean_score", "ci_low", "ci_high"),
    "mart_setting_grid": (
        "list_id", "method_id", "split", "finding", "parameters", "k_factor", "black_adjustment", "games", "log_loss", "rank_no",
        "is_own", "is_chosen", "is_best_of_finding", "log_loss_difference", "log_loss_difference_se",
    ),
    "mart_yearly_method_check": (
        "list_id", "method_id", "played_year", "games", "log_loss", "alternative_parameters", "log_loss_difference",
        "log_loss_difference_se", "verdict",
    ),
    "mart_rating_distribution_year": (
        "list_id", "method_id", "played_year", "players", "rating_p10", "rating_median", "rating_p90", "rating_mean_top_10",
    ),
    "mart_black_win_by_komi_decade": ("komi", "decade", "games", "black_win_rate", "ci_low", "ci_high"),
    "mart_handicap_score": ("list_id", "method_id", "handicap", "games", "black_score", "expected_black_score"),
    "mart_connectivity": ("list_id", "played_year", "warning"),
    "mart_rating_revision": (
        "list_id", "method_id", "player_id", "rating_before", "rating_now", "rating_change", "games_new", "games_changed",
        "games_removed",
    ),
}

WON_BY = {"resignation": "R", "time": "T", "illegal_move": "I", "disconnection": "D", "default": "F", "unknown": ""}


class Marts:
    """A warehouse, opened for reading only."""

    def __init__(self, file: Path) -> None:
        self.connection = duckdb.connect(str(file), read_only=True)

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """What a query answers, one dict a row."""
        cursor = self.connection.execute(sql, list(parameters))
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, values)) for values in cursor.fetchall()]

    def has(self, table: str, columns: Iterable[str]) -> bool:
        """Whether the warehouse has the table with all of these columns."""
        found = self.rows("select column_name from duckdb_columns() where schema_name = 'marts' and table_name = ?", table)
        return bool(found) and set(columns) <= {row["column_name"] for row in found}

    def optional(self, table: str) -> list[Row]:
        """The rows of one of the OPTIONAL marts; none where the warehouse has it not, or not in this form."""
        return self.rows(f"select * from marts.{table}") if self.has(table, OPTIONAL[table]) else []


@dataclass
class League:
    """Everything that the pages show. Players, events and lists by id, each with a `slug` for file names."""

    build: Row
    lists: dict[str, Row]
    methods: dict[str, Row]
    reasons: list[Row]
    players: dict[str, Row]
    events: dict[str, Row]
    games: dict[str, Row]  # in order of play
    games_of: dict[str, list[Row]]  # of a player, in order of play
    ledger: list[Row]  # by the lists' current methods, in order of play
    ratings_of: dict[str, dict[str, list[Row]]]  # of a player, by list: his rows of the ledger
    leaders: dict[str, dict[date, list[Row]]]  # of a list, by day: the leaderboard; year ends and the last day
    standing: dict[str, dict[str, Row]]  # of a player, by list: his row of the latest leaderboard
    peaks: dict[str, dict[str, Row]]  # of a player, by list
    records: dict[str, dict[str, list[Row]]]  # of a player, by scope
    opponents: dict[str, list[Row]]  # of a player, most games first
    reconciliation: dict[str, dict[str, list[Row]]]  # of a player, by list


def read(marts: Marts) -> League:
    """Reads the whole league. Raises ValueError, with a sentence for the user, where there is none."""
    if not marts.has("meta_build", ["data_through"]):
        raise ValueError("the file holds no marts of go_ratings")
    (build,) = marts.rows("select * from marts.meta_build")
    if build["data_through"] is None:
        raise ValueError("the warehouse holds no games")

    ledger = marts.rows(
        """
        select ledger.*
        from marts.fct_rating_ledger as ledger
        inner join marts.dim_rating_list as rating_list
            on ledger.list_id = rating_list.list_id and ledger.method_id = rating_list.method_id
        order by ledger.list_id, ledger.ledger_no
        """
    )
    rated = {row["list_id"] for row in ledger}
    lists = {row["list_id"]: row for row in marts.rows("select * from marts.dim_rating_list") if row["list_id"] in rated}
    players = {
        row["player_id"]: row
        for row in marts.rows(
            "select * from marts.dim_player order by lower(coalesce(name_kana, name_romaji, name_display)), player_id"
        )
    }
    events = {row["event_id"]: row for row in marts.rows("select * from marts.dim_event order by name, event_id")}
    for rows in (lists, players, events):
        for key, slug in slugs(rows).items():
            rows[key]["slug"] = slug
    for player in players.values():
        name_players(player)

    ratings_of: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in ledger:
        if not row["is_pool"]:
            ratings_of[row["player_id"]][row["list_id"]].append(row)
    for list_id, rating_list in lists.items():
        highest = max(abs(row["rating_after"]) for row in ledger if row["list_id"] == list_id)
        rating_list["digits"] = 0 if highest >= 100 else 2

    games = {row["game_id"]: row for row in read_games(marts, list(lists))}
    games_of: dict[str, list[Row]] = defaultdict(list)
    for game in games.values():
        games_of[game["black_id"]].append(game)
        games_of[game["white_id"]].append(game)

    leaders = {list_id: read_leaders(marts, list_id, build["data_through"]) for list_id in lists}
    standing: dict[str, dict[str, Row]] = defaultdict(dict)
    for list_id, boards in leaders.items():
        for row in boards[build["data_through"]]:
            standing[row["player_id"]][list_id] = row

    peaks: dict[str, dict[str, Row]] = defaultdict(dict)
    for row in marts.rows(
        "select peak.* from marts.mart_player_peak as peak "
        "inner join marts.dim_rating_list as rating_list using (list_id, method_id) where peak_game_id is not null"
    ):
        peaks[row["player_id"]][row["list_id"]] = row

    records: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in marts.rows("select * from marts.mart_player_record order by player_id, scope, games desc, scope_value"):
        records[row["player_id"]][row["scope"]].append(row)
    opponents: dict[str, list[Row]] = defaultdict(list)
    for row in marts.rows(
        "select * from marts.mart_head_to_head order by player_id, games desc, last_on desc, opponent_id"
    ):
        opponents[row["player_id"]].append(row)
    reconciliation: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in marts.rows("select * from marts.mart_record_reconciliation order by list_id, player_id, games desc, reason"):
        reconciliation[row["player_id"]][row["list_id"]].append(row)

    methods = {row["method_id"]: row for row in marts.rows("select * from marts.dim_rating_method order by method_id")}
    for method in methods.values():
        method["parameters"] = json.loads(method["parameters"] or "{}")
    return League(
        build=build,
        lists=lists,
        methods=methods,
        reasons=marts.rows("select * from marts.dim_not_rated_reason order by precedence"),
        players=players,
        events=events,
        games=games,
        games_of=games_of,
        ledger=ledger,
        ratings_of=ratings_of,
        leaders=leaders,
        standing=standing,
        peaks=peaks,
        records=records,
        opponents=opponents,
        reconciliation=reconciliation,
    )


def read_games(marts: Marts, list_ids: list[str]) -> list[Row]:
    """Every game in order of play, with both players' side of it and, per list, the reason why it isn't rated."""
    games = marts.rows(
        """
        select
            game.*,
            black.organisation as black_organisation, white.organisation as white_organisation,
            black.pool as black_pool, white.pool as white_pool,
            black.counts_for_record as black_record, white.counts_for_record as white_record
        from marts.fct_game as game
        inner join marts.fct_game_player as black
            on game.game_id = black.game_id and game.black_id = black.player_id
        inner join marts.fct_game_player as white
            on game.game_id = white.game_id and game.white_id = white.player_id
        order by game.played_on, game.sequence, game.source, game.source_game_id
        """
    )
    reasons = {
        (row["game_id"], row["list_id"]): row["not_rated_reason"]
        for row in marts.rows("select game_id, list_id, not_rated_reason from marts.fct_game_eligibility")
    }
    for game in games:
        game["year"] = game["played_on"].year
        game["day"] = known_day(game["played_on"], game["date_precision"])
        game["result"] = result_of(game)
        game["reasons"] = [reasons[game["game_id"], list_id] for list_id in list_ids]
        # the games that mart_black_win_by_komi counts
        game["tells_komi"] = (
            game["colours_known"] and game["komi"] is not None and game["outcome"] == "decided"
            and (game["handicap"] or 0) < 2 and None in game["reasons"]
        )
    return games


def read_leaders(marts: Marts, list_id: str, data_through: date) -> dict[date, list[Row]]:
    """The leaderboards of a list: at each year end since its first rated game, and on the last day."""
    (first,) = marts.rows("select min(played_on) as day from marts.fct_rating_ledger where list_id = ?", list_id)
    days = [date(year, 12, 31) for year in range(first["day"].year, data_through.year)]
    boards: dict[date, list[Row]] = {}
    before: dict[str, float] = {}
    for day in [*days, data_through]:
        board = marts.rows("select * from marts.leaderboard_asof(?, ?)", list_id, day)
        for row in board:
            row["change"] = row["rating"] - before[row["player_id"]] if row["player_id"] in before else None
        before = {row["player_id"]: row["rating"] for row in board}
        boards[day] = board
    return boards


def slugs(ids: Iterable[str]) -> dict[str, str]:
    """A file name for every id: the id itself where that is safe on every file system, else a digest of it."""
    ids = list(ids)
    spelt: dict[str, int] = defaultdict(int)
    for each in ids:
        spelt[each.casefold()] += 1
    return {
        each: each
        if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", each) and spelt[each.casefold()] == 1 and each.casefold() != "index"
        else "x" + hashlib.sha256(each.encode()).hexdigest()[:16]
        for each in ids
    }


def name_players(player: Row) -> None:
    """Adds the second name to show beside the first, and whether the first is in Japanese script."""
    name = player["name_display"]
    player["is_japanese"] = bool(re.search("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0002ffff]", name))
    player["second_name"] = player["name_romaji"] if player["name_romaji"] != name else None


def known_day(day: date, precision: str) -> str:
    """The day as far as it is known: 1962-08-06, 1962-08 or 1962."""
    return day.isoformat()[: {"day": 10, "month": 7, "year": 4}[precision]]


def result_of(game: Row) -> str:
    """The result as Go players write it (B+R, W+3.5); without published colours only by how much (+R)."""
    if game["winner_id"] is None:
        return str(game["outcome"]).replace("_", " ")
    winner = "B" if game["winner_id"] == game["black_id"] else "W"
    how = f"{game['margin']:g}" if game["win_by"] == "points" and game["margin"] else WON_BY.get(game["win_by"], "")
    return f"{winner if game['colours_known'] else ''}+{how}"
