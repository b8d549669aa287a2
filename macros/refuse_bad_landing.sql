{# Stops a run before its first table is touched when the landing folder can't be read. #}
{% macro refuse_bad_landing() %}
    {% if execute and var('landing', none) is not none and flags.WHICH in ('build', 'run') %}
        {% set folder = var('landing') | string | replace("'", "''") %}
        {% set problem = run_query("select landing_problem('" ~ folder ~ "')").columns[0].values()[0] %}
        {% if problem %}
            {{ exceptions.raise_compiler_error("Nothing was built. " ~ problem) }}
        {% endif %}
    {% endif %}
{% endmacro %}
