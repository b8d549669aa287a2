{{ config(enabled=var('publish', true)) }}
{# Nothing was published; readers keep what they had. Fix what is named here, then run `dbt retry`. #}
with publication as (
    select * from {{ ref('pub_publication') }}
)

select
    problem,
    'Mend what the problem names, then dbt retry' as what_to_do
from publication
where problem is not null
