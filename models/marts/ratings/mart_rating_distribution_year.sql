with ledger as (
    select * from {{ ref('fct_rating_ledger') }}
    where not is_pool
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

horizon as (
    select max(played_on) as as_of from {{ ref('fct_game') }}
),

played as (
    select
        list_id,
        method_id,
        rated_unit_id,
        year(played_on)::integer as played_year,
        arg_max(rating_after, ledger_no) as rating,
        max(played_on) as last_played_on,
        min(unit_game_no) = 1 as is_newcomer
    from ledger
    group by list_id, method_id, rated_unit_id, played_year
),

{# A rating stays until the unit plays again, and counts as long as the unit is active. #}
held as (
    select
        played.*,
        lead(played.played_year) over (
            partition by played.list_id, played.method_id, played.rated_unit_id order by played.played_year
        ) as next_year,
        rating_list.active_years
    from played
    inner join rating_list
        on played.list_id = rating_list.list_id
),

spread_out as (
    select
        *,
        unnest(
            generate_series(
                played_year,
                least(coalesce(next_year - 1, played_year + active_years), played_year + active_years)
            )
        )::integer as on_year
    from held
),

at_year_end as (
    select
        spread_out.list_id,
        spread_out.method_id,
        spread_out.on_year,
        least(make_date(spread_out.on_year, 12, 31), horizon.as_of) as as_of,
        spread_out.rating,
        {# In whole millionths, so that sums and sums of squares are exact in any order of adding. #}
        round(spread_out.rating * 1e6)::hugeint as units,
        spread_out.is_newcomer and spread_out.on_year = spread_out.played_year as is_newcomer,
        row_number() over (
            partition by spread_out.list_id, spread_out.method_id, spread_out.on_year
            order by spread_out.rating desc, spread_out.rated_unit_id
        ) as place
    from spread_out
    cross join horizon
    where
        make_date(spread_out.on_year, 1, 1) <= horizon.as_of
        and spread_out.last_played_on + to_years(spread_out.active_years)
        >= least(make_date(spread_out.on_year, 12, 31), horizon.as_of)
),

summed as (
    select
        list_id,
        method_id,
        on_year as played_year,
        max(as_of) as as_of,
        count(*) as players,
        count(*) filter (where is_newcomer) as newcomers,
        sum(units) as total,
        sum(units * units) as total_of_squares,
        sum(units) filter (where place <= 10) as total_of_ten,
        quantile_cont(rating, 0.1) as rating_p10,
        quantile_cont(rating, 0.5) as rating_median,
        quantile_cont(rating, 0.9) as rating_p90
    from at_year_end
    group by list_id, method_id, on_year
)

select
    list_id,
    method_id,
    played_year,
    as_of,
    players,
    newcomers,
    total::double / players / 1e6 as rating_mean,
    sqrt((players * total_of_squares - total * total)::double / nullif(players * (players - 1), 0)) / 1e6 as rating_sd,
    rating_p10,
    rating_median,
    rating_p90,
    total_of_ten::double / least(players, 10) / 1e6 as rating_mean_top_10
from summed
