"""An opening told for people: what was declared and moved, every die, every loss, who is next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.core.game import AnswerUnused, Event, OrderCut, OrderFailed, Paragraph, Report
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.book import Book
from adjudicator.games.fortress_america.state import (
    KINDS,
    SIDES,
    Counts,
    Side,
    State,
    UnitKind,
    groups_of,
    total_of,
)

__all__ = ["report", "standings"]

_SIDES: Mapping[Side, str] = {
    "western": "the western invader",
    "southern": "the southern invader",
    "eastern": "the eastern invader",
    "usa": "the USA",
}
_UNITS: Mapping[UnitKind, tuple[str, str]] = {
    "bomber": ("bomber", "bombers"),
    "helicopter": ("helicopter", "helicopters"),
    "hovertank": ("hovertank", "hovertanks"),
    "mobile-unit": ("mobile unit", "mobile units"),
    "infantry": ("infantry", "infantry"),
    "partisan": ("partisan", "partisans"),
}
_HEADINGS: Mapping[str, str] = {
    "reinforcements": "Reinforcements",
    "cards": "Partisan cards",
    "declare": "Declarations",
    "maneuvers": "First movement",
    "attacks": "Attacks",
    "lasers": "Lasers",
    "combat": "Battles",
    "invasion": "Second movement",
    "supply": "Supply check",
    "capture": "Capture",
    "setup-usa": "Set-up",
    "setup-invaders": "Set-up of the invaders",
}
_REASONS: Mapping[str, str] = {
    "combat": "is destroyed",
    "laser": "is destroyed",
    "no-retreat": "cannot retreat and is destroyed",
    "no-landing": "cannot land and is destroyed",
    "supply": "is cut off and destroyed",
}
_OUTCOMES: Mapping[str, str] = {
    "won": "{area} is open: {side} has won the battle.",
    "held": "{area} holds.",
    "bombers-alone": "{area} has no defender left, but bombers alone take nothing.",
    "not-fought": "Nobody attacks {area}.",
    "emptied": "No defender is left in {area}: there is no battle.",
}


def report(book: Book, before: State, events: Sequence[Event], view: State) -> Report:
    """Returns the report of one opening: a paragraph for each action."""
    paragraphs: list[Paragraph] = []
    side, turn, action = before.side, before.turn, before.action
    lines: list[str] = []
    for event in events:
        if isinstance(event, e.ActionBegun | e.TurnEnded):
            if lines:
                paragraphs.append(_paragraph((side, turn, action), lines))
                lines = []
            if isinstance(event, e.TurnEnded):
                side, turn = event.side, event.turn
            else:
                action = event.action
        else:
            lines.extend(_lines(book, event))
    if lines:
        paragraphs.append(_paragraph((side, turn, action), lines))
    return Report(
        title=_sentence(f"{_when(before.side, before.turn, before.action)}"),
        summary=standings(book, view),
        paragraphs=tuple(paragraphs),
    )


def standings(book: Book, state: State) -> tuple[str, ...]:
    """Returns who is next, who holds what, and what is left."""
    lines = []
    if state.result is not None:
        lines.append(f"{state.result.winner} has won: {state.result.reason.replace('-', ' ')}.")
        lines.extend(
            f"{_sentence(_SIDES[side])} has {points} points."
            for side, points in state.result.points.items()
        )
    else:
        lines.append(f"Next: {_when(state.side, state.turn, state.action)}.")
    cities = book.captured_cities(state)
    lines.append(f"The invaders hold {cities} of {book.edition.cities_to_win} cities.")
    for side in SIDES:
        board = total_of(groups_of(dict(state.spaces_of(side))))
        reserve = total_of(state.reserves.get(side, FrozenMap()))
        lines.append(f"{_sentence(_SIDES[side])}: {board} units on the board, {reserve} to come.")
    return tuple(lines)


def _when(side: Side, turn: int, action: str) -> str:
    if action.startswith("setup"):
        return _HEADINGS[action].lower()
    return f"turn {turn} of {_SIDES[side]}"


def _paragraph(when: tuple[Side, int, str], lines: Sequence[str]) -> Paragraph:
    side, turn, action = when
    heading = _HEADINGS[action]
    if not action.startswith("setup"):
        heading = f"Turn {turn}, {_SIDES[side]}: {heading.lower()}"
    return Paragraph(heading=heading, lines=tuple(lines))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _units(counts: Counts) -> str:
    return ", ".join(_some(counts[kind], kind) for kind in KINDS if kind in counts)


def _some(count: int, kind: UnitKind) -> str:
    return f"{count} {_UNITS[kind][count != 1]}"


def _lines(book: Book, event: Event) -> Iterator[str]:
    match event:
        case e.UnitsPlaced() | e.UnitsMoved() | e.MoveUndone():
            yield from _movement_lines(book, event)
        case e.LaserPlaced() | e.LaserFired() | e.LaserDestroyed():
            yield _laser_line(book, event)
        case e.CardDrawn() | e.CardPlayed():
            yield _card_line(book, event)
        case e.AreasDeclared():
            yield f"Declared: {', '.join(book.name(area) for area in event.areas)}."
        case e.AttacksSet():
            for area in event.battles:
                who = _units(groups_of(event.attacks[area])) or "nobody"
                yield f"{book.name(area)} is attacked by {who}."
        case e.BattleBegun() | e.UnitsFired() | e.BattleEnded():
            yield _battle_line(book, event)
        case e.UnitDestroyed() | e.UnitDisengaged() | e.UnitRetreated():
            yield _loss_line(book, event)
        case e.AreaTaken():
            yield f"{_sentence(_SIDES[event.side])} takes {book.name(event.area)}."
        case e.ClaimDropped():
            yield f"{book.name(event.area)} is not taken."
        case e.LastRoundBegun():
            yield f"The invaders hold {event.cities} cities: the last round begins."
        case e.GameEnded():
            yield f"The match is over: {event.result.winner} has won."
        case OrderFailed():
            yield f"An order of {event.seat} under {event.topic} failed: {event.message}."
        case OrderCut():
            yield f"An order of {event.seat} under {event.topic} was carried out in part."
        case AnswerUnused():
            yield f"An answer of {event.seat} to {event.label} was not used: {event.message}."
        case _:
            pass


def _movement_lines(
    book: Book, event: e.UnitsPlaced | e.UnitsMoved | e.MoveUndone
) -> Iterator[str]:
    match event:
        case e.UnitsPlaced():
            for one in event.placed:
                yield f"{_sentence(_some(one.count, one.unit))} in {book.name(one.area)}."
        case e.UnitsMoved():
            verbs = {"move": "to", "land": "landing in", "bomb": "to bomb"}
            for move in event.moves:
                yield (
                    f"{_some(move.count, move.unit)} from {book.name(move.path[0])} "
                    f"{verbs[move.purpose]} {book.name(move.path[-1])}."
                )
        case e.MoveUndone():
            yield (
                f"{_some(event.count, event.unit)} found no room in {book.name(event.path[-1])} "
                f"and stayed in {book.name(event.path[0])}."
            )


def _laser_line(book: Book, event: e.LaserPlaced | e.LaserFired | e.LaserDestroyed) -> str:
    match event:
        case e.LaserPlaced():
            return f"A laser is placed in {book.name(event.area)}."
        case e.LaserDestroyed():
            return f"{_sentence(_SIDES[event.side])} destroys the laser in {book.name(event.area)}."
        case e.LaserFired():
            return (
                f"The laser in {book.name(event.laser)} fires at a {_UNITS[event.unit][0]} in "
                f"{book.name(event.at)}: {event.value}, {'hit' if event.hit else 'miss'}. "
                f"[{event.label}]"
            )


def _card_line(book: Book, event: e.CardDrawn | e.CardPlayed) -> str:
    title = book.cards[event.card].title
    if isinstance(event, e.CardPlayed):
        return f"The USA plays {event.card}, {title}."
    renewed = "The discards become the deck. " if event.renewed else ""
    bonus = "as a bonus " if event.bonus else ""
    return f"{renewed}The USA draws {bonus}{event.card}, {title}. [{event.label}]"


def _battle_line(book: Book, event: e.BattleBegun | e.UnitsFired | e.BattleEnded) -> str:
    match event:
        case e.BattleBegun():
            return (
                f"{_sentence(_SIDES[event.attacker])} attacks {_SIDES[event.defender]} in "
                f"{book.name(event.area)} with {_units(groups_of(event.attackers))}."
            )
        case e.UnitsFired():
            dice = " ".join(str(value) for value in event.values)
            return (
                f"{_sentence(event.role)}: {_some(len(event.values), event.unit)} (d{event.die}, "
                f"column {event.column}): {dice}; {event.hits} hits, {event.ones} ones. "
                f"[{event.label}]"
            )
        case e.BattleEnded():
            return _OUTCOMES[event.outcome].format(
                area=book.name(event.area), side=_SIDES[event.attacker]
            )


def _loss_line(book: Book, event: e.UnitDestroyed | e.UnitDisengaged | e.UnitRetreated) -> str:
    unit = f"{_UNITS[event.unit][0]} of {_SIDES[event.side]} in {book.name(event.area)}"
    match event:
        case e.UnitDestroyed():
            many = "" if event.count == 1 else f" ({event.count})"
            return f"A {unit}{many} {_REASONS[event.reason]}."
        case e.UnitDisengaged():
            return f"A {unit} is out of action for this turn."
        case e.UnitRetreated():
            return f"A {unit} retreats to {book.name(event.to)}."
