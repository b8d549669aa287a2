"""Ranks along tournaments: the rule with its memory, alone and over the demonstration league's European list."""

from __future__ import annotations

from builds import Build
from go_ratings import ranks
from go_ratings.warehouse.ranks_held import held_along


def held(*tournaments: tuple[float, float, float, str | None]) -> list[str]:
    """Ranks held after tournaments given as (rating before, after, reset, declared rank)."""
    steps = [
        (number, before, after, reset, None if declared is None else ranks.rank_number(ranks.parse_rank(declared)))
        for number, (before, after, reset, declared) in enumerate(tournaments)
    ]
    return [str(ranks.rank_of_hundred(after)) for _, _, after in held_along(steps)]


def test_a_player_enters_with_the_rank_he_declares() -> None:
    assert held((1900, 1900, 0, "2k")) == ["2k"]
    assert held((1900, 1851, 0, "2k")) == ["2k"], "kept down to 50 below"
    assert held((1900, 1849.9, 0, "2k")) == ["3k"]
    assert held((1949, 1949, 0, None)) == ["2k"]


def test_up_at_the_hundred_down_fifty_below_it() -> None:
    ratings = [2049, 2099.999, 2100, 2060, 2050, 2049.999, 1950, 1949.999, 2205]
    steps = [(2000.0, rating, 0.0, None) for rating in ratings]
    assert held(*steps) == ["1k", "1k", "1d", "1d", "1d", "1k", "1k", "2k", "2d"]


def test_a_reset_sets_the_rank_it_declares() -> None:
    assert held((1300, 1320, 0, "8k"), (1500, 1480, 180, "6k")) == ["8k", "6k"]


def test_the_scale_ends_at_nine_dan() -> None:
    assert held((2890, 3050, 0, None), (3050, 2860, 0, None), (2860, 2849, 0, None)) == ["9d", "9d", "8d"]


def test_every_change_of_rank_occurs_in_the_demonstration_league(demonstration: Build) -> None:
    changes = dict(
        demonstration.rows(
            "select change, count(*) from marts.fct_rank_history where list_id = 'europe' and method_id = 'egf_v1' group by all"
        )
    )
    assert set(changes) == {"entry", "promotion", "demotion", "jump", "none"}
    steps = demonstration.value("select count(*) from intermediate.int_rank_step")
    assert demonstration.value("select count(*) from marts.fct_rank_history") == steps > 500


def test_a_rank_never_strays_from_its_rating(demonstration: Build) -> None:
    far = demonstration.rows(
        """
        select history.player_id, history.rating_after, history.rank_after
        from marts.fct_rank_history as history
        inner join marts.dim_rank_scale as held on held.scale = 'egf' and held.rank = history.rank_after
        where history.rating_after >= held.rating + 100 or history.rating_after < held.kept_down_to
        """
    )
    assert far == []


def test_promotion_says_who_has_outgrown_his_declared_rank(demonstration: Build) -> None:
    rows = demonstration.rows(
        """
        select may_be_promoted, rank_held, last_declared_rank, points_to_next_rank, reset_from_rank, highest_declared_rank
        from marts.mart_promotion where list_id = 'europe' and method_id = 'egf_v1'
        """
    )
    assert len(rows) > 50
    assert {row[0] for row in rows} == {True, False}
    for promoted, rank_held, declared, points, reset_from, highest in rows:
        number = {rank: ranks.rank_number(ranks.parse_rank(rank)) for rank in (rank_held, declared, highest)}
        assert promoted == (number[rank_held] > number[declared])
        assert points is None or 0 <= points <= 150
        if reset_from is not None:
            assert ranks.rank_number(ranks.parse_rank(reset_from)) == number[highest] + 2 <= 1
