with not_rated_reason as (
    select * from {{ ref('not_rated_reason') }}
)

select
    reason,
    precedence,
    keeps_out_of_record,
    rule
from not_rated_reason
