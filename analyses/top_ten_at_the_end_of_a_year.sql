-- Who led the professional list at the end of 1999?
select active_rank_no, name_display, rating_display, rated_games
from marts.leaderboard_asof('pro', date '1999-12-31')
where active_rank_no <= 10
order by active_rank_no, player_id
