with rating_method as (
    select * from {{ ref('rating_method') }}
)

select
    method_id,
    engine,
    version,
    parameters,
    published_on,
    chosen_by,
    description
from rating_method
