{#
    SQL functions for analysts (with `case`, since the functions of an older DuckDB know no `if`), created in the schema of the marts next to the tables they read.
    Each is described where it is created; tests hold them against the Python that they restate.
#}
{% macro create_rank_functions() %}
create or replace macro {{ this.schema }}.rank_to_rating(of_scale, of_rank) as (
    {# The rating that stands for a rank on a scale of dim_rank_scale; NULL where it has none. #}
    select any_value(rank_scale.rating)
    from {{ this.schema }}.dim_rank_scale as rank_scale
    where rank_scale.scale = of_scale and rank_scale.rank = lower(trim(of_rank))
);

create or replace macro {{ this.schema }}.rank_of_hundred(hundred) as
    {# The amateur rank of a hundred value of the EGF scale: 2100 = 1d, 2000 = 1k; 30k to 9d. #}
    case
        when hundred >= 2100 then least((hundred - 2000) // 100, 9)::integer || 'd'
        else least((2100 - hundred) // 100, 30)::integer || 'k'
    end;

create or replace macro {{ this.schema }}.rating_to_rank(of_scale, rating, professional := false) as
    {#
        The rank that a scale gives to a rating, without memory. On the EGF scale a rank reaches 50
        points (a professional's 15) to both sides, in the handbook from one hundred to the next.
        2700 is both 7d and 1p, so say whether it is a professional.
    #}
    case
        when rating is null or isnan(rating::double) then null
        when professional and of_scale in ('egf', 'encyclopaedia', 'handbook') then
            greatest(1, least(9, floor(
                (rating + case when of_scale = 'handbook' then 0 else 15 end - 2670) / 30
            )))::integer || 'p'
        when professional then null
        when of_scale = 'egf' then {{ this.schema }}.rank_of_hundred(100 * floor((rating + 50) / 100))
        when of_scale = 'encyclopaedia' then
            {{ this.schema }}.rank_of_hundred(greatest(100, least(2700, 100 * floor((rating + 50) / 100))))
        when of_scale = 'handbook' then {{ this.schema }}.rank_of_hundred(100 * floor(rating / 100))
        when of_scale = 'aga' and rating >= 0 then least(9, greatest(1, floor(rating)))::integer || 'd'
        when of_scale = 'aga' then least(30, greatest(1, -ceil(rating)))::integer || 'k'
        when of_scale = 'ogs' then {{ this.schema }}.rank_of_hundred(
            2100 + 100 * (greatest(5, least(38, floor(23.15 * ln(greatest(100, least(6000, rating)) / 525)))) - 30)
        )
    end;

create or replace macro {{ this.schema }}.igs_rank_difference(probability) as
    {# Ranks between two players of whom one wins with this probability (IGS): above 0 he is behind; NULL at 0 and 1. #}
    case
        when probability <= 0 or probability >= 1 then null
        when probability > 0.5 then -(ln(1 - probability) - ln(0.5)) / (2 * ln(0.75))
        else (ln(probability) - ln(0.5)) / (2 * ln(0.75)) + 0.0
    end;
{% endmacro %}

{% macro create_win_probability() %}
create or replace macro {{ this.schema }}.normal_cdf(z) as (
    {# The standard normal distribution function, to 1e-7 (a rational approximation of the complementary error function). #}
    select case when x >= 0 then 0.5 * tail else 1 - 0.5 * tail end
    from (
        select
            x,
            t * exp(-x * x - 1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806
                + t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))))) as tail
        from (
            select
                -z::double / sqrt(2) as x,
                1 / (1 + 0.5 * abs(z::double / sqrt(2))) as t
        )
    )
);

create or replace macro {{ this.schema }}.win_probability(of_method, rating_a, rating_b, handicap, komi) as (
    {#
        Chance that A, who plays Black, beats B by a method of dim_rating_method (or an engine's
        name), from both ratings on the method's own scale. Komi NULL is the fair one in an even game
        and none with stones. Deviations are left out, the engine egf means its form of today; NULL for an
        unknown method or a player without a rating.
    #}
    select case
            when a is null or b is null or isnan(a) or isnan(b) then null
            when engine in ('elo', 'bradley_terry', 'whr') then 1 / (1 + exp((b - a - advantage) * ln(10) / 400))
            when engine = 'egf_1998' then case when raised > b then 1 - 1 / (exp((raised - b) / greatest(70, least(200, 205 - b / 20))) + 1) else 1 / (exp((b - raised) / greatest(70, least(200, 205 - raised / 20))) + 1) end
            when engine in ('egf', 'egf_2021') then
                1 / (1 + ((3300 - least(raised, 3299)) / (3300 - least(b, 3299))) ** 7)
            when engine = 'igs' then case when igs_gap >= 0 then 1 - 0.5 * 0.5625 ** igs_gap else 0.5 * 0.5625 ** -igs_gap end
            when engine = 'nngs' then
                case when nngs_gap >= 0 then 1 - 0.5 * (4 / 9.0) ** nngs_gap else 0.5 * (4 / 9.0) ** -nngs_gap end
            when engine = 'kgs' then 1 / (1 + exp(
                -(0.85 + 0.45 * greatest(0, least(1, ((a + b) / 2 + 5) / 6)))
                * (a + greatest(h, 1) - 0.5 - (coalesce(k, case when h = 0 then 6.5 else 0 end) - 0.5) / 12 - b)
            ))
            when engine = 'dgs' then case when dgs_gap >= 0 then 1 / (1 + exp(dgs_gap / greatest(70, 205 - a / 20))) else 1 - 1 / (1 + exp(-dgs_gap / greatest(70, 205 - b / 20))) end
            when engine = 'glicko2' then 1 / (1 + exp(
                (b - 525 * exp((23.15 * ln(greatest(100, least(6000, a)) / 525)
                    + (6 - coalesce(k, case when h = 0 then 6 else 0 end) + 12 * greatest(h - 1, 0)) / 12) / 23.15)) / 173.7178
            ))
            when engine = 'aga' then {{ this.schema }}.normal_cdf(
                (
                    a - sign(a) + case when h >= 2 then h else 0.580 end - 0.0757 * coalesce(k, case when h = 0 then 7.5 else 0 end)
                    - (b - sign(b))
                ) / case when h >= 2 then [1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614][least(h, 9) - 1]
                        - 0.0035169 * coalesce(k, 0) else 1.0649 - 0.0021976 * coalesce(k, case when h = 0 then 7.5 else 0 end)
                        + 0.00014984 * coalesce(k, case when h = 0 then 7.5 else 0 end) ** 2 end
            )
        end
    from (
        select
            *,
            a + case when h >= 1 then 100 * (h - 0.5) else 0 end as raised,
            a + greatest(h, 1) - 0.5 - coalesce(k, case when h = 0 then 5 else 0 end) / 10 - b as igs_gap,
            a + greatest(h, 1) - (coalesce(k, case when h = 0 then 5.5 else 0 end) + 5.5) / 11 - b as nngs_gap,
            b - a - 100 * (greatest(h, 1) - 0.5 - coalesce(k, case when h = 0 then 6.5 else 0 end) / 13) as dgs_gap,
            case
                when engine = 'elo' then coalesce((parameters ->> 'black_adjustment')::double, 0)
                when h >= 1 then (h - 0.5) * coalesce((parameters ->> 'stone_value')::double, 150)
                else coalesce((parameters ->> 'black_advantage')::double, 0)
            end as advantage
        from (
            select
                coalesce((
                    select method.engine from {{ this.schema }}.dim_rating_method as method
                    where method.method_id = of_method
                ), of_method) as engine,
                (
                    select method.parameters from {{ this.schema }}.dim_rating_method as method
                    where method.method_id = of_method
                ) as parameters,
                rating_a::double as a,
                rating_b::double as b,
                coalesce(handicap, 0)::integer as h,
                komi::double as k
        )
    )
);
{% endmacro %}
