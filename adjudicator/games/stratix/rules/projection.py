"""What a sheet leads to, told to the player who checks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.report import Line, Paragraph
from adjudicator.games.stratix.conditions import Reply, When, count_of
from adjudicator.games.stratix.narrator import ArmyNarrator
from adjudicator.games.stratix.rules.moving import legal_moves
from adjudicator.games.stratix.rules.places import following, in_turn_of, pieces_of
from adjudicator.games.stratix.rules.replies import fits
from adjudicator.games.stratix.ruleset import Ruleset, balance
from adjudicator.games.stratix.state import Going, Lost, Made, State

__all__ = ["projection"]

_MOST_TOLD = 12
"""More replies than these are counted and not told one by one."""
_ZONE = ("zone", "zone-outnumbered", "zone-room")
_OWN_ZONE = ("zone-own", "zone-own-outnumbered", "zone-own-room")
"""What is said of a battle zone: before the final assault; of one outnumbered; of one that holds.
"""


def projection(of: ArmyNarrator, state: State, seat: str) -> tuple[Paragraph, ...]:
    """Returns what is left open behind a sheet: recon spaces, battle zones, replies.

    It is for the army whose turn it is, or was just now.
    """
    if state.result is not None or seat not in state.order or state.phase in ("lot", "deal"):
        return ()
    told = (
        of.paragraph("ahead-recon", _recon(of, state, seat)),
        of.paragraph("ahead-zones", _zones(of, state, seat)),
        of.paragraph("ahead-replies", _replies(of, state, seat)),
    )
    return tuple(paragraph for paragraph in told if paragraph.lines)


# -- recon spaces ---------------------------------------------------------------------------------


def _recon(of: ArmyNarrator, state: State, seat: str) -> Iterator[Line]:
    """Tells what the army's own pieces on recon spaces risk and have to do."""
    if state.assault:
        return
    stays = _stays(state, seat)
    if stays is not None:
        yield of.line("ahead-breach", piece=of.kind(state.pieces[stays].kind), square=stays)
    here = _on_recon(of.book, state, seat)
    if len(here) == 1:
        yield of.line("ahead-one-due", square=here[0])
    elif here:
        yield of.line("ahead-some-due", squares=here)


def _on_recon(book: Ruleset, state: State, seat: str) -> tuple[str, ...]:
    """Returns the recon spaces on which pieces of the army stand."""
    return tuple(square for square in pieces_of(state, seat) if book.is_recon(square))


def _stays(state: State, seat: str) -> str | None:
    """Returns where a piece of the army stays against its duty and can be caught; else None."""
    if state.breach is not None and state.breach.side == seat:
        return state.breach.square
    is_in_turn = state.side == seat and state.phase == "move" and bool(state.made[-1].moves)
    return state.due_left[0] if is_in_turn and len(state.due_left) == 1 else None


# -- the final assault ----------------------------------------------------------------------------


def _zones(of: ArmyNarrator, state: State, seat: str) -> Iterator[Line]:
    """Tells how far each army is from being outnumbered at home, clockwise from the own one."""
    place = state.order.index(seat)
    for side in (*state.order[place:], *state.order[:place]):
        own, foreign = balance(of.book, state, side)
        margin, values = own + 1 - foreign, dict[str, Any](own=own, foreign=foreign)
        if side != seat:
            values["army"] = of.seat(side)
        keys = _OWN_ZONE if side == seat else _ZONE
        if not state.assault:
            yield of.line(keys[0], **values)
        elif margin <= 0:
            yield of.line(keys[1], **values)
        else:
            yield of.line(keys[2], count=margin, **values)
    if not state.assault:
        yield of.line("zones-later", cards=len(state.pile))


# -- replies --------------------------------------------------------------------------------------


def _replies(of: ArmyNarrator, state: State, seat: str) -> Iterator[Line]:
    """Tells what the replies of the army cover of the moves that the others can make."""
    waiting = state.replies.get(seat, ())
    if not waiting:
        return
    lines = [
        _told(of, state, seat, number=number, reply=reply)
        for number, reply in enumerate(waiting[:_MOST_TOLD], start=1)
    ]
    yield of.line("replies-wait", count=sum(map(count_of, waiting)), lines=lines)
    if len(waiting) > _MOST_TOLD:
        yield of.line("replies-more", count=len(waiting) - _MOST_TOLD)
    if any(reply.if_ == "any" for reply in waiting):
        yield of.line("reply-fits-always")
        return
    for side in _between(state, seat):
        yield _covered(of, state, seat, side, waiting=waiting)
    if any(len(reply.if_) > 1 for reply in waiting):
        yield of.line("replies-of-each")
    yield of.line("replies-none-fits")


def _between(state: State, seat: str) -> list[str]:
    """Returns the armies that move before the own turn comes again, in their order."""
    side = state.side if state.side != seat else following(state.order, seat, state.order)
    found = []
    while side != seat:
        found.append(side)
        side = following(state.order, side, state.order)
    return found


def _told(of: ArmyNarrator, state: State, seat: str, *, number: int, reply: Reply) -> Line:
    way = reply.move
    piece = state.pieces.get(way.from_)
    is_own = piece is not None and piece.side == seat
    more = "" if reply.catch is None else of.say("reply-caught", army=of.seat(reply.catch))
    if inner := count_of(reply) - 1:
        more += of.say("reply-inside", count=inner)
    here = () if state.assault else _on_recon(of.book, state, seat)
    return of.line(
        "reply-told",
        number=number,
        condition=_condition(of, reply),
        piece=of.kind(piece.kind) if piece is not None and is_own else of.say("reply-piece"),
        origin=way.from_,
        to=way.to,
        more=more,
        lines=_against_duty(of, here, reply),
    )


def _against_duty(of: ArmyNarrator, due: tuple[str, ...], reply: Reply) -> Iterator[Line]:
    """Tells of a reply, and of those inside it, which of them leave a recon duty undone.

    Args:
        due: the recon spaces on which the army stands when the reply is played, as far as moves
            and no cards lead there.
    """
    book, way = of.book, dict[str, Any](origin=reply.move.from_, to=reply.move.to)
    there = (reply.move.to,) if book.is_recon(reply.move.to) else ()
    if not due or reply.move.from_ in due:
        stay = tuple(square for square in due if square != reply.move.from_)
    elif book.options.catch == "strict":
        stay, there = due, ()
        if len(due) == 1:
            yield of.line("reply-refused", square=due[0], **way)
        else:
            yield of.line("reply-refused-some", squares=due, **way)
    elif len(due) == 1:
        stay = due
        yield of.line("reply-breach", square=due[0], **way)
    else:
        stay = ()
        yield of.line("reply-loses", squares=due, **way)
    for inner in reply.then:
        yield from _against_duty(of, (*stay, *there), inner)


def _condition(of: ArmyNarrator, reply: Reply) -> str:
    if reply.if_ == "any":
        return of.say("reply-any")
    return of.say("reply-if", conditions=[_when(of, when) for when in reply.if_])


def _when(of: ArmyNarrator, when: When) -> str:
    army = of.say("another-army") if when.side is None else of.seat(when.side)
    match when.from_, when.to:
        case None, None:
            did = of.say("when-moved", army=army)
        case None, to:
            did = of.say("when-goes-to", army=army, to=to)
        case origin, None:
            did = of.say("when-goes-from", army=army, origin=origin)
        case origin, to:
            did = of.say("when-goes", army=army, origin=origin, to=to)
    match when.captured:
        case None:
            return did
        case "any" | "none":
            return of.say(f"when-lost-{when.captured}", did=did)
        case kind:
            return of.say("when-lost", did=did, piece=of.say(f"a-{kind}"))


def _covered(
    of: ArmyNarrator, state: State, seat: str, side: str, *, waiting: Sequence[Reply]
) -> Line:
    """Returns how many moves of one army fit what replies say of it, as the board stands now."""
    moves = legal_moves(of.book, in_turn_of(state, side), side)
    conditions = [
        _of_army(reply, side) for reply in waiting if reply.if_ != "any" and _of_army(reply, side)
    ]
    fitting = [
        (origin, target)
        for origin, target in moves
        if any(
            fits(reply, _as_if(state, seat, side, origin=origin, target=target), seat)
            for reply in conditions
            if reply is not None
        )
    ]
    named = ""
    if fitting:
        ways = [of.say("covered-move", origin=origin, to=to) for origin, to in fitting]
        named = of.say("covered-named", moves=of.squares(ways))
    return of.line(
        "covered" if side == state.side else "covered-now",
        army=of.seat(side),
        count=len(moves),
        fitting=len(fitting),
        named=named,
    )


def _of_army(reply: Reply, side: str) -> Reply | None:
    """Returns a reply with what it says of one army alone; None: it says nothing of it."""
    assert reply.if_ != "any"
    parts = tuple(when for when in reply.if_ if when.side in (None, side))
    return reply.model_copy(update={"if_": parts}) if parts else None


def _as_if(state: State, seat: str, side: str, *, origin: str, target: str) -> State:
    """Returns a state in which one army alone has just made a move."""
    struck = state.pieces.get(target)
    lost = () if struck is None else (Lost(side=struck.side, kind=struck.kind, square=target),)
    made = Made(side=side, moves=(Going(origin=origin, target=target),), lost=lost)
    return state.model_copy(update={"made": (Made(side=seat), made)})
