{# The years, colours and events of a player's record each add up to his career. #}
with record as (
    select * from {{ ref('mart_player_record') }}
),

totalled as (
    select
        player_id,
        scope,
        sum(games) as games,
        sum(wins) as wins,
        sum(losses) as losses
    from record
    group by player_id, scope
)

select
    part.player_id,
    part.scope,
    part.games,
    career.games as career_games
from totalled as part
left join totalled as career
    on part.player_id = career.player_id and career.scope = 'career'
where
    part.games is distinct from career.games
    or part.wins is distinct from career.wins
    or part.losses is distinct from career.losses
