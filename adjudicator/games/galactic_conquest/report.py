"""An opening told for people: what came, what was fought with every die, how the match stands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from adjudicator.core.game import Event
from adjudicator.core.report import Line, Paragraph, Report
from adjudicator.games.galactic_conquest import events as e
from adjudicator.games.galactic_conquest.headline import headline
from adjudicator.games.galactic_conquest.narrative import OpeningNarrator, faces_of
from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.options import Options
from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.games.galactic_conquest.tables import changes, planets, seats
from adjudicator.games.galactic_conquest.words import held_regions, troops_of
from adjudicator.narrate.narrator import WORDS

__all__ = ["report", "standings", "start_report"]

_MOST_CARDS = 4
"""With more cards than these sets must be turned in. (Step 2)"""


def report(narrator: StarNarrator, before: State, events: Sequence[Event], view: State) -> Report:
    """Returns the report of one opening, for whoever sees these views and heard these events."""
    opening = OpeningNarrator(narrator.book, before, view, narrator.language.code)
    for event in events:
        opening.tell(event)
    tables = (seats(narrator, before, view), planets(narrator, view))
    return Report(
        title=_title(narrator, before, events),
        summary=tuple(_summary(opening, before, view)),
        paragraphs=(*opening.finished(), _standing(narrator, view)),
        changes=changes(narrator, before, view) if before.owners else None,
        tables=tuple(table for table in tables if table is not None),
        headline=headline(narrator, before, events, view),
        language=narrator.language.code,
    )


def start_report(narrator: StarNarrator, state: State) -> Report:
    """Returns the report of a match before its first opening."""
    table = planets(narrator, state)
    return Report(
        title=narrator.say("title-start"),
        summary=(*_next(narrator, state), *_options(narrator)),
        paragraphs=(_standing(narrator, state),),
        tables=() if table is None else (table,),
        language=narrator.language.code,
    )


def standings(narrator: StarNarrator, state: State) -> tuple[str, ...]:
    """Returns who is next, and what each seat holds."""
    return (
        *_result(narrator, state),
        *_conceded(narrator, state),
        *_next(narrator, state),
        *_seats(narrator, state),
    )


def _title(narrator: StarNarrator, before: State, events: Sequence[Event]) -> str:
    turn, seat = before.turn, narrator.name(before.seat)
    if events and all(isinstance(event, (*WORDS, e.GameEnded)) for event in events):
        if _is_set_up(before):
            return narrator.say("title-word")
        return narrator.say("title-word-in", turn=turn, seat=seat)
    if _is_set_up(before):
        return narrator.say("heading-deal" if before.phase == "deal" else "heading-set-up")
    key = "title-turn" if before.phase == "trade" else "title-turn-continued"
    return narrator.say(key, turn=turn, seat=seat)


def _is_set_up(state: State) -> bool:
    return state.phase in ("deal", "set-up")


def _summary(opening: OpeningNarrator, before: State, view: State) -> Iterator[str]:
    yield from _result(opening, view)
    yield from _conceded(opening, view)
    for seat, taken in opening.taken.items():
        names = [opening.place(event.target) for event in taken]
        yield opening.say("sum-captures", seat=opening.name(seat), count=len(taken), names=names)
    for gone in opening.eliminated:
        seat, loser = opening.name(gone.by), opening.name(gone.seat)
        yield opening.say("sum-eliminates", seat=seat, loser=loser)
    yield from _regions(opening, before, view)
    if opening.lost:
        losses = [
            opening.say("sum-losses-of", seat=opening.name(seat), troops=opening.troops(lost))
            for seat in (*opening.book.seats, NEUTRAL)
            if (lost := opening.lost.get(seat, 0))
        ]
        yield opening.say("sum-losses", losses=losses)
    elif before != view and not _is_set_up(before):
        yield opening.say("sum-no-battle")
    yield from _next(opening, view)


def _regions(narrator: StarNarrator, before: State, view: State) -> Iterator[str]:
    """Yields which seats hold a region now, or no longer."""
    book = narrator.book
    for seat in book.seats:
        was, now = (held_regions(book, state.owners, seat) for state in (before, view))
        gained = [narrator.region(region) for region in now if region not in was]
        gone = [narrator.region(region) for region in was if region not in now]
        if gained:
            yield narrator.say("sum-gained", seat=narrator.name(seat), regions=gained)
        if gone:
            yield narrator.say("sum-lost", seat=narrator.name(seat), regions=gone)


# -- how things stand ---------------------------------------------------------------------------


def _result(narrator: StarNarrator, state: State) -> Iterator[str]:
    if state.result is not None:
        yield narrator.end(state.result)


def _conceded(narrator: StarNarrator, state: State) -> Iterator[str]:
    if state.conceded:
        yield narrator.say("have-conceded", seats=[*map(narrator.name, state.conceded)])


def _next(narrator: StarNarrator, state: State) -> Iterator[str]:
    if state.result is not None:
        return
    set_up, turn, seat = narrator.book.options.set_up, state.turn, narrator.name(state.seat)
    if state.phase == "deal":
        key = "cards" if state.to_deal else "planets" if set_up == "dealt" else "order"
        yield narrator.say("next-deal", what=narrator.say(f"next-deal-{key}"))
    elif state.phase == "set-up":
        yield narrator.say("next-claiming" if set_up == "claimed" else "next-set-up")
    elif state.phase != "trade":
        yield narrator.say("next-goes-on", turn=turn, seat=seat)
    else:
        cards, troops = len(state.hands[state.seat]), narrator.new_troops(state)
        if cards > _MOST_CARDS:
            yield narrator.say("next-turn-forced", turn=turn, seat=seat, troops=troops, cards=cards)
        else:
            yield narrator.say("next-turn", turn=turn, seat=seat, troops=troops)


def _seats(narrator: StarNarrator, state: State) -> Iterator[str]:
    book = narrator.book
    for seat in (*state.order, *(one for one in book.seats if one not in state.order)):
        name = narrator.name(seat)
        if seat in state.fallen:
            yield narrator.say("is-out", seat=name)
            continue
        hand = state.hands[seat]
        figures = [*_holds(narrator, state, seat), narrator.cards(len(hand))]
        regions = [narrator.region(one) for one in held_regions(book, state.owners, seat)]
        whole = narrator.say("seat-has-whole", regions=regions) if regions else ""
        told = [narrator.say("seat-has", seat=name, figures=figures, whole=whole)]
        if faces := faces_of(state.decks, hand):
            told.append(narrator.say("in-hand", cards=narrator.faces(faces)))
        yield " ".join(told)
    if NEUTRAL in state.owners.values():
        yield narrator.say("neutral-has", figures=_holds(narrator, state, NEUTRAL))
    if state.decks:
        left = len(state.decks[-1]) - state.drawn
        yield narrator.say("cards-left", left=left, turned=len(state.discards))
    if book.options.set_values == "rising" and not _is_set_up(state):
        yield narrator.say("next-set", troops=narrator.troops(_next_set(book, state)))


def _holds(narrator: StarNarrator, state: State, seat: str) -> list[str]:
    held, troops = troops_of(state, seat)
    return [narrator.planets(held), narrator.troops(troops)]


def _next_set(book: Ruleset, state: State) -> int:
    """Returns what any set brings where values rise. (Ruling 14)"""
    return book.value_of(("f1", "b1", "c1"), state.sets_traded)


def _options(narrator: StarNarrator) -> Iterator[str]:
    """Yields what the players agreed on otherwise than the game has it."""
    usual = Options().to_json()
    agreed = [
        f"{name} {json.dumps(value)}"
        for name, value in narrator.book.options.to_json().items()
        if value != usual[name]
    ]
    if agreed:
        yield narrator.say("options", options=agreed)


def _standing(narrator: StarNarrator, state: State) -> Paragraph:
    return narrator.paragraph("standing", map(Line, _seats(narrator, state)))
