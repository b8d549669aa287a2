{#
    What functions for readers are made of. A function keeps the text of its query, and readers open it in a copy of the
    database under another name, so it calls tables and functions by schema alone.
#}
{% macro in_marts(name) -%}
    {% set relation = ref(name) %}
    {{- relation.schema }}.{{ relation.identifier }}
{%- endmacro %}

{#
    The players given by id or by any whole spelling of the name that dim_player_alias knows. What is written exactly
    so takes precedence: an id, then a spelling, then one that differs in case or in blanks at its ends; only where
    there is none of these, whoever a search would find.

    A function reads its arguments in a query of their own, `asked`, and the others join that: amid the tables of a
    query, a caller's `rating_list.list_id` would mean the function's own rating_list. `spelling`: column of `asked`.
#}
{% macro players_named(spelling) -%}
    select distinct candidate.player_id
    from (
        select
            alias.player_id,
            case
                when alias.player_id = asked.{{ spelling }} then 1
                when alias.alias = asked.{{ spelling }} then 2
                when lower(trim(alias.alias)) = lower(trim(asked.{{ spelling }})) then 3
                else 4
            end as place,
            min(place) over () as best_place
        from {{ in_marts('dim_player_alias') }} as alias
        inner join asked
            on
                alias.alias = asked.{{ spelling }}
                or (
                    alias.search_key = {{ in_marts('search_key') }}(asked.{{ spelling }})
                    and alias.search_key != ''
                )
    ) as candidate
    where candidate.place = candidate.best_place
{%- endmacro %}

{# A function that gives one value for each call; for functions that give tables the adapter has `table_function`. #}
{% materialization scalar_function, adapter='duckdb' %}
    {% set function = api.Relation.create(database=database, schema=schema, identifier=model['alias'], type='view') %}
    {{ run_hooks(pre_hooks) }}
    {% call statement('main') %}
        create or replace macro {{ function }}({{ config.require('parameters') | join(', ') }}) as (
            {{ sql }}
        )
    {% endcall %}
    {{ run_hooks(post_hooks) }}
    {% do adapter.commit() %}
    {{ return({'relations': [function]}) }}
{% endmaterialization %}

{# Describes a function where it is made: a function that gives tables is another kind than one that gives a value. #}
{% macro describe_function() %}
    {% set kind = {'table_function': 'macro table', 'scalar_function': 'macro'}[config.get('materialized')] %}
    comment on {{ kind }} {{ this }} is {{ duckdb_escape_comment(model.description) }}
{% endmacro %}
