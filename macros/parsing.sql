{# Cells are compared and parsed without surrounding blanks, full-width ones included; an empty one is missing. #}
{% macro cell(column) -%}
    nullif(trim({{ column }}, e' \t\r\n' || chr(160) || chr(12288)), '')
{%- endmacro %}

{# Full-width digits and signs, as Japanese keyboards write them, in ASCII. #}
{% macro half_width(text) -%}
    translate({{ text }}, '０１２３４５６７８９＋－．，／：（）？', '0123456789+-.,/:()?')
{%- endmacro %}

{#
    The dates of a column, each distinct text read once, by the one grammar of dates (go_ratings.reading.dates).
    CTE body with the columns text; first_day and day (the last, which counts); precision (day, month, year);
    problem (reason code) and detail, which follows the text; warnings (JSON list of [code, detail]). NULL where
    there is nothing to say.
#}
{% macro parsed_dates(relation, column) %}
    with texts as (
        select distinct {{ cell(column) }} as text
        from {{ relation }}
    ),

    read as (
        select
            text,
            list_transform(string_split(date_fields(text), chr(31)), lambda field: nullif(field, '')) as fields
        from texts
        where text is not null
    )

    select
        text,
        fields[1]::date as first_day,
        fields[2]::date as day,
        fields[3] as precision,
        fields[4] as problem,
        fields[5] as detail,
        fields[6] as warnings
    from read
{% endmacro %}

{#
    The results of a column, each distinct text read once, by python_models/go_ratings/reading/results.py, which has the
    grammar. CTE body with the columns text, outcome (decided, default, jigo, no_result, both_lose, cancelled, unknown;
    NULL where the text can't be read), winner ('b', 'w' or NULL), win_by, margin (points) and is_odd_margin.
#}
{% macro parsed_results(relation, column) %}
    with texts as (
        select distinct coalesce({{ cell(column) }}, '') as text
        from {{ relation }}
    ),

    read as materialized (
        select
            text,
            string_split(result_fields(text), chr(31)) as fields
        from texts
    )

    select
        text,
        nullif(fields[1], '') as outcome,
        nullif(fields[2], '') as winner,
        nullif(fields[3], '') as win_by,
        nullif(fields[4], '')::double as margin,
        fields[5] = 'True' as is_odd_margin
    from read
{% endmacro %}
