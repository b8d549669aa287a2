with game as (
    select * from {{ ref('int_game') }}
)

select
    game_id,
    source,
    source_game_id,
    source_count,
    played_on,
    date_precision,
    sequence,
    event_id,
    edition,
    round,
    black_id,
    white_id,
    colours_known,
    black_rank,
    white_rank,
    komi,
    handicap,
    outcome,
    win_by,
    margin,
    winner_id,
    is_replay,
    replay_of,
    record_reason is null as counts_for_record,
    record_reason,
    board_size
from game
