with run as (
    select * from {{ ref('int_setting_score') }}
    where period_kind = 'year'
),

horizon as (
    select max(played_on) as data_through from {{ ref('fct_game') }}
)

select
    run.list_id,
    run.method_id,
    run.period::integer as played_year,
    make_date(played_year, 12, 31) <= horizon.data_through as is_full_year,
    run.games,
    run.own_log_loss as log_loss,
    run.parameters as alternative_parameters,
    run.log_loss as alternative_log_loss,
    run.difference as log_loss_difference,
    run.difference_se as log_loss_difference_se,
    {# Only what two standard errors can't explain is a case for a change; nothing here changes anything. #}
    if(run.difference < -2 * run.difference_se, 'change', 'keep') as verdict
from run
cross join horizon
