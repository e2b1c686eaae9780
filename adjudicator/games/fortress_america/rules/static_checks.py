"""What no die can change about an order: the thing exists, is of the right kind, is adjacent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import pairwise

from adjudicator.core.english import either, joined, sentence
from adjudicator.core.game import Order
from adjudicator.core.problem import Path, Problem
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import (
    Airlift,
    CardFacts,
    DestroyUnits,
    DriveAway,
    PlaceUnits,
)
from adjudicator.games.fortress_america.in_force import most_extra_movement
from adjudicator.games.fortress_america.invader_card_facts import Foothold
from adjudicator.games.fortress_america.rules.standing import check_guard
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import INVADERS, USA, Side, State, UnitKind
from adjudicator.games.fortress_america.words import article, rides_text, unit_name, units_text

__all__ = ["check_static", "unknown_area"]


def check_static(book: Ruleset, state: State, topic: str, order: Order) -> Iterator[Problem]:
    """Yields the problems of an order that hold whatever the dice say."""
    side = state.side
    match order:
        case o.Place():
            yield from _check_place(book, state, topic, order)
        case o.Laser():
            yield from _check_laser(book, side, order)
        case o.Card():
            yield from _check_card(book, order)
        case o.Declare():
            yield from _check_declare(book, state, order)
        case o.Move():
            yield from _check_move(book, side, topic, order)
        case o.Attack():
            yield from _check_attack(book, side, order)
        case o.Fire():
            yield from _check_fire(book, order)
        case o.Battles():
            yield from _check_battles(book, order)
        case o.Draw():
            yield from _check_hands(book, side)
        case o.Play():
            yield from _check_play(book, state, order)
        case o.Retreat() if order.to is not None:
            yield from unknown_area(book, order.to, ("to",))
        case o.Target() | o.Disengage() if order.from_ is not None:
            yield from unknown_area(book, order.from_, ("from",))
        case _:
            pass


def unknown_area(book: Ruleset, area: str, path: Path) -> Iterator[Problem]:
    """Yields a problem if the map has no such space."""
    if area not in book.map.areas:
        near = get_close_matches(area, list(book.map.areas))
        yield Problem(
            "unknown-area",
            f'the map has no space "{area}"',
            path,
            book.cite("map"),
            hint=f"Did you mean {either(near)}?" if near else "map.json names all spaces.",
        )


def _foreign_unit(book: Ruleset, side: Side, kind: UnitKind, path: Path) -> Iterator[Problem]:
    if kind not in book.units_of(side):
        yield Problem(
            "foreign-unit",
            f"{side} has no {unit_name(kind, 2)}",
            path,
            book.cite("units"),
            hint=f"{side} has {joined([unit_name(one, 2) for one in book.units_of(side)])}.",
        )


def _not_city(book: Ruleset, area: str, path: Path, rule: str) -> Iterator[Problem]:
    if not book.is_city(area):
        hint = "Units are set up, and lasers placed, in cities."
        yield Problem("not-a-city", f"{area} is no city", path, book.cite(rule), hint=hint)


def _check_place(book: Ruleset, state: State, topic: str, order: o.Place) -> Iterator[Problem]:
    """(Set-up, action 1)"""
    side = state.side
    unknown = list(unknown_area(book, order.in_, ("in",)))
    if unknown:
        yield from unknown
        return
    if topic == "setup" and side == USA:
        if book.facts(order.unit).only_by_card:
            units = unit_name(order.unit, 2)
            yield Problem(
                "not-in-setup",
                f"{units} are not set up",
                ("unit",),
                book.cite("set-up"),
                hint=f"{sentence(units)} come with cards.",
            )
        yield from _not_city(book, order.in_, ("in",), "set-up")
        return
    if side == USA:
        yield Problem(
            "no-units-here",
            "the USA places its laser here, and units only with cards",
            ("order",),
            book.cite("action 1"),
            hint='Give {"order": "laser", "in": CITY}, and units under "cards".',
        )
        return
    owner = book.zone_side(order.in_)
    if topic != "setup" and (
        order.in_ in book.sources_of(state, side) or _may_become_foothold(book, side, order.in_)
    ):
        owner = side
    if owner is None or (topic != "setup" and owner != side):
        yield Problem(
            "not-own-zone",
            f"{order.in_} is no invasion zone of {'yours' if topic == 'setup' else side}",
            ("in",),
            book.cite("set-up" if topic == "setup" else "action 1"),
            hint="" if topic == "setup" else f"Yours are {joined(book.sources_of(state, side))}.",
        )
        return
    yield from _foreign_unit(book, owner, order.unit, ("unit",))


def _may_become_foothold(book: Ruleset, side: Side, area: str) -> bool:
    """Says whether a card of the side may make land a foothold before units are placed."""
    made = (card.effect_as(Foothold) for card in book.invader_cards.values() if card.side == side)
    return any(foothold is not None and foothold.area == area for foothold in made)


def _check_laser(book: Ruleset, side: Side, order: o.Laser) -> Iterator[Problem]:
    """(Action 1)"""
    if side != USA:
        yield Problem(
            "no-lasers-here",
            "only the USA has lasers",
            ("order",),
            book.cite("action 1"),
            hint='Give "place" orders.',
        )
        return
    unknown = list(unknown_area(book, order.in_, ("in",)))
    yield from unknown
    if not unknown:
        yield from _not_city(book, order.in_, ("in",), "action 1")


def _check_card(book: Ruleset, order: o.Card) -> Iterator[Problem]:
    """(Action 1)"""
    if order.card not in book.cards:
        near = get_close_matches(order.card, list(book.cards))
        yield Problem(
            "unknown-card",
            f'the deck has no card "{order.card}"',
            ("card",),
            book.cite("action 1"),
            hint=f"Did you mean {either(near)}?" if near else "state.json names the cards in hand.",
        )
    for path, area in _card_areas(order):
        unknown = list(unknown_area(book, area, path))
        yield from unknown
        if not unknown and book.is_zone(area):
            yield Problem(
                "card-in-zone",
                f"{area} is an invasion zone: no card reaches it",
                path,
                book.cite("action 1, ruling 37"),
                hint="Choose an area that the card names.",
            )
    if order.card in book.cards:
        yield from _check_parts(book, book.cards[order.card], order)


def _card_areas(order: o.Card) -> Iterator[tuple[Path, str]]:
    """Yields every area that an order for a card names, with its place."""
    for index, placed in enumerate(order.place):
        yield ("place", index, "in"), placed.in_
    for index, destroyed in enumerate(order.destroy):
        yield ("destroy", index, "in"), destroyed.in_
    for index, area in enumerate(order.retreat):
        yield ("retreat", index), area
    if order.from_ is not None:
        yield ("from",), order.from_
    if order.to is not None:
        yield ("to",), order.to


def _check_parts(book: Ruleset, facts: CardFacts, order: o.Card) -> Iterator[Problem]:
    """Yields a problem for each thing that the card does not do."""
    lifts = facts.effect(Airlift) is not None
    for name, given, does, what in (
        ("place", order.place, facts.effect(PlaceUnits) is not None, "puts no units on the board"),
        ("destroy", order.destroy, facts.effect(DestroyUnits) is not None, "destroys no units"),
        ("retreat", order.retreat, facts.effect(DriveAway) is not None, "drives no units away"),
        ("from", order.from_, lifts, "carries no units"),
        ("to", order.to, lifts, "carries no units"),
    ):
        if given and not does:
            yield Problem(
                "not-what-it-does",
                f"{order.card} {what}",
                (name,),
                book.cite("action 1"),
                hint=f'Leave "{name}" out.',
            )


def _check_hands(book: Ruleset, side: Side) -> Iterator[Problem]:
    """(2012 variants)"""
    if side == USA or not book.invader_cards:
        yield Problem(
            "no-invader-cards",
            "the USA has no invader cards"
            if book.invader_cards
            else "this match is played without invader cards",
            ("order",),
            book.cite("invader cards"),
            hint="Leave the order out.",
        )


def _check_play(book: Ruleset, state: State, order: o.Play) -> Iterator[Problem]:
    """(2012 variants)"""
    without = list(_check_hands(book, state.side))
    if without or order.card is None:
        yield from without
        return
    rule = book.cite("invader cards")
    facts = book.invader_cards.get(order.card)
    if facts is None or facts.side != state.side:
        whose = (
            f"there is no invader card {order.card}"
            if facts is None
            else (f"{order.card} is a card of {facts.side}")
        )
        mine = [card for card, one in book.invader_cards.items() if one.side == state.side]
        yield Problem("unknown-card", whose, ("card",), rule, hint=f"Yours are {joined(mine)}.")
        return
    if order.in_ is not None and not facts.has_place:
        yield Problem(
            "no-target",
            f"{order.card} ({facts.title}) is for no space of your choice",
            ("in",),
            book.cite("invader cards, ruling 94"),
            hint='Leave "in" out.',
        )
    elif order.in_ is not None:
        yield from unknown_area(book, order.in_, ("in",))
    if order.units and not facts.takes_units:
        yield Problem(
            "too-many-units",
            f"{order.card} ({facts.title}) takes no units",
            ("units",),
            book.cite("invader cards, ruling 94"),
            hint='Leave "units" out.',
        )


def _check_declare(book: Ruleset, state: State, order: o.Declare) -> Iterator[Problem]:
    """(Action 2)"""
    side = state.side
    unknown = list(unknown_area(book, order.area, ("area",)))
    yield from unknown
    if not unknown and side != USA and book.is_closed(state, order.area):
        yield Problem(
            "zone-declared",
            f"{order.area} is an invasion zone: only the USA declares zones",
            ("area",),
            book.cite("action 2, ruling 1"),
            hint="Declare land.",
        )


def _check_move(book: Ruleset, side: Side, topic: str, order: o.Move) -> Iterator[Problem]:
    """(Actions 3 and 6)"""
    unknown = [
        problem
        for index, area in enumerate(order.path)
        for problem in unknown_area(book, area, ("path", index))
    ]
    if unknown:
        yield from unknown
        return
    yield from _foreign_unit(book, side, order.unit, ("unit",))
    facts = book.facts(order.unit)
    first = topic == "maneuvers"
    rule = book.cite("action 3" if first else "action 6")
    words = book.edition.words
    reach = facts.first_move if first else facts.second_move
    reach += most_extra_movement(book, side, order.unit) if first else 0
    if not reach:
        movement = words.maneuvers if first else words.invasion
        rides = rides_text(book, order.unit)
        later = f'They move in the {words.invasion}, under "invasion"{rides and f"; or {rides}"}.'
        yield Problem(
            "does-not-move",
            f"{unit_name(order.unit, 2)} do not move in the {movement}",
            ("unit",),
            rule,
            hint=later if first else "",
        )
    elif len(order.path) - 1 > reach:
        yield Problem(
            "too-far",
            f"{article(order.unit)} moves {reach} {'space' if reach == 1 else 'spaces'}, "
            f"not {len(order.path) - 1}",
            ("path",),
            rule,
        )
    if order.at_least is not None and order.at_least > order.count:
        yield Problem(
            "fewer-than-at-least",
            f"the order names {units_text(order.count, order.unit)}, and at least "
            f"{order.at_least} must go",
            ("at_least",),
            book.cite("ruling 64"),
            hint=f"Name a number up to {order.count}.",
        )
    if order.if_won is not None:
        yield from unknown_area(book, order.if_won, ("if_won",))
        if first:
            yield Problem(
                "not-won",
                f"nothing is won before the {words.maneuvers}",
                ("if_won",),
                book.cite("ruling 64"),
                hint='Leave it out, or give the order under "invasion".',
            )
    yield from _check_path(book, side, order, rule, first=first)
    yield from _check_riders(book, order, rule, first=first)


def _check_path(
    book: Ruleset, side: Side, order: o.Move, rule: str, *, first: bool
) -> Iterator[Problem]:
    # Only the USA declares zones; its bombers may bomb one where zones are flown over. (Ruling 1)
    bombs = first and side == USA and book.facts(order.unit).bombs
    for index, (here, there) in enumerate(pairwise(order.path), start=1):
        if not book.map.are_adjacent(here, there):
            yield Problem(
                "not-adjacent",
                f"{here} does not border {there}",
                ("path", index),
                rule,
                hint=f"{here} borders {joined(book.map.neighbours(here))}.",
            )
        elif book.is_foreign_zone(side, there) and (
            (index == len(order.path) - 1 and not bombs) or not book.may_fly_over(side, there)
        ):
            yield Problem(
                "foreign-zone",
                f"{there} is an invasion zone of another side: nobody enters it",
                ("path", index),
                f"{rule}, ruling 1",
                hint=_no_flight(book, side, there),
            )
    if order.path[0] == order.path[-1]:
        hint = "Leave the order out: the units stay."
        yield Problem("goes-nowhere", "the path ends where it begins", ("path",), rule, hint)


def _no_flight(book: Ruleset, side: Side, area: str) -> str:
    return "" if book.may_fly_over(side, area) else "Aircraft do not pass over it either."


def _check_riders(book: Ruleset, order: o.Move, rule: str, *, first: bool) -> Iterator[Problem]:
    if order.with_ is None:
        return
    carried = book.facts(order.unit).carries
    if first and order.with_ in carried:
        return
    where = "" if first or not carried else f" in the {book.edition.words.invasion}"
    carriers = [kind for kind, facts in book.edition.units.items() if facts.carries]
    if where:
        hint = f"It carries others in the {book.edition.words.maneuvers} alone."
    elif carried:
        hint = f"It carries {either([article(kind) for kind in carried])}."
    elif carriers:
        hint = f"Only {joined([unit_name(kind, 2) for kind in carriers])} carry others."
    else:
        hint = "No unit carries others."
    yield Problem(
        "no-transport",
        f"no {unit_name(order.with_)} rides along with {article(order.unit)}{where}",
        ("with",),
        rule,
        hint=f'Leave "with" out. {hint}',
    )


def _check_attack(book: Ruleset, side: Side, order: o.Attack) -> Iterator[Problem]:
    """(Actions 2 and 5, ruling 15)"""
    rule = book.cite("action 5, ruling 15")
    unknown = list(unknown_area(book, order.area, ("area",)))
    if unknown:
        yield from unknown
        return
    if not order.with_:
        yield Problem(
            "nobody-attacks",
            f"the attack on {order.area} names no unit",
            ("with",),
            rule,
            hint="Name the units, or leave the order out: then all units beside it attack.",
        )
    for space, counts in order.with_.items():
        unknown = list(unknown_area(book, space, ("with", space)))
        if unknown:
            yield from unknown
            continue
        for kind in counts:
            yield from _foreign_unit(book, side, kind, ("with", space, kind))
        if space == order.area:
            who = (
                "only bombers attack" if book.bombs_from_above() else "in this match nobody attacks"
            )
            for kind in counts:
                if not book.facts(kind).bombs:
                    yield Problem(
                        "not-in-position",
                        f"{who} {space} from above",
                        ("with", space, kind),
                        rule,
                        hint="Name the space beside it in which the units stand.",
                    )
        elif not book.map.are_adjacent(space, order.area):
            yield Problem(
                "not-adjacent",
                f"{space} does not border {order.area}",
                ("with", space),
                rule,
                hint=f"{order.area} borders {joined(book.map.neighbours(order.area))}.",
            )
    yield from check_guard(book, order.at_least, ("at_least",))


def _check_battles(book: Ruleset, order: o.Battles) -> Iterator[Problem]:
    """(Action 5, rulings 15 and 60)"""
    for index, area in enumerate(order.areas):
        yield from unknown_area(book, area, ("areas", index))
    for area, guard in (order.guards or {}).items():
        yield from unknown_area(book, area, ("guards", area))
        yield from check_guard(book, guard.at_least, ("guards", area, "at_least"))


def _check_fire(book: Ruleset, order: o.Fire) -> Iterable[Problem]:
    """(Action 4)"""
    yield from unknown_area(book, order.at, ("at",))
    # All invaders have the same kinds.
    yield from _foreign_unit(book, INVADERS[0], order.unit, ("unit",))
