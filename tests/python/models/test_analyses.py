"""The worked queries and table functions for analysts, run on the demonstration league."""

from __future__ import annotations

import re
from pathlib import Path

import duckdb
import pytest
import yaml

from builds import REPOSITORY, Build

ANALYSES = sorted((REPOSITORY / "analyses").glob("*.sql"))
PAGE = REPOSITORY / "analyses" / "README.md"
EXPOSURES = REPOSITORY / "models" / "docs" / "_worked_queries.yml"


def page(connection: duckdb.DuckDBPyConnection) -> str:
    """analyses/README.md: every query with its answer."""
    parts = [
        "# Worked queries\n\nEach runs as it is in the warehouse's file; the answers are the demonstration league's.\n"
    ]
    for file in ANALYSES:
        question, query = file.read_text(encoding="utf-8").split("\n", 1)
        answer = str(connection.sql(query)).rstrip()
        parts.append(
            f"## {question.removeprefix('-- ')}\n\n`{file.name}`\n\n```sql\n{query.strip()}\n```\n```\n{answer}\n```\n"
        )
    return "\n".join(parts)


def marts_read(connection: duckdb.DuckDBPyConnection, query: str) -> list[str]:
    """The marts that a query reads, by itself or through the functions it calls."""
    functions = dict(
        connection.execute(
            "select function_name, macro_definition from duckdb_functions() where schema_name = 'marts'"
        ).fetchall()
    )
    read: set[str] = set()
    unread = [query]
    while unread:
        names = set(re.findall(r'\bmarts\."?(\w+)', unread.pop())) - read
        read |= names
        unread += [functions[name] for name in names if name in functions]
    return sorted(read - set(functions))


def exposures(connection: duckdb.DuckDBPyConnection) -> str:
    """models/docs/_worked_queries.yml: an exposure for every query, with the marts it reads."""
    written = []
    for file in ANALYSES:
        question, query = file.read_text(encoding="utf-8").split("\n", 1)
        written.append(
            {
                "name": f"query_{file.stem}",
                "label": question.removeprefix("-- "),
                "type": "analysis",
                "maturity": "high",
                "url": f"analyses/{file.name}",
                "description": f"Worked query {file.name}, with its answer in analyses/README.md.",
                "owner": {"name": "go_ratings maintainers"},
                "depends_on": [f"ref('{mart}')" for mart in marts_read(connection, query)],
            }
        )
    return yaml.safe_dump({"exposures": written}, sort_keys=False, allow_unicode=True, width=120)


def test_the_page_shows_what_the_queries_answer(demonstration: Build) -> None:
    """Running this file as a program writes page and exposures anew from warehouse/build.duckdb."""
    assert len(ANALYSES) >= 12
    with duckdb.connect(str(demonstration.file), read_only=True) as connection:
        assert PAGE.read_text(encoding="utf-8") == page(connection)


def test_every_query_is_an_exposure_of_what_it_reads(demonstration: Build) -> None:
    with duckdb.connect(str(demonstration.file), read_only=True) as connection:
        assert EXPOSURES.read_text(encoding="utf-8") == exposures(connection)


@pytest.mark.parametrize("file", ANALYSES, ids=lambda file: file.stem)
def test_every_query_answers_something(demonstration: Build, file: Path) -> None:
    rows = demonstration.rows(file.read_text(encoding="utf-8"))
    assert rows


def test_player_card(demonstration: Build) -> None:
    player, name = demonstration.rows(
        "select player_id, name_display from marts.dim_player inner join marts.mart_leaderboard using (player_id) "
        "where list_id = 'womens' and rank_no = 1"
    )[0]
    card = demonstration.rows("select list_id, player_id from marts.player_card(?)", player)
    assert card == [("pro", player), ("womens", player)]
    assert demonstration.rows("select list_id, player_id from marts.player_card(?)", name) == card


def test_head_to_head_lists_the_games_of_the_mart(demonstration: Build) -> None:
    one, other, games, wins = demonstration.rows(
        "select player_id, opponent_id, games, wins from marts.mart_head_to_head order by games desc, player_id limit 1"
    )[0]
    listed = demonstration.rows(
        "select count(*) filter (where counts_for_record), count(*) filter (where counts_for_record and winner = "
        "(select name_display from marts.dim_player where player_id = ?)) from marts.head_to_head(?, ?)",
        one,
        one,
        other,
    )
    assert listed == [(games, wins)]


def test_rating_history_ends_at_the_leaderboard(demonstration: Build) -> None:
    player, rating = demonstration.rows(
        "select player_id, rating from marts.mart_leaderboard where list_id = 'pro' and method_id = 'elo_v1' and rank_no = 1"
    )[0]
    history = demonstration.rows("select rating_after from marts.rating_history('pro', ?)", player)
    assert history[-1] == (rating,)
    rank = demonstration.value("select marts.rank_of('pro', ?)", player)
    assert rank == demonstration.value(
        "select active_rank_no from marts.mart_leaderboard where list_id = 'pro' and method_id = 'elo_v1' and player_id = ?",
        player,
    )


def test_why_not_rated_quotes_the_rule(demonstration: Build) -> None:
    game = demonstration.value(
        "select any_value(game_id) from marts.fct_game_eligibility where list_id = 'pro' and not_rated_reason = 'handicap'"
    )
    rows = demonstration.rows("select list_id, is_rated, not_rated_reason, rule from marts.why_not_rated(?)", game)
    assert [row[0] for row in rows] == ["europe", "pro", "womens"]
    assert rows[1][1:3] == (False, "handicap") and "handicap stones" in rows[1][3]


if __name__ == "__main__":
    with duckdb.connect(str(REPOSITORY / "warehouse" / "build.duckdb"), read_only=True) as warehouse:
        PAGE.write_text(page(warehouse), encoding="utf-8")
        EXPOSURES.write_text(exposures(warehouse), encoding="utf-8")
