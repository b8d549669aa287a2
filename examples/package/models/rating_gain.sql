with asked as (
    select
        list.list_id,
        build.data_through as last_day,
        build.data_through - interval 1 year as year_before
    from {{ ref('go_ratings', 'dim_rating_list') }} as list
    cross join {{ ref('go_ratings', 'meta_build') }} as build
)

select
    now.list_id,
    now.player_id,
    now.name_display,
    before.rating as rating_before,
    now.rating as rating_now,
    now.rating - before.rating as rating_gain
from asked
cross join {{ ref('go_ratings', 'leaderboard_asof') }}(asked.list_id, asked.last_day) as now
inner join {{ ref('go_ratings', 'leaderboard_asof') }}(asked.list_id, asked.year_before) as before
    on now.list_id = before.list_id and now.player_id = before.player_id
where now.is_active
