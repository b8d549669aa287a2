with history as (
    select * from {{ ref('fct_rank_history') }}
),

rank_scale as (
    select * from {{ ref('dim_rank_scale') }}
    where scale = 'egf' and not ends_with(rank, 'p')
),

latest as (
    select
        history.list_id,
        history.method_id,
        history.player_id,
        max(history.played_on) as last_played_on,
        arg_max(history.rating_after, (history.played_on, history.tournament_no)) as rating,
        arg_max(history.rank_after, (history.played_on, history.tournament_no)) as rank_held,
        arg_max(history.declared_rank, (history.played_on, history.tournament_no))
            filter (where history.declared_rank is not null) as last_declared_rank,
        max(declared.rating) as highest_declared_rating
    from history
    left join rank_scale as declared
        on history.declared_rank = declared.rank
    group by history.list_id, history.method_id, history.player_id
)

select
    latest.list_id,
    latest.method_id,
    latest.player_id,
    latest.rating,
    latest.rank_held,
    latest.last_declared_rank,
    highest.rank as highest_declared_rank,
    following.rank as next_rank,
    greatest(0, following.rating - latest.rating) as points_to_next_rank,
    coalesce(held.rating > last_declared.rating, false) as may_be_promoted,
    jump.rank as reset_from_rank,
    latest.last_played_on
from latest
inner join rank_scale as held
    on latest.rank_held = held.rank
left join rank_scale as following
    on held.rating + 100 = following.rating
left join rank_scale as last_declared
    on latest.last_declared_rank = last_declared.rank
left join rank_scale as highest
    on latest.highest_declared_rating = highest.rating
{# A declared rank two above the highest declared so far resets the rating, up to 2 dan. #}
left join rank_scale as jump
    on latest.highest_declared_rating + 200 = jump.rating and jump.rating <= 2200 and jump.rating > latest.rating
