{#
    The files that are a table of the contract themselves (games.csv, a sheet `games`); what they
    list goes before what a tournament file tells of the same player or event.
#}
{% macro listing_files(table) -%}
    (
        select source_file from {{ ref('stg_landing__row') }}
        where
            (landed_table = 'file' and name = '{{ table }}')
            or (landed_table = '{{ table }}' and ends_with(lower(source_file), '.xlsx'))
    )
{%- endmacro %}

{# Whether a table of the contract landed at all. #}
{% macro landing_has(table) -%}
    exists {{ listing_files(table) }}
{%- endmacro %}
