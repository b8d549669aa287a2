select case when x >= 0 then 0.5 * tail else 1 - 0.5 * tail end
from (
    select
        x,
        t * exp(-x * x - 1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806
            + t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277)))))))))
            as tail
    from (select -z::double / sqrt(2), 1 / (1 + 0.5 * abs(z::double / sqrt(2)))) as argument (x, t)
)
