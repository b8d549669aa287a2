{# The years, colours and events of a player's record each add up to the career, count by count. #}
{% set counts = ['games', 'wins', 'losses', 'jigo', 'no_result', 'default_wins', 'default_losses', 'both_lose'] %}
with record as (
    select * from {{ ref('mart_player_record') }}
),

totalled as (
    select
        player_id,
        scope,
        {% for count in counts %}
        sum({{ count }}) as {{ count }}{{ ',' if not loop.last }}
        {% endfor %}
    from record
    group by player_id, scope
)

select
    'Find the count in mart_player_record that differs between this scope and the career' as what_to_do,
    part.player_id,
    part.scope,
    {% for count in counts %}
    part.{{ count }},
    career.{{ count }} as career_{{ count }}{{ ',' if not loop.last }}
    {% endfor %}
from totalled as part
left join totalled as career
    on part.player_id = career.player_id and career.scope = 'career'
where
    {% for count in counts %}
    {{ 'or ' if not loop.first }}part.{{ count }} is distinct from career.{{ count }}
    {% endfor %}
