"""What a sheet leads to, told to the player who checks it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.report import Line, Paragraph
from adjudicator.games.stratix.conditions import Reply, When, count_of
from adjudicator.games.stratix.rules.moving import legal_moves
from adjudicator.games.stratix.rules.places import following, in_turn_of, pieces_of
from adjudicator.games.stratix.rules.replies import fits
from adjudicator.games.stratix.ruleset import Ruleset, balance
from adjudicator.games.stratix.state import Going, Lost, Made, State
from adjudicator.games.stratix.words import a_kind, army_name, kind_name, squares_text, the_kind

__all__ = ["projection"]

_MOST_TOLD = 12
"""More replies than these are counted and not told one by one."""


def projection(book: Ruleset, state: State, seat: str) -> tuple[Paragraph, ...]:
    """Returns what is left open behind a sheet: recon spaces, battle zones, replies.

    It is for the army whose turn it is, or was just now.
    """
    if state.result is not None or seat not in state.order or state.phase in ("lot", "deal"):
        return ()
    told = (
        ("Recon spaces", _recon(book, state, seat)),
        ("Battle zones", _zones(book, state, seat)),
        ("Replies", _replies(book, state, seat)),
    )
    gathered = ((heading, tuple(lines)) for heading, lines in told)
    return tuple(Paragraph(heading=heading, lines=lines) for heading, lines in gathered if lines)


# -- recon spaces ---------------------------------------------------------------------------------


def _recon(book: Ruleset, state: State, seat: str) -> Iterator[Line]:
    """Tells what the army's own pieces on recon spaces risk and have to do."""
    if state.assault:
        return
    stays = _stays(state, seat)
    if stays is not None:
        yield Line(
            text=f"This opens a breach: {the_kind(state.pieces[stays].kind)} on {stays} had to "
            "leave. Until the next move is carried out any other army may catch it, and then it "
            "is lost. If none does, it is safe until your next turn."
        )
    here = _on_recon(book, state, seat)
    if len(here) == 1:
        yield Line(text=f"In your next turn you have to move the piece on {here[0]}.")
    elif here:
        yield Line(
            text=f"In your next turn you have to move one of the pieces on {joined(here)}; "
            "moving another one loses them all."
        )


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


def _zones(book: Ruleset, state: State, seat: str) -> Iterator[Line]:
    """Tells how far each army is from being outnumbered at home, clockwise from the own one."""
    place = state.order.index(seat)
    for side in (*state.order[place:], *state.order[:place]):
        own, foreign = balance(book, state, side)
        margin = own + 1 - foreign
        zone, whose, who = f"the battle zone of {army_name(side)}", "its", "it"
        if side == seat:
            zone, whose, who = "your battle zone", "your", "you"
        text = f"{sentence(zone)}: {own} of {whose} own, {foreign} foreign"
        if not state.assault:
            yield Line(text=f"{text}.")
        elif margin <= 0:
            yield Line(text=f"{text}: {who} {'are' if side == seat else 'is'} outnumbered.")
        else:
            yield Line(text=f"{text}; {amount(margin, 'foreign piece')} more would defeat {who}.")
    if not state.assault:
        cards = amount(len(state.pile), "card")
        yield Line(text=f"That counts from the final assault on; {cards} are left to draw.")


# -- replies --------------------------------------------------------------------------------------


def _replies(book: Ruleset, state: State, seat: str) -> Iterator[Line]:
    """Tells what the replies of the army cover of the moves that the others can make."""
    waiting = state.replies.get(seat, ())
    if not waiting:
        return
    count = sum(map(count_of, waiting))
    yield Line(
        text=f"{sentence(amount(count, 'reply waits', 'replies wait'))}, played without a mail "
        "from you:",
        lines=tuple(
            _told(book, state, seat, number=number, reply=reply)
            for number, reply in enumerate(waiting[:_MOST_TOLD], start=1)
        ),
    )
    if len(waiting) > _MOST_TOLD:
        yield Line(text=f"{len(waiting) - _MOST_TOLD} more stand behind these.")
    if any(reply.if_ == "any" for reply in waiting):
        yield Line(text="One of them fits whatever the others do.")
        return
    for side in _between(state, seat):
        yield Line(text=_covered(book, state, seat, side, waiting=waiting))
    if any(len(reply.if_) > 1 for reply in waiting):
        yield Line(
            text="These counts are of each army alone; a reply with several conditions fits where "
            "all of them hold."
        )
    yield Line(text="If none fits when your turn comes, you are asked for a sheet.")


def _between(state: State, seat: str) -> list[str]:
    """Returns the armies that move before the own turn comes again, in their order."""
    side = state.side if state.side != seat else following(state.order, seat, state.order)
    found = []
    while side != seat:
        found.append(side)
        side = following(state.order, side, state.order)
    return found


def _told(book: Ruleset, state: State, seat: str, *, number: int, reply: Reply) -> Line:
    way = reply.move
    piece = state.pieces.get(way.from_)
    what = kind_name(piece.kind) if piece is not None and piece.side == seat else "piece"
    text = f"{number}. {_condition(reply)}: your {what} goes from {way.from_} to {way.to}"
    if reply.catch is not None:
        text = f"{text}, after you have caught {army_name(reply.catch)}"
    inner = count_of(reply) - 1
    if inner:
        text = f"{text}; {amount(inner, 'reply', 'replies')} behind it"
    here = () if state.assault else _on_recon(book, state, seat)
    return Line(text=f"{text}.", lines=tuple(_against_duty(book, here, reply)))


def _against_duty(book: Ruleset, due: tuple[str, ...], reply: Reply) -> Iterator[Line]:
    """Tells of a reply, and of those inside it, which of them leave a recon duty undone.

    Args:
        due: the recon spaces on which the army stands when the reply is played, as far as moves
            and no cards lead there.
    """
    way = reply.move
    here = f"{way.from_} to {way.to}"
    there = (way.to,) if book.is_recon(way.to) else ()
    if not due or way.from_ in due:
        stay = tuple(square for square in due if square != way.from_)
    elif book.options.catch == "strict":
        stay, there = due, ()
        one = due[0] if len(due) == 1 else f"one of {joined(due)}"
        yield Line(text=f"{here} will not be played, for {one} has to be left in that turn.")
    elif len(due) == 1:
        stay = due
        yield Line(text=f"{here} opens a breach: the piece on {due[0]} has to leave in that turn.")
    else:
        stay = ()
        yield Line(
            text=f"{here} loses the pieces on {joined(due)}: one of them has to leave in that turn."
        )
    for inner in reply.then:
        yield from _against_duty(book, (*stay, *there), inner)


def _condition(reply: Reply) -> str:
    if reply.if_ == "any":
        return "Whatever they do"
    return sentence(f"if {joined([_when(when) for when in reply.if_])}")


def _when(when: When) -> str:
    who = "another army" if when.side is None else army_name(when.side)
    origin = "" if when.from_ is None else f" from {when.from_}"
    target = "" if when.to is None else f" to {when.to}"
    did = f"goes{origin}{target}" if origin or target else "has moved"
    match when.captured:
        case None:
            lost = ""
        case "any":
            lost = " and a piece is lost in its turn"
        case "none":
            lost = " and no piece is lost in its turn"
        case kind:
            lost = f" and {a_kind(kind)} is lost in its turn"
    return f"{who} {did}{lost}"


def _covered(book: Ruleset, state: State, seat: str, side: str, *, waiting: Sequence[Reply]) -> str:
    """Returns how many moves of one army fit what replies say of it, as the board stands now."""
    moves = legal_moves(book, in_turn_of(state, side), side)
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
    when = "" if side == state.side else " as the board stands now"
    named = f": {squares_text([f'{a}-{b}' for a, b in fitting])}" if fitting else ""
    return (
        f"{army_name(side)} has {amount(len(moves), 'legal move')}{when}, "
        f"{len(fitting)} of them named in replies{named}."
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
