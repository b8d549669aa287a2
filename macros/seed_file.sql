{#
    Loads a seed from the project that is built. The adapter takes the file below the folder in which dbt last read the
    project from nothing: after a copy that was the original's, after a move there was none.
#}
{% macro duckdb__load_csv_rows(model, agate_table) %}
    {% set path = model['original_file_path'] | replace("'", "''") %}
    {% set file = run_query("select project_file('" ~ path ~ "')").rows[0][0] | replace("'", "''") %}
    {% set sql %}
        copy {{ this.render() }} from '{{ file }}'
        (format csv, header true, delimiter '{{ config.get("delimiter", ",") }}')
    {% endset %}
    {% do adapter.add_query(sql, abridge_sql_log=True) %}
    {{ return(sql) }}
{% endmacro %}
