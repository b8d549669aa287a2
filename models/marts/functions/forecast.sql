with asked as (
    select
        of_list as list_id,
        player_a as one,
        player_b as other,
        best_of as best_of
),

named_a as (
    {{ players_named('one') }}
),

named_b as (
    {{ players_named('other') }}
)

select
    own.list_id,
    own.method_id,
    list_method.is_current as is_current_method,
    own.as_of,
    player.player_id,
    player.name_display as player_name,
    opponent.player_id as opponent_id,
    opponent.name_display as opponent_name,
    own.rating,
    other.rating as opponent_rating,
    (
        {{ in_marts('win_probability') }}(own.method_id, own.rating, other.rating, 0, null)
        + 1 - {{ in_marts('win_probability') }}(own.method_id, other.rating, own.rating, 0, null)
    ) / 2 as chance,
    {{ in_marts('match_probability') }}(
        (
            {{ in_marts('win_probability') }}(own.method_id, own.rating, other.rating, 0, null)
            + 1 - {{ in_marts('win_probability') }}(own.method_id, other.rating, own.rating, 0, null)
        ) / 2,
        asked.best_of
    ) as match_chance
from {{ in_marts('mart_leaderboard') }} as own
inner join asked
    on own.list_id = asked.list_id
inner join named_a
    on own.player_id = named_a.player_id
inner join {{ in_marts('mart_leaderboard') }} as other
    on own.list_id = other.list_id and own.method_id = other.method_id and own.player_id != other.player_id
inner join named_b
    on other.player_id = named_b.player_id
inner join {{ in_marts('dim_list_method') }} as list_method
    on own.list_id = list_method.list_id and own.method_id = list_method.method_id
inner join {{ in_marts('dim_player') }} as player
    on own.player_id = player.player_id
inner join {{ in_marts('dim_player') }} as opponent
    on other.player_id = opponent.player_id
order by list_method.is_current desc, own.method_id, player.player_id, opponent.player_id
