"""The order of play: what the rows say, never what their files are called or how the rows are divided among them."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

from builds import dbt, green, only, write

HEADER = "source,source_game_id,played_on,sequence,black,white,result"
# Each player is in several games of one day, so that every order gives other ratings. No two meet twice on one day:
# what two files report then may be one game, and is for who reads them to say.
PAIRS = [
    pair for day in (1, 2, 3) for pair in permutations(("Ann", "Bea", "Cea", "Dia", "Eva"), 2) if pair < pair[::-1]
]
ROWS = [
    f"{'club' if at % 4 == 0 else ''},{at * 7 % 30},2001-01-0{1 + at // 10},{2 if at % 9 == 0 else ''},{black},{white},"
    f"{'BW'[at % 3 > 1]}+R"
    for at, (black, white) in enumerate(PAIRS)
]


def record(folder: Path, name: str, black: str, white: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"(;GM[1]PB[{black}]PW[{white}]DT[2001-02-01]RE[W+R]EV[{name}];B[aa])", encoding="utf-8")


def test_equal_rows_give_equal_ratings_however_they_are_divided(tmp_path: Path) -> None:
    """One file; three, in other folders, with other names, their rows the other way round: the same to the last bit."""
    one = write(tmp_path / "one", games="\n".join([HEADER, *ROWS]))
    record(one, "x.sgf", "Ann", "Bea")
    record(one, "y.sgf", "Bea", "Cea")
    several = tmp_path / "several"
    for at, name in enumerate(("games_z", "games", "games_2001")):
        write(several, **{name: "\n".join([HEADER, *ROWS[::-1][at::3]])})
    record(several / "zz", "x.sgf", "Ann", "Bea")
    record(several / "a", "y.sgf", "Bea", "Cea")
    ratings = """
        select list_id, method_id, ledger_no, rated_unit_id, opponent_unit_id, rating_before, delta, rating_after
        from marts.fct_rating_ledger order by all
    """
    found = [
        green(dbt(tmp_path / f"w{folder.name}", *("build", *only("fct_rating_ledger")), landing=folder)).rows(ratings)
        for folder in (one, several)
    ]
    assert len(found[0]) > 40 and found[0] == found[1]
