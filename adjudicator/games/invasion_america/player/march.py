"""The player's land movement: what it holds, takes, attacks and moves up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from adjudicator.boards.hexes import NOWHERE, Hex
from adjudicator.games.invasion_america import orders as o
from adjudicator.games.invasion_america.player.assessment import (
    FAR,
    Assessment,
    defence_of,
    river_at,
)
from adjudicator.games.invasion_america.player.ledger import Ledger
from adjudicator.games.invasion_america.player.projection import behind_combat
from adjudicator.games.invasion_america.rules.garrison import in_annexation
from adjudicator.games.invasion_america.rules.harbours import loading_points
from adjudicator.games.invasion_america.rules.placing import may_carry
from adjudicator.games.invasion_america.rules.positions import cargo_of
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    US,
    State,
    mix_of,
    nation_of,
    type_of,
)

__all__ = ["planned_mechanised", "planned_moves"]

_OVERSEAS = 30
"""From goals farther off over land than so many points units go by sea."""
_UNSUPPLIED = 8
"""By how many points a hex is worse where a unit would be out of supply."""
_CUT_OFF = 2 * FAR
"""The same for who comes over the sea: they rather stay where they are."""
_SAFE_GARRISON = 7
"""So many U.S. units in Central America need no die. (17.1)"""


def planned_moves(book: Ruleset, state: State) -> list[o.Move]:
    """Returns the orders of the land movement phase."""
    assessment = Assessment(book, state, state.side)
    ledger = Ledger.of(assessment)
    _hold(ledger)
    _embark(ledger)
    _open_ports(ledger)
    _take(ledger)
    _concentrate(ledger)
    _take(ledger)
    if state.side == US:
        _man(ledger)
    _move_up(ledger)
    return ledger.orders()


def planned_mechanised(book: Ruleset, state: State) -> list[o.Move]:
    """Returns the orders of mechanised movement, for those who fight nobody before."""
    assessment = Assessment(book, behind_combat(book, state), state.side)
    ledger = Ledger.of(assessment)
    for unit in [*ledger.free]:
        hex_ = ledger.free[unit]
        if ledger.is_aboard(unit) or _is_beside_enemies(assessment, hex_):
            ledger.stay(unit)
    _hold(ledger)
    _take(ledger)
    _move_up(ledger)
    return ledger.orders()


def _is_beside_enemies(assessment: Assessment, hex_: Hex) -> bool:
    return any(
        there in assessment.enemies for there in assessment.book.charts.grid.neighbours[hex_]
    )


# -- who stays -------------------------------------------------------------------------------------


def _hold(ledger: Ledger) -> None:
    """Some stay where supply comes from and where points are to be kept."""
    assessment = ledger.assessment
    by_hex: dict[Hex, list[str]] = {}
    for unit, hex_ in ledger.free.items():
        if hex_ != NOWHERE and not ledger.is_aboard(unit):
            by_hex.setdefault(hex_, []).append(unit)
    if assessment.side == US:
        _hold_at_home(ledger, by_hex)
    else:
        _hold_bases(ledger, by_hex)


def _hold_at_home(ledger: Ledger, by_hex: dict[Hex, list[str]]) -> None:
    """Threatened places and coasts keep their weakest unit; the garrison stays."""
    assessment = ledger.assessment
    charts = assessment.book.charts
    if assessment.book.facts.garrison is not None and not assessment.state.annexation_cut:
        spare = len(in_annexation(assessment.book, assessment.state)) - _SAFE_GARRISON
        for unit in in_annexation(assessment.book, assessment.state):
            if unit in ledger.free and (spare := spare - 1) < 0:
                ledger.stay(unit)
    for hex_ in assessment.holdings:
        units = [unit for unit in by_hex.get(hex_, ()) if unit in ledger.free]
        if not units:
            continue
        if assessment.threat(hex_) or hex_ in charts.coast:
            ledger.stay(
                min(units, key=lambda unit: (assessment.is_air(unit), assessment.worth(unit), unit))
            )


def _hold_bases(ledger: Ledger, by_hex: dict[Hex, list[str]]) -> None:
    """Ports that supply, and places won that enemies may win back, keep their weakest unit."""
    assessment = ledger.assessment
    charts = assessment.book.charts
    homes: set[str] = set()
    for hex_, units in sorted(by_hex.items()):
        country = charts.country_of(hex_) or ""
        at_home = assessment.book.home_of(assessment.book.number_of(hex_)) != US
        if at_home and (country in homes or hex_ not in charts.ports):
            continue
        is_won = hex_ in assessment.holdings and assessment.threat(hex_) > 0
        if hex_ not in charts.ports and not is_won:
            continue
        if at_home:
            homes.add(country)
        ledger.stay(
            min(units, key=lambda unit: (not assessment.is_air(unit), assessment.worth(unit), unit))
        )


# -- by sea ----------------------------------------------------------------------------------------


def _embark(ledger: Ledger) -> None:
    """Who is far from all goals goes aboard of ships that have room. (7.0)"""
    assessment = ledger.assessment
    state = assessment.state
    ships = assessment.of_type("amphibious", "transport")
    rooms = {
        ship: assessment.book.charts.tables.limits.cargo - len(cargo_of(state, ship))
        for ship in ships
    }
    for unit in sorted(ledger.free, key=lambda unit: (-assessment.back(unit), unit)):
        hex_ = ledger.free[unit]
        if ledger.is_aboard(unit):
            if _is_home(assessment, hex_):
                ledger.stay(unit)
            continue
        if hex_ != NOWHERE and assessment.field[hex_] <= _OVERSEAS:
            continue
        ship = next((ship for ship in ships if rooms[ship] and _boards(ledger, unit, ship)), None)
        if ship is not None:
            rooms[ship] -= 1
            ledger.board(unit, ship, state.units[ship].at)


def _open_ports(ledger: Ledger) -> None:
    """Where transports wait before an empty port, somebody enters it and stays. (Ruling 4)"""
    assessment = ledger.assessment
    for ship in assessment.of_type("transport"):
        hex_ = assessment.own[ship]
        if hex_ not in assessment.book.charts.ports or hex_ in assessment.ground.closed:
            continue
        if (
            ledger.count.get(hex_, 0)
            or not cargo_of(assessment.state, ship)
            or _is_home(assessment, hex_)
        ):
            continue
        able = [unit for unit in ledger.free if hex_ in ledger.options(unit)]
        if able:
            ledger.move(
                min(able, key=lambda unit: (assessment.is_air(unit), assessment.back(unit), unit)),
                hex_,
            )


def _is_home(assessment: Assessment, hex_: Hex) -> bool:
    """Whether who is aboard in a hex waits for the ship to sail."""
    return hex_ == NOWHERE or assessment.field[hex_] > _OVERSEAS


def _boards(ledger: Ledger, unit: str, ship: str) -> bool:
    """Whether a unit gets aboard of a ship in this phase."""
    assessment = ledger.assessment
    at = assessment.state.units[ship].at
    if not may_carry(assessment.book, type_of(ship), mix_of(unit)):
        return False
    if at == HOLDING_BOX:
        return ledger.free[unit] == NOWHERE
    if ledger.free[unit] == NOWHERE:
        return False
    hex_ = assessment.book.hexes[at]
    start = ledger.free[unit]
    cost = loading_points(assessment.book, assessment.state, assessment.side, type_of(ship), at=at)
    way = 0 if hex_ == start else ledger.options(unit).get(hex_, FAR)
    if hex_ != start and hex_ in assessment.ground.zones:
        return False
    return cost is not None and way + cost <= assessment.points(unit)


# -- what is taken ---------------------------------------------------------------------------------


def _take(ledger: Ledger) -> None:
    """Empty places that are worth points are entered, by those who fight least."""
    assessment = ledger.assessment
    taken = {*ledger.ends.values()}
    for hex_, _ in sorted(assessment.prizes.items(), key=lambda one: (-one[1], one[0])):
        if hex_ in assessment.ground.closed or hex_ in taken:
            continue
        able = [
            unit
            for unit in ledger.free
            if hex_ in ledger.options(unit)
            and ledger.fits(unit, hex_)
            and _may_enter(assessment, unit, hex_)
        ]
        if able:
            ledger.move(min(able, key=lambda unit: _least(ledger, unit, hex_)), hex_)


def _may_enter(assessment: Assessment, unit: str, hex_: Hex) -> bool:
    """Whether a unit may end in a hex to take something: who comes over the sea is in supply there,
    but for the last turn."""
    if assessment.state.turn >= assessment.book.facts.turns or not _comes_by_sea(assessment, unit):
        return True
    return hex_ in assessment.book.charts.ports or assessment.is_supplied_at(unit, hex_)


def _comes_by_sea(assessment: Assessment, unit: str) -> bool:
    """Whether a unit is aboard of a ship, or overseas."""
    start = assessment.own[unit]
    if assessment.state.units[unit].aboard is not None:
        return True
    return start != NOWHERE and assessment.field[start] > _OVERSEAS


def _least(ledger: Ledger, unit: str, hex_: Hex) -> tuple[object, ...]:
    assessment = ledger.assessment
    return assessment.is_air(unit), ledger.options(unit)[hex_] > 2, assessment.back(unit), unit


# -- what is attacked ------------------------------------------------------------------------------


class _Chosen(NamedTuple):
    """Units that are to attack together, each with the hex from which it does."""

    posts: dict[str, Hex]
    attack: int
    defence: int


def _concentrate(ledger: Ledger) -> None:
    """Units go where they attack at good odds together, the best targets first."""
    assessment = ledger.assessment
    near: dict[Hex, list[str]] = {}
    for unit in ledger.free:
        if assessment.is_land(unit):
            for hex_ in ledger.options(unit):
                near.setdefault(hex_, []).append(unit)
    targets = [hex_ for hex_ in assessment.enemies if hex_ in assessment.book.charts.open_land]
    for target in sorted(targets, key=lambda hex_: (-_lure(assessment, hex_), hex_)):
        chosen = _force(ledger, target, near)
        if chosen is None:
            continue
        for unit, post in chosen.posts.items():
            ledger.move(unit, post)


def _lure(assessment: Assessment, target: Hex) -> int:
    """Returns how much an attack on a hex is worth."""
    there = sum(assessment.back(unit) for unit in assessment.enemies[target])
    return 4 * assessment.prizes.get(target, 0) + there - min(assessment.field[target], 40)


def _force(ledger: Ledger, target: Hex, near: dict[Hex, list[str]]) -> _Chosen | None:
    """Returns who attacks a hex, as few as make good odds; None: the odds are too bad."""
    assessment = ledger.assessment
    if all(assessment.book.of(name).unit_class == "naval" for name in assessment.enemies[target]):
        return None
    posts = [
        (river, post)
        for post in assessment.book.charts.grid.neighbours[target]
        if (river := river_at(assessment, post, target)) is not None
    ]
    rooms = {post: ledger.room(post) for _, post in posts}
    standing = _standing(ledger, [post for _, post in posts])
    candidates = dict.fromkeys(unit for _, post in posts for unit in near.get(post, ()))
    chosen: dict[str, Hex] = {}
    rivers = [river for river, post in posts for _ in standing.get(post, ())]
    attack = sum(assessment.worth(unit) for units in standing.values() for unit in units)
    defence = defence_of(assessment, target, rivers)
    for unit in sorted(candidates, key=lambda unit: (-assessment.back(unit), unit)):
        if attack >= 4 * defence and rivers:
            break
        if unit not in ledger.free:
            continue
        best = _post(ledger, unit, posts, rooms)
        if best is None:
            continue
        river, post = best
        if ledger.free[unit] != post or ledger.is_aboard(unit):
            rooms[post] -= 1
        chosen[unit] = post
        rivers.append(river)
        attack += assessment.back(unit)
        defence = defence_of(assessment, target, rivers)
    least = 1 if assessment.prizes.get(target, 0) >= 5 else 2
    return _Chosen(chosen, attack, defence) if attack >= least * defence else None


def _standing(ledger: Ledger, posts: Iterable[Hex]) -> dict[Hex, list[str]]:
    """Returns the own land units that stand beside a target already and have no other place."""
    assessment = ledger.assessment
    there = assessment.book.occupation(assessment.state).units
    found: dict[Hex, list[str]] = {}
    for post in posts:
        for unit in there.get(post, ()):
            stays = (
                unit in assessment.own and not ledger.is_aboard(unit) and assessment.is_land(unit)
            )
            is_settled = unit not in ledger.free and unit not in ledger.boarded
            if stays and is_settled and ledger.ends.get(unit, post) == post:
                found.setdefault(post, []).append(unit)
    return found


def _post(
    ledger: Ledger, unit: str, posts: Sequence[tuple[int, Hex]], rooms: dict[Hex, int]
) -> tuple[int, Hex] | None:
    """Returns from where a unit attacks: not over a river, where it stands, where it is near."""
    options = ledger.options(unit)
    able = [
        (river, post)
        for river, post in posts
        if post in options
        and _may_enter(ledger.assessment, unit, post)
        and (rooms[post] > 0 or (ledger.free[unit] == post and not ledger.is_aboard(unit)))
    ]
    if not able:
        return None
    start = ledger.free[unit]
    return min(able, key=lambda one: (one[0], one[1] != start, options[one[1]], one[1]))


# -- who moves up ----------------------------------------------------------------------------------


def _man(ledger: Ledger) -> None:
    """Threatened places of one's own that nobody holds are manned by those who are near."""
    assessment = ledger.assessment
    order = sorted(assessment.holdings, key=lambda hex_: (-assessment.holdings[hex_], hex_))
    for hex_ in order:
        if ledger.count.get(hex_, 0) or not assessment.threat(hex_):
            continue
        able = [
            unit
            for unit in ledger.free
            if hex_ in ledger.options(unit) and ledger.fits(unit, hex_) and assessment.is_land(unit)
        ]
        if able:
            best = min(
                able, key=lambda unit: (ledger.options(unit)[hex_], -assessment.back(unit), unit)
            )
            ledger.move(best, hex_)


def _move_up(ledger: Ledger) -> None:
    """Who is left moves nearer to the goals, as far as there is room; the foremost first."""
    assessment = ledger.assessment
    waiting = [unit for unit, hex_ in ledger.free.items() if hex_ != NOWHERE]
    waiting.sort(
        key=lambda unit: (assessment.field[ledger.free[unit]], -assessment.back(unit), unit)
    )
    for unit in waiting:
        start = ledger.free[unit]
        options = [
            hex_
            for hex_ in ledger.options(unit)
            if ledger.fits(unit, hex_) and assessment.field[hex_] < FAR
        ]
        if not options:
            ledger.stay(unit)
            continue
        best = min(options, key=lambda hex_: _rank(assessment, unit, hex_))
        is_better = _rank(assessment, unit, best)[0] < _rank(assessment, unit, start)[0]
        if ledger.is_aboard(unit) or is_better:
            ledger.move(unit, best)
        else:
            ledger.stay(unit)


def _rank(assessment: Assessment, unit: str, hex_: Hex) -> tuple[int, int]:
    """Returns how good it is for a unit to end in a hex; less is better."""
    far = assessment.field[hex_]
    if assessment.is_air(unit):
        far = max(far, 3) + (20 if _is_beside_enemies(assessment, hex_) else 0)
    if not assessment.is_supplied_at(unit, hex_):
        far += _CUT_OFF if _comes_by_sea(assessment, unit) else _UNSUPPLIED
    is_tested = nation_of(unit) == "us" and assessment.book.facts.garrison is not None
    if is_tested and assessment.book.charts.country_of(hex_) == "annexation":
        far += _OVERSEAS
    return far, hex_
