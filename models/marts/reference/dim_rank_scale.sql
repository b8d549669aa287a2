with rank_scale as (
    select * from {{ ref('rank_scale') }}
)

select
    scale,
    rank,
    rank_number,
    rating,
    kept_down_to
from rank_scale
