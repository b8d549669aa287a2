with landed as (
    select * from {{ ref('landed_row') }}
    where landed_table = 'events'
),

typed as (
    select
        source_file,
        row_no,
        raw_text,
        problem,
        detail,
        {{ cell('event_id') }} as event_id,
        {{ cell('"name"') }} as name,
        name_key({{ cell('"name"') }}) as name_key,
        lower({{ cell('scope') }}) as scope,
        lower({{ cell('status') }}) as status,
        lower({{ cell('format') }}) as format,
        lower({{ cell('division') }}) as division,
        upper({{ cell('"class"') }}) as class
    from landed
),

checked as (
    select
        *,
        case
            when problem is not null then problem
            when event_id is null or name is null then 'missing_value'
            when scope not in ('domestic', 'international') or scope is null then 'bad_value'
            when status not in ('official', 'unofficial') or status is null then 'bad_value'
            when format not in ('individual', 'team', 'oteai') or format is null then 'bad_value'
            when division not in ('open', 'women') or division is null then 'bad_value'
            when class not in ('A', 'B', 'C', 'D') then 'bad_value'
        end as reader_code,
        case
            when problem is not null then detail
            when event_id is null then 'event_id is empty'
            when name is null then 'name is empty'
            else concat_ws(
                '; ',
                if(scope not in ('domestic', 'international') or scope is null, 'scope ' || coalesce(scope, '(empty)'), null),
                if(status not in ('official', 'unofficial') or status is null, 'status ' || coalesce(status, '(empty)'), null),
                if(format not in ('individual', 'team', 'oteai') or format is null, 'format ' || coalesce(format, '(empty)'), null),
                if(division not in ('open', 'women') or division is null, 'division ' || coalesce(division, '(empty)'), null),
                if(class not in ('A', 'B', 'C', 'D'), 'class ' || class, null)
            )
        end as reader_detail,
        row(event_id, name, scope, status, format, division, class) as content
    from typed
),

compared as (
    select
        *,
        row_number() over (partition by content, reader_code is null order by source_file, row_no) as copy_no,
        min(content) over (partition by event_id, reader_code is null)
        != max(content) over (partition by event_id, reader_code is null) as has_id_conflict,
        min(event_id) over (partition by name, reader_code is null)
        != max(event_id) over (partition by name, reader_code is null) as has_name_conflict
    from checked
)

select
    source_file,
    row_no,
    raw_text,
    event_id,
    name,
    name_key,
    scope,
    status,
    format,
    division,
    class,
    case
        when reader_code is not null then reader_code
        when copy_no > 1 then 'duplicate_row'
        when has_id_conflict then 'id_conflict'
        when has_name_conflict then 'name_conflict'
    end as reject_code,
    case
        when reader_code is not null then reader_detail
        when copy_no > 1 or has_id_conflict then 'event_id ' || event_id
        when has_name_conflict then 'name ' || name
    end as reject_detail
from compared
