"""What a seat may order, for a page on which sheets are made by clicks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.choices import (
    Asked,
    Choices,
    Draw,
    Gesture,
    Item,
    Kind,
    Left,
    Option,
    Pick,
    Point,
    TopicChoices,
    packed,
)
from adjudicator.core.sheet import as_written
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.choices_ground import ground_facts, ground_sets, sea_reach
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.rules.deployment import area_hexes, in_area
from adjudicator.games.invasion_america.rules.draft import draft_set_up
from adjudicator.games.invasion_america.rules.partisans import why_not_invoked
from adjudicator.games.invasion_america.rules.placing import Party, check_known, free_names
from adjudicator.games.invasion_america.rules.positions import enemies_at, why_never
from adjudicator.games.invasion_america.rules.replacements import (
    allowance_of,
    replacement_hexes,
    shares_of,
)
from adjudicator.games.invasion_america.rules.set_up import first_setting
from adjudicator.games.invasion_america.rules.topics import topic_notes
from adjudicator.games.invasion_america.rules.transport import supply_orders
from adjudicator.games.invasion_america.scenario_facts import NearSupply, Within
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    NATIONS_OF,
    US,
    Side,
    State,
    mix_of,
    side_of,
)
from adjudicator.games.invasion_america.tables import ODDS

__all__ = ["choices"]

TO_SET_UP = "to-set-up"
"""The box with what a seat has still to set up."""
USUAL_ODDS = "2-1"
"""At which odds an attack is made at least, unless people say otherwise."""
WORDS = ("together", "moved", "full", "fleet", "aboard", "cargo", "far", "box", "no-enemy",
         "twice", "reach", "assault", "air", "forces", "advance", "choice", "carried", "condition",
         "many", "on-ship", "garrison", "beside")  # fmt: skip
"""What `compose.js` says."""


def choices(narrator: ContinentNarrator, view: State, seat: str) -> Choices:
    """Returns what a seat may order of the player-turn that stands in its view."""
    if view.phase == "set-up":
        return _set_up(narrator, view, seat)
    book, say = narrator.book, narrator.say
    own = {name: unit for name, unit in view.units.items() if side_of(name) == view.side}
    stock: dict[str, dict[str, int]] = {}
    for name, unit in own.items():
        stock.setdefault(unit.at, {})[name] = 1
    sets, ships = sea_reach(book, view)
    sets.update(ground_sets(book, view))
    coming = _coming(narrator, view)
    if view.side == US:
        sets["returns"] = packed(replacement_hexes(book, view, US))
    new = {name: None for mix, facts in coming.items() for name in facts["names"]}
    facts = ground_facts(book, view)
    return Choices(
        places=FrozenMap(_places(narrator, view, [*stock, *facts.get("foes", ())])),
        boxes=(HOLDING_BOX,) if view.side == "pal" else (),
        kinds=FrozenMap({
            name: Kind(one=_named(narrator, view, name), is_one=True) for name in (*own, *new)
        }),
        stock=FrozenMap({at: FrozenMap(held) for at, held in stock.items()}),
        sets=FrozenMap(sets),
        topics=tuple(_topics(narrator, view, seat, coming)),
        facts=FrozenMap({
            **facts,
            "ships": ships,
            "coming": {
                mix: [facts["listed"], facts["most"], facts["of-choice"], facts["names"]]
                for mix, facts in coming.items()
            },
            "of-choice": _of_choice(narrator, view),
            "words": {key: say(f"pen-{key}") for key in WORDS},
        }),
    )  # fmt: skip


def _named(narrator: ContinentNarrator, view: State, name: str) -> str:
    """Returns what people call a unit: "armour 07", with its strength where it is known."""
    counters = narrator.book.of(name)
    type_name = narrator.say(f"named-{counters.type}")
    text = narrator.say("pen-unit", type=type_name, number=name[-2:])
    if counters.nation == "canada":
        text = narrator.say("pen-canadian", unit=text)
    unit = view.units.get(name)
    strength = None if unit is None else narrator.book.strength_of(name, unit)
    return text if not strength else narrator.say("pen-strong", unit=text, strength=strength)


def _places(narrator: ContinentNarrator, view: State, named: list[str]) -> dict[str, str]:
    """Returns the places that matter, and all that have a name."""
    book = narrator.book
    cities = (
        book.number_of(hex_)
        for hex_, facts in enumerate(book.charts.facts)
        if facts is not None and facts.name
    )
    found = {number: narrator.place(number) for number in (*named, *cities)}
    if view.side == "pal":
        found[HOLDING_BOX] = narrator.place(HOLDING_BOX)
    return found


# -- a player-turn ---------------------------------------------------------------------------------


def _topics(
    narrator: ContinentNarrator, view: State, seat: str, coming: Mapping[str, Mapping[str, Any]]
) -> Iterator[TopicChoices]:
    """Yields the topics in the order of play. (4.2)"""
    say, side = narrator.say, view.side

    def topic(name: str, *gestures: Gesture) -> TopicChoices:
        notes = tuple(topic_notes(narrator, view, seat, name))
        text = say(f"pen-topic-{name}")
        return TopicChoices(topic=name, text=text, notes=notes, gestures=gestures)

    if side != US:
        yield topic("naval", _sail(narrator), *_supply(narrator, view))
    elif narrator.book.facts.partisans_below is not None:
        yield topic("partisans", *_invoke(narrator, view))
    yield topic("replacements", *(_replace(narrator, mix) for mix in coming))
    if side == US:
        yield topic("rail", _rail(narrator))
    yield topic("movement", *_moves(narrator, view))
    yield topic("combat", _attack(narrator))
    yield topic("mechanised", *_moves(narrator, view))


def _sail(narrator: ContinentNarrator) -> Draw:
    """Ships that lie together sail any distance, with what is aboard. (5.12)"""
    say = narrator.say
    by = _given(narrator, "by")
    return Draw(
        by="draw",
        text=say("pen-sail"),
        say=say("pen-goes"),
        make={"order": "sail", "units": "$kinds", "to": "$to", "by": "$by"},
        asks=(by,),
        own="invasion-sail",
    )


def _given(narrator: ContinentNarrator, name: str) -> Asked:
    """Returns a field that a form alone makes: it is kept where it stands."""
    say = narrator.say
    options = (Option(text=say("pen-left-out")), _whatever(narrator))
    text = say("pen-beside-whom" if name == "beside" else f"pen-{name}")
    return Asked(name=name, text=text, options=options)


def _whatever(narrator: ContinentNarrator) -> Option:
    return Option(text=narrator.say("pen-given"), value="$x", x="given")


def _supply(narrator: ContinentNarrator, view: State) -> Iterator[Pick]:
    """Supply units go aboard and ashore. (7.2)"""
    say = narrator.say
    items = []
    for order in supply_orders(narrator.book, view):
        unit = _named(narrator, view, order.unit)
        place = narrator.place(view.units[order.unit].at)
        told = {"unit": unit, "place": place}
        if order.order == "load":
            told["ship"] = _named(narrator, view, order.ship)
        text = say(f"pen-{order.order}", **told)
        items.append(Item(text=text, order=order.to_json()))
    if items:
        yield Pick(by="pick", text=say("pen-supply"), items=tuple(items), own="invasion-supply")


def _invoke(narrator: ContinentNarrator, view: State) -> Iterator[Pick]:
    """The partisan rules, once they may be invoked. (19.83)"""
    if not why_not_invoked(narrator.book, view):
        text = narrator.say("pen-invoke")
        item = Item(text=text, order={"order": "invoke"})
        yield Pick(by="pick", text=text, items=(item,), at_most=1)


def _coming(narrator: ContinentNarrator, view: State) -> dict[str, dict[str, Any]]:
    """Returns by nation and type what may come back: how many are listed, how many may come at
    most, whether units of choice may be of it, the names that they get. (Chapter 8)"""
    book, side = narrator.book, view.side
    if view.phase not in ("naval", "replacement"):
        return {}
    left = allowance_of(book, view, side)
    found: dict[str, dict[str, Any]] = {}
    for mix, counters in book.counters.items():
        if counters.side != side or counters.nation in view.frozen:
            continue
        listed, most, is_of_choice = shares_of(book, view, left, mix)
        if most:
            found[mix] = {
                "listed": listed,
                "most": most,
                "of-choice": is_of_choice,
                "names": free_names(view, mix, most),
            }
    return found


def _may_appear(narrator: ContinentNarrator, view: State, mix: str, place: str) -> bool:
    """Whether units of a nation and type can ever be placed there without more being said."""
    book = narrator.book
    if place == HOLDING_BOX:
        return True
    hex_, is_naval = book.hexes[place], book.counters[mix].unit_class == "naval"
    if why_never(book, mix, hex_) or enemies_at(book, view, view.side, hex_):
        return False
    return not is_naval or len(book.charts.sea.waters[hex_]) == 1


def _of_choice(narrator: ContinentNarrator, view: State) -> int:
    """Returns how many units of choice may come. (19.14, 19.64, 19.81)"""
    left = allowance_of(narrator.book, view, view.side)
    return left.variable if view.side == US else left.bonus


def _replace(narrator: ContinentNarrator, mix: str) -> Point:
    """Units come back out of the box. (Chapter 8)"""
    say, counters = narrator.say, narrator.book.counters[mix]
    return Point(
        by="point",
        text=say("pen-replace", kind=narrator.kind(mix)),
        say=say("pen-replaced", kind=narrator.kind(mix)),
        make={
            "order": "replace",
            "nation": counters.nation,
            "type": counters.type,
            "count": "$count",
            "in": "$place",
            "by": "$by",
        },
        asks=(_given(narrator, "by"),),
        on="returns" if counters.side == US else "",
        kinds=(mix,),
        own="invasion-replace",
    )


def _rail(narrator: ContinentNarrator) -> Draw:
    """A rail unit goes by rail, alone or with a unit. (16.4)"""
    say = narrator.say
    return Draw(
        by="draw",
        text=say("pen-rail"),
        say=say("pen-goes"),
        make={"order": "rail", "unit": "$rail", "carry": "$carry", "path": "$way"},
        own="invasion-rail",
    )


def _moves(narrator: ContinentNarrator, view: State) -> Iterator[Draw]:
    """Land and air units move, ashore and aboard as well. (Chapter 10, 7.0)"""
    say = narrator.say
    order = {"order": "move", "units": "$kinds", "path": "$way"}
    yield Draw(
        by="draw",
        text=say("pen-move"),
        say=say("pen-goes"),
        make=order,
        own="invasion-move",
    )
    if view.side != US:
        yield Draw(
            by="draw",
            text=say("pen-board"),
            say=say("pen-boards"),
            make={**order, "aboard": "$ship"},
            own="invasion-board",
        )


def _attack(narrator: ContinentNarrator) -> Draw:
    """Units attack all that stands in a hex. (Chapter 13)"""
    say = narrator.say
    listed = dict.fromkeys((USUAL_ODDS, *ODDS))
    least = Asked(
        name="at-least",
        text=say("pen-at-least"),
        options=(
            *(Option(text=narrator.column(odds), value=odds) for odds in listed),
            Option(text=say("pen-any-odds")),
        ),
    )
    advance = Asked(
        name="advance",
        text=say("pen-advance-field"),
        options=(
            Option(text=say("pen-advance-target"), value="$to-target"),
            Option(text=say("pen-advance-end"), value="$to-end"),
            Option(text=say("pen-advance-standing")),
            Option(text=say("pen-advance-none"), value=[]),
            _whatever(narrator),
        ),
    )
    fields = {
        name.replace("-", "_"): f"${name}"
        for name in ("at-least", "if-won", "unless-won", "advance", "lose")
    }
    return Draw(
        by="draw",
        text=say("pen-attack"),
        say=say("pen-attacks"),
        make={"order": "attack", "units": "$kinds", "hexes": "$hexes", **fields},
        asks=(
            least,
            advance,
            *(_given(narrator, name) for name in ("if-won", "unless-won", "lose")),
        ),
        own="invasion-attack",
        gathers=True,
    )


# -- the set-up ------------------------------------------------------------------------------------


def _set_up(narrator: ContinentNarrator, view: State, seat: str) -> Choices:
    """Everything that a seat has is placed inside its areas of deployment. (Chapter 18)"""
    book, say = narrator.book, narrator.say
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
    mixes = dict.fromkeys(mix for _, mix in on)
    if book.facts.garrison and seat == book.seat_of(US):
        sets["annexation"] = packed(
            book.number_of(hex_)
            for hex_ in book.charts.open_land
            if book.charts.country_of(hex_) == "annexation"
        )
    names = {_box(side): say("pen-to-set-up", side=narrator.force(side)) for side, _ in on}
    places = _places(narrator, view, [])
    if any(HOLDING_BOX in members for members in sets.values()):
        places[HOLDING_BOX] = narrator.place(HOLDING_BOX)
    topic = TopicChoices(
        topic="setup",
        text=say("pen-topic-setup"),
        notes=tuple(topic_notes(narrator, view, seat, "setup")),
        gestures=tuple(
            _deploy(narrator, seat, side, mix, name) for (side, mix), name in on.items()
        ),
        limits=tuple(Left(limit="left", box=box, text=say("pen-left-to-set-up")) for box in boxes),
        draft=tuple(map(as_written, draft_set_up(book, view, seat))),
    )
    stack = book.charts.tables.limits
    return Choices(
        places=FrozenMap({**places, **names}),
        boxes=(*boxes, *([HOLDING_BOX] if HOLDING_BOX in places else [])),
        kinds=FrozenMap({
            mix: Kind(one=_single(narrator, mix), more=narrator.kind(mix)) for mix in mixes
        }),
        stock=FrozenMap({box: FrozenMap(held) for box, held in boxes.items()}),
        sets=FrozenMap(sets),
        topics=(topic,),
        facts=FrozenMap({
            "phase": "set-up",
            "columns": book.charts.grid.columns,
            "sections": [[one.letter, one.rows] for one in book.charts.grid.sections],
            "single": [
                mix
                for mix in mixes
                if mix.endswith("-supply")
                and isinstance(book.facts.areas[book.counters[mix].nation], NearSupply)
            ],
            "foreign": [
                f"{_box(side)} {mix}" for side, mix in on if book.counters[mix].side != side
            ],
            "garrison": (book.facts.garrison or 0) if seat == book.seat_of(US) else 0,
            "supplied": _must_be_supplied(narrator, seat),
            "limits": [stack.stack, stack.fleet],
            "units": {mix: [book.counters[mix].unit_class] for mix in mixes},
            "stands": _stands(narrator, view),
            "alone": not book.facts.may_stack and seat != book.seat_of(US),
            "words": {key: say(f"pen-{key}") for key in WORDS},
        }),
    )  # fmt: skip


def _must_be_supplied(narrator: ContinentNarrator, seat: str) -> bool:
    """Whether units of a seat must begin in supply, which the page does not judge. (19.42)"""
    areas = narrator.book.facts.areas
    nations = NATIONS_OF[US] if seat == narrator.book.seat_of(US) else ()
    return any(isinstance(area := areas[one], Within) and area.in_supply for one in nations)


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
    return any(check_known(book, party)) or not _may_appear(narrator, view, mix, place)


def _stands(narrator: ContinentNarrator, view: State) -> dict[str, list[int]]:
    """Returns by hex how many units and ships others have set up already."""
    found: dict[str, list[int]] = {}
    for name, unit in view.units.items():
        if unit.aboard is None and unit.at != HOLDING_BOX and not mix_of(name).endswith("-rail"):
            is_naval = narrator.book.of(name).unit_class == "naval"
            found.setdefault(unit.at, [0, 0])[is_naval] += 1
    return found


def _deploy(narrator: ContinentNarrator, seat: str, side: Side, mix: str, area: str) -> Point:
    """Units of a nation and type, placed in their area. (18.31)"""
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
        asks=tuple(_given(narrator, name) for name in fields),
        on=area,
        pool=_box(side),
        kinds=(mix,),
        own="invasion-deploy",
    )
