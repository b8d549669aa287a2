"""Which method predicts best, and whether its chances come true: `marimo edit analyses/notebooks/methods.py`."""

import marimo

app = marimo.App(width="medium", app_title="Methods")


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
    lists = connection.execute(
        "select list_id from marts.mart_method_score group by list_id order by sum(games) desc, list_id"
    ).fetchall()
    chosen = mo.ui.dropdown([of_list for (of_list,) in lists], value=lists[0][0], label="List")
    mo.vstack([mo.md("# Methods\nOn games after those that any setting was chosen on."), chosen])
    return (chosen,)


@app.cell
def scores(altair, chosen, connection):
    score = connection.execute(
        """
        select method_id, games, log_loss, log_loss_ci_low, log_loss_ci_high
        from marts.mart_method_score
        where list_id = $list_id and period = 'test' and subgroup = 'all'
        order by log_loss
        """,
        {"list_id": chosen.value},
    ).df()
    method = altair.Y("method_id:N", title=None, sort=list(score.method_id))
    losses = altair.layer(
        altair.Chart(score).mark_rule().encode(x="log_loss_ci_low:Q", x2="log_loss_ci_high:Q", y=method),
        altair.Chart(score)
        .mark_point(filled=True, size=80)
        .encode(x=altair.X("log_loss:Q", title="log loss, 95 % interval", scale=altair.Scale(zero=False)), y=method),
    ).properties(width=620)
    losses
    return losses, score


@app.cell
def calibration(altair, chosen, connection):
    calibrated = connection.execute(
        """
        select method_id, mean_probability, mean_score, ci_low, ci_high, games
        from marts.mart_calibration
        where list_id = $list_id and split = 'test'
        order by method_id, bin_no
        """,
        {"list_id": chosen.value},
    ).df()
    said = altair.X("mean_probability:Q", title="what was said", axis=altair.Axis(format="%"))
    happened = altair.Y("mean_score:Q", title="what happened", axis=altair.Axis(format="%"))
    each = altair.Chart(calibrated)
    bins = altair.layer(
        each.mark_line(color="lightgrey").encode(x="mean_probability:Q", y="mean_probability:Q"),
        each.mark_rule(opacity=0.5).encode(x=said, y="ci_low:Q", y2="ci_high:Q", color="method_id:N"),
        each.mark_point(filled=True).encode(
            x=said,
            y=happened,
            color=altair.Color("method_id:N", title=None),
            tooltip=["method_id:N", "games:Q", "mean_probability:Q", "mean_score:Q"],
        ),
    ).properties(width=420, height=420)
    bins
    return bins, calibrated


if __name__ == "__main__":
    app.run()
