{# A method's parameters changed under its version, or a version isn't listed. #}
with method as (
    select * from {{ ref('rating_method') }}
),

published as (
    select * from {{ ref('method_version') }}
),

digested as (
    select
        method_id,
        version,
        method_digest(engine, parameters) as parameters_digest
    from method
)

select
    'Give a changed method a new version, and add this row to seeds/reference/method_version.csv' as what_to_do,
    digested.method_id,
    digested.version,
    digested.parameters_digest
from digested
left join published
    on digested.method_id = published.method_id and digested.version = published.version
where digested.parameters_digest is distinct from published.parameters_digest
