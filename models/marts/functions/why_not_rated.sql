with asked as (
    select of_game as game_id
)

select
    eligibility.list_id,
    eligibility.is_rated,
    eligibility.not_rated_reason,
    reason.rule,
    game.counts_for_record,
    game.record_reason
from {{ in_marts('fct_game_eligibility') }} as eligibility
inner join asked
    on eligibility.game_id = asked.game_id
inner join {{ in_marts('fct_game') }} as game
    on eligibility.game_id = game.game_id
left join {{ in_marts('dim_not_rated_reason') }} as reason
    on eligibility.not_rated_reason = reason.reason
order by eligibility.list_id
