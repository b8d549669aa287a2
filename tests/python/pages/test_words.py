"""The words that people read in place of codes."""

from __future__ import annotations

import csv

import pytest

from builds import REPOSITORY
from words import WORDS, list_name, word


def codes(seed: str, column: str) -> list[str]:
    with open(REPOSITORY / "seeds" / "reference" / f"{seed}.csv", encoding="utf-8", newline="") as file:
        return [row[column] for row in csv.DictReader(file)]


@pytest.mark.parametrize(
    ("kind", "seed", "column"), [("reason", "not_rated_reason", "reason"), ("engine", "rating_method", "engine")]
)
def test_every_code_of_the_seeds_has_words(kind: str, seed: str, column: str) -> None:
    found = codes(seed, column)
    assert len(found) > 10
    assert [code for code in found if code not in WORDS[kind] and not code.startswith("before_")] == []


def test_years_and_unknown_codes_are_told_too() -> None:
    assert word("before_1927", "reason") == "before 1927"
    assert word("quite_new", "reason") == "quite new"
    assert word(None, "reason") == ""


def test_lists_are_called_short() -> None:
    assert list_name("Professional list") == "Professional"
    assert list_name("Women's tournaments") == "Women's tournaments"
    assert list_name("List") == "List"
