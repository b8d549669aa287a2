with game as (
    select * from {{ ref('int_game') }}
),

pool as (
    select distinct pool from {{ ref('organisation') }}
    where pool is not null
),

player as (
    select black_id as player_id from game
    where black_pool is null
    union
    select white_id from game
    where white_pool is null
)

select
    player_id as rated_unit_id,
    player_id,
    null as pool,
    false as is_pool
from player
union all
select
    'POOL:' || pool as rated_unit_id,
    null as player_id,
    pool,
    true as is_pool
from pool
