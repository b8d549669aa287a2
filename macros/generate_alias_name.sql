{# The latest version of a model has its plain name; any other one says which it is: mart_leaderboard_v1. #}
{% macro generate_alias_name(custom_alias_name=none, node=none) -%}
    {%- if custom_alias_name -%} {{ custom_alias_name | trim }}
    {%- elif node.version and node.version != node.latest_version -%} {{ node.name }}_v{{ node.version }}
    {%- else -%} {{ node.name }}
    {%- endif -%}
{%- endmacro %}
