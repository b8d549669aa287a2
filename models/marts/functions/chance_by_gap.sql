{# Systems whose ratings are ranks go a quarter of a rank at a time, the others 25 points. #}
select
    asked.method_id,
    asked.base_rating,
    asked.gap,
    asked.chance,
    {{ in_marts('match_probability') }}(asked.chance, 3) as best_of_3_chance,
    {{ in_marts('match_probability') }}(asked.chance, 5) as best_of_5_chance,
    {{ in_marts('match_probability') }}(asked.chance, 7) as best_of_7_chance
from (
    select
        stepped.method_id,
        stepped.base_rating,
        stepped.gap,
        (
            {{ in_marts('win_probability') }}(
                stepped.method_id, stepped.base_rating + stepped.gap, stepped.base_rating, 0, null
            )
            + 1 - {{ in_marts('win_probability') }}(
                stepped.method_id, stepped.base_rating, stepped.base_rating + stepped.gap, 0, null
            )
        ) / 2 as chance
    from (
        select
            method.method_id,
            weaker_rating::double as base_rating,
            step.step_no * if(method.engine in ('aga', 'igs', 'kgs', 'nngs'), 0.25, 25)::double as gap
        from {{ in_marts('dim_rating_method') }} as method
        cross join (select unnest(generate_series(0, 16)) as step_no) as step
        where method.method_id = of_method
    ) as stepped
) as asked
order by asked.gap
