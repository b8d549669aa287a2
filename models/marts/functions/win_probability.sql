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
        when engine = 'aga' then {{ in_marts('normal_cdf') }}(
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
                select method.engine from {{ in_marts('dim_rating_method') }} as method
                where method.method_id = of_method
            ), of_method) as engine,
            (
                select method.parameters from {{ in_marts('dim_rating_method') }} as method
                where method.method_id = of_method
            ) as parameters,
            rating_a::double as a,
            rating_b::double as b,
            coalesce(handicap, 0)::integer as h,
            komi::double as k
    )
)
