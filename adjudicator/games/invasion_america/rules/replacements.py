"""Chapter 8: units come back out of the Destroyed Units Boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Literal, NamedTuple

from adjudicator.core.english import amount
from adjudicator.core.game import Ask, Choose, Table
from adjudicator.core.problem import Problem
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.events import UnitsReplaced
from adjudicator.games.invasion_america.rules.control import pass_through, supply_hexes_of
from adjudicator.games.invasion_america.rules.garrison import garrison
from adjudicator.games.invasion_america.rules.partisans import invocation
from adjudicator.games.invasion_america.rules.placing import (
    Party,
    check_known,
    check_stand,
    placed,
)
from adjudicator.games.invasion_america.rules.positions import (
    ashore,
    ignores_zones,
    in_zone,
    is_barred,
    stack_at,
)
from adjudicator.games.invasion_america.rules.turns import end_of_phase
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    US,
    Side,
    State,
    mix_of,
    nation_of,
    side_of,
    type_of,
)
from adjudicator.games.invasion_america.urns import Chit, references, size_of, taken
from adjudicator.games.invasion_america.words import (
    NATION_WORDS,
    counts_text,
    mix_text,
    named,
    place,
)

__all__ = [
    "Allowance",
    "allowance_of",
    "allowance_text",
    "beside_the_map",
    "check_replace",
    "in_box",
    "left_in_boxes",
    "open_places",
    "replacement_hexes",
    "replacements",
    "rise",
    "shares_of",
    "variable_units",
    "what_can_come",
]


class Allowance(NamedTuple):
    """What a side may still bring back in this phase."""

    constant: Mapping[str, int]
    """By nation and type, what is listed for every game-turn. (8.28)"""
    variable: int
    """Units of choice for supply hexes. (19.14)"""
    bonus: int
    """Units of choice that come now and then. (19.64, 19.81)"""
    transports: int
    """Transports that come with those. (19.64)"""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left of it."""
        return not (any(self.constant.values()) or self.variable or self.bonus or self.transports)


def replacements(book: Ruleset, table: Table[State]) -> None:
    """The phasing side brings its replacements into play. (8.0)

    What it does not claim is lost. For the U.S. the partisan rules may be invoked before, and the
    garrison of Central America is tested behind it. (8.21, 17.1, 19.83)
    """
    side = table.state.side
    if side == US:
        invocation(book, table)
    left = allowance_of(book, table.state, side)
    while True:
        order = table.next(_replace_order(book, table.state, left))
        if order is None:
            break
        left = _replace(book, table, left, order)
    if side == US:
        garrison(book, table)
    end_of_phase(book, table)


# -- what comes ------------------------------------------------------------------------------------


def allowance_of(book: Ruleset, state: State, side: Side) -> Allowance:
    """Returns what a side may bring back in its replacement phase. (8.28)

    Nothing comes for a nation that does not function. (Ruling 31)
    """
    constant = {
        f"{nation}-{unit_type}": count
        for nation in NATIONS_OF[side]
        if nation not in state.frozen
        for unit_type, count in book.facts.constant.get(nation, {}).items()
    }
    bonus = book.facts.bonus
    if side == US:
        return Allowance(constant, variable_units(book, state), 0, 0)
    if bonus is None or not bonus.comes(state.turn) or side in state.frozen:
        return Allowance(constant, 0, 0, 0)
    return Allowance(constant, 0, bonus.units, bonus.transports)


def variable_units(book: Ruleset, state: State) -> int:
    """Returns how many units of choice the supply hexes bring that the U.S. controls. (19.14)

    Fractions are dropped. (Ruling 24)
    """
    facts = book.facts.variable
    if facts is None or state.turn % facts.every:
        return 0
    held = supply_hexes_of(book, state, US)
    if facts.countries is not None:
        held = tuple(
            number
            for number in held
            if book.charts.country_of(book.hexes[number]) in facts.countries
        )
    return len(held) // facts.for_each


def in_box(book: Ruleset, state: State, mix: str) -> int:
    """Returns how many counters of a nation and type lie in its Destroyed Units Box. (8.21)"""
    if mix in state.urns:
        return size_of(state.urns[mix].box)
    return state.destroyed.get(mix, 0)


def beside_the_map(book: Ruleset, state: State, mix: str) -> int:
    """Returns how many counters lie neither in play nor in the box. (19.64, 19.65)

    Only where a scenario does not put all counters into the boxes, or the weather has taken some.
    """
    if mix in state.urns:
        urns = state.urns[mix]
        in_play = [
            unit.urn
            for name, unit in state.units.items()
            if unit.urn is not None and mix_of(name) == mix
        ]
        out = references(urns, in_play).get(1, 0)
        return size_of(urns.urns["1"]) - out if "1" in urns.urns else 0
    in_play_now = sum(mix_of(name) == mix for name in state.units)
    return book.counters[mix].made - in_play_now - state.destroyed.get(mix, 0)


def _available(book: Ruleset, state: State, mix: str) -> int:
    """Returns how many bonus units of a nation and type can come: from the box, or from beside the
    map where a scenario keeps them there. (19.64)"""
    beside = beside_the_map(book, state, mix) if book.facts.boxed is not None else 0
    return in_box(book, state, mix) + beside


def _can_be_chosen(book: Ruleset, mix: str) -> bool:
    """Whether units of a nation and type may come as bonus units. (19.64, 19.81, ruling 104)"""
    bonus = book.facts.bonus
    assert bonus is not None
    return bonus.naval or book.counters[mix].unit_class != "naval"


# -- where it comes --------------------------------------------------------------------------------


def replacement_hexes(book: Ruleset, state: State, side: Side) -> tuple[str, ...]:
    """Returns the places where a side's replacements may appear. (8.23, 8.24)

    The U.S. and Canada: supply hexes under their control. Aggressors: coastal hexes with an own
    supply unit that was landed in an earlier player-turn, ports with an own land or air unit; the
    P.A.L. also in the holding box. (Rulings 4, 33, 51) Never under enemy units. (10.12, ruling 3)
    """
    if side == US:
        hexes = [book.hexes[number] for number in supply_hexes_of(book, state, side)]
    else:
        hexes = [
            hex_
            for hex_ in sorted(book.occupation(state).units)
            if hex_ in book.charts.coast
            and any(
                _opens(state, name, hex_ in book.charts.ports)
                for name in _own(book, state, side, hex_)
            )
        ]
    found = [book.number_of(hex_) for hex_ in hexes if not is_barred(book, state, side, hex_)]
    return (*found, *([HOLDING_BOX] if side == "pal" else []))


def _own(book: Ruleset, state: State, side: Side, hex_: int) -> list[str]:
    return [name for name in ashore(book, state, hex_) if side_of(name) == side]


def _opens(state: State, name: str, is_port: bool) -> bool:
    return is_port or (type_of(name) == "supply" and name not in state.landed)


# -- one order -------------------------------------------------------------------------------------


def _replace_order(book: Ruleset, state: State, left: Allowance) -> Ask[o.Replace]:
    return Ask(
        label=f"turn-{state.turn}/{state.side}/replacements",
        topic="replacements",
        seat=book.seat_of(state.side),
        expects=o.Replace,
        prompt=f"Bring replacements into play: {allowance_text(book, left)}.",
        rule="8.0",
        check=partial(check_replace, book, state, left),
        sample=partial(_sample, book, state, left),
        clamped=partial(_clamped, book, state, left),
    )


def allowance_text(book: Ruleset, left: Allowance) -> str:
    """Returns what may come, in words."""
    parts = [counts_text(book, left.constant)] if any(left.constant.values()) else []
    for count, words in ((left.variable, "unit"), (left.bonus, "bonus unit")):
        if count:
            parts.append(f"{amount(count, words)} of choice")
    if left.transports:
        parts.append(amount(left.transports, "transport"))
    return ", and ".join(parts)


def _shares(
    book: Ruleset, state: State, left: Allowance, mix: str
) -> tuple[tuple[Literal["constant", "variable", "bonus"], int], ...]:
    """Returns for how many units of a nation and type each allowance would do, in the order in
    which they are used up. (Ruling 54)"""
    listed = left.constant.get(mix, 0)
    if book.counters[mix].side == US:
        return (("constant", listed), ("variable", left.variable))
    transports = left.transports if mix.endswith("-transport") else 0
    of_choice = left.bonus if left.bonus and _can_be_chosen(book, mix) else 0
    return (("constant", listed), ("bonus", transports + of_choice))


def _most(book: Ruleset, state: State, left: Allowance, mix: str) -> int:
    """Returns how many units of a nation and type may come now.

    None of a nation that does not function. (Ruling 31)
    """
    if book.counters[mix].nation in state.frozen:
        return 0
    shares = dict(_shares(book, state, left, mix))
    boxed = in_box(book, state, mix)
    if "variable" in shares:
        return min(boxed, sum(shares.values()))
    constant = min(boxed, shares["constant"])
    there = _available(book, state, mix) if shares["bonus"] else boxed
    return min(there, constant + shares["bonus"])


def shares_of(book: Ruleset, state: State, left: Allowance, mix: str) -> tuple[int, int, bool]:
    """Returns how many units of a nation and type may come, and of which allowance.

    That is how many without a unit of choice, how many at most, and whether units of choice may be
    of it. (8.22, ruling 54)
    """
    shares = dict(_shares(book, state, left, mix))
    listed = min(in_box(book, state, mix), shares["constant"])
    most = _most(book, state, left, mix)
    if "variable" in shares:
        return listed, most, bool(left.variable)
    transports = left.transports if mix.endswith("-transport") else 0
    return min(listed + transports, most), most, bool(left.bonus) and _can_be_chosen(book, mix)


def check_replace(
    book: Ruleset, state: State, left: Allowance, order: o.Replace
) -> Iterable[Problem]:
    """Returns what is wrong with an order to replace."""
    party = _party(order)
    unknown = list(check_known(book, party))
    return unknown or _check_replace(book, state, left, order)


def _party(order: o.Replace) -> Party:
    return Party(order.nation, order.type, order.count, order.in_, by=order.by)


def _check_replace(
    book: Ruleset, state: State, left: Allowance, order: o.Replace
) -> Iterator[Problem]:
    party, side = _party(order), state.side
    if book.counters[party.mix].side != side:
        yield Problem(
            "not-your-units",
            f"this is not their player-turn: {mix_text(book, party.mix, party.size)}",
            ("nation",),
            "8.0",
        )
        return
    if party.nation in state.frozen:
        yield Problem(
            "does-not-function",
            f"no {NATION_WORDS[party.nation]} units come into play before they function",
            ("nation",),
            "19.35, ruling 31",
            hint="Name units of another nation.",
        )
        return
    most = _most(book, state, left, party.mix)
    if party.size > most:
        yield _too_many(book, state, left, party)
    hexes = replacement_hexes(book, state, side)
    if party.at not in hexes:
        yield Problem(
            "no-replacement-hex",
            f"no replacements appear in {place(book, party.at)}",
            ("in",),
            "8.23" if side == US else "8.24",
            hint=f"They appear in {named(hexes)}." if hexes else "There is no place for them now.",
        )
        return
    yield from check_stand(book, state, side, party)


def _too_many(book: Ruleset, state: State, left: Allowance, party: Party) -> Problem:
    most = _most(book, state, left, party.mix)
    allowed = sum(count for _, count in _shares(book, state, left, party.mix))
    is_listed = allowed > most
    return Problem(
        "too-many-replacements",
        f"the box holds {mix_text(book, party.mix, most)} to bring back, not {party.size}"
        if is_listed
        else f"{mix_text(book, party.mix, most)} can come back now, not {party.size}",
        ("count",),
        "8.21" if is_listed else "8.22",
        hint=what_can_come(book, state, left),
    )


def what_can_come(book: Ruleset, state: State, left: Allowance) -> str:
    """Says what may come and lies in the boxes. (8.21)"""
    text = allowance_text(book, left_in_boxes(book, state, left))
    return f"These may come: {text}." if text else "The boxes hold nothing that may come."


def left_in_boxes(book: Ruleset, state: State, left: Allowance) -> Allowance:
    """Returns what may come and lies in the boxes. (8.21)"""
    boxed = {mix: min(count, in_box(book, state, mix)) for mix, count in left.constant.items()}
    lie = sum(in_box(book, state, mix) for mix in book.counters if _is_own(book, state, mix))
    variable = min(left.variable, lie - sum(boxed.values()))
    return left._replace(constant=boxed, variable=variable)


def _is_own(book: Ruleset, state: State, mix: str) -> bool:
    counters = book.counters[mix]
    return counters.side == state.side and counters.nation not in state.frozen


def _clamped(book: Ruleset, state: State, left: Allowance, order: o.Replace) -> o.Replace | None:
    """Returns an order for as many units as can come and find room."""
    party = _party(order)
    if any(check_known(book, party)):
        return None
    most = min(order.count, _most(book, state, left, party.mix))
    if party.at != HOLDING_BOX and book.counters[party.mix].unit_class in ("land", "air", "supply"):
        there = stack_at(book, state, book.hexes[party.at], state.side)
        most = min(most, book.charts.tables.limits.stack - len(there))
    return order.model_copy(update={"count": most}) if most > 0 else None


def _replace(book: Ruleset, table: Table[State], left: Allowance, order: o.Replace) -> Allowance:
    """Units come into play; in an enemy zone they stay where they are. (8.25, 8.26)"""
    party = _party(order)
    constant, variable, bonus, transports = left
    count = order.count
    for reason, share in _shares(book, table.state, left, party.mix):
        part = min(count, share)
        if reason == "constant":
            part = min(part, in_box(book, table.state, party.mix))
        if not part:
            continue
        count -= part
        if reason == "constant":
            constant = {**constant, party.mix: constant[party.mix] - part}
        elif reason == "variable":
            variable -= part
        else:
            own = min(part, transports) if party.type == "transport" else 0
            transports, bonus = transports - own, bonus - (part - own)
        _bring(book, table, party._replace(size=part), reason)
    counters = book.counters[party.mix]
    if counters.unit_class not in ("naval", "rail") and party.at != HOLDING_BOX:
        pass_through(book, table, counters.side, [party.at])
    return Allowance(constant, variable, bonus, transports)


def _bring(
    book: Ruleset,
    table: Table[State],
    party: Party,
    reason: Literal["constant", "variable", "bonus", "risen"],
) -> None:
    """Takes counters from beside the map, where bonus units lie, else out of the box."""
    state = table.state
    beside = 0
    if reason == "bonus" and book.facts.boxed is not None:
        beside = min(party.size, beside_the_map(book, state, party.mix))
    if beside:
        _record(book, table, party._replace(size=beside), reason, from_box=False)
    if party.size > beside:
        rest = party._replace(size=party.size - beside)
        _record(book, table, rest, reason, from_box=True)


def _record(
    book: Ruleset,
    table: Table[State],
    party: Party,
    reason: Literal["constant", "variable", "bonus", "risen"],
    *,
    from_box: bool,
) -> None:
    state, counters = table.state, book.counters[party.mix]
    urns, chit = None, Chit(None, 1)
    if from_box and counters.is_untried:
        urns, chit = taken(state.urns[party.mix], party.size)
    units = placed(book, state, party, {party.mix: chit})
    is_held = (
        counters.unit_class != "naval"
        and party.at != HOLDING_BOX
        and in_zone(book, state, counters.side, book.hexes[party.at])
        and not any(ignores_zones(state, name) for name in units)
    )
    table.record(
        UnitsReplaced(
            side=counters.side,
            units=units,
            urns=urns,
            from_box=from_box,
            reason=reason,
            halted=is_held,
        )
    )


def rise(book: Ruleset, table: Table[State], unit: str, number: str) -> None:
    """Militia appear where militia enter an unoccupied urban or supply hex of their country.

    They come out of the box of their nation as far as it has any; the first of them stays there.
    (19.64, ruling 54)

    Args:
        unit: the militia that has just entered.
        number: the hex, which was unoccupied before.
    """
    state, mix = table.state, mix_of(unit)
    if not book.facts.militia_rise or type_of(unit) != "militia":
        return
    hex_ = book.hexes[number]
    facts = book.charts.facts[hex_]
    if facts is None or facts.terrain not in ("urban", "supply"):
        return
    country = facts.country
    if country is None or book.charts.map.countries[country].nation != nation_of(unit):
        return
    count = min(book.facts.militia_rise, in_box(book, state, mix))
    if count:
        party = Party(nation_of(unit), "militia", count, number)
        _bring(book, table, party, "risen")


def open_places(book: Ruleset, state: State, left: Allowance) -> tuple[str, ...]:
    """Returns the places where some unit that may come back finds room. (8.2)"""
    parties = [
        Party(counters.nation, counters.type, 1, HOLDING_BOX)
        for mix, counters in book.counters.items()
        if _is_own(book, state, mix) and _most(book, state, left, mix)
    ]
    return tuple(
        number
        for number in replacement_hexes(book, state, state.side)
        if any(
            not any(check_stand(book, state, state.side, party._replace(at=number)))
            for party in parties
        )
    )


def _sample(book: Ruleset, state: State, left: Allowance, choose: Choose) -> o.Replace | None:
    """Returns a random legal order for one unit."""
    places = replacement_hexes(book, state, state.side)
    mixes = [
        mix
        for mix, counters in book.counters.items()
        if counters.side == state.side and _most(book, state, left, mix)
    ]
    if not places or not mixes:
        return None
    nation, _, unit_type = choose(mixes).partition("-")
    document = {"order": "replace", "nation": nation, "type": unit_type, "in": choose(places)}
    order = o.Replace.model_validate(document)
    return None if any(check_replace(book, state, left, order)) else order
