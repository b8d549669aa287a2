-- Why does a player's record hold more games than were rated? (For the player with the most games.)
with longest as (
    select player_id from marts.mart_player_record
    where scope = 'career'
    order by games desc, player_id
    limit 1
)

select reconciliation.reason, reconciliation.games, reconciliation.record_games, reconciliation.rated_games
from marts.mart_record_reconciliation as reconciliation
inner join longest on reconciliation.player_id = longest.player_id
where reconciliation.list_id = 'pro'
order by reconciliation.games desc, reconciliation.reason
