"""An opening told for people: what was declared and moved, every die, every loss, who is next."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.core.report import Line, Paragraph, Report
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.report_lines import ReportLines, end_text, stations_texts
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    INVADERS,
    SIDES,
    Counts,
    State,
    groups_of,
    total_of,
)
from adjudicator.games.fortress_america.tables import changes, losses, order_of_battle
from adjudicator.games.fortress_america.words import Words
from adjudicator.narrate.narrator import WORDS

__all__ = ["report", "standings", "start_report"]


def report(
    of: Words, book: Ruleset, before: State, opening: tuple[Sequence[Event], State]
) -> Report:
    """Returns the report of one opening: a paragraph for each action, then how things stand.

    Args:
        opening: its events, and the position behind them.
    """
    from adjudicator.games.fortress_america.headline import headline

    events, view = opening
    told = ReportLines(of, book, before)
    for event in events:
        told.tell(event)
    paragraphs = [*told.finished(), _standing(of, book, view)]
    tables = (losses(of, before, events, view), order_of_battle(of, book, view))
    return Report(
        title=_title(of, book, before, events),
        summary=tuple(_summary(told, before, view)),
        paragraphs=tuple(paragraphs),
        changes=changes(of, book, before, view),
        tables=tuple(filter(None, tables)),
        headline=headline(told, before, events, view),
        language=of.language.code,
    )


def start_report(of: Words, book: Ruleset, state: State) -> Report:
    """Returns the report of a match before its first opening: who stands where."""
    paragraphs = []
    for side in SIDES:
        groups, name = dict(state.spaces_of(side)), of.side(side)
        if groups:
            lines = [Line(text=text) for text in stations_texts(of, book, groups)]
            count = total_of(groups_of(groups))
            paragraphs.append(of.paragraph("units-of-side", lines, side=name, count=count))
        else:
            line = of.line("none-on-board", units=of.units(book.units_of(side)))
            paragraphs.append(of.paragraph("heading-of-side", [line], side=name))
    return Report(
        title=of.say("title-start", game=book.edition.title),
        summary=(_cities(of, book, state), *_turn_next(of, book, state), *_options(of, book)),
        paragraphs=(*paragraphs, _standing(of, book, state)),
        tables=(order_of_battle(of, book, state),),
        language=of.language.code,
    )


def _options(of: Words, book: Ruleset) -> Iterator[str]:
    """Yields what the players agreed on otherwise than the book has it. (Chapter 4)"""
    usual = type(book.options)().to_json()
    agreed = [
        f"{name} {json.dumps(value)}"
        for name, value in sorted(book.options.to_json().items())
        if value != usual[name]
    ]
    if agreed:
        yield of.say("options", options=agreed)


def standings(of: Words, book: Ruleset, state: State) -> tuple[str, ...]:
    """Returns who is next, who holds what, and what is left."""
    return (
        *_result(of, book, state),
        *_conceded(of, book, state),
        *_turn_next(of, book, state),
        _cities(of, book, state),
        *_sides(of, book, state),
    )


# -- how things stand ---------------------------------------------------------------------------


def _title(of: Words, book: Ruleset, before: State, events: Sequence[Event]) -> str:
    turn, who = before.turn, _who(of, book, before)
    if events and all(isinstance(event, (*WORDS, e.GameEnded)) for event in events):
        return of.say("title-words", turn=turn, side=who)
    if before.action.startswith("setup") or before.action == "deal":
        return of.action(book, before.action)
    begins = before.action == "reinforcements"
    return of.say("title" if begins else "title-continued", turn=turn, side=who)


def _who(of: Words, book: Ruleset, state: State) -> str:
    """Returns who plays: one side, or all invaders at the same time."""
    return of.say("the-invaders") if book.is_together(state.side) else of.side(state.side)


def _summary(told: ReportLines, before: State, view: State) -> Iterator[str]:
    of, book = told.of, told.book
    yield from _result(of, book, view)
    yield from _conceded(of, book, view)
    if told.lost:
        lost = [
            of.say("losses-of", side=of.side(side), units=of.units(told.lost[side]))
            for side in SIDES
            if side in told.lost
        ]
        yield of.say("losses", losses="; ".join(lost))
    elif before != view and not before.action.startswith("setup") and before.action != "deal":
        yield of.say("no-losses")
    yield _cities(of, book, view)
    yield from _turn_next(of, book, view)


def _result(of: Words, book: Ruleset, state: State) -> Iterator[str]:
    if state.result is None:
        return
    yield end_text(of, book, state.result)
    for side in INVADERS:
        if side in state.result.points:
            yield of.say("has-points", side=of.side(side), count=state.result.points[side])


def _conceded(of: Words, book: Ruleset, state: State) -> Iterator[str]:
    if state.conceded:
        count = sum(len(book.seats[seat].sides) for seat in state.conceded)
        yield of.say("have-conceded", seats=of.seats(book, *state.conceded), count=count)


def _turn_next(of: Words, book: Ruleset, state: State) -> Iterator[str]:
    if state.result is not None:
        return
    if state.action.startswith("setup") or state.action == "deal":
        yield of.say("next-setup", action=of.action(book, state.action))
    elif state.action == "reinforcements":
        key, who = state.last_round, _who(of, book, state)
        yield of.say("next-turn-last" if key else "next-turn", turn=state.turn, side=who)
    else:
        side, action = of.side(state.side), of.action(book, state.action)
        yield of.say("turn-goes-on", turn=state.turn, side=side, action=action)


def _cities(of: Words, book: Ruleset, state: State) -> str:
    count = book.captured_cities(state)
    names = of.place_names(book, [area for area in state.control if book.is_city(area)])
    cities = of.say("cities", count=count) if count else of.say("no-city")
    hold = (
        of.say("invaders-hold-named", cities=cities, names=names)
        if names
        else of.say("invaders-hold", cities=cities)
    )
    needed, last = book.options.cities_to_win, book.edition.last_turn
    if state.result is not None:
        return of.say("cities-needed", hold=hold, count=needed)
    if last is None or state.last_round:
        return of.say("cities-win", hold=hold, count=needed)
    return of.say("cities-win-until", hold=hold, count=needed, turn=last)


def _sides(of: Words, book: Ruleset, state: State) -> Iterator[str]:
    nothing: Counts = FrozenMap()
    for side in SIDES:
        board = total_of(groups_of(dict(state.spaces_of(side))))
        reserve = total_of(state.reserves.get(side, nothing))
        parts = [of.say("on-the-board", count=board), of.say("to-come", count=reserve)]
        lost = total_of(state.destroyed.get(side, nothing))
        if lost:
            parts.append(of.say("lost-for-ever", count=lost))
        if side in state.lasers_destroyed:
            parts.append(of.say("lasers-lost", count=state.lasers_destroyed[side]))
        yield of.say("holdings", side=of.side(side), parts=parts)
    lasers = of.joined(of.place_names(book, state.lasers)) if state.lasers else of.say("none")
    yield of.say("lasers-stand", places=lasers, count=state.lasers_left)
    for card in state.hand:
        from adjudicator.games.fortress_america.card_words import card_text

        yield of.say("in-hand", card=card_text(book, card, of))
    if state.invader_decks:
        yield from _invader_cards(of, book, state)


def _invader_cards(of: Words, book: Ruleset, state: State) -> Iterator[str]:
    """Yields what everybody knows of the invaders' cards, and the hands that are known here."""
    from adjudicator.games.fortress_america.card_words import card_title, invader_card_text

    for side in INVADERS:
        held, name = state.invader_decks[side], of.side(side)
        played = [card for place in held.deck.public if (card := held.deck.card(place))]
        left, count = len(held.deck) - held.drawn, len(held.hand)
        if played:
            cards = [card_title(book.invader_cards[card], card, of) for card in played]
            yield of.say("invader-hand-played", side=name, count=count, left=left, cards=cards)
        else:
            yield of.say("invader-hand", side=name, count=count, left=left)
        for card in held.known():
            yield of.say("hand-of", side=name, card=invader_card_text(book, card, of))
    for one in state.in_force:
        yield of.say("in-force", card=invader_card_text(book, one.card, of))


def _standing(of: Words, book: Ruleset, state: State) -> Paragraph:
    return of.paragraph("standing", [Line(text=text) for text in _sides(of, book, state)])
