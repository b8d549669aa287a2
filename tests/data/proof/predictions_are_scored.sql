{# Scores, calibration and the grid's own setting are those of the predictions that readers see. #}
with prediction as (
    select
        list_id,
        method_id,
        split,
        count(*) as games,
        avg(log_loss) as log_loss,
        avg(brier) as brier,
        avg(accuracy) as accuracy
    from {{ ref('fct_prediction') }}
    group by list_id, method_id, split
),

calibration as (
    select
        list_id,
        method_id,
        split,
        sum(games) as games,
        sum(games * abs(mean_probability - mean_score)) / sum(games) as calibration_error
    from {{ ref('mart_calibration') }}
    group by list_id, method_id, split
),

score as (
    select * from {{ ref('mart_method_score') }}
    where period_kind = 'split' and subgroup = 'all'
),

own_setting as (
    select * from {{ ref('mart_setting_grid') }}
    where is_own
)

select
    'Build the whole project again; if it stays, a score is of other games than fct_prediction holds' as what_to_do,
    prediction.list_id,
    prediction.method_id,
    prediction.split
from prediction
left join calibration
    on
        prediction.list_id = calibration.list_id
        and prediction.method_id = calibration.method_id
        and prediction.split = calibration.split
left join score
    on
        prediction.list_id = score.list_id
        and prediction.method_id = score.method_id
        and prediction.split = score.period
left join own_setting
    on
        prediction.list_id = own_setting.list_id
        and prediction.method_id = own_setting.method_id
        and prediction.split = own_setting.split
where
    prediction.games is distinct from score.games
    or prediction.games is distinct from calibration.games
    or abs(prediction.log_loss - score.log_loss) > 1e-9
    or abs(prediction.brier - score.brier) > 1e-9
    or abs(prediction.accuracy - score.accuracy) > 1e-9
    or abs(calibration.calibration_error - score.calibration_error) > 1e-9
    or abs(prediction.log_loss - own_setting.log_loss) > 1e-9
