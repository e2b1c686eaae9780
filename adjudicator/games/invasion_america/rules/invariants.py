"""What is true of every state of a right program. A file may hold any other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from adjudicator.games.invasion_america.rules.placing import may_carry
from adjudicator.games.invasion_america.rules.positions import why_never
from adjudicator.games.invasion_america.rules.start import before_set_up
from adjudicator.games.invasion_america.rules.turns import phases_of, plays
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    US,
    Start,
    State,
    Unit,
    is_unit_name,
    side_of,
)
from adjudicator.games.invasion_america.urns import references, size_of

__all__ = ["check_state"]


def check_state(book: Ruleset, state: State) -> Iterator[str]:
    """Yields every broken invariant."""
    unknown = [*_unknown_names(book, state)]
    if unknown:
        yield from unknown
        return
    yield from _check_moment(book, state)
    yield from _check_places(book, state)
    yield from _check_cargo(book, state)
    yield from _check_strengths(book, state)
    yield from _check_counters(book, state)
    yield from _check_notes(book, state)


def _unknown_names(book: Ruleset, state: State) -> Iterator[str]:
    """Yields what a state names that the match does not have."""
    seats = {*state.setting_up, *state.conceded, *state.draw_offers} - {*book.seats}
    for seat in sorted(seats):
        yield f'there is no seat "{seat}"'
    if state.side not in book.facts.sides:
        yield f"{state.side} takes no part"
    for name in state.units:
        if not _is_name(book, name):
            yield f'there is no unit "{name}"'
    noted = chain(
        state.out_of_supply, state.moved, state.halted, state.rooted, state.landed, state.fought,
        state.assaulted,
        (unit.aboard for unit in state.units.values() if unit.aboard is not None),
    )  # fmt: skip
    for name in sorted({*noted} - {*state.units}):
        yield f'"{name}" is noted and not in play'
    for name, unit in state.units.items():
        if unit.at not in book.hexes and unit.at != HOLDING_BOX:
            yield f'{name} is in "{unit.at}", which is no hex'
    for mix in sorted({*state.urns, *state.destroyed} - {*book.counters}):
        yield f'there are no counters "{mix}"'
    for number, side in state.control.items():
        if number not in book.valued:
            yield f'"{number}" is controlled and brings no points'
        if side not in book.facts.sides:
            yield f"{side} controls {number} and takes no part"
    for nation in state.frozen:
        if nation not in [freeze.nation for freeze in book.facts.freezes]:
            yield f"{nation} never was frozen"
    if state.result is not None:
        yield from _unknown_result(book, state)


def _unknown_result(book: Ruleset, state: State) -> Iterator[str]:
    result = state.result
    assert result is not None
    if result.winner is not None and result.winner not in book.seats:
        yield f'"{result.winner}" has won and does not play'
    if {*result.points} != {*book.facts.sides}:
        yield "points are not those of the sides"


def _is_name(book: Ruleset, name: str) -> bool:
    if not is_unit_name(name) or (counters := book.counters.get(name[:-3])) is None:
        return False
    return 1 <= int(name[-2:]) <= counters.made


def _check_moment(book: Ruleset, state: State) -> Iterator[str]:
    if (state.result is not None) != (state.phase == "over"):
        yield "the match is over without a result, or has one and is not over"
    if state.turn > book.facts.turns:
        yield f"there is no game-turn {state.turn}"
        return
    if (state.phase == "set-up") != bool(state.setting_up) and state.phase != "over":
        yield "the set-up goes on with nobody left, or somebody is left and it is over"
    if state.phase == "set-up":
        yield from _check_set_up(book, state)
    elif state.phase != "over":
        if state.phase not in phases_of(state.side):
            yield f"the player-turn of {state.side} has no such phase: {state.phase}"
        if not plays(book, state, state.side, state.turn):
            yield f"{state.side} has no player-turn in game-turn {state.turn}"


def _check_set_up(book: Ruleset, state: State) -> Iterator[str]:
    order = book.set_up_order
    if not state.setting_up:
        return
    if state.setting_up != order[len(order) - len(state.setting_up) :]:
        yield "seats set up in another order"
    elif state.side != book.sides_of(state.setting_up[0])[0]:
        yield f"{state.side} is not the side that sets up"
    waiting = {side for seat in state.setting_up[1:] for side in book.sides_of(seat)}
    early = {side_of(name) for name in state.units} & waiting - {US}
    if early:
        yield "units of a seat that has still to set up are in play"
    begun = before_set_up(book, Start())
    if (state.urns, state.destroyed) != (begun.urns, begun.destroyed):
        yield "counters are drawn, or lie in the boxes, before the set-up is over"


def _check_places(book: Ruleset, state: State) -> Iterator[str]:
    """Units stand where they may; forces that are enemies only where one assaults another."""
    limits, sea = book.charts.tables.limits, book.charts.sea
    for name, unit in state.units.items():
        if unit.at == HOLDING_BOX:
            if side_of(name) != "pal":
                yield f"{name} is in the holding box of the P.A.L."
            continue
        hex_ = book.hexes[unit.at]
        if unit.aboard is None and why_never(book, name[:-3], hex_):
            yield f"{name} cannot be in {unit.at}"
        waters = len(sea.waters.get(hex_, ()))
        is_cut = book.of(name).unit_class == "naval" and waters > 1
        if is_cut != (unit.water is not None) or (unit.water or 0) >= max(waters, 1):
            yield f"{name} lies in no water of {unit.at}"
    for hex_, names in book.occupation(state).units.items():
        yield from _check_hex(book, state, hex_, names)
    if state.phase in ("set-up", "naval", "movement", "mechanised", "over"):
        return
    for hex_, names in book.occupation(state).units.items():
        fleet = sum(book.of(name).unit_class == "naval" for name in names)
        if fleet > limits.fleet:
            yield f"{fleet} naval units in {book.number_of(hex_)}"


def _check_hex(book: Ruleset, state: State, hex_: int, names: list[str]) -> Iterator[str]:
    """Yields what is wrong with the units in a hex together."""
    number = book.number_of(hex_)
    stacks: dict[str, int] = {}
    for name in names:
        counters = book.of(name)
        if counters.unit_class not in ("naval", "rail") and state.units[name].aboard is None:
            stacks[counters.side] = stacks.get(counters.side, 0) + 1
    if len(stacks) > 1:
        yield f"forces stack together in {number}"
    may_pass = state.phase in ("movement", "mechanised") and state.side in stacks
    if not may_pass and max(stacks.values(), default=0) > book.charts.tables.limits.stack:
        yield f"too many units stack in {number}"


def _check_cargo(book: Ruleset, state: State) -> Iterator[str]:
    """Ships carry no more than they can, in the same place and of the same nation."""
    loads: dict[str, int] = {}
    for name, unit in state.units.items():
        if unit.aboard is None:
            continue
        ship = unit.aboard
        loads[ship] = loads.get(ship, 0) + 1
        carrier = book.of(ship)
        if carrier.nation != book.of(name).nation or not may_carry(book, carrier.type, name[:-3]):
            yield f"{ship} cannot carry {name}"
        if state.units[ship].at != unit.at or state.units[ship].aboard is not None:
            yield f"{name} is not where {ship} is"
    for ship, load in loads.items():
        if load > book.charts.tables.limits.cargo:
            yield f"{ship} carries {load} units"


def _check_strengths(book: Ruleset, state: State) -> Iterator[str]:
    """What is known of each unit fits its counters."""
    for name, unit in state.units.items():
        counters = book.of(name)
        if not counters.is_untried:
            if unit.strength is not None or unit.urn is not None:
                yield f"{name} has the strength of all such counters"
        elif (unit.strength is None) == (unit.urn is None):
            yield f"{name} is neither tried nor untried"
        elif unit.strength is not None and not _is_printed(book, name[:-3], unit.strength):
            yield f"no such counter as {name} has the strength {unit.strength}"


def _is_printed(book: Ruleset, mix: str, strength: int) -> bool:
    return any(strength == printed for printed, _ in book.counters[mix].facts.counters)


def _check_counters(book: Ruleset, state: State) -> Iterator[str]:
    """Counters are neither made nor lost, and urns hold what may be drawn from them."""
    in_play: dict[str, list[Unit]] = {}
    for name, unit in state.units.items():
        in_play.setdefault(name[:-3], []).append(unit)
    for mix, counters in book.counters.items():
        units = in_play.get(mix, [])
        if counters.is_untried != (mix in state.urns) or (
            counters.is_untried and mix in state.destroyed
        ):
            yield f"{mix} has urns and needs none, or has none"
        elif counters.is_untried:
            yield from _check_urns(book, state, mix, units)
        elif len(units) + state.destroyed.get(mix, 0) > counters.made:
            yield f"there are more counters of {mix} than were made"


def _check_urns(book: Ruleset, state: State, mix: str, units: list[Unit]) -> Iterator[str]:
    """Every draw is from an urn that holds enough; of each strength there are no more than made."""
    urns = state.urns[mix]
    bags = [urns.box, *urns.urns.values()]
    chits = [name for bag in bags for name in (*bag.strengths, *bag.draws)]
    if not all(_is_number(name) for name in (*chits, *urns.urns)):
        yield f"a chit of {mix} is neither a strength nor an urn"
        return
    for number, bag in urns.urns.items():
        if not size_of(bag):
            yield f"an urn of {mix} is empty"
        if any(int(draw) >= int(number) for draw in bag.draws):
            yield f"an urn of {mix} draws from one that was made later"
    drawn = references(urns, [unit.urn for unit in units if unit.urn is not None])
    for urn, count in sorted(drawn.items()):
        bag_of = urns.urns.get(str(urn))
        if bag_of is None or size_of(bag_of) < count:
            yield f"more is drawn from an urn of {mix} than it holds"
    known: dict[int, int] = {}
    for unit in units:
        if unit.strength is not None:
            known[unit.strength] = known.get(unit.strength, 0) + 1
    for bag in bags:
        for name, count in bag.strengths.items():
            known[int(name)] = known.get(int(name), 0) + count
    made = dict(book.counters[mix].facts.counters)
    if any(count > made.get(strength, 0) for strength, count in known.items()):
        yield f"there are more counters of {mix} of a strength than were made"


def _is_number(name: str) -> bool:
    return name.isdecimal() and str(int(name)) == name


def _check_notes(book: Ruleset, state: State) -> Iterator[str]:
    """What is noted of units is noted where it may be."""
    for field in ("out_of_supply", "halted", "rooted", "landed", "fought", "assaulted", "frozen"):
        noted: tuple[str, ...] = getattr(state, field)
        if list(noted) != sorted({*noted}):
            yield f"{field} is not sorted, or names something twice"
    of_phasing = (
        state.out_of_supply, state.halted, state.moved, state.landed, state.assaulted,
    )  # fmt: skip
    for name in chain(*of_phasing):
        if side_of(name) != state.side and state.phase != "over":
            yield f"{name} is noted in the player-turn of another side"
    for name in state.assaulted:
        if book.of(name).unit_class != "land":
            yield f"{name} has assaulted and is no land combat unit"
    for name in state.landed:
        if book.of(name).unit_class != "supply" or state.units[name].aboard is not None:
            yield f"{name} was not landed"
    for name in state.rooted:
        if book.of(name).type != "militia":
            yield f"{name} is no militia"
    for number, side in state.control.items():
        if book.home_of(number) == side:
            yield f"{number} is controlled by its own country"
    for name, unit in state.units.items():
        number = unit.at
        if number in book.valued and unit.aboard is None and not state.attacks:
            counters = book.of(name)
            if counters.unit_class in ("naval", "rail"):
                continue
            held = state.control.get(number) or book.home_of(number)
            if held != counters.side:
                yield f"{name} stands in {number}, which {held} controls"
