with step as (
    select * from {{ ref('int_rank_step') }}
),

run as (
    select * from {{ ref('int_rank_held') }}
),

rank_scale as (
    select * from {{ ref('dim_rank_scale') }}
    where scale = 'egf' and not ends_with(rank, 'p')
)

select
    step.list_id,
    step.method_id,
    step.player_id,
    step.batch_no as tournament_no,
    step.played_on,
    step.last_game_id,
    declared.rank as declared_rank,
    step.rating_before,
    step.rating_after,
    before.rank as rank_before,
    after.rank as rank_after,
    case
        when run.held_before is null then 'entry'
        when run.held_after > run.held_before and step.adjustment > 0 then 'jump'
        when run.held_after > run.held_before then 'promotion'
        when run.held_after < run.held_before then 'demotion'
        else 'none'
    end as change
from step
inner join run
    on
        step.list_id = run.list_id
        and step.method_id = run.method_id
        and step.player_id = run.player_id
        and step.batch_no = run.batch_no
left join rank_scale as before
    on run.held_before = before.rating
inner join rank_scale as after
    on run.held_after = after.rating
left join rank_scale as declared
    on step.declared_rank_number = declared.rank_number
