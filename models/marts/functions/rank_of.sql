select any_value(board.active_rank_no)
from {{ in_marts('mart_leaderboard') }} as board
inner join {{ in_marts('dim_rating_list') }} as list
    on board.list_id = list.list_id and board.method_id = list.method_id
where board.list_id = of_list and board.player_id = of_player
