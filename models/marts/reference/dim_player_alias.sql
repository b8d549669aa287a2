select
    player_id,
    alias,
    kind,
    search_key
from {{ ref('int_player_spelling') }}
