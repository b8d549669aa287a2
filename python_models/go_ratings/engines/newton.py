"""The maximum of a log-likelihood of pairs: a joint Newton method for systems that fit strengths.

Every unknown is the strength of a node (a player, or a player on one day). A game is a function
of the difference of two nodes; a prior is a function of one node; a drift links neighbouring
nodes with a Gaussian. Such a function is concave, so its maximum doesn't depend on how it is
reached. Each Newton step solves the joint system with conjugate gradients, preconditioned by the
tridiagonal part (a node, its prior, its links), which cyclic reduction solves in numpy.

Far out a curve is all but straight: the winner of a game with 99 stones is held in place by
slopes that cancel down to 1e-13. So what is tiny is never found by subtracting what isn't: slopes
come in two parts (see Terms), matrices as what holds each node by itself and what ties it to
others, and the line search looks at slopes, never at the likelihood itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from go_ratings.engines.base import FloatArray, IntArray

# Keeps a node that nothing holds in place any more (chances that are 0 in floating point) from dividing by 0.
LEAST_CURVATURE = 1e-300
# A Newton step this long ends the search: it is taken, and the next one would be far shorter still.
_SETTLED = 1e-8
# Nor is it looked for after a step this short where the prior holds every player at least so well (curvature).
_SHORT, _HELD = 1e-4, 1e-3
# Rounds without a better gain after which the limit of double precision is reached; steps at most this long then
# end the search even if a stiff link keeps the gradient from being small.
_IDLE_ROUNDS, _IDLE_STEP = 4, 1e-6
# Curvature added for each point of slope.
_DAMPING = 1e-8
# Lengths tried along one step.
_WAYS = 60


class Terms(NamedTuple):
    """Slope and curvature of a curve at each entry.

    whole      the slope that the curve tends to on this side, 0 where it has no such limit; the
               limits of many games cancel without a rest
    rest       what the slope lacks to that limit
    curvature  minus the second derivative, or something near it that isn't negative: it shapes
               the steps only, the maximum is where the slopes cancel
    """

    whole: FloatArray
    rest: FloatArray
    curvature: FloatArray

    def times(self, factor: FloatArray | float) -> Terms:
        """The terms of `factor` as many games."""
        return Terms(factor * self.whole, factor * self.rest, factor * self.curvature)


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

    @cached_property
    def heads(self) -> IntArray:
        """The first node of each chain of linked nodes."""
        return np.flatnonzero(np.concatenate([[True], self.link == 0.0]))

    @cached_property
    def has_links(self) -> bool:
        return bool(self.link.any())


class Tridiagonal:
    """A chain of nodes, each held by its `own` curvature and tied to the next one by a `link`:
    the matrix own + links on its diagonal and -link beside it, factored for many right-hand sides.

    Cyclic reduction: the odd unknowns are eliminated, which leaves a chain of half the length,
    and so on; every level is a handful of operations on whole arrays, none of them a subtraction.
    """

    def __init__(self, own: FloatArray, link: FloatArray) -> None:
        """`own` of shape (n,), `link` of shape (n - 1,), neither below 0; `own` above 0."""
        self.levels: list[tuple[FloatArray, FloatArray, FloatArray]] = []
        while len(own) > 1:
            odd = own[1::2]
            left, right = link[0::2], link[1::2]  # of each odd unknown
            pivot = odd + left
            pivot[: len(right)] += right
            by_left, by_right = left / pivot, right / pivot[: len(right)]
            self.levels.append((pivot, by_left, by_right))
            own = own[0::2].copy()
            own[: len(odd)] += odd * by_left
            own[1 : 1 + len(right)] += odd[: len(right)] * by_right
            link = by_left[: len(right)] * right
        self.last = own

    def solve(self, right_side: FloatArray) -> FloatArray:
        """x with M·x = right_side; both of shape (n,)."""
        odds = []
        for _, by_left, by_right in self.levels:
            here = right_side[1::2]
            right_side = right_side[0::2].copy()
            right_side[: len(by_left)] += by_left * here
            right_side[1 : 1 + len(by_right)] += by_right * here[: len(by_right)]
            odds.append(here)
        x = right_side / self.last
        for (pivot, by_left, by_right), here in zip(reversed(self.levels), reversed(odds)):
            between = here / pivot + by_left * x[: len(pivot)]
            between[: len(by_right)] += by_right * x[1 : 1 + len(by_right)]
            both = np.empty(len(x) + len(pivot))
            both[0::2], both[1::2] = x, between
            x = both
        return x


class Local(NamedTuple):
    """The log-likelihood around some strengths: its gradient and minus its Hessian without the links.

    gradient  shape (nodes,)
    alone     curvature of the nodes' priors, shape (nodes,)
    own       that and the curvature of the nodes' games, shape (nodes,)
    bend      curvature of the games, shape (games,)
    """

    gradient: FloatArray
    alone: FloatArray
    own: FloatArray
    bend: FloatArray


def evaluate(problem: Problem, strength: FloatArray) -> Local:
    """The log-likelihood around `strength`, of shape (nodes,)."""
    nodes = len(strength)
    games = problem.curve(strength[problem.first] - strength[problem.second] + problem.offset)
    prior = problem.prior(strength)

    def of_nodes(game: FloatArray, node: FloatArray, sign: float) -> FloatArray:
        return node + (np.bincount(problem.first, game, nodes) + sign * np.bincount(problem.second, game, nodes))

    slope = of_nodes(games.whole, prior.whole, -1.0) + of_nodes(games.rest, prior.rest, -1.0)
    alone = np.maximum(prior.curvature, LEAST_CURVATURE)
    own = of_nodes(games.curvature, alone, 1.0)
    return Local(_with_links(problem, strength, slope, 1.0), alone, own, games.curvature)


def _with_links(problem: Problem, x: FloatArray, without: FloatArray, sign: float) -> FloatArray:
    """`without` and what the links pull (sign 1) or hold back (sign -1) at `x`; shape (nodes,).

    Links never move a chain as a whole. Their rounding would, and drown a tiny slope of the chain
    with it, so the first node of each chain makes up for it.
    """
    if not problem.has_links:
        return without
    pull = (sign * problem.link) * np.diff(x)
    result = without.copy()
    result[:-1] += pull
    result[1:] -= pull
    heads = problem.heads
    result[heads] += np.add.reduceat(without, heads) - np.add.reduceat(result, heads)
    return result


def maximise(
    problem: Problem, start: FloatArray, tolerance: float = 1e-9, longest_step: float = 5.0, rounds: int = 300
) -> FloatArray:
    """The strengths at the maximum, from the first guess `start`; shape (nodes,).

    Stops when no entry of the gradient exceeds `tolerance` and the Newton step from there is
    next to nothing (or is bound to be), or when steps no longer shrink (the limit of double precision). A small
    gradient alone says little: where a curve is nearly straight the maximum may be far away.
    `longest_step` bounds the Newton step of one node in one round (in the units of the strengths).

    Raises ArithmeticError if `rounds` rounds aren't enough.
    """
    strength, here = start, evaluate(problem, start)
    least, idle, taken = np.inf, 0, np.inf
    for _ in range(rounds):
        steepest = float(np.abs(here.gradient).max(initial=0.0))
        settling = steepest <= tolerance
        if settling and taken <= _SHORT and here.alone[problem.heads].min(initial=np.inf) >= _HELD:
            return strength
        step = _newton_step(problem, here, 1e-8 if settling else 1e-4)
        longest = float(np.abs(step).max(initial=0.0))
        if settling and longest <= _SETTLED:
            return strength + step
        gain = dot(step, here.gradient)
        idle = 0 if gain < 0.7 * least else idle + 1
        least = min(least, gain)
        if (idle >= _IDLE_ROUNDS or gain <= 0.0) and (settling or longest <= _IDLE_STEP):
            return strength
        step *= min(1.0, longest_step / longest)
        taken = min(longest, longest_step)
        strength, here = _along(problem, strength, step, dot(step, here.gradient))
    raise ArithmeticError(f"no maximum after {rounds} rounds, gradient {steepest:.3g}, step {longest:.3g}")


def _along(problem: Problem, strength: FloatArray, step: FloatArray, slope: float) -> tuple[FloatArray, Local]:
    """The strengths some way along `step`, and the log-likelihood around them.

    The likelihood is concave, so its slope along the step (`slope` at its start) only falls: the
    way is right where little of it is left. It is doubled while nearly all of it is left (a
    straight part), and halved between two ends on the two sides of the top.
    """
    share, short, far = 1.0, 0.0, np.inf
    for _ in range(_WAYS):
        there = strength + share * step
        found = evaluate(problem, there)
        left = dot(step, found.gradient)
        if abs(left) <= 0.7 * abs(slope):
            break
        if left > 0.0:
            short = share
        else:
            far = share
        share = 2.0 * share if far == np.inf else 0.5 * (short + far)
    return there, found


def _newton_step(problem: Problem, here: Local, accuracy: float) -> FloatArray:
    """Solve (minus the Hessian)·step = gradient by preconditioned conjugate gradients."""
    first, second, nodes = problem.first, problem.second, len(here.gradient)
    # Where a curve is straight in floating point, this keeps the step finite; elsewhere it is far too little to count.
    damping = _DAMPING * np.abs(here.gradient)
    alone = here.alone + damping
    preconditioner = Tridiagonal(here.own + damping, problem.link)

    def times(x: FloatArray) -> FloatArray:
        tie = here.bend * (x[first] - x[second])
        y = alone * x + (np.bincount(first, tie, nodes) - np.bincount(second, tie, nodes))
        return _with_links(problem, x, y, -1.0)

    step = np.zeros(nodes)
    residual = here.gradient.copy()
    ahead = preconditioner.solve(residual)
    direction = ahead
    energy = dot(residual, ahead)
    enough = energy * accuracy**2
    for _ in range(10 * nodes + 10):
        if energy <= enough:
            break
        image = times(direction)
        stiffness = dot(direction, image)
        if not stiffness > 0.0:
            break
        length = energy / stiffness
        step += length * direction
        residual -= length * image
        ahead = preconditioner.solve(residual)
        energy, last = dot(residual, ahead), energy
        direction = ahead + (energy / last) * direction
    return step


def dot(a: FloatArray, b: FloatArray) -> float:
    """Their scalar product, summed the same way on every machine (a BLAS library may not)."""
    return float((a * b).sum())


def own_variance(own: FloatArray, link: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Variance of each node with all other players held fixed, and covariance with the next node.

    `own` is each node's own curvature (see evaluate), `link` the precision to the next one. The
    inverse of a chain's matrix (see Tridiagonal) on and beside its diagonal; shapes (nodes,) and
    (nodes - 1,).
    """
    left = held_from_the_left(own, link)
    right = held_from_the_left(own[::-1], link[::-1])[::-1]
    variance = 1.0 / (own + left + right)
    return variance, link / ((own + left)[:-1] + link) * variance[1:]


def held_from_the_left(own: FloatArray, link: FloatArray) -> FloatArray:
    """Precision that each node gets through its link to the node before it; shape (nodes,).

    With its own curvature this makes the precision of the last node of a chain.
    """
    held, result = 0.0, []
    for curvature, tie in zip(own.tolist(), [*link.tolist(), 0.0]):
        result.append(held)
        there = curvature + held
        held = there * (tie / (there + tie))
    return np.array(result)


def logistic_terms(gap: FloatArray, score: FloatArray, steepness: FloatArray | float = 1.0) -> Terms:
    """Terms of games won with chance 1/(1+e^(-steepness·gap)); a jigo is half a win, half a loss."""
    x = steepness * gap
    odds = np.exp(-np.abs(x))
    upset = odds / (1.0 + odds)
    ahead = x > 0.0
    whole = steepness * (score - ahead)
    return Terms(whole, steepness * np.where(ahead, upset, -upset), steepness**2 * upset / (1.0 + odds))
