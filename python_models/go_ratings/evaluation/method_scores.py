"""Scores of a list's methods by period and kind of game, all methods on the same games."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from go_ratings.engines.base import BoolArray, FloatArray, IntArray
from go_ratings.evaluation import resampling, scores

# Every estimate that gets an interval. The first four are means over games; a game's part in the
# last two is its pull (see scores.Calibration).
ESTIMATES = ("log_loss", "brier", "accuracy", "log_loss_difference", "calibration_intercept", "calibration_slope")
_MEANS = 4
_PORTION = 100


@dataclass(frozen=True)
class Sample:
    """The games that a list's methods are scored on; arrays have one entry a game.

    score      Black's score; where colours are unknown, that of one of the two players
    colours_known  False where it isn't known who had Black
    cluster    code of the group of games that may depend on each other (0 …), sorted so that the
               clusters of one stretch follow each other
    stretch    code of the stretch of time a game lies in (0 …): what periods are made of; a
               cluster lies in one stretch
    periods    for each kind of period, the code (0 …) of each stretch's period
    subgroups  which games belong to each subgroup, shape (games, subgroups)
    """

    score: FloatArray
    colours_known: BoolArray
    cluster: IntArray
    stretch: IntArray
    periods: Mapping[str, IntArray]
    subgroups: BoolArray

    def stretch_of_cluster(self) -> IntArray:
        """The stretch each cluster lies in."""
        stretch = np.zeros(int(self.cluster.max(initial=-1)) + 1, np.int64)
        stretch[self.cluster] = self.stretch
        return stretch


@dataclass(frozen=True)
class Scores:
    """Scores of one method by one kind of period; every array has the shape (periods, subgroups).

    `estimates`, `low` and `high` are by ESTIMATES; the ends of the intervals are NaN where there
    are too few clusters, `difference_error` (standard error of the difference) likewise.
    """

    games: IntArray
    clusters: IntArray
    estimates: dict[str, FloatArray]
    low: dict[str, FloatArray]
    high: dict[str, FloatArray]
    difference_error: FloatArray
    calibration_error: FloatArray
    base_log_loss: FloatArray
    base_brier: FloatArray
    base_accuracy: FloatArray


def score_methods(sample: Sample, predictions: Mapping[str, FloatArray], current: str) -> dict[tuple[str, str], Scores]:
    """Scores of every method (name -> probabilities that Black wins) by kind of period.

    Differences in log loss are to the method `current` on the same games: below 0 is better than
    it. The keys of the result are (method, kind of period).
    """
    weights = resampling.cluster_weights(int(sample.cluster.max(initial=-1)) + 1)
    reference = scores.log_loss(predictions[current], sample.score)
    found = {}
    for method, probability in predictions.items():
        for kind, one in _score(sample, probability, reference, weights).items():
            found[method, kind] = one
    return found


def _score(sample: Sample, probability: FloatArray, reference: FloatArray, weights: FloatArray) -> dict[str, Scores]:
    loss = scores.log_loss(probability, sample.score)
    per_game = [
        loss,
        scores.brier_score(probability, sample.score),
        scores.accuracy(probability, sample.score),
        loss - reference,
    ]
    clusters, subgroups = weights.shape[1], sample.subgroups.shape[1]
    stretch_of_cluster = sample.stretch_of_cluster()
    # Sums by cluster and subgroup: games, the means, and two pulls for each kind of period.
    cells = np.zeros((clusters, subgroups, 1 + _MEANS + 2 * len(sample.periods)))
    parts: dict[str, list[dict[str, FloatArray]]] = {kind: [] for kind in sample.periods}
    for subgroup in range(subgroups):
        there = np.flatnonzero(sample.subgroups[:, subgroup])
        columns = [np.ones(len(there)), *(values[there] for values in per_game)]
        for kind, period_of_stretch in sample.periods.items():
            period = period_of_stretch[sample.stretch[there]]
            count = int(period_of_stretch.max(initial=-1)) + 1
            of_games = probability[there], sample.score[there], sample.colours_known[there]
            fit = scores.calibration(*of_games, period, count)
            columns += [np.nan_to_num(fit.intercept_pull), np.nan_to_num(fit.slope_pull)]
            parts[kind].append(
                _point_scores(*of_games, columns[1 : 1 + _MEANS], period, count)
                | {"calibration_intercept": fit.intercept, "calibration_slope": fit.slope}
            )
        for place, column in enumerate(columns):
            cells[:, subgroup, place] = np.bincount(sample.cluster[there], column, clusters)

    replicates = _replicates(resampling.to_grain(cells), stretch_of_cluster, weights)
    found = {}
    for number, (kind, period_of_stretch) in enumerate(sample.periods.items()):
        point = {name: np.stack([part[name] for part in parts[kind]], axis=1) for name in parts[kind][0]}
        estimate = np.stack([point[name] for name in ESTIMATES], axis=-1)
        held = np.zeros(estimate.shape[:2], np.int64)
        np.add.at(held, period_of_stretch[stretch_of_cluster], (cells[..., 0] > 0).astype(np.int64))
        pulls = 1 + _MEANS + 2 * number
        low, high, error = _intervals(replicates, period_of_stretch, estimate, slice(pulls, pulls + 2))
        for array in (low, high, error):
            array[held < resampling.FEWEST_CLUSTERS] = np.nan
        found[kind] = Scores(
            games=point.pop("games").astype(np.int64),
            clusters=held,
            estimates={name: point.pop(name) for name in ESTIMATES},
            low={name: low[..., i] for i, name in enumerate(ESTIMATES)},
            high={name: high[..., i] for i, name in enumerate(ESTIMATES)},
            difference_error=error,
            **point,
        )
    return found


def _point_scores(
    probability: FloatArray,
    score: FloatArray,
    colours_known: BoolArray,
    means: list[FloatArray],
    period: IntArray,
    count: int,
) -> dict[str, FloatArray]:
    """The scores themselves by period, shape (count,); NaN where there are no games."""
    games = np.bincount(period, minlength=count)
    some = np.where(games > 0, games, np.nan)
    found = {name: np.bincount(period, column, count) / some for name, column in zip(ESTIMATES, means)}
    known = colours_known.astype(np.float64)
    of_black = np.bincount(period, known, count)
    mean = np.bincount(period, known * score, count) / np.maximum(of_black, 1.0)
    base = scores.base_rate_scores(mean, np.bincount(period, known * score**2, count) / np.maximum(of_black, 1.0))
    even = scores.log_loss(0.5, score), scores.brier_score(0.5, score), scores.accuracy(0.5, score)
    base_log_loss, base_brier, base_accuracy = (
        best * (of_black / some) + np.bincount(period, (1.0 - known) * without_colours, count) / some
        for best, without_colours in zip(base, even)
    )
    return found | {
        "games": games.astype(np.float64),
        "calibration_error": scores.calibration_error(probability, score, colours_known, period, count),
        "base_log_loss": base_log_loss,
        "base_brier": base_brier,
        "base_accuracy": base_accuracy,
    }


def _replicates(cells: FloatArray, stretch: IntArray, weights: FloatArray) -> FloatArray:
    """Weighted sums of the cells by stretch, shape (stretches, replicates, subgroups, columns)."""
    clusters, subgroups, columns = cells.shape
    first = np.searchsorted(stretch, np.arange(int(stretch.max(initial=-1)) + 2))
    # Small products: one large one would be spread over threads, which costs more than it gains.
    portions = weights.reshape(-1, 1, _PORTION, clusters)
    by_subgroup = cells.transpose(1, 0, 2)
    sums = np.zeros((len(first) - 1, len(portions), _PORTION, subgroups, columns))
    for place, (begin, end) in enumerate(itertools.pairwise(first)):
        products = portions[..., begin:end] @ by_subgroup[:, begin:end]
        sums[place] = products.transpose(0, 2, 1, 3)
    return sums.reshape(len(sums), len(weights), subgroups, columns)


def _intervals(
    replicates: FloatArray, period_of_stretch: IntArray, estimate: FloatArray, pulls: slice
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Ends of the interval of every estimate, and the standard error of the difference."""
    low, high = np.full(estimate.shape, np.nan), np.full(estimate.shape, np.nan)
    error = np.full(estimate.shape[:-1], np.nan)
    for period in range(len(estimate)):
        sums = replicates[period_of_stretch == period].sum(axis=0)
        games = sums[..., :1]
        means = np.where(games > 0, sums[..., 1 : 1 + _MEANS] / np.maximum(games, 1.0), estimate[period, :, :_MEANS])
        # The calibration isn't fitted again: it moves by the weighted sum of the pulls, whose plain
        # sum is 0 at the estimate.
        fits = estimate[period, :, _MEANS:] + sums[..., pulls]
        low[period], high[period] = resampling.interval(np.concatenate([means, fits], axis=-1))
        error[period] = means[..., ESTIMATES.index("log_loss_difference")].std(axis=0, ddof=1)
    return low, high, error
