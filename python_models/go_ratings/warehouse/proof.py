"""From the warehouse's games and predictions to scores and back: arrays in, tables out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from go_ratings.engines.base import IntArray
from go_ratings.evaluation import connectivity, method_scores, resampling, settings
from go_ratings.warehouse.ratings import games_of, games_of_list
from go_ratings.warehouse.tables import Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

SCORE_COLUMNS = (
    {
        "list_id": "varchar",
        "method_id": "varchar",
        "period_kind": "varchar",
        "period": "varchar",
        "subgroup": "varchar",
        "games": "bigint",
        "clusters": "bigint",
    }
    | {f"{name}{end}": "double" for name in method_scores.ESTIMATES for end in ("", "_ci_low", "_ci_high")}
    | dict.fromkeys(
        ("log_loss_difference_se", "calibration_error", "base_log_loss", "base_brier", "base_accuracy"), "double"
    )
)
SETTING_COLUMNS = {
    "list_id": "varchar",
    "method_id": "varchar",
    "period_kind": "varchar",
    "period": "varchar",
    "setting_no": "bigint",
    "parameters": "varchar",
    "games": "bigint",
    "is_own": "boolean",
    "is_chosen": "boolean",
} | dict.fromkeys(
    (
        "log_loss",
        "brier",
        "accuracy",
        "own_log_loss",
        "difference",
        "difference_se",
        "plain_difference",
        "plain_difference_se",
    ),
    "double",
)
CONNECTIVITY_COLUMNS = {
    "list_id": "varchar",
    "played_year": "bigint",
    "component_no": "bigint",
    "first_unit_no": "bigint",
    "units": "bigint",
    "games": "bigint",
    "narrow_links": "bigint",
    "narrow_side_units": "bigint",
}

# The kinds of game that scores are told apart by, as conditions on fct_prediction.
SUBGROUPS = {
    "all": "true",
    "established": "is_established",
    "not_established": "not is_established",
    "colours_known": "colours_known",
    "colours_unknown": "not colours_known",
    "komi_to_5_5": "komi_band = 'to_5_5'",
    "komi_over_5_5": "komi_band = 'over_5_5'",
    "komi_unknown": "komi_band is null",
    "gap_0_50": "gap_band = '0_50'",
    "gap_50_100": "gap_band = '50_100'",
    "gap_100_200": "gap_band = '100_200'",
    "gap_200_400": "gap_band = '200_400'",
    "gap_400_up": "gap_band = '400_up'",
    "even": "handicap < 2",
    "handicap": "handicap >= 2",
}

# What clusters of games and periods are made of; ordered after it, because a window forgets the order.
_WHEN = (
    "game_no, year(played_on) as played_year, month(played_on) as played_month, split = 'test' as is_test, "
    "dense_rank() over (order by event_id) as event_no"
)


def method_scores_of(
    session: DuckDBPyConnection, predictions: DuckDBPyRelation, list_methods: DuckDBPyRelation
) -> DuckDBPyRelation:
    """One row per list, method, period and subgroup with games: how good the predictions were."""
    table = Table(session, "method_score", SCORE_COLUMNS)
    for list_id, current, methods in _lists(predictions, list_methods):
        of_list = predictions.filter(f"list_id = '{list_id}'")
        sample, labels = _sample(of_list.filter(f"method_id = '{current}'"))
        chances = {
            method: of_list.filter(f"method_id = '{method}'")
            .project("game_no, black_probability")
            .order("game_no")
            .fetchnumpy()["black_probability"]
            for method in methods
        }
        scored = method_scores.score_methods(sample, chances, current)
        for (method, kind), found in scored.items():
            period, subgroup = np.nonzero(found.games)
            columns: dict[str, Any] = {
                "list_id": list_id,
                "method_id": method,
                "period_kind": kind,
                "period": labels[kind][period],
                "subgroup": np.array(list(SUBGROUPS))[subgroup],
                "games": found.games,
                "clusters": found.clusters,
                "log_loss_difference_se": found.difference_error,
                "calibration_error": found.calibration_error,
                "base_log_loss": found.base_log_loss,
                "base_brier": found.base_brier,
                "base_accuracy": found.base_accuracy,
            }
            for name in method_scores.ESTIMATES:
                columns |= {
                    name: found.estimates[name],
                    f"{name}_ci_low": found.low[name],
                    f"{name}_ci_high": found.high[name],
                }
            table.add(
                {name: values[period, subgroup] if np.ndim(values) == 2 else values for name, values in columns.items()}
            )
    return table.relation()


def _sample(predictions: DuckDBPyRelation) -> tuple[method_scores.Sample, dict[str, Any]]:
    """The games of one method's predictions, and for each kind of period the names of its periods."""
    flags = ", ".join(f"coalesce({condition}, false) as {name}" for name, condition in SUBGROUPS.items())
    games = predictions.project(f"{_WHEN}, black_score, {flags}").order("game_no").fetchnumpy()
    stretches, stretch = np.unique(2 * games["played_year"] + games["is_test"], return_inverse=True)
    year = stretches // 2
    names = {
        "split": np.where(stretches % 2, "test", "train"),
        "decade": np.char.add((year // 10 * 10).astype(str), "s"),
        "year": year.astype(str),
    }
    labels, periods = {}, {}
    for kind, of_stretch in names.items():
        labels[kind], periods[kind] = np.unique(of_stretch, return_inverse=True)
    return method_scores.Sample(
        score=games["black_score"],
        colours_known=games["colours_known"],
        cluster=_codes(stretch, games["played_month"], games["event_no"]),
        stretch=stretch,
        periods=periods,
        subgroups=np.stack([games[name] for name in SUBGROUPS], axis=1),
    ), labels


def setting_scores_of(
    session: DuckDBPyConnection,
    games: DuckDBPyRelation,
    predictions: DuckDBPyRelation,
    list_methods: DuckDBPyRelation,
    methods: DuckDBPyRelation,
    candidates: DuckDBPyRelation,
) -> DuckDBPyRelation:
    """Scores of a method's settings: a row per setting and split, and one per yearly check.

    Settings are those that the seed `setting_grid` spans for the method's engine, and the
    method's own. A yearly check's row is that of the alternative.
    """
    table = Table(session, "setting_grid", SETTING_COLUMNS)
    spans: dict[str, dict[str, list[Any]]] = {}
    rows = candidates.project("engine, parameter, candidates").order("engine, parameter").fetchall()
    for name, parameter, values in rows:
        spans.setdefault(name, {})[parameter] = json.loads(values)
    method_of = {row[0]: row[1:] for row in methods.project("method_id, engine, parameters").fetchall()}
    tries_settings = set(list_methods.filter("tries_settings").project("list_id, method_id").fetchall())
    for list_id, current, rated_by in _lists(predictions, list_methods):
        with_grid = [
            method for method in rated_by if method_of[method][0] in spans and (list_id, method) in tries_settings
        ]
        if not with_grid:
            continue
        arrays, units = games_of(games_of_list(games, list_id))
        of_current = predictions.filter(f"list_id = '{list_id}' and method_id = '{current}'")
        when = of_current.project(_WHEN).order("game_no").fetchnumpy()
        split = when["is_test"].astype(np.int64)
        cluster = _codes(when["played_year"], split, when["played_month"], when["event_no"])
        year_of_cluster, split_of_cluster = np.zeros((2, int(cluster.max()) + 1), np.int64)
        year_of_cluster[cluster], split_of_cluster[cluster] = when["played_year"], split
        for method in with_grid:
            engine_name, own = method_of[method]
            tried = settings.grid(json.loads(own), spans[engine_name])
            found = settings.tally(
                settings.predictions(engine_name, arrays, units, tried), arrays.score, cluster, split, len(tried)
            )
            key = {"list_id": list_id, "method_id": method}
            parameters = np.array([json.dumps(setting) for setting in tried], object)
            _add_grid(table, key, parameters, settings.plain(tried), found, split_of_cluster)
            for check in settings.yearly_checks(found, year_of_cluster):
                table.add(
                    key
                    | {
                        "period_kind": "year",
                        "period": str(check.year),
                        "setting_no": check.alternative,
                        "parameters": parameters[check.alternative],
                        "games": check.games,
                        "is_own": False,
                        "is_chosen": False,
                        "log_loss": check.alternative_loss,
                        "own_log_loss": check.own_loss,
                        "difference": check.difference,
                        "difference_se": check.error,
                    }
                )
    return table.relation()


def _add_grid(
    table: Table, key: dict[str, str], parameters: Any, plain: IntArray, found: settings.Tally, split: IntArray
) -> None:
    numbers = np.arange(len(parameters))
    train = split == 0
    chosen = settings.best(found.loss[train].sum(axis=0)) if train.any() else -1
    for code, name in enumerate(("train", "test")):
        there = split == code
        if not there.any():
            continue
        loss, games = found.loss[there], found.games[there]
        mean, _ = resampling.mean_and_error(loss, games)
        difference, error = resampling.mean_and_error(loss - loss[:, :1], games)
        plain_difference, plain_error = resampling.mean_and_error(loss - loss[:, np.maximum(plain, 0)], games)
        compared = (plain >= 0) & (plain != numbers)
        own = numbers == 0
        table.add(
            key
            | {
                "period_kind": "split",
                "period": name,
                "setting_no": numbers,
                "parameters": parameters,
                "games": games.sum(),
                "is_own": own,
                "is_chosen": numbers == chosen,
                "log_loss": mean,
                "brier": found.brier[code] / games.sum(),
                "accuracy": found.accuracy[code] / games.sum(),
                "own_log_loss": mean[0],
                "difference": np.where(own, np.nan, difference),
                "difference_se": np.where(own, np.nan, error),
                "plain_difference": np.where(compared, plain_difference, np.nan),
                "plain_difference_se": np.where(compared, plain_error, np.nan),
            }
        )


def connected_components_of(session: DuckDBPyConnection, games: DuckDBPyRelation) -> DuckDBPyRelation:
    """One row per list, year and component of the graph of rated units: who is tied to whom by games."""
    table = Table(session, "connectivity", CONNECTIVITY_COLUMNS)
    for (list_id,) in games.aggregate("list_id").order("list_id").fetchall():
        columns = (
            games.filter(f"list_id = '{list_id}'")
            .project("game_no, black_unit_no, white_unit_no, year(played_on) as played_year")
            .order("game_no")
            .fetchnumpy()
        )
        for year in np.unique(columns["played_year"]).tolist():
            there = columns["played_year"] == year
            found = connectivity.components(columns["black_unit_no"][there], columns["white_unit_no"][there])
            for number, one in enumerate(found, start=1):
                table.add(
                    {
                        "list_id": list_id,
                        "played_year": year,
                        "component_no": number,
                        "first_unit_no": one.first_unit,
                        "units": one.units,
                        "games": one.games,
                        "narrow_links": one.narrow_links,
                        "narrow_side_units": one.narrow_side_units,
                    }
                )
    return table.relation()


def _lists(predictions: DuckDBPyRelation, list_methods: DuckDBPyRelation) -> list[tuple[str, str, list[str]]]:
    """Lists that their current method has predictions of: id, that method, all methods that have."""
    predicted = set(predictions.project("list_id, method_id").distinct().fetchall())
    rows = list_methods.project("list_id, method_id, is_current").order("list_id, method_id").fetchall()
    rated = [(list_id, method, is_current) for list_id, method, is_current in rows if (list_id, method) in predicted]
    return [
        (list_id, current, [method for of_list, method, _ in rated if of_list == list_id])
        for list_id, current, is_current in rated
        if is_current
    ]


def _codes(*columns: Any) -> IntArray:
    """One code (0 …) for each combination of the columns, in the order of the first, then the next ones."""
    codes = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        values, place = np.unique(column, return_inverse=True)
        codes = codes * len(values) + place
    return np.unique(codes, return_inverse=True)[1]
