{{ config(enabled=var('publish', true)) }}
{# Nothing was published; readers keep what they had. Mend what is named here, then `dbt retry`. #}
with publication as (
    select * from {{ ref('pub_publication') }}
)

select problem
from publication
where problem is not null
