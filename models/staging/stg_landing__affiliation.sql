with landed as (
    select * from {{ ref('stg_landing__row') }}
    where landed_table = 'affiliations'
),

valid_date as (
    {{ parsed_dates("(select valid_from as day_text from landed union all select valid_to from landed)", 'day_text') }}
),

player as (
    select player_id from {{ ref('stg_landing__player') }}
    where reject_code is null
),

typed as (
    select
        landed.landed_row_no,
        landed.source_file,
        landed.row_no,
        landed.raw_text,
        landed.problem,
        landed.detail,
        coalesce(merged_player.into_id, {{ cell('landed.player_id') }}) as player_id,
        lower({{ cell('landed.organisation') }}) as organisation,
        {{ cell('landed.valid_from') }} as from_text,
        {{ cell('landed.valid_to') }} as to_text,
        case valid_from.precision
            when 'day' then valid_from.day
            when 'month' then date_trunc('month', valid_from.day)::date
            when 'year' then date_trunc('year', valid_from.day)::date
        end as valid_from,
        valid_to.day as valid_to,
        valid_from.detail as from_detail,
        valid_to.detail as to_detail
    from landed
    left join valid_date as valid_from
        on {{ cell('landed.valid_from') }} = valid_from.text
    left join valid_date as valid_to
        on {{ cell('landed.valid_to') }} = valid_to.text
    left join {{ ref('stg_landing__merged_player') }} as merged_player
        on {{ cell('landed.player_id') }} = merged_player.player_id
),

checked as (
    select
        *,
        case
            when problem is not null then problem
            when player_id is null or organisation is null then 'missing_value'
            when organisation not in (select organisation from {{ ref('organisation') }}) then 'bad_value'
            when from_text is not null and valid_from is null then 'bad_value'
            when to_text is not null and valid_to is null then 'bad_value'
            when valid_from > valid_to then 'bad_value'
            when
                player_id not in (select player_id from player)
                and {{ landing_has('players') }}
                then 'unknown_player'
        end as reader_code,
        case
            when problem is not null then detail
            when player_id is null then 'player_id is empty'
            when organisation is null then 'organisation is empty'
            else concat_ws(
                '; ',
                'player_id ' || player_id,
                'organisation ' || organisation,
                'valid from ' || from_text || coalesce(': ' || from_detail, ''),
                'valid to ' || to_text || coalesce(': ' || to_detail, '')
            )
        end as reader_detail
    from typed
),

compared as (
    select
        *,
        row_number() over (
            partition by player_id, organisation, valid_from, valid_to, reader_code is null order by source_file, row_no
        ) as copy_no
    from checked
)

select
    landed_row_no,
    source_file,
    row_no,
    raw_text,
    player_id,
    organisation,
    coalesce(valid_from, date '0001-01-01') as valid_from,
    coalesce(valid_to, date '9999-12-31') as valid_to,
    case
        when reader_code is not null then reader_code
        when copy_no > 1 then 'duplicate_row'
    end as reject_code,
    reader_detail as reject_detail
from compared
