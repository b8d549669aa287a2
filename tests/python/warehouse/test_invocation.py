"""What dbt was asked to do: the landing folder by its very name."""

from __future__ import annotations

from pathlib import Path

from builds import LEAN, dbt, green, write

GAMES = """
    source_game_id,played_on,black,white,result
    1,2001-01-01,Ada,Bo,B+R
"""


def test_the_name_of_a_folder_is_no_template(tmp_path: Path) -> None:
    """dbt renders what it is given as a var; a folder that somebody else named must not run in a build."""
    folder = write(tmp_path / "{{ env_var('HOME') }} {% raise %} {# 'q", games=GAMES)
    build = dbt(tmp_path / "w", "build", "--select", "stg_landing__file_row", *LEAN, landing=folder)
    rows = green(build).rows("select black from staging.stg_landing__file_row where landed_table = 'games'")
    assert rows == [("Ada",)]
