"""The check of SQL's lines finds what it is for, and nothing else."""

from __future__ import annotations

import pytest

from tooling.sql_lines import complaints


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("select\n    name\n\nfrom player\n", []),
        ("{#\n  A list\n      of things.\n#}\n{% macro one() %}\n    1\n{% endmacro %}\n", []),
        ("select\n  name\n", [(2, "not indented by a multiple of four spaces")]),
        ("select\n\tname\n", [(2, "not indented by a multiple of four spaces")]),
        ("{# It #}\n{% macro one() %}\n   1\n", [(3, "not indented by a multiple of four spaces")]),
        ("select 1 \n", [(1, "blanks at its end")]),
        (f"-- {'棋' * 117}\nselect 1\n", []),
        (f"{{# {'x' * 118}\n#}}\n", [(1, "121 characters, more than 120")]),
    ],
    ids=["tidy", "a comment", "two blanks", "a tab", "a macro", "a blank behind", "wide characters", "a long comment"],
)
def test_complaints(text: str, found: list[tuple[int, str]]) -> None:
    assert list(complaints(text)) == found
