with rating_list as (
    select * from {{ ref('rating_list') }}
),

rating_method as (
    select * from {{ ref('rating_method') }}
),

rating_comparison as (
    select * from {{ ref('rating_comparison') }}
),

listed as (
    select
        list_id,
        method_id,
        true as tries_settings
    from rating_list
    union all
    select
        list_id,
        method_id,
        tries_settings
    from rating_comparison
    {% if var('every_method', false) %}
    union all
    select
        rating_list.list_id,
        rating_method.method_id,
        true
    from rating_list
    cross join rating_method
    {% endif %}
),

list_method as (
    select
        list_id,
        method_id,
        bool_or(tries_settings) as tries_settings
    from listed
    group by list_id, method_id
)

select
    list_method.list_id,
    list_method.method_id,
    rating_method.engine,
    rating_list.method_id = list_method.method_id as is_current,
    list_method.tries_settings
from list_method
inner join rating_list
    on list_method.list_id = rating_list.list_id
inner join rating_method
    on list_method.method_id = rating_method.method_id
