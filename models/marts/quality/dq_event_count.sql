with landed as (
    select * from {{ ref('stg_landing__row') }}
    where landed_table = 'games'
),

game_row as (
    select * from {{ ref('int_game_row_merged') }}
),

rejected as (
    select * from {{ ref('dq_rejected_row') }}
    where landed_table = 'games'
),

warned as (
    select distinct
        source_file,
        row_no
    from {{ ref('dq_warning') }}
    where landed_table = 'games'
),

rated as (
    select distinct game_id from {{ ref('int_game_eligibility') }}
    where is_rated
),

judged as (
    select
        landed.source_file,
        coalesce({{ cell('landed.event') }}, '(no event)') as event_name,
        game_row.event_id,
        rejected.is_duplicate,
        warned.row_no is not null as is_warned,
        game_row.game_id is not null and rejected.is_duplicate is null as is_game,
        rated.game_id is not null and rejected.is_duplicate is null as is_rated,
        if(is_game, game_row.played_on, null) as played_on
    from landed
    left join game_row
        on landed.landed_row_no = game_row.landed_row_no
    left join rejected
        on landed.source_file = rejected.source_file and landed.row_no = rejected.row_no
    left join warned
        on landed.source_file = warned.source_file and landed.row_no = warned.row_no
    left join rated
        on game_row.game_id = rated.game_id
)

select
    source_file,
    event_name,
    max(event_id) as event_id,
    count(*) as rows_landed,
    count(*) filter (where is_duplicate is null) as rows_staged,
    count(*) filter (where not is_duplicate) as rows_rejected,
    count(*) filter (where is_duplicate) as rows_duplicate,
    count(*) filter (where is_warned) as rows_warned,
    count(*) filter (where is_rated) as games_rated,
    min(played_on) as first_played_on,
    max(played_on) as last_played_on
from judged
group by source_file, event_name
