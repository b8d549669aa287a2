-- Which wins since 2006 were the least expected?
select ledger.played_on, winner.name_display as winner, round(ledger.expected_score, 3) as expected_score,
    round(ledger.rating_before) as rating, round(ledger.opponent_rating_before) as opponent_rating
from marts.fct_rating_ledger as ledger
inner join marts.dim_rating_list as list on ledger.list_id = list.list_id and ledger.method_id = list.method_id
inner join marts.dim_player as winner on ledger.rated_unit_id = winner.player_id
where ledger.list_id = 'pro' and ledger.score = 1 and not ledger.is_burn_in
order by ledger.expected_score, ledger.ledger_no
limit 5
