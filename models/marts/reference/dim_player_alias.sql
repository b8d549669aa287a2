with player as (
    select * from {{ ref('dim_player') }}
),

landed_alias as (
    select distinct
        player_id,
        alias
    from {{ ref('stg_landing__alias') }}
    where reject_code is null
),

{# A player whose id is the name has no other form of it. #}
spelling as (
    select player_id, name_ja as alias, 1 as place, 'name_ja' as kind from player
    union all
    select player_id, name_kana, 2, 'name_kana' from player
    union all
    select player_id, name_romaji, 3, 'name_romaji' from player
    union all
    select player_id, alias, 4, 'alias' from landed_alias
    union all
    select player_id, player_id, 6, 'player_id' from player
),

word as (
    select
        player_id,
        regexp_split_to_array(trim(alias), '[\s,]+') as words
    from spelling
    where regexp_matches(alias, '[A-Za-z]') and regexp_matches(trim(alias), '\s')
),

{# In Latin letters the family name may come first or last. #}
other_order as (
    select
        player_id,
        unnest([
            array_to_string(words[2:] || words[:1], ' '),
            array_to_string(words[-1:] || words[:-2], ' ')
        ]) as alias
    from word
),

every_spelling as (
    select * from spelling
    where alias is not null
    union all
    select player_id, alias, 5, 'other_order' from other_order
),

first_kind as (
    select
        player_id,
        alias,
        arg_min(kind, place) as kind
    from every_spelling
    group by player_id, alias
)

select
    player_id,
    alias,
    kind,
    {{ in_marts('search_key') }}(alias) as search_key
from first_kind
