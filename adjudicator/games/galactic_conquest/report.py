"""An opening told for people: what came, what was fought with every die, how the match stands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.game import Event
from adjudicator.core.report import Line, Paragraph, Report
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.narrative import (
    WORDS,
    Teller,
    count_text,
    end_text,
    faces_of,
)
from adjudicator.games.galactic_conquest.options import Options
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.games.galactic_conquest.tables import changes, planets, seats
from adjudicator.games.galactic_conquest.words import (
    cards_text,
    held_regions,
    place,
    region_name,
    seat_name,
    troops_of,
    troops_text,
)

__all__ = ["report", "standings", "start_report"]

_MOST_CARDS = 4
"""With more cards than these sets must be turned in. (Step 2)"""


def report(book: Ruleset, before: State, events: Sequence[Event], view: State) -> Report:
    """Returns the report of one opening, for whoever sees these views and heard these events."""
    from adjudicator.games.galactic_conquest.headline import headline

    teller = Teller(book, before, view)
    for event in events:
        teller.tell(event)
    tables = (seats(book, before, view), planets(book, view))
    return Report(
        title=_title(before, events),
        summary=tuple(_summary(book, teller, before, view)),
        paragraphs=(*teller.finished(), _standing(book, view)),
        changes=changes(book, before, view) if before.owners else None,
        tables=tuple(table for table in tables if table is not None),
        headline=headline(book, before, events, view),
    )


def start_report(book: Ruleset, state: State) -> Report:
    """Returns the report of a match before its first opening."""
    table = planets(book, state)
    return Report(
        title="The start of a match of Galactic Conquest",
        summary=(*_next(book, state), *_options(book)),
        paragraphs=(_standing(book, state),),
        tables=() if table is None else (table,),
    )


def standings(book: Ruleset, state: State) -> tuple[str, ...]:
    """Returns who is next, and what each seat holds."""
    return (*_result(state), *_conceded(state), *_next(book, state), *_seats(book, state))


def _title(before: State, events: Sequence[Event]) -> str:
    turn = f"turn {before.turn} of {seat_name(before.seat)}"
    if events and all(isinstance(event, (*WORDS, e.GameEnded)) for event in events):
        return "A word on the match" + ("" if _is_set_up(before) else f", in {turn}")
    if _is_set_up(before):
        return "The deal" if before.phase == "deal" else "The set-up"
    return sentence(turn) + ("" if before.phase == "trade" else ", continued")


def _is_set_up(state: State) -> bool:
    return state.phase in ("deal", "set-up")


def _summary(book: Ruleset, teller: Teller, before: State, view: State) -> Iterator[str]:
    yield from _result(view)
    yield from _conceded(view)
    for seat, taken in teller.taken.items():
        names = joined([place(book, event.target) for event in taken])
        yield f"{seat_name(seat)} captures {amount(len(taken), 'planet')}: {names}."
    for gone in teller.eliminated:
        yield f"{seat_name(gone.by)} eliminates {seat_name(gone.seat)}."
    yield from _regions(book, before, view)
    if teller.lost:
        lost = [
            f"{seat_name(seat)} {troops_text(teller.lost[seat])}"
            for seat in (*book.seats, NEUTRAL)
            if teller.lost.get(seat)
        ]
        yield f"Losses: {', '.join(lost)}."
    elif before != view and not _is_set_up(before):
        yield "No battle was fought."
    yield from _next(book, view)


def _regions(book: Ruleset, before: State, view: State) -> Iterator[str]:
    """Yields which seats hold a region now, or no longer."""
    for seat in book.seats:
        was, now = (held_regions(book, state.owners, seat) for state in (before, view))
        gained = [region_name(book, region) for region in now if region not in was]
        gone = [region_name(book, region) for region in was if region not in now]
        if gained:
            yield f"{seat_name(seat)} now holds all of {joined(gained)}."
        if gone:
            yield f"{seat_name(seat)} no longer holds all of {joined(gone)}."


# -- how things stand ---------------------------------------------------------------------------


def _result(state: State) -> Iterator[str]:
    if state.result is not None:
        yield end_text(state.result)


def _conceded(state: State) -> Iterator[str]:
    if state.conceded:
        have = "has" if len(state.conceded) == 1 else "have"
        yield f"{joined([seat_name(seat) for seat in state.conceded])} {have} conceded."


def _next(book: Ruleset, state: State) -> Iterator[str]:
    if state.result is not None:
        return
    name = seat_name(state.seat)
    if state.phase == "deal":
        what = "cards are dealt" if state.to_deal else "the order of play is drawn by lot"
        if not state.to_deal and book.options.set_up == "dealt":
            what += ", and the planets are dealt"
        yield f"Next is the deal: {what}. Every seat sends a sheet for it, with no orders."
    elif state.phase == "set-up":
        claimed = book.options.set_up == "claimed"
        what = "claim planets and place" if claimed else "place"
        yield f"Next is the set-up: all seats {what} their first troops at the same time."
    elif state.phase == "trade":
        cards = len(state.hands[state.seat])
        forced = f" It holds {cards} cards and must turn in sets." if cards > _MOST_CARDS else ""
        yield f"Turn {state.turn} of {name} is next. {count_text(book, state)}{forced}"
    else:
        yield f"Turn {state.turn} of {name} goes on."


def _seats(book: Ruleset, state: State) -> Iterator[str]:
    for seat in (*state.order, *(one for one in book.seats if one not in state.order)):
        name = seat_name(seat)
        if seat in state.fallen:
            yield f"{name} is out of the match."
            continue
        words = _holds(state, seat)
        hand = state.hands[seat]
        words.append(amount(len(hand), "card"))
        faces = faces_of(state.decks, hand)
        shown = f" In hand: {cards_text(faces)}." if faces else ""
        regions = [region_name(book, one) for one in held_regions(book, state.owners, seat)]
        whole = f"; it holds all of {joined(regions)}" if regions else ""
        yield f"{name}: {', '.join(words)}{whole}.{shown}"
    if NEUTRAL in state.owners.values():
        yield f"The neutral army: {', '.join(_holds(state, NEUTRAL))}."
    if state.decks:
        left = len(state.decks[-1]) - state.drawn
        yield f"Cards: {left} to draw, {len(state.discards)} turned in."
    if book.options.set_values == "rising" and not _is_set_up(state):
        yield f"The next set of cards brings {troops_text(_next_set(book, state))}."


def _holds(state: State, seat: str) -> list[str]:
    held, troops = troops_of(state, seat)
    return [amount(held, "planet"), troops_text(troops)]


def _next_set(book: Ruleset, state: State) -> int:
    """Returns what any set brings where values rise. (Ruling 14)"""
    return book.value_of(("f1", "b1", "c1"), state.sets_traded)


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
    lines = tuple(Line(text=text) for text in _seats(book, state))
    return Paragraph(heading="How the match stands", lines=lines)
