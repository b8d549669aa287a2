with player as (
    select * from {{ ref('stg_landing__player') }}
    where reject_code is null
),

landed_alias as (
    select distinct
        player_id,
        alias
    from {{ ref('stg_landing__alias') }}
    where reject_code is null
    union
    {# The names of a player who was merged into another are the other's. #}
    select
        merged_into_id,
        unnest([name_ja, name_kana, name_romaji])
    from {{ ref('stg_landing__player') }}
    where reject_code = 'merged_player'
),

{# Without a players table, the players are those that the games name. #}
played as (
    select distinct unnest([black_id, white_id]) as player_id from {{ ref('int_game') }}
),

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
    union all
    {# A player whose id is the name has no other form of it. #}
    select player_id, player_id, 1, 'name_ja' from played
    where player_id not in (select player_id from player)
),

other_order as (
    {{ other_orders('spelling') }}
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
    {{ search_key_of('alias') }} as search_key
from first_kind
