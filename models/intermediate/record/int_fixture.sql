with fixture as (
    select * from {{ ref('stg_landing__fixture') }}
),

written_player as (
    select * from {{ ref('int_written_player') }}
),

identified as (
    select
        fixture.* exclude (reject_code, reject_detail),
        black.player_id as black_id,
        white.player_id as white_id,
        case
            when fixture.reject_code is not null then fixture.reject_code
            when black.is_placeholder or white.is_placeholder then 'not_a_player'
            when black.player_id is null or white.player_id is null or black.people > 1 or white.people > 1
                then 'unknown_player'
            when black.player_id = white.player_id then 'same_player'
        end as reader_code,
        coalesce(
            fixture.reject_detail,
            case
                when reader_code in ('not_a_player', 'unknown_player')
                    then 'black ' || fixture.black_name || '; white ' || fixture.white_name
                        || coalesce('; known are ' || coalesce(black.like_players, white.like_players), '')
                when reader_code = 'same_player' then fixture.black_name || ' and ' || fixture.white_name
            end
        ) as reader_detail
    from fixture
    left join written_player as black
        on fixture.black_name = black.written and fixture.played_on = black.played_on
    left join written_player as white
        on fixture.white_name = white.written and fixture.played_on = white.played_on
),

numbered as (
    select
        *,
        {{ fixture_id_of('played_on', 'black_id', 'white_id', 'event_name', 'round') }} as fixture_id,
        {# A row for every list says what one for a list would; of others the order of rows decides nothing. #}
        row_number() over (
            partition by fixture_id, reader_code is null, list_id
            order by colours_known desc, black_id, komi, handicap, best_of, source_file, row_no
        ) as copy_no,
        list_id is not null
        and bool_or(list_id is null) over (partition by fixture_id, reader_code is null) as is_said_for_every_list
    from identified
)

select
    fixture_id,
    landed_row_no,
    source_file,
    row_no,
    raw_text,
    played_on,
    event_name,
    round,
    {# Where colours are unknown, the order in which the two are written changes nothing. #}
    if(colours_known, black_id, least(black_id, white_id)) as black_id,
    if(colours_known, white_id, greatest(black_id, white_id)) as white_id,
    colours_known,
    komi,
    handicap,
    best_of,
    list_id,
    case
        when reader_code is not null then reader_code
        when copy_no > 1 or is_said_for_every_list then 'duplicate_row'
    end as reject_code,
    reader_detail as reject_detail
from numbered
