with run as (
    select * from {{ ref('revision_run') }}
),

{# The games behind it, once for every list that rated them or rates them now. #}
behind as (
    select
        change,
        played_on,
        black_id,
        white_id,
        unnest(string_split(lists, ', ')) as list_id
    from run
    where kind = 'game' and lists is not null
),

of_list as (
    select
        list_id,
        count(*) filter (where change = 'new') as games_new,
        count(*) filter (where change = 'changed') as games_changed,
        count(*) filter (where change = 'removed') as games_removed,
        min(played_on) as first_on
    from behind
    group by list_id
),

of_player as (
    select
        list_id,
        player_id,
        count(*) as own_games
    from (
        select list_id, black_id as player_id from behind
        union all
        select list_id, white_id as player_id from behind
    )
    group by list_id, player_id
)

select
    run.list_id,
    run.method_id,
    run.player_id,
    run.rating_before,
    run.rating_now,
    run.rating_now - run.rating_before as rating_change,
    run.peak_before,
    run.peak_now,
    run.peak_now - run.peak_before as peak_change,
    coalesce(of_player.own_games, 0) as own_games,
    coalesce(of_list.games_new, 0) as games_new,
    coalesce(of_list.games_changed, 0) as games_changed,
    coalesce(of_list.games_removed, 0) as games_removed,
    of_list.first_on as first_difference_on
from run
left join of_list
    on run.list_id = of_list.list_id
left join of_player
    on run.list_id = of_player.list_id and run.player_id = of_player.player_id
where run.kind = 'rating'
