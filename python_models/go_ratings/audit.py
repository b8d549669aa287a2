"""The audit before publishing: expectation suites over facts of the new marts, beside the last publication's.

A suite is a YAML file, one per mart: `facts` is a query over the schemas `new` (what is about to be
published) and `old` (what readers see now; the new marts where that is of another landing or nothing),
`expectations` are Great Expectations' own, each with the sentence that a rating officer needs when
it fails. Nothing here imports dbt.
"""

from __future__ import annotations

import html
import logging
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from go_ratings.publication import current_database

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SUITES = Path(__file__).resolve().parents[2] / "tests" / "audit"

# The facts of a suite that names none of its own.
_ROWS = """
    select
        (select count(*) from new.{mart}) as rows_now,
        (select count(*) from old.{mart}) as rows_before,
        (select count(*) from new.{mart}) / greatest(1, (select count(*) from old.{mart})) as rows_kept
"""


@dataclass(frozen=True)
class Finding:
    """One expectation and how it came out."""

    mart: str
    expectation: str
    column: str
    is_met: bool
    observed: str
    sentence: str


def suites(folder: Path) -> list[dict[str, Any]]:
    """The expectation suites, by mart. Raises ValueError for a suite without what it needs."""
    read = []
    for path in sorted(folder.glob("*.yml")):
        suite = yaml.safe_load(path.read_text(encoding="utf-8"))
        if suite.get("mart") != path.stem or not suite.get("expectations"):
            raise ValueError(f"{path.name} must name its mart and list expectations")
        read.append(suite)
    return read


def of_marts(connection: DuckDBPyConnection, warehouse: Path) -> str:
    """Audit the marts of the connection's database; what failed in one text, or ''.

    Compares with the publication that readers see now if that was made from the same landing
    folder; other games are another beginning. Stores the findings in marts.mart_audit_result and
    as `audit.html` in the warehouse's folder, passed or not.
    """
    (build,) = connection.execute("select current_database()").fetchall()[0]
    previous = current_database(warehouse)
    connection.execute("attach ':memory:' as new")
    connection.execute("attach ':memory:' as old")
    if previous is not None:
        connection.execute(f"attach '{str(previous).replace(chr(39), chr(39) * 2)}' as previous (read_only)")
    try:
        if previous is not None and not _same_landing(connection, build):
            connection.execute("detach previous")
        tables = "select database_name, table_name from duckdb_tables() where schema_name = 'marts'"
        there = set(connection.execute(tables).fetchall())
        for mart in sorted(mart for database, mart in there if database == build):
            before = "previous" if ("previous", mart) in there else build
            connection.execute(f'create view new."{mart}" as select * from "{build}".marts."{mart}"')
            connection.execute(f'create view old."{mart}" as select * from "{before}".marts."{mart}"')
        findings = run(connection, SUITES)
        store(connection, findings)
        (warehouse / "audit.html").write_text(page(findings), encoding="utf-8")
    finally:
        for database in ("new", "old", "previous"):
            connection.execute(f"detach database if exists {database}")
    failed = [finding for finding in findings if not finding.is_met]
    if not failed:
        return ""
    reasons = " ".join(f"{finding.sentence} (observed: {finding.observed})" for finding in failed)
    return f"The audit failed, so nothing was published and readers keep what they had. {reasons} See {warehouse}/audit.html."


def _same_landing(connection: DuckDBPyConnection, build: str) -> bool:
    landings = f'select landing from "{build}".marts.meta_build union select landing from previous.marts.meta_build'
    return len(connection.execute(landings).fetchall()) == 1


def run(connection: DuckDBPyConnection, folder: Path) -> list[Finding]:
    """Check every suite of the folder on the connection's schemas `new` and `old`."""
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    logging.getLogger("great_expectations.data_context.types.base").setLevel(logging.ERROR)
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    source = context.data_sources.add_pandas("publication")
    findings = []
    for suite in suites(folder):
        mart = suite["mart"]
        facts = suite.get("facts", _ROWS.format(mart=mart))
        frame = connection.execute(facts).df()
        batch = source.add_dataframe_asset(mart).add_batch_definition_whole_dataframe("facts").get_batch(
            {"dataframe": frame}
        )
        expectations = [_expectation(gx, entry) for entry in suite["expectations"]]
        results = batch.validate(gx.ExpectationSuite(name=mart, expectations=expectations)).results
        for result in results:
            findings.append(_finding(mart, result))
    return findings


def _expectation(gx: Any, entry: dict[str, Any]) -> Any:
    name = "".join(word.capitalize() for word in entry["type"].split("_"))
    arguments = {key: value for key, value in entry.items() if key not in ("type", "sentence")}
    return getattr(gx.expectations, name)(**arguments, meta={"sentence": entry["sentence"]})


def _finding(mart: str, result: Any) -> Finding:
    configuration = result.expectation_config
    observed = result.result.get("partial_unexpected_list") or result.result.get("observed_value")
    return Finding(
        mart=mart,
        expectation=configuration.type,
        column=configuration.kwargs.get("column", ""),
        is_met=bool(result.success),
        observed="" if observed is None else str(observed),
        sentence=configuration.meta["sentence"],
    )


def store(connection: DuckDBPyConnection, findings: list[Finding]) -> None:
    """Write the findings into marts.mart_audit_result, with its comments."""
    connection.execute(
        "create or replace table marts.mart_audit_result (result_no integer primary key, mart varchar not null, "
        "expectation varchar not null, column_name varchar, is_met boolean not null, observed varchar, "
        "sentence varchar not null)"
    )
    rows = [
        (number, f.mart, f.expectation, f.column or None, f.is_met, f.observed or None, f.sentence)
        for number, f in enumerate(findings, start=1)
    ]
    if rows:
        connection.executemany("insert into marts.mart_audit_result values (?, ?, ?, ?, ?, ?, ?)", rows)
    comments = {
        "result_no": "Number of the result.",
        "mart": "Mart whose suite says so.",
        "expectation": "Expectation, by the name that Great Expectations gives it.",
        "column_name": "Fact that was looked at. NULL for the frame as a whole.",
        "is_met": "Whether the expectation was met; a publication has none that was not.",
        "observed": "What was observed; NULL where every value was as expected.",
        "sentence": "What it means when it is not met, and what to do.",
    }
    connection.execute(
        "comment on table marts.mart_audit_result is "
        "'One row per expectation of the audit that this publication passed.'"
    )
    for column, text in comments.items():
        connection.execute(f"comment on column marts.mart_audit_result.{column} is '{text}'")


def page(findings: list[Finding]) -> str:
    """The findings as one HTML page that needs nothing else; failures first."""
    rows = "\n".join(
        f"<tr class={'met' if f.is_met else 'failed'}><td>{'✓' if f.is_met else '✗'}</td>"
        + "".join(f"<td>{html.escape(cell)}</td>" for cell in (f.mart, f.column, f.observed, f.sentence))
        + "</tr>"
        for f in sorted(findings, key=lambda f: (f.is_met, f.mart))
    )
    failed = sum(not f.is_met for f in findings)
    verdict = f"{failed} of {len(findings)} expectations failed" if failed else f"All {len(findings)} expectations met"
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Audit: {verdict}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color-scheme: light dark }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ border-bottom: 1px solid #8884; padding: .35rem .6rem; text-align: left; vertical-align: top }}
.failed td:first-child {{ color: #c22 }} .met td:first-child {{ color: #283 }}
</style>
<h1>{verdict}</h1>
<table><thead><tr><th></th><th>Mart</th><th>Fact</th><th>Observed</th><th>If not met</th></tr></thead>
<tbody>
{rows}
</tbody></table>
</html>
"""
