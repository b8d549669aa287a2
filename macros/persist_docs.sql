{#
    Describes a relation and its columns in one statement where the adapter makes one for each, which costs a build two
    seconds. A column that is described but not there fails it.
#}
{% macro duckdb__persist_docs(relation, model, for_relation, for_columns) %}
    {% set comments %}
        {% if for_relation and config.persist_relation_docs() and model.description %}
            comment on {{ relation.type }} {{ relation }} is {{ duckdb_escape_comment(model.description) }};
        {% endif %}
        {% if for_columns and config.persist_column_docs() %}
            {% for column in model.columns.values() if column.description %}
                comment on column {{ relation }}.{{ adapter.quote(column.name) }}
                is {{ duckdb_escape_comment(column.description) }};
            {% endfor %}
        {% endif %}
    {% endset %}
    {% if comments | trim %}
        {% call statement('comments') %}
            {{ comments }}
        {% endcall %}
    {% endif %}
{% endmacro %}
