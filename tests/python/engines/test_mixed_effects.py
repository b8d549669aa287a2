"""Mixed-effects rating against a slow implementation that shares no formula with it, and its promises."""

from __future__ import annotations

import itertools
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_checks import PLAYERS, consistent, random_games, tells_no_future, unhappy
from go_ratings.engines import Games, Ledger, ParameterError, Units, mixed_effects
from go_ratings.engines.base import between_players

ELO = np.log(10.0) / 400.0


def circuit(seed: int, count: int = 60) -> tuple[Games, Units]:
    """A circuit with everything that the system looks at: years, women's events, ranks that come late
    and change, komi, stones, unknown colours, a pool and a game that counts for nothing."""
    few, random = random_games(seed, count), np.random.default_rng(seed)
    day = np.sort(random.integers(0, 4000, count // 3))[np.sort(random.integers(0, count // 3, count))]
    declared = [np.where(random.random(count) < 0.4, rank, np.nan) for rank in (few.black_rank, few.white_rank)]
    games = replace(
        few,
        day=day,
        white=np.where(np.arange(count) == count // 2, few.black, few.white),
        komi=np.where(few.handicap > 0, np.nan, random.choice([4.5, 5.5, 6.5, np.nan], count)),
        colours_known=random.random(count) < 0.8,
        women=random.random(count) < 0.2,
        black_rank=declared[0],
        white_rank=declared[1] + (day > 2000),
    )
    return games, Units(np.arange(PLAYERS) == 3)


def years_behind(years: float, knots: tuple[float, ...]) -> list[float]:
    return [min(max(years - low, 0.0), high - low) / (high - low) for low, high in itertools.pairwise(knots)]


class Slow:
    """The model as one Gaussian process, computed from nothing for every day.

    Two leads covary by what their effects have in common and by the own parts of players that are
    in both; a result of the past is a measurement of a lead. It keeps no state of any player.
    """

    def __init__(self, games: Games, units: Units, spread: float) -> None:
        self.games, self.units = games, units
        self.spread = spread * ELO
        sd = [30.0, 20.0, 75.0, 0.3 / ELO, 150.0, 150.0, 150.0, 100.0] + [40.0] * 9 + [45.0] * 8
        self.effect_variance = (np.array(sd) * ELO) ** 2
        self.effect_mean = np.array([1.2 if at == 3 else 0.0 for at in range(len(sd))])
        self.counts = between_players(games, units)

    def of_unit(self, unit: int, day: int) -> np.ndarray:
        """What the effects are multiplied by in a unit's strength on a day that it plays."""
        games = self.games
        mine = [
            (at, side)
            for at in range(len(games))
            for side in (0, 1)
            if (games.black, games.white)[side][at] == unit and games.day[at] <= day
        ]
        first = min(games.day[at] for at, _ in mine)
        played = sum(
            np.exp(-(day - games.day[at]) / 1500.0) for at, _ in mine if games.day[at] < day and self.counts[at]
        )
        rank = np.nan
        for on in sorted({games.day[at] for at, _ in mine}):
            told = [(games.black_rank, games.white_rank)[side][at] for at, side in mine if games.day[at] == on]
            told = [each for each in told if each == each]
            rank = told[0] if told else rank
        worth = 7.0 * np.log(1200.0 / (1200.0 - 100.0 * rank)) if rank == rank else 0.0
        values = [worth, float(rank != rank), float(self.units.is_pool[unit])]
        values += [float(any(games.women[at] for at, _ in mine)), np.log(1.0 + played)]
        values += years_behind((day - first) / 365.25, (0, 1, 3, 6, 10, 15, 20, 30, 40, 60))
        values += years_behind((first - games.day[0]) / 365.25, (0, 2, 10, 20, 30, 40, 50, 60, 70))
        return np.array([0.0, 0.0, 0.0, *values])

    def lead(self, at: int) -> tuple[np.ndarray, float]:
        """Effects and known offset of Black's lead in a game."""
        games = self.games
        day = int(games.day[at])
        effects = self.of_unit(games.black[at], day) - self.of_unit(games.white[at], day)
        komi, stones = games.komi[at], games.handicap[at]
        if not games.colours_known[at]:
            return effects, 0.0
        if stones:
            effects[2] = stones - 0.5
            return effects, 150.0 * (stones - 0.5) * ELO
        effects[0] = 1.0
        effects[1] = 6.5 - komi if komi == komi else 0.0
        return effects, 20.0 * effects[1] * ELO

    def covariance(self, one: tuple, other: tuple) -> float:
        """Of two sums: (day, effects, {unit: sign})."""
        days = min(one[0], other[0]) - self.games.day[0]
        common = float((one[1] * other[1] * self.effect_variance).sum()) * (1.0 + days / 1e6)
        own = sum(one[2].get(unit, 0) * sign for unit, sign in other[2].items())
        return common + own * self.spread**2 * np.exp(-abs(one[0] - other[0]) / 3000.0)

    def rate(self) -> dict[str, np.ndarray]:
        """Chance, ln of the day's results, and both sides' strengths and deviations before each day."""
        games, n = self.games, len(self.games)
        sums, offsets = [], np.zeros(n)
        for at in range(n):
            effects, offsets[at] = self.lead(at)
            sign: dict[int, int] = {}
            for unit, by in ((int(games.black[at]), 1), (int(games.white[at]), -1)):
                sign[unit] = sign.get(unit, 0) + by
            sums.append((int(games.day[at]), effects, sign))
        prior = np.array([offsets[at] + sums[at][1] @ self.effect_mean for at in range(n)])
        past: list[int] = []
        told, noise = np.zeros(n), np.zeros(n)
        chance, strength, deviation = np.zeros(n), np.zeros((2, n)), np.zeros((2, n))

        def given(wanted: list[tuple], means: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            among = np.array([[self.covariance(one, other) for other in wanted] for one in wanted])
            if not past:
                return means, among
            with_past = np.array([[self.covariance(one, sums[at]) for at in past] for one in wanted])
            of_past = np.array([[self.covariance(sums[one], sums[at]) for at in past] for one in past])
            weights = with_past @ np.linalg.inv(of_past + np.diag(noise[past]))
            return means + weights @ (told[past] - prior[past]), among - weights @ with_past.T

        x, quadrature = np.polynomial.hermite_e.hermegauss(21)
        for day in sorted(set(games.day.tolist())):
            today = np.flatnonzero(games.day == day).tolist()
            mean, among = given([sums[at] for at in today], prior[today])
            for place, at in enumerate(today):
                gap = mean[place] + np.sqrt(max(among[place, place], 0.0)) * x
                chance[at] = (quadrature / (1.0 + np.exp(-gap))).sum() / quadrature.sum()
                for side, unit in enumerate((int(games.black[at]), int(games.white[at]))):
                    effects = self.of_unit(unit, day)
                    middle, variance = given([(day, effects, {unit: 1})], np.array([effects @ self.effect_mean]))
                    strength[side, at], deviation[side, at] = middle[0], np.sqrt(variance[0, 0])
            counting = [place for place, at in enumerate(today) if self.counts[at]]
            if counting:
                there, score = np.array(today)[counting], games.score[np.array(today)[counting]]
                precision = np.linalg.inv(among[np.ix_(counting, counting)])
                lead = mean[counting].copy()
                for _ in range(200):
                    win = 1.0 / (1.0 + np.exp(-lead))
                    slope = score - win - precision @ (lead - mean[counting])
                    lead += 0.7 * np.linalg.solve(precision + np.diag(win * (1.0 - win)), slope)
                win = 1.0 / (1.0 + np.exp(-lead))
                noise[there] = 1.0 / (win * (1.0 - win))
                told[there] = lead + (score - win) * noise[there]
                past += there.tolist()
        black = np.where(self.counts, chance, 0.5)
        ln = games.score * np.log(black) + (1.0 - games.score) * np.log(1.0 - black)
        return {"chance": chance, "ln": np.where(self.counts, ln, 0.0), "strength": strength, "deviation": deviation}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_slow_implementation_agrees(seed):
    games, units = circuit(seed)
    spreads = [60.0, 200.0]
    slow = [Slow(games, units, spread).rate() for spread in spreads]
    ledger = mixed_effects.rate(games, units, {"spreads": spreads})
    for at in range(len(games)):
        earlier = games.day < games.day[at]
        found = np.array([each["ln"][earlier].sum() for each in slow])
        weight = np.exp(found - found.max()) / np.exp(found - found.max()).sum()
        assert ledger.black.expected[at] == pytest.approx(weight @ [each["chance"][at] for each in slow], abs=1e-7)
        for seat, side in ((0, ledger.black), (1, ledger.white)):
            strength = np.array([each["strength"][seat, at] for each in slow])
            variance = np.array([each["deviation"][seat, at] ** 2 for each in slow])
            middle = weight @ strength
            deviation = np.sqrt(weight @ (variance + (strength - middle) ** 2))
            assert side.rating_used[at] == pytest.approx(1500.0 + middle / ELO, abs=1e-4)
            assert side.deviation_before[at] == pytest.approx(deviation / ELO, abs=1e-4)


def test_predicts_from_the_past_alone():
    tells_no_future(mixed_effects.rate, random_games(3), {})
    games, _ = circuit(4)
    tells_no_future(mixed_effects.rate, games, {})
    assert unhappy(mixed_effects.rate, {}) == ""


def shuffled(games: Games, order: np.ndarray) -> Games:
    return Games(**{field.name: getattr(games, field.name)[order] for field in fields(games)})


def test_the_order_of_games_within_a_day_means_nothing():
    games, units = circuit(5)
    games = replace(games, black_rank=np.full(len(games), np.nan), white_rank=np.full(len(games), np.nan))
    order = np.lexsort([np.random.default_rng(5).random(len(games)), games.day])
    assert not np.array_equal(order, np.arange(len(games)))
    plain, other = (mixed_effects.rate(each, units, {}) for each in (games, shuffled(games, order)))
    for side in ("black", "white"):
        for column in ("expected", "rating_used", "deviation_before", "deviation_after"):
            values = getattr(getattr(plain, side), column)[order]
            assert np.abs(values - getattr(getattr(other, side), column)).max() < 1e-6
    for state, values in plain.final.items():
        assert np.abs(values - other.final[state]).max() < 1e-6


@pytest.mark.parametrize("places", [300, 4])
def test_the_numbering_of_units_means_nothing(places):
    games, units = circuit(6)
    number = np.random.default_rng(6).permutation(PLAYERS)
    renamed = replace(games, black=number[games.black], white=number[games.white])
    is_pool = np.zeros(PLAYERS, np.bool_)
    is_pool[number] = units.is_pool
    plain = mixed_effects.rate(games, units, {"places": places})
    other = mixed_effects.rate(renamed, Units(is_pool), {"places": places})
    assert np.abs(plain.black.expected - other.black.expected).max() < 1e-9
    assert np.abs(plain.final["rating"] - other.final["rating"][number]).max() < 1e-6


def test_where_colours_are_unknown_it_does_not_matter_who_is_named_first():
    games, units = circuit(7)
    games = replace(games, colours_known=np.zeros(len(games), np.bool_))
    turned = replace(
        games,
        black=games.white,
        white=games.black,
        score=1.0 - games.score,
        black_rank=games.white_rank,
        white_rank=games.black_rank,
    )
    one, other = mixed_effects.rate(games, units, {}), mixed_effects.rate(turned, units, {})
    assert np.abs(one.black.expected - other.white.expected).max() < 1e-9


def compared(games: Games, units: Units, **parameters: object) -> tuple[Ledger, Ledger]:
    return mixed_effects.rate(games, units, {}), mixed_effects.rate(games, units, parameters)


def test_who_left_a_place_is_still_known():
    """With room for few, a player who comes back keeps rating and deviation, and little else changes."""
    games, units = circuit(8, 200)
    plain, cramped = compared(games, units, places=2)
    difference = np.abs(plain.black.expected - cramped.black.expected)
    assert 0.0 < difference.max() < 0.1
    assert np.abs(plain.final["rating"] - cramped.final["rating"]).max() < 100.0
    plain, roomy = compared(games, units, places=PLAYERS)
    assert np.array_equal(plain.black.expected, roomy.black.expected)


def test_parts_of_a_large_day_are_all_predicted_from_before_it(monkeypatch):
    games, units = circuit(9, 120)
    games = replace(games, day=games.day // 1000 * 1000)
    whole = mixed_effects.rate(games, units, {})
    monkeypatch.setattr(mixed_effects, "TOGETHER", 10)
    tells_no_future(mixed_effects.rate, games, {})
    parts = mixed_effects.rate(games, units, {})
    first_day = games.day == games.day[0]
    for column in ("expected", "rating_used", "deviation_before"):
        one, other = (getattr(ledger.black, column)[first_day] for ledger in (whole, parts))
        assert first_day.sum() > 10 and np.abs(one - other).max() < 1e-9
    assert np.abs(whole.black.expected - parts.black.expected).max() < 0.05
    # With fewer places than a part has players, everybody comes and goes within the day.
    consistent(games, mixed_effects.rate(games, units, {"places": 2}))


def league(seed: int, players: int, days: int, strength: np.ndarray, **others: object) -> tuple[Games, Units]:
    """Every day each player meets another; the stronger wins with logistic chance."""
    random = np.random.default_rng(seed)
    pairs = np.concatenate([random.permutation(players).reshape(-1, 2) for _ in range(days)])
    chance = 1.0 / (1.0 + np.exp(-(strength[pairs[:, 0]] - strength[pairs[:, 1]])))
    score = (random.random(len(pairs)) < chance) * 1.0
    return Games.of(
        pairs[:, 0], pairs[:, 1], score, day=np.arange(len(pairs)) // (players // 2), **others
    ), Units.players(players)


def test_new_players_are_met_with_what_earlier_ones_taught():
    """Players who enter a women's event lost to the others by 200 points: so will the next one be expected to."""
    women = np.arange(40) < 20
    games, _ = league(1, 40, 60, np.where(women, -200.0 * ELO, 0.0))
    both = women[games.black] & women[games.white]
    games = replace(games, women=both)
    last = int(games.day[-1]) + 1
    more = [Games.of([40], [42], [1], day=[last], women=[True]), Games.of([41], [43], [1], day=[last])]
    # 40 and 42 are women who are new, 41 and 43 are two who are new and not known as women.
    late = Games(
        **{field.name: np.concatenate([getattr(g, field.name) for g in (games, *more)]) for field in fields(games)}
    )
    ledger = mixed_effects.rate(late, Units.players(44), {})
    gap = ledger.black.rating_used[-1] - ledger.black.rating_used[-2]
    assert 120.0 < gap < 240.0


def test_presence_counts_as_far_as_games_teach():
    """Those who play every day beat those who play now and then: a new regular is expected to, before any result."""
    random = np.random.default_rng(2)
    black, white, score, day = [], [], [], []
    for on in range(400):
        often, seldom = random.integers(0, 10), 10 + random.integers(0, 200)
        black.append(often if on % 2 else seldom)
        white.append(seldom if on % 2 else often)
        score.append(float((random.random() < 0.8) == (on % 2 == 1)))
        day.append(on)
    games = Games.of(black, white, score, day=day)
    ledger = mixed_effects.rate(games, Units.players(210), {})
    often_black = games.black < 10
    favourite = np.where(often_black, ledger.black.expected, ledger.white.expected)
    assert favourite[:20].mean() < 0.6 < 0.7 < favourite[-100:].mean()


@pytest.mark.parametrize(("true", "best"), [(30.0, 45.0), (250.0, 180.0)])
def test_the_spread_that_predicts_is_the_one_that_counts(true, best):
    strength = np.random.default_rng(3).normal(0.0, true * ELO, 60)
    games, units = league(4, 60, 150, strength)
    averaged, alone = compared(games, units, spreads=[best])
    late = games.day > 75
    assert np.abs(averaged.black.expected - alone.black.expected)[late].max() < 0.01
    other = mixed_effects.rate(games, units, {"spreads": [90.0]})
    assert np.abs(other.black.expected - alone.black.expected)[late].max() > 0.02


def test_an_own_part_fades():
    """Two players meet ten times and again after 30 years: what was learned has faded, the effects haven't."""
    games = Games.of([0] * 11, [1] * 11, [1] * 11, day=[*range(10), 11_000])
    ledger = mixed_effects.rate(games, Units.players(2), {"spreads": [100.0]})
    gap = ledger.black.rating_used - ledger.white.rating_used
    assert gap[0] == 0.0 and np.all(np.diff(gap[:10]) > 0.0)
    assert 0.0 <= gap[10] < 0.1 * gap[9]


def test_one_sided_days_stay_finite_and_in_proportion():
    """Hundreds of wins in a day over one opponent, upsets with 99 stones, komi of hundreds of points."""
    wins = Games.of([0] * 600, [1] * 600, [1] * 600)
    ledger = mixed_effects.rate(wins, Units.players(2), {})
    consistent(wins, ledger)
    assert 100.0 < ledger.final["rating"][0] - ledger.final["rating"][1] < 3000.0
    odd = Games.of(
        [0, 1, 0, 1, 0, 1] * 20,
        [1, 0, 1, 0, 1, 0] * 20,
        [0, 0, 1, 1, 0.5, 0] * 20,
        day=np.arange(120) // 30,
        handicap=[99, 60, 0, 0, 0, 9] * 20,
        komi=[0.5, np.nan, -300, 300, 1000, -30] * 20,
        black_rank=[-30, 8, 9, np.nan, 40, -60] * 20,
    )
    consistent(odd, mixed_effects.rate(odd, Units.players(2), {}))


@st.composite
def any_games(draw):
    count = draw(st.integers(1, 25))
    units = draw(st.integers(1, 6))

    def column(values):
        return draw(st.lists(values, min_size=count, max_size=count))

    rank = st.one_of(st.just(np.nan), st.integers(-30, 9).map(float))
    games = Games.of(
        column(st.integers(0, units - 1)),
        column(st.integers(0, units - 1)),
        column(st.sampled_from([0.0, 0.5, 1.0])),
        day=np.sort(column(st.integers(-40_000, 40_000))),
        colours_known=column(st.booleans()),
        handicap=column(st.sampled_from([0, 0, 1, 2, 9, 25, 99])),
        komi=column(st.one_of(st.just(np.nan), st.floats(-400, 400))),
        black_rank=column(rank),
        white_rank=column(rank),
        women=column(st.booleans()),
    )
    return games, Units(np.array(draw(st.lists(st.booleans(), min_size=units, max_size=units))))


@settings(max_examples=100, deadline=None)
@given(any_games(), st.sampled_from([1, 3, 300]))
def test_any_games_are_rated(drawn, places):
    games, units = drawn
    consistent(games, mixed_effects.rate(games, units, {"places": places}))


@pytest.mark.parametrize("spreads", [[], "45", [0.0], [45.0, -1.0], [True], ["45"], {"a": 1}, 45.0])
def test_spreads_are_numbers_above_0(spreads):
    with pytest.raises(ParameterError, match="'spreads'"):
        mixed_effects.rate(Games.of([], [], []), Units.players(0), {"spreads": spreads})


def test_a_game_is_as_uncertain_as_both_players():
    """Averaging over what isn't known brings a favourite's chance nearer to even."""
    certain = mixed_effects.chance(np.array([1.0]), np.array([0.0]))
    unsure = mixed_effects.chance(np.array([1.0]), np.array([1.0]))
    assert certain == pytest.approx([1.0 / (1.0 + np.exp(-1.0))])
    assert 0.5 < unsure[0] < certain[0]
    # By Simpson's rule over ±12 deviations.
    x = np.linspace(-12.0, 12.0, 4001)
    simpson = np.ones(4001)
    simpson[1:-1:2], simpson[2:-1:2] = 4.0, 2.0
    density = np.exp(-0.5 * x * x) / np.sqrt(2.0 * np.pi)
    whole = (simpson * density / (1.0 + np.exp(-(1.0 + x)))).sum() * (x[1] - x[0]) / 3.0
    assert unsure == pytest.approx([whole], abs=1e-6)


def test_those_who_have_been_away_longest_leave_together():
    """Room for four: the fifth sends away both who played on the first day; today's always have a place."""
    places = mixed_effects.Places(10, 4)
    places.change(np.array([5, 6]), 1)
    places.change(np.array([2, 3]), 2)
    assert places.units.tolist() == [5, 6, 2, 3]
    stays, left, came = places.change(np.array([9]), 3)
    assert (stays.tolist(), left.tolist(), came.tolist()) == ([2, 3], [5, 6], [9])
    assert places.units.tolist() == [2, 3, 9]
    stays, left, came = places.change(np.array([0, 1, 2, 5, 6, 9]), 4)
    assert (stays.tolist(), left.tolist(), came.tolist()) == ([0, 2], [3], [0, 1, 5, 6])
    assert places.of.tolist() == [2, 3, 0, -1, -1, 4, 5, -1, -1, 1]
