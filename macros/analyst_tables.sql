{#
    SQL table functions for analysts, created next to the marts they read: one question each, with a
    list's current method. A player is given by id or by any whole spelling of the name that
    dim_player_alias knows; where several have it, the answer is about all of them.
#}
{% macro is_named(player_id, spelling) -%}
{{ player_id }} in (
    select named.player_id
    from {{ this.schema }}.dim_player_alias as named
    where
        named.alias = {{ spelling }}
        or (named.search_key = {{ this.schema }}.search_key({{ spelling }}) and named.search_key != '')
)
{%- endmacro %}

{% macro create_analyst_tables() %}
create or replace macro {{ this.schema }}.player_card(of_player) as table
select
    player.player_id,
    player.name_display,
    board.list_id,
    board.as_of,
    board.rating,
    board.rank_no,
    board.active_rank_no,
    board.rated_games,
    board.last_played_on,
    peak.peak_rating,
    peak.peak_on,
    record.games as career_games,
    record.wins as career_wins,
    record.losses as career_losses,
    record.win_rate as career_win_rate
from {{ this.schema }}.dim_player as player
left join (
    select leaderboard.*
    from {{ this.schema }}.mart_leaderboard as leaderboard
    inner join {{ this.schema }}.dim_rating_list as list
        on leaderboard.list_id = list.list_id and leaderboard.method_id = list.method_id
) as board
    on player.player_id = board.player_id
left join {{ this.schema }}.mart_player_peak as peak
    on
        board.list_id = peak.list_id
        and board.method_id = peak.method_id
        and board.player_id = peak.player_id
left join {{ this.schema }}.mart_player_record as record
    on player.player_id = record.player_id and record.scope = 'career'
where {{ is_named('player.player_id', 'of_player') }}
order by player.player_id, board.list_id;

create or replace macro {{ this.schema }}.head_to_head(player_a, player_b) as table
select
    game.game_id,
    game.played_on,
    event.name as event,
    game.round,
    black.name_display as black,
    white.name_display as white,
    game.colours_known,
    game.komi,
    game.outcome,
    game.win_by,
    game.margin,
    winner.name_display as winner,
    game.counts_for_record
from {{ this.schema }}.fct_game as game
inner join {{ this.schema }}.dim_player as black
    on game.black_id = black.player_id
inner join {{ this.schema }}.dim_player as white
    on game.white_id = white.player_id
left join {{ this.schema }}.dim_player as winner
    on game.winner_id = winner.player_id
inner join {{ this.schema }}.dim_event as event
    on game.event_id = event.event_id
where
    (
        {{ is_named('black.player_id', 'player_a') }}
        and {{ is_named('white.player_id', 'player_b') }}
    )
    or (
        {{ is_named('black.player_id', 'player_b') }}
        and {{ is_named('white.player_id', 'player_a') }}
    )
order by game.played_on, game.sequence, game.game_id;

create or replace macro {{ this.schema }}.rating_history(of_list, of_player) as table
select
    ledger.played_on,
    ledger.game_id,
    opponent.name_display as opponent,
    ledger.opponent_unit_id,
    ledger.score,
    ledger.expected_score,
    ledger.rating_before,
    ledger.delta,
    ledger.rating_after,
    ledger.is_burn_in,
    player.player_id
from {{ this.schema }}.fct_rating_ledger as ledger
inner join {{ this.schema }}.dim_rating_list as list
    on ledger.list_id = list.list_id and ledger.method_id = list.method_id
inner join {{ this.schema }}.dim_player as player
    on ledger.rated_unit_id = player.player_id
left join {{ this.schema }}.dim_player as opponent
    on ledger.opponent_unit_id = opponent.player_id
where ledger.list_id = of_list and {{ is_named('player.player_id', 'of_player') }}
order by ledger.ledger_no;

create or replace macro {{ this.schema }}.why_not_rated(of_game) as table
select
    eligibility.list_id,
    eligibility.is_rated,
    eligibility.not_rated_reason,
    reason.rule,
    game.counts_for_record,
    game.record_reason
from {{ this.schema }}.fct_game_eligibility as eligibility
inner join {{ this.schema }}.fct_game as game
    on eligibility.game_id = game.game_id
left join {{ this.schema }}.dim_not_rated_reason as reason
    on eligibility.not_rated_reason = reason.reason
where eligibility.game_id = of_game
order by eligibility.list_id;

create or replace macro {{ this.schema }}.rank_of(of_list, of_player) as (
    select any_value(board.active_rank_no)
    from {{ this.schema }}.mart_leaderboard as board
    inner join {{ this.schema }}.dim_rating_list as list
        on board.list_id = list.list_id and board.method_id = list.method_id
    where board.list_id = of_list and board.player_id = of_player
);
{% endmacro %}
