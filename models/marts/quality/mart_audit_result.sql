with finding as (
    select * from {{ ref('pub_audit_finding') }}
)

select
    result_no,
    mart,
    expectation,
    fact,
    allowed,
    is_met,
    observed,
    compared_with,
    sentence
from finding
