"""The EGF's system since April 2021: con, a bonus against deflation, and the curve beta.

Source: the EGF's rating page and its author's notes (published: con, bonus, beta, the handicap
shift inside beta, the floor, the reset up to 2 dan). Inferred: the class weight applies to the
bonus too, the floor is applied after the tournament, there is no loss cap.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings.engines.base import FloatArray, Games, Ledger, System, Units, flag, number, only_known
from go_ratings.engines.egf_tournaments import Change, Formula, expected_gap, fold

PARAMETERS = {"loss_cap", "floor", "start", "resets"}

SYSTEM = System(
    name="egf_2021",
    title="EGF since April 2021",
    update="tournament",
    scale="egf",
    state=("rating",),
    start="declared rank",
    floor=-900.0,
    jigo="half",
    handicap=True,
    reset="declared rank at least two above the highest declared before, up to 2 dan, only upward",
    probability="1/(1+e^(beta(White)-beta(Black))), beta(r) = -7·ln(3300-r), handicap inside beta",
    source="EGF rating page (published); class weight on the bonus and no loss cap are inferred",
)

# The curve ends at 3300: ratings are taken as at most this, where a game is worth next to nothing.
HIGHEST = 3299.0
TWO_DAN = 1.0


def con(rating: Any) -> FloatArray:
    """Points a win over an expectation of 0 brings: ((3300-r)/200)^1.6; any shape."""
    return ((3300.0 - np.minimum(rating, HIGHEST)) / 200.0) ** 1.6


def bonus(rating: Any) -> FloatArray:
    """Points a game brings whatever its result: ln(1+e^((2300-r)/80))/5; any shape."""
    return np.logaddexp(0.0, (2300.0 - np.minimum(rating, HIGHEST)) / 80.0) / 5.0


def beta(rating: Any) -> FloatArray:
    """Strength in nats: -7·ln(3300-r); any shape."""
    return -7.0 * np.log(3300.0 - np.minimum(rating, HIGHEST))


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black and takes the handicap. Shapes broadcast.

    The handicap raises A by 100·(H-0.5) inside beta. Komi isn't used.
    """
    raised = np.asarray(rating_a, np.float64) + expected_gap(handicap)
    return 1.0 / (1.0 + np.exp(beta(rating_b) - beta(raised)))


def formula(parameters: Mapping[str, Any]) -> Formula:
    """The system as a formula for tournaments. Raises ParameterError for an unusable parameter."""

    def change(black: FloatArray, white: FloatArray, handicap: Any) -> Change:
        both = np.stack([black, white])
        return Change(expected_score(black, white, handicap, np.nan, parameters), con(both), bonus(both))

    return Formula(
        change=change,
        floor=number(parameters, "floor", -900.0),
        loss_cap=number(parameters, "loss_cap", 0.0),
        reset_cap=TWO_DAN,
        resets=flag(parameters, "resets", True),
        highest=HIGHEST,
    )


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Rate tournament by tournament: r += weight·(con·(score-expected) + bonus).

    Parameters: `loss_cap` (points a tournament can cost before the class weight; 0, none),
    `floor` (points, -900), `start` (points of a unit that enters without a declared rank, 2100),
    `resets` (whether declared ranks reset ratings, true). Ratings past 3299, where the curve
    ends, count as 3299 in every part of the formula and are noted.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    one = formula(parameters)
    return fold(games, units, lambda batch: one, number(parameters, "start", 2100.0))
