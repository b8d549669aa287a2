"""Parquet files of the landing folder: what their columns hold, as the text that the landing contract knows.

Text, numbers, truth values, days, time stamps and enumerations are read, and bytes that are UTF-8. A missing number
(NaN) is missing; a whole number has no `.0`, since it may be an id. The day of a time stamp with a time zone depends
on where one is: it is read only where every one of its column is midnight in UTC, as data frames write plain days.
Lists, structs and the like are refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from go_ratings.reading.landing import LandingFile
from go_ratings.reading.rows import COLUMNS, MAX_CHARACTERS, NOTHING, FileRefused, may_be_missing

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AS_IT_IS = re.compile(
    r"VARCHAR|U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DECIMAL\(.*\)|BOOLEAN|DATE|UUID|ENUM\(.*\)|\"NULL\""
)
_MOMENT = "TIMESTAMP WITH TIME ZONE"
_DAY_IN_MICROSECONDS = 86_400_000_000


def header_of(file: LandingFile) -> list[str]:
    """The file's columns, in lower case. Raises FileRefused."""
    import duckdb

    try:
        with duckdb.connect() as connection:
            return [name.lower() for name, _ in _columns(connection, file)]
    except duckdb.Error as error:
        raise _unreadable(file, error) from None


def check_values(file: LandingFile) -> None:
    """Reads every value of the contract's columns once. Raises FileRefused where one can't be read as text."""
    import duckdb

    try:
        with duckdb.connect() as connection:
            columns = {name: as_text(file, name, type_) for name, type_ in _known(_columns(connection, file), file)}
            if columns:
                # A digest needs every value: what is asked less of a file is answered from its footer.
                digests = ", ".join(f"bit_xor(hash({text}))" for text in columns.values())
                connection.execute(f"select {digests} from {_source(file)}").fetchall()
    except duckdb.Error as error:
        raise _unreadable(file, error) from None


def insert(session: DuckDBPyConnection, file: LandingFile) -> None:
    """Adds the file's rows to the table `landed_row`; the raw text names what the columns hold."""
    columns = _columns(session, file)
    known = _known(columns, file)
    texts = {name: as_text(file, name, type_) for name, type_ in known}
    moments = [name for name, type_ in known if type_ == _MOMENT and _has_hours(session, file, name)]
    problem = detail = "null"
    shown = dict(texts)
    if moments:
        shown |= {name: f"make_timestamp(epoch_us({_quoted(name)}))::varchar || ' UTC'" for name in moments}
        problem = f"if(coalesce({', '.join(map(_quoted, moments))}) is not null, 'date_unreadable', null)"
        said = ", ".join(f"'{name} ' || {shown[name]}" for name in moments)
        detail = (
            f"if({problem} is not null, concat_ws('; ', {said}) "
            f"|| ': a moment ({_MOMENT}), whose day depends on the time zone; "
            "write the day where the game was played, as a DATE', null)"
        )
    # One rule for every format: `rows.bounded`.
    length = f"greatest({', '.join(f'length({text})' for text in texts.values())})"
    cells = f"[{', '.join(texts.values())}]"
    longest = f"list_filter({cells}, lambda cell: length(cell) = {length})[1]"
    is_long = f"coalesce({length} > {MAX_CHARACTERS}, false)"
    problem = f"if({is_long}, 'malformed_row', {problem})"
    said = f"'a cell holds ' || {length} || ' characters (' || left({longest}, 40) || '…): shorten it'"
    detail = f"if({is_long}, {said}, {detail})"
    said_by = ", ".join(f"'{name}=' || {text}" for name, text in shown.items())
    raw_text = f"if({is_long}, left({longest}, 100), concat_ws(', ', {said_by}))"
    values = ", ".join(f"if({is_long}, null, {_given(name, text)})" for name, text in texts.items())
    # The row number is DuckDB's own, unless the file has a column of that name.
    has_own = any(name.lower() == "file_row_number" for name, _ in columns)
    row_no = "row_number() over ()" if has_own else "file_row_number + 1"
    session.execute(
        f"insert into landed_row (landed_table, source_file, row_no, raw_text, problem, detail, "
        f"{', '.join(map(_quoted, texts))}) "
        f"select ?, ?, {row_no}, {raw_text}, {problem}, {detail}, {values} "
        f"from {_source(file, '' if has_own else ', file_row_number = true')}",
        [file.table, file.name],
    )


def as_text(file: LandingFile, name: str, type_: str) -> str:
    """The SQL that makes text of a column. Raises FileRefused where that can't be done for certain."""
    column = _quoted(name)
    if type_ in ("FLOAT", "DOUBLE"):
        whole = f"{column} = floor({column}) and abs({column}) < 1e15"
        return f"case when isnan({column}) then null when {whole} then {column}::bigint::varchar else {column}::varchar end"
    if type_ == _MOMENT:
        return f"make_timestamp(epoch_us({column}))::date::varchar"
    if type_.startswith("TIMESTAMP"):
        return f"regexp_replace({column}::varchar, ' 00:00:00$', '')"
    if type_ == "BLOB":
        return f"decode({column})"
    if _AS_IT_IS.fullmatch(type_):
        return f"{column}::varchar"
    raise FileRefused(
        "bad_column",
        f"{file.name}: its column {name} holds {type_[:60]}, which is no text of one cell: write it as text.",
    )


def _given(column: str, text: str) -> str:
    """The SQL of a column's text, NULL where a word stands for nothing, as in other tables."""
    if not may_be_missing(column):
        return text
    words = ", ".join(f"'{word}'" for word in sorted(NOTHING))
    return f"case when lower(trim({text})) not in ({words}) then {text} end"


def _has_hours(session: DuckDBPyConnection, file: LandingFile, name: str) -> bool:
    """Whether a column of time stamps with a time zone holds more than midnights in UTC."""
    hours = f"epoch_us({_quoted(name)}) % {_DAY_IN_MICROSECONDS} != 0"
    found = session.execute(f"select coalesce(bool_or({hours}), false) from {_source(file)}").fetchone()
    assert found
    return bool(found[0])


def _columns(session: DuckDBPyConnection, file: LandingFile) -> list[tuple[str, str]]:
    described = session.execute(f"describe select * from {_source(file)}").fetchall()
    return [(name, type_) for name, type_, *_ in described]


def _known(columns: list[tuple[str, str]], file: LandingFile) -> list[tuple[str, str]]:
    return [(name.lower(), type_) for name, type_ in columns if name.lower() in COLUMNS[file.table]]


def _source(file: LandingFile, options: str = "") -> str:
    """The file in SQL: brackets in its name are no pattern, and a folder called result=B+R is no column."""
    path = re.sub(r"[\[*?]", r"[\g<0>]", str(file.path)).replace("'", "''")
    return f"read_parquet('{path}', hive_partitioning = false{options})"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _unreadable(file: LandingFile, error: Exception) -> FileRefused:
    if "decode" in str(error):
        return FileRefused(
            "bad_column", f"{file.name} holds bytes that are not UTF-8 text in a column of names: write them as text."
        )
    reason = re.sub(r'"[^"]*' + re.escape(file.path.name) + '"', "the file", str(error).splitlines()[0])
    return FileRefused("not_parquet", f"{file.name} is not a readable Parquet file: write it again ({reason}).")
