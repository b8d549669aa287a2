{# Each game comes from one staged row, and each staged row of the table games is a game. #}
with game as (
    select count(*) as games from {{ ref('fct_game') }}
),

staged as (
    select coalesce(sum(rows_staged), 0) as rows_staged
    from {{ ref('dq_source_count') }}
    where landed_table = 'games'
)

select
    'Compare int_game with the rows of int_game_row_merged that have no reject_code' as what_to_do,
    game.games,
    staged.rows_staged
from game
cross join staged
where game.games != staged.rows_staged
