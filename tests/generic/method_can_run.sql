{#
    Every row of a method seed names an engine that exists, with parameters that it takes.
    Lists the methods that can't run and why: correct the row's engine or parameters.
#}
{% test method_can_run(model) %}
select * from (
    select method_id, method_problem(engine, parameters) as problem
    from {{ model }}
)
where problem != ''
{% endtest %}
