"""The referee: runs one step after another until something is awaited, and can go on later.

Everything that is needed to go on is data: the checkpoint (the state after the last finished
step), the journal of answers and rolls since, the sheets in force, and what is pending. Going on
runs the step again from the checkpoint with the journal, which must arrive at the same position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from adjudicator.core.decks import Dice, DiceRefused, RefusingDice
from adjudicator.core.ending import MATCH, MatchOrdersGiven, apply_match_orders, match_orders_of
from adjudicator.core.game import (
    AnswerUnused,
    Event,
    OrderFailed,
    Part,
    Pending,
    Rules,
    State,
    Step,
    Suspended,
)
from adjudicator.core.later_turns import (
    sheets_to_come,
    turns_ahead,
    under_turn,
    unplayed,
)
from adjudicator.core.problem import Problem, ReplayDivergence
from adjudicator.core.save import (
    Entry,
    Save,
    SheetInForce,
    Standing,
    first_save,
    state_of,
)
from adjudicator.core.sheet import Sheet, read_sheet, read_standing
from adjudicator.core.standing import Answers, Marks
from adjudicator.core.table import Drawn, Rolled, WorkingTable
from adjudicator.core.values import FrozenMap

__all__ = [
    "AFRESH",
    "Referee",
    "Resumed",
    "Run",
    "Save",
    "SheetInForce",
    "Standing",
    "Stop",
    "Why",
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


class Stop(NamedTuple, Generic[S]):
    """What stopped a run, and where."""

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
    return Referee(rules, save, sheets, n, dice=dice, make_table=make_table).result()


def would_open(rules: Rules[S], save: Save, sheets: Mapping[str, Sheet], n: int) -> bool:
    """Says whether these sheets make opening `n`: something is answered, or a die is reached.

    No die is rolled: where dice have no secret yet, nobody can say more.
    """
    referee = Referee(rules, save, sheets, n, dice=RefusingDice())
    stop = referee.go()
    return referee.grew or stop.why == "dice"


Resumed: TypeAlias = tuple[Sequence[Entry], Any, int]
"""Where a step goes on: its journal, the position it led to, how many events were reported."""
AFRESH: Resumed = ((), None, 0)
"""A step that begins."""


class Referee(Generic[S]):
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
        self.to_come = [*save.to_come, *sheets_to_come(new)]
        self.standing = dict(save.standing) | {
            sheet.seat: Standing(n=n, orders=tuple(sheet.document["standing"]))
            for sheet in new
            if sheet.standing is not None
        }
        self.read = {sheet.seat: sheet for sheet in new}
        """The new sheets, which were understood already."""
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
        self.grew = False
        self.lapsed: list[int] = []
        self.journal: Sequence[Entry] = save.journal
        self.position: Any = save.position
        self.reported = save.events_reported
        self._take_match_orders(self.read)

    def _answers(self, marks: Marks) -> Answers:
        game, problems = self.rules.game, list[Problem]()
        sheets = []
        for entry in self.in_force:
            sheet = self.read.get(entry.seat)
            if sheet is None or sheet.document is not entry.document:
                sheet, found = read_sheet(game, entry.document)
                problems += found
            if sheet is not None:
                sheets.append(sheet.of_turn(entry.turn))
        standing = {
            seat: read_standing(game, given.orders, problems) or ()
            for seat, given in self.standing.items()
        }
        if problems:
            raise ReplayDivergence(f"what a seat said is not understood: {problems[0].message}")
        return Answers(sheets, standing, self.rules.always_ask, marks)

    def _take_match_orders(self, sheets: Mapping[str, Sheet]) -> None:
        """Takes what the new sheets say about the match. Where it ends, so does the step."""
        before = self.before
        self.after_match_orders: tuple[S, tuple[Event, ...]] = (before, ())
        if self.rules.next_step(before) is None:
            return
        given = {seat: sheet.orders.get(MATCH, ()) for seat, sheet in sheets.items()}
        words, failed = match_orders_of(before, given)
        self.events.extend(failed)
        if not words:
            return
        self.after_match_orders = after, events = apply_match_orders(self.rules, before, words)
        self.grew = True
        if self.turn is not None:
            self.turns.append(self.turn)
        self.position = after.to_json()
        is_over = self.rules.next_step(after) is None
        if is_over or not (self.journal or self.reported):
            self.state, self.journal, self.reported = after, (), 0
            self.events.extend(events)
        else:
            self.journal = (*self.journal, MatchOrdersGiven(t="match", words=words))

    def go(self) -> Stop[S]:
        """Runs step after step until something stops it."""
        resumed: Resumed = (self.journal, self.position, self.reported)
        while (step := self.rules.next_step(self.state)) is not None:
            stop = self.played(step, resumed)
            if stop is not None:
                return stop
            resumed = AFRESH
        self.leave()
        return Stop("over", "the end of the game", (), self.state)

    def played(self, step: Step[S], resumed: Resumed) -> Stop[S] | None:
        """Runs one step; returns what stopped it. If nothing did, the state is the one after it."""
        journal, position, reported = resumed
        self.enter(step)
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

    def enter(self, step: Step[S]) -> None:
        """Begins a player-turn: all but standing orders of the earlier one lapse."""
        if step.turn != self.turn:
            if self.turn is not None:
                self.leave()
            self.turn, self.begun = step.turn, False
            self.take_up(step)
        elif step.part and self.part and step.part.label != self.part.label:
            self.answers.begin_part()
        self.topics, self.awaited, self.asks_all = step.topics, step.seats, step.asks_all
        self.without_default = step.without_default
        if step.part and (self.part is None or step.part.label != self.part.label):
            self.part_began = self.state
        self.part = step.part

    def leave(self) -> None:
        """Ends a player-turn: its sheets lapse, and what was never asked for is told."""
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
        if self.rules.next_step(self.state) is None:
            self._drop(self.to_come)

    def take_up(self, step: Step[S]) -> None:
        """Brings what sheets said before of the player-turn that begins into force.

        What they said for others lapses, unless those can still follow directly.
        """
        if self.to_come:
            ahead = {step.turn, *(turn.name for turn in turns_ahead(self.rules, self.state))}
            self._drop([entry for entry in self.to_come if entry.turn not in ahead])
        taken_up = [entry for entry in self.to_come if entry.turn == step.turn]
        if taken_up:
            self.to_come = [entry for entry in self.to_come if entry.turn != step.turn]
            self.in_force += taken_up
            self.answers = self._answers(Marks())

    def _drop(self, entries: Sequence[SheetInForce]) -> None:
        """Lets sheets for player-turns that never come lapse, and tells of them."""
        if self.rules.next_step(self.state) is not None:
            self.events.extend(unplayed(self.rules, entries))
        self.lapsed.extend(entry.n for entry in entries)
        self.to_come = [entry for entry in self.to_come if entry not in entries]

    def _take_over(self, step: Step[S], table: WorkingTable[S], reported: int) -> None:
        """Takes over what a table did beyond what earlier runs reported."""
        self.events.extend(self.new_events(table, reported))
        self.draws.extend(table.new_draws)
        turn = self.in_force[-1].turn if self.in_force else None
        self.problems.extend(under_turn(problem, turn) for problem in table.problems)
        if table.grew:
            self.grew = self.begun = True
        if table.grew or len(table.events) > reported:
            self.turns.append(step.turn)

    def new_events(self, table: WorkingTable[S], reported: int) -> Sequence[Event]:
        """Returns the new events of a table that are told."""
        return table.events[reported:]

    def result(self) -> Run[S]:
        """Runs, and returns what there is to save and to tell."""
        stop = self.go()
        broken = tuple(self.rules.check_state(self.state))
        assert not broken, f"{self.turn}: {broken}"
        left = {
            entry.n
            for entry, sheet in zip(self.in_force, self.answers.sheets, strict=True)
            if self.answers.has_orders_left(sheet)
        }
        checkpoint = self.state.to_json()
        journal = tuple(stop.table.journal) if stop.table else ()
        left |= {entry.n for entry in self.to_come}
        save = Save(
            checkpoint=checkpoint,
            turn=None if stop.why == "over" else self.turn,
            begun=self.begun,
            journal=journal,
            position=stop.state.to_json() if stop.table else checkpoint,
            pending=stop.pending,
            sheets=tuple(self.in_force),
            to_come=tuple(self.to_come),
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


def _stopped(step: Step[S], table: WorkingTable[S], marks: Marks) -> Stop[S] | None:
    """Runs a step; returns what stopped it, None if it came to its end."""
    try:
        step.run(table)
    except Suspended as stop:
        return Stop("awaited", str(stop), stop.pending, table.state, marks, table)
    except DiceRefused as stop:
        return Stop("dice", str(stop), (), table.state, marks, table)
    table.close()
    return None
