-- Who would win a match of seven games between two players today, by each method of the list?
select method_id, player_name, opponent_name, round(chance, 3) as chance, round(match_chance, 3) as match_chance
from marts.forecast('pro', '石原智久', '神田直樹', 7)
order by method_id
