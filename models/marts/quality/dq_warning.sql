with landed as (
    select * from {{ ref('stg_landing__row') }}
),

game_row as (
    select * from {{ ref('int_game_row_merged') }}
),

first_row as (
    select * from game_row
    where is_first
),

game as (
    select * from {{ ref('int_game') }}
),

replay_link as (
    select * from {{ ref('int_replay_link') }}
),

possible_same_game as (
    select * from {{ ref('int_possible_same_game') }}
),

player_row as (
    select * from {{ ref('stg_landing__player') }}
),

game_doubt as (
    select * from {{ ref('int_game_doubt') }}
),

player_doubt as (
    select * from {{ ref('int_player_doubt') }}
),

damaged_name as (
    select * from {{ ref('int_damaged_name') }}
),

possible_same_player as (
    select * from {{ ref('int_possible_same_player') }}
),

run as (
    select * from {{ ref('int_rating_step') }}
),

reason as (
    select * from {{ ref('dq_reason') }}
),

{# A player's own row; where names are the players, the first game that names them. #}
row_of_player as (
    select
        player_id,
        arg_min(landed_row_no, row(is_game, source_file, row_no)) as landed_row_no
    from (
        select player_id, false as is_game, source_file, row_no, landed_row_no from player_row
        where reject_code is null
        union all
        select unnest([black_id, white_id]), true, source_file, row_no, landed_row_no from first_row
    )
    group by player_id
),

from_readers as (
    select
        landed_row_no,
        unnest(from_json(warnings, '[["VARCHAR"]]')) as warning
    from landed
    where warnings is not null
),

from_dates as (
    select
        landed_row_no,
        played_on_text,
        unnest(from_json(date_warnings, '[["VARCHAR"]]')) as date_warning
    from game_row
    where date_warnings is not null and reject_code is null
),

game_with_row as (
    select
        game.*,
        first_row.landed_row_no
    from game
    inner join first_row
        on game.game_id = first_row.game_id
),

{# One branch a code. A row's own game and players are joined below; a branch names only others than those. #}
warned as (
    select landed_row_no, warning[1] as code, warning[2] as detail
    from from_readers
    union all by name
    select landed_row_no, 'unread_cell' as code, concat_ws('; ', unread_komi, unread_margin) as detail
    from game_row
    where (unread_komi is not null or unread_margin is not null) and reject_code is null
    union all by name
    select landed_row_no, date_warning[1] as code, 'played_on ' || played_on_text || ': ' || date_warning[2] as detail
    from from_dates
    union all by name
    select landed_row_no, 'name_looks_damaged' as code, column_name || ' ' || name || ': ' || damage as detail
    from damaged_name
    union all by name
    select landed_row_no, 'win_by_nothing' as code, 'margin 0' as detail
    from game_row
    where is_win_by_nothing and reject_code is null
    union all by name
    select
        row_of_player.landed_row_no,
        'possible_same_player' as code,
        pair.other_name || ' (' || pair.other_player_id || ') and ' || pair.name || ' (' || pair.player_id || '): '
        || pair.certainty || '; ' || pair.evidence as detail,
        pair.other_player_id as player_id,
        pair.player_id as other_player_id
    from possible_same_player as pair
    inner join row_of_player
        on pair.other_player_id = row_of_player.player_id
    union all by name
    select landed_row_no, 'rank_in_name' as code, ranks_in_names as detail
    from game_row
    where ranks_in_names != '' and reject_code is null
    union all by name
    select
        game_with_row.landed_row_no,
        case
            when possible_same_game.is_conflict then 'source_conflict'
            when possible_same_game.is_same_source then 'possible_duplicate'
            else 'possible_same_game'
        end as code,
        'game ' || possible_same_game.other_game_id || ' on ' || possible_same_game.other_played_on || ': '
        || possible_same_game.evidence as detail,
        possible_same_game.other_game_id
    from possible_same_game
    inner join game_with_row
        on possible_same_game.game_id = game_with_row.game_id
    union all by name
    select landed_row_no, 'unread_cell' as code, unread as detail
    from player_row
    where reject_code is null and unread != ''
    union all by name
    select landed_row_no, 'jigo_with_half_komi' as code, 'komi ' || komi as detail
    from game_with_row
    where outcome = 'jigo' and komi != floor(komi) and coalesce(handicap, 0) < 2
    union all by name
    select landed_row_no, 'komi_unlikely' as code, 'komi ' || komi || ' in an even game' as detail
    from game_with_row
    where abs(komi) > {{ var('usual_komi_at_most') }} and coalesce(handicap, 0) < 2
    union all by name
    select landed_row_no, 'handicap_impossible' as code, 'handicap ' || handicap as detail
    from game_with_row
    where handicap > {{ var('most_handicap_stones') }}
    union all by name
    select
        landed_row_no,
        'handicap_with_komi' as code,
        'handicap ' || handicap || ' with komi ' || komi as detail
    from game_with_row
    where handicap between 2 and {{ var('most_handicap_stones') }} and komi >= {{ var('even_komi_at_least') }}
    union all by name
    {# Points on the board are whole, so that a margin has the half point that the komi has, under all rules. #}
    select landed_row_no, 'margin_against_komi' as code, 'margin ' || margin || ' with komi ' || komi as detail
    from game_with_row
    where margin > 0 and abs(margin) % 1 != abs(komi) % 1
    union all by name
    select
        landed_row_no,
        'no_affiliation' as code,
        concat_ws(
            '; ',
            if(black_affiliation_count = 0, 'black ' || black_id, null),
            if(white_affiliation_count = 0, 'white ' || white_id, null)
        ) as detail
    from game_with_row
    where (black_affiliation_count = 0 or white_affiliation_count = 0) and {{ landing_has('affiliations') }}
    union all by name
    select
        landed_row_no,
        'affiliation_overlap' as code,
        concat_ws(
            '; ',
            if(black_affiliation_count > 1, 'black ' || black_id, null),
            if(white_affiliation_count > 1, 'white ' || white_id, null)
        ) as detail
    from game_with_row
    where black_affiliation_count > 1 or white_affiliation_count > 1
    union all by name
    select
        landed_row_no,
        if(linked_game_id is null, 'replay_of_unknown', 'replay_impossible') as code,
        'replay_of ' || replay_of_id || ': ' || problem as detail,
        linked_game_id as other_game_id
    from replay_link
    where problem is not null
    union all by name
    select landed_row_no, 'source_conflict' as code, 'game ' || game_id || ' has several sources' as detail
    from game_with_row
    where is_source_conflict and source_count > 1
    union all by name
    select landed_row_no, 'source_difference' as code, differences as detail
    from game_with_row
    where differences != '' and not is_source_conflict
    union all by name
    select
        landed_row_no,
        'rank_unread' as code,
        concat_ws(
            '; ',
            if(rank_number(black_rank) is null, 'black ' || black_rank, null),
            if(rank_number(white_rank) is null, 'white ' || white_rank, null)
        ) as detail
    from game_with_row
    where
        (black_rank is not null and rank_number(black_rank) is null)
        or (white_rank is not null and rank_number(white_rank) is null)
    union all by name
    select landed_row_no, code, detail
    from game_doubt
    union all by name
    select landed_row_no, code, detail, other_game_id
    from player_doubt
),

located as (
    select
        landed.landed_table,
        landed.source_file,
        landed.row_no,
        landed.raw_text,
        warned.code,
        warned.detail,
        if(warned.player_id is null, game_row.game_id, null) as game_id,
        warned.other_game_id,
        coalesce(warned.player_id, game_row.black_id, player_row.player_id) as player_id,
        coalesce(warned.other_player_id, game_row.white_id) as other_player_id
    from warned
    inner join landed
        on warned.landed_row_no = landed.landed_row_no
    left join game_row
        on warned.landed_row_no = game_row.landed_row_no
    left join player_row
        on warned.landed_row_no = player_row.landed_row_no
    union all by name
    select
        'list' as landed_table,
        list_id as source_file,
        0 as row_no,
        method_id as raw_text,
        'rating_note' as code,
        note as detail
    from run
    where note is not null
)

select
    row_number() over (
        order by
            located.landed_table, located.source_file, located.row_no, located.code, located.detail, located.raw_text
    ) as warning_no,
    located.landed_table,
    located.source_file,
    located.row_no,
    located.raw_text,
    located.code as reason_code,
    located.detail,
    coalesce(reason.remedy, '') as remedy,
    located.game_id,
    located.other_game_id,
    located.player_id,
    located.other_player_id
from located
left join reason
    on located.code = reason.code
