"""Bradley-Terry: one strength per player, fitted to the games of the last years.

Source: the model is Bradley and Terry's (1952); the window of 730 days is the practice of a
published world list. The prior is a parameter here: without one, a player who never lost (or
never won) has no finite strength.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from go_ratings.engines import refits, whr
from go_ratings.engines.base import (
    FloatArray,
    Games,
    IntArray,
    Ledger,
    ParameterError,
    System,
    Units,
    logistic,
    number,
    numbered_by_appearance,
    only_known,
    positive,
)
from go_ratings.engines.newton import Problem, Terms, evaluate, logistic_terms, maximise

PARAMETERS = {"window_days", "refit_days", "l2", "virtual_games", "black_advantage", "stone_value"}

SYSTEM = System(
    name="bradley_terry",
    title="Bradley-Terry in a window",
    update="refit",
    scale="elo",
    state=("rating",),
    start="fixed",
    floor=None,
    jigo="half",
    handicap=True,
    reset="none",
    probability="1/(1+10^((White-Black-advantage)/400))",
    source="Bradley and Terry 1952 (certain); window, prior and the value of a stone are choices",
)

NATS_PER_ELO = whr.NATS_PER_ELO

expected_score = whr.expected_score


def problem(
    first: IntArray,
    second: IntArray,
    score: FloatArray,
    offset: FloatArray,
    nodes: int,
    l2: float,
    virtual_games: float,
) -> Problem:
    """The log-posterior in nats: `score` and `offset` (nats) of `first`, one entry a game.

    The prior takes l2·strength² from the log-likelihood of every node and gives each
    `virtual_games` wins and as many losses against strength 0.
    """

    def prior(x: FloatArray) -> Terms:
        whole, rest, curvature = logistic_terms(x, np.full(nodes, 0.5)).times(2.0 * virtual_games)
        return Terms(whole, rest - 2.0 * l2 * x, curvature + 2.0 * l2)

    return Problem(first, second, offset, lambda gap: logistic_terms(gap, score), prior, np.zeros(max(nodes - 1, 0)))


def joint_deviation(fitted: Problem, strength: FloatArray) -> FloatArray:
    """Deviation (nats) of every node with all strengths free: the joint inverse Hessian.

    Shape as `strength`. Takes a dense matrix, so it is for hundreds of nodes, not for many thousands.
    """
    here = evaluate(fitted, strength)
    matrix = np.diag(here.own)
    np.add.at(matrix, (fitted.first, fitted.second), -here.bend)
    np.add.at(matrix, (fitted.second, fitted.first), -here.bend)
    return np.sqrt(np.diag(np.linalg.inv(matrix)))


@numbered_by_appearance
def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Predict from the fit of the last `window_days` days before the latest refit.

    A unit without games in the window keeps the strength of its last fit, a new one has 0, the
    middle of the prior. Everything in Elo; see refits.fold for what the ledger shows.

    Parameters: `window_days` (730), `refit_days` (30), `l2` (penalty on strength² in nats, 0.5:
    a Gaussian prior of variance 1), `virtual_games` (0; one of the two must be above 0),
    `black_advantage` (Elo, 0) and `stone_value` (Elo, 150) as in whr.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    window = positive(parameters, "window_days", 730.0)
    l2, virtual_games = number(parameters, "l2", 0.5), number(parameters, "virtual_games", 0.0)
    if min(l2, virtual_games) < 0.0 or l2 + virtual_games == 0.0:
        raise ParameterError(
            "parameters 'l2' and 'virtual_games' must not be below 0 nor both 0: "
            "without a prior the strength of a unit that never lost is infinite"
        )
    black_ahead = np.where(games.colours_known, whr.advantage(games.handicap, parameters), 0.0)
    offset = black_ahead * NATS_PER_ELO

    def refit(day: int, at: IntArray, rating: FloatArray, entered: FloatArray) -> tuple[IntArray, FloatArray]:
        at = at[games.day[at] >= day - window]
        who, place = np.unique(np.stack([games.black[at], games.white[at]]), return_inverse=True)
        first, second = place.reshape(2, len(at))
        fitted = problem(first, second, games.score[at], offset[at], len(who), l2, virtual_games)
        return who, maximise(fitted, rating[who] * NATS_PER_ELO) / NATS_PER_ELO

    def expect(black: FloatArray, white: FloatArray) -> FloatArray:
        return logistic((black - white) * NATS_PER_ELO + offset)

    every = refits.refit_days(parameters, 30)
    return refits.fold(games, units, every, np.zeros_like, refit, expect)
