-- How good were the forecasts that were published before the games, year by year?
select method_id, year(played_on) as played_year, count(*) as forecasts, round(avg(log_loss), 4) as log_loss,
    round(avg(brier), 4) as brier
from marts.mart_forecast
where list_id = 'pro' and log_loss is not null
group by method_id, played_year
order by played_year, log_loss
