-- Who has the most games in the record?
select player.name_display, record.games, record.wins, record.losses, round(record.win_rate, 3) as win_rate
from marts.mart_player_record as record
inner join marts.dim_player as player on record.player_id = player.player_id
where record.scope = 'career'
order by record.games desc, player.player_id
limit 10
