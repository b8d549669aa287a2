with game as (
    select * from {{ ref('int_game') }}
),

rated_game as (
    select * from {{ ref('int_rated_game') }}
),

pool as (
    select distinct pool from {{ ref('organisation') }}
    where pool is not null
),

{# Players who were rated individually on some day, and those whom a list without pools rates. #}
player as (
    select black_id as player_id from game
    where black_pool is null
    union
    select white_id from game
    where white_pool is null
    union
    select black_unit_id from rated_game
    where not black_is_pool
    union
    select white_unit_id from rated_game
    where not white_is_pool
)

select
    player_id as rated_unit_id,
    player_id,
    null as pool,
    false as is_pool
from player
union all
select
    {{ pool_unit_id('pool') }} as rated_unit_id,
    null as player_id,
    pool,
    true as is_pool
from pool
