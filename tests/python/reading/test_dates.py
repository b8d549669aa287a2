"""The one grammar of dates: what each way of writing means, and what a wrong one is told."""

from __future__ import annotations

import csv
import re
import unicodedata
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from go_ratings.reading import dates
from go_ratings.reading.dates import read_date, read_day

# What is written, and the same in the landing contract's form.
READ = [
    ("1996-12-27", "1996-12-27"),
    ("1996-12", "1996-12"),
    ("1996", "1996"),
    ("2000-7-20", "2000-07-20"),
    ("1962.5.3.", "1962-05-03"),
    ("1962. 5. 3.", "1962-05-03"),
    ("1962 . 5 . 3", "1962-05-03"),
    ("1962 - 5 - 3", "1962-05-03"),
    ("1962 5 3", "1962-05-03"),
    ("1962/5/3", "1962-05-03"),
    ("1962-05-03,", "1962-05-03"),
    ("1962-05-03;", "1962-05-03"),
    ("\ufeff1962-05-03\u200b", "1962-05-03"),
    ("１９６２／０５／０３", "1962-05-03"),
    ("1962・5・3", "1962-05-03"),
    ("1962。5。3", "1962-05-03"),
    ("٢٠٢٤-٠٥-٣١", "2024-05-31"),
    ("१९६२-०५-०३", "1962-05-03"),
    ("2015:08:29", "2015-08-29"),
    ("C2015:08:29", "2015-08-29"),
    ("2015:08:29 19:30", "2015-08-29"),
    ("20240503", "2024-05-03"),
    ("20240503193000", "2024-05-03"),
    ("20240503.0", "2024-05-03"),
    ("1962.0", "1962"),
    ("1982-", "1982"),
    ("1971-09-", "1971-09"),
    ("05/1962", "1962-05"),
    # East Asia
    ("1962年5月3日", "1962-05-03"),
    ("1962 年 5 月 3 日", "1962-05-03"),
    ("1962年5月3日(木)", "1962-05-03"),
    ("1962年5月3日（木曜日）", "1962-05-03"),
    ("西暦1962年5月3日", "1962-05-03"),
    ("1962年5月", "1962-05"),
    ("1962年", "1962"),
    ("1962年5月3号 星期四", "1962-05-03"),
    ("1962년 5월 3일", "1962-05-03"),
    ("1962년5월3일(목)", "1962-05-03"),
    ("一九六二年五月三日", "1962-05-03"),
    ("昭和37年5月3日", "1962-05-03"),
    ("昭和三十七年十二月二十七日", "1962-12-27"),
    ("昭和３７年５月３日", "1962-05-03"),
    ("㍼37年5月3日", "1962-05-03"),
    ("昭和37.5.3", "1962-05-03"),
    ("昭37.5.3", "1962-05-03"),
    ("S37.5.3", "1962-05-03"),
    ("s37/5/3", "1962-05-03"),
    ("M45-7-29", "1912-07-29"),
    ("T15.12.24", "1926-12-24"),
    ("H31.4.30", "2019-04-30"),
    ("R6.1.2", "2024-01-02"),
    ("令和元年5月", "2019-05"),
    ("平成元年", "1989"),
    ("明治5年", "1872"),
    ("民國51年5月3日", "1962-05-03"),
    ("2024年5月3日19時30分", "2024-05-03"),
    ("2024年5月3日 午後7時", "2024-05-03"),
    # words
    ("August 9, 1999", "1999-08-09"),
    ("Aug. 9th, 1999", "1999-08-09"),
    ("9 August 1999", "1999-08-09"),
    ("the 9th of August 1999", "1999-08-09"),
    ("3-May-1999", "1999-05-03"),
    ("Thu, 3 May 1962", "1962-05-03"),
    ("May 1999", "1999-05"),
    ("1999 May", "1999-05"),
    ("3. Mai 1999", "1999-05-03"),
    ("1er août 1999", "1999-08-01"),
    ("3 de mayo de 1962", "1962-05-03"),
    ("1962. május 3.", "1962-05-03"),
    ("3 мая 1962 г.", "1962-05-03"),
    ("15 października 1999", "1999-10-15"),
    # the order of day and month where it can be one only
    ("27.12.1996", "1996-12-27"),
    ("27. 12. 1996", "1996-12-27"),
    ("12/27/1996", "1996-12-27"),
    ("7.7.1998", "1998-07-07"),
    # a time of day
    ("2017.06.21 19:43", "2017-06-21"),
    ("2024-05-03 7:30 PM", "2024-05-03"),
    ("2001/10/10 15:38:55 UT", "2001-10-10"),
    ("2024-02-02T08:30+09:00", "2024-02-02"),
    ("2017-04-04T09:59:32.868979037+00:00", "2017-04-04"),
    # lists, of which the last counts
    ("1996-12-27,28", "1996-12-27,1996-12-28"),
    ("1996-12-27, 28", "1996-12-27,1996-12-28"),
    ("1996-12-27/28", "1996-12-27,1996-12-28"),
    ("1996-12-27-28", "1996-12-27,1996-12-28"),
    ("1996-12-27–28", "1996-12-27,1996-12-28"),
    ("1996/12/27-28", "1996-12-27,1996-12-28"),
    ("1996.12.27～28", "1996-12-27,1996-12-28"),
    ("1996-12-27 - 28", "1996-12-27,1996-12-28"),
    ("1996-12-27 & 28", "1996-12-27,1996-12-28"),
    ("1996-12-27 to 1997-01-02", "1996-12-27,1997-01-02"),
    ("1996-12-27/1997-01-02", "1996-12-27,1997-01-02"),
    ("19961227-28", "1996-12-27,1996-12-28"),
    ("1996-11-30/12-01", "1996-11-30,1996-12-01"),
    ("1996-11-30-12-01", "1996-11-30,1996-12-01"),
    ("1996年12月27日、28日", "1996-12-27,1996-12-28"),
    ("1996年12月27日～1月", None),
    ("1996年11月30日～12月1日", "1996-11-30,1996-12-01"),
    ("2021/06/03,00:00:00,2021/06/09,00:00:00", "2021-06-03,2021-06-09"),
    ("27.-28.12.1996", "1996-12-27,1996-12-28"),
    ("27/12/1996,28/12/1996", "1996-12-27,1996-12-28"),
    ("May 16-18, 1842", "1842-05-16,1842-05-18"),
    ("16-18 May 1842", "1842-05-16,1842-05-18"),
    ("May 30 - June 2, 1999", "1999-05-30,1999-06-02"),
    ("30 May - 2 June 1999", "1999-05-30,1999-06-02"),
    ("1996-05,06", "1996-05,1996-06"),
    ("1996年5月～6月", "1996-05,1996-06"),
    ("1962,1963", "1962,1963"),
]

# What can't be read, the code, and a word of what the person is told.
WRONG = [
    ("0000", "date_impossible", "no year 0"),
    ("0000-01-01", "date_impossible", "0001 to 9999"),
    ("12024-05-03", "date_impossible", "no year 12024"),
    ("-0500-01-01", "date_impossible", "minus"),
    ("1987-02-30", "date_impossible", "1987-02 has 28 days"),
    ("1987-13", "date_impossible", "no month 13"),
    ("1987-00", "date_impossible", "no month 00"),
    ("1962-27-12", "date_impossible", "swapped"),
    ("昭和65年5月3日", "date_impossible", "昭和"),
    ("27.13.1996", "date_impossible", "no month"),
    ("1962/63", "date_unreadable", "season"),
    ("1962-63", "date_unreadable", "season"),
    ("1999/2000", "date_unreadable", "season"),
    ("2012-13", "date_unreadable", "season"),
    ("22768", "date_unreadable", "format the column as a date"),
    ("22768.0", "date_unreadable", "1962-05-02"),
    ("45304.8125", "date_unreadable", "2024-01-13"),
    ("620503", "date_unreadable", "six digits"),
    ("1714694400", "date_unreadable", "seconds"),
    ("196", "date_unreadable", "3 digits"),
    ("962-05-03", "date_unreadable", "three digits"),
    ("05-03", "date_unreadable", "no year"),
    ("Spring 1950", "date_unreadable", "spring"),
    ("0800 approx. {Tang dynasty}", "date_unreadable", "approx"),
    ("1962一05一03", "date_unreadable", "U+4E00"),
    ("1962_05_03", "date_unreadable", "low line"),
    ("2O24-05-03", "date_unreadable", "letter O"),
    ("l962-05-03", "date_unreadable", "letter l"),
    ("1996-12-2²", "date_unreadable", "can't be read"),
    ("明治5年3月1日", "date_unreadable", "moon"),
    ("00:00", "date_unreadable", "no day"),
    ("missing", "date_unreadable", "names no day"),
    ("x" * 5000, "date_unreadable", "5000 characters"),
    ("8.11.1998", "date_ambiguous", "day or month first"),
    ("06.11.98", "date_ambiguous", "two digits"),
    ("03-MAY-99", "date_ambiguous", "two digits"),
    ("62年5月3日", "date_ambiguous", "four digits"),
    ("1996-12-27,05", "date_ambiguous", "not in order"),
    ("1996-05/06", "date_ambiguous", "two months"),
    ("1996-05-06-07-08", "date_ambiguous", "several ways"),
]


@pytest.mark.parametrize(("text", "written"), READ)
def test_what_is_read(text: str, written: str | None) -> None:
    read = read_date(text)
    if written is None:
        assert read.problem
        return
    assert (read.written, read.problem, read.warnings) == (written, "", [])
    last = written.split(",")[-1]
    assert read.precision == {10: "day", 7: "month", 4: "year"}[len(last)]
    assert read.day is not None and str(read.day).startswith(last)
    assert read.first is not None and str(read.first).startswith(written.split(",")[0])


def test_a_month_and_a_year_end_on_their_last_day() -> None:
    assert read_date("1996-02").day == date(1996, 2, 29) and read_date("1996").day == date(1996, 12, 31)
    adjourned = read_date("1996-05,06")
    assert (adjourned.first, adjourned.day) == (date(1996, 5, 1), date(1996, 6, 30))


@pytest.mark.parametrize(("text", "code", "told"), WRONG)
def test_what_a_wrong_date_is_told(text: str, code: str, told: str) -> None:
    read = read_date(text)
    assert (read.problem, read.written, read.day, read.precision) == (code, "", None, "")
    assert told in read.detail and "\n" not in read.detail


DASHES = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Pd" and chr(code) not in "〜〰"]


@pytest.mark.parametrize("dash", [*DASHES, *"−ー－﹣\u00ad"])
def test_every_dash_is_a_hyphen(dash: str) -> None:
    assert read_date(f"1962{dash}05{dash}03").written == "1962-05-03"


@pytest.mark.parametrize(
    ("text", "usual", "written", "warned"),
    [
        ("8.11.1998", "d.m.y", "1998-11-08", ["date_day_first"]),
        ("06.11.98", "d.m.y", "1998-11-06", ["date_two_digit_year", "date_day_first"]),
        ("12.27.1996", "d.m.y", "1996-12-27", []),
        ("8/11/1998", "d.m.y", "", []),
        ("8/11/1998", "dmy", "1998-11-08", []),
        ("8/11/1998", "mdy", "1998-08-11", []),
        ("8.11.1998", "mdy", "", []),
        ("27/11/1998", "mdy", "1998-11-27", []),
        ("8/11/98", "mdy", "1998-08-11", ["date_two_digit_year"]),
    ],
)
def test_the_usual_order_decides_what_the_text_leaves_open(
    text: str, usual: str, written: str, warned: list[str]
) -> None:
    read = read_date(text, usual)
    assert (read.written, [code for code, _ in read.warnings]) == (written, warned)
    assert read.problem == ("" if written else "date_ambiguous")


@pytest.mark.parametrize(
    ("time", "warned"),
    [
        ("T23:30:00Z", True),
        (" 15:00 UTC", True),  # midnight in Japan
        (" 15:38 UTC", False),
        ("T02:00+00:00", True),
        (" 11:30 PM UTC", True),
        ("T12:30:00Z", False),
        ("T00:00:00Z", False),  # a day, written by a program that always writes a time
        ("T23:30+09:00", False),
        ("T23:30", False),
    ],
)
def test_a_time_in_utc_may_lie_on_another_day(time: str, warned: bool) -> None:
    read = read_date("2024-02-02" + time)
    assert read.written == "2024-02-02"
    assert [code for code, _ in read.warnings] == ["date_of_other_zone"] * warned


def test_a_name_of_two_months_is_no_month() -> None:
    """Listopad is October in Croatian, November in Czech and Polish."""
    assert dates._month_names()["srpna"] == 8 and "listopad" not in dates._month_names()
    assert read_date("3 listopad 1999").problem == "date_unreadable"


def test_one_day_or_none() -> None:
    assert read_day("2024-05-31") == date(2024, 5, 31)
    assert [read_day(text) for text in ("2024-05", "2024-05-30,31", "soon")] == [None] * 3


@given(st.text(max_size=30) | st.text("0123456789-./, 年月日~:TZMayS", max_size=30))
def test_any_text_is_read_or_told_why_not(text: str) -> None:
    for usual in ("", "dmy", "mdy", "d.m.y"):
        read = read_date(text, usual)
        if read.problem:
            assert read.problem in ("date_unreadable", "date_ambiguous", "date_impossible") and read.detail
        else:
            again = read_date(read.written)
            assert (again.first, again.day, again.precision) == (read.first, read.day, read.precision)


@given(st.dates(min_value=date(1000, 1, 1)), st.sampled_from(["%Y-%m-%d", "%Y.%m.%d.", "%Y年%m月%d日", "%B %d, %Y"]))
def test_every_day_in_every_form(day: date, form: str) -> None:
    read = read_date(day.strftime(form))
    assert (read.first, read.day, read.precision) == (day, day, "day")


@given(st.dates(min_value=date(1926, 12, 25), max_value=date(1989, 1, 7)))
def test_every_day_of_showa(day: date) -> None:
    assert read_date(f"昭和{day.year - 1925}年{day.month}月{day.day}日").day == day


@given(st.dates(min_value=date(1900, 1, 1)), st.integers(1, 60))
def test_lists_of_two_days(first: date, length: int) -> None:
    if first > date.max - timedelta(days=length):
        return
    last = first + timedelta(days=length)
    for text in (f"{first},{last}", f"{first}/{last}", f"{first}～{last}", f"{first} - {last}"):
        read = read_date(text)
        assert (read.first, read.day) == (first, last), text


def test_the_dates_of_real_records(shared_folder: Path) -> None:
    """Every kind of date of the archives is read in SGF, except for prose and a cut-off year."""
    with open(shared_folder / "data" / "dirty_values.csv", encoding="utf-8", newline="") as file:
        texts = {re.sub(r"\\(.)", r"\1", row["raw_value"]) for row in csv.DictReader(file) if row["property"] == "DT"}
    unread = {text for text in texts - {"", "<missing>"} if read_date(text.strip(), "d.m.y").problem}
    assert unread == {"196", "0800 approx. {Tang dynasty}"}
