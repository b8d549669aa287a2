{% set folder = last_publication() %}
{# What a game is to records and ratings; anything else may differ without a rating moving. #}
{% set fields = [
    'played_on', 'sequence', 'event_id', 'edition', 'round', 'black_id', 'white_id', 'colours_known', 'black_rank',
    'white_rank', 'komi', 'handicap', 'outcome', 'winner_id', 'win_by', 'margin',
] %}
{# Without colours the order of the two says nothing; an earlier build may have kept that of the file. #}
{% set other_seat = {
    'black_id': 'white_id', 'white_id': 'black_id', 'black_rank': 'white_rank', 'white_rank': 'black_rank',
} %}
with
{% for mart in ['fct_game', 'fct_game_player', 'fct_game_eligibility'] %}
{{ mart }}_now as (
    select * from {{ ref(mart) }}
    {{ 'where false' if not folder }}
),

{{ mart }}_before as (
    {{ as_published(mart, folder) }}
),
{% endfor %}

{# Lists are compared where both builds have them. #}
compared_list as (
    select list_id from fct_game_eligibility_now
    intersect
    select list_id from fct_game_eligibility_before
),

{% for side in ['now', 'before'] %}
seat_{{ side }} as (
    select
        game_id,
        string_agg(player_id || '=' || coalesce(organisation, ''), ', ' order by player_id) as affiliations
    from fct_game_player_{{ side }}
    group by game_id
),

judged_{{ side }} as (
    select
        game_id,
        string_agg(list_id || '=' || coalesce(not_rated_reason, 'rated'), ', ' order by list_id) as rated_in,
        list(list_id) filter (where is_rated) as lists
    from fct_game_eligibility_{{ side }}
    where list_id in (select list_id from compared_list)
    group by game_id
),

game_{{ side }} as (
    select
        game.game_id,
        {% for field in fields %}
        {% if field in other_seat %}
        if(
            game.colours_known or game.black_id < game.white_id, game.{{ field }}, game.{{ other_seat[field] }}
        ) as {{ field }},
        {% else %}
        game.{{ field }},
        {% endif %}
        {% endfor %}
        seat_{{ side }}.affiliations,
        judged_{{ side }}.rated_in,
        judged_{{ side }}.lists
    from fct_game_{{ side }} as game
    inner join seat_{{ side }}
        on game.game_id = seat_{{ side }}.game_id
    inner join judged_{{ side }}
        on game.game_id = judged_{{ side }}.game_id
),
{% endfor %}

compared as (
    select
        coalesce(game_now.game_id, game_before.game_id) as game_id,
        case
            when game_before.game_id is null then 'new'
            when game_now.game_id is null then 'removed'
            else 'changed'
        end as change,
        concat_ws(
            '; ',
            {% for field in fields + ['affiliations', 'rated_in'] %}
            if(
                game_before.{{ field }} is distinct from game_now.{{ field }},
                '{{ field }}: ' || coalesce(game_before.{{ field }}::varchar, '-')
                || ' → ' || coalesce(game_now.{{ field }}::varchar, '-'),
                null
            ){{ ',' if not loop.last }}
            {% endfor %}
        ) as differences,
        coalesce(game_now.played_on, game_before.played_on) as played_on,
        coalesce(game_now.black_id, game_before.black_id) as black_id,
        coalesce(game_now.white_id, game_before.white_id) as white_id,
        game_before.played_on as played_on_before,
        game_before.black_id as black_id_before,
        game_before.white_id as white_id_before,
        list_sort(list_distinct(
            list_concat(coalesce(game_before.lists, []), coalesce(game_now.lists, []))
        )) as lists
    from game_before
    full join game_now
        on game_before.game_id = game_now.game_id
)

select
    game_id,
    change,
    if(change = 'changed', differences, null) as what,
    played_on,
    black_id,
    white_id,
    nullif(array_to_string(lists, ', '), '') as lists,
    played_on_before,
    black_id_before,
    white_id_before
from compared
where change != 'changed' or differences != ''
