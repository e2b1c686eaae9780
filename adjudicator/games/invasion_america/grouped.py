"""Units that do the same in one line, and in plain text what matters of a phase or an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, TypeAlias

from adjudicator.core.game import Event
from adjudicator.core.report import Line
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.combat_report import after_combat_line, halved_in
from adjudicator.games.invasion_america.narrator import ContinentNarrator, many

__all__ = ["Told", "attack_lines", "grouped", "movement_lines"]

_MOST_NAMED = 8
"""Where units enter more enemy zones than these, text counts them; the page names them."""
_MOST_PLACES = 3
"""Where units come to more places than these, text tells them in sum; the page place by place."""
Told: TypeAlias = tuple[Event, Line]
"""An event, and the line that tells it by itself."""


def grouped(narrator: ContinentNarrator, told: Sequence[Told]) -> list[Told]:
    """Returns lines with those in one that tell the same of several units.

    What is grouped stands where the first of it stood; all else stays in its place.
    """
    return _Grouping(narrator, told).lines


def movement_lines(narrator: ContinentNarrator, told: Sequence[Told]) -> tuple[Line, ...]:
    """Returns a phase of movement: in text who moves against the enemy, in a page every move.

    By rail nobody does: it is told in a page alone.
    """
    lines = grouped(narrator, told)
    moves = [line for event, line in lines if isinstance(event, _MOVES)]
    by_rail = not any(isinstance(event, e.UnitMoved | e.ShipsSailed) for event, _ in told)
    if len(moves) < 3:
        return tuple(
            line._replace(page_only=True) if by_rail and isinstance(event, e.RailUsed) else line
            for event, line in lines
        )
    rest = [line for event, line in lines if not isinstance(event, _MOVES)]
    every = [line._replace(runs_on=False) for line in moves]
    folded = narrator.line("all-moves", lines=every)._replace(folded=True, page_only=True)
    short = _in_short(narrator, [event for event, _ in told])
    return (short._replace(page_only=by_rail), folded, *rest)


def _in_short(narrator: ContinentNarrator, events: Iterable[Event]) -> Line:
    """Returns how many units move, and which of them into enemy zones."""
    against: dict[str, list[str]] = {}
    moved: dict[str, None] = {}
    for event in events:
        match event:
            case e.UnitMoved():
                moved[event.unit] = None
                if event.in_zone:
                    against.setdefault(event.path[-1], []).append(event.unit)
            case e.ShipsSailed():
                moved.update(dict.fromkeys(event.units))
            case e.RailUsed():
                moved.update(dict.fromkeys(filter(None, (event.unit, event.carried))))
    told = []
    for at, units in against.items():
        place = narrator.place(at)
        if len(against) > _MOST_NAMED:
            told.append(narrator.say("count-to-place", count=len(units), place=place))
        else:
            told.append(narrator.say("to-place", units=narrator.units(units), place=place))
    if not told:
        return narrator.line("moves-behind", count=len(moved))
    return narrator.line("moves-in-short", count=len(moved), moves=told)


def attack_lines(
    narrator: ContinentNarrator,
    made: c.AttackMade,
    line: Line,
    told: Sequence[Told],
    *,
    is_long: bool,
) -> tuple[Line, ...]:
    """Returns an attack with all that followed: in text the odds, the die, losses and moves.

    Args:
        line: who attacks where: the line that all else stands under.
        told: what followed.
        is_long: whether it is one of so many that text tells less of each.
    """
    units = narrator.units(made.units)
    attackers = narrator.line(
        "attackers", side=narrator.side(made.side), many=many(made.side), units=units
    )
    under = [attackers._replace(page_only=True)]
    has_losses = False
    for event, inner in grouped(narrator, told):
        match event:
            case c.AttackResolved():
                text = narrator.say("attack-resolved", attack=line.text, odds=inner.text)
                line = inner._replace(text=text)
                meaning = Line(narrator.result(event.result), page_only=True)
                under.append(meaning)
                halved = halved_in(narrator.book, event)
                if not all(name in text for name in halved):
                    names = narrator.line("halved-units", units=narrator.units(halved))
                    under.append(names._replace(page_only=True))
            case c.UnitsAdvanced() if made.hexes == (event.path[-1],) and len(event.path) > 1:
                came = [
                    unit
                    for one, _ in told
                    if isinstance(one, c.UnitsAdvanced) and one.path[-1] == event.path[-1]
                    for unit in one.units
                ]
                there = narrator.line("advance-there", units=narrator.units(came), count=len(came))
                under.append(there._replace(runs_on=True, page_only=is_long))
            case e.UnitRevealed():
                under.append(inner._replace(page_only=True))
            case e.UnitEliminated():
                if not has_losses:
                    under.append(_losses(narrator, made, told)._replace(runs_on=True))
                has_losses = True
            case _:
                under.append(inner)
    return (line._replace(lines=tuple(under)),)


def _losses(narrator: ContinentNarrator, made: c.AttackMade, told: Sequence[Told]) -> Line:
    """Returns what was lost in an attack; where, unless all of it was in the hex attacked."""
    lost: dict[str, list[str]] = {}
    for one, _ in told:
        if isinstance(one, e.UnitEliminated):
            lost.setdefault(one.at, []).append(one.unit)
    if len(lost) == 1 and (*lost,) == made.hexes:
        return narrator.line("lost", units=narrator.units(*lost.values()))
    here = lost.pop(made.hexes[0], []) if len(made.hexes) == 1 else []
    places = [narrator.say("lost-here", units=narrator.units(here))] if here else []
    places += [
        narrator.say("lost-there", units=narrator.units(units), place=narrator.place(at))
        for at, units in lost.items()
    ]
    return narrator.line("lost-in", places="; ".join(places))


_MOVES = (e.UnitMoved, e.ShipsSailed, e.RailUsed)


class _Grouping:
    """The lines of one phase, or of what followed from one attack."""

    def __init__(self, narrator: ContinentNarrator, told: Sequence[Told]) -> None:
        self._narrator = narrator
        groups: dict[object, list[Told]] = {}
        for place_, one in enumerate(told):
            key = _key(one[0])
            groups.setdefault(place_ if key is None else key, []).append(one)
        self.lines: list[Told] = []
        for found in groups.values():
            first, line = found[0]
            if len(found) > 1:
                line = self._line([one for one, _ in found])
            self.lines.append((first, line._replace(runs_on=not line.dice and not line.lines)))

    def _line(self, events: Sequence[Event]) -> Line:
        """Returns the line of several events of one key."""
        narrator, first = self._narrator, events[0]
        match first:
            case e.UnitMoved():
                return self._moved([one for one in events if isinstance(one, e.UnitMoved)])
            case e.ShipsSailed():
                sailed = [one for one in events if isinstance(one, e.ShipsSailed)]
                return self._to([(one.units, one.origin) for one in sailed], first.to)
            case e.RailUsed():
                rail = [one for one in events if isinstance(one, e.RailUsed)]
                ways = [((one.unit, *filter(None, [one.carried])), one.path[0]) for one in rail]
                return self._to(ways, first.path[-1])
            case e.UnitsReplaced():
                return self._replaced([one for one in events if isinstance(one, e.UnitsReplaced)])
            case e.HexesTaken(side=side):
                taken = [one for one in events if isinstance(one, e.HexesTaken)]
                hexes = dict.fromkeys(number for one in taken for number in one.hexes)
                name, places = narrator.side(side), narrator.places(hexes)
                line = narrator.line("takes-hexes", side=name, many=many(side), hexes=places)
                return line._replace(page_only=True)
            case e.UnitRevealed():
                shown = [
                    narrator.say("revealed-strength", unit=one.unit, strength=one.strength)
                    for one in events
                    if isinstance(one, e.UnitRevealed)
                ]
                return narrator.line("revealed", units=shown)
            case e.UnitEliminated():
                lost = [one.unit for one in events if isinstance(one, e.UnitEliminated)]
                where = narrator.place(first.at)
                return narrator.line("eliminated", units=narrator.units(lost), place=where)
        return self._after_combat(events)

    def _after_combat(self, events: Sequence[Event]) -> Line:
        narrator, first = self._narrator, events[0]
        units = [
            unit
            for one in events
            if isinstance(one, c.UnitsRetreated | c.UnitsDisplaced | c.UnitsAdvanced)
            for unit in one.units
        ]
        line = after_combat_line(narrator, first, units)
        assert line is not None, first
        return line

    def _moved(self, events: Sequence[e.UnitMoved]) -> Line:
        narrator, first = self._narrator, events[0]
        left = {one.left for one in events}
        more = ""
        if len(left) == 1 and first.left:
            more = narrator.say("points-left", count=first.left)
        if first.in_zone:
            more += narrator.say("in-a-zone")
        end = narrator.place(first.path[-1])
        if len(first.path) == 1:
            units = narrator.units(one.unit for one in events)
            if first.aboard is None:
                return narrator.line("ashore", units=units, place=end, more=more)
            return narrator.line("aboard", units=units, ship=first.aboard, place=end, more=more)
        ways = [((one.unit,), one.path[0]) for one in events]
        ship = "" if first.aboard is None else narrator.say("boarded", ship=first.aboard)
        return self._to(ways, first.path[-1], f"{ship}{more}")

    def _to(self, ways: Iterable[tuple[Iterable[str], str]], to: str, more: str = "") -> Line:
        """Returns who came to one place, by where they came from."""
        narrator = self._narrator
        origins: dict[str, list[str]] = {}
        for units, origin in ways:
            origins.setdefault(narrator.place(origin), []).extend(units)
        end = narrator.place(to)
        if len(origins) == 1:
            ((start, names),) = origins.items()
            return narrator.line("way", units=narrator.units(names), start=start, to=end, more=more)
        told = [
            narrator.say("from", units=narrator.units(units), start=start)
            for start, units in origins.items()
        ]
        return narrator.line("ways", to=end, ways=told, more=more)

    def _replaced(self, events: Sequence[e.UnitsReplaced]) -> Line:
        narrator, first = self._narrator, events[0]
        names: dict[str, list[str]] = {}
        for event in events:
            names.setdefault(next(iter(event.units.values())).at, []).extend(event.units)
        told = [
            narrator.line("units-in", units=narrator.counted(units), place=narrator.place(at))
            for at, units in names.items()
        ]
        key, in_sum, more = "replaced-in", "replaced-in-all", dict[str, Any]()
        if first.reason == "risen":
            key, in_sum = "risen-in", "risen-in-all"
        else:
            more = {"more": narrator.say("in-a-zone") if first.halted else ""}
        if len(names) <= _MOST_PLACES:
            return narrator.line(key, units="; ".join(line.text for line in told), **more)
        under = [line._replace(page_only=True) for line in told]
        units, places = narrator.counted(chain(*names.values())), narrator.places(names)
        return narrator.line(in_sum, units=units, places=places, lines=under, **more)


_KEYS: dict[type[Event], Callable[..., tuple[object, ...]]] = {
    e.UnitMoved: lambda one: (one.path[-1], len(one.path) == 1, one.aboard, one.in_zone),
    e.ShipsSailed: lambda one: (one.to,),
    e.RailUsed: lambda one: (one.path[-1],),
    e.UnitsReplaced: lambda one: (one.reason == "risen", one.halted),
    e.HexesTaken: lambda one: (one.side,),
    e.UnitRevealed: lambda one: (),
    e.UnitEliminated: lambda one: (one.at,),
    c.UnitsRetreated: lambda one: (one.path[-1],),
    c.UnitsDisplaced: lambda one: (one.to,),
    c.UnitsAdvanced: lambda one: (one.path[-1], len(one.path) > 1),
}  # fmt: skip
"""By event, what those have in common that stand in one line."""


def _key(event: Event) -> tuple[object, ...] | None:
    """Returns what an event shares with others that stand in its line; None: it stands alone."""
    key = _KEYS.get(type(event))
    return None if key is None else (type(event), *key(event))
