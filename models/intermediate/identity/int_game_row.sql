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

written_event as (
    select
        event_name as written,
        name_key(event_name) as name_key
    from (select distinct event_name from game_row where event_name is not null)
),

{# An event is found by its name as written, else by the form in which names are compared. #}
listed_event as (
    select
        written_event.written,
        first(event.event_id order by event.name != written_event.written, event.event_id) as event_id
    from written_event
    inner join event
        on written_event.name_key = event.name_key
    group by written_event.written
    having count(*) = 1 or count(*) filter (where event.name = written_event.written) = 1
),

{# Without an events table an event that no file describes is what its name says. #}
named_event as (
    select
        written,
        event_id
    from listed_event
    union all
    select
        written,
        name_key
    from written_event
    where not {{ landing_has('events') }} and written not in (select written from listed_event)
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

{# What may stand for a player: his id, an alias on its days, one of his names. #}
spelling as (
    select player_id, 1 as kind, player_id as spelling, date '0001-01-01' as valid_from, date '9999-12-31' as valid_to
    from player
    union all
    select player_id, 2, alias, valid_from, valid_to from alias
    union all
    select player_id, 3, unnest([name_ja, name_kana, name_romaji]), date '0001-01-01', date '9999-12-31' from player
    union all
    {# Without a players table the names themselves become the players. #}
    select name_key, 9, written, date '0001-01-01', date '9999-12-31' from written_name
    where not is_placeholder and not {{ landing_has('players') }}
),

{#
    Names are compared as written, then in the form for comparing, then without any blanks (青木 花
    and 青木花); the first way that finds somebody decides, ids before aliases before names.
#}
spelling_form as (
    select
        player_id,
        kind,
        valid_from,
        valid_to,
        unnest([
            {'way': 1, 'form': spelling},
            {'way': 2, 'form': name_key(spelling)},
            {'way': 3, 'form': replace(name_key(spelling), ' ', '')}
        ], recursive := true)
    from spelling
    where spelling is not null
),

written_form as (
    select
        written,
        {# Tournament files without numbers name a player by `name:`, the name and perhaps a country. #}
        regexp_replace(name_key, '^name:([^|]*).*$', '\1') as bare_key,
        unnest([
            {'way': 1, 'form': written},
            {'way': 2, 'form': bare_key},
            {'way': 3, 'form': replace(bare_key, ' ', '')}
        ], recursive := true)
    from written_name
    where not is_placeholder
),

fitting as (
    select
        seat.written,
        seat.played_on,
        spelling_form.player_id,
        if(spelling_form.kind = 9, 90, 0) + 10 * spelling_form.way + spelling_form.kind as level,
        min(level) over (partition by seat.written, seat.played_on) as best_level
    from seat
    inner join written_form
        on seat.written = written_form.written
    inner join spelling_form
        on
            written_form.way = spelling_form.way
            and written_form.form = spelling_form.form
            and seat.played_on between spelling_form.valid_from and spelling_form.valid_to
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
        named_event.event_id,
        black.player_id as black_id,
        white.player_id as white_id,
        case game_row.winner_colour when 'b' then black.player_id when 'w' then white.player_id end as winner_id,
        case
            when named_event.event_id is null then 'unknown_event'
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
    left join named_event
        on game_row.event_name is not distinct from named_event.written
    left join written_name as black_name
        on game_row.black_name = black_name.written
    left join written_name as white_name
        on game_row.white_name = white_name.written
    left join who as black
        on game_row.black_name = black.written and game_row.played_on = black.played_on
    left join who as white
        on game_row.white_name = white.written and game_row.played_on = white.played_on
),

told as (
    select
        *,
        {# A colon within the source is escaped, so that two games never share an id. #}
        replace(replace(source, '%', '%25'), ':', '%3A') || ':' || source_game_id as own_game_id
    from identified
    where identity_code is null
),

{# One id within a source is one game: the same row again is a copy, a different one a conflict. #}
repeated_id as (
    select own_game_id from told
    group by own_game_id
    having count(*) > 1
),

repeated as (
    select
        told.*,
        row(
            played_on, date_precision, sequence, event_id, edition, round, black_id, white_id, colours_known,
            black_rank, white_rank, komi, handicap, outcome, winner_id, win_by, margin, is_replay, replay_of_id
        ) as content
    from told
    inner join repeated_id
        on told.own_game_id = repeated_id.own_game_id
),

compared as (
    select
        landed_row_no,
        row_number() over (partition by own_game_id, content order by source_file, row_no) as copy_no,
        min(content) over (partition by own_game_id) != max(content) over (partition by own_game_id) as has_id_conflict
    from repeated
),

{#
    Across sources, the same day, players and event make one game unless the rounds differ. Where
    two players met more than once that day, the first game of one source is the first of the
    other; where one source tells of fewer games, a game is the one that ended the same way.
#}
encounter as (
    select
        told.landed_row_no,
        told.own_game_id,
        told.source,
        told.source_game_id,
        told.played_on,
        told.date_precision,
        told.event_id,
        least(told.black_id, told.white_id) as one_id,
        greatest(told.black_id, told.white_id) as other_id,
        told.sequence,
        regexp_replace(lower(told.round), '^(round |r)?0*(\d+)$', '\2') as round_key,
        told.outcome,
        case when told.outcome in ('decided', 'default') then told.winner_id else told.outcome end as reading,
        told.colours_known
    from told
    left join compared
        on told.landed_row_no = compared.landed_row_no
    where coalesce(compared.copy_no, 1) = 1 and not coalesce(compared.has_id_conflict, false)
),

shared_encounter as (
    select
        played_on,
        date_precision,
        event_id,
        one_id,
        other_id,
        row_number() over (order by played_on, date_precision, event_id, one_id, other_id) as encounter_no,
        count(distinct round_key) > 1 as has_rounds
    from encounter
    group by played_on, date_precision, event_id, one_id, other_id
    having min(source) != max(source)
),

placed as (
    select
        encounter.*,
        shared_encounter.has_rounds and encounter.round_key is null as is_possible_duplicate,
        shared_encounter.encounter_no || '#' || if(shared_encounter.has_rounds, encounter.round_key, '') as meeting
    from encounter
    inner join shared_encounter
        on
            encounter.played_on = shared_encounter.played_on
            and encounter.date_precision = shared_encounter.date_precision
            and encounter.event_id = shared_encounter.event_id
            and encounter.one_id = shared_encounter.one_id
            and encounter.other_id = shared_encounter.other_id
),

counted as (
    select
        *,
        count(*) over (partition by meeting, source) as games_of_source,
        row_number() over (partition by meeting, source order by sequence, source_game_id) as nth,
        row_number() over (partition by meeting, source, reading order by sequence, source_game_id) as nth_alike
    from placed
),

slotted as (
    select
        *,
        case
            when is_possible_duplicate then own_game_id
            when min(games_of_source) over meetings = max(games_of_source) over meetings then meeting || '#' || nth
            else meeting || '#' || reading || '#' || nth_alike
        end as slot
    from counted
    window meetings as (partition by meeting)
),

merged as (
    select
        landed_row_no,
        first_value(own_game_id) over slots as game_id,
        first_value(own_game_id) over slots = own_game_id as is_first,
        is_possible_duplicate
    from slotted
    window slots as (partition by slot order by outcome = 'unknown', not colours_known, source, source_game_id)
)

select
    identified.* exclude (identity_code, identity_detail, reject_code, reject_detail, winner_colour, event_name),
    coalesce(merged.game_id, encounter.own_game_id) as game_id,
    encounter.landed_row_no is not null and coalesce(merged.is_first, true) as is_first,
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
left join encounter
    on identified.landed_row_no = encounter.landed_row_no
left join merged
    on identified.landed_row_no = merged.landed_row_no
