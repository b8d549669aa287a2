{# Lives that nobody has: mostly a wrong date, or two people under one id. #}
with game as (
    select * from {{ ref('int_game') }}
    where played_on >= date '{{ var('no_game_before') }}'
),

first_row as (
    select * from {{ ref('int_game_row_merged') }}
    where is_first
),

player_row as (
    select * from {{ ref('stg_landing__player') }}
    where reject_code is null
),

career as (
    select
        player_id,
        min(played_on) as first_on,
        max(played_on) as last_on,
        arg_min(game_id, (played_on, game_id)) as first_game_id,
        arg_max(game_id, (played_on, game_id)) as last_game_id
    from (
        select black_id as player_id, played_on, game_id from game
        union all
        select white_id, played_on, game_id from game
    )
    group by player_id
),

life as (
    select
        coalesce(player_row.player_id, career.player_id) as player_id,
        coalesce(player_row.landed_row_no, first_row.landed_row_no) as landed_row_no,
        player_row.birth_date,
        career.* exclude (player_id),
        date_sub('year', player_row.birth_date, career.first_on) as youngest,
        date_sub('year', player_row.birth_date, career.last_on) as oldest,
        player_row.birth_date > {{ build_day() }} or player_row.birth_date < date '{{ var('no_game_before') }}'
            as is_birth_unlikely
    from player_row
    full join career
        on player_row.player_id = career.player_id
    left join first_row
        on career.first_game_id = first_row.game_id
),

{# One doubt about a birth date is enough: the first that applies. #}
judged as (
    select
        player_id,
        landed_row_no,
        unnest([
            case
                when is_birth_unlikely then {
                    'code': 'birth_date_unlikely',
                    'detail': 'birth_date ' || birth_date,
                    'other_game_id': first_game_id
                }
                when first_on < birth_date then {
                    'code': 'played_before_birth',
                    'detail': 'birth_date ' || birth_date || ', first game on ' || first_on,
                    'other_game_id': first_game_id
                }
                when youngest < {{ var('youngest_age') }} then {
                    'code': 'age_unlikely',
                    'detail': 'birth_date ' || birth_date || ', ' || youngest || ' years old on ' || first_on,
                    'other_game_id': first_game_id
                }
                when oldest > {{ var('oldest_age') }} then {
                    'code': 'age_unlikely',
                    'detail': 'birth_date ' || birth_date || ', ' || oldest || ' years old on ' || last_on,
                    'other_game_id': last_game_id
                }
            end,
            if(
                date_sub('year', first_on, last_on) >= {{ var('longest_career_years') }},
                {
                    'code': 'long_career',
                    'detail': 'player_id ' || player_id || ' from ' || first_on || ' to ' || last_on || ', '
                    || date_sub('year', first_on, last_on) || ' years',
                    'other_game_id': last_game_id
                },
                null
            )
        ]) as doubt
    from life
)

select
    player_id,
    landed_row_no,
    doubt['code'] as code,
    doubt['detail'] as detail,
    doubt['other_game_id'] as other_game_id
from judged
where doubt is not null
