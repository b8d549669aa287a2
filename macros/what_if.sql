{#
    What the var `what_if` asks for, each as a dict of texts: the list, the engine ('' for that of the list's method),
    the parameters that differ as JSON, and the id of the method that it makes. One mapping, or a list of them:

        dbt build --vars '{what_if: {list: pro, engine: elo, parameters: {k_factor: 24}}}'
#}
{% macro what_if() %}
    {% set given = var('what_if', none) %}
    {% set made = [] %}
    {% if execute and given is not none %}
        {% set how = "Write it as {list: pro, engine: elo, parameters: {k_factor: 24}}; engine, parameters and name may"
            ~ " be left out, and there may be several in [ ]."
        %}
        {% if 'what_if' not in (invocation_args_dict.get('vars') or {}) %}
            {% do exceptions.raise_compiler_error("The var what_if is for one build: give it by --vars.") %}
        {% endif %}
        {% for asked in ([given] if given is mapping else given) %}
            {% if asked is not mapping or asked.list is not string or asked.parameters | default({}) is not mapping %}
                {% do exceptions.raise_compiler_error("The var what_if can't be read. " ~ how) %}
            {% endif %}
            {% for key in asked if key not in ('list', 'engine', 'parameters', 'name') %}
                {% do exceptions.raise_compiler_error("The var what_if has no " ~ key ~ ". " ~ how) %}
            {% endfor %}
            {% set name = asked.name | default(loop.index if loop.length > 1 else '') | string %}
            {% if not modules.re.fullmatch('[a-z0-9_]*', name) %}
                {% do exceptions.raise_compiler_error("A name in the var what_if takes a to z, 0 to 9 and _.") %}
            {% endif %}
            {% do made.append({
                'list_id': asked.list,
                'engine': asked.engine | default('') | string,
                'parameters': tojson(asked.parameters | default({})),
                'method_id': 'what_if' ~ ('_' if name else '') ~ name
            }) %}
        {% endfor %}
    {% endif %}
    {{ return(made) }}
{% endmacro %}
