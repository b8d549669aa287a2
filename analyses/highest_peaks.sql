-- Who reached the highest rating in each Japanese list, and when? (Lists can't be compared.)
select peak.list_id, player.name_display, round(peak.peak_rating) as peak_rating, peak.peak_on
from marts.mart_player_peak as peak
inner join marts.dim_rating_list as list on peak.list_id = list.list_id and peak.method_id = list.method_id
inner join marts.dim_player as player on peak.player_id = player.player_id
where list.list_id in ('pro', 'womens') and peak.peak_rating is not null
qualify row_number() over (partition by peak.list_id order by peak.peak_rating desc, peak.player_id) <= 3
order by peak.list_id, peak.peak_rating desc
