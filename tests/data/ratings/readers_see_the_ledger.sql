{# Leaderboard, months and peaks say what the ledger says, and pools are in none of them. #}
with ledger as (
    select * from {{ ref('fct_rating_ledger') }}
),

last_rating as (
    select
        list_id,
        method_id,
        rated_unit_id,
        arg_max(rating_after, ledger_no) as rating,
        max(if(is_burn_in, null, rating_after)) as peak_rating,
        count(*) as rated_games
    from ledger
    where not is_pool
    group by list_id, method_id, rated_unit_id
),

leaderboard as (
    select * from {{ ref('mart_leaderboard') }}
),

peak as (
    select * from {{ ref('mart_player_peak') }}
),

last_month as (
    select
        list_id,
        method_id,
        player_id,
        arg_max(rating_end, month_start) as rating,
        sum(games) as rated_games
    from {{ ref('mart_rating_month') }}
    group by list_id, method_id, player_id
)

select
    'Compare leaderboard, months and peak of this unit with its rows in fct_rating_ledger' as what_to_do,
    last_rating.list_id,
    last_rating.rated_unit_id
from last_rating
full join leaderboard
    on
        last_rating.list_id = leaderboard.list_id
        and last_rating.method_id = leaderboard.method_id
        and last_rating.rated_unit_id = leaderboard.player_id
full join peak
    on
        last_rating.list_id = peak.list_id
        and last_rating.method_id = peak.method_id
        and last_rating.rated_unit_id = peak.player_id
full join last_month
    on
        last_rating.list_id = last_month.list_id
        and last_rating.method_id = last_month.method_id
        and last_rating.rated_unit_id = last_month.player_id
where
    last_rating.rating is distinct from leaderboard.rating
    or last_rating.rated_games is distinct from leaderboard.rated_games
    or last_rating.peak_rating is distinct from peak.peak_rating
    or last_rating.rating is distinct from last_month.rating
    or last_rating.rated_games is distinct from last_month.rated_games
