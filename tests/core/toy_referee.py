"""The referee of the toy game in tests: sheets as they were understood, dice by label."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.referee import Run, Save, run
from adjudicator.core.sheet import Sheet, read_sheet
from adjudicator.core.values import canonical
from tests.core.toy import TOY, Toy, ToyRules, toy_scenario

__all__ = ["bids", "go", "rules", "sheet"]

GID = "ab" * 32


def sheet(seat: str, n: int = 1, **parts: Any) -> Sheet:
    """A sheet of the toy game that was understood."""
    document = {
        "t": "orders", "game": GID, "n": n, "head": GID, "player": seat, "pledge": None,
        "orders": {}, **parts,
    }  # fmt: skip
    read, problems = read_sheet(TOY, document)
    assert read is not None, problems
    return read


def bids(blue: int = 1, red: int = 0, n: int = 1) -> dict[str, Sheet]:
    """The sheets of both seats, each with its bid."""
    return {
        seat: sheet(seat, n, orders={"bids": [{"order": "bid", "gold": gold}]})
        for seat, gold in (("blue", blue), ("red", red))
    }


def rules(start: Mapping[str, Any] | None = None, **options: Any) -> ToyRules:
    """The rules of a duel."""
    return TOY.open(toy_scenario(start, **options), {})


def go(r: ToyRules, save: Save, sheets: dict[str, Sheet], n: int, **dice: list[int]) -> Run[Toy]:
    """Runs the referee; a label of the dice has `__` for a slash and `_` for a hyphen."""
    listed = {label.replace("__", "/").replace("_", "-"): values for label, values in dice.items()}
    done = run(r, save, sheets, n, dice=ScriptedDice(listed))
    # What is saved is what is loaded.
    assert Save.model_validate_json(canonical(done.save.to_json())) == done.save
    return done
