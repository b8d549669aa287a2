"""The EGF's list through the change of 2021: the old system before a day, the new one from it.

Source: the EGF changed its formula in April 2021 (published). The EGF itself recalculated its
whole past with the new formula then; this engine keeps what was valid at the time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from go_ratings.engines import egf_1998, egf_2021
from go_ratings.engines.base import Games, Ledger, ParameterError, Units, number, only_known
from go_ratings.engines.batches import Batch
from go_ratings.engines.egf_tournaments import Formula, fold

PARAMETERS = {"switch_on", "start", "epsilon", "epsilon_side"}

SYSTEM = replace(
    egf_2021.SYSTEM,
    name="egf",
    title="EGF, each form in its time",
    floor=None,
    probability="egf_1998 before the switch, egf_2021 from it",
    source="EGF rating pages (published); floor 100 before the switch and -900 from it",
)

expected_score = egf_2021.expected_score


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Rate a tournament that ended before `switch_on` by egf_1998, a later one by egf_2021.

    Parameters: `switch_on` (ISO date, 2021-04-01), `start` (points of a unit that enters without
    a declared rank, 2100), and egf_1998's `epsilon` and `epsilon_side`.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    try:
        switch_on = date.fromisoformat(parameters.get("switch_on", "2021-04-01"))
    except (TypeError, ValueError) as error:
        raise ParameterError("parameter 'switch_on' must be a date like 2021-04-01") from error
    switch_day = (switch_on - date(1970, 1, 1)).days
    old = egf_1998.formula({key: parameters[key] for key in ("epsilon", "epsilon_side") if key in parameters})
    new = egf_2021.formula({})

    def formula_of(batch: Batch) -> Formula:
        return old if batch.last_day < switch_day else new

    return fold(games, units, formula_of, number(parameters, "start", 2100.0))
