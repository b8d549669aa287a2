{#
    What functions for readers are made of. A function keeps the text of its query, and readers open it in a copy of the
    database under another name, so it calls tables and functions by schema alone.
#}
{% macro in_marts(name) -%}
    {% set relation = ref(name) %}
    {{- relation.schema }}.{{ relation.identifier }}
{%- endmacro %}

{# Whether a player is the one given by id or by any whole spelling of the name that dim_player_alias knows. #}
{% macro is_named(player_id, spelling) -%}
{{ player_id }} in (
    select named.player_id
    from {{ in_marts('dim_player_alias') }} as named
    where
        named.alias = {{ spelling }}
        or (named.search_key = {{ in_marts('search_key') }}({{ spelling }}) and named.search_key != '')
)
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
    {% do persist_docs(function, model) %}
    {{ run_hooks(post_hooks) }}
    {% do adapter.commit() %}
    {{ return({'relations': [function]}) }}
{% endmaterialization %}
