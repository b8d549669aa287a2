{# Named from outside: an alias in here would hide a reader's column of the same name. #}
select
    case
        when p between 0 and 1 and n between 1 and 999 and n % 2 = 1 then
            list_sum(
                list_transform(
                    generate_series((n + 1) // 2, n),
                    lambda won:
                        exp(lgamma(n + 1) - lgamma(won + 1) - lgamma(n - won + 1)) * p ** won * (1 - p) ** (n - won)
                )
            )
    end
from (select chance::double, games::integer) as given (p, n)
