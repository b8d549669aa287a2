with game_row as (
    select * from {{ ref('stg_landing__game') }}
    where reject_code is null
),

event as (
    select * from {{ ref('stg_landing__event') }}
    where reject_code is null
),

written_player as (
    select * from {{ ref('int_written_player') }}
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

{# Without an events table, an event that no file describes is identified by its name. #}
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

{# Each way of writing a round or an edition is read once. #}
written_round as (
    select
        written,
        round_key(written) as round_key
    from (
        select round as written from game_row
        union
        select edition from game_row
    )
    where written is not null
),

identified as (
    select
        game_row.* exclude (began_on) replace (
            coalesce(game_row.black_rank, black.rank) as black_rank,
            coalesce(game_row.white_rank, white.rank) as white_rank
        ),
        case game_row.date_precision
            when 'year' then date_trunc('year', game_row.began_on)::date
            when 'month' then date_trunc('month', game_row.began_on)::date
            else game_row.began_on
        end as first_played_on,
        written_round.round_key,
        written_edition.round_key as edition_key,
        concat_ws(
            '; ',
            'black ' || black.name_shown || ': ' || black.rank_in_name,
            'white ' || white.name_shown || ': ' || white.rank_in_name
        ) as ranks_in_names,
        named_event.event_id,
        black.player_id as black_id,
        white.player_id as white_id,
        case game_row.winner_colour when 'b' then black.player_id when 'w' then white.player_id end as winner_id,
        case
            when named_event.event_id is null then 'unknown_event'
            when black.is_placeholder or white.is_placeholder then 'not_a_player'
            when black.player_id is null or white.player_id is null then 'unknown_player'
            when black.people > 1 or white.people > 1 then 'ambiguous_player'
            when black.player_id = white.player_id then 'same_player'
        end as identity_code,
        case
            when identity_code = 'unknown_event' then 'event ' || coalesce(game_row.event_name, '(empty)')
            when identity_code = 'not_a_player' then if(
                black.is_placeholder, 'black ' || black.name_shown, 'white ' || white.name_shown
            )
            when identity_code = 'unknown_player' then concat_ws(
                '; ',
                if(
                    black.player_id is null,
                    'black ' || black.name_shown || coalesce(' (like ' || black.like_players || ')', ''),
                    null
                ),
                if(
                    white.player_id is null,
                    'white ' || white.name_shown || coalesce(' (like ' || white.like_players || ')', ''),
                    null
                )
            )
            when identity_code = 'ambiguous_player' then concat_ws(
                '; ',
                if(black.people > 1, 'black ' || game_row.black_name, null),
                if(white.people > 1, 'white ' || game_row.white_name, null)
            )
            when identity_code = 'same_player' then 'black ' || game_row.black_name || '; white ' || game_row.white_name
        end as identity_detail
    from game_row
    left join written_round
        on game_row.round = written_round.written
    left join written_round as written_edition
        on game_row.edition = written_edition.written
    left join named_event
        on game_row.event_name is not distinct from named_event.written
    inner join written_player as black
        on game_row.black_name = black.written and game_row.played_on = black.played_on
    inner join written_player as white
        on game_row.white_name = white.written and game_row.played_on = white.played_on
),

{#
    Stones are Black's: where they were given and one of the two declares the lower rank, that is the player who took
    them, and the colours are known. Otherwise the order in which two names are written says nothing about colours, and
    must not move a number: the first seat is that of the lower id.
#}
seated as (
    select
        *,
        if(not colours_known and handicap >= 1, rank_number(black_rank) - rank_number(white_rank), null) as ranks_above,
        case
            when colours_known then false
            when coalesce(ranks_above, 0) != 0 then ranks_above > 0
            else black_id > white_id
        end as is_swapped
    from identified
)

select
    * exclude (
        identity_code, identity_detail, reject_code, reject_detail, winner_colour, event_name, ranks_above, is_swapped,
        stated_source
    ) replace (
        {% for seat, other in [('black', 'white'), ('white', 'black')] %}
        {% for column in ['name', 'id', 'rank'] %}
        if(is_swapped, {{ other }}_{{ column }}, {{ seat }}_{{ column }}) as {{ seat }}_{{ column }},
        {% endfor %}
        {% endfor %}
        colours_known or coalesce(ranks_above, 0) != 0 as colours_known
    ),
    {# A colon within the source is escaped, so that two games never share an id. #}
    replace(replace(source, '%', '%25'), ':', '%3A') || ':' || source_game_id as own_game_id,
    {# U+001F is between two parts, since it comes before all that is in them. #}
    concat_ws(
        chr(31),
        {% for part in [
            'stated_source', 'source_game_id', 'event_id', 'edition', 'round_key', 'round', 'black_id', 'white_id',
            'colours_known', 'outcome', 'winner_id', 'win_by', 'margin', 'komi', 'handicap', 'black_rank', 'white_rank',
            'date_precision', 'is_replay', 'replay_of_id'
        ] %}
        coalesce({{ part }}::varchar, ''){{ ',' if not loop.last }}
        {% endfor %}
    ) as order_key,
    identity_code as reject_code,
    identity_detail as reject_detail
from seated
