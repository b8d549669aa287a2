{#
    What may be one game but isn't certain to be: each game with every other one that it may be, both ways. Replays
    are other games by definition, and so are games that a source numbers within a day.
#}
with game_row as (
    select * from {{ ref('int_game_row_merged') }}
    where game_id is not null
),

replay_link as (
    select * from {{ ref('int_replay_link') }}
),

several_reports as (
    select
        game_id,
        list(distinct source) as sources,
        min(round_key) as round_key,
        min(edition_key) as edition_key
    from game_row
    group by game_id
    having count(*) > 1
),

game as (
    select
        game_row.* exclude (round_key, edition_key),
        coalesce(several_reports.sources, [game_row.source]) as sources,
        coalesce(game_row.round_key, several_reports.round_key) as round_key,
        coalesce(game_row.edition_key, several_reports.edition_key) as edition_key,
        least(game_row.black_id, game_row.white_id) as one_id,
        greatest(game_row.black_id, game_row.white_id) as other_id,
        row(
            game_row.black_id, game_row.winner_id, game_row.outcome, game_row.win_by, game_row.margin,
            game_row.komi, game_row.handicap
        ) as story
    from game_row
    left join several_reports
        on game_row.game_id = several_reports.game_id
    left join replay_link
        on game_row.game_id = replay_link.game_id
    where game_row.is_first and not (game_row.is_replay and replay_link.problem is null)
),

{# A game and the next of the two players in the same round; a third one makes the round a match of several games. #}
next_in_round as (
    select
        game_id,
        event_id,
        round_key,
        edition_key,
        one_id,
        other_id,
        played_on,
        lead(game_id) over rounds as next_game_id,
        lead(edition_key) over rounds as next_edition_key,
        lead(played_on) over rounds as next_played_on,
        {# A day and a month that were exchanged lie further apart; two editions never have one number. #}
        coalesce(
            lead(first_played_on) over rounds - played_on
            <= if(edition_key = lead(edition_key) over rounds, 366, {{ var('same_round_days') }}),
            false
        ) as next_is_near,
        coalesce(lead(first_played_on, 2) over rounds - played_on <= {{ var('same_round_days') }}, false)
        or coalesce(first_played_on - lag(played_on) over rounds <= {{ var('same_round_days') }}, false) as is_match
    from game
    where round_key is not null
    window rounds as (
        partition by event_id, round_key, one_id, other_id order by played_on, sequence, order_key, source
    )
),

round_twice as (
    select * from next_in_round
    where
        next_is_near
        and not is_match
        and coalesce(edition_key = next_edition_key, true)
),

{# Who plays somebody else in what is called a round isn't in a round but in a stage, which has many games. #}
stage as (
    select distinct round_twice.game_id
    from round_twice
    inner join game
        on
            round_twice.event_id = game.event_id
            and round_twice.round_key = game.round_key
            and coalesce(round_twice.edition_key = game.edition_key, true)
            and game.played_on >= round_twice.played_on - {{ var('same_round_days') }}
            and game.played_on <= round_twice.next_played_on + {{ var('same_round_days') }}
    where
        (game.one_id in (round_twice.one_id, round_twice.other_id))
        != (game.other_id in (round_twice.one_id, round_twice.other_id))
),

same_round as (
    select
        game_id,
        next_game_id as other_game_id,
        '1 the same round of the same event' as evidence
    from round_twice
    where game_id not in (select game_id from stage)
),

{# A game and the next one on the same day in the same source, in one round or stage. #}
same_day as (
    select
        game_id,
        lead(game_id) over (
            partition by source, played_on, sequence, one_id, other_id, event_id, round_key order by source_game_id
        ) as other_game_id,
        '2 the same day and round' as evidence
    from game
    where date_precision = 'day' and round_key is not null
),

{# Or one that ended by the same margin, whatever its event. #}
same_margin as (
    select
        game_id,
        lead(game_id) over (
            partition by source, played_on, sequence, one_id, other_id, round_key, story order by source_game_id
        ) as other_game_id,
        '3 the same day and margin' as evidence
    from game
    where date_precision = 'day' and margin is not null
),

{# Players whom two sources know. #}
shared_pair as (
    select
        one_id,
        other_id
    from game
    group by one_id, other_id
    having count(*) > 1 and min(sources) != max(sources)
),

shared_game as (
    select game.*
    from game
    inner join shared_pair
        on game.one_id = shared_pair.one_id and game.other_id = shared_pair.other_id
),

{# Or in one event without rounds, if it is told in the same words; a series of more games is a match. #}
same_words as (
    select
        game_id,
        lead(game_id) over (words order by source_game_id) as other_game_id,
        '6 the same day, event and result' as evidence
    from game
    where date_precision = 'day' and round_key is null and margin is null and event_id != '(no event)'
    window words as (partition by source, played_on, sequence, one_id, other_id, event_id, story)
    qualify count(*) over words = 2
),

other_source as (
    select
        game.game_id,
        other.game_id as other_game_id,
        if(
            game.event_id = other.event_id,
            '4 days that fit and the same event',
            '5 the same day, in an event of another name'
        ) as evidence
    from shared_game as game
    inner join shared_game as other
        on
            game.one_id = other.one_id
            and game.other_id = other.other_id
            and game.game_id < other.game_id
            and game.first_played_on <= other.played_on + 1
            and other.first_played_on <= game.played_on + 1
    where
        not list_has_any(game.sources, other.sources)
        and if(
            game.event_id = other.event_id,
            not coalesce(
                game.round_key != other.round_key
                and regexp_full_match(game.round_key, '\d+') and regexp_full_match(other.round_key, '\d+'),
                false
            )
            and coalesce(game.edition_key = other.edition_key, true),
            game.played_on = other.played_on and game.date_precision = 'day' and other.date_precision = 'day'
        )
),

same_record as (
    select
        game_id,
        lead(game_id) over (partition by moves_digest order by game_id) as other_game_id,
        '0 the same moves' as evidence
    from game
    where moves_digest is not null
),

found as (
    select * from same_round
    union all
    select * from same_day
    union all
    select * from same_margin
    union all
    select * from same_words
    union all
    select * from other_source
    union all
    select * from same_record
),

paired as (
    select
        least(game_id, other_game_id) as one_game_id,
        greatest(game_id, other_game_id) as other_game_id,
        min(evidence) as evidence
    from found
    where other_game_id is not null
    group by all
),

{# Two winners in one round: one of the reports is wrong. #}
judged as (
    select
        paired.one_game_id,
        paired.other_game_id,
        paired.evidence[3:] as evidence,
        one.source = other.source as is_same_source,
        one.played_on as one_played_on,
        other.played_on as other_played_on,
        coalesce(
            one.one_id = other.one_id
            and one.other_id = other.other_id
            and one.winner_id != other.winner_id
            and (
                starts_with(paired.evidence, '0')
                or (
                    starts_with(paired.evidence, '1')
                    and greatest(one.first_played_on, other.first_played_on) - least(one.played_on, other.played_on)
                    <= {{ var('same_round_days') }}
                    and (one.played_on = other.played_on or regexp_full_match(one.round_key, '\d+'))
                )
            ),
            false
        ) as is_conflict
    from paired
    inner join game as one
        on paired.one_game_id = one.game_id
    inner join game as other
        on paired.other_game_id = other.game_id
    where
        not (
            one.played_on = other.played_on
            and one.source = other.source
            and one.sequence != other.sequence
            and not starts_with(paired.evidence, '0')
        )
        {# A source that holds the moves of both shows that they are two. #}
        and not coalesce(
            one.source = other.source
            and one.moves_digest != other.moves_digest
            and not starts_with(one.moves_digest, 'text:')
            and not starts_with(other.moves_digest, 'text:'),
            false
        )
)

select
    one_game_id as game_id,
    other_game_id,
    other_played_on,
    evidence,
    is_same_source,
    is_conflict
from judged
union all
select
    other_game_id as game_id,
    one_game_id as other_game_id,
    one_played_on as other_played_on,
    evidence,
    is_same_source,
    is_conflict
from judged
