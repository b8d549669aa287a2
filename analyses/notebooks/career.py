"""A player's career beside that of the strongest opponent: `marimo edit analyses/notebooks/career.py`."""

import marimo

app = marimo.App(width="medium", app_title="A career")


@app.cell
def published():
    import os
    from pathlib import Path

    import altair
    import duckdb
    import marimo as mo

    warehouse = os.environ.get("GO_RATINGS_WAREHOUSE") or Path(__file__).resolve().parents[2] / "warehouse"
    connection = duckdb.connect(str(Path(warehouse) / "go_ratings.duckdb"), read_only=True)
    return altair, connection, mo


@app.cell
def asked(connection, mo):
    # Whoever stood highest in the largest list, until another name is asked for.
    list_id, best = connection.execute(
        """
        select peak.list_id, player.name_display
        from marts.mart_player_peak as peak
        inner join marts.dim_rating_list using (list_id, method_id)
        inner join marts.dim_player as player using (player_id)
        where peak.list_id = (
            select list_id from marts.mart_leaderboard group by list_id order by count(*) desc, list_id limit 1
        )
        order by peak.peak_rating desc, player.player_id
        limit 1
        """
    ).fetchone()
    name = mo.ui.text(value=best, label="Player, by id or any spelling")
    mo.vstack([mo.md("# A career\nThe rating after each game, beside that of the opponent met most often."), name])
    return list_id, name


@app.cell
def histories(connection, list_id, mo, name):
    pair = connection.execute(
        """
        with found as (
            select player_id from marts.find_player($name) limit 1
        )

        select player_id, 0 as games from found
        union all
        (
            select opponent_id, games from marts.mart_head_to_head
            where player_id = (select player_id from found)
            order by games desc, opponent_id
            limit 1
        )
        """,
        {"name": name.value},
    ).fetchall()
    mo.stop(not pair, mo.md("Nobody is written so."))
    history = connection.execute(
        """
        select ledger.played_on, player.name_display as player, ledger.rating_after as rating, ledger.score
        from marts.fct_rating_ledger as ledger
        inner join marts.dim_rating_list using (list_id, method_id)
        inner join marts.dim_player as player on ledger.player_id = player.player_id
        where ledger.list_id = $list_id and list_contains($players, ledger.player_id)
        order by ledger.ledger_no
        """,
        {"list_id": list_id, "players": [player for player, _ in pair]},
    ).df()
    return history, pair


@app.cell
def curves(altair, history):
    curve = (
        altair.Chart(history, width=720, height=360)
        .mark_line(interpolate="step-after")
        .encode(
            x=altair.X("played_on:T", title=None),
            y=altair.Y("rating:Q", title="rating", scale=altair.Scale(zero=False)),
            color=altair.Color("player:N", title=None, legend=altair.Legend(orient="top")),
            tooltip=["played_on:T", "player:N", altair.Tooltip("rating:Q", format=".0f")],
        )
    )
    curve
    return (curve,)


@app.cell
def years(altair, connection, pair):
    record = connection.execute(
        """
        select scope_value::integer as year, wins, losses
        from marts.mart_player_record
        where scope = 'year' and player_id = $player
        order by year
        """,
        {"player": pair[0][0]},
    ).df()
    bars = (
        altair.Chart(record.melt("year", ["wins", "losses"], "result", "games"), width=720, height=180)
        .mark_bar()
        .encode(
            x=altair.X("year:O", title=None, axis=altair.Axis(labelOverlap=True)),
            y=altair.Y("games:Q"),
            color=altair.Color("result:N", title=None, legend=altair.Legend(orient="top")),
        )
    )
    bars
    return bars, record


if __name__ == "__main__":
    app.run()
