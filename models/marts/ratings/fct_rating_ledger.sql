with game as (
    select * from {{ ref('int_rated_game') }}
),

run as (
    select * from {{ ref('int_rating_step') }}
    where note is null
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

side as (
    select
        run.list_id,
        run.method_id,
        game.game_id,
        game.played_on,
        2 * run.game_no - 1 as ledger_no,
        game.black_unit_id as rated_unit_id,
        game.black_id as player_id,
        game.white_unit_id as opponent_unit_id,
        run.black_before as rating_before,
        run.white_before as opponent_rating_before,
        run.black_expected as expected_score,
        game.black_score as score,
        run.black_k_factor as k_factor,
        run.black_after as rating_after,
        coalesce(run.black_rating_used, run.black_before) as rating_used,
        coalesce(run.black_adjustment, 0) as adjustment,
        run.black_deviation_before as deviation_before,
        run.black_deviation_after as deviation_after,
        game.black_is_pool as is_pool
    from run
    inner join game
        on run.list_id = game.list_id and run.game_no = game.game_no
    union all
    select
        run.list_id,
        run.method_id,
        game.game_id,
        game.played_on,
        2 * run.game_no as ledger_no,
        game.white_unit_id as rated_unit_id,
        game.white_id as player_id,
        game.black_unit_id as opponent_unit_id,
        run.white_before as rating_before,
        run.black_before as opponent_rating_before,
        run.white_expected as expected_score,
        1 - game.black_score as score,
        run.white_k_factor as k_factor,
        run.white_after as rating_after,
        coalesce(run.white_rating_used, run.white_before) as rating_used,
        coalesce(run.white_adjustment, 0) as adjustment,
        run.white_deviation_before as deviation_before,
        run.white_deviation_after as deviation_after,
        game.white_is_pool as is_pool
    from run
    inner join game
        on run.list_id = game.list_id and run.game_no = game.game_no
)

select
    side.list_id,
    side.method_id,
    side.game_id,
    side.played_on,
    side.ledger_no,
    side.rated_unit_id,
    side.player_id,
    side.opponent_unit_id,
    side.rating_before,
    side.opponent_rating_before,
    side.expected_score,
    side.score,
    side.k_factor,
    side.rating_after - side.rating_before as delta,
    side.rating_after,
    coalesce(side.played_on < rating_list.peak_from, false) as is_burn_in,
    side.is_pool,
    row_number() over (
        partition by side.list_id, side.method_id, side.rated_unit_id order by side.ledger_no
    ) as unit_game_no,
    side.rating_used,
    side.adjustment,
    side.deviation_before,
    side.deviation_after
from side
inner join rating_list
    on side.list_id = rating_list.list_id
