"""Untried strengths, plans and standing orders of Invasion: America leave no trace in any byte.

The same match is played twice with the same commands, and only the referee's secret differs, or
what a seat said that nobody else may know yet. What the others get, and what every command tells
them, must be the same, but for strings of 64 hexadecimal digits (see test_secrecy.py).
"""

from __future__ import annotations

import itertools
import json
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit import tfd1
from adjudicator.games.invasion_america import InvasionAmericaRules
from adjudicator.games.invasion_america.events import UnitRevealed
from tests.cli.test_galactic_secrecy import HEX, leaving
from tests.cli.test_invasion_modes import ATTACKS, Desk, call
from tests.games.invasion_america.test_combat import FRONTS, by_chance, front

MOVES = [{"order": "move", "units": ["esc-infantry-02"], "path": ["s2824"]}]
ATTACKER = {"orders": {"movement": MOVES, "combat": ATTACKS}, "hold": ["combat"]}
HOME = {"standing": [{"standing": "retreat", "prefer": ["supply"]}]}
LOOKS = (
    ("status", "m", "--json"), ("report", "m"), ("luck", "m"), ("map", "m", "--out", "look.svg"),
    ("template", "STATE", "us"), ("template", "STATE", "aggressors"), ("dispute", "m"),
    ("check", "m", "tries.json"), ("check", "m", "tries.json", "--json"),
    ("check", "STATE", "tries.json"),
)  # fmt: skip


def played(
    folder: Path, patch: pytest.MonkeyPatch, mode: str, secret: int, sent: Mapping[str, Any]
) -> dict[str, bytes]:
    """Plays until combat is held back; returns all that leaves the desk, and what is told."""
    folder.mkdir()
    patch.chdir(folder)
    numbers = itertools.count(secret)
    patch.setattr(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
    desk = Desk(mode)
    patch.setattr(secrets, "token_hex", lambda size: "b1" * size)
    desk.send({**sent})
    tries = desk.view()["header"] | {"player": "aggressors", "orders": {"combat": ATTACKS}}
    Path("tries.json").write_text(json.dumps(tries | {"blind": "b1" * 32}))
    told: dict[str, bytes] = {}
    for words in LOOKS:
        named = [str(desk.mailed()) if word == "STATE" else word for word in words]
        told[" ".join(words)] = call(*named).output.encode()
    return {name: HEX.sub(b"#", raw) for name, raw in {**leaving(folder), **told}.items()}


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short chains, and blinds that are none."""
    monkeypatch.setattr(tfd1, "LINKS", 16)
    monkeypatch.setattr(tfd1, "make_secret", lambda: "b1" * 32)


def told_apart(one: Mapping[str, bytes], other: Mapping[str, bytes], *own: str) -> list[str]:
    """Returns by what two matches can be told apart, but for what is a seat's own."""
    assert one.keys() == other.keys()
    return [
        name for name in one if one[name] != other[name] and not any(part in name for part in own)
    ]


def test_the_dice_to_come_change_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another secret all strengths turn out otherwise, and nobody can tell it before."""
    sent = {"aggressors": ATTACKER}
    one = played(tmp_path / "one", monkeypatch, "referee", 1, sent)
    other = played(tmp_path / "other", monkeypatch, "referee", 1000, sent)
    assert told_apart(one, other) == []
    state = json.loads((tmp_path / "one/m/now/state.json").read_bytes())
    known = {name for name, unit in state["state"]["units"].items() if "strength" in unit}
    assert known == set(), "nobody has fought"
    assert state["state"]["phase"] == "combat"


PLAN = {
    **ATTACKER,
    "orders": {"movement": MOVES, "combat": ATTACKS[::-1], "mechanised": []},
    "standing": [{"standing": "advance", "types": ["armour"]}],
}
OTHER_HOME = {"standing": [{"standing": "retreat", "prefer": ["away", "terrain"]}]}
OTHERS: Mapping[str, Mapping[str, Any]] = {
    "aggressors": {"aggressors": PLAN, "us": HOME},
    "us": {"aggressors": ATTACKER, "us": OTHER_HOME},
}


def test_plans_and_standing_orders_change_no_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the attacker plans behind the held topic, and how the U.S. means to retreat.

    Commands on the folder of the match are the referee's, who has the sheets; all others see what
    is mailed.
    """
    sent = {"aggressors": ATTACKER, "us": HOME}
    usual = played(tmp_path / "usual", monkeypatch, "external", 1, sent)
    for seat, others in OTHERS.items():
        other = played(tmp_path / seat, monkeypatch, "external", 1, others)
        found = told_apart(usual, other, f"-{seat}.")
        assert [name for name in found if not name.startswith(("check m", "dispute"))] == [], seat
        saves = {(tmp_path / one / "m/referee/save.json").read_bytes() for one in ("usual", seat)}
        assert len(saves) == 2, "the referee has taken the other sheet"


def test_a_leak_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A map that shows anything that depends on the secret is found out."""
    real = InvasionAmericaRules.picture

    def leaking(rules: InvasionAmericaRules, *given: Any, **more: Any) -> str:
        secret = Path("m/referee/secret.json")
        known = json.loads(secret.read_bytes())["master"] if secret.exists() else "0"
        return real(rules, *given, **more) + f"<!-- {int(known, 16) % 7} -->"

    monkeypatch.setattr(InvasionAmericaRules, "picture", leaking)
    sent = {"aggressors": ATTACKER}
    one = played(tmp_path / "one", monkeypatch, "referee", 1, sent)
    other = played(tmp_path / "other", monkeypatch, "referee", 1000, sent)
    assert told_apart(one, other)


@pytest.mark.parametrize("name", FRONTS)
def test_strengths_are_known_from_their_reveal_on(name: str) -> None:
    """Of no unit that has not fought; the view of every seat is the state itself."""
    rules = front(name)
    revealed: set[str] = set()
    written = by_chance(rules, f"known-{name}")
    state = rules.start
    for event in written.events:
        if isinstance(event, UnitRevealed):
            revealed.add(event.unit)
        state = rules.evolve(state, event)
        known = {unit for unit, one in state.units.items() if one.strength is not None}
        assert known <= revealed, event
        for seat in (*rules.seats, None):
            assert rules.view(state, seat) is state
            assert rules.redact(event, seat) is event
    assert revealed
