"""From the warehouse's rated games to ledgers and back: arrays in, one engine call a list and method."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from go_ratings.engines import Games, Ledger, ParameterError, Units, engine

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

COLUMNS = {
    "list_id": "varchar",
    "method_id": "varchar",
    "game_no": "bigint",
    "black_before": "double",
    "black_after": "double",
    "black_expected": "double",
    "black_k_factor": "double",
    "white_before": "double",
    "white_after": "double",
    "white_expected": "double",
    "white_k_factor": "double",
}


def run(session: DuckDBPyConnection, games: DuckDBPyRelation, methods: DuckDBPyRelation) -> DuckDBPyRelation:
    """One row per list, method and rated game: both sides' ratings before and after it.

    `games` is int_rated_game; `game_no` counts a list's games in order of play, which is the
    order in which they are rated. Raises ParameterError when a method can't be run.
    """
    types = ", ".join(f"null::{type_} as {name}" for name, type_ in COLUMNS.items())
    session.execute(f"create or replace temp table rating_run as select {types} where false")
    lists = games.aggregate("list_id").order("list_id").fetchall()
    runs = methods.project("method_id, engine, parameters").order("method_id").fetchall()
    for (list_id,) in lists:
        of_list = games.filter(f"list_id = '{list_id}'").order("game_no").fetchnumpy()
        arrays, units = _games_of(of_list)
        for method_id, engine_name, parameters in runs:
            ledger = engine(engine_name)(arrays, units, json.loads(parameters))
            _store(session, list_id, method_id, of_list["game_no"], ledger)
    return session.table("rating_run")


def _games_of(columns: dict[str, np.ndarray]) -> tuple[Games, Units]:
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
        colours_known=columns["colours_known"],
        handicap=columns["handicap"],
        komi=np.ma.filled(columns["komi"], np.nan),
    )
    return games, Units(is_pool)


def _store(
    session: DuckDBPyConnection, list_id: str, method_id: str, game_no: np.ndarray, ledger: Ledger
) -> None:
    chunk = {"game_no": np.asarray(game_no)}
    for colour, side in (("black", ledger.black), ("white", ledger.white)):
        chunk[f"{colour}_before"] = side.before
        chunk[f"{colour}_after"] = side.after
        chunk[f"{colour}_expected"] = side.expected
        chunk[f"{colour}_k_factor"] = side.k_factor
    names = ", ".join(chunk)
    session.register("ledger_chunk", chunk)
    session.execute(
        f"insert into rating_run (list_id, method_id, {names}) select ?, ?, {names} from ledger_chunk",
        [list_id, method_id],
    )
    session.unregister("ledger_chunk")


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
