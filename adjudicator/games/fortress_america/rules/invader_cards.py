"""The invader card variant: decks, drawing, playing, footholds. (2012 variants, rulings 90 to 99)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from adjudicator.core.game import Ask, Choose, Order, StandingOrder, Table
from adjudicator.core.problem import Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    InvaderCardDrawn,
    InvaderCardPlayed,
    InvaderDeckShuffled,
)
from adjudicator.games.fortress_america.invader_card_facts import When
from adjudicator.games.fortress_america.rules.invader_play import InvaderPlay, hand_of
from adjudicator.games.fortress_america.state import INVADERS, USA, Side, State
from adjudicator.games.fortress_america.words import joined

__all__ = ["LAST", "deal", "draw_invader_card", "may_draw", "play_cards", "shuffle_decks"]

LAST: tuple[When, ...] = ("usa-reinforcements", "usa-lasers")
"""Cards for the US turn are played at the end of their owner's. (Ruling 92)"""


# -- decks --------------------------------------------------------------------------------------


def shuffle_decks(book: Book, table: Table[State]) -> None:
    """Each invader's cards become his sealed deck. (Ruling 90)"""
    for side in INVADERS:
        cards = sorted(card for card, facts in book.invader_cards.items() if facts.side == side)
        deck = table.deck(f"invader-cards/{side}", cards)
        table.record(InvaderDeckShuffled(side=side, deck=deck))


def deal(book: Book, table: Table[State]) -> None:
    """A written position has its decks shuffled, and its hands dealt from them. (Ruling 90)"""
    shuffle_decks(book, table)
    for side, count in table.state.to_deal.items():
        for _ in range(count):
            draw_invader_card(table, side)
    table.record(ActionBegun(action="reinforcements"))


def may_draw(book: Book, state: State) -> bool:
    """Says whether the invader to play may draw a card: he has one left. (Ruling 91)"""
    held = state.invader_decks.get(state.side)
    from_turn = book.edition.reinforcements_from
    return held is not None and held.drawn < len(held.deck) and state.turn >= from_turn


def draw_invader_card(table: Table[State], side: Side) -> None:
    """An invader draws the next card of his deck."""
    position = table.state.invader_decks[side].drawn
    table.record(InvaderCardDrawn(side=side, position=position))


# -- playing ------------------------------------------------------------------------------------


def play_cards(
    book: Book, table: Table[State], moments: Sequence[When], *, battle: str | None = None
) -> None:
    """The invader to play plays cards whose moment has come: what he ordered, then what his
    standing orders name. (Rulings 92 and 96)"""
    if not book.invader_cards or table.state.side == USA:
        return
    is_last = tuple(moments) == LAST
    while True:
        order = table.next(_question(book, table.state, (tuple(moments), battle), all_left=is_last))
        if order is None:
            break
        _carry_out(book, table, order, battle)
    number = 0
    while _plays(book, table.state, moments, battle):
        number += 1
        order = table.ask(_more(book, table.state, (tuple(moments), battle), number))
        if order.card is None:
            break
        _carry_out(book, table, order, battle)


def _plays(book: Book, state: State, moments: Sequence[When], battle: str | None) -> list[o.Play]:
    """Returns a usual play of each card in the hand that can be played now."""
    found = []
    for card in hand_of(state, state.side):
        play = InvaderPlay(book, state, card, battle)
        if play.facts.when in moments and not any(play.check(play.usual())):
            found.append(play.usual())
    return found


def _label(state: State, moments: Sequence[When], battle: str | None) -> str:
    where = "" if battle is None else f"/{battle}"
    return f"turn-{state.turn}/{state.side}/cards/{moments[0]}{where}"


def _question(
    book: Book, state: State, moment: tuple[tuple[When, ...], str | None], *, all_left: bool
) -> Ask[o.Play]:
    moments, battle = moment
    return Ask(
        label=_label(state, *moment),
        topic="cards",
        seat=book.seat_of(state.side),
        expects=o.Play,
        prompt="Play invader cards.",
        rule=book.cite("invader cards"),
        check=partial(_check_now, book, state, moment),
        sample=partial(_sample, book, state, moment),
        concerns=_concerns(book, state.side, moment, all_left=all_left),
    )


def _concerns(
    book: Book, side: Side, moment: tuple[tuple[When, ...], str | None], *, all_left: bool
) -> Callable[[Order], bool]:
    """Returns which orders of a sheet are for this moment: by the card, and by the battle.

    Those of the seat's other sides, and those without a moment, are left for the last one.
    """
    moments, battle = moment
    seat_is_done = all_left

    def concerned(order: Order) -> bool:
        if not isinstance(order, o.Play) or order.card not in book.invader_cards:
            return seat_is_done
        facts = book.invader_cards[order.card]
        if facts.side != side:
            return False
        if facts.when not in moments:
            return seat_is_done
        return battle is None or order.in_ in (None, battle)

    return concerned


def _check_now(
    book: Book, state: State, moment: tuple[tuple[When, ...], str | None], order: o.Play
) -> Iterator[Problem]:
    if order.card is None:
        return
    moments, battle = moment
    facts = book.invader_cards[order.card]
    play = InvaderPlay(book, state, order.card, battle)
    if order.card in hand_of(state, state.side) and facts.when not in moments:
        where = f" in {order.in_}" if order.in_ is not None else ""
        yield Problem(
            "moment-past",
            f"{order.card} ({facts.title}) was not played: there was no battle{where}",
            ("card",),
            book.cite("invader cards, ruling 92"),
            hint="Name a battle that is fought.",
            warning=True,
        )
        return
    yield from play.check(order)


def _sample(
    book: Book, state: State, moment: tuple[tuple[When, ...], str | None], choose: Choose
) -> o.Play | None:
    return choose([None, *_plays(book, state, *moment)])


def _more(
    book: Book, state: State, moment: tuple[tuple[When, ...], str | None], number: int
) -> Ask[o.Play]:
    """Asks what more is played: usually nothing. (Ruling 96)"""
    plays = _plays(book, state, *moment)
    nothing = o.Play(order="play")
    cards = joined([f"{play.card}" for play in plays])
    return Ask(
        label=f"{_label(state, *moment)}/more-{number}",
        topic="play",
        seat=book.seat_of(state.side),
        expects=o.Play,
        prompt=f"Which of {cards} do you play now? Without a card: none.",
        rule=book.cite("invader cards, ruling 96"),
        check=partial(_check_now, book, state, moment),
        sample=lambda choose: choose([nothing, *plays]),
        by_standing=partial(_wished, plays),
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


def _carry_out(book: Book, table: Table[State], order: o.Play, battle: str | None) -> None:
    """The card is shown, read aloud and carried out. (Ruling 95)"""
    if order.card is None:
        return
    side = table.state.side
    play = InvaderPlay(book, table.state, order.card, battle)
    position = hand_of(table.state, side)[order.card]
    deeds, lasting = tuple(play.deeds(order)), play.lasting(order)
    card = table.unseal(table.state.invader_decks[side].deck, position)
    table.record(InvaderCardPlayed(side=side, position=position, card=card, in_force=lasting))
    for event in deeds:
        table.record(event)
