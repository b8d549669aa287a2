with run as (
    select * from {{ ref('int_setting_score') }}
    where period_kind = 'split'
),

method as (
    select * from {{ ref('rating_method') }}
),

setting as (
    select
        run.*,
        method.engine,
        (run.parameters ->> 'k_factor')::double as k_factor,
        (run.parameters ->> 'black_adjustment')::double as black_adjustment,
        (run.parameters ->> 'adjusted_komi_up_to')::double as adjusted_komi_up_to,
        case
            when black_adjustment is null then 'parameters'
            when black_adjustment = 0 then 'plain'
            when adjusted_komi_up_to is null then 'black_adjustment'
            else 'komi_split'
        end as finding
    from run
    inner join method
        on run.method_id = method.method_id
),

{# The best of each finding is found on the train games alone, like the choice itself. #}
best_of_finding as (
    select
        list_id,
        method_id,
        finding,
        arg_min(setting_no, (log_loss, setting_no)) as setting_no
    from setting
    where period = 'train'
    group by list_id, method_id, finding
)

select
    setting.list_id,
    setting.method_id,
    setting.setting_no,
    setting.period as split,
    setting.engine,
    setting.finding,
    setting.parameters,
    setting.k_factor,
    setting.black_adjustment,
    setting.adjusted_komi_up_to,
    setting.games,
    setting.log_loss,
    setting.brier,
    setting.accuracy,
    rank() over (partition by setting.list_id, setting.method_id, setting.period order by setting.log_loss) as rank_no,
    setting.is_own,
    setting.is_chosen,
    best_of_finding.setting_no is not null as is_best_of_finding,
    setting.difference as log_loss_difference,
    setting.difference_se as log_loss_difference_se,
    setting.plain_difference as log_loss_plain_difference,
    setting.plain_difference_se as log_loss_plain_difference_se
from setting
left join best_of_finding
    on
        setting.list_id = best_of_finding.list_id
        and setting.method_id = best_of_finding.method_id
        and setting.setting_no = best_of_finding.setting_no
