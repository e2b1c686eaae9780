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
    LooksAhead,
    OrderFailed,
    Part,
    Pending,
    Rules,
    State,
    Step,
    Suspended,
)
from adjudicator.core.later_turns import (
    Foreseen,
    beginning_after,
    doubt,
    shape_problems,
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
    """The position reached, as far as no orders of other seats came before it that nobody knows."""
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
    """What could still ask for a mail in the player-turns that the sheet is for."""
    foreseen: tuple[Foreseen[S], ...] = ()
    """What it would do in later player-turns that it is for, if nothing more happened before."""


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
        self.examined = None if dry_seat is None else sheets[dry_seat]
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
        self.is_open = False
        self.known_state: S | None = None
        self.stops: list[S] = []
        self.foreseen: list[Foreseen[S]] = []
        self.mails: list[MailStop] = []
        self.turn_began: tuple[S, int] = (self.state, 0)
        self.is_supposed = False
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
                sheets.append(sheet.of_turn(entry.turn))
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
                    self._look_ahead(stop.state)
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
        goes_on = self.turn in (None, step.turn) or self._is_for(step.turn)
        return done or not goes_on

    def _is_for(self, turn: str) -> bool:
        """Whether the sheet of a dry run is for a later player-turn, too."""
        return self.examined is not None and turn in self.examined.then

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
        if step.part is None:
            return self._supposes_next_turn(step)
        if self.dry_seat not in step.seats:
            return False
        if self.part is not None and self.part.label == step.part.label:
            self.state = self.part_began
        events = step.part.beyond(self.state)
        self.state = reduce(self.rules.evolve, events, self.state)
        self.events.extend(events)
        return bool(events)

    def _supposes_next_turn(self, step: Step[S]) -> bool:
        """Takes a dry run on to the next player-turn that its sheet is for, if there is one.

        It begins as if nothing more happened in this one; so nothing that fails in it is a problem
        but what no die can change.
        """
        begun = beginning_after(self.rules, step, self.state)
        following = None if begun is None else self.rules.next_step(begun)
        if begun is None or following is None or not self._is_for(following.turn):
            return False
        self._close_turn()
        self.in_force, self.turn, self.state, self.is_supposed = [], None, begun, True
        return True

    def _close_turn(self) -> None:
        """In a dry run, notes what the sheet does in the player-turn that it leaves."""
        assert self.dry_seat is not None
        assert self.examined is not None
        turn = self.turn if self.foreseen else None
        before, since = self.turn_began
        events = tuple(self.events[since:])
        if self.is_supposed:
            refused = {problem.path[:5] for problem in self.problems}
            failed = (event for event in events if isinstance(event, OrderFailed))
            doubts = (doubt(event, self.turn or "") for event in failed)
            self.problems += (one for one in doubts if one.path not in refused)
        else:
            unreached = self._unreached(self.examined.of_turn(turn))
            self.problems += (under_turn(problem, turn) for problem in unreached)
        said, stops = self._intentions(self.dry_seat), self._known_stops()
        state = self.known_state or self.state
        self.foreseen.append(Foreseen(self.turn or "", before, state, events, stops, said))
        self.mails += self._mails()
        self.stops, self.known_state, self.is_open = [], None, False

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
                if self.dry_seat is not None:
                    self._close_turn()
                self._leave()
            self.turn, self.begun = step.turn, False
            self._take_up(step)
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
        if self.rules.next_step(self.state) is None:
            self._drop(self.to_come)

    def _take_up(self, step: Step[S]) -> None:
        """Brings what sheets said before of the player-turn that begins into force.

        What they said for others lapses, unless those can still follow directly.
        """
        if self.to_come:
            ahead = {step.turn, *(turn.name for turn in turns_ahead(self.rules, self.state))}
            self._drop([entry for entry in self.to_come if entry.turn not in ahead])
        taken_up = [entry for entry in self.to_come if entry.turn == step.turn]
        self.turn_began = (self.state, len(self.events))
        if not taken_up:
            return
        self.to_come = [entry for entry in self.to_come if entry.turn != step.turn]
        self.is_supposed |= self.dry_seat is not None and self.answers.another_chose
        self.in_force += taken_up
        self.answers = self._answers(Marks())
        if self.is_supposed:
            self.answers.another_chose = True
            assert self.examined is not None
            shape = shape_problems(self.rules, self.state, self.examined.of_turn(step.turn))
            self.problems += (under_turn(problem, step.turn) for problem in shape)

    def _drop(self, entries: Sequence[SheetInForce]) -> None:
        """Lets sheets for player-turns that never come lapse, and tells of them."""
        if self.rules.next_step(self.state) is not None:
            self.events.extend(unplayed(self.rules, entries))
        self.lapsed.extend(entry.n for entry in entries)
        self.to_come = [entry for entry in self.to_come if entry not in entries]

    def _take_over(self, step: Step[S], table: WorkingTable[S], reported: int) -> None:
        """Takes over what a table did beyond what earlier runs reported."""
        self.events.extend(self._told(table, reported))
        if self.known_state is None:
            self.known_state = table.known_state
        self.draws.extend(table.new_draws)
        turn = self.in_force[-1].turn if self.in_force else None
        self.problems.extend(under_turn(problem, turn) for problem in table.problems)
        if table.grew:
            self.grew = self.begun = True
        if table.grew or len(table.events) > reported:
            self.turns.append(step.turn)

    def _told(self, table: WorkingTable[S], reported: int) -> Iterator[Event]:
        """Yields new events; in a dry run none that hang on what others may still choose."""
        known = 0 if self.is_open else table.known_events
        self.is_open = known is not None
        yield from table.events[reported:known]

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

    def dry_result(self, sheet: Sheet) -> DryRun[S]:
        """Carries a sheet up to the first die or the end of its player-turn."""
        if sheet.is_about_match:
            return self._dry_words()
        stop = self.go()
        self._close_turn()
        problems = [
            *self.problems,
            *(
                problem.under("standing", index)
                for index, order in enumerate(sheet.standing or ())
                for problem in self.rules.check_standing(sheet.seat, order)
            ),
        ]
        own, *later = self.foreseen
        return DryRun(
            problems=tuple(problems),
            events=own.events,
            state=own.state,
            stops=own.stops,
            why=stop.why,
            stopped_at=stop.label,
            pending=stop.pending,
            intentions=own.intentions,
            mails=tuple(self.mails),
            foreseen=tuple(later),
        )

    def _unreached(self, sheet: Sheet) -> Iterator[Problem]:
        """Yields what no die can change of what a sheet orders behind where it stopped."""
        for topic in sheet.orders:
            for taken in self.answers.unused(sheet.seat, topic) if topic != MATCH else ():
                shape = self.rules.check_shape(self.entered, topic, taken.order, seat=sheet.seat)
                yield from (problem.under("orders", topic, taken.index) for problem in shape)

    def _known_stops(self) -> tuple[S, ...]:
        """Returns where the dry run stopped, or where others began to order what nobody knows."""
        if self.known_state is not None:
            return (self.known_state,)
        return tuple(self.stops) or (self.state,)

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

    def _look_ahead(self, state: S) -> None:
        """Notes why orders behind the die that stopped a dry run can never be carried out.

        In a player-turn that began in a position of which nobody is sure, nothing is sure.
        """
        turn = self.turn if self.foreseen else None
        if not self.is_supposed:
            self.problems += [under_turn(problem, turn) for problem in self._hopeless(state)]

    def _hopeless(self, state: S) -> Iterator[Problem]:
        """Yields why orders of a sheet behind the die that stopped its dry run can never be carried
        out, where the game looks ahead.

        Behind the choice of another seat nobody can foresee what is possible.
        """
        seat, rules = self.dry_seat, self.rules
        if seat is None or not isinstance(rules, LooksAhead):
            return
        under = ("then", self.turn) if self.foreseen else ()
        told = {problem.path[len(under) :][:3] for problem in self.problems}
        for one in rules.check_ahead(state, seat, self._intentions(seat)):
            topic, place, is_open = one.topic, one.place, self.answers.another_chose
            left = [taken.index for taken in self.answers.unused(seat, topic)]
            is_left = not self.answers.is_begun(seat, topic) if place is None else place in left
            path = ("orders", topic, *(() if place is None else (place,)))
            counts = one.is_sure or (is_left and not is_open)
            if counts and path not in told and self.answers.is_last_word(seat, topic):
                yield one.problem.under(*path)

    def _intentions(self, seat: str) -> Intentions:
        """Returns what a seat has said for the player-turn."""
        queues = {topic: self.answers.queue(seat, topic) for topic in self.topics}
        orders = {topic: queue for topic, queue in queues.items() if queue}
        held = tuple(topic for topic in self.topics if self.answers.is_held(seat, topic))
        return Intentions(orders, self.answers.standing(seat), held)

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
