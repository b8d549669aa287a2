with game as (
    select * from {{ ref('int_rated_game') }}
),

step as (
    select * from {{ ref('int_rating_step') }}
    where game_no is not null
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

side as (
    select
        step.list_id,
        step.method_id,
        game.game_id,
        game.played_on,
        step.game_no,
        2 * step.game_no - 1 as ledger_no,
        game.black_unit_id as rated_unit_id,
        game.black_id as player_id,
        game.white_unit_id as opponent_unit_id,
        step.black_before as rating_before,
        step.white_before as opponent_rating_before,
        step.black_expected as expected_score,
        game.black_score as score,
        step.black_k_factor as k_factor,
        step.black_after as rating_after,
        coalesce(step.black_rating_used, step.black_before) as rating_used,
        coalesce(step.black_adjustment, 0) as adjustment,
        step.black_deviation_before as deviation_before,
        step.black_deviation_after as deviation_after,
        game.black_is_pool as is_pool,
        game.black_unit_game_no as unit_game_no
    from step
    inner join game
        on step.list_id = game.list_id and step.game_no = game.game_no
    union all
    select
        step.list_id,
        step.method_id,
        game.game_id,
        game.played_on,
        step.game_no,
        2 * step.game_no as ledger_no,
        game.white_unit_id as rated_unit_id,
        game.white_id as player_id,
        game.black_unit_id as opponent_unit_id,
        step.white_before as rating_before,
        step.black_before as opponent_rating_before,
        step.white_expected as expected_score,
        1 - game.black_score as score,
        step.white_k_factor as k_factor,
        step.white_after as rating_after,
        coalesce(step.white_rating_used, step.white_before) as rating_used,
        coalesce(step.white_adjustment, 0) as adjustment,
        step.white_deviation_before as deviation_before,
        step.white_deviation_after as deviation_after,
        game.white_is_pool as is_pool,
        game.white_unit_game_no as unit_game_no
    from step
    inner join game
        on step.list_id = game.list_id and step.game_no = game.game_no
)

select
    side.list_id,
    side.method_id,
    side.game_id,
    side.played_on,
    side.game_no,
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
    side.unit_game_no,
    side.rating_used,
    side.adjustment,
    side.deviation_before,
    side.deviation_after
from side
inner join rating_list
    on side.list_id = rating_list.list_id
