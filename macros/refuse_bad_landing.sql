{# Stops a build before anything of the landing folder is read when the folder can't be read. #}
{% macro refuse_bad_landing() %}
    {% if execute %}
        {% do needs_plugin() %}
        {% set problem = run_query("select landing_problem(landing_folder())").rows[0][0] %}
        {% if problem %}
            {{ exceptions.raise_compiler_error("No game was read. " ~ problem) }}
        {% endif %}
    {% endif %}
{% endmacro %}

{# Says what is missing where a project that installs this one has a profile without the functions of its SQL. #}
{% macro needs_plugin() %}
    {% set there = run_query("select count(*) from duckdb_functions() where function_name = 'landing_problem'") %}
    {% if there.rows[0][0] == 0 %}
        {{ exceptions.raise_compiler_error(
            "The profile " ~ target.profile_name ~ " lacks the plugin go_ratings.warehouse.plugin:"
            ~ " examples/package/profiles.yml shows where it goes."
        ) }}
    {% endif %}
{% endmacro %}
