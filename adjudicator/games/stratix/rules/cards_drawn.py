"""Recon spaces: the card that is drawn there, and what it orders at once. (Recon deck, cards)"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from adjudicator.core.game import Table
from adjudicator.games.stratix import cards as c
from adjudicator.games.stratix.events import (
    CardDrawn,
    CardHadNoEffect,
    CardKept,
    CardReturnedToBottom,
    CardShown,
    CeasefireBegun,
    DeckArranged,
    DeckLookedAt,
    NoEffectReason,
    PieceMoved,
    PieceRecovered,
    PieceReturned,
    TurnCancelled,
)
from adjudicator.games.stratix.rules import card_questions as ask
from adjudicator.games.stratix.rules.card_choices import Choice
from adjudicator.games.stratix.rules.card_places import (
    active,
    airborne_targets,
    destroyed_kinds,
    enemies_in,
    free_recon,
    room,
)
from adjudicator.games.stratix.rules.deck import facts_of, look_up
from adjudicator.games.stratix.rules.moving import (
    Limits,
    legal_moves,
    lose,
    make_move,
    move_question,
)
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["draw_card"]


class _Drawing(NamedTuple):
    """A card that was drawn, and where."""

    side: str
    """Who drew it."""
    square: str
    """Where the piece stands that drew it: nothing moves it between two draws but its own cards."""
    card: str
    title: str
    label: str
    """What the labels of its questions begin with."""


def draw_card(book: Ruleset, table: Table[State], side: str, square: str) -> int | None:
    """A piece ended its move on a recon space: its army draws a card and obeys it.

    (Recon spaces)

    Returns:
        The position of the card that was drawn last, if it is kept.
    """
    number, place, has_more = 0, square, True
    label = _landing_label(table.state)
    position, card = -1, None
    while has_more:
        number += 1
        position = table.state.pile[0]
        table.record(CardDrawn(side=side, square=place, position=position))
        card, has_more = _turned_up(book, table, side, position), False
        if card is not None:
            title = facts_of(book, card).title
            drawing = _Drawing(side, place, card, title, f"{label}/card-{number}")
            place, has_more = _obeyed(book, table, drawing)
    return position if card is None else None


def _landing_label(state: State) -> str:
    """Returns what the labels of a landing begin with: "turn-3/south-west/move-1"."""
    return f"turn-{state.turn}/{state.side}/move-{len(state.made[-1].moves)}"


def _turned_up(book: Ruleset, table: Table[State], side: str, position: int) -> str | None:
    """Turns a card up that is obeyed at once; returns None for one that is kept, unseen."""
    (deck,) = table.state.decks
    card = look_up(table, position)
    if facts_of(book, card).is_kept:
        table.record(CardKept(side=side, position=position))
        return None
    is_known = position in deck.public
    if not is_known:
        table.unseal(deck, position)
    table.record(CardShown(side=side, card=card, position=position, is_known=is_known))
    return card


def _obeyed(book: Ruleset, table: Table[State], drawing: _Drawing) -> tuple[str, bool]:
    """Obeys a card; returns where its piece stands then, and whether another card is drawn."""
    effect = facts_of(book, drawing.card).effect
    if isinstance(effect, c.Relay):
        return _relay(book, table, drawing, effect)
    if isinstance(effect, c.DrawAnother):
        return drawing.square, _draws_again(table, drawing)
    if isinstance(effect, c.Ambush | c.FallBack):
        _drawer_leaves(book, table, drawing, effect)
    elif isinstance(effect, c.Evacuation | c.Sabotage):
        _enemy_leaves(book, table, drawing, effect)
    elif isinstance(effect, c.Airborne):
        _airborne_assault(book, table, drawing, effect)
    elif isinstance(effect, c.FurtherMove):
        _further_move(book, table, drawing)
    elif isinstance(effect, c.Look):
        _look(book, table, drawing, effect)
    elif isinstance(effect, c.Recover):
        _recovery(book, table, drawing, effect)
    elif isinstance(effect, c.Ceasefire):
        zone = book.zone_of(drawing.square)
        assert zone is not None, "recon spaces lie in battle zones"
        table.record(CeasefireBegun(side=drawing.side, quadrant=zone))
    elif isinstance(effect, c.MissTurn):
        table.record(TurnCancelled(side=drawing.side))
    else:
        assert isinstance(effect, c.Nothing), effect
        _nothing(table, drawing, effect)
    return drawing.square, False


def _void(table: Table[State], drawing: _Drawing, reason: NoEffectReason) -> None:
    """Orders that cannot be carried out are void. (Cards)"""
    table.record(CardHadNoEffect(side=drawing.side, card=drawing.card, reason=reason))


def _nothing(table: Table[State], drawing: _Drawing, effect: c.Nothing) -> None:
    """Nothing happens; while enough cards are left, the card goes back under the deck.

    Those that are left are counted after it was drawn. (False signal, rulings 28 and 29)
    """
    if effect.under_deck_from is not None and len(table.state.pile) >= effect.under_deck_from:
        position = table.state.removed[-1]
        table.record(CardReturnedToBottom(card=drawing.card, position=position))


def _draws_again(table: Table[State], drawing: _Drawing) -> bool:
    """Another card is drawn; where none is left, that is void. (Second pack, forward observer)"""
    if not table.state.pile:
        _void(table, drawing, "deck-empty")
        return False
    return True


def _relay(
    book: Ruleset, table: Table[State], drawing: _Drawing, effect: c.Relay
) -> tuple[str, bool]:
    """The piece that drew the card goes to another free recon space. (Relay, forward observer)"""
    square, state = drawing.square, table.state
    free = free_recon(book, state)
    if not free:
        _void(table, drawing, "no-room-to-go")
    else:
        label = f"{drawing.label}/relay"
        question = ask.relay_question(drawing.title, free, seat=drawing.side, label=label)
        square = table.ask(question).to
        _goes(table, drawing.side, drawing.square, square)
    return square, effect.draw and _draws_again(table, drawing._replace(square=square))


def _goes(table: Table[State], side: str, origin: str, target: str) -> None:
    """A card sets a piece on an empty square."""
    kind = table.state.pieces[origin].kind
    table.record(PieceMoved(side=side, kind=kind, origin=origin, target=target, by_card=True))


def _drawer_leaves(
    book: Ruleset, table: Table[State], drawing: _Drawing, effect: c.Ambush | c.FallBack
) -> None:
    """The piece that drew the card is destroyed, or goes back to its red squares."""
    if isinstance(effect, c.Ambush):
        lose(table, drawing.square, "ambush", by=drawing.side)
    else:
        _goes_back(book, table, drawing, drawing.square)


def _goes_back(book: Ruleset, table: Table[State], drawing: _Drawing, square: str) -> None:
    """A piece goes back to a red square of its army, as its owner chooses. (Ruling 8)"""
    piece = table.state.pieces[square]
    question = ask.return_question(
        drawing.title,
        piece.kind,
        room(book, table.state, piece.side),
        seat=piece.side,
        label=f"{drawing.label}/return",
        is_sent=piece.side != drawing.side,
    )
    target = table.ask(question).to
    table.record(PieceReturned(side=piece.side, kind=piece.kind, origin=square, target=target))


def _enemy_leaves(
    book: Ruleset, table: Table[State], drawing: _Drawing, effect: c.Evacuation | c.Sabotage
) -> None:
    """An enemy in the battle zone of the recon space is destroyed, or sent back. (Ruling 36)"""
    zone = book.zone_of(drawing.square)
    assert zone is not None, "recon spaces lie in battle zones"
    kinds = effect.kinds if isinstance(effect, c.Sabotage) else None
    found = enemies_in(book, table.state, drawing.side, zone=zone, kinds=kinds)
    if not found:
        _void(table, drawing, "no-target")
        return
    label = f"{drawing.label}/target"
    question = ask.target_question(drawing.title, found, seat=drawing.side, label=label)
    square = table.ask(question).at
    if isinstance(effect, c.Sabotage):
        lose(table, square, "sabotage", by=drawing.side)
    else:
        _goes_back(book, table, drawing, square)


def _airborne_assault(
    book: Ruleset, table: Table[State], drawing: _Drawing, effect: c.Airborne
) -> None:
    """A piece may be set on a battle-zone square of any quadrant; an enemy there is struck.

    (Rulings 28 and 38)
    """
    state, side = table.state, drawing.side
    targets = airborne_targets(book, state, side)
    choice = Choice(
        drawing.title,
        origins=active(book, state, side, effect.kinds),
        targets=lambda origin: targets,
    )
    if choice.is_empty():
        _void(table, drawing, "no-piece")
        return
    question = ask.lift_question(choice, seat=side, label=f"{drawing.label}/lift")
    order = table.ask(question)
    if order.from_ is None or order.to is None:
        return
    if order.to in table.state.pieces:
        lose(table, order.to, "strike", by=side)
    _goes(table, side, order.from_, order.to)


def _further_move(book: Ruleset, table: Table[State], drawing: _Drawing) -> None:
    """Another piece makes a move, which does not end on a recon space. (Double time, ruling 32)"""
    limits = Limits(barred=(drawing.square,), is_recon_barred=True)
    side = drawing.side
    if not legal_moves(book, table.state, side, limits):
        _void(table, drawing, "no-move")
        return
    label = f"{drawing.label}/move"
    question = move_question(book, table.state, side, label, limits=limits, topic="card")
    make_move(book, table, side, table.ask(question))


def _look(book: Ruleset, table: Table[State], drawing: _Drawing, effect: c.Look) -> None:
    """The top cards are looked at and put back in any order. (Satellite picture, ruling 34)"""
    positions = table.state.pile[: effect.count]
    if not positions:
        _void(table, drawing, "deck-empty")
        return
    table.record(DeckLookedAt(side=drawing.side, positions=tuple(sorted(positions))))
    at = {look_up(table, position): position for position in positions}
    titles = {card: facts_of(book, card).title for card in at}
    label = f"{drawing.label}/arrange"
    question = ask.arrange_question(drawing.title, titles, seat=drawing.side, label=label)
    order = table.ask(question)
    back = tuple(map(partial(dict.__getitem__, at), order.cards))
    table.record(DeckArranged(side=drawing.side, positions=back))


def _recovery(book: Ruleset, table: Table[State], drawing: _Drawing, effect: c.Recover) -> None:
    """A destroyed piece comes back to a red square of its army. (Ruling 8)"""
    side = drawing.side
    kinds = destroyed_kinds(table.state, side, effect.kinds)
    if not kinds:
        _void(table, drawing, "none-destroyed")
        return
    squares = room(book, table.state, side)
    question = ask.recover_question(
        drawing.title, kinds, squares, seat=side, label=f"{drawing.label}/recover"
    )
    order = table.ask(question)
    table.record(
        PieceRecovered.model_validate({"side": side, "kind": order.kind, "square": order.to})
    )
