"""Compares this build with the last publication of the same landing."""


def model(dbt, session):
    from go_ratings.warehouse import revision

    games = dbt.ref("fct_game")
    seats = dbt.ref("fct_game_player")
    eligibility = dbt.ref("fct_game_eligibility")
    leaderboard = dbt.ref("mart_leaderboard")
    peaks = dbt.ref("mart_player_peak")
    return revision.run(session, games, seats, eligibility, leaderboard, peaks, str(dbt.config.get("landing")))
