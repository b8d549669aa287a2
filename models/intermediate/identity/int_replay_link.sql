with recursive game_row as (
    select * from {{ ref('int_game_row_merged') }}
    where game_id is not null
),

game as (
    select * from game_row
    where is_first
),

{# What a row's replay_of means: the game of that id in the same source. #}
link as (
    select
        game.game_id,
        game.landed_row_no,
        game.replay_of_id,
        min(game_row.game_id) as linked_game_id
    from game
    left join game_row
        on game.source = game_row.source and game.replay_of_id = game_row.source_game_id
    where game.replay_of_id is not null
    group by game.game_id, game.landed_row_no, game.replay_of_id
),

{# Link by link: a circle comes back to where it began. #}
chain as (
    select
        game_id,
        linked_game_id as reached,
        1 as links
    from link
    where linked_game_id is not null
    union all
    select
        chain.game_id,
        link.linked_game_id,
        chain.links + 1
    from chain
    inner join link
        on chain.reached = link.game_id
    where chain.reached != chain.game_id and link.linked_game_id is not null and chain.links < {{ var('most_replays') }}
),

judged as (
    select
        link.game_id,
        link.landed_row_no,
        link.replay_of_id,
        link.linked_game_id,
        case
            when link.linked_game_id is null then 'no game of this source has that id'
            when link.linked_game_id = link.game_id then 'that is this game itself'
            when link.game_id in (select game_id from chain where reached = game_id)
                then 'each of these games replays the other'
            when
                least(replayed.black_id, replayed.white_id) != least(game.black_id, game.white_id)
                or greatest(replayed.black_id, replayed.white_id) != greatest(game.black_id, game.white_id)
                then 'that game is between other players'
            when replayed.outcome in ('decided', 'default', 'both_lose') then 'that game was decided'
            when (replayed.first_played_on, replayed.sequence) > (game.played_on, game.sequence)
                then 'that game was played later'
        end as problem
    from link
    inner join game
        on link.game_id = game.game_id
    left join game as replayed
        on link.linked_game_id = replayed.game_id
)

select
    game_id,
    landed_row_no,
    replay_of_id,
    if(problem is null, linked_game_id, null) as replay_of,
    linked_game_id,
    problem
from judged
