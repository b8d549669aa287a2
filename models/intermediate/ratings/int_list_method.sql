with rating_list as (
    select * from {{ ref('rating_list') }}
),

rating_method as (
    select * from {{ ref('int_rating_method') }}
),

rating_comparison as (
    select * from {{ ref('rating_comparison') }}
),

list_method as (
    select list_id, method_id from rating_list
    union
    select list_id, method_id from rating_comparison
    union
    select what_if_list_id, method_id from rating_method where what_if_list_id is not null
    {% if var('every_method', false) %}
    union
    select rating_list.list_id, rating_method.method_id
    from rating_list
    cross join rating_method
    where rating_method.what_if_list_id is null
    {% endif %}
)

select
    list_method.list_id,
    list_method.method_id,
    rating_method.engine,
    rating_list.method_id = list_method.method_id as is_current,
    rating_method.tries_settings or is_current or {{ var('every_method', false) }} as tries_settings
from list_method
inner join rating_list
    on list_method.list_id = rating_list.list_id
inner join rating_method
    on list_method.method_id = rating_method.method_id
