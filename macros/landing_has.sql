{# Whether a table of the contract landed at all: as a file of its own, or as rows of another format. #}
{% macro landing_has(table) -%}
    exists (
        select 1 from {{ ref('landed_row') }}
        where landed_table = '{{ table }}' or (landed_table = 'file' and name = '{{ table }}')
    )
{%- endmacro %}
