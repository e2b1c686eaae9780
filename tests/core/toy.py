"""A toy game for the core's tests: sealed bids for the initiative, a march, a battle with choices.

Two seats, `red` and `blue`, hold soldiers and champions in camp and send them to the field. Each
turn both bid gold at once; the higher bidder marches (its sheet is the player-turn's) and fights:
the defender first. A die of 4 or more is a hit, and who is hit chooses what falls.

It is no example to begin a game from: that is `games/nine_fields`, which ships. This one has what
the core's tests need and a readable game has not: bids opened at once, a march that dice interrupt,
a match without a map; its picture and report are empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from adjudicator.core.capabilities import Plays
from adjudicator.core.game import (
    Ask,
    Choose,
    Event,
    Game,
    Order,
    Reason,
    Rules,
    Scenario,
    Seat,
    StandingOrder,
    State,
    Step,
    Table,
)
from adjudicator.core.problem import Problem
from adjudicator.core.questions import Ranking, first_ranked
from adjudicator.core.report import USUAL_STYLE, Report, Style
from adjudicator.core.values import FrozenMap, Id, Value

SEATS: tuple[str, ...] = ("blue", "red")
KINDS: tuple[str, ...] = ("soldier", "champion")


class Host(Value):
    camp: FrozenMap[Id, int]
    field: FrozenMap[Id, int]
    gold: int


class Toy(State):
    turn: int
    phase: Literal["bid", "march", "fight", "over"]
    hosts: FrozenMap[Id, Host]
    mover: Id | None
    fallen: FrozenMap[Id, int]


class Bid(Order):
    order: Literal["bid"]
    gold: Annotated[int, Field(ge=0)]


class March(Order):
    order: Literal["march"]
    unit: Id
    count: Annotated[int, Field(ge=1)]


class Lose(Order):
    order: Literal["lose"]
    unit: Id


class LoseFirst(Ranking):
    standing: Literal["losses"]
    first: tuple[Id, ...]


class BidsOpened(Event):
    bids: FrozenMap[Id, int]
    mover: Id


class Marched(Event):
    seat: Id
    unit: Id
    count: int


class MarchEnded(Event):
    pass


class Fell(Event):
    seat: Id
    unit: Id


class TurnEnded(Event):
    pass


class Over(Event):
    """The match is over: one seat has conceded, or both agree to a draw."""


class ToyOptions(Value):
    ask: tuple[Id, ...] = ()
    march_is_long: bool = False
    """Whether the march ends with a roll."""


class ToyStart(Value):
    soldiers: int = 3
    champions: int = 1
    turns: int = 2


def other(seat: str) -> str:
    return "red" if seat == "blue" else "blue"


class ToyRules(Plays[Toy], Rules[Toy]):
    seats = SEATS
    ends_by_concession = True

    def __init__(self, game: Game, start: ToyStart, options: ToyOptions) -> None:
        camp: FrozenMap[Id, int] = FrozenMap(
            {"soldier": start.soldiers, "champion": start.champions}
        )
        host = Host(camp=camp, field=FrozenMap({"soldier": 0, "champion": 0}), gold=5)
        self.start = Toy(
            turn=1,
            phase="bid",
            hosts=FrozenMap(dict.fromkeys(SEATS, host)),
            mover=None,
            fallen=FrozenMap(dict.fromkeys(SEATS, 0)),
        )
        self.turns = start.turns
        self.game = game
        self.options = options
        self.march_is_long = options.march_is_long

    def next_step(self, state: Toy) -> Step[Toy] | None:
        turn = f"turn-{state.turn}"
        if state.phase == "bid":
            return Step(f"{turn}/bids", f"{turn}-bids", SEATS, ("bids",), bids)
        if state.mover is None:
            return None
        seats, topics = (state.mover,), ("march", "losses")
        if state.phase == "march":
            run = long_march if self.march_is_long else march
            return Step(f"{turn}/march", f"{turn}-{state.mover}", seats, topics, run)
        if state.phase == "fight":
            return Step(f"{turn}/fight", f"{turn}-{state.mover}", seats, topics, fight)
        return None

    def evolve(self, state: Toy, event: Event) -> Toy:
        match event:
            case BidsOpened():
                hosts = {
                    seat: host.model_copy(update={"gold": host.gold - event.bids[seat]})
                    for seat, host in state.hosts.items()
                }
                return state.model_copy(
                    update={"hosts": FrozenMap(hosts), "mover": event.mover, "phase": "march"}
                )
            case Marched():
                host = state.hosts[event.seat]
                moved = host.model_copy(
                    update={
                        "camp": host.camp | {event.unit: host.camp[event.unit] - event.count},
                        "field": host.field | {event.unit: host.field[event.unit] + event.count},
                    }
                )
                return state.model_copy(update={"hosts": state.hosts | {event.seat: moved}})
            case MarchEnded():
                return state.model_copy(update={"phase": "fight"})
            case Fell():
                host = state.hosts[event.seat]
                left = host.model_copy(
                    update={"field": host.field | {event.unit: host.field[event.unit] - 1}}
                )
                return state.model_copy(
                    update={
                        "hosts": state.hosts | {event.seat: left},
                        "fallen": state.fallen | {event.seat: state.fallen[event.seat] + 1},
                    }
                )
            case TurnEnded():
                over = state.turn == self.turns
                return state.model_copy(
                    update={
                        "turn": state.turn if over else state.turn + 1,
                        "phase": "over" if over else "bid",
                        "mover": None,
                    }
                )
            case Over():
                return state.model_copy(update={"phase": "over", "mover": None})
        raise AssertionError(event)

    def ended(self, state: Toy, winner: str | None, reason: Reason) -> tuple[Over, ...]:
        return (Over(),)

    def conceded(self, state: Toy) -> tuple[Over, ...]:
        return (Over(),) if self.ends_by_concession else ()

    def check_static(self, state: Toy, topic: str, order: Order, *, seat: str) -> Iterator[Problem]:
        unit = getattr(order, "unit", None)
        if unit is not None and unit not in KINDS:
            yield Problem("unknown-unit", f"there is no {unit}", ("unit",))

    def check_standing(self, seat: str, order: StandingOrder) -> Iterator[Problem]:
        for index, kind in enumerate(order.first if isinstance(order, LoseFirst) else ()):
            if kind not in KINDS:
                yield Problem("unknown-unit", f"there is no {kind}", ("first", index))

    def check_state(self, state: Toy) -> Iterator[str]:
        for seat, host in state.hosts.items():
            if min([*host.camp.values(), *host.field.values(), host.gold]) < 0:
                yield f"{seat} has less than nothing"

    def picture(self, view: Toy, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"

    def report(self, before: Toy, events: Sequence[Event], view: Toy) -> Report:
        return Report(title="Toy", summary=(), paragraphs=())

    def standings(self, state: Toy) -> tuple[str, ...]:
        return ("The match is over.",) if state.phase == "over" else ()

    def bot_orders(self, view: Toy, seat: str, topic: str) -> tuple[Order, ...]:
        """The built-in player sends the champion, then two soldiers."""
        camp = view.hosts[seat].camp
        counts = {"champion": min(1, camp["champion"]), "soldier": min(2, camp["soldier"])}
        return tuple(
            March(order="march", unit=unit, count=count)
            for unit, count in counts.items()
            if topic == "march" and count
        )

    def bot_answer(self, view: Toy, question: Ask[Any]) -> Any:
        """He bids one gold, and loses the last of what he has."""
        options = list(question.options()) if question.options is not None else []
        return options[1 if question.topic == "bids" and len(options) > 1 else -1]

    def standing_defaults(self, seat: str) -> tuple[StandingOrder, ...]:
        return (LoseFirst(standing="losses", first=KINDS),)

    def standing_examples(self, view: Toy, seat: str) -> tuple[StandingOrder, ...]:
        return (LoseFirst(standing="losses", first=KINDS[::-1]),)


def bids(table: Table[Toy]) -> None:
    """Both seats bid at once; a tie is rolled off."""
    turn = table.state.turn
    given = table.ask_all([bid_question(table.state, seat) for seat in SEATS])
    blue, red = (bid.gold for bid in given)
    if blue == red:
        mover = table.draw(f"turn-{turn}/tie", SEATS)
    else:
        mover = "blue" if blue > red else "red"
    table.record(BidsOpened(bids=FrozenMap({"blue": blue, "red": red}), mover=mover))


def bid_question(state: Toy, seat: str) -> Ask[Bid]:
    gold = state.hosts[seat].gold

    def check(bid: Bid) -> Iterable[Problem]:
        if bid.gold > gold:
            yield Problem("too-much-gold", f"{bid.gold} is more than {gold}", ("gold",), "toy 1")

    return Ask(
        label=f"turn-{state.turn}/bid/{seat}",
        topic="bids",
        seat=seat,
        expects=Bid,
        prompt=f"Bid up to {gold} gold.",
        rule="toy 1",
        check=check,
        options=lambda: (Bid(order="bid", gold=amount) for amount in range(gold + 1)),
    )


def long_march(table: Table[Toy]) -> None:
    """A march that ends at dusk."""
    march(table)
    table.roll(f"turn-{table.state.turn}/dusk", count=1, sides=6)


def march(table: Table[Toy]) -> None:
    """The mover sends units to the field, at most three in all."""
    seat = table.state.mover
    assert seat is not None

    def question() -> Ask[March]:
        host = table.state.hosts[seat]
        room = 3 - sum(host.field.values())

        def check(order: March) -> Iterable[Problem]:
            if order.unit not in KINDS:
                yield Problem("unknown-unit", f"there is no {order.unit}", ("unit",), "toy 2")
            elif order.count > min(room, host.camp[order.unit]):
                yield Problem("too-many", f"{order.count} are too many", ("count",), "toy 2")

        def fitted(order: March) -> March | None:
            most = min(room, host.camp.get(order.unit, 0))
            return order.model_copy(update={"count": most}) if most > 0 else None

        def sample(choose: Choose) -> March | None:
            unit = choose((None, *(kind for kind in KINDS if host.camp[kind])))
            if unit is None or room < 1:
                return None
            most = min(room, host.camp[unit])
            return March(order="march", unit=unit, count=choose(range(1, most + 1)))

        def close() -> Iterable[Problem]:
            if not any(host.field.values()):
                yield Problem("nobody-marched", "somebody must march", (), "toy 2")

        return Ask(
            label=f"turn-{table.state.turn}/march",
            topic="march",
            seat=seat,
            expects=March,
            prompt="March.",
            rule="toy 2",
            check=check,
            sample=sample,
            clamped=fitted,
            check_complete=close,
        )

    # The march is scouted: a die that a later order may depend on.
    while (order := table.next(question())) is not None:
        table.record(Marched(seat=seat, unit=order.unit, count=order.count))
        (weather,) = table.roll(
            f"turn-{table.state.turn}/weather/{order.unit}-{sum(table.state.hosts[seat].field.values())}",
            count=1,
            sides=6,
        )
        if weather == 1 and table.state.hosts[seat].camp["soldier"]:
            table.record(Marched(seat=seat, unit="soldier", count=1))
    table.record(MarchEnded())


def fight(table: Table[Toy]) -> None:
    """The defender, in camp, fires first; who is hit chooses what falls. (toy 3)"""
    mover = table.state.mover
    assert mover is not None
    turn = table.state.turn
    defenders = sum(table.state.hosts[other(mover)].field.values())
    for side, victim, firing in (("defender", mover, defenders), ("attacker", other(mover), 2)):
        if not firing:
            continue
        values = table.roll(f"turn-{turn}/fight/{side}", count=firing, sides=6)
        for hit, _ in enumerate((value for value in values if value >= 4), start=1):
            if not any(table.state.hosts[victim].field.values()):
                break
            lost = table.ask(
                loss_question(table.state, victim, f"turn-{turn}/fight/{side}/loss-{hit}")
            )
            table.record(Fell(seat=victim, unit=lost.unit))
    table.record(TurnEnded())


def loss_question(state: Toy, seat: str, label: str) -> Ask[Lose]:
    field = state.hosts[seat].field
    here = [kind for kind in KINDS if field[kind]]

    def check(order: Lose) -> Iterable[Problem]:
        if order.unit not in here:
            yield Problem("not-there", f"no {order.unit} is in the field", ("unit",), "toy 3")

    answers = {kind: Lose(order="lose", unit=kind) for kind in here}

    return Ask(
        label=label,
        topic="losses",
        seat=seat,
        expects=Lose,
        prompt="Lose one.",
        rule="toy 3",
        check=check,
        options=answers.values,
        by_standing=lambda standing: first_ranked(standing, LoseFirst, answers),
        default=lambda: answers[here[0]],
    )


class ToyGame(Game):
    name = "toy"
    title = "Toy"
    topics: Mapping[str, tuple[type[Order], ...]] = {
        "bids": (Bid,),
        "march": (March,),
        "losses": (Lose,),
    }
    standing: tuple[type[StandingOrder], ...] = (LoseFirst,)
    options: type[Value] = ToyOptions
    state: type[State] = Toy
    start: type[Value] = ToyStart

    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> ToyRules:
        return ToyRules(
            self,
            ToyStart.model_validate(scenario.start or {}),
            ToyOptions.model_validate(dict(scenario.options), strict=False),
        )


TOY = ToyGame()


def toy_scenario(start: Mapping[str, Any] | None = None, **options: Any) -> Scenario:
    return Scenario(
        format=1,
        scenario="duel",
        game="toy",
        map="none",
        title="A duel",
        seats=FrozenMap({seat: Seat(sides=(seat,)) for seat in SEATS}),
        options=FrozenMap(options),
        start=dict(start or {}),
    )
