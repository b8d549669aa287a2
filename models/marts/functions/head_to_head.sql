with asked as (
    select
        player_a as one,
        player_b as other
),

named_a as (
    {{ players_named('one') }}
),

named_b as (
    {{ players_named('other') }}
)

select
    game.game_id,
    game.played_on,
    event.name as event,
    game.round,
    game.black_id,
    black.name_display as black,
    game.white_id,
    white.name_display as white,
    game.colours_known,
    game.komi,
    game.outcome,
    game.win_by,
    game.margin,
    game.winner_id,
    winner.name_display as winner,
    game.counts_for_record
from {{ in_marts('fct_game') }} as game
inner join {{ in_marts('dim_player') }} as black
    on game.black_id = black.player_id
inner join {{ in_marts('dim_player') }} as white
    on game.white_id = white.player_id
left join {{ in_marts('dim_player') }} as winner
    on game.winner_id = winner.player_id
inner join {{ in_marts('dim_event') }} as event
    on game.event_id = event.event_id
inner join (
    select
        named_a.player_id as black_id,
        named_b.player_id as white_id
    from named_a
    cross join named_b
    union
    select
        named_b.player_id,
        named_a.player_id
    from named_a
    cross join named_b
) as pair
    on game.black_id = pair.black_id and game.white_id = pair.white_id
order by game.played_on, game.sequence, game.game_id
