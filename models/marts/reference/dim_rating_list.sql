with rating_list as (
    select * from {{ ref('rating_list') }}
)

select
    list_id,
    name,
    method_id,
    counts,
    division,
    classed_events_only,
    uses_pools,
    rates_international,
    rates_unofficial,
    rates_team,
    rates_oteai,
    rates_jigo,
    rates_handicap,
    first_rated_on,
    peak_from,
    active_years,
    rates_other_boards
from rating_list
