"""Arrays into tables: the one way in which this package writes rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

_ROWS_AT_ONCE = 20_000


class Table:
    """A temporary table of the session to which rows are added by columns.

    `types` gives the SQL type of each column, in their order. A column that isn't given is NULL, and
    so is NaN in a column of type double.
    """

    def __init__(self, session: DuckDBPyConnection, name: str, types: Mapping[str, str]) -> None:
        self._session, self._name, self._types = session, name, dict(types)
        self._given: tuple[str, ...] = ()
        self._chunks: list[list[Any]] = []
        self._rows = 0
        columns = ", ".join(f'"{column}" {type_}' for column, type_ in types.items())
        session.execute(f"create or replace temp table {name} ({columns})")

    def add(self, columns: Mapping[str, Any]) -> None:
        """Add a row for each entry of the longest column; single values are repeated."""
        rows = max(np.size(values) for values in columns.values())
        if tuple(columns) != self._given or self._rows >= _ROWS_AT_ONCE:
            self._flush()
            self._given = tuple(columns)
        self._chunks.append([np.broadcast_to(np.asarray(values), (rows,)) for values in columns.values()])
        self._rows += rows

    def relation(self) -> DuckDBPyRelation:
        """The rows as a relation of the session."""
        self._flush()
        return self._session.table(self._name)

    def _flush(self) -> None:
        if self._rows:
            arrays = dict(zip(self._given, map(np.concatenate, zip(*self._chunks))))
            names = ", ".join(f'"{name}"' for name in arrays)
            values = ", ".join(
                f"nullif(\"{name}\", 'nan'::double)" if self._types[name] == "double" else f'"{name}"'
                for name in arrays
            )
            self._session.register("rows_to_store", arrays)
            self._session.execute(f"insert into {self._name} ({names}) select {values} from rows_to_store")
            self._session.unregister("rows_to_store")
        self._chunks, self._rows = [], 0
