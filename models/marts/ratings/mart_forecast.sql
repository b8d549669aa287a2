{# Whatever other marts have gained or lost since: a forecast that isn't kept can't be made again. #}
{% set folder = publication_before() %}
{% set kept = folder and run_query(
    "select count(*) from glob('" ~ folder | replace("'", "''") ~ "/parquet/mart_forecast.parquet')"
).rows[0][0] %}
{% set told = [
    'played_on', 'event', 'round', 'black_id', 'white_id', 'colours_known', 'handicap', 'komi', 'best_of', 'as_of',
    'black_rating', 'white_rating', 'chance', 'chance_low', 'chance_high', 'interval_by', 'match_chance', 'why_none',
    'made_on'
] %}
{% set same_game = 'fixture_id, list_id, method_id' %}
with fixture as (
    select * from {{ ref('int_fixture') }}
    where reject_code is null
),

board as (
    select * from {{ ref('mart_leaderboard') }}
),

list_method as (
    select * from {{ ref('int_list_method') }}
),

game as (
    select * from {{ ref('int_game') }}
),

event as (
    select
        event_id,
        name_key(name) as name_key
    from {{ ref('dim_event') }}
),

spelling as (
    select
        alias,
        min(player_id) as player_id
    from {{ ref('dim_player_alias') }}
    group by alias
    having count(distinct player_id) = 1
),

player as (
    select player_id from {{ ref('dim_player') }}
),

calibration as (
    select * from {{ ref('mart_calibration') }}
    where split = 'test'
),

best_predictor as (
    select
        list_id,
        arg_min(method_id, (log_loss, method_id)) as method_id
    from {{ ref('mart_method_score') }}
    where period = 'test' and subgroup = 'all'
    group by list_id
),

horizon as (
    select max(played_on) as as_of from {{ ref('fct_game') }}
),

{# What the ratings of today say, of days to come. #}
matched as (
    select
        list_method.list_id,
        list_method.method_id,
        list_method.engine,
        fixture.fixture_id,
        fixture.played_on,
        fixture.event_name as event,
        fixture.round,
        fixture.black_id,
        fixture.white_id,
        fixture.colours_known,
        fixture.handicap,
        fixture.komi,
        fixture.best_of,
        horizon.as_of,
        fixture.played_on <= horizon.as_of as is_past,
        if(is_past, null, black.rating) as black_rating,
        if(is_past, null, white.rating) as white_rating,
        {# What a shared part of the deviation says of the difference isn't known. #}
        if(
            list_method.engine = 'mixed_effects',
            null,
            1.959964e0 * sqrt(black.deviation ^ 2 + white.deviation ^ 2)
        ) as spread
    from fixture
    inner join list_method
        on fixture.list_id is null or fixture.list_id = list_method.list_id
    cross join horizon
    left join board as black
        on
            list_method.list_id = black.list_id
            and list_method.method_id = black.method_id
            and fixture.black_id = black.player_id
    left join board as white
        on
            list_method.list_id = white.list_id
            and list_method.method_id = white.method_id
            and fixture.white_id = white.player_id
),

{# Without colours the mean of both ways, so that it doesn't matter who is written first. #}
answered as (
    select
        {{ same_game }},
        colours_known,
        side.side_no,
        {% set black = rating_moved_by('black_rating', 'side.side_no * coalesce(spread, 0)') %}
        {{ in_marts('win_probability') }}(method_id, {{ black }}, white_rating, handicap, komi) as as_black,
        1 - {{ in_marts('win_probability') }}(method_id, white_rating, {{ black }}, handicap, komi) as as_white
    from matched
    cross join (select unnest([-1, 0, 1]) as side_no) as side
    where side.side_no = 0 or spread is not null
),

predicted as (
    select
        {{ same_game }},
        max((as_black + as_white) / 2) filter (where side_no = 0) as either_way,
        {% for side, name in [(0, 'chance'), (-1, 'chance_low'), (1, 'chance_high')] %}
        max(if(colours_known, as_black, (as_black + as_white) / 2)) filter (where side_no = {{ side }}) as {{ name }}
        {{- ',' if not loop.last }}
        {% endfor %}
    from answered
    group by {{ same_game }}
),

{# Calibration is judged from the favourite's side where colours are unknown. #}
judged as (
    select
        matched.*,
        predicted.* exclude ({{ same_game }}),
        matched.colours_known or predicted.chance >= 0.5 as is_as_given,
        if(is_as_given, predicted.chance, 1 - predicted.chance) as judged_chance
    from matched
    inner join predicted using ({{ same_game }})
),

{# How often what a method gave such a chance came true. #}
calibrated as (
    select
        judged.*,
        greatest(0, judged_chance + calibration.ci_low - calibration.mean_probability) as came_true_low,
        least(1, judged_chance + calibration.ci_high - calibration.mean_probability) as came_true_high,
        case
            when chance_low is not null then 'deviations'
            when chance is not null and calibration.bin_no is not null then 'calibration'
        end as interval_by
    from judged
    left join calibration
        on
            judged.list_id = calibration.list_id
            and judged.method_id = calibration.method_id
            and least(floor(judged.judged_chance * 10), 9)::integer = calibration.bin_no
),

{#
    In a match colours change from game to game: its games are won by the mean of both ways. Who takes stones takes them
    in every game.
#}
fresh as (
    select
        * replace (
            case interval_by
                when 'deviations' then chance_low
                when 'calibration' then if(is_as_given, came_true_low, 1 - came_true_high)
            end as chance_low,
            case interval_by
                when 'deviations' then chance_high
                when 'calibration' then if(is_as_given, came_true_high, 1 - came_true_low)
            end as chance_high
        ),
        {{ in_marts('match_probability') }}(if(best_of > 1 and handicap = 0, either_way, chance), best_of)
            as match_chance,
        case
            when is_past then 'its day was past when the fixture was first seen'
            when black_rating is null and white_rating is null then 'neither is rated on the list'
            when black_rating is null or white_rating is null then 'one of the two is not rated on the list'
        end as why_none,
        {{ build_day() }} as made_on
    from calibrated
),

{# By name: an older publication lacks columns, which are NULL then. #}
published as (
    select
        {{ same_game }},
        {{ told | join(',\n        ') }},
        made_on as first_made_on
    from fresh
    where false
    {% if kept %}
    union all by name
    select * from read_parquet('{{ folder | replace("'", "''") }}/parquet/mart_forecast.parquet')
    {% endif %}
),

{# Two players who are one by now, or who have another id, are so in their forecasts too. #}
renamed as (
    select
        published.* replace (
            coalesce(black.player_id, black_spelling.player_id) as black_id,
            coalesce(white.player_id, white_spelling.player_id) as white_id
        )
    from published
    left join player as black
        on published.black_id = black.player_id
    left join player as white
        on published.white_id = white.player_id
    left join spelling as black_spelling
        on published.black_id = black_spelling.alias
    left join spelling as white_spelling
        on published.white_id = white_spelling.alias
),

republished as (
    select
        * replace ({{ fixture_id_of('played_on', 'black_id', 'white_id', 'event', 'round') }} as fixture_id),
        coalesce(made_on <= played_on and as_of < played_on, false) as is_in_time
    from renamed
    where
        black_id is not null
        and white_id is not null
        and (list_id, method_id) in (select (list_id, method_id) from list_method)
    qualify
        row_number() over (
            partition by list_id, method_id, {{ fixture_id_of('played_on', 'black_id', 'white_id', 'event', 'round') }}
            order by is_in_time desc, as_of desc, made_on desc, chance, fixture_id
        ) = 1
),

{# Of days that are past: what was published last before. #}
forecast as (
    select
        {{ same_game }},
        republished.fixture_id is not null
        and (
            fresh.fixture_id is null
            or fresh.is_past
            or (fresh.played_on < {{ build_day() }} and republished.is_in_time)
        ) as is_kept,
        {% for column in told %}
        if(is_kept, republished.{{ column }}, fresh.{{ column }}) as {{ column }},
        {% endfor %}
        coalesce(republished.first_made_on, republished.made_on, fresh.made_on) as first_made_on,
        fresh.fixture_id is not null as is_landed
    from fresh
    full join republished using ({{ same_game }})
),

{#
    Which game was that of which fixture: of the same two players, in the same event if both name one that is known, a
    few days away at most, after all that the forecast knew. One game is that of one fixture: where several fit, the
    pair that fits best.
#}
announced as (
    select
        fixture_id,
        any_value(played_on) as played_on,
        any_value(event) as event,
        any_value(round) as round,
        any_value(least(black_id, white_id)) as one_id,
        any_value(greatest(black_id, white_id)) as other_id,
        bool_or(is_landed) as is_landed,
        min(as_of) as as_of,
        name_key(any_value(event)) as event_key,
        round_key(any_value(round)) as round_key,
        row_number() over (partition by one_id, other_id, any_value(played_on) order by round_key, fixture_id) as of_day
    from forecast
    group by fixture_id
),

played as (
    select
        game_id,
        game.played_on,
        game.sequence,
        black_id,
        black_score,
        least(black_id, white_id) as one_id,
        greatest(black_id, white_id) as other_id,
        event.name_key as event_key,
        round_key(round) as round_key,
        row_number() over (partition by one_id, other_id, game.played_on order by game.sequence, game_id) as of_day
    from game
    left join event using (event_id)
    where
        black_score is not null
        and (one_id, other_id) in (select (one_id, other_id) from announced)
        and game.played_on > (select min(as_of) from announced)
),

fitting as (
    select
        announced.fixture_id,
        played.game_id,
        row(
            announced.event_key is distinct from played.event_key,
            abs(announced.played_on - played.played_on),
            announced.round_key is distinct from played.round_key,
            abs(announced.of_day - played.of_day),
            not announced.is_landed,
            played.played_on,
            played.sequence,
            played.game_id,
            announced.fixture_id
        ) as misfit
    from announced
    inner join played
        on
            announced.one_id = played.one_id
            and announced.other_id = played.other_id
            and abs(announced.played_on - played.played_on) <= {{ var('fixture_moves_days') }}
            and played.played_on > announced.as_of
            and (
                announced.event_key is null
                or announced.event_key = played.event_key
                or announced.event_key not in (select name_key from event where name_key is not null)
            )
),

found as (
    select
        fixture_id,
        game_id
    from fitting
    qualify
        row_number() over (partition by fixture_id order by misfit) = 1
        and row_number() over (partition by game_id order by misfit) = 1
),

{# Another day of the same game, where the fixture is no longer landed. #}
moved as (
    select
        gone.list_id,
        gone.method_id,
        gone.fixture_id,
        arg_min(landed.played_on, (abs(landed.played_on - gone.played_on), landed.played_on)) as moved_to
    from forecast as gone
    inner join forecast as landed
        on
            gone.list_id = landed.list_id
            and gone.method_id = landed.method_id
            and least(gone.black_id, gone.white_id) = least(landed.black_id, landed.white_id)
            and greatest(gone.black_id, gone.white_id) = greatest(landed.black_id, landed.white_id)
            and gone.event is not distinct from landed.event
            and gone.round is not distinct from landed.round
    where not gone.is_landed and landed.is_landed
    group by gone.list_id, gone.method_id, gone.fixture_id
),

scored as (
    select
        forecast.*,
        played.game_id,
        if(played.black_id = forecast.black_id, played.black_score, 1 - played.black_score) as score,
        {# greatest takes no notice of NULL, so that no chance would be judged as one of almost 0. #}
        if(forecast.made_on <= played.played_on and forecast.chance is not null, score, null) as judged_score,
        not forecast.is_landed and played.game_id is null as is_withdrawn
    from forecast
    left join found
        on forecast.fixture_id = found.fixture_id
    left join played
        on found.game_id = played.game_id and played.played_on > forecast.as_of
)

select
    scored.list_id,
    scored.method_id,
    scored.fixture_id,
    scored.played_on,
    scored.event,
    scored.round,
    scored.black_id,
    scored.white_id,
    scored.colours_known,
    scored.handicap,
    scored.komi,
    scored.best_of,
    scored.as_of,
    scored.black_rating,
    scored.white_rating,
    scored.chance,
    scored.chance_low,
    scored.chance_high,
    scored.match_chance,
    scored.why_none,
    list_method.is_current as is_current_method,
    scored.is_withdrawn,
    scored.game_id,
    scored.score as black_score,
    -(
        scored.judged_score * ln(greatest(scored.chance, 1e-12))
        + (1 - scored.judged_score) * ln(greatest(1 - scored.chance, 1e-12))
    ) as log_loss,
    (scored.chance - scored.judged_score) ^ 2 as brier,
    scored.interval_by,
    scored.made_on,
    scored.first_made_on,
    if(scored.is_withdrawn, moved.moved_to, null) as moved_to,
    coalesce(scored.method_id = best_predictor.method_id, false) as is_best_predictor,
    scored.is_landed and scored.game_id is null and scored.played_on > horizon.as_of as is_ahead
from scored
cross join horizon
inner join list_method
    on scored.list_id = list_method.list_id and scored.method_id = list_method.method_id
left join best_predictor
    on scored.list_id = best_predictor.list_id
left join moved
    on
        scored.list_id = moved.list_id
        and scored.method_id = moved.method_id
        and scored.fixture_id = moved.fixture_id
