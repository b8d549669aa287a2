with landed as (
    select * from {{ ref('stg_landing__row') }}
    where landed_table = 'fixtures'
),

every_list as (
    select list(list_id order by list_id) as list_ids from {{ ref('rating_list') }}
),

played_date as (
    {{ parsed_dates('landed', 'played_on') }}
),

typed as (
    select
        landed.landed_row_no,
        landed.source_file,
        landed.row_no,
        landed.raw_text,
        landed.problem,
        landed.detail,
        {{ cell('landed.played_on') }} as played_on_text,
        played_date.day as played_on,
        played_date.precision as date_precision,
        played_date.detail as date_detail,
        {{ cell('landed.event') }} as event_name,
        {{ cell('landed.round') }} as round,
        {{ cell('landed.black') }} as black_name,
        {{ cell('landed.white') }} as white_name,
        lower({{ cell('landed.colours') }}) as colours_text,
        replace({{ half_width(cell('landed.komi')) }}, ',', '.') as komi_text,
        {{ half_width(cell('landed.handicap')) }} as handicap_text,
        {{ half_width(cell('landed.best_of')) }} as best_of_text,
        lower({{ half_width(cell('landed.list')) }}) as list_id,
        try_cast(komi_text as double) as komi,
        coalesce(try_cast(handicap_text as integer), 0) as handicap,
        coalesce(try_cast(best_of_text as integer), 1) as best_of
    from landed
    left join played_date
        on {{ cell('landed.played_on') }} = played_date.text
),

checked as (
    select
        *,
        case
            when problem is not null then detail
            when played_on_text is null then 'played_on is empty'
            when black_name is null then 'black is empty'
            when white_name is null then 'white is empty'
            when played_on is null or date_precision != 'day'
                then 'played_on ' || played_on_text || coalesce(': ' || date_detail, ': write the day as yyyy-mm-dd')
            when played_on > {{ build_day() }} + to_years({{ var('fixtures_ahead_years') }})
                then 'played_on ' || played_on_text || ' is more than {{ var('fixtures_ahead_years') }} years ahead'
            when not list_contains(every_list.list_ids, list_id)
                then 'list ' || list_id || ': write one of ' || array_to_string(every_list.list_ids, ', ')
                    || ', or nothing for every list'
            when coalesce(colours_text not in ('known', 'unknown'), false)
                then 'colours ' || colours_text || ': write known or unknown'
            when komi_text is not null and coalesce(not komi between 0 and 100 or komi * 2 != floor(komi * 2), true)
                then 'komi ' || komi_text || ': write points, like 6.5'
            when handicap_text is not null and coalesce(not try_cast(handicap_text as integer) between 0 and 99, true)
                then 'handicap ' || handicap_text || ': write a whole number of stones'
            when
                best_of_text is not null
                and coalesce(not (try_cast(best_of_text as integer) between 1 and 99 and best_of % 2 = 1), true)
                then 'best_of ' || best_of_text || ': write an odd number of games, at most 99'
        end as reader_detail,
        case
            when reader_detail is null then null
            when problem is not null then problem
            when played_on_text is null or black_name is null or white_name is null then 'missing_value'
            else 'bad_value'
        end as reader_code
    from typed
    cross join every_list
)

select
    landed_row_no,
    source_file,
    row_no,
    raw_text,
    played_on,
    event_name,
    round,
    black_name,
    white_name,
    coalesce(colours_text, 'known') = 'known' as colours_known,
    komi,
    handicap,
    best_of,
    list_id,
    reader_code as reject_code,
    reader_detail as reject_detail
from checked
