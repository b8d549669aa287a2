-- Who is meant by "Ohashi"? (Any spelling in any script, and any part of a name.)
select player_id, name_display, alias, matched
from marts.find_player('Ohashi')
