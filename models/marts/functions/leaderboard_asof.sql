with latest as (
    select
        ledger.list_id,
        ledger.method_id,
        ledger.rated_unit_id as player_id,
        arg_max(ledger.rating_after, ledger.ledger_no) as rating,
        arg_max_null(ledger.deviation_after, ledger.ledger_no) as deviation,
        count(*) as rated_games,
        min(ledger.played_on) as first_rated_on,
        max(ledger.played_on) as last_played_on,
        max(ledger.played_on) + to_years(any_value(rating_list.active_years)) as active_to
    from {{ in_marts('fct_rating_ledger') }} as ledger
    inner join {{ in_marts('dim_rating_list') }} as rating_list
        on ledger.list_id = rating_list.list_id and ledger.method_id = rating_list.method_id
    where ledger.list_id = of_list and ledger.played_on <= on_day::date and not ledger.is_pool
    group by ledger.list_id, ledger.method_id, ledger.rated_unit_id
),

judged as (
    select
        *,
        active_to >= on_day::date as is_active
    from latest
)

select
    judged.list_id,
    judged.method_id,
    on_day::date as as_of,
    rank() over (order by judged.rating desc) as rank_no,
    case when judged.is_active then rank() over (partition by judged.is_active order by judged.rating desc) end
        as active_rank_no,
    judged.player_id,
    player.name_display,
    judged.rating,
    round(judged.rating)::integer as rating_display,
    judged.rated_games,
    judged.first_rated_on,
    judged.last_played_on,
    judged.is_active,
    judged.deviation,
    {{ is_provisional('judged.rated_games', 'judged.deviation', 'method') }} as is_provisional
from judged
inner join {{ in_marts('dim_rating_method') }} as method
    on judged.method_id = method.method_id
inner join {{ in_marts('dim_player') }} as player
    on judged.player_id = player.player_id
order by judged.rating desc, judged.player_id
