with game_row as (
    select * from {{ ref('stg_landing__game') }}
    where reject_code is null
),

event as (
    select * from {{ ref('stg_landing__event') }}
    where reject_code is null
),

player as (
    select * from {{ ref('stg_landing__player') }}
    where reject_code is null
),

alias as (
    select * from {{ ref('stg_landing__alias') }}
    where reject_code is null
),

event_name as (
    select
        event_name as written,
        name_key(event_name) as name_key
    from (select distinct event_name from game_row where event_name is not null)
),

{# Without an events table every event is what its name says, and nothing more is known of it. #}
event_named as (
    select
        event_name.written,
        event.event_id
    from event_name
    inner join event
        on event_name.name_key = event.name_key
    union all
    select
        written,
        name_key
    from event_name
    where not {{ landing_has('events') }}
    union all
    select
        null,
        '(no event)'
    where not {{ landing_has('events') }}
),

seat as (
    select black_name as written, played_on from game_row
    union
    select white_name, played_on from game_row
),

written_name as (
    select
        written,
        name_key(written) as name_key,
        lower(name_key(written)) in (select placeholder from {{ ref('placeholder_name') }}) as is_placeholder
    from (select distinct written from seat)
),

{# What a name may mean: an id before an alias, an alias before a name; without a players table, itself. #}
meaning as (
    select name_key(player_id) as name_key, 1 as level, player_id, date '0001-01-01' as valid_from, date '9999-12-31' as valid_to
    from player
    union all
    select name_key, 2, player_id, valid_from, valid_to from alias
    union all
    select name_key(name), 3, player_id, date '0001-01-01', date '9999-12-31'
    from (
        select player_id, unnest([name_ja, name_kana, name_romaji]) as name from player
    )
    where name is not null
    union all
    select name_key, 4, name_key, date '0001-01-01', date '9999-12-31' from written_name
    where not is_placeholder and not {{ landing_has('players') }}
),

fitting as (
    select
        seat.written,
        seat.played_on,
        meaning.player_id,
        meaning.level,
        min(meaning.level) over (partition by seat.written, seat.played_on) as best_level
    from seat
    inner join written_name
        on seat.written = written_name.written and not written_name.is_placeholder
    inner join meaning
        on
            written_name.name_key = meaning.name_key
            and seat.played_on between meaning.valid_from and meaning.valid_to
),

who as (
    select
        written,
        played_on,
        min(player_id) as player_id,
        count(distinct player_id) as people
    from fitting
    where level = best_level
    group by written, played_on
),

identified as (
    select
        game_row.*,
        event_named.event_id,
        black.player_id as black_id,
        white.player_id as white_id,
        case game_row.winner_colour when 'b' then black.player_id when 'w' then white.player_id end as winner_id,
        case
            when event_named.event_id is null then 'unknown_event'
            when black_name.is_placeholder or white_name.is_placeholder then 'not_a_player'
            when black.player_id is null or white.player_id is null then 'unknown_player'
            when black.people > 1 or white.people > 1 then 'ambiguous_player'
            when black.player_id = white.player_id then 'same_player'
        end as identity_code,
        case
            when identity_code = 'unknown_event' then 'event ' || coalesce(game_row.event_name, '(empty)')
            when identity_code = 'not_a_player'
                then if(black_name.is_placeholder, 'black ' || game_row.black_name, 'white ' || game_row.white_name)
            when identity_code = 'unknown_player' then concat_ws(
                '; ',
                if(black.player_id is null, 'black ' || game_row.black_name, null),
                if(white.player_id is null, 'white ' || game_row.white_name, null)
            )
            when identity_code = 'ambiguous_player' then concat_ws(
                '; ',
                if(black.people > 1, 'black ' || game_row.black_name, null),
                if(white.people > 1, 'white ' || game_row.white_name, null)
            )
            when identity_code = 'same_player' then 'black ' || game_row.black_name || '; white ' || game_row.white_name
        end as identity_detail
    from game_row
    left join event_named
        on game_row.event_name is not distinct from event_named.written
    left join written_name as black_name
        on game_row.black_name = black_name.written
    left join written_name as white_name
        on game_row.white_name = white_name.written
    left join who as black
        on game_row.black_name = black.written and game_row.played_on = black.played_on
    left join who as white
        on game_row.white_name = white.written and game_row.played_on = white.played_on
),

{# One id within a source is one game: the same row again is a copy, a different one a conflict. #}
told as (
    select
        *,
        row(
            played_on, date_precision, sequence, event_id, edition, round, black_id, white_id, colours_known,
            black_rank, white_rank, komi, handicap, outcome, winner_id, win_by, margin, is_replay, replay_of_id
        ) as content
    from identified
    where identity_code is null
),

compared as (
    select
        *,
        row_number() over (partition by source, source_game_id, content order by source_file, row_no) as copy_no,
        min(content) over (partition by source, source_game_id)
        != max(content) over (partition by source, source_game_id) as has_id_conflict
    from told
),

{#
    Across sources, the same day, players and event make one game unless the rounds differ. Where
    two players met more than once that day, the first game of one source is the first of the other.
#}
encounter as (
    select
        landed_row_no,
        source,
        source_game_id,
        sequence,
        lower(round) as round_key,
        outcome,
        colours_known,
        source || ':' || source_game_id as own_game_id,
        md5(concat_ws(
            '|', played_on, date_precision, event_id, least(black_id, white_id), greatest(black_id, white_id)
        )) as encounter_key
    from compared
    where copy_no = 1 and not has_id_conflict
),

placed as (
    select
        *,
        min(source) over encounters != max(source) over encounters as has_other_source,
        min(round_key) over encounters != max(round_key) over encounters as has_rounds,
        row_number() over (partition by encounter_key, source order by sequence, source_game_id) as nth,
        row_number() over (partition by encounter_key, source, round_key order by sequence, source_game_id) as nth_of_round
    from encounter
    window encounters as (partition by encounter_key)
),

slotted as (
    select
        *,
        case
            when not has_other_source then own_game_id
            when not coalesce(has_rounds, false) then encounter_key || '#' || nth
            when round_key is not null then encounter_key || '#' || round_key || '#' || nth_of_round
            else own_game_id
        end as slot,
        has_other_source and coalesce(has_rounds, false) and round_key is null as is_possible_duplicate
    from placed
),

merged as (
    select
        landed_row_no,
        first_value(own_game_id) over (
            partition by slot order by outcome = 'unknown', not colours_known, source, source_game_id
        ) as game_id,
        first_value(own_game_id) over (
            partition by slot order by outcome = 'unknown', not colours_known, source, source_game_id
        ) = own_game_id as is_first,
        is_possible_duplicate
    from slotted
)

select
    identified.* exclude (identity_code, identity_detail, reject_code, reject_detail, winner_colour, event_name),
    merged.game_id,
    coalesce(merged.is_first, false) as is_first,
    coalesce(merged.is_possible_duplicate, false) as is_possible_duplicate,
    case
        when identified.identity_code is not null then identified.identity_code
        when compared.copy_no > 1 then 'duplicate_row'
        when compared.has_id_conflict then 'id_conflict'
        when not merged.is_first then 'same_game_other_source'
    end as reject_code,
    case
        when identified.identity_code is not null then identified.identity_detail
        when not coalesce(merged.is_first, true) then 'game ' || merged.game_id
        else 'source_game_id ' || identified.source_game_id
    end as reject_detail
from identified
left join compared
    on identified.landed_row_no = compared.landed_row_no
left join merged
    on identified.landed_row_no = merged.landed_row_no
