"""The dry run: what a sheet would do up to the first die, run by the very rules.

Sheets are checked by it, and the built-in player writes its own by it. It goes on into later parts
and player-turns that the sheet is for, as if nothing more happened in the one where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Generic, Literal, NamedTuple, TypeVar

from adjudicator.core.capabilities import LooksAhead
from adjudicator.core.decks import RefusingDice
from adjudicator.core.ending import MATCH
from adjudicator.core.game import (
    Event,
    OrderFailed,
    Pending,
    Rules,
    State,
    Step,
    SubmittedOrders,
)
from adjudicator.core.later_turns import (
    Foreseen,
    as_things_stand,
    beginning_after,
    static_problems,
    under_turn,
)
from adjudicator.core.problem import Problem
from adjudicator.core.referee import AFRESH, Referee, Resumed, Stop, Why
from adjudicator.core.save import Save, known_to, state_of
from adjudicator.core.sheet import Sheet
from adjudicator.core.standing import WhyAsked, standing_problems
from adjudicator.core.table import WorkingTable

__all__ = ["DryRun", "MailStop", "dry_run"]

S = TypeVar("S", bound=State)


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
    submitted: SubmittedOrders
    """What the seat has said for the player-turn."""
    mails: tuple[MailStop, ...]
    """What could still ask for a mail in the player-turns that the sheet is for."""
    foreseen: tuple[Foreseen[S], ...] = ()
    """What it would do in later player-turns that it is for, if nothing more happened before."""


class MailStop(NamedTuple):
    """A topic before whose questions the match would wait for a seat."""

    seat: str
    """Who would be asked."""
    topic: str
    """In which topic."""
    why: WhyAsked | Literal["no-default"]


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
    referee = _DryReferee(
        rules, save, sheets, n, dice=RefusingDice(is_view=is_view), dry_seat=seat,
        make_table=make_table,
    )  # fmt: skip
    return referee.dry_result()


class _DryReferee(Referee[S]):
    """A dry run in progress."""

    def __init__(
        self,
        rules: Rules[S],
        save: Save,
        sheets: Mapping[str, Sheet],
        n: int,
        *,
        dice: RefusingDice,
        dry_seat: str,
        make_table: Callable[..., WorkingTable[S]],
    ) -> None:
        super().__init__(
            rules, save, sheets, n, dice=dice, dry_seat=dry_seat, make_table=make_table
        )
        self.seat, self.examined = dry_seat, sheets[dry_seat]
        self.plays = False
        self.is_open = False
        """Whether what comes now depends on what others may still choose."""
        self.known_state: S | None = None
        self.stops: list[S] = []
        self.foreseen: list[Foreseen[S]] = []
        self.mails: list[MailStop] = []
        self.turn_began: tuple[S, int] = (self.state, 0)
        self.is_supposed = False
        """Whether the player-turn began in a position that is only supposed."""

    def dry_result(self) -> DryRun[S]:
        """Carries a sheet up to the first die or the end of its player-turn."""
        sheet = self.examined
        if sheet.is_about_match:
            return self._dry_words()
        stop = self.go()
        self._close_turn()
        problems = [
            *self.problems,
            *standing_problems(self.rules, sheet),
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
            submitted=own.submitted,
            mails=tuple(self.mails),
            foreseen=tuple(later),
        )

    def go(self) -> Stop[S]:
        """Runs step after step until something stops it.

        In a player-turn in parts it goes on in the next part, for its orders were planned on the
        same position.
        """
        resumed: Resumed = (self.journal, self.position, self.reported)
        first: Stop[S] | None = None
        while (step := self.rules.next_step(self.state)) is not None:
            if self._has_played(step):
                return first or Stop("end", step.turn, (), self.state)
            if self._passes_over(step):
                if resumed[0]:
                    self.state = state_of(self.rules.game, resumed[1])
                has_more = self._goes_beyond(step)
                assert has_more, f"{step.label}: a part of {self.dry_seat} was to follow"
            elif (stop := self.played(step, resumed)) is None:
                self._plan_from_one_position(step)
            else:
                first = first or stop
                self.state = stop.state
                self.stops.append(stop.state)
                self._look_ahead(stop.state)
                if not self._goes_beyond(step):
                    return first
            resumed = AFRESH
        self.leave()
        return first or Stop("over", "the end of the game", (), self.state)

    def _has_played(self, step: Step[S]) -> bool:
        """Whether a dry run has come to the end of the player-turn, or of the seat's last part."""
        self.plays = self.plays or self.dry_seat in step.seats
        done = step.part is not None and self.plays and self.dry_seat not in step.seats
        goes_on = self.turn in (None, step.turn) or self._is_for(step.turn)
        return done or not goes_on

    def _is_for(self, turn: str) -> bool:
        """Whether the sheet of a dry run is for a later player-turn, too."""
        return turn in self.examined.then

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
        events = step.part.assumed_outcome(self.state)
        self.state = reduce(self.rules.evolve, events, self.state)
        self.events.extend(events)
        return bool(events)

    def _supposes_next_turn(self, step: Step[S]) -> bool:
        """Takes a dry run on to the next player-turn that its sheet is for, if there is one.

        It begins as if nothing more happened in this one; so nothing that fails in it is a problem
        but what no die can change. Where battles that are still to be fought leave no such
        position, it begins as if nothing had happened in this one at all.
        """
        if not self.examined.then:
            return False
        begun = beginning_after(self.rules, step, self.state)
        if begun is not None and any(self.rules.check_state(begun)):
            begun = beginning_after(self.rules, step, self.turn_began[0])
        following = None if begun is None else self.rules.next_step(begun)
        if begun is None or following is None or not self._is_for(following.turn):
            return False
        self._close_turn()
        self.in_force, self.turn, self.state, self.is_supposed = [], None, begun, True
        return True

    def _plan_from_one_position(self, step: Step[S]) -> None:
        """Lets a dry run that has come to a next part by itself begin it as if stopped before."""
        after = self.rules.next_step(self.state)
        if step.part is None or after is None or after.part is None:
            return
        if self.dry_seat in step.seats and after.part.label != step.part.label:
            events = step.part.assumed_outcome(self.part_began)
            self.state = reduce(self.rules.evolve, events, self.part_began)

    # -- player-turn after player-turn ----------------------------------------------------------

    def enter(self, step: Step[S]) -> None:
        """Begins a player-turn, and notes what the sheet does in the one that it leaves."""
        if self.turn not in (None, step.turn):
            self._close_turn()
        super().enter(step)

    def take_up(self, step: Step[S]) -> None:
        """Brings what the sheet says of the player-turn that begins into force."""
        super().take_up(step)
        self.turn_began = (self.state, len(self.events))
        if self.is_supposed and self.in_force:
            self.answers.another_chose = True
            shape = static_problems(self.rules, self.state, self.examined.of_turn(step.turn))
            self.problems += (under_turn(problem, step.turn) for problem in shape)

    def _close_turn(self) -> None:
        """Notes what the sheet does in the player-turn that it leaves."""
        turn = self.turn if self.foreseen else None
        before, since = self.turn_began
        events = tuple(self.events[since:])
        if self.is_supposed:
            refused = {problem.path[:5] for problem in self.problems}
            failed = (event for event in events if isinstance(event, OrderFailed))
            doubts = (as_things_stand(event, self.turn or "") for event in failed)
            self.problems += (one for one in doubts if one.path not in refused)
        else:
            unreached = self._unreached(self.examined.of_turn(turn))
            self.problems += (under_turn(problem, turn) for problem in unreached)
        said, stops = self._submitted(self.seat), self._known_stops()
        state = self.known_state or self.state
        self.foreseen.append(Foreseen(self.turn or "", before, state, events, stops, said))
        self.mails += self._mails()
        self.is_supposed = self.is_supposed or self.answers.another_chose
        self.stops, self.known_state, self.is_open = [], None, False

    def new_events(self, table: WorkingTable[S], reported: int) -> Sequence[Event]:
        """Returns new events, but none that depend on what others may still choose."""
        known = 0 if self.is_open else table.known_events
        self.is_open = known is not None
        if self.known_state is None:
            self.known_state = table.known_state
        return table.events[reported:known]

    def _unreached(self, sheet: Sheet) -> Iterator[Problem]:
        """Yields what no die can change of what a sheet orders behind where it stopped."""
        for topic in sheet.orders:
            for taken in self.answers.unused(sheet.seat, topic) if topic != MATCH else ():
                shape = self.rules.check_static(self.entered, topic, taken.order, seat=sheet.seat)
                yield from (problem.under("orders", topic, taken.index) for problem in shape)

    def _known_stops(self) -> tuple[S, ...]:
        """Returns where the dry run stopped, or where others began to order what nobody knows."""
        if self.known_state is not None:
            return (self.known_state,)
        return tuple(self.stops) or (self.state,)

    def _dry_words(self) -> DryRun[S]:
        """Tells what a sheet does that speaks of nothing but the match."""
        state, events = self.after_match_orders
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
            submitted=SubmittedOrders({}, ()),
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
        seat, rules = self.seat, self.rules
        if not isinstance(rules, LooksAhead):
            return
        under = ("then", self.turn) if self.foreseen else ()
        told = {problem.path[len(under) :][:3] for problem in self.problems}
        for one in rules.check_ahead(state, seat, self._submitted(seat)):
            topic, place, is_open = one.topic, one.place, self.answers.another_chose
            left = [taken.index for taken in self.answers.unused(seat, topic)]
            is_left = not self.answers.is_begun(seat, topic) if place is None else place in left
            path = ("orders", topic, *(() if place is None else (place,)))
            counts = one.is_sure or (is_left and not is_open)
            if counts and path not in told and self.answers.is_last_word(seat, topic):
                yield one.problem.under(*path)

    def _submitted(self, seat: str) -> SubmittedOrders:
        """Returns what a seat has said for the player-turn."""
        queues = {topic: self.answers.queue(seat, topic) for topic in self.topics}
        orders = {topic: queue for topic, queue in queues.items() if queue}
        held = tuple(topic for topic in self.topics if self.answers.is_held(seat, topic))
        return SubmittedOrders(orders, self.answers.standing(seat), held)

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
