"""Lines of a report while they are being written, and the story of the battles. (Action 5)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from adjudicator.core.english import amount, joined, nth, possessive, sentence
from adjudicator.core.game import QuestionAnswered
from adjudicator.core.report import Die, Line
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import KINDS, Side, State, UnitKind
from adjudicator.games.fortress_america.words import (
    SIDE_NAMES,
    chance_text,
    guard_text,
    place,
    some,
    unit_word,
    units,
    units_text,
)

__all__ = ["Chosen", "Fate", "Note", "Story", "attacks_texts", "called_off_text"]


class Fate(NamedTuple):
    """What befell units of one kind."""

    unit: UnitKind
    where: str
    """ "in W2", or nothing."""
    one: str
    """What befell one: "is destroyed"."""
    more: str
    """What befell several: "are destroyed"."""
    by: str
    """Who chose, in brackets; or nothing."""


class Note:
    """A line while it is being written."""

    def __init__(
        self,
        text: str,
        *,
        dice: tuple[Die, ...] = (),
        label: str | None = None,
        lines: Iterable[Note] = (),
        fate: Fate | None = None,
    ) -> None:
        self.text = text
        self.dice = dice
        self.label = label
        self.lines = [*lines]
        self.fate = fate
        self.count = 0

    def add(self, note: Note) -> Note:
        """Adds a line under this one; returns the line added."""
        self.lines.append(note)
        return note

    def add_fate(self, fate: Fate, count: int) -> None:
        """Adds what befell units; equal fates in a row become one line."""
        if not self.lines or self.lines[-1].fate != fate:
            self.lines.append(Note("", fate=fate))
        last = self.lines[-1]
        last.count += count
        verb = fate.one if last.count == 1 else fate.more
        words = (some(last.count, fate.unit), fate.where, verb, fate.by)
        last.text = f"{sentence(' '.join(word for word in words if word))}."

    def line(self) -> Line:
        """Returns the finished line."""
        # "Washington D.C." at the end of a sentence has its full stop already.
        text = self.text[:-1] if self.text.endswith("..") else self.text
        return Line(
            text=text,
            dice=self.dice,
            label=self.label,
            lines=tuple(note.line() for note in self.lines),
        )


class Chosen:
    """Who gave the answers since they were last told of."""

    def __init__(self) -> None:
        self._answers: list[QuestionAnswered] = []

    def hear(self, answer: QuestionAnswered) -> None:
        """Keeps an answer until the event that it led to."""
        self._answers.append(answer)

    def take(self) -> list[QuestionAnswered]:
        """Returns the answers heard, and forgets them."""
        answers, self._answers = self._answers, []
        return answers

    def by(self) -> str:
        """Returns who chose, in brackets, and forgets it; nothing where there was no choice."""
        told = [(answer, _source(answer)) for answer in self.take()]
        told = [(answer, source) for answer, source in told if source]
        if len(told) == 1 and not told[0][0].label.endswith("/to"):
            return f"({told[0][1]})"
        parts = [
            f"{'where to' if answer.label.endswith('/to') else 'which one'}: {source}"
            for answer, source in told
        ]
        return f"({'; '.join(parts)})" if parts else ""


def _source(answer: QuestionAnswered) -> str:
    match answer.source:
        case "label":
            return f"{possessive(answer.seat)} answer"
        case "topic":
            return f"{possessive(answer.seat)} {nth((answer.index or 0) + 1)} {answer.topic} order"
        case "standing":
            return f"{possessive(answer.seat)} standing order"
        case "default":
            return "by default"
        case _:
            return ""


class Story:
    """One battle: who against whom, each side's dice, what they did, how it ended."""

    def __init__(
        self, book: Ruleset, area: str, sides: tuple[Side, Side], *, continued: bool
    ) -> None:
        self.book, self.area = book, area
        self.attacker, self.defender = sides
        more = ", continued" if continued else ""
        self.note = Note(
            f"{place(book, area)}{more}: {SIDE_NAMES[self.attacker]} against "
            f"{SIDE_NAMES[self.defender]}"
        )
        self._firing: Note | None = None
        self._role = ""
        self._fates: Note | None = None

    @classmethod
    def going_on(cls, book: Ruleset, state: State) -> Story | None:
        """Returns the battle that an earlier opening left undecided, if there is one."""
        area = state.battles[0] if state.action == "combat" and state.battles else None
        defender = None if area is None else state.enemy_in(area, state.side)
        if area is None or defender is None:
            return None
        return cls(book, area, (state.side, defender), continued=True)

    def begin(self, event: e.BattleBegun) -> None:
        """Tells with what each side fights."""
        groups: dict[UnitKind, int] = {}
        for counts in event.attackers.values():
            for kind, count in counts.items():
                groups[kind] = groups.get(kind, 0) + count
        self.note.add(Note(f"{sentence(units(groups))} against {units(event.defenders)}."))

    def fire(self, event: e.UnitsFired) -> None:
        """Tells the dice of one kind."""
        if self._role != event.role:
            self._role = event.role
            self._firing = self.note.add(Note(self._heading(event)))
        assert self._firing is not None
        self._fates = self._firing.add(
            Note(
                f"{unit_word(event.unit, len(event.values))} d{event.die}",
                dice=tuple(self._die(event, value) for value in event.values),
                label=event.label,
            )
        )

    def _heading(self, event: e.UnitsFired) -> str:
        book, side = self.book, sentence(SIDE_NAMES[event.side])
        traits = [t for t in book.edition.hard_traits if book.map.has_trait(self.area, t)]
        where = f" at a {' and '.join(traits)}"
        arms = " with combined arms" if event.column == 2 else " without combined arms"
        if event.role == "defender" or not traits:
            where = arms = ""
        if book.edition.dice_file is not None:
            return f"{side} fires{where}{arms}:"
        least = book.edition.results(event.die, event.column).index("hit") + 1
        comma = "," if where else ""
        return f"{side} fires{where}{arms}{comma} in column {event.column}, hits from {least}:"

    def _die(self, event: e.UnitsFired, value: int) -> Die:
        edition = self.book.edition
        result = edition.results(event.die, event.column)[value - 1]
        is_combined = edition.combat[f"d{event.die}"][value - 1] == "combined"
        if result == "back":
            word = "disengage" if event.role == "defender" else "retreat"
        elif edition.dice_file is not None and is_combined:
            word = "combined arms hit" if result == "hit" else "combined arms hit, a miss here"
        elif is_combined and event.column == 1:
            word = f"{result} (column 1)"
        else:
            word = result
        return Die(value=value, result=word, counts=result != "miss")

    def fate(self, fate: Fate, count: int, role: str) -> None:
        """Tells what a class's dice did; `role` is who fired."""
        if self._fates is None:
            side = self.attacker if role == "attacker" else self.defender
            self._fates = self.note.add(
                Note(f"By dice of {SIDE_NAMES[side]} told in an earlier report:")
            )
        self._fates.add_fate(fate, count)

    def where(self, event: e.UnitDestroyed | e.UnitDisengaged | e.UnitRetreated) -> str:
        """Returns where a unit stood, if it is not the space fought for."""
        if event.side == self.attacker:
            over = "over" if event.area == self.area else "in"
            return f"{over} {place(self.book, event.area)}"
        return ""

    def end(self, event: e.BattleEnded) -> None:
        """Tells the outcome and who is left."""
        name, attacker = place(self.book, self.area), SIDE_NAMES[event.attacker]
        left = units(event.attackers, "no attacker")
        match event.outcome:
            case "won":
                text = f"{sentence(attacker)} has won, {name} is open. Still in action: {left}."
            case "bombers-alone":
                text = (
                    f"No defender is left, but bombers alone open nothing: nobody enters {name}. "
                    f"Still in action: {left}."
                )
            case _:
                text = (
                    f"{name} holds with {units(event.defenders)}. "
                    f"Attackers still in action: {units(event.attackers, 'none')}."
                )
        self.note.add(Note(text))

    def stop(self) -> None:
        """Tells that the battle is not decided."""
        self.note.add(Note("The battle waits here for an answer or for dice."))


def attacks_texts(book: Ruleset, event: e.AttacksSet, chosen: Chosen) -> Iterator[str]:
    """Yields who attacks where, in the order of the battles, and who put them in order."""
    for answer in chosen.take():
        if answer.source in ("label", "standing"):
            yield f"The order of the battles and their conditions: {_source(answer)}."
    for area in event.battles:
        texts = []
        for space, counts in event.attacks[area].items():
            where = "over it" if space == area else f"from {place(book, space)}"
            texts.append(f"{units(counts)} {where}")
        if area in event.guards:
            texts.append(guard_text(event.guards[area]))
        yield f"On {place(book, area)}: {'; '.join(texts) or 'nobody'}."


def called_off_text(book: Ruleset, event: e.BattleCalledOff) -> str:
    """Returns why a battle was called off, and what became of it. (Ruling 60)"""
    name = place(book, event.area)
    groups = [f"{units(counts)} in {place(book, space)}" for space, counts in event.out.items()]
    if not event.bombers:
        does = f"is called off: {joined(groups)} {_stay(event)} out."
    elif groups:
        does = f"is for the bombers over it alone: {joined(groups)} {_stay(event)} out."
    else:
        does = "is fought all the same: bombers over their target must fight."
    return f"{name}: {_unmet_text(event)}. The battle {does}"


def _stay(event: e.BattleCalledOff) -> str:
    count = sum(number for counts in event.out.values() for number in counts.values())
    return "stays" if count == 1 else "stay"


def _unmet_text(event: e.BattleCalledOff) -> str:
    match event.guard:
        case "chance":
            over, under = event.found.split("/")
            chance = chance_text(int(over), int(under))
            return f"the chance of winning is {chance}, {event.wanted} is wanted"
        case "ratio":
            there, against = event.found.split("/")
            return f"{there} against {against} are less than the {event.wanted} wanted"
        case "lost":
            lost = amount(int(event.found), "unit was", "units were")
            return f"{lost} destroyed this turn, the limit is {event.wanted}"
        case "won":
            won = amount(int(event.found), "battle was", "battles were")
            return f"{won} won this turn, the limit is {event.wanted}"
        case "units":
            return f"{units_text(int(event.found))} would attack, at least {event.wanted} must"
        case _:
            kind = next(kind for kind in KINDS if kind == event.guard)
            there = units_text(int(event.found), kind)
            return f"{there} would attack, at least {event.wanted} must"
