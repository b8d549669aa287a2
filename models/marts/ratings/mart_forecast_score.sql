with forecast as (
    select * from {{ ref('mart_forecast') }}
    where log_loss is not null
),

list_method as (
    select * from {{ ref('int_list_method') }}
),

elo as (
    select
        list_id,
        min(method_id) as method_id
    from list_method
    where engine = 'elo'
    group by list_id
),

beside_elo as (
    select
        forecast.*,
        elo_forecast.log_loss as elo_log_loss
    from forecast
    left join elo
        on forecast.list_id = elo.list_id
    left join forecast as elo_forecast
        on
            forecast.list_id = elo_forecast.list_id
            and forecast.fixture_id = elo_forecast.fixture_id
            and elo.method_id = elo_forecast.method_id
)

select
    list_id,
    method_id,
    year(played_on)::integer as played_year,
    count(*) as games,
    {{ exact_mean('log_loss') }} as log_loss,
    {{ exact_mean('brier') }} as brier,
    count(elo_log_loss) as games_with_elo,
    {{ exact_mean('elo_log_loss') }} as elo_log_loss,
    {{ exact_mean('(log_loss - elo_log_loss)') }} as log_loss_difference
from beside_elo
group by list_id, method_id, played_year
