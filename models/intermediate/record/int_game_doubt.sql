{# Days of play that stand apart from all others, and adjourned games that lasted too long: mostly typing errors. #}
with game as (
    select * from {{ ref('int_game') }}
),

first_row as (
    select * from {{ ref('int_game_row_merged') }}
    where is_first
),

day as (
    select
        played_on,
        count(*) as games
    from game
    group by played_on
),

{# A few games beyond a gap, whether they are of one day or of several: two errors must not hide each other. #}
apart as (
    select
        played_on,
        played_on - lag(played_on) over (order by played_on) as days_before,
        lead(played_on) over (order by played_on) - played_on as days_after,
        sum(games) over (order by played_on desc) as games_from,
        sum(games) over (order by played_on) as games_to,
        greatest(sum(games) over () * {{ var('few_games_share') }}, least(2, (sum(games) over () - 1) / 2)) as few_games
    from day
),

bound as (
    select
        min(played_on) filter (
            where
            days_before > {{ var('far_ahead_days') }}
            and (games_from <= few_games or played_on = (select max(played_on) from day))
        ) as ahead_from,
        max(played_on) filter (
            where days_after > {{ var('far_back_days') }} and games_to <= few_games
        ) as back_to
    from apart
),

judged as (
    select
        game.game_id,
        first_row.landed_row_no,
        unnest([
            if(
                game.played_on >= bound.ahead_from,
                {'code': 'date_far_ahead', 'detail': 'played_on ' || game.played_on},
                null
            ),
            if(
                game.played_on < date '{{ var('no_game_before') }}' or game.played_on <= bound.back_to,
                {'code': 'date_far_back', 'detail': 'played_on ' || game.played_on},
                null
            ),
            if(
                game.played_on - first_row.first_played_on > {{ var('longest_adjournment_days') }},
                {
                    'code': 'long_adjournment',
                    'detail': 'from ' || first_row.first_played_on || ' to ' || game.played_on
                },
                null
            )
        ]) as doubt
    from game
    inner join first_row
        on game.game_id = first_row.game_id
    cross join bound
)

select
    game_id,
    landed_row_no,
    doubt['code'] as code,
    doubt['detail'] as detail
from judged
where doubt is not null
