"""The maximum of a log-likelihood of pairs: a joint Newton method for systems that fit strengths.

Every unknown is the strength of a node (a player, or a player on one day). A game is a function
of the difference of two nodes; a prior is a function of one node; a drift links neighbouring
nodes with a Gaussian. Such a function is concave, so its maximum doesn't depend on how it is
reached. Each Newton step solves the joint system with conjugate gradients, preconditioned by the
tridiagonal part (a node, its prior, its links), which cyclic reduction solves in numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from go_ratings.engines.base import FloatArray, IntArray

# Value, slope and curvature at each entry. Curvature is minus the second derivative, or something
# near it that isn't negative: it shapes the steps only, the maximum is where the slopes cancel.
Terms = tuple[FloatArray, FloatArray, FloatArray]


@dataclass(frozen=True)
class Problem:
    """A concave log-likelihood of node strengths, in the units its curves take.

    first, second  nodes of each game, shape (games,)
    offset         added to strength[first] - strength[second], shape (games,)
    curve          terms of the games by that difference
    prior          terms of the nodes by their strengths
    link           precision of the step from node k to node k+1, 0 where they are strangers;
                   shape (nodes - 1,)
    """

    first: IntArray
    second: IntArray
    offset: FloatArray
    curve: Callable[[FloatArray], Terms]
    prior: Callable[[FloatArray], Terms]
    link: FloatArray


class Tridiagonal:
    """A symmetric, diagonally dominant tridiagonal matrix, factored for many right-hand sides.

    Cyclic reduction: the odd unknowns are eliminated, which leaves a tridiagonal system of half
    the size, and so on; every level is a handful of operations on whole arrays.
    """

    def __init__(self, diagonal: FloatArray, beside: FloatArray) -> None:
        """`diagonal` of shape (n,), `beside` it of shape (n - 1,)."""
        self.levels: list[tuple[FloatArray, FloatArray, FloatArray]] = []
        while len(diagonal) > 1:
            odd = diagonal[1::2]
            left, right = beside[0::2], beside[1::2]  # of each odd unknown
            by_left, by_right = left / odd, right / odd[: len(right)]
            self.levels.append((odd, by_left, by_right))
            diagonal = diagonal[0::2].copy()
            diagonal[: len(odd)] -= left * by_left
            diagonal[1 : 1 + len(right)] -= right * by_right
            beside = -(by_left[: len(right)] * right)
        self.last = diagonal

    def solve(self, right_side: FloatArray) -> FloatArray:
        """x with M·x = right_side; both of shape (n,)."""
        odds = []
        for odd, by_left, by_right in self.levels:
            here = right_side[1::2]
            right_side = right_side[0::2].copy()
            right_side[: len(odd)] -= by_left * here
            right_side[1 : 1 + len(by_right)] -= by_right * here[: len(by_right)]
            odds.append(here)
        x = right_side / self.last
        for (odd, by_left, by_right), here in zip(reversed(self.levels), reversed(odds)):
            between = here / odd - by_left * x[: len(odd)]
            between[: len(by_right)] -= by_right * x[1 : 1 + len(by_right)]
            both = np.empty(len(x) + len(odd))
            both[0::2], both[1::2] = x, between
            x = both
        return x


def evaluate(problem: Problem, strength: FloatArray) -> tuple[float, FloatArray, FloatArray, FloatArray]:
    """Log-likelihood, its gradient (nodes,), own curvature (nodes,), and the games' curvature."""
    nodes = len(strength)
    value, slope, bend = problem.curve(strength[problem.first] - strength[problem.second] + problem.offset)
    own_value, gradient, diagonal = problem.prior(strength)
    total = float(value.sum() + own_value.sum())
    gradient = gradient + np.bincount(problem.first, slope, nodes) - np.bincount(problem.second, slope, nodes)
    diagonal = diagonal + np.bincount(problem.first, bend, nodes) + np.bincount(problem.second, bend, nodes)
    if nodes > 1:
        step = np.diff(strength)
        pull = problem.link * step
        total -= 0.5 * dot(pull, step)
        gradient[:-1] += pull
        gradient[1:] -= pull
        diagonal[:-1] += problem.link
        diagonal[1:] += problem.link
    return total, gradient, diagonal, bend


def maximise(
    problem: Problem, start: FloatArray, tolerance: float = 1e-9, longest_step: float = 5.0, rounds: int = 200
) -> FloatArray:
    """The strengths at the maximum, from the first guess `start`; shape (nodes,).

    Stops when no entry of the gradient exceeds `tolerance`, or when no step along the Newton
    direction raises the likelihood any more (the limit of double precision). `longest_step`
    bounds the Newton step of one node in one round, for curves that are flat far away (in the
    units of the strengths).

    Raises ArithmeticError if `rounds` rounds aren't enough.
    """
    here = _Point(start, *evaluate(problem, start))
    for _ in range(rounds):
        if np.abs(here.gradient).max(initial=0.0) <= tolerance:
            return here.strength
        step = _newton_step(problem, here.gradient, here.diagonal, here.bend)
        step *= min(1.0, longest_step / np.abs(step).max())
        higher = _climb(problem, here, step)
        if higher is None:
            return here.strength
        here = higher
    raise ArithmeticError(f"no maximum after {rounds} rounds, gradient {np.abs(here.gradient).max():.3g}")


@dataclass(frozen=True)
class _Point:
    """Strengths with everything that evaluate says of them."""

    strength: FloatArray
    value: float
    gradient: FloatArray
    diagonal: FloatArray
    bend: FloatArray


def _climb(problem: Problem, here: _Point, step: FloatArray) -> _Point | None:
    """A higher point along `step`: all of it, less of it while that leads down, more of it while
    the slope hardly falls (a straight part). None when nothing on the way is higher."""
    slope = dot(step, here.gradient)
    share, best = 1.0, None
    while share > 1e-6:
        strength = here.strength + share * step
        there = _Point(strength, *evaluate(problem, strength))
        closer = np.abs(there.gradient).max() < np.abs(here.gradient).max()
        rises = there.value > here.value or (closer and there.value >= here.value - 1e-12 * abs(here.value))
        if best is not None and there.value <= best.value:
            return best
        if rises and (share < 1.0 or dot(step, there.gradient) < 0.9 * slope):
            return there
        if rises:
            best, share = there, 2.0 * share
        else:
            share /= 2.0
    return best


def _newton_step(
    problem: Problem, gradient: FloatArray, diagonal: FloatArray, bend: FloatArray, accuracy: float = 1e-4
) -> FloatArray:
    """Solve (minus the Hessian)·step = gradient by preconditioned conjugate gradients."""
    first, second, nodes = problem.first, problem.second, len(gradient)
    # Nodes whose games are all on a straight part of their curve have no curvature of their own.
    diagonal = np.maximum(diagonal, 1e-9 * diagonal.max(initial=1e-9))
    preconditioner = Tridiagonal(diagonal, -problem.link)

    def times(x: FloatArray) -> FloatArray:
        y = diagonal * x
        y -= np.bincount(first, bend * x[second], nodes)
        y -= np.bincount(second, bend * x[first], nodes)
        y[:-1] -= problem.link * x[1:]
        y[1:] -= problem.link * x[:-1]
        return y

    step = np.zeros(nodes)
    residual = gradient.copy()
    ahead = preconditioner.solve(residual)
    direction = ahead
    energy = dot(residual, ahead)
    enough = energy * accuracy**2
    for _ in range(10 * nodes + 10):
        if energy <= enough:
            break
        image = times(direction)
        length = energy / dot(direction, image)
        step += length * direction
        residual -= length * image
        ahead = preconditioner.solve(residual)
        energy, last = dot(residual, ahead), energy
        direction = ahead + (energy / last) * direction
    return step


def dot(a: FloatArray, b: FloatArray) -> float:
    """Their scalar product, summed the same way on every machine (a BLAS library may not)."""
    return float((a * b).sum())


def own_variance(diagonal: FloatArray, link: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Variance of each node with all other players held fixed, and covariance with the next node.

    `diagonal` is each node's own curvature (see evaluate), `link` the precision to the next one.
    The inverse of a tridiagonal matrix on and beside its diagonal, from its pivots both ways;
    shapes (nodes,) and (nodes - 1,).
    """
    down, up = pivots(diagonal, link), pivots(diagonal[::-1], link[::-1])[::-1]
    variance = 1.0 / (down + up - diagonal)
    return variance, link / down[:-1] * variance[1:]


def pivots(diagonal: FloatArray, link: FloatArray) -> FloatArray:
    """Pivots of the tridiagonal matrix from its first row on; the last one of a player's rows is
    the precision of the player's last node. Shape (nodes,)."""
    result = diagonal.tolist()
    square = (link * link).tolist()
    for k in range(1, len(result)):
        if square[k - 1]:
            result[k] -= square[k - 1] / result[k - 1]
    return np.array(result)


def logistic_terms(gap: FloatArray, score: FloatArray, steepness: FloatArray | float = 1.0) -> Terms:
    """Terms of games won with chance 1/(1+e^(-steepness·gap)); a jigo is half a win, half a loss."""
    x = steepness * gap
    chance = 1.0 / (1.0 + np.exp(-x))
    value = score * x - np.logaddexp(0.0, x)
    return value, steepness * (score - chance), steepness**2 * chance * (1.0 - chance)
