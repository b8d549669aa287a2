{# A's losses to B are B's wins over A and the games that both lost; everything else is equal from both sides. #}
with head_to_head as (
    select * from {{ ref('mart_head_to_head') }}
)

select
    'Compare both seats of the games between these two in fct_game_player' as what_to_do,
    one_way.player_id,
    one_way.opponent_id
from head_to_head as one_way
left join head_to_head as other_way
    on one_way.player_id = other_way.opponent_id and one_way.opponent_id = other_way.player_id
where
    one_way.losses is distinct from other_way.wins + one_way.both_lose
    or one_way.games is distinct from other_way.games
    or one_way.jigo is distinct from other_way.jigo
    or one_way.no_result is distinct from other_way.no_result
    or one_way.both_lose is distinct from other_way.both_lose
