{# Everything that landed, from the folder or from the demonstration league's seeds. #}
{% if var.has_var('landing') %}

select * from {{ ref('stg_landing__file_row') }}

{% else %}

{% set seeds = {
    'games': ref('demo_games'),
    'events': ref('demo_events'),
    'players': ref('demo_players'),
    'affiliations': ref('demo_affiliations'),
    'aliases': ref('demo_aliases'),
    'fixtures': ref('demo_fixtures')
} %}
with {% for table, seed in seeds.items() %}
{{ table }} as (
    select * from {{ seed }}
){{ ', ' if not loop.last }}
{% endfor %},

landed as (
    {% for table, seed in seeds.items() %}
    {% set file = 'seeds/demonstration_league/' ~ seed.identifier ~ '.csv' %}
    select
        '{{ table }}' as landed_table,
        '{{ file }}' as source_file,
        (row_number() over () + 1)::integer as row_no,
        array_to_string(list_transform(list_value(*columns(*)), lambda cell: coalesce(cell, '')), ',') as raw_text,
        null::varchar as problem,
        null::varchar as detail,
        null::varchar as warnings,
        null::varchar as moves_digest,
        null::varchar as board_size,
        {{ table }}.*
    from {{ table }}
    union all by name
    select 'file' as landed_table, '{{ file }}' as source_file, 0 as row_no, '{{ table }}' as "name"
    {{ 'union all by name' if not loop.last }}
    {% endfor %}
)

select
    row_number() over () as landed_row_no,
    *
from landed

{% endif %}
