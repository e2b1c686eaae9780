"""What `check` says in English of where a sheet leads."""

from collections.abc import Mapping

__all__ = ["PROJECTION"]

PROJECTION: Mapping[str, str] = {
    "after-the-moves": "{side:begin} after these moves",
    "held-in-zones": "In enemy zones of control: {units:and}.",
    "moves-if-held": "Moves if the garrison of Central America holds ({faces} of {of})",
    "moves-if-lost": "Moves if it does not ({faces} of {of})",
    "heading-if-held": "{heading} if the garrison of Central America holds ({faces} of {of})",
    "heading-if-lost": "{heading} if it does not ({faces} of {of})",
    "order-fails": "{topic:begin}, {number:nth} order: {message}.",
    "units-move": "{count:# unit moves|# units move} in the land movement phase.",
    "units-points-left": "Points left: {units:and}.",
    "unit-points-left": "{unit} {count}",
    "control-gained": "Control gained: {hexes:and}.",
    "no-room": "No room for {units:and}.",
    # -- attacks
    "attacks-ahead": "Attacks ahead",
    "assaults-due": "Assaults that must be made",
    "air-superiority": "Air superiority",
    "attack-impossible": "{number}. {hexes:and}: it cannot be made as things stand.",
    "attack-impossible-for": (
        "{number}. {hexes:and}: it cannot be made as things stand: {message}."
    ),
    "attack-ahead": "{number}. {hexes:and}: {matched}",
    "matched": "{attackers:and} against {defenders:and}: {attack} to {defence}, {column}.",
    "unknown-strengths": "Over all unknown strengths: {chances:and}.",
    "chances": "{chances:and}.",
    "chance-of": "{what} in {chance}",
    "goes-first": "In an exchange {units:and} {units:goes|go} first.",
    "goes-last": ("Among units that cost as much {units:and} {units:goes|go} last in an exchange."),
    "multiplied": "Defenders are multiplied: {hexes:and}.",
    "multiplied-by": "{place} by {multiple}",
    "halved-1": "Halved: {units:and}.",
    "halved-2": "Halved twice: {units:and}.",
    "halved-3": "Halved three times: {units:and}.",
    "militia-give-way": "militia without strength are removed",
    "no-attacker": "no attacker has any strength",
    "only-at": "Made only at {column} or better, when its turn comes.",
    "only-at-not-now": (
        "Made only at {column} or better, when its turn comes: not as things stand."
    ),
    "only-if-won": "Made only if no enemy is left in {hexes:and}.",
    "only-unless-won": "Made only if enemies are left in {hexes:and}.",
    "assault-anyway": "An assault must be made: else it is made after all other attacks.",
    "assault-fails": "{ship}: {message}.",
    "assault-nobody": "{ship}: nobody can attack.",
    "assaulted-last": "{place} is assaulted after all other attacks: {matched}",
    "only-after": "{number}. {place}: only after {units:and} {units:was|were} attacked.",
    # -- what is due under a topic
    "due-setup": "{side}, in {area}: {units:and}",
    "find-room": "They find room in {places:and}.",
    "due-rail": "{units:and} may go {count:# hex|# hexes} in all, each.",
    # -- why a topic has no place now
    "none-ships": "{side} {many:has|have} no ship in play",
    "none-rail": "no rail unit is in play",
    "none-movable": "no unit of yours may move",
    "none-mechanised": "only armour and mechanised infantry move then, and none of yours may",
    "none-beside": "no unit of {side} is beside an enemy",
    "none-partisans": "all militia are partisans already",
    "none-partisans-points": (
        "the partisan rules may be invoked with fewer than {below} victory points; you have "
        "{points}"
    ),
    "none-in-boxes": "the boxes hold nothing that may come",
    "none-room": "there is no room where they may appear: {places:and}",
    "none-supply-hex": "no supply hex is under your control where they could appear",
    "none-port": (
        "they have no place to appear: a port with a land or air unit of yours, or a coastal hex "
        "with a supply unit that landed in an earlier player-turn"
    ),
}
"""By key."""
