with event as (
    select * from {{ ref('stg_landing__event') }}
    where reject_code is null
),

game as (
    select * from {{ ref('int_game') }}
),

{# Without an events table, the events are those that the games name. #}
unlisted as (
    select
        event_id,
        min(scope) as scope,
        min(status) as status,
        min(format) as format,
        min(division) as division
    from game
    where event_id not in (select event_id from event)
    group by event_id
)

select
    event_id,
    name,
    scope,
    status,
    format,
    division,
    class
from event
union all
select
    event_id,
    event_id as name,
    scope,
    status,
    format,
    division,
    null as class
from unlisted
