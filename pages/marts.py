"""The marts of a warehouse as what the pages need: each part is read when a page first asks for it."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

import readings

Row = dict[str, Any]

STEPS = 33  # ratings between which the site's own chances are interpolated

WON_BY = {"resignation": "R", "time": "T", "illegal_move": "I", "disconnection": "D", "default": "F", "unknown": ""}


class Part:
    """What a method of the league reads, kept once it was read; any page that asks for it counts as reading its marts."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        self.read, self.__doc__ = read, read.__doc__

    def __get__(self, league: Any, owner: type) -> Any:
        if self not in league.parts:
            league.parts[self] = league.noted(lambda: self.read(league))
        value, marts = league.parts[self]
        league.asked |= marts
        return value


class League:
    """Everything that the pages show. Players, pools, events and lists by id, each with a `slug` for file names.

    Raises ValueError, with a sentence for the user, where the file holds nothing to show.
    """

    def __init__(self, file: Path) -> None:
        self.parts: dict[Part, tuple[Any, frozenset[str]]] = {}
        self.asked: set[str] = set()
        self.connection = duckdb.connect(str(file), read_only=True)
        self.functions = {
            row["function_name"]: row["macro_definition"]
            for row in self.rows(
                "select function_name, macro_definition from duckdb_functions() where schema_name = 'marts'"
            )
        }
        if not self.rows("select 1 from duckdb_tables() where schema_name = 'marts' and table_name = 'meta_build'"):
            raise ValueError("the file holds no marts of go_ratings")
        if self.build["data_through"] is None:
            raise ValueError("the warehouse holds no games")

    def rows(self, sql: str, *parameters: Any) -> list[Row]:
        """What a query answers, one dict a row; a function reads the marts in its definition."""
        for name in re.findall(r"\bmarts\.(\w+)", sql):
            self.asked |= set(re.findall(r"\bmarts\.(\w+)", self.functions[name])) if name in self.functions else {name}
        cursor = self.connection.execute(sql, list(parameters))
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, values)) for values in cursor.fetchall()]

    def noted(self, work: Callable[[], Any]) -> tuple[Any, frozenset[str]]:
        """What the work gives, and the marts it reads."""
        before, self.asked = self.asked, set()
        value = work()
        marts, self.asked = frozenset(self.asked), before
        return value, marts

    # The dimensions

    @Part
    def build(self) -> Row:
        """The row of meta_build."""
        (build,) = self.rows("select * from marts.meta_build")
        return build

    @Part
    def lists(self) -> dict[str, Row]:
        """The lists that rate a game, or all where none does; `digits` is how many a rating is shown with."""
        lists = with_slugs("list_id", self.rows("select * from marts.dim_rating_list"))
        highest = {
            row["list_id"]: row["highest"]
            for row in self.rows(
                "select list_id, max(abs(rating)) as highest from marts.mart_leaderboard group by list_id"
            )
        }
        for list_id, rating_list in lists.items():
            # ranks as numbers want decimals, points don't
            rating_list["digits"] = 0 if highest.get(list_id, 100) >= 100 else 2
        return {list_id: row for list_id, row in lists.items() if list_id in highest or not highest}

    @Part
    def methods(self) -> dict[str, Row]:
        """Methods by id, parameters as a dict."""
        methods = {
            row["method_id"]: row for row in self.rows("select * from marts.dim_rating_method order by method_id")
        }
        for method in methods.values():
            method["parameters"] = json.loads(method["parameters"] or "{}")
        return methods

    @Part
    def coming(self) -> list[Row]:
        """Games and matches to come that a list has a forecast of, by day: the chances by the list's method, and by the one of
        its methods that predicts best."""
        return self.rows(
            """
            select own.*, best.chance as best_chance
            from marts.mart_forecast as own
            left join marts.mart_forecast as best
                on own.list_id = best.list_id and own.fixture_id = best.fixture_id and best.is_best_predictor
            where own.is_current_method and own.is_ahead and own.chance is not null
            order by own.played_on, own.event, own.round, own.fixture_id, own.list_id
            """
        )

    @Part
    def reasons(self) -> list[Row]:
        """Reasons why a game isn't rated, in the order in which they are looked for."""
        return self.rows("select * from marts.dim_not_rated_reason order by precedence")

    @Part
    def players(self) -> dict[str, Row]:
        """Players by id, in order of reading."""
        players = with_slugs(
            "player_id",
            self.rows(
                "select * from marts.dim_player order by lower(coalesce(name_kana, name_romaji, name_display)), player_id"
            ),
        )
        for player in players.values():
            name_player(player)
        return players

    @Part
    def spellings(self) -> dict[str, list[Row]]:
        """Of a player: every spelling of the name and the key by which searching compares it."""
        return grouped(
            self.rows(
                "select player_id, alias, kind, search_key from marts.dim_player_alias order by player_id, alias"
            ),
            "player_id",
        )

    @Part
    def folding(self) -> Row:
        """What marts.search_key does to a spelling, read off the function: characters, then sounds, in this order."""
        old, new, *rest = re.findall("'((?:[^']|'')*)'", self.functions["search_key"])
        return {"old": old, "new": new, "sounds": [list(pair) for pair in zip(rest[::3], rest[1::3], strict=True)]}

    @Part
    def further_keys(self) -> dict[str, list[str]]:
        """Of a player: keys beyond those of the warehouse, by which the site's search finds them too."""
        names = {
            player_id: [row["alias"] for row in rows if row["kind"] not in ("player_id", "other_order")]
            for player_id, rows in self.spellings.items()
        }
        unread = {
            player_id
            for player_id, player in self.players.items()
            if not player["name_kana"] and player["name_romaji"] in (None, player["name_display"])
        }
        found = readings.further_keys(names, unread, self.fold)
        known = {player_id: {row["search_key"] for row in rows} for player_id, rows in self.spellings.items()}
        return {each: [key for key in keys if key not in known[each]] for each, keys in found.items()}

    @Part
    def event_keys(self) -> dict[str, list[str]]:
        """Of an event: the keys by which the search finds it, its name's first."""
        names = {event_id: [event["name"]] for event_id, event in self.events.items()}
        own = dict(zip(names, self.fold([name for (name,) in names.values()])))
        further = readings.further_keys(names, set(names), self.fold)
        return {each: [key, *(other for other in further.get(each, []) if other != key)] for each, key in own.items()}

    def fold(self, texts: list[str]) -> list[str]:
        """The keys by which searching compares texts."""
        return [row["key"] for row in self.rows("select marts.search_key(unnest(?::varchar[])) as key", texts)]

    @Part
    def doubles(self) -> dict[str, list[Row]]:
        """Of a player: the others who may be the same person, each with the evidence."""
        pairs = [
            row
            for row in self.rows(
                "select alias, player_id, certainty, evidence from marts.mart_proposed_alias order by certainty, player_id, alias"
            )
            if row["alias"] in self.players and row["player_id"] in self.players
        ]
        return grouped(
            (
                row | {"player_id": one, "other_id": other}
                for row in pairs
                for one, other in ((row["player_id"], row["alias"]), (row["alias"], row["player_id"]))
            ),
            "player_id",
        )

    @Part
    def pools(self) -> dict[str, Row]:
        """Pools by id of their rated unit."""
        return with_slugs(
            "pool",
            self.rows("select rated_unit_id, pool from marts.dim_rated_unit where is_pool order by pool"),
            "rated_unit_id",
        )

    @Part
    def events(self) -> dict[str, Row]:
        """Events by id, in order of names."""
        return with_slugs("event_id", self.rows("select * from marts.dim_event order by name, event_id"))

    # Games and ratings

    @Part
    def games(self) -> dict[str, Row]:
        """Games by id in order of play, with both players' side of it and, per list, the reason why it isn't rated."""
        games = self.rows(
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
            for row in self.rows("select game_id, list_id, not_rated_reason from marts.fct_game_eligibility")
        }
        list_ids = list(self.lists)
        pools = {pool["pool"]: pool["slug"] for pool in self.pools.values()}
        for game in games:
            game["year"] = game["played_on"].year
            game["day"] = known_day(game["played_on"], game["date_precision"])
            game["result"] = result_of(game)
            game["reasons"] = [reasons[game["game_id"], list_id] for list_id in list_ids]
            game["stones"] = game["handicap"] if (game["handicap"] or 0) >= 2 else None
            game["pools"] = [pools.get(game["black_pool"]), pools.get(game["white_pool"])]
            # the games that mart_black_win_by_komi counts
            game["tells_komi"] = (
                game["colours_known"]
                and game["komi"] is not None
                and game["outcome"] == "decided"
                and not game["handicap"]
                and None in game["reasons"]
            )
        return {game["game_id"]: game for game in games}

    @Part
    def games_of(self) -> dict[str, list[Row]]:
        """The games of a player, in order of play."""
        games_of: dict[str, list[Row]] = {}
        for game in self.games.values():
            for player_id in (game["black_id"], game["white_id"]):
                games_of.setdefault(player_id, []).append(game)
        return games_of

    @Part
    def ledger(self) -> list[Row]:
        """The ledgers of the lists' current methods, in order of play."""
        return self.rows(
            f"select ledger.* {by_current_method('fct_rating_ledger as ledger')} order by list_id, ledger_no"
        )

    @Part
    def ratings_of(self) -> dict[str, dict[str, list[Row]]]:
        """Of a rated unit, by list: its rows of the ledger."""
        return grouped(self.ledger, "rated_unit_id", "list_id")

    @Part
    def pooled(self) -> dict[str, dict[str, dict[str, list[Row]]]]:
        """Of a player, by list and pool: the rows of the ledger that they moved as part of the pool."""
        return grouped((row for row in self.ledger if row["is_pool"]), "player_id", "list_id", "rated_unit_id")

    @Part
    def predictions(self) -> dict[str, list[Row]]:
        """Of a game: the prediction of each list's current method, and the kinds of game that scores are split by."""
        predictions = self.rows(
            "select prediction.*, least(floor(judged_probability * 10), 9)::integer as bin_no "
            f"{by_current_method('fct_prediction as prediction')} order by list_id, game_no"
        )
        for row in predictions:
            row["kinds"] = (
                "established" if row["is_established"] else "not_established",
                "colours_known" if row["colours_known"] else "colours_unknown",
                f"komi_{row['komi_band'] or 'unknown'}",
                f"gap_{row['gap_band']}",
                "handicap" if row["handicap"] >= 2 else "even",
            )
        return grouped(predictions, "game_id")

    # Standings

    @Part
    def leaders(self) -> dict[str, dict[date, list[Row]]]:
        """Of a list, by day: the leaderboard at each year end since its first rated game, and on the last day."""
        first_year = {
            row["list_id"]: row["year"]
            for row in self.rows(
                "select list_id, year(min(first_rated_on)) as year from marts.mart_leaderboard group by list_id"
            )
        }
        last = self.build["data_through"]
        leaders: dict[str, dict[date, list[Row]]] = {list_id: {} for list_id in self.lists}
        for list_id in leaders:
            before: dict[str, Row] = {}
            for day in [*(date(year, 12, 31) for year in range(first_year.get(list_id, last.year), last.year)), last]:
                board = self.board(list_id, day)
                # at a year's end the year before's is at hand; on any other day the list is asked for
                if (day.month, day.day) != (12, 31):
                    before = {row["player_id"]: row for row in self.board(list_id, year_before(day))}
                for row in board:
                    earlier = before.get(row["player_id"])
                    row["change"] = row["rating"] - earlier["rating"] if earlier else None
                    row["rank_before"] = earlier["active_rank_no"] if earlier else None
                before = {row["player_id"]: row for row in board}
                leaders[list_id][day] = board
        return leaders

    def board(self, list_id: str, day: date) -> list[Row]:
        """The leaderboard of a list at the end of a day."""
        return self.rows("select * from marts.leaderboard_asof(?, ?)", list_id, day)

    @Part
    def standing(self) -> dict[str, dict[str, Row]]:
        """Of a player, by list: their row of the latest leaderboard."""
        last = self.build["data_through"]
        return keyed((row for boards in self.leaders.values() for row in boards[last]), "player_id", "list_id")

    @Part
    def predictors(self) -> dict[str, list[Row]]:
        """Of a list: its current method and the one that predicted its test games best, if that is another; with `ratings`
        by player, and `chances` of the row's rating against the column's in an even game, at each of `steps`."""
        methods = self.rows(
            """
            with best as (
                select list_id, arg_min(method_id, (log_loss, method_id)) as method_id
                from marts.mart_method_score where period = 'test' and subgroup = 'all' group by list_id
            )
            select
                board.list_id, board.method_id, bool_or(board.method_id = list.method_id) as is_current,
                coalesce(bool_or(board.method_id = best.method_id), false) as is_best,
                min(board.rating) as lowest, max(board.rating) as highest, max(board.as_of) as as_of
            from marts.mart_leaderboard as board
            inner join marts.dim_rating_list as list on board.list_id = list.list_id
            left join best on board.list_id = best.list_id
            where board.method_id in (list.method_id, best.method_id)
            group by board.list_id, board.method_id
            order by board.list_id, is_current desc
            """
        )
        for method in methods:
            low, high = method["lowest"], method["highest"]
            method["steps"] = [low + (high - low) * step / (STEPS - 1) for step in range(STEPS)]
            method["chances"] = [
                [row["chance"] for row in rows]
                for rows in grouped(
                    self.rows(
                        """
                        select a, (marts.win_probability($1, a, b, 0, null) + 1 - marts.win_probability($1, b, a, 0, null)) / 2 as chance
                        from (select unnest($2::double[]) as a) as own, (select unnest($2::double[]) as b) as other
                        order by a, b
                        """,
                        method["method_id"],
                        method["steps"],
                    ),
                    "a",
                ).values()
            ]
            method["ratings"] = {
                row["player_id"]: row["rating"]
                for row in self.rows(
                    "select player_id, rating from marts.mart_leaderboard where list_id = ? and method_id = ? order by player_id",
                    method["list_id"],
                    method["method_id"],
                )
            }
        return grouped((method for method in methods if method["highest"] > method["lowest"]), "list_id")

    @Part
    def gaps(self) -> dict[str, list[Row]]:
        """Of a list: the chances that a gap between two ratings gives by its method, the weaker player being the list's median."""
        gaps = {}
        for list_id, rating_list in self.lists.items():
            ((middle,),) = [
                tuple(row.values())
                for row in self.rows(
                    f"select median(rating) as middle {by_current_method('mart_leaderboard')} where list_id = ? and is_active",
                    list_id,
                )
            ]
            if middle is not None:
                middle = round(middle, -2) if rating_list["digits"] == 0 else round(middle)
                gaps[list_id] = self.rows("select * from marts.chance_by_gap(?, ?)", rating_list["method_id"], middle)
        return gaps

    @Part
    def peaks(self) -> dict[str, dict[str, Row]]:
        """Of a player, by list; none where every rated game was in the burn-in."""
        return keyed(
            self.rows(f"select peak.* {by_current_method('mart_player_peak as peak')} where peak_game_id is not null"),
            "player_id",
            "list_id",
        )

    @Part
    def promotions(self) -> dict[str, dict[str, Row]]:
        """Of a list that holds ranks, by player: their rank and what is missing for the next."""
        return keyed(
            self.rows(f"select promotion.* {by_current_method('mart_promotion as promotion')}"), "list_id", "player_id"
        )

    @Part
    def rank_steps(self) -> dict[str, dict[str, list[Row]]]:
        """Of a player, by list: the rank held after each tournament, the latest first."""
        return grouped(
            self.rows(
                f"select history.* {by_current_method('fct_rank_history as history')} "
                "order by list_id, played_on desc, tournament_no desc"
            ),
            "player_id",
            "list_id",
        )

    # Records

    @Part
    def records(self) -> dict[str, dict[str, list[Row]]]:
        """Of a player, by scope (career, year, colour, event)."""
        return grouped(
            self.rows("select * from marts.mart_player_record order by player_id, scope, games desc, scope_value"),
            "player_id",
            "scope",
        )

    @Part
    def opponents(self) -> dict[str, list[Row]]:
        """Of a player, most games first."""
        return grouped(
            self.rows(
                "select * from marts.mart_head_to_head order by player_id, games desc, last_on desc, opponent_id"
            ),
            "player_id",
        )

    @Part
    def reconciliation(self) -> dict[str, dict[str, list[Row]]]:
        """Of a player, by list: how many games in the record moved no rating, and why."""
        return grouped(
            self.rows("select * from marts.mart_record_reconciliation order by list_id, player_id, games desc, reason"),
            "player_id",
            "list_id",
        )


def year_before(day: date) -> date:
    """The same day twelve months before; the 28th for the 29th of February."""
    return day.replace(year=day.year - 1, day=28 if (day.month, day.day) == (2, 29) else day.day)


def by_current_method(mart: str) -> str:
    """The from clause of a mart's rows by the lists' current methods."""
    return f"from marts.{mart} inner join marts.dim_rating_list using (list_id, method_id)"


def grouped(rows: Iterable[Row], *keys: str) -> Any:
    """The rows in lists, by one key in the other."""
    found: dict[Any, Any] = {}
    for row in rows:
        place = found
        for key in keys[:-1]:
            place = place.setdefault(row[key], {})
        place.setdefault(row[keys[-1]], []).append(row)
    return found


def keyed(rows: Iterable[Row], outer: str, inner: str) -> dict[Any, dict[Any, Row]]:
    """The rows, by one key in the other."""
    found: dict[Any, dict[Any, Row]] = {}
    for row in rows:
        found.setdefault(row[outer], {})[row[inner]] = row
    return found


def with_slugs(key: str, rows: list[Row], by: str | None = None) -> dict[str, Row]:
    """The rows by a key (or by another column), each with a slug made of the key."""
    for row, slug in zip(rows, slugs([row[key] for row in rows])):
        row["slug"] = slug
    return {row[by or key]: row for row in rows}


def slugs(ids: list[str]) -> list[str]:
    """A file name for every id: the id itself where that is safe on every file system, else a digest of it."""
    # By the site, by Windows, by scripts (where `__proto__` is no name of a part), and by the digests of other ids.
    taken = re.compile(r"index|con|prn|aux|nul|(com|lpt)\d|__proto__|x[0-9a-f]{16}", re.IGNORECASE)
    names = [re.sub(r"\s+", "_", each) for each in ids]
    spelt = Counter(name.casefold() for name in names)
    return [
        name
        if re.fullmatch(r"[A-Za-z0-9_-]{1,60}", name) and spelt[name.casefold()] == 1 and not taken.fullmatch(name)
        else "x" + hashlib.sha256(each.encode()).hexdigest()[:16]
        for each, name in zip(ids, names)
    ]


def name_player(player: Row) -> None:
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
