{% set folder = last_publication() %}
with
{% for mart in ['mart_leaderboard', 'mart_player_peak'] %}
{{ mart }}_now as (
    select * from {{ ref(mart) }}
    {{ 'where false' if not folder }}
),

{{ mart }}_before as (
    {{ as_published(mart, folder) }}
),
{% endfor %}

{# Lists and methods are compared where both builds have them. #}
compared_method as (
    select list_id, method_id from mart_leaderboard_now
    intersect
    select list_id, method_id from mart_leaderboard_before
),

{% for side in ['now', 'before'] %}
rating_{{ side }} as (
    select
        board.list_id,
        board.method_id,
        board.player_id,
        board.rating,
        peak.peak_rating
    from mart_leaderboard_{{ side }} as board
    inner join compared_method
        on board.list_id = compared_method.list_id and board.method_id = compared_method.method_id
    inner join mart_player_peak_{{ side }} as peak
        on
            board.list_id = peak.list_id
            and board.method_id = peak.method_id
            and board.player_id = peak.player_id
),
{% endfor %}

{# The games behind it, once for every list that rated them or rates them now. #}
behind as (
    select
        game_id,
        change,
        least(played_on, played_on_before) as played_on,
        [black_id, white_id, black_id_before, white_id_before] as player_ids,
        unnest(string_split(lists, ', ')) as list_id
    from {{ ref('mart_game_revision') }}
    where lists is not null
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

{# A game that was moved from one player to another is a game of both. #}
of_player as (
    select
        list_id,
        player_id,
        count(distinct game_id) as own_games
    from (
        select
            list_id,
            game_id,
            unnest(player_ids) as player_id
        from behind
    )
    where player_id is not null
    group by list_id, player_id
),

moved as (
    select
        coalesce(rating_now.list_id, rating_before.list_id) as list_id,
        coalesce(rating_now.method_id, rating_before.method_id) as method_id,
        coalesce(rating_now.player_id, rating_before.player_id) as player_id,
        rating_before.rating as rating_before,
        rating_now.rating as rating_now,
        rating_before.peak_rating as peak_before,
        rating_now.peak_rating as peak_now
    from rating_before
    full join rating_now
        on
            rating_before.list_id = rating_now.list_id
            and rating_before.method_id = rating_now.method_id
            and rating_before.player_id = rating_now.player_id
    where
        rating_before.rating is distinct from rating_now.rating
        or rating_before.peak_rating is distinct from rating_now.peak_rating
)

select
    moved.list_id,
    moved.method_id,
    moved.player_id,
    moved.rating_before,
    moved.rating_now,
    moved.rating_now - moved.rating_before as rating_change,
    moved.peak_before,
    moved.peak_now,
    moved.peak_now - moved.peak_before as peak_change,
    coalesce(of_player.own_games, 0) as own_games,
    coalesce(of_list.games_new, 0) as games_new,
    coalesce(of_list.games_changed, 0) as games_changed,
    coalesce(of_list.games_removed, 0) as games_removed,
    of_list.first_on as first_difference_on
from moved
left join of_list
    on moved.list_id = of_list.list_id
left join of_player
    on moved.list_id = of_player.list_id and moved.player_id = of_player.player_id
