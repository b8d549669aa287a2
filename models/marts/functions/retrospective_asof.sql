with asked as (
    select
        of_list as list_id,
        on_day::date as on_day
),

career as (
    select
        past.list_id,
        past.method_id,
        past.player_id,
        any_value(asked.on_day) as as_of,
        max(past.played_on) filter (where past.played_on <= asked.on_day) as last_played_on,
        arg_max(past.rating, past.played_on) filter (where past.played_on <= asked.on_day) as rating_then,
        arg_max(past.deviation, past.played_on) filter (where past.played_on <= asked.on_day) as deviation_then,
        arg_max(past.covariance_next, past.played_on) filter (where past.played_on <= asked.on_day) as covariance,
        min(past.played_on) filter (where past.played_on > asked.on_day) as next_on,
        arg_min(past.rating, past.played_on) filter (where past.played_on > asked.on_day) as rating_next,
        arg_min(past.deviation, past.played_on) filter (where past.played_on > asked.on_day) as deviation_next
    from {{ in_marts('mart_rating_retrospective') }} as past
    inner join asked
        on past.list_id = asked.list_id
    group by past.list_id, past.method_id, past.player_id
),

{# The part of the way to the next day with games; after the last day the rating stays and is known less and less. #}
placed as (
    select
        career.*,
        date_diff('day', career.last_played_on, career.as_of) as days,
        coalesce(date_diff('day', career.last_played_on, career.next_on), 0) as span,
        if(career.next_on is null, 0, days / span) as part,
        coalesce((method.parameters ->> 'drift')::double, 14) as drift
    from career
    inner join {{ in_marts('dim_rating_list') }} as rating_list
        on career.list_id = rating_list.list_id
    inner join {{ in_marts('dim_rating_method') }} as method
        on career.method_id = method.method_id
    where
        career.last_played_on is not null
        and (
            career.next_on is not null
            or career.last_played_on + to_years(rating_list.active_years) >= career.as_of
        )
),

judged as (
    select
        placed.*,
        (1 - part) * rating_then + part * coalesce(rating_next, 0) as rating,
        sqrt(
            (1 - part) ** 2 * deviation_then ** 2
            + part ** 2 * coalesce(deviation_next, 0) ** 2
            + 2 * part * (1 - part) * covariance
            + drift * if(next_on is null, days, part * (1 - part) * span)
        ) as deviation
    from placed
)

select
    judged.list_id,
    judged.method_id,
    judged.as_of,
    rank() over (partition by judged.method_id order by judged.rating desc) as rank_no,
    judged.player_id,
    player.name_display,
    judged.rating,
    judged.deviation,
    judged.last_played_on
from judged
inner join {{ in_marts('dim_player') }} as player
    on judged.player_id = player.player_id
order by judged.method_id, judged.rating desc, judged.player_id
