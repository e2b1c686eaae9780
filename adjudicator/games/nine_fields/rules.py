"""The rules of Nine Fields in the order of the book: one method a paragraph."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from adjudicator.core import game
from adjudicator.core.capabilities import (
    Composes,
    KeepsScore,
    NamesQuestions,
    Plays,
    Projects,
    Scores,
)
from adjudicator.core.game import Ask, Choose, Event, Order, Reason, Rules, Step, Table
from adjudicator.core.problem import Problem
from adjudicator.core.questions import Form, first_ranked
from adjudicator.core.report import USUAL_STYLE, Paragraph, Report, Style
from adjudicator.core.values import FrozenMap, shifted
from adjudicator.games.nine_fields import report
from adjudicator.games.nine_fields import state as s
from adjudicator.games.nine_fields.state import SIDES, Ruleset, State
from adjudicator.narrate.english import ENGLISH

if TYPE_CHECKING:  # for pages alone
    from adjudicator.core.choices import Choices

__all__ = ["NineFieldsRules"]

_NOBODY = FrozenMap[str, int]()
_ENGLISH = ENGLISH.with_sentences(report.LANGUAGES["en"])


class NineFieldsRules(
    Composes[State],
    Plays[State],
    KeepsScore[State],
    Projects[State],
    NamesQuestions[State],
    Rules[State],
):
    """The rules bound to one match's map and options."""

    seats = SIDES

    def __init__(self, of: game.Game, book: Ruleset, start: s.Start) -> None:
        self.game, self.book, self.map, self.options = of, book, book.map, book.options
        self.start, self.narrator = self.begin(start), report.FieldNarrator(book)

    # -- chapter 1: the board and the order of play ---------------------------------------------

    def city_of(self, side: str) -> str:
        """Returns the field of a side's city."""
        return next(field for field, facts in self.map.areas.items() if facts.side == side)

    def begin(self, start: s.Start) -> State:
        """Four companies stand in each city, and each side holds its own. (Chapter 1)"""
        cities = {self.city_of(side): side for side in SIDES}
        companies = start.companies or FrozenMap({at: _NOBODY | {cities[at]: 4} for at in cities})
        state = State(
            turn=start.turn, side=start.side, companies=companies, phase="march", result=None,
            holders=FrozenMap({**cities, **start.holders}),
            ready=_ready(companies, start.side))  # fmt: skip
        for field in companies:
            state = _moved(state, field, start.side, 0)
        return state

    def next_step(self, state: State) -> Step[State] | None:
        """West plays, then East: it marches, fights its battles one by one, and ends its turn."""
        if state.result is not None:
            return None
        name, run = "end", self.end_of_turn
        if state.phase == "march":
            name, run = "march", self.march
        elif fields := _contested(state):
            name, run = f"battle/{fields[0]}", self.battle
        turn, side = f"turn-{state.turn}", state.side
        topics, others = ("march", "fall-back"), ("fall-back",)
        return Step(f"{turn}/{side}/{name}", f"{turn}-{side}", (side,), topics, run, others)

    # -- chapter 2: marching --------------------------------------------------------------------

    def march(self, table: Table[State]) -> None:
        """Each company may march once, to a field beside its own."""
        while (order := table.next(self.march_order(table.state))) is not None:
            side = table.state.side
            table.record(s.Marched(side=side, count=order.count, start=order.from_, to=order.to))
        table.record(s.MarchEnded())

    def march_order(self, state: State) -> Ask[s.March]:
        """Which companies march is asked until the orders of the sheet are through."""

        def check(order: s.March) -> Iterator[Problem]:
            yield from (wrong := [*self.check_static(state, "march", order, seat=state.side)])
            ready = state.ready.get(order.from_, 0)
            if not wrong and order.count > ready:
                told = f"{ready} of your companies in {order.from_} may still march"
                yield Problem("too-many", f"{told}, not {order.count}", ("count",), "chapter 2")

        def sample(choose: Choose) -> s.March | None:
            if (start := choose((None, *state.ready))) is None:
                return None
            to = choose(self.map.neighbours(start))
            return s.marching(choose(range(1, state.ready[start] + 1)), start, to)

        return Ask(
            f"turn-{state.turn}/{state.side}/march", "march", state.side, s.March,
            prompt="March.", rule="chapter 2", check=check, sample=sample)  # fmt: skip

    def check_static(
        self, state: State, topic: str, order: Order, *, seat: str
    ) -> Iterable[Problem]:
        """There are such fields, and they lie side by side: no die can change that. (Chapter 2)"""
        named = {name: field for name, field in order.to_json().items() if name in ("from", "to")}
        yield from (unknown := [*self.check_fields(named)])
        if not unknown and isinstance(order, s.March):
            beside = self.map.neighbours(order.from_)
            if order.to not in beside:
                told = f"{order.to} does not lie beside {order.from_}"
                hint = f"Beside it lie {', '.join(beside)}."
                yield Problem("not-adjacent", told, ("to",), "chapter 2", hint=hint)

    def check_fields(self, named: Mapping[str | int, str]) -> Iterator[Problem]:
        """Yields what is named and is no field of the map; `named` has them by their place."""
        hint = f"Fields are {', '.join(self.map.areas)}."
        for place, field in named.items():
            if field not in self.map.areas:
                told = f"there is no field {field}"
                yield Problem("unknown-area", told, (place,), "chapter 1", hint=hint)

    # -- chapter 3: battle ----------------------------------------------------------------------

    def battle(self, table: Table[State]) -> None:
        """Rounds are fought until one side is gone; after the first the defender may fall back."""
        field, number = _contested(table.state)[0], 1
        label = f"turn-{table.state.turn}/{table.state.side}/battle/{field}"
        self.fight_round(f"{label}/round-1", field, table)
        if field in _contested(table.state):
            self.fall_back(f"{label}/fall-back", field, table)
        while field in _contested(table.state):
            number += 1
            self.fight_round(f"{label}/round-{number}", field, table)

    def fight_round(self, label: str, field: str, table: Table[State]) -> None:
        """Both throw a die: the lower one loses a company, on a tie both lose one."""
        (attack,) = table.roll(f"{label}/attacker", count=1, sides=6)
        (defence,) = table.roll(f"{label}/defender", count=1, sides=6)
        table.record(s.RoundFought(field=field, label=label, attack=attack, defence=defence))

    def fall_back(self, label: str, field: str, table: Table[State]) -> None:
        """The defender stands, or goes to a field beside the battle that it holds. (Ruling 1)"""
        state, attacker, defender = table.state, table.state.side, _other(table.state.side)
        beside = [at for at in self.map.neighbours(field) if state.holders.get(at) == defender]
        free = [at for at in beside if not _count(state, at, attacker)]
        answers = {to: s.FallBack(order="fall-back", to=to) for to in (field, *free)}
        attack, left = (_count(state, field, side) for side in (attacker, defender))

        def check(order: s.FallBack) -> Iterable[Problem]:
            if order.to not in answers:
                told, hint = f"you cannot reach {order.to}", f"Name one of {', '.join(answers)}."
                yield Problem("no-way-back", told, ("to",), "chapter 3", hint=hint)

        question = Ask(
            label, "fall-back", defender, s.FallBack, rule="chapter 3", check=check,
            prompt=_ENGLISH.say("fall-back", attack=attack, left=left, field=field, free=free),
            options=answers.values, default=lambda: answers[field],
            by_standing=lambda standing: first_ranked(standing, s.FallBackTo, answers))  # fmt: skip
        if (to := table.ask(question).to) != field:
            table.record(s.FellBack(side=defender, count=left, field=field, to=to))

    def questions(self, state: State) -> Iterable[Form]:
        """The one question of the game, by the form of its label."""
        label = f"turn-{state.turn}/{state.side}/battle/*/fall-back"
        return (Form(label, (_other(state.side),), "fall-back", (s.FallBack,)),)

    def check_standing(self, seat: str, order: game.StandingOrder) -> Iterable[Problem]:
        """The fields of a list are fields of the map."""
        assert isinstance(order, s.FallBackTo)
        return (one.under("first") for one in self.check_fields(dict(enumerate(order.first))))

    def standing_defaults(self, seat: str) -> Sequence[game.StandingOrder]:
        """Nobody falls back."""
        return (s.FallBackTo(standing="fall-back", first=()),)

    # -- chapters 4 and 5: the end of a turn, and of the match ----------------------------------

    def end_of_turn(self, table: Table[State]) -> None:
        """Whoever holds the other's city has won; after the last turn whoever holds more fields."""
        state, side = table.state, table.state.side
        west, east = ([*state.holders.values()].count(one) for one in SIDES)
        if state.holders.get(self.city_of(_other(side))) == side:
            result = s.Result(winner=side, reason="city-taken")
        elif side == SIDES[0] or state.turn < self.book.options.turns:
            table.record(s.TurnEnded(side=side, city=self.city_of(side)))
            return
        elif west == east:
            result = s.Result(winner=None, reason="as-many-fields")
        else:
            result = s.Result(winner="west" if west > east else "east", reason="more-fields")
        table.record(s.GameEnded(result=result))

    def ended(self, state: State, winner: str | None, reason: Reason) -> Sequence[Event]:
        """Whoever concedes has lost; both can agree to a draw."""
        return (s.GameEnded(result=s.Result(winner=winner, reason=reason)),)

    # -- what events do to the position, and what a position cannot be --------------------------

    def evolve(self, state: State, event: Event) -> State:
        """The only place where the state changes."""
        match event:
            case s.Marched(side=side, count=number, start=start, to=to):
                after = _moved(_moved(state, start, side, -number), to, side, number)
                return after.model_copy(update={"ready": shifted(state.ready, start, -number)})
            case s.MarchEnded():
                return state.model_copy(update={"phase": "battle", "ready": _NOBODY})
            case s.RoundFought(field=field, attack=attack, defence=defence):
                after = _moved(state, field, state.side, -(attack <= defence))
                return _moved(after, field, _other(state.side), -(defence <= attack))
            case s.FellBack(side=side, count=number, field=field, to=to):
                return _moved(_moved(state, field, side, -number), to, side, number)
            case s.TurnEnded(side=side, city=city):
                after, side = _moved(state, city, side, 1), _other(side)
                changes = {"turn": state.turn + (side == SIDES[0]), "side": side, "phase": "march"}
                ready = _ready(after.companies, side)
                return after.model_copy(update=changes | {"ready": ready})
            case s.GameEnded(result=result):
                return state.model_copy(update={"result": result})
        raise AssertionError(event)

    def check_state(self, state: State) -> Iterable[str]:
        """Broken invariants of a position, which may come out of any file."""
        named = {*state.companies, *state.ready, *state.holders}
        yield from (f"there is no field {one}" for one in sorted(named - {*self.map.areas}))
        sides = {state.side, *state.holders.values()}.union(*state.companies.values())
        yield from (f"there is no side {one}" for one in sorted(sides - {*SIDES}))
        for field, ready in state.ready.items():
            if ready > _count(state, field, state.side):
                yield f"more companies may march from {field} than stand there"
        for field, here in state.companies.items():
            if len(here) != 1 and (state.phase == "march" or not here):
                yield f"{field} holds companies of {len(here)} sides while one marches"
            if len(here) == 1 and state.holders.get(field) not in here:
                yield f"{field} is not held by those who stand there"

    # -- for people -----------------------------------------------------------------------------

    def picture(self, view: State, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        """The map as SVG text."""
        from adjudicator.games.nine_fields import picture  # half of all that is loaded

        return picture.picture(self.narrator, view, events, style)

    def choices(self, view: State, seat: str) -> "Choices":
        """What a side may order now, for a page on which sheets are made by clicks."""
        from adjudicator.games.nine_fields import choices  # only pages need it

        return choices.choices(self.narrator, view, seat)

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """The opening told for people."""
        return self.narrator.report(before, events, view)

    def standings(self, state: State) -> tuple[str, ...]:
        """Who is to play, and what each side has."""
        return self.narrator.standings(state)

    def scores(self, before: State, events: Sequence[Event], view: State) -> Scores:
        """What each side holds and lost, for graphs."""
        return self.narrator.scores(before, events, view)

    def places(self, before: State, events: Sequence[Event], view: State
               ) -> Iterable[tuple[str, str]]:  # fmt: skip
        """Where what happened, for `report --since`."""
        return self.narrator.places(before, events, view)

    def languages(self) -> tuple[str, ...]:
        """English and German: the sentences of each are a module."""
        return tuple(report.LANGUAGES)

    def in_language(self, language: str) -> "NineFieldsRules":
        """The same rules with another narrator: what is asked, logged and hashed stays English."""
        other = copy(self)
        other.narrator = report.FieldNarrator(self.book, language)
        return other

    def projection(self, view: State, seat: str, said: game.SubmittedOrders) -> Sequence[Paragraph]:
        """The chances of the battles that a sheet leads to."""
        lines = []
        for field in _contested(view):
            attack, defence = (_count(view, field, side) for side in (seat, _other(seat)))
            percent = round(100 * report.chance_to_take(attack, defence))
            lines.append(self.narrator.line("chance", field=field, attack=attack, defence=defence,
                                            percent=percent))  # fmt: skip
        return (self.narrator.paragraph("battles", lines),) if lines else ()

    # -- the built-in player --------------------------------------------------------------------

    def bot_orders(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """Marches from each field that can spare somebody: to the best field beside it."""
        goal, orders = self.map.distances(self.city_of(_other(seat))), list[Order]()
        for start, ready in view.ready.items() if topic == "march" else ():
            enemies = {at: _count(view, at, _other(seat)) for at in self.map.neighbours(start)}
            free = ready - max(enemies.values()) if start == self.city_of(seat) else ready
            worth = {at: ((enemies[at] > 0) + (view.holders.get(at) != seat), -goal[at])
                     for at in enemies if enemies[at] * 3 <= free * 2}  # fmt: skip
            best = max(worth, key=worth.__getitem__, default=start)
            if best in worth and free > 0 and worth[best] > (0, -goal[start]):
                orders.append(s.marching(free, start, best))
        return orders


def _other(side: str) -> str:
    """Returns the opponent of a side."""
    return "east" if side == "west" else "west"


def _count(state: State, field: str, side: str) -> int:
    """Returns how many companies of a side stand in a field."""
    return state.companies.get(field, _NOBODY).get(side, 0)


def _contested(state: State) -> tuple[str, ...]:
    """Returns the fields in which both sides stand, in the order of their ids."""
    return tuple(field for field, here in state.companies.items() if len(here) > 1)


def _ready(companies: s.Companies, side: str) -> FrozenMap[str, int]:
    """Returns the companies of a side by field: at the beginning of its turn all may march."""
    return FrozenMap({at: here[side] for at, here in companies.items() if side in here})


def _moved(state: State, field: str, side: str, number: int) -> State:
    """Companies come to a field, or leave it; whoever stands there alone holds it."""
    here = shifted(state.companies.get(field, _NOBODY), side, number)
    holders = state.holders | ({field: next(iter(here))} if len(here) == 1 else {})
    companies = state.companies.put(field, here)
    return state.model_copy(update={"companies": companies, "holders": holders})
