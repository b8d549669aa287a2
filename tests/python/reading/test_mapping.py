"""landing.yml: somebody else's columns and words in the contract's place, and what it can't say."""

from __future__ import annotations

import openpyxl
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from go_ratings.reading import mapping, propose
from go_ratings.reading.landing import files_of, rows_of
from go_ratings.reading.rows import FileRefused
from go_ratings.warehouse.landing import problem_with

TABLE = """Nr,Datum,Schwarz,Weiß,Ergebnis,Bemerkung
1,31.5.2024,Ada Stein,Bo Leiter,S,
2,1.6.2024,Bo Leiter,Cé Netz, remis ,"hart, lang"
3,2.6.2024,Cé Netz,Ada Stein,W+3.5,
"""
# As the README has it, and dates and a pattern on top.
SAYS = """
results*.csv:
  columns: {source_game_id: Nr, played_on: Datum, black: Schwarz, white: Weiß, result: Ergebnis}
  constants: {event: Club league, komi: 6.50}
  values: {result: {S: B+, W: W+, Remis: Jigo}}
  dates: dmy
"""


@pytest.fixture
def landing(tmp_path):
    """Writes a landing folder; gives the rows of its files."""

    def write(says=SAYS, name="results_2024.csv", text=TABLE, yml="landing.yml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / yml).write_text(says, encoding="utf-8")
        return tmp_path

    return write


def rows_in(folder):
    files, unknown = files_of(folder)
    assert unknown == []
    return [row for file in files for row in rows_of(file)]


@pytest.mark.parametrize("yml", mapping.NAMES)
def test_a_table_with_columns_and_words_of_its_own(landing, yml):
    folder = landing(yml=yml)
    assert problem_with(str(folder)) == ""
    first, second, third = rows_in(folder)
    assert (first.table, first.row_no, first.raw_text) == ("games", 2, "1,31.5.2024,Ada Stein,Bo Leiter,S,")
    assert first.values == {
        "source_game_id": "1",
        "played_on": "2024-05-31",
        "event": "Club league",
        "black": "Ada Stein",
        "white": "Bo Leiter",
        "komi": "6.50",
        "result": "B+",
    }
    assert (second.values["result"], third.values["result"]) == ("Jigo", "W+3.5")


def test_other_files_are_read_as_ever(landing):
    folder = landing()
    (folder / "games.csv").write_text("source_game_id,played_on,black,white,result\n9,2024-01-01,a,b,B+\n")
    assert [file.name for file in files_of(folder)[0]] == ["games.csv", "results_2024.csv"]
    assert rows_in(folder)[0].values["source_game_id"] == "9"


def test_a_cell_goes_before_a_constant_and_an_id_is_made_up():
    table_map = mapping.TableMap(
        "x.csv",
        columns={"played_on": "d", "black": "b", "white": "w", "result": "r", "komi": "k"},
        constants={"komi": "7"},
    )
    records = [(2, "raw", ["2024", "x", "y", "B+", "6.5"]), (3, "raw", ["2024", "x", "y", "B+", " "])]
    rows = list(table_map.rows(["d", "b", "w", "r", "k"], records))
    assert [(row.values["source_game_id"], row.values["komi"]) for row in rows] == [("line 2", "6.5"), ("line 3", "7")]


def test_rows_that_do_not_fit_the_header():
    table_map = mapping.TableMap("x.csv", columns={"black": "b"})
    rows = list(table_map.rows(["b", "w"], [(2, "a", ["a"]), (3, '"a', None)]))
    assert [row.problem for row in rows] == ["malformed_row", "malformed_row"] and all(row.detail for row in rows)


@pytest.mark.parametrize(
    ("cells", "result"),
    [
        (["Ada", "Bo", "ada "], "B+"),
        (["Ada", "Bo", "Bo"], "W+"),
        (["Ada", "Bo", "draw"], "Jigo"),
        (["A", "B", "C"], "C"),
    ],
)
def test_a_column_with_the_winner(cells, result):
    columns = {"black": "b", "white": "w", "winner": "who"}
    table_map = mapping.TableMap("x.csv", columns=columns, values={"result": {"draw": "Jigo"}})
    [row] = table_map.rows(["b", "w", "who"], [(2, "", cells)])
    assert row.values["result"] == result and "winner" not in row.values


def test_winner_and_loser_without_colours():
    table_map = mapping.TableMap("x.csv", columns={"winner": "w", "loser": "l", "played_on": "d"})
    table_map.check("x.csv", ["d", "w", "l"], needs_event=False)
    [row] = table_map.rows(["d", "w", "l"], [(2, "", ["2024", "Ada", "Bo"])])
    assert {key: row.values[key] for key in ("black", "white", "colours", "result")} == {
        "black": "Ada",
        "white": "Bo",
        "colours": "unknown",
        "result": "B+",
    }


def test_a_spreadsheet(landing):
    folder = landing(SAYS.replace("results*.csv", "club.xlsx").replace("  dates: dmy", "  sheet: Liga"))
    (folder / "results_2024.csv").unlink()
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Liga")
    for line in (["Nr", "Datum", "Schwarz", "Weiß", "Ergebnis", None], [1, "2024-05-31", "Ada", "Bo", "S"], [], [2]):
        sheet.append(line)
    book.save(folder / "club.xlsx")
    assert problem_with(str(folder)) == ""
    first, second = rows_in(folder)
    assert (first.row_no, first.values["result"], first.values["black"]) == (2, "B+", "Ada")
    assert (second.row_no, second.values["source_game_id"], "black" in second.values) == (4, "2", False)
    (folder / "landing.yml").write_text(SAYS.replace("results*.csv", "club.xlsx") + "  sheet: Other\n")
    assert "no sheet named Other" in problem_with(str(folder))


@pytest.mark.parametrize(
    ("says", "sentence"),
    [
        ("- a", "must be names with values"),
        ("results_2024.csv: text", "must be names with values"),
        ("{", "no YAML"),
        ("a: &a [*a]", "no YAML"),
        ("[" * 5000, "no YAML"),
        ("#" * 200_001, "too large"),
        (SAYS.replace("columns", "colums"), "colums is none of table, columns"),
        (SAYS.replace("black:", "blakc:"), "blakc is no column of games"),
        (SAYS.replace("results*.csv", "other.csv"), "no file is called so"),
        (SAYS.replace("result: {S: B+", "result: {S: [B+]"), "must be one text"),
        (SAYS.replace("dmy", "german"), "dates is dmy or mdy"),
        (SAYS + "  table: matches\n", "the table matches is none of games"),
        (SAYS.replace("Schwarz", "Noir"), "no column noir, which landing.yml names"),
        (SAYS.replace("black: Schwarz, ", ""), "landing.yml says nothing of black"),
    ],
)
def test_what_landing_yml_can_not_say_stops_the_build_with_a_sentence(landing, says, sentence):
    problem = problem_with(str(landing(says)))
    assert sentence in problem and len(problem) < 800


def test_a_column_that_stands_twice_and_an_empty_file(landing):
    assert "the column datum twice" in problem_with(str(landing(text=TABLE.replace("Bemerkung", "Datum"))))
    assert "is empty" in problem_with(str(landing(text="")))


def test_a_parquet_file_is_not_described(landing):
    folder = landing(SAYS.replace("results*.csv", '"*.parquet"'), name="games.parquet")
    assert "save it as CSV" in problem_with(str(folder))


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=2000)
def test_any_text_is_a_landing_yml_or_a_refusal(tmp_path_factory, text):
    folder = tmp_path_factory.getbasetemp() / "any"
    folder.mkdir(exist_ok=True)
    (folder / "landing.yml").write_text(text, encoding="utf-8", errors="replace")
    try:
        mapping.read(folder)
    except FileRefused as refused:
        assert refused.code == "bad_landing_yml"


# --- proposing one ---


def proposed(text, tmp_path, capsys, name="results.csv"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert propose.main([str(tmp_path / name)]) == 0
    says = capsys.readouterr().out
    (tmp_path / "landing.yml").write_text(says, encoding="utf-8")
    return says, yaml.safe_load(says)


def test_a_proposal_is_a_landing_yml(tmp_path, capsys):
    says, read = proposed(TABLE, tmp_path, capsys)
    assert read["results.csv"]["columns"] == {
        "source_game_id": "nr",
        "played_on": "datum",
        "black": "schwarz",
        "white": "weiß",
        "result": "ergebnis",
    }
    assert read["results.csv"]["dates"] == "dmy" and "not used: bemerkung" in says
    assert problem_with(str(tmp_path)) == ""
    assert [row.values["result"] for row in rows_in(tmp_path)] == ["S", "Jigo", "W+3.5"]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("S", "W", "Remis"), {"S": "B+", "W": "W+", "Remis": "Jigo"}),
        (("N", "B"), {"N": "B+", "B": "W+"}),
        (("B", "W"), {"B": "B+", "W": "W+"}),
        (("黒", "白"), {"黒": "B+", "白": "W+"}),
        (("1-0", "0-1", "½-½"), {"1-0": "B+", "0-1": "W+", "½-½": "Jigo"}),
        (("noir", "who knows"), {"noir": "B+"}),
    ],
)
def test_words_of_results(tmp_path, capsys, words, meant):
    lines = "".join(f"{number},2024-05-31,A{number},C{number},{word}\n" for number, word in enumerate(words))
    _, read = proposed("id,date,black,white,result\n" + lines, tmp_path, capsys)
    assert read["results.csv"]["values"]["result"] == meant


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("Date,Winner,Loser", {"played_on", "winner", "loser"}),
        ("日付,黒番,白番,結果,棋戦", {"played_on", "black", "white", "result", "event"}),
        ("날짜,흑,백,결과,덤", {"played_on", "black", "white", "result", "komi"}),
        ("fecha,Negras,Blancas,Resultado,Ronda", {"played_on", "black", "white", "result", "round"}),
        (
            "date,PB,BR,PW,WR,RE,KM,HA,SZ",
            {"played_on", "black", "white", "black_rank", "white_rank", "result", "komi", "handicap", "board_size"},
        ),
        ("дата,Черные,Белые,Результат,Тур", {"played_on", "black", "white", "result", "round"}),
        (
            "date,Black player,White player,Black Rank,White grade,Score",
            {"played_on", "black", "white", "black_rank", "white_rank", "result"},
        ),
    ],
)
def test_headings_in_many_languages(tmp_path, capsys, header, columns):
    cells = ",".join("2024-05-31" if number == 0 else "x" for number in range(header.count(",") + 1))
    _, read = proposed(f"{header}\n{cells}\n", tmp_path, capsys)
    assert set(read["results.csv"]["columns"]) == columns


def test_days_are_found_by_what_stands_in_a_column(tmp_path, capsys):
    says, read = proposed("when,black,white,result\n5/31/2024,a,b,B+\n6/1/2024,a,b,W+\n", tmp_path, capsys)
    assert read["results.csv"]["columns"]["played_on"] == "when" and read["results.csv"]["dates"] == "mdy"
    says, read = proposed("when,black,white,result\n5/3/2024,a,b,B+\n", tmp_path, capsys)
    assert "dates" not in read["results.csv"] and "dmy or mdy?" in says


@pytest.mark.parametrize(
    ("content", "names"),
    [
        (b"Datum;Schwarz;Wei\xc3\x9f\n1,5;a;b\n", ["datum", "schwarz", "weiß"]),
        (b'\xef\xbb\xbf"Date"\t"Black, B"\t\n', ["date", "black, b"]),
        (b"sep=|\n\nDate|Black\n", ["date", "black"]),
        ("Datum\tWeiß".encode("utf-16"), ["datum", "weiß"]),
        (b"", []),
    ],
)
def test_the_sign_between_cells(tmp_path, content, names):
    (tmp_path / "a.csv").write_bytes(content)
    assert list(propose.described(tmp_path / "a.csv").columns.values()) == names


def test_what_is_missing_is_asked_for(tmp_path, capsys):
    says, _ = proposed("a,b,c\n1,2,3\n", tmp_path, capsys)
    for column in ("played_on", "black", "white", "result"):
        assert f"# {column}: which column?" in says


def test_files_that_can_not_be_described(tmp_path, capsys):
    (tmp_path / "empty.csv").write_text("")
    assert propose.main([str(tmp_path / "empty.csv"), str(tmp_path / "absent.csv")]) == 2
    assert "empty.csv is empty" in capsys.readouterr().err


@given(
    st.lists(st.lists(st.text(max_size=8), min_size=3, max_size=3), max_size=4),
    st.lists(st.text(max_size=8), min_size=3, max_size=3),
)
@settings(max_examples=200, deadline=2000)
def test_a_proposal_is_yaml_whatever_the_table_holds(rows, header):
    assert isinstance(yaml.safe_load(propose.proposal("a.csv", header, rows)), dict)
