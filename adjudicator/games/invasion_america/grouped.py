"""Units that do the same in one line, and in plain text what matters of a phase or an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from adjudicator.core.english import amount
from adjudicator.core.game import Event
from adjudicator.core.report import Line
from adjudicator.games.invasion_america import combat_events as c
from adjudicator.games.invasion_america import events as e
from adjudicator.games.invasion_america.headline import CONTINENT
from adjudicator.games.invasion_america.ruleset import Ruleset
from adjudicator.games.invasion_america.state import mix_of
from adjudicator.games.invasion_america.words import counts_text, does, names_text, place

__all__ = ["Told", "attack_lines", "grouped", "movement_lines"]

Told: TypeAlias = tuple[Event, Line]
"""An event, and the line that tells it by itself."""


def grouped(book: Ruleset, told: Sequence[Told]) -> list[Told]:
    """Returns lines with those in one that tell the same of several units.

    What is grouped stands where the first of it stood; all else stays in its place.
    """
    return _Grouping(book, told).lines


def movement_lines(book: Ruleset, told: Sequence[Told]) -> tuple[Line, ...]:
    """Returns a phase of movement: in text who moves against the enemy, in a page every move."""
    lines = grouped(book, told)
    moves = [line for event, line in lines if isinstance(event, _MOVES)]
    if len(moves) < 3:
        return tuple(line for _, line in lines)
    rest = [line for event, line in lines if not isinstance(event, _MOVES)]
    every = [line._replace(runs_on=False) for line in moves]
    folded = CONTINENT.line("all-moves", lines=every)._replace(folded=True, page_only=True)
    return (_in_short(book, [event for event, _ in told]), folded, *rest)


def _in_short(book: Ruleset, events: Iterable[Event]) -> Line:
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
    told = [
        CONTINENT.say("to-place", units=names_text(units), place=place(book, at))
        for at, units in against.items()
    ]
    if not told:
        return CONTINENT.line("moves-behind", count=len(moved))
    return CONTINENT.line("moves-in-short", count=len(moved), moves=told)


def attack_lines(
    book: Ruleset, made: c.AttackMade, line: Line, told: Sequence[Told]
) -> tuple[Line, ...]:
    """Returns an attack with all that followed: in text the odds, the die, losses and moves.

    Args:
        line: who attacks where: the line that all else stands under.
        told: what followed.
    """
    lost = [one.unit for one, _ in told if isinstance(one, e.UnitEliminated)]
    side, units = does(made.side, "attack"), names_text(made.units)
    under = [CONTINENT.line("attackers", side=side, units=units)._replace(page_only=True)]
    is_told = False
    for event, inner in grouped(book, told):
        match event:
            case c.AttackResolved():
                text = CONTINENT.say("attack-resolved", attack=line.text, odds=inner.text)
                line = inner._replace(text=text)
            case c.UnitsAdvanced() if made.hexes == (event.path[-1],) and len(event.path) > 1:
                came = [
                    unit
                    for one, _ in told
                    if isinstance(one, c.UnitsAdvanced) and one.path[-1] == event.path[-1]
                    for unit in one.units
                ]
                there = CONTINENT.line(
                    "advance-there", units=names_text(came), units_count=len(came)
                )
                under.append(there._replace(runs_on=True))
            case e.UnitRevealed() | e.HexesTaken():
                under.append(inner._replace(page_only=True))
            case e.UnitEliminated():
                if not is_told:
                    short = CONTINENT.line("lost", units=names_text(lost))
                    under.append(short._replace(runs_on=True))
                is_told = True
                under.append(inner._replace(page_only=True))
            case _:
                under.append(inner)
    return (line._replace(lines=tuple(under)),)


_MOVES = (e.UnitMoved, e.ShipsSailed, e.RailUsed)


class _Grouping:
    """The lines of one phase, or of what followed from one attack."""

    def __init__(self, book: Ruleset, told: Sequence[Told]) -> None:
        self._book = book
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
        book, first = self._book, events[0]
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
            case e.HexesTaken():
                taken = [one for one in events if isinstance(one, e.HexesTaken)]
                hexes = dict.fromkeys(number for one in taken for number in one.hexes)
                names = [place(book, number) for number in hexes]
                return CONTINENT.line("takes-hexes", side=does(first.side, "control"), hexes=names)
            case e.UnitRevealed():
                shown = [one for one in events if isinstance(one, e.UnitRevealed)]
                told = [f"{one.unit} {one.strength}" for one in shown]
                return CONTINENT.line("revealed", units=told)
            case e.UnitEliminated():
                lost = [one.unit for one in events if isinstance(one, e.UnitEliminated)]
                where = place(book, first.at)
                return CONTINENT.line("eliminated", units=names_text(lost), place=where)
        return self._after_combat(events)

    def _after_combat(self, events: Sequence[Event]) -> Line:
        book, first = self._book, events[0]
        units = names_text(
            unit
            for one in events
            if isinstance(one, c.UnitsRetreated | c.UnitsDisplaced | c.UnitsAdvanced)
            for unit in one.units
        )
        match first:
            case c.UnitsRetreated():
                return CONTINENT.line("retreat", units=units, place=place(book, first.path[-1]))
            case c.UnitsDisplaced():
                return CONTINENT.line("displaced", units=units, place=place(book, first.to))
            case c.UnitsAdvanced():
                key = "advance" if len(first.path) > 1 else "land"
                return CONTINENT.line(key, units=units, place=place(book, first.path[-1]))
        raise AssertionError(first)

    def _moved(self, events: Sequence[e.UnitMoved]) -> Line:
        first = events[0]
        left = {one.left for one in events}
        points = amount(left.pop(), "point") if len(left) == 1 else ""
        more = [f"{points} left"] if points and not points.startswith("0") else []
        if first.in_zone:
            more.append(CONTINENT.say("in-a-zone"))
        tail = "".join(f", {one}" for one in more)
        end = place(self._book, first.path[-1])
        if len(first.path) == 1:
            units = names_text(one.unit for one in events)
            if first.aboard is None:
                return CONTINENT.line("ashore", units=units, place=end, more=tail)
            return CONTINENT.line("aboard", units=units, ship=first.aboard, place=end, more=tail)
        ways = [((one.unit,), one.path[0]) for one in events]
        ship = "" if first.aboard is None else f", aboard {first.aboard}"
        return self._to(ways, first.path[-1], f"{ship}{tail}")

    def _to(self, ways: Iterable[tuple[Iterable[str], str]], to: str, more: str = "") -> Line:
        """Returns who came to one place, by where they came from."""
        origins: dict[str, list[str]] = {}
        for units, origin in ways:
            origins.setdefault(origin, []).extend(units)
        end = place(self._book, to)
        if len(origins) == 1:
            ((origin, units),) = origins.items()
            start = place(self._book, origin)
            return CONTINENT.line("way", units=names_text(units), start=start, to=end, more=more)
        told = [
            CONTINENT.say("from", units=names_text(units), start=place(self._book, origin))
            for origin, units in origins.items()
        ]
        return CONTINENT.line("ways", to=end, ways=told, more=more)

    def _replaced(self, events: Sequence[e.UnitsReplaced]) -> Line:
        counts: dict[str, int] = {}
        for event in events:
            for name in event.units:
                counts[mix_of(name)] = counts.get(mix_of(name), 0) + 1
        where = place(self._book, next(iter(events[0].units.values())).at)
        units = counts_text(self._book, counts)
        if events[0].reason == "risen":
            return CONTINENT.line("risen", units=units, place=where)
        more = f", {CONTINENT.say('in-a-zone')}" if events[0].halted else ""
        return CONTINENT.line("replaced", units=units, place=where, more=more)


_KEYS: dict[type[Event], Callable[..., tuple[object, ...]]] = {
    e.UnitMoved: lambda one: (one.path[-1], len(one.path) == 1, one.aboard, one.in_zone),
    e.ShipsSailed: lambda one: (one.to,),
    e.RailUsed: lambda one: (one.path[-1],),
    e.UnitsReplaced: lambda one: (
        next(iter(one.units.values())).at, one.reason == "risen", one.halted,
    ),
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
