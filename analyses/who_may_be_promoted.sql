-- Which players of the European list hold a rank above the one they declared last?
select player.name_display, promotion.last_declared_rank, promotion.rank_held, round(promotion.rating) as rating
from marts.mart_promotion as promotion
inner join marts.dim_rating_list as list on promotion.list_id = list.list_id and promotion.method_id = list.method_id
inner join marts.dim_player as player on promotion.player_id = player.player_id
where promotion.may_be_promoted
order by promotion.rating desc, promotion.player_id
limit 5
