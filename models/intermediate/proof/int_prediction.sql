with step as (
    select * from {{ ref('int_rating_step') }}
    where game_no is not null
),

rated_game as (
    select * from {{ ref('int_rated_game') }}
),

game as (
    select * from {{ ref('int_game') }}
),

list_method as (
    select * from {{ ref('int_list_method') }}
),

evaluation_split as (
    select * from {{ ref('evaluation_split') }}
),

predicted as (
    select
        step.list_id,
        step.method_id,
        step.game_no,
        step.black_expected as black_probability,
        least(greatest(step.black_expected, 1e-12), 1 - 1e-12) as p
    from step
),

{# Bands use the list's current method, so that all its methods are compared on the same games. #}
gap as (
    select
        predicted.list_id,
        predicted.game_no,
        abs(400 * log10(predicted.p / (1 - predicted.p))) as points
    from predicted
    inner join list_method
        on predicted.list_id = list_method.list_id and predicted.method_id = list_method.method_id
    where list_method.is_current
)

select
    predicted.list_id,
    predicted.method_id,
    rated_game.game_id,
    predicted.game_no,
    rated_game.played_on,
    evaluation_split.split,
    game.event_id,
    rated_game.black_unit_id,
    rated_game.white_unit_id,
    predicted.black_probability,
    rated_game.black_score,
    -(rated_game.black_score * ln(predicted.p) + (1 - rated_game.black_score) * ln(1 - predicted.p)) as log_loss,
    (predicted.black_probability - rated_game.black_score) ^ 2 as brier,
    case
        when predicted.black_probability > 0.5 then rated_game.black_score
        when predicted.black_probability < 0.5 then 1 - rated_game.black_score
        else 0.5
    end::double as accuracy,
    least(rated_game.black_unit_game_no, rated_game.white_unit_game_no) > {{ var('established_after_games') }}
    and not rated_game.black_is_pool
    and not rated_game.white_is_pool as is_established,
    rated_game.colours_known,
    case
        when not rated_game.colours_known or rated_game.handicap > 0 then null
        when rated_game.komi <= 5.5 then 'to_5_5'
        when rated_game.komi > 5.5 then 'over_5_5'
    end as komi_band,
    case
        when gap.points < 50 then '0_50'
        when gap.points < 100 then '50_100'
        when gap.points < 200 then '100_200'
        when gap.points < 400 then '200_400'
        else '400_up'
    end as gap_band,
    rated_game.handicap,
    {# Without colours the favourite is judged; neither is at even odds, so that both sides count alike. #}
    if(
        rated_game.colours_known,
        predicted.black_probability,
        greatest(predicted.black_probability, 1 - predicted.black_probability)
    ) as judged_probability,
    if(rated_game.colours_known, rated_game.black_score, accuracy) as judged_score
from predicted
inner join rated_game
    on predicted.list_id = rated_game.list_id and predicted.game_no = rated_game.game_no
inner join game
    on rated_game.game_id = game.game_id
inner join gap
    on predicted.list_id = gap.list_id and predicted.game_no = gap.game_no
left join evaluation_split
    on
        rated_game.played_on >= coalesce(evaluation_split.first_day, rated_game.played_on)
        and rated_game.played_on <= coalesce(evaluation_split.last_day, rated_game.played_on)
