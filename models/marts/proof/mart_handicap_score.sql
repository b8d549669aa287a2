with game as (
    select * from {{ ref('int_game') }}
    where handicap >= 2 and black_score is not null and colours_known
),

eligibility as (
    select * from {{ ref('int_game_eligibility') }}
    where is_rated or not_rated_reason = 'handicap'
),

ledger as (
    select * from {{ ref('fct_rating_ledger') }}
),

prediction as (
    select * from {{ ref('fct_prediction') }}
),

method as (
    select * from {{ ref('dim_rating_method') }}
),

handicap_game as (
    select
        eligibility.list_id,
        eligibility.is_rated,
        game.game_id,
        game.played_on,
        game.handicap,
        game.komi,
        game.black_score,
        eligibility.black_unit_id,
        eligibility.white_unit_id
    from eligibility
    inner join game
        on eligibility.game_id = game.game_id
),

{# What was known about the units before the day, if the list doesn't rate the game itself. #}
unit_day as (
    select
        list_id,
        method_id,
        rated_unit_id,
        played_on,
        arg_max(rating_after, ledger_no) as rating
    from ledger
    where rated_unit_id in (
        select black_unit_id from handicap_game
        union
        select white_unit_id from handicap_game
    )
    group by list_id, method_id, rated_unit_id, played_on
),

with_black as (
    select
        handicap_game.*,
        unit_day.method_id,
        max(unit_day.played_on) as black_day
    from handicap_game
    inner join unit_day
        on
            handicap_game.list_id = unit_day.list_id
            and handicap_game.black_unit_id = unit_day.rated_unit_id
            and handicap_game.played_on > unit_day.played_on
    where not handicap_game.is_rated
    group by all
),

with_both as (
    select
        with_black.*,
        max(unit_day.played_on) as white_day
    from with_black
    inner join unit_day
        on
            with_black.list_id = unit_day.list_id
            and with_black.method_id = unit_day.method_id
            and with_black.white_unit_id = unit_day.rated_unit_id
            and with_black.played_on > unit_day.played_on
    group by all
),

expected as (
    select
        with_both.list_id,
        with_both.method_id,
        with_both.is_rated,
        with_both.handicap,
        with_both.black_score,
        {{ in_marts('win_probability') }}(
            {# The EGF's system had another form before it was changed. #}
            if(
                method.engine = 'egf'
                and with_both.played_on < coalesce(method.parameters ->> 'switch_on', '2021-04-01')::date,
                'egf_1998',
                with_both.method_id
            ),
            black.rating, white.rating, with_both.handicap, with_both.komi
        ) as black_probability
    from with_both
    inner join method
        on with_both.method_id = method.method_id
    inner join unit_day as black
        on
            with_both.list_id = black.list_id
            and with_both.method_id = black.method_id
            and with_both.black_unit_id = black.rated_unit_id
            and with_both.black_day = black.played_on
    inner join unit_day as white
        on
            with_both.list_id = white.list_id
            and with_both.method_id = white.method_id
            and with_both.white_unit_id = white.rated_unit_id
            and with_both.white_day = white.played_on
    union all
    select
        handicap_game.list_id,
        prediction.method_id,
        handicap_game.is_rated,
        handicap_game.handicap,
        handicap_game.black_score,
        prediction.black_probability
    from handicap_game
    inner join prediction
        on handicap_game.list_id = prediction.list_id and handicap_game.game_id = prediction.game_id
    where handicap_game.is_rated
),

summed as (
    select
        list_id,
        method_id,
        handicap,
        count(*) as games,
        count(*) filter (where is_rated) as rated_games,
        sum(black_score)::double as black_points,
        {{ exact_mean('black_probability') }} as expected_black_score
    from expected
    group by list_id, method_id, handicap
)

select
    list_id,
    method_id,
    handicap,
    games,
    rated_games,
    black_points / games as black_score,
    {{ wilson_low('black_points', 'games') }} as ci_low,
    {{ wilson_high('black_points', 'games') }} as ci_high,
    expected_black_score,
    black_points / games - expected_black_score as difference
from summed
