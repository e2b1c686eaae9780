"""An opening told for people: moves, cards, losses, and how the match stands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.game import Event
from adjudicator.core.report import Line, Paragraph, Report
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.narrative import WORDS, Teller
from adjudicator.games.stratix.options import Options
from adjudicator.games.stratix.ruleset import ROUNDS_OF_DEAD_END, Ruleset
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.tables import armies, changes, pieces
from adjudicator.games.stratix.telling import (
    deck_text,
    end_text,
    goes_on,
    held_text,
    margin_text,
    on_text,
)
from adjudicator.games.stratix.words import army_name, in_order, kinds_text
from adjudicator.games.stratix.zones import balance

__all__ = ["report", "standings", "start_report"]


def report(book: Ruleset, before: State, events: Sequence[Event], view: State) -> Report:
    """Returns the report of one opening, for whoever sees these views and heard these events."""
    from adjudicator.games.stratix.headline import headline

    teller = Teller(book, before, view)
    for event in events:
        teller.tell(event)
    return Report(
        title=_title(before, events),
        summary=tuple(_summary(book, teller, view)),
        paragraphs=(*teller.finished(), _standing(book, view)),
        changes=changes(book, before, view),
        tables=(armies(book, before, view), pieces(book, view)),
        headline=headline(teller, events, view),
    )


def start_report(book: Ruleset, state: State) -> Report:
    """Returns the report of a match before its first opening."""
    return Report(
        title=f"The start of a match of {book.board.title}",
        summary=(*_next(book, state), *_options(book)),
        paragraphs=(_standing(book, state),),
        tables=(pieces(book, state),),
    )


def standings(book: Ruleset, state: State) -> tuple[str, ...]:
    """Returns whose turn it is, and how each army stands, clockwise."""
    return (*_result(state), *_conceded(state), *_next(book, state), *_stand(book, state))


def _title(before: State, events: Sequence[Event]) -> str:
    turn = f"turn {before.turn} of {army_name(before.side)}"
    if before.phase in ("lot", "deal"):
        turn = "the lot for the first move" if before.phase == "lot" else "the recon deck"
    if events and all(isinstance(event, (*WORDS, e.GameEnded)) for event in events):
        return f"A word on the match, before {turn}"
    return sentence(turn) + (", continued" if goes_on(before) else "")


def _summary(book: Ruleset, teller: Teller, view: State) -> Iterator[str]:
    yield from _result(view)
    yield from _conceded(view)
    for side, done in teller.deeds:
        yield f"{army_name(side)} {joined(done)}."
    if teller.has_assault_begun:
        yield "The final assault has begun."
    for gone in teller.fallen:
        yield f"{army_name(gone.side)} is out."
    lost = [
        f"{army_name(side)} {kinds_text(_counted([one.kind for one in teller.lost[side]]))}"
        for side in in_order(tuple(teller.lost))
    ]
    if lost:
        yield f"Lost: {'; '.join(lost)}."
    back = [
        f"{army_name(side)} {kinds_text(_counted([one.kind for one in teller.recovered[side]]))}"
        for side in in_order(tuple(teller.recovered))
    ]
    if back:
        yield f"Recovered: {'; '.join(back)}."
    yield from _next(book, view)


def _counted(kinds: Sequence[str]) -> dict[str, int]:
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


# -- how things stand ---------------------------------------------------------------------------


def _result(state: State) -> Iterator[str]:
    if state.result is not None:
        yield end_text(state.result)


def _conceded(state: State) -> Iterator[str]:
    if state.conceded:
        have = "has" if len(state.conceded) == 1 else "have"
        names = [army_name(seat) for seat in in_order(state.conceded)]
        yield f"{joined(names)} {have} conceded."


def _next(book: Ruleset, state: State) -> Iterator[str]:
    if state.result is not None:
        return
    if state.phase == "lot":
        yield (
            "Next is the lot: each army draws a recon card, and the highest number moves first. "
            "Every seat sends a sheet for it, with no orders."
        )
        return
    if state.phase == "deal":
        yield "Next the recon deck is shuffled. Every seat sends a sheet for it, with no orders."
        return
    comes = "goes on" if goes_on(state) else "is next"
    yield f"Turn {state.turn} of {army_name(state.side)} {comes}.{_duty(book, state)}"


def _duty(book: Ruleset, state: State) -> str:
    """Says which pieces still have to leave their recon spaces in the turn. (Ruling 22)"""
    due = book.geometry.grid.in_order(state.due_left)
    if not due:
        return ""
    if len(due) == 1:
        return f" Its {on_text(state, due[0])} has to leave its recon space then."
    found = joined([f"its {on_text(state, square)}" for square in due])
    return f" On recon spaces stand {found}; one of them has to leave then."


def _stand(book: Ruleset, state: State) -> Iterator[str]:
    for side in book.seats:
        name = army_name(side)
        if side in state.fallen:
            yield f"{name} is out of the match."
            continue
        held = sum(piece.side == side for piece in state.pieces.values())
        lost = {kind: count for kind, count in state.captured.get(side, {}).items() if count}
        words = [f"{held} of {held + sum(lost.values())} pieces"]
        if lost:
            words.append(f"lost {kinds_text(lost)}")
        hand = state.hands.get(side, ())
        words.append(amount(len(hand), "kept card"))
        known = held_text(book, state, hand)
        shown = f" In hand: {known}." if known else ""
        zone = ""
        if state.assault:
            own, foreign = balance(book, state, side)
            margin = margin_text(own, foreign)
            zone = f"; in its home zone {own} of its own against {foreign}, {margin}"
        misses = " It misses its next turn." if side in state.misses else ""
        yield f"{name}: {', '.join(words)}{zone}.{misses}{shown}"
    yield f"{deck_text(state)}."
    yield from _truce(state)
    yield from _quiet(book, state)


def _truce(state: State) -> Iterator[str]:
    truce = state.ceasefire
    if truce is not None:
        where = f"the quarter of {army_name(truce.quadrant)}"
        until = f"the next turn of {army_name(truce.side)}"
        yield f"Cease-fire: nothing may be struck in {where} until {until}."


def _quiet(book: Ruleset, state: State) -> Iterator[str]:
    """Yields how near the dead end is, when half of the way is gone. (Ruling 27)"""
    limit = ROUNDS_OF_DEAD_END * len(state.order)
    if state.result is None and 2 * state.quiet >= limit:
        then = "the match ends" if state.assault else "the top card is put away unread"
        yield (
            f"Nothing was captured, drawn or eliminated for {amount(state.quiet, 'turn')}; "
            f"after {limit} {then}."
        )


def _options(book: Ruleset) -> Iterator[str]:
    """Yields what the players agreed on otherwise than the game has it."""
    usual = Options().to_json()
    agreed = [
        f"{name} {json.dumps(value)}"
        for name, value in book.options.to_json().items()
        if value != usual[name]
    ]
    if agreed:
        yield f"Options of this match: {', '.join(agreed)}."


def _standing(book: Ruleset, state: State) -> Paragraph:
    lines = tuple(Line(text=text) for text in _stand(book, state))
    return Paragraph(heading="How the match stands", lines=lines)
