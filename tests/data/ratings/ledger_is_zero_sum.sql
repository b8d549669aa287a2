{# In an Elo list, what one side wins the other loses, except against a pool whose rating doesn't move. #}
with ledger as (
    select * from {{ ref('fct_rating_ledger') }}
),

method as (
    select * from {{ ref('int_rating_method') }}
    where engine = 'elo'
)

select
    'Look at the K factors of both sides of this game in the Elo engine' as what_to_do,
    ledger.list_id,
    ledger.method_id,
    ledger.game_id,
    sum(ledger.delta) as unbalanced
from ledger
inner join method
    on ledger.method_id = method.method_id
group by ledger.list_id, ledger.method_id, ledger.game_id
having abs(sum(ledger.delta)) > 1e-9 and count(*) filter (where ledger.k_factor = 0) = 0
