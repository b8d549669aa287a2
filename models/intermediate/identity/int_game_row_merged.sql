with identified as (
    select * from {{ ref('int_game_row_identified') }}
),

told as (
    select * from identified
    where reject_code is null
),

{# One id within a source is one game: the same row again is a copy, a different row is a conflict. #}
repeated_id as (
    select own_game_id from told
    group by own_game_id
    having count(*) > 1
),

repeated as (
    select
        told.*,
        row(
            played_on, date_precision, sequence, event_id, edition, round, black_id, white_id, colours_known,
            black_rank, white_rank, komi, handicap, outcome, winner_id, win_by, margin, is_replay, replay_of_id
        ) as content
    from told
    inner join repeated_id
        on told.own_game_id = repeated_id.own_game_id
),

compared as (
    select
        landed_row_no,
        row_number() over (partition by own_game_id, content order by source_file, row_no) as copy_no,
        min(content) over (partition by own_game_id) != max(content) over (partition by own_game_id) as has_id_conflict
    from repeated
),

{#
    Across sources, the same day, players and event make one game unless the rounds differ. Where
    two players met more than once that day, the first game of one source is the first of the
    other; where one source reports fewer games, a game is the one that ended the same way.
#}
encounter as (
    select
        told.landed_row_no,
        told.own_game_id,
        told.source,
        told.source_game_id,
        told.played_on,
        told.date_precision,
        told.event_id,
        least(told.black_id, told.white_id) as one_id,
        greatest(told.black_id, told.white_id) as other_id,
        told.sequence,
        regexp_replace(lower(told.round), '^(round |r)?0*(\d+)$', '\2') as round_key,
        told.outcome,
        case when told.outcome in ('decided', 'default') then told.winner_id else told.outcome end as reading,
        told.colours_known
    from told
    left join compared
        on told.landed_row_no = compared.landed_row_no
    where coalesce(compared.copy_no, 1) = 1 and not coalesce(compared.has_id_conflict, false)
),

shared_encounter as (
    select
        played_on,
        date_precision,
        event_id,
        one_id,
        other_id,
        row_number() over (order by played_on, date_precision, event_id, one_id, other_id) as encounter_no,
        count(distinct round_key) > 1 as has_rounds
    from encounter
    group by played_on, date_precision, event_id, one_id, other_id
    having min(source) != max(source)
),

placed as (
    select
        encounter.*,
        shared_encounter.has_rounds and encounter.round_key is null as is_possible_duplicate,
        shared_encounter.encounter_no || '#' || if(shared_encounter.has_rounds, encounter.round_key, '') as meeting
    from encounter
    inner join shared_encounter
        on
            encounter.played_on = shared_encounter.played_on
            and encounter.date_precision = shared_encounter.date_precision
            and encounter.event_id = shared_encounter.event_id
            and encounter.one_id = shared_encounter.one_id
            and encounter.other_id = shared_encounter.other_id
),

counted as (
    select
        *,
        count(*) over (partition by meeting, source) as games_of_source,
        row_number() over (partition by meeting, source order by sequence, source_game_id) as nth,
        row_number() over (partition by meeting, source, reading order by sequence, source_game_id) as nth_alike
    from placed
),

slotted as (
    select
        *,
        case
            when is_possible_duplicate then own_game_id
            when min(games_of_source) over meetings = max(games_of_source) over meetings then meeting || '#' || nth
            else meeting || '#' || reading || '#' || nth_alike
        end as slot
    from counted
    window meetings as (partition by meeting)
),

merged as (
    select
        landed_row_no,
        first_value(own_game_id) over slots as game_id,
        first_value(own_game_id) over slots = own_game_id as is_first,
        is_possible_duplicate
    from slotted
    window slots as (partition by slot order by outcome = 'unknown', not colours_known, source, source_game_id)
)

select
    identified.* exclude (own_game_id, reject_code, reject_detail),
    coalesce(merged.game_id, encounter.own_game_id) as game_id,
    encounter.landed_row_no is not null and coalesce(merged.is_first, true) as is_first,
    coalesce(merged.is_possible_duplicate, false) as is_possible_duplicate,
    case
        when identified.reject_code is not null then identified.reject_code
        when compared.copy_no > 1 then 'duplicate_row'
        when compared.has_id_conflict then 'id_conflict'
        when not merged.is_first then 'same_game_other_source'
    end as reject_code,
    case
        when identified.reject_code is not null then identified.reject_detail
        when not coalesce(merged.is_first, true) then 'game ' || merged.game_id
        else 'source_game_id ' || identified.source_game_id
    end as reject_detail
from identified
left join compared
    on identified.landed_row_no = compared.landed_row_no
left join encounter
    on identified.landed_row_no = encounter.landed_row_no
left join merged
    on identified.landed_row_no = merged.landed_row_no
