"""A log as another program may write it: everything in it is free in the specification of TFD1."""

from __future__ import annotations

from typing import Any

from adjudicator.audit import tfd1
from tests.audit.demo_logs import DEMO_LOGS
from tests.audit.log_changes import chained, lines_of

__all__ = ["foreign_log"]


def foreign_log() -> bytes:
    """Free fields of offers and joins, free notes, also such as the amended rules give a form."""
    genesis = lines_of(DEMO_LOGS["public_match"])[0]
    offer = {**genesis["offer"], "deadlines": ["noon"], "keys": {"alice": "RWQ..."}}
    joins = [
        {**join, "offer": tfd1.json_hash(offer), "ssh": {"ed25519": "AAAA"}}
        for join in genesis["joins"]
    ]
    gid = tfd1.gid(offer, joins)
    players = [join["player"] for join in joins]
    nobody: dict[str, None] = dict.fromkeys(players)
    shares = [tfd1.Share(player) for player in players]
    key = tfd1.turn_key(None, gid, 1, beacon=None, shares=shares)
    deck = ["c1", "c2", "c3"]
    lines: list[dict[str, Any]] = [
        {**genesis, "offer": offer, "joins": joins, "gid": gid},
        {"t": "seat", "n": 0, "join": {**joins[0], "anchor": None, "name": "Ada"}},
        {"t": "lock", "n": 1, "orders": nobody, "files": {}},
        {"t": "open", "n": 1, "ref": None, "pledges": nobody, "beacon": None, "key": key},
        {"t": "note", "kind": "clock", "n": "noon", "lottery": "2026-11-20:7,9"},
        {"t": "note", "kind": "beacon-signature", "is": {"gold": 2}},
        {"t": "note", "kind": "weather", "n": "any"},
        {"t": "shuffle", "n": 1, "label": "deck", "cards": deck,
         "order": list(tfd1.shuffle(key, "deck", deck))},
        {"t": "roll", "n": 1, "label": "none", "sides": 1, "values": []},
        {"t": "state", "n": 1, "sha256": tfd1.ZERO, "engine": "another 1.0"},
        {"t": "annul", "n": 1, "reason": ""},
        {"t": "note", "kind": "rewind", "to": 0},
    ]  # fmt: skip
    return chained(lines)
