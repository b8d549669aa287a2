with run as (
    select * from {{ ref('revision_run') }}
    where kind = 'game'
)

select
    game_id,
    change,
    what,
    played_on,
    black_id,
    white_id,
    lists
from run
