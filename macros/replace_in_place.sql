{#
    A table made by SQL is replaced within its transaction, as the adapter does for tables with foreign keys: a failure
    rolls back to the old one. Otherwise the adapter builds it next to the old one and renames both, for which dbt reads
    all of its macros three times a table: two seconds of a build. A Python model may write through another connection,
    which still sees the old table, and is left to the other way.
#}
{% macro has_foreign_key_constraints(relation=none) %}
    {% do return(model.language == 'sql') %}
{% endmacro %}
