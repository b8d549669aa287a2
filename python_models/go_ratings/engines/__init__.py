"""Rating engines by the name that a method's row in the seed gives them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from go_ratings.engines.base import (
    Engine,
    Games,
    History,
    Ledger,
    ParameterError,
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
)

__all__ = [
    "NAMES",
    "Engine",
    "Games",
    "History",
    "Ledger",
    "ParameterError",
    "Side",
    "System",
    "Units",
    "engine",
    "system",
]


def _module(name: str) -> ModuleType:
    if name not in NAMES:
        raise ParameterError(f"unknown engine {name!r}; known are {', '.join(NAMES)}")
    return import_module(f"go_ratings.engines.{name}")


def engine(name: str) -> Engine:
    """The engine's `rate` function. Raises ParameterError for an unknown engine."""
    return _module(name).rate


def system(name: str) -> System:
    """What the engine declares about itself. Raises ParameterError for an unknown engine."""
    return _module(name).SYSTEM
