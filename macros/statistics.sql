{# Ends of Wilson's 95 % interval of a share: z = 1.959964, kept within 0 and 1. NULL without games. #}
{% macro wilson_low(successes, games) -%}
    greatest(0, {{ _wilson_centre(successes, games) }} - {{ _wilson_half(successes, games) }})
{%- endmacro %}

{% macro wilson_high(successes, games) -%}
    least(1, {{ _wilson_centre(successes, games) }} + {{ _wilson_half(successes, games) }})
{%- endmacro %}

{% macro _wilson_centre(successes, games) -%}
    (({{ successes }} + 1.959964e0 ^ 2 / 2) / nullif({{ games }} + 1.959964e0 ^ 2, 0))
{%- endmacro %}

{% macro _wilson_half(successes, games) -%}
    (
        1.959964e0 / ({{ games }} + 1.959964e0 ^ 2)
        * sqrt({{ successes }} * ({{ games }} - {{ successes }}) / nullif({{ games }}, 0)::double + 1.959964e0 ^ 2 / 4)
    )
{%- endmacro %}

{# The mean of numbers below a million, in whole 1e-12: the same to the last bit in any order of adding. #}
{% macro exact_mean(expression) -%}
    (sum(({{ expression }} * 1e12)::bigint)::double / 1e12 / nullif(count({{ expression }}), 0))
{%- endmacro %}
