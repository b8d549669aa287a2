with list_method as (
    select * from {{ ref('int_list_method') }}
)

select
    list_id,
    method_id,
    engine,
    is_current
from list_method
