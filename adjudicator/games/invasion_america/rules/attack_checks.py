"""What may be attacked, by whom, and in which order. (13.1, 13.2, chapters 14 and 15)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.boards.hexes import NOWHERE, Hex
from adjudicator.core.english import either, joined
from adjudicator.core.problem import Path, Problem
from adjudicator.games.invasion_america import combat_orders as o
from adjudicator.games.invasion_america.counter_mix import TYPE_NAMES
from adjudicator.games.invasion_america.rules.line_up import (
    assault_ship,
    attack_graph,
    defenders_of,
    is_air,
    is_land,
    participants,
)
from adjudicator.games.invasion_america.rules.own_units import check_in_play
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import Side, State, side_of, type_of
from adjudicator.games.invasion_america.words import SIDE_WORDS, place, units_text

__all__ = [
    "check_attack",
    "check_plan",
    "disputing",
    "is_assaulted",
    "unable",
    "why_not_attackable",
]


def check_plan(
    book: Ruleset, state: State, before: Sequence[o.Attack], order: o.Attack
) -> Iterator[Problem]:
    """Yields what is wrong with an attack when the phase begins, with those ordered before it.

    What an earlier attack may yet change is no problem: it may fail when its turn comes.
    """
    problems = [
        *check_attack(book, state, order, before),
        *_check_named(participants(book, state, order.units), order),
        *_check_advances(book, state, order),
    ]
    yield from problems
    if problems:
        return
    certain = [one for one in before if not _may_be_left_out(one)]
    for index, name in enumerate(order.units):
        if any(name in participants(book, state, one.units) for one in certain):
            yield Problem(
                "fought-already",
                f"{name} already attacks in an earlier order",
                ("units", index),
                "13.14",
                hint="A unit attacks once in a combat phase.",
            )
    for index, number in enumerate(order.hexes):
        if any(number in one.hexes for one in certain):
            yield Problem(
                "attacked-already",
                f"an earlier order attacks {place(book, number)} already",
                ("hexes", index),
                "13.14",
                hint="Name all units that attack it in one order.",
            )
    for field, numbers in (("if_won", order.if_won), ("unless_won", order.unless_won)):
        for index, number in enumerate(numbers):
            if not any(number in one.hexes for one in before):
                yield Problem(
                    "no-earlier-attack",
                    f"no earlier order attacks {place(book, number)}",
                    (field, index),
                    "13.0, ruling 81",
                    hint="Name a hex that an order before this one attacks.",
                )


def _check_named(units: Sequence[str], order: o.Attack) -> Iterator[Problem]:
    """Only who attacks advances, or is lost in an exchange, as the attack says. (13.74, 13.42)"""
    for index, move in enumerate(order.advance or ()):
        for place_, name in enumerate(move.units):
            if name not in units:
                yield Problem(
                    "cannot-advance",
                    f"{name} takes no part in the attack",
                    ("advance", index, "units", place_),
                    "13.74",
                    hint=f"Only {either([*units])} may advance.",
                )
    for index, name in enumerate(order.lose):
        if name not in units:
            yield Problem(
                "wrong-losses",
                f"{name} takes no part in the attack",
                ("lose", index),
                "13.42",
                hint=f"Choose among {joined([*units])}.",
            )


def _check_advances(book: Ruleset, state: State, order: o.Attack) -> Iterator[Problem]:
    """Yields who of an attack can advance nowhere, or not so far, whatever the die shows.

    (13.71 to 13.75, 15.16, 19.64)
    """
    for index, move in enumerate(order.advance or ()):
        path: Path = ("advance", index)
        for place_, name in enumerate(move.units):
            if name in state.units and (why := _never_advances(book, state, order, name)):
                yield Problem(
                    "cannot-advance",
                    f"{name} cannot advance: {why}",
                    (*path, "units", place_),
                    "13.74, 15.16",
                    hint="Land combat and air units advance that are adjacent to what they attack.",
                )
        goal = book.hexes.get(move.to)
        if goal is not None and _apart(book, order, goal) > _DEEPEST * len(order.hexes):
            yield Problem(
                "cannot-advance",
                f"no path of retreat leads to {place(book, move.to)}",
                (*path, "to"),
                "13.75",
                hint=f"Nobody retreats farther than {_DEEPEST} hexes.",
            )
        if move.along is not None and not _leads_along(book, state, order, move):
            yield Problem(
                "cannot-advance",
                f"{place(book, move.along)} is not attacked",
                (*path, "along"),
                "13.75",
                hint=f"Choose among {joined([*order.hexes])}.",
            )


def _leads_along(book: Ruleset, state: State, order: o.Attack, move: o.AdvanceTo) -> bool:
    """Whether a path of retreat can begin in the hex that an advance goes along, or it itself.

    Of several hexes attacked, who is displaced begins elsewhere. (Ruling 98)
    """
    assert move.along is not None
    if any(name in state.units and state.units[name].at == move.along for name in move.units):
        return True
    most = _DEEPEST * (len(order.hexes) - 1)
    return _apart(book, order, book.hexes[move.along]) <= most


_DEEPEST = 3
"""How many hexes units retreat at most. (13.42)"""


def _apart(book: Ruleset, order: o.Attack, hex_: Hex) -> int:
    """Returns how far a hex lies from the nearest one that an attack names."""
    grid = book.charts.grid
    return min(grid.distance(hex_, book.hexes[number]) for number in order.hexes)


def _never_advances(book: Ruleset, state: State, order: o.Attack, unit: str) -> str:
    """Returns why a unit that attacks advances nowhere; "": it may."""
    if book.of(unit).unit_class == "naval":
        return "ships do not"
    if unit in state.rooted:
        return "it must stay in the hex where it appeared"
    here = state.units[unit]
    if here.aboard is not None or here.at not in book.hexes:
        return ""
    # Units that are displaced before they retreat may come beside others. (Ruling 98)
    most = 1 + _DEEPEST * (len(order.hexes) - 1)
    return "" if _apart(book, order, book.hexes[here.at]) <= most else "it is not adjacent"


def _may_be_left_out(order: o.Attack) -> bool:
    return bool(order.at_least or order.if_won or order.unless_won)


def check_attack(
    book: Ruleset, state: State, order: o.Attack, before: Sequence[o.Attack] = ()
) -> Iterator[Problem]:
    """Yields why an attack cannot be made as things stand.

    Args:
        before: attacks that are to be made first: they may win air superiority. (14.5)
    """
    problems = [
        problem
        for index, name in enumerate(order.units)
        for problem in check_in_play(state, name, ("units", index))
    ]
    hexes = [book.hexes[number] for number in order.hexes]
    for index, hex_ in enumerate(hexes):
        problems += why_not_attackable(book, state, hex_, ("hexes", index))
    yield from problems
    if problems:
        return
    units = participants(book, state, order.units)
    for index, name in enumerate(order.units):
        yield from unable(book, state, name, (units, hexes), path=("units", index))
    yield from _check_assault(book, state, order, hexes)
    yield from _check_due(book, state, order, hexes)
    yield from _check_forces(book, state, hexes)
    if any(is_air(book, name) for name in order.units):
        for index, hex_ in enumerate(hexes):
            yield from _check_superiority(book, state, hex_, before, path=("hexes", index))


# -- what is attacked ------------------------------------------------------------------------------


def why_not_attackable(book: Ruleset, state: State, hex_: Hex, path: Path) -> Iterator[Problem]:
    """Yields why what stands in a hex cannot be attacked now. (13.14, 13.76)"""
    number = book.number_of(hex_)
    there = defenders_of(book, state, state.side, hex_)
    if not there:
        yield Problem(
            "no-enemy-there",
            f"no enemy stands in {place(book, number)}",
            path,
            "13.0",
            hint="Attack hexes with enemy units.",
        )
        return
    done = [name for name in there if name in state.fought]
    if done:
        yield Problem(
            "attacked-already",
            f"{units_text(done)} in {place(book, number)} "
            f"{'has' if len(done) == 1 else 'have'} fought in this phase already",
            path,
            "13.14, 13.76, ruling 77",
            hint="No unit is attacked twice in a combat phase, and none that has advanced.",
        )


# -- who attacks -----------------------------------------------------------------------------------


def unable(
    book: Ruleset,
    state: State,
    unit: str,
    attack: tuple[Sequence[str], Sequence[Hex]],
    *,
    path: Path = (),
) -> Iterator[Problem]:
    """Yields why a unit in play cannot take part in an attack of some units on some hexes."""
    if side_of(unit) != state.side:
        yield Problem(
            "not-your-unit",
            f"{unit} belongs to another force",
            path,
            "13.11, 12.14",
            hint=f"It is the player-turn of {SIDE_WORDS[state.side]}: only its units attack.",
        )
        return
    if unit in state.fought:
        yield Problem(
            "fought-already",
            f"{unit} has attacked, was attacked or has advanced in this phase",
            path,
            "13.14, 13.76",
            hint="A unit attacks once in a combat phase.",
        )
        return
    units, hexes = attack
    aboard = state.units[unit].aboard
    if aboard is not None:
        if aboard not in units or not is_land(book, unit):
            yield Problem(
                "cannot-attack",
                f"{unit} is aboard {aboard}",
                path,
                "6.22, 15.0",
                hint="Of units aboard only land combat units attack, with the amphibious unit "
                "that carries them.",
            )
    elif is_air(book, unit):
        yield from _check_air(book, state, unit, attack, path=path)
    elif is_land(book, unit):
        yield from _check_land(book, state, unit, hexes, path=path)
    elif type_of(unit) != "amphibious":
        yield Problem(
            "cannot-attack",
            f"{unit} is a {TYPE_NAMES[type_of(unit)]}: it never attacks",
            path,
            "3.37, 9.52, 16.43",
            hint="Land combat and air units attack, aircraft carriers, and amphibious units in "
            "assaults.",
        )


def _check_land(
    book: Ruleset, state: State, unit: str, hexes: Sequence[Hex], *, path: Path
) -> Iterator[Problem]:
    """Land combat units attack what is adjacent, all of it, and never ships alone.

    (13.11, 13.23, 7.4, 13.8)
    """
    here = book.hex_of(state.units[unit].at)
    beside = [] if here == NOWHERE else [there for there, _ in attack_graph(book, unit)[here]]
    for hex_ in hexes:
        number = book.number_of(hex_)
        if hex_ not in beside:
            yield Problem(
                "cannot-reach",
                f"{unit} in {place(book, state.units[unit].at)} cannot attack "
                f"{place(book, number)}",
                path,
                "13.11, 13.23, 13.8",
                hint="Whoever attacks is adjacent to all hexes attacked, over no lake, sea or "
                "blocked hexside.",
            )
            return
        if all(book.of(name).unit_class == "naval" for name in _standing(book, state, hex_)):
            yield Problem(
                "ships-alone",
                f"there are only ships in {place(book, number)}: land units do not attack them",
                path,
                "7.4",
                hint="Air units and aircraft carriers do.",
            )
            return


def _standing(book: Ruleset, state: State, hex_: Hex) -> list[str]:
    return defenders_of(book, state, state.side, hex_)


def _check_air(
    book: Ruleset,
    state: State,
    unit: str,
    attack: tuple[Sequence[str], Sequence[Hex]],
    *,
    path: Path = (),
) -> Iterator[Problem]:
    """Air units attack within range; adjacent ones only what is adjacent, several hexes from afar
    only together with land units. (13.23, 14.11 to 14.13, 14.22, 14.32)"""
    units, hexes = attack
    here = book.hex_of(state.units[unit].at)
    at_most = book.of(unit).facts.range or 0
    grid = book.charts.grid
    far = [] if here == NOWHERE else [grid.distance(here, hex_) for hex_ in hexes]
    if here == NOWHERE:
        yield Problem(
            "cannot-reach",
            f"{unit} is in the holding box and reaches nothing",
            path,
            "14.11, ruling 30",
            hint="It leaves the box aboard a ship.",
        )
    elif min(far) > at_most:
        yield Problem(
            "cannot-reach",
            f"{unit} reaches {at_most} hexes, and {place(book, book.number_of(hexes[0]))} is "
            f"{min(far)} away",
            path,
            "14.11, 14.12",
            hint="Count the attacked hex, and not its own.",
        )
    elif min(far) == 1 and max(far) > 1:
        yield Problem(
            "cannot-reach",
            f"{unit} is adjacent to some of the hexes and not to others",
            path,
            "13.23, 14.32",
            hint="An adjacent air unit attacks only hexes that it is adjacent to.",
        )
    elif min(far) > 1 and len(hexes) > 1 and not any(is_land(book, name) for name in units):
        yield Problem(
            "one-hex-only",
            f"{unit} attacks only one hex from afar, unless land units attack with it",
            path,
            "14.13, 14.22",
            hint="Order an attack for each hex.",
        )


def _check_assault(
    book: Ruleset, state: State, order: o.Attack, hexes: Sequence[Hex]
) -> Iterator[Problem]:
    """One amphibious unit assaults the amphibious hex where it lies. (15.0, 15.11)"""
    ship = assault_ship(order.units)
    if ship is None:
        return
    index = order.units.index(ship)
    if any(type_of(name) == "amphibious" and name != ship for name in order.units):
        yield Problem(
            "one-assault",
            "only one amphibious unit assaults a hex",
            ("units",),
            "15.11",
            hint="Others cannot take part.",
        )
    elif [*hexes] != [book.hex_of(state.units[ship].at)]:
        yield Problem(
            "assault-elsewhere",
            f"{ship} lies in {place(book, state.units[ship].at)}, and assaults that hex alone",
            ("units", index),
            "15.0, ruling 72",
            hint=f'Write "hexes": ["{state.units[ship].at}"], or leave the ship out.',
        )
    elif hexes[0] not in book.charts.amphibious:
        yield Problem(
            "assault-elsewhere",
            f"no assault is made in {place(book, order.hexes[0])}: it is no amphibious hex",
            ("hexes", 0),
            "15.0",
            hint="Assaults are made in amphibious hexes only.",
        )
    elif not is_assaulted(book, state, state.side, hexes[0]):
        yield Problem(
            "ships-alone",
            f"no land combat, air or supply units stand in {place(book, order.hexes[0])}: there is "
            "nothing to assault",
            ("hexes", 0),
            "7.4, 16.43, ruling 99",
            hint="Amphibious units attack neither ships nor rail units alone.",
        )


def is_assaulted(book: Ruleset, state: State, side: Side, hex_: Hex) -> bool:
    """Whether what defends a hex must be assaulted by an amphibious unit that lies there. (15.0)

    Enemies pass lone rail units (16.43), and neither land nor amphibious units attack ships alone.
    (7.4, ruling 99)
    """
    return any(
        book.of(name).unit_class not in ("naval", "rail")
        for name in defenders_of(book, state, side, hex_)
    )


def _check_due(
    book: Ruleset, state: State, order: o.Attack, hexes: Sequence[Hex]
) -> Iterator[Problem]:
    """Where an amphibious unit must assault, all others only assist it. (15.0, 15.12, ruling 99)"""
    for index, hex_ in enumerate(hexes):
        due = [
            name
            for name in book.occupation(state).units.get(hex_, ())
            if type_of(name) == "amphibious"
            and side_of(name) == state.side
            and is_assaulted(book, state, state.side, hex_)
        ]
        if due and not any(name in order.units for name in due):
            yield Problem(
                "must-assault",
                f"{due[0]} must assault {place(book, order.hexes[index])}: nobody attacks it "
                "without that ship",
                ("hexes", index),
                "15.0, 15.12, ruling 99",
                hint=f"Name {due[0]} among the units; all others assist it.",
            )


def _check_forces(book: Ruleset, state: State, hexes: Sequence[Hex]) -> Iterator[Problem]:
    """Land and air units of different forces do not defend together. (12.14, ruling 100)"""
    sides = dict.fromkeys(
        side_of(name)
        for hex_ in hexes
        for name in _standing(book, state, hex_)
        if book.of(name).unit_class != "naval"
    )
    if len(sides) > 1:
        yield Problem(
            "several-forces",
            f"units of {joined([SIDE_WORDS[side] for side in sides])} would defend together",
            ("hexes",),
            "12.14, ruling 100",
            hint="Order an attack on the hexes of each force.",
        )


# -- air superiority -------------------------------------------------------------------------------


def disputing(book: Ruleset, state: State, hex_: Hex) -> tuple[str, ...]:
    """Returns the enemy units that dispute air superiority over a hex. (14.5)

    Long-range bombers and carriers in range of it that have not been attacked in this phase. None
    does over hexes without land combat units (ruling 17), or with an air unit or carrier (14.52,
    ruling 16).
    """
    there = defenders_of(book, state, state.side, hex_)
    if any(is_air(book, name) for name in there):
        return ()
    if not any(is_land(book, name) for name in there):
        return ()
    grid, enemies = book.charts.grid, book.enemies[state.side]
    found: list[str] = []
    for name, unit in state.units.items():
        if type_of(name) not in ("lrb", "carrier") or side_of(name) not in enemies:
            continue
        at = book.hex_of(unit.at)
        if at == NOWHERE or unit.aboard is not None or name in state.fought:
            continue
        if grid.distance(at, hex_) <= (book.of(name).facts.range or 0):
            found.append(name)
    return tuple(found)


def _check_superiority(
    book: Ruleset, state: State, hex_: Hex, before: Sequence[o.Attack], *, path: Path
) -> Iterator[Problem]:
    """Whatever disputes the air over a hex must be attacked first. (14.5)"""
    first = [number for one in before for number in one.hexes]
    left = [name for name in disputing(book, state, hex_) if state.units[name].at not in first]
    if not left:
        return
    where = joined([f"{name} in {place(book, state.units[name].at)}" for name in left])
    yield Problem(
        "air-superiority",
        f"{where} {'disputes' if len(left) == 1 else 'dispute'} the air over "
        f"{place(book, book.number_of(hex_))}",
        path,
        "14.5",
        hint="Attack them first, with any units, or attack without air units and carriers.",
    )
