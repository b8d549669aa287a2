with game_player as (
    select * from {{ ref('fct_game_player') }}
    where counts_for_record
),

eligibility as (
    select * from {{ ref('fct_game_eligibility') }}
),

counted as (
    select
        eligibility.list_id,
        game_player.player_id,
        eligibility.not_rated_reason,
        count(*) as games
    from game_player
    inner join eligibility
        on game_player.game_id = eligibility.game_id
    group by eligibility.list_id, game_player.player_id, eligibility.not_rated_reason
),

totalled as (
    select
        *,
        sum(games) over players as record_games,
        sum(if(not_rated_reason is null, games, 0)) over players as rated_games
    from counted
    window players as (partition by list_id, player_id)
)

select
    list_id,
    player_id,
    coalesce(not_rated_reason, 'none') as reason,
    if(not_rated_reason is null, 0, games) as games,
    record_games::bigint as record_games,
    rated_games::bigint as rated_games
from totalled
where not_rated_reason is not null or rated_games = record_games
