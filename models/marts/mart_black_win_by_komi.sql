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
),

{# Wilson's interval at 95 %: z = 1.959964. #}
estimated as (
    select
        *,
        black_wins / games::double as p,
        1.959964 as z
    from counted
)

select
    komi,
    games,
    black_wins,
    p as black_win_rate,
    greatest(0, (p + z * z / (2 * games) - z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))) / (1 + z * z / games))
        as ci_low,
    least(1, (p + z * z / (2 * games) + z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))) / (1 + z * z / games))
        as ci_high,
    if(black_wins in (0, games), null, 400 * log10(p / (1 - p))) as elo_equivalent
from estimated
