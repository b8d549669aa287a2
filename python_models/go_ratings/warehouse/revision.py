"""What differs between this build and the last publication of the same landing: games by content, ratings by value."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from go_ratings.warehouse import publication

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

_LAST = "last_"  # before the name of a mart: that of the publication; now_ is the one of this build

# What a game is to records and ratings; anything else may differ without a rating moving.
_GAME_FIELDS = (
    "played_on",
    "sequence",
    "event_id",
    "edition",
    "round",
    "black_id",
    "white_id",
    "colours_known",
    "black_rank",
    "white_rank",
    "komi",
    "handicap",
    "outcome",
    "winner_id",
    "win_by",
    "margin",
)
_FIELDS = (*_GAME_FIELDS, "affiliations", "rated_in")
_COLUMNS = {
    "kind": "varchar",
    "list_id": "varchar",
    "method_id": "varchar",
    "player_id": "varchar",
    "rating_before": "double",
    "rating_now": "double",
    "peak_before": "double",
    "peak_now": "double",
    "game_id": "varchar",
    "change": "varchar",
    "what": "varchar",
    "played_on": "date",
    "black_id": "varchar",
    "white_id": "varchar",
    "lists": "varchar",
}


def run(
    session: DuckDBPyConnection,
    games: DuckDBPyRelation,
    seats: DuckDBPyRelation,
    eligibility: DuckDBPyRelation,
    leaderboard: DuckDBPyRelation,
    peaks: DuckDBPyRelation,
    landing: str,
) -> DuckDBPyRelation:
    """One row per game (kind game) or list, method and player (kind rating) that differs.

    The publication lies beside the database that is being built; without it, or where it lacks a column of
    today's marts, nothing is compared and there are no rows. Lists and methods are compared where both
    have them.
    """
    types = ", ".join(f"null::{type_} as {column}" for column, type_ in _COLUMNS.items())
    session.execute(f"create or replace temp table revision_run as select {types} where false")
    warehouse = _warehouse(session)
    last = publication.last_of(warehouse, landing) if warehouse else None
    if last is None:
        return session.table("revision_run")
    now = {
        "fct_game": games,
        "fct_game_player": seats,
        "fct_game_eligibility": eligibility,
        "mart_leaderboard": leaderboard,
        "mart_player_peak": peaks,
    }
    before = {f"{_LAST}{mart}": query for mart, query in publication.queries(last).items() if mart in now}
    if len(before) < len(now):
        return session.table("revision_run")
    for view, query in before.items():
        session.execute(f"create or replace temp view {view} as {query}")
    for name, relation in now.items():
        session.register(f"now_{name}", relation)
    if all(set(relation.columns) <= set(session.table(f"{_LAST}{name}").columns) for name, relation in now.items()):
        session.execute(f"insert into revision_run by name {_game_differences()}")
        session.execute(f"insert into revision_run by name {_rating_differences()}")
    for name in now:
        session.unregister(f"now_{name}")
        session.execute(f"drop view {_LAST}{name}")
    return session.table("revision_run")


def _warehouse(session: DuckDBPyConnection) -> Path | None:
    """The folder of the database that is being built, None for one in memory."""
    ((path,),) = session.execute(
        "select path from duckdb_databases() where database_name = current_database()"
    ).fetchall()
    return Path(path).parent if path else None


def _content(prefix: str) -> str:
    """The games of one side with all that is compared; `rated_in` says of each list whether and why not."""
    fields = ", ".join(f"game.{field}" for field in _GAME_FIELDS)
    return f"""
        select game.game_id, {fields}, seat.affiliations, judged.rated_in, judged.lists
        from {prefix}fct_game as game
        inner join (
            select
                game_id,
                string_agg(player_id || '=' || coalesce(organisation, ''), ', ' order by player_id) as affiliations
            from {prefix}fct_game_player
            group by game_id
        ) as seat on game.game_id = seat.game_id
        inner join (
            select
                game_id,
                string_agg(list_id || '=' || coalesce(not_rated_reason, 'rated'), ', ' order by list_id) as rated_in,
                list(list_id) filter (where is_rated) as lists
            from {prefix}fct_game_eligibility
            where
                list_id in (select list_id from {_LAST}fct_game_eligibility)
                and list_id in (select list_id from now_fct_game_eligibility)
            group by game_id
        ) as judged on game.game_id = judged.game_id
    """


def _game_differences() -> str:
    changes = ", ".join(
        f"if(b.{field} is distinct from n.{field}, "
        f"'{field}: ' || coalesce(b.{field}::varchar, '-') || ' → ' || coalesce(n.{field}::varchar, '-'), null)"
        for field in _FIELDS
    )
    return f"""
        select
            'game' as kind,
            coalesce(n.game_id, b.game_id) as game_id,
            case when b.game_id is null then 'new' when n.game_id is null then 'removed' else 'changed' end as change,
            if(change = 'changed', concat_ws('; ', {changes}), null) as what,
            coalesce(n.played_on, b.played_on) as played_on,
            coalesce(n.black_id, b.black_id) as black_id,
            coalesce(n.white_id, b.white_id) as white_id,
            nullif(array_to_string(list_sort(list_distinct(
                list_concat(coalesce(b.lists, []), coalesce(n.lists, []))
            )), ', '), '') as lists
        from ({_content(f"{_LAST}")}) as b
        full join ({_content("now_")}) as n on b.game_id = n.game_id
        where change != 'changed' or what != ''
    """


def _rating_differences() -> str:
    def side(prefix: str) -> str:
        return f"""
            select board.list_id, board.method_id, board.player_id, board.rating, peak.peak_rating
            from {prefix}mart_leaderboard as board
            inner join {prefix}mart_player_peak as peak using (list_id, method_id, player_id)
            where
                (board.list_id, board.method_id) in (select (list_id, method_id) from {_LAST}mart_leaderboard)
                and (board.list_id, board.method_id) in (select (list_id, method_id) from now_mart_leaderboard)
        """

    return f"""
        select
            'rating' as kind,
            coalesce(n.list_id, b.list_id) as list_id,
            coalesce(n.method_id, b.method_id) as method_id,
            coalesce(n.player_id, b.player_id) as player_id,
            b.rating as rating_before,
            n.rating as rating_now,
            b.peak_rating as peak_before,
            n.peak_rating as peak_now
        from ({side(f"{_LAST}")}) as b
        full join ({side("now_")}) as n
            on b.list_id = n.list_id and b.method_id = n.method_id and b.player_id = n.player_id
        where b.rating is distinct from n.rating or b.peak_rating is distinct from n.peak_rating
    """
