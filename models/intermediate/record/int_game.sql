with game_row as (
    select * from {{ ref('int_game_row_merged') }}
    where game_id is not null
),

event as (
    select * from {{ ref('stg_landing__event') }}
    where reject_code is null
),

organisation as (
    select * from {{ ref('organisation') }}
),

landed_affiliation as (
    select * from {{ ref('stg_landing__affiliation') }}
    where reject_code is null
),

affiliation as (
    select
        landed_affiliation.player_id,
        landed_affiliation.organisation,
        landed_affiliation.valid_from,
        landed_affiliation.valid_to,
        organisation.pool
    from landed_affiliation
    inner join organisation
        on landed_affiliation.organisation = organisation.organisation
),

{# What a game's other sources add to the first one, or contradict in it. #}
several_sources as (
    select
        game_id,
        count(distinct source) as source_count,
        count(distinct case when outcome in ('decided', 'default') then winner_id else outcome end)
            filter (where outcome != 'unknown') > 1 as is_source_conflict,
        count(distinct black_id) filter (where colours_known) > 1 as is_colour_conflict,
        first(edition order by order_key, source) filter (where edition is not null) as edition,
        first(round order by order_key, source) filter (where round is not null) as round,
        first(komi order by order_key, source) filter (where komi is not null) as komi,
        first(handicap order by order_key, source) filter (where handicap is not null) as handicap,
        first(board_size order by order_key, source) filter (where board_size is not null) as board_size,
        concat_ws(
            ', ',
            if(max(first_played_on) > min(played_on), 'day', null),
            if(count(distinct komi) > 1, 'komi', null),
            if(count(distinct handicap) > 1, 'handicap', null),
            if(count(distinct board_size) > 1, 'board size', null),
            if(count(distinct outcome) filter (where outcome != 'unknown') > 1, 'outcome', null),
            if(count(distinct win_by) filter (where win_by != 'unknown') > 1, 'how it was won', null),
            if(count(distinct margin) > 1, 'margin', null),
            if(is_colour_conflict, 'colours', null)
        ) as differences
    from game_row
    group by game_id
    having count(*) > 1
),

contradicted as (
    select distinct game_id
    from {{ ref('int_possible_same_game') }}
    where is_conflict
),

game as (
    select
        game_row.game_id,
        game_row.source,
        game_row.source_game_id,
        game_row.order_key,
        game_row.played_on,
        game_row.date_precision,
        game_row.sequence,
        game_row.event_id,
        coalesce(game_row.edition, several_sources.edition) as edition,
        coalesce(game_row.round, several_sources.round) as round,
        game_row.black_id,
        game_row.white_id,
        game_row.colours_known and not coalesce(several_sources.is_colour_conflict, false) as colours_known,
        game_row.black_rank,
        game_row.white_rank,
        coalesce(game_row.komi, several_sources.komi) as komi,
        coalesce(game_row.handicap, several_sources.handicap) as handicap,
        coalesce(game_row.board_size, several_sources.board_size) as board_size,
        coalesce(several_sources.is_source_conflict, false) or contradicted.game_id is not null as is_source_conflict,
        if(is_source_conflict, 'unknown', game_row.outcome) as outcome,
        if(is_source_conflict, null, game_row.winner_id) as winner_id,
        if(is_source_conflict, null, game_row.win_by) as win_by,
        if(is_source_conflict, null, game_row.margin) as margin,
        game_row.is_replay,
        game_row.replay_of_id,
        coalesce(several_sources.source_count, 1) as source_count,
        several_sources.differences
    from game_row
    left join several_sources
        on game_row.game_id = several_sources.game_id
    left join contradicted
        on game_row.game_id = contradicted.game_id
    where game_row.is_first
),

replay_link as (
    select * from {{ ref('int_replay_link') }}
),

player_day as (
    select black_id as player_id, played_on from game
    union
    select white_id, played_on from game
),

{# If two affiliations overlap, the one with an individual rating comes first. #}
player_day_affiliation as (
    select
        player_day.player_id,
        player_day.played_on,
        first(affiliation.organisation order by affiliation.pool is not null, affiliation.organisation) as organisation,
        first(affiliation.pool order by affiliation.pool is not null, affiliation.organisation) as pool,
        count(distinct affiliation.organisation) as affiliation_count
    from player_day
    left join affiliation
        on
            player_day.player_id = affiliation.player_id
            and player_day.played_on between affiliation.valid_from and affiliation.valid_to
    group by player_day.player_id, player_day.played_on
),

{# Without an affiliations table everyone is rated individually; with one, who has no affiliation is a guest. #}
player_day_pool as (
    select
        player_id,
        played_on,
        affiliation_count,
        case
            when not {{ landing_has('affiliations') }} then null
            when affiliation_count = 0 then 'other'
            else organisation
        end as organisation,
        case
            when not {{ landing_has('affiliations') }} then null
            when affiliation_count = 0 then (select pool from organisation where organisation.organisation = 'other')
            else pool
        end as pool
    from player_day_affiliation
),

described as (
    select
        game.*,
        coalesce(event.scope, 'domestic') as scope,
        coalesce(event.status, 'official') as status,
        coalesce(event.format, 'individual') as format,
        coalesce(event.division, 'open') as division,
        event.class,
        replay_link.replay_of,
        black.organisation as black_organisation,
        white.organisation as white_organisation,
        black.pool as black_pool,
        white.pool as white_pool,
        black.affiliation_count as black_affiliation_count,
        white.affiliation_count as white_affiliation_count
    from game
    left join event
        on game.event_id = event.event_id
    left join replay_link
        on game.game_id = replay_link.game_id
    inner join player_day_pool as black
        on game.black_id = black.player_id and game.played_on = black.played_on
    inner join player_day_pool as white
        on game.white_id = white.player_id and game.played_on = white.played_on
),

record_rule as (
    {{ rule_order('keeps_out_of_record') }}
)

select
    game.*,
    case
        when game.outcome = 'jigo' then 0.5
        when game.outcome = 'decided' then if(game.winner_id = game.black_id, 1, 0)
    end::double as black_score,
    record_rule.reason_at[least(
        {%- for reason, condition in game_rules().items() %}
        if({{ condition }}, record_rule.place_of['{{ reason }}'], null){{ ',' if not loop.last }}
        {%- endfor %}
    )] as record_reason
from described as game
cross join record_rule
