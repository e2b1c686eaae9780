"""An opening told for people: moves, cards, losses, and how the match stands."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import Event
from adjudicator.core.report import Line, Paragraph, Report
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.headline import headline
from adjudicator.games.stratix.narrative import OpeningNarrator
from adjudicator.games.stratix.narrator import ArmyNarrator, is_in_progress
from adjudicator.games.stratix.options import Options
from adjudicator.games.stratix.ruleset import ROUNDS_OF_DEAD_END, balance
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.tables import armies, changes, pieces
from adjudicator.games.stratix.words import in_order
from adjudicator.narrate.narrator import WORDS

__all__ = ["report", "standings", "start_report"]


def report(narrator: ArmyNarrator, before: State, events: Sequence[Event], view: State) -> Report:
    """Returns the report of one opening, for whoever sees these views and heard these events."""
    opening = OpeningNarrator(narrator.book, before, view, narrator.language.code)
    moves = sum(isinstance(event, (e.PieceMoved, e.PieceReturned)) for event in events)
    opening.numbers_moves = moves > 1
    for event in events:
        opening.tell(event)
    return Report(
        title=_title(narrator, before, events),
        summary=tuple(_summary(opening, view)),
        paragraphs=(*opening.finished(), _standing(narrator, view)),
        changes=changes(narrator, before, view),
        tables=(armies(narrator, before, view), pieces(narrator, view)),
        headline=headline(opening, events, view),
        language=narrator.language.code,
    )


def start_report(narrator: ArmyNarrator, state: State) -> Report:
    """Returns the report of a match before its first opening."""
    return Report(
        title=narrator.say("title-start", title=narrator.book.board.title),
        summary=(*_next(narrator, state), *_options(narrator)),
        paragraphs=(_standing(narrator, state),),
        tables=(pieces(narrator, state),),
        language=narrator.language.code,
    )


def standings(narrator: ArmyNarrator, state: State) -> tuple[str, ...]:
    """Returns whose turn it is, and how each army stands, clockwise."""
    return (
        *_result(narrator, state),
        *_conceded(narrator, state),
        *_next(narrator, state),
        *_stand(narrator, state),
    )


def _title(narrator: ArmyNarrator, before: State, events: Sequence[Event]) -> str:
    is_word = bool(events) and all(isinstance(one, (*WORDS, e.GameEnded)) for one in events)
    if before.phase in ("lot", "deal"):
        if is_word:
            return narrator.say(f"title-word-{before.phase}")
        return narrator.say("title-lot" if before.phase == "lot" else "title-deal")
    turn, army = before.turn, narrator.seat(before.side)
    if is_word:
        return narrator.say("title-word", turn=turn, army=army)
    title = narrator.say("title-turn", turn=turn, army=army)
    return narrator.say("title-continued", title=title) if is_in_progress(before) else title


def _summary(opening: OpeningNarrator, view: State) -> Iterator[str]:
    yield from _result(opening, view)
    yield from _conceded(opening, view)
    for side, done in opening.deeds:
        yield opening.say("sum-did", army=opening.seat(side), deeds=done)
    if opening.has_assault_begun:
        yield opening.say("sum-assault")
    for gone in opening.fallen:
        yield opening.say("sum-out", army=opening.seat(gone.side))
    if opening.lost:
        yield opening.say("sum-lost", armies=_by_army(opening, opening.lost))
    if opening.recovered:
        yield opening.say("sum-recovered", armies=_by_army(opening, opening.recovered))
    yield from _next(opening, view)


def _by_army(
    narrator: ArmyNarrator,
    found: Mapping[str, Sequence[e.PieceLost]] | Mapping[str, Sequence[e.PieceRecovered]],
) -> str:
    """Returns pieces by army and kind: "South-West 1 tank; North-East 2 infantry"."""
    told = []
    for side in in_order(tuple(found)):
        pieces = narrator.kinds(_counted([one.kind for one in found[side]]))
        told.append(narrator.say("sum-pieces-of", army=narrator.seat(side), pieces=pieces))
    return "; ".join(told)


def _counted(kinds: Sequence[str]) -> dict[str, int]:
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}


# -- how things stand ---------------------------------------------------------------------------


def _result(narrator: ArmyNarrator, state: State) -> Iterator[str]:
    if state.result is not None:
        yield narrator.end(state.result)


def _conceded(narrator: ArmyNarrator, state: State) -> Iterator[str]:
    if state.conceded:
        armies = [narrator.seat(seat) for seat in in_order(state.conceded)]
        yield narrator.say("have-conceded", armies=armies)


def _next(narrator: ArmyNarrator, state: State) -> Iterator[str]:
    if state.result is not None:
        return
    if state.phase == "lot":
        yield narrator.say("next-lot")
    elif state.phase == "deal":
        yield narrator.say("next-deal")
    else:
        key = "next-goes-on" if is_in_progress(state) else "next-turn"
        told = narrator.say(key, turn=state.turn, army=narrator.seat(state.side))
        yield " ".join([told, *_due(narrator, state)])


def _due(narrator: ArmyNarrator, state: State) -> Iterator[str]:
    """Yields which pieces still have to leave their recon spaces in the turn. (Ruling 22)"""
    due = narrator.book.geometry.grid.in_order(state.due_left)
    found = [narrator.piece_on(state.pieces[square].kind, square) for square in due]
    if len(found) == 1:
        yield narrator.say("next-one-due", piece=found[0])
    elif found:
        pieces = [narrator.say("its-piece", piece=one) for one in found]
        yield narrator.say("next-some-due", pieces=pieces)


def _stand(narrator: ArmyNarrator, state: State) -> Iterator[str]:
    for side in narrator.book.seats:
        if side in state.fallen:
            yield narrator.say("is-out", army=narrator.seat(side))
        else:
            yield " ".join(_army(narrator, state, side))
    yield narrator.say("deck-stands", deck=narrator.deck(state))
    yield from _truce(narrator, state)
    yield from _quiet(narrator, state)


def _army(narrator: ArmyNarrator, state: State, side: str) -> Iterator[str]:
    """Yields how an army stands, sentence by sentence."""
    held = sum(piece.side == side for piece in state.pieces.values())
    lost = {kind: count for kind, count in state.captured.get(side, {}).items() if count}
    figures = [narrator.say("army-pieces", held=held, all=held + sum(lost.values()))]
    if lost:
        figures.append(narrator.say("army-lost", pieces=narrator.kinds(lost)))
    hand = state.hands.get(side, ())
    figures.append(narrator.say("kept-cards", count=len(hand)))
    home = ""
    if state.assault:
        own, foreign = balance(narrator.book, state, side)
        margin = narrator.margin(own, foreign)
        home = narrator.say("army-home", own=own, foreign=foreign, margin=margin)
    yield narrator.say("army-has", army=narrator.seat(side), figures=figures, home=home)
    if side in state.misses:
        yield narrator.say("army-misses")
    known = [deck.card(place) for deck in state.decks[:1] for place in hand]
    cards = [
        narrator.say("card-held", card=card, title=narrator.book.cards.cards[card].title)
        for card in known
        if card is not None
    ]
    if cards:
        yield narrator.say("army-hand", cards=cards)


def _truce(narrator: ArmyNarrator, state: State) -> Iterator[str]:
    truce = state.ceasefire
    if truce is not None:
        quarter, army = narrator.quarter(truce.quadrant), narrator.seat(truce.side)
        yield narrator.say("truce", quarter=quarter, army=army)


def _quiet(narrator: ArmyNarrator, state: State) -> Iterator[str]:
    """Yields how near the dead end is, when half of the way is gone. (Ruling 27)"""
    limit = ROUNDS_OF_DEAD_END * len(state.order)
    if state.result is None and 2 * state.quiet >= limit:
        key = "quiet-match-ends" if state.assault else "quiet-card-goes"
        yield narrator.say(key, count=state.quiet, limit=limit)


def _options(narrator: ArmyNarrator) -> Iterator[str]:
    """Yields what the players agreed on otherwise than the game has it."""
    usual = Options().to_json()
    agreed = [
        f"{name} {json.dumps(value)}"
        for name, value in narrator.book.options.to_json().items()
        if value != usual[name]
    ]
    if agreed:
        yield narrator.say("options", options=agreed)


def _standing(narrator: ArmyNarrator, state: State) -> Paragraph:
    return narrator.paragraph("standing", map(Line, _stand(narrator, state)))
