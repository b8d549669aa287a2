{# A rating before a game is the one after the unit's previous game, to the last bit, except for an adjustment. #}
with ledger as (
    select * from {{ ref('fct_rating_ledger') }}
),

chained as (
    select
        *,
        lag(rating_after) over (
            partition by list_id, method_id, rated_unit_id order by ledger_no
        ) as rating_after_previous
    from ledger
)

select
    'Look at the engine of this method: what it adds between two games must be in its adjustment' as what_to_do,
    list_id,
    method_id,
    ledger_no,
    rated_unit_id,
    rating_before,
    rating_after_previous,
    adjustment
from chained
where
    (adjustment = 0 and rating_before != rating_after_previous)
    or abs(rating_before - rating_after_previous - adjustment) > 1e-9
