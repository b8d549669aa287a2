select any_value(rank_scale.rating)
from {{ in_marts('dim_rank_scale') }} as rank_scale
where rank_scale.scale = of_scale and rank_scale.rank = lower(trim(of_rank))
