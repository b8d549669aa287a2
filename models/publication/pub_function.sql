-- depends_on: {{ ref('chance_by_gap') }}
-- depends_on: {{ ref('find_player') }}
-- depends_on: {{ ref('forecast') }}
-- depends_on: {{ ref('head_to_head') }}
-- depends_on: {{ ref('igs_rank_difference') }}
-- depends_on: {{ ref('leaderboard_asof') }}
-- depends_on: {{ ref('match_probability') }}
-- depends_on: {{ ref('normal_cdf') }}
-- depends_on: {{ ref('player_card') }}
-- depends_on: {{ ref('rank_of') }}
-- depends_on: {{ ref('rank_of_hundred') }}
-- depends_on: {{ ref('rank_to_rating') }}
-- depends_on: {{ ref('rating_history') }}
-- depends_on: {{ ref('rating_to_rank') }}
-- depends_on: {{ ref('retrospective_asof') }}
-- depends_on: {{ ref('search_key') }}
-- depends_on: {{ ref('why_not_rated') }}
-- depends_on: {{ ref('win_probability') }}
select
    function_name,
    list_filter(parameters, lambda parameter: parameter is not null) as parameters
from duckdb_functions()
where database_name = current_database() and schema_name = 'marts'
