"""Chapter 18: the seats set up one after another, the aggressors first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from adjudicator.core.english import amount, joined
from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.events import SeatSetUp, TurnBegun, UnitsDeployed
from adjudicator.games.invasion_america.rules.control import pass_through
from adjudicator.games.invasion_america.rules.deployment import (
    area_text,
    in_area,
    is_harbour,
    own_supply_at,
)
from adjudicator.games.invasion_america.rules.garrison import in_annexation
from adjudicator.games.invasion_america.rules.placing import (
    Party,
    check_cargo,
    check_known,
    check_stand,
    placed,
)
from adjudicator.games.invasion_america.rules.positions import ashore
from adjudicator.games.invasion_america.rules.supply import out_of_supply
from adjudicator.games.invasion_america.rules.turns import first_turn
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.scenario_facts import NearSupply, Within
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    US,
    Side,
    State,
    Unit,
    nation_of,
    side_of,
)
from adjudicator.games.invasion_america.words import (
    NATION_WORDS,
    counts_text,
    mix_text,
    named,
    place,
)

__all__ = [
    "Setting",
    "check_deploy",
    "check_set_up",
    "deploy",
    "first_setting",
    "party_of",
    "set_up",
    "without",
]


class Setting(NamedTuple):
    """What a seat has still to set up, and what it has set up for others."""

    seat: str
    left: Mapping[tuple[Side, str], int]
    """By the side that sets them up, nation and type, how many units are left."""
    foreign: tuple[tuple[str, Side], ...] = ()
    """Units of another side, each with the one that has set it up. (19.62)"""

    def sides_with(self, mix: str) -> tuple[Side, ...]:
        """Returns the sides that have units of a nation and type left."""
        return tuple(side for (side, other), count in self.left.items() if other == mix and count)


def set_up(book: Ruleset, table: Table[State]) -> None:
    """A seat sets up all its units inside its deployment areas. (18.1, 18.31)

    When the last one has done so, the first game-turn begins.
    """
    setting, state = first_setting(book, table.state.setting_up[0]), table.state
    deployed: list[tuple[Party, FrozenMap[str, Unit]]] = []
    while True:
        order = table.next(_deploy_order(book, state, setting))
        if order is None:
            break
        units = placed(book, state, party_of(order))
        deployed.append((party_of(order), units))
        setting = without(book, setting, order, units)
        state = state.model_copy(update={"units": state.units | units})
    for party, units in deployed:
        deploy(book, table, setting.seat, party, units=units)
    left = table.state.setting_up[1:]
    following = book.sides_of(left[0])[0] if left else None
    table.record(SeatSetUp(seat=setting.seat, following=following))
    if following is None:
        turn, side = first_turn(book, table.state, table.state.turn)
        table.record(TurnBegun(turn=turn, side=side))


def first_setting(book: Ruleset, seat: str) -> Setting:
    """Returns all that a seat sets up. (18.2, 19.61)"""
    left: dict[tuple[Side, str], int] = {}
    for side in book.sides_of(seat):
        own = {nation: book.facts.forces.get(nation, {}) for nation in NATIONS_OF[side]}
        for forces in (own, book.facts.set_up_by.get(side, {})):
            for nation, counts in forces.items():
                left.update({(side, f"{nation}-{one}"): count for one, count in counts.items()})
    return Setting(seat, left)


def deploy(
    book: Ruleset, table: Table[State], seat: str, party: Party, *, units: FrozenMap[str, Unit]
) -> None:
    """Units are placed, untried; a hex with victory points is theirs. (18.33, ruling 53)"""
    table.record(UnitsDeployed(seat=seat, units=units))
    counters = book.counters[party.mix]
    if counters.unit_class not in ("naval", "rail") and party.at != HOLDING_BOX:
        pass_through(book, table, counters.side, [party.at])


def without(book: Ruleset, setting: Setting, order: o.Deploy, units: Iterable[str]) -> Setting:
    """Returns what is left behind a legal order.

    Args:
        units: the names of the units that it has set up.
    """
    party = party_of(order)
    side = _sets_up(book, setting, order)
    assert side is not None
    left = dict(setting.left)
    for mix, count in _counts(party).items():
        left[side, mix] -= count
    foreign = setting.foreign
    if book.counters[party.mix].side != side:
        foreign = (*foreign, *((name, side) for name in units))
    return Setting(setting.seat, left, foreign)


def party_of(order: o.Deploy) -> Party:
    """Returns what an order places."""
    return Party(order.nation, order.type, order.count, order.in_, order.carrying, order.by)


def _counts(party: Party) -> dict[str, int]:
    """Returns by nation and type how many units a party has, with what is aboard."""
    cargo = {f"{party.nation}-{one}": count for one, count in party.carrying.items()}
    return {party.mix: party.size, **cargo}


def _sets_up(book: Ruleset, setting: Setting, order: o.Deploy) -> Side | None:
    """Returns the side that sets up what an order names; None: the order must say it, or no side of
    the seat has any left. (19.61)"""
    sides = setting.sides_with(f"{order.nation}-{order.type}")
    if order.beside is not None:
        return order.beside if order.beside in sides else None
    return sides[0] if len(sides) == 1 else None


# -- the question ----------------------------------------------------------------------------------


def _deploy_order(book: Ruleset, state: State, setting: Setting) -> Ask[o.Deploy]:
    return Ask(
        label=f"set-up/{setting.seat}",
        topic="setup",
        seat=setting.seat,
        expects=o.Deploy,
        prompt=f"Set up {counts_text(book, _left(setting))}.",
        rule="18.31",
        check=partial(check_deploy, book, state, setting),
        sample=partial(_sample, book, state, setting),
        check_complete=partial(check_set_up, book, state, setting),
    )


def _left(setting: Setting) -> dict[str, int]:
    found: dict[str, int] = {}
    for (_, mix), count in setting.left.items():
        found[mix] = found.get(mix, 0) + count
    return found


def check_deploy(
    book: Ruleset, state: State, setting: Setting, order: o.Deploy
) -> Iterable[Problem]:
    """Returns what is wrong with an order to deploy."""
    party = party_of(order)
    unknown = list(check_known(book, party))
    return unknown or _check_deploy(book, state, setting, order)


def _check_deploy(
    book: Ruleset, state: State, setting: Setting, order: o.Deploy
) -> Iterator[Problem]:
    party, own = party_of(order), book.counters[f"{order.nation}-{order.type}"].side
    side = _sets_up(book, setting, order)
    if side is None:
        yield _nothing_left(book, setting, order)
        return
    cargo = list(check_cargo(book, party))
    yield from cargo
    for mix, count in _counts(party).items():
        left = setting.left.get((side, mix), 0)
        if count > left:
            yield _too_many(book, party, mix, left)
    if not in_area(book, side, party.mix, party.at):
        from adjudicator.games.invasion_america.narrator import ContinentNarrator  # seldom needed

        where = area_text(ContinentNarrator(book), side, party.mix)
        yield Problem(
            "outside-area",
            f"{mix_text(book, party.mix, party.size)} cannot be set up in {place(book, party.at)}",
            ("in",),
            f"{book.facts.chapter}2",
            hint=f"Set up in {where}.",
        )
        return
    if not cargo:
        yield from check_stand(book, state, own, party)
        yield from _check_room(book, state, side, party)


def _nothing_left(book: Ruleset, setting: Setting, order: o.Deploy) -> Problem:
    """Returns why it is not known which units an order means, or why there are none."""
    mix = f"{order.nation}-{order.type}"
    sides = setting.sides_with(mix)
    if len(sides) > 1 and order.beside is None:
        return Problem(
            "beside-whom",
            f"several forces set up units of this type: {mix_text(book, mix, order.count)}",
            ("beside",),
            f"{book.facts.chapter}2",
            hint=f'Say "beside": one of {joined(list(sides))}.',
        )
    nations = [*dict.fromkeys(book.counters[other].nation for other in _left(setting))]
    if order.nation not in nations:
        names = joined([NATION_WORDS[nation] for nation in nations])
        return Problem(
            "no-unit-left",
            f"the set-up of {setting.seat} has no {NATION_WORDS[order.nation]} units",
            ("nation",),
            f"{book.facts.chapter}1",
            hint=f"{setting.seat} sets up {names} units.",
        )
    counts = {
        other: count
        for other, count in _left(setting).items()
        if count and book.counters[other].nation == order.nation
    }
    return Problem(
        "no-unit-left",
        f"there is nothing left to set up of this: {mix_text(book, mix, order.count)}",
        ("type",) if order.beside is None else ("beside",),
        f"{book.facts.chapter}1",
        hint=f"Left are {counts_text(book, counts)}."
        if counts
        else f"All {NATION_WORDS[order.nation]} units are set up: take one out of another order.",
    )


def _too_many(book: Ruleset, party: Party, mix: str, left: int) -> Problem:
    is_cargo = mix != party.mix
    count = _counts(party)[mix]
    return Problem(
        "too-many-units",
        f"there are {mix_text(book, mix, left)} left to set up, not {count}",
        ("carrying", mix.partition("-")[2]) if is_cargo else ("count",),
        f"{book.facts.chapter}1",
    )


def _check_room(book: Ruleset, state: State, side: Side, party: Party) -> Iterator[Problem]:
    """Yields what the scenario says of places beyond the usual limits."""
    rule = f"{book.facts.chapter}2"
    if party.carrying and not is_harbour(book, state, side, party.at):
        yield Problem(
            "no-harbour",
            f"ships with units aboard are set up in own ports or with an own supply unit, not in "
            f"{place(book, party.at)}",
            ("in",),
            rule,
        )
    if party.at == HOLDING_BOX:
        return
    hex_ = book.hexes[party.at]
    area = book.facts.areas[book.counters[party.mix].nation]
    is_alone = party.size == 1
    if party.type == "supply" and isinstance(area, NearSupply):
        is_alone = is_alone and not own_supply_at(book, state, side, hex_)
        if not is_alone:
            yield Problem(
                "one-supply-unit-each",
                f"one supply unit is set up in each of {joined(list(area.hexes))}",
                ("in",),
                rule,
            )
    is_alone = party.size == 1 and not ashore(book, state, hex_)
    if not (is_alone or book.facts.may_stack or side == US):
        yield Problem(
            "alone-in-its-hex",
            f"no units are stacked in this set-up: {place(book, party.at)} takes one",
            ("in",),
            rule,
        )


# -- the set-up as a whole -------------------------------------------------------------------------


def check_set_up(book: Ruleset, state: State, setting: Setting) -> Iterator[Problem]:
    """Yields what a set-up lacks once all its orders are carried out."""
    left = {mix: count for mix, count in _left(setting).items() if count}
    if left:
        yield Problem(
            "units-not-set-up",
            f"{amount(sum(left.values()), 'unit')} must still be set up: {counts_text(book, left)}",
            (),
            f"{book.facts.chapter}1",
            hint='Add {"order": "deploy", "nation": ..., "type": ..., "count": N, "in": HEX}.',
            facts=tuple(left.items()),
        )
    if US in book.sides_of(setting.seat):
        yield from _check_garrison(book, state)
        yield from _check_supplied(book, state)
    yield from _check_beside(book, state, setting)


def _check_garrison(book: Ruleset, state: State) -> Iterator[Problem]:
    """Yields a problem if too few U.S. units garrison Central America. (17.1)"""
    needed = book.facts.garrison
    if needed is None:
        return
    there = [
        name
        for name in in_annexation(book, state)
        if book.of(name).unit_class == "land" and book.of(name).type != "militia"
    ]
    if len(there) < needed:
        yield Problem(
            "garrison-too-small",
            f"{amount(needed, 'U.S. land combat unit')} or more, not counting militia, begin in "
            f"the Central American Annexation, not {len(there)}",
            (),
            "17.1",
            hint="Set up more of them south of the border.",
        )


def _check_supplied(book: Ruleset, state: State) -> Iterator[Problem]:
    """Yields a problem if U.S. or Canadian units begin out of supply where they may not. (19.42)"""
    areas = book.facts.areas
    must = [
        name
        for name in out_of_supply(book, state, US)
        if isinstance(area := areas[nation_of(name)], Within) and area.in_supply
    ]
    if must:
        yield Problem(
            "begins-out-of-supply",
            f"{named(must)} would begin out of supply",
            (),
            f"{book.facts.chapter}2",
            hint="Set them up where a line of hexes without enemies and their zones leads to a "
            "supply hex of their country.",
        )


def _check_beside(book: Ruleset, state: State, setting: Setting) -> Iterator[Problem]:
    """Yields a problem for units of others that do not stand beside the aggressor's. (19.62)"""
    grid = book.charts.grid
    lone = []
    for name, side in setting.foreign:
        around = grid.neighbours[book.hexes[state.units[name].at]]
        if not any(
            side_of(other) == side for there in around for other in ashore(book, state, there)
        ):
            lone.append(name)
    if lone:
        yield Problem(
            "not-beside-own",
            f"{named(lone)} do not stand adjacent to units of the force that sets them up",
            (),
            f"{book.facts.chapter}2",
        )


def _sample(book: Ruleset, state: State, setting: Setting, choose: Choose) -> o.Deploy | None:
    """Returns a random legal order: one unit, or one empty ship."""
    left = [key for key, count in setting.left.items() if count]
    if not left:
        return None
    side, mix = choose(left)
    nation, _, unit_type = mix.partition("-")
    document = {"order": "deploy", "nation": nation, "type": unit_type, "beside": side}
    for _ in range(60):
        number = HOLDING_BOX
        if not in_area(book, side, mix, HOLDING_BOX):
            number = book.number_of(choose(range(book.charts.grid.size)))
        order = o.Deploy.model_validate({**document, "in": number})
        if not any(check_deploy(book, state, setting, order)):
            return order
    return None
