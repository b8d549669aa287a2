with game as (
    select * from {{ ref('int_game') }}
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

list_rule as (
    {{ rule_order() }}
),

judged as (
    select
        game.game_id,
        rating_list.list_id,
        list_rule.reason_at[least(
            {%- for reason, condition in list_rules().items() %}
            if({{ condition }}, list_rule.place_of['{{ reason }}'], null),
            {%- endfor %}
            {# A list that begins in another year needs its own reason. #}
            if(
                game.played_on < rating_list.first_rated_on,
                coalesce(
                    list_rule.place_of['before_' || year(rating_list.first_rated_on)],
                    error(
                        'seeds/reference/not_rated_reason.csv lacks the reason before_'
                        || year(rating_list.first_rated_on)
                        || ', which the list ' || rating_list.list_id || ' needs: add it'
                    )
                ),
                null
            )
        )] as not_rated_reason,
        rating_list.uses_pools and game.black_pool is not null as black_is_pool,
        rating_list.uses_pools and game.white_pool is not null as white_is_pool,
        if(black_is_pool, {{ pool_unit_id('game.black_pool') }}, game.black_id) as black_unit_id,
        if(white_is_pool, {{ pool_unit_id('game.white_pool') }}, game.white_id) as white_unit_id
    from game
    cross join rating_list
    cross join list_rule
)

select
    game_id,
    list_id,
    not_rated_reason is null as is_rated,
    not_rated_reason,
    black_unit_id,
    white_unit_id,
    black_is_pool,
    white_is_pool
from judged
