-- What chance does a rating gap give, in a game and in a match, on the professional list?
select gap, round(chance, 3) as chance, round(best_of_3_chance, 3) as best_of_3,
    round(best_of_5_chance, 3) as best_of_5, round(best_of_7_chance, 3) as best_of_7
from marts.chance_by_gap('elo_v1', 1500)
where gap % 100 = 0
order by gap
