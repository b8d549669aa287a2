with pair as (
    select * from {{ ref('int_possible_same_player') }}
),

player as (
    select * from {{ ref('dim_player') }}
),

career as (
    select
        player_id,
        count(*) as games
    from {{ ref('fct_game_player') }}
    group by player_id
),

written_player as (
    select * from {{ ref('int_written_player') }}
),

game_row as (
    select * from {{ ref('int_game_row_identified') }}
),

{#
    A player is proposed as another spelling of one who is nobody's; who is like several of them is given to the one
    with most games, without certainty. What hangs on a proposal comes up when it has landed.
#}
candidate as (
    select
        *,
        count(*) over (partition by other_player_id) as players,
        row_number() over (
            partition by other_player_id order by certainty = 'likely' desc, games desc, player_id
        ) as place
    from pair
    where player_id not in (select other_player_id from pair)
),

same_player as (
    select
        other_player_id as alias,
        player_id,
        if(players = 1, certainty, 'possible') as certainty,
        evidence || if(players > 1, '; like ' || players || ' players', '') as evidence,
        other_name as alias_name,
        other_games as alias_games,
        false as is_of_unknown_player,
        has_same_birth_date,
        common_opponents,
        common_events
    from candidate
    where place = 1
),

{# Names in rejected games that a search finds one listed player by. #}
unknown_seat as (
    select
        landed_row_no,
        played_on,
        unnest([black_name, white_name]) as written
    from game_row
    where reject_code = 'unknown_player'
),

unknown_name as (
    select
        written_player.name_shown as alias,
        written_player.like_players as player_id,
        'likely' as certainty,
        'a search by the name finds this listed player only' as evidence,
        written_player.name_shown as alias_name,
        count(distinct unknown_seat.landed_row_no) as alias_games,
        true as is_of_unknown_player,
        false as has_same_birth_date,
        null::bigint as common_opponents,
        null::bigint as common_events,
        min(unknown_seat.played_on) as first_on,
        max(unknown_seat.played_on) as last_on
    from unknown_seat
    inner join written_player
        on unknown_seat.written = written_player.written and unknown_seat.played_on = written_player.played_on
    where written_player.like_players not like '%, %'
    group by written_player.name_shown, written_player.like_players
),

proposed as (
    select
        same_player.*,
        other.first_game_on as first_on,
        other.last_game_on as last_on
    from same_player
    left join player as other
        on same_player.alias = other.player_id
    union all
    select * from unknown_name
)

select
    proposed.alias,
    proposed.player_id,
    null::date as valid_from,
    null::date as valid_to,
    proposed.certainty,
    proposed.evidence,
    proposed.alias_name,
    player.name_display as name,
    proposed.alias_games,
    proposed.is_of_unknown_player,
    proposed.first_on as alias_first_game_on,
    proposed.last_on as alias_last_game_on,
    coalesce(career.games, 0) as games,
    player.first_game_on,
    player.last_game_on,
    proposed.has_same_birth_date,
    proposed.common_opponents,
    proposed.common_events
from proposed
inner join player
    on proposed.player_id = player.player_id
left join career
    on proposed.player_id = career.player_id
