"""Draws of an event: a key out of a round of the beacon or of a commitment, and orders out of it.

The same key and label give the same order everywhere: whoever repeats a draw gets the same bytes.
Ids enter a draw, never names (tournaments.md 4).
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.audit import tfd1
from adjudicator.audit.lock_first import check_beacon
from adjudicator.core.problem import Problem, Refused

__all__ = ["beacon_draw_key", "draw_commitment", "drawn_order", "opened_draw_key"]


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

    Args:
        secret: 64 hexadecimal digits that nobody else knows; one serves all draws of the event.

    Raises:
        ValueError: the event has blanks or is too long.
    """
    return tfd1.digest(tfd1.message("tournament-commit", event, secret))


def opened_draw_key(event: str, label: str, *, secret: str, commitment: str) -> str:
    """Returns the key of a draw that the referee's commitment decides, 64 hexadecimal digits.

    It tells nothing of the secret or of the keys of later draws, so it may be published.

    Args:
        event: the event's id.
        label: what is drawn, such as `round-3`.
        secret: what was committed to.
        commitment: what was published.

    Raises:
        Refused: the commitment is of another secret or event.
        ValueError: the event or the label has blanks or is too long.
    """
    if draw_commitment(event, secret) != commitment:
        message = "the secret of the draw is not the one that the commitment was made of"
        hint = "Use the secret that lies beside the event since its commitment was published."
        raise Refused([Problem("wrong-draw-secret", message, rule="tournaments 4", hint=hint)])
    return tfd1.mac(secret, tfd1.message("tournament-draw", event, label, "secret", commitment))


def drawn_order(key: str, label: str, ids: Sequence[str]) -> tuple[str, ...]:
    """Returns ids in an order by lot, each order equally likely (TFD1 3.5).

    Args:
        key: of the draw.
        label: which of its orders, such as `start/7`.
        ids: in a stated order, for it enters the draw: sorted, as a rule.
    """
    return tfd1.shuffle(key, label, ids)
