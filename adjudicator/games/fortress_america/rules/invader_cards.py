"""The invader card variant: decks, drawing and playing. (2012 variants, rulings 90 to 99)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from adjudicator.core.english import either
from adjudicator.core.game import Ask, Order, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    InvaderCardDrawn,
    InvaderCardPlayed,
    InvaderDeckShuffled,
)
from adjudicator.games.fortress_america.invader_card_facts import When
from adjudicator.games.fortress_america.rules.invader_play import InvaderPlay, hand_of
from adjudicator.games.fortress_america.rules.static_checks import check_static
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, USA, Side, State

__all__ = ["LAST", "deal", "draw_invader_card", "may_draw", "play_cards", "shuffle_decks"]

LAST: tuple[When, ...] = ("usa-reinforcements", "usa-lasers")
"""Cards for the US turn are played at the end of their owner's. (Ruling 92)"""


# -- decks --------------------------------------------------------------------------------------


def shuffle_decks(book: Ruleset, table: Table[State]) -> None:
    """Each invader's cards become a sealed deck. (Ruling 90)"""
    for side in INVADERS:
        cards = sorted(card for card, facts in book.invader_cards.items() if facts.side == side)
        deck = table.deck(f"invader-cards/{side}", cards)
        table.record(InvaderDeckShuffled(side=side, deck=deck))


def deal(book: Ruleset, table: Table[State]) -> None:
    """A written position has its decks shuffled, and its hands dealt from them. (Ruling 90)"""
    shuffle_decks(book, table)
    for side, count in table.state.to_deal.items():
        for _ in range(count):
            draw_invader_card(table, side)
    table.record(ActionBegun(action="reinforcements"))


def may_draw(book: Ruleset, state: State) -> bool:
    """Says whether the invader to play may draw a card: there is one left. (Ruling 91)"""
    held = state.invader_decks.get(state.side)
    from_turn = book.edition.reinforcements_from
    return held is not None and held.drawn < len(held.deck) and state.turn >= from_turn


def draw_invader_card(table: Table[State], side: Side) -> None:
    """An invader draws the next card of their deck."""
    position = table.state.invader_decks[side].drawn
    table.record(InvaderCardDrawn(side=side, position=position))


# -- playing ------------------------------------------------------------------------------------


class _Moment(NamedTuple):
    """A moment at which cards are played."""

    whens: tuple[When, ...]
    battle: str | None
    """The space of the battle that is about to be fought."""

    @property
    def is_last(self) -> bool:
        """Whether none comes after it in the turn."""
        return self.whens == LAST

    def label(self, state: State) -> str:
        """Returns the label of what is asked at this moment."""
        where = "" if self.battle is None else f"/{self.battle}"
        return f"turn-{state.turn}/{state.side}/cards/{self.whens[0]}{where}"


def play_cards(
    book: Ruleset, table: Table[State], whens: Sequence[When], *, battle: str | None = None
) -> None:
    """The invader to play plays cards whose moment has come.

    They play what they ordered, then what their standing orders name. (Rulings 92 and 96)
    """
    if not book.invader_cards or table.state.side == USA:
        return
    moment = _Moment(tuple(whens), battle)
    while True:
        order = table.next(_question(book, table.state, moment))
        if order is None:
            break
        _carry_out(book, table, order, battle)
    number = 0
    while plays := _plays(book, table.state, moment):
        number += 1
        order = table.ask(_more(book, table, moment, (number, plays)))
        if order.card is None:
            break
        _carry_out(book, table, order, battle)


def _plays(book: Ruleset, state: State, moment: _Moment) -> list[o.Play]:
    """Returns a usual play of each card in the hand that can be played now."""
    found = []
    for card in hand_of(state, state.side):
        play = InvaderPlay(book, state, card, moment.battle)
        if play.facts.when in moment.whens and not any(play.check(play.default())):
            found.append(play.default())
    return found


def _question(book: Ruleset, state: State, moment: _Moment) -> Ask[o.Play]:
    return Ask(
        label=moment.label(state),
        topic="cards",
        seat=book.seat_of(state.side),
        expects=o.Play,
        prompt="Play invader cards.",
        rule=book.cite("invader cards"),
        check=partial(_check_now, book, state, moment),
        sample=lambda choose: choose([None, *_plays(book, state, moment)]),
        matches=_concerns(book, state, moment),
    )


def _concerns(book: Ruleset, state: State, moment: _Moment) -> Callable[[Order], bool]:
    """Returns which orders of a sheet are for this moment, by the card and by the battle.

    An order that names no battle is for the first one in which its card does something. Those for
    which no moment has come are left for the last one, which tells so. (Ruling 92)
    """

    def concerned(order: Order) -> bool:
        facts = book.invader_cards.get(order.card or "") if isinstance(order, o.Play) else None
        if facts is None or facts.side != state.side or facts.when not in moment.whens:
            return moment.is_last
        assert isinstance(order, o.Play)
        assert order.card is not None
        if moment.battle is None:
            return True
        if order.in_ is not None:
            return order.in_ == moment.battle
        return InvaderPlay(book, state, order.card, moment.battle).is_possible()

    return concerned


def _check_now(book: Ruleset, state: State, moment: _Moment, order: o.Play) -> Iterator[Problem]:
    shape = list(check_static(book, state, "cards", order))
    if shape or order.card is None:
        yield from shape
        return
    play = InvaderPlay(book, state, order.card, moment.battle)
    if order.card in hand_of(state, state.side) and play.facts.when not in moment.whens:
        where = "in which it does something" if order.in_ is None else f"in {order.in_}"
        yield Problem(
            "moment-past",
            f"{order.card} ({play.facts.title}) was not played: no battle was fought {where}",
            ("card",),
            book.cite("invader cards, ruling 92"),
            hint="Name a battle that is fought.",
            warning=True,
        )
        return
    yield from play.check(order)


def _more(
    book: Ruleset, table: Table[State], moment: _Moment, left: tuple[int, list[o.Play]]
) -> Ask[o.Play]:
    """Asks what more is played: usually nothing, and nothing by who has conceded.

    (Rulings 51 and 96)
    """
    number, plays = left
    nothing, state = o.Play(order="play"), table.state
    seat = book.seat_of(state.side)
    cards = either([f"{play.card}" for play in plays])
    return Ask(
        label=f"{moment.label(state)}/more-{number}",
        topic="play",
        seat=seat,
        expects=o.Play,
        prompt=f"Do you play {cards} now? Without a card: none.",
        rule=book.cite("invader cards, ruling 96"),
        check=partial(_check_now, book, state, moment),
        sample=lambda choose: choose([nothing, *plays]),
        # Who was asked may concede instead of answering.
        by_standing=lambda standing: (
            None if seat in table.state.conceded else _wished(plays, standing)
        ),
        default=lambda: nothing,
    )


def _wished(plays: Sequence[o.Play], standing: Sequence[StandingOrder]) -> o.Play | None:
    """Returns the first card that a standing order names and that can be played."""
    for order in standing:
        for card in order.play if isinstance(order, o.StandingCards) else ():
            for play in plays:
                if card in (play.card, "all"):
                    return play
    return None


def _carry_out(book: Ruleset, table: Table[State], order: o.Play, battle: str | None) -> None:
    """The card is shown, read aloud and carried out. (Ruling 95)"""
    if order.card is None:
        return
    side = table.state.side
    play = InvaderPlay(book, table.state, order.card, battle)
    position = hand_of(table.state, side)[order.card]
    effects, lasting = tuple(play.effects_of(order)), play.lasting(order)
    card = table.unseal(table.state.invader_decks[side].deck, position)
    table.record(InvaderCardPlayed(side=side, position=position, card=card, in_force=lasting))
    for event in effects:
        table.record(event)
