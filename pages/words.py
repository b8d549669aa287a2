"""What people read in place of the codes of the marts. A code without words here is shown with blanks for its underscores."""

from __future__ import annotations

import re

WORDS: dict[str, dict[str, str]] = {
    "reason": {
        "team": "team event",
        "oteai": "Oteai game",
        "unofficial": "unofficial event",
        "cancelled": "not played",
        "unknown": "result not known",
        "default": "won by default",
        "both_lose": "lost by both",
        "jigo": "jigo",
        "no_result": "no result",
        "source_conflict": "sources name two winners",
        "international": "international event",
        "handicap": "handicap stones",
        "board_size": "other board than 19 lines",
        "pool_v_pool": "pool against pool",
        "other_division": "not a women’s event",
        "no_class": "no EGF class",
        "none": "other",
    },
    "outcome": {
        "decided": "decided",
        "jigo": "jigo",
        "no_result": "no result",
        "both_lose": "lost by both",
        "cancelled": "not played",
        "unknown": "result not known",
        "default": "by default",
        "won": "won",
        "lost": "lost",
    },
    "organisation": {
        "nihon_kiin": "Nihon Ki-in",
        "kansai_kiin": "Kansai Ki-in",
        "amateur": "amateur",
        "korea": "Korea",
        "china": "China",
        "other": "other countries",
    },
    "event": {
        "domestic": "domestic",
        "international": "international",
        "official": "official",
        "unofficial": "unofficial",
        "individual": "individual",
        "team": "team event",
        "oteai": "Oteai",
        "open": "open to all",
        "women": "women’s event",
    },
    "division": {"open": "open to all", "women": "women’s events"},
    "period": {"train": "train", "test": "test"},
    "kind": {
        "all": "all",
        "established": "both well known",
        "not_established": "one hardly known yet",
        "colours_known": "colours published",
        "colours_unknown": "colours not published",
        "komi_to_5_5": "komi up to 5.5",
        "komi_over_5_5": "komi above 5.5",
        "komi_unknown": "komi not known",
        "gap_0_50": "less than 50 points apart",
        "gap_50_100": "50 to 100 points apart",
        "gap_100_200": "100 to 200 points apart",
        "gap_200_400": "200 to 400 points apart",
        "gap_400_up": "400 points apart and more",
        "even": "without handicap stones",
        "handicap": "with handicap stones",
    },
    "lacks": {
        "colour": "colours not published",
        "komi": "komi not known",
        "exact_day": "day not known",
        "result": "result not known",
    },
    "table": {
        "games": "games",
        "players": "players",
        "events": "events",
        "affiliations": "affiliations",
        "aliases": "aliases",
        "fixtures": "games to come",
    },
    "engine": {
        "elo": "Elo",
        "egf": "EGF",
        "egf_1998": "EGF until 2021",
        "egf_2021": "EGF since 2021",
        "aga": "AGA",
        "igs": "IGS",
        "kgs": "KGS",
        "nngs": "NNGS",
        "dgs": "DGS",
        "glicko2": "Glicko-2",
        "bradley_terry": "Bradley–Terry",
        "whr": "Whole-History Rating",
        "ufgo": "UFGO",
        "ffg": "FFG",
        "ficgs": "FICGS",
        "singapore": "Singapore",
        "mixed_effects": "Mixed effects",
    },
    "verdict": {"keep": "keep", "change": "change"},
    "revision": {"new": "new", "changed": "changed", "removed": "removed"},
    "step": {"promotion": "promotion", "demotion": "demotion", "entry": "entry", "none": "none"},
}


# Words that a stranger meets on the pages.
GLOSSARY = {
    "Rated game": "A game that moves the ratings of a list. Each list has its own rules; a game that is not rated says why.",
    "Record": "Wins and losses as they are counted for a player’s career. A game can be in the record and not be rated, a win by default for one.",
    "Active": "Has a rated game within the last years, as many as the list says. Only active players have a rank.",
    "Provisional": "A rating that rests on few games or has a large error. It is marked with a question mark.",
    "±": "The standard error of a rating, where the system tells one: in two of three cases the true strength is within it.",
    "12 months": "How far a rating is from where it was on the same day of the year before.",
    "Peak": "The highest rating of a career, after the list’s first years.",
    "Burn-in": "The first years of a list. Everyone started equal then, and it takes some time until that is forgotten.",
    "Pool": "Players who are rated together with others of their kind, amateurs for one, because each has too few games in the list.",
    "Komi": "Points that White gets because Black moves first.",
    "Jigo": "A drawn game.",
    "No result": "A game that ended without a winner because a position kept coming back.",
    "Handicap stones": "Stones that the weaker player puts on the board before the first move.",
    "By default": "Won or lost without play, because somebody didn’t come.",
    "Log loss": "How far predictions were from what happened; lower is better. Always saying 50% gives 0.693.",
    "Train and test games": "Settings are compared on the earlier games and judged on the later ones, which nobody has looked at before.",
}


def word(code: str | None, kind: str) -> str:
    """What people read for a code of a kind."""
    if code is None:
        return ""
    if kind == "reason" and (before := re.fullmatch(r"before_(\d{4})", code)):
        return f"before {before[1]}"
    return WORDS[kind].get(code, code.replace("_", " "))


def list_name(name: str) -> str:
    """A list's name where it stands in a small place: “Professional list” is “Professional” there."""
    return re.sub(r"\s+list$", "", name, flags=re.IGNORECASE) or name
