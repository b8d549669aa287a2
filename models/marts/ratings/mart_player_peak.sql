with ledger as (
    select * from {{ ref('fct_rating_ledger') }}
    where not is_pool
),

{# Best first, and the earliest of equals; values from before the list's peak_from come last and are not shown. #}
ranked as (
    select
        list_id,
        method_id,
        rated_unit_id as player_id,
        is_burn_in,
        rating_after,
        played_on,
        game_id,
        row_number() over (
            partition by list_id, method_id, rated_unit_id
            order by is_burn_in, rating_after desc, ledger_no
        ) as place
    from ledger
)

select
    list_id,
    method_id,
    player_id,
    if(is_burn_in, null, rating_after) as peak_rating,
    if(is_burn_in, null, played_on) as peak_on,
    if(is_burn_in, null, game_id) as peak_game_id
from ranked
where place = 1
