"""Matches of the toy game made by commands, in the folder m of the present folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.calls import call
from tests.core.toy import toy_scenario
from tests.core.toy_orders import BIDS, NO_BIDS

__all__ = ["new", "opened", "sheet"]


def new(*options: str, ask: tuple[str, ...] = ()) -> Path:
    """A new match; returns its folder."""
    scenario = toy_scenario({}, **({"ask": list(ask)} if ask else {}))
    Path("duel.json").write_text(json.dumps(scenario.to_json()))
    made = call("new", "toy", "m", "--scenario", "duel.json", *options)
    assert made.exit_code == 0, made.output
    return Path("m")


def sheet(seat: str, change: dict[str, Any], where: str = "m") -> Path:
    """A sheet that `template` began, filled in; returns its file."""
    made = call("template", where, seat, "--out", f"{seat}.json")
    assert made.exit_code == 0, made.output
    path = Path(f"{seat}.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | change, indent=2))
    return path


def opened() -> None:
    """Both seats have bid: blue is to march."""
    blue, red = sheet("blue", {"orders": BIDS}), sheet("red", {"orders": NO_BIDS})
    done = call("adjudicate", "m", blue, red)
    assert done.exit_code == 0, done.output
