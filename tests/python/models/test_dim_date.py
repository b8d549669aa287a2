"""dim_date: the model's own SQL over games of chosen days."""

from __future__ import annotations

from datetime import date

import duckdb
import pytest

from builds import Build


def days(demonstration: Build, *played_on: str) -> duckdb.DuckDBPyRelation:
    """What dim_date holds when games were played on these days."""
    (sql,) = (demonstration.folder / "target" / "compiled").rglob("dim_date.sql")
    connection = duckdb.connect()
    connection.execute("attach ':memory:' as build; create schema build.marts")
    connection.execute("create table build.marts.fct_game (played_on date)")
    connection.execute("insert into build.marts.fct_game select unnest(?::date[])", [list(played_on)])
    return connection.sql(sql.read_text(encoding="utf-8"))


def test_whole_years_without_a_gap(demonstration: Build) -> None:
    first, last, rows, different = (
        days(demonstration, "2024-02-29", "2021-07-01", "2022-12-31")
        .aggregate("min(date_day), max(date_day), count(*), count(distinct date_day)")
        .fetchall()[0]
    )
    assert (first, last) == (date(2021, 1, 1), date(2024, 12, 31))
    assert rows == different == 365 * 4 + 1


def test_one_game_makes_one_year(demonstration: Build) -> None:
    assert len(days(demonstration, "2023-12-31").fetchall()) == 365


def test_without_games_there_are_no_days(demonstration: Build) -> None:
    assert days(demonstration).fetchall() == []


def test_the_demonstration_ends_with_the_year_of_its_last_game(demonstration: Build) -> None:
    data_through = demonstration.value("select data_through from marts.meta_build")
    assert demonstration.value("select max(date_day) from marts.dim_date") == date(data_through.year, 12, 31)
    assert (
        demonstration.value("select count(*) from marts.fct_game anti join marts.dim_date on played_on = date_day") == 0
    )


@pytest.mark.parametrize(
    ("day", "era_en", "era_ja", "era_year"),
    [
        ("1872-12-31", None, None, None),
        ("1873-01-01", "Meiji", "明治", 6),
        ("1912-07-29", "Meiji", "明治", 45),
        ("1912-07-30", "Taisho", "大正", 1),
        ("1926-12-24", "Taisho", "大正", 15),
        ("1926-12-25", "Showa", "昭和", 1),
        ("1927-01-01", "Showa", "昭和", 2),
        ("1989-01-07", "Showa", "昭和", 64),
        ("1989-01-08", "Heisei", "平成", 1),
        ("2019-04-30", "Heisei", "平成", 31),
        ("2019-05-01", "Reiwa", "令和", 1),
        ("2026-01-01", "Reiwa", "令和", 8),
    ],
)
def test_eras(demonstration: Build, day: str, era_en: str | None, era_ja: str | None, era_year: int | None) -> None:
    """Days on which an era begins belong to it (the eras of glibc's ja_JP locale)."""
    row = days(demonstration, day).filter(f"date_day = date '{day}'").project("era_en, era_ja, era_year").fetchall()
    assert row == [(era_en, era_ja, era_year)]


@pytest.mark.parametrize(
    ("day", "quarter", "month", "week", "month_no", "weekday_no", "weekday_name", "fiscal_year"),
    [
        ("2023-01-01", "2023-01-01", "2023-01-01", "2022-12-26", 1, 7, "Sunday", 2022),
        ("2023-03-31", "2023-01-01", "2023-03-01", "2023-03-27", 3, 5, "Friday", 2022),
        ("2023-04-01", "2023-04-01", "2023-04-01", "2023-03-27", 4, 6, "Saturday", 2023),
        ("2024-12-30", "2024-10-01", "2024-12-01", "2024-12-30", 12, 1, "Monday", 2024),
    ],
)
def test_parts_of_a_day(
    demonstration: Build,
    day: str,
    quarter: str,
    month: str,
    week: str,
    month_no: int,
    weekday_no: int,
    weekday_name: str,
    fiscal_year: int,
) -> None:
    row = (
        days(demonstration, day)
        .filter(f"date_day = date '{day}'")
        .project(
            "calendar_year, quarter_start::varchar, month_start::varchar, week_start::varchar, month_no, weekday_no, "
            "weekday_name, fiscal_year_jp"
        )
        .fetchall()
    )
    assert row == [(int(day[:4]), quarter, month, week, month_no, weekday_no, weekday_name, fiscal_year)]
