with game as (
    select * from {{ ref('fct_game') }}
),

event as (
    select * from {{ ref('dim_event') }}
)

select
    year(game.played_on)::integer as played_year,
    event.division,
    count(*) as games,
    avg(game.colours_known::integer) as with_colour_rate,
    avg((game.komi is not null)::integer) as with_komi_rate,
    avg((game.date_precision = 'day')::integer) as with_exact_day_rate,
    avg((game.outcome != 'unknown')::integer) as with_result_rate
from game
inner join event
    on game.event_id = event.event_id
group by played_year, event.division
