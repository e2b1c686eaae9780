"""What each way to make dice proves, and what it leaves possible, in plain words (TFD1 3.8, 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.audit.log import Mode
from adjudicator.core.english import joined

__all__ = ["ADVICE", "guarantee_of", "weaknesses_of"]

_PROVES: dict[Mode, str] = {
    "referee": "every die follows from a secret that the referee fixed before anybody joined, and "
    "from the sheets as they were locked",
    "sealed": "every die follows from the secrets of all, opened after the sheets were locked and "
    "the lock was shown",
    "mutual": "every die follows from the secrets of all players, opened after the sheets were "
    "locked and the lock was shown",
    "beacon": "every die follows from the sheets as they were locked and from a public value that "
    "came after the lock, if the lock was mailed in time",
    "public": "every die follows from the sheets as they were locked",
    "external": "the sheets were locked before the dice, and the rules were kept",
}

ADVICE = (
    "Where people play each other, give every seat a chain of its own: `new --joins`. For a final, "
    "take sealed mode, or beacon mode with the lock mailed before its round."
)
"""What to do about what referee mode leaves possible."""


def guarantee_of(mode: Mode) -> str:
    """Returns what a sound log proves in a mode."""
    return f"A sound log proves: {_PROVES[mode]}."


def weaknesses_of(mode: Mode, without: Sequence[str]) -> Iterator[str]:
    """Yields what a mode cannot prevent.

    Args:
        without: the players who have no chain of their own.
    """
    if mode == "external":
        yield "The dice were rolled elsewhere: nothing here shows that they were fair."
        return
    if mode == "public":
        yield (
            "Friendly play only: there is no secret, so the last to send their sheet can compute "
            "the dice and choose their orders by them."
        )
        return
    if mode == "mutual":
        yield (
            "There is no referee: the last to open their pledge sees the dice first and may "
            "withhold it."
        )
        return
    if mode == "beacon":
        yield (
            "A lock that is mailed after its round came out proves nothing: only the time at which "
            "others got it shows that it was in time."
        )
    elif without:
        yield (
            f"Without a chain of their own: {joined(without)}. The referee could have chosen the "
            "salts, could try variants of a state line against orders that they expect, and could, "
            "together with one player, foresee dice while orders could still change."
        )
    if mode == "referee":
        yield (
            "Where one player alone sends a sheet, the referee and that player together own its "
            "dice; where none does, and the built-in player has all sheets, the referee alone. A "
            "referee who plays is both."
        )
        if not without:
            yield (
                "The referee and the player whose sheet comes last could, together, foresee dice "
                "while that sheet could still change."
            )
    elif mode == "sealed":
        yield "After the lock a player may still withhold their pledge; that is counted."
    yield (
        "The referee can still say that a mail never arrived, tell somebody the dice before "
        "they are published, or refuse to go on."
    )
