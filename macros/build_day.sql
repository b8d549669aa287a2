{#
    The day of the build, as a date: the var `build_day` (yyyy-mm-dd), else the latest day that had begun anywhere on
    Earth (UTC+14) when the build began. It only bounds: no game is later, and no fixture years ahead. No rating
    may depend on it, so that the same files give the same ratings on any later day; a forecast is told the day on which
    it was made.
#}
{% macro build_day() -%}
    {% set day = var('build_day', none) %}
    {% if day is none %}
        {% set day = (run_started_at + modules.datetime.timedelta(hours=14)).strftime('%Y-%m-%d') %}
    {% elif not modules.re.fullmatch('[0-9]{4}-[0-9]{2}-[0-9]{2}', day | string) %}
        {% do exceptions.raise_compiler_error("The var build_day is not a day: write it as yyyy-mm-dd.") %}
    {% endif %}
    date '{{ day }}'
{%- endmacro %}
