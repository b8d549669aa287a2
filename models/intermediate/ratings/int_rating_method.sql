with listed as (
    select * from {{ ref('rating_method') }}
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

asked (list_id, engine, parameters, method_id) as (
    {% for asked in what_if() %}
    select
        '{{ dbt.escape_single_quotes(asked.list_id) }}',
        '{{ dbt.escape_single_quotes(asked.engine) }}',
        '{{ dbt.escape_single_quotes(asked.parameters) }}',
        '{{ asked.method_id }}'
    {{ 'union all' if not loop.last }}
    {% else %}
    select '', '', '{}', '' where false
    {% endfor %}
),

of_a_list as (
    select
        asked.*,
        coalesce(current_method.method_id, error(
            'The var what_if asks for the list ' || asked.list_id || ', but there is none; there are '
            || (select string_agg(list_id, ', ' order by list_id) from rating_list)
        )) as current_method_id,
        coalesce(nullif(asked.engine, ''), current_method.engine) as asked_engine
    from asked
    left join rating_list
        on asked.list_id = rating_list.list_id
    left join listed as current_method
        on rating_list.method_id = current_method.method_id
),

{# What isn't said is as in the list's own method, or in the newest one of another engine. #}
based as (
    select
        of_a_list.*,
        listed.method_id as base_method_id,
        listed.parameters as base_parameters,
        listed.provisional_games,
        listed.provisional_deviation,
        listed.provisional_by
    from of_a_list
    left join listed
        on of_a_list.asked_engine = listed.engine
    qualify row_number() over (
        partition by of_a_list.method_id
        order by
            listed.method_id = of_a_list.current_method_id desc, listed.published_on desc, listed.method_id desc
    ) = 1
)

select
    method_id,
    engine,
    version,
    parameters,
    published_on,
    chosen_by,
    description,
    provisional_games,
    provisional_deviation,
    provisional_by,
    tries_settings,
    null::varchar as what_if_list_id
from listed
union all
select
    method_id,
    asked_engine as engine,
    'what_if' as version,
    json_merge_patch(coalesce(base_parameters, '{}'), parameters)::varchar as parameters,
    null as published_on,
    'Asked for by the var what_if' as chosen_by,
    'What if ' || list_id || ' were rated by ' || asked_engine || ' with ' || parameters
    || coalesce(', otherwise as by ' || base_method_id, '') as description,
    provisional_games,
    provisional_deviation,
    coalesce(provisional_by, 'Nobody''s: no rating is provisional') as provisional_by,
    false as tries_settings,
    list_id as what_if_list_id
from based
