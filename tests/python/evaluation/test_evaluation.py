"""Scores, intervals, settings and connection: golden metrics, and what holds for any games."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from builds import REPOSITORY
from engine_checks import PLAYERS, random_games
from go_ratings.engines import Games, Units, engine
from go_ratings.evaluation import connectivity, method_scores, resampling, scores, settings
from go_ratings.warehouse.ratings import method_digest

Golden = Callable[[str], list[dict[str, str]]]
OWN = {"k_factor": 32, "start": 1500, "black_adjustment": 0, "pool_rating_moves": True}
SEED_OF_GRID = REPOSITORY / "seeds" / "reference" / "setting_grid.csv"


def seeded_candidates(name: str) -> dict[str, list]:
    with open(SEED_OF_GRID, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["engine"] == name]
    return {row["parameter"]: json.loads(row["candidates"]) for row in rows}


@pytest.fixture(scope="module")
def golden_fold(golden: Golden) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities and results of the Elo fold over the golden 5,000 games."""
    rows = golden("whr/games_5000")
    names = dict.fromkeys(row[side] for row in rows for side in ("black", "white"))
    code = {name: number for number, name in enumerate(names)}
    games = Games.of(
        [code[row["black"]] for row in rows],
        [code[row["white"]] for row in rows],
        [float(row["winner"] == "B") for row in rows],
    )
    return engine("elo")(games, Units.players(len(code)), {}).black.expected, games.score


def test_golden_metrics(golden: Golden, golden_fold: tuple[np.ndarray, np.ndarray]) -> None:
    p, score = golden_fold
    expected = {row["metric"]: float(row["value"]) for row in golden("systems/metrics_elo_fold_5000")}
    one_group = np.zeros(len(p), np.int64)
    known = np.ones(len(p), np.bool_)
    fit = scores.calibration(p, score, known, one_group, 1)
    base_log_loss, base_brier, _ = scores.base_rate_scores(score.mean(), (score**2).mean())
    found = {
        "n": len(p),
        "accuracy_half_for_ties": scores.accuracy(p, score).mean(),
        "log_loss_nats": scores.log_loss(p, score).mean(),
        "log_loss_bits": scores.log_loss(p, score).mean() / np.log(2),
        "brier": scores.brier_score(p, score).mean(),
        "log_loss_baseline_constant": base_log_loss,
        "brier_baseline_constant": base_brier,
        "accuracy_second_half": scores.accuracy(p, score)[2500:].mean(),
        "log_loss_second_half": scores.log_loss(p, score)[2500:].mean(),
        "ece_10_equal_width": scores.calibration_error(p, score, known, one_group, 1)[0],
        "calibration_intercept": fit.intercept[0],
        "calibration_slope": fit.slope[0],
    }
    assert set(expected) - set(found) == {"binomial_deviance_log10_clip_1_99 (Kaggle)"}
    for name, value in found.items():
        assert value == pytest.approx(expected[name], abs=1e-6), name


def test_golden_calibration_bins(golden: Golden, golden_fold: tuple[np.ndarray, np.ndarray]) -> None:
    p, score = golden_fold
    bins = scores.bin_of(p)
    for row in golden("systems/metrics_calibration_bins"):
        there = bins == int(row["bin"])
        assert there.sum() == int(row["n"])
        assert p[there].mean() == pytest.approx(float(row["mean_p"]), abs=1e-6)
        assert score[there].mean() == pytest.approx(float(row["mean_y"]), abs=1e-6)


@pytest.mark.parametrize(
    ("probability", "score", "loss", "brier", "accuracy"),
    [
        (0.5, 1.0, np.log(2), 0.25, 0.5),
        (0.8, 1.0, -np.log(0.8), 0.04, 1.0),
        (0.8, 0.0, -np.log(0.2), 0.64, 0.0),
        (0.8, 0.5, -(np.log(0.8) + np.log(0.2)) / 2, 0.09, 0.5),
        (0.0, 1.0, -np.log(1e-12), 1.0, 0.0),
        (1.0, 0.0, -np.log(1e-12), 1.0, 0.0),
    ],
)
def test_scores_of_one_game(probability: float, score: float, loss: float, brier: float, accuracy: float) -> None:
    assert scores.log_loss(probability, score) == pytest.approx(loss, rel=1e-4)
    assert scores.brier_score(probability, score) == pytest.approx(brier)
    assert scores.accuracy(probability, score) == accuracy


def test_the_last_bin_is_closed() -> None:
    assert scores.bin_of(np.array([0.0, 0.0999999, 0.1, 0.95, 1.0])).tolist() == [0, 0, 1, 9, 9]


@given(st.integers(0, 2**32))
def test_calibration_finds_slope_and_intercept(seed: int) -> None:
    """Results drawn with a known slope and intercept, in two groups at once."""
    random = np.random.default_rng(seed)
    truth = np.array([[0.3, 0.7], [-0.2, 1.3]])
    group = np.repeat([0, 1], 20_000)
    p = random.uniform(0.1, 0.9, len(group))
    chance = 1 / (1 + np.exp(-(truth[group, 0] + truth[group, 1] * scores.logit(p))))
    score = (random.random(len(p)) < chance).astype(float)
    fit = scores.calibration(p, score, np.ones(len(p), np.bool_), group, 2)
    assert np.column_stack([fit.intercept, fit.slope]) == pytest.approx(truth, abs=0.12)
    assert np.bincount(group, fit.slope_pull) == pytest.approx(0, abs=1e-9)


def test_calibration_that_games_do_not_determine_is_unknown() -> None:
    p = np.array([0.5, 0.5, 0.6, 0.7, 0.4, 0.5])
    score = np.array([1.0, 0.0, 1.0, 1.0, 0.0, 1.0])
    group = np.array([0, 0, 1, 1, 1, 3])  # no spread, separated, empty, single
    fit = scores.calibration(p, score, np.ones(len(p), np.bool_), group, 4)
    assert np.isnan(fit.slope).all() and np.isnan(fit.intercept).all()


def without_colours(seed: int, count: int = 4_000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Chances, scores and colours of games of which half have none: there the winner is named first nine times in ten."""
    random = np.random.default_rng(seed)
    known = np.arange(count) % 2 == 0
    p = random.choice([0.5, 0.55, 0.7, 0.95], count)
    p = np.where(random.random(count) < 0.5, p, 1 - p)
    score = np.where(random.random(count) < 0.05, 0.5, random.random(count) < p)
    turned = ~known & (random.random(count) < 0.9) & (score == 0)
    return np.where(turned, 1 - p, p), np.where(turned, 1 - score, score), known


@hypothesis_settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_who_is_named_first_changes_no_score(seed: int) -> None:
    """Exchange the players of games without colours: every score stays, and none of them is Black's."""
    p, score, known = without_colours(seed)
    swap = ~known & (np.random.default_rng(seed + 1).random(len(p)) < 0.5)
    swapped = np.where(swap, 1 - p, p), np.where(swap, 1 - score, score), known
    group = np.arange(len(p)) % 3
    period = {"all": np.zeros(1, np.int64)}
    found = []
    for games in ((p, score, known), swapped):
        chances, points, colours = games
        fit = scores.calibration(*games, group, 3)
        sample = method_scores.Sample(
            points, colours, np.arange(len(p)) // 8, np.zeros(len(p), np.int64), period, np.ones((len(p), 1), np.bool_)
        )
        one = method_scores.score_methods(sample, {"m": chances}, "m")["m", "all"]
        found.append(
            np.concatenate(
                [
                    *scores.judged(*games),
                    fit.intercept,
                    fit.slope,
                    scores.calibration_error(*games, group, 3),
                    *(np.ravel(side[name]) for side in (one.estimates, one.low, one.high) for name in side),
                    *map(np.ravel, (one.base_log_loss, one.base_brier, one.base_accuracy, one.calibration_error)),
                ]
            )
        )
    assert found[0] == pytest.approx(found[1], abs=1e-7)
    only_known = scores.calibration(p[known], score[known], known[known], group[known], 3)
    assert (np.abs(fit.intercept - only_known.intercept) < 0.05).all()


def test_games_without_colours_are_the_favourite_s() -> None:
    p = np.array([0.3, 0.7, 0.7, 0.5, 0.5])
    score = np.array([1.0, 1.0, 0.5, 1.0, 0.0])
    unknown, known = np.zeros(5, np.bool_), np.ones(5, np.bool_)
    judged_p, judged_score = scores.judged(p, score, unknown)
    assert judged_p.tolist() == [0.7, 0.7, 0.7, 0.5, 0.5]
    assert judged_score.tolist() == [0.0, 1.0, 0.5, 0.5, 0.5]
    assert [side.tolist() for side in scores.judged(p, score, known)] == [p.tolist(), score.tolist()]


def test_a_calibrated_forecast_is_calibrated_without_colours_too() -> None:
    """Although the one named first wins nine games in ten."""
    p, score, known = without_colours(11, 100_000)
    there = ~known & (score != 0.5)
    p, score, unknown, one_group = p[there], score[there], known[there], np.zeros(there.sum(), np.int64)
    assert score.mean() > 0.85
    fit = scores.calibration(p, score, unknown, one_group, 1)
    assert fit.slope[0] == pytest.approx(1.0, abs=0.04)
    assert np.isnan(fit.intercept[0])
    assert scores.calibration_error(p, score, unknown, one_group, 1)[0] < 0.02
    assert scores.calibration_error(p, score, ~unknown, one_group, 1)[0] > 0.2


def test_mean_and_error_of_single_games_is_the_textbook_s() -> None:
    values = np.random.default_rng(1).normal(0, 2, 500)
    mean, error = resampling.mean_and_error(values, np.ones(500, np.int64))
    assert mean == pytest.approx(values.mean())
    assert error == pytest.approx(values.std(ddof=1) / np.sqrt(500), rel=1e-3)


def test_copies_of_games_make_nothing_surer() -> None:
    """A cluster of two equal games tells as much as one game; taken as independent they would seem to tell more."""
    values = np.random.default_rng(2).normal(0, 1, 300)
    _, error = resampling.mean_and_error(values, np.ones(300, np.int64))
    _, of_pairs = resampling.mean_and_error(2 * values, np.full(300, 2))
    assert of_pairs == pytest.approx(error)
    assert np.isnan(resampling.mean_and_error(values[:1], np.ones(1, np.int64))[1])
    assert np.isnan(resampling.mean_and_error(values[:0], np.ones(0, np.int64))[0])


def sample(seed: int, count: int = 3_000) -> tuple[method_scores.Sample, np.ndarray]:
    """Games of three years, in clusters of about four, and the chances they were drawn from."""
    random = np.random.default_rng(seed)
    year = np.sort(random.integers(0, 3, count))
    cluster = np.unique(year * 1000 + random.integers(0, 250, count), return_inverse=True)[1]
    p = random.uniform(0.05, 0.95, count)
    score = (random.random(count) < p).astype(float)
    known, subgroups = (
        np.ones(count, np.bool_),
        np.stack([np.ones(count, np.bool_), p > 0.5, np.zeros(count, np.bool_)], axis=1),
    )
    periods = {"year": np.arange(3), "split": np.array([0, 0, 1])}
    return method_scores.Sample(score, known, cluster, year, periods, subgroups), p


def test_scores_by_period_and_subgroup_are_those_of_their_games() -> None:
    games, p = sample(5)
    flat = np.full(len(p), 0.6)
    found = method_scores.score_methods(games, {"good": p, "flat": flat}, "good")
    for method, chances in (("good", p), ("flat", flat)):
        for kind, periods in games.periods.items():
            one = found[method, kind]
            for period in range(periods.max() + 1):
                for subgroup in range(3):
                    there = (periods[games.stretch] == period) & games.subgroups[:, subgroup]
                    assert one.games[period, subgroup] == there.sum()
                    assert one.clusters[period, subgroup] == len(set(games.cluster[there]))
                    if there.any():
                        loss = scores.log_loss(chances, games.score)[there].mean()
                        difference = loss - scores.log_loss(p, games.score)[there].mean()
                        assert one.estimates["log_loss"][period, subgroup] == pytest.approx(loss)
                        assert one.estimates["log_loss_difference"][period, subgroup] == pytest.approx(difference)
                        for name in ("log_loss", "brier", "accuracy"):
                            low, high = (side[name][period, subgroup] for side in (one.low, one.high))
                            assert low < one.estimates[name][period, subgroup] < high
                    else:
                        assert np.isnan(one.estimates["log_loss"][period, subgroup])
                        assert np.isnan(one.low["log_loss"][period, subgroup])
    assert np.nanmin(found["flat", "year"].low["log_loss_difference"][:, 0]) > 0
    assert (found["good", "year"].difference_error[:, 0] == 0).all()


def test_intervals_hold_what_they_promise() -> None:
    """Of 95 % intervals for a calibrated forecast's slope, intercept and loss about that share holds the truth."""
    held = {"calibration_slope": 0, "calibration_intercept": 0, "log_loss": 0}
    p = np.linspace(0.05, 0.95, 100_001)
    entropy = -(p * np.log(p) + (1 - p) * np.log(1 - p)).mean()
    truth = {"calibration_slope": 1.0, "calibration_intercept": 0.0, "log_loss": entropy}
    for seed in range(60):
        games, chances = sample(seed, 800)
        one = method_scores.score_methods(games, {"m": chances}, "m")["m", "split"]
        for name in held:
            held[name] += int(one.low[name][0, 0] <= truth[name] <= one.high[name][0, 0])
    print(f"intervals that hold the truth, of 60: {held}")
    assert min(held.values()) >= 51


def test_intervals_are_the_same_every_time() -> None:
    games, p = sample(7)
    first, again = (method_scores.score_methods(games, {"m": p}, "m")["m", "year"] for _ in range(2))
    for name in method_scores.ESTIMATES:
        assert np.array_equal(first.low[name], again.low[name], equal_nan=True)
    assert not np.array_equal(resampling.cluster_weights(50), resampling.cluster_weights(50, seed=1))


def test_few_clusters_have_no_interval() -> None:
    games, p = sample(8, 9)
    one = method_scores.score_methods(games, {"m": p}, "m")["m", "year"]
    assert np.isnan(one.low["log_loss"]).all() and np.isnan(one.high["accuracy"]).all()


@pytest.mark.parametrize(("clusters", "known"), [(9, False), (10, True)])
def test_ten_clusters_are_enough_for_an_interval(clusters: int, known: bool) -> None:
    """Fewer than ten don't show how much they scatter."""
    cluster = np.repeat(np.arange(clusters), 4)
    score = np.tile([1.0, 0.0, 1.0, 1.0], clusters)
    p = np.tile([0.6, 0.3, 0.7, 0.4], clusters)
    nothing, everything = np.zeros(len(p), np.int64), np.ones((len(p), 1), np.bool_)
    colours = everything[:, 0]
    games = method_scores.Sample(score, colours, cluster, nothing, {"all": np.zeros(1, np.int64)}, everything)
    one = method_scores.score_methods(games, {"m": p}, "m")["m", "all"]
    assert one.clusters[0, 0] == clusters
    assert np.isfinite([one.low["log_loss"][0, 0], one.high["log_loss"][0, 0]]).all() == known


def test_an_interval_leaves_out_a_fortieth_at_either_end() -> None:
    """Of 400 replicates ten go at either end: 95 % stay."""
    low, high = resampling.interval(np.arange(400.0)[::-1])
    assert (low, high) == (10.0, 389.0)


def circuit(seed: int, count: int = 400) -> Games:
    """Games with known and unknown komi and colours, and jigo."""
    random = np.random.default_rng(seed)
    return replace(
        random_games(seed, count),
        komi=random.choice([4.5, 5.5, 6.5, np.nan], count),
        colours_known=random.random(count) < 0.9,
    )


def probabilities(name: str, games: Games, units: Units, tried: list[dict]) -> np.ndarray:
    return np.concatenate([block for _, block in settings.predictions(name, games, units, tried)])


@given(st.integers(0, 2**32), st.booleans(), st.sampled_from([0, 24]))
def test_many_settings_in_one_pass_are_the_engine_s_own(seed: int, moves: bool, provisional: int) -> None:
    games = circuit(seed)
    units = Units(np.arange(PLAYERS) >= PLAYERS - 2)
    own = OWN | {"pool_rating_moves": moves, "provisional_games": provisional}
    tried = settings.grid(
        own, {"k_factor": [8, 40], "black_adjustment": [-20, 0, 35.5], "adjusted_komi_up_to": [None, 5.5]}
    )
    found = probabilities("elo", games, units, tried)
    for column, setting in enumerate(tried):
        assert np.abs(found[:, column] - engine("elo")(games, units, setting).black.expected).max() < 1e-12


@pytest.mark.parametrize("name", ["egf", "egf_2021", "whr"])
def test_smaller_grids_go_through_the_engine(name: str) -> None:
    games = random_games(3)
    tried = settings.grid({}, seeded_candidates(name))
    assert len(tried) > 5
    found = probabilities(name, games, Units.players(PLAYERS), tried[:3])
    assert np.array_equal(found[:, 2], engine(name)(games, Units.players(PLAYERS), tried[2]).black.expected)


def test_the_seed_s_elo_grid() -> None:
    """K 8 to 80, Black -20 to 60, with and without the split; the method's own first; no setting twice."""
    tried = settings.grid(OWN, seeded_candidates("elo"))
    assert len(tried) >= 300 and tried[0] == OWN
    assert {setting["k_factor"] for setting in tried} >= {8, 32, 80}
    assert {setting["black_adjustment"] for setting in tried} >= {-20, 0, 60}
    assert sum("adjusted_komi_up_to" in setting for setting in tried) > 100
    assert len({json.dumps(setting, sort_keys=True) for setting in tried}) == len(tried)
    plain = settings.plain(tried)
    assert all(tried[place]["black_adjustment"] == 0 for place in plain)
    assert all(tried[place]["k_factor"] == setting["k_factor"] for place, setting in zip(plain, tried))


def test_a_method_off_the_grid_is_compared_too() -> None:
    tried = settings.grid(OWN | {"k_factor": 30}, {"k_factor": [28, 32]})
    assert [setting["k_factor"] for setting in tried] == [30, 28, 32]
    assert settings.plain([{"epsilon": 0.016}]).tolist() == [-1]


def test_three_hundred_settings_on_fifty_thousand_games() -> None:
    random = np.random.default_rng(4)
    black = random.integers(0, 800, 50_000)
    games = Games.of(
        black,
        (black + random.integers(1, 800, 50_000)) % 800,
        random.integers(0, 2, 50_000),
        komi=random.choice([5.5, 6.5], 50_000),
    )
    tried = settings.grid(OWN, seeded_candidates("elo"))
    month = np.arange(50_000) // 20
    begun = process_time()
    blocks = settings.predictions("elo", games, Units.players(800), tried)
    found = settings.tally(blocks, games.score, month, (month > 1200).astype(np.int64), len(tried))
    seconds = process_time() - begun
    print(f"{len(tried)} settings on 50,000 games: {seconds:.1f} s of CPU")
    assert found.games.sum() == 50_000
    assert seconds < 10


def tallied(games: Games, tried: list[dict], split: np.ndarray) -> settings.Tally:
    cluster = np.arange(len(games)) // 4
    return settings.tally(
        settings.predictions("elo", games, Units.players(PLAYERS), tried), games.score, cluster, split, len(tried)
    )


@given(st.integers(0, 2**32))
def test_tally_is_the_sum_of_the_scores(seed: int) -> None:
    games = circuit(seed)
    tried = settings.grid(OWN, {"k_factor": [8, 80]})
    split = (np.arange(len(games)) >= 240).astype(np.int64)
    found = tallied(games, tried, split)
    for column, setting in enumerate(tried):
        p = engine("elo")(games, Units.players(PLAYERS), setting).black.expected
        assert found.loss[:, column].sum() == pytest.approx(scores.log_loss(p, games.score).sum())
        for code in (0, 1):
            mine = split == code
            assert found.brier[code, column] == pytest.approx(scores.brier_score(p, games.score)[mine].sum())
            assert found.accuracy[code, column] == pytest.approx(scores.accuracy(p, games.score)[mine].sum())


@given(st.integers(0, 2**32))
def test_the_choice_does_not_know_the_test_games(seed: int) -> None:
    games = circuit(seed)
    tried = settings.grid(OWN, seeded_candidates("elo"))
    split = (np.arange(len(games)) >= 240).astype(np.int64)
    flipped = replace(games, score=np.where(split == 1, 1 - games.score, games.score))
    train = slice(0, 60)
    one, other = (tallied(each, tried, split).loss for each in (games, flipped))
    assert np.array_equal(one[train], other[train])
    assert settings.best(one[train].sum(axis=0)) == settings.best(other[train].sum(axis=0))
    assert not np.array_equal(one, other)


def test_where_none_is_better_the_own_setting_stays() -> None:
    assert settings.best(np.array([1.0, 1.0, 1.5])) == 0
    assert settings.best(np.array([1.0, 0.9, 0.9])) == 1


def test_yearly_checks() -> None:
    """Three years; setting 2 was best in the first, setting 1 in the first two."""
    loss = np.array(
        [[4.0, 3.0, 1.0], [4.0, 3.0, 2.0], [4.0, 1.0, 6.0], [4.0, 1.0, 6.0], [4.0, 5.0, 1.0], [4.0, 7.0, 1.0]]
    )
    found = settings.Tally(loss, np.full(6, 2), np.zeros((1, 3)), np.zeros((1, 3)))
    checks = settings.yearly_checks(found, np.array([2001, 2001, 2002, 2002, 2003, 2003]))
    assert [(check.year, check.alternative, check.games) for check in checks] == [(2002, 2, 4), (2003, 1, 4)]
    assert checks[0].difference == pytest.approx(1.0) and checks[0].error == 0.0
    assert checks[1].difference == pytest.approx(1.0) and checks[1].error == pytest.approx(0.5)
    assert (checks[1].own_loss, checks[1].alternative_loss) == (2.0, 3.0)


def test_no_games_no_checks() -> None:
    nothing = settings.tally(iter([]), np.zeros(0), np.zeros(0, np.int64), np.zeros(0, np.int64), 3)
    assert nothing.loss.shape == (0, 3)
    assert settings.yearly_checks(nothing, np.zeros(0, np.int64)) == []


def two_clubs(links: list[tuple[int, int]]) -> list[connectivity.Component]:
    """Two clubs of six, within which everybody meets everybody, and the given games between them."""
    games = [(a, b) for club in (0, 10) for a in range(club, club + 6) for b in range(a + 1, club + 6)] + links
    return connectivity.components(np.array([a for a, _ in games]), np.array([b for _, b in games]))


def test_clubs_that_never_meet_hardly_meet_and_meet() -> None:
    assert [(one.units, one.narrow_links) for one in two_clubs([])] == [(6, 0), (6, 0)]
    assert two_clubs([(0, 10)]) == [connectivity.Component(0, 12, 31, 1, 6)]
    assert two_clubs([(0, 10), (10, 0)])[0].narrow_links == 1  # two games, but still one pair
    assert two_clubs([(0, 10), (1, 11)])[0].narrow_links == 0
    assert connectivity.components(np.zeros(0, np.int64), np.zeros(0, np.int64)) == []


@given(
    st.lists(
        st.tuples(st.integers(0, 13), st.integers(0, 13)).filter(lambda pair: pair[0] != pair[1]),
        min_size=1,
        max_size=30,
    )
)
def test_components_and_narrow_links_by_brute_force(games: list[tuple[int, int]]) -> None:
    def groups(pairs: set[frozenset[int]]) -> list[set[int]]:
        found: list[set[int]] = [{unit} for unit in {unit for pair in games for unit in pair}]
        for pair in pairs:
            joined = [group for group in found if group & pair]
            found = [group for group in found if not group & pair] + [set().union(*joined)]
        return found

    pairs = {frozenset(pair) for pair in games}
    narrow: dict[int, list[int]] = {}
    for pair in pairs:
        sides = [group for group in groups(pairs - {pair}) if group & pair]
        if len(sides) == 2 and min(map(len, sides)) >= connectivity.SMALLEST_SIDE:
            narrow.setdefault(min(set().union(*sides)), []).append(min(map(len, sides)))
    expected = [
        connectivity.Component(
            min(group),
            len(group),
            sum(game[0] in group for game in games),
            len(narrow.get(min(group), [])),
            max(narrow.get(min(group), [0])),
        )
        for group in groups(pairs)
    ]
    found = connectivity.components(np.array([a for a, _ in games]), np.array([b for _, b in games]))
    assert found == sorted(expected, key=lambda one: (-one.units, one.first_unit))


def test_a_digest_tells_parameters_apart_and_no_spelling() -> None:
    digest = method_digest("elo", '{"k_factor": 32, "start": 1500}')
    assert digest == method_digest("elo", '{"start":1500,  "k_factor":32}')
    assert digest != method_digest("elo", '{"k_factor": 33, "start": 1500}')
    assert digest != method_digest("glicko2", '{"k_factor": 32, "start": 1500}')
