{# Stops a build at a method that can't run, with the reason: no such engine, a parameter it doesn't take. #}
{% macro refuse_bad_methods(where='seeds/reference/rating_method.csv') %}
    {% if execute %}
        {% do needs_plugin() %}
    {% endif %}
    select error(
        '{{ where }}: ' || string_agg(method_id || ': ' || problem, '; ' order by method_id)
    )
    from (
        select
            coalesce(method_id, '(no method_id)') as method_id,
            method_problem(coalesce(engine, ''), coalesce(parameters, '')) as problem
        from {{ this }}
    )
    where problem != ''
    having count(*) > 0
{% endmacro %}
