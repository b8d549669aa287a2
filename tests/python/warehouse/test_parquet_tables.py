"""Parquet files of the landing folder: every type is read as text, or refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from go_ratings.warehouse import landing

GAME = "'A' as black, 'B' as white, 'B+R' as result"


def written(folder: Path, select: str, name: str = "games.parquet") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with duckdb.connect() as connection:
        connection.execute("set timezone = 'UTC'")
        connection.execute(f"copy ({select}) to '{folder}/written.tmp' (format parquet)")
    (folder / "written.tmp").rename(folder / name)
    return folder


def read(folder: Path, columns: str, zone: str = "UTC") -> list[tuple]:
    with duckdb.connect() as connection:
        connection.execute(f"set timezone = '{zone}'")
        rows = landing.load(connection, str(folder)).filter("landed_table = 'games'").order("source_file, row_no")
        return rows.project(columns).fetchall()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("'17'", "17"),
        ("17::utinyint", "17"),
        ("17::hugeint", "17"),
        ("17.0::double", "17"),
        ("6.5::float", "6.5"),
        ("'nan'::double", None),
        ("'nan'::float", None),
        ("6.50::decimal(5, 2)", "6.50"),
        ("true", "true"),
        ("'b'::enum ('a', 'b')", "b"),
        ("null", None),
        ("encode('青木花')", "青木花"),
        ("date '2024-02-01'", "2024-02-01"),
        ("timestamp '2024-02-01 00:00:00'", "2024-02-01"),
        ("timestamp '2024-02-01 19:30:00'", "2024-02-01 19:30:00"),
        ("timestamp_ns '2024-02-01 00:00:00'", "2024-02-01"),
        ("timestamp_ms '2024-02-01 19:30:00.5'", "2024-02-01 19:30:00.5"),
        ("timestamp_s '2024-02-01 00:00:00'", "2024-02-01"),
        ("timestamptz '2024-02-01 00:00:00+00'", "2024-02-01"),
    ],
)
def test_a_value_becomes_text(tmp_path: Path, value: str, text: str | None) -> None:
    folder = written(tmp_path, f"select 1 as source_game_id, date '2024-01-01' as played_on, {GAME}, {value} as round")
    assert landing.problem_with(str(folder)) == ""
    assert read(folder, '"round", problem') == [(text, None)]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("[date '2024-02-01']", "played_on holds DATE[]"),
        ("{'y': 2024}", "played_on holds STRUCT"),
        ("map {'y': 2024}", "played_on holds MAP"),
        ("time '19:30'", "played_on holds TIME"),
        ("interval 1 day", "played_on holds INTERVAL"),
        ("'\\xE9\\x9D'::blob", "bytes that are not UTF-8"),
    ],
)
def test_what_is_no_cell_is_refused_in_one_sentence(tmp_path: Path, value: str, words: str) -> None:
    problem = landing.problem_with(str(written(tmp_path, f"select 1 as source_game_id, {value} as played_on, {GAME}")))
    assert words in problem and "write" in problem and "\n" not in problem


def test_a_moment_is_rejected_on_every_machine_alike(tmp_path: Path) -> None:
    """08:30 in Japan is the day before in Europe: the file doesn't say where the game was played."""
    select = f"select unnest([1, 2]) as source_game_id, timestamptz '2024-02-01 08:30:00+09' as played_on, {GAME}"
    folder = written(tmp_path, select)
    assert landing.problem_with(str(folder)) == ""
    seen = {zone: read(folder, "row_no, problem, detail, raw_text") for zone in ("UTC", "Asia/Tokyo", "US/Hawaii")}
    assert seen["UTC"] == seen["Asia/Tokyo"] == seen["US/Hawaii"]
    (first, second) = seen["UTC"]
    assert first[:2] == (1, "date_unreadable") and second[0] == 2
    assert first[2].startswith("played_on 2024-01-31 23:30:00 UTC: a moment") and "as a DATE" in first[2]
    assert first[3] == "source_game_id=1, played_on=2024-01-31 23:30:00 UTC, black=A, white=B, result=B+R"


def test_midnights_in_utc_are_days_in_every_zone(tmp_path: Path) -> None:
    select = f"select 1 as source_game_id, unnest([timestamptz '2024-02-01 00:00+00', null]) as played_on, {GAME}"
    folder = written(tmp_path, select)
    for zone in ("UTC", "Asia/Tokyo", "US/Hawaii"):
        assert read(folder, "played_on, problem", zone) == [("2024-02-01", None), (None, None)]


def test_the_raw_text_names_what_the_row_holds(tmp_path: Path) -> None:
    select = f"select 1 as source_game_id, date '2024-01-01' as played_on, {GAME}, 'nan'::double as komi, 5 as stadium"
    assert read(written(tmp_path, select), "raw_text, komi") == [
        ("source_game_id=1, played_on=2024-01-01, black=A, white=B, result=B+R", None)
    ]


def test_words_for_nothing_are_missing_but_for_names_and_ids(tmp_path: Path) -> None:
    cells = "'NA' as source_game_id, '2024-01-01' as played_on, 'Null' as black, 'B' as white, 'B+R' as result"
    folder = written(tmp_path, f"select {cells}, 'NULL' as komi, ' nan' as round, 'None' as edition, '2' as handicap")
    assert read(folder, "source_game_id, black, komi, round, edition, handicap") == [
        ("NA", "Null", None, None, None, "2")
    ]


def test_names_of_files_and_folders_are_no_patterns(tmp_path: Path) -> None:
    folder = tmp_path / "result=W+R"
    for number, name in enumerate(("games1.parquet", "games[1].parquet", "games_o'clock.parquet"), start=1):
        written(folder, f"select {number} as source_game_id, date '2024-01-01' as played_on, {GAME}", name)
    assert landing.problem_with(str(folder)) == ""
    assert read(folder, "source_file, source_game_id, result") == [
        ("games1.parquet", "1", "B+R"),
        ("games[1].parquet", "2", "B+R"),
        ("games_o'clock.parquet", "3", "B+R"),
    ]


def test_a_column_called_like_duckdbs_row_number(tmp_path: Path) -> None:
    select = f"select 'x' || i as source_game_id, '2024' as played_on, {GAME}, i as file_row_number from range(5) t (i)"
    folder = written(tmp_path, select)
    assert landing.problem_with(str(folder)) == ""
    assert read(folder, "row_no, source_game_id") == [(i + 1, f"x{i}") for i in range(5)]


def test_a_damaged_page_stops_the_build_before_it_begins(tmp_path: Path) -> None:
    select = f"select md5(i::varchar) as source_game_id, '2024' as played_on, {GAME} from range(2000) t (i)"
    path = written(tmp_path, select) / "games.parquet"
    content = bytearray(path.read_bytes())
    content[500:900] = b"\xff" * 400
    path.write_bytes(content)
    problem = landing.problem_with(str(tmp_path))
    assert "games.parquet is not a readable Parquet file: write it again" in problem and "\n" not in problem
