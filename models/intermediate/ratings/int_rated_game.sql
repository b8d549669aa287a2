with game as (
    select * from {{ ref('int_game') }}
),

eligibility as (
    select * from {{ ref('int_game_eligibility') }}
    where is_rated
),

rated as (
    select
        eligibility.list_id,
        game.*,
        eligibility.black_unit_id,
        eligibility.white_unit_id,
        eligibility.black_is_pool,
        eligibility.white_is_pool,
        row_number() over (
            partition by eligibility.list_id
            order by game.played_on, game.sequence, game.order_key, game.source, game.source_game_id
        ) as game_no
    from eligibility
    inner join game
        on eligibility.game_id = game.game_id
),

seat as (
    select list_id, game_no, 1 as seat_no, black_unit_id as rated_unit_id from rated
    union all
    select list_id, game_no, 2, white_unit_id from rated
),

numbered_seat as (
    select
        *,
        row_number() over (partition by list_id, rated_unit_id order by game_no, seat_no) as unit_game_no
    from seat
),

{# A tournament is a run of games of one edition of an event with no longer break. #}
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
        played_on - lag(played_on) over events > {{ var('tournament_break_days') }} as begins_anew
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
    from (select distinct rated_unit_id from seat)
)

select
    rated.list_id,
    rated.game_no,
    rated.game_id,
    rated.played_on,
    rated.black_id,
    rated.white_id,
    rated.black_unit_id,
    rated.white_unit_id,
    black.unit_no as black_unit_no,
    white.unit_no as white_unit_no,
    rated.black_is_pool,
    rated.white_is_pool,
    black_seat.unit_game_no as black_unit_game_no,
    white_seat.unit_game_no as white_unit_game_no,
    rated.black_score,
    date_diff('day', date '1970-01-01', rated.played_on) as day_no,
    rated.colours_known,
    rated.komi,
    {# A first move without komi is Black's: without colours it is nobody's. #}
    if(rated.colours_known, coalesce(rated.handicap, 0), 0) as handicap,
    tournament_day.batch_no,
    coalesce(try_cast(regexp_extract(rated.round, '\d+') as integer), 0) as round_no,
    coalesce(rated.board_size, 19) as board_size,
    black_declared.rank_number as black_rank,
    white_declared.rank_number as white_rank,
    case rated.class
        {%- for class, weight in var('class_weights').items() %}
        when '{{ class }}' then {{ weight }}
        {%- endfor %}
    end::double as class_weight,
    rated.division = 'women' as is_womens_event
from rated
inner join numbered_seat as black_seat
    on rated.list_id = black_seat.list_id and rated.game_no = black_seat.game_no and black_seat.seat_no = 1
inner join numbered_seat as white_seat
    on rated.list_id = white_seat.list_id and rated.game_no = white_seat.game_no and white_seat.seat_no = 2
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
