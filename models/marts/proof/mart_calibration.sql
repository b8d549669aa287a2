with prediction as (
    select * from {{ ref('fct_prediction') }}
),

binned as (
    select
        list_id,
        method_id,
        split,
        least(floor(black_probability * 10), 9)::integer as bin_no,
        count(*) as games,
        sum(black_score) as black_points,
        {{ exact_mean('black_probability') }} as mean_probability
    from prediction
    group by list_id, method_id, split, bin_no
)

select
    list_id,
    method_id,
    split,
    bin_no,
    bin_no / 10.0::double as probability_from,
    (bin_no + 1) / 10.0::double as probability_to,
    games,
    mean_probability,
    black_points / games as mean_score,
    {{ wilson_low('black_points', 'games') }} as ci_low,
    {{ wilson_high('black_points', 'games') }} as ci_high,
    mean_probability between {{ wilson_low('black_points', 'games') }} and {{ wilson_high('black_points', 'games') }}
        as is_within
from binned
