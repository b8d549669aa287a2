"""The EGF's system until March 2021: Elo with a spread and a K that shrink with strength.

Source: the EGF's old rating page and the constants in use until 2021. Published: the con table,
a = 200 … 70, the handicap shift, pre-tournament ratings, class weights. epsilon half to each side
(also in public programs). Inferred from real movements of 2015/16 and printed nowhere: the
loss cap before the class weight, the reset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings.engines.base import FloatArray, Games, Ledger, System, Units, choice, flag, logistic, number, only_known
from go_ratings.engines.egf_tournaments import Change, Formula, expected_gap, fold

PARAMETERS = {"epsilon", "epsilon_side", "loss_cap", "floor", "start", "resets"}

SYSTEM = System(
    name="egf_1998",
    title="EGF until March 2021",
    update="tournament",
    scale="egf",
    state=("rating",),
    start="declared rank",
    floor=100.0,
    jigo="half",
    handicap=True,
    reset="declared rank at least two above the highest declared before, only upward",
    probability="the weaker after the handicap shift: 1/(e^(D/a)+1), a = 200-(n-100)/20, 70 … 200",
    source="EGF rating page (published); epsilon's sides, loss cap and reset from real movements",
)

# con by rating, straight lines between, constant outside (published table; these are its bends).
CON_RATINGS = (100.0, 200.0, 1300.0, 2000.0, 2400.0, 2600.0, 2700.0)
CON_VALUES = (116.0, 110.0, 55.0, 27.0, 15.0, 11.0, 10.0)


def con(rating: Any) -> FloatArray:
    """Points a win over an expectation of 0 brings at `rating` (EGF points); any shape."""
    return np.interp(rating, CON_RATINGS, CON_VALUES)


def spread(rating: Any) -> FloatArray:
    """The scale `a` of the curve at the weaker side's rating: 200 up to 100, 70 from 2700."""
    return np.clip(200.0 - (np.asarray(rating, np.float64) - 100.0) / 20.0, 70.0, 200.0)


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black and takes the handicap, without epsilon.

    The handicap raises A by 100·(H-0.5) before anything else; which side is weaker, the difference and
    `a` all follow from the raised rating. Komi isn't used. Shapes broadcast.
    """
    raised = np.asarray(rating_a, np.float64) + expected_gap(handicap)
    other = np.asarray(rating_b, np.float64)
    return logistic((raised - other) / spread(np.minimum(raised, other)))


def epsilon_shares(rating_a: Any, rating_b: Any, handicap: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """What `epsilon` takes off each side's expectation; shape (2, …): A (Black), B (White).

    `epsilon_side` "both" (the last form, 0.016) takes half from each; "stronger" (1998 to the
    2000s, 0.014) takes all from the stronger side after the handicap shift, B when level.
    """
    epsilon = number(parameters, "epsilon", 0.016)
    raised = np.asarray(rating_a, np.float64) + expected_gap(handicap)
    if choice(parameters, "epsilon_side", ("both", "stronger"), "both") == "both":
        return np.full((2, *np.shape(raised)), epsilon / 2.0)
    a_stronger = raised > rating_b
    return np.stack([np.where(a_stronger, epsilon, 0.0), np.where(a_stronger, 0.0, epsilon)])


def formula(parameters: Mapping[str, Any]) -> Formula:
    """The system as a formula for tournaments. Raises ParameterError for an unusable parameter."""
    epsilon_shares(0.0, 0.0, 0, parameters)

    def change(black: FloatArray, white: FloatArray, handicap: Any) -> Change:
        k_factor = con(np.stack([black, white]))
        gift = epsilon_shares(black, white, handicap, parameters)
        return Change(expected_score(black, white, handicap, np.nan, parameters), k_factor, k_factor * gift)

    return Formula(
        change=change,
        floor=number(parameters, "floor", 100.0),
        loss_cap=number(parameters, "loss_cap", 100.0),
        reset_cap=np.inf,
        resets=flag(parameters, "resets", True),
    )


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Rate tournament by tournament: R += weight·con(R)·(score-expected), from ratings before it.

    Parameters: `epsilon` (0.016), `epsilon_side` ("both" or "stronger"), `loss_cap` (points a
    tournament can cost before the class weight, 100; 0 for none), `floor` (points, 100),
    `start` (points of a unit that enters without a declared rank, 2100), `resets` (whether
    declared ranks reset ratings, true). The ledger's `expected` leaves epsilon out, so that both
    sides sum to 1; epsilon's points stand in `extra`.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    one = formula(parameters)
    return fold(games, units, lambda batch: one, number(parameters, "start", 2100.0))
