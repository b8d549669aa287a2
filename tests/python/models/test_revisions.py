"""What differs from the last publication, where a game is moved: to another player, to another day."""

from __future__ import annotations

from pathlib import Path

import pytest

import landings
from builds import Build, dbt, green, only, publish_changed, write


@pytest.fixture(scope="module")
def build(names_only: Build, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The first club game is moved from Ann to Cea, the second one two years back."""
    folder: Path = tmp_path_factory.mktemp("revisions")
    club = landings.CLUB.replace("1,2001-01-01,Club Cup,Ann", "1,2001-01-01,Club Cup,Cea")
    club = club.replace("2001-01-02", "1999-01-02")
    assert club.count("Cea,Bea") == 1 and "1999-01-02" in club
    landing = write(
        folder / "landing",
        games_by_hand=landings.BY_HAND,
        games_sources=landings.SOURCES,
        games_club=club,
        games_odd=landings.ODD,
    )
    publish_changed(names_only, folder / "warehouse", f"update marts.meta_build set landing = '{landing}'")
    return green(dbt(folder / "warehouse", "build", *only("mart_rating_revision"), landing=landing))


def test_a_moved_game_is_a_game_of_its_former_player_too(build: Build) -> None:
    own_games = build.rows(
        """
        select player_id, own_games, rating_now is null
        from marts.mart_rating_revision
        where list_id = 'pro' and method_id = 'elo_v1' order by all
        """
    )
    assert own_games == [("Ann", 1, True), ("Bea", 2, False), ("Cea", 2, False)]


def test_what_a_game_was_stands_beside_what_it_is(build: Build) -> None:
    moved = build.rows(
        """
        select black_id, black_id_before, white_id_before, played_on::varchar, played_on_before::varchar
        from marts.mart_game_revision order by played_on_before
        """
    )
    assert moved == [
        ("Cea", "Ann", "Bea", "2001-01-01", "2001-01-01"),
        ("Bea", "Bea", "Cea", "1999-01-02", "2001-01-02"),
    ]
    firsts = build.rows("select distinct first_difference_on::varchar from marts.mart_rating_revision")
    assert firsts == [("1999-01-02",)], "the earlier of a moved game's two days"
