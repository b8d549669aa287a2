"""Glicko-2 as OGS uses it: one game is one rating period, handicaps shift ranks.

Source: Glickman's "Example of the Glicko-2 system" and OGS's published code (certain: tau 0.5,
start 1500/350/0.06, the clamps, the handicap in the rank domain, no growth of the deviation with
time). Of a series of timeouts in correspondence games, OGS counts only the first; games here
don't say how they ended.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from go_ratings.engines.base import (
    FloatArray,
    Games,
    Ledger,
    Side,
    System,
    Units,
    between_players,
    choice,
    known_komi,
    logistic,
    number,
    only_known,
    positive,
    told_komi,
)
from go_ratings.ranks import ogs_rank, ogs_rating

PARAMETERS = {"start", "deviation", "volatility", "tau", "lowest_deviation", "rules", "board_size"}

SYSTEM = System(
    name="glicko2",
    title="Glicko-2 (OGS)",
    update="game",
    scale="ogs",
    state=("rating", "deviation", "volatility"),
    start="fixed",
    floor=100.0,
    jigo="half",
    handicap=True,
    reset="none",
    probability="1/(1+e^(-g·(Black'-White)/173.7178)), Black' raised in the rank domain",
    source="Glickman's paper and OGS's published code (certain)",
)

POINTS_PER_UNIT = 173.7178
RATINGS = (100.0, 6000.0)
HIGHEST_DEVIATION = 500.0
VOLATILITIES = (0.01, 0.15)
_LITTLE_INFORMATION = 1e-6
RULES = ("japanese", "korean", "chinese", "aga", "ing", "nz")
FAIR_KOMI = {rules: 6.0 if rules in ("japanese", "korean") else 7.0 for rules in RULES}


class Player(NamedTuple):
    """Rating and deviation in points, volatility in units of 173.7178 points."""

    rating: float
    deviation: float
    volatility: float


def head_start(handicap: Any, komi: Any, size: Any, rules: str) -> FloatArray:
    """What handicap and komi are worth to Black in ranks; any shape.

    In points: fair komi - (komi + White's compensation) + (6 + fair komi) for every stone past
    the first; 12 points make a rank, on 13 lines 4 and on 9 lines 2. Fair komi is 6 by territory
    and 7 by area; White's compensation is H points by Chinese rules, H-1 by the AGA's. Unknown
    komi counts as the fair one in an even game, else as none.
    """
    handicap = np.asarray(handicap)
    fair = FAIR_KOMI[rules]
    compensation = {"chinese": handicap, "aga": np.maximum(handicap - 1, 0)}.get(rules, 0)
    points = fair - known_komi(komi, handicap, fair) - compensation
    points = points + (6.0 + fair) * np.maximum(handicap - 1, 0)
    size = np.asarray(size)
    return points / 12.0 * np.where(size == 9, 6.0, np.where(size == 13, 3.0, 1.0))


def shifted(rating: Any, by_ranks: Any) -> FloatArray:
    """A rating moved by ranks on OGS's scale: a stone is worth more points to the stronger."""
    return ogs_rating(ogs_rank(rating) + by_ranks)


def g(deviation: Any) -> FloatArray:
    """How far an opponent's deviation (points) flattens the curve, 0 … 1; any shape."""
    phi = np.asarray(deviation, np.float64) / POINTS_PER_UNIT
    return 1.0 / np.sqrt(1.0 + 3.0 * phi * phi / np.pi**2)


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, between well-known players. Shapes broadcast.

    Parameters: `rules` ("japanese") and `board_size` (lines, 19).
    """
    rules = choice(parameters, "rules", RULES, "japanese")
    ranks_ahead = head_start(handicap, komi, positive(parameters, "board_size", 19.0), rules)
    gap = shifted(rating_a, ranks_ahead) - rating_b
    return logistic(gap / POINTS_PER_UNIT)


def update(
    player: Player,
    opponents: Sequence[tuple[float, float, float]],
    tau: float = 0.5,
    lowest_deviation: float = 10.0,
) -> Player:
    """A player after one rating period against (rating, deviation, score) of each game.

    Glickman's steps 3 to 8; then rating, deviation and volatility are kept within their limits.
    Without games only the deviation grows, by the volatility.
    """
    phi = player.deviation / POINTS_PER_UNIT
    if not opponents:
        grown = math.hypot(phi, player.volatility) * POINTS_PER_UNIT
        return player._replace(deviation=min(max(grown, lowest_deviation), HIGHEST_DEVIATION))
    information, surprise = 0.0, 0.0
    for rating, deviation, score in opponents:
        weight = 1.0 / math.sqrt(1.0 + 3.0 * (deviation / POINTS_PER_UNIT) ** 2 / math.pi**2)
        gap = weight * (player.rating - rating) / POINTS_PER_UNIT
        odds = math.exp(-abs(gap))
        chance = (1.0 if gap >= 0.0 else odds) / (1.0 + odds)
        information += weight * weight * odds / (1.0 + odds) ** 2
        surprise += weight * (score - chance)
    volatility = new_volatility(phi, player.volatility, information, surprise, tau)
    variance = 1.0 / (1.0 / (phi * phi + volatility * volatility) + information)
    return Player(
        min(max(player.rating + POINTS_PER_UNIT * variance * surprise, RATINGS[0]), RATINGS[1]),
        min(max(POINTS_PER_UNIT * math.sqrt(variance), lowest_deviation), HIGHEST_DEVIATION),
        min(max(volatility, VOLATILITIES[0]), VOLATILITIES[1]),
    )


def new_volatility(phi: float, volatility: float, information: float, surprise: float, tau: float) -> float:
    """Glickman's step 5: the volatility that explains the results best, by the Illinois method.

    `phi` deviation, `information` of the games (1/v in the paper), `surprise` the sum of g·(score -
    expected) over them (delta/v in the paper); all in units of 173.7178 points. The paper's
    fractions are multiplied by v², because games whose result was certain have no information.
    """
    a = math.log(volatility * volatility)

    def f(x: float) -> float:
        e = math.exp(x)
        total = 1.0 + information * (phi * phi + e)
        spare = surprise * surprise - information * total
        return e * spare / (2.0 * total * total) - (x - a) / (tau * tau)

    low = a
    spare = surprise * surprise - information * (1.0 + information * phi * phi)
    steps = 1
    if spare <= 0.0:
        while f(a - steps * tau) < 0.0:
            steps += 1
        high = a - steps * tau
    elif information > _LITTLE_INFORMATION:
        high = math.log(spare) - 2.0 * math.log(information)
    else:
        # The paper's bound grows without limit as information goes; the sign turns long before.
        while f(a + steps * tau) > 0.0:
            steps += 1
        high = a + steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > 1e-9:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0.0:
            low, f_low = high, f_high
        else:
            f_low /= 2.0
        high, f_high = middle, f_middle
    return math.exp(low / 2.0)


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Fold the games in order, each one a rating period from the values before it.

    A side sees its opponent with the rating shifted by the handicap, in ranks. Parameters:
    `start` (points, 1500), `deviation` (points, 350) and `volatility` (0.06) of a new unit,
    `tau` (0.5), `lowest_deviation` (points, 10), `rules` (counting, "japanese"). `board_size`
    of the parameters is for expected_score alone: games have their own. The ledger's `expected`
    uses both deviations; there is no k_factor.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    positive(parameters, "board_size", 19.0)
    rules = choice(parameters, "rules", RULES, "japanese")
    tau = positive(parameters, "tau", 0.5)
    lowest_deviation = positive(parameters, "lowest_deviation", 10.0)
    newcomer = Player(
        number(parameters, "start", 1500.0),
        positive(parameters, "deviation", 350.0),
        positive(parameters, "volatility", 0.06),
    )
    n = len(games)
    counts = between_players(games, units)
    ranks_ahead = head_start(games.handicap, told_komi(games), games.board_size, rules).tolist()
    state = [newcomer] * len(units)
    before, after, deviation_before, deviation_after, raised = np.zeros((5, 2, n))
    for i, (b, w, score) in enumerate(zip(games.black.tolist(), games.white.tolist(), games.score.tolist())):
        black, white = state[b], state[w]
        before[:, i], deviation_before[:, i] = (black.rating, white.rating), (black.deviation, white.deviation)
        # Each side meets the other at the strength that the other has after the handicap.
        seen = _shifted(black.rating, ranks_ahead[i]), _shifted(white.rating, -ranks_ahead[i])
        raised[:, i] = seen
        if counts[i]:
            state[b] = update(black, [(seen[1], white.deviation, score)], tau, lowest_deviation)
            state[w] = update(white, [(seen[0], black.deviation, 1.0 - score)], tau, lowest_deviation)
        after[:, i] = state[b].rating, state[w].rating
        deviation_after[:, i] = state[b].deviation, state[w].deviation

    weight = g(np.hypot(*deviation_before))
    expected = logistic(weight * (raised[0] - before[1]) / POINTS_PER_UNIT)
    none = np.full(n, np.nan)
    final = np.array(state).reshape(len(units), 3)
    return Ledger(
        Side(before[0], after[0], expected, none, deviation_before[0], deviation_after[0]),
        Side(before[1], after[1], 1.0 - expected, none, deviation_before[1], deviation_after[1]),
        rated=counts,
        final=dict(zip(SYSTEM.state, final.T)),
    )


def _shifted(rating: float, by_ranks: float) -> float:
    """`shifted` for one number, several times faster in the fold."""
    return 525.0 * math.exp(math.log(min(max(rating, RATINGS[0]), RATINGS[1]) / 525.0) + by_ranks / 23.15)
