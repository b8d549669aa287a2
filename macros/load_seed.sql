{#
    Loads a seed as the adapter does, but also where the path of the project holds an apostrophe,
    which the adapter's own statement can't quote.
#}
{% macro duckdb__load_csv_rows(model, agate_table) %}
    {% set file = adapter.get_seed_file_path(model) | replace("'", "''") %}
    {% set sql %}
        copy {{ this.render() }} from '{{ file }}' (format csv, header true, delimiter ',')
    {% endset %}
    {% do adapter.add_query(sql, abridge_sql_log=true) %}
    {{ return(sql) }}
{% endmacro %}
