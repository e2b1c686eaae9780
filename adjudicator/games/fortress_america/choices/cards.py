"""The USA's partisan cards, for a page on which sheets are made by clicks. (Action 1)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from pydantic import JsonValue

from adjudicator.core.choices import Gesture, Item, Kind, Left, Limit, Pick, Point, TopicChoices
from adjudicator.core.game import Order
from adjudicator.core.sheet import as_written
from adjudicator.core.values import FrozenMap, Id
from adjudicator.games.fortress_america import orders as o
from adjudicator.games.fortress_america.card_facts import DriveAway, PlaceUnits
from adjudicator.games.fortress_america.card_words import card_text
from adjudicator.games.fortress_america.narrator import FortressNarrator
from adjudicator.games.fortress_america.rules.card_placing import Placing
from adjudicator.games.fortress_america.rules.card_play import CardPlay
from adjudicator.games.fortress_america.rules.cards import cards_ahead
from adjudicator.games.fortress_america.state import KINDS, USA, State
from adjudicator.games.fortress_america.words import place

__all__ = ["HAND", "Boxes", "CardBoxes", "partisan_cards", "written"]

HAND = "hand"
"""The box of cards that strike, or carry, and not only bring units."""
MOST_ITEMS = 24
"""So many ways to play a card are in its list; forms say the rest."""
PART: dict[str, JsonValue] = {"unit": "$kind", "count": "$count", "in": "$place"}


Boxes: TypeAlias = Sequence[tuple[str, str, Mapping[Any, int]]]
"""Places beside the map: their ids, their names, what is there by kind."""


class CardBoxes(NamedTuple):
    """What cards, and boxes of units, need besides their topics."""

    kinds: Mapping[str, Kind]
    """Cards as things in a hand."""
    sets: Mapping[str, tuple[str, ...]]
    """Places where something may come, by name of the set."""
    facts: Mapping[str, Any]
    """What `compose.js` needs to know of cards."""


def written(order: Order) -> dict[str, Any]:
    """Returns an order as players write it."""
    return {**as_written(order)}


def partisan_cards(
    narrator: FortressNarrator, view: State
) -> tuple[Boxes, TopicChoices, CardBoxes]:
    """Returns the boxes of the hand, the topic of its cards, and what else belongs to them.

    Each card is judged as it stands when those before it are played as usual.
    """
    book, say = narrator.book, narrator.say
    boxes: list[tuple[str, str, Mapping[Any, int]]] = []
    gestures, limits, draft = list[Gesture](), list[Limit](), list[o.Card]()
    kinds, sets, spread = dict[str, Kind](), dict[str, tuple[str, ...]](), dict[str, Any]()
    hand: dict[str, int] = {}
    plays = cards_ahead(book, view) if view.action in ("reinforcements", "cards") else []
    for play, usual in plays:
        title, forced = play.facts.title, play.is_forced()
        draft += [] if forced else [usual]
        unsaid = written(usual) if forced else None
        placing = play.placing(usual)
        if placing is not None:
            units = {
                kind: count
                for kind in KINDS
                if (count := placing.units.get(kind, 0) + placing.stand_ins().get(kind, 0))
            }
            boxes.append((play.card, title, units))
        if placing is not None and len(play.facts.effects) == 1:
            sets[play.card] = _open_to(placing)
            spread[play.card] = _spread(placing)
            gestures.append(_by_hand(narrator, play, unsaid))
            spare = sum(units.values()) - placing.most()
            limits.append(
                Left(limit="left", box=play.card, at_most=spare,
                     text=say("pen-card-to-place", title=title))
            )  # fmt: skip
            continue
        hand[play.card] = 1
        kinds[play.card] = Kind(one=title, more=title, is_one=True)
        gestures.append(_by_list(narrator, play, unsaid))
    if hand:
        boxes.append((HAND, say("pen-hand"), hand))
        limits.append(Left(limit="left", box=HAND, text=say("pen-cards-to-play")))
    facts = {
        "cards": spread,
        "hand": [play.card for play, _ in plays],
        "forced": [play.card for play, _ in plays if play.is_forced()],
    }
    topic = TopicChoices(
        topic="cards",
        text=say("pen-cards"),
        notes=tuple(card_text(book, card, narrator) for card in view.hand),
        gestures=tuple(gestures),
        limits=tuple(limits),
        draft=tuple(written(order) for order in draft),
    )
    return boxes, topic, CardBoxes(kinds, sets, facts)


def _open_to(placing: Placing) -> tuple[str, ...]:
    """Returns the areas that a card names and no enemy city holds. (Rulings 7 and 8)"""
    book, state = placing.book, placing.state
    return tuple(
        area for area in placing.named if book.owner(state, area) == USA or not book.is_city(area)
    )


def _spread(placing: Placing) -> dict[str, Any]:
    """Returns how a card spreads its units: what `Placing` checks of a whole order."""
    facts = placing.facts
    said: dict[str, Any] = {"spread": facts.placement, "rooms": len(placing.rooms)}
    if facts.placement == "one-each":
        # Where cards before it are played otherwise, others of its areas may be free.
        free = placing._replace(rooms=FrozenMap(dict.fromkeys(_open_to(placing), 1)))
        said["groups"] = list(free.groups().values())
        said["areas"] = free.beyond()
    if stand_ins := placing.stand_ins():
        said["short"] = [
            [kind, placing.units.get(kind, 0), other, placing.units.get(other, 0)]
            for kind, other in placing.book.edition.substitutes.items()
            if other in stand_ins
        ]
    return said


def _by_hand(narrator: FortressNarrator, play: CardPlay, unsaid: Any) -> Point:
    """A card that only brings units: each click puts one of them into an area."""
    return Point(
        by="point",
        text=play.facts.title,
        say=narrator.say("pen-card-puts", title=play.facts.title),
        make={"order": "card", "card": play.card, "place": "$places"},
        on=f"{play.card}&!foes",
        pool=play.card,
        parts=FrozenMap[Id, JsonValue]({"places": PART}),
        puts="places",
        room=play.book.edition.stack_limit,
        joins="own",
        at_most=1,
        unsaid=unsaid,
    )


def _by_list(narrator: FortressNarrator, play: CardPlay, unsaid: Any) -> Pick:
    """A card that does more: the usual way to play it at each area that it may be meant for."""
    title, drives = play.facts.title, play.facts.effect(DriveAway)
    clears = None if drives is None else "cleared"
    if drives is not None and drives.in_.kind == "target":
        clears = "destroyed"
    items = tuple(Item(text=_told(narrator, order), order=written(order)) for order in _ways(play))
    return Pick(
        by="pick",
        text=title,
        items=items,
        make={
            "order": "card", "card": play.card, "place": "$places", "destroy": "$destroyed",
            "retreat": "$cleared", "from": "$from", "to": "$to",
        },
        say=title,
        parts=FrozenMap[Id, JsonValue](
            {"places": PART, "destroyed": PART, "cleared": "$place"}
        ),
        puts="places",
        strikes="destroyed",
        clears=clears,
        pool=play.card if play.facts.effect(PlaceUnits) is not None else None,
        takes=FrozenMap({HAND: FrozenMap({play.card: 1})}),
        room=play.book.edition.stack_limit,
        joins="own",
        at_most=1,
        unsaid=unsaid,
    )  # fmt: skip


def _ways(play: CardPlay) -> list[o.Card]:
    """Returns the usual order, and the usual one that prefers each of the areas in play."""
    found = {play.default_order(): None}
    for area in play.book.map.areas:
        if len(found) == MOST_ITEMS:
            break
        found[play.default_order([area])] = None
    return list(found)


def _told(narrator: FortressNarrator, order: o.Card) -> str:
    """Returns what an order for a card does: "destroys a bomber in Houston"."""
    deeds = list(_deeds(narrator, order))
    return narrator.say("pen-card", deeds=deeds) if deeds else narrator.say("pen-card-as-it-is")


def _deeds(narrator: FortressNarrator, order: o.Card) -> Iterator[str]:
    book, say = narrator.book, narrator.say
    if order.destroy:
        yield say("pen-destroys", units=_units(narrator, order.destroy))
    if order.retreat:
        yield say("pen-clears", areas=narrator.place_names(book, order.retreat))
    if order.place:
        yield say("pen-puts", units=_units(narrator, order.place))
    if order.from_ is not None and order.to is not None:
        yield say("pen-carries", start=place(book, order.from_), end=place(book, order.to))


def _units(narrator: FortressNarrator, units: tuple[o.CardUnits, ...]) -> list[str]:
    return [
        narrator.say("units-in", units=narrator.unit_phrase(one.count, one.unit),
                     place=place(narrator.book, one.in_))
        for one in units
    ]  # fmt: skip
