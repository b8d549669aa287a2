with landed as (
    select * from {{ ref('stg_landing__row') }}
),

game_row as (
    select * from {{ ref('int_game_row_merged') }}
),

first_row as (
    select * from game_row
    where is_first
),

game as (
    select * from {{ ref('int_game') }}
),

player_row as (
    select * from {{ ref('stg_landing__player') }}
),

run as (
    select * from {{ ref('int_rating_step') }}
),

reason as (
    select * from {{ ref('dq_reason') }}
),

{# Players whose Japanese names are told apart by blanks or character widths only. #}
name_of_player as (
    select
        *,
        replace(name_key(name_ja), ' ', '') as unspaced
    from player_row
    where reject_code is null and name_ja is not null
),

twin as (
    select
        *,
        'player_id ' || string_agg(player_id, ', ') over (
            partition by unspaced order by player_id rows between unbounded preceding and unbounded following
        ) as detail
    from name_of_player
    qualify min(name_ja) over (partition by unspaced) != max(name_ja) over (partition by unspaced)
),

from_readers as (
    select
        landed_table,
        source_file,
        row_no,
        raw_text,
        unnest(from_json(warnings, '[["VARCHAR"]]')) as warning
    from landed
    where warnings is not null
),

game_with_row as (
    select
        game.*,
        first_row.source_file,
        first_row.row_no,
        first_row.raw_text,
        max(game.played_on) over () as last_day,
        max(game.played_on) over (
            order by game.played_on groups between unbounded preceding and 1 preceding
        ) as day_before
    from game
    inner join first_row
        on game.game_id = first_row.game_id
),

{# The same two players on one day in two sources, under events that go by different names. #}
told_twice as (
    select *
    from game_with_row
    window pairs as (partition by played_on, least(black_id, white_id), greatest(black_id, white_id))
    qualify
        min(source) over pairs != max(source) over pairs and min(event_id) over pairs != max(event_id) over pairs
),

warned as (
    select landed_table, source_file, row_no, raw_text, warning[1] as code, warning[2] as detail
    from from_readers
    union all
    select 'games', source_file, row_no, raw_text, 'unread_cell', concat_ws('; ', unread_komi, unread_margin)
    from game_row
    where (unread_komi is not null or unread_margin is not null) and reject_code is null
    union all
    select 'games', source_file, row_no, raw_text, 'win_by_nothing', 'margin 0'
    from game_row
    where is_win_by_nothing and reject_code is null
    union all
    select 'players', source_file, row_no, raw_text, 'possible_same_player', detail
    from twin
    union all
    select 'games', source_file, row_no, raw_text, 'possible_duplicate', 'game ' || game_id
    from game_row
    where is_possible_duplicate
    union all
    select 'players', source_file, row_no, raw_text, 'unread_cell', unread
    from player_row
    where reject_code is null and unread != ''
    union all
    select 'games', source_file, row_no, raw_text, 'jigo_with_half_komi', 'komi ' || komi
    from game_with_row
    where outcome = 'jigo' and komi != floor(komi) and coalesce(handicap, 0) < 2
    union all
    select 'games', source_file, row_no, raw_text, 'no_affiliation', concat_ws(
        '; ',
        if(black_affiliation_count = 0, 'black ' || black_id, null),
        if(white_affiliation_count = 0, 'white ' || white_id, null)
    )
    from game_with_row
    where (black_affiliation_count = 0 or white_affiliation_count = 0) and {{ landing_has('affiliations') }}
    union all
    select 'games', source_file, row_no, raw_text, 'affiliation_overlap', concat_ws(
        '; ',
        if(black_affiliation_count > 1, 'black ' || black_id, null),
        if(white_affiliation_count > 1, 'white ' || white_id, null)
    )
    from game_with_row
    where black_affiliation_count > 1 or white_affiliation_count > 1
    union all
    select 'games', source_file, row_no, raw_text, 'replay_of_unknown', 'replay_of ' || replay_of_id
    from game_with_row
    where is_replay_of_unknown
    union all
    select 'games', source_file, row_no, raw_text, 'source_conflict', 'game ' || game_id
    from game_with_row
    where is_source_conflict
    union all
    select 'games', source_file, row_no, raw_text, 'source_difference', differences
    from game_with_row
    where differences != '' and not is_source_conflict
    union all
    select 'games', source_file, row_no, raw_text, 'rank_unread', concat_ws(
        '; ',
        if(rank_number(black_rank) is null, 'black ' || black_rank, null),
        if(rank_number(white_rank) is null, 'white ' || white_rank, null)
    )
    from game_with_row
    where
        (black_rank is not null and rank_number(black_rank) is null)
        or (white_rank is not null and rank_number(white_rank) is null)
    union all
    select 'list', list_id, 0, method_id, 'rating_note', note
    from run
    where note is not null
    union all
    select 'games', source_file, row_no, raw_text, 'possible_same_game', 'event ' || event_id
    from told_twice
    union all
    select 'games', source_file, row_no, raw_text, 'date_far_ahead', 'played_on ' || played_on
    from game_with_row
    where played_on = last_day and played_on > day_before + {{ var('far_ahead_days') }}
)

select
    row_number() over (
        order by warned.landed_table, warned.source_file, warned.row_no, warned.code, warned.detail
    ) as warning_no,
    warned.landed_table,
    warned.source_file,
    warned.row_no,
    warned.raw_text,
    warned.code as reason_code,
    warned.detail,
    coalesce(reason.remedy, '') as remedy
from warned
left join reason
    on warned.code = reason.code
