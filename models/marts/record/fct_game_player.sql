with game as (
    select * from {{ ref('int_game') }}
),

eligibility as (
    select * from {{ ref('fct_game_eligibility') }}
    where is_rated
),

rating_list as (
    select * from {{ ref('rating_list') }}
    where not uses_pools
),

{# Games that a list without pools rates: there both players are rated individually, also guests of other lists. #}
rated_by_name as (
    select distinct eligibility.game_id
    from eligibility
    inner join rating_list
        on eligibility.list_id = rating_list.list_id
),

seat as (
    select
        game_id,
        played_on,
        event_id,
        black_id as player_id,
        white_id as opponent_id,
        if(colours_known, 'black', null) as colour,
        black_organisation as organisation,
        black_pool as pool,
        outcome,
        winner_id,
        record_reason
    from game
    union all
    select
        game_id,
        played_on,
        event_id,
        white_id as player_id,
        black_id as opponent_id,
        if(colours_known, 'white', null) as colour,
        white_organisation as organisation,
        white_pool as pool,
        outcome,
        winner_id,
        record_reason
    from game
)

select
    seat.game_id,
    player_id,
    opponent_id,
    played_on,
    event_id,
    colour,
    organisation,
    pool,
    coalesce(winner_id = player_id, false) as is_win,
    coalesce(winner_id = opponent_id, false) or outcome = 'both_lose' as is_loss,
    outcome = 'jigo' as is_jigo,
    outcome = 'no_result' as is_no_result,
    outcome = 'default' as is_default,
    outcome = 'both_lose' as is_both_lose,
    record_reason is null and (pool is null or rated_by_name.game_id is not null) as counts_for_record
from seat
left join rated_by_name
    on seat.game_id = rated_by_name.game_id
