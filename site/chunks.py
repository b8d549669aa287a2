"""Writes the data that the scripts load: one small script per year of games and per player.

They are scripts and not JSON files because a page opened from a disk may load no other kind.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from marts import League, Row

GAME = (
    "id", "year", "day", "black", "white", "colours_known", "records", "outcome", "winner", "result", "komi",
    "handicap", "event", "edition", "round", "tells_komi", "reasons",
)
EXPLANATION = (
    "precision", "win_by", "margin", "black_rank", "white_rank", "source_count", "is_replay", "replay_of", "replay_of_year",
    "record_reason", "black_organisation", "white_organisation", "black_pool", "white_pool",
)
LEDGER = (
    "game", "list", "unit", "person", "before", "used", "adjustment", "opponent_before", "expected", "score", "k", "delta",
    "after", "burn_in",
)
FACET = ("year", "event", "division", "komi", "winner", "reasons", "games")


def write_chunks(league: League, folder: Path) -> None:
    """Writes every data script into the folder `data` of the site."""
    write(folder, "index", index(league))
    write(folder, "facets", facets(league))

    by_year: dict[int, list[Row]] = defaultdict(list)
    for game in league.games.values():
        by_year[game["year"]].append(game)
    ledger: dict[str, list[Row]] = defaultdict(list)
    for row in league.ledger:
        ledger[row["game_id"]].append(row)
    for year, games in by_year.items():
        write(folder, f"games/{year}", year_of_games(league, games, ledger))

    for player_id, player in league.players.items():
        write(folder, f"players/{player['slug']}", player_chunk(league, player_id))


def write(folder: Path, key: str, value: Any) -> None:
    """Writes one script, which hands its value to the page that asked for it."""
    file = folder / "data" / f"{key}.js"
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    file.write_text(f"ratings.receive({json.dumps(key)},{text});\n", encoding="utf-8")


def index(league: League) -> Row:
    """Names: of players for the search, of events, lists and reasons for whatever a script shows."""
    return {
        "players": [
            [
                player["slug"], player["name_display"], player["second_name"], int(player["is_japanese"]),
                [name for name in (player["name_ja"], player["name_kana"], player["name_romaji"]) if name],
                player["first_game_on"].year if player["first_game_on"] else None,
                player["last_game_on"].year if player["last_game_on"] else None,
            ]
            for player in league.players.values()
        ],
        "events": {event["slug"]: event["name"] for event in league.events.values()},
        "divisions": {event["slug"]: event["division"] for event in league.events.values()},
        "lists": [
            {
                "slug": rating_list["slug"],
                "name": rating_list["name"],
                "digits": rating_list["digits"],
                "peak_from": rating_list["peak_from"].isoformat() if rating_list["peak_from"] else None,
            }
            for rating_list in league.lists.values()
        ],
        "reasons": [[reason["reason"], reason["rule"]] for reason in league.reasons],
    }


def facets(league: League) -> Row:
    """How many games there are of each kind in each year, so that a script knows which years to load."""
    counted = Counter(
        (
            game["year"],
            league.events[game["event_id"]]["slug"],
            league.events[game["event_id"]]["division"],
            game["komi"] if game["tells_komi"] else None,
            winner(game) if game["tells_komi"] else None,
            tuple(game["reasons"]),
        )
        for game in league.games.values()
    )
    return {"columns": FACET, "rows": [[*kind, games] for kind, games in counted.items()]}


def year_of_games(league: League, games: list[Row], ledger: dict[str, list[Row]]) -> Row:
    """The games of a year with all that explains them, and their rows of the ledgers."""
    rows = [game_cells(league, game) + explanation_cells(league, game) for game in games]
    booked = [
        ledger_cells(league, number, row) for number, game in enumerate(games) for row in ledger.get(game["game_id"], [])
    ]
    return {"games": {"columns": GAME + EXPLANATION, "rows": rows}, "ledger": {"columns": LEDGER, "rows": booked}}


def player_chunk(league: League, player_id: str) -> Row:
    """A player's games, his ratings after each (by number of the game) and his opponents."""
    games = league.games_of.get(player_id, [])
    number = {game["game_id"]: at for at, game in enumerate(games)}
    return {
        "games": {"columns": GAME, "rows": [game_cells(league, game) for game in games]},
        "ratings": {
            league.lists[list_id]["slug"]: {
                "columns": ("game", "before", "after"),
                "rows": [
                    [number[row["game_id"]], round(row["rating_before"], 2), round(row["rating_after"], 2)] for row in rows
                ],
            }
            for list_id, rows in league.ratings_of.get(player_id, {}).items()
        },
        "peaks": {
            league.lists[list_id]["slug"]: number[peak["peak_game_id"]]
            for list_id, peak in league.peaks.get(player_id, {}).items()
        },
        "opponents": {
            league.players[row["opponent_id"]]["slug"]: [row["games"], row["wins"], row["losses"], row["jigo"], row["no_result"]]
            for row in league.opponents.get(player_id, [])
        },
    }


def winner(game: Row) -> str | None:
    """Which side won: black, white (first or second named where colours are unknown) or neither."""
    if game["winner_id"] is None:
        return None
    return "black" if game["winner_id"] == game["black_id"] else "white"


def game_cells(league: League, game: Row) -> list[Any]:
    """The cells of GAME; `records` is 1 if the game is in Black's record, 2 if in White's, 3 if in both."""
    return [
        game["game_id"], game["year"], game["day"],
        league.players[game["black_id"]]["slug"], league.players[game["white_id"]]["slug"],
        int(game["colours_known"]), game["black_record"] + 2 * game["white_record"], game["outcome"], winner(game),
        game["result"], game["komi"], game["handicap"], league.events[game["event_id"]]["slug"], game["edition"],
        game["round"], int(game["tells_komi"]), game["reasons"],
    ]


def explanation_cells(league: League, game: Row) -> list[Any]:
    """The cells of EXPLANATION."""
    replayed = league.games.get(game["replay_of"])
    return [
        game["date_precision"], game["win_by"], game["margin"], game["black_rank"], game["white_rank"],
        game["source_count"], int(game["is_replay"]), game["replay_of"], replayed["year"] if replayed else None,
        game["record_reason"], game["black_organisation"], game["white_organisation"], game["black_pool"],
        game["white_pool"],
    ]


def ledger_cells(league: League, number: int, row: Row) -> list[Any]:
    """The cells of LEDGER; `unit` is the pool's name, or nothing where the person is rated himself."""
    pool = row["rated_unit_id"].removeprefix("POOL:") if row["is_pool"] else None
    return [
        number, league.lists[row["list_id"]]["slug"], pool, league.players[row["player_id"]]["slug"],
        round(row["rating_before"], 2), round(row.get("rating_used", row["rating_before"]), 2), round(row.get("adjustment", 0), 2),
        round(row["opponent_rating_before"], 2), round(row["expected_score"], 4), row["score"], row["k_factor"],
        round(row["delta"], 2), round(row["rating_after"], 2), int(row["is_burn_in"]),
    ]
