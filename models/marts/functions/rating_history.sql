with asked as (
    select
        of_list as list_id,
        of_player as player
),

named as (
    {{ players_named('player') }}
)

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
inner join asked
    on ledger.list_id = asked.list_id
inner join named
    on ledger.rated_unit_id = named.player_id
inner join {{ in_marts('dim_rating_list') }} as list
    on ledger.list_id = list.list_id and ledger.method_id = list.method_id
inner join {{ in_marts('dim_player') }} as player
    on ledger.rated_unit_id = player.player_id
left join {{ in_marts('dim_player') }} as opponent
    on ledger.opponent_unit_id = opponent.player_id
order by ledger.ledger_no
