with run as (
    select * from {{ ref('int_method_score') }}
),

list_method as (
    select * from {{ ref('dim_list_method') }}
)

select
    run.list_id,
    run.method_id,
    run.period_kind,
    run.period,
    run.subgroup,
    run.games,
    run.clusters,
    run.log_loss,
    run.log_loss_ci_low,
    run.log_loss_ci_high,
    run.brier,
    run.brier_ci_low,
    run.brier_ci_high,
    run.accuracy,
    run.accuracy_ci_low,
    run.accuracy_ci_high,
    run.calibration_slope,
    run.calibration_slope_ci_low,
    run.calibration_slope_ci_high,
    run.calibration_intercept,
    run.calibration_intercept_ci_low,
    run.calibration_intercept_ci_high,
    run.calibration_error,
    run.base_log_loss,
    run.base_brier,
    run.base_accuracy,
    {# A method isn't compared with itself. #}
    if(list_method.is_current, null, run.log_loss_difference) as log_loss_difference,
    if(list_method.is_current, null, run.log_loss_difference_se) as log_loss_difference_se,
    if(list_method.is_current, null, run.log_loss_difference_ci_low) as log_loss_difference_ci_low,
    if(list_method.is_current, null, run.log_loss_difference_ci_high) as log_loss_difference_ci_high
from run
inner join list_method
    on run.list_id = list_method.list_id and run.method_id = list_method.method_id
