{# Named from outside: an alias in here would hide a reader's column of the same name. #}
select
    list_sum(
        list_transform(
            generate_series((n + 1) // 2, n),
            lambda won: exp(lgamma(n + 1) - lgamma(won + 1) - lgamma(n - won + 1)) * p ** won * (1 - p) ** (n - won)
        )
    )
from (select chance::double, games::integer) as given (p, n)
