"""What is true of every state of a right program. A file may hold any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from adjudicator.games.galactic_conquest.ruleset import Ruleset
from adjudicator.games.galactic_conquest.state import CARDS, MOST_TROOPS, NEUTRAL, Held, State

__all__ = ["check_state"]


def check_state(book: Ruleset, state: State) -> Iterator[str]:
    """Yields every broken invariant."""
    unknown = sorted(_unknown_names(book, state))
    if unknown:
        names = " and no ".join(f'"{name}"' for name in unknown)
        yield f"there is no {names}"
        return
    yield from _check_planets(book, state)
    yield from _check_seats(book, state)
    yield from _check_moment(state)
    yield from _check_cards(book, state)


def _unknown_names(book: Ruleset, state: State) -> set[str]:
    """Returns what a state names that is no planet, no seat and no card."""
    planets = {*state.owners, *state.troops} - {*book.planets}
    named: tuple[Iterable[str], ...] = (
        state.order, state.fallen, state.to_place, state.to_deal, state.hands, state.conceded,
        state.draw_offers, (state.seat,),
    )  # fmt: skip
    seats = {*chain.from_iterable(named)} - {*book.seats}
    owners = {*state.owners.values()} - {*book.seats, NEUTRAL}
    decks: tuple[Iterable[str], ...] = (
        state.discards,
        *(deck.cards for deck in state.decks),
        *((card.value for card in deck.order if card is not None) for deck in state.decks),
    )
    return planets | seats | owners | ({*chain.from_iterable(decks)} - {*CARDS})


def _check_planets(book: Ruleset, state: State) -> Iterator[str]:
    is_claimed = state.phase in ("deal", "set-up") or (state.phase == "over" and not state.owners)
    if not is_claimed and len(state.owners) != len(book.planets) and state.result is None:
        yield "a planet without owner"
    if state.phase == "set-up":
        yield from _check_set_up(book, state)
    if state.owners.keys() != state.troops.keys():
        yield "planets with an owner are not those with troops"
    for planet, troops in state.troops.items():
        if troops < 1:
            yield f"{troops} troops on {planet}"
    if sum(state.troops.values()) > MOST_TROOPS:
        yield f"more than {MOST_TROOPS} troops"


def _check_set_up(book: Ruleset, state: State) -> Iterator[str]:
    """What is dealt before troops are placed: all planets, or those of the neutral army."""
    neutral = sum(owner == NEUTRAL for owner in state.owners.values())
    if book.options.set_up == "dealt":
        if len(state.owners) != len(book.planets):
            yield "a planet without owner"
    elif neutral != book.neutral_share:
        yield f"{neutral} planets of the neutral army"


def _check_seats(book: Ruleset, state: State) -> Iterator[str]:
    if sorted((*state.order, *state.fallen)) != sorted(book.seats):
        yield "seats in play and fallen ones are not the seats"
    if sorted(state.hands) != sorted(book.seats):
        yield "hands are not those of the seats"
    holders = {*state.owners.values()} - {NEUTRAL}
    if state.phase not in ("deal", "set-up", "over") or state.owners.keys() == {*book.planets}:
        for seat in state.order:
            if seat not in holders and state.phase != "over":
                yield f"{seat} plays without planets"
    for seat in sorted(holders & {*state.fallen}):
        yield f"{seat} has fallen and holds planets"
    if state.seat not in state.order and state.result is None:
        yield f"it is the turn of {state.seat}, who has fallen"


def _check_moment(state: State) -> Iterator[str]:
    if (state.result is not None) != (state.phase == "over"):
        yield "the match is over without a result, or has one and is not over"
    if state.result is not None:
        return
    if len({*state.order} - {*state.conceded}) < 2:
        yield "fewer than two seats play"
    for seat, count in state.to_place.items():
        if count < 1 or seat not in state.order:
            yield f"{count} troops of {seat} to place"
        if state.phase not in ("deal", "set-up") and seat != state.seat:
            yield f"{seat} has troops to place in another's turn"
    if state.to_deal and state.phase != "deal":
        yield "cards were not dealt"
    if state.to_place and state.phase in ("fortify", "card"):
        yield "troops were not placed"
    if state.phase not in ("invade", "fortify", "card") and (state.invasion or state.has_captured):
        yield "a planet was captured before the invasions began"


def _check_cards(book: Ruleset, state: State) -> Iterator[str]:
    broken = [*chain.from_iterable(deck.broken() for deck in state.decks)]
    if any(len({*deck.cards}) < len(deck.cards) for deck in state.decks):
        broken.append("a deck has a card twice")
    held = [*chain.from_iterable(state.hands.values())]
    if any(not _is_there(state, one) for one in held):
        broken.append("a hand holds what no deck has")
    if broken:
        yield from broken
        return
    if len({*held}) < len(held):
        yield "a card is in two hands"
    if any(one.position in state.decks[one.deck].public for one in held):
        yield "a card in a hand is public"
    if not state.decks:
        if held or state.discards or state.drawn:
            yield "cards without a deck"
        return
    last = state.decks[-1]
    if state.drawn > len(last):
        yield "more cards were drawn than the deck has"
        return
    known = [card for one in held if (card := state.decks[one.deck].card(one.position))]
    open_cards = [*known, *state.discards]
    if len({*open_cards}) < len(open_cards):
        yield "a card is in two places"
    left = len(last) - state.drawn
    if len(held) + len(state.discards) + left != len(CARDS):
        yield "cards are not conserved"


def _is_there(state: State, held: Held) -> bool:
    """Whether a card of a hand was drawn from one of the decks."""
    if held.deck >= len(state.decks):
        return False
    is_last = held.deck == len(state.decks) - 1
    drawn = state.drawn if is_last else len(state.decks[held.deck])
    return held.position < drawn
