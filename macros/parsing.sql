{# Cells are compared and parsed without surrounding blanks, full-width ones included; an empty one is missing. #}
{% macro cell(column) -%}
    nullif(trim({{ column }}, e' \t\r\n' || chr(160) || chr(12288)), '')
{%- endmacro %}

{# Full-width digits and signs, as Japanese keyboards write them, in ASCII. #}
{% macro half_width(text) -%}
    translate({{ text }}, '０１２３４５６７８９＋－．，／：（）？', '0123456789+-.,/:()?')
{%- endmacro %}

{#
    The dates of a column, each distinct text read once, by the one grammar of dates (go_ratings.reading.dates).
    CTE body with the columns text; first_day and day (the last, which counts); precision (day, month, year);
    problem (reason code) and detail, which follows the text; warnings (JSON list of [code, detail]). NULL where
    there is nothing to say.
#}
{% macro parsed_dates(relation, column) %}
    with texts as (
        select distinct {{ cell(column) }} as text
        from {{ relation }}
    ),

    read as (
        select
            text,
            list_transform(string_split(date_fields(text), chr(31)), lambda field: nullif(field, '')) as fields
        from texts
        where text is not null
    )

    select
        text,
        fields[1]::date as first_day,
        fields[2]::date as day,
        fields[3] as precision,
        fields[4] as problem,
        fields[5] as detail,
        fields[6] as warnings
    from read
{% endmacro %}

{#
    The results of a column, each distinct text parsed once. CTE body with the columns
    text, outcome (decided, default, jigo, no_result, both_lose, cancelled, unknown; NULL where the
    text can't be read), winner ('b', 'w' or NULL), win_by, margin (points) and is_odd_margin.

    Grammar, in any case, blanks and a remark in brackets left aside (unless it names another winner):
      win       = colour, then "+", then how; or "Black resigns", or the colour alone
      colour    = B | Black | 黒 | 黑 | W | White | 白
      how       = nothing | R (resign, 中押勝) | T (time) | F (forfeit: a default) | I (illegal) |
                  Offline | points (3.5) | stones in quarters (1¾, 1又3/4子, 1.75): twice as many points
      no winner = Jigo | Draw | 0 | 持碁; Void | 無勝負; Both lost | 両者負; Cancelled | 中止; ? | Unknown | nothing
#}
{% macro parsed_results(relation, column) %}
    with texts as (
        select distinct coalesce({{ cell(column) }}, '') as text
        from {{ relation }}
    ),

    tidied as (
        select
            text,
            regexp_replace(
                regexp_replace(
                    regexp_replace(lower({{ half_width('text') }}), '^show\s+|\s+|目$|点$|點$|points?$|pts?$', '', 'g'),
                    '^(black|黒|黑)', 'b'
                ),
                '^(white|白)', 'w'
            ) as tidy
        from texts
    ),

    split as (
        select
            text,
            regexp_replace(tidy, '\(.*\)$', '') as main,
            regexp_extract(tidy, '^.+\((b|w|黒|黑|白)[^()]*\)$', 1) as remark_colour
        from tidied
    ),

    won as (
        select
            text,
            main,
            remark_colour,
            case
                when regexp_full_match(main, '[bw]resign(s|ed)?\.?') then if(main[1] = 'b', 'w', 'b')
                when regexp_full_match(main, '[bw](\+.*|中[押盤盘]し?[勝胜]?ち?|[勝胜]|wins?|won)?') then main[1]
            end as winner,
            case
                when regexp_full_match(main, '[bw]resign(s|ed)?\.?') then 'resign'
                else regexp_replace(main[2:], '^\+|wins?$|won$|^[勝胜]$', '', 'g')
            end as how
        from split
    ),

    measured as (
        select
            *,
            case
                when regexp_full_match(how, '\d+(\.\d*)?|\.\d+') and regexp_matches(how, '\.[27]50*$')
                    then how::double * 2
                when regexp_full_match(how, '\d+(\.\d*)?|\.\d+') then how::double
                when regexp_full_match(how, '\d+(\.\d*)?子') then how[:-2]::double * 2
                when regexp_full_match(how, '\d*½') then coalesce(nullif(how[:-2], ''), '0')::double + 0.5
                when regexp_full_match(how, '\d*[¼¾]')
                    then 2 * (coalesce(nullif(how[:-2], ''), '0')::double + if(how[-1] = '¼', 0.25, 0.75))
                when regexp_full_match(how, '(\d+又)?[13]/4子?')
                    then 2 * (
                        coalesce(nullif(regexp_extract(how, '^(\d+)又', 1), ''), '0')::double
                        + if(contains(how, '1/4'), 0.25, 0.75)
                    )
            end as points
        from won
    ),

    read as (
        select
            text,
            winner as colour,
            points,
            case
                when remark_colour != '' and winner is not null
                    and winner != case when remark_colour in ('b', '黒', '黑') then 'b' else 'w' end then null
                when main in ('', '?', 'unknown', '不明') then 'unknown'
                when main in ('jigo', 'draw', 'drawn', 'tie', 'd', '0', 'd+j', '持碁', 'ジゴ', '和棋', '引き分け', '引分')
                    then 'jigo'
                when main in ('void', 'noresult', 'no-result', 'no_result', '無勝負', '无胜负', 'ノーリザルト') then 'no_result'
                when main in ('bothlost', 'bothlose', 'both_lose', 'bothplayerslose', '両者負け', '両者負', '両負け', '双方負け')
                    then 'both_lose'
                when main in ('cancelled', 'canceled', '中止', '取消') then 'cancelled'
                when winner is null then null
                when how = '' then 'unknown_margin'
                when regexp_full_match(how, 'r|res|resign|resigns|resigned|resignation|中[押盤盘]し?[勝胜]?ち?')
                    then 'resignation'
                when regexp_full_match(how, 't|time|timeout|timeover|時間切れ|時間切れ勝ち?') then 'time'
                when regexp_full_match(how, 'f|forfeit|default|不戦勝?') then 'default'
                when regexp_full_match(how, 'i|illegal|illegalmove|repetition|反則勝?') then 'illegal_move'
                when regexp_full_match(how, 'offline|disconnect|disconnection') then 'disconnection'
                when points >= 0 then 'points'
            end as reading
        from measured
    )

    select
        text,
        case
            when reading in ('unknown_margin', 'resignation', 'time', 'illegal_move', 'disconnection', 'points')
                then 'decided'
            else reading
        end as outcome,
        case when outcome in ('decided', 'default') then colour end as winner,
        case
            when reading = 'unknown_margin' then 'unknown'
            when outcome in ('decided', 'default') then reading
        end as win_by,
        reading = 'points' and (points > 361 or points * 2 != floor(points * 2)) as is_odd_margin,
        case when reading = 'points' and not is_odd_margin then points end as margin
    from read
{% endmacro %}
