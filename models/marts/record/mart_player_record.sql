with game_player as (
    select * from {{ ref('fct_game_player') }}
    where counts_for_record
),

scoped as (
    select
        *,
        unnest([
            {'scope': 'career', 'scope_value': 'career'},
            {'scope': 'year', 'scope_value': year(played_on)::varchar},
            {'scope': 'colour', 'scope_value': coalesce(colour, 'unknown')},
            {'scope': 'event', 'scope_value': event_id}
        ], recursive := true)
    from game_player
),

counted as (
    select
        player_id,
        scope,
        scope_value,
        count(*) as games,
        count(*) filter (where is_win) as wins,
        count(*) filter (where is_loss) as losses,
        count(*) filter (where is_jigo) as jigo,
        count(*) filter (where is_no_result) as no_result,
        count(*) filter (where is_default and is_win) as default_wins,
        count(*) filter (where is_default and is_loss) as default_losses,
        count(*) filter (where is_both_lose) as both_lose
    from scoped
    group by player_id, scope, scope_value
)

select
    player_id,
    scope,
    scope_value,
    games,
    wins,
    losses,
    jigo,
    no_result,
    default_wins,
    default_losses,
    both_lose,
    wins / nullif(wins + losses, 0)::double as win_rate
from counted
