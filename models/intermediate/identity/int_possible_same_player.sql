with player as (
    select * from {{ ref('stg_landing__player') }}
    where reject_code is null
),

game as (
    select * from {{ ref('int_game_row_merged') }}
    where is_first
),

spelling as (
    select * from {{ ref('int_player_spelling') }}
    where kind != 'player_id' and search_key != ''
),

seat as (
    select black_id as player_id, white_id as opponent_id, played_on, event_id, round_key from game
    union all
    select white_id, black_id, played_on, event_id, round_key from game
),

career as (
    select
        player_id,
        count(*) as games
    from seat
    group by player_id
),

person as (
    select
        spelled.player_id,
        player.birth_date,
        player.gender,
        player.source_file in {{ listing_files('players') }} as is_listed,
        regexp_extract(spelled.player_id, '^(egd|aga|ffg|ogs|fox):', 1) as number_kind,
        regexp_extract(spelled.player_id, '^name:.*\|(.*)$', 1) as country,
        coalesce(career.games, 0) as games,
        coalesce(player.name_ja, player.name_romaji, player.name_kana, spelled.alias, spelled.player_id) as name,
        if(regexp_matches(player.name_ja, '\p{Han}'), {{ search_key_of('player.name_ja') }}, null) as kanji_key
    from (
        select
            player_id,
            min(alias) filter (kind = 'alias') as alias
        from spelling
        group by player_id
    ) as spelled
    left join player
        on spelled.player_id = player.player_id
    left join career
        on spelled.player_id = career.player_id
),

{# What a player is found by: each spelling in the form for searching; and ids that differ in case only. #}
search_form as (
    select
        player_id,
        search_key as form,
        bool_or(kind in ('name_ja', 'alias')) as is_name,
        bool_or(kind = 'name_romaji') as is_romaji
    from spelling
    group by player_id, search_key
    union all
    select
        player_id,
        'id ' || lower(name_key(player_id)),
        true,
        false
    from person
),

{#
    Of those who share a form, each is compared with the first and the first five with each other, so that a form that
    many share costs no more than it has players.
#}
placed as (
    select
        search_form.*,
        row_number() over (
            partition by search_form.form
            order by
                coalesce(person.is_listed, false) desc, person.number_kind desc, person.games desc, person.player_id
        ) as place
    from search_form
    inner join person
        on search_form.player_id = person.player_id
),

shared_form as (
    select
        placed.player_id,
        other.player_id as other_player_id,
        bool_or(placed.is_name and other.is_name) as is_name,
        bool_or((placed.is_name or placed.is_romaji) and (other.is_name or other.is_romaji)) as is_romaji
    from placed
    inner join placed as other
        on placed.form = other.form and placed.place < other.place and (placed.place = 1 or other.place <= 5)
    group by placed.player_id, other.player_id
),

{# What tells two people of one name apart. #}
pair as (
    select
        shared_form.player_id,
        shared_form.other_player_id,
        shared_form.is_name
        or (shared_form.is_romaji and coalesce(person.kanji_key = other.kanji_key, true)) as is_whole_name,
        coalesce(person.birth_date = other.birth_date, false) as has_same_birth_date,
        person.name,
        other.name as other_name,
        person.games,
        other.games as other_games
    from shared_form
    inner join person
        on shared_form.player_id = person.player_id
    inner join person as other
        on shared_form.other_player_id = other.player_id
    where
        coalesce(person.birth_date = other.birth_date, true)
        and coalesce(person.gender = other.gender, true)
        and (person.number_kind = '' or person.number_kind != other.number_kind)
        and (person.country = '' or other.country = '' or person.country = other.country)
        and (
            is_whole_name
            or has_same_birth_date
            or coalesce(
                {# Other kanji of one sound are mostly another person: 佐藤剛, 佐藤毅; but 中尾准吾, 中尾準吾. #}
                person.kanji_key[-1] = other.kanji_key[-1]
                and len(list_intersect(string_split(person.kanji_key, ''), string_split(other.kanji_key, ''))) > 1,
                true
            )
        )
),

{# Who met, or had other opponents in one round, are two. #}
seen_together as (
    select
        pair.player_id,
        pair.other_player_id
    from pair
    inner join seat
        on pair.player_id = seat.player_id and pair.other_player_id = seat.opponent_id
    union
    select
        pair.player_id,
        pair.other_player_id
    from pair
    inner join seat
        on pair.player_id = seat.player_id
    inner join seat as other
        on
            pair.other_player_id = other.player_id
            and seat.event_id = other.event_id
            and seat.played_on = other.played_on
            and seat.round_key = other.round_key
            and seat.opponent_id != other.opponent_id
),

common_opponent as (
    select
        pair.player_id,
        pair.other_player_id,
        count(distinct seat.opponent_id) as opponents
    from pair
    inner join seat
        on pair.player_id = seat.player_id
    inner join seat as other
        on pair.other_player_id = other.player_id and seat.opponent_id = other.opponent_id
    group by pair.player_id, pair.other_player_id
),

common_event as (
    select
        pair.player_id,
        pair.other_player_id,
        count(distinct seat.event_id) as events
    from pair
    inner join seat
        on pair.player_id = seat.player_id
    inner join seat as other
        on pair.other_player_id = other.player_id and seat.event_id = other.event_id
    group by pair.player_id, pair.other_player_id
)

select
    pair.player_id,
    pair.other_player_id,
    pair.name,
    pair.other_name,
    case when pair.is_whole_name or pair.has_same_birth_date then 'likely' else 'possible' end as certainty,
    concat_ws(
        '; ',
        if(
            pair.is_whole_name,
            'names differ in case, accents, blanks or forms of characters at most',
            'names are alike in kana, in Latin letters or in the other order'
        ),
        if(pair.has_same_birth_date, 'same birth date', null),
        'opponents in common: ' || common_opponent.opponents,
        'events in common: ' || common_event.events
    ) as evidence,
    pair.has_same_birth_date,
    pair.games,
    pair.other_games,
    coalesce(common_opponent.opponents, 0) as common_opponents,
    coalesce(common_event.events, 0) as common_events
from pair
anti join seen_together
    on pair.player_id = seen_together.player_id and pair.other_player_id = seen_together.other_player_id
left join common_opponent
    on pair.player_id = common_opponent.player_id and pair.other_player_id = common_opponent.other_player_id
left join common_event
    on pair.player_id = common_event.player_id and pair.other_player_id = common_event.other_player_id
