with game_player as (
    select * from {{ ref('fct_game_player') }}
),

{# A game counts, in both directions, if it is in the record of at least one of the two. #}
in_a_record as (
    select distinct game_id from game_player
    where counts_for_record
),

meeting as (
    select game_player.*
    from game_player
    inner join in_a_record
        on game_player.game_id = in_a_record.game_id
)

select
    player_id,
    opponent_id,
    count(*) as games,
    count(*) filter (where is_win) as wins,
    count(*) filter (where is_loss) as losses,
    count(*) filter (where is_jigo) as jigo,
    count(*) filter (where is_no_result) as no_result,
    count(*) filter (where is_both_lose) as both_lose,
    min(played_on) as first_on,
    max(played_on) as last_on
from meeting
group by player_id, opponent_id
