-- What are the chances in the games and matches to come, by the list's method and by the best predictor?
select forecast.played_on, forecast.event, forecast.round, black.name_display as one, white.name_display as other,
    round(forecast.chance, 3) as chance, forecast.best_of, round(forecast.match_chance, 3) as match_chance,
    round(best.chance, 3) as best_predictor
from marts.mart_forecast as forecast
inner join marts.dim_player as black on forecast.black_id = black.player_id
inner join marts.dim_player as white on forecast.white_id = white.player_id
left join marts.mart_forecast as best
    on forecast.fixture_id = best.fixture_id and forecast.list_id = best.list_id and best.method_id = 'mixed_effects_v1'
where forecast.list_id = 'pro' and forecast.is_current_method and forecast.game_id is null
order by forecast.played_on, forecast.event
