"""A file that kills its reader costs a row, and the files after it are read."""

from __future__ import annotations

import signal
import subprocess
import zipfile
from pathlib import Path

import pytest

from go_ratings.reading import apart
from go_ratings.reading.apart import Apart, is_risky
from go_ratings.reading.landing import LandingFile, rows_of

RECORD = "(;PB[Ada]PW[Bo]DT[2001-01-01]RE[B+R])"


@pytest.fixture
def files(tmp_path: Path) -> list[LandingFile]:
    """Two archives of one record each, with a name that no reader has seen."""
    for name in ("a.zip", "b.zip"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("one.sgf", RECORD)
    return [LandingFile(tmp_path / name, name, "") for name in ("a.zip", "b.zip")]


def test_rows_are_the_same_apart(files: list[LandingFile]) -> None:
    with Apart() as reader:
        for file in files:
            assert is_risky(file)
            assert list(reader.rows_of(file)) == list(rows_of(file))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", f"signal {int(signal.SIGSEGV)}"),
        ("raise MemoryError", "more than 4 GB of memory"),
        ("x = bytearray(6 << 30)", "more than 4 GB of memory"),
        ("\nwhile True: pass", "took more than 1 seconds"),
        ("import sys; sys.exit(7)", "broke off (7)"),
        ("raise KeyError('q')", "failed (KeyError: 'q')"),
    ],
)
def test_a_reader_that_dies_is_a_row(
    files: list[LandingFile], monkeypatch: pytest.MonkeyPatch, how: str, said: str
) -> None:
    """The first file's reader does something deadly; the second file is read all the same."""
    monkeypatch.setattr(apart, "SECONDS", 0)
    monkeypatch.setattr(apart, "SECONDS_PER_MEGABYTE", 1)
    deadly = (
        "from go_ratings.reading import apart\n"
        "from go_ratings.reading.formats import archive\n"
        "whole = archive.rows\n"
        "def rows(origin, name):\n"
        "    if name == 'a.zip':\n"
        "        " + how.replace("\n", "\n        ").strip() + "\n"
        "    yield from whole(origin, name)\n"
        "archive.rows = rows\n"
        "apart.serve()\n"
    )
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda args, **more: popen([args[0], "-c", deadly], **more))
    with Apart() as reader:
        (row,) = reader.rows_of(files[0])
        assert (row.table, row.problem) == ("file", "reader_stopped") and said in row.detail
        assert [each.table for each in reader.rows_of(files[1])] == [each.table for each in rows_of(files[1])]


def test_small_texts_are_read_at_home(tmp_path: Path) -> None:
    small, large = tmp_path / "small.sgf", tmp_path / "large.sgf"
    small.write_text(RECORD)
    large.write_text(RECORD * 10_000)
    assert [is_risky(LandingFile(path, path.name, "")) for path in (small, large)] == [False, True]
    assert not is_risky(LandingFile(tmp_path / "games.csv", "games.csv", "games"))
