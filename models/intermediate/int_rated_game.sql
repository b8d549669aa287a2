with game as (
    select * from {{ ref('int_game') }}
),

eligibility as (
    select * from {{ ref('fct_game_eligibility') }}
    where is_rated
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

rated as (
    select
        eligibility.list_id,
        game.*,
        if(rating_list.uses_pools and game.black_pool is not null, 'POOL:' || game.black_pool, game.black_id) as black_unit_id,
        if(rating_list.uses_pools and game.white_pool is not null, 'POOL:' || game.white_pool, game.white_id) as white_unit_id
    from eligibility
    inner join game
        on eligibility.game_id = game.game_id
    inner join rating_list
        on eligibility.list_id = rating_list.list_id
),

unit as (
    select
        rated_unit_id,
        row_number() over (order by rated_unit_id) as unit_no
    from (
        select black_unit_id as rated_unit_id from rated
        union
        select white_unit_id from rated
    )
)

select
    rated.list_id,
    row_number() over (
        partition by rated.list_id
        order by rated.played_on, rated.sequence, rated.source, rated.source_game_id
    ) as game_no,
    rated.game_id,
    rated.played_on,
    rated.black_id,
    rated.white_id,
    rated.black_unit_id,
    rated.white_unit_id,
    black.unit_no as black_unit_no,
    white.unit_no as white_unit_no,
    starts_with(rated.black_unit_id, 'POOL:') as black_is_pool,
    starts_with(rated.white_unit_id, 'POOL:') as white_is_pool,
    case
        when rated.outcome = 'jigo' then 0.5
        when rated.winner_id = rated.black_id then 1
        else 0
    end::double as black_score,
    date_diff('day', date '1970-01-01', rated.played_on) as day_no,
    rated.colours_known,
    rated.komi,
    coalesce(rated.handicap, 0) as handicap
from rated
inner join unit as black
    on rated.black_unit_id = black.rated_unit_id
inner join unit as white
    on rated.white_unit_id = white.rated_unit_id
