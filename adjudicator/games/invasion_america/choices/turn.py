"""What a seat may order in its player-turn."""

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
    Option,
    Pick,
    Point,
    TopicChoices,
    packed,
)
from adjudicator.core.values import FrozenMap
from adjudicator.games.invasion_america.choices.common import (
    given,
    named_places,
    script_words,
    whatever,
)
from adjudicator.games.invasion_america.choices.ground import ground_facts, ground_sets, sea_reach
from adjudicator.games.invasion_america.narrator import ContinentNarrator
from adjudicator.games.invasion_america.rules.partisans import may_invoke
from adjudicator.games.invasion_america.rules.placing import free_names
from adjudicator.games.invasion_america.rules.replacements import (
    allowance_of,
    replacement_hexes,
    shares_of,
)
from adjudicator.games.invasion_america.rules.topics import topic_notes
from adjudicator.games.invasion_america.rules.transport import supply_orders
from adjudicator.games.invasion_america.state import (
    HOLDING_BOX,
    US,
    State,
    side_of,
)
from adjudicator.games.invasion_america.tables import ODDS

__all__ = ["turn_choices"]

USUAL_ODDS = "2-1"
"""At which odds an attack is made at least, unless people say otherwise."""


def turn_choices(narrator: ContinentNarrator, view: State, seat: str) -> Choices:
    """Returns what a seat may order of the player-turn that stands in its view."""
    book = narrator.book
    if book.seat_of(view.side) != seat:  # it is only asked what it answers
        return Choices(places=FrozenMap(named_places(narrator, view, [])))
    own = {name: unit for name, unit in view.units.items() if side_of(name) == view.side}
    stock: dict[str, dict[str, int]] = {}
    for name, unit in own.items():
        stock.setdefault(unit.at, {})[name] = 1
    sets, ships = sea_reach(book, view)
    sets.update(ground_sets(book, view))
    coming = _coming(narrator, view)
    if view.side == US:
        sets["returns"] = packed(replacement_hexes(book, view, US))
    new = [name for listed in coming.values() for name in listed["names"]]
    facts = ground_facts(book, view)
    return Choices(
        places=FrozenMap(named_places(narrator, view, [*stock, *facts.get("foes", ())])),
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
                mix: [one["listed"], one["most"], one["of-choice"], one["names"]]
                for mix, one in coming.items()
            },
            "of-choice": _of_choice(narrator, view),
            "words": script_words(narrator),
        }),
    )  # fmt: skip


def _named(narrator: ContinentNarrator, view: State, name: str) -> str:
    """Returns what people call a unit: "armour 07", with its strength where it was tried."""
    counters = narrator.book.of(name)
    type_name = narrator.say(f"named-{counters.type}")
    text = narrator.say("pen-unit", type=type_name, number=name[-2:])
    if counters.nation == "canada":
        text = narrator.say("pen-canadian", unit=text)
    unit = view.units.get(name)
    strength = None if unit is None else unit.strength
    return text if strength is None else narrator.say("pen-strong", unit=text, strength=strength)


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
    by = given(narrator, "by")
    return Draw(
        by="draw",
        text=say("pen-sail"),
        say=say("pen-goes"),
        make={"order": "sail", "units": "$kinds", "to": "$to", "by": "$by"},
        asks=(by,),
        own="invasion-sail",
    )


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
        text = say(f"pen-order-{order.order}", **told)
        items.append(Item(text=text, order=order.to_json()))
    if items:
        yield Pick(by="pick", text=say("pen-supply"), items=tuple(items), own="invasion-supply")


def _invoke(narrator: ContinentNarrator, view: State) -> Iterator[Pick]:
    """The partisan rules, once they may be invoked. (19.83)"""
    if may_invoke(narrator.book, view):
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
        asks=(given(narrator, "by"),),
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
    order: dict[str, Any] = {"order": "move", "units": "$kinds", "path": "$way"}
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
            whatever(narrator),
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
            *(given(narrator, name) for name in ("if-won", "unless-won", "lose")),
        ),
        own="invasion-attack",
        gathers=True,
    )
