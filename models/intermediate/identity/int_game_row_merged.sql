{#
    Which rows report one game for certain. Each step looks at what the step before left apart:
      1. one id within a source: the same row again is a copy, a different row is a conflict;
      2. records with the same moves between the same players, with one winner;
      3. two sources: the same day, players and event, unless the rounds differ;
      4. two sources: the same round of an event, days that fit together, and in each source no other game
         of either player in that round.
    What only may be one game is in int_possible_same_game.
#}
with identified as (
    select * from {{ ref('int_game_row_identified') }}
),

told as (
    select
        *,
        row(
            played_on, date_precision, sequence, event_id, edition, round, black_id, white_id, colours_known,
            black_rank, white_rank, komi, handicap, board_size, outcome, winner_id, win_by, margin, is_replay,
            replay_of_id
        ) as content
    from identified
    where reject_code is null
),

{# Step 1 #}
repeated_id as (
    select
        own_game_id,
        min(content) != max(content) as has_id_conflict
    from told
    group by own_game_id
    having count(*) > 1
),

numbered as (
    select
        told.landed_row_no,
        coalesce(repeated_id.has_id_conflict, false) as has_id_conflict,
        row_number() over (partition by told.own_game_id order by told.source_file, told.row_no) as copy_no
    from told
    inner join repeated_id
        on told.own_game_id = repeated_id.own_game_id
),

report as (
    select
        told.*,
        least(told.black_id, told.white_id) as one_id,
        greatest(told.black_id, told.white_id) as other_id,
        case when told.outcome in ('decided', 'default') then told.winner_id else told.outcome end as reading,
        {# Which of the rows of one game is believed. #}
        row(
            told.outcome = 'unknown',
            not told.colours_known,
            told.date_precision != 'day',
            told.order_key,
            told.source
        ) as place
    from told
    left join numbered
        on told.landed_row_no = numbered.landed_row_no
    where coalesce(numbered.copy_no, 1) = 1 and not coalesce(numbered.has_id_conflict, false)
),

{# Step 2 #}
same_record as (
    select
        own_game_id,
        first_value(own_game_id) over (records order by place) as record_game_id
    from report
    where moves_digest is not null
    window records as (partition by moves_digest, one_id, other_id)
    qualify
        coalesce(min(reading) filter (where outcome != 'unknown') over records, '')
        = coalesce(max(reading) filter (where outcome != 'unknown') over records, '')
),

recorded as (
    select report.*
    from report
    left join same_record
        on report.own_game_id = same_record.own_game_id
    where report.own_game_id = coalesce(same_record.record_game_id, report.own_game_id)
),

{#
    Step 3. Where two players met more than once that day, the first game of one source is the first of the
    other; where one source reports fewer games, a game is the one that ended the same way.
#}
encounter as (
    select
        played_on,
        date_precision,
        event_id,
        one_id,
        other_id,
        row_number() over (order by played_on, date_precision, event_id, one_id, other_id) as encounter_no,
        count(distinct round_key) > 1 as has_rounds
    from recorded
    group by played_on, date_precision, event_id, one_id, other_id
    having min(source) != max(source)
),

placed as (
    select
        recorded.*,
        encounter.encounter_no || '#' || if(encounter.has_rounds, recorded.round_key, '') as meeting
    from recorded
    inner join encounter
        on
            recorded.played_on = encounter.played_on
            and recorded.date_precision = encounter.date_precision
            and recorded.event_id = encounter.event_id
            and recorded.one_id = encounter.one_id
            and recorded.other_id = encounter.other_id
    {# A row without a round can't be told from several that have one. #}
    where recorded.round_key is not null or not encounter.has_rounds
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
        if(
            min(games_of_source) over meetings = max(games_of_source) over meetings,
            meeting || '#' || nth,
            meeting || '#' || reading || '#' || nth_alike
        ) as slot
    from counted
    window meetings as (partition by meeting)
),

same_day as (
    select
        own_game_id,
        first_value(own_game_id) over (partition by slot order by place) as day_game_id
    from slotted
),

told_by_day as (
    select recorded.*
    from recorded
    left join same_day
        on recorded.own_game_id = same_day.own_game_id
    where recorded.own_game_id = coalesce(same_day.day_game_id, recorded.own_game_id)
),

{#
    Step 4. Days fit together where the spans from a game's first day to its last overlap; in a numbered round
    they may also lie a day apart.
#}
same_round as (
    select
        event_id,
        round_key,
        one_id,
        other_id,
        arg_min(own_game_id, place) as round_game_id
    from told_by_day
    where round_key is not null and not is_replay
    group by event_id, round_key, one_id, other_id
    having
        count(*) > 1
        and count(*) = count(distinct source)
        and count(distinct edition_key) <= 1
        and max(first_played_on) - min(played_on) <= if(regexp_full_match(round_key, '\d+'), 1, 0)
),

{# Who plays somebody else in the same round of the same source isn't in a round but in a stage, which has many. #}
stage as (
    select distinct
        same_round.event_id,
        same_round.round_key,
        same_round.one_id,
        same_round.other_id
    from same_round
    inner join report
        on same_round.event_id = report.event_id and same_round.round_key = report.round_key
    where
        (report.one_id in (same_round.one_id, same_round.other_id))
        != (report.other_id in (same_round.one_id, same_round.other_id))
),

same_round_report as (
    select
        told_by_day.own_game_id,
        same_round.round_game_id
    from told_by_day
    inner join same_round
        on
            told_by_day.event_id = same_round.event_id
            and told_by_day.round_key = same_round.round_key
            and told_by_day.one_id = same_round.one_id
            and told_by_day.other_id = same_round.other_id
    anti join stage
        on
            same_round.event_id = stage.event_id
            and same_round.round_key = stage.round_key
            and same_round.one_id = stage.one_id
            and same_round.other_id = stage.other_id
    where not told_by_day.is_replay
),

{# From the row's own game by way of each step's to the game that the row reports. #}
merged as (
    select
        told.landed_row_no,
        coalesce(
            same_round_report.round_game_id, same_day.day_game_id, same_record.record_game_id, told.own_game_id
        ) as reported_game_id,
        coalesce(numbered.copy_no, 1) = 1 and told.own_game_id = reported_game_id as is_first,
        coalesce(numbered.copy_no, 1) > 1 as is_copy
    from told
    left join numbered
        on told.landed_row_no = numbered.landed_row_no
    left join same_record
        on told.own_game_id = same_record.own_game_id
    left join same_day
        on coalesce(same_record.record_game_id, told.own_game_id) = same_day.own_game_id
    left join same_round_report
        on
            coalesce(same_day.day_game_id, same_record.record_game_id, told.own_game_id)
            = same_round_report.own_game_id
    where not coalesce(numbered.has_id_conflict, false)
)

select
    identified.* exclude (own_game_id, reject_code, reject_detail),
    merged.reported_game_id as game_id,
    coalesce(merged.is_first, false) as is_first,
    case
        when identified.reject_code is not null then identified.reject_code
        when merged.reported_game_id is null then 'id_conflict'
        when merged.is_copy then 'duplicate_row'
        when merged.is_first then null
        when believed.source = identified.source then 'duplicate_row'
        else 'same_game_other_source'
    end as reject_code,
    case
        when identified.reject_code is not null then identified.reject_detail
        when merged.is_first then null
        else coalesce('game ' || merged.reported_game_id, 'source_game_id ' || identified.source_game_id)
    end as reject_detail
from identified
left join merged
    on identified.landed_row_no = merged.landed_row_no
left join report as believed
    on merged.reported_game_id = believed.own_game_id
