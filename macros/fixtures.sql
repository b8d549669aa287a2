{#
    What a game to come is known by. Of two of one day, event and round only the order of rows could tell; that decides
    nothing. Events and rounds are compared as games' are, so that another spelling is no other fixture.
#}
{% macro fixture_id_of(played_on, black_id, white_id, event, round) -%}
    left(
        md5(concat_ws(
            chr(31),
            {{ played_on }},
            least({{ black_id }}, {{ white_id }}),
            greatest({{ black_id }}, {{ white_id }}),
            coalesce(name_key({{ event }}), ''),
            coalesce(round_key({{ round }}), '')
        )),
        16
    )
{%- endmacro %}

{# A rating so many points away, by a column `engine`: in the AGA's system there are no ratings between -1 and 1. #}
{% macro rating_moved_by(rating, points) -%}
    if(
        engine = 'aga',
        {{ rating }} - sign({{ rating }}) + {{ points }}
        + if({{ rating }} - sign({{ rating }}) + {{ points }} < 0, -1, 1),
        {{ rating }} + {{ points }}
    )
{%- endmacro %}
