"""The pages on the rating systems, held against the engines: declarations, parameters, examples."""

from __future__ import annotations

import ast
import csv
import json
import re
from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
import yaml

from builds import REPOSITORY, Build, dbt, green
from engine_checks import PLAYERS, random_games
from go_ratings import ranks
from go_ratings.engines import NAMES, Games, Ledger, System, Units, engine, system

FOLDER = REPOSITORY / "models" / "docs"
BLOCK = re.compile(r"\{% docs (\w+) %\}\n(.*?)\{% enddocs %\}", re.S)
SECTIONS = [
    "What it assumes",
    "Unit of update, state, start, floor, reset",
    "Formula",
    "Parameters",
    "Its rows in the ledger",
    "What it can't do, and unhappy input",
    "Source",
]
# Whoever reads a parameter's value must see whether a federation says so or this project does.
STANDINGS = ("published", "inferred", "ours")
NO_DEFAULT = "none"
# A page's examples are what can be checked of its formulas.
LEAST_EXAMPLES = 3


def blocks() -> dict[str, str]:
    """Text of every docs block, by name."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md")))
    return {name: text for page in texts for name, text in BLOCK.findall(page)}


def page(name: str) -> str:
    return blocks()[f"system_{name}"]


def section(name: str, title: str) -> str:
    """What stands under a heading of a system's page."""
    return re.split(r"^## .*\n", page(name).split(f"## {title}\n")[1], maxsplit=1, flags=re.M)[0]


def table(text: str) -> list[dict[str, str]]:
    """The first table in Markdown: one dict a row, by header; code marks are taken off."""
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("|")]
    header, _, *rows = ([cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines)
    return [dict(zip(header, row, strict=True)) for row in rows]


def exposures() -> dict[str, dict[str, Any]]:
    with open(FOLDER / "_exposures.yml", encoding="utf-8") as file:
        return {exposure["name"]: exposure for exposure in yaml.safe_load(file)["exposures"]}


def methods() -> list[dict[str, str]]:
    with open(REPOSITORY / "seeds" / "reference" / "rating_method.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def module(name: str) -> ModuleType:
    return import_module(f"go_ratings.engines.{name}")


def declared(of: System) -> list[tuple[str, str]]:
    """What a system declares of itself, as the pages write it."""
    return [
        ("update", of.update),
        ("scale", of.scale),
        ("state", ", ".join(of.state)),
        ("start", of.start),
        ("floor", "none" if of.floor is None else f"{of.floor:g}"),
        ("jigo", of.jigo),
        ("handicap", "yes" if of.handicap else "no"),
        ("reset", of.reset),
    ]


# The examples. A page writes "Example: `call = number number …`"; the call is one of an engine's
# own functions, or `rate`, which rates a few games between A, B, C … who are new to the list.


def played(
    *results: str, first: str = "1970-01-01", days: Any = None, players: str = "", **fields: Any
) -> tuple[Games, Units]:
    """Games from results like "A>B" (A has Black and wins), "A<B" or "A=B" (jigo).

    All on one day and in one tournament unless `days` (dates, or days after `first`) gives each
    game its own; games of one day are one tournament. `ranks` and `handicap`, `komi`, `weight`
    and `board_size` as the engines know them, a rank for each player in turn ("-" for none).
    """
    letters = sorted({letter for result in results for letter in (result[0], result[2])})
    black, white = ([letters.index(result[at]) for result in results] for at in (0, 2))
    score = [{">": 1.0, "<": 0.0, "=": 0.5}[result[1]] for result in results]
    epoch = date(1970, 1, 1)
    start = (date.fromisoformat(first) - epoch).days
    day = [
        (date.fromisoformat(d) - epoch).days if isinstance(d, str) else start + d for d in (days or [0] * len(results))
    ]
    given = {name: np.full(len(results), value) for name, value in fields.items()}
    if players:
        number = [
            np.nan if written == "-" else ranks.rank_number(ranks.parse_rank(written)) for written in players.split()
        ]
        given |= {"black_rank": np.take(number, black), "white_rank": np.take(number, white)}
    return Games.of(black, white, score, day=day, batch=day, **given), Units.players(len(letters))


def evaluate(name: str, call: str) -> list[float]:
    """The numbers that an example's call gives; arguments are literals."""
    tree = ast.parse(call, mode="eval").body
    assert isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name), call
    arguments = [ast.literal_eval(argument) for argument in tree.args]
    named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in tree.keywords}
    if tree.func.id == "rate":
        shown = named.pop("show", "rating")
        fields = {key: named.pop(key) for key in ("days", "handicap", "komi", "weight", "board_size") if key in named}
        games, units = played(*arguments, players=named.pop("ranks", ""), **fields)
        return engine(name)(games, units, named).final[shown].tolist()
    function = getattr(module(name), tree.func.id)
    if tree.func.id == "expected_score":
        handicap, komi = named.pop("handicap", 0), named.pop("komi", np.nan)
        return [float(function(*arguments, handicap, komi, named))]
    return np.atleast_1d(function(*arguments, **named)).tolist()


def examples(name: str) -> list[tuple[str, list[str]]]:
    """(call, numbers as written) of every example on a system's page."""
    return [
        (call, numbers.split())
        for call, numbers in re.findall(r"^(?:- )?Example: `(.+) = ([-\d. ]+)`", page(name), flags=re.M)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_and_an_exposure_for_every_system(name: str) -> None:
    exposure = exposures()[f"system_{name}"]
    assert exposure["description"] == f"{{{{ doc('system_{name}') }}}}"
    assert exposure["label"] == system(name).title
    assert exposure["depends_on"] == ["ref('rating_method')", "ref('fct_rating_ledger')"]
    assert re.findall(r"^## (.*)$", page(name), flags=re.M) == SECTIONS


def test_no_page_and_no_exposure_without_a_system() -> None:
    for names in (blocks(), exposures()):
        assert {name for name in names if name.startswith("system_")} == {f"system_{name}" for name in NAMES}
    assert all(exposure["description"][8:-5] in blocks() for exposure in exposures().values())


def test_the_front_page_links_to_every_exposure() -> None:
    links = re.findall(r"#!/exposure/exposure\.go_ratings\.(\w+)\)", blocks()["__overview__"])
    assert set(exposures()) <= set(links)


def test_links_lead_to_what_there_is(demonstration: Build) -> None:
    manifest = json.loads((demonstration.folder / "target" / "manifest.json").read_text(encoding="utf-8"))
    there = {*manifest["nodes"], *manifest["exposures"]}
    links = [link for text in blocks().values() for link in re.findall(r"\(#!/\w+/([\w.]+)\)", text)]
    assert len(links) > 20 and [link for link in links if link not in there] == []


def test_dbt_docs_of_an_empty_build_show_prose_comments_and_lineage(tmp_path: Path) -> None:
    """As `dbt docs generate --static` writes them on a machine whose language isn't set to one with Japanese letters."""
    green(dbt(tmp_path, "build", "--empty"))
    docs = dbt(tmp_path, "docs", "generate", "--static", LC_ALL="C", PYTHONUTF8="0")
    assert docs.exit_code == 0, docs.output
    target = tmp_path / "target"
    text = (target / "static_index.html").read_text(encoding="utf-8")
    for words in ("How the tables hang together", "Nihon Ki-in", "Ōtake"):
        assert json.dumps(words)[1:-1] in text
    catalog = json.loads((target / "catalog.json").read_text(encoding="utf-8"))
    manifest = json.loads((target / "manifest.json").read_text(encoding="utf-8"))
    nodes = {name: node for name, node in manifest["nodes"].items() if node["schema"] == "marts"}
    marts = [name for name, node in nodes.items() if node["config"]["materialized"] == "table"]
    functions = [node for name, node in nodes.items() if name not in marts]
    assert len(marts) > 30 and len(functions) == 18 and all(function["description"] for function in functions)
    for mart in marts:
        shown = catalog["nodes"][mart]
        assert shown["metadata"]["comment"] and all(column["comment"] for column in shown["columns"].values()), mart
        ancestors, unread = set(), [mart]
        while unread:
            parents = set(manifest["parent_map"][unread.pop()]) - ancestors
            ancestors |= parents
            unread += parents
        assert any(ancestor.startswith(("seed.", "model.go_ratings.stg_landing__row")) for ancestor in ancestors), mart


@pytest.mark.parametrize("name", NAMES)
def test_pages_say_what_the_engines_declare(name: str) -> None:
    rows = table(section(name, SECTIONS[1]))
    assert [(row["declared"], row["as"]) for row in rows] == declared(system(name))


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_is_named_and_no_other(name: str) -> None:
    rows = table(section(name, "Parameters"))
    assert sorted(row["parameter"] for row in rows) == sorted(module(name).PARAMETERS)
    assert all(row["standing"].split()[0].strip(",;:") in STANDINGS for row in rows)
    of_others = {other for engine_name in NAMES for other in module(engine_name).PARAMETERS}
    named = set(re.findall(r"`([a-z_0-9]+)`", page(name)))
    # k_factor is a column of the ledger too, start a line of the declaration, deviation a state.
    meant_otherwise = {"k_factor", "start", "floor", "deviation", "volatility"}
    assert not (named & of_others) - module(name).PARAMETERS - meant_otherwise


def value(cell: str) -> Any:
    """A parameter's value as a page writes it: a number, a fraction, true or false, a word, a date."""
    if re.fullmatch(r"\d+/\d+", cell):
        return float(Fraction(cell))
    return cell if re.fullmatch(r"(?!true|false)[a-z]+|\d{4}-\d\d-\d\d", cell) else json.loads(cell)


@pytest.mark.parametrize("name", NAMES)
def test_parameters_of_the_shipped_method(name: str) -> None:
    (method,) = (method for method in methods() if method["engine"] == name)
    shipped = json.loads(method["parameters"])
    written = {row["parameter"]: row[method["method_id"]] for row in table(section(name, "Parameters"))}
    assert {parameter: value(cell) for parameter, cell in written.items() if cell != "default"} == shipped


def eventful(seed: int) -> tuple[Games, Units]:
    """Games that most defaults have a say in: three years around April 2021, of players with and
    without ranks, some at the bottom, who rise by three ranks halfway; two of them are pools."""
    few = random_games(seed, 600)
    random = np.random.default_rng(seed)
    day = 18_150 + np.sort(random.integers(0, 1100, len(few)))
    rank = random.integers(-22, -2, PLAYERS).astype(float)
    rank[:3], rank[3:8] = np.nan, -30.0
    declared = [rank[side] + np.where(day > 18_700, 3.0, 0.0) for side in (few.black, few.white)]
    games = Games.of(
        few.black,
        few.white,
        np.where(few.black == 5, 0.0, few.score),
        day=day,
        batch=day // 20,
        handicap=few.handicap,
        komi=few.komi,
        black_rank=declared[0],
        white_rank=declared[1],
    )
    return games, Units(np.arange(PLAYERS) >= PLAYERS - 2)


def everything(ledger: Ledger) -> np.ndarray:
    sides = [
        array
        for side in (ledger.black, ledger.white)
        for array in (side.before, side.after, side.expected, side.k_factor)
    ]
    return np.concatenate([*sides, *ledger.final.values()])


@pytest.mark.parametrize("name", NAMES)
def test_defaults_are_those_of_the_engines(name: str) -> None:
    games, units = eventful(5)
    plain = everything(engine(name)(games, units, {}))
    for row in table(section(name, "Parameters")):
        if row["default"] == NO_DEFAULT:
            continue
        default = {row["parameter"]: value(row["default"])}
        assert np.array_equal(everything(engine(name)(games, units, default)), plain, equal_nan=True), default
        # What expected_score alone looks at (board_size) shows here.
        expected_score = module(name).expected_score
        assert expected_score(1500.0, 1600.0, 2, 0.5, default) == expected_score(1500.0, 1600.0, 2, 0.5, {})


@pytest.mark.parametrize("name", NAMES)
def test_worked_examples(name: str) -> None:
    worked = examples(name)
    assert len(worked) >= LEAST_EXAMPLES
    assert len(worked) == page(name).count("Example: "), "an example that can't be read"
    assert any(call.startswith("expected_score(") for call, _ in worked)
    assert any(call.startswith("rate(") for call, _ in worked)
    for call, written in worked:
        found = evaluate(name, call)
        assert len(found) == len(written), call
        for number, text in zip(found, written):
            places = -Decimal(text).as_tuple().exponent
            # A number without decimals is meant exactly.
            within = 0.5001 * 10.0**-places if places else 1e-9
            assert abs(number - float(text)) <= within, f"{call} gives {number}, the page {text}"
