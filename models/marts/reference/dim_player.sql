with player as (
    select * from {{ ref('stg_landing__player') }}
    where reject_code is null
),

game as (
    select * from {{ ref('int_game') }}
),

seat as (
    select black_id as player_id, played_on from game
    union all
    select white_id, played_on from game
),

played as (
    select
        player_id,
        min(played_on) as first_game_on,
        max(played_on) as last_game_on
    from seat
    group by player_id
),

{# Tournament files with player numbers give names as aliases: the one given most often is shown. #}
given_name as (
    select
        player_id,
        alias,
        row_number() over (partition by player_id order by count(*) desc, alias) as place
    from {{ ref('stg_landing__alias') }}
    where reject_code is null or reject_code = 'duplicate_row'
    group by player_id, alias
),

{# Without a players table, the players are those that the games name. #}
everybody as (
    select player_id from player
    union
    select player_id from played
),

named as (
    select
        everybody.player_id,
        if(player.player_id is null, everybody.player_id, player.name_ja) as name_ja,
        player.name_kana,
        player.name_romaji,
        coalesce(
            player.name_ja, player.name_romaji, player.name_kana, given_name.alias, everybody.player_id
        ) as name_display,
        player.birth_date,
        player.gender,
        played.first_game_on,
        played.last_game_on,
        replace(translate(
            strip_accents(nfc_normalize(player.name_romaji)), 'øØłŁđĐðÐıþÞ', 'oOlLdDdDitT'
        ), 'ß', 'ss') as name_romaji_ascii
    from everybody
    left join player
        on everybody.player_id = player.player_id
    left join given_name
        on everybody.player_id = given_name.player_id and given_name.place = 1
    left join played
        on everybody.player_id = played.player_id
)

select
    *,
    {{ in_marts('search_key') }}(coalesce(name_kana, name_display))
    || ' ' || coalesce(name_kana, name_display) as sort_ja,
    lower(coalesce(name_romaji_ascii, name_display)) as sort_en
from named
