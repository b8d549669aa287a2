-- Who was strongest at the end of 1985, as seen from today?
select rank_no, name_display, round(rating) as rating, round(deviation) as deviation, last_played_on
from marts.retrospective_asof('pro', date '1985-12-31')
where rank_no <= 5
