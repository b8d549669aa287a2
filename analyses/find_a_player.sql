-- Who can "Ohashi" mean? (Any spelling in any script, or any part of a name.)
select player_id, name_display, alias, matched
from marts.find_player('Ohashi')
