"""From the warehouse's rated games to ledgers and back: arrays in, one engine call a list and method."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import numpy as np

from go_ratings.engines import Games, Ledger, ParameterError, RatingError, Units, engine, rated
from go_ratings.warehouse.tables import Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

# What is stored of each side of a game; what a system doesn't have is NULL.
SIDE_COLUMNS = (
    "before",
    "after",
    "expected",
    "k_factor",
    "rating_used",
    "adjustment",
    "deviation_before",
    "deviation_after",
)
GAME_COLUMNS = (
    "game_no",
    "black_unit_no",
    "white_unit_no",
    "black_is_pool",
    "white_is_pool",
    "black_score",
    "day_no",
    "batch_no",
    "round_no",
    "colours_known",
    "handicap",
    "komi",
    "black_rank",
    "white_rank",
    "class_weight",
    "board_size",
    "is_womens_event",
)
COLUMNS = (
    {"list_id": "varchar", "method_id": "varchar", "game_no": "bigint", "note": "varchar"}
    | {f"{colour}_{column}": "double" for colour in ("black", "white") for column in SIDE_COLUMNS}
    | {"unit_no": "bigint", "day_no": "bigint"}
    | {f"{column}_seen_now": "double" for column in ("rating", "deviation", "covariance")}
)


def run(
    session: DuckDBPyConnection, games: DuckDBPyRelation, list_methods: DuckDBPyRelation, methods: DuckDBPyRelation
) -> DuckDBPyRelation:
    """One row per list, method and rated game: both sides' ratings before and after it.

    `games` is int_rated_game; `game_no` counts a list's games in order of play, which is the
    order in which they are rated. What an engine has to say of a run as a whole is a row with
    `note` and without a game; where it can't rate a list's games at all, that is its only row.
    Raises ParameterError when a method can't be run.
    """
    table = Table(session, "rating_step", COLUMNS)
    method_of = {row[0]: row[1:] for row in methods.project("method_id, engine, parameters").fetchall()}
    runs = list_methods.project("list_id, method_id").order("list_id, method_id").fetchall()
    with_games = {row[0] for row in games.aggregate("list_id").fetchall()}
    for list_id in sorted(with_games):
        of_list = games_of_list(games, list_id)
        arrays, units = games_of(of_list)
        unit_numbers = np.unique(np.concatenate([of_list["black_unit_no"], of_list["white_unit_no"]]))
        for method_id in (method for rated_list, method in runs if rated_list == list_id):
            name, parameters = method_of[method_id]
            key = {"list_id": list_id, "method_id": method_id}
            try:
                ledger = rated(name, arrays, units, json.loads(parameters))
            except RatingError as error:
                table.add(key | {"note": f"the list has no ratings by this method: {error}"})
                continue
            table.add(key | {"game_no": of_list["game_no"]} | _columns(ledger))
            for note in ledger.notes:
                table.add(key | {"note": note})
            # Without a deviation it is how the past was seen then, refit after refit.
            if ledger.history is not None and len(ledger.history.unit) and np.isfinite(ledger.history.deviation).all():
                table.add(
                    key
                    | {
                        "unit_no": unit_numbers[ledger.history.unit],
                        "day_no": ledger.history.day,
                        "rating_seen_now": ledger.history.rating,
                        "deviation_seen_now": ledger.history.deviation,
                        "covariance_seen_now": ledger.history.covariance,
                    }
                )
    return table.relation()


def games_of_list(games: DuckDBPyRelation, list_id: str) -> dict[str, np.ndarray]:
    """What engines need of one list's games, from int_rated_game in order of play."""
    return games.filter(f"list_id = '{list_id}'").project(", ".join(GAME_COLUMNS)).order("game_no").fetchnumpy()


def games_of(columns: dict[str, np.ndarray]) -> tuple[Games, Units]:
    """One list's games and units, from the columns of int_rated_game in order of play."""
    seats = np.concatenate([columns["black_unit_no"], columns["white_unit_no"]])
    unit_numbers, codes = np.unique(seats, return_inverse=True)
    black, white = codes[: len(codes) // 2], codes[len(codes) // 2 :]
    is_pool = np.zeros(len(unit_numbers), dtype=np.bool_)
    is_pool[black] |= np.asarray(columns["black_is_pool"])
    is_pool[white] |= np.asarray(columns["white_is_pool"])
    games = Games.of(
        black,
        white,
        columns["black_score"],
        day=columns["day_no"],
        batch=columns["batch_no"],
        round_no=columns["round_no"],
        colours_known=columns["colours_known"],
        handicap=columns["handicap"],
        komi=np.ma.filled(columns["komi"], np.nan),
        black_rank=np.ma.filled(columns["black_rank"], np.nan),
        white_rank=np.ma.filled(columns["white_rank"], np.nan),
        weight=np.ma.filled(columns["class_weight"], np.nan),
        board_size=columns["board_size"],
        women=columns["is_womens_event"],
    )
    return games, Units(is_pool)


def _columns(ledger: Ledger) -> dict[str, np.ndarray]:
    """What is stored of both sides, by column."""
    sides = (("black", ledger.black), ("white", ledger.white))
    known = {f"{colour}_{column}": getattr(side, column) for colour, side in sides for column in SIDE_COLUMNS}
    return {column: values for column, values in known.items() if values is not None}


def method_problem(engine_name: str, parameters: str) -> str:
    """Why a method can't be run, as one sentence, or '' when it can.

    `parameters` is a JSON object. The engine is tried on no games at all, which is enough for
    it to look at every parameter.
    """
    try:
        values = json.loads(parameters)
        if not isinstance(values, dict):
            return f"the parameters must be a JSON object, not {parameters}"
        engine(engine_name)(Games.of([], [], []), Units.players(0), values)
    except json.JSONDecodeError as error:
        return f"the parameters are not JSON: {error}"
    except ParameterError as error:
        return str(error)
    return ""


def method_digest(engine_name: str, parameters: str) -> str:
    """A digest of an engine and its parameters (a JSON object), in whatever order these are written."""
    content = json.dumps([engine_name, json.loads(parameters)], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
