"""Which module reads which file, and that modules are imported only when a file asks for them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from go_ratings.reading.formats import FORMATS, importer_for


@pytest.mark.parametrize(
    ("name", "content", "module"),
    [
        ("a.sgf", b"", "sgf"),
        ("A.SGF", b"(;", "sgf"),
        ("a.GIB", b"", "gib"),
        ("a.NGF", b"", "ngf"),
        ("a.ugf", b"", "ugf"),
        ("a.ugi", b"", "ugf"),
        ("a.h9", b"", "h9"),
        ("a.txt", b"; TC[T240601A]\n", "h9"),
        ("a.txt", b"\xef\xbb\xbf;EV[Spring]\n", "h9"),
        ("a.txt", b"; a remark\r\n; EV[Spring]\r\n", "h9"),
        ("a.TOU", b"", "tou"),
        ("a.txt", b";name=x\n;date=01/06/2024\n", "tou"),
        ("a.xml", b"<x/>", "opengotha"),
        ("a.xml", b'<Tournament dataVersion="201" externalIPAddress="">', "opengotha"),
        ("a.xml", b'<?xml version="1.0"?><Tournament typeversion="1">', "macmahon"),
        ("a.xml", b"<Tournament>\n<Name>x</Name>", "macmahon"),
        ("a.xml", b"<TournamentData><x/><Playerlist>", "macmahon"),
        ("a.txt", b"# remark\n\ntourney Spring Open\n", "aga"),
        ("a.txt", b"TOURNAMENT \nSpring Open\nstart=4/18/2026\n", "aga"),
        ("a.txt", b"Tournament results\nwill follow\n", None),
        ("TDListN.txt", b"Stone, Ada\t101\tFull\t3.2\t\n", "aga"),
        ("a.tsv", b"Stone, Ada\t101\tFull\t3.2\t\n", "aga"),
        ("000007-a.tour", b"", "pairgoth"),
        ("a.html", b"<html><th>&nbsp;Name&nbsp;</th><th class=middle>&nbsp;NbW&nbsp;</th>", "standings"),
        ("a.htm", b"<html>a page", None),
        ("mine.json", b'{"chesslist":[{"chessid":"1"}]}', "servers"),
        ("mine.jsonl", b'{"id": 1, "ranked" : true}', "servers"),
        ("package.json", b'{"name": "x"}', None),
        ("all.hst", b"", "hst"),
        ("all.hst.txt", b" 10000001  Stone Ada  AT  Wien   3d  T240601A  1 4 1 2301 --> 2310\n", "hst"),
        ("a.xlsx", b"", "xlsx"),
        ("may.ZIP", b"", "archive"),
        ("a.sgf.gz", b"", "archive"),
        ("a.csv.gz", b"", None),
        ("a.txt", b"a letter", None),
        ("a.txt", b"", None),
        ("a.tsv", b"a\tb\n", None),
        ("games.csv", b"", None),
        ("a.pdf", b"", None),
    ],
)
def test_the_reader_of_a_file(tmp_path, name, content, module):
    path = tmp_path / name
    path.write_bytes(content)
    found = importer_for(path)
    assert (found and found.__name__.rpartition(".")[2]) == module


def test_a_file_that_is_not_there_has_no_reader(tmp_path):
    assert importer_for(tmp_path / "absent.txt") is None


def test_every_format_has_a_module_with_rows():
    for name, _, _ in FORMATS:
        module = __import__(f"go_ratings.reading.formats.{name}", fromlist=["rows"])
        assert callable(module.rows)


def test_nothing_is_imported_before_it_is_needed():
    code = (
        "import sys, pathlib; from go_ratings.reading.formats import importer_for; importer_for(pathlib.Path('games.csv')); "
        "sys.exit(any(name in sys.modules for name in ('openpyxl', 'defusedxml', 'go_ratings.reading.formats.sgf', 'go_ratings.reading.formats.h9')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
