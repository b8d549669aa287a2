{# Every reason code that a mart shows is in its seed with a rule or a remedy: add the missing row there. #}
with used as (
    select 'not_rated_reason' as seed, not_rated_reason as code from {{ ref('fct_game_eligibility') }}
    union
    select 'not_rated_reason', record_reason from {{ ref('fct_game') }}
    union
    select 'dq_reason', reason_code from {{ ref('dq_rejected_row') }}
    union
    select 'dq_reason', reason_code from {{ ref('dq_warning') }}
),

listed as (
    select 'not_rated_reason' as seed, reason as code from {{ ref('not_rated_reason') }}
    union
    select 'dq_reason', code from {{ ref('dq_reason') }}
)

select
    'Add the missing row to the seed named here, with its rule or remedy' as what_to_do,
    used.seed,
    used.code
from used
left join listed
    on used.seed = listed.seed and used.code = listed.code
where used.code is not null and listed.code is null
