{% set folder = last_publication() %}
{% set kept = folder and run_query(
    "select count(*) from glob('" ~ folder | replace("'", "''") ~ "/parquet/mart_forecast.parquet')"
).rows[0][0] %}
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

horizon as (
    select max(played_on) as as_of from {{ ref('fct_game') }}
),

{# What the ratings of today say, of days to come. #}
matched as (
    select
        list_method.list_id,
        list_method.method_id,
        list_method.engine,
        list_method.is_current,
        fixture.* exclude (source_file, row_no, raw_text, landed_row_no, reject_code, reject_detail),
        horizon.as_of,
        fixture.played_on <= horizon.as_of as is_past,
        if(is_past, null, black.rating) as black_rating,
        if(is_past, null, white.rating) as white_rating,
        {# What a shared part of the deviation says of the difference isn't known: then there is no interval. #}
        if(
            list_method.engine = 'mixed_effects',
            null,
            1.2815515655446004 * sqrt(black.deviation ^ 2 + white.deviation ^ 2)
        ) as spread
    from fixture
    cross join list_method
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
predicted as (
    select
        *,
        {% for name, shift in [('chance', 0), ('chance_low', -1), ('chance_high', 1)] %}
        {% set black = 'black_rating + coalesce(spread, 0) * ' ~ shift if shift else 'black_rating' %}
        if(
            {{ 'spread is null' if shift else 'false' }},
            null,
            if(
                colours_known,
                {{ in_marts('win_probability') }}(method_id, {{ black }}, white_rating, handicap, komi),
                (
                    {{ in_marts('win_probability') }}(method_id, {{ black }}, white_rating, handicap, komi)
                    + 1 - {{ in_marts('win_probability') }}(method_id, white_rating, {{ black }}, handicap, komi)
                ) / 2
            )
        ) as {{ name }}{{ ',' if not loop.last }}
        {% endfor %}
    from matched
),

{# In a match colours change from game to game: its games are won by the mean of both ways. #}
fresh as (
    select
        *,
        {{ in_marts('match_probability') }}(
            if(
                colours_known and best_of > 1,
                (
                    chance
                    + 1 - {{ in_marts('win_probability') }}(method_id, white_rating, black_rating, handicap, komi)
                ) / 2,
                chance
            ),
            best_of
        ) as match_chance,
        case
            when is_past then 'its day was past when the fixture was first seen'
            when black_rating is null and white_rating is null then 'neither is rated on the list'
            when black_rating is null or white_rating is null then 'one of the two is not rated on the list'
        end as why_none
    from predicted
),

{# Of days that are past: what was published last before, no chance that was made afterwards. #}
published as (
    {% if kept %}
    select * from read_parquet('{{ folder | replace("'", "''") }}/parquet/mart_forecast.parquet')
    {% else %}
    select
        *,
        event_name as event
    from fresh
    where false
    {% endif %}
),

forecast as (
    select
        list_id,
        method_id,
        fixture_id,
        played_on,
        event_name as event,
        round,
        black_id,
        white_id,
        colours_known,
        handicap,
        komi,
        best_of,
        as_of,
        black_rating,
        white_rating,
        chance,
        chance_low,
        chance_high,
        match_chance,
        why_none
    from fresh
    where
        not is_past
        or (list_id, method_id, fixture_id) not in (select (list_id, method_id, fixture_id) from published)
    union all
    select
        list_id,
        method_id,
        fixture_id,
        played_on,
        event,
        round,
        black_id,
        white_id,
        colours_known,
        handicap,
        komi,
        best_of,
        as_of,
        black_rating,
        white_rating,
        chance,
        chance_low,
        chance_high,
        match_chance,
        why_none
    from published
    where
        (list_id, method_id) in (select (list_id, method_id) from list_method)
        and (list_id, method_id, fixture_id) not in (
            select (list_id, method_id, fixture_id) from fresh
            where not is_past
        )
),

{# The first game of the two within three days of the fixture's, if it came after all that the forecast knew. #}
played as (
    select
        forecast.list_id,
        forecast.method_id,
        forecast.fixture_id,
        arg_min(game.game_id, (abs(game.played_on - forecast.played_on), game.played_on, game.game_id)) as game_id,
        arg_min(
            if(game.black_id = forecast.black_id, game.black_score, 1 - game.black_score),
            (abs(game.played_on - forecast.played_on), game.played_on, game.game_id)
        ) as black_score
    from forecast
    inner join game
        on
            least(game.black_id, game.white_id) = least(forecast.black_id, forecast.white_id)
            and greatest(game.black_id, game.white_id) = greatest(forecast.black_id, forecast.white_id)
            and game.played_on between forecast.played_on - 3 and forecast.played_on + 3
            and game.played_on > forecast.as_of
            and game.black_score is not null
    group by forecast.list_id, forecast.method_id, forecast.fixture_id
)

select
    forecast.list_id,
    forecast.method_id,
    forecast.fixture_id,
    forecast.played_on,
    forecast.event,
    forecast.round,
    forecast.black_id,
    forecast.white_id,
    forecast.colours_known,
    forecast.handicap,
    forecast.komi,
    forecast.best_of,
    forecast.as_of,
    forecast.black_rating,
    forecast.white_rating,
    forecast.chance,
    forecast.chance_low,
    forecast.chance_high,
    forecast.match_chance,
    forecast.why_none,
    list_method.is_current as is_current_method,
    forecast.fixture_id not in (select fixture_id from fixture) and played.game_id is null as is_withdrawn,
    played.game_id,
    played.black_score,
    -(
        played.black_score * ln(greatest(forecast.chance, 1e-12))
        + (1 - played.black_score) * ln(greatest(1 - forecast.chance, 1e-12))
    ) as log_loss,
    (forecast.chance - played.black_score) ^ 2 as brier
from forecast
inner join list_method
    on forecast.list_id = list_method.list_id and forecast.method_id = list_method.method_id
left join played
    on
        forecast.list_id = played.list_id
        and forecast.method_id = played.method_id
        and forecast.fixture_id = played.fixture_id
