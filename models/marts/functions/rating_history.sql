select
    ledger.played_on,
    ledger.game_id,
    opponent.name_display as opponent,
    ledger.opponent_unit_id,
    ledger.score,
    ledger.expected_score,
    ledger.rating_before,
    ledger.delta,
    ledger.rating_after,
    ledger.is_burn_in,
    player.player_id
from {{ in_marts('fct_rating_ledger') }} as ledger
inner join {{ in_marts('dim_rating_list') }} as list
    on ledger.list_id = list.list_id and ledger.method_id = list.method_id
inner join {{ in_marts('dim_player') }} as player
    on ledger.rated_unit_id = player.player_id
left join {{ in_marts('dim_player') }} as opponent
    on ledger.opponent_unit_id = opponent.player_id
where ledger.list_id = of_list and {{ is_named('player.player_id', 'of_player') }}
order by ledger.ledger_no
