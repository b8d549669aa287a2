"""How sure a score is: bootstrap and standard errors by clusters of games."""

from __future__ import annotations

import numpy as np

from go_ratings.engines.base import FloatArray, IntArray

REPLICATES = 400
SEED = 20030101
# Fewer clusters than this don't show how much they scatter.
FEWEST_CLUSTERS = 10
_GRAIN = 2.0**24


def cluster_weights(clusters: int, replicates: int = REPLICATES, seed: int = SEED) -> FloatArray:
    """How often each cluster counts in each replicate, shape (replicates, clusters).

    A Poisson bootstrap: every cluster counts Poisson(1) times, independently of the others. So a
    part of the clusters is resampled properly by its part of the weights.
    """
    return np.random.default_rng(seed).poisson(1.0, (replicates, clusters)).astype(np.float64)


def to_grain(values: FloatArray) -> FloatArray:
    """Values rounded to multiples of 2^-24 (6e-8).

    Sums of them with whole weights are exact, so that no order of summation (threads, processor,
    library) can change a bit of a published interval.
    """
    return np.round(values * _GRAIN) / _GRAIN


def interval(replicates: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The middle 95 % of the replicates (first axis): its lowest and highest."""
    ordered = np.sort(replicates, axis=0)
    left_out = int(0.025 * len(replicates))
    return ordered[left_out], ordered[-1 - left_out]


def mean_and_error(sums: FloatArray, games: IntArray) -> tuple[FloatArray, FloatArray]:
    """Mean over all games and its standard error, the clusters taken as independent.

    sums   a quantity summed over each cluster, shape (clusters, …)
    games  games of each cluster, shape (clusters,)

    The error is NaN for fewer than two clusters, both are for no games.
    """
    clusters, total = len(games), games.sum()
    if not total:
        nothing = np.full(sums.shape[1:], np.nan)
        return nothing, nothing
    mean = sums.sum(axis=0) / total
    if clusters < 2:
        return mean, np.full(mean.shape, np.nan)
    rest = sums - mean * games.reshape(-1, *[1] * (sums.ndim - 1))
    return mean, np.sqrt((rest**2).sum(axis=0) * clusters / (clusters - 1)) / total
