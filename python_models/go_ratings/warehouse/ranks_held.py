"""From ratings by tournament to the ranks held: the EGF's rule with its memory, player by player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from go_ratings import ranks
from go_ratings.warehouse.tables import Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

HIGHEST_HUNDRED = 2900.0  # 9d, the last rank of the scale

KEY = "list_id, method_id, player_id"
STEP = f"{KEY}, batch_no, rating_before, rating_after, adjustment, declared_rank_number"
COLUMNS = {
    "list_id": "varchar",
    "method_id": "varchar",
    "player_id": "varchar",
    "batch_no": "bigint",
    "held_before": "double",
    "held_after": "double",
}


def run(session: DuckDBPyConnection, steps: DuckDBPyRelation) -> DuckDBPyRelation:
    """One row per step: the hundred value held before the tournament and after it.

    `steps` is int_rank_step. `held_before` is NULL at a player's first tournament.
    """
    table = Table(session, "rank_held", COLUMNS)
    rows = steps.order(f"{KEY}, first_ledger_no").project(STEP).fetchall()
    held = [
        (*key, batch_no, np.nan if before is None else before, after)
        for key, own in groupby(rows, key=lambda row: row[:3])
        for batch_no, before, after in held_along(row[3:] for row in own)
    ]
    if held:
        table.add(dict(zip(COLUMNS, map(np.array, zip(*held)))))
    return table.relation()


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
