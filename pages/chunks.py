"""Writes the data that the scripts load: one small script per year of games and per player.

They are scripts and not JSON files because a page opened from a disk may load no other kind.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from functools import partial
from os.path import commonpath
from pathlib import Path
from typing import Any

import readings
from marts import League, Row, grouped
from words import WORDS, list_name, word

GAME = (
    "id",
    "year",
    "day",
    "black",
    "white",
    "colours_known",
    "records",
    "outcome",
    "winner",
    "result",
    "komi",
    "stones",
    "event",
    "edition",
    "round",
    "tells_komi",
    "pools",
    "reasons",
)
EXPLANATION = (
    "precision",
    "win_by",
    "margin",
    "black_rank",
    "white_rank",
    "source_count",
    "is_replay",
    "replay_of",
    "replay_of_year",
    "record_reason",
    "black_organisation",
    "white_organisation",
)
LEDGER = (
    "game",
    "list",
    "unit",
    "person",
    "before",
    "used",
    "adjustment",
    "opponent_before",
    "expected",
    "score",
    "k",
    "delta",
    "after",
    "burn_in",
)
PREDICTION = ("list", "period", "chance", "kinds")
FACET = ("year", "event", "division", "komi", "winner", "stones", "pools", "reasons", "games")

Scripts = Iterator[tuple[str, Any]]


def packed(columns: tuple[str, ...], rows: list[Any]) -> dict[str, Any]:
    """A table by columns, each as short as its values allow; the script's `rows` reads it.

    A column is its values (`all`), without a beginning that they share (`after`); or, where they
    repeat, each value once (`of`) and whose turn it is (`at`), which a constant doesn't need.
    """
    cells = [column_of(list(column)) for column in zip(*rows)] if rows else [{"all": []} for _ in columns]
    return {"columns": columns, "number": len(rows), "cells": cells}


def column_of(values: list[Any]) -> dict[str, Any]:
    """The cells of one column, packed."""
    keys = [json.dumps(value) for value in values]
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    if len(numbers) == 1:
        return {"of": [values[0]]}
    if 2 * len(numbers) <= len(values):
        return {"of": [json.loads(key) for key in numbers], "at": [numbers[key] for key in keys]}
    if all(isinstance(value, str) for value in values) and len(shared := commonpath(values)) > 3:
        return {"all": [value[len(shared) :] for value in values], "after": shared}
    return {"all": values}


def beginning(one: str, other: str) -> str:
    """What two texts begin with; of the first and the last of many in order, what all of them do."""
    return one[: next((at for at, (here, there) in enumerate(zip(one, other)) if here != there), len(one))]


def write_data(league: League, folder: Path) -> dict[str, frozenset[str]]:
    """Writes every data script into the folder `data` of the site; gives the marts that each kind of them shows."""
    kinds = {"index": index, "facets": facets, "games": games, "players": players, "boards": boards, "chances": chances}
    return {kind: league.noted(partial(write, folder, scripts(league)))[1] for kind, scripts in kinds.items()}


def write(folder: Path, scripts: Scripts) -> None:
    """Writes scripts, each of which hands its value to the page that asked for it by its key."""
    for key, value in scripts:
        file = folder / "data" / f"{key}.js"
        file.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        file.write_text(f"ratings.receive({json.dumps(key)},{text});\n", encoding="utf-8")


def index(league: League) -> Scripts:
    """Names: of players for the search, and of pools, events, lists and reasons for everything a script shows."""
    yield (
        "index",
        {
            "players": [
                [
                    player["slug"],
                    player["name_display"],
                    player["second_name"],
                    int(player["is_japanese"]),
                    sorted({row["search_key"] for row in league.spellings[player["player_id"]]} - {""}),
                    league.further_keys.get(player["player_id"], []),
                    player["first_game_on"].year if player["first_game_on"] else None,
                    player["last_game_on"].isoformat() if player["last_game_on"] else None,
                ]
                for player in league.players.values()
            ],
            "folding": league.folding | {"kana": readings.ROMAJI, "forms": readings.forms(held_names(league))},
            "pools": {pool["slug"]: pool["pool"] for pool in league.pools.values()},
            "events": {event["slug"]: event["name"] for event in league.events.values()},
            "event_keys": {event["slug"]: league.event_keys[event["event_id"]] for event in league.events.values()},
            "divisions": {event["slug"]: event["division"] for event in league.events.values()},
            "lists": [
                {
                    "slug": rating_list["slug"],
                    "name": rating_list["name"],
                    "short": list_name(rating_list["name"]),
                    "digits": rating_list["digits"],
                    "peak_from": rating_list["peak_from"].isoformat() if rating_list["peak_from"] else None,
                }
                for rating_list in league.lists.values()
            ],
            "words": WORDS,
            "reasons": [[reason["reason"], reason["rule"]] for reason in league.reasons],
        },
    )


def held_names(league: League) -> Iterator[str]:
    """Every name that the search knows."""
    yield from (row["alias"] for rows in league.spellings.values() for row in rows)
    yield from (event["name"] for event in league.events.values())


def facets(league: League) -> Scripts:
    """How many games and predictions there are of each kind in each year: so a script knows which years to load."""
    games = Counter(
        (
            game["year"],
            league.events[game["event_id"]]["slug"],
            league.events[game["event_id"]]["division"],
            game["komi"] if game["tells_komi"] else None,
            winner(game) if game["tells_komi"] else None,
            game["stones"],
            tuple(filter(None, game["pools"])),
            tuple(game["reasons"]),
        )
        for game in league.games.values()
    )
    predictions = Counter(
        (game["year"], *cells) for game in league.games.values() for cells in prediction_cells(league, game)
    )
    yield (
        "facets",
        {
            "games": packed(FACET, [[*kind, number] for kind, number in games.items()]),
            "predictions": packed(
                ("year", *PREDICTION, "games"), [[*kind, number] for kind, number in predictions.items()]
            ),
        },
    )


def games(league: League) -> Scripts:
    """The games of each year with all that explains them, their rows of the ledgers and their predictions."""
    ledger = grouped(league.ledger, "game_id")
    for year, of_year in grouped(league.games.values(), "year").items():
        numbered = list(enumerate(of_year))
        yield (
            f"games/{year}",
            {
                "games": packed(
                    GAME + EXPLANATION,
                    [game_cells(league, game) + explanation_cells(league, game) for game in of_year],
                ),
                "ledger": packed(
                    LEDGER,
                    [
                        ledger_cells(league, number, row)
                        for number, game in numbered
                        for row in ledger.get(game["game_id"], [])
                    ],
                ),
                "predictions": packed(
                    ("game", *PREDICTION),
                    [[number, *cells] for number, game in numbered for cells in prediction_cells(league, game)],
                ),
            },
        )


def players(league: League) -> Scripts:
    """Of each player: the games, the ratings after each (by number of the game) and the opponents."""
    for player_id, player in league.players.items():
        games = league.games_of.get(player_id, [])
        number = {game["game_id"]: at for at, game in enumerate(games)}
        yield (
            f"players/{player['slug']}",
            {
                "games": packed(GAME, [game_cells(league, game) for game in games]),
                "ratings": {
                    league.lists[list_id]["slug"]: packed(
                        ("game", "before", "after", "expected", "score"),
                        [
                            [
                                number[row["game_id"]],
                                round(row["rating_before"], 2),
                                round(row["rating_after"], 2),
                                round(row["expected_score"], 3),
                                row["score"],
                            ]
                            for row in rows
                        ],
                    )
                    for list_id, rows in sorted(league.ratings_of.get(player_id, {}).items())
                },
                "peaks": {
                    league.lists[list_id]["slug"]: number[peak["peak_game_id"]]
                    for list_id, peak in sorted(league.peaks.get(player_id, {}).items())
                },
                "opponents": {
                    league.players[row["opponent_id"]]["slug"]: [
                        row["games"],
                        row["wins"],
                        row["losses"],
                        row["jigo"],
                        row["no_result"],
                    ]
                    for row in league.opponents.get(player_id, [])
                },
            },
        )


def boards(league: League) -> Scripts:
    """Of each list: every player's rating and number of rated games after each day with a rated game."""
    for list_id, rating_list in league.lists.items():
        ledger = grouped(
            (row for row in league.ledger if row["list_id"] == list_id and not row["is_pool"]), "rated_unit_id"
        )
        days = sorted({row["played_on"] for rows in ledger.values() for row in rows})
        number = {day: at for at, day in enumerate(days)}
        players = []
        for player_id, rows in sorted(ledger.items()):
            ends = {
                number[row["played_on"]]: (round(row["rating_after"], 3), games) for games, row in enumerate(rows, 1)
            }
            at = list(ends)
            steps = [day - before for before, day in zip([0, *at], at)]
            ratings, games = zip(*ends.values())
            more = [now - before for before, now in zip((0, *games), games)]
            players.append([league.players[player_id]["slug"], steps, list(ratings), more])
        yield f"boards/{rating_list['slug']}", {"days": [day.isoformat() for day in days], "players": players}


def chances(league: League) -> Scripts:
    """Of each list and method to predict by: the players' ratings, and chances between some, in logits."""
    yield (
        "chances",
        {
            league.lists[list_id]["slug"]: [
                {
                    "name": word(league.methods[method["method_id"]]["engine"], "engine"),
                    "is_current": int(method["is_current"]),
                    "is_best": int(method["is_best"]),
                    "as_of": method["as_of"].isoformat(),
                    "low": round(method["lowest"], 3),
                    "high": round(method["highest"], 3),
                    "logits": [[round(logit(chance), 4) for chance in row] for row in method["chances"]],
                    "ratings": {
                        league.players[player_id]["slug"]: round(rating, 2)
                        for player_id, rating in method["ratings"].items()
                    },
                }
                for method in methods
            ]
            for list_id, methods in league.predictors.items()
            if list_id in league.lists
        },
    )


def logit(chance: float) -> float:
    """The logarithm of the odds, within what a page shows."""
    chance = min(max(chance, 1e-6), 1 - 1e-6)
    return math.log(chance / (1 - chance))


def winner(game: Row) -> str | None:
    """Which seat won: black (the first), white or neither; without published colours it is no colour."""
    if game["winner_id"] is None:
        return None
    return "black" if game["winner_id"] == game["black_id"] else "white"


def game_cells(league: League, game: Row) -> list[Any]:
    """The cells of GAME; `records` is 1 if the game is in Black's record, 2 if in White's, 3 if in both."""
    return [
        game["game_id"],
        game["year"],
        game["day"],
        league.players[game["black_id"]]["slug"],
        league.players[game["white_id"]]["slug"],
        int(game["colours_known"]),
        game["black_record"] + 2 * game["white_record"],
        game["outcome"],
        winner(game),
        game["result"],
        game["komi"],
        game["stones"],
        league.events[game["event_id"]]["slug"],
        game["edition"],
        game["round"],
        int(game["tells_komi"]),
        game["pools"] if any(game["pools"]) else [],
        game["reasons"],
    ]


def explanation_cells(league: League, game: Row) -> list[Any]:
    """The cells of EXPLANATION."""
    replayed = league.games.get(game["replay_of"])
    return [
        game["date_precision"],
        game["win_by"],
        game["margin"],
        game["black_rank"],
        game["white_rank"],
        game["source_count"],
        int(game["is_replay"]),
        game["replay_of"],
        replayed["year"] if replayed else None,
        game["record_reason"],
        game["black_organisation"],
        game["white_organisation"],
    ]


def ledger_cells(league: League, number: int, row: Row) -> list[Any]:
    """The cells of LEDGER; `unit` is the pool, or nothing where the person is rated himself."""
    pool = league.pools[row["rated_unit_id"]]["slug"] if row["is_pool"] else None
    return [
        number,
        league.lists[row["list_id"]]["slug"],
        pool,
        league.players[row["player_id"]]["slug"],
        round(row["rating_before"], 2),
        round(row["rating_used"], 2),
        round(row["adjustment"], 2),
        round(row["opponent_rating_before"], 2),
        round(row["expected_score"], 4),
        row["score"],
        row["k_factor"],
        round(row["delta"], 2),
        round(row["rating_after"], 2),
        int(row["is_burn_in"]),
    ]


def prediction_cells(league: League, game: Row) -> Iterator[tuple[Any, ...]]:
    """The cells of PREDICTION, for each list that rates the game; `chance` is the tenth that the judged side's chance falls into."""
    for row in league.predictions.get(game["game_id"], []):
        yield league.lists[row["list_id"]]["slug"], row["split"], row["bin_no"], row["kinds"]
