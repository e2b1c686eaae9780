"""The JSON Schemas of an event's files, as they lie in schemas/tournament/."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from adjudicator.api.named_files import model_schema
from adjudicator.tournament.event import Event
from adjudicator.tournament.players import Players
from adjudicator.tournament.results import ResultLine
from adjudicator.tournament.rounds import Draw, RoundPairing

__all__ = ["tournament_schemas"]

_FILES = (
    ("event", Event, "Tournament"),
    ("players", Players, "Players of a tournament"),
    ("draw", Draw, "Draw of a round"),
    ("pairing", RoundPairing, "Pairing of a round"),
    ("result", ResultLine, "Line of results"),
)


def tournament_schemas() -> Mapping[str, Callable[[], bytes]]:
    """Returns by path below schemas/ what makes each schema: `tournament/event.json`."""
    return {
        f"tournament/{name}.json": partial(
            model_schema, model, title, f"urn:adjudicator:tournament:{name}"
        )
        for name, model, title in _FILES
    }
