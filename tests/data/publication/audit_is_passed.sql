{{ config(enabled=var('publish', true)) }}
{#
    The audit found what readers should not see, so nothing is published. Correct the data; if the difference is
    intended, publish once without an audit: --vars '{audit: false}'. Everything that was checked is in audit.html next
    to the warehouse.
#}
with result as (
    select * from {{ ref('mart_audit_result') }}
)

select
    mart,
    sentence,
    observed
from result
where not is_met
