with rating_method as (
    select * from {{ ref('int_rating_method') }}
)

select
    method_id,
    engine,
    version,
    parameters,
    published_on,
    chosen_by,
    description,
    provisional_games,
    provisional_deviation,
    provisional_by
from rating_method
