with prediction as (
    select * from {{ ref('int_prediction') }}
)

select
    list_id,
    method_id,
    game_id,
    game_no,
    played_on,
    split,
    event_id,
    black_unit_id,
    white_unit_id,
    black_probability,
    black_score,
    log_loss,
    brier,
    accuracy,
    is_established,
    colours_known,
    komi_band,
    gap_band,
    handicap,
    judged_probability,
    judged_score
from prediction
