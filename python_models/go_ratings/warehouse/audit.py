"""The audit before publishing: expectation suites over facts of the new marts, beside the last publication's.

A suite is a YAML file, one per mart: `facts` is a query over the schemas `new` (what is about to be
published) and `old` (the last publication of the same landing; the new marts where there is none),
`expectations` are Great Expectations' own, each with the sentence that a rating officer needs when
it fails. A fact that is NULL is not judged: too few games, say. In facts `notable_share(part, whole)`
is a share, but 0 for one or two: so many are corrected by hand and are no accident, however small the
league.
"""

from __future__ import annotations

import html
import logging
import os
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import numpy as np
import yaml

from go_ratings.warehouse import publication
from go_ratings.warehouse.invocation import Interrupted, stop_if_interrupted, why_not_for_readers
from go_ratings.warehouse.tables import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duckdb import DuckDBPyConnection, DuckDBPyRelation
    from pandas import DataFrame

SUITES = Path(__file__).resolve().parents[3] / "tests" / "audit"
CONTRACT = SUITES.parent / "contract.csv"
RESULT = "mart_audit_result"
_SHOWN = 3  # rows of facts that a failed expectation quotes


@dataclass(frozen=True)
class Finding:
    """One expectation and how it came out."""

    mart: str
    expectation: str
    fact: str
    allowed: str
    is_met: bool
    observed: tuple[str, ...]
    compared_with: str | None
    sentence: str


def suites(folder: Path) -> list[dict[str, Any]]:
    """The expectation suites, by mart. Raises ValueError for a suite without what it needs."""
    read = []
    for path in sorted(folder.rglob("*.yml")):
        suite = yaml.safe_load(path.read_text(encoding="utf-8"))
        if suite.get("mart") != path.stem or not suite.get("facts") or not suite.get("expectations"):
            raise ValueError(f"{path.name} must name its mart and list facts and expectations")
        read.append(suite)
    return read


def of_build(session: DuckDBPyConnection, audited: Sequence[DuckDBPyRelation], is_wanted: bool) -> DuckDBPyRelation:
    """Audit the marts of the session's database: one row per expectation, with the columns of TYPES.

    Compares with the last publication of the same landing folder; other games are another beginning. What was found
    is also written as `audit.html` into the warehouse's folder, passed or not. There are no rows where the audit is
    not wanted, nor in a run that publishes nothing in any case. `audited` are the relations that must be there first;
    the suites read them by name.
    """
    table = Table(session, "audit_finding", TYPES)
    # A connection of its own: it sees what is committed, and can attach other databases.
    connection = session.cursor()
    warehouse = publication.warehouse_of(connection)
    findings: list[Finding] = []
    try:
        if not is_wanted:
            (warehouse / "audit.html").unlink(missing_ok=True)
        elif not why_not_for_readers():
            findings = of_marts(connection, warehouse)
    except (OSError, ValueError, duckdb.Error, Interrupted) as error:
        findings = [_unfinished(error)]
    finally:
        connection.close()
    failed = [finding for finding in findings if not finding.is_met]
    for finding in failed:
        print(f"{finding.mart}: {finding.sentence} Observed: {'; '.join(finding.observed) or 'nothing'}.")
    if failed:
        print(f"The audit failed: nothing is published. All that was looked at: {warehouse}/audit.html")
    for number, finding in enumerate(findings, start=1):
        table.add(
            {
                "result_no": number,
                "mart": finding.mart,
                "expectation": finding.expectation,
                "fact": finding.fact,
                "allowed": finding.allowed,
                "is_met": finding.is_met,
                "observed": np.array(["; ".join(finding.observed) or None], object),
                "compared_with": np.array([finding.compared_with], object),
                "sentence": finding.sentence,
            }
        )
    return table.relation()


def _unfinished(error: Exception) -> Finding:
    """What is found where the audit itself could not be carried out."""
    sentence = f"The audit could not be carried out: {error}"
    return Finding("mart_audit_result", "none", "none", "none", False, (), None, sentence)


def of_marts(connection: DuckDBPyConnection, warehouse: Path) -> list[Finding]:
    """Audit the marts of the connection's database and write the page about it."""
    (build, landing) = connection.execute("select current_database(), landing from marts.meta_build").fetchall()[0]
    last = publication.last_of(warehouse, landing)
    previous = last.name if last else None
    try:
        show(connection, "new", build)
        show(connection, "old", build, last)
        findings = run(connection, suites(SUITES), previous)
    finally:
        for database in ("new", "old"):
            connection.execute(f"detach database if exists {database}")
    (warehouse / "audit.html").write_text(page(findings, previous), encoding="utf-8")
    return findings


def show(connection: DuckDBPyConnection, schema: str, build: str, last: Path | None = None) -> None:
    """Attach a database `schema` with a view of every mart: of the publication `last`, else of the build."""
    built = connection.execute(
        "select table_name from duckdb_tables() where database_name = ? and schema_name = 'marts'", [build]
    ).fetchall()
    shown = {mart: f'select * from "{build}".marts."{mart}"' for (mart,) in built}
    shown |= publication.queries(last) if last else {}
    shown.pop(RESULT, None)
    shown["contract"] = f"select * from read_csv('{CONTRACT}', header = true, all_varchar = true)"
    shown["pub_function"] = f'select * from "{build}".publication.pub_function'
    connection.execute(f"attach ':memory:' as {schema}")
    for mart, query in sorted(shown.items()):
        connection.execute(f'create view {schema}."{mart}" as {query}')


def run(connection: DuckDBPyConnection, expected: list[dict[str, Any]], previous: str | None = None) -> list[Finding]:
    """Check suites on the connection's schemas `new` and `old`, the latter being the publication `previous`."""
    stop_if_interrupted()
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    logging.getLogger("great_expectations.data_context.types.base").setLevel(logging.ERROR)
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False)
    # One asset for all suites: the context is written anew with each that is added.
    source = context.data_sources.add_pandas("publication")
    facts = source.add_dataframe_asset("facts").add_batch_definition_whole_dataframe("facts")
    connection.execute(
        "create or replace temp macro notable_share(part, whole) as "
        "case when part <= 2 then 0 else part / nullif(whole, 0) end"
    )
    findings = []
    for suite in expected:
        stop_if_interrupted()
        frame, is_compared = _facts(connection, suite["facts"])
        expectations = [_expectation(gx, entry) for entry in suite["expectations"]]
        batch = facts.get_batch({"dataframe": frame})
        expected_of_mart = gx.ExpectationSuite(name=suite["mart"], expectations=expectations)
        for result in batch.validate(expected_of_mart, result_format="COMPLETE").results:
            findings.append(_finding(suite, frame, result, previous if is_compared else None))
    return findings


def _facts(connection: DuckDBPyConnection, query: str) -> tuple[DataFrame, bool]:
    """The facts, and whether they compare with `old`: a last publication without a column of today's can't be."""
    try:
        return connection.execute(query).df(), True
    except (duckdb.BinderException, duckdb.ConversionException):
        return connection.execute(re.sub(r"\bold\.", "new.", query)).df(), False


def _expectation(gx: Any, entry: dict[str, Any]) -> Any:
    name = "".join(word.capitalize() for word in entry["type"].split("_"))
    arguments = {key: value for key, value in entry.items() if key not in ("type", "sentence")}
    return getattr(gx.expectations, name)(**arguments, meta={"sentence": entry["sentence"]})


def _finding(suite: dict[str, Any], frame: DataFrame, result: Any, compared_with: str | None) -> Finding:
    configuration = result.expectation_config
    fact = configuration.kwargs["column"]
    if not result.success and result.exception_info.get("raised_exception", True):
        raise ValueError(f"{suite['mart']}: {configuration.type} of {fact} could not be checked")
    if result.success:
        observed = _range(frame[fact])
    else:
        others = {entry["column"] for entry in suite["expectations"]} - {fact}
        lowest_is_worst = configuration.kwargs.get("max_value") is None and "min_value" in configuration.kwargs
        rows = frame.loc[result.result["unexpected_index_list"]].drop(columns=list(others))
        observed = _rows(rows.sort_values(fact, ascending=lowest_is_worst, kind="stable"))
    return Finding(
        mart=suite["mart"],
        expectation=configuration.type,
        fact=fact,
        allowed=_allowed(configuration.kwargs),
        is_met=bool(result.success),
        observed=observed,
        compared_with=compared_with,
        sentence=configuration.meta["sentence"],
    )


def _allowed(kwargs: dict[str, Any]) -> str:
    if "value_set" in kwargs:
        return " or ".join(_text(value) for value in kwargs["value_set"])
    lowest, highest = kwargs.get("min_value"), kwargs.get("max_value")
    if lowest is None:
        return f"at most {_text(highest)}"
    return f"at least {_text(lowest)}" if highest is None else f"{_text(lowest)} to {_text(highest)}"


def _range(values: Any) -> tuple[str, ...]:
    """What an expectation that is met saw: one value, or the lowest and the highest."""
    known = values.dropna()
    ends = dict.fromkeys(_text(value) for value in (known.min(), known.max())) if len(known) else {}
    return (" to ".join(ends),) if ends else ()


def _rows(facts: DataFrame) -> tuple[str, ...]:
    """The first few rows in full, and how many more there are."""
    rows = [
        ", ".join(f"{_words(str(name))} {_text(value)}" for name, value in row.dropna().items())
        for _, row in facts.head(_SHOWN).iterrows()
    ]
    more = len(facts) - len(rows)
    return (*rows, f"and {more} more") if more else tuple(rows)


def _text(value: Any) -> str:
    if isinstance(value, date):  # and the timestamps that a frame makes of it
        return f"{value:%Y-%m-%d}"
    if isinstance(value, str):
        return value
    return f"{round(float(value), 4) + 0.0:.10g}"  # without the sign of -0


TYPES = {
    "result_no": "integer",
    "mart": "varchar",
    "expectation": "varchar",
    "fact": "varchar",
    "allowed": "varchar",
    "is_met": "boolean",
    "observed": "varchar",
    "compared_with": "varchar",
    "sentence": "varchar",
}


def page(findings: list[Finding], previous: str | None) -> str:
    """The findings as one HTML page that needs nothing else; failures first, `previous` is what was compared with."""
    failed = [finding for finding in findings if not finding.is_met]
    verdict = (
        f"{len(failed)} of {len(findings)} expectations failed: nothing was published"
        if failed
        else f"All {len(findings)} expectations met"
    )
    alone = sorted({finding.mart for finding in findings if finding.compared_with is None})
    if previous is None:
        basis = "There was no publication of the same landing folder to compare with."
    elif alone:
        basis = f"Compared with publication {previous}, which lacks columns to compare these by: {', '.join(alone)}."
    else:
        basis = f"Compared with publication {previous}."
    failures = "\n".join(
        f"<section><h2>{_cell(f.mart)}</h2><p>{_cell(f.sentence)}</p>"
        f"<dl><dt>Observed</dt><dd>{'<br>'.join(map(_cell, f.observed))}</dd>"
        f"<dt>Allowed</dt><dd>{_cell(_words(f.fact))} {_cell(f.allowed)}</dd></dl></section>"
        for f in failed
    )
    rows = "\n".join(
        f"<tr><th scope='row'>{_cell(f.mart)}</th><td>{_cell(_words(f.fact))}</td><td>{_cell(f.allowed)}</td>"
        f"<td>{_cell(*f.observed or '–')}</td><td>{_cell(f.sentence)}</td></tr>"
        for f in findings
        if f.is_met
    )
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Audit: {verdict}</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }}
body {{ overflow-wrap: break-word }}
h1 {{ margin-bottom: .2rem }}
h2 {{ font-size: 1rem; margin: 0 }}
section {{ border-left: .3rem solid light-dark(#b3261e, #f2857d); margin: 1.2rem 0; padding: .2rem 0 .2rem 1rem }}
section p {{ font-size: 1.1rem; margin: .2rem 0 }}
dl {{ display: grid; gap: .1rem 1rem; grid-template-columns: max-content minmax(0, 1fr); margin: 0 }}
dt, th, .quiet {{ color: light-dark(#555, #aaa) }}
dd {{ margin: 0 }}
table {{ border-collapse: collapse; margin-top: 2rem }}
caption {{ font-weight: bold; text-align: left }}
td, th {{ border-bottom: 1px solid #8884; font-weight: normal; padding: .35rem .9rem .35rem 0 }}
td, th {{ text-align: left; vertical-align: top }}
td:nth-child(3), td:nth-child(4) {{ white-space: nowrap }}
@media (max-width: 50rem) {{
    table, caption, tbody, tr, td, th {{ display: block }}
    thead {{ display: none }}
    tr {{ border-bottom: 1px solid #8884; padding: .6rem 0 }}
    td, th {{ border: 0; padding: 0 }}
    td:nth-child(3)::before {{ content: "Allowed: " }}
    td:nth-child(4)::before {{ content: "Observed: " }}
    td:nth-child(5)::before {{ content: "If not: " }}
}}
</style>
<h1>{"✗" if failed else "✓"} {verdict}</h1>
<p class="quiet">{basis}</p>
{failures}
<table><caption>What held</caption>
<thead><tr><th>Mart</th><th>Fact</th><th>Allowed</th><th>Observed</th><th>If it were not</th></tr></thead>
<tbody>
{rows}
</tbody></table>
</html>
"""


def _words(fact: str) -> str:
    return fact.removesuffix("_id").replace("_", " ")


def _cell(text: str) -> str:
    return html.escape(text)
