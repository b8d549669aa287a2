with prediction as (
    select * from {{ ref('fct_prediction') }}
),

binned as (
    select
        list_id,
        method_id,
        split,
        least(floor(judged_probability * 10), 9)::integer as bin_no,
        count(*) as games,
        sum(judged_score) as points,
        {{ exact_mean('judged_probability') }} as mean_probability
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
    points / games as mean_score,
    {{ wilson_low('points', 'games') }} as ci_low,
    {{ wilson_high('points', 'games') }} as ci_high,
    mean_probability between {{ wilson_low('points', 'games') }} and {{ wilson_high('points', 'games') }}
        as is_within
from binned
