"""An opening told for people: what was declared and moved, every die, every loss, who is next."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.game import Event
from adjudicator.core.report import Line, Paragraph, Report
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.narrative import WORDS, Teller, end_text, stations_texts
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    INVADERS,
    SIDES,
    Counts,
    State,
    groups_of,
    total_of,
)
from adjudicator.games.fortress_america.tables import changes, losses, stations
from adjudicator.games.fortress_america.words import SIDE_NAMES, heading, place, seats_text, units

__all__ = ["report", "standings", "start_report"]


def report(book: Ruleset, before: State, events: Sequence[Event], view: State) -> Report:
    """Returns the report of one opening: a paragraph for each action, then how things stand."""
    from adjudicator.games.fortress_america.headline import headline

    teller = Teller(book, before)
    for event in events:
        teller.tell(event)
    paragraphs = [*teller.finished(), _standing(book, view)]
    return Report(
        title=_title(book, before, events),
        summary=tuple(_summary(book, teller, before, view)),
        paragraphs=tuple(paragraphs),
        changes=changes(book, before, view),
        tables=tuple(filter(None, (losses(before, events, view), stations(book, view)))),
        headline=headline(teller, before, events, view),
    )


def start_report(book: Ruleset, state: State) -> Report:
    """Returns the report of a match before its first opening: who stands where."""
    paragraphs = []
    for side in SIDES:
        groups = dict(state.spaces_of(side))
        if groups:
            title = f"{SIDE_NAMES[side]}: {amount(total_of(groups_of(groups)), 'unit')}"
            lines = [Line(text=text) for text in stations_texts(book, groups)]
            paragraphs.append(Paragraph(heading=sentence(title), lines=tuple(lines)))
        else:
            text = f"{sentence(units(book.units_of(side)))}: none of them is on the board."
            paragraphs.append(
                Paragraph(heading=sentence(SIDE_NAMES[side]), lines=(Line(text=text),))
            )
    return Report(
        title=f"The start of a match of {book.edition.title}",
        summary=(_cities(book, state), *_turn_next(book, state), *_options(book)),
        paragraphs=(*paragraphs, _standing(book, state)),
        tables=(stations(book, state),),
    )


def _options(book: Ruleset) -> Iterator[str]:
    """Yields what the players agreed on otherwise than the book has it. (Chapter 4)"""
    usual = type(book.options)().to_json()
    agreed = [
        f"{name} {json.dumps(value)}"
        for name, value in sorted(book.options.to_json().items())
        if value != usual[name]
    ]
    if agreed:
        yield f"Options of this match: {', '.join(agreed)}."


def standings(book: Ruleset, state: State) -> tuple[str, ...]:
    """Returns who is next, who holds what, and what is left."""
    return (
        *_result(book, state),
        *_conceded(book, state),
        *_turn_next(book, state),
        _cities(book, state),
        *_sides(book, state),
    )


# -- how things stand ---------------------------------------------------------------------------


def _title(book: Ruleset, before: State, events: Sequence[Event]) -> str:
    if events and all(isinstance(event, (*WORDS, e.GameEnded)) for event in events):
        return f"A word on the match, in turn {before.turn} of {_who(book, before)}"
    if before.action.startswith("setup") or before.action == "deal":
        return heading(book, before.action)
    begins = before.action == "reinforcements"
    more = "" if begins else ", continued"
    return f"Turn {before.turn} of {_who(book, before)}{more}"


def _who(book: Ruleset, state: State) -> str:
    """Returns who plays, in words: one side, or all invaders at the same time."""
    return "the invaders" if book.is_together(state.side) else SIDE_NAMES[state.side]


def _summary(book: Ruleset, teller: Teller, before: State, view: State) -> Iterator[str]:
    yield from _result(book, view)
    yield from _conceded(book, view)
    if teller.lost:
        told = [
            f"{SIDE_NAMES[side]} {units(teller.lost[side])}"
            for side in SIDES
            if side in teller.lost
        ]
        yield f"Losses: {'; '.join(told)}."
    elif before != view and not before.action.startswith("setup") and before.action != "deal":
        yield "Losses: none."
    yield _cities(book, view)
    yield from _turn_next(book, view)


def _result(book: Ruleset, state: State) -> Iterator[str]:
    if state.result is None:
        return
    yield end_text(book, state.result)
    for side in INVADERS:
        if side in state.result.points:
            points = amount(state.result.points[side], "point")
            yield f"{sentence(SIDE_NAMES[side])} has {points}."


def _conceded(book: Ruleset, state: State) -> Iterator[str]:
    if state.conceded:
        sides = [side for seat in state.conceded for side in book.seats[seat].sides]
        have = "has" if len(sides) == 1 else "have"
        yield f"{sentence(seats_text(book, *state.conceded))} {have} conceded."


def _turn_next(book: Ruleset, state: State) -> Iterator[str]:
    if state.result is not None:
        return
    if state.action.startswith("setup") or state.action == "deal":
        yield f"Next is the {heading(book, state.action).lower().replace('usa', 'USA')}."
    elif state.action == "reinforcements":
        last = "; it is the last round" if state.last_round else ""
        yield f"Turn {state.turn} of {_who(book, state)} is next{last}."
    else:
        action = heading(book, state.action).lower()
        yield f"Turn {state.turn} of {SIDE_NAMES[state.side]} goes on: {action}."


def _cities(book: Ruleset, state: State) -> str:
    count = book.captured_cities(state)
    held = [place(book, area) for area in state.control if book.is_city(area)]
    names = f" ({joined(held)})" if held else ""
    cities = amount(count, "city", "cities") if count else "no city"
    held_now = f"The invaders hold {cities}{names}"
    if state.result is not None:
        return f"{held_now}; {book.options.cities_to_win} were needed to win."
    last = book.edition.last_turn
    until = "" if last is None or state.last_round else f", or the USA does after turn {last}"
    return f"{held_now}; {book.options.cities_to_win} win{until}."


def _sides(book: Ruleset, state: State) -> Iterator[str]:
    nothing: Counts = FrozenMap()
    for side in SIDES:
        board = total_of(groups_of(dict(state.spaces_of(side))))
        reserve = total_of(state.reserves.get(side, nothing))
        words = [f"{amount(board, 'unit')} on the board", f"{reserve} to come"]
        lost = total_of(state.destroyed.get(side, nothing))
        if lost:
            words.append(f"{lost} lost for ever")
        if side in state.lasers_destroyed:
            words.append(f"{amount(state.lasers_destroyed[side], 'laser')} destroyed")
        yield f"{sentence(SIDE_NAMES[side])}: {', '.join(words)}."
    lasers = joined([place(book, area) for area in state.lasers], "none")
    yield f"Lasers: {lasers}; {state.lasers_left} to come."
    for card in state.hand:
        from adjudicator.games.fortress_america.card_words import card_text

        yield f"In the USA's hand: {card_text(book, card)}."
    if state.invader_decks:
        yield from _invader_cards(book, state)


def _invader_cards(book: Ruleset, state: State) -> Iterator[str]:
    """Yields what everybody knows of the invaders' cards, and the hands that are known here."""
    from adjudicator.games.fortress_america.invader_card_words import invader_card_text

    for side in INVADERS:
        held = state.invader_decks[side]
        played = [card for place in held.deck.public if (card := held.deck.card(place))]
        left = len(held.deck) - held.drawn
        titles = [f"{book.invader_cards[card].title} ({card})" for card in played]
        told = f"; played: {joined(titles)}" if played else ""
        hand = amount(len(held.hand), "invader card")
        yield f"{sentence(SIDE_NAMES[side])}: {hand} in hand, {left} in the deck{told}."
        for card in held.known():
            yield f"In the hand of {SIDE_NAMES[side]}: {invader_card_text(book, card)}."
    for one in state.in_force:
        yield f"In force: {invader_card_text(book, one.card)}."


def _standing(book: Ruleset, state: State) -> Paragraph:
    lines = tuple(Line(text=text) for text in _sides(book, state))
    return Paragraph(heading="How the match stands", lines=lines)
