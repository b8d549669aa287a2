{% set models = {'events': 'event', 'players': 'player', 'affiliations': 'affiliation', 'aliases': 'alias'} %}
with landed as (
    select * from {{ ref('stg_landing__row') }}
    where landed_table != 'file'
),


rejected as (
    select * from {{ ref('dq_rejected_row') }}
    where landed_table != 'file'
),

landed_count as (
    select
        landed_table,
        if(landed_table = 'games', coalesce({{ cell('source') }}, source_file), source_file) as source,
        count(*) as rows_landed
    from landed
    group by all
),

staged_count as (
    select 'games' as landed_table, source, count(*) as rows_staged
    from {{ ref('int_game_row_merged') }}
    where reject_code is null
    group by all
    {% for table, model in models.items() %}
    union all
    select '{{ table }}', source_file, count(*)
    from {{ ref('stg_landing__' ~ model) }}
    where reject_code is null
    group by all
    {% endfor %}
    union all
    select 'fixtures', source_file, count(*)
    from {{ ref('int_fixture') }}
    where reject_code is null
    group by all
),

rejected_count as (
    select
        landed_table,
        source,
        count(*) filter (where not is_duplicate) as rows_rejected,
        count(*) filter (where is_duplicate) as rows_duplicate
    from rejected
    group by all
)

select
    landed_count.landed_table,
    landed_count.source,
    landed_count.rows_landed,
    coalesce(staged_count.rows_staged, 0) as rows_staged,
    coalesce(rejected_count.rows_rejected, 0) as rows_rejected,
    coalesce(rejected_count.rows_duplicate, 0) as rows_duplicate
from landed_count
left join staged_count
    on landed_count.landed_table = staged_count.landed_table and landed_count.source = staged_count.source
left join rejected_count
    on landed_count.landed_table = rejected_count.landed_table and landed_count.source = rejected_count.source
