with ledger as (
    select * from {{ ref('int_rating_ledger') }}
)

select
    list_id,
    method_id,
    game_id,
    played_on,
    ledger_no,
    rated_unit_id,
    player_id,
    opponent_unit_id,
    rating_before,
    opponent_rating_before,
    expected_score,
    score,
    k_factor,
    delta,
    rating_after,
    is_burn_in,
    is_pool,
    unit_game_no,
    rating_used,
    adjustment,
    deviation_before,
    deviation_after
from ledger
