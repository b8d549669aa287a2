{#
    Builds a table as the adapter does, in one transaction that leaves the old table where it fails, but under
    its own name. The adapter builds another table beside it, renames both and looks for foreign keys, indexes and
    columns, which takes longer than most tables of this warehouse; readers have a file of their own.
#}
{% materialization table, adapter='duckdb', supported_languages=['sql', 'python'] %}
    {% set old_relation = load_cached_relation(this) %}
    {% set relation = this.incorporate(type='table') %}
    {{ run_hooks(pre_hooks, inside_transaction=False) }}
    {{ run_hooks(pre_hooks, inside_transaction=True) }}
    {% if old_relation %}
        {% call statement('drop') %}
            drop {{ old_relation.type }} {{ old_relation }}
        {% endcall %}
    {% endif %}
    {% call statement('main', language=model.language) %}
        {{ create_table_as(False, relation, compiled_code, model.language) }}
    {% endcall %}
    {% do create_indexes(relation) %}
    {{ run_hooks(post_hooks, inside_transaction=True) }}
    {% do persist_docs(relation, model) %}
    {% do adapter.commit() %}
    {{ run_hooks(post_hooks, inside_transaction=False) }}
    {{ return({'relations': [relation]}) }}
{% endmaterialization %}
