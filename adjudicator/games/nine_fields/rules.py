"""The rules of Nine Fields in the order of the book: one function a paragraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from adjudicator.core.game import Ask, Choose, Event, Order, Reason, Step, Table
from adjudicator.core.problem import Problem
from adjudicator.core.questions import Form, first_ranked
from adjudicator.core.values import FrozenMap
from adjudicator.games.nine_fields import state as s
from adjudicator.games.nine_fields.state import SIDES, Book, State

__all__ = [
    "battle", "begin", "check_fields", "check_shape", "check_state", "city_of", "contested",
    "count", "end_of_turn", "ended", "evolve", "fall_back", "fight_round", "march", "next_step",
    "other", "questions",
]  # fmt: skip

_NOBODY = FrozenMap[str, int]()


# -- chapter 1: the board and the order of play -------------------------------------------------


def begin(book: Book, start: s.Start) -> State:
    """Four companies stand in each city, and each side holds its own. (Chapter 1)"""
    cities = {city_of(book, side): side for side in SIDES}
    companies = start.companies or FrozenMap({at: _NOBODY | {cities[at]: 4} for at in cities})
    state = State(
        turn=start.turn, side=start.side, phase="march", companies=companies, result=None,
        ready=_ready(companies, start.side), holders=FrozenMap({**cities, **start.holders}),
    )  # fmt: skip
    for field in companies:
        state = _moved(state, field, start.side, 0)
    return state


def next_step(book: Book, state: State) -> Step[State] | None:
    """West plays, then East: it marches, fights its battles one by one, and ends its turn."""
    if state.result is not None:
        return None
    name, run = "end", partial(end_of_turn, book)
    if state.phase == "march":
        name, run = "march", partial(march, book)
    elif fields := contested(state):
        name, run = f"battle/{fields[0]}", partial(battle, book, fields[0])
    turn, topics = f"turn-{state.turn}", ("march", "fall-back")
    return Step(
        f"{turn}/{state.side}/{name}", f"{turn}-{state.side}", (state.side,), topics, run,
        asks_all=("fall-back",),
    )  # fmt: skip


def city_of(book: Book, side: str) -> str:
    """Returns the field of a side's city."""
    return next(field for field, facts in book.map.areas.items() if facts.side == side)


def other(side: str) -> str:
    """Returns the opponent of a side."""
    return "east" if side == "west" else "west"


def contested(state: State) -> tuple[str, ...]:
    """Returns the fields in which both sides stand, in the order of their ids."""
    return tuple(field for field, here in state.companies.items() if len(here) > 1)


def count(state: State, field: str, side: str) -> int:
    """Returns how many companies of a side stand in a field."""
    return state.companies.get(field, _NOBODY).get(side, 0)


# -- chapter 2: marching ------------------------------------------------------------------------


def march(book: Book, table: Table[State]) -> None:
    """Each company may march once, to a field beside its own."""
    while (order := table.next(_march_order(book, table.state))) is not None:
        side = table.state.side
        table.record(s.Marched(side=side, count=order.count, start=order.from_, to=order.to))
    table.record(s.MarchEnded())


def _march_order(book: Book, state: State) -> Ask[s.March]:
    def check(order: s.March) -> Iterator[Problem]:
        yield from (wrong := [*check_shape(book, order)])
        ready = state.ready.get(order.from_, 0)
        if not wrong and order.count > ready:
            told = f"{ready} of your companies in {order.from_} may still march, not {order.count}"
            yield Problem("too-many", told, ("count",), "chapter 2")

    def sample(choose: Choose) -> s.March | None:
        start = choose((None, *state.ready))
        if start is None:
            return None
        to = choose(book.map.neighbours(start))
        return s.marching(choose(range(1, state.ready[start] + 1)), start, to)

    return Ask(
        label=f"turn-{state.turn}/{state.side}/march", topic="march", seat=state.side,
        expects=s.March, prompt="March.", rule="chapter 2", check=check, sample=sample,
    )  # fmt: skip


def check_shape(book: Book, order: Order) -> Iterator[Problem]:
    """There are such fields, and they lie side by side: no die can change that. (Chapter 2)"""
    named = {name: field for name, field in order.to_json().items() if name in ("from", "to")}
    unknown = [*check_fields(book, named)]
    yield from unknown
    if not unknown and "from" in named and not book.map.are_adjacent(named["from"], named["to"]):
        told, beside = "{to} does not lie beside {from}", book.map.neighbours(named["from"])
        hint = f"Beside it lie {', '.join(beside)}."
        yield Problem("not-adjacent", told.format_map(named), ("to",), "chapter 2", hint=hint)


def check_fields(book: Book, named: Mapping[str | int, str]) -> Iterator[Problem]:
    """Yields what is named and is no field of the map; `named` has them by their place."""
    known = f"Fields are {', '.join(book.map.areas)}."
    for place, field in named.items():
        if field not in book.map.areas:
            told = f"there is no field {field}"
            yield Problem("unknown-area", told, (place,), "chapter 1", hint=known)


# -- chapter 3: battle --------------------------------------------------------------------------


def battle(book: Book, field: str, table: Table[State]) -> None:
    """Rounds are fought until one side is gone; after the first the defender may fall back."""
    label = f"turn-{table.state.turn}/{table.state.side}/battle/{field}"
    fight_round(f"{label}/round-1", field, table)
    if field in contested(table.state):
        fall_back(book, f"{label}/fall-back", field, table)
    number = 2
    while field in contested(table.state):
        fight_round(f"{label}/round-{number}", field, table)
        number += 1


def fight_round(label: str, field: str, table: Table[State]) -> None:
    """Both throw a die: the lower one loses a company, on a tie both lose one."""
    (attack,) = table.roll(f"{label}/attacker", count=1, sides=6)
    (defence,) = table.roll(f"{label}/defender", count=1, sides=6)
    table.record(s.RoundFought(field=field, label=label, attack=attack, defence=defence))


def fall_back(book: Book, label: str, field: str, table: Table[State]) -> None:
    """The defender stands, or goes to a field beside the battle that it holds. (Ruling 1)"""
    state = table.state
    attacker, defender = state.side, other(state.side)
    beside = [at for at in book.map.neighbours(field) if state.holders.get(at) == defender]
    free = [at for at in beside if not count(state, at, attacker)]
    answers = {to: s.FallBack(order="fall-back", to=to) for to in (field, *free)}

    def check(order: s.FallBack) -> Iterable[Problem]:
        if order.to not in answers:
            told, hint = f"you cannot reach {order.to}", f"Name one of {', '.join(answers)}."
            yield Problem("no-way-back", told, ("to",), "chapter 3", hint=hint)

    question = Ask(
        label=label, topic="fall-back", seat=defender, expects=s.FallBack,
        prompt=f"{count(state, field, attacker)} attack {count(state, field, defender)} of yours "
        f"in {field}: fall back to {', '.join(free)}, or stand ({field})?", rule="chapter 3",
        check=check, options=answers.values, default=lambda: answers[field],
        by_standing=lambda standing: first_ranked(standing, s.FallBackTo, answers),
    )  # fmt: skip
    to = table.ask(question).to
    if to != field:
        left = count(state, field, defender)
        table.record(s.FellBack(side=defender, count=left, field=field, to=to))


def questions(state: State) -> Iterator[Form]:
    """The one question of the game, by the form of its label."""
    label = f"turn-{state.turn}/{state.side}/battle/*/fall-back"
    yield Form(label, (other(state.side),), "fall-back", (s.FallBack,))


# -- chapters 4 and 5: the end of a turn, and of the match --------------------------------------


def end_of_turn(book: Book, table: Table[State]) -> None:
    """Whoever holds the other's city has won; after the last turn whoever holds more fields."""
    state, side = table.state, table.state.side
    held = [[*state.holders.values()].count(one) for one in SIDES]
    if state.holders.get(city_of(book, other(side))) == side:
        result = s.Result(winner=side, reason="city-taken")
    elif side == SIDES[0] or state.turn < book.options.turns:
        table.record(s.TurnEnded(side=side, city=city_of(book, side)))
        return
    elif held[0] == held[1]:
        result = s.Result(winner=None, reason="as-many-fields")
    else:
        result = s.Result(winner="west" if held[0] > held[1] else "east", reason="more-fields")
    table.record(s.GameEnded(result=result))


def ended(winner: str | None, reason: Reason) -> s.GameEnded:
    """Whoever concedes has lost; both can agree to a draw."""
    return s.GameEnded(result=s.Result(winner=winner, reason=reason))


# -- what events do to the position -------------------------------------------------------------


def evolve(state: State, event: Event) -> State:
    """The only place where the state changes."""
    match event:
        case s.Marched(side=side, count=number, start=start, to=to):
            left = state.ready.get(start, 0) - number
            rest = state.ready.without(start) | ({start: left} if left else {})
            after = _moved(_moved(state, start, side, -number), to, side, number)
            return _changed(after, ready=rest)
        case s.MarchEnded():
            return _changed(state, phase="battle", ready=_NOBODY)
        case s.RoundFought(field=field, attack=attack, defence=defence):
            after = _moved(state, field, state.side, -(attack <= defence))
            return _moved(after, field, other(state.side), -(defence <= attack))
        case s.FellBack(side=side, count=number, field=field, to=to):
            return _moved(_moved(state, field, side, -number), to, side, number)
        case s.TurnEnded(side=side, city=city):
            after = _moved(state, city, side, 1)
            turn, following = state.turn + (side == SIDES[1]), other(side)
            ready = _ready(after.companies, following)
            return _changed(after, turn=turn, side=following, phase="march", ready=ready)
        case s.GameEnded(result=result):
            return _changed(state, result=result)
    raise AssertionError(event)


def _changed(state: State, **fields: object) -> State:
    return state.model_copy(update=fields)


def _moved(state: State, field: str, side: str, number: int) -> State:
    """Companies come to a field, or leave it; whoever stands there alone holds it."""
    here = dict(state.companies.get(field, _NOBODY))
    here[side] = here.get(side, 0) + number
    left = FrozenMap({one: stand for one, stand in here.items() if stand})
    companies = state.companies.without(field) | ({field: left} if left else {})
    holders = state.holders | ({field: next(iter(left))} if len(left) == 1 else {})
    return _changed(state, companies=companies, holders=holders)


def _ready(companies: s.Companies, side: str) -> FrozenMap[str, int]:
    return FrozenMap({at: here[side] for at, here in companies.items() if side in here})


def check_state(book: Book, state: State) -> Iterator[str]:
    """Broken invariants of a position, which may come out of any file."""
    for field in sorted({*state.companies, *state.ready, *state.holders} - {*book.map.areas}):
        yield f"there is no field {field}"
    present = [side for here in state.companies.values() for side in here]
    for side in sorted({state.side, *state.holders.values(), *present} - {*SIDES}):
        yield f"there is no side {side}"
    for field, ready in state.ready.items():
        if ready > count(state, field, state.side):
            yield f"more companies may march from {field} than stand there"
    for field, here in state.companies.items():
        if len(here) != 1 and (state.phase == "march" or not here):
            yield f"{field} holds companies of {len(here)} sides while one marches"
        if len(here) == 1 and state.holders.get(field) not in here:
            yield f"{field} is not held by those who stand there"
