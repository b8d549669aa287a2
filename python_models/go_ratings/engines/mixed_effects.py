"""Mixed-effects rating: what is common to many players, and what is left of each player.

A player's strength is a sum of effects that the list's own games teach (how often a player is
seen, the years since the first game, the year of that game, women's events, the declared rank)
and of the player's own part, which wanders around 0. Both are one Gaussian state with one
covariance: a dynamic linear model for results (West, Harrison, Migon, "Dynamic Generalized Linear
Models and Bayesian Forecasting", 1985), updated by Laplace's method (Rasmussen, Williams,
"Gaussian Processes for Machine Learning", 2006, chapter 3). The design, its effects and its
constants are this project's own, chosen by prediction alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

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
    logistic,
    number,
    numbered_by_appearance,
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
    source="West, Harrison, Migon 1985; Rasmussen, Williams 2006; effects and constants are this project's own",
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
# The default of the parameter: from players of one federation to strangers on a server.
SPREADS = (45.0, 90.0, 180.0)

# A spread that found the results e^30 times less likely than another's did is no longer followed.
HOPELESS = 30.0
# The likeliest leads are found when a step moves none by more (nats): the next one would move them by its square.
CLOSE = 1e-5
# Games of one day that are taken in together; of a day with more, the parts follow each other.
TOGETHER = 256
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
    return logistic(gap * NATS_PER_ELO)


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


def chance(lead: FloatArray, variance: FloatArray) -> FloatArray:
    """Black's chance, averaged over leads in strength with this mean and variance (nats); any shape."""
    averaged: FloatArray = logistic(lead[..., None] + np.sqrt(variance)[..., None] * NODES) @ WEIGHTS
    return averaged


def likeliest(lead: FloatArray, joint: FloatArray, score: FloatArray) -> tuple[FloatArray, FloatArray]:
    """What a day's results say of Black's leads (nats), known before with mean `lead` and covariance `joint`.

    Gives pull and bend, each (games,): the likeliest leads given the results are lead + joint·pull,
    and there a result has the curvature `bend`. Newton's method on a concave function, in a form
    that stays well-conditioned however one-sided the games are (Rasmussen and Williams, "Gaussian
    Processes for Machine Learning", 2006, algorithm 3.1); a step that would lead down is halved.
    """
    pull, at, moved = np.zeros(len(lead)), lead, np.inf

    def height(pull: FloatArray, at: FloatArray) -> float:
        surprise = score @ np.logaddexp(0.0, -at) + (1.0 - score) @ np.logaddexp(0.0, at)
        return -float(surprise + 0.5 * pull @ (at - lead))

    while True:
        win = logistic(at)
        bend = win * (1.0 - win)
        if moved < CLOSE:
            return pull, bend
        root = np.sqrt(bend)
        aim = bend * (at - lead) + score - win
        inner = np.linalg.solve(well_conditioned(root, joint), root * (joint @ aim))
        step, share = aim - root * inner - pull, 1.0
        while True:
            there = pull + share * step
            lead_there = lead + joint @ there
            moved = np.abs(lead_there - at).max(initial=0.0)
            # Within half a nat the curvature can't double, so that the step leads up.
            if moved < 0.5 or height(there, lead_there) >= height(pull, at):
                break
            share /= 2.0
        pull, at = there, lead_there


def well_conditioned(root: FloatArray, joint: FloatArray) -> FloatArray:
    """1 + root·joint·root, no eigenvalue of which is below 1; shape (games, games)."""
    matrix: FloatArray = root[:, None] * joint * root
    matrix.flat[:: len(root) + 1] += 1.0
    return matrix


class Places:
    """Which units are followed jointly: the ones that play, and of the others `room` that played last.

    Those that have been away longest leave first, all units of a last day together, so that who
    leaves doesn't depend on the numbering of units.
    """

    def __init__(self, count: int, room: int) -> None:
        self.room = room
        self.units: IntArray = np.zeros(0, np.int64)
        self.of: IntArray = np.full(count, -1)  # a unit's place, -1 without one
        self.last_day = np.full(count, -np.inf)

    def change(self, playing: IntArray, day: float) -> tuple[IntArray, IntArray, IntArray]:
        """Give all units `playing` on `day` a place. Gives the old places that stay, the units that
        leave and those that come; who stays moves up, who comes follows in the given order."""
        self.last_day[playing] = day
        came = playing[self.of[playing] < 0]
        stays = np.ones(len(self.units), np.bool_)
        too_many = len(stays) + len(came) - self.room
        if too_many > 0 and len(stays):
            last = self.last_day[self.units]
            # An eighth more than needed, because moving the others together takes time.
            limit = np.sort(last)[min(too_many + self.room // 8, len(last)) - 1]
            stays = last > limit
            stays[self.of[playing[self.of[playing] >= 0]]] = True
        left = self.units[~stays]
        self.of[left] = -1
        self.units = np.concatenate([self.units[stays], came])
        self.of[self.units] = np.arange(len(self.units))
        return np.flatnonzero(stays), left, came


@dataclass(frozen=True)
class Day:
    """Games of one day as every filter sees them.

    unit      index of their units among the day's
    game      their place among the day's games
    place     of the units, in the state
    kept      share of the units' own parts that is left since they were last looked at
    effects   what the effects are multiplied by in their strengths, shape (units, effects)
    black, white  index of the games' units in the above
    besides   what the effects are multiplied by in Black's lead besides both strengths, shape
              (games, effects)
    offset    what is added to Black's lead (nats)
    score     Black's
    counts    whether the result is taken in
    """

    unit: IntArray
    game: slice
    place: IntArray
    kept: FloatArray
    effects: FloatArray
    black: IntArray
    white: IntArray
    besides: FloatArray
    offset: FloatArray
    score: FloatArray
    counts: BoolArray


class Outcome:
    """What a filter says of a whole day; strengths of the day's units in nats.

    before, after   means of the strengths
    variance_before, variance_after  their variances
    chance          Black's, of each game
    moved           how far each game moved each side, shape (2, games)
    likelihood      ln of how likely the day's results were
    """

    def __init__(self, units: int, games: int) -> None:
        self.before, self.after, self.variance_before, self.variance_after = np.full((4, units), np.nan)
        self.chance, self.moved = np.zeros(games), np.zeros((2, games))
        self.likelihood = 0.0


class Filter:
    """The joint Gaussian of all effects and of the own parts of the units that have places.

    `spread` is the standard deviation of an own part (nats). A unit that leaves its place keeps
    mean and variance of its own part; what ties it to others is forgotten.
    """

    def __init__(self, spread: float, count: int, effect_memory_days: float) -> None:
        self.variance = spread**2
        self.mean, deviation = prior()
        self.effects = len(deviation)
        self.growth = deviation**2 / effect_memory_days
        self.cov = np.diag(deviation**2)
        self.away_mean, self.away_variance = np.zeros(count), np.full(count, self.variance)

    def pass_days(self, days: float) -> None:
        """What effects are worth may have changed in the meantime."""
        if days:
            self.cov.flat[: self.effects * (len(self.cov) + 1) : len(self.cov) + 1] += self.growth * days

    def change(self, staying: IntArray, left: IntArray, came: IntArray) -> None:
        """Units leave their places and others come, as Places.change says."""
        p = self.effects
        if len(left):
            leaving = np.setdiff1d(np.arange(p, len(self.mean)), p + staying)
            self.away_mean[left], self.away_variance[left] = self.mean[leaving], self.cov[leaving, leaving]
            at = np.concatenate([np.arange(p), p + staying])
            self.mean, self.cov = self.mean[at], self.cov[np.ix_(at, at)]
        if len(came):
            self.mean = np.concatenate([self.mean, self.away_mean[came]])
            old = self.cov
            self.cov = np.zeros((len(self.mean), len(self.mean)))
            self.cov[: len(old), : len(old)] = old
            at = np.arange(len(old), len(self.mean))
            self.cov[at, at] = self.away_variance[came]

    def play(self, day: Day, outcome: Outcome, predict: bool, learn: bool) -> None:
        """Predict games from what is known, and take in their results together."""
        p, place = self.effects, self.effects + day.place
        units, games = np.arange(len(place)), np.arange(len(day.score))
        self.mean[place] *= day.kept
        rows = self.cov[place] * day.kept[:, None]
        rows[:, place] *= day.kept
        rows[units, place] += self.variance * (1.0 - day.kept**2)
        self.cov[place], self.cov[:, place] = rows, rows.T

        # Covariances of the units' strengths, and of the games' leads, with all of the state.
        strength = rows + day.effects @ self.cov[:p]
        lead = strength[day.black] - strength[day.white] + day.besides @ self.cov[:p]
        in_lead = day.effects[day.black] - day.effects[day.white] + day.besides

        def with_leads(rows: FloatArray) -> FloatArray:
            """Covariances with the leads, from those with the state; shape (rows, games)."""
            own = rows[:, place]
            return own[:, day.black] - own[:, day.white] + rows[:, :p] @ in_lead.T

        before = self.mean[place] + day.effects @ self.mean[:p]
        variance = strength[units, place] + (strength[:, :p] * day.effects).sum(axis=1)
        mean = before[day.black] - before[day.white] + day.besides @ self.mean[:p] + day.offset
        joint = with_leads(lead)
        if predict:
            black = chance(mean, np.maximum(np.diagonal(joint), 0.0))
            outcome.chance[day.game] = black
            outcome.likelihood -= float(log_loss(black, day.score)[day.counts].sum())
            first = np.isnan(outcome.before[day.unit])
            outcome.before[day.unit[first]], outcome.variance_before[day.unit[first]] = before[first], variance[first]
        if not learn:
            return

        strength_lead = with_leads(strength)
        at = np.flatnonzero(day.counts)
        among = joint[np.ix_(at, at)]
        pull = np.zeros(len(games))
        pull[at], bend = likeliest(mean[at], among, day.score[at])
        self.mean += lead.T @ pull
        root = np.sqrt(bend)
        both = np.concatenate([lead[at], strength_lead[:, at].T], axis=1)
        told = np.linalg.solve(np.linalg.cholesky(well_conditioned(root, among)), root[:, None] * both)
        by_state, by_units = told[:, : len(self.mean)], told[:, len(self.mean) :]
        self.cov -= by_state.T @ by_state
        outcome.after[day.unit] = before + strength_lead @ pull
        outcome.variance_after[day.unit] = variance - (by_units**2).sum(axis=0)
        outcome.moved[:, day.game] = strength_lead[[day.black, day.white], games] * pull


def log_loss(black: FloatArray, score: FloatArray) -> FloatArray:
    """-ln of the chance of each result, none above -ln(1e-12); a jigo is half of each result."""
    return -(score * np.log(np.maximum(black, 1e-12)) + (1.0 - score) * np.log(np.maximum(1.0 - black, 1e-12)))


def spreads_of(parameters: Mapping[str, Any]) -> list[float]:
    """The parameter `spreads`. Raises ParameterError unless it is a list of numbers above 0."""
    values = parameters.get("spreads", SPREADS)
    if not isinstance(values, (list, tuple)) or not values:
        raise ParameterError(f"parameter 'spreads' must be a list of numbers above 0, not {values!r}")
    return [positive({"spreads": value}, "spreads") for value in values]


@numbered_by_appearance
def rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """Predict every day's games from results of earlier days, then take the day's results in together.

    A filter for each of `spreads` follows all games. Their predictions and ratings are averaged,
    each weighted by how likely it found all results so far.

    In the ledger `rating_used` is the strength before the day; games of one day follow each other
    by the part that each one moved. What moved a player's rating between two playing days is the
    `adjustment`: less activity, another year, others' results.

    Parameters: `start` (points of a man who is new when the list begins and declares no rank,
    1500), `spreads` (points, standard deviations of the part of a strength that effects don't
    explain, [45, 90, 180]), `memory_days` (after which 37 % of that part are left, 3000),
    `activity_days` (after which a game counts 37 % as activity, 1500), `effect_memory_days`
    (which add its prior variance to an effect's once more, 1000000), `places` (units that are
    followed jointly, 300), `point_value` (Elo per point of komi, 20) and `stone_value` (Elo per
    handicap stone, 150) before games teach more.

    Raises ParameterError for a parameter it doesn't know or can't use.
    """
    # Matrices are small here: threads would mostly wait for each other, at three times the processor's time.
    with threadpool_limits(1, user_api="blas"):
        return _rate(games, units, parameters)


def _rate(games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """`rate`, with as many threads as it is given."""
    only_known(parameters, PARAMETERS)
    start = number(parameters, "start", 1500.0)
    memory = positive(parameters, "memory_days", 3000.0)
    activity_days = positive(parameters, "activity_days", 1500.0)
    effect_memory = positive(parameters, "effect_memory_days", 1e6)
    places = Places(len(units), int(positive(parameters, "places", 300.0)))
    filters = [Filter(spread * NATS_PER_ELO, len(units), effect_memory) for spread in spreads_of(parameters)]
    advantages = advantage(games.handicap, games.komi, parameters) * NATS_PER_ELO
    offset = np.where(games.colours_known, advantages, 0.0)

    n, p = len(games), filters[0].effects
    counts = between_players(games, units)
    seen = appearances(games, units, counts, activity_days)
    besides, effects = np.zeros((n, p)), np.zeros((len(seen.unit), p))
    besides[:, : len(GAME_EFFECTS)] = game_effects(games)
    effects[:, len(GAME_EFFECTS) :] = seen.effects.T
    kept = np.exp(-np.nan_to_num(seen.gap) / memory)

    likelihood = np.zeros(len(filters))
    weight = np.full(len(filters), 1.0 / len(filters))
    before, after, used, expected, variance_before, variance_after = np.zeros((6, 2, n))
    rating, variance = np.full((2, len(units)), np.nan)
    cuts = [0, *(np.flatnonzero(np.diff(games.day)) + 1).tolist(), n] if n else []
    last_day = int(games.day[0]) if n else 0
    for (first, stop), (begin, end) in zip(itertools.pairwise(cuts), itertools.pairwise(seen.cuts.tolist())):
        at_day, today = slice(first, stop), int(games.day[first])
        playing, fading = seen.unit[begin:end], kept[begin:end].copy()
        outcomes = [Outcome(end - begin, stop - first) for _ in filters]
        for each in filters:
            each.pass_days(today - last_day)
        last_day = today

        some = [slice(at, min(at + TOGETHER, stop)) for at in range(first, stop, TOGETHER)]
        one_go = len(some) == 1
        for predict, learn in [(True, True)] if one_go else [(True, False), (False, True)]:
            for part in some:
                who, place = np.unique(seen.node[:, part] - begin, return_inverse=True)
                place = place.reshape(2, -1)
                change = places.change(playing[who], today)
                day = Day(
                    unit=who,
                    game=slice(part.start - first, part.stop - first),
                    place=places.of[playing[who]],
                    kept=fading[who],
                    effects=effects[begin + who],
                    black=place[0],
                    white=place[1],
                    besides=besides[part],
                    offset=offset[part],
                    score=games.score[part],
                    counts=counts[part],
                )
                for each, outcome in zip(filters, outcomes):
                    each.change(*change)
                    each.play(day, outcome, predict, learn)
                fading[who] = 1.0

        place = seen.node[:, at_day] - begin
        alone = len(outcomes) == 1
        expected[0, at_day] = outcomes[0].chance if alone else weight @ [outcome.chance for outcome in outcomes]
        moved = outcomes[0].moved if alone else np.tensordot(weight, [outcome.moved for outcome in outcomes], 1)
        opening, spread = _mixed(weight, [(outcome.before, outcome.variance_before) for outcome in outcomes])
        used[:, at_day], variance_before[:, at_day] = opening[place], spread[place]

        likelihood = likelihood + [outcome.likelihood for outcome in outcomes]
        followed = np.flatnonzero(likelihood > likelihood.max() - HOPELESS).tolist()
        filters, outcomes = [filters[k] for k in followed], [outcomes[k] for k in followed]
        likelihood = likelihood[followed]
        weight = np.exp(likelihood - likelihood.max())
        weight /= weight.sum()
        closing, spread = _mixed(weight, [(outcome.after, outcome.variance_after) for outcome in outcomes])
        before[:, at_day], after[:, at_day] = in_a_row(place, moved, opening, closing)
        variance_after[:, at_day] = spread[place]
        rating[playing], variance[playing] = closing, spread

    expected[0] = np.minimum(expected[0], 1.0)  # weights may sum to a last digit more than 1
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
    final = {"rating": start + rating / NATS_PER_ELO, "deviation": np.sqrt(variance) / NATS_PER_ELO}
    return with_adjustments(games, Ledger(black, white, rated=counts, final=final))


def game_effects(games: Games) -> FloatArray:
    """What the game effects are multiplied by in Black's lead: shape (games, game effects).

    Black's first move in even games, points of komi below 6.5, stones; 0 where colours are
    unknown. More than 7 points or 9 stones teach as if they were 7 and 9.
    """
    even = games.colours_known & (games.handicap < 1)
    below_fair = np.where(even & ~np.isnan(games.komi), np.clip(FAIR_KOMI - games.komi, -7.0, 7.0), 0.0)
    stones = np.where(games.colours_known & ~even, np.minimum(games.handicap, 9) - 0.5, 0.0)
    return np.stack([even * 1.0, below_fair, stones], axis=1)


def _mixed(weight: FloatArray, parts: list[tuple[FloatArray, FloatArray]]) -> tuple[FloatArray, FloatArray]:
    """Mean and variance of a mixture of `parts`, each with means and variances of the same units."""
    if len(parts) == 1:
        return parts[0]
    means, variances = (np.stack(values) for values in zip(*parts))
    middle = weight @ means
    return middle, weight @ (variances + (means - middle) ** 2)
