-- What chance does a 2 kyu have against a 3 dan in the EGF's system, by number of stones?
select stones, round(marts.win_probability('egf_2021_v1',
    marts.rank_to_rating('egf', '2k'), marts.rank_to_rating('egf', '3d'), stones, 0.5), 3) as chance
from (select unnest([0, 1, 2, 3, 4, 5]) as stones)
order by stones
