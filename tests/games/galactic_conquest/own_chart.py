"""A chart of one's own, as small as a match allows."""

from __future__ import annotations

__all__ = ["world"]


def world(planets: int) -> dict[str, object]:
    """A ring of planets in two regions."""
    names = [f"p{number:02}" for number in range(planets)]
    lanes = [{"between": sorted(pair), "kind": "border"}
             for pair in zip(names, [*names[1:], names[0]], strict=True)]  # fmt: skip
    return {
        "format": 1, "map": "world", "title": "A small world", "lanes": lanes,
        "regions": {"north": {"name": "North", "bonus": 2}, "south": {"name": "South", "bonus": 3}},
        "planets": {
            name: {"name": f"Place {number}", "region": ("north", "south")[number % 2],
                   "at": [150 * (number % 4), 150 * (number // 4)]}
            for number, name in enumerate(names)
        },
    }  # fmt: skip
