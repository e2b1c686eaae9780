"""The referee: runs one step after another until something is awaited, and can go on later.

Everything that is needed to go on is data: the checkpoint (the state after the last finished
step), the journal of answers and rolls since, the sheets in force, and what is pending. Going on
runs the step again from the checkpoint with the journal, which must arrive at the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.dice import Dice, DiceRefused, RefusingDice
from adjudicator.core.ending import MATCH, Said, spoken, words_of
from adjudicator.core.game import (
    AnswerUnused,
    Event,
    Intentions,
    OrderFailed,
    Part,
    Pending,
    Rules,
    State,
    Step,
    Suspended,
)
from adjudicator.core.problem import Problem, ReplayDivergence
from adjudicator.core.save import (
    Entry,
    Save,
    SheetInForce,
    Standing,
    first_save,
    known_to,
    state_of,
)
from adjudicator.core.sheet import Sheet, read_sheet, read_standing
from adjudicator.core.standing import Answers, Marks, WhyAsked
from adjudicator.core.table import Drawn, Rolled, WorkingTable
from adjudicator.core.values import FrozenMap

__all__ = [
    "DryRun",
    "MailStop",
    "Run",
    "Save",
    "SheetInForce",
    "Standing",
    "dry_run",
    "first_save",
    "run",
    "would_open",
]

S = TypeVar("S", bound=State)
Why: TypeAlias = Literal["dice", "awaited", "end", "over"]


class Run(NamedTuple, Generic[S]):
    """What one run of the rules did."""

    save: Save
    before: S
    """The position in which the run began."""
    state: S
    """The position reached."""
    events: tuple[Event, ...]
    """What happened since the earlier run, the core's own events among it."""
    draws: tuple[Drawn, ...]
    """New rolls, sealed decks and unsealed cards, in the order in which they happened."""
    grew: bool
    """Whether anything was answered, rolled or said about the match: only then there is an
    opening."""
    done: frozenset[int]
    """Of the openings whose sheets were in force: those with nothing left to carry out."""
    turns: tuple[str, ...]
    """The player-turns in which something happened, in order."""

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """The new rolls, in the order rolled."""
        return tuple(drawn for drawn in self.draws if isinstance(drawn, Rolled))


class DryRun(NamedTuple, Generic[S]):
    """What a sheet would do up to the first die."""

    problems: tuple[Problem, ...]
    events: tuple[Event, ...]
    state: S
    stops: tuple[S, ...]
    """The positions at which it stopped: one, or one for each part of the seat."""
    why: Why
    """What stopped it: the first die, something awaited, the end of the player-turn or game. In a
    player-turn in parts it is what stopped the first part of the seat; it went on in the next."""
    stopped_at: str
    """The label of the first die, of what is awaited, or the player-turn that follows."""
    pending: tuple[Pending, ...]
    intentions: Intentions
    """What the seat has said for the player-turn."""
    mails: tuple[MailStop, ...]
    """What could still ask for a mail in this player-turn."""


class MailStop(NamedTuple):
    """A topic before whose questions the match would wait for a seat."""

    seat: str
    topic: str
    why: WhyAsked | Literal["no-default"]


class _Stop(NamedTuple, Generic[S]):
    why: Why
    label: str
    pending: tuple[Pending, ...]
    state: S
    marks: Marks = Marks()
    table: WorkingTable[S] | None = None


def run(
    rules: Rules[S],
    save: Save,
    sheets: Mapping[str, Sheet],
    n: int,
    *,
    dice: Dice,
    make_table: Callable[..., WorkingTable[S]] = WorkingTable,
) -> Run[S]:
    """Runs the rules from a save with the sheets locked for opening `n`.

    Args:
        make_table: makes the table of each step; another one may listen.

    Raises:
        ReplayDivergence: the journal no longer fits the rules or the saved position.
        Refused: the dice source has the wrong dice.
    """
    return _Referee(rules, save, sheets, n, dice=dice, make_table=make_table).result()


def would_open(rules: Rules[S], save: Save, sheets: Mapping[str, Sheet], n: int) -> bool:
    """Says whether these sheets make opening `n`: something is answered, or a die is reached.

    No die is rolled: where dice have no secret yet, nobody can say more.
    """
    referee = _Referee(rules, save, sheets, n, dice=RefusingDice())
    stop = referee.go()
    return referee.grew or stop.why == "dice"


def dry_run(
    rules: Rules[S],
    save: Save,
    sheets: Mapping[str, Sheet],
    n: int,
    *,
    seat: str,
    make_table: Callable[..., WorkingTable[S]] = WorkingTable,
) -> DryRun[S]:
    """Runs the very rules on a seat's sheet with dice that refuse to roll.

    Everything refused before the first die is a problem; later topics are checked for what no
    die can change. In a match with hidden information the rules see what the seat may know; but
    where a step goes on, its journal leads through the whole state, and whoever shows what comes
    of it shows more than that.

    Args:
        make_table: makes the table of each step; another one may answer for the seat.
    """
    is_view = not (rules.is_hidden and save.journal)
    if rules.is_hidden and is_view:
        save = known_to(rules, save, seat)
    dice = RefusingDice(is_view=is_view)
    referee = _Referee(rules, save, sheets, n, dice=dice, dry_seat=seat, make_table=make_table)
    return referee.dry_result(sheets[seat])


class _Referee(Generic[S]):
    """One run in progress."""

    def __init__(
        self,
        rules: Rules[S],
        save: Save,
        sheets: Mapping[str, Sheet],
        n: int,
        *,
        dice: Dice,
        dry_seat: str | None = None,
        make_table: Callable[..., WorkingTable[S]] = WorkingTable,
    ) -> None:
        self.rules, self.save, self.dice = rules, save, dice
        self.dry_seat, self.make_table = dry_seat, make_table
        self.state: S = state_of(rules.game, save.checkpoint)
        self.before: S = state_of(rules.game, save.position)
        self.turn, self.begun = save.turn, save.begun
        new = [sheets[seat] for seat in sorted(sheets)]
        self.in_force = [
            *save.sheets,
            *(SheetInForce(n=n, seat=sheet.seat, document=sheet.document) for sheet in new),
        ]
        self.standing = dict(save.standing) | {
            sheet.seat: Standing(n=n, orders=tuple(sheet.document["standing"]))
            for sheet in new
            if sheet.standing is not None
        }
        self.answers = self._answers(save.marks)
        for sheet in new:
            self.answers.renew(sheet)
        self.events: list[Event] = []
        self.draws: list[Drawn] = []
        self.problems: list[Problem] = []
        self.turns: list[str] = []
        self.topics: tuple[str, ...] = ()
        self.awaited: tuple[str, ...] = ()
        self.asks_all: tuple[str, ...] = ()
        self.without_default: tuple[str, ...] = ()
        self.part: Part[S] | None = None
        self.part_began: S = self.state
        self.entered: S = self.state
        self.plays = False
        self.stops: list[S] = []
        self.grew = False
        self.lapsed: list[int] = []
        self.journal: Sequence[Entry] = save.journal
        self.position: Any = save.position
        self.reported = save.events_reported
        self._take_words({sheet.seat: sheet for sheet in new})

    def _answers(self, marks: Marks) -> Answers:
        game, problems = self.rules.game, list[Problem]()
        sheets = []
        for entry in self.in_force:
            sheet, found = read_sheet(game, entry.document)
            problems += found
            if sheet is not None:
                sheets.append(sheet)
        standing = {
            seat: read_standing(game, given.orders, problems) or ()
            for seat, given in self.standing.items()
        }
        if problems:
            raise ReplayDivergence(f"what a seat said is not understood: {problems[0].message}")
        return Answers(sheets, standing, self.rules.always_ask, marks)

    def _take_words(self, sheets: Mapping[str, Sheet]) -> None:
        """Takes what the new sheets say about the match. Where it ends, so does the step."""
        before = self.before
        self.spoken: tuple[S, tuple[Event, ...]] = (before, ())
        if self.rules.next_step(before) is None:
            return
        given = {seat: sheet.orders.get(MATCH, ()) for seat, sheet in sheets.items()}
        words, failed = words_of(before, given)
        self.events.extend(failed)
        if not words:
            return
        self.spoken = after, events = spoken(self.rules, before, words)
        self.grew = True
        if self.turn is not None:
            self.turns.append(self.turn)
        self.position = after.to_json()
        is_over = self.rules.next_step(after) is None
        if is_over or not (self.journal or self.reported):
            self.state, self.journal, self.reported = after, (), 0
            self.events.extend(events)
        else:
            self.journal = (*self.journal, Said(t="match", words=words))

    def go(self) -> _Stop[S]:
        """Runs step after step until something stops it.

        In a player-turn in parts a dry run goes on in the next part, for its orders were planned
        on the same position.
        """
        journal, position, reported = self.journal, self.position, self.reported
        first: _Stop[S] | None = None
        while (step := self.rules.next_step(self.state)) is not None:
            if self.dry_seat is not None and self._has_played(step):
                return first or _Stop("end", step.turn, (), self.state)
            if self._passes_over(step):
                if journal:
                    self.state = state_of(self.rules.game, position)
                has_more = self._goes_beyond(step)
                assert has_more, f"{step.label}: a part of {self.dry_seat} was to follow"
            else:
                stop = self._played(step, journal, position, reported)
                if stop is None:
                    self._plan_from_one_position(step)
                else:
                    first = first or stop
                    if self.dry_seat is None:
                        return first
                    self.state = stop.state
                    self.stops.append(stop.state)
                    if not self._goes_beyond(step):
                        return first
            journal, position, reported = (), None, 0
        self._leave()
        return first or _Stop("over", "the end of the game", (), self.state)

    def _played(
        self,
        step: Step[S],
        journal: Sequence[Entry],
        position: Any,
        reported: int,
    ) -> _Stop[S] | None:
        """Runs one step; returns what stopped it. If nothing did, the state is the one after it."""
        self._enter(step)
        marks = self.answers.marks()
        table = self.make_table(
            self.rules,
            self.state,
            step,
            answers=self.answers,
            dice=self.dice,
            journal=journal,
            position=position,
            dry_seat=self.dry_seat,
        )
        self.entered = self.state
        stop = _stopped(step, table, marks)
        self._take_over(step, table, reported)
        if stop is None:
            assert table.state != self.state, f"{step.label} led nowhere"
            self.state = table.state
        return stop

    def _has_played(self, step: Step[S]) -> bool:
        """Whether a dry run has come to the end of the player-turn, or of the seat's last part."""
        self.plays = self.plays or self.dry_seat in step.seats
        done = step.part is not None and self.plays and self.dry_seat not in step.seats
        return done or self.turn not in (None, step.turn)

    def _passes_over(self, step: Step[S]) -> bool:
        """Whether a dry run passes a part of another seat over: its sheet is sealed.

        Not if the seat is asked something in it.
        """
        part = step.part
        if part is None or self.dry_seat in (None, part.seat) or self.dry_seat not in step.seats:
            return False
        asked = any(p.seat == self.dry_seat and p.topic != "orders" for p in self.save.pending)
        return not (asked and self.part is None)

    def _goes_beyond(self, step: Step[S]) -> bool:
        """Takes a dry run on to the next part of the player-turn, if there is one.

        What the seat's own part would change does not count: the next one was planned on the
        position in which this one began.
        """
        if step.part is None or self.dry_seat not in step.seats:
            return False
        if self.part is not None and self.part.label == step.part.label:
            self.state = self.part_began
        events = step.part.beyond(self.state)
        self.state = reduce(self.rules.evolve, events, self.state)
        self.events.extend(events)
        return bool(events)

    def _plan_from_one_position(self, step: Step[S]) -> None:
        """Lets a dry run that has come to a next part by itself begin it as if stopped before."""
        after = self.rules.next_step(self.state)
        if step.part is None or after is None or after.part is None:
            return
        if self.dry_seat in step.seats and after.part.label != step.part.label:
            events = step.part.beyond(self.part_began)
            self.state = reduce(self.rules.evolve, events, self.part_began)

    def _enter(self, step: Step[S]) -> None:
        """Begins a player-turn: all but standing orders of the earlier one lapse."""
        if step.turn != self.turn:
            if self.turn is not None:
                self._leave()
            self.turn, self.begun = step.turn, False
        elif step.part and self.part and step.part.label != self.part.label:
            self.answers.begin_part()
        self.topics, self.awaited, self.asks_all = step.topics, step.seats, step.asks_all
        self.without_default = step.without_default
        if step.part and (self.part is None or step.part.label != self.part.label):
            self.part_began = self.state
        self.part = step.part

    def _leave(self) -> None:
        queues = self.part.queues if self.part else ()
        if self.rules.next_step(self.state) is not None:
            queues = (*queues, *self.asks_all)
        for seat, topic, taken in self.answers.unused_orders(queues):
            self.events.append(
                OrderFailed(
                    seat=seat,
                    topic=topic,
                    index=taken.index,
                    order=taken.order.to_json(),
                    code="not-asked-for",
                    message="nothing in the player-turn asked for it",
                )
            )
        for seat, label, answer in self.answers.unused_answers():
            self.events.append(
                AnswerUnused(
                    seat=seat,
                    label=label,
                    order=answer.to_json(),
                    message="the question was not asked",
                )
            )
        self.lapsed.extend(entry.n for entry in self.in_force)
        self.in_force = []
        self.answers = self._answers(Marks())

    def _take_over(self, step: Step[S], table: WorkingTable[S], reported: int) -> None:
        """Takes over what a table did beyond what earlier runs reported."""
        self.events.extend(table.events[reported:])
        self.draws.extend(table.new_draws)
        self.problems.extend(table.problems)
        if table.grew:
            self.grew = self.begun = True
        if table.grew or len(table.events) > reported:
            self.turns.append(step.turn)

    def result(self) -> Run[S]:
        """Runs, and returns what there is to save and to tell."""
        stop = self.go()
        left = {
            entry.n
            for entry, sheet in zip(self.in_force, self.answers.sheets, strict=True)
            if self.answers.has_orders_left(sheet)
        }
        checkpoint = self.state.to_json()
        journal = tuple(stop.table.journal) if stop.table else ()
        save = Save(
            checkpoint=checkpoint,
            turn=None if stop.why == "over" else self.turn,
            begun=self.begun,
            journal=journal,
            position=stop.state.to_json() if stop.table else checkpoint,
            pending=stop.pending,
            sheets=tuple(self.in_force),
            standing=FrozenMap(self.standing),
            marks=stop.marks,
            topics_begun=self.answers.marks().begun,
            events_reported=len(stop.table.events) if stop.table else 0,
            is_over=stop.why == "over",
        )
        return Run(
            save=save,
            before=self.before,
            state=stop.state,
            events=tuple(self.events),
            draws=tuple(self.draws),
            grew=self.grew,
            done=frozenset({*self.lapsed, *(entry.n for entry in self.in_force)} - left),
            turns=tuple(dict.fromkeys(self.turns)),
        )

    def dry_result(self, sheet: Sheet) -> DryRun[S]:
        """Carries a sheet up to the first die or the end of its player-turn."""
        if sheet.is_about_match:
            return self._dry_words()
        stop = self.go()
        problems = [
            *self.problems,
            *(
                problem.under("orders", topic, taken.index)
                for topic in sheet.orders
                if topic != MATCH
                for taken in self.answers.unused(sheet.seat, topic)
                for problem in self.rules.check_shape(
                    self.entered, topic, taken.order, seat=sheet.seat
                )
            ),
            *self._never_right(sheet),
            *(
                problem.under("standing", index)
                for index, order in enumerate(sheet.standing or ())
                for problem in self.rules.check_standing(sheet.seat, order)
            ),
        ]
        return DryRun(
            problems=tuple(problems),
            events=tuple(self.events),
            state=self.state,
            stops=tuple(self.stops) or (self.state,),
            why=stop.why,
            stopped_at=stop.label,
            pending=stop.pending,
            intentions=self._intentions(sheet.seat),
            mails=tuple(self._mails()),
        )

    def _never_right(self, sheet: Sheet) -> Iterator[Problem]:
        """Yields what is wrong with answers to questions that were not asked yet, whatever comes.

        An answer does not say its topic: one is wrong that would be so under every topic that takes
        its order.
        """
        told = {problem.path[:2] for problem in self.problems}
        for label, order in sheet.answers.items():
            if self.answers.is_answered(sheet.seat, label) or ("answers", label) in told:
                continue
            found = [
                list(self.rules.check_shape(self.entered, topic, order, seat=sheet.seat))
                for topic, kinds in self.rules.game.topics.items()
                if isinstance(order, kinds)
            ]
            if found and all(found):
                yield from (problem.under("answers", label) for problem in found[0])

    def _dry_words(self) -> DryRun[S]:
        """Tells what a sheet does that speaks of nothing but the match."""
        state, events = self.spoken
        is_over = self.rules.next_step(state) is None
        pending = () if is_over else self.save.pending
        return DryRun(
            problems=(),
            events=events,
            state=state,
            stops=(state,),
            why="over" if is_over else "awaited",
            stopped_at=", ".join(question.label for question in pending),
            pending=pending,
            intentions=Intentions({}, ()),
            mails=(),
        )

    def _intentions(self, seat: str) -> Intentions:
        """Returns what a seat has said for the player-turn."""
        queues = {topic: self.answers.queue(seat, topic) for topic in self.topics}
        orders = {topic: queue for topic, queue in queues.items() if queue}
        return Intentions(orders, self.answers.standing(seat))

    def _mails(self) -> Iterator[MailStop]:
        """Yields what could still stop the player-turn: holds, the option, standing orders, and
        questions that have no default."""
        for seat in self.rules.seats:
            for topic in self.topics:
                if seat not in self.awaited and topic not in self.asks_all:
                    continue
                if self.answers.is_begun(seat, topic) and topic not in self.asks_all:
                    continue
                why = self.answers.why_asked(seat, topic)
                if why is not None:
                    yield MailStop(seat, topic, why)
                elif seat in self.awaited and topic in self.without_default:
                    yield MailStop(seat, topic, "no-default")


def _stopped(step: Step[S], table: WorkingTable[S], marks: Marks) -> _Stop[S] | None:
    """Runs a step; returns what stopped it, None if it came to its end."""
    try:
        step.run(table)
    except Suspended as stop:
        return _Stop("awaited", str(stop), stop.pending, table.state, marks, table)
    except DiceRefused as stop:
        return _Stop("dice", str(stop), (), table.state, marks, table)
    table.close()
    return None
