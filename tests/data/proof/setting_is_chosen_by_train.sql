{# Every grid with train games has one chosen setting, and none has a lower log loss on them. #}
with grid as (
    select * from {{ ref('mart_setting_grid') }}
    where split = 'train'
)

select
    'Look at go_ratings/evaluation/settings.py: the choice must look at train games alone' as what_to_do,
    list_id,
    method_id,
    count(*) filter (where is_chosen) as chosen,
    min(log_loss) as lowest,
    any_value(log_loss) filter (where is_chosen) as log_loss
from grid
group by list_id, method_id
having chosen != 1 or lowest < any_value(log_loss) filter (where is_chosen)
