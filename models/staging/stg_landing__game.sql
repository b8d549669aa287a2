with landed as (
    select * from {{ ref('stg_landing__row') }}
    where landed_table = 'games'
),

played_date as (
    {{ parsed_dates('landed', 'played_on') }}
),

parsed_result as (
    {{ parsed_results('landed', 'result') }}
),

cells as (
    select
        landed_row_no,
        source_file,
        row_no,
        raw_text,
        problem,
        detail,
        coalesce({{ cell('source') }}, source_file) as source,
        {{ cell('source_game_id') }} as source_game_id,
        {# A game record, whose id is its file's name, has its folder for a source. #}
        if(starts_with(source_game_id, parse_filename(source_file)), null, {{ cell('source') }}) as stated_source,
        {{ cell('played_on') }} as played_on_text,
        {{ half_width(cell('sequence')) }} as sequence_text,
        {{ cell('event') }} as event_name,
        {{ cell('edition') }} as edition,
        {{ cell('round') }} as round,
        {{ cell('black') }} as black_name,
        {{ cell('white') }} as white_name,
        lower({{ cell('colours') }}) as colours_text,
        {{ cell('black_rank') }} as black_rank,
        {{ cell('white_rank') }} as white_rank,
        replace({{ half_width(cell('komi')) }}, ',', '.') as komi_text,
        {{ half_width(cell('handicap')) }} as handicap_text,
        regexp_replace(lower({{ half_width(cell('board_size')) }}), ' *[x×:*] *', 'x') as board_size_text,
        coalesce({{ cell('result') }}, '') as result_text,
        lower({{ cell('is_replay') }}) as is_replay_text,
        {{ cell('replay_of') }} as replay_of_id,
        moves_digest
    from landed
),

typed as (
    select
        cells.*,
        played_date.day as played_on,
        played_date.precision as date_precision,
        played_date.problem as date_problem,
        played_date.detail as date_detail,
        played_date.warnings as date_warnings,
        played_date.first_day as began_on,
        if(
            regexp_full_match(coalesce(sequence_text, '1'), '\d{1,9}(\.0+)?'),
            coalesce(sequence_text, '1')::double::integer,
            null
        ) as sequence,
        case
            when colours_text is null or colours_text = 'known' then true
            when colours_text = 'unknown' then false
        end as colours_known,
        if(regexp_full_match(handicap_text, '\d{1,2}(\.0+)?'), handicap_text::double::integer, null) as handicap,
        {# 13, 13.0 or 13x13: a board has as many lines one way as the other. #}
        if(
            regexp_full_match(board_size_text, '\d{1,2}(\.0+|x\d{1,2})?')
            and split_part(board_size_text, 'x', 2) in ('', split_part(board_size_text, 'x', 1)),
            split_part(board_size_text, 'x', 1)::double::integer,
            null
        ) as lines,
        if(lines between 2 and 52, lines, null) as board_size,
        if(regexp_full_match(komi_text, '[+-]?(\d+(\.\d*)?|\.\d+)'), komi_text::double, null) as stated_komi,
        case
            when is_replay_text is null or is_replay_text in ('false', 'f', '0', 'no', 'n')
                then replay_of_id is not null
            when is_replay_text in ('true', 't', '1', 'yes', 'y') then true
        end as is_replay,
        parsed_result.outcome,
        parsed_result.winner as winner_colour,
        parsed_result.win_by,
        parsed_result.margin,
        parsed_result.is_odd_margin
    from cells
    left join played_date
        on cells.played_on_text = played_date.text
    left join parsed_result
        on cells.result_text = parsed_result.text
),

{#
    Komi is taken as stated when it can be one: whole or half points, not below zero unless the handicap is stated. What
    no even game has is 6.5 without its point, or points given for stones; where stones are stated it may be so much.
#}
believed as (
    select
        *,
        if(
            abs(stated_komi) <= if(coalesce(handicap, 0) < 2, {{ var('most_komi_of_even_game') }}, 100)
            and stated_komi * 2 = floor(stated_komi * 2)
            and (stated_komi >= 0 or handicap is not null),
            stated_komi,
            null
        ) as komi
    from typed
),

{# No margin is larger than the whole board and the komi. #}
measured as (
    select
        * exclude (is_odd_margin, margin),
        is_odd_margin or coalesce(margin > 361 + greatest(coalesce(komi, 0), 0), false) as is_margin_unread,
        if(is_margin_unread, null, margin) as margin
    from believed
)

select
    landed_row_no,
    source_file,
    row_no,
    raw_text,
    source,
    stated_source,
    source_game_id,
    played_on,
    date_precision,
    began_on,
    played_on_text,
    sequence,
    event_name,
    edition,
    round,
    black_name,
    white_name,
    colours_known,
    black_rank,
    white_rank,
    komi,
    handicap,
    board_size,
    outcome,
    winner_colour,
    win_by,
    margin,
    is_replay,
    replay_of_id,
    moves_digest,
    case
        when problem is not null then problem
        when source_game_id is null or black_name is null or white_name is null then 'missing_value'
        when played_on_text is null then 'missing_value'
        when date_problem is not null then date_problem
        when played_on > {{ build_day() }} then 'date_in_future'
        when outcome is null then 'result_unreadable'
        when sequence is null or colours_known is null or is_replay is null then 'bad_value'
        when handicap is null and handicap_text is not null then 'bad_value'
        when board_size is null and board_size_text is not null then 'bad_value'
    end as reject_code,
    case
        when problem is not null then detail
        when reject_code = 'missing_value' then concat_ws(
            ', ',
            if(source_game_id is null, 'source_game_id', null),
            if(played_on_text is null, 'played_on', null),
            if(black_name is null, 'black', null),
            if(white_name is null, 'white', null)
        ) || ' is empty'
        when date_problem is not null then 'played_on ' || played_on_text || ': ' || date_detail
        when reject_code = 'date_in_future' then 'played_on ' || played_on_text || if(
            date_precision = 'day', '', ' counts as ' || played_on || ', which'
        ) || ' is after the day of the build, ' || {{ build_day() }}
        when outcome is null then 'result ' || result_text
        when reject_code = 'bad_value' then concat_ws(
            '; ',
            if(sequence is null, 'sequence ' || sequence_text, null),
            if(colours_known is null, 'colours ' || colours_text, null),
            if(is_replay is null, 'is_replay ' || is_replay_text, null),
            if(handicap is null and handicap_text is not null, 'handicap ' || handicap_text, null),
            if(board_size is null and board_size_text is not null, 'board_size ' || board_size_text, null)
        )
    end as reject_detail,
    date_warnings,
    if(
        komi is null and komi_text is not null,
        'komi ' || komi_text || if(stated_komi between 40 and 90, ', perhaps ' || stated_komi / 10, ''),
        null
    ) as unread_komi,
    if(is_margin_unread, 'result ' || result_text, null) as unread_margin,
    margin = 0 as is_win_by_nothing
from measured
