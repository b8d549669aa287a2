with game as (
    select * from {{ ref('int_game') }}
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

{# The first rule of not_rated_reason, in its precedence, that the list applies to the game. #}
judged as (
    select
        game.game_id,
        rating_list.list_id,
        case
            when game.format = 'team' and not rating_list.rates_team then 'team'
            when game.format = 'oteai' and not rating_list.rates_oteai then 'oteai'
            when game.status = 'unofficial' and not rating_list.rates_unofficial then 'unofficial'
            when game.is_source_conflict then 'source_conflict'
            when game.outcome = 'jigo' and not rating_list.rates_jigo then 'jigo'
            when game.outcome not in ('decided', 'jigo') then game.outcome
            when game.scope = 'international' and not rating_list.rates_international then 'international'
            when game.handicap >= 2 and not rating_list.rates_handicap then 'handicap'
            when game.played_on < rating_list.first_rated_on and game.played_on < date '1927-01-01' then 'before_1927'
            when game.played_on < rating_list.first_rated_on then 'before_' || year(rating_list.first_rated_on)
            when rating_list.uses_pools and game.black_pool is not null and game.white_pool is not null then 'pool_v_pool'
            when rating_list.division = 'women' and game.division != 'women' then 'other_division'
            when rating_list.classed_events_only and game.class is null then 'no_class'
        end as not_rated_reason
    from game
    cross join rating_list
)

select
    game_id,
    list_id,
    not_rated_reason is null as is_rated,
    not_rated_reason
from judged
