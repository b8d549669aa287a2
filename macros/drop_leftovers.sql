{#
    When all marts are made in a whole `dbt build`: drops what an earlier build left and the project no longer makes (a
    model or function that was removed or renamed), so that it isn't published again.
#}
{% macro drop_leftovers() %}
    {% if execute and flags.WHICH == 'build' and not flags.EMPTY and not is_partial_build() %}
        {% set made = [] %}
        {% for node in graph.nodes.values() if node.resource_type in ('model', 'seed', 'test') %}
            {% do made.append("'" ~ node.schema ~ '.' ~ node.alias ~ "'") %}
        {% endfor %}
        {% set leftovers %}
            select
                'drop ' || if(table_type = 'VIEW', 'view ', 'table ')
                || table_schema || '."' || table_name || '" cascade'
            from information_schema.tables
            where
                table_catalog = current_database()
                and table_schema || '.' || table_name not in ({{ made | join(', ') }})
            union all
            select distinct
                'drop ' || if(function_type = 'table_macro', 'macro table ', 'macro ')
                || schema_name || '."' || function_name || '"'
            from duckdb_functions()
            where
                database_name = current_database()
                and not internal
                and schema_name || '.' || function_name not in ({{ made | join(', ') }})
        {% endset %}
        {% for statement in run_query(leftovers).columns[0].values() %}
            {% do run_query(statement) %}
        {% endfor %}
    {% endif %}
{% endmacro %}

{# Whether only a part of the project is built. #}
{% macro is_partial_build() %}
    {% set args = invocation_args_dict %}
    {% do return(args.select or args.exclude or args.selector or args.resource_types or args.exclude_resource_types) %}
{% endmacro %}
