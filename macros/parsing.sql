{#
    Cells are compared and parsed without what is blank to the eye around them: blanks of every width, characters of no
    width, marks of direction, fillers. An empty one is missing. Variation selectors stay, which belong to the character
    before them.
#}
{% macro cell(column) -%}
    {%- set blank = " \t\n\u000b\u000c\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
        "\u200a\u2028\u2029\u202f\u205f\u3000" -%}
    {%- set invisible = "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b"
        "\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u2800\u3164\ufeff\uffa0" -%}
    nullif(trim({{ column }}, '{{ blank }}{{ invisible }}'), '')
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
