"""Urns are exactly the physical game: every script of a small one, with exact chances.

The physical game knows every counter's strength: units are counters drawn from the mix, the box is
a heap of counters, what is replaced is picked from the heap. Both games go through all scripts of
revealing, destroying and replacing; after every act what was revealed has the same distribution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

import pytest

from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.state import Bag, Urns
from adjudicator.games.invasion_america.urns import (
    Chit,
    boxed,
    chit_at,
    chits_of,
    drawn,
    full_mix,
    mixed,
    references,
    size_of,
    taken,
)

History: TypeAlias = tuple[tuple[str, int], ...]
Physical: TypeAlias = tuple[tuple[tuple[str, int], ...], tuple[int, ...]]
"""Units in play with their strengths; the strengths in the box, sorted."""
Urned: TypeAlias = tuple[tuple[tuple[str, Chit], ...], Urns]
"""Units in play with what is known of them, and the urns."""


def _count(weights: dict[History, Fraction], history: History, weight: Fraction) -> None:
    weights[history] = weights.get(history, Fraction(0)) + weight


class PhysicalGame:
    """All positions that are possible after a script, each with its chance."""

    def __init__(self, weights: Mapping[tuple[History, Physical], Fraction]) -> None:
        self.weights = dict(weights)

    def revealed(self) -> dict[History, Fraction]:
        """Returns the distribution of what was revealed."""
        found: dict[History, Fraction] = {}
        for (history, _), weight in self.weights.items():
            _count(found, history, weight)
        return found

    def act(self, act: tuple[str, str]) -> PhysicalGame:
        """Returns the game after one more act of the script."""
        found: dict[tuple[History, Physical], Fraction] = {}
        for (history, physical), weight in self.weights.items():
            for after, share in _physically(history, physical, act):
                found[after] = found.get(after, Fraction(0)) + weight * share
        return PhysicalGame(found)


def _physically(
    history: History, physical: Physical, act: tuple[str, str]
) -> Iterator[tuple[tuple[History, Physical], Fraction]]:
    what, name = act
    units, box = dict(physical[0]), physical[1]
    match what:
        case "reveal":
            yield ((*history, (name, units[name])), physical), Fraction(1)
        case "destroy":
            box = tuple(sorted((*box, units.pop(name))))
            yield (history, (tuple(sorted(units.items())), box)), Fraction(1)
        case _:
            for place, strength in enumerate(box):
                left = (*box[:place], *box[place + 1 :])
                after = tuple(sorted({**units, name: strength}.items()))
                yield (history, (after, left)), Fraction(1, len(box))


class UrnGame:
    """The same with urns."""

    def __init__(self, weights: Mapping[tuple[History, Urned], Fraction]) -> None:
        self.weights = dict(weights)

    def revealed(self) -> dict[History, Fraction]:
        """Returns the distribution of what was revealed."""
        found: dict[History, Fraction] = {}
        for (history, _), weight in self.weights.items():
            _count(found, history, weight)
        return found

    def act(self, act: tuple[str, str]) -> UrnGame:
        """Returns the game after one more act of the script."""
        found: dict[tuple[History, Urned], Fraction] = {}
        for (history, position), weight in self.weights.items():
            for after, share in _with_urns(history, position, act):
                found[after] = found.get(after, Fraction(0)) + weight * share
        for _, (units, urns) in found:
            check_whole(units, urns)
        return UrnGame(found)


def _with_urns(
    history: History, position: Urned, act: tuple[str, str]
) -> Iterator[tuple[tuple[History, Urned], Fraction]]:
    what, name = act
    units, urns = dict(position[0]), position[1]
    match what:
        case "reveal":
            for strength, passed, share in all_reveals(urns, units[name]):
                after = tuple(sorted({**units, name: Chit(strength, None)}.items(), key=_by_name))
                now = drawn(urns, passed)
                yield ((*history, (name, strength)), (after, now)), share
        case "destroy":
            now = boxed(urns, units.pop(name))
            yield (history, (tuple(sorted(units.items(), key=_by_name)), now)), Fraction(1)
        case _:
            got = taken(urns, 1)
            after = tuple(sorted({**units, name: got.chit}.items(), key=_by_name))
            yield (history, (after, got.urns)), Fraction(1)


def _by_name(item: tuple[str, Chit]) -> str:
    return item[0]


def all_reveals(
    urns: Urns, chit: Chit
) -> Iterator[tuple[int, tuple[tuple[int, Chit], ...], Fraction]]:
    """Yields every way in which a reveal can go, with its chance."""
    if chit.strength is not None:
        yield chit.strength, (), Fraction(1)
        return
    assert chit.urn is not None
    bag = urns.urns[str(chit.urn)]
    for there, count in chits_of(bag):
        share = Fraction(count, size_of(bag))
        for strength, passed, more in all_reveals(urns, there):
            yield strength, ((chit.urn, there), *passed), share * more


def check_whole(units: tuple[tuple[str, Chit], ...], urns: Urns) -> None:
    """Every urn has as many chits as draws from it are outstanding."""
    in_play = [chit.urn for _, chit in units if chit.urn is not None]
    outstanding = references(urns, in_play)
    assert outstanding == {int(number): size_of(bag) for number, bag in urns.urns.items()}


def begin(counters: Mapping[int, int], in_play: int) -> tuple[PhysicalGame, UrnGame, list[str]]:
    """Returns both games when so many units stand on the map and the others lie in the box."""
    names = [f"u{number}" for number in range(1, in_play + 1)]
    mix = [strength for strength, count in counters.items() for _ in range(count)]
    weights: dict[tuple[History, Physical], Fraction] = {
        ((), ((), tuple(sorted(mix)))): Fraction(1)
    }
    physical = PhysicalGame(weights)
    for name in names:
        physical = physical.act(("replace", name))
    urns = full_mix(counters, boxed=len(mix) - in_play)
    units = tuple((name, Chit(None, 1)) for name in names)
    return physical, UrnGame({((), (units, urns)): Fraction(1)}), names


def compare(
    physical: PhysicalGame, urned: UrnGame, alive: list[str], in_box: int, depth: int, new: int
) -> int:
    """Goes through all scripts of so many acts; returns how many there were."""
    assert physical.revealed() == urned.revealed()
    if not depth:
        return 1
    acts = [(what, name) for name in alive for what in ("reveal", "destroy")]
    if in_box:
        acts.append(("replace", f"u{new}"))
    scripts = 0
    for what, name in acts:
        left = [one for one in alive if one != name or what != "destroy"]
        left += [name] * (what == "replace")
        scripts += compare(
            physical.act((what, name)),
            urned.act((what, name)),
            left,
            in_box + (what == "destroy") - (what == "replace"),
            depth - 1,
            new + (what == "replace"),
        )
    return scripts


@pytest.mark.parametrize(
    ("counters", "in_play", "depth", "scripts"),
    [({1: 1, 3: 2}, 2, 6, 8603), ({0: 1, 1: 1, 2: 2}, 2, 5, 2921), ({2: 2, 5: 2}, 3, 5, 8918)],
)
def test_all_scripts(counters: dict[int, int], in_play: int, depth: int, scripts: int) -> None:
    """What is revealed has the distribution of the physical game after every act."""
    physical, urned, names = begin(counters, in_play)
    in_box = sum(counters.values()) - in_play
    assert compare(physical, urned, names, in_box, depth, in_play + 1) == scripts


def test_stated_order() -> None:
    """Strengths ascend, then come draws by urn number, both as numbers."""
    bag = Bag(strengths=FrozenMap({"10": 2, "4": 1}), draws=FrozenMap({"2": 1, "11": 1}))
    order = [chit_at(bag, place) for place in range(1, 6)]
    assert order == [
        Chit(4, None), Chit(10, None), Chit(10, None), Chit(None, 2), Chit(None, 11),
    ]  # fmt: skip
    assert mixed(bag)


def test_no_new_urn_where_all_chits_are_equal() -> None:
    """An untouched box is draws from the first urn: what comes out of it is another such draw."""
    urns = full_mix({3: 4, 5: 4}, boxed=5)
    got = taken(urns, 2)
    assert got.chit == Chit(None, 1)
    assert got.urns.urns == urns.urns
    assert got.urns.box == Bag(draws=FrozenMap({"1": 3}))


def test_one_new_urn_a_phase() -> None:
    """What is taken later in the same phase is drawn from the urn made first."""
    urns = boxed(full_mix({3: 4, 5: 4}, boxed=2), Chit(5, None))
    one = taken(urns, 1)
    two = taken(one.urns, 1)
    assert (one.chit, two.chit) == (Chit(None, 2), Chit(None, 2))
    assert [*two.urns.urns] == ["1", "2"]
    assert two.urns.box == Bag(draws=FrozenMap({"2": 1}))


def test_a_box_of_known_counters() -> None:
    """Where all in the box are known to be alike, what comes back is known."""
    urns = boxed(full_mix({3: 1, 5: 4}), Chit(5, None), 2)
    assert taken(urns, 2) == (urns.model_copy(update={"box": Bag()}), Chit(5, None))
