"""What invader cards that were played change while they are in force. (2012 variants)"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.values import Id
from adjudicator.games.fortress_america.card_facts import LaserThreshold
from adjudicator.games.fortress_america.invader_card_facts import (
    CancelCards,
    CombinedArms,
    ExtraMovement,
    F,
    FewerCards,
    NoLasers,
    RerollMisses,
)
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    Counts,
    InForce,
    Side,
    State,
    UnitKind,
    groups_of,
)

__all__ = [
    "cancelled_cards",
    "extra_movement",
    "fewer_cards",
    "firing_lasers",
    "has_combined_arms",
    "laser_least",
    "most_extra_movement",
    "rerolled_kinds",
    "spared_units",
]


def extra_movement(book: Ruleset, state: State, kind: UnitKind) -> int:
    """Returns how much farther units of the side to play go in the maneuvers."""
    return sum(
        effect.amount
        for one, effect in _effects(book, state, ExtraMovement)
        if one.side == state.side and kind in effect.kinds
    )


def most_extra_movement(book: Ruleset, side: Side, kind: UnitKind) -> int:
    """Returns how much farther units could go with all cards of `side`: what no order exceeds."""
    effects = [
        card.effect_as(ExtraMovement) for card in book.invader_cards.values() if card.side == side
    ]
    return sum(effect.amount for effect in effects if effect and kind in effect.kinds)


def has_combined_arms(book: Ruleset, state: State, area: str) -> bool:
    """Says whether a card gives the attacker of an area combined arms."""
    return any(_is_of(one, state, area) for one, _ in _effects(book, state, CombinedArms))


def rerolled_kinds(book: Ruleset, state: State, area: str) -> tuple[UnitKind, ...]:
    """Returns the attackers of an area whose dice are rolled again where they miss."""
    found = [
        effect.kinds
        for one, effect in _effects(book, state, RerollMisses)
        if _is_of(one, state, area) and (book.is_city(area) or not effect.only_in_cities)
    ]
    return tuple(kind for kinds in found for kind in kinds)


def _is_of(one: InForce, state: State, area: str) -> bool:
    return one.side == state.side and (not one.areas or area in one.areas)


def spared_units(state: State, area: str) -> Counts:
    """Returns the units of the side to play in an area that cards keep on the board."""
    mine = [one for one in state.in_force if one.side == state.side]
    return groups_of({one.card: one.spared[area] for one in mine if area in one.spared})


def fewer_cards(book: Ruleset, state: State) -> int:
    """Returns how many regular cards the USA draws fewer; never more than it draws."""
    fewer = sum(effect.amount for _, effect in _effects(book, state, FewerCards))
    return min(fewer, book.edition.cards_per_turn)


def cancelled_cards(book: Ruleset, state: State) -> tuple[str, ...]:
    """Returns the invader cards that cancel partisan cards, once for each card cancelled."""
    found = _effects(book, state, CancelCards)
    return tuple(one.card for one, effect in found for _ in range(effect.amount))


def laser_least(book: Ruleset, state: State) -> int:
    """Returns the number with which lasers hit; an invader's card outdoes the USA's.

    (Actions 1 and 4, ruling 97)
    """
    jammed = [effect.value for _, effect in _effects(book, state, LaserThreshold)]
    return max(jammed, default=state.laser_threshold or book.edition.laser_threshold)


def firing_lasers(book: Ruleset, state: State) -> tuple[Id, ...]:
    """Returns the lasers that fire in a US turn, by id: none where a card silences them.

    (Action 4, ruling 97)
    """
    is_silent = any(True for _ in _effects(book, state, NoLasers))
    return () if is_silent else state.lasers


def _effects(book: Ruleset, state: State, kind: type[F]) -> Iterator[tuple[InForce, F]]:
    for one in state.in_force:
        effect = book.invader_cards[one.card].effect_as(kind)
        if effect is not None:
            yield one, effect
