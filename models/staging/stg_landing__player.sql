with landed as (
    select * from {{ ref('stg_landing__row') }}
    where landed_table = 'players'
),

birth_date as (
    {{ parsed_dates('landed', 'birth_date') }}
),

typed as (
    select
        landed.landed_row_no,
        landed.source_file,
        landed.row_no,
        landed.raw_text,
        landed.problem,
        landed.detail,
        {{ cell('landed.player_id') }} as player_id,
        {{ cell('landed.name_ja') }} as name_ja,
        {{ cell('landed.name_kana') }} as name_kana,
        {{ cell('landed.name_romaji') }} as name_romaji,
        if(birth_date.precision = 'day', birth_date.day, null) as birth_date,
        case
            when birth_date.problem is not null
                then 'birth_date ' || birth_date.text || ': ' || birth_date.detail
            when birth_date.precision != 'day' then 'birth_date ' || birth_date.text
        end as unread_birth_date,
        case
            when lower({{ cell('landed.gender') }}) in ('f', 'female', 'w', 'woman', '女') then 'female'
            when lower({{ cell('landed.gender') }}) in ('m', 'male', 'man', '男') then 'male'
        end as gender,
        if(gender is null, 'gender ' || {{ cell('landed.gender') }}, null) as unread_gender
    from landed
    left join birth_date
        on {{ cell('landed.birth_date') }} = birth_date.text
),

checked as (
    select
        *,
        case
            when problem is not null then problem
            when player_id is null then 'missing_value'
            when lower(name_key(player_id)) in (select placeholder from {{ ref('placeholder_name') }})
                then 'not_a_player'
        end as reader_code,
        case
            when problem is not null then detail
            when player_id is null then 'player_id is empty'
            else 'player_id ' || player_id
        end as reader_detail,
        row(name_ja, name_kana, name_romaji, birth_date, gender) as content,
        (name_ja is not null)::integer + (name_kana is not null)::integer + (name_romaji is not null)::integer
        + (birth_date is not null)::integer + (gender is not null)::integer as known_cells,
        source_file in {{ listing_files('players') }} as is_listed
    from typed
),

{# Names in the players table and its aliases: a tournament file need not say who they mean. #}
listed_name as (
    select unnest([name_ja, name_kana, name_romaji]) as name from checked
    where is_listed
    union
    select alias from {{ ref('stg_landing__row') }}
    where landed_table = 'aliases' and source_file in {{ listing_files('aliases') }}
),

placed as (
    select
        *,
        not is_listed
        and starts_with(player_id, 'name:')
        and replace(name_key(name_romaji), ' ', '') in (
            select replace(name_key(name), ' ', '') from listed_name
            where name is not null
        ) as is_described
    from checked
),

{# If two rows say different things about one player, the fuller one is kept, whichever came first. #}
compared as (
    select
        *,
        row_number() over (
            partition by player_id, content, reader_code is null order by source_file, row_no
        ) as copy_no,
        dense_rank() over (partition by player_id, reader_code is null order by known_cells desc, content) as version_no
    from placed
)

select
    landed_row_no,
    source_file,
    row_no,
    raw_text,
    player_id,
    name_ja,
    name_kana,
    name_romaji,
    birth_date,
    gender,
    concat_ws('; ', unread_birth_date, unread_gender) as unread,
    case
        when reader_code is not null then reader_code
        when is_described then 'described_elsewhere'
        when copy_no > 1 then 'duplicate_row'
        when version_no > 1 then 'id_conflict'
    end as reject_code,
    if(reader_code is not null, reader_detail, 'player_id ' || player_id) as reject_detail
from compared
