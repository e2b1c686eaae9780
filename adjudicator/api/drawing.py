"""Draws of an event: a key out of a round of the beacon or of a commitment, and orders out of it.

The same key and label give the same order everywhere: whoever repeats a draw gets the same bytes.
Ids enter a draw, never names (tournaments.md 4).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.audit import tfd1
from adjudicator.audit.lock_first import check_beacon
from adjudicator.core.problem import Problem, Refused

__all__ = [
    "DRAWS",
    "beacon_draw_key",
    "draw_commitment",
    "drawn_order",
    "opened_draw",
    "opened_draw_key",
]

DRAWS = 256
"""How many draws one commitment serves."""

_WHO = "draw"
_VALUE = re.compile(r"[0-9a-f]{64}", re.ASCII)


def beacon_draw_key(event: str, label: str, *, value: str, number: int) -> str:
    """Returns the key of a draw that a round of the beacon decides, 64 hexadecimal digits.

    Args:
        event: the event's id.
        label: what is drawn, such as `round-3`.
        value: `drand-quicknet:<round>:<64 hexadecimal digits>`, as the beacon published it; its
            signature is not checked here.
        number: the round that was fixed before.

    Raises:
        Refused: it is no value of the beacon, or of another round.
        ValueError: the event or the label has blanks or is too long.
    """
    problems = tuple(check_beacon(value, number))
    if problems:
        raise Refused(problems)
    return tfd1.digest(tfd1.message("tournament-draw", event, label, "beacon", value))


def draw_commitment(event: str, secret: str) -> str:
    """Returns what a referee publishes before entries close, so that they have no choice later.

    It is the anchor of a chain (TFD1 3.2): the value of each draw proves itself by it, and tells
    nothing of later ones.

    Args:
        event: the event's id.
        secret: 64 hexadecimal digits that nobody else knows; one serves all draws of the event.

    Raises:
        ValueError: the event has blanks or is too long.
    """
    return tfd1.chain_value(event, _WHO, secret, links=DRAWS, n=0)


def opened_draw(event: str, secret: str, number: int) -> str:
    """Returns the value that decides a draw, from the referee's secret: they publish it.

    Args:
        event: the event's id.
        secret: what was committed to.
        number: of the draw, 1 to DRAWS, in the order in which they are opened.

    Raises:
        ValueError: there is no such draw; the event has blanks or is too long.
    """
    if not 1 <= number <= DRAWS:
        raise ValueError(f"a draw has a number from 1 to {DRAWS}, not {number}")
    return tfd1.chain_value(event, _WHO, secret, links=DRAWS, n=number)


def opened_draw_key(event: str, label: str, *, value: str, number: int, commitment: str) -> str:
    """Returns the key of a draw that the referee's commitment decides, 64 hexadecimal digits.

    Args:
        event: the event's id.
        label: what is drawn, such as `round-3`.
        value: what the referee opened (`opened_draw`).
        number: of the draw.
        commitment: what was published.

    Raises:
        Refused: the value is not what was committed to.
        ValueError: there is no such draw; the event or the label has blanks or is too long.
    """
    if not 1 <= number <= DRAWS:
        raise ValueError(f"a draw has a number from 1 to {DRAWS}, not {number}")
    if (
        not _VALUE.fullmatch(value)
        or tfd1.chain_value(event, _WHO, value, links=number, n=0) != commitment
    ):
        message = f"the value of draw {number} is not the one that was committed to"
        hint = "Use the value that the commitment of this event leads to, with the draw's number."
        raise Refused([Problem("wrong-draw", message, rule="tournaments 4", hint=hint)])
    return tfd1.digest(tfd1.message("tournament-draw", event, label, "chain", value))


def drawn_order(key: str, label: str, ids: Sequence[str]) -> tuple[str, ...]:
    """Returns ids in an order by lot, each order equally likely (TFD1 3.5).

    Args:
        key: of the draw.
        label: which of its orders, such as `start/7`.
        ids: in a stated order, for it enters the draw: sorted, as a rule.
    """
    return tfd1.shuffle(key, label, ids)
