-- How often does Black win, by komi?
select komi, games, round(black_win_rate, 3) as black_win_rate, round(ci_low, 3) as ci_low, round(ci_high, 3) as ci_high
from marts.mart_black_win_by_komi
where games >= 100
order by komi
