"""Action 1: the USA's partisan cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce

from adjudicator.core.game import Ask, Choose, Event, Table
from adjudicator.core.problem import Problem
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.book import Book, CardFacts, Where
from adjudicator.games.fortress_america.events import (
    ActionBegun,
    AreaTaken,
    CardPlayed,
    Placement,
    UnitsPlaced,
)
from adjudicator.games.fortress_america.rules.evolve import evolve
from adjudicator.games.fortress_america.rules.shape import check_shape
from adjudicator.games.fortress_america.state import (
    KINDS,
    USA,
    Counts,
    State,
    UnitKind,
    total_of,
)
from adjudicator.games.fortress_america.words import joined, units_text

__all__ = ["CardPlay", "deck_of", "partisan_cards"]


def deck_of(cards: FrozenMap[str, CardFacts], mark: str) -> FrozenMap[str, CardFacts]:
    """Returns the partisan cards with an edition's mark that do nothing but place units."""
    decks: dict[str, dict[str, CardFacts]] = {}
    for card, facts in cards.items():
        if facts.deck == "partisan" and [effect.op for effect in facts.effects] == ["place"]:
            decks.setdefault(facts.edition, {})[card] = facts
    return FrozenMap(decks.get(mark, {}))


def partisan_cards(book: Book, table: Table[State]) -> None:
    """The cards are played in the order in which they were drawn, each as far as it goes.

    One that leaves no choice need not be ordered. (Action 1)
    """
    while True:
        state = table.state
        order = table.next(
            Ask(
                label=f"turn-{state.turn}/usa/cards",
                topic="cards",
                seat=book.seat_of(USA),
                expects=o.Card,
                prompt=f"Play {joined(state.hand, 'no card')}.",
                rule=book.cite("action 1"),
                check=partial(_check_order, book, state),
                sample=partial(_sample, book, state),
                close=partial(_check_all_played, book, state),
            )
        )
        if order is None:
            break
        while table.state.hand[0] != order.card:
            _play(table, CardPlay.of(book, table.state, table.state.hand[0]).usual())
        _play(table, _events(book, table.state, order))
    while table.state.hand:
        _play(table, CardPlay.of(book, table.state, table.state.hand[0]).usual())
    table.record(ActionBegun(action="declare"))


def _play(table: Table[State], events: Sequence[Event]) -> None:
    for event in events:
        table.record(event)


@dataclass(frozen=True, slots=True)
class CardPlay:
    """One card in one state: what it may put where."""

    book: Book
    state: State
    card: str
    facts: CardFacts
    where: Where
    units: Counts
    """Units that it puts on the board, as far as the reserve has them."""
    rooms: FrozenMap[str, int]
    """The areas that may take units, and how many."""

    @staticmethod
    def of(book: Book, state: State, card: str) -> CardPlay:
        """Returns the play of `card` in `state`."""
        facts = book.cards[card]
        assert facts.where is not None
        reserve = state.reserves.get(USA, FrozenMap())
        units = {kind: min(count, reserve.get(kind, 0)) for kind, count in facts.units.items()}
        rooms = {
            area: room
            for area in _named_areas(book, facts.where)
            if _may_place(book, state, area) and (room := _room(book, state, area))
        }
        return CardPlay(
            book=book,
            state=state,
            card=card,
            facts=facts,
            where=facts.where,
            units=FrozenMap({kind: count for kind, count in units.items() if count}),
            rooms=FrozenMap(rooms),
        )

    def stand_ins(self) -> dict[UnitKind, int]:
        """Returns how many more of a kind may be placed for another that ran out. (Action 1)"""
        reserve = self.state.reserves.get(USA, FrozenMap())
        more: dict[UnitKind, int] = {}
        for kind, other in self.book.edition.substitutes.items():
            short = self.facts.units.get(kind, 0) - self.units.get(kind, 0)
            spare = reserve.get(other, 0) - self.units.get(other, 0)
            if short and spare:
                more[other] = min(short, spare)
        return more

    def groups(self) -> dict[str, list[str]]:
        """Returns the areas in groups, of which each takes one unit on a card of "one each"."""
        groups: dict[str, list[str]] = {}
        for area in self.rooms:
            by_region = self.where.kind == "each-region"
            group = self.book.map.region_of(area) if by_region else area
            groups.setdefault(group or area, []).append(area)
        return groups

    def most(self) -> int:
        """Returns how many units can be placed: so many must be. (Action 1, ruling 11)"""
        count = total_of(self.units)
        rooms = sorted(self.rooms.values(), reverse=True)
        match self.facts.placement:
            case "one-area":
                return min(count, *rooms[:1]) if rooms else 0
            case "one-or-two-areas":
                return min(count, sum(rooms[:2]))
            case "one-each":
                return min(count, len(self.groups()))
            case _:
                return min(count, sum(rooms))

    def is_forced(self) -> bool:
        """Says whether the card leaves no choice.

        Nothing can be placed; or everything in one area; or there as many of its only kind as find
        room.
        """
        if not self.most():
            return True
        if len(self.rooms) > 1 or self.stand_ins():
            return False
        return len(self.units) == 1 or self.most() == total_of(self.units)

    def usual(self, areas: Sequence[str] | None = None) -> tuple[Event, ...]:
        """Returns the events of a full placing that prefers earlier areas (by id)."""
        return _events(self.book, self.state, self.usual_order(areas))

    def usual_order(self, areas: Sequence[str] | None = None) -> o.Card:
        """Returns the order of a full placing that prefers earlier areas (by id)."""
        units = [kind for kind in KINDS for _ in range(self.units.get(kind, 0))]
        slots = self._slots(tuple(self.rooms) if areas is None else tuple(areas))
        placed: dict[tuple[UnitKind, str], int] = {}
        for kind, area in zip(units[: self.most()], slots, strict=False):
            placed[kind, area] = placed.get((kind, area), 0) + 1
        return o.Card.model_validate(
            {
                "order": "card",
                "card": self.card,
                "place": tuple(
                    {"unit": kind, "count": count, "in": area}
                    for (kind, area), count in placed.items()
                ),
            }
        )

    def _slots(self, areas: tuple[str, ...]) -> list[str]:
        """Returns an area for each unit in turn."""
        count = total_of(self.units)
        by_room = sorted(areas, key=lambda area: -min(count, self.rooms[area]))
        match self.facts.placement:
            case "one-area":
                areas = tuple(by_room[:1])
            case "one-or-two-areas":
                areas = tuple(by_room[:2])
            case "one-each":
                ranks = {area: place for place, area in enumerate(areas)}
                return [min(group, key=lambda a: ranks[a]) for group in self.groups().values()]
            case _:
                pass
        if self.facts.placement == "separate-where-possible":
            rounds = range(self.book.edition.stack_limit)
            return [area for k in rounds for area in areas if self.rooms[area] > k]
        return [area for area in areas for _ in range(self.rooms[area])]


def _named_areas(book: Book, where: Where) -> tuple[str, ...]:
    """Returns the land that a card names, by id."""
    area_map = book.map
    match where.kind:
        case "area":
            areas = set(where.areas)
        case "adjacent-to":
            areas = {there for area in where.areas for there in area_map.neighbours(area)}
        case "region":
            areas = set(area_map.areas_in(where.region or ""))
        case "each-region":
            areas = {area for region in where.regions for area in area_map.areas_in(region)}
        case "mountain-in-region":
            mountains = area_map.areas_with("mountain")
            areas = set(area_map.areas_in(where.region or "")) & set(mountains)
        case _:
            assert where.kind == "resource", where.kind
            areas = set(area_map.areas_with(where.resource or ""))
    return tuple(sorted(area for area in areas if not book.is_zone(area)))


def _may_place(book: Book, state: State, area: str) -> bool:
    """Says whether a card may put units into an area.

    It may into a friendly one, or an empty one that an invader controls and that is no city.
    (Action 1, rulings 7 and 8)
    """
    if state.enemy_in(area, USA) is not None:
        return False
    return book.owner(state, area) == USA or not book.is_city(area)


def _room(book: Book, state: State, area: str) -> int:
    return book.edition.stack_limit - total_of(state.units_in(area, USA))


def _events(book: Book, state: State, order: o.Card) -> tuple[Event, ...]:
    """Returns what playing a card does; an empty enemy area is taken at once. (Ruling 8)"""
    placed = tuple(Placement(unit=one.unit, count=one.count, area=one.in_) for one in order.place)
    events: list[Event] = [CardPlayed(card=order.card)]
    for area in dict.fromkeys(one.area for one in placed):
        was = book.owner(state, area)
        if was != USA:
            events.append(AreaTaken(area=area, side=USA, was=was, city=book.is_city(area)))
    if placed:
        events.append(UnitsPlaced(side=USA, placed=placed, reason="card"))
    return tuple(events)


# -- checks -------------------------------------------------------------------------------------


def _ahead(book: Book, state: State, card: str) -> tuple[State, str | None]:
    """Returns the state in which `card` is played, and the first card before it, if any, that
    leaves a choice and was not ordered."""
    for earlier in state.hand[: state.hand.index(card)]:
        play = CardPlay.of(book, state, earlier)
        if not play.is_forced():
            return state, earlier
        state = reduce(evolve, play.usual(), state)
    return state, None


def _check_order(book: Book, state: State, order: o.Card) -> Iterator[Problem]:
    shape = list(check_shape(book, state, "cards", order))
    if shape:
        yield from shape
        return
    rule = book.cite("action 1")
    if order.card not in state.hand:
        yield Problem(
            "card-not-in-hand",
            f"{order.card} was not drawn, or is played already",
            ("card",),
            rule,
            hint=f"Still to play: {joined(state.hand)}.",
        )
        return
    state, earlier = _ahead(book, state, order.card)
    if earlier is not None:
        yield Problem(
            "card-out-of-order",
            f"{earlier} was drawn before {order.card} and is played first",
            ("card",),
            f"{rule}, ruling 9",
            hint=f"Put the order for {earlier} before this one.",
        )
        return
    play = CardPlay.of(book, state, order.card)
    yield from _check_areas(play, order, rule)
    yield from _check_kinds(play, order, rule)
    yield from _check_spread(play, order, rule)


def _check_areas(play: CardPlay, order: o.Card, rule: str) -> Iterator[Problem]:
    named = _named_areas(play.book, play.where)
    totals: dict[str, int] = {}
    for index, one in enumerate(order.place):
        path = ("place", index, "in")
        totals[one.in_] = totals.get(one.in_, 0) + one.count
        if one.in_ not in named:
            yield Problem(
                "not-on-card",
                f"{order.card} does not name {one.in_}",
                path,
                rule,
                hint=f"It names {joined(named)}.",
            )
        elif not _may_place(play.book, play.state, one.in_):
            occupied = play.state.enemy_in(one.in_, USA) is not None
            yield Problem(
                "enemy-occupied" if occupied else "enemy-city",
                f"{one.in_} is {'occupied by the enemy' if occupied else 'an enemy city'}: "
                "no unit is placed there",
                path,
                rule,
                hint="Cards put units into friendly areas and into empty enemy land.",
            )
        elif totals[one.in_] > play.rooms.get(one.in_, 0):
            yield Problem(
                "stack-limit",
                f"{one.in_} takes {play.rooms.get(one.in_, 0)} more, not {totals[one.in_]}",
                ("place", index, "count"),
                f"{rule}, ruling 4",
                hint=f"{play.book.edition.stack_limit} units of a side may stand in one space.",
            )


def _check_kinds(play: CardPlay, order: o.Card, rule: str) -> Iterator[Problem]:
    stand_ins = play.stand_ins()
    totals: dict[UnitKind, int] = {}
    for index, one in enumerate(order.place):
        totals[one.unit] = totals.get(one.unit, 0) + one.count
        may = play.units.get(one.unit, 0) + stand_ins.get(one.unit, 0)
        if totals[one.unit] > may:
            yield Problem(
                "too-many-units",
                f"{order.card} places {units_text(may, one.unit)}, not {totals[one.unit]}",
                ("place", index, "count"),
                rule,
                hint="A card places what it shows, as far as the reserve has it.",
            )
    for kind, other in play.book.edition.substitutes.items():
        left = play.units.get(kind, 0) - totals.get(kind, 0)
        stand_in = totals.get(other, 0) - play.units.get(other, 0)
        if left > 0 and 0 < stand_in <= stand_ins.get(other, 0):
            yield Problem(
                "not-run-out",
                f"{units_text(left, kind)} can still come: {other} stands in only for those "
                "that the reserve lacks",
                ("place",),
                rule,
            )


def _check_spread(play: CardPlay, order: o.Card, rule: str) -> Iterator[Problem]:
    """The card is carried out as fully as possible and spread as it says. (Ruling 11)"""
    totals: dict[str, int] = {}
    for one in order.place:
        totals[one.in_] = totals.get(one.in_, 0) + one.count
    count = sum(totals.values())
    if count < play.most():
        yield Problem(
            "card-not-fully-played",
            f"{order.card} can place {units_text(play.most())}, not only {count}",
            ("place",),
            f"{rule}, ruling 11",
            hint="A card is carried out as fully as possible.",
        )
    text = None
    match play.facts.placement:
        case "one-area" if len(totals) > 1:
            text = "puts all its units into one area"
        case "one-or-two-areas" if len(totals) > 2:
            text = "puts its units into one or two areas"
        case "one-each":
            groups = play.groups()
            if any(sum(totals.get(a, 0) for a in group) > 1 for group in groups.values()):
                text = f"puts one unit into each {'sector' if play.where.regions else 'area'}"
        case "separate-where-possible" if len(totals) < min(count, len(play.rooms)):
            text = "puts its units into separate areas where possible"
        case _:
            pass
    if text is not None:
        yield Problem("card-spread", f"{order.card} {text}", ("place",), rule)


def _check_all_played(book: Book, state: State) -> Iterator[Problem]:
    for card in state.hand:
        play = CardPlay.of(book, state, card)
        if not play.is_forced():
            yield Problem(
                "card-not-played",
                f"{card} ({play.facts.title}) must be played: "
                f"it can place {units_text(play.most())}",
                (),
                book.cite("action 1"),
                hint=f'Add {{"order": "card", "card": "{card}", "place": [...]}} under "cards".',
                facts=(("card", card),),
            )
        state = reduce(evolve, play.usual(), state)


def _sample(book: Book, state: State, choose: Choose) -> o.Card | None:
    if not state.hand:
        return None
    play = CardPlay.of(book, state, state.hand[0])
    areas, left = [], list(play.rooms)
    while left:
        areas.append(choose(left))
        left.remove(areas[-1])
    return play.usual_order(areas)
