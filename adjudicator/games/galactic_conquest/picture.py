"""The star chart as a picture: what a view and the events say, put into what is drawn.

No rule is worked out here: the count of step 1 is the book's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from adjudicator.core.game import Event
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest.chart import Chart
from adjudicator.games.galactic_conquest.events import (
    BattleFought,
    PlanetTaken,
    TroopsFortified,
    TroopsPlaced,
)
from adjudicator.games.galactic_conquest.ruleset import class_of, troops_for
from adjudicator.games.galactic_conquest.state import NEUTRAL, Phase, State
from adjudicator.games.galactic_conquest.words import seat_name
from adjudicator.render.stars.board import layout_of, star_chart
from adjudicator.render.stars.picture import (
    Attack,
    CardFace,
    Fortification,
    LaneEntry,
    PlanetEntry,
    RegionEntry,
    SeatEntry,
    StarPicture,
)

__all__ = ["laid_out", "picture"]

_LOOKS = (
    ("amber", "gold", "orange", "yellow"),
    ("azure", "blue"),
    ("crimson", "red"),
    ("green", "jade", "white"),
    ("purple", "violet"),
    ("cyan", "teal"),
    ("pink", "rose"),
    ("black", "onyx"),
)
"""The ids of seats that ask for a look, by its number."""
_CLASSES: Mapping[str, Literal["fighter", "bomber", "capital"]] = {
    "f": "fighter",
    "b": "bomber",
    "c": "capital",
}
_PHASES: Mapping[Phase, str] = {
    "trade": "step 2, cards",
    "place": "step 3, placing",
    "invade": "step 4, invading",
    "fortify": "step 6, fortifying",
    "card": "step 7, the card",
}


def picture(
    chart: Chart,
    view: State,
    events: Sequence[Event],
    *,
    style: Style = USUAL_STYLE,
    layout: str = "",
) -> str:
    """Returns the star chart as SVG text.

    Args:
        events: those of the opening shown.
        layout: what a search for the places of this chart found before.
    """
    return star_chart(_shown(chart, view, events, style=style, layout=layout))


def laid_out(chart: Chart, view: State, layout: str) -> str:
    """Returns the places of everything on a chart; empty: they are shipped."""
    return layout_of(_shown(chart, view, (), layout=layout))


def _shown(
    chart: Chart,
    view: State,
    events: Sequence[Event],
    *,
    style: Style = USUAL_STYLE,
    layout: str,
) -> StarPicture:
    holders = {region: _holder(chart, view, region) for region in chart.regions}
    seats = tuple(_seats(chart, view, holders))
    taken = {
        event.target
        for event in events
        if isinstance(event, PlanetTaken) and view.owners.get(event.target) == event.seat
    }
    placed = _placed(events)
    return StarPicture(
        map=chart.map,
        title=(chart.title, _whose(chart, view), *style.caption),
        description=_description(chart, view, seats),
        regions=FrozenMap(
            (region, RegionEntry(name=facts.name, bonus=facts.bonus, holder=holders[region]))
            for region, facts in chart.regions.items()
        ),
        planets=FrozenMap(
            (
                planet,
                PlanetEntry(
                    name=facts.name,
                    region=facts.region,
                    at=facts.at,
                    seat=_seat(view.owners.get(planet, NEUTRAL)),
                    troops=view.troops.get(planet, 0),
                    taken=planet in taken,
                    placed=placed[planet],
                ),
            )
            for planet, facts in chart.planets.items()
        ),
        lanes=tuple(
            LaneEntry(between=lane.between, hyper=lane.kind == "hyperlane") for lane in chart.lanes
        ),
        seats=seats,
        attacks=tuple(_attacks(chart, events)),
        fortifications=tuple(_fortifications(chart, events)),
        nobody="Neutral army" if NEUTRAL in view.owners.values() else "Unclaimed",
        style=style,
        layout=layout,
    )


def _seat(owner: str) -> str | None:
    return None if owner == NEUTRAL else owner


def _holder(chart: Chart, view: State, region: str) -> str | None:
    """Returns the seat that holds all of a region."""
    owners = {view.owners.get(planet, NEUTRAL) for planet in chart.planets_in(region)}
    return _seat(min(owners)) if len(owners) == 1 else None


def _looks(seats: Sequence[str]) -> dict[str, int]:
    """Gives each seat a look of its own: the one that its id asks for, else the next one."""
    looks: dict[str, int] = {}
    left = [*range(max(len(_LOOKS), len(seats)))]
    for seat in seats:
        asked = next((number for number, ids in enumerate(_LOOKS) if seat in ids), -1)
        if asked in left:
            looks[seat] = asked
            left.remove(asked)
    for seat in seats:
        if seat not in looks:
            looks[seat] = left.pop(0)
    return looks


def _seats(chart: Chart, view: State, holders: Mapping[str, str | None]) -> Iterator[SeatEntry]:
    """Yields the seats in the order of play, then those that have fallen."""
    looks = _looks(sorted(view.hands))
    rest = [seat for seat in view.hands if seat not in view.order]
    for seat in (*view.order, *rest):
        planets = [planet for planet, owner in view.owners.items() if owner == seat]
        regions = [chart.regions[region] for region, holder in holders.items() if holder == seat]
        faces = [view.decks[held.deck].card(held.position) for held in view.hands[seat]]
        yield SeatEntry(
            id=seat,
            name=seat_name(seat),
            look=looks[seat],
            planets=len(planets),
            troops=sum(view.troops[planet] for planet in planets),
            regions=tuple(f"{facts.name} +{facts.bonus}" for facts in regions),
            due=troops_for(len(planets)) + sum(facts.bonus for facts in regions),
            cards=len(faces),
            faces=tuple(CardFace(id=card, kind=_CLASSES[class_of(card)]) for card in faces if card),
            to_place=view.to_place.get(seat, 0),
            plays=view.result is None and seat == view.seat and view.phase in _PHASES,
            fallen=seat in view.fallen,
        )


def _whose(chart: Chart, view: State) -> str:
    if view.result is not None:
        winner = view.result.winner
        return "A draw" if winner is None else f"Won by {seat_name(winner)}"
    if view.phase in _PHASES:
        return f"Turn {view.turn}: {seat_name(view.seat)} to play ({_PHASES[view.phase]})"
    if view.phase == "deal":
        return "Set-up: planets are dealt"
    if any(planet not in view.owners for planet in chart.planets):
        return "Set-up: unclaimed planets are claimed"
    return "Set-up: each seat places troops on its own planets"


def _description(chart: Chart, view: State, seats: Sequence[SeatEntry]) -> str:
    """Returns the picture in a few sentences."""
    sentences = [f"The star chart of {chart.title}. {_whose(chart, view)}."]
    for seat in seats:
        held = f", holds all of {', '.join(seat.regions)}" if seat.regions else ""
        sentences.append(
            f"{seat.name}: {seat.planets} planets, {seat.troops} troops, {seat.cards} cards{held}."
        )
    return " ".join(sentences)


def _placed(events: Sequence[Event]) -> Counter[str]:
    """Counts the troops that the seat of a turn placed; in the set-up all do, everywhere."""
    placed: Counter[str] = Counter()
    found = [event for event in events if isinstance(event, TroopsPlaced)]
    if len({event.seat for event in found}) == 1:
        for event in found:
            placed[event.planet] += event.count
    return placed


def _attacks(chart: Chart, events: Sequence[Event]) -> Iterator[Attack]:
    """Yields what was fought between each two planets, the first attack first."""
    fought: dict[tuple[str, str, str, str], list[BattleFought]] = {}
    moved: dict[tuple[str, str, str, str], int] = {}
    for event in events:
        if isinstance(event, BattleFought):
            key = (event.seat, event.origin, event.target, event.defender)
            fought.setdefault(key, []).append(event)
        elif isinstance(event, PlanetTaken):
            moved[event.seat, event.origin, event.target, event.loser] = event.moved
    for key, battles in fought.items():
        seat, origin, target, defender = key
        lost = (
            sum(battle.attackers_lost for battle in battles),
            sum(battle.defenders_lost for battle in battles),
        )
        names = chart.planets[origin].name, chart.planets[target].name
        count = "1 battle" if len(battles) == 1 else f"{len(battles)} battles"
        end = f"captured, {moved[key]} moved in" if key in moved else "not captured"
        yield Attack(
            seat=seat,
            start=origin,
            end=target,
            defender=_seat(defender),
            attackers_lost=lost[0],
            defenders_lost=lost[1],
            captured=key in moved,
            words=f"{seat_name(seat)} attacks {names[1]} from {names[0]}: {count}, "
            f"{seat_name(seat)} loses {lost[0]}, {seat_name(defender)} {lost[1]}; {end}",
        )


def _fortifications(chart: Chart, events: Sequence[Event]) -> Iterator[Fortification]:
    for event in events:
        if isinstance(event, TroopsFortified):
            names = [chart.planets[planet].name for planet in event.path]
            yield Fortification(
                seat=event.seat,
                path=event.path,
                count=event.count,
                words=f"{seat_name(event.seat)} moves {event.count} from {' - '.join(names)}",
            )
