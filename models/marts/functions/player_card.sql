with asked as (
    select of_player as player
),

named as (
    {{ players_named('player') }}
)

select
    player.player_id,
    player.name_display,
    board.list_id,
    board.as_of,
    board.rating,
    board.rank_no,
    board.active_rank_no,
    board.rated_games,
    board.last_played_on,
    peak.peak_rating,
    peak.peak_on,
    record.games as career_games,
    record.wins as career_wins,
    record.losses as career_losses,
    record.win_rate as career_win_rate
from {{ in_marts('dim_player') }} as player
inner join named
    on player.player_id = named.player_id
left join (
    select leaderboard.*
    from {{ in_marts('mart_leaderboard') }} as leaderboard
    inner join {{ in_marts('dim_rating_list') }} as list
        on leaderboard.list_id = list.list_id and leaderboard.method_id = list.method_id
) as board
    on player.player_id = board.player_id
left join {{ in_marts('mart_player_peak') }} as peak
    on
        board.list_id = peak.list_id
        and board.method_id = peak.method_id
        and board.player_id = peak.player_id
left join {{ in_marts('mart_player_record') }} as record
    on player.player_id = record.player_id and record.scope = 'career'
order by player.player_id, board.list_id
