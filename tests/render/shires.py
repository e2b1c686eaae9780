"""Pictures of Seven Shires, the game of a package: seven seats on 21 areas, and no place, look or
tint named."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import Any

from adjudicator.core.game import Event, Scenario
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.render.areas.picture import AreaPicture

__all__ = ["SEATS", "position"]

_SOURCE = Path(__file__).parents[1] / "packages" / "seven-shires" / "seven_shires"
SEATS = ("ash", "bay", "box", "elm", "fir", "oak", "yew")


@cache
def _module() -> Any:
    """Returns the package, without installing it."""
    path = _SOURCE / "__init__.py"
    found = importlib.util.spec_from_file_location("seven_shires", path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[found.name] = module
    found.loader.exec_module(module)
    return module


@cache
def _rules() -> Any:
    game = _module().SEVEN_SHIRES
    home = _SOURCE / "maps" / "seven-shires"
    files = {name: (home / name).read_bytes() for name in ("map.json", "outlines.json")}
    models = {name: game.files[name].model_validate_json(raw) for name, raw in files.items()}
    assert [*game.check_files(models)] == []
    scenario = Scenario.model_validate_json((home / "scenarios" / "standard.json").read_bytes())
    return game.open(scenario, files)


@cache
def position(player_turns: int, style: Style = USUAL_STYLE) -> AreaPicture:
    """Returns the picture after so many turns of a side, with what the last one did."""
    module, rules = _module(), _rules()
    state, events = rules.start, list[Event]()
    for number in range(player_turns):
        if number:
            state = rules.evolve(state, module.TurnEnded(side=state.side))
        events = []
        for order in rules.bot_orders(state, state.side, "march"):
            events.append(
                module.Marched(side=state.side, kind=order.kind, count=order.count,
                               start=order.from_, to=order.to, lost=0)
            )  # fmt: skip
            state = rules.evolve(state, events[-1])
    made: AreaPicture = module.picture(rules.book, state, events, style)
    return made
