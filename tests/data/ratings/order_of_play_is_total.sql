{# No two rated games of a list share a position in the order of play. #}
with rated_game as (
    select * from {{ ref('int_rated_game') }}
),

game as (
    select * from {{ ref('fct_game') }}
)

select
    'Two games have one source and id: see int_game_row_merged' as what_to_do,
    rated_game.list_id,
    game.played_on,
    game.sequence,
    game.source,
    game.source_game_id,
    count(*) as games
from rated_game
inner join game
    on rated_game.game_id = game.game_id
group by rated_game.list_id, game.played_on, game.sequence, game.source, game.source_game_id
having count(*) > 1
