-- Who won the most games in 2024?
select player.name_display, record.wins, record.losses
from marts.mart_player_record as record
inner join marts.dim_player as player on record.player_id = player.player_id
where record.scope = 'year' and record.scope_value = '2024'
order by record.wins desc, record.losses, player.player_id
limit 10
