with player_row as (
    select * from {{ ref('stg_landing__player') }}
    where reject_code is null
),

alias_row as (
    select * from {{ ref('stg_landing__alias') }}
    where reject_code is null
),

event_row as (
    select * from {{ ref('stg_landing__event') }}
    where reject_code is null
),

game_row as (
    select * from {{ ref('stg_landing__game') }}
    where landed_row_no in (select landed_row_no from {{ ref('int_game_row_merged') }} where reject_code is null)
),

written as (
    {% for name in ['name_ja', 'name_kana', 'name_romaji'] %}
    select landed_row_no, '{{ name }}' as column_name, true as is_person, {{ name }} as name from player_row
    union all
    {% endfor %}
    select landed_row_no, 'alias', true, alias from alias_row
    union all
    select landed_row_no, 'name', false, name from event_row
),

{# A name in games is told once, and not at all where a list holds it. #}
written_in_games as (
    select
        landed_row_no,
        column_name,
        is_person,
        name
    from (
        select landed_row_no, 'black' as column_name, true as is_person, black_name as name from game_row
        union all
        select landed_row_no, 'white', true, white_name from game_row
        union all
        select landed_row_no, 'event', false, event_name from game_row
    )
    where
        name is not null
        and not starts_with(name, 'name:')
        and name not in (select name from written where name is not null)
    qualify row_number() over (partition by is_person, name order by landed_row_no, column_name) = 1
),

distinct_name as (
    select distinct
        name,
        is_person
    from (
        select name, is_person from written
        where name is not null
        union all
        select name, is_person from written_in_games
    )
),

judged as (
    select
        name,
        is_person,
        nullif(name_damage(name, is_person), '') as damage
    from distinct_name
)

select
    place.landed_row_no,
    place.column_name,
    place.name,
    judged.damage
from (
    select * from written
    union all
    select * from written_in_games
) as place
inner join judged
    on place.name = judged.name and place.is_person = judged.is_person
where judged.damage is not null
