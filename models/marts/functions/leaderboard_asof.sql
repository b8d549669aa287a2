with asked as (
    select
        of_list as list_id,
        on_day::date as on_day
),

latest as (
    select
        ledger.list_id,
        ledger.method_id,
        ledger.rated_unit_id as player_id,
        any_value(asked.on_day) as as_of,
        arg_max(ledger.rating_after, ledger.ledger_no) as rating,
        arg_max_null(ledger.deviation_after, ledger.ledger_no) as deviation,
        count(*) as rated_games,
        min(ledger.played_on) as first_rated_on,
        max(ledger.played_on) as last_played_on,
        max(ledger.played_on) + to_years(any_value(rating_list.active_years)) >= any_value(asked.on_day) as is_active
    from {{ in_marts('fct_rating_ledger') }} as ledger
    inner join {{ in_marts('dim_rating_list') }} as rating_list
        on ledger.list_id = rating_list.list_id and ledger.method_id = rating_list.method_id
    inner join asked
        on ledger.list_id = asked.list_id and ledger.played_on <= asked.on_day
    where not ledger.is_pool
    group by ledger.list_id, ledger.method_id, ledger.rated_unit_id
)

select
    latest.list_id,
    latest.method_id,
    latest.as_of,
    rank() over (order by latest.rating desc) as rank_no,
    case when latest.is_active then rank() over (partition by latest.is_active order by latest.rating desc) end
        as active_rank_no,
    latest.player_id,
    player.name_display,
    latest.rating,
    round(latest.rating)::integer as rating_display,
    latest.rated_games,
    latest.first_rated_on,
    latest.last_played_on,
    latest.is_active,
    latest.deviation,
    {{ is_provisional('latest.rated_games', 'latest.deviation', 'method') }} as is_provisional
from latest
inner join {{ in_marts('dim_rating_method') }} as method
    on latest.method_id = method.method_id
inner join {{ in_marts('dim_player') }} as player
    on latest.player_id = player.player_id
order by latest.rating desc, latest.player_id
