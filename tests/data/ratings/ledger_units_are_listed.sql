{# Every rated unit of a ledger stands in dim_rated_unit, and every player in dim_player. #}
with ledger as (
    select * from {{ ref('fct_rating_ledger') }}
),

rated_unit as (
    select * from {{ ref('dim_rated_unit') }}
),

player as (
    select * from {{ ref('dim_player') }}
)

select distinct
    'Add what is missing to dim_rated_unit or dim_player' as what_to_do,
    ledger.rated_unit_id,
    ledger.player_id
from ledger
left join rated_unit
    on ledger.rated_unit_id = rated_unit.rated_unit_id
left join player
    on ledger.player_id = player.player_id
where rated_unit.rated_unit_id is null or player.player_id is null
