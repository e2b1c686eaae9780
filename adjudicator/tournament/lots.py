"""The lots of an event: fixed before anybody knows them, the same for everybody who looks again.

A draw starts from a round of the public beacon that is fixed before, or from 32 bytes of which the
referee publishes the hash before (tournaments.md 4). A player's lot hangs on the draw and on their
id alone, so that nobody moves it by entering others, and no name has a part in it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from pathlib import Path

from adjudicator.api.drawing import (
    beacon_draw_key,
    draw_commitment,
    opened_draw,
    opened_draw_key,
)
from adjudicator.api.problems import Problem, Refused
from adjudicator.api.signing import check_beacon_signature, read_beacon
from adjudicator.tournament.rounds import Draw

__all__ = ["check_value", "committed", "draw_key", "drawn", "lots_of"]


def committed(event: str, key: str, number: int) -> Draw:
    """Returns the draw of a round to which a referee commits themself: one commitment for all.

    Args:
        event: the event's id.
        key: the referee's 32 bytes, in hexadecimal.
        number: the round.
    """
    return Draw(round=number, commitment=draw_commitment(event, key))


def draw_key(event: str, draw: Draw) -> str:
    """Returns the key of a draw whose value is known (`api.drawing`).

    Raises:
        Refused: the value is not the one that was fixed before.
        ValueError: it has no value yet.
    """
    if draw.value is None:
        raise ValueError("the draw has no value yet")
    label = f"round-{draw.round}"
    if draw.commitment is not None:
        return opened_draw_key(event, label, value=draw.value, number=draw.round,
                               commitment=draw.commitment)  # fmt: skip
    number = draw.beacon or 0
    told = f"drand-quicknet:{number}:{draw.value}"
    return beacon_draw_key(event, label, value=told, number=number)


def check_value(event: str, draw: Draw) -> Iterator[Problem]:
    """Yields that a value that is told is not the one that was committed.

    Of a beacon's value it yields that it is not that of its signature; whether that is the
    beacon's, `drawn` asks, and whoever audits the event.
    """
    if draw.value is None:
        return
    if draw.commitment is None:
        made = hashlib.sha256(bytes.fromhex(draw.signature or "")).hexdigest()
        if draw.signature is None or made != draw.value:
            yield Problem("draw-contradicts", "the value is not that of the beacon's signature",
                          ("value",), "tournaments 4", kind="invalid",
                          hint="Put the copy back.")  # fmt: skip
        return
    try:
        draw_key(event, draw)
    except Refused as error:
        for problem in error.problems:
            yield problem._replace(path=("value",), kind="invalid")


def drawn(event: str, draw: Draw, key: str, beacon: tuple[bytes, Path] | None = None) -> Draw:
    """Returns a draw with its value.

    Args:
        event: the event's id.
        key: the referee's 32 bytes, in hexadecimal.
        beacon: what the beacon answered, and the file in which it stands; None: nothing is told.

    Raises:
        Refused: `draw-awaits-beacon`, the value is not told; `draw-other-round`, it is of another
            round; `beacon-signature-false`, it is not the beacon's (looked at where the library is
            installed that can); `draw-not-committed`, the key is not the one of the commitment.
        RefusedFile: the beacon's answer is malformed or invalid.
    """
    if draw.value is not None:
        return draw
    if draw.beacon is None:
        told = draw.model_copy(update={"value": opened_draw(event, key, draw.round)})
        if any(check_value(event, told)):
            raise _refused("draw-not-committed",
                           f"the key of the draws is not the one of round {draw.round}",
                           "Put the copy of referee/draw.key back.")  # fmt: skip
        return told
    if beacon is None:
        raise _refused(
            "draw-awaits-beacon", f"the draw awaits round {draw.beacon} of the beacon",
            "Name a file with what api.drand.sh/v2/beacons/quicknet/rounds/"
            f"{draw.beacon} gives: --beacon FILE.",
        )  # fmt: skip
    value, signature = read_beacon(beacon[0], str(beacon[1]))
    _, number, digits = value.split(":")
    if int(number) != draw.beacon:
        raise _refused("draw-other-round",
                       f"round {draw.beacon} of the beacon was fixed, not {number}",
                       "Name a file with the answer for that round.")  # fmt: skip
    if signature is not None:
        check_beacon_signature(draw.beacon, signature)
    return draw.model_copy(update={"value": digits, "signature": signature})


def _refused(code: str, message: str, hint: str) -> Refused:
    return Refused([Problem(code, message, (), "tournaments 4", hint=hint, kind="unusable")])


def lots_of(event: str, draw: Draw, players: Iterable[str]) -> dict[str, int]:
    """Returns by player their place in the draw, from 1: by the HMAC of their id.

    Args:
        event: the event's id.
        draw: it has its value.
        players: the ids of all who are entered.
    """
    key = bytes.fromhex(draw_key(event, draw))
    order = sorted(players, key=lambda one: (hmac.digest(key, one.encode(), "sha256"), one))
    return {one: place for place, one in enumerate(order, 1)}
