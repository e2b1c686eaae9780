"""What the picture shows of an opening's events: moves, battles, shots, land that changed hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from adjudicator.core.game import Event
from adjudicator.core.report import Style
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.narrator import FortressNarrator
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import USA, Side, State, UnitKind
from adjudicator.games.fortress_america.words import Words
from adjudicator.render.areas.picture import Arrow, Fight, Manner, Outcome, Shot

__all__ = ["Happened", "happened"]

_OUTCOMES: dict[str, Outcome] = {
    "won": "won",
    "held": "held",
    "bombers-alone": "air-only",
    "not-fought": "called-off",
    "called-off": "called-off",
    "emptied": "called-off",
}


@dataclass(slots=True)
class _Battle:
    """One battle as far as the events tell it."""

    attacker: Side
    defender: Side
    outcome: Outcome = "goes-on"
    lost: dict[Side, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Happened:
    """What the picture shows of events."""

    arrows: tuple[Arrow, ...] = ()
    shots: tuple[Shot, ...] = ()
    fights: tuple[tuple[str, Fight], ...] = ()
    """In the order fought; simultaneous invaders may fight twice for one area."""
    taken: tuple[str, ...] = ()


def happened(of: FortressNarrator, view: State, events: Sequence[Event], style: Style) -> Happened:
    """Returns what the picture shows of the events of an opening, as far as it is wanted."""
    book = of.book
    if style.arrows == "none":
        return Happened()
    moves = style.arrows in ("moves", "all")
    battles = style.arrows in ("battles", "all")
    return Happened(
        arrows=tuple(_arrows(of, book, events)) if moves else (),
        shots=tuple(_shots(of, book, events)) if battles else (),
        fights=tuple(_fights(book, view, events)) if battles else (),
        taken=tuple(
            dict.fromkeys(
                event.area
                for event in events
                if isinstance(event, e.AreaTaken) and book.owner(view, event.area) == event.side
            )
        ),
    )


_Way = tuple[Side, Manner, bool, tuple[str, ...]]
"""Whose move, how, whether by air, and the areas: of a flight only the first and the last."""


def _arrows(of: Words, book: Ruleset, events: Sequence[Event]) -> Iterator[Arrow]:
    moved: dict[_Way, dict[UnitKind, int]] = {}
    riding: dict[_Way, int] = {}
    for event in events:
        match event:
            case e.UnitsMoved():
                manner: Manner = "first" if event.action == "maneuvers" else "second"
                for move in event.moves:
                    way = _way(book, event.side, manner, move)
                    counts = moved.setdefault(way, {})
                    counts[move.unit] = counts.get(move.unit, 0) + move.count
                    if move.purpose == "ride":
                        riding[way] = riding.get(way, 0) + move.count
            case e.UnitsAirlifted():
                counts = moved.setdefault((event.side, "airlift", True, (event.area, event.to)), {})
                for kind, count in event.units.items():
                    counts[kind] = counts.get(kind, 0) + count
            case e.UnitRetreated():
                way = (event.side, "retreat", False, (event.area, event.to))
                counts = moved.setdefault(way, {})
                counts[event.unit] = counts.get(event.unit, 0) + 1
    named = book.edition.words
    movements = {"first": of.term(named.maneuvers), "second": of.term(named.invasion)}
    for way, counts in moved.items():
        side, how, flies, path = way
        start, end = of.place_names(book, (path[0], path[-1]))
        words = of.say(
            "arrow", side=of.side(side), way=movements.get(how) or of.say(f"way-{how}"),
            units=of.units(counts), start=start, end=end,
        )  # fmt: skip
        riders = riding.get(way, 0)
        yield Arrow(
            side=side, path=path, count=sum(counts.values()) - riders, riders=riders,
            words=words, manner=how, flies=flies,
        )  # fmt: skip


def _way(book: Ruleset, side: Side, manner: Manner, move: e.Movement) -> _Way:
    flies = book.facts(move.unit).unit_class == "air"
    path = (move.path[0], move.path[-1]) if flies else move.path
    return side, manner, flies, path


def _shots(of: Words, book: Ruleset, events: Sequence[Event]) -> Iterator[Shot]:
    for event in events:
        if isinstance(event, e.LaserFired):
            start, target = of.place_names(book, (event.laser, event.at))
            words = of.say("shot-hit" if event.hit else "shot-miss", place=start, target=target)
            yield Shot(side=USA, start=event.laser, end=event.at, hit=event.hit, words=words)


def _fights(book: Ruleset, view: State, events: Sequence[Event]) -> Iterator[tuple[str, Fight]]:
    battles: dict[str, _Battle] = {}
    told: list[tuple[str, _Battle]] = []

    def begun(area: str, attacker: Side, defender: Side) -> _Battle:
        battles[area] = _Battle(attacker, defender)
        told.append((area, battles[area]))
        return battles[area]

    for event in events:
        match event:
            case e.BattleBegun() | e.BattleCalledOff():
                begun(event.area, event.attacker, event.defender)
            case e.UnitsFired() if event.area not in battles:
                # Begun in an earlier opening.
                other = view.side if event.role == "defender" else USA
                sides = (other, event.side) if event.role == "defender" else (event.side, other)
                begun(event.area, *sides)
            case e.UnitDestroyed() if event.battle in battles:
                lost = battles[event.battle].lost
                lost[event.side] = lost.get(event.side, 0) + event.count
            case e.BattleEnded():
                defender = USA if event.attacker != USA else book.owner(view, event.area)
                known = battles.get(event.area)
                if known is None or known.attacker != event.attacker:
                    known = begun(event.area, event.attacker, defender)
                known.outcome = _OUTCOMES[event.outcome]
    for area, battle in told:
        yield (
            area,
            Fight(
                attacker=battle.attacker,
                defender=battle.defender,
                outcome=battle.outcome,
                attackers_lost=battle.lost.get(battle.attacker, 0),
                defenders_lost=battle.lost.get(battle.defender, 0),
            ),
        )
