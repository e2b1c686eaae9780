"""Random turns sent as sheets, in one go and mail by mail, and the rules for both.

A turn is first played by chance at a table that writes down every order, answer and die. What it
wrote is then sent to the referee: all at once, or with one mail for each question that stops him.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from adjudicator.audit.chance import ScriptedDice
from adjudicator.core.decks import Deck
from adjudicator.core.game import Ask, Event, Order
from adjudicator.core.referee import Save, first_save, run
from adjudicator.core.values import canonical
from adjudicator.games.fortress_america import FortressAmerica, FortressAmericaRules
from adjudicator.games.fortress_america.state import State
from tests.games.fortress_america.chance import Chance, RandomTable
from tests.games.fortress_america.playing import GAME, opened, sheet
from tests.games.suspended import told

__all__ = ["Rules", "WritingTable", "both_ways", "by_chance", "piecemeal", "rules_for"]

O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type


class Rules(FortressAmericaRules):
    """The rules, and a look into a save."""

    def state_of(self, save: Save) -> State:
        return State.model_validate_json(canonical(save.checkpoint))


def rules_for(game: FortressAmerica = GAME, **options: Any) -> Rules:
    """Returns the rules of the scenario in which all stand ready."""
    made = opened("ready", game=game, **options)
    return Rules(game, made.book, made.start)


class WritingTable(RandomTable):
    """Writes down also the answers, by seat, and the dice, by label."""

    def __init__(self, rules: FortressAmericaRules, state: State, choose: Chance) -> None:
        super().__init__(rules, state, choose)
        self.answers: dict[str, dict[str, Any]] = {}
        self.dice: dict[str, tuple[int, ...]] = {}
        self.decks: dict[str, tuple[str, ...]] = {}

    def ask(self, question: Ask[O]) -> O:
        order = super().ask(question)
        self.answers.setdefault(question.seat, {})[question.label] = order.to_json()
        return order

    def roll(self, label: str, *, count: int, sides: int) -> tuple[int, ...]:
        self.dice[label] = super().roll(label, count=count, sides=sides)
        return self.dice[label]

    def deck(self, label: str, cards: Sequence[str]) -> Deck:
        lying = super().deck(label, cards)
        self.decks[label] = tuple(card.value for card in lying.order if card is not None)
        return ScriptedDice({}, self.decks).deck(label, cards)


def by_chance(rules: FortressAmericaRules, state: State, seed: str) -> WritingTable:
    """Plays one player-turn by chance."""
    return WritingTable(rules, state, Chance(seed)).play_turn()


def straight(rules: Rules, save: Save, n: int, written: WritingTable) -> tuple[Save, list[Event]]:
    """Sends everything at once."""
    dice = ScriptedDice(written.dice, written.decks)
    sheets = {
        seat: sheet(
            seat,
            n,
            game=rules.game,
            orders=written.orders_of(seat),
            answers=written.answers.get(seat, {}),
        )
        for seat in rules.seats
    }
    done = run(rules, save, sheets, n, dice=dice)
    assert not dice.unused
    assert canonical(done.state.to_json()) == canonical(written.state.to_json())
    return done.save, told(done.events)


def piecemeal(
    rules: Rules, save: Save, n: int, written: WritingTable
) -> tuple[Save, list[Event], int]:
    """Sends the sheets that are awaited, then one mail for each question.

    Cards to play are held back, as no option asks for them; for the order of the battles nothing
    asks at all, so it is said beforehand.
    """
    dice = ScriptedDice(written.dice, written.decks)
    step = rules.next_step(rules.state_of(save))
    assert step is not None
    held = [topic for topic in ("play",) if topic in step.topics]
    sheets = {
        seat: sheet(
            seat,
            n,
            game=rules.game,
            orders=written.orders_of(seat),
            hold=held,
            answers={
                label: answer
                for label, answer in written.answers.get(seat, {}).items()
                if label.endswith("/battles/order")
            },
        )
        for seat in step.seats
    }
    events: list[Event] = []
    while True:
        done = run(rules, save, sheets, n, dice=dice)
        # What goes on is what was saved, nothing else.
        save = Save.model_validate_json(canonical(done.save.to_json()))
        events += told(done.events)
        n += 1
        (pending, *_) = [*save.pending, None]
        if pending is None or pending.topic == "orders":
            return save, events, n
        assert pending.seat is not None
        answer = written.answers[pending.seat][pending.label]
        answers = {pending.label: answer}
        sheets = {pending.seat: sheet(pending.seat, n, game=rules.game, answers=answers, hold=held)}


def both_ways(quiet: Rules, asking: Rules, seed: str, turns: int) -> tuple[int, list[Event]]:
    """Plays player-turns by chance, in one go and mail by mail; returns mails and events."""
    save = slow = first_save(quiet)
    mails, told_all = 1, list[Event]()
    for turn in range(turns):
        written = by_chance(quiet, quiet.state_of(save), f"{seed}-{turn}")
        save, events = straight(quiet, save, turn + 1, written)
        slow, slow_events, mails = piecemeal(asking, slow, mails, written)
        assert slow_events == events
        assert slow.checkpoint == save.checkpoint
        told_all += events
    return mails - 1, told_all
