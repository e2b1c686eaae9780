"""Step 2: sets of cards are turned in for troops; and the sets that an elimination forces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from adjudicator.core.english import joined
from adjudicator.core.game import Ask, Choose, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.galactic_conquest import orders as o
from adjudicator.games.galactic_conquest.events import PhaseBegun, SetTraded, TroopsPlaced
from adjudicator.games.galactic_conquest.rules.hands import (
    CARDS_OF_A_SET,
    MOST_CARDS,
    best_set,
    cards_of,
    sets_of,
)
from adjudicator.games.galactic_conquest.rules.place import check_place
from adjudicator.games.galactic_conquest.rules.planets import planets_of
from adjudicator.games.galactic_conquest.rules.static_checks import check_static
from adjudicator.games.galactic_conquest.ruleset import CLASS_NAMES, Ruleset, class_of
from adjudicator.games.galactic_conquest.state import State
from adjudicator.games.galactic_conquest.words import troops_text

__all__ = ["card_trade", "draft_trade", "forced_text", "forced_trade", "troops_to_come"]


def card_trade(book: Ruleset, table: Table[State]) -> None:
    """Any number of sets is turned in. (Step 2)

    Whoever has five cards or more turns in sets until four or fewer are left. (Ruling 8)
    """
    seat = table.state.seat
    label = f"turn-{table.state.turn}/{seat}/trade"
    while (order := table.next(_trade_order(book, table.state, label))) is not None:
        _turn_in(book, table, order)
    number = 0
    while len(table.state.hands[seat]) > MOST_CARDS:
        number += 1
        _turn_in(book, table, table.ask(_forced_set(book, table.state, f"{label}/set-{number}")))
    table.record(PhaseBegun(phase="place"))


def forced_trade(book: Ruleset, table: Table[State], label: str, *, captured: str) -> None:
    """Whoever took the cards of a seat and has five or more turns in sets at once. (Step 5)

    With four or fewer they may not. The troops of each set are placed before the next is turned in.
    (Rulings 9, 10, 22 and 25)
    """
    seat, number = table.state.seat, 0
    while len(table.state.hands[seat]) > MOST_CARDS:
        number += 1
        set_label = f"{label}/set-{number}"
        _turn_in(book, table, table.ask(_forced_set(book, table.state, set_label)))
        places = 0
        while seat in table.state.to_place:
            places += 1
            question = _placing(book, table.state, f"{set_label}/place-{places}", captured)
            placed = table.ask(question)
            table.record(TroopsPlaced(seat=seat, planet=placed.in_, count=placed.count))


def draft_trade(book: Ruleset, view: State, seat: str) -> tuple[o.Trade, ...]:
    """Returns the sets that must be turned in, the best ones first. (Ruling 11)"""
    cards, drafted = tuple(cards_of(view, seat)), list[o.Trade]()
    while len(cards) > MOST_CARDS:
        best = sets_of(book, view, cards)[0]
        drafted.append(_trade(best))
        cards = tuple(card for card in cards if card not in best)
    return tuple(drafted)


def troops_to_come(book: Ruleset, view: State, seat: str) -> int:
    """Returns the troops that a seat will place, with what the drafted sets bring."""
    drafted = draft_trade(book, view, seat) if view.phase == "trade" else ()
    values = (
        book.value_of(order.cards, view.sets_traded + number)
        for number, order in enumerate(drafted)
    )
    return view.to_place.get(seat, 0) + sum(values)


def _turn_in(book: Ruleset, table: Table[State], order: o.Trade) -> None:
    """A set is opened to all, brings its troops and goes to the discards. (Step 2)"""
    state = table.state
    cards = cards_of(state, state.seat)
    held = tuple(cards[card] for card in order.cards)
    for one in held:
        table.unseal(state.decks[one.deck], one.position)
    troops = book.value_of(order.cards, state.sets_traded)
    table.record(SetTraded(seat=state.seat, cards=order.cards, held=held, troops=troops))


def _trade(cards: tuple[str, str, str]) -> o.Trade:
    return o.Trade(order="trade", cards=cards)


def _trade_order(book: Ruleset, state: State, label: str) -> Ask[o.Trade]:
    return Ask(
        label=label,
        topic="trade",
        seat=state.seat,
        expects=o.Trade,
        prompt="Turn in sets of cards.",
        rule="step 2",
        check=partial(_check_trade, book, state),
        sample=partial(_sample_trade, book, state),
        check_complete=partial(_forced_without_order, book, state),
    )


def _forced_without_order(book: Ruleset, state: State) -> Iterator[Problem]:
    """Warns whoever must turn in sets and names none: which ones it will be. (Rulings 8 and 11)"""
    forced = draft_trade(book, state, state.seat)
    if forced:
        yield Problem(
            "set-forced",
            f"with {len(state.hands[state.seat])} cards you must turn in sets: without an order "
            f"{forced_text(book, state, forced)}",
            (),
            "step 2, rulings 8 and 11",
            hint="These troops are placed with the others. To choose, order a trade; to spare "
            "cards, give the standing order trade.",
            warning=True,
        )


def forced_text(book: Ruleset, state: State, forced: Sequence[o.Trade]) -> str:
    """Returns "f3, b1 and c20 for 7 troops", or several such sets."""
    sets = (
        f"{joined(list(order.cards))} for "
        f"{troops_text(book.value_of(order.cards, state.sets_traded + number))}"
        for number, order in enumerate(forced)
    )
    return ", then ".join(sets)


def _forced_set(book: Ruleset, state: State, label: str) -> Ask[o.Trade]:
    """Asks which set is turned in where one must be. (Rulings 8, 11 and 25)"""
    seat = state.seat

    def options() -> Iterator[o.Trade]:
        return (_trade(three) for three in sets_of(book, state, cards_of(state, seat)))

    def by_standing(standing: Sequence[StandingOrder]) -> o.Trade | None:
        for order in standing:
            if isinstance(order, o.StandingTrade):
                best = best_set(book, state, seat, keep=order.keep)
                return None if best is None else _trade(best)
        return None

    def default() -> o.Trade | None:
        best = best_set(book, state, seat)
        return None if best is None else _trade(best)

    return Ask(
        label=label,
        topic="trade",
        seat=seat,
        expects=o.Trade,
        prompt=f"You hold {len(state.hands[seat])} cards: turn in a set.",
        rule="step 2, ruling 11",
        check=partial(_check_trade, book, state),
        options=options,
        by_standing=by_standing,
        default=default,
    )


def _placing(book: Ruleset, state: State, label: str, captured: str) -> Ask[o.Place]:
    """Asks where the troops of a set are placed that was turned in in mid-turn. (Ruling 25)"""
    seat, left = state.seat, state.to_place[state.seat]

    def by_standing(standing: Sequence[StandingOrder]) -> o.Place | None:
        for order in standing:
            if isinstance(order, o.StandingTrade) and order.place != "captured":
                return _place(left, order.place)
        return None

    def sample(choose: Choose) -> o.Place:
        return _place(choose(range(1, left + 1)), choose(planets_of(state, seat)))

    return Ask(
        label=label,
        topic="trade",
        seat=seat,
        expects=o.Place,
        prompt=f"Place {troops_text(left)} on planets of yours.",
        rule="step 5, ruling 25",
        check=partial(check_place, book, state, seat=seat, rule="step 5"),
        sample=sample,
        by_standing=by_standing,
        default=lambda: _place(left, captured),
    )


def _place(count: int, planet: str) -> o.Place:
    return o.Place.model_validate({"order": "place", "count": count, "in": planet})


def _sample_trade(book: Ruleset, state: State, choose: Choose) -> o.Trade | None:
    turns_in = choose(range(2))
    if not turns_in or len(state.hands[state.seat]) < CARDS_OF_A_SET:
        return None
    sets = sets_of(book, state, cards_of(state, state.seat))
    return _trade(choose(sets)) if sets else None


def _check_trade(book: Ruleset, state: State, order: o.Trade) -> Iterable[Problem]:
    shape = list(check_static(book, order))
    return shape or _check_set(book, state, order)


def _check_set(book: Ruleset, state: State, order: o.Trade) -> Iterator[Problem]:
    """Three cards of the hand, of one class or one of each. (Step 2)"""
    held = cards_of(state, state.seat)
    lacking = [index for index, card in enumerate(order.cards) if card not in held]
    for index in lacking:
        yield Problem(
            "card-not-in-hand",
            f"you do not hold {order.cards[index]}",
            ("cards", index),
            "step 2",
            hint=f"You hold {', '.join(held) or 'no cards'}.",
        )
    if not lacking and not book.value_of(order.cards, state.sets_traded):
        classes = ", ".join(CLASS_NAMES[class_of(card)] for card in order.cards)
        yield Problem(
            "no-set",
            f"{', '.join(order.cards)} are no set: {classes}",
            ("cards",),
            "step 2",
            hint="A set is three of one class, or one of each.",
        )
