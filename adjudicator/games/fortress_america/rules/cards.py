"""Action 1: the USA's partisan cards."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from adjudicator.core.decks import Deck
from adjudicator.core.english import joined
from adjudicator.core.game import Ask, Choose, Event, Order, Table
from adjudicator.core.problem import Problem
from adjudicator.core.sheet import as_written
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import (
    Airlift,
    DestroyUnits,
    DriveAway,
    LaserThreshold,
    PlaceUnits,
)
from adjudicator.games.fortress_america.card_words import card_text, effects_text
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    AreaTaken,
    CardPlayed,
    LaserThresholdSet,
    Placement,
    UnitsAirlifted,
    UnitsPlaced,
)
from adjudicator.games.fortress_america.in_force import cancelled_cards, fewer_cards
from adjudicator.games.fortress_america.rules.card_draw import cancel_card, draw_card, lose_foothold
from adjudicator.games.fortress_america.rules.card_play import CardPlay, Prefer
from adjudicator.games.fortress_america.rules.evolve import evolve
from adjudicator.games.fortress_america.rules.retreat import Retreating, retreat
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import KINDS, USA, Side, State, UnitKind

__all__ = ["cards_ahead", "default_card_order", "draft_cards", "partisan_cards"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
T = TypeVar("T")


def partisan_cards(book: Ruleset, table: Table[State]) -> None:
    """The cards are played in the order in which they were drawn, each as far as it goes.

    One that leaves no choice need not be ordered. (Action 1, rulings 9, 22, 36)
    """
    if book.options.cards == "one-at-a-time":
        _one_at_a_time(book, table)
    else:
        _all_at_once(book, table)
    table.record(ActionBegun(action="declare"))


def default_card_order(book: Ruleset, state: State, card: str, *, prefer: Prefer = ()) -> o.Card:
    """Returns an order that plays a card in full.

    Args:
        prefer: areas to choose first, for units and for targets; a list, the best one first, or a
            function that ranks areas, smaller numbers first.
    """
    return CardPlay.of(book, state, card).default_order(prefer)


def draft_cards(book: Ruleset, state: State) -> Sequence[o.Card]:
    """Returns a legal order for each card in the hand that leaves a choice."""
    return [order for play, order in cards_ahead(book, state) if not play.is_forced()]


# -- all at once ----------------------------------------------------------------------------------


def _all_at_once(book: Ruleset, table: Table[State]) -> None:
    """Plays a hand that was drawn before the turn. (Ruling 9)"""
    labels = {card: _label(table.state, k) for k, card in enumerate(table.state.hand, start=1)}
    forced: dict[str, CardPlay] = {}
    while True:
        _play_forced(book, table, labels, forced)
        order = table.next(_question(book, table.state, dict(forced)))
        if order is None:
            break
        if order.card not in forced:
            _carry_out(book, table, order, labels[order.card])
        forced.pop(order.card, None)
    while table.state.hand:
        play = CardPlay.of(book, table.state, table.state.hand[0])
        label = labels[play.card]
        order = play.default_order()
        if not play.is_forced():
            order = table.ask(_one_question(play, label, default=play.default_order))
        _carry_out(book, table, order, label)


def _label(state: State, k: int) -> str:
    return f"turn-{state.turn}/usa/cards/{k}"


def _play_forced(
    book: Ruleset, table: Table[State], labels: Mapping[str, str], forced: dict[str, CardPlay]
) -> None:
    """Plays the cards that are next and leave no choice, and keeps in which state. (Ruling 22)"""
    while table.state.hand:
        play = CardPlay.of(book, table.state, table.state.hand[0])
        if not play.is_forced():
            return
        forced[play.card] = play
        _carry_out(book, table, play.default_order(), labels[play.card])


def _question(book: Ruleset, state: State, forced: Mapping[str, CardPlay]) -> Ask[o.Card]:
    texts = [card_text(book, card) for card in state.hand]
    return Ask(
        label=f"turn-{state.turn}/usa/cards",
        topic="cards",
        seat=book.seat_of(USA),
        expects=o.Card,
        prompt=f"Play {'; then '.join(texts) or 'no card'}.",
        rule=book.cite("action 1"),
        check=partial(_check_next, book, state, forced),
        sample=partial(_sample_next, book, state),
        check_complete=partial(_check_all_played, book, state),
    )


def _check_next(
    book: Ruleset, state: State, forced: Mapping[str, CardPlay], order: o.Card
) -> Iterator[Problem]:
    """An order is for the first card in the hand, or repeats what a card did by itself."""
    if order.card in forced:
        yield from forced[order.card].check(order)
        return
    shape = list(check_static(book, state, "cards", order))
    if shape:
        yield from shape
        return
    rule = book.cite("action 1")
    if order.card not in state.hand:
        yield Problem(
            "card-not-in-hand",
            f"{order.card} was not drawn, or is played already",
            ("card",),
            rule,
            hint=f"Still to play: {joined(state.hand)}.",
        )
    elif order.card != state.hand[0]:
        yield Problem(
            "card-out-of-order",
            f"{state.hand[0]} was drawn before {order.card} and is played first",
            ("card",),
            f"{rule}, ruling 9",
            hint=f"Put the order for {state.hand[0]} before this one.",
        )
    else:
        yield from CardPlay.of(book, state, order.card).check(order)


def _sample_next(book: Ruleset, state: State, choose: Choose) -> o.Card | None:
    return CardPlay.of(book, state, state.hand[0]).sample(choose) if state.hand else None


def _check_all_played(book: Ruleset, state: State) -> Iterator[Problem]:
    for play, usual in cards_ahead(book, state):
        if not play.is_forced():
            yield Problem(
                "card-not-played",
                f"{play.card} ({play.facts.title}) must be played: {effects_text(book, play.card)}",
                (),
                book.cite("action 1"),
                hint=f'Write, for instance, {json.dumps(as_written(usual))} under "cards".',
                facts=(("card", play.card),),
            )


# -- one at a time --------------------------------------------------------------------------------


def _one_at_a_time(book: Ruleset, table: Table[State]) -> None:
    """Draws a card and plays it, then the next one; a bonus city counts for the next turn.

    (Action 1, ruling 36)
    """
    bonus = table.state.bonus_cards * book.edition.bonus_cards
    due = book.edition.cards_per_turn + bonus
    cancelling = list(cancelled_cards(book, table.state))
    for k in range(1 + fewer_cards(book, table.state), due + 1):
        if not draw_card(book, table, k):
            return
        if cancelling:
            cancel_card(table, cancelling.pop(0))
            continue
        (card,) = table.state.hand
        play, label = CardPlay.of(book, table.state, card), _label(table.state, k)
        order = play.default_order()
        if not play.is_forced():
            order = table.ask(_one_question(play, label, default=None))
        _carry_out(book, table, order, label)


def _one_question(
    play: CardPlay, label: str, *, default: Callable[[], o.Card] | None
) -> Ask[o.Card]:
    def check(order: o.Card) -> Iterator[Problem]:
        if order.card != play.card:
            yield Problem(
                "other-card",
                f"the question is how {play.card} is played, not {order.card}",
                ("card",),
                play.book.cite("action 1"),
                hint=f'Write "card": "{play.card}".',
            )
            return
        yield from play.check(order)

    usual = json.dumps(as_written(play.default_order()))
    return Ask(
        label=f"{label}/play",
        topic="cards",
        seat=play.book.seat_of(USA),
        expects=o.Card,
        prompt=f"How do you play {card_text(play.book, play.card)}? For instance {usual}",
        rule=play.book.cite("action 1"),
        check=check,
        sample=play.sample,
        default=default,
    )


# -- what a card does -----------------------------------------------------------------------------


def _carry_out(book: Ruleset, table: Table[State], order: o.Card, label: str) -> None:
    """Does what a card says, one thing after the other. (Action 1)"""
    play = CardPlay.of(book, table.state, order.card)
    table.record(CardPlayed(card=order.card))
    for effect in play.facts.effects:
        match effect:
            case DestroyUnits():
                for event in play.destroyed(order):
                    table.record(event)
            case DriveAway():
                _drive_away(book, table, (play, order), label)
            case PlaceUnits():
                _place(book, table, order)
            case LaserThreshold():
                table.record(LaserThresholdSet(value=effect.value))
            case Airlift():
                _airlift(book, table, order)


def _drive_away(
    book: Ruleset, table: Table[State], played: tuple[CardPlay, o.Card], label: str
) -> None:
    """The invaders retreat one after another; their owner says where to. (Rulings 40 and 41)"""
    play, order = played
    cleared = play.cleared(order)
    barred = (*cleared, *(one.in_ for one in order.place))
    driven: list[tuple[Side, str, UnitKind]] = []
    for area in cleared:
        side = table.state.enemy_in(area, USA)
        assert side is not None, area
        counts = table.state.units_in(area, side)
        driven += [(side, area, kind) for kind in KINDS for _ in range(counts.get(kind, 0))]
    for number, (side, area, unit) in enumerate(driven, start=1):
        behind = tuple((there, kind) for other, there, kind in driven[number:] if other == side)
        leaving = Retreating(side, unit, area, reason="card", barred=barred, behind=behind)
        retreat(book, table, leaving, f"{label}/retreat-{number}/to")


def _place(book: Ruleset, table: Table[State], order: o.Card) -> None:
    """Units come from the reserve; empty enemy land is taken at once. (Ruling 8)"""
    placed = tuple(Placement(unit=one.unit, count=one.count, area=one.in_) for one in order.place)
    for area in dict.fromkeys(one.area for one in placed):
        _take(book, table, area)
    if placed:
        table.record(UnitsPlaced(side=USA, placed=placed, reason="card"))


def _airlift(book: Ruleset, table: Table[State], order: o.Card) -> None:
    """All units of an area go to another and take it, an enemy city too. (Rulings 9 and 43)"""
    if order.from_ is None or order.to is None:
        return
    _take(book, table, order.to)
    units = table.state.units_in(order.from_, USA)
    table.record(UnitsAirlifted(side=USA, area=order.from_, to=order.to, units=units))


def _take(book: Ruleset, table: Table[State], area: str) -> None:
    was = book.owner(table.state, area)
    if was != USA:
        lose_foothold(book, table, area)
        table.record(AreaTaken(area=area, side=USA, was=was, city=book.is_city(area)))


# -- looking ahead --------------------------------------------------------------------------------


class _Rehearsal:
    """A table at which questions get their published defaults and nothing is rolled."""

    def __init__(self, state: State) -> None:
        self.state = state

    def ask(self, question: Ask[O]) -> O:
        """Returns the published default."""
        answer = None if question.default is None else question.default()
        assert answer is not None, question.label
        return answer

    def next(self, question: Ask[O]) -> O | None:
        """No queue is read."""
        raise AssertionError(question.label)

    def ask_all(self, questions: Sequence[Ask[O]]) -> tuple[O, ...]:
        """Returns the published defaults."""
        return tuple(self.ask(question) for question in questions)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Nothing is rolled."""
        raise AssertionError(label)

    def draw(self, label: str, pile: Sequence[T]) -> T:
        """Nothing is drawn."""
        raise AssertionError(label)

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Nothing is sealed."""
        raise AssertionError(label)

    def unseal(self, deck: Deck, position: int) -> str:
        """Nothing is unsealed."""
        raise AssertionError(deck.label)

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""
        self.state = evolve(self.state, event)


def cards_ahead(book: Ruleset, state: State) -> list[tuple[CardPlay, o.Card]]:
    """Returns the play of each card in the hand, and the usual order for it.

    Each stands in the state that the cards before it leave when they are played as usual.
    """
    table, plays = _Rehearsal(state), []
    for k, card in enumerate(state.hand, start=1):
        play = CardPlay.of(book, table.state, card)
        plays.append((play, play.default_order()))
        _carry_out(book, table, plays[-1][1], _label(state, k))
    return plays
