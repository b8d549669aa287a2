"""What ties ratings together: the graph of rated units, an edge for each pair that met."""

from __future__ import annotations

from dataclasses import dataclass

from go_ratings.engines.base import IntArray

# Sides with fewer units than this say little about how two groups compare.
SMALLEST_SIDE = 5


@dataclass(frozen=True)
class Component:
    """Units that are tied to each other, directly or over others.

    first_unit         its unit with the lowest number
    units, games       how many it has
    narrow_links       pairs of opponents on whose games alone two sides of it depend for a tie,
                       both sides of at least SMALLEST_SIDE units
    narrow_side_units  units on the smaller side of the narrow link with the largest smaller side
    """

    first_unit: int
    units: int
    games: int
    narrow_links: int
    narrow_side_units: int


def components(black: IntArray, white: IntArray) -> list[Component]:
    """Components of the graph of the games between `black` and `white`, the largest first.

    Found by one walk in depth (Tarjan): an edge is the only tie between two sides when nothing
    below it in the walk reaches back above it.
    """
    neighbours: dict[int, set[int]] = {}
    games_of: dict[int, int] = {}
    for one, other in zip(black.tolist(), white.tolist()):
        neighbours.setdefault(one, set()).add(other)
        neighbours.setdefault(other, set()).add(one)
        games_of[one] = games_of.get(one, 0) + 1
    found = []
    place: dict[int, int] = {}
    for root in sorted(neighbours):
        if root in place:
            continue
        walk, parent = _walk(root, neighbours, place)
        reach = {unit: place[unit] for unit in walk}
        below = dict.fromkeys(walk, 1)
        sides = []
        for unit in reversed(walk):
            above = parent[unit]
            back = [place[other] for other in neighbours[unit] if other != above and place[other] < place[unit]]
            reach[unit] = min([reach[unit], *back])
            if above is None:
                continue
            below[above] += below[unit]
            reach[above] = min(reach[above], reach[unit])
            if reach[unit] == place[unit]:
                sides.append(min(below[unit], len(walk) - below[unit]))
        narrow = [side for side in sides if side >= SMALLEST_SIDE]
        found.append(
            Component(root, len(walk), sum(games_of.get(unit, 0) for unit in walk), len(narrow), max(narrow, default=0))
        )
    return sorted(found, key=lambda one: (-one.units, one.first_unit))


def _walk(root: int, neighbours: dict[int, set[int]], place: dict[int, int]) -> tuple[list[int], dict[int, int | None]]:
    """Units in the order of a walk in depth from `root`, and from which one each was reached."""
    walk: list[int] = []
    parent: dict[int, int | None] = {}
    stack: list[tuple[int, int | None]] = [(root, None)]
    while stack:
        unit, above = stack.pop()
        if unit in place:
            continue
        place[unit], parent[unit] = len(place), above
        walk.append(unit)
        stack += [(other, unit) for other in neighbours[unit] if other not in place]
    return walk, parent
