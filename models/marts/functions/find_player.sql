with asked as (
    select
        trim(spelling) as written,
        {{ in_marts('search_key') }}(spelling) as wanted
),

matching as (
    select
        alias.player_id,
        alias.alias,
        case
            when alias.search_key = asked.wanted then 1
            when starts_with(alias.search_key, asked.wanted) then 2
            else 3
        end as place,
        alias.alias = asked.written as is_exact
    from {{ in_marts('dim_player_alias') }} as alias
    inner join asked
        on asked.wanted != '' and contains(alias.search_key, asked.wanted)
),

found as (
    select
        player_id,
        arg_min(alias, struct_pack(place := place, alias := alias)) as alias,
        min(place) as place,
        bool_or(is_exact) as is_exact
    from matching
    group by player_id
)

select
    found.player_id,
    player.name_display,
    found.alias,
    case found.place when 1 then 'whole' when 2 then 'beginning' else 'part' end as matched,
    player.first_game_on,
    player.last_game_on
from found
inner join {{ in_marts('dim_player') }} as player
    on found.player_id = player.player_id
order by found.place, found.is_exact desc, player.last_game_on desc nulls last, found.player_id
