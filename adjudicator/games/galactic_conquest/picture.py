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
from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.ruleset import class_of, troops_for
from adjudicator.games.galactic_conquest.state import NEUTRAL, State
from adjudicator.render.looks import LOOKS
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

__all__ = ["laid_out", "looks", "picture"]

_LOOKS: Mapping[str, str] = {
    **dict.fromkeys(("amber", "gold", "yellow"), "yellow"),
    **dict.fromkeys(("azure", "blue"), "blue"),
    **dict.fromkeys(("crimson", "red"), "red"),
    **dict.fromkeys(("green", "jade", "white"), "green"),
    **dict.fromkeys(("purple", "violet"), "violet"),
    **dict.fromkeys(("cyan", "teal"), "teal"),
    **dict.fromkeys(("pink", "rose"), "pink"),
    **dict.fromkeys(("black", "onyx"), "black"),
    "orange": "orange",
}
"""The looks that seats ask for by their ids."""
_CLASSES: Mapping[str, Literal["fighter", "bomber", "capital"]] = {
    "f": "fighter",
    "b": "bomber",
    "c": "capital",
}
_PHASES = ("trade", "place", "invade", "fortify", "card")
"""Those of a player-turn."""


def picture(
    narrator: StarNarrator,
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
    return star_chart(_shown(narrator, view, events, style=style, layout=layout))


def laid_out(narrator: StarNarrator, view: State, layout: str) -> str:
    """Returns the places of everything on a chart; empty: they are shipped."""
    return layout_of(_shown(narrator, view, (), layout=layout))


def _shown(
    narrator: StarNarrator,
    view: State,
    events: Sequence[Event],
    *,
    style: Style = USUAL_STYLE,
    layout: str,
) -> StarPicture:
    chart = narrator.book.chart
    holders = {region: _holder(chart, view, region) for region in chart.regions}
    seats = tuple(_seats(narrator, view, holders))
    taken = {
        event.target
        for event in events
        if isinstance(event, PlanetTaken) and view.owners.get(event.target) == event.seat
    }
    placed = _placed(events)
    return StarPicture(
        map=chart.map,
        title=(chart.title, _whose(narrator, view), *style.caption),
        description=_description(narrator, view, seats),
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
        attacks=tuple(_attacks(narrator, events)),
        fortifications=tuple(_fortifications(narrator, events)),
        nobody=narrator.say("map-neutral" if NEUTRAL in view.owners.values() else "map-unclaimed"),
        terms=FrozenMap(narrator.terms("term-")),
        style=style,
        layout=layout,
    )


def _seat(owner: str) -> str | None:
    return None if owner == NEUTRAL else owner


def _holder(chart: Chart, view: State, region: str) -> str | None:
    """Returns the seat that holds all of a region."""
    owners = {view.owners.get(planet, NEUTRAL) for planet in chart.planets_in(region)}
    return _seat(min(owners)) if len(owners) == 1 else None


def looks(seats: Sequence[str]) -> dict[str, str | None]:
    """Gives each seat a look of its own: the one that its id asks for, else the next one."""
    asked: dict[str, str] = {}
    for seat in seats:
        if _LOOKS.get(seat, "") not in ("", *asked.values()):
            asked[seat] = _LOOKS[seat]
    left = iter(look for look in LOOKS if look not in asked.values())
    return {seat: asked.get(seat) or next(left, None) for seat in seats}


def _seats(
    narrator: StarNarrator, view: State, holders: Mapping[str, str | None]
) -> Iterator[SeatEntry]:
    """Yields the seats in the order of play, then those that have fallen."""
    chart = narrator.book.chart
    worn = looks(sorted(view.hands))
    rest = [seat for seat in view.hands if seat not in view.order]
    for seat in (*view.order, *rest):
        planets = [planet for planet, owner in view.owners.items() if owner == seat]
        regions = [chart.regions[region] for region, holder in holders.items() if holder == seat]
        faces = [view.decks[held.deck].card(held.position) for held in view.hands[seat]]
        yield SeatEntry(
            id=seat,
            name=narrator.name(seat),
            look=worn[seat],
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


def _whose(narrator: StarNarrator, view: State) -> str:
    if view.result is not None:
        winner = view.result.winner
        if winner is None:
            return narrator.say("map-drawn")
        return narrator.say("map-won", seat=narrator.name(winner))
    if view.phase in _PHASES:
        step, seat = narrator.say(f"step-{view.phase}"), narrator.name(view.seat)
        return narrator.say("map-turn", turn=view.turn, seat=seat, step=step)
    if view.phase == "deal":
        return narrator.say("map-deal")
    is_claimed = any(planet not in view.owners for planet in narrator.book.planets)
    return narrator.say("map-claiming" if is_claimed else "map-set-up")


def _description(narrator: StarNarrator, view: State, seats: Sequence[SeatEntry]) -> str:
    """Returns the picture in a few sentences."""
    title, whose = narrator.book.chart.title, _whose(narrator, view)
    sentences = [narrator.say("map-title", title=title, whose=whose)]
    for seat in seats:
        figures = {"planets": seat.planets, "troops": seat.troops, "cards": seat.cards}
        sentences.append(
            narrator.say("map-seat-holds", seat=seat.name, regions=seat.regions, **figures)
            if seat.regions
            else narrator.say("map-seat", seat=seat.name, **figures)
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


def _attacks(narrator: StarNarrator, events: Sequence[Event]) -> Iterator[Attack]:
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
        end = narrator.say("map-not-captured")
        if key in moved:
            end = narrator.say("map-captured", moved=moved[key])
        yield Attack(
            seat=seat,
            start=origin,
            end=target,
            defender=_seat(defender),
            attackers_lost=lost[0],
            defenders_lost=lost[1],
            captured=key in moved,
            words=narrator.say(
                "map-attack", seat=narrator.name(seat), target=narrator.place(target),
                origin=narrator.place(origin), count=len(battles), lost=lost[0],
                defender=narrator.name(defender), fell=lost[1], end=end,
            ),
        )  # fmt: skip


def _fortifications(narrator: StarNarrator, events: Sequence[Event]) -> Iterator[Fortification]:
    for event in events:
        if isinstance(event, TroopsFortified):
            way = " - ".join(narrator.place(planet) for planet in event.path)
            words = narrator.say("map-moves", seat=narrator.name(event.seat), count=event.count,
                                 way=way)  # fmt: skip
            yield Fortification(seat=event.seat, path=event.path, count=event.count, words=words)
