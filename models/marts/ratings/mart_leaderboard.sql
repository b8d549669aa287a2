with ledger as (
    select * from {{ ref('fct_rating_ledger') }}
    where not is_pool
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

rating_method as (
    select * from {{ ref('int_rating_method') }}
),

horizon as (
    select max(played_on) as as_of from {{ ref('fct_game') }}
),

latest as (
    select
        list_id,
        method_id,
        rated_unit_id as player_id,
        arg_max(rating_after, ledger_no) as rating,
        arg_max_null(deviation_after, ledger_no) as deviation,
        count(*) as rated_games,
        min(played_on) as first_rated_on,
        max(played_on) as last_played_on
    from ledger
    group by list_id, method_id, rated_unit_id
),

judged as (
    select
        latest.*,
        horizon.as_of,
        latest.last_played_on + to_years(rating_list.active_years) >= horizon.as_of as is_active,
        {{ is_provisional('latest.rated_games', 'latest.deviation', 'rating_method') }} as is_provisional
    from latest
    inner join rating_list
        on latest.list_id = rating_list.list_id
    inner join rating_method
        on latest.method_id = rating_method.method_id
    cross join horizon
)

select
    list_id,
    method_id,
    as_of,
    rank() over (partition by list_id, method_id order by rating desc) as rank_no,
    case
        when is_active then rank() over (partition by list_id, method_id, is_active order by rating desc)
    end as active_rank_no,
    player_id,
    rating,
    round(rating)::integer as rating_display,
    rated_games,
    first_rated_on,
    last_played_on,
    is_active,
    deviation,
    is_provisional
from judged
