-- What were the ratings of today's top three at the end of each January since 2021?
select player.name_display, month.month_start, round(month.rating_end) as rating_end
from marts.mart_rating_month as month
inner join marts.mart_leaderboard as board
    on month.list_id = board.list_id and month.method_id = board.method_id and month.player_id = board.player_id
inner join marts.dim_rating_list as list on board.list_id = list.list_id and board.method_id = list.method_id
inner join marts.dim_player as player on board.player_id = player.player_id
where board.list_id = 'pro' and board.active_rank_no <= 3
    and month(month.month_start) = 1 and month.month_start >= date '2021-01-01'
order by board.active_rank_no, month.month_start
