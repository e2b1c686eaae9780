"""A match with hidden hands in a repository: sheets are sealed, and each seat has a view."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.core.hand import SEATS, hand_scenario
from tests.repository.clones import Clone, Hub, call, hub_of

__all__ = ["HiddenMatch", "begun", "key_of"]


class HiddenMatch(NamedTuple):
    """The hidden hands, played by git; the current folder holds it all."""

    match: Path
    """The referee's folder, as it was when the match began."""
    hub: Hub
    referee: Clone
    """A clone in which turns are made."""
    players: Mapping[str, Clone]
    """By seat; each has its key in its clone."""

    def turns(self) -> str:
        """Makes what is due; everybody has it then."""
        told = self.referee.does("turn", "--secret", self.match)
        for clone in (self.referee, *self.players.values()):
            clone.pulls()
        return told

    def submits(self, seat: str) -> str:
        """Writes a sheet of a seat from its own view, and submits it."""
        clone = self.players[seat]
        state = clone.folder / "decrypted" / seat / "state.json"
        sheet, key = clone.folder.with_name(f"{seat}-sheet.json"), key_of(clone, seat)
        subject = state if state.exists() else clone.folder
        done = call("template", subject, seat, "--play", "--out", sheet, "--force", "--key", key)
        assert done.exit_code == 0, done.output
        assert call("check", subject, sheet, "--key", key).exit_code == 0
        return clone.does("submit", sheet, "--key", key)

    def plays(self) -> None:
        """Everybody who is asked decrypts, orders and submits; what is due is made."""
        for seat, clone in self.players.items():
            if (clone.folder / "views" / f"{seat}.age").exists():
                clone.does("view", "--key", key_of(clone, seat))
        for seat in self.players["blue"].awaited:
            self.submits(seat)
        self.turns()


def key_of(clone: Clone, seat: str) -> Path:
    """Where the key of a seat lies."""
    return clone.folder / f"key-m-{seat}.json"


def begun(*, joins: bool = True, turns: int = 3, **settings: Any) -> HiddenMatch:
    """Makes a match of the hidden hands in the current folder.

    Args:
        joins: whether seats joined, and with their joins named what is sealed to them.
        settings: what repository.json says besides.
    """
    here = Path().resolve()
    Path("hands.json").write_text(json.dumps(hand_scenario({"cards": 9, "turns": turns}).to_json()))
    words = ("new", "hand", "m", "--scenario", "hands.json")
    if joins:
        assert call(*words, "--joins", "--age").exit_code == 0
        for seat in SEATS:
            key = ("--key", f"key-m-{seat}.json")
            assert call("join", "m/offer.json", seat, "--out", f"{seat}.json", *key).exit_code == 0
        assert call("begin", "m", *(f"{seat}.json" for seat in SEATS)).exit_code == 0
    else:
        assert call(*words).exit_code == 0
    recipients = {} if joins else _recipients(here / "m")
    hub = hub_of(here / "m", here / "hub.git", sheets="sealed", recipients=recipients, **settings)
    players = {seat: hub.clone(here / seat) for seat in SEATS}
    for seat, clone in players.items():
        shutil.move(f"key-m-{seat}.json", key_of(clone, seat))
    return HiddenMatch(here / "m", hub, hub.clone(here / "referee"), players)


def _recipients(match: Path) -> dict[str, str]:
    """Players make keys without chains, and say to the referee by what they read."""
    shutil.copyfile(match / "referee/secret.json", "key-m-referee.json")
    for seat in SEATS:
        done = call("template", match, seat, "--make-key", "--out", f"{seat}-first.json")
        assert done.exit_code == 0, done.output
    from adjudicator.api.age_keys import age_key

    whose = ("referee", *SEATS)
    found = {seat: age_key(Path(f"key-m-{seat}.json")).recipient for seat in whose}
    told = call("git", "view", "--recipient", "--key", "key-m-blue.json").stdout
    assert told == f"blue: {found['blue']}\n"
    Path("key-m-referee.json").unlink()
    return found
