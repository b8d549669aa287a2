"""Mixed-effects rating: what is common to many players, and what is left of each player.

A player's strength is a sum of effects that the list's own games teach (how often a player is
seen, the years since the first game, the year of that game, women's events, the declared rank)
and of the player's own part, which wanders around 0. Both are one Gaussian state with one
covariance: a dynamic linear model for results (West, Harrison, Migon, "Dynamic Generalized Linear
Models and Bayesian Forecasting", 1985), updated by moment matching (Minka, "Expectation
Propagation for Approximate Bayesian Inference", 2001). The design, its effects and its constants
are this project's own, chosen by prediction alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from go_ratings.engines.base import (
    BoolArray,
    FloatArray,
    Games,
    IntArray,
    Ledger,
    ParameterError,
    Side,
    System,
    Units,
    between_players,
    number,
    only_known,
    positive,
    with_adjustments,
)
from go_ratings.engines.batches import in_a_row

PARAMETERS = {
    "start",
    "spreads",
    "memory_days",
    "activity_days",
    "effect_memory_days",
    "places",
    "point_value",
    "stone_value",
}

SYSTEM = System(
    name="mixed_effects",
    title="Mixed-effects rating",
    update="day",
    scale="elo",
    state=("rating", "deviation"),
    start="fixed",
    floor=None,
    jigo="half",
    handicap=True,
    reset="none",
    probability="1/(1+10^((White-Black-advantage)/400)), averaged over what isn't known of both strengths",
    source="West, Harrison, Migon 1985 and Minka 2001 for the method; effects and constants are this project's own",
)

NATS_PER_ELO = np.log(10.0) / 400.0
DAYS_PER_YEAR = 365.25
FAIR_KOMI = 6.5

# Effects: each is worth a number of points that games teach, known beforehand by mean and standard deviation.
# Piecewise linear in years: how far each stretch between two knots is behind a player.
CAREER_YEARS = (0.0, 1.0, 3.0, 6.0, 10.0, 15.0, 20.0, 30.0, 40.0, 60.0)
ENTRY_YEARS = (0.0, 2.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0)
GAME_EFFECTS = ("black", "komi", "stones")
UNIT_EFFECTS = ("rank", "unranked", "pool", "woman", "activity")
# In points, except rank: that multiplies the EGF's published winning curve.
PRIOR_SD = {
    "black": 30.0,
    "komi": 20.0,
    "stones": 75.0,
    "rank": 0.3 / NATS_PER_ELO,
    "unranked": 150.0,
    "pool": 150.0,
    "woman": 150.0,
    "activity": 100.0,
    "career": 40.0,
    "entry": 45.0,
}
RANK_WORTH = 1.2

# A spread whose predictions were e^30 times less likely than another's is no longer followed.
HOPELESS = 30.0
NODES, _weights = np.polynomial.hermite_e.hermegauss(21)
WEIGHTS: FloatArray = _weights / _weights.sum()


def advantage(handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Elo points that Black plays stronger by, before games teach more; shapes broadcast.

    In an even game `point_value` for each point of komi below 6.5 (unknown komi counts as that),
    from one stone on (H-0.5)·`stone_value`.
    """
    handicap = np.asarray(handicap)
    komi = np.asarray(komi, np.float64)
    even = (FAIR_KOMI - np.where(np.isnan(komi), FAIR_KOMI, komi)) * number(parameters, "point_value", 20.0)
    return np.where(handicap >= 1, (handicap - 0.5) * number(parameters, "stone_value", 150.0), even)


def expected_score(rating_a: Any, rating_b: Any, handicap: Any, komi: Any, parameters: Mapping[str, Any]) -> FloatArray:
    """Expected score (0 … 1) of A, who plays Black, between well-known players. Shapes broadcast."""
    gap = np.asarray(rating_a, np.float64) + advantage(handicap, komi, parameters) - rating_b
    return 1.0 / (1.0 + np.exp(-gap * NATS_PER_ELO))


def rank_curve(rank: Any) -> FloatArray:
    """Strength (nats) that a rank number stands for, 0 at 1d: the EGF's curve since 2021, up to 9d."""
    points = 2100.0 + 100.0 * np.clip(rank, -30.0, 8.0)
    return 7.0 * np.log(1200.0 / (3300.0 - points))


def stretches(value: FloatArray, knots: tuple[float, ...]) -> FloatArray:
    """How far `value` has come in each stretch between knots, 0 … 1; shape (stretches, values)."""
    low, high = np.array(knots[:-1])[:, None], np.array(knots[1:])[:, None]
    return np.clip((value - low) / (high - low), 0.0, 1.0)


@dataclass(frozen=True)
class Appearances:
    """The nodes: every unit on every day it plays, sorted by day and unit.

    unit      of each node
    cuts      where each day's nodes begin, and the end; one more than there are days
    node      of both sides of the games, shape (2, games)
    gap       days since the unit's last node, NaN at its first
    effects   what each unit effect is multiplied by, shape (unit effects, nodes)
    """

    unit: IntArray
    cuts: IntArray
    node: IntArray
    gap: FloatArray
    effects: FloatArray


def appearances(games: Games, units: Units, counts: BoolArray, activity_days: float) -> Appearances:
    """The nodes of the games with what is known of each unit on the day, before its results."""
    n, count = len(games), len(units)
    day_code = np.concatenate([[0], np.cumsum(np.diff(games.day) > 0)])[:n]
    sides = np.stack([games.black, games.white])
    key, node = np.unique(day_code * count + sides, return_inverse=True)
    node = node.reshape(2, n)
    unit = key % max(count, 1)
    first_game = np.searchsorted(day_code, key // max(count, 1))
    day = games.day[first_game].astype(np.float64)
    cuts = np.flatnonzero(np.concatenate([[True], np.diff(key // max(count, 1)) > 0, [True]]))

    played = np.zeros(len(unit))
    for side in (0, 1):
        played += np.bincount(node[side], counts, len(unit))
    in_womens_event = np.bincount(node.ravel(), np.tile(games.women, 2), len(unit)) > 0
    rank = np.full(len(unit), np.nan)
    last_first = node.T.ravel()[::-1], np.stack([games.black_rank, games.white_rank]).T.ravel()[::-1]
    given = ~np.isnan(last_first[1])
    rank[last_first[0][given]] = last_first[1][given]  # of several in a day, the first one's assignment stays

    gap, first, activity, known_rank = np.full((4, len(unit)), np.nan)
    woman = np.zeros(len(unit))
    seen: dict[int, tuple[float, float, float, float, float]] = {}
    rows = zip(unit.tolist(), day.tolist(), played.tolist(), in_womens_event.tolist(), rank.tolist())
    for at, (who, today, games_today, with_women, declared) in enumerate(rows):
        begin, last, often, was_woman, held = seen.get(who, (today, np.nan, 0.0, 0.0, np.nan))
        if last == last:
            gap[at] = today - last
            often *= np.exp(-(today - last) / activity_days)
        is_woman = float(was_woman or with_women)
        held = declared if declared == declared else held
        first[at], activity[at], woman[at], known_rank[at] = begin, often, is_woman, held
        seen[who] = begin, today, often + games_today, is_woman, held

    career = stretches((day - first) / DAYS_PER_YEAR, CAREER_YEARS)
    entry = stretches((first - first.min(initial=np.inf)) / DAYS_PER_YEAR, ENTRY_YEARS)
    unranked = np.isnan(known_rank)
    effects = [np.where(unranked, 0.0, rank_curve(np.where(unranked, 0.0, known_rank))), unranked * 1.0]
    effects += [units.is_pool[unit] * 1.0, woman, np.log1p(activity)]
    return Appearances(unit, cuts, node, gap, np.concatenate([np.stack(effects), career, entry]))


def prior() -> tuple[FloatArray, FloatArray]:
    """Mean and standard deviation of all effects before any game, in nats; game effects first."""
    names = [*GAME_EFFECTS, *UNIT_EFFECTS]
    names += ["career"] * (len(CAREER_YEARS) - 1) + ["entry"] * (len(ENTRY_YEARS) - 1)
    mean = np.array([RANK_WORTH if name == "rank" else 0.0 for name in names])
    return mean, np.array([PRIOR_SD[name] for name in names]) * NATS_PER_ELO


def match(mean: FloatArray, variance: FloatArray, score: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Black's chance, and mean and variance of a difference of strengths once the score is known.

    `mean` and `variance` (nats) of the differences before it; shapes broadcast with `score`.
    """
    spread = np.sqrt(variance)[..., None] * NODES
    gap = mean[..., None] + spread
    ln_win, ln_loss = -np.logaddexp(0.0, -gap), -np.logaddexp(0.0, gap)
    chance = np.exp(ln_win) @ WEIGHTS
    likelihood = score[..., None] * ln_win + (1.0 - score[..., None]) * ln_loss
    weight = np.exp(likelihood - likelihood.max(axis=-1, keepdims=True)) * WEIGHTS
    weight /= weight.sum(axis=-1, keepdims=True)
    moved = (weight * spread).sum(axis=-1)
    left = (weight * spread**2).sum(axis=-1) - moved**2
    return chance, mean + moved, left


class Places:
    """Which unit has which place in the joint state: a place is given up when others need it.

    Units that have been away longest go first, all units of a last day together, so that who
    goes depends neither on the numbering of units nor on the order of games within a day.
    """

    def __init__(self, count: int, places: int) -> None:
        self.places = places
        self.of: IntArray = np.full(count, -1)
        self.last_day = np.full(count, -np.inf)
        self.free: list[int] = []
        self.used = 0

    def leaving(self, units: IntArray, day: float) -> IntArray:
        """The units that give up their places before `units` play on `day`."""
        self.last_day[units] = day
        coming = int((self.of[units] < 0).sum())
        settled = np.flatnonzero(self.of >= 0)
        if not coming or len(settled) + coming <= self.places:
            return settled[:0]
        # Some more than needed, because looking for them takes time.
        to_go = len(settled) + coming - self.places + self.places // 8
        away = np.sort(self.last_day[settled])
        longest = settled[self.last_day[settled] <= away[min(to_go, len(away)) - 1]]
        return longest[self.last_day[longest] < day]

    def give_up(self, units: IntArray) -> None:
        """The places of `units` are free again."""
        self.free += self.of[units].tolist()
        self.of[units] = -1

    def enter(self, units: IntArray) -> None:
        """Every one of `units`, none of which has a place, gets one."""
        for unit in units.tolist():
            if not self.free:
                self.free.append(self.used)
                self.used += 1
            self.of[unit] = self.free.pop()


@dataclass(frozen=True)
class Day:
    """What one day's games are about, as every filter sees it.

    place     of the day's units in the state
    new       which of them have never played
    kept      share of the own part that is left since the unit's last day
    effects   what the effects are multiplied by in a unit's strength, shape (units, effects)
    black, white  index of the games' units within the day
    own       what the effects add to Black's lead beside both strengths, shape (games, effects)
    offset    what is added to Black's lead (nats)
    score     Black's
    counts    whether the result is taken in
    """

    place: IntArray
    new: BoolArray
    kept: FloatArray
    effects: FloatArray
    black: IntArray
    white: IntArray
    own: FloatArray
    offset: FloatArray
    score: FloatArray
    counts: BoolArray


@dataclass(frozen=True)
class Outcome:
    """What a filter says of a day: Black's chances, its log-likelihood, and the units' strengths (nats).

    chance   of each game
    likelihood  ln of the chance of the day's results
    before, after  mean strength of each unit; variance_before, variance_after
    moved    how far each game moved each side, shape (2, games)
    """

    chance: FloatArray
    likelihood: float
    before: FloatArray
    after: FloatArray
    variance_before: FloatArray
    variance_after: FloatArray
    moved: FloatArray


class Filter:
    """The joint Gaussian of all effects and of the own parts of the units that have places.

    `spread` is the standard deviation of an own part (nats). A unit without a place keeps mean
    and variance of its own part, and forgets what ties it to the others.
    """

    def __init__(self, spread: float, count: int, effect_memory_days: float) -> None:
        self.variance = spread**2
        self.mean, sd = prior()
        self.effects = len(sd)
        self.prior_variance = sd**2
        self.effect_memory_days = effect_memory_days
        self.cov = np.diag(self.prior_variance)
        self.away_mean, self.away_variance = np.zeros(count), np.full(count, self.variance)

    def pass_days(self, days: float) -> None:
        """What the effects are worth may have changed since the last day."""
        at = np.arange(self.effects)
        self.cov[at, at] += self.prior_variance * days / self.effect_memory_days

    def leave(self, units: IntArray, places: IntArray) -> None:
        """Units give up their places."""
        at = self.effects + places
        self.away_mean[units], self.away_variance[units] = self.mean[at], self.cov[at, at]

    def enter(self, units: IntArray, places: IntArray) -> None:
        """Units take up their places, with what is known of them."""
        at = self.effects + places
        short = int(at.max(initial=-1)) + 1 - len(self.mean)
        if short > 0:
            size = len(self.mean) + short + len(self.mean) // 4
            cov, mean = np.zeros((size, size)), np.zeros(size)
            cov[: len(self.mean), : len(self.mean)], mean[: len(self.mean)] = self.cov, self.mean
            self.cov, self.mean = cov, mean
        self.cov[at], self.cov[:, at] = 0.0, 0.0
        self.mean[at], self.cov[at, at] = self.away_mean[units], self.away_variance[units]

    def play(self, day: Day) -> Outcome:
        """Predict the day's games from earlier days, then take in their results together."""
        p, place = self.effects, self.effects + day.place
        self.mean[place] *= day.kept
        self.cov[place] *= day.kept[:, None]
        self.cov[:, place] *= day.kept
        self.cov[place, place] += np.where(day.new, 0.0, self.variance * (1.0 - day.kept**2))

        before = self.mean[place] + day.effects @ self.mean[:p]
        strength = self.cov[place] + day.effects @ self.cov[:p]  # covariance of strengths with the state
        variance = strength[np.arange(len(place)), place] + (strength[:, :p] * day.effects).sum(axis=1)
        lead = strength[day.black] - strength[day.white] + day.own @ self.cov[:p]
        by = day.effects[day.black] - day.effects[day.white] + day.own

        def with_leads(rows: FloatArray) -> FloatArray:
            """Covariance of what `rows` are about with the games' leads, shape (rows, games)."""
            here = rows[:, place]
            return here[:, day.black] - here[:, day.white] + rows[:, :p] @ by.T

        joint, units_leads = with_leads(lead), with_leads(strength)
        expected = before[day.black] - before[day.white] + day.own @ self.mean[:p] + day.offset
        own = np.maximum(np.diagonal(joint), 1e-12)
        chance, there, left = match(expected, own, day.score)
        ln = day.score * np.log(np.maximum(chance, 1e-300)) + (1.0 - day.score) * np.log(np.maximum(1.0 - chance, 1e-300))

        # Each result as if the lead had been measured: `noise` is that measurement's variance, `told` its surprise.
        bend = np.maximum(1.0 - left / own, 1e-12)
        noise = own * (1.0 - bend) / bend
        told = (there - expected) / bend
        at = np.flatnonzero(day.counts)
        inverse = np.linalg.inv(joint[np.ix_(at, at)] + np.diag(noise[at]))
        pull = np.zeros(len(expected))
        pull[at] = inverse @ told[at]
        half = np.linalg.cholesky(inverse).T @ lead[at]
        self.mean += lead.T @ pull
        self.cov -= half.T @ half
        cleared = np.einsum("ij,ij->i", units_leads[:, at] @ inverse, units_leads[:, at])
        games = np.arange(len(expected))
        return Outcome(
            chance=chance,
            likelihood=float(ln[at].sum()),
            before=before,
            after=before + units_leads @ pull,
            variance_before=variance,
            variance_after=variance - cleared,
            moved=np.stack([units_leads[day.black, games], units_leads[day.white, games]]) * pull,
        )


def spreads_of(parameters: Mapping[str, Any]) -> list[float]:
    """The parameter `spreads`. Raises ParameterError unless it is a list of numbers above 0."""
    values = parameters.get("spreads", [45.0, 90.0, 180.0])
    if not isinstance(values, list) or not values:
        raise ParameterError(f"parameter 'spreads' must be a list of numbers above 0, not {values!r}")
    return [positive({"spreads": value}, "spreads") for value in values]


def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Predict every day's games from results of earlier days, then take the day's results in together.

    One filter for each of `spreads` follows all games; their predictions and ratings are averaged
    with weights by how likely each found the results so far.

    Parameters: `start` (points of a newcomer without any effect, 1500), `spreads` (points, standard
    deviations of the part of a strength that effects don't explain, [45, 90, 180]), `memory_days`
    (after which that part has fallen to 37 %, 3000), `activity_days` (after which a game counts
    37 % as activity, 1500), `effect_memory_days` (after which an effect's prior variance has been
    added to it again, 1000000), `places` (how many units are followed jointly, 400), `point_value`
    (Elo per point of komi, 20), `stone_value` (Elo per handicap stone, 150).

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    only_known(parameters, PARAMETERS)
    start = number(parameters, "start", 1500.0)
    memory = positive(parameters, "memory_days", 3000.0)
    activity_days = positive(parameters, "activity_days", 1500.0)
    effect_memory = positive(parameters, "effect_memory_days", 1e6)
    seats = Places(len(units), int(positive(parameters, "places", 400.0)))
    filters = [Filter(spread * NATS_PER_ELO, len(units), effect_memory) for spread in spreads_of(parameters)]
    advantages = advantage(games.handicap, games.komi, parameters) * NATS_PER_ELO
    offset = np.where(games.colours_known, advantages, 0.0)

    n = len(games)
    counts = between_players(games, units)
    seen = appearances(games, units, counts, activity_days)
    even = games.colours_known & (games.handicap < 1)
    below_fair = np.where(even & ~np.isnan(games.komi), np.clip(FAIR_KOMI - games.komi, -7.0, 7.0), 0.0)
    stones = np.where(games.colours_known & ~even, np.minimum(games.handicap, 9) - 0.5, 0.0)
    own = np.zeros((n, filters[0].effects))
    own[:, : len(GAME_EFFECTS)] = np.stack([even, below_fair, stones], axis=1)
    effects = np.zeros((len(seen.unit), filters[0].effects))
    effects[:, len(GAME_EFFECTS) :] = seen.effects.T
    kept = np.exp(-np.nan_to_num(seen.gap) / memory)

    weight = np.full(len(filters), 1.0 / len(filters))
    likelihood = np.zeros(len(filters))
    before, after, used, expected, variance_before, variance_after = np.zeros((6, 2, n))
    rating, variance = np.full((2, len(units)), np.nan)
    cuts = [0, *(np.flatnonzero(np.diff(games.day)) + 1).tolist(), n]
    last_day = games.day[0] if n else 0
    for (first, stop), (begin, end) in zip(itertools.pairwise(cuts), itertools.pairwise(seen.cuts.tolist())):
        here, today, at_day = seen.unit[begin:end], int(games.day[first]), slice(first, stop)
        leaving = seats.leaving(here, today)
        for each in filters:
            each.pass_days(today - last_day)
            each.leave(leaving, seats.of[leaving])
        seats.give_up(leaving)
        entering = here[seats.of[here] < 0]
        seats.enter(entering)
        last_day = today
        place = seen.node[:, at_day] - begin
        day = Day(
            place=seats.of[here],
            new=np.isnan(seen.gap[begin:end]),
            kept=kept[begin:end],
            effects=effects[begin:end],
            black=place[0],
            white=place[1],
            own=own[at_day],
            offset=offset[at_day],
            score=games.score[at_day],
            counts=counts[at_day],
        )
        outcomes = []
        for each in filters:
            each.enter(entering, seats.of[entering])
            outcomes.append(each.play(day))
        expected[0, at_day] = weight @ np.stack([o.chance for o in outcomes])
        opening, open_variance = _mixed(
            weight, np.stack([o.before for o in outcomes]), np.stack([o.variance_before for o in outcomes])
        )
        moved = np.tensordot(weight, np.stack([o.moved for o in outcomes]), 1)
        likelihood += [o.likelihood for o in outcomes]
        follow = likelihood > likelihood.max() - HOPELESS
        filters = [each for each, keep in zip(filters, follow) if keep]
        outcomes = [o for o, keep in zip(outcomes, follow) if keep]
        likelihood = likelihood[follow]
        weight = np.exp(likelihood - likelihood.max())
        weight /= weight.sum()
        closing, close_variance = _mixed(
            weight, np.stack([o.after for o in outcomes]), np.stack([o.variance_after for o in outcomes])
        )
        before[:, at_day], after[:, at_day] = in_a_row(place, moved, opening, closing)
        used[:, at_day] = opening[place]
        variance_before[:, at_day], variance_after[:, at_day] = open_variance[place], close_variance[place]
        rating[here], variance[here] = closing, close_variance

    expected[1] = 1.0 - expected[0]
    none = np.full(n, np.nan)
    black, white = (
        Side(
            start + before[s] / NATS_PER_ELO,
            start + after[s] / NATS_PER_ELO,
            expected[s],
            none,
            np.sqrt(variance_before[s]) / NATS_PER_ELO,
            np.sqrt(variance_after[s]) / NATS_PER_ELO,
            start + used[s] / NATS_PER_ELO,
        )
        for s in (0, 1)
    )
    ledger = Ledger(
        black,
        white,
        rated=counts,
        final={"rating": start + rating / NATS_PER_ELO, "deviation": np.sqrt(variance) / NATS_PER_ELO},
    )
    return with_adjustments(games, ledger)


def _mixed(weight: FloatArray, mean: FloatArray, variance: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean and variance of a mixture, by unit; `mean` and `variance` have the shape (filters, units)."""
    middle = weight @ mean
    return middle, weight @ (variance + (mean - middle) ** 2)
