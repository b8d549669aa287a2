{#
    Rows of private models that share their key (`meta.key` in the model's YAML): the model named joins something
    that has several rows where it should have one.
#}
{% set models = [
    'int_connected_component',
    'int_damaged_name',
    'int_fixture',
    'int_game',
    'int_game_doubt',
    'int_game_eligibility',
    'int_game_row_identified',
    'int_game_row_merged',
    'int_list_method',
    'int_method_score',
    'int_player_doubt',
    'int_player_spelling',
    'int_possible_same_game',
    'int_possible_same_player',
    'int_prediction',
    'int_rank_held',
    'int_rank_step',
    'int_rated_game',
    'int_rating_method',
    'int_rating_ledger',
    'int_rating_step',
    'int_replay_link',
    'int_setting_score',
    'int_written_player',
    'stg_landing__affiliation',
    'stg_landing__alias',
    'stg_landing__event',
    'stg_landing__fixture',
    'stg_landing__game',
    'stg_landing__merged_player',
    'stg_landing__player',
    'stg_landing__row',
] %}
{% for name in models %}
{% set key = (graph.nodes['model.go_ratings.' ~ name].config.meta.key | join(', ')) if execute else 'null' %}
select
    'Find the join of the model that has several rows where it should have one' as what_to_do,
    '{{ name }}' as model,
    row({{ key }})::varchar as key,
    count(*) as copies
from {{ ref(name) }}
group by {{ key }}
having count(*) > 1
{{ 'union all' if not loop.last }}
{% endfor %}
