with game as (
    select * from {{ ref('int_game') }}
),

eligibility as (
    select * from {{ ref('fct_game_eligibility') }}
    where is_rated
),

rating_list as (
    select * from {{ ref('rating_list') }}
),

rated as (
    select
        eligibility.list_id,
        game.*,
        if(rating_list.uses_pools and game.black_pool is not null, 'POOL:' || game.black_pool, game.black_id) as black_unit_id,
        if(rating_list.uses_pools and game.white_pool is not null, 'POOL:' || game.white_pool, game.white_id) as white_unit_id
    from eligibility
    inner join game
        on eligibility.game_id = game.game_id
    inner join rating_list
        on eligibility.list_id = rating_list.list_id
),

{# A tournament is a run of games of one edition of an event without a break of more than 14 days. #}
day_of_event as (
    select distinct
        list_id,
        event_id,
        coalesce(edition, '') as edition_key,
        played_on
    from rated
),

day_of_tournament as (
    select
        *,
        played_on - lag(played_on) over events > 14 as begins_anew
    from day_of_event
    window events as (partition by list_id, event_id, edition_key order by played_on)
),

tournament_day as (
    select
        *,
        dense_rank() over (partition by list_id order by event_id, edition_key, part_no) as batch_no
    from (
        select
            *,
            count(*) filter (where begins_anew) over (
                partition by list_id, event_id, edition_key order by played_on
            ) as part_no
        from day_of_tournament
    )
),

declared_rank as (
    select
        written,
        rank_number(written) as rank_number
    from (
        select black_rank as written from rated
        union
        select white_rank from rated
    )
    where written is not null
),

unit as (
    select
        rated_unit_id,
        row_number() over (order by rated_unit_id) as unit_no
    from (
        select black_unit_id as rated_unit_id from rated
        union
        select white_unit_id from rated
    )
)

select
    rated.list_id,
    row_number() over (
        partition by rated.list_id
        order by rated.played_on, rated.sequence, rated.source, rated.source_game_id
    ) as game_no,
    rated.game_id,
    rated.played_on,
    rated.black_id,
    rated.white_id,
    rated.black_unit_id,
    rated.white_unit_id,
    black.unit_no as black_unit_no,
    white.unit_no as white_unit_no,
    starts_with(rated.black_unit_id, 'POOL:') as black_is_pool,
    starts_with(rated.white_unit_id, 'POOL:') as white_is_pool,
    case
        when rated.outcome = 'jigo' then 0.5
        when rated.winner_id = rated.black_id then 1
        else 0
    end::double as black_score,
    date_diff('day', date '1970-01-01', rated.played_on) as day_no,
    rated.colours_known,
    rated.komi,
    coalesce(rated.handicap, 0) as handicap,
    tournament_day.batch_no,
    coalesce(try_cast(regexp_extract(rated.round, '\d+') as integer), 0) as round_no,
    black_declared.rank_number as black_rank,
    white_declared.rank_number as white_rank,
    case rated.class when 'A' then 1 when 'B' then 0.75 when 'C' then 0.5 when 'D' then 0.25 end::double as class_weight
from rated
inner join unit as black
    on rated.black_unit_id = black.rated_unit_id
inner join unit as white
    on rated.white_unit_id = white.rated_unit_id
inner join tournament_day
    on
        rated.list_id = tournament_day.list_id
        and rated.event_id = tournament_day.event_id
        and coalesce(rated.edition, '') = tournament_day.edition_key
        and rated.played_on = tournament_day.played_on
left join declared_rank as black_declared
    on rated.black_rank = black_declared.written
left join declared_rank as white_declared
    on rated.white_rank = white_declared.written
