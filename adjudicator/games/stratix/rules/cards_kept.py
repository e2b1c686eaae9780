"""Cards that are kept: what they let their holder choose, and what they do. (Cards)"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from adjudicator.core.game import Table
from adjudicator.core.problem import Problem
from adjudicator.games.stratix import cards as c
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.events import (
    CardPlayed,
    Entrenched,
    NoEffectReason,
    PieceMoved,
    PieceRecovered,
    PieceReturned,
)
from adjudicator.games.stratix.rules.card_choices import Choice, Chosen, targets_alone
from adjudicator.games.stratix.rules.card_places import (
    active,
    airlift_targets,
    destroyed_kinds,
    free_bridges,
    room,
)
from adjudicator.games.stratix.rules.deck import facts_of
from adjudicator.games.stratix.rules.moving import Limits, legal_moves
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["carry_out", "check_choice", "choice_of", "play_of", "uses_of", "why_void"]


def choice_of(book: Ruleset, state: State, side: str, card: str) -> Choice:
    """Returns what a kept card lets its holder choose; of a night march nothing."""
    facts = facts_of(book, card)
    choice, effect = Choice(facts.title), facts.effect
    if isinstance(effect, c.Airlift):
        origins = active(book, state, side, effect.kinds)
        targets = partial(_airlifted, book, state)
        return choice._replace(origins=origins, targets=targets)
    if isinstance(effect, c.BridgeDash):
        origins = [
            square
            for square in active(book, state, side, effect.kinds)
            if square in book.board.bridges
        ]
        return choice._replace(origins=origins, targets=targets_alone(free_bridges(book, state)))
    if isinstance(effect, c.DigIn):
        return choice._replace(origins=_may_dig_in(book, state, side))
    if isinstance(effect, c.Recall):
        kinds = destroyed_kinds(state, side, effect.kinds)
        return choice._replace(kinds=kinds, targets=targets_alone(room(book, state, side)))
    if isinstance(effect, c.Refit):
        squares = room(book, state, side)
        return choice._replace(origins=active(book, state, side), targets=targets_alone(squares))
    return choice


def _airlifted(book: Ruleset, state: State, origin: str | None) -> list[str]:
    return [] if origin is None else airlift_targets(book, state, origin)


def _may_dig_in(book: Ruleset, state: State, side: str) -> list[str]:
    """Returns the squares of pieces that can dig in: another one has to move instead.

    When the last card has been drawn nothing is due any more. (Ruling 31)
    """
    if side != state.side or not state.pile:
        return []
    return [
        square for square in state.due if legal_moves(book, state, side, Limits(barred=(square,)))
    ]


def why_void(book: Ruleset, state: State, side: str, card: str) -> NoEffectReason | None:
    """Returns why a kept card can do nothing now; None: it can do something."""
    effect = facts_of(book, card).effect
    if isinstance(effect, c.NightMarch):
        movers = dict.fromkeys(origin for origin, _ in legal_moves(book, state, side))
        return None if len(movers) > 1 else "no-move"
    if not choice_of(book, state, side, card).is_empty():
        return None
    if isinstance(effect, c.Recall):
        return "none-destroyed"
    if isinstance(effect, c.DigIn):
        return "nothing-due"
    return "no-piece"


def play_of(card: str, chosen: Chosen) -> o.Play:
    """Returns the order that plays a card so."""
    return o.Play.model_construct(
        order="play", card=card, from_=chosen.origin, to=chosen.target, kind=chosen.kind,
        discard=False,
    )  # fmt: skip


def uses_of(book: Ruleset, state: State, side: str, card: str) -> Iterator[o.Play]:
    """Yields every way to play a kept card now."""
    if why_void(book, state, side, card) is None:
        for chosen in choice_of(book, state, side, card).choices():
            yield play_of(card, chosen)


def check_choice(
    book: Ruleset, state: State, side: str, order: o.Play, *, rule: str = "cards"
) -> Iterator[Problem]:
    """Yields what is wrong with what an order chooses; the card is one of the holder's."""
    void = why_void(book, state, side, order.card)
    if void is None:
        chosen = Chosen(order.kind, order.from_, order.to)
        yield from choice_of(book, state, side, order.card).check(chosen, rule)
    else:
        title = facts_of(book, order.card).title
        yield Problem(
            "card-without-effect",
            f"{order.card}, {title}, can do nothing now: {_VOID_TEXTS[void]}",
            ("card",),
            rule,
            hint="Keep it for another turn.",
        )


_VOID_TEXTS: dict[str, str] = {
    "none-destroyed": "no such piece of yours was destroyed",
    "nothing-due": "no piece of yours has to leave a recon space while another can move",
    "no-move": "no two of your pieces can move",
    "no-piece": "no piece of yours can go as it says",
}


def carry_out(table: Table[State], book: Ruleset, side: str, order: o.Play) -> None:
    """A kept card is turned up and does what its holder chose; a night march lets moves follow."""
    state = table.state
    (deck,) = state.decks
    position = next(place for place in state.hands[side] if deck.card(place) == order.card)
    table.unseal(deck, position)
    table.record(CardPlayed(side=side, card=order.card, position=position))
    effect = facts_of(book, order.card).effect
    if isinstance(effect, c.Airlift | c.BridgeDash):
        assert order.from_ is not None, order
        assert order.to is not None, order
        kind = state.pieces[order.from_].kind
        table.record(
            PieceMoved(side=side, kind=kind, origin=order.from_, target=order.to, by_card=True)
        )
    elif isinstance(effect, c.Refit):
        assert order.from_ is not None, order
        assert order.to is not None, order
        kind = state.pieces[order.from_].kind
        table.record(PieceReturned(side=side, kind=kind, origin=order.from_, target=order.to))
    elif isinstance(effect, c.Recall):
        fields = {"side": side, "kind": order.kind, "square": order.to}
        table.record(PieceRecovered.model_validate(fields))
    elif isinstance(effect, c.DigIn):
        assert order.from_ is not None, order
        table.record(Entrenched(side=side, square=order.from_))
