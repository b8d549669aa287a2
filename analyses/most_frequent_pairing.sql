-- Which two players have met most often, and who leads?
select one.name_display as player, other.name_display as opponent, pair.games, pair.wins, pair.losses, pair.jigo
from marts.mart_head_to_head as pair
inner join marts.dim_player as one on pair.player_id = one.player_id
inner join marts.dim_player as other on pair.opponent_id = other.player_id
where pair.player_id < pair.opponent_id
order by pair.games desc, pair.player_id, pair.opponent_id
limit 5
