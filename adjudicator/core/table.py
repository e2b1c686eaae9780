"""The referee's table: answers come from sheets, dice from the source, events into the state.

During a replay the journal answers instead, and every journaled answer is checked again.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from pydantic import ValidationError

from adjudicator.core.decks import CardUnsealed, Deck, DeckSealed, Dice
from adjudicator.core.ending import MatchOrdersGiven, apply_match_orders, evolved
from adjudicator.core.game import (
    AnswerUnused,
    Ask,
    Event,
    Order,
    OrderCut,
    OrderFailed,
    Pending,
    QuestionAnswered,
    Rules,
    Source,
    State,
    Step,
    Suspended,
)
from adjudicator.core.problem import Problem, ReplayDivergence
from adjudicator.core.sheet import tag_of
from adjudicator.core.standing import Answers, Taken
from adjudicator.core.values import Value, canonical

__all__ = ["Answered", "DiceRolled", "Drawn", "Entry", "Found", "Rolled", "WorkingTable"]

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type
T = TypeVar("T")


class Answered(Value):
    """A journal entry: one answer, never derived again."""

    t: Literal["answer"]
    label: str
    """The name of the question."""
    source: Source
    """Where the answer came from; "only": no other was legal; "end": the topic is empty."""
    index: int | None
    """Its place in the topic's list, where it came from one."""
    value: Any
    """The order, as it was carried out."""


class Rolled(Value):
    """A journal entry: one roll."""

    t: Literal["roll"]
    label: str
    """The name of the roll."""
    sides: int
    """The number of sides of each die."""
    values: tuple[int, ...]
    """What the dice showed."""


Drawn: TypeAlias = Rolled | DeckSealed | CardUnsealed
"""A journal entry of what chance gave: each has its line in the log."""
Entry: TypeAlias = Answered | Drawn
"""A journal entry under the label of a question, a roll or a deck."""


class DiceRolled(Event):
    """Dice were rolled; the label says what for."""

    label: str
    sides: int
    values: tuple[int, ...]


class Found(Generic[O]):
    """An answer that was found along the chain."""

    __slots__ = ("index", "is_journaled", "order", "source")

    def __init__(
        self, source: Source, index: int | None, order: O, *, is_journaled: bool = False
    ) -> None:
        self.source: Source = source
        self.index = index
        self.order = order
        self.is_journaled = is_journaled


class WorkingTable(Generic[S]):
    """All of the world that the rules of one step may touch."""

    checks_steps: ClassVar[bool] = False
    """Whether the invariants are looked at after each step, as the tests do, and not only at the
    end of a run: that takes a fifth of a turn."""

    def __init__(
        self,
        rules: Rules[S],
        state: S,
        step: Step[S],
        *,
        answers: Answers,
        dice: Dice,
        journal: Sequence[Entry | MatchOrdersGiven] = (),
        position: Any = None,
        dry_seat: str | None = None,
    ) -> None:
        """Opens a step.

        Args:
            journal: what was answered, rolled and said about the match in this step before.
            position: the state, as JSON, that the journal must arrive at; None without journal.
            dry_seat: in a dry run, the seat whose sheet is examined.
        """
        self._rules, self._state, self._step = rules, state, step
        self._answers, self._dice, self._dry_seat = answers, dice, dry_seat
        self._replay: dict[str, deque[Entry]] = {}
        self._said: deque[tuple[int, MatchOrdersGiven]] = deque()
        self._taken_again = 0
        for entry in journal:
            if isinstance(entry, MatchOrdersGiven):
                self._said.append((sum(len(q) for q in self._replay.values()), entry))
            else:
                self._replay.setdefault(_name(entry), deque()).append(entry)
        self._position = position
        self._journaled_before = len(journal)
        self.journal: list[Entry | MatchOrdersGiven] = list(journal)
        self.new_draws: list[Drawn] = []
        self.events: list[Event] = []
        self.problems: list[Problem] = []
        self.known_events: int | None = None
        """In a dry run, how many events came before what another seat may still choose; None: all
        of them."""
        self.known_state: S | None = None
        """In a dry run that has gone on past another seat's orders, which nobody knows: the state
        before them."""

    @property
    def state(self) -> S:
        """The state as of the last recorded event."""
        return self._state

    @property
    def grew(self) -> bool:
        """Whether anything was answered or rolled that was not journaled before."""
        return len(self.journal) > self._journaled_before

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""
        self._state = evolved(self._rules, self._state, event)
        self.events.append(event)

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        """Returns `count` dice of `sides` sides from the log or, if new, from the source."""
        self._hear()
        entry = self._journaled(label)
        if entry is None:
            self._await_sheets()
            values = self._dice.roll(label, count=count, sides=sides)
            entry = Rolled(t="roll", label=label, sides=sides, values=values)
            self._draw(entry)
        elif not isinstance(entry, Rolled) or (entry.sides, len(entry.values)) != (sides, count):
            raise ReplayDivergence(f"{label} was journaled otherwise than as {count}d{sides}")
        self.events.append(DiceRolled(label=label, sides=sides, values=entry.values))
        return entry.values

    def draw(self, label: str, pile: Sequence[T]) -> T:
        """Returns one thing of a public pile in its stated order."""
        (place,) = self.roll(label, count=1, sides=len(pile))
        return pile[place - 1]

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        """Returns a sealed deck, from the log or new, of cards given in their stated order."""
        self._hear()
        entry = self._journaled(label)
        if entry is None:
            self._await_sheets()
            entry = DeckSealed(t="deck", label=label, deck=self._dice.deck(label, cards))
            self._draw(entry)
        elif not isinstance(entry, DeckSealed) or entry.deck.cards != tuple(cards):
            raise ReplayDivergence(f"{label} was journaled otherwise than as these cards")
        return entry.deck

    def unseal(self, deck: Deck, position: int) -> str:
        """Makes a card of a sealed deck public, once, and returns it."""
        self._hear()
        assert position not in deck.public, f"{deck.label}: {position} was unsealed before"
        name = _seal_name(deck.label, position + 1)
        assert self._dry_seat or all(_name(drawn) != name for drawn in self.new_draws), name
        entry = self._journaled(name)
        if entry is None:
            self._await_sheets()
            card = self._dice.unseal(deck, position)
            entry = CardUnsealed(t="unseal", label=deck.label, n=deck.n, i=position + 1, card=card)
            self._draw(entry)
        elif not isinstance(entry, CardUnsealed) or entry.card != deck.order[position]:
            raise ReplayDivergence(f"{name} was journaled as another card")
        return entry.card.value

    def _draw(self, entry: Drawn) -> None:
        self.journal.append(entry)
        self.new_draws.append(entry)

    def next(self, question: Ask[O]) -> O | None:
        """Returns the next legal order of the topic's queue, or None when there are no more."""
        self._hear()
        self._await_sheets()
        seat, topic = question.seat, question.topic
        entry = self._journaled(question.label)
        if entry is not None:
            self._answers.begin(seat, topic)
            return self._taken_before(question, entry)
        if seat in self._state.conceded:
            self._answers.begin(seat, topic)
            self._journal(question, "conceded", None, None)
            return None
        if self._dry_seat not in (None, seat) and seat not in self._answers.seats():
            self.known_state = self.known_state or self._state
            self._note_unknown()
        why_asked = self._answers.why_asked(seat, topic)
        if why_asked == "hold" or (why_asked and self._answers.queue(seat, topic) is None):
            raise Suspended([_pending(question, with_options=False)])
        self._answers.begin(seat, topic)
        for taken in self._concerned(question):
            order = self._take(question, taken)
            if order is not None:
                self._journal(question, "topic", taken.index, order)
                return order
        if question.check_complete is not None and self._is_examined(seat, topic):
            self.problems.extend(p.under("orders", topic) for p in question.check_complete())
        self._journal(question, "end", None, None)
        return None

    def ask(self, question: Ask[O]) -> O:
        """Returns exactly one legal answer, or suspends."""
        (answer,) = self.ask_all([question])
        return answer

    def ask_all(self, questions: Sequence[Ask[O]]) -> tuple[O, ...]:
        """Returns simultaneous answers; nothing is journaled until all are in."""
        self._hear()
        self._await_sheets()
        for question in questions:
            self._answers.begin(question.seat, question.topic)
        found = [self._answer(question) for question in questions]
        missing = [q for q, answer in zip(questions, found, strict=True) if answer is None]
        if missing:
            raise Suspended([_pending(question, with_options=True) for question in missing])
        result = []
        for question, answer in zip(questions, found, strict=True):
            assert answer is not None
            if not answer.is_journaled:
                self._journal(question, answer.source, answer.index, answer.order)
            self._mark(question, answer.index, answer.order)
            self._tell_answered(question, answer)
            self._note_choice(question, answer)
            result.append(answer.order)
        return tuple(result)

    def close(self) -> None:
        """Ends the step: the whole journal must have been gone through."""
        assert not self._said, "a step that was suspended is not over before it asks again"
        if self._replay:
            raise ReplayDivergence(f"never asked or rolled again: {', '.join(self._replay)}")
        if self.checks_steps and self._dry_seat is None:
            broken = tuple(self._rules.check_state(self._state))
            assert not broken, f"{self._step.label}: {broken}"

    # -- answers ------------------------------------------------------------------------------

    def _answer(self, question: Ask[O]) -> Found[O] | None:
        """Looks the answer up along the chain, changing nothing."""
        entry = self._journaled(question.label)
        if entry is not None:
            order = self._again(question, entry)
            assert isinstance(entry, Answered), "a roll is no answer"
            return Found(entry.source, entry.index, order, is_journaled=True)
        seat, topic = question.seat, question.topic
        if seat in self._state.conceded:
            found = self._without_asking(question)
            usual = question.default_answer() if found is None else None
            return found if usual is None else Found("default", None, usual)
        given = self._answers.answer(seat, question.label)
        if given is not None and self._is_legal(question, given, ("answers", question.label)):
            assert isinstance(given, question.expects)
            return Found("label", None, given)
        if not self._answers.is_held(seat, topic):
            for taken in self._concerned(question):
                part = _part(question, taken.order)
                if part is not None:
                    return Found("topic", taken.index, part)
        return self._without_asking(question)

    def _without_asking(self, question: Ask[O]) -> Found[O] | None:
        """Looks further along the chain: the only legal answer, standing orders, default."""
        seat = question.seat
        only = _only(question)
        if only is not None:
            return Found("only", None, only)
        is_asked = self._answers.why_asked(seat, question.topic) is not None
        if is_asked and seat not in self._state.conceded:
            return None
        if question.by_standing is not None:
            wish = question.by_standing(self._answers.standing(seat))
            if wish is not None and not any(question.check(wish)):
                return Found("standing", None, wish)
        default = question.default() if question.default is not None else None
        if default is None:
            return None
        assert not any(question.check(default)), f"the default of {question.label} is illegal"
        return Found("default", None, default)

    def _is_legal(self, question: Ask[O], given: Order, path: tuple[str, ...]) -> bool:
        problems = self._problems(question, given)
        if problems and self._is_examined(question.seat, question.label):
            self.problems.extend(problem.under(*path) for problem in problems)
        return not problems

    def _problems(self, question: Ask[O], order: Order) -> list[Problem]:
        if isinstance(order, question.expects):
            return list(question.check(order))
        shape = list(
            self._rules.check_static(self._state, question.topic, order, seat=question.seat)
        )
        return shape or [
            Problem(
                "wrong-order",
                f'"{order.order}" is not what is asked here',
                ("order",),
                question.rule,
                hint=f'Give "{tag_of(question.expects)}". {question.prompt}',
            )
        ]

    def _mark(self, question: Ask[O], index: int | None, order: O) -> None:
        """Marks what an answer used up, and tells of an answer that was illegal when asked."""
        seat, topic = question.seat, question.topic
        if index is not None:
            self._answers.use(seat, topic, index)
            self._tell_if_cut(question, index, order)
        given = self._answers.answer(seat, question.label)
        if given is None or self._answers.is_answered(seat, question.label):
            return
        self._answers.use_answer(seat, question.label)
        if not _is_same(given, order):
            reason = next(iter(self._problems(question, given)), None)
            self.events.append(
                AnswerUnused(
                    seat=seat,
                    label=question.label,
                    order=given.to_json(),
                    message=reason.message if reason else "the question was answered before",
                )
            )

    def _tell_answered(self, question: Ask[O], answer: Found[O]) -> None:
        self.events.append(
            QuestionAnswered(
                seat=question.seat,
                topic=question.topic,
                label=question.label,
                source=answer.source,
                index=answer.index,
            )
        )

    # -- queues -------------------------------------------------------------------------------

    def _concerned(self, question: Ask[O]) -> Iterator[Taken]:
        """Yields the orders of the queue that are left and meant for a question."""
        left, concerns = self._answers.unused(question.seat, question.topic), question.matches
        return left if concerns is None else (taken for taken in left if concerns(taken.order))

    def _take(self, question: Ask[O], taken: Taken) -> O | None:
        """Takes one order of a queue, whole or cut; marks it, and tells if it fails."""
        self._answers.use(question.seat, question.topic, taken.index)
        problems = self._problems(question, taken.order)
        if not problems:
            assert isinstance(taken.order, question.expects)
            return taken.order
        if self._is_examined(question.seat, question.topic):
            self.problems.extend(
                problem.under("orders", question.topic, taken.index) for problem in problems
            )
            return None
        order = _part(question, taken.order)
        if order is None:
            self._tell_failed(question, taken, problems[0])
        else:
            self._tell_if_cut(question, taken.index, order)
        return order

    def _tell_failed(self, question: Ask[O], taken: Taken, problem: Problem) -> None:
        self.events.append(
            OrderFailed(
                seat=question.seat,
                topic=question.topic,
                index=taken.index,
                order=taken.order.to_json(),
                code=problem.code,
                message=problem.message,
            )
        )

    def _tell_if_cut(self, question: Ask[O], index: int, done: O) -> None:
        queue = self._answers.queue(question.seat, question.topic)
        if queue is None or index >= len(queue):
            raise ReplayDivergence(f"{question.label}: the sheet has no order {index}")
        if not _is_same(queue[index], done):
            self.events.append(
                OrderCut(
                    seat=question.seat,
                    topic=question.topic,
                    index=index,
                    order=queue[index].to_json(),
                    done=done.to_json(),
                )
            )

    def _taken_before(self, question: Ask[O], entry: Entry) -> O | None:
        """Goes through a journaled order of a queue again, with those it passed over."""
        if not isinstance(entry, Answered):
            raise ReplayDivergence(f"{question.label} was journaled as a roll")
        if entry.source == "conceded":
            return None
        last = entry.index
        for taken in self._concerned(question):
            if last is not None and taken.index >= last:
                break
            self._answers.use(question.seat, question.topic, taken.index)
            problems = self._problems(question, taken.order)
            if not problems:
                raise ReplayDivergence(f"{question.label}: order {taken.index} would pass now")
            self._tell_failed(question, taken, problems[0])
        if last is None:
            return None
        order = self._again(question, entry)
        self._answers.use(question.seat, question.topic, last)
        self._tell_if_cut(question, last, order)
        return order

    # -- journal ------------------------------------------------------------------------------

    def _journal(
        self, question: Ask[O], source: Source, index: int | None, order: O | None
    ) -> None:
        value = None if order is None else order.to_json()
        self.journal.append(
            Answered(t="answer", label=question.label, source=source, index=index, value=value)
        )

    def _is_journaled(self, label: str) -> bool:
        """Whether the journal will answer the next question or roll of this label."""
        return bool(self._replay.get(label))

    def _journaled(self, label: str) -> Entry | None:
        """Returns the next journal entry of a label; when the journal is done, compares."""
        entries = self._replay.get(label)
        if entries:
            entry = entries.popleft()
            self._taken_again += 1
            if not entries:
                del self._replay[label]
            return entry
        if self._replay:
            raise ReplayDivergence(f"{label} is new, but the journal goes on")
        if self._position is not None:
            if self._state.to_json() != self._position:
                raise ReplayDivergence(f"the journal led to another position before {label}")
            self._position = None
        return None

    def _again(self, question: Ask[O], entry: Entry) -> O:
        """Returns a journaled answer after checking it again."""
        if not isinstance(entry, Answered) or entry.value is None:
            raise ReplayDivergence(f"{question.label} was journaled without an answer")
        try:
            order = question.expects.model_validate_json(canonical(entry.value))
        except ValidationError as error:
            what = f"the journaled answer to {question.label} is not understood"
            raise ReplayDivergence(what) from error
        if any(question.check(order)):
            raise ReplayDivergence(f"the journaled answer to {question.label} is illegal now")
        return order

    # -- sheets -------------------------------------------------------------------------------

    def _hear(self) -> None:
        """Hears what was said about the match where the step was suspended when it was said."""
        while self._said and self._said[0][0] == self._taken_again:
            _, said = self._said.popleft()
            for event in apply_match_orders(self._rules, self._state, said.words)[1]:
                self.record(event)

    def _await_sheets(self) -> None:
        """A player-turn begins when the sheets of all its seats are in.

        A seat that has conceded sends none any more.
        """
        if self._dry_seat is not None:
            return
        here = (*self._answers.seats(), *self._state.conceded)
        missing = [seat for seat in self._step.seats if seat not in here]
        if missing:
            raise Suspended(
                Pending(
                    label=f"{self._step.turn}/orders/{seat}",
                    topic="orders",
                    seat=seat,
                    prompt=f"Send the order sheet for {self._step.turn}.",
                    rule="",
                )
                for seat in missing
            )

    def _is_examined(self, seat: str, name: str) -> bool:
        """Whether what answers a topic or label comes from the very sheet of a dry run.

        What an earlier sheet says was locked: if dice made it impossible, it fails and is told.
        So it is with what comes behind the choice of another seat, which nobody can foresee.
        """
        return (
            self._dry_seat == seat
            and not self._answers.another_chose
            and self._answers.is_last_word(seat, name)
        )

    def _note_choice(self, question: Ask[O], answer: Found[O]) -> None:
        """Notes, in a dry run, that a seat chose whose mind the examined one cannot know."""
        can_choose = answer.source != "only" and question.seat not in self._state.conceded
        if self._dry_seat not in (None, question.seat) and can_choose and not answer.is_journaled:
            self._answers.another_chose = True
            self._note_unknown()

    def _note_unknown(self) -> None:
        if self.known_events is None:
            self.known_events = len(self.events)


def _name(entry: Entry) -> str:
    """Returns under what a journal entry is found again."""
    return _seal_name(entry.label, entry.i) if isinstance(entry, CardUnsealed) else entry.label


def _seal_name(label: str, i: int) -> str:
    return f"{label}#{i}"


def _part(question: Ask[O], order: Order) -> O | None:
    """Returns the order if it is legal, else its largest legal part, else None."""
    if not isinstance(order, question.expects):
        return None
    if not any(question.check(order)):
        return order
    part = question.clamped(order) if question.clamped is not None else None
    return part if part is not None and not any(question.check(part)) else None


def _is_same(written: Order, done: Order) -> bool:
    """Says whether an order was carried out as written.

    One that is read back from the journal is of the type that was asked for, which may be a base of
    the one that sheets are read as.
    """
    return written == done or written.to_json() == done.to_json()


def _only(question: Ask[O]) -> O | None:
    """Returns the only legal answer where there is exactly one."""
    if question.options is None:
        return None
    found: list[O] = []
    for option in question.options():
        found.append(option)
        if len(found) > 1:
            return None
    return found[0] if found else None


def _pending(question: Ask[O], *, with_options: bool) -> Pending:
    options = None
    if with_options and question.options is not None:
        options = tuple(option.to_json() for option in question.options())
    return Pending(
        label=question.label,
        topic=question.topic,
        seat=question.seat,
        prompt=question.prompt,
        rule=question.rule,
        options=options,
    )
