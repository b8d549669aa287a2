with recursive landed as (
    select * from {{ ref('stg_landing__row') }}
    where problem is null
),

landed_player as (
    select distinct {{ cell('player_id') }} as player_id from landed
    where landed_table = 'players'
),

{# A row of the aliases table, valid on all days, whose alias is the id of a landed player. #}
link as (
    select
        {{ cell('alias') }} as player_id,
        min({{ cell('player_id') }}) as into_id
    from landed
    where
        landed_table = 'aliases'
        and source_file in {{ listing_files('aliases') }}
        and {{ cell('valid_from') }} is null
        and {{ cell('valid_to') }} is null
        and {{ cell('alias') }} in (select player_id from landed_player)
    group by {{ cell('alias') }}
    having
        count(distinct {{ cell('player_id') }}) = 1
        and into_id != {{ cell('alias') }}
        and (into_id in (select player_id from landed_player) or not {{ landing_has('players') }})
),

{# An id may be given to one that is itself given to another; a circle leads nowhere and merges nobody. #}
step as (
    select
        player_id,
        into_id
    from link
    union
    select
        step.player_id,
        link.into_id
    from step
    inner join link
        on step.into_id = link.player_id
)

select
    player_id,
    into_id
from step
where into_id not in (select player_id from link)
