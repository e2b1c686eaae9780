"""What a seat may order in its set-up. (Chapter 18)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.core.choices import (
    Choices,
    Kind,
    Left,
    Point,
    TopicChoices,
    packed,
)
from adjudicator.core.sheet import as_written
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.choices.common import (
    given,
    may_appear,
    named_places,
    script_words,
)
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.rules.deployment import area_hexes, in_area
from adjudicator.games.invasion_america.rules.draft import draft_set_up
from adjudicator.games.invasion_america.rules.placing import Party, check_known
from adjudicator.games.invasion_america.rules.set_up import first_setting
from adjudicator.games.invasion_america.rules.topics import topic_notes
from adjudicator.games.invasion_america.scenario_facts import NearSupply, Within
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    US,
    Side,
    State,
    mix_of,
)

__all__ = ["set_up_choices"]

TO_SET_UP = "to-set-up"
"""The box with what a seat has still to set up."""


def set_up_choices(narrator: ContinentNarrator, view: State, seat: str) -> Choices:
    """Everything that a seat has is placed inside its areas of deployment. (Chapter 18)"""
    book, say = narrator.book, narrator.say
    areas = _areas(narrator, view, seat)
    places = named_places(narrator, view, [])
    if any(HOLDING_BOX in members for members in areas.sets.values()):
        places[HOLDING_BOX] = narrator.place(HOLDING_BOX)
    names = {_box(side): say("pen-to-set-up", side=narrator.force(side)) for side, _ in areas.on}
    boxes = areas.boxes
    drafted: list[Any] = [as_written(order) for order in draft_set_up(book, view, seat)]
    topic = TopicChoices(
        topic="setup",
        text=say("pen-topic-setup"),
        notes=tuple(topic_notes(narrator, view, seat, "setup")),
        gestures=tuple(
            _deploy(narrator, seat, (side, mix), name) for (side, mix), name in areas.on.items()
        ),
        limits=tuple(Left(limit="left", box=box, text=say("pen-left-to-set-up")) for box in boxes),
        draft=tuple(drafted),
    )
    mixes = [*dict.fromkeys(mix for _, mix in areas.on)]
    return Choices(
        places=FrozenMap({**places, **names}),
        boxes=(*boxes, *([HOLDING_BOX] if HOLDING_BOX in places else [])),
        kinds=FrozenMap({
            mix: Kind(one=_single(narrator, mix), more=narrator.kind(mix)) for mix in mixes
        }),
        stock=FrozenMap({box: FrozenMap(held) for box, held in boxes.items()}),
        sets=FrozenMap(areas.sets),
        topics=(topic,),
        facts=FrozenMap(_facts(narrator, view, seat, [*areas.on])),
    )  # fmt: skip


class _Areas(NamedTuple):
    """Where a seat sets up what."""

    sets: Mapping[str, tuple[str, ...]]
    """Hexes by the name of their set."""
    on: Mapping[tuple[Side, str], str]
    """By the side that sets up and nation and type, the set in which they may stand."""
    boxes: Mapping[str, Mapping[str, int]]
    """By the box of each side, how many of each nation and type it has to set up."""


def _areas(narrator: ContinentNarrator, view: State, seat: str) -> _Areas:
    """Returns where a seat sets up what. (18.31)"""
    book = narrator.book
    setting = first_setting(book, seat)
    sets: dict[str, tuple[str, ...]] = {}
    on: dict[tuple[Side, str], str] = {}
    boxes: dict[str, dict[str, int]] = {}
    for (side, mix), count in setting.left.items():
        if not count:
            continue
        area = list(area_hexes(book, side, (mix,)))
        if in_area(book, side, mix, HOLDING_BOX):
            area.append(HOLDING_BOX)
        members = packed(place for place in area if not _is_shut(narrator, view, mix, place))
        name = next((name for name, one in sets.items() if one == members), f"area-{len(sets) + 1}")
        sets[name] = members
        on[side, mix] = name
        boxes.setdefault(_box(side), {})[mix] = count
    if book.facts.garrison and seat == book.seat_of(US):
        sets["annexation"] = packed(
            book.number_of(hex_)
            for hex_ in book.charts.open_land
            if book.charts.country_of(hex_) == "annexation"
        )
    return _Areas(sets, on, boxes)


def _facts(
    narrator: ContinentNarrator, view: State, seat: str, left: Sequence[tuple[Side, str]]
) -> dict[str, Any]:
    """Returns what `compose.js` needs to know besides."""
    book = narrator.book
    grid, limits = book.charts.grid, book.charts.tables.limits
    mixes = [*dict.fromkeys(mix for _, mix in left)]
    is_us = seat == book.seat_of(US)
    return {
        "phase": "set-up",
        "columns": grid.columns,
        "sections": [[one.letter, one.rows] for one in grid.sections],
        "single": [
            mix
            for mix in mixes
            if mix.endswith("-supply")
            and isinstance(book.facts.areas[book.counters[mix].nation], NearSupply)
        ],
        "foreign": [f"{_box(side)} {mix}" for side, mix in left if book.counters[mix].side != side],
        "garrison": (book.facts.garrison or 0) if is_us else 0,
        "supplied": is_us and _must_be_supplied(narrator),
        "limits": [limits.stack, limits.fleet],
        "units": {mix: [book.counters[mix].unit_class] for mix in mixes},
        "stands": _stands(narrator, view),
        "alone": not book.facts.may_stack and not is_us,
        "words": script_words(narrator),
    }


def _must_be_supplied(narrator: ContinentNarrator) -> bool:
    """Whether the U.S. must begin in supply, which the page does not judge. (19.42)"""
    areas = [narrator.book.facts.areas[nation] for nation in NATIONS_OF[US]]
    return any(isinstance(area, Within) and area.in_supply for area in areas)


def _single(narrator: ContinentNarrator, mix: str) -> str:
    """Returns what people call one unit of a nation and type: "U.S. armour unit"."""
    return narrator.mix(mix, 1).partition(" ")[2]


def _box(side: Side) -> str:
    return f"{TO_SET_UP}-{side}"


def _is_shut(narrator: ContinentNarrator, view: State, mix: str, place: str) -> bool:
    """Whether units can never be set up in a place of their area, or not without more words."""
    book = narrator.book
    if place == HOLDING_BOX:
        return False
    party = Party(book.counters[mix].nation, book.counters[mix].type, 1, place)
    return any(check_known(book, party)) or not may_appear(narrator, view, mix, place)


def _stands(narrator: ContinentNarrator, view: State) -> dict[str, list[int]]:
    """Returns by hex how many units and ships others have set up already."""
    found: dict[str, list[int]] = {}
    for name, unit in view.units.items():
        if unit.aboard is None and unit.at != HOLDING_BOX and not mix_of(name).endswith("-rail"):
            is_naval = narrator.book.of(name).unit_class == "naval"
            found.setdefault(unit.at, [0, 0])[is_naval] += 1
    return found


def _deploy(narrator: ContinentNarrator, seat: str, left: tuple[Side, str], area: str) -> Point:
    """Units of a nation and type, placed in their area. (18.31)"""
    side, mix = left
    book, say = narrator.book, narrator.say
    counters = book.counters[mix]
    several = [one for one, other in first_setting(book, seat).left if other == mix]
    beside: dict[str, Any] = {"beside": side} if len(several) > 1 else {"beside": "$beside"}
    fields = ("carrying", "by", *(("beside",) if len(several) == 1 else ()))
    text = narrator.kind(mix)
    if counters.side != side or len(several) > 1:
        text = say("pen-set-up-by", kind=text, side=narrator.force(side))
    return Point(
        by="point",
        text=say("pen-deploy", kind=text),
        say=say("pen-deployed", kind=text),
        make={
            "order": "deploy",
            "nation": counters.nation,
            "type": counters.type,
            "count": "$count",
            "in": "$place",
            "carrying": "$carrying",
            "by": "$by",
            **beside,
        },
        asks=tuple(given(narrator, name) for name in fields),
        on=area,
        pool=_box(side),
        kinds=(mix,),
        own="invasion-deploy",
    )
