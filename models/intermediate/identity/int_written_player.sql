with game_row as (
    select * from {{ ref('stg_landing__game') }}
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

{# What may stand for a player: the id, an alias on the days when it is valid, or one of the names. #}
spelling as (
    select
        player_id,
        'id' as kind,
        player_id as spelling,
        date '0001-01-01' as valid_from,
        date '9999-12-31' as valid_to
    from player
    union all
    select player_id, 'alias', alias, valid_from, valid_to from alias
    union all
    select player_id, 'name', unnest([name_ja, name_kana, name_romaji]), date '0001-01-01', date '9999-12-31'
    from player
    union all
    {# Without a players table the names themselves become the players. #}
    select name_key, 'as written', written, date '0001-01-01', date '9999-12-31' from written_name
    where not is_placeholder and not {{ landing_has('players') }}
),

{#
    Names are compared as written, then in the form for comparing, then without any blanks (青木 花
    and 青木花). The first way that finds someone decides; ids take precedence over aliases, aliases over names,
    and listed players over a player made from the name itself.
#}
spelling_form as (
    select
        player_id,
        kind,
        valid_from,
        valid_to,
        unnest([
            {'way': '1 as written', 'form': spelling},
            {'way': '2 for comparing', 'form': name_key(spelling)},
            {'way': '3 without blanks', 'form': replace(name_key(spelling), ' ', '')}
        ], recursive := true)
    from spelling
    where spelling is not null
),

written_form as (
    select
        written,
        {# Tournament files without numbers identify a player by `name:`, the name and perhaps a country. #}
        regexp_replace(name_key, '^name:([^|]*).*$', '\1') as bare_key,
        unnest([
            {'way': '1 as written', 'form': written},
            {'way': '2 for comparing', 'form': bare_key},
            {'way': '3 without blanks', 'form': replace(bare_key, ' ', '')}
        ], recursive := true)
    from written_name
    where not is_placeholder
),

fitting as (
    select
        seat.written,
        seat.played_on,
        spelling_form.player_id,
        row(
            spelling_form.kind = 'as written',
            spelling_form.way,
            list_position(['id', 'alias', 'name', 'as written'], spelling_form.kind)
        ) as preference,
        min(preference) over (partition by seat.written, seat.played_on) as best_preference
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
    where preference = best_preference
    group by written, played_on
)

select
    seat.written,
    seat.played_on,
    written_name.is_placeholder,
    who.player_id,
    coalesce(who.people, 0) as people
from seat
inner join written_name
    on seat.written = written_name.written
left join who
    on seat.written = who.written and seat.played_on = who.played_on
