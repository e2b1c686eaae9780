"""A beacon of the tests: its answers, and who takes them for those of drand quicknet."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from adjudicator.audit.opening import LockOptions
from adjudicator.documents.keys import beacon_signature
from adjudicator.documents.keys.beacon_signature import Signed
from tests.audit import demo_logs

__all__ = ["ROUND", "answer", "believed", "lock_options", "signature", "value"]

ROUND = 998505399
"""A round of the beacon that lies a lifetime ahead."""
signature, value = demo_logs.beacon_signature, demo_logs.beacon_value


def answer(number: int = ROUND, **parts: object) -> bytes:
    """What drand answers of a round."""
    return json.dumps({"round": number, "signature": signature(number), **parts}).encode()


def lock_options(number: int = ROUND) -> LockOptions:
    """The same as a run is told of it."""
    return LockOptions(beacon=value(number), signature=signature(number))


def believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the program take these signatures, and no others, for those of drand quicknet."""

    def false_ones(signed: Sequence[Signed]) -> tuple[int, ...]:
        return tuple(
            place for place, one in enumerate(signed) if one.signature != signature(one.round)
        )

    monkeypatch.setattr(beacon_signature, "false_ones", false_ones)
