"""Writes what Superset imports: database, datasets, metrics, charts and dashboards over what is published, as one ZIP.

Names, types and descriptions come from the published file, the metrics and the joins from the semantic layer in
models/metrics; dashboards.yml says what is drawn. The ZIP names the file by its path, so it is made where it is used.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import uuid
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
OURS = uuid.uuid5(uuid.NAMESPACE_DNS, "go-ratings.invalid")
DATABASE = "go_ratings"
# Superset's grid is 12 columns wide.
WIDTH = 12
DAYS = ("DATE", "TIMESTAMP")

Yaml = dict[str, Any]


def identity(kind: str, name: str) -> str:
    """The same for every writing, so that importing again replaces what was imported before."""
    return str(uuid.uuid5(OURS, f"{kind}/{name}"))


def label(name: str) -> str:
    """A column's name as people read it: `player__name_display` is `Player: name`."""
    entity, _, rest = name.rpartition("__")
    words = re.sub(r"_(display|id|no)$", "", rest).replace("_", " ").replace(" ci ", " CI ")
    return f"{entity.capitalize()}: {words}" if entity else words[:1].upper() + words[1:]


# The semantic layer in SQL ----------------------------------------------------------------------------

AGGREGATES = {
    "average": "avg({})",
    "count": "count({})",
    "count_distinct": "count(distinct {})",
    "max": "max({})",
    "median": "median({})",
    "min": "min({})",
    "sum": "sum({})",
    "sum_boolean": "count(nullif({}, false))",
}


class SemanticLayer:
    """The semantic models and metrics of models/metrics, as datasets that are joined and SQL over their columns."""

    def __init__(self, folder: Path) -> None:
        self.models: dict[str, Yaml] = {}
        self.metrics: dict[str, Yaml] = {}
        self.measures: dict[str, tuple[Yaml, Yaml]] = {}
        for file in sorted(folder.glob("*.yml")):
            content = yaml.safe_load(file.read_text(encoding="utf-8"))
            for model in content.get("semantic_models", ()):
                self.models[model["name"]] = model
                for measure in model.get("measures", ()):
                    self.measures[measure["name"]] = (model, measure)
                    if measure.get("create_metric"):
                        self.metrics[measure["name"]] = measure | {
                            "type": "simple",
                            "type_params": {"measure": measure["name"]},
                        }
            for metric in content.get("metrics", ()):
                self.metrics[metric["name"]] = metric
        self.primary = {
            entity["name"]: (model, entity.get("expr", entity["name"]))
            for model in self.models.values()
            for entity in model["entities"]
            if entity["type"] == "primary"
        }

    def mart(self, model: Yaml) -> str:
        """The mart that a semantic model is about."""
        return re.fullmatch(r"ref\('(\w+)'\)", model["model"])[1]  # type: ignore[index]

    def joined(self, model: Yaml) -> Iterator[tuple[str, Yaml, str, str]]:
        """What a semantic model can be grouped by through its keys: entity, its model, their two keys."""
        for entity in model["entities"]:
            if entity["type"] == "foreign" and entity["name"] in self.primary:
                other, key = self.primary[entity["name"]]
                yield entity["name"], other, entity.get("expr", entity["name"]), key

    def sql(self, model: Yaml) -> str:
        """The rows of a semantic model with the dimensions of what its keys lead to, named as MetricFlow names them."""
        columns, joins = [f"{model['name']}.*"], [f"from marts.{self.mart(model)} as {model['name']}"]
        for entity, other, foreign, primary in self.joined(model):
            joins.append(f"left join marts.{self.mart(other)} as {entity}")
            joins.append(f"    on {model['name']}.{foreign} = {entity}.{primary}")
            for dimension in other.get("dimensions", ()):
                expression = dimension.get("expr", dimension["name"])
                columns.append(f"{entity}.{expression} as {entity}__{dimension['name']}")
        return "select\n    " + ",\n    ".join(columns) + "\n" + "\n".join(joins)

    def dimensions(self, model: Yaml) -> dict[str, str]:
        """The joined columns of `sql` with their descriptions."""
        return {
            f"{entity}__{dimension['name']}": dimension["description"]
            for entity, other, *_ in self.joined(model)
            for dimension in other.get("dimensions", ())
        }

    def condition(self, model: Yaml, text: str) -> str:
        """A filter of MetricFlow over the columns of `sql`."""
        own = {entity["name"] for entity in model["entities"] if entity["type"] == "primary"}
        own.add(model.get("primary_entity", ""))

        def column(found: re.Match[str]) -> str:
            entity, _, name = found[2].rpartition("__")
            if entity in own:
                return {it["name"]: it.get("expr", it["name"]) for it in model["dimensions"]}[name]
            return found[2]

        return re.sub(r"\{\{\s*(Dimension|TimeDimension)\('(\w+)'[^}]*\)\s*\}\}", column, text.strip())

    def expression(self, name: str, where: tuple[str, ...] = ()) -> tuple[Yaml, str]:
        """The semantic model that a metric is about, and the metric as an aggregate over its columns."""
        metric = self.metrics[name]
        kind, given = metric["type"], metric["type_params"]
        filters = (*where, *([metric["filter"]] if metric.get("filter") else ()))
        if kind == "simple" and isinstance(given["measure"], str):
            model, measure = self.measures[given["measure"]]
            return model, self.aggregate(model, measure, filters)
        if kind == "ratio":
            parts, names = [given["numerator"], given["denominator"]], ["numerator", "denominator"]
            text = "numerator / nullif(denominator, 0)"
        elif kind == "derived":
            parts = names = given["metrics"]
            text = given["expr"]
        else:
            raise NotImplementedError(f"metric {name}: {kind} of this form can't be said in plain SQL yet")
        if not all(isinstance(part, str) for part in parts):
            raise NotImplementedError(f"metric {name}: inputs with filters or offsets can't be said in plain SQL yet")
        found = [self.expression(part, filters) for part in parts]
        models = {model["name"]: model for model, _ in found}
        if len(models) > 1:
            raise NotImplementedError(f"metric {name} is about several semantic models: {', '.join(models)}")
        by_name = {part: f"({sql})" for part, (_, sql) in zip(names, found)}
        return found[0][0], re.sub(r"\b\w+\b", lambda word: by_name.get(word[0], word[0]), text)

    def aggregate(self, model: Yaml, measure: Yaml, filters: tuple[str, ...]) -> str:
        expression = str(measure.get("expr", measure["name"]))
        last = measure.get("non_additive_dimension")
        if last is None:
            sql = AGGREGATES[measure["agg"]].format(expression)
        elif last["window_choice"] == "max" and measure["agg"] == "count":
            # One row is the last of each grouping.
            keys = {entity["name"]: entity.get("expr", entity["name"]) for entity in model["entities"]}
            sql = f"count(distinct ({', '.join(keys[key] for key in last['window_groupings'])}))"
        elif last["window_choice"] == "max" and measure["agg"] == "sum":
            # The sum for one grouping, which is all that the metrics made of it ask for.
            sql = f"arg_max({expression}, {last['name']})"
        else:
            raise NotImplementedError(f"measure {measure['name']}: {measure['agg']} over {last}")
        if filters:
            sql += f" filter (where {' and '.join(f'({self.condition(model, text)})' for text in filters)})"
        return sql

    def metrics_of(self, model: Yaml) -> dict[str, tuple[Yaml, str]]:
        """The metrics about a semantic model with their SQL; helpers that mean nothing by themselves are left out."""
        found = {}
        for name, metric in self.metrics.items():
            about, sql = self.expression(name)
            measured = self.measures.get(metric["type_params"].get("measure", ""))
            if about is model and not (measured and measured[1].get("non_additive_dimension")):
                found[name] = (metric, sql)
        return found


# Datasets ---------------------------------------------------------------------------------------------


class Datasets:
    """The datasets that charts ask for: a mart, a semantic model or a query of dashboards.yml, by name."""

    def __init__(self, published: duckdb.DuckDBPyConnection, layer: SemanticLayer, written: Yaml) -> None:
        self.published, self.layer, self.written = published, layer, written
        self.made: dict[str, Yaml] = {}
        self.comments: dict[str, dict[str, str]] = {}
        for mart, column, comment in published.execute(
            "select table_name, column_name, comment from duckdb_columns() where schema_name = 'marts'"
        ).fetchall():
            self.comments.setdefault(mart, {})[column] = comment
        self.marts = dict(
            published.execute("select table_name, comment from duckdb_tables() where schema_name = 'marts'").fetchall()
        )

    def get(self, name: str) -> Yaml:
        if name not in self.made:
            self.made[name] = self.make(name)
        return self.made[name]

    def make(self, name: str) -> Yaml:
        model = self.layer.models.get(name)
        own = self.written.get(name, {})
        metrics: list[Yaml] = []
        sql, description = own.get("sql"), own.get("description")
        descriptions: dict[str, str] = {}
        if model is not None:
            sql, description = self.layer.sql(model), model["description"]
            descriptions = self.comments[self.layer.mart(model)] | self.layer.dimensions(model)
            for metric, (about, expression) in self.layer.metrics_of(model).items():
                metrics.append(self.metric(metric, expression, about.get("label"), about["description"]))
        elif sql is not None:
            # A column means what it means in the first mart of the query that has it; those of a function are like a mart's.
            for read in [*re.findall(r"\bmarts\.(\w+)", sql), *own.get("like", ())]:
                descriptions = self.comments.get(read, {}) | descriptions
        elif name in self.marts:
            description, descriptions = self.marts[name], self.comments[name]
        else:
            raise SystemExit(f"dashboards.yml: {name} is no mart, no semantic model and no query of its own")
        descriptions = descriptions | own.get("columns", {})
        for metric, about in own.get("metrics", {}).items():
            metrics.append(self.metric(metric, about["sql"], about.get("label"), about["description"]))
        if not metrics:
            metrics.append(self.metric("rows", "count(*)", "Rows", "How many rows there are."))
        columns = self.published.execute(f"describe {sql or f'from marts.{name}'}").fetchall()
        unknown = [column for column, *_ in columns if not descriptions.get(column)]
        if unknown:
            raise SystemExit(f"dashboards.yml: nothing says what {', '.join(unknown)} of {name} means")
        return {
            "table_name": name,
            "main_dttm_col": next((column for column, kind, *_ in columns if kind in DAYS), None),
            "description": description,
            "schema": "marts",
            "sql": sql,
            "uuid": identity("dataset", name),
            "metrics": metrics,
            "columns": [
                {
                    "column_name": column,
                    "verbose_name": label(column),
                    "is_dttm": kind in DAYS,
                    "type": kind,
                    "groupby": True,
                    "filterable": True,
                    "description": descriptions[column],
                }
                for column, kind, *_ in columns
            ],
            "version": "1.0.0",
            "database_uuid": identity("database", DATABASE),
        }

    def metric(self, name: str, sql: str, title: str | None, description: str) -> Yaml:
        return {
            "metric_name": name,
            "verbose_name": title or label(name),
            "expression": sql,
            "description": description,
            "d3format": number_format(name),
        }


def number_format(name: str) -> str:
    """How a number of that name is written, in the signs of d3."""
    if re.search(r"(rate|share|probability|accuracy)(_|$)|mean_score", name):
        return ".1%"
    if re.search(r"log_loss|brier", name):
        return ".4f"
    if "slope" in name:
        return ".2f"
    return "d" if re.search(r"year|decade", name) else ",.0f"


# Charts -----------------------------------------------------------------------------------------------

KINDS = {
    "number": "big_number_total",
    "table": "table",
    "bar": "echarts_timeseries_bar",
    "line": "echarts_timeseries_line",
    "scatter": "echarts_timeseries_scatter",
    "heatmap": "heatmap_v2",
}


def condition(clause: str, sql: str) -> Yaml:
    return {"clause": clause.upper(), "expressionType": "SQL", "sqlExpression": sql}


def metric_of(dataset: Yaml, name: str | Yaml) -> str | Yaml:
    """A metric of the dataset by its name; SQL under a title; or one column, of which a group has one value."""
    if isinstance(name, dict):
        ((title, sql),) = name.items()
        return {"expressionType": "SQL", "sqlExpression": sql, "label": title, "hasCustomLabel": True}
    if name in {metric["metric_name"] for metric in dataset["metrics"]}:
        return name
    if name not in {column["column_name"] for column in dataset["columns"]}:
        raise SystemExit(f"dashboards.yml: {dataset['table_name']} has no metric or column {name}")
    return {"expressionType": "SQL", "sqlExpression": f"max({name})", "label": label(name), "hasCustomLabel": True}


def label_of(metric: str | Yaml) -> str:
    return metric if isinstance(metric, str) else str(metric["label"])


def parameters(chart: Yaml, dataset: Yaml) -> Yaml:
    """A chart of dashboards.yml in the form that Superset's own editor writes."""
    kind = chart["kind"]
    types = {column["column_name"]: column["type"] for column in dataset["columns"]}
    for column in [*chart.get("columns", ()), *(chart[place] for place in ("x", "by") if place in chart)]:
        if column not in types:
            raise SystemExit(f"dashboards.yml: {dataset['table_name']} has no column {column}")
    metrics = [metric_of(dataset, name) for name in chart.get("metrics", ())]
    made: Yaml = {
        "viz_type": KINDS[kind],
        "adhoc_filters": [condition(clause, chart[clause]) for clause in ("where", "having") if clause in chart],
        "row_limit": chart.get("limit", 10000),
        "color_scheme": "supersetColors",
        "time_range": "No filter",
    }
    if kind == "number":
        made |= {"metric": metrics[0], "y_axis_format": chart.get("format", ",d"), "header_font_size": 0.4}
        made |= {"subheader": chart.get("under", ""), "subheader_font_size": 0.15}
    elif kind == "table":
        made |= {
            "table_timestamp_format": "%Y-%m-%d",
            "show_cell_bars": False,
            "include_search": chart.get("search", False),
            "page_length": 50 if chart.get("search") else 0,
            "column_config": {
                column: {"d3NumberFormat": number_format(column)}
                for column in chart["columns"]
                if types[column] == "DOUBLE"
            },
        }
        if metrics:
            made |= {"query_mode": "aggregate", "groupby": chart["columns"], "metrics": metrics}
            made |= {"timeseries_limit_metric": metrics[0], "order_desc": True}
        else:
            ordered = [(column.removesuffix(" desc"), not column.endswith(" desc")) for column in chart["order"]]
            made |= {"query_mode": "raw", "all_columns": chart["columns"]}
            made |= {"order_by_cols": [json.dumps(pair) for pair in ordered]}
    elif kind == "heatmap":
        made |= {"x_axis": chart["x"], "groupby": chart["by"], "metric": metrics[0], "show_values": True}
        made |= {"linear_color_scheme": "oranges", "normalize_across": "heatmap", "legend_type": "continuous"}
        made |= {"sort_x_axis": "alpha_asc", "sort_y_axis": "alpha_asc", "value_bounds": [None, None]}
        made |= {"y_axis_format": chart.get("format", "SMART_NUMBER"), "left_margin": "auto", "bottom_margin": "auto"}
    else:
        made |= {
            "x_axis": chart["x"],
            "metrics": metrics,
            "groupby": [chart["by"]] if "by" in chart else [],
            "show_legend": "by" in chart or len(metrics) > 1,
            "legendOrientation": "top",
            "legendType": "scroll",
            "rich_tooltip": True,
            "tooltipTimeFormat": "%Y-%m-%d",
            "sort_series_type": "max",
            "x_axis_title": chart.get("x_title", ""),
            "x_axis_title_margin": 30 if "x_title" in chart else 0,
            "x_axis_time_format": "%Y",
            "x_axis_sort_asc": True,
            "y_axis_title": chart.get("y_title", ""),
            "y_axis_title_margin": 45 if "y_title" in chart else 0,
            "y_axis_title_position": "Left",
            "y_axis_format": chart.get("format", "SMART_NUMBER"),
            "truncateYAxis": kind != "bar",
            "y_axis_bounds": chart.get("bounds", [None, None]),
            "markerEnabled": kind == "scatter" or chart.get("markers", False),
            "markerSize": 6,
            "show_value": kind == "bar",
        }
        if "series" in chart:
            made |= {"limit": chart["series"], "timeseries_limit_metric": metric_of(dataset, chart["series_by"])}
            made |= {"order_desc": True}
        if types[chart["x"]] in DAYS:
            made["time_grain_sqla"] = "P1Y"
        elif chart.get("largest_first"):
            # Bars lie on their side beside long names, the largest at the top.
            made |= {"orientation": "horizontal", "x_axis_sort": label_of(metrics[0]), "xAxisLabelInterval": "0"}
        else:
            made |= {"x_axis_sort": chart["x"], "xAxisForceCategorical": kind == "bar"}
    return made


# Dashboards -------------------------------------------------------------------------------------------


def dashboard(board: Yaml, datasets: Datasets, charts: dict[str, Yaml], default_list: str) -> Yaml:
    """A dashboard: rows of texts and charts, and the list as the one filter of them all."""
    numbers = {name: number for number, name in enumerate(charts, start=1)}
    position: Yaml = {
        "DASHBOARD_VERSION_KEY": "v2",
        "ROOT_ID": {"type": "ROOT", "id": "ROOT_ID", "children": ["GRID_ID"]},
        "GRID_ID": {"type": "GRID", "id": "GRID_ID", "children": [], "parents": ["ROOT_ID"]},
        "HEADER_ID": {"type": "HEADER", "id": "HEADER_ID", "meta": {"text": board["title"]}},
    }
    without_list = []
    for number, row in enumerate(board["rows"], start=1):
        row_id = f"ROW-{number}"
        position[row_id] = {
            "type": "ROW",
            "id": row_id,
            "children": [],
            "parents": ["ROOT_ID", "GRID_ID"],
            "meta": {"background": "BACKGROUND_TRANSPARENT"},
        }
        position["GRID_ID"]["children"].append(row_id)
        free = [item for item in row["items"] if "width" not in item]
        left = WIDTH - sum(item.get("width", 0) for item in row["items"])
        for column, item in enumerate(row["items"], start=1):
            meta: Yaml = {"width": item.get("width") or left // len(free), "height": row["height"]}
            if "text" in item:
                kind, meta["code"] = "MARKDOWN", item["text"]
            else:
                kind, title = "CHART", item["title"]
                meta |= {"uuid": identity("chart", title), "sliceName": title, "chartId": numbers[title]}
                if "list_id" not in {it["column_name"] for it in datasets.get(item["dataset"])["columns"]}:
                    without_list.append(numbers[title])
            item_id = f"{kind}-{number}-{column}"
            parents = ["ROOT_ID", "GRID_ID", row_id]
            position[item_id] = {"type": kind, "id": item_id, "children": [], "parents": parents, "meta": meta}
            position[row_id]["children"].append(item_id)
    the_list = {
        "id": "NATIVE_FILTER-list",
        "type": "NATIVE_FILTER",
        "filterType": "filter_select",
        "name": "List",
        "description": "Ratings of different lists can't be compared, so one at a time.",
        "targets": [{"column": {"name": "list_id"}, "datasetUuid": datasets.get("dim_rating_list")["uuid"]}],
        "scope": {"rootPath": ["ROOT_ID"], "excluded": without_list},
        "cascadeParentIds": [],
        "controlValues": {"multiSelect": False, "enableEmptyFilter": True, "defaultToFirstItem": False},
        "defaultDataMask": {
            "extraFormData": {"filters": [{"col": "list_id", "op": "IN", "val": [default_list]}]},
            "filterState": {"value": [default_list], "label": default_list},
        },
    }
    return {
        "dashboard_title": board["title"],
        "description": board["description"],
        "slug": board["slug"],
        "published": True,
        "uuid": identity("dashboard", board["slug"]),
        "position": position,
        "metadata": {
            "native_filter_configuration": [the_list],
            "cross_filters_enabled": False,
            "color_scheme": "supersetColors",
            "label_colors": {},
            "expanded_slices": {},
            "refresh_frequency": 0,
        },
        "version": "1.0.0",
    }


def assets(file: Path) -> dict[str, Yaml]:
    """Every file of the ZIP by its name, over the published file."""
    written = yaml.safe_load((Path(__file__).parent / "dashboards.yml").read_text(encoding="utf-8"))
    items = [item for board in written["dashboards"] for row in board["rows"] for item in row["items"]]
    with duckdb.connect(str(file), read_only=True) as published:
        datasets = Datasets(published, SemanticLayer(REPOSITORY / "models" / "metrics"), written["datasets"])
        largest_list = published.execute(
            "select list_id from marts.mart_leaderboard group by list_id order by count(*) desc, list_id limit 1"
        ).fetchone()
        charts = {
            item["title"]: {
                "slice_name": item["title"],
                "description": item.get("description"),
                "viz_type": KINDS[item["kind"]],
                "params": parameters(item, datasets.get(item["dataset"])),
                "uuid": identity("chart", item["title"]),
                "dataset_uuid": identity("dataset", item["dataset"]),
                "version": "1.0.0",
            }
            for item in items
            if "text" not in item
        }
        boards = [
            dashboard(board, datasets, charts, largest_list[0] if largest_list else "pro")
            for board in written["dashboards"]
        ]
        for model in datasets.layer.models.values():
            if model.get("measures"):
                datasets.get(model["name"])  # every metric is there, drawn or not
    database = {
        "database_name": DATABASE,
        "sqlalchemy_uri": f"duckdb:///{file.absolute()}",
        "expose_in_sqllab": True,
        "allow_run_async": False,
        "allow_ctas": False,
        "allow_cvas": False,
        "allow_dml": False,
        "extra": {
            "allows_virtual_table_explore": True,
            # A query reads what is published and no other file.
            "engine_params": {"connect_args": {"read_only": True, "config": {"enable_external_access": False}}},
        },
        "uuid": identity("database", DATABASE),
        "version": "1.0.0",
    }
    file_name = {title: re.sub(r"\W+", "_", title).strip("_").lower() for title in charts}
    return {
        # What a Superset asks for where its page of dashboards imports.
        "metadata.yaml": {"version": "1.0.0", "type": "Dashboard", "timestamp": "2026-01-01T00:00:00+00:00"},
        f"databases/{DATABASE}.yaml": database,
        **{f"datasets/{DATABASE}/{name}.yaml": dataset for name, dataset in datasets.made.items()},
        **{f"charts/{file_name[title]}.yaml": chart for title, chart in charts.items()},
        **{f"dashboards/{board['slug']}.yaml": board for board in boards},
    }


def write(file: Path, out: Path) -> int:
    """Writes the ZIP; how many files it holds."""
    made = assets(file)
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in made.items():
            text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True)
            archive.writestr(zipfile.ZipInfo(f"go_ratings/{name}"), text, zipfile.ZIP_DEFLATED)
    return len(made)


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("--database", type=Path, default=REPOSITORY / "warehouse" / "go_ratings.duckdb")
    arguments.add_argument("--out", type=Path, default=Path(__file__).parent / "dist" / "go_ratings.zip")
    given = arguments.parse_args()
    if not given.database.exists():
        sys.exit(f"{given.database} isn't there: publish first (make build)")
    print(f"{given.out}: {write(given.database, given.out)} files")


if __name__ == "__main__":
    main()
