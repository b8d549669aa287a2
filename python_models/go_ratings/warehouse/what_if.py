"""Prints what a build with the var what_if shows: the list by its current method and by each that was asked for.

`make what-if` calls it after such a build; `python -m go_ratings.warehouse.what_if FILE` does it again.
"""

from __future__ import annotations

import sys

import duckdb

FIRST = 15

RANKS = """
    with asked as (
        select list_method.list_id, list_method.method_id, rating_list.method_id as current_method_id
        from marts.dim_list_method as list_method
        inner join marts.dim_rating_list as rating_list on list_method.list_id = rating_list.list_id
        where list_method.method_id = ?
    )
    select
        now.active_rank_no as rank,
        player.name_display as player,
        now.rating_display as rating,
        board.active_rank_no as rank_what_if,
        board.rating_display as rating_what_if
    from asked
    inner join marts.mart_leaderboard as now
        on asked.list_id = now.list_id and asked.current_method_id = now.method_id
    inner join marts.mart_leaderboard as board
        on asked.list_id = board.list_id and asked.method_id = board.method_id and now.player_id = board.player_id
    inner join marts.dim_player as player on now.player_id = player.player_id
    where least(now.active_rank_no, board.active_rank_no) <= ?
    order by now.active_rank_no, board.active_rank_no, player.player_id
"""
SCORES = """
    select
        score.method_id as method,
        score.games,
        round(score.log_loss, 5) as log_loss,
        round(score.log_loss_difference, 5) as difference,
        round(score.log_loss_difference_ci_low, 5) as ci_low,
        round(score.log_loss_difference_ci_high, 5) as ci_high
    from marts.mart_method_score as score
    inner join marts.dim_list_method as asked on score.list_id = asked.list_id
    inner join marts.dim_list_method as scored
        on score.list_id = scored.list_id and score.method_id = scored.method_id
    where
        asked.method_id = ? and score.period = 'test' and score.subgroup = 'all'
        and (scored.is_current or score.method_id = asked.method_id)
    order by scored.is_current desc
"""


def report(file: str) -> str:
    """The first players by both methods, and how good both predict; a sentence where nothing was asked for."""
    with duckdb.connect(file, read_only=True) as built:
        asked = built.execute(
            "select method_id, description from marts.dim_rating_method where version = 'what_if' order by method_id"
        ).fetchall()
        texts = []
        for method_id, description in asked:
            texts.append(f"{method_id}: {description}\n")
            texts.append(str(built.sql(RANKS, params=[method_id, FIRST])))
            texts.append("Predictions of the test games; a difference below 0 is better than the current method.\n")
            texts.append(str(built.sql(SCORES, params=[method_id])))
    return "\n".join(texts) if texts else "This build asked for no what_if."


if __name__ == "__main__":
    print(report(sys.argv[1]))
