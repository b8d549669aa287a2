{#
    Every rated game of a list has two ledger rows for each of its methods, and no other game has any. A method that
    can't rate the list's games has none at all, but a note.
#}
with ledger as (
    select
        list_id,
        method_id,
        game_id,
        count(*) as ledger_rows,
        min(played_on) as played_on
    from {{ ref('fct_rating_ledger') }}
    group by list_id, method_id, game_id
),

eligibility as (
    select * from {{ ref('fct_game_eligibility') }}
),

method as (
    select
        list_id,
        method_id
    from {{ ref('dim_list_method') }}
    except
    select
        list_id,
        method_id
    from {{ ref('int_rating_step') }}
    group by list_id, method_id
    having count(game_no) = 0
),

expected as (
    select
        eligibility.list_id,
        method.method_id,
        eligibility.game_id
    from eligibility
    inner join method
        on eligibility.list_id = method.list_id
    where eligibility.is_rated
),

rating_list as (
    select * from {{ ref('rating_list') }}
)

select
    'Compare int_rated_game with int_game_eligibility for this game' as what_to_do,
    coalesce(ledger.list_id, expected.list_id) as list_id,
    coalesce(ledger.game_id, expected.game_id) as game_id,
    ledger.ledger_rows
from ledger
full join expected
    on
        ledger.list_id = expected.list_id
        and ledger.method_id = expected.method_id
        and ledger.game_id = expected.game_id
left join rating_list
    on ledger.list_id = rating_list.list_id
where
    ledger.ledger_rows is distinct from 2
    or expected.game_id is null
    or ledger.played_on < rating_list.first_rated_on
