select
    found.player_id,
    player.name_display,
    found.alias,
    case found.place when 1 then 'whole' when 2 then 'beginning' else 'part' end as matched,
    player.first_game_on,
    player.last_game_on
from (
    select
        player_id,
        arg_min(alias, struct_pack(place := place, alias := alias)) as alias,
        min(place) as place
    from (
        select
            player_id,
            alias,
            case
                when search_key = {{ in_marts('search_key') }}(spelling) then 1
                when starts_with(search_key, {{ in_marts('search_key') }}(spelling)) then 2
                else 3
            end as place
        from {{ in_marts('dim_player_alias') }}
        where
            {{ in_marts('search_key') }}(spelling) != ''
            and contains(search_key, {{ in_marts('search_key') }}(spelling))
    )
    group by player_id
) as found
inner join {{ in_marts('dim_player') }} as player
    on found.player_id = player.player_id
order by found.place, player.last_game_on desc nulls last, found.player_id
