with source_count as (
    select * from {{ ref('dq_source_count') }}
    where landed_table = 'games'
),

game as (
    select * from {{ ref('fct_game') }}
),

ledger as (
    select * from {{ ref('fct_rating_ledger') }}
)

select
    timestamp '{{ run_started_at.strftime('%Y-%m-%d %H:%M:%S') }}' as built_at_utc,
    (select max(played_on) from game) as data_through,
    git_sha() as git_sha,
    {{ landing_name() }} as landing,
    '{{ dbt_version }}' as dbt_version,
    version() as duckdb_version,
    (select coalesce(sum(rows_landed), 0)::bigint from source_count) as rows_in,
    (select coalesce(sum(rows_staged), 0)::bigint from source_count) as rows_staged,
    (select coalesce(sum(rows_rejected), 0)::bigint from source_count) as rows_rejected,
    (select coalesce(sum(rows_duplicate), 0)::bigint from source_count) as rows_duplicate,
    (select count(*) from game) as games,
    {# Every bit of every rating, whatever order the rows lie in. #}
    (
        select format('{:016x}', coalesce(bit_xor(md5_number_lower(concat_ws(
            '|',
            list_id, method_id, ledger_no, game_id, rated_unit_id, rating_before, expected_score, score, rating_after
        ))), 0))
        from ledger
    ) as ledger_digest,
    {{ build_day() }} as build_day
