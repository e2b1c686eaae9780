"""Lines of a report while they are being written, and the story of the battles. (Action 5)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from adjudicator.core.game import QuestionAnswered
from adjudicator.core.report import Die, Line
from adjudicator.games.fortress_america import events as e
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import KINDS, Counts, Side, State, UnitKind
from adjudicator.games.fortress_america.words import Words, place

__all__ = ["Chosen", "Fate", "Note", "Story", "attackers_text", "attacks_texts", "called_off_text"]


class Fate(NamedTuple):
    """What befell units of one kind."""

    unit: UnitKind
    what: Literal[
        "combat", "laser", "card", "no-retreat", "no-landing", "supply", "disengaged", "retreated"
    ]
    """Why they are destroyed; or what they did instead."""
    by: str
    """Who chose; or nothing."""
    where: Literal["", "in", "over"] = ""
    """How it is told where they stood."""
    place: str = ""
    """Where they stood."""
    side: Side | None = None
    """Whose they are, where that is told."""
    to: str = ""
    """Where they retreated to."""

    def text(self, of: Words, count: int) -> str:
        """Returns what befell so many of them: "2 infantry in W2 are destroyed."."""
        units = of.unit_phrase(count, self.unit)
        if self.side is not None:
            units = of.say("units-of-in", units=units, side=of.side(self.side), place=self.place)
        elif self.where:
            units = of.say(
                "units-in" if self.where == "in" else "units-over", units=units, place=self.place
            )
        match self.what:
            case "disengaged":
                fate = of.say("out-of-action", units=units, count=count)
            case "retreated":
                fate = of.say("retreats-to", units=units, count=count, place=self.to)
            case _:
                fate = of.say(f"destroyed-{self.what}", units=units, count=count)
        return (
            of.say("fate-chosen", fate=fate, by=self.by) if self.by else of.say("fate", fate=fate)
        )


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

    def add_fate(self, of: Words, fate: Fate, count: int) -> None:
        """Adds what befell units; equal fates in a row become one line."""
        if not self.lines or self.lines[-1].fate != fate:
            self.lines.append(Note("", fate=fate))
        last = self.lines[-1]
        last.count += count
        last.text = fate.text(of, last.count)

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

    def __init__(self, of: Words) -> None:
        self.of = of
        self._answers: list[QuestionAnswered] = []

    def keep(self, answer: QuestionAnswered) -> None:
        """Keeps an answer until the event that it led to."""
        self._answers.append(answer)

    def take(self) -> list[QuestionAnswered]:
        """Returns the answers heard, and forgets them."""
        answers, self._answers = self._answers, []
        return answers

    def by(self) -> str:
        """Returns who chose, and forgets it; nothing where there was no choice."""
        of = self.of
        told = [(answer.label.endswith("/to"), _source(of, answer)) for answer in self.take()]
        told = [(is_where, source) for is_where, source in told if source]
        if len(told) == 1 and not told[0][0]:
            return told[0][1]
        return "; ".join(
            of.say("where-to" if is_where else "which-one", by=source) for is_where, source in told
        )


def _source(of: Words, answer: QuestionAnswered) -> str:
    seat = answer.seat
    match answer.source:
        case "label":
            return of.say("by-answer", seat=seat)
        case "topic":
            number = (answer.index or 0) + 1
            return of.say("by-order", seat=seat, number=number, topic=answer.topic)
        case "standing":
            return of.say("by-standing", seat=seat)
        case "default":
            return of.say("by-default")
        case _:
            return ""


class Story:
    """One battle: who against whom, each side's dice, what they did, how it ended."""

    def __init__(
        self, of: Words, book: Ruleset, area: str, sides: tuple[Side, Side], *, continued: bool
    ) -> None:
        self.of, self.book, self.area = of, book, area
        self.attacker, self.defender = sides
        self.note = Note(
            of.say(
                "battle-continued" if continued else "battle", place=place(book, area),
                attacker=of.side(self.attacker), defender=of.side(self.defender),
            )
        )  # fmt: skip
        self._firing: Note | None = None
        self._role = ""
        self._fates: Note | None = None

    @classmethod
    def in_progress(cls, of: Words, book: Ruleset, state: State) -> Story | None:
        """Returns the battle that an earlier opening left undecided, if there is one."""
        area = state.battles[0] if state.action == "combat" and state.battles else None
        defender = None if area is None else state.enemy_in(area, state.side)
        if area is None or defender is None:
            return None
        return cls(of, book, area, (state.side, defender), continued=True)

    def begin(self, event: e.BattleBegun) -> None:
        """Tells with what each side fights."""
        groups: dict[UnitKind, int] = {}
        for counts in event.attackers.values():
            for kind, count in counts.items():
                groups[kind] = groups.get(kind, 0) + count
        attackers, defenders = self.of.units(groups), self.of.units(event.defenders)
        self.note.add(Note(self.of.say("battle-forces", attackers=attackers, defenders=defenders)))

    def fire(self, event: e.UnitsFired) -> None:
        """Tells the dice of one kind."""
        if self._role != event.role:
            self._role = event.role
            self._firing = self.note.add(Note(self._heading(event)))
        assert self._firing is not None
        count = len(event.values)
        self._fates = self._firing.add(
            Note(
                self.of.say(f"thrown-{event.unit}", count=count, die=event.die),
                dice=tuple(self._die(event, value) for value in event.values),
                label=event.label,
            )
        )

    def _heading(self, event: e.UnitsFired) -> str:
        of, book, side = self.of, self.book, self.of.side(event.side)
        traits = [
            of.say(f"trait-{trait}")
            for trait in book.edition.hard_traits
            if book.map.has_trait(self.area, trait)
        ]
        is_plain = event.role == "defender" or not traits
        has_both = event.column == 2
        if book.edition.dice_file is not None:
            if is_plain:
                return of.say("fires", side=side)
            return of.say("fires-with" if has_both else "fires-without", side=side, traits=traits)
        least = book.edition.results(event.die, event.column).index("hit") + 1
        if is_plain:
            return of.say("fires-column", side=side, column=event.column, least=least)
        return of.say(
            "fires-with-column" if has_both else "fires-without-column",
            side=side, traits=traits, column=event.column, least=least,
        )  # fmt: skip

    def _die(self, event: e.UnitsFired, value: int) -> Die:
        of, edition = self.of, self.book.edition
        result = edition.results(event.die, event.column)[value - 1]
        is_combined = edition.combat[f"d{event.die}"][value - 1] == "combined"
        if result == "back":
            word = of.say("die-disengage" if event.role == "defender" else "die-retreat")
        elif edition.dice_file is not None and is_combined:
            word = of.say("die-combined" if result == "hit" else "die-combined-miss")
        elif is_combined and event.column == 1:
            word = of.say("column-1-die", result=of.say(f"die-{result}"))
        else:
            word = of.say(f"die-{result}")
        return Die(value=value, result=word, counts=result != "miss")

    def fate(self, fate: Fate, count: int, role: str) -> None:
        """Tells what a class's dice did; `role` is who fired."""
        if self._fates is None:
            side = self.of.side(self.attacker if role == "attacker" else self.defender)
            self._fates = self.note.add(Note(self.of.say("earlier-dice", side=side)))
        self._fates.add_fate(self.of, fate, count)

    def placed(self, event: e.UnitDestroyed | e.UnitDisengaged | e.UnitRetreated, fate: Fate
               ) -> Fate:  # fmt: skip
        """Returns a fate with where a unit stood, if it is not the space fought for."""
        if event.side != self.attacker:
            return fate
        where: Literal["in", "over"] = "over" if event.area == self.area else "in"
        return fate._replace(where=where, place=place(self.book, event.area))

    def end(self, event: e.BattleEnded) -> None:
        """Tells the outcome and who is left."""
        of, name = self.of, place(self.book, self.area)
        left = of.units(event.attackers, of.say("no-attacker"))
        match event.outcome:
            case "won":
                attacker = of.side(event.attacker)
                text = of.say("battle-won", attacker=attacker, place=name, left=left)
            case "bombers-alone":
                text = of.say("battle-bombers-alone", place=name, left=left)
            case _:
                left, defenders = of.units(event.attackers, of.say("none")), event.defenders
                text = of.say("battle-held", place=name, defenders=of.units(defenders), left=left)
        self.note.add(Note(text))

    def stop(self) -> None:
        """Tells that the battle is not decided."""
        self.note.add(Note(self.of.say("battle-waits")))


def attacks_texts(of: Words, book: Ruleset, event: e.AttacksSet, chosen: Chosen) -> Iterator[str]:
    """Yields who attacks where, in the order of the battles, and who put them in order."""
    for answer in chosen.take():
        if answer.source in ("label", "standing"):
            yield of.say("attacks-by", by=_source(of, answer))
    for area in event.battles:
        texts = []
        for space, counts in event.attacks[area].items():
            texts.append(attackers_text(of, book, area, (space, counts)))
        if area in event.guards:
            texts.append(of.guard(event.guards[area]))
        parts = "; ".join(texts) or of.say("nobody")
        yield of.say("attack-on", place=place(book, area), parts=parts)


def attackers_text(of: Words, book: Ruleset, area: str, group: tuple[str, Counts]) -> str:
    """Returns attackers of a battle and where they stand: "2 infantry from W2"."""
    space, counts = group
    if space == area:
        return of.say("attack-over", units=of.units(counts))
    return of.say("attack-from", units=of.units(counts), place=place(book, space))


def called_off_text(of: Words, book: Ruleset, event: e.BattleCalledOff) -> str:
    """Returns why a battle was called off, and what became of it. (Ruling 60)"""
    name, why = place(book, event.area), _unmet_text(of, event)
    groups = [
        of.say("units-in", units=of.units(counts), place=place(book, space))
        for space, counts in event.out.items()
    ]
    count = sum(number for counts in event.out.values() for number in counts.values())
    if event.bombers and not groups:
        return of.say("called-off-and-fought", place=name, why=why)
    return of.say(
        "called-off-but-bombers" if event.bombers else "called-off",
        place=name, why=why, groups=groups, count=count,
    )  # fmt: skip


def _unmet_text(of: Words, event: e.BattleCalledOff) -> str:
    wanted = event.wanted
    match event.guard:
        case "chance":
            over, under = event.found.split("/")
            chance = of.chance(int(over), int(under))
            return of.say("unmet-chance", found=chance, wanted=wanted)
        case "ratio":
            there, against = event.found.split("/")
            return of.say("unmet-ratio", found=there, against=against, wanted=wanted)
        case "lost":
            return of.say("unmet-lost", count=int(event.found), wanted=wanted)
        case "won":
            return of.say("unmet-won", count=int(event.found), wanted=wanted)
        case "units":
            there = of.units_text(int(event.found))
            return of.say("unmet-units", units=there, wanted=wanted)
        case _:
            kind = next(kind for kind in KINDS if kind == event.guard)
            there = of.units_text(int(event.found), kind)
            return of.say("unmet-units", units=there, wanted=wanted)
