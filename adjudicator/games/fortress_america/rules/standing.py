"""Standing orders: which of them fits a question, and what is wrong with one. (Ruling 61)

They name spaces by words: an area, or what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import TypeVar

from adjudicator.core.english import either
from adjudicator.core.game import StandingOrder
from adjudicator.core.problem import Path, Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, KINDS, USA, AtLeast, State, Until

__all__ = [
    "check_guard",
    "check_place",
    "check_standing",
    "fits",
    "fits_any",
    "fitting",
    "rank_of",
    "standing_defaults",
    "standing_examples",
]


def fits(book: Ruleset, word: str, area: str) -> bool:
    """Says whether a word stands for a space.

    A word is the space itself, its region, what is printed in it, `resource` for any resource,
    or `zone` for any invasion zone.
    """
    facts = book.map.areas[area]
    return (
        word in (area, facts.region)
        or word in facts.traits
        or (word == "zone" and facts.kind == "zone")
        or (word == "resource" and any(one in book.edition.resources for one in facts.traits))
    )


def fits_any(book: Ruleset, words: Iterable[str], area: str) -> bool:
    """Says whether one of the words stands for a space."""
    return any(fits(book, word, area) for word in words)


def rank_of(book: Ruleset, words: Sequence[str], area: str) -> int:
    """Returns the place of the first word that stands for a space; behind all if none does."""
    return next((i for i, word in enumerate(words) if fits(book, word, area)), len(words))


def check_place(book: Ruleset, word: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if a word stands for no space."""
    if any(fits(book, word, area) for area in book.map.areas):
        return
    kinds = _kinds(book)
    near = get_close_matches(word, [*book.map.areas, *kinds])
    yield Problem(
        "unknown-place",
        f'no space is called "{word}", and none is of that kind',
        path,
        book.cite("map"),
        hint=f"{f'Did you mean {either(near)}? ' if near else ''}Kinds: {', '.join(kinds)}.",
    )


def _kinds(book: Ruleset) -> tuple[str, ...]:
    traits = {trait for facts in book.map.areas.values() for trait in facts.traits}
    return (*sorted(traits), "resource", "zone", *book.map.regions)


Narrowed = TypeVar("Narrowed", bound=o.StandingInBattles)


def fitting(
    book: Ruleset,
    standing: Sequence[StandingOrder],
    kind: type[Narrowed],
    battle: tuple[str, o.Role],
) -> list[Narrowed]:
    """Returns the standing orders of a kind for one side of a battle, the most specific first.

    That is one that names the area, then one that names it by what it is, then one for all
    battles; of these one with `as` first, then the first written. (Ruling 61)
    """
    area, role = battle
    found = [
        order
        for order in standing
        if isinstance(order, kind)
        and (not order.in_ or fits_any(book, order.in_, area))
        and order.as_ in (None, role)
    ]
    return sorted(found, key=lambda one: (area not in one.in_, not one.in_, one.as_ is None))


def check_standing(book: Ruleset, seat: str, order: StandingOrder) -> Iterator[Problem]:
    """Yields what is wrong with a standing order whatever will be asked."""
    match order:
        case o.StandingTargets() | o.StandingDisengage():
            yield from _check_places(book, order.in_, ("in",))
            yield from _check_places(book, order.from_, ("from",))
        case o.StandingRetreat():
            for name in ("in", "prefer", "never"):
                words = order.in_ if name == "in" else getattr(order, name)
                yield from _check_places(book, words, (name,))
        case o.StandingLasers():
            if book.seat_of(USA) != seat:
                yield Problem(
                    "no-lasers-here",
                    "only the USA has lasers",
                    ("standing",),
                    book.cite("action 4"),
                    hint="Leave the standing order out.",
                )
            for index, aim in enumerate(order.at):
                for name, word in (("in", aim.in_), ("near", aim.near)):
                    if word is not None:
                        yield from check_place(book, word, ("at", index, name))
        case o.StandingCards():
            for index, card in enumerate(order.play):
                facts = book.invader_cards.get(card)
                if card != "all" and (facts is None or facts.side not in book.seats[seat].sides):
                    yield Problem(
                        "unknown-card",
                        f"{seat} has no invader card {card} in this match",
                        ("play", index),
                        book.cite("invader cards"),
                        hint='Name cards of your sides, or "all".',
                    )
        case o.StandingBattles():
            yield from _check_places(book, order.first, ("first",))
            yield from _check_places(book, order.in_, ("in",))
            yield from check_guard(book, order.at_least, ("at_least",))


def _check_places(book: Ruleset, words: tuple[str, ...], path: Path) -> Iterator[Problem]:
    for index, word in enumerate(words):
        yield from check_place(book, word, (*path, index))


def check_guard(book: Ruleset, wanted: AtLeast | None, path: Path) -> Iterator[Problem]:
    """Yields a problem if a guard can never be met. (Ruling 60)"""
    if wanted is None or wanted.chance is None:
        return
    over, under = wanted.chance.split("/")
    if int(over) > int(under):
        yield Problem(
            "chance-above-one",
            f"a chance cannot be {wanted.chance}: this battle would never be fought",
            (*path, "chance"),
            book.cite("ruling 60"),
            hint=f"{under}/{over} would be a chance.",
        )


def standing_defaults(book: Ruleset, seat: str) -> tuple[StandingOrder, ...]:
    """Returns the published defaults as standing orders, for players to change. (Ruling 14)"""
    by_die = sorted(KINDS, key=lambda kind: (-book.facts(kind).die, KINDS.index(kind)))
    first = tuple(kind for kind in by_die if kind in book.edition.units)
    lasers = (o.StandingLasers(standing="lasers", at=(o.Aim(unit=first[0]),)),)
    return (
        o.StandingTargets(standing="targets", first=first),
        o.StandingDisengage(standing="disengage", first=first),
        o.StandingRetreat(standing="retreat", prefer=(), first=first),
        *(lasers if USA in book.seats[seat].sides else ()),
        o.StandingBattles(standing="battles"),
    )


def standing_examples(book: Ruleset, state: State, seat: str) -> tuple[StandingOrder, ...]:
    """Returns a standing order of each kind that makes sense for the seat in this position."""
    sides = book.seats[seat].sides
    home = [area for area, units in state.units.items() if any(side in sides for side in units)]
    enemies = [
        area
        for area, units in state.units.items()
        if (INVADERS[0] if USA in sides else USA) in units and area not in home
    ]
    near = sorted(enemies, key=lambda area: (not _borders(book, area, home), area))
    fought = tuple(near[:1])
    lasers: tuple[StandingOrder, ...] = ()
    if USA in sides:
        aims = [*({"in": area} for area in fought), {"unit": "bomber"}, {"near": "city"}]
        lasers = (o.StandingLasers.model_validate({"standing": "lasers", "at": tuple(aims)}),)
    retreat = o.StandingRetreat(
        standing="retreat", prefer=(*home[:1], "zone"), never=tuple(home[1:2]), first=("bomber",)
    )
    return (
        o.StandingTargets.model_validate(
            {"standing": "targets", "first": ("bomber", "hovertank"), "in": fought}
        ),
        o.StandingDisengage.model_validate(
            {"standing": "disengage", "first": ("infantry",), "from": ("zone",)}
        ),
        retreat.model_copy(update={"prefer": (*home[:1], "city")}) if USA in sides else retreat,
        *lasers,
        *_cards_example(book, seat),
        o.StandingBattles(
            standing="battles",
            first=(*fought, "city"),
            at_least=AtLeast(chance="1/2"),
            until=Until(lost=6),
        ),
    )


def _cards_example(book: Ruleset, seat: str) -> tuple[o.StandingCards, ...]:
    sides = book.seats[seat].sides
    cards = [card for card, facts in book.invader_cards.items() if facts.side in sides]
    return (o.StandingCards(standing="cards", play=tuple(cards[:2])),) if cards else ()


def _borders(book: Ruleset, area: str, home: Sequence[str]) -> bool:
    return any(book.map.are_adjacent(area, space) for space in home)
