"""What is promised is shown by tests that are there, and the container is what SECURITY.md says."""

from __future__ import annotations

import ast
import re

from builds import PROJECT_PARTS, REPOSITORY


def names_of_tests(file: str) -> set[str]:
    """The names of the tests in a file."""
    tree = ast.parse((REPOSITORY / "tests" / "python" / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_a_test_that_is_there() -> None:
    page = (REPOSITORY / "models" / "docs" / "promises.md").read_text(encoding="utf-8")
    promises = [line for line in page.splitlines() if re.match(r"\| (?!promise )", line)]
    assert len(promises) > 20
    for promise in promises:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", promise)
        assert named, promise
        for file, test in named:
            assert test in names_of_tests(file), f"{file}::{test}"


def test_the_container_has_no_root_and_all_that_a_build_needs() -> None:
    lines = (REPOSITORY / "Containerfile").read_text(encoding="utf-8").splitlines()
    (user,) = (line.split()[1] for line in lines if line.startswith("USER "))
    assert int(user) > 0, "a number, so that it is known not to be root"
    assert "--require-hashes" in "\n".join(lines)
    left_out = (REPOSITORY / ".dockerignore").read_text(encoding="utf-8").split("\n")
    needed = [*PROJECT_PARTS, "pages", "requirements", "pyproject.toml", "tests/contract.csv"]
    for path in needed:
        assert path not in left_out and path.split("/")[0] not in left_out, path
