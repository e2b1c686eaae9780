"""Whether a proposal says what would be proposed now (tournaments.md 2).

Between `pair` and `start` players enter and leave, ask for byes, and results are corrected. What
an engine would get now is held against what it got; where none searches, the pairings themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.api.named_files import MAX_SIZE, read_bytes
from adjudicator.api.problems import AdjudicatorError, Problem, Refused
from adjudicator.tournament.chain import event_hash
from adjudicator.tournament.event import Rolling
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.proposing import asked_now
from adjudicator.tournament.rounds import INPUT, ROUNDS, TRF, RoundPairing, round_folder, swapped

__all__ = ["check_fresh"]

_APART = "260 "
"""So begins a line of a TRF that keeps two apart."""


def check_fresh(event: OpenEvent, paired: RoundPairing) -> None:
    """Refuses a proposal that was made before something changed.

    Raises:
        Refused: `proposal-stale`, why, and how it is paired anew: what a referee changed in it by
            hand is given up with it.
    """
    if paired.event != event_hash(event.written):
        raise _stale("tournament.json changed after the round was paired", paired)
    try:
        why = next(_changes(event, paired), None)
    except Refused as error:
        why = error.problems[0].message
    except ValueError as error:
        why = str(error)
    if why is not None:
        raise _stale(why, paired)


def _stale(message: str, paired: RoundPairing) -> Refused:
    hint = (
        "`tournament pair --again` proposes anew, without what a referee changed by hand."
        if paired.swaps else "`tournament pair` proposes anew."
    )  # fmt: skip
    return Refused([Problem("proposal-stale", message, (), "event", hint=hint, kind="invalid")])


def _changes(event: OpenEvent, paired: RoundPairing) -> Iterator[str]:
    """Yields why a proposal is old, the plainest reason first."""
    number = paired.round
    text = _given(event, number)
    if text is None:
        yield f"what round {number} was paired from is not there"
        return
    # Pairs of players who meet again are ours: whichever engine was asked before, one of both fits.
    asked = [asked_now(event, number, absent_as_entries=way) for way in (False, True)]
    now = asked[0]
    seated = [player for one in paired.matches for player in one.seats.values()]
    out = [bye.player for bye in paired.byes if bye.kind == "bye-given"]
    if gone := [player for player in (*seated, *out) if player not in now.here]:
        yield f"{_listed(gone)} cannot play in round {number} any more"
    new = [player for player in now.here if player not in (*seated, *out)]
    if new and not isinstance(event.event.format, Rolling):
        yield f"{_listed(new)} can play in round {number}, and had no part in its pairing"
    if _byes_asked(event, paired):
        yield f"who asked for a bye in round {number} has changed"
    if now.pairing is not None:
        is_same = _is_same(now.pairing, paired)
    else:
        is_same = any(_told(one.given, paired) == _told(text, paired) for one in asked)
    if not is_same:
        yield f"results or players have changed since round {number} was paired"


def _given(event: OpenEvent, number: int) -> str | None:
    """Returns what the engine of a round got, as its file says; None: it is not there."""
    folder = event.folder / ROUNDS / round_folder(number)
    name = next((name for name in (TRF, INPUT) if (folder / name).is_file()), None)
    if name is None:
        return None
    try:
        return read_bytes(folder / name, limit=MAX_SIZE).decode("ascii")
    except (AdjudicatorError, UnicodeDecodeError):
        return None


def _told(text: str, paired: RoundPairing) -> list[str]:
    """Returns lines of what an engine gets; where wishes were given up, those who are apart not."""
    return [
        line for line in text.splitlines() if not (paired.relaxed and line.startswith(_APART))
    ]  # fmt: skip


def _byes_asked(event: OpenEvent, paired: RoundPairing) -> bool:
    """Whether others ask for a bye in the round than its proposal has."""
    now = {one.id for one in event.players.players
           if one.is_there and paired.round in one.absent and one.role == "player"}  # fmt: skip
    for swap in paired.swaps:
        one, two = swap.players
        now = {{one: two, two: one}.get(player, player) for player in now}
    return now != {bye.player for bye in paired.byes if bye.kind == "bye-asked"}


def _is_same(now: RoundPairing, paired: RoundPairing) -> bool:
    """Whether a pairing is what is proposed now, with what a referee changed."""
    for swap in paired.swaps:
        one, two = swap.players
        now = swapped(now, {one: two, two: one})
    return (now.matches, now.byes, now.bracket) == (paired.matches, paired.byes, paired.bracket)


def _listed(players: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(players))
