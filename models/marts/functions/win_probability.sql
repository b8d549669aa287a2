select
    case
        when a is null or b is null then null
        when engine in ('elo', 'whr', 'bradley_terry', 'singapore', 'mixed_effects') then
            1 / (1 + 10 ** (-ahead / 400))
        when engine = 'ffg' then greatest(1 / 41.0, least(40 / 41.0, 0.5 + ahead / 450))
        when engine = 'ficgs' then greatest(0.01, least(0.99, 0.5 + ahead / 700))
        when engine in ('egf', 'egf_2021') then
            1 / (1 + ((3300 - least(a + head_start, 3299)) / (3300 - least(b, 3299))) ** 7)
        when engine in ('egf_1998', 'ufgo', 'igs', 'nngs', 'dgs') then
            case when ahead > 0 then 1 - weaker else weaker end
        when engine = 'kgs' then
            1 / (1 + exp(-(0.85 + 0.45 * greatest(0, least(1, ((a + b) / 2 + 5) / 6))) * ahead))
        when engine = 'glicko2' then
            1 / (1 + exp((b - greatest(100, least(6000, a)) * exp(head_start / 23.15)) / 173.7178))
        when engine = 'aga' then {{ in_marts('normal_cdf') }}(ahead / sigma)
    end
from (
    select
        *,
        case
            when engine = 'aga' then
                a - case when a > 0 then 1 else -1 end + head_start - (b - case when b > 0 then 1 else -1 end)
            else a + head_start - b
        end as ahead,
        {# The chance of the side that is behind, where a system starts from that. #}
        case
            when engine in ('egf_1998', 'ufgo') then
                1 / (1 + exp(abs(ahead) / greatest(70, least(200, 205 - least(a + head_start, b) / 20))))
            when engine = 'dgs' then
                1 / (1 + exp(abs(ahead) / greatest(70, 205 - case when ahead > 0 then b else a end / 20)))
            when engine = 'igs' then 0.5 * 0.5625 ** abs(ahead)
            when engine = 'nngs' then 0.5 * ratio ** abs(ahead)
        end as weaker,
        {# The AGA's deviation of a game: a table for 2 to 9 stones, more count as 9. #}
        case
            when h >= 2 then
                [1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614][least(h, 9) - 1]
                - 0.0035169 * known_komi
            else 1.0649 - 0.0021976 * known_komi + 0.00014984 * known_komi ** 2
        end as sigma
    from (
        select
            *,
            case
                when engine = 'igs' then 5
                when engine = 'nngs' then 5.5
                when engine in ('kgs', 'dgs', 'mixed_effects') then 6.5
                when engine = 'glicko2' and rules in ('japanese', 'korean') then 6
                when engine = 'glicko2' then 7
                when engine = 'aga' then 7.5
            end as fair_komi,
            coalesce(k, case when h = 0 then fair_komi else 0 end) as known_komi,
            {# What stones and komi are worth to Black, on the method's scale; to glicko2 in ranks of OGS. #}
            case
                when engine = 'elo' and (adjusted_komi_up_to is null or k <= adjusted_komi_up_to) then
                    black_adjustment
                when engine in ('elo', 'ufgo', 'ficgs', 'singapore') then 0
                when engine = 'mixed_effects' then
                    case when h >= 1 then (h - 0.5) * stone_value else (fair_komi - known_komi) * point_value end
                when engine in ('whr', 'bradley_terry') then
                    case when h >= 1 then (h - 0.5) * stone_value else black_advantage end
                when engine in ('egf', 'egf_1998', 'egf_2021', 'ffg') then
                    case when h >= 1 then 100 * (h - 0.5) else 0 end
                when engine = 'igs' then greatest(h, 1) - 0.5 - known_komi / 10
                when engine = 'nngs' then greatest(h, 1) - (known_komi + 5.5) / 11
                when engine = 'kgs' then greatest(h, 1) - 0.5 - (known_komi - 0.5) / 12
                when engine = 'dgs' then
                    100 * (greatest(h, 1) - 0.5 - known_komi / 13) * 256 / (board_size - 3) ** 2
                when engine = 'glicko2' then
                    (
                        fair_komi - known_komi + (6 + fair_komi) * greatest(h - 1, 0)
                        - case rules when 'chinese' then h when 'aga' then greatest(h - 1, 0) else 0 end
                    ) / 12 * case board_size when 9 then 6 when 13 then 3 else 1 end
                when engine = 'aga' then case when h >= 2 then h else 0.580 end - 0.0757 * known_komi
            end as head_start
        from (
            select
                given.*,
                coalesce(method.engine, given.method_id) as engine,
                coalesce((method.parameters ->> 'black_adjustment')::double, 0) as black_adjustment,
                (method.parameters ->> 'adjusted_komi_up_to')::double as adjusted_komi_up_to,
                coalesce((method.parameters ->> 'black_advantage')::double, 0) as black_advantage,
                coalesce((method.parameters ->> 'stone_value')::double, 150) as stone_value,
                coalesce((method.parameters ->> 'point_value')::double, 20) as point_value,
                coalesce((method.parameters ->> 'ratio')::double, 4 / 9.0) as ratio,
                coalesce((method.parameters ->> 'board_size')::double, 19) as board_size,
                coalesce(method.parameters ->> 'rules', 'japanese') as rules
            {# Named from outside: an alias in here would hide a reader's column of the same name. #}
            from (
                select
                    of_method,
                    nullif(rating_a::double, 'nan'::double),
                    nullif(rating_b::double, 'nan'::double),
                    coalesce(handicap, 0)::integer,
                    nullif(komi::double, 'nan'::double)
            ) as given (method_id, a, b, h, k)
            left join {{ in_marts('dim_rating_method') }} as method
                on given.method_id = method.method_id
        )
    )
)
