"""Many settings of a rating system compared on the same games, and which one the early games choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np

from go_ratings.engines import Games, RatingError, Units, engine, rated
from go_ratings.engines.base import FloatArray, IntArray
from go_ratings.engines.elo import adjusted_games
from go_ratings.evaluation import resampling, scores

Parameters = dict[str, Any]

_BLOCK = 4096


def grid(own: Mapping[str, Any], candidates: Mapping[str, Sequence[Any]]) -> list[Parameters]:
    """Every combination of candidate values in place of a method's own, the method itself first.

    A candidate None leaves the parameter out. Combinations that come to the same are one setting.
    """
    combinations = (dict(zip(candidates, values)) for values in product(*candidates.values()))
    settings = [_canonical(own)]
    settings += [_canonical({**own, **combination}) for combination in combinations]
    return [setting for place, setting in enumerate(settings) if setting not in settings[:place]]


def _canonical(parameters: Mapping[str, Any]) -> Parameters:
    setting = {name: value for name, value in parameters.items() if value is not None}
    if not setting.get("black_adjustment", 0):
        # Which games an adjustment of nothing counts in makes no difference.
        setting.pop("adjusted_komi_up_to", None)
    return setting


def plain(settings: Sequence[Parameters]) -> IntArray:
    """For each setting the place of the same one without Black's adjustment, -1 where there is none."""
    without = [_canonical({**setting, "black_adjustment": 0}) for setting in settings]
    return np.array([settings.index(one) if one in settings else -1 for one in without])


def predictions(
    name: str, games: Games, units: Units, settings: Sequence[Parameters]
) -> Iterator[tuple[slice, FloatArray]]:
    """Probabilities that Black wins under every setting of an engine, some games at a time.

    Yields stretches of the games, in their order, with an array (games of the stretch, settings). A
    setting under which the system can't rate these games knows nothing: it says 0.5 of every game.
    """
    if name == "elo":
        yield from _elo_predictions(games, units, settings)
    else:
        chance = np.full((len(games), len(settings)), 0.5)
        for column, setting in enumerate(settings):
            with suppress(RatingError):
                chance[:, column] = rated(name, games, units, setting).black.expected
        yield slice(0, len(games)), chance


def _elo_predictions(games: Games, units: Units, settings: Sequence[Parameters]) -> Iterator[tuple[slice, FloatArray]]:
    """The Elo fold, all settings in one pass: ratings are rows of (settings,), in nats from the start."""
    # What K is multiplied by on each side doesn't depend on K itself: pools, provisional players.
    unit_k = engine("elo")(games, units, {**settings[0], "k_factor": 1.0, "black_adjustment": 0.0})
    nats = np.log(10.0) / 400.0
    k_factor = np.array([setting.get("k_factor", 32.0) for setting in settings]) * nats

    # Which games are adjusted depends on one parameter of few values, so games fall into few kinds.
    limits = [setting.get("adjusted_komi_up_to") for setting in settings]
    one_of_each = dict(zip(limits, settings))
    adjusted = [adjusted_games(games.colours_known, games.komi, setting) for setting in one_of_each.values()]
    kinds, kind_of_game = np.unique(np.stack(adjusted, axis=1), axis=0, return_inverse=True)
    points = np.array([setting.get("black_adjustment", 0.0) for setting in settings])
    advantage = kinds[:, [list(one_of_each).index(limit) for limit in limits]] * points * nats

    columns = (
        games.black,
        games.white,
        games.score,
        kind_of_game.ravel(),
        unit_k.black.k_factor,
        unit_k.white.k_factor,
    )
    rating = np.zeros((len(units), len(settings)))
    gap, moved = np.empty(len(settings)), np.empty(len(settings))
    for first in range(0, len(games), _BLOCK):
        block = slice(first, min(first + _BLOCK, len(games)))
        chance = np.empty((block.stop - first, len(settings)))
        rows = zip(chance, *(column[block].tolist() for column in columns))
        for expected, black, white, score, kind, black_k, white_k in rows:
            black_rating, white_rating = rating[black], rating[white]
            np.subtract(white_rating, black_rating, out=gap)
            gap -= advantage[kind]
            np.exp(gap, out=gap)
            gap += 1.0
            np.reciprocal(gap, out=expected)
            np.subtract(score, expected, out=moved)
            moved *= k_factor
            black_rating += black_k * moved
            white_rating -= white_k * moved
        yield block, chance


@dataclass(frozen=True)
class Tally:
    """What settings scored. Sums over games; one column a setting.

    loss      log loss by cluster, shape (clusters, settings)
    games     games by cluster, shape (clusters,)
    brier, accuracy  by split, shape (splits, settings)
    """

    loss: FloatArray
    games: IntArray
    brier: FloatArray
    accuracy: FloatArray


def tally(
    blocks: Iterator[tuple[slice, FloatArray]], score: FloatArray, cluster: IntArray, split: IntArray, settings: int
) -> Tally:
    """Scores of every setting, from blocks of predictions; `cluster` and `split` are codes (0 …)."""
    clusters, splits = int(cluster.max(initial=-1)) + 1, int(split.max(initial=-1)) + 1
    loss = np.zeros((clusters, settings))
    brier, accuracy = np.zeros((2, splits, settings))
    for block, chance in blocks:
        result, of_block = score[block, None], cluster[block]
        order = np.argsort(of_block, kind="stable")
        there, first = np.unique(of_block[order], return_index=True)
        loss[there] += np.add.reduceat(scores.log_loss(chance, result)[order], first, axis=0)
        for one in np.unique(split[block]).tolist():
            mine = split[block] == one
            brier[one] += scores.brier_score(chance[mine], result[mine]).sum(axis=0)
            accuracy[one] += scores.accuracy(chance[mine], result[mine]).sum(axis=0)
    return Tally(loss, np.bincount(cluster, minlength=clusters), brier, accuracy)


def best(mean_loss: FloatArray, own: int = 0) -> int:
    """The setting with the lowest loss; the method's own where none is lower, else the first."""
    lowest = int(np.argmin(mean_loss))
    return own if mean_loss[own] <= mean_loss[lowest] else lowest


@dataclass(frozen=True)
class Check:
    """A year's check of a method's own setting against the best other one by the years before."""

    year: int
    alternative: int
    games: int
    own_loss: float
    alternative_loss: float
    difference: float
    error: float


def yearly_checks(found: Tally, year: IntArray) -> list[Check]:
    """One check for each year that has games and years before it; `year` is that of each cluster.

    The method's own setting is the first one. The alternative is chosen by the loss over all years
    before, so that nothing of the year itself is known to it; `difference` is its loss less the
    own one's, in nats per game, `error` that difference's standard error.
    """
    checks = []
    years = np.unique(year).tolist()
    before = np.zeros(found.loss.shape[1])
    for last, this in pairwise(years):
        before += found.loss[year == last].sum(axis=0)
        if len(before) < 2:
            break
        alternative = 1 + int(np.argmin(before[1:]))
        there = year == this
        games = found.games[there]
        pair = found.loss[there][:, [0, alternative]]
        (own_loss, alternative_loss), _ = resampling.mean_and_error(pair, games)
        difference, error = resampling.mean_and_error(pair[:, 1] - pair[:, 0], games)
        checks.append(
            Check(
                year=this,
                alternative=alternative,
                games=int(games.sum()),
                own_loss=float(own_loss),
                alternative_loss=float(alternative_loss),
                difference=float(difference),
                error=float(error),
            )
        )
    return checks
