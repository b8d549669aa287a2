with ledger as (
    select * from {{ ref('fct_rating_ledger') }}
    where not is_pool
),

horizon as (
    select max(played_on) as as_of from {{ ref('fct_game') }}
),

played as (
    select
        list_id,
        method_id,
        rated_unit_id as player_id,
        date_trunc('month', played_on)::date as month_start,
        arg_max(rating_after, ledger_no) as rating_end,
        count(*) as games
    from ledger
    group by list_id, method_id, rated_unit_id, date_trunc('month', played_on)
),

{# A rating stays while its unit doesn't play: each value applies until the month before the next one. #}
held as (
    select
        *,
        coalesce(
            (
                lead(month_start) over (partition by list_id, method_id, player_id order by month_start)
                - interval 1 month
            )::date,
            date_trunc('month', horizon.as_of)::date
        ) as held_to
    from played
    cross join horizon
),

filled as (
    select
        list_id,
        method_id,
        player_id,
        month_start as played_month,
        unnest(generate_series(month_start, held_to, interval 1 month))::date as month_start,
        rating_end,
        games
    from held
)

select
    list_id,
    method_id,
    player_id,
    month_start,
    rating_end,
    if(month_start = played_month, games, 0) as games
from filled
