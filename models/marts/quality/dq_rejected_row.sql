{% set models = {'events': 'event', 'players': 'player', 'affiliations': 'affiliation', 'aliases': 'alias'} %}
with game as (
    select
        'games' as landed_table,
        source,
        source_file,
        row_no,
        raw_text,
        reject_code,
        reject_detail,
        null as game_id,
        null as player_id,
        null as other_player_id
    from {{ ref('stg_landing__game') }}
    where reject_code is not null
    union all
    select
        'games', source, source_file, row_no, raw_text, reject_code, reject_detail, game_id, black_id, white_id
    from {{ ref('int_game_row_merged') }}
    where reject_code is not null
),

{% for table, model in models.items() %}
{{ model }} as (
    select
        '{{ table }}' as landed_table,
        source_file as source,
        source_file,
        row_no,
        raw_text,
        reject_code,
        reject_detail,
        null as game_id,
        {{ 'null' if model == 'event' else 'player_id' }} as player_id,
        null as other_player_id
    from {{ ref('stg_landing__' ~ model) }}
    where reject_code is not null
),
{% endfor %}

fixture as (
    select
        'fixtures' as landed_table,
        source_file as source,
        source_file,
        row_no,
        raw_text,
        reject_code,
        reject_detail,
        null as game_id,
        black_id as player_id,
        white_id as other_player_id
    from {{ ref('int_fixture') }}
    where reject_code is not null
),

refused_file as (
    select
        'file' as landed_table,
        source_file as source,
        source_file,
        row_no,
        raw_text,
        problem as reject_code,
        detail as reject_detail,
        null as game_id,
        null as player_id,
        null as other_player_id
    from {{ ref('stg_landing__row') }}
    where landed_table = 'file' and problem is not null
),

reason as (
    select * from {{ ref('dq_reason') }}
),

rejected as (
    select * from game
    union all
    select * from event
    union all
    select * from player
    union all
    select * from affiliation
    union all
    select * from alias
    union all
    select * from fixture
    union all
    select * from refused_file
)

select
    row_number() over (
        order by rejected.landed_table, rejected.source_file, rejected.row_no, rejected.raw_text, rejected.reject_detail
    ) as rejected_no,
    rejected.landed_table,
    rejected.source,
    rejected.source_file,
    rejected.row_no,
    rejected.raw_text,
    rejected.reject_code as reason_code,
    coalesce(reason.kind = 'duplicate', false) as is_duplicate,
    rejected.reject_detail as detail,
    coalesce(reason.remedy, '') as remedy,
    rejected.game_id,
    rejected.player_id,
    rejected.other_player_id
from rejected
left join reason
    on rejected.reject_code = reason.code
