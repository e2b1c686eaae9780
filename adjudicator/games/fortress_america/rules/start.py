"""From a start position as it is written down to a state: all defects are told at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sized
from typing import TypeVar

from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.rules.static_checks import unknown_area
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    INVADERS,
    KINDS,
    SIDES,
    USA,
    Action,
    Counts,
    Side,
    Start,
    State,
    UnitKind,
    total_of,
)
from adjudicator.games.fortress_america.words import units_text

__all__ = ["begin", "check_start"]

K = TypeVar("K", bound=str)
V = TypeVar("V", bound=Sized)


def check_start(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields every defect of a start position."""
    yield from _check_areas(book, start)
    yield from _check_units(book, start)
    yield from _check_numbers(book, start)
    yield from _check_lasers(book, start)
    yield from _check_cards(book, start)
    yield from _check_moment(book, start)
    yield from _check_turn(book, start)


def begin(book: Ruleset, start: Start) -> State:
    """Returns the state that a start position without defects describes."""
    control = {
        area: side
        for area, sides in start.units.items()
        if not book.is_zone(area)
        for side in _filled(sides)
        if side != USA
    }
    on_board = {side: _on_board(start, side) for side in SIDES}
    reserves = {
        side: _rest(book.units_of(side), on_board[side], start.destroyed.get(side, FrozenMap()))
        for side in SIDES
    }
    destroyed_lasers = sum(start.lasers_destroyed.values())
    away = {*start.discards, *start.hand}
    return State(
        turn=start.turn,
        side=start.side or USA,
        action=_first_action(book, start),
        units=_filled({area: _filled(sides) for area, sides in start.units.items()}),
        control=FrozenMap(control) | start.control,
        lasers=tuple(sorted(start.lasers)),
        lasers_left=book.edition.lasers - len(start.lasers) - destroyed_lasers,
        lasers_destroyed=start.lasers_destroyed,
        reserves=FrozenMap(reserves),
        destroyed=_filled(start.destroyed),
        deck=tuple(card for card in book.cards if card not in away),
        discards=start.discards,
        hand=start.hand,
        bonus_cards=start.bonus_cards,
        last_round=start.last_round,
        lasers_uncounted=start.lasers_uncounted,
        to_deal=start.invader_cards,
    )


def _first_action(book: Ruleset, start: Start) -> Action:
    """Returns with what the match begins; a written position has its decks shuffled first."""
    if start.side is None:
        return "setup-usa"
    return "deal" if book.invader_cards else "reinforcements"


def _filled(groups: Mapping[K, V]) -> FrozenMap[K, V]:
    """Returns what is not empty."""
    return FrozenMap({key: group for key, group in groups.items() if group})


def _on_board(start: Start, side: Side) -> dict[UnitKind, int]:
    counts: dict[UnitKind, int] = {}
    for sides in start.units.values():
        for kind, count in sides.get(side, FrozenMap()).items():
            counts[kind] = counts.get(kind, 0) + count
    return counts


def _rest(all_units: Counts, on_board: dict[UnitKind, int], destroyed: Counts) -> Counts:
    rest = {
        kind: count - on_board.get(kind, 0) - destroyed.get(kind, 0)
        for kind, count in all_units.items()
    }
    return FrozenMap({kind: count for kind, count in rest.items() if count})


def _invalid(
    code: str, message: str, path: tuple[str | int, ...], rule: str, *, hint: str = ""
) -> Problem:
    return Problem(code, message, path, rule, hint, kind="invalid")


def _check_moment(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields what does not fit the side and the turn in which the match begins."""
    if start.side is None and start != Start(units=FrozenMap()):
        yield Problem(
            "setup-not-empty",
            "a match that begins with the set-up begins in turn 1 with an empty board",
            ("side",),
            book.cite("set-up"),
            hint='Name the side to play in "side".',
            kind="invalid",
        )
    if start.hand and start.side not in (None, USA):
        yield _invalid(
            "hand-too-early",
            "cards are drawn when the USA's turn is about to begin",
            ("hand",),
            book.cite("action 1, ruling 9"),
        )
    if start.hand and start.side == USA and book.options.cards == "one-at-a-time":
        yield _invalid(
            "hand-too-early",
            "cards are drawn one at a time, in the USA's turn",
            ("hand",),
            book.cite("action 1, ruling 36"),
        )
    if start.last_round and start.side == USA:
        yield _invalid(
            "usa-in-last-round",
            "the USA has no turn in the last round",
            ("last_round",),
            book.cite("chapter 3"),
        )


def _check_turn(book: Ruleset, start: Start) -> Iterator[Problem]:
    """Yields what does not fit the last turn and the last round of the edition. (Chapter 3)"""
    last, rule = book.edition.last_turn, book.cite("chapter 3")
    if last is not None and start.turn > last and not start.last_round:
        yield _invalid(
            "after-the-last-turn",
            f"the match is over after turn {last}, and this start is in turn {start.turn}",
            ("turn",),
            rule,
            hint=f"Name a turn from 1 to {last}.",
        )
    if start.last_round and not book.edition.last_round:
        yield _invalid(
            "no-last-round",
            "in this match the invaders win together, without a last round",
            ("last_round",),
            rule,
            hint='Leave it out, or set the option invader_victory to "individual".',
        )
    for side, count in start.lasers_uncounted.items():
        if not start.last_round or count > start.lasers_destroyed.get(side, 0):
            yield _invalid(
                "lasers-uncounted",
                f"{side} did not destroy {count} lasers before a last round",
                ("lasers_uncounted", side),
                rule,
                hint="Count them in lasers_destroyed too, and give this in a last round only.",
            )


def _check_areas(book: Ruleset, start: Start) -> Iterator[Problem]:
    for area in start.units:
        yield from unknown_area(book, area, ("units", area))
    for area, side in start.control.items():
        path = ("control", area)
        unknown = list(unknown_area(book, area, path))
        yield from unknown
        if not unknown and book.is_zone(area):
            yield _invalid(
                "zone-controlled",
                f"{area} is an invasion zone: nobody controls it",
                path,
                book.cite("map"),
            )
        elif side == USA:
            yield _invalid(
                "usa-control",
                f"{area}: leave it out, the USA controls what no invader does",
                path,
                book.cite("set-up"),
            )


def _check_units(book: Ruleset, start: Start) -> Iterator[Problem]:
    rule = book.cite("action 1")
    for area, sides in start.units.items():
        path = ("units", area)
        if area not in book.map.areas:
            continue
        if len(sides) > 1:
            yield _invalid("two-sides", f"{area} holds units of {' and '.join(sides)}", path, rule)
        for side, counts in sides.items():
            if total_of(counts) > book.edition.stack_limit:
                yield _invalid(
                    "stack-limit",
                    f"{area} holds {total_of(counts)} units of {side}, "
                    f"{book.edition.stack_limit} may stand",
                    (*path, side),
                    rule,
                )
            zone = book.zone_side(area)
            holder = start.control.get(area)
            if zone not in (None, side):
                yield _invalid("foreign-zone", f"{area} is a zone of {zone}", (*path, side), rule)
            elif zone is None and holder is not None and holder != side:
                yield _invalid(
                    "enemy-land",
                    f"{side} has units in {area}, which {holder} controls",
                    (*path, side),
                    rule,
                )


def _check_numbers(book: Ruleset, start: Start) -> Iterator[Problem]:
    rule = book.cite("units")
    for side in SIDES:
        on_board = _on_board(start, side)
        destroyed = start.destroyed.get(side, FrozenMap())
        if side == USA and destroyed:
            yield _invalid(
                "usa-destroyed",
                "leave these out: destroyed US units go back to the reserve",
                ("destroyed", USA),
                book.cite("action 5"),
            )
        for kind in KINDS:
            count = on_board.get(kind, 0) + destroyed.get(kind, 0)
            has = book.units_of(side).get(kind, 0)
            if count > has:
                yield _invalid(
                    "too-many-units", f"{side} has {units_text(has, kind)}, not {count}",
                    ("units",), rule,
                )  # fmt: skip


def _check_lasers(book: Ruleset, start: Start) -> Iterator[Problem]:
    rule = book.cite("action 1")
    for index, area in enumerate(start.lasers):
        path = ("lasers", index)
        unknown = list(unknown_area(book, area, path))
        yield from unknown
        if unknown:
            continue
        sides = start.units.get(area, FrozenMap())
        if not book.is_city(area):
            yield _invalid("not-a-city", f"{area} is no city", path, rule)
        elif area in start.control or any(side in sides for side in INVADERS):
            yield _invalid("enemy-land", f"{area} is not the USA's", path, rule)
        elif area in start.lasers[:index]:
            yield _invalid("laser-there", f"{area} is named twice", path, rule)
    count = len(start.lasers) + sum(start.lasers_destroyed.values())
    if count > book.edition.lasers:
        yield _invalid(
            "too-many-lasers", f"there are {book.edition.lasers} lasers, not {count}",
            ("lasers",), rule,
        )  # fmt: skip
    if start.side is not None and count < book.options.lasers_at_start:
        yield Problem(
            "lasers-not-placed",
            f"the option lasers_at_start asks for {book.options.lasers_at_start}, "
            f"this start has {count}",
            ("lasers",),
            book.cite("chapter 4, ruling 54"),
            hint='Name their cities in "lasers", or take a scenario that begins with the set-up.',
            kind="invalid",
        )
    if USA in start.lasers_destroyed:
        yield _invalid(
            "usa-destroyed",
            "the USA destroys no lasers: name the invader who did",
            ("lasers_destroyed", USA),
            rule,
        )


def _check_cards(book: Ruleset, start: Start) -> Iterator[Problem]:
    rule = book.cite("action 1")
    seen: set[str] = set()
    for field, cards in (("discards", start.discards), ("hand", start.hand)):
        for index, card in enumerate(cards):
            if card not in book.cards:
                yield _invalid(
                    "unknown-card", f'the deck has no card "{card}"', (field, index), rule
                )
            elif card in seen:
                yield _invalid("card-twice", f"{card} is named twice", (field, index), rule)
            seen.add(card)
    most = book.edition.invader_cards if book.invader_cards else 0
    for side, count in start.invader_cards.items():
        if side == USA or count > most:
            yield _invalid(
                "too-many-cards",
                f"{side} is dealt {count} invader cards, it has {0 if side == USA else most}",
                ("invader_cards", side),
                book.cite("invader cards, ruling 90"),
                hint="" if most else "The option invader_cards is off: leave them out.",
            )
