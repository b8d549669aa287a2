"""What differs from the last publication: games by content, where both have the mart, the column and the list."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from builds import Build, dbt, green, publish_changed

NEW_GAME = "delete from marts.fct_game where game_id in (select max(game_id) from marts.fct_game)"
OTHER_ID = """
    create temp table renamed as select min(game_id) as game_id from marts.fct_game;
    update marts.fct_game set game_id = 'gone' where game_id in (from renamed);
    update marts.fct_game_player set game_id = 'gone' where game_id in (from renamed);
    update marts.fct_game_eligibility set game_id = 'gone' where game_id in (from renamed)
"""
NEW_LIST = """
    delete from marts.fct_game_eligibility where list_id = 'womens';
    delete from marts.mart_leaderboard where list_id = 'womens'
"""


@pytest.mark.parametrize(
    ("statement", "changes"),
    [
        (f"{NEW_GAME}; {OTHER_ID}", ["new", "new", "removed"]),
        ("alter table marts.fct_game drop column komi", []),
        ("drop table marts.mart_player_peak", []),
        (NEW_LIST, []),
    ],
    ids=["a new game and another id", "an older form", "a mart missing", "a new list"],
)
def test_publications_are_compared_by_content(
    demonstration: Build, tmp_path: Path, statement: str, changes: list[str]
) -> None:
    publish_changed(demonstration, tmp_path, statement)
    shutil.copy(demonstration.file, tmp_path / "build.duckdb")
    build = green(dbt(tmp_path, "run", "--select", "mart_game_revision", "mart_rating_revision"))
    assert build.rows("select change from marts.mart_game_revision order by change") == [
        (change,) for change in changes
    ]
    assert build.value("select count(*) from marts.mart_rating_revision") == 0, "no rating was changed"
