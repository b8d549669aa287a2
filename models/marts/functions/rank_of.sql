with asked as (
    select
        of_list as list_id,
        of_player as player
),

named as (
    {{ players_named('player') }}
)

select if(count(board.active_rank_no) = 1, max(board.active_rank_no), null)
from {{ in_marts('mart_leaderboard') }} as board
inner join {{ in_marts('dim_rating_list') }} as list
    on board.list_id = list.list_id and board.method_id = list.method_id
inner join asked
    on board.list_id = asked.list_id
inner join named
    on board.player_id = named.player_id
