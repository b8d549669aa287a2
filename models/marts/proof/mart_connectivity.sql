with run as (
    select * from {{ ref('int_connected_component') }}
),

game as (
    select * from {{ ref('int_rated_game') }}
),

unit as (
    select black_unit_no as unit_no, black_unit_id as rated_unit_id from game
    union
    select white_unit_no, white_unit_id from game
)

select
    run.list_id,
    run.played_year::integer as played_year,
    run.component_no,
    unit.rated_unit_id as first_unit_id,
    run.units,
    run.games,
    run.units / sum(run.units) over (partition by run.list_id, run.played_year)::double as unit_share,
    run.narrow_links,
    run.narrow_side_units,
    {# Pairs and trios who met nobody else are not a group. #}
    case
        when run.component_no > 1 and run.units >= 5
            then 'These ' || run.units || ' met nobody else of the list this year'
        when run.narrow_links > 0 then
            run.narrow_links || if(run.narrow_links = 1, ' pair of opponents is', ' pairs of opponents are each')
            || ' the only tie between two groups, with up to ' || run.narrow_side_units || ' units on the smaller side'
    end as warning
from run
inner join unit
    on run.first_unit_no = unit.unit_no
