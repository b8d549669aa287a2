"""How good predictions are: log loss, Brier score, accuracy, calibration.

A prediction is a probability that Black wins, a result is Black's score: 1, 0.5 (jigo) or 0. Where colours
are unknown, "Black" is one of the two players, no matter which: nothing here then depends on which.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from go_ratings.engines.base import BoolArray, FloatArray, IntArray

CLIP = 1e-12
BINS = 10
_STEPS = 20


def log_loss(probability: Any, score: Any) -> FloatArray:
    """Loss of each prediction in nats: -ln of the probability of what happened; shapes broadcast.

    Probabilities are clipped to 1e-12 … 1-1e-12. A jigo is half of each result.
    """
    p = np.clip(probability, CLIP, 1.0 - CLIP)
    return -(score * np.log(p) + (1.0 - score) * np.log1p(-p))


def brier_score(probability: Any, score: Any) -> FloatArray:
    """Squared error of each prediction, 0 … 1; shapes broadcast."""
    return (np.asarray(probability, np.float64) - score) ** 2


def accuracy(probability: Any, score: Any) -> FloatArray:
    """1 where the favourite won, 0 where the favourite lost, ½ at even odds or a jigo; shapes broadcast."""
    p = np.asarray(probability, np.float64)
    return np.where(p > 0.5, score, np.where(p < 0.5, 1.0 - np.asarray(score), 0.5))


def logit(probability: Any) -> FloatArray:
    """ln(p/(1-p)) of clipped probabilities; any shape."""
    p = np.clip(probability, CLIP, 1.0 - CLIP)
    return np.log(p) - np.log1p(-p)


def judged(probability: Any, score: Any, colours_known: Any) -> tuple[FloatArray, FloatArray]:
    """Probability and score of the side that calibration looks from: Black, or the favourite without colours.

    The favourite is chosen by the prediction alone, so a calibrated one stays calibrated; at even odds there is none,
    and the score is ½. Each game counts once, whichever of its players is named first.
    """
    p, known = np.asarray(probability, np.float64), np.asarray(colours_known)
    return np.where(known, p, np.maximum(p, 1.0 - p)), np.where(known, score, accuracy(p, score))


def bin_of(probability: Any) -> IntArray:
    """Which of ten equal bins a probability falls into, 0 … 9; 1 itself falls into the last."""
    return np.minimum((np.asarray(probability, np.float64) * BINS).astype(np.int64), BINS - 1)


def calibration_error(
    probability: FloatArray, score: FloatArray, colours_known: BoolArray, group: IntArray, groups: int
) -> FloatArray:
    """Expected calibration error by group: over ten equal bins, Σ games/all·|mean p - mean score|, sides as `judged`.

    `group` gives each game's group (0 … groups-1); NaN for a group without games.
    """
    p, points = judged(probability, score, colours_known)
    cell = group * BINS + bin_of(p)
    gap = np.bincount(cell, p - points, groups * BINS).reshape(groups, BINS)
    games = np.bincount(group, minlength=groups)
    return np.abs(gap).sum(axis=1) / np.where(games > 0, games, np.nan)


@dataclass(frozen=True)
class Calibration:
    """Logistic regression of the result on logit(p) by group: score ~ σ(intercept + slope·logit(p)).

    A perfect forecast has intercept 0 and slope 1; a slope above 1 means too timid, below 1 too
    bold. The intercept is Black's: games without colours have none, and say the same of the slope
    from either side. NaN where a group doesn't determine them. The `pull` of a game on each (one
    entry a game) is what the estimate would move by if the game counted twice, to first order.
    """

    intercept: FloatArray
    slope: FloatArray
    intercept_pull: FloatArray
    slope_pull: FloatArray


def calibration(
    probability: FloatArray, score: FloatArray, colours_known: BoolArray, group: IntArray, groups: int
) -> Calibration:
    """Fits every group at once by Newton's method; arrays of one entry per game, groups 0 … groups-1."""
    x, known = logit(probability), np.asarray(colours_known, np.float64)
    has_colours = np.bincount(group, known, groups) > 0
    intercept, slope = np.zeros(groups), np.ones(groups)
    converged = np.zeros(groups, np.bool_)

    def moments() -> tuple[FloatArray, ...]:
        p = 1.0 / (1.0 + np.exp(-np.clip(intercept[group] * known + slope[group] * x, -700.0, 700.0)))
        bend, surprise = p * (1.0 - p), score - p
        a, b, c = (
            np.asarray(np.bincount(group, weight, groups), np.float64)
            for weight in (bend * known, bend * known * x, bend * x * x)
        )
        a = np.where(has_colours, a, 1.0)  # where no game has an intercept, it stays 0 and the slope is fitted alone
        determinant = a * c - b * b
        determined = determinant > 1e-10 * np.maximum(a * c, 1e-300)
        return surprise, a, b, c, np.where(determined, determinant, np.nan)

    with np.errstate(invalid="ignore"):
        for _ in range(_STEPS):
            surprise, a, b, c, determinant = moments()
            first, second = np.bincount(group, surprise * known, groups), np.bincount(group, surprise * x, groups)
            step_intercept = (c * first - b * second) / determinant
            step_slope = (a * second - b * first) / determinant
            intercept, slope = intercept + step_intercept, slope + step_slope
            converged = np.abs(step_intercept) + np.abs(step_slope) < 1e-9
            if np.all(converged | np.isnan(step_slope)):
                break
        slope = np.where(converged, slope, np.nan)
        surprise, a, b, c, determinant = moments()
        return Calibration(
            intercept=np.where(converged & has_colours, intercept, np.nan),
            slope=slope,
            intercept_pull=(c[group] * known - b[group] * x) * surprise / determinant[group],
            slope_pull=(a[group] * x - b[group] * known) * surprise / determinant[group],
        )


def base_rate_scores(mean_score: Any, mean_square: Any) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Log loss, Brier score and accuracy of always predicting the mean score of the same games.

    `mean_square` is the mean of the squared scores. The mean is known only in hindsight, so this
    is the best constant forecast there could have been. Without colours it is ½: of two players, one wins.
    """
    mean = np.asarray(mean_score, np.float64)
    return log_loss(mean, mean), np.asarray(mean_square) - mean**2, np.maximum(mean, 1.0 - mean)
