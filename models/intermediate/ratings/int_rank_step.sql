with ledger as (
    select * from {{ ref('int_rating_ledger') }}
    where not is_pool
),

list_method as (
    select * from {{ ref('int_list_method') }}
    where engine in ('egf', 'egf_1998', 'egf_2021')
),

rated_game as (
    select * from {{ ref('int_rated_game') }}
),

seat as (
    select
        ledger.list_id,
        ledger.method_id,
        ledger.player_id,
        ledger.ledger_no,
        ledger.played_on,
        ledger.game_id,
        ledger.rating_before,
        ledger.rating_after,
        ledger.adjustment,
        rated_game.batch_no,
        if(ledger.player_id = rated_game.black_id, rated_game.black_rank, rated_game.white_rank) as declared_rank_number
    from ledger
    inner join list_method
        on ledger.list_id = list_method.list_id and ledger.method_id = list_method.method_id
    inner join rated_game
        on ledger.list_id = rated_game.list_id and ledger.game_no = rated_game.game_no
)

select
    list_id,
    method_id,
    player_id,
    batch_no,
    min(ledger_no) as first_ledger_no,
    max(played_on) as played_on,
    arg_max(game_id, ledger_no) as last_game_id,
    arg_min(rating_before, ledger_no) as rating_before,
    arg_max(rating_after, ledger_no) as rating_after,
    arg_min(adjustment, ledger_no) as adjustment,
    arg_min(declared_rank_number, ledger_no) filter (where declared_rank_number is not null) as declared_rank_number
from seat
group by list_id, method_id, player_id, batch_no
