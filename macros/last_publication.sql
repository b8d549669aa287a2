{#
    What the landing is called: the folder as named, or the league that comes with the project. Asked of Python, since
    dbt would take a folder's name for a template: `{{ … }}` in it would be run.
#}
{% macro landing_name() -%}
    coalesce(nullif(landing_folder(), ''), 'demonstration league')
{%- endmacro %}

{# Folder of the publication that this build comes after, of the same landing. None for the first one. #}
{% macro publication_before() %}
    {% if not execute %}
        {% do return(none) %}
    {% endif %}
    {% do return(run_query("select last_publication(" ~ landing_name() ~ ")").rows[0][0] or none) %}
{% endmacro %}

{#
    The same, to compare all of it with this build. None for the first one too, and where it lacks a column that today's
    marts have: then nothing can be compared.
#}
{% macro last_publication() %}
    {% if not execute %}
        {% do return(none) %}
    {% endif %}
    {% set compared =
        "('fct_game', 'fct_game_player', 'fct_game_eligibility', 'mart_leaderboard', 'mart_player_peak')"
    %}
    {% set folder = publication_before() %}
    {% if not folder %}
        {% do return(none) %}
    {% endif %}
    {% set lacking = run_query("
        select table_name, column_name from duckdb_columns()
        where database_name = current_database() and schema_name = 'marts' and table_name in " ~ compared ~ "
        except
        select parse_filename(file_name, true), name
        from parquet_schema('" ~ folder | replace("'", "''") ~ "/parquet/*.parquet')
    ") %}
    {% do return(none if lacking.rows | length else folder) %}
{% endmacro %}

{# A mart as that publication has it, or with its columns alone where there is none. #}
{% macro as_published(mart, folder) -%}
    {% set now = ref(mart) -%}
    {% if folder -%}
        select * from read_parquet('{{ folder | replace("'", "''") }}/parquet/{{ mart }}.parquet')
    {%- else -%}
        select * from {{ now }} where false
    {%- endif %}
{%- endmacro %}
