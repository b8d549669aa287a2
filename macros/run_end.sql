{#
    What a person should know at the end of a run: the rows behind each failed data test with what to do about them, and
    whether readers see this build.
#}
{% macro say_how_it_ended(results) %}
    {% if execute %}
        {% for result in results if result.status == 'fail' and result.node.resource_type == 'test' %}
            {% do show_failure(result.node) %}
        {% endfor %}
        {% if flags.WHICH == 'build' and var('publish', true) %}
            {% do say_what_readers_see(results) %}
        {% endif %}
    {% endif %}
{% endmacro %}

{# The first comment of a test says what its rows mean and what to do. #}
{% macro show_failure(test) %}
    {% set shown = 5 %}
    {% set comment = modules.re.search('\{#(.*?)#\}', test.raw_code, modules.re.DOTALL) %}
    {% set meaning = test.description or (comment.group(1) if comment else '') %}
    {% set rows = run_query('select * from (' ~ test.compiled_code ~ ') limit ' ~ (shown + 1)) %}
    {% set lines = [] %}
    {% for row in rows.rows[:shown] %}
        {% set cells = [] %}
        {% for name, value in row.dict().items() if value is not none %}
            {% do cells.append(name ~ ' ' ~ value) %}
        {% endfor %}
        {% do lines.append('\n- ' ~ cells | join(', ')) %}
    {% endfor %}
    {% if rows.rows | length > shown %}
        {% do lines.append('\n- and more: ' ~ (test.compiled_path or test.original_file_path)) %}
    {% endif %}
    {% do log(test.name ~ ': ' ~ meaning.split() | join(' ') ~ lines | join, info=true) %}
{% endmacro %}

{% macro say_what_readers_see(results) %}
    {% set publishing = results | selectattr('node.name', 'equalto', 'pub_publication') | list %}
    {% set failed = results | rejectattr('status', 'in', ['success', 'pass', 'warn', 'no-op']) | list %}
    {% if publishing and publishing[0].status == 'success' and not failed %}
        {% set answer = run_query('select publication_id, held_back from ' ~ publishing[0].node.relation_name) %}
        {% if answer.rows[0][0] %}
            {% do log('Published: readers see this build (' ~ answer.rows[0][0] ~ ').', info=true) %}
        {% else %}
            {% do log('Nothing published: ' ~ answer.rows[0][1], info=true) %}
        {% endif %}
    {% elif failed %}
        {% do log('Nothing published: ' ~ failed | length ~ ' of ' ~ results | length ~ ' steps failed or were skipped. Readers keep what they had.', info=true) %}
    {% else %}
        {% do log('Nothing published: only a part was built.', info=true) %}
    {% endif %}
{% endmacro %}
