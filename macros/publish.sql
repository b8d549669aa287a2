{#
    After a whole `dbt build` without a failure: audits the marts and publishes them. Anything less
    (a failed test, a selection, --empty, another command) leaves the last publication as it is.
    Left out by --vars '{publish: false}'; the audit alone by '{audit: false}'.
#}
{% macro publish(results) %}
    {% if execute and flags.WHICH == 'build' and var('publish', true) and not flags.EMPTY %}
        {% set failed = results | rejectattr('status', 'in', ['success', 'pass', 'warn', 'no-op']) | list %}
        {% if is_partial_build() %}
            {% do log('Nothing published: only a part was built.', info=true) %}
        {% elif failed or not results %}
            {% do log('Nothing published: ' ~ failed | length ~ ' of ' ~ results | length ~ ' steps failed or were skipped. Readers keep what they had.', info=true) %}
        {% else %}
            {% set problem = run_query('select publish(' ~ (var('audit', true) | string | lower) ~ ')').columns[0].values()[0] %}
            {% if problem %}
                select error('{{ problem | replace("'", "''") }}')
            {% else %}
                {% do log('Published: readers see this build.', info=true) %}
            {% endif %}
        {% endif %}
    {% endif %}
{% endmacro %}

{# Brings back the publication before the current one, or a named one: dbt run-operation rollback [--args '{to: ID}'] #}
{% macro rollback(to='') %}
    {% if target.name != 'build' %}
        {% do exceptions.raise_compiler_error("Nothing was changed. The target " ~ target.name ~ " is for reading: roll back with --target build.") %}
    {% endif %}
    {% set answer = run_query("select roll_back('" ~ to | replace("'", "''") ~ "')").columns[0].values()[0] %}
    {% if answer.startswith('Nothing') %}
        {% do exceptions.raise_compiler_error(answer) %}
    {% endif %}
    {% do log(answer, info=true) %}
{% endmacro %}
