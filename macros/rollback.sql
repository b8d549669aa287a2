{# Brings back the publication before the current one, or a named one: dbt run-operation rollback [--args '{to: ID}'] #}
{% macro rollback(to='') %}
    {% if flags.WHICH != 'run-operation' %}
        {% do exceptions.raise_compiler_error("Nothing was changed. Roll back with dbt run-operation rollback.") %}
    {% elif target.name != 'build' %}
        {% do exceptions.raise_compiler_error(
            "Nothing was changed. The target " ~ target.name ~ " is for reading: roll back with --target build."
        ) %}
    {% endif %}
    {# The adapter hands this to the plugin's `store`, which is no function that a query could call. #}
    {% do adapter.store_relation('plugin', none, [], to | string, 'rollback', {}) %}
{% endmacro %}
