"""What is true of every state of a right program. A file may hold any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.ruleset import COUNTS, FEWEST_ARMIES, Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["check_state"]


def check_state(book: Ruleset, state: State) -> Iterator[str]:
    """Yields every broken invariant.

    While a turn is loud, a piece was lost in it or a card drawn: what comes of that, an army that
    falls or the final assault, may still wait for an answer.
    """
    unknown = sorted(_unknown_names(book, state))
    if unknown:
        names = " and no ".join(f'"{name}"' for name in unknown)
        yield f"there is no {names}"
        return
    yield from _check_armies(book, state)
    yield from _check_board(book, state)
    yield from _check_moment(book, state)
    yield from _check_cards(book, state)


def _unknown_names(book: Ruleset, state: State) -> set[str]:
    """Returns what a state names that is no square, no army, no kind and no card."""
    squares: set[str] = {*state.pieces, *state.due}
    armies: list[Iterable[str]] = [
        state.order, state.fallen, state.captured, state.hands, state.looked, state.misses,
        state.replies, state.conceded, state.draw_offers, (state.side,),
        (piece.side for piece in state.pieces.values()),
    ]  # fmt: skip
    kinds = {kind for counts in state.captured.values() for kind in counts}
    for made in state.made:
        squares |= {square for going in made.moves for square in (going.origin, going.target)}
        squares |= {lost.square for lost in made.lost}
        armies.append((made.side, *(lost.side for lost in made.lost)))
    if state.breach is not None:
        squares.add(state.breach.square)
        armies.append((state.breach.side,))
    if state.ceasefire is not None:
        # A quadrant may be covered whose army does not play.
        armies.append((state.ceasefire.side,))
        squares |= {state.ceasefire.quadrant} - {*ARMIES}
    cards = {card for deck in state.decks for card in deck.cards}
    cards |= {card.value for deck in state.decks for card in deck.order if card is not None}
    numbers = book.geometry.grid.numbers
    return (
        (squares - numbers.keys())
        | ({*chain.from_iterable(armies)} - {*book.seats})
        | (kinds - {*KINDS})
        | (cards - {*book.cards.cards})
    )


def _check_armies(book: Ruleset, state: State) -> Iterator[str]:
    if sorted((*state.order, *state.fallen)) != sorted(book.seats):
        yield "armies in play and fallen ones are not the armies"
    clock = [one for one in ARMIES if one in state.order]
    if state.order and [*state.order] != _turned(clock, state.order[0]):
        yield "the armies do not play clockwise"
    for name, keys in (("captured", state.captured), ("hands", state.hands)):
        if sorted(keys) != sorted(book.seats):
            yield f"{name} are not those of the armies"
    if len({made.side for made in state.made}) < len(state.made):
        yield "an army made two latest turns"
    for name, sides in (("replies", state.replies), ("misses a turn", state.misses)):
        for side in sides:
            if side not in state.order:
                yield f"{side} is out, and still {name}"


def _turned(clock: list[str], first: str) -> list[str]:
    place = clock.index(first)
    return [*clock[place:], *clock[:place]]


def _check_board(book: Ruleset, state: State) -> Iterator[str]:
    geometry = book.geometry
    for square, piece in state.pieces.items():
        number = geometry.grid.numbers[square]
        if geometry.is_water[number]:
            yield f"a piece stands on the water of {square}"
        if geometry.line[number] and ARMIES[geometry.quadrant[number]] != piece.side:
            yield f"{piece.side} stands on the red square {square} of another army"
        if piece.side not in state.order and state.result is None:
            yield f"{piece.side} is out and has a piece on {square}"
    here = Counter((piece.side, piece.kind) for piece in state.pieces.values())
    for side, lost in state.captured.items():
        for kind, count in COUNTS.items():
            if here[side, kind] + lost.get(kind, 0) > count or lost.get(kind, 0) < 0:
                yield f"{side} has more of {kind} than there are"


def _check_moment(book: Ruleset, state: State) -> Iterator[str]:
    if (state.result is not None) != (state.phase == "over"):
        yield "the match is over without a result, or has one and is not over"
    if state.result is not None:
        return
    if state.side not in state.order:
        yield f"it is the turn of {state.side}, which is out"
    if len({*state.order} - {*state.conceded}) < FEWEST_ARMIES:
        yield "fewer than two armies play"
    for side in state.order if not state.is_loud else ():
        if all(piece.side != side for piece in state.pieces.values()):
            yield f"{side} plays without pieces"
    if state.phase in ("lot", "deal") and (state.replies or state.is_loud or state.due):
        yield "something happened before the match began"
    if state.phase == "move" and (not state.made or state.made[-1].side != state.side):
        yield f"the turn of {state.side} has not begun"
    if state.assault and (state.due or state.breach is not None):
        yield "a piece has to leave a recon space in the final assault"
    yield from _check_recon(book, state)


def _check_recon(book: Ruleset, state: State) -> Iterator[str]:
    if state.due and state.phase != "move":
        yield "pieces have to leave recon spaces between two turns"
    for square in state.due:
        if not book.is_recon(square):
            yield f"{square} is no recon space, and is to be left"
    for square in state.due_left:
        piece = state.pieces.get(square)
        if piece is None or piece.side != state.side:
            yield f"no piece of {state.side} stands on {square}, and one is to leave it"
    breach = state.breach
    if breach is not None:
        piece = state.pieces.get(breach.square)
        if not book.is_recon(breach.square) or piece is None or piece.side != breach.side:
            yield f"nobody stays on {breach.square} against the rules"


def _check_cards(book: Ruleset, state: State) -> Iterator[str]:
    broken = [*chain.from_iterable(deck.broken() for deck in state.decks)]
    if len(state.decks) > 1:
        broken.append("there are two decks")
    places = [*state.pile, *state.removed, *chain.from_iterable(state.hands.values())]
    size = len(state.decks[0]) if state.decks else 0
    if not broken and sorted(places) != [*range(size)]:
        broken.append("the cards of the deck are not each in one place")
    if broken:
        yield from broken
        return
    if any(len({*deck.cards}) < len(deck.cards) for deck in state.decks):
        yield "a deck has a card twice"
    held = {*chain.from_iterable(state.hands.values())}
    if any(place in deck.public for deck in state.decks for place in held):
        yield "a kept card is public"
    for side, seen in state.looked.items():
        if not {*seen} <= {*state.pile}:
            yield f"{side} has looked at cards that are not in the deck"
    if state.result is None and state.phase not in ("lot", "deal"):
        if not (state.assault or state.pile or state.is_loud):
            yield "the last card is drawn and the final assault has not begun"
        if state.assault and (state.pile or held):
            yield "cards are left in the final assault"
