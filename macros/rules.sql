{#
    The rule book: what keeps a game out of the record and what keeps it from being rated. The seed `not_rated_reason`
    says in which order the rules apply and which of them are rules of the record; `rating_list` says which of them a
    list applies. A game has one reason, that of the first rule that applies.
#}

{# Rules about the game itself, as conditions on int_game. A game whose sources disagree has no outcome yet. #}
{% macro game_rules() %}
    {% set rules = {
        'team': "game.format = 'team'",
        'oteai': "game.format = 'oteai'",
        'unofficial': "game.status = 'unofficial'",
        'source_conflict': "game.is_source_conflict",
        'international': "game.scope = 'international'",
        'handicap': "game.handicap >= 2",
        'board_size': "game.board_size != 19",
        'before_1927': "game.played_on < date '" ~ var('record_from') ~ "'",
    } %}
    {% for outcome in ['cancelled', 'unknown', 'default', 'both_lose', 'jigo', 'no_result'] %}
        {% do rules.update({outcome: "game.outcome = '" ~ outcome ~ "' and not game.is_source_conflict"}) %}
    {% endfor %}
    {% do return(rules) %}
{% endmacro %}

{# The same rules as a list of `rating_list` applies them, and those that only lists have. #}
{% macro list_rules() %}
    {% set rules = game_rules() %}
    {% for switch in ['team', 'oteai', 'unofficial', 'jigo', 'international'] %}
        {% do rules.update({switch: rules[switch] ~ ' and not rating_list.rates_' ~ switch}) %}
    {% endfor %}
    {# Who took the stones must be known, or they would go to anyone; and too many of them are a typing error. #}
    {% do rules.update({
        'handicap': rules['handicap'] ~ ' and not (rating_list.rates_handicap and game.colours_known'
        ~ ' and game.handicap <= ' ~ var('most_handicap_stones') ~ ')',
    }) %}
    {% do rules.update({
        'board_size': rules['board_size'] ~ ' and not rating_list.rates_other_boards',
        'before_1927': rules['before_1927'] ~ ' and game.played_on < rating_list.first_rated_on',
        'pool_v_pool': 'rating_list.uses_pools and game.black_pool is not null and game.white_pool is not null',
        'other_division': "rating_list.division = 'women' and game.division != 'women'",
        'no_class': 'rating_list.classed_events_only and game.class is null',
    }) %}
    {% do return(rules) %}
{% endmacro %}

{# One row: the place of each reason in the order, and the reason at each place. CTE body. #}
{% macro rule_order(condition='true') %}
    select
        map_from_entries(list((reason, precedence))) as place_of,
        map_from_entries(list((precedence, reason))) as reason_at
    from {{ ref('not_rated_reason') }}
    where {{ condition }}
{% endmacro %}

{# The unit that a pool's members are rated as. #}
{% macro pool_unit_id(pool) -%}
    'POOL:' || {{ pool }}
{%- endmacro %}

{# Whether a rating is provisional, by the rule of its method. #}
{% macro is_provisional(rated_games, deviation, method) -%}
    (
        coalesce({{ rated_games }} < {{ method }}.provisional_games, false)
        or coalesce({{ deviation }} >= {{ method }}.provisional_deviation, false)
    )
{%- endmacro %}
