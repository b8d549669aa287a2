{#
    Tables and seeds are made as the adapter makes them, in one transaction that leaves the old table where it
    fails, but under their own name and in fewer statements: what dbt does around a statement takes longer than
    most statements. The adapter builds a table beside the old one, renames both, and looks for foreign keys,
    indexes and columns on the way.
#}

{#
    A Python model must return a relation of its session: the adapter writes anything else through another
    connection, for which the old table is still there.
#}
{% materialization table, adapter='duckdb', supported_languages=['sql', 'python'] %}
    {% set relation = this.incorporate(type='table') %}
    {{ run_hooks(pre_hooks, inside_transaction=False) }}
    {{ run_hooks(pre_hooks, inside_transaction=True) }}
    {% do drop_old_relation() %}
    {% call statement('main', language=model.language) %}
        {{ create_table_as(False, relation, compiled_code, model.language) }}
    {% endcall %}
    {% do create_indexes(relation) %}
    {% do persist_docs(relation, model) %}
    {{ run_hooks(post_hooks, inside_transaction=True) }}
    {% do adapter.commit() %}
    {{ run_hooks(post_hooks, inside_transaction=False) }}
    {{ return({'relations': [relation]}) }}
{% endmaterialization %}

{#
    The default way reads every file once more, in Python, to guess the types that its YAML declares. A column that
    is declared but not in the file fails the build.
#}
{% materialization seed, adapter='duckdb' %}
    {% set relation = this.incorporate(type='table') %}
    {% set types = [] %}
    {% for column, type in config.get('column_types', {}).items() %}
        {% do types.append("'" ~ column ~ "': '" ~ type ~ "'") %}
    {% endfor %}
    {{ run_hooks(pre_hooks, inside_transaction=False) }}
    {{ run_hooks(pre_hooks, inside_transaction=True) }}
    {% do drop_old_relation() %}
    {% call statement('main') %}
        create table {{ relation }} as
        select * from read_csv(
            '{{ adapter.get_seed_file_path(model) | replace("'", "''") }}',
            header = true, delim = ',', quote = '"', escape = '"', types = { {{- types | join(', ') -}} }
        )
    {% endcall %}
    {# dbt asks for this result, whatever is in it. #}
    {% do store_result('agate_table', response='OK') %}
    {% do persist_docs(relation, model) %}
    {{ run_hooks(post_hooks, inside_transaction=True) }}
    {% do adapter.commit() %}
    {{ run_hooks(post_hooks, inside_transaction=False) }}
    {{ return({'relations': [relation]}) }}
{% endmaterialization %}

{% macro drop_old_relation() %}
    {% set old_relation = load_cached_relation(this) %}
    {% if old_relation %}
        {% call statement('drop') %}
            drop {{ old_relation.type }} {{ old_relation }}
        {% endcall %}
    {% endif %}
{% endmacro %}
