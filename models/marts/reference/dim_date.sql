with game as (
    select * from {{ ref('fct_game') }}
),

span as (
    select
        date_trunc('year', min(played_on)) as first_day,
        date_trunc('year', max(played_on)) + interval 1 year - interval 1 day as last_day
    from game
),

day as (
    select unnest(generate_series(first_day, last_day, interval 1 day))::date as date_day
    from span
),

{# Before 1873 the years of an era were lunar years, which a day of this calendar doesn't determine. #}
era as (
    select * from (values
        (date '1873-01-01', 1868, 'Meiji', '明治'),
        (date '1912-07-30', 1912, 'Taisho', '大正'),
        (date '1926-12-25', 1926, 'Showa', '昭和'),
        (date '1989-01-08', 1989, 'Heisei', '平成'),
        (date '2019-05-01', 2019, 'Reiwa', '令和')
    ) as era (first_day, first_year, name_en, name_ja)
)

select
    day.date_day,
    year(day.date_day)::integer as calendar_year,
    date_trunc('quarter', day.date_day)::date as quarter_start,
    date_trunc('month', day.date_day)::date as month_start,
    date_trunc('week', day.date_day)::date as week_start,
    month(day.date_day)::integer as month_no,
    isodow(day.date_day)::integer as weekday_no,
    dayname(day.date_day) as weekday_name,
    era.name_en as era_en,
    era.name_ja as era_ja,
    (year(day.date_day) - era.first_year + 1)::integer as era_year,
    (year(day.date_day) - (month(day.date_day) < 4)::integer)::integer as fiscal_year_jp
from day
asof left join era
    on day.date_day >= era.first_day
