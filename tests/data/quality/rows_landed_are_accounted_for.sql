{# For every table and source: rows landed = staged + rejected + duplicates; and all of them are listed. #}
with source_count as (
    select * from {{ ref('dq_source_count') }}
),

landed as (
    select landed_table, count(*) as rows_landed
    from {{ ref('stg_landing__row') }}
    where landed_table != 'file'
    group by landed_table
),

listed as (
    select landed_table, count(*) as rows_listed
    from {{ ref('dq_rejected_row') }}
    where landed_table != 'file'
    group by landed_table
),

totalled as (
    select
        landed_table,
        sum(rows_staged) as rows_staged,
        sum(rows_rejected + rows_duplicate) as rows_set_aside
    from source_count
    group by landed_table
)

select
    'Find the rows of this table that neither went on nor are in dq_rejected_row' as what_to_do,
    landed.landed_table,
    landed.rows_landed,
    totalled.rows_staged,
    totalled.rows_set_aside,
    listed.rows_listed
from landed
left join totalled
    on landed.landed_table = totalled.landed_table
left join listed
    on landed.landed_table = listed.landed_table
where
    landed.rows_landed is distinct from totalled.rows_staged + totalled.rows_set_aside
    or coalesce(listed.rows_listed, 0) is distinct from totalled.rows_set_aside
