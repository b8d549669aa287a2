with step as (
    select * from {{ ref('int_rating_step') }}
    where unit_no is not null
),

game as (
    select * from {{ ref('int_rated_game') }}
),

unit as (
    select
        black_unit_no as unit_no,
        black_unit_id as rated_unit_id
    from game
    where not black_is_pool
    union
    select
        white_unit_no,
        white_unit_id
    from game
    where not white_is_pool
)

select
    step.list_id,
    step.method_id,
    unit.rated_unit_id as player_id,
    (date '1970-01-01' + step.day_no::integer)::date as played_on,
    step.rating_seen_now as rating,
    step.deviation_seen_now as deviation,
    step.covariance_seen_now as covariance_next,
    row_number() over (
        partition by
            step.list_id, step.method_id, step.unit_no, date_trunc('month', date '1970-01-01' + step.day_no::integer)
        order by step.day_no desc
    ) = 1 as is_last_of_month
from step
inner join unit
    on step.unit_no = unit.unit_no
