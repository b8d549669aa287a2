-- What are the chances in the games and matches to come, by the list's method and by the best predictor?
select own.played_on, own.event, black.name_display as one, white.name_display as other, round(own.chance, 3) as chance,
    own.best_of, round(own.match_chance, 3) as match_chance, round(best.chance, 3) as best_predictor
from marts.mart_forecast as own
inner join marts.dim_player as black on own.black_id = black.player_id
inner join marts.dim_player as white on own.white_id = white.player_id
left join marts.mart_forecast as best
    on own.list_id = best.list_id and own.fixture_id = best.fixture_id and best.is_best_predictor
where own.list_id = 'pro' and own.is_current_method and own.is_ahead
order by own.played_on, own.event
