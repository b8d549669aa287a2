with game_row as (
    select * from {{ ref('stg_landing__game') }}
    where reject_code is null
),

player as (
    select * from {{ ref('stg_landing__player') }}
    where reject_code is null
),

{# The names of a player who was merged into another are the other's. #}
merged_player as (
    select * from {{ ref('stg_landing__player') }}
    where reject_code = 'merged_player'
),

alias as (
    select * from {{ ref('stg_landing__alias') }}
    where reject_code is null
),

fixture as (
    select * from {{ ref('stg_landing__fixture') }}
    where reject_code is null
),

game_seat as (
    select black_name as written, played_on from game_row
    union
    select white_name, played_on from game_row
),

seat as (
    from game_seat
    union
    select black_name, played_on from fixture
    union
    select white_name, played_on from fixture
),

{# Tournament files without numbers identify a player by `name:`, the name and perhaps a country. #}
written_name as (
    select
        written,
        name_key(written) as name_key,
        starts_with(name_key, 'name:') as is_of_file,
        regexp_replace(name_key, '^name:([^|]*).*$', '\1') as bare_key,
        bare_name(bare_key) as name_alone,
        nullif(rank_in_name(bare_key), '') as rank,
        is_placeholder(bare_key) as is_placeholder
    from (select distinct written from seat)
),

{#
    What may stand for a player: the id, an alias on the days when it is valid, or one of the names; in a table that
    lists players or aliases, or as a tournament file gives it.
#}
spelling as (
    select
        player_id,
        'id' as kind,
        player_id as spelling,
        date '0001-01-01' as valid_from,
        date '9999-12-31' as valid_to,
        source_file in {{ listing_files('players') }} as is_listed
    from player
    union all
    select player_id, 'alias', alias, valid_from, valid_to, source_file in {{ listing_files('aliases') }} from alias
    union all
    select
        player_id,
        'name',
        unnest([name_ja, name_kana, name_romaji]),
        date '0001-01-01',
        date '9999-12-31',
        source_file in {{ listing_files('players') }}
    from player
    union all
    select
        merged_into_id,
        'name',
        unnest([name_ja, name_kana, name_romaji]),
        date '0001-01-01',
        date '9999-12-31',
        source_file in {{ listing_files('players') }}
    from merged_player
    union all
    {# Without a players table the names themselves become the players, of games that were played. #}
    select name_alone, 'as written', written, date '0001-01-01', date '9999-12-31', false from written_name
    where not is_placeholder and not {{ landing_has('players') }} and written in (select written from game_seat)
),

{#
    Names are compared as written, then in the form for comparing, then without any blanks (青木 花
    and 青木花), then without a rank or rating behind them. The first way that finds someone decides; ids take
    precedence over aliases, aliases over names, and whom a table lists over whom a tournament file gives a number, and
    those over a player made from the name itself.
#}
spelling_form as (
    select
        player_id,
        kind,
        valid_from,
        valid_to,
        is_listed,
        unnest([
            {'way': '1 as written', 'form': spelling},
            {'way': '2 for comparing', 'form': name_key(spelling)},
            {'way': '3 without blanks', 'form': replace(name_key(spelling), ' ', '')},
            {'way': '4 without a rank', 'form': replace(name_key(spelling), ' ', '')},
            {'way': '5 both without a rank', 'form': replace(bare_name(spelling), ' ', '')}
        ], recursive := true)
    from spelling
    where spelling is not null
),

written_form as (
    select
        written,
        unnest([
            {'way': '1 as written', 'form': written},
            {'way': '2 for comparing', 'form': bare_key},
            {'way': '3 without blanks', 'form': replace(bare_key, ' ', '')},
            {'way': '4 without a rank', 'form': replace(name_alone, ' ', '')},
            {'way': '5 both without a rank', 'form': replace(name_alone, ' ', '')},
            {
                'way': '4 without a rank',
                'form': if(is_of_file, replace(replace(name_key, bare_key, name_alone), ' ', ''), null)
            }
        ], recursive := true)
    from written_name
),

fitting as (
    select
        seat.written,
        seat.played_on,
        spelling_form.player_id,
        row(
            spelling_form.kind = 'as written',
            not spelling_form.is_listed,
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
        count(distinct player_id) as people,
        bool_or(preference[1] or preference[3] >= '4 without a rank') as is_found_without_rank
    from fitting
    where preference = best_preference
    group by written, played_on
),

{# Names that nobody has, and listed players whom a search by them finds: a hint for people, which decides nothing. #}
listed_alias as (
    select
        player_id,
        spelling as alias
    from spelling
    where is_listed and spelling is not null and {{ landing_has('players') }}
),

listed_key as (
    select distinct
        player_id,
        {{ search_key_of('alias') }} as search_key
    from (
        from listed_alias
        union all
        ({{ other_orders('listed_alias') }})
    )
),

unresolved as (
    select
        written,
        {{ search_key_of('name_alone') }} as search_key
    from written_name
    where
        not is_placeholder
        and written in (
            select seat.written from seat
            left join who
                on seat.written = who.written and seat.played_on = who.played_on
            where who.player_id is null
        )
),

guess as (
    select
        unresolved.written,
        string_agg(listed_key.player_id, ', ' order by listed_key.player_id) as like_players
    from unresolved
    inner join listed_key
        on unresolved.search_key = listed_key.search_key and unresolved.search_key != ''
    group by unresolved.written
    having count(*) <= 3
)

select
    seat.written,
    seat.played_on,
    if(written_name.is_of_file, written_name.bare_key, written_name.written) as name_shown,
    {# A name that the tables list is a person's, whatever it is. #}
    written_name.is_placeholder and who.player_id is null as is_placeholder,
    who.player_id,
    coalesce(who.people, 0) as people,
    case
        when who.is_found_without_rank and written_name.name_alone != written_name.bare_key
            then trim(replace(written_name.bare_key, written_name.name_alone, ''), ' ,;:')
    end as rank_in_name,
    if(rank_in_name is not null, written_name.rank, null) as rank,
    if(who.player_id is null, guess.like_players, null) as like_players
from seat
inner join written_name
    on seat.written = written_name.written
left join who
    on seat.written = who.written and seat.played_on = who.played_on
left join guess
    on seat.written = guess.written
