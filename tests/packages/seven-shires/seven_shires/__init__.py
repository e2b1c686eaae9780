"""Seven Shires: seven seats on a map of 21 shires, as the package of a stranger brings it.

Bands march to a shire beside theirs. Where they meet others, each costs the other one band; the
larger force keeps the shire. After the last turn whoever holds the most shires has won.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from adjudicator.boards.area import AreaMap, Outlines
from adjudicator.boards.area_checks import check_area_map, check_outlines
from adjudicator.core import game
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
    Step,
    Table,
    example,
)
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.pydantic_errors import read_part
from adjudicator.core.report import USUAL_STYLE, Line, Paragraph, Report, Style
from adjudicator.core.values import FrozenMap, Id, Value, shifted
from adjudicator.render.areas import picture as p
from adjudicator.render.areas.board import area_map

__all__ = ["SEVEN_SHIRES", "SevenShires"]

KINDS = ("levy", "horse", "siege-engine", "army")
"""The kinds of bands: one has a silhouette of ours, one of the game's own, two have none."""
HORSE = "M4 24L6 10L2 8L8 2L14 0L16 6L28 8L31 16H28L26 12L26 24H22V16H12V24Z"
Count = Annotated[int, Field(ge=1, le=99)]
Bands = FrozenMap[Id, Count]
_NOBODY: Bands = FrozenMap()

# -- the position, what players say, what happens -------------------------------------------------


class Result(Value):
    """How the match ended."""

    winner: Id | None
    reason: Literal["most-shires", "as-many", "conceded", "draw"]


class State(game.State):
    """Everything that is true of a match."""

    turn: Annotated[int, Field(ge=1, le=99)]
    side: Id
    bands: FrozenMap[Id, Bands]
    ready: FrozenMap[Id, Bands]
    holders: FrozenMap[Id, Id]
    result: Result | None


class Start(Value):
    """Nothing can be said of it."""


class Options(Value):
    """What players may agree on."""

    turns: Annotated[int, Field(ge=1, le=20)] = 3


class March(Order):
    """Bands of a kind march to a shire beside theirs."""

    model_config = example(
        {"order": "march", "kind": "levy", "count": 1, "from": "ashby", "to": "barrow"}
    )
    order: Literal["march"]
    kind: Id
    count: Count
    from_: Id = Field(alias="from")
    to: Id


class Marched(Event):
    """Bands went to a shire beside theirs; both forces lost as many as the smaller one had."""

    side: Id
    kind: Id
    count: int
    start: Id
    to: Id
    lost: int


class TurnEnded(Event):
    """The turn of a side is over; a band comes to its home."""

    side: Id


class GameEnded(Event):
    """The match is over."""

    result: Result


class Ruleset(NamedTuple):
    """What is fixed during a match."""

    map: AreaMap
    outlines: bytes
    options: Options
    seats: tuple[str, ...]


class SevenShiresRules(Plays[State], Rules[State]):
    """The rules bound to one match."""

    def __init__(self, of: Game, book: Ruleset) -> None:
        self.game, self.book, self.map, self.options = of, book, book.map, book.options
        self.seats = book.seats
        self.homes = {facts.side: at for at, facts in book.map.areas.items() if facts.side}
        bands = {self.homes[side]: _force(place) for place, side in enumerate(book.seats)}
        first = book.seats[0]
        home = self.homes[first]
        self.start = State(
            turn=1, side=first, bands=FrozenMap(bands), result=None,
            ready=FrozenMap({home: bands[home]}),
            holders=FrozenMap({self.homes[side]: side for side in book.seats}),
        )  # fmt: skip

    def next_step(self, state: State) -> Step[State] | None:
        """One side after another marches; then the turn is over."""
        if state.result is not None:
            return None
        named = f"turn-{state.turn}-{state.side}"
        return Step(f"turn-{state.turn}/{state.side}", named, (state.side,), ("march",), self.march)

    def march(self, table: Table[State]) -> None:
        """Each band may march once."""
        while (order := table.next(self.question(table.state))) is not None:
            state = table.state
            theirs = 0 if state.holders.get(order.to) == state.side else _sum(state, order.to)
            table.record(
                Marched(side=state.side, kind=order.kind, count=order.count, start=order.from_,
                        to=order.to, lost=min(theirs, order.count))
            )  # fmt: skip
        state = table.state
        if state.side != self.seats[-1] or state.turn < self.book.options.turns:
            table.record(TurnEnded(side=state.side))
            return
        held = sorted(([*state.holders.values()].count(side), side) for side in self.seats)
        alone = held[-1][0] > held[-2][0]
        result = Result(winner=held[-1][1] if alone else None,
                        reason="most-shires" if alone else "as-many")  # fmt: skip
        table.record(GameEnded(result=result))

    def question(self, state: State) -> Ask[March]:
        """Which bands march."""

        def check(order: March) -> Iterator[Problem]:
            yield from (wrong := [*self.check_static(state, "march", order, seat=state.side)])
            ready = state.ready.get(order.from_, _NOBODY).get(order.kind, 0)
            if not wrong and order.count > ready:
                told = f"{ready} bands of {order.kind} in {order.from_} may still march"
                yield Problem("too-many", told, ("count",), "march")

        def sample(choose: Choose) -> March | None:
            if (start := choose((None, *state.ready))) is None:
                return None
            kind = choose([*state.ready[start]])
            return _march(kind, 1, start, choose(self.map.neighbours(start)))

        return Ask(f"turn-{state.turn}/{state.side}/march", "march", state.side, March,
                   prompt="March.", rule="march", check=check, sample=sample)  # fmt: skip

    def check_static(
        self, state: State, topic: str, order: Order, *, seat: str
    ) -> Iterable[Problem]:
        """There are such shires, and they lie side by side."""
        assert isinstance(order, March)
        for place, shire in (("from", order.from_), ("to", order.to)):
            if shire not in self.map.areas:
                yield Problem("unknown-area", f"there is no shire {shire}", (place,), "march")
                return
        if not self.map.are_adjacent(order.from_, order.to):
            told = f"{order.to} does not lie beside {order.from_}"
            yield Problem("not-adjacent", told, ("to",), "march")

    def ended(self, state: State, winner: str | None, reason: Reason) -> Sequence[Event]:
        """Whoever concedes has lost."""
        return (GameEnded(result=Result(winner=winner, reason=reason)),)

    def evolve(self, state: State, event: Event) -> State:
        """The only place where the state changes."""
        match event:
            case Marched():
                return _marched(state, event)
            case TurnEnded(side=side):
                return self._next_side(state, side)
            case GameEnded(result=result):
                return state.model_copy(update={"result": result})
        raise AssertionError(event)

    def _next_side(self, state: State, side: str) -> State:
        home, bands = self.homes[side], state.bands
        if state.holders.get(home) == side:
            here = shifted(bands.get(home, _NOBODY), KINDS[state.turn % 4], 1)
            bands = bands.put(home, here)
        place = (self.seats.index(side) + 1) % len(self.seats)
        after = self.seats[place]
        ready = {at: here for at, here in bands.items() if state.holders.get(at) == after}
        changes = {"turn": state.turn + (place == 0), "side": after, "bands": bands,
                   "ready": FrozenMap(ready)}  # fmt: skip
        return state.model_copy(update=changes)

    def check_state(self, state: State) -> Iterable[str]:
        """Broken invariants of a position."""
        named = {*state.bands, *state.ready, *state.holders}
        yield from (f"there is no shire {one}" for one in sorted(named - {*self.map.areas}))
        sides = {state.side, *state.holders.values()} - {*self.seats}
        yield from (f"there is no side {one}" for one in sorted(sides))
        yield from (f"nobody holds {at}" for at in state.bands if at not in state.holders)

    def picture(self, view: State, events: Sequence[Event], style: Style = USUAL_STYLE) -> str:
        """The map as SVG text: no places, no tints, no looks are said."""
        return area_map(picture(self.book, view, events, style))

    def report(self, before: State, events: Sequence[Event], view: State) -> Report:
        """The opening told for people."""
        stands = self.standings(view)
        lines = tuple(
            Line(text=f"{event.side} marches from {event.start} to {event.to}.")
            for event in events
            if isinstance(event, Marched)
        )
        told = (Paragraph(heading="What happened", lines=lines),) if lines else ()
        return Report(title="Seven Shires", summary=stands[:1], paragraphs=told)

    def standings(self, state: State) -> tuple[str, ...]:
        """Who is to play, and who holds how many shires."""
        held = [f"{side} {[*state.holders.values()].count(side)}" for side in self.seats]
        return (f"Turn {state.turn}: {state.side} to play.", f"Shires: {', '.join(held)}.")

    def bot_orders(self, view: State, seat: str, topic: str) -> Sequence[Order]:
        """Marches one band of each kind to the first shire that nobody holds, else anywhere."""
        orders: list[Order] = []
        taken = {*view.holders}
        for start, here in view.ready.items():
            free = [at for at in self.map.neighbours(start) if at not in taken]
            for kind, to in zip(here, free, strict=False):
                orders.append(_march(kind, 1, start, to))
                taken.add(to)
        return orders


def picture(book: Ruleset, view: State, events: Sequence[Event], style: Style) -> p.AreaPicture:
    """Returns the map as a value."""
    areas = {
        at: p.AreaContent(
            control=view.holders.get(at),
            stacks=tuple(
                p.Stack(side=view.holders[at], kind=kind, count=count,
                        marks=("weary",) if view.holders[at] == view.side
                        and kind not in view.ready.get(at, _NOBODY) else ())
                for kind, count in view.bands.get(at, _NOBODY).items()
            ),
        )
        for at in book.map.areas
    }  # fmt: skip
    arrows = tuple(
        p.Arrow(side=event.side, path=(event.start, event.to), count=event.count,
                words=f"{event.side}: {event.count}", manner="first")
        for event in events
        if isinstance(event, Marched)
    )  # fmt: skip
    cells = tuple(str(turn) for turn in range(1, book.options.turns + 1))
    return p.AreaPicture(
        board=book.map, outlines=Outlines.model_validate_json(book.outlines), style=style,
        sides=tuple(p.SideEntry(id=side, name=f"Shire of {side.title()}") for side in book.seats),
        kinds=KINDS, marks=("weary",), shapes=FrozenMap({"horse": HORSE}), areas=FrozenMap(areas),
        arrows=arrows,
        title=("Seven Shires", *style.caption), description="Seven shires.",
        terms=FrozenMap({"first": "march", "siege-engine": "siege engine", "city": "home",
                         "weary": "has marched", "nobody": "open land", "oil": "well"}),
        tracks=(p.Track(id="turn", title="Turn", cells=cells, marker=view.turn - 1,
                        side=view.side),),
        notes=("Whoever holds the most shires after the last turn has won.",),
        reserves=tuple(
            p.Reserve(id=side, title=side.title(),
                      stacks=(p.Stack(side=side, kind="levy", count=place + 1),))
            for place, side in enumerate(book.seats)
        ),
    )  # fmt: skip


class SevenShires(Game):
    """The game as an entry point names it."""

    name, title = "seven-shires", "Seven Shires"
    maps, rule_files = ("seven-shires",), ("map.json",)
    files: Mapping[str, type[Value]] = {"map.json": AreaMap, "outlines.json": Outlines}
    topics: Mapping[str, tuple[type[Order], ...]] = {"march": (March,)}
    options, state, start = Options, State, Start

    def check_files(self, files: Mapping[str, Any]) -> Iterable[tuple[str, Problem]]:
        """What is wrong with the map and its outlines."""
        board, outlines = files["map.json"], files["outlines.json"]
        yield from (("map.json", one) for one in check_area_map(board))
        yield from (("outlines.json", one) for one in check_outlines(board, outlines))

    def open(self, scenario: Scenario, map_files: Mapping[str, bytes]) -> SevenShiresRules:
        """Binds the rules to a scenario and its map.

        Raises:
            Refused: the scenario has problems.
        """
        problems: list[Problem] = []
        options = read_part(Options, scenario.options, "options", problems)
        if options is None:
            raise Refused(problems)
        board = AreaMap.model_validate_json(map_files["map.json"])
        book = Ruleset(board, map_files["outlines.json"], options, tuple(scenario.seats))
        return SevenShiresRules(self, book)


def _march(kind: str, count: int, start: str, to: str) -> March:
    """Returns the order to march."""
    order = {"order": "march", "kind": kind, "count": count, "from": start, "to": to}
    return March.model_validate(order)


def _force(place: int) -> Bands:
    """Returns the bands with which the side of a place begins."""
    return FrozenMap({kind: 2 + (place + at) % 3 for at, kind in enumerate(KINDS)})


def _sum(state: State, at: str) -> int:
    return sum(state.bands.get(at, _NOBODY).values())


def _without(bands: Bands, lost: int) -> Bands:
    """Returns bands without as many as were lost, in the order of their kinds."""
    left = dict(bands)
    for kind, count in bands.items():
        gone = min(count, lost)
        lost -= gone
        left[kind] = count - gone
    return FrozenMap({kind: count for kind, count in left.items() if count})


def _marched(state: State, event: Marched) -> State:
    """Returns the position after a march, and after what it met."""
    bands = state.bands.put(
        event.start, shifted(state.bands[event.start], event.kind, -event.count)
    )
    ready = state.ready.put(
        event.start, shifted(state.ready[event.start], event.kind, -event.count)
    )
    holders = state.holders
    there = bands.get(event.to, _NOBODY)
    if holders.get(event.to) == event.side:
        bands = bands.put(event.to, shifted(there, event.kind, event.count))
    else:
        left = event.count - event.lost
        stay = _without(there, event.lost)
        if left:
            holders = holders | {event.to: event.side}
            stay = FrozenMap({event.kind: left})
        bands = bands.put(event.to, stay)
    return state.model_copy(update={"bands": bands, "ready": ready, "holders": holders})


SEVEN_SHIRES = SevenShires()
