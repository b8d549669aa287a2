with asked as (
    select
        of_scale as scale,
        lower(trim(of_rank)) as rank
)

select any_value(rank_scale.rating)
from {{ in_marts('dim_rank_scale') }} as rank_scale
inner join asked
    on rank_scale.scale = asked.scale and rank_scale.rank = asked.rank
