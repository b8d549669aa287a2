with game as (
    select * from {{ ref('fct_game') }}
),

rated_game as (
    select distinct game_id from {{ ref('fct_game_eligibility') }}
    where is_rated
),

counted as (
    select
        game.komi,
        count(*) as games,
        count(*) filter (where game.winner_id = game.black_id) as black_wins
    from game
    inner join rated_game
        on game.game_id = rated_game.game_id
    where
        game.colours_known
        and game.komi is not null
        and game.outcome = 'decided'
        and coalesce(game.handicap, 0) = 0
    group by game.komi
)

select
    komi,
    games,
    black_wins,
    black_wins / games::double as black_win_rate,
    {{ wilson_low('black_wins', 'games') }} as ci_low,
    {{ wilson_high('black_wins', 'games') }} as ci_high,
    if(black_wins in (0, games), null, 400 * log10(black_wins / (games - black_wins)::double)) as elo_equivalent
from counted
