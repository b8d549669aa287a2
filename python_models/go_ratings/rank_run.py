"""From ratings by tournament to the ranks held: the EGF's rule with its memory, player by player."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Iterable, Iterator

import numpy as np

from go_ratings import ranks

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

HIGHEST_HUNDRED = 2900.0  # 9d, the last rank of the scale

KEY = "list_id, method_id, player_id"
STEP = f"{KEY}, batch_no, rating_before, rating_after, adjustment, declared_rank_number"
TYPES = "null::varchar as list_id, null::varchar as method_id, null::varchar as player_id, null::bigint as batch_no, " \
    "null::double as held_before, null::double as held_after"


def run(session: DuckDBPyConnection, steps: DuckDBPyRelation) -> DuckDBPyRelation:
    """One row per step: the hundred value held before the tournament and after it.

    `steps` is int_rank_step. `held_before` is NULL at a player's first tournament.
    """
    session.execute(f"create or replace temp table rank_run as select {TYPES} where false")
    rows = steps.order(f"{KEY}, first_ledger_no").project(STEP).fetchall()
    held = [
        (*key, batch_no, before, after)
        for key, own in groupby(rows, key=lambda row: row[:3])
        for batch_no, before, after in held_along(row[3:] for row in own)
    ]
    if held:
        names = ("list_id", "method_id", "player_id", "batch_no", "held_before", "held_after")
        numbers = {"batch_no": np.int64, "held_before": np.float64, "held_after": np.float64}
        chunk = {
            name: np.array([np.nan if cell is None else cell for cell in column], dtype=numbers.get(name, object))
            for name, column in zip(names, zip(*held))
        }
        session.register("rank_chunk", chunk)
        session.execute(
            "insert into rank_run select list_id, method_id, player_id, batch_no, "
            "nullif(held_before, 'nan'::double), held_after from rank_chunk"
        )
        session.unregister("rank_chunk")
    return session.table("rank_run")


def held_along(
    tournaments: Iterable[tuple[int, float, float, float, float | None]],
) -> Iterator[tuple[int, float | None, float]]:
    """(tournament, hundred value held before, held after) of one player, in turn.

    Each tournament is (number, rating before, rating after, what a reset added, declared rank
    number or None). A player enters with the rank he declares, else with the one his rating
    reaches; a reset sets the rank that it declares; then the rule of ranks.next_hundred.
    """
    held: float | None = None
    for number, before, after, reset, declared in tournaments:
        start = held
        if held is None:
            held = float(ranks.rising_hundred(before if declared is None else ranks.nominal_egf(declared)))
        elif reset > 0:
            held = float(ranks.rising_hundred(before))
        held = min(ranks.next_hundred(held, after), HIGHEST_HUNDRED)
        yield number, start, held
