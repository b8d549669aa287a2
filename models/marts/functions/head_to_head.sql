select
    game.game_id,
    game.played_on,
    event.name as event,
    game.round,
    black.name_display as black,
    white.name_display as white,
    game.colours_known,
    game.komi,
    game.outcome,
    game.win_by,
    game.margin,
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
where
    (
        {{ is_named('black.player_id', 'player_a') }}
        and {{ is_named('white.player_id', 'player_b') }}
    )
    or (
        {{ is_named('black.player_id', 'player_b') }}
        and {{ is_named('white.player_id', 'player_a') }}
    )
order by game.played_on, game.sequence, game.game_id
