"""What is true of every state of a right program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    SIDES,
    USA,
    Counts,
    Side,
    State,
    UnitKind,
    groups_of,
    total_of,
)

__all__ = ["check_state"]


def check_state(book: Ruleset, state: State) -> Iterator[str]:
    """Yields every broken invariant."""
    unknown = sorted(_unknown_names(book, state))
    if unknown:
        names = " and no ".join(f'"{name}"' for name in unknown)
        yield f"there is no {names}"
        return
    board: dict[Side, dict[UnitKind, int]] = {side: {} for side in SIDES}
    limit = book.edition.stack_limit
    for area, sides in state.units.items():
        size = 0
        for side, counts in sides.items():
            total = board[side]
            for kind, count in counts.items():
                total[kind] = total.get(kind, 0) + count
                size += count
        # A few units in a space of their own, as nearly everywhere, need no second look.
        if len(sides) != 1 or size > limit or book.owner(state, area) not in sides:
            yield from _check_space(book, state, area, sides)
    for side, total in board.items():
        yield from _check_conserved(book, state, side, total)
    lasers = len(state.lasers) + state.lasers_left + sum(state.lasers_destroyed.values())
    if lasers != book.edition.lasers:
        yield f"{lasers} lasers"
    for area in state.lasers:
        if book.owner(state, area) != USA or not book.is_city(area):
            yield f"a laser in {area}"
    if sorted((*state.deck, *state.discards, *state.hand)) != sorted(book.cards):
        yield "cards are not conserved"
    if state.hand and state.action != "cards" and book.options.cards == "one-at-a-time":
        yield "cards in the hand after they were played"
    for side, count in state.lasers_uncounted.items():
        if count > state.lasers_destroyed.get(side, 0) or not state.last_round:
            yield f"{count} destroyed lasers of {side} that do not count"
    last = book.edition.last_turn
    if last is not None and state.turn > last + state.last_round:
        yield f"turn {state.turn}, after the last one"
    if state.laser_threshold is not None and state.side != USA:
        yield f"lasers hit with {state.laser_threshold} in the turn of {state.side}"
    yield from _check_turn(book, state)
    yield from _check_invader_cards(book, state)


def _unknown_names(book: Ruleset, state: State) -> set[str]:
    """Returns what a state names that is neither a space nor a card."""
    spaces: tuple[Iterable[str], ...] = (
        state.units, state.control, state.lasers, state.declared, state.landed, state.bombing,
        state.attacks, state.battles, state.guards, state.called_off, state.bombers_alone,
        state.disengaged, state.fired_on, *state.attacks.values(),
        *(one.areas for one in state.in_force), *(one.spared for one in state.in_force),
    )  # fmt: skip
    named = {space for listed in spaces for space in listed} - set(book.map.areas)
    cards = {one.card for one in state.in_force} | {
        card for held in state.invader_decks.values() for card in held.deck.cards
    }
    named |= cards - set(book.invader_cards)
    return named | ({*state.deck, *state.discards, *state.hand} - set(book.cards))


def _in_words(counts: Counts) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in counts.items()) or "no units"


def _check_conserved(
    book: Ruleset, state: State, side: Side, board: Mapping[UnitKind, int]
) -> Iterator[str]:
    reserve = state.reserves.get(side, FrozenMap())
    destroyed = state.destroyed.get(side, FrozenMap())
    units = groups_of({"board": board, "reserve": reserve, "destroyed": destroyed})
    every = book.units_of(side)
    for kind in sorted({*units, *every}):
        if units.get(kind, 0) != every.get(kind, 0):
            yield (
                f"{side} has {units.get(kind, 0)} {kind} on the board, in reserve and destroyed, "
                f"not {every.get(kind, 0)}"
            )


def _check_space(
    book: Ruleset, state: State, area: str, sides: FrozenMap[Side, Counts]
) -> Iterator[str]:
    zone = book.zone_side(area)
    owner = zone or state.control.get(area, USA)
    bombing = state.bombing.get(area, 0)
    for side, counts in sides.items():
        over = bombing if side == state.side and len(sides) > 1 else 0
        if total_of(counts) - over > book.edition.stack_limit:
            yield f"{total_of(counts)} units of {side} in {area}"
        bombs = side == state.side and dict(counts) == {"bomber": bombing}
        if zone not in (None, side) and not bombs:
            yield f"{side} in {area}"
        if owner != side and not (side == state.side and area in state.declared):
            yield f"{side} in {area}, which is {owner}'s"
    if len(sides) == 1:
        return
    mine = state.units_in(area, state.side)
    if len(sides) > 2 or dict(mine) != {"bomber": bombing}:
        yield f"two sides in {area}"


def _check_turn(book: Ruleset, state: State) -> Iterator[str]:
    for area in state.guards:
        if area not in state.battles:
            yield f"a guard for {area}, where no battle is to be fought"
    for area, over in state.bombing.items():
        if state.units_in(area, state.side).get("bomber", 0) < over:
            yield f"{over} bombers over {area}"
        if over > book.edition.bombers_over:
            yield f"{over} bombers over {area}"
    for area, count in state.landed.items():
        if state.units_in(area, state.side).get("helicopter", 0) < count:
            yield f"{count} helicopters landed in {area}"
    for area, counts in state.disengaged.items():
        if any(state.units_in(area, state.side).get(k, 0) < n for k, n in counts.items()):
            yield f"{_in_words(counts)} disengaged in {area}"


def _check_invader_cards(book: Ruleset, state: State) -> Iterator[str]:
    """(2012 variants)"""
    for side, held in state.invader_decks.items():
        yield from held.deck.broken()
        own = sorted(card for card, facts in book.invader_cards.items() if facts.side == side)
        if sorted(held.deck.cards) != own:
            yield f"the deck of {side} is not its cards"
        if not 0 <= held.drawn <= len(held.deck):
            yield f"{side} has drawn {held.drawn} of {len(held.deck)} cards"
        if any(place >= held.drawn for place in held.deck.public):
            yield f"{side} has played a card that it has not drawn"
    for one in state.in_force:
        held_by = state.invader_decks.get(one.side)
        deck = None if held_by is None else held_by.deck
        if deck is None or one.card not in {deck.card(place) for place in deck.public}:
            yield f"{one.card} is in force and was not played by {one.side}"
    if any(
        state.control.get(area) != one.side
        for one in state.in_force
        for area in one.areas
        if book.foothold_in(state, area) is one
    ):
        yield "a foothold in land of another side"
    begun = state.action not in ("setup-usa", "setup-invaders", "deal")
    if begun and bool(book.invader_cards) != bool(state.invader_decks):
        yield "invader decks and cards do not go together"
