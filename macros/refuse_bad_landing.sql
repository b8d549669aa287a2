{# Stops a build before anything of the landing folder is read when the folder can't be read. #}
{% macro refuse_bad_landing() %}
    {% if execute %}
        {% set problem = run_query("select landing_problem(landing_folder())").rows[0][0] %}
        {% if problem %}
            {{ exceptions.raise_compiler_error("No game was read. " ~ problem) }}
        {% endif %}
    {% endif %}
{% endmacro %}
