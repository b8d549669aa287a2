{% set names = ['name_ja', 'name_kana', 'name_romaji'] %}
with landed as (
    select * from {{ ref('stg_landing__row') }}
    where landed_table = 'players'
),

birth_date as (
    {{ parsed_dates('landed', 'birth_date') }}
),

{# Cells with a word for nothing in them (null, missing, #N/A) are empty, and names among them are no names. #}
empty_cell as (
    select text
    from (
        select distinct unnest([{{ cell('name_ja') }}, {{ cell('name_kana') }}, {{ cell('name_romaji') }}]) as text
        from landed
    )
    where text is not null and is_empty_cell(text)
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
        {% for name in names %}
        if(
            {{ cell('landed.' ~ name) }} in (select text from empty_cell), null, {{ cell('landed.' ~ name) }}
        ) as {{ name }},
        if(
            {{ cell('landed.' ~ name) }} in (select text from empty_cell),
            '{{ name }} ' || {{ cell('landed.' ~ name) }},
            null
        ) as unread_{{ name }},
        {% endfor %}
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
        {{ cell('landed.gender') }} as gender_text
    from landed
    left join birth_date
        on {{ cell('landed.birth_date') }} = birth_date.text
),

{# An id may look like nobody's name (player1) if it holds a number or a person's name stands beside it. #}
nobody as (
    select text
    from (select distinct unnest([player_id, {{ names | join(', ') }}]) as text from typed)
    where text is not null and is_placeholder(regexp_replace(text, '^name:([^|]*).*$', '\1'))
),

checked as (
    select
        *,
        if(gender is null, 'gender ' || gender_text, null) as unread_gender,
        case
            when problem is not null then problem
            when player_id is null then 'missing_value'
            {# The ids of pools, whatever name stands beside it. #}
            when starts_with(lower(name_key(player_id)), 'pool:') then 'not_a_player'
            when
                player_id in (select text from nobody)
                and not regexp_matches(player_id, '^[^:]*\d')
                {% for name in names %}
                and coalesce({{ name }}, player_id) in (select text from nobody)
                {% endfor %}
                then 'not_a_player'
        end as reader_code,
        case
            when problem is not null then detail
            when player_id is null then 'player_id is empty'
            else 'player_id ' || player_id
        end as reader_detail,
        struct_pack(name_ja, name_kana, name_romaji, birth_date, gender) as content,
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
        checked.*,
        merged_player.into_id as merged_into_id,
        not is_listed
        and starts_with(checked.player_id, 'name:')
        and replace(name_key(name_romaji), ' ', '') in (
            select replace(bare_name(name), ' ', '') from listed_name
            where name is not null
        ) as is_described,
        not is_listed and starts_with(checked.player_id, 'name:') and {{ landing_has('players') }} as is_of_nobody
    from checked
    left join {{ ref('stg_landing__merged_player') }} as merged_player
        on checked.player_id = merged_player.player_id
),

{# If two rows say different things about one player, the fuller one is kept, whichever came first. #}
compared as (
    select
        *,
        row_number() over (
            partition by player_id, content, reader_code is null order by source_file, row_no
        ) as copy_no,
        dense_rank() over versions as version_no,
        first_value(content) over versions as kept
    from placed
    window versions as (partition by player_id, reader_code is null order by known_cells desc, content)
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
    concat_ws(
        '; ', unread_name_ja, unread_name_kana, unread_name_romaji, unread_birth_date, unread_gender
    ) as unread,
    case
        when reader_code is not null then reader_code
        when merged_into_id is not null then 'merged_player'
        when is_described then 'described_elsewhere'
        when copy_no > 1 then 'duplicate_row'
        {# Beside a players table a name alone makes no player; a number (EGD, AGA) does. #}
        when is_of_nobody then 'unknown_player'
        when version_no > 1 then 'id_conflict'
    end as reject_code,
    case
        when reader_code is not null then reader_detail
        when reject_code = 'id_conflict' then concat_ws(
            '; ',
            'player_id ' || player_id,
            {% for field in ['name_ja', 'name_kana', 'name_romaji', 'birth_date', 'gender'] %}
            if(
                {{ field }} is distinct from kept.{{ field }},
                '{{ field }} ' || coalesce({{ field }}::varchar, '(empty)') || ' here, '
                || coalesce(kept.{{ field }}::varchar, '(empty)') || ' in the row that was kept',
                null
            ){{ ',' if not loop.last }}
            {% endfor %}
        )
        when merged_into_id is not null then 'player_id ' || player_id || ' is ' || merged_into_id
        else 'player_id ' || player_id
    end as reject_detail,
    merged_into_id
from compared
