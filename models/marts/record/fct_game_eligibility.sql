with eligibility as (
    select * from {{ ref('int_game_eligibility') }}
)

select
    game_id,
    list_id,
    is_rated,
    not_rated_reason
from eligibility
