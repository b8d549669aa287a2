"""Rating engines by the name that a method's row in the seed gives them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np

from go_ratings.engines.base import (
    Engine,
    Games,
    History,
    Ledger,
    ParameterError,
    RatingError,
    Side,
    System,
    Units,
)

# An engine is a module of this package with a function `rate`; it is imported when first used,
# so that a build pays only for what its methods need.
NAMES = (
    "elo",
    "egf_1998",
    "egf_2021",
    "egf",
    "igs",
    "dgs",
    "glicko2",
    "aga",
    "whr",
    "bradley_terry",
    "nngs",
    "kgs",
    "ufgo",
    "ffg",
    "ficgs",
    "singapore",
    "mixed_effects",
)

__all__ = [
    "NAMES",
    "Engine",
    "Games",
    "History",
    "Ledger",
    "ParameterError",
    "RatingError",
    "Side",
    "System",
    "Units",
    "engine",
    "rated",
    "system",
]


def _module(name: str) -> ModuleType:
    if name not in NAMES:
        raise ParameterError(f"unknown engine {name!r}; known are {', '.join(NAMES)}")
    return import_module(f"go_ratings.engines.{name}")


def engine(name: str) -> Engine:
    """The engine's `rate` function. Raises ParameterError for an unknown engine."""
    return _module(name).rate


def rated(name: str, games: Games, units: Units, parameters: Mapping[str, Any]) -> Ledger:
    """The engine's ledger of the games, or RatingError, so that games which one system can't rate stop no other.

    Raises ParameterError for an unknown engine or parameters that it can't use, and RatingError, whose
    message is for people, where its arithmetic fails or gives numbers that aren't finite.
    """
    rate = engine(name)
    try:
        ledger = rate(games, units, parameters)
    except ParameterError:
        raise
    except (ArithmeticError, ValueError) as error:
        raise RatingError(f"the system's arithmetic fails on these games ({error})") from error
    odd = np.zeros(len(games), np.bool_)
    for side in (ledger.black, ledger.white):
        for values in (side.before, side.after, side.expected):
            odd |= ~np.isfinite(values)
    if odd.any():
        raise RatingError(f"the system gives no finite rating in {int(odd.sum())} games")
    return ledger


def system(name: str) -> System:
    """What the engine declares about itself. Raises ParameterError for an unknown engine."""
    return _module(name).SYSTEM
