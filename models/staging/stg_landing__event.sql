{# Cells that hold one of a few words. #}
{% set listed = {
    'scope': "('domestic', 'international')",
    'status': "('official', 'unofficial')",
    'format': "('individual', 'team', 'oteai')",
    'division': "('open', 'women')",
} %}
with landed as (
    select * from {{ ref('stg_landing__row') }}
    where landed_table = 'events'
),

typed as (
    select
        landed_row_no,
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
            {% for cell, values in listed.items() %}
            when {{ cell }} not in {{ values }} or {{ cell }} is null then 'bad_value'
            {% endfor %}
            when class not in ('A', 'B', 'C', 'D') then 'bad_value'
        end as reader_code,
        case
            when problem is not null then detail
            when event_id is null then 'event_id is empty'
            when name is null then 'name is empty'
            else concat_ws(
                '; ',
                {% for cell, values in listed.items() %}
                if(
                    {{ cell }} not in {{ values }} or {{ cell }} is null,
                    '{{ cell }} ' || coalesce({{ cell }}, '(empty)'),
                    null
                ),
                {% endfor %}
                if(class not in ('A', 'B', 'C', 'D'), 'class ' || class, null)
            )
        end as reader_detail,
        row(name, scope, status, format, division) as content,
        source_file in {{ listing_files('events') }} as is_listed
    from typed
),

{# An event in the events table takes precedence over what a tournament file says about it. #}
listed as (
    select event_id, name_key from checked
    where is_listed and reader_code is null
),

placed as (
    select
        *,
        not is_listed
        and (event_id in (select event_id from listed) or name_key in (select name_key from listed)) as is_described
    from checked
),

{# A class that a row leaves out is not a contradiction; two different classes are. #}
compared as (
    select
        *,
        row_number() over (
            partition by reader_code is null, is_described, event_id order by class is null, source_file, row_no
        ) as version_no,
        min(content) over events != max(content) over events
        or coalesce(min(class) over events != max(class) over events, false) as has_id_conflict,
        min(event_id) over names != max(event_id) over names as has_name_conflict
    from placed
    window
        events as (partition by reader_code is null, is_described, event_id),
        names as (partition by reader_code is null, is_described, name)
)

select
    landed_row_no,
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
        when is_described then 'described_elsewhere'
        when has_id_conflict then 'id_conflict'
        when version_no > 1 then 'duplicate_row'
        when has_name_conflict then 'name_conflict'
    end as reject_code,
    case
        when reader_code is not null then reader_detail
        when has_name_conflict and not has_id_conflict then 'name ' || name
        else 'event_id ' || event_id
    end as reject_detail
from compared
