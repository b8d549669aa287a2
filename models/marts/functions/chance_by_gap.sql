{# Systems whose ratings are ranks go a quarter of a rank at a time, the others 25 points. #}
with given as (
    select
        of_method as method_id,
        weaker_rating::double as base_rating
)

select
    judged.method_id,
    judged.base_rating,
    judged.gap,
    judged.chance,
    {{ in_marts('match_probability') }}(judged.chance, 3) as best_of_3_chance,
    {{ in_marts('match_probability') }}(judged.chance, 5) as best_of_5_chance,
    {{ in_marts('match_probability') }}(judged.chance, 7) as best_of_7_chance
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
            given.base_rating,
            step.step_no * if(method.engine in ('aga', 'igs', 'kgs', 'nngs'), 0.25, 25)::double as gap
        from {{ in_marts('dim_rating_method') }} as method
        cross join (select unnest(generate_series(0, 16)) as step_no) as step
        inner join given
            on method.method_id = given.method_id
    ) as stepped
) as judged
order by judged.gap
