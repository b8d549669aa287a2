with career as (
    select
        past.list_id,
        past.method_id,
        past.player_id,
        arg_max(past.rating, past.played_on) filter (where past.played_on <= on_day::date) as rating_then,
        arg_max(past.deviation, past.played_on) filter (where past.played_on <= on_day::date) as deviation_then,
        max(past.played_on) filter (where past.played_on <= on_day::date) as then_on,
        arg_min(past.rating, past.played_on) filter (where past.played_on > on_day::date) as rating_next,
        min(past.played_on) filter (where past.played_on > on_day::date) as next_on
    from {{ in_marts('mart_rating_retrospective') }} as past
    where past.list_id = of_list
    group by past.list_id, past.method_id, past.player_id
),

judged as (
    select
        career.*,
        coalesce(
            rating_then
            + (rating_next - rating_then)
            * date_diff('day', then_on, on_day::date) / date_diff('day', then_on, next_on),
            rating_then
        ) as rating
    from career
    inner join {{ in_marts('dim_rating_list') }} as rating_list
        on career.list_id = rating_list.list_id
    where
        then_on is not null
        and (next_on is not null or then_on + to_years(rating_list.active_years) >= on_day::date)
)

select
    judged.list_id,
    judged.method_id,
    on_day::date as as_of,
    rank() over (partition by judged.method_id order by judged.rating desc) as rank_no,
    judged.player_id,
    player.name_display,
    judged.rating,
    judged.deviation_then as deviation,
    judged.then_on as last_played_on
from judged
inner join {{ in_marts('dim_player') }} as player
    on judged.player_id = player.player_id
order by judged.method_id, judged.rating desc, judged.player_id
