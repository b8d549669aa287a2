{# Games in a player's record = their rated games in a list + the games by reason, for every player with a record. #}
with reconciliation as (
    select
        list_id,
        player_id,
        any_value(record_games) as record_games,
        any_value(rated_games) as rated_games,
        sum(games) as not_rated_games
    from {{ ref('mart_record_reconciliation') }}
    group by list_id, player_id
),

record as (
    select * from {{ ref('mart_player_record') }}
    where scope = 'career'
),

rating_list as (
    select * from {{ ref('rating_list') }}
)

select
    'Find the game of this player that counts for the record but has no row in fct_game_eligibility' as what_to_do,
    rating_list.list_id,
    record.player_id,
    record.games as record_games,
    reconciliation.rated_games,
    reconciliation.not_rated_games
from record
cross join rating_list
left join reconciliation
    on rating_list.list_id = reconciliation.list_id and record.player_id = reconciliation.player_id
where
    record.games is distinct from reconciliation.record_games
    or record.games is distinct from reconciliation.rated_games + reconciliation.not_rated_games
