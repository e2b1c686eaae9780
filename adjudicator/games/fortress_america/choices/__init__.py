"""What a seat may order, for a page on which sheets are made by clicks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from adjudicator.core.choices import (
    Asked,
    Choices,
    Draw,
    Gather,
    Gesture,
    Item,
    Kind,
    Left,
    Limit,
    Near,
    Option,
    Orders,
    Pick,
    Point,
    Reach,
    Stack,
    Sum,
    TopicChoices,
)
from adjudicator.core.game import Order
from adjudicator.core.values import FrozenMap
from adjudicator.games.fortress_america.card_words import invader_card_text
from adjudicator.games.fortress_america.choices.cards import (
    HAND,
    Boxes,
    CardBoxes,
    partisan_cards,
    written,
)
from adjudicator.games.fortress_america.in_force import extra_movement, firing_lasers
from adjudicator.games.fortress_america.narrator import FortressNarrator
from adjudicator.games.fortress_america.rules.invader_play import hand_of, lacking
from adjudicator.games.fortress_america.rules.invasion import second_movement
from adjudicator.games.fortress_america.rules.projection_checks import most_struck
from adjudicator.games.fortress_america.rules.reinforcements import (
    draft_laser,
    draft_reinforcements,
    laser_cities,
    most_units,
    units_due,
)
from adjudicator.games.fortress_america.rules.setup import draft_lasers, draft_setup, to_set_up
from adjudicator.games.fortress_america.rules.together import sides_of
from adjudicator.games.fortress_america.ruleset import Ruleset
from adjudicator.games.fortress_america.state import (
    INVADERS,
    USA,
    Side,
    State,
    UnitKind,
)
from adjudicator.games.fortress_america.words import place

__all__ = ["choices"]

RESERVE = "reserve"
"""The box of an invader's units that may still come."""
BORDERS = ("borders",)
BARE = ("reinforcements", "declare", "maneuvers", "attacks", "battles", "invasion")
WORDS = ("lost", "few-attack", "bombers-only", "overflow", "card-order", "card-spread",
         "card-stand-in")  # fmt: skip
"""What `compose.js` says."""


def choices(narrator: FortressNarrator, view: State, seat: str) -> Choices:
    """Returns what a seat may order of the player-turn that stands in its view."""
    if view.action in ("setup-usa", "setup-invaders"):
        return _choices(narrator, view, _set_up(narrator, view, seat))
    sides = _playing(narrator.book, view, seat)
    if len(sides) != 1:
        # Several sides of one seat at the same time: whose an order is, it says itself.
        topics = _bare(narrator, BARE) if sides else ()
        view = view.model_copy(update={"side": narrator.book.seats[seat].sides[0]})
        return _choices(narrator, view, ((), topics, CardBoxes({}, {}, {})))
    view = view.model_copy(update={"side": sides[0]})
    if sides[0] == USA:
        return _choices(narrator, view, _usa(narrator, view, seat))
    return _choices(narrator, view, _invader(narrator, view, seat))


def _playing(book: Ruleset, view: State, seat: str) -> tuple[Side, ...]:
    """Returns the sides of a seat whose player-turn it is."""
    if book.is_together(view.side):
        return sides_of(book, view, seat)
    return (view.side,) if book.seat_of(view.side) == seat else ()


def _choices(
    narrator: FortressNarrator,
    view: State,
    said: tuple[Boxes, tuple[TopicChoices, ...], CardBoxes],
) -> Choices:
    """Returns the choices of the side to play: what it has, what others have, what lies where."""
    book, side = narrator.book, view.side
    boxes, topics, more = said
    names = {area: place(book, area) for area in book.map.areas}
    kinds = {
        str(kind): Kind(one=narrator.unit_name(kind), more=narrator.unit_name(kind, 2))
        for kind in book.edition.units
    }
    movable = (
        second_movement(book, view).movable
        if view.action == "invasion"
        else (lambda area: view.units_in(area, side))
    )
    stock: dict[str, Mapping[Any, int]] = {
        area: held for area, _ in view.spaces_of(side) if (held := movable(area))
    }
    stock |= {box: held for box, _, held in boxes if held}
    foes: dict[str, Mapping[Any, int]] = {
        area: view.units_in(area, enemy)
        for area in view.units
        if (enemy := view.enemy_in(area, side)) is not None
    }
    return Choices(
        places=FrozenMap({**names, **{box: name for box, name, _ in boxes}}),
        boxes=tuple(box for box, _, _ in boxes),
        kinds=FrozenMap({**kinds, **more.kinds}),
        stock=FrozenMap({at: FrozenMap(held) for at, held in stock.items()}),
        foes=FrozenMap({at: FrozenMap(held) for at, held in foes.items()}),
        sets=FrozenMap({**_sets(book, view), **more.sets}),
        links=FrozenMap({"borders": tuple(book.map.borders)}),
        topics=topics,
        facts=FrozenMap({
            "side": side,
            "stack": book.edition.stack_limit,
            "lasers": len(firing_lasers(book, view)) if side == USA else 0,
            **_doubts(book, view),
            **more.facts,
            "words": {key: narrator.say(f"pen-wrong-{key}") for key in WORDS},
        }),
    )  # fmt: skip


def _doubts(book: Ruleset, view: State) -> dict[str, Any]:
    """Returns what of the defenders may be gone before a battle: whether others play before, and
    how many units cards of the attacker may destroy. (Rulings 70, 94 and 101)"""
    side, found = view.side, dict[str, Any]()
    if book.is_together(side):
        found["earlier"] = any(view.has_units(one) for one in INVADERS[: INVADERS.index(side)])
    if book.invader_cards and side != USA:
        found["strikes"] = most_struck(book, side)
    return found


def _sets(book: Ruleset, view: State) -> dict[str, tuple[str, ...]]:
    """Returns the places with something in common, as the rules ask for it."""
    areas, side = book.map.areas, view.side
    found = {
        "own": [area for area in areas if book.is_friendly(view, side, area)],
        "city": [area for area in areas if book.is_city(area)],
        "zone": [area for area in areas if book.is_zone(area)],
        "closed": [area for area in areas if book.is_closed(view, area)],
        "foreign": [area for area in areas if book.is_foreign_zone(side, area)],
        "declared": list(view.declared),
        "alone": list(view.bombers_alone),
        "sources": list(book.sources_of(view, side)) if side != USA else [],
        "laser": list(laser_cities(book, view)) if side == USA else [],
    }
    if book.is_together(side):
        for other in (*INVADERS, USA):
            found[f"of-{other}"] = [area for area in areas if book.owner(view, area) == other]
    return {name: tuple(listed) for name, listed in found.items()}


# -- the set-up -----------------------------------------------------------------------------------


def _set_up(
    narrator: FortressNarrator, view: State, seat: str
) -> tuple[Boxes, tuple[TopicChoices, ...], CardBoxes]:
    """Two units in each city of the USA; the first waves in the invaders' zones. (Set-up)"""
    book, say = narrator.book, narrator.say
    left, room = to_set_up(book, view, seat)
    boxes, sets, gestures, limits = [], {}, list[Gesture](), list[Limit]()
    for side, counts in left.items():
        box = f"{side}-units"
        boxes.append((box, say("pen-to-set-up", side=narrator.side(side)), counts))
        own = [area for area in room if (book.zone_side(area) or USA) == side]
        sets[f"{side}-places"] = tuple(own)
        gestures.append(
            Point(
                by="point",
                text=say("pen-place-of", side=narrator.side(side)),
                say=say("pen-placed"),
                make={"order": "place", "unit": "$kind", "count": "$count", "in": "$place"},
                on=f"{side}-places",
                pool=box,
                room=room[own[0]],
            )
        )
        # Each city gets its units, and all of a wave comes: what the room leaves over may stay.
        spare = max(sum(counts.values()) - sum(room[area] for area in own), 0)
        limits.append(Left(limit="left", box=box, at_most=spare, text=say("pen-to-place")))
    topics = [
        TopicChoices(
            topic="setup", text=say("pen-set-up"), gestures=tuple(gestures), limits=tuple(limits),
            draft=_draft(draft_setup(book, view, seat)),
        )
    ]  # fmt: skip
    lasers = book.options.lasers_at_start
    if view.action == "setup-usa" and lasers:
        sets["laser"] = book.map.areas_with("city")
        topics.append(
            TopicChoices(
                topic="reinforcements", text=say("pen-laser"),
                gestures=(_laser(narrator, lasers),),
                limits=(Orders(limit="orders", at_least=lasers, text=say("pen-lasers-to-place")),),
                draft=_draft(draft_lasers(book)),
            )
        )  # fmt: skip
    return boxes, tuple(topics), CardBoxes({}, sets, {})


def _laser(narrator: FortressNarrator, at_most: int) -> Point:
    return Point(
        by="point",
        text=narrator.say("pen-laser"),
        say=narrator.say("pen-laser-in"),
        make={"order": "laser", "in": "$place"},
        on="laser",
        once=True,
        at_most=at_most,
    )


def _draft(orders: Iterable[Order]) -> tuple[JsonValue, ...]:
    return tuple(written(order) for order in orders)


# -- a player-turn --------------------------------------------------------------------------------


def _usa(
    narrator: FortressNarrator, view: State, seat: str
) -> tuple[Boxes, tuple[TopicChoices, ...], CardBoxes]:
    """A laser, partisan cards, battles, laser fire, the second movement. (Sequence of actions)"""
    book, say = narrator.book, narrator.say
    boxes, cards, found = partisan_cards(narrator, view)
    topics: list[TopicChoices] = []
    comes = bool(laser_cities(book, view)) and view.action == "reinforcements"
    if comes:
        limit = Orders(limit="orders", at_least=1, text=say("pen-lasers-to-place"))
        topics.append(
            TopicChoices(
                topic="reinforcements", text=say("pen-laser"), gestures=(_laser(narrator, 1),),
                limits=(limit,), draft=_draft(draft_laser(book, view, seat)),
            )
        )  # fmt: skip
    topics += [cards] if cards.gestures else []
    topics += [_declare(narrator, view), _first_movement(narrator, view), *_battles(narrator)]
    lasers = len(firing_lasers(book, view)) + comes
    if lasers and not _are_silent(book, view):
        fire = Point(
            by="point",
            text=say("pen-fire"),
            say=say("pen-fires"),
            make={"order": "fire", "at": "$place", "unit": "$kind"},
            on="foes",
            foes=True,
            once=True,
            at_most=lasers,
        )
        notes = (say("pen-lasers-note", count=lasers),)
        topics.append(
            TopicChoices(topic="lasers", text=say("pen-lasers"), notes=notes, gestures=(fire,))
        )
    topics += [_second_movement(narrator, view)]
    return boxes, tuple(topics), found


def _are_silent(book: Ruleset, view: State) -> bool:
    """Says whether a card keeps all lasers from firing. (Ruling 97)"""
    return bool(view.lasers) and not firing_lasers(book, view)


def _invader(
    narrator: FortressNarrator, view: State, seat: str
) -> tuple[Boxes, tuple[TopicChoices, ...], CardBoxes]:
    """Reinforcements, battles, the second movement. (Sequence of actions)"""
    book, say = narrator.book, narrator.say
    boxes: list[tuple[str, str, Mapping[Any, int]]] = []
    topics: list[TopicChoices] = []
    if due := units_due(book, view):
        boxes.append((RESERVE, say("pen-reserve"), view.reserves[view.side]))
        topics.append(_reinforcements(narrator, view, seat, due))
    kinds: dict[str, Kind] = {}
    hand = hand_of(view, view.side)
    if hand:
        title = book.invader_cards
        kinds = {
            card: Kind(one=title[card].title, more=title[card].title, is_one=True) for card in hand
        }
        boxes.append((HAND, say("pen-hand"), dict.fromkeys(hand, 1)))
        topics.append(_invader_cards(narrator, view, hand))
    topics += [_declare(narrator, view), _first_movement(narrator, view), *_battles(narrator)]
    topics += [_second_movement(narrator, view)]
    return boxes, tuple(topics), CardBoxes(kinds, {}, {})


def _reinforcements(narrator: FortressNarrator, view: State, seat: str, due: int) -> TopicChoices:
    """Units of the reserve come into zones; fewer where a card is drawn. (Action 1, ruling 3)"""
    book, say = narrator.book, narrator.say
    put = Point(
        by="point",
        text=say("pen-place"),
        say=say("pen-placed"),
        make={"order": "place", "unit": "$kind", "count": "$count", "in": "$place"},
        on="sources",
        pool=RESERVE,
        room=book.edition.stack_limit,
    )
    gestures: list[Gesture] = [put]
    text, draws = say("pen-due"), None
    limits: list[Limit] = []
    if book.invader_cards:
        from adjudicator.games.fortress_america.rules.invader_cards import may_draw

        fewer = book.edition.reinforcements_with_card
        if may_draw(book, view):
            draws = "draw"
            item = Item(text=say("order-draw"), order={"order": "draw"})
            gestures.append(
                Pick(by="pick", text=say("pen-draw", count=fewer), items=(item,), at_most=1)
            )
            limits.append(
                Sum(limit="sum", at_least=min(due, fewer),
                    at_most=min(most_units(book, view), fewer), given=draws, text=text)
            )  # fmt: skip
    limits.append(
        Sum(limit="sum", at_least=due, at_most=most_units(book, view), not_given=draws, text=text)
    )
    return TopicChoices(
        topic="reinforcements",
        text=say("pen-place"),
        gestures=tuple(gestures),
        limits=tuple(limits),
        draft=_draft(draft_reinforcements(book, view, seat)),
    )


def _invader_cards(narrator: FortressNarrator, view: State, hand: Iterable[str]) -> TopicChoices:
    """Cards of the hand that could be played now; of others the form tells. (2012 variants)"""
    book, say = narrator.book, narrator.say
    items = tuple(
        Item(
            text=book.invader_cards[card].title,
            order={"order": "play", "card": card},
            takes=FrozenMap({HAND: FrozenMap({card: 1})}),
        )
        for card in hand
        if not lacking(book, view, card)
    )
    pick = Pick(
        by="pick",
        text=say("pen-play"),
        items=items,
        make={"order": "play", "card": "$card", "in": "$at", "units": "$units"},
        say=say("pen-play"),
    )
    notes = tuple(invader_card_text(book, card, narrator) for card in hand)
    return TopicChoices(topic="cards", text=say("pen-cards"), notes=notes, gestures=(pick,))


def _declare(narrator: FortressNarrator, view: State) -> TopicChoices:
    """Names what is to be attacked or entered. (Action 2)"""
    book, say = narrator.book, narrator.say
    may = "" if view.side == USA else "&!closed"

    def declare(on: str, text: str, more: Mapping[str, JsonValue]) -> Point:
        return Point(
            by="point",
            text=text,
            say="{place}",
            make={"order": "declare", "area": "$place", **more},
            on=f"!own&!declared{on}{may}",
            once=True,
            joins="declared",
        )

    if book.is_together(view.side):
        # Each declaration is against the holder that it means. (Ruling 72)
        against = [side for side in (USA, *INVADERS) if side != view.side]
        gestures = tuple(
            declare(
                f"&of-{side}", say("pen-declare-against", side=narrator.side(side)),
                {"against": side},
            )
            for side in against
        )  # fmt: skip
        gestures += (declare("&of-usa", say("pen-declare"), {}),)
    else:
        gestures = (declare("", say("pen-declare"), {}),)
    return TopicChoices(topic="declare", text=say("pen-declare"), gestures=gestures)


def _first_movement(narrator: FortressNarrator, view: State) -> TopicChoices:
    """Units move before the battles, each as far as its kind does. (Action 3)"""
    book, say = narrator.book, narrator.say
    facts, zones = book.edition.units, "" if book.edition.flies_over_foreign_zones else "&!foreign"
    reaches, carries = [], dict[UnitKind, tuple[UnitKind, ...]]()
    for kind, one in facts.items():
        points = one.first_move + extra_movement(book, view, kind)
        if not points:
            continue
        end = "own"
        if one.lands:
            end += "|declared&!foes&!city&!zone"
        if one.bombs:
            end += f"|declared&foes{zones}"
        reaches.append(_reach(book, kind, points=points, end=end))
        if one.carries:
            carries[kind] = tuple(one.carries)
    rider = Asked(
        name="with",
        text=say("pen-with"),
        options=(
            Option(text=say("pen-with-nobody")),
            *(
                Option(text=narrator.unit_name(kind, 2), value=kind)
                for kind in dict.fromkeys(one for kinds in carries.values() for one in kinds)
            ),
        ),
    )
    move = Draw(
        by="draw",
        text=say("pen-move"),
        say=say("pen-moved"),
        make={"order": "move", "unit": "$kind", "count": "$count", "path": "$path",
              "with": "$with", "at_least": "$least", "side": "$side"},
        kinds=tuple(kind for reach in reaches for kind in reach.kinds),
        asks=(rider,) if carries else (),
        carries=FrozenMap({str(kind): kinds for kind, kinds in carries.items()}),
        reach=tuple(reaches),
        moves="later",
    )  # fmt: skip
    limit = book.edition.stack_limit
    return TopicChoices(
        topic="maneuvers",
        text=narrator.action(book, "maneuvers"),
        gestures=(move,),
        limits=(
            Stack(limit="stack", at_most=limit, text=say("pen-stack", count=limit)),
            Near(limit="near", each="declared", links=BORDERS, begin="own", text=say("pen-near")),
        ),
    )


def _reach(book: Ruleset, kind: UnitKind, *, points: int, end: str, begin: str = "") -> Reach:
    """Aircraft pass over all land, others over friendly land. (Actions 3 and 6, ruling 1)"""
    flies = book.facts(kind).unit_class == "air"
    over = "" if book.edition.flies_over_foreign_zones else "!foreign"
    return Reach(
        kinds=(kind,), links=BORDERS, points=points, through=over if flies else "own", end=end,
        begin=begin,
    )  # fmt: skip


def _battles(narrator: FortressNarrator) -> Iterator[TopicChoices]:
    """Who attacks where, and in which order. (Action 5, rulings 15, 60 and 65)"""
    say = narrator.say
    least = Asked(
        name="least",
        text=say("pen-only-if"),
        options=(
            Option(text=say("pen-only-if-nothing")),
            Option(text=say("pen-only-if-chance"), value={"chance": "$x"}, x="ratio", usual="1/2"),
            Option(text=say("pen-only-if-odds"), value={"ratio": "$x"}, x="ratio", usual="3/2"),
            Option(text=say("pen-only-if-units"), value={"units": "$x"}, x="count", usual=3),
        ),
    )
    until = Asked(
        name="until",
        text=say("pen-not-once"),
        options=(
            Option(text=say("pen-not-once-nothing")),
            Option(text=say("pen-not-once-lost"), value={"lost": "$x"}, x="count", usual=4),
            Option(text=say("pen-not-once-won"), value={"won": "$x"}, x="count", usual=2),
        ),
    )
    attack = Gather(
        by="gather",
        text=say("pen-attack"),
        say=say("pen-attacks"),
        make={"order": "attack", "area": "$to", "with": "$groups", "at_least": "$least",
              "until": "$until", "side": "$side"},
        asks=(least, until),
        on="declared&foes",
        links=BORDERS,
        begin="own",
        over=("bomber",) if narrator.book.bombs_from_above() else (),
    )  # fmt: skip
    yield TopicChoices(
        topic="attacks", text=say("pen-attack"), notes=(say("pen-attack-note"),),
        gestures=(attack,),
    )  # fmt: skip
    order = Point(
        by="point",
        text=say("pen-battles"),
        say=say("pen-battles-said"),
        make={"order": "battles", "areas": "$areas", "guards": "$guards", "side": "$side"},
        parts=FrozenMap({"areas": "$place"}),
        on="declared&foes",
        once=True,
        at_most=1,
    )
    yield TopicChoices(
        topic="battles", text=say("pen-battles"), notes=(say("pen-battles-note"),),
        gestures=(order,),
    )  # fmt: skip


def _second_movement(narrator: FortressNarrator, view: State) -> TopicChoices:
    """Units go into friendly land and into declared land that is open by then. (Action 6)"""
    book, say = narrator.book, narrator.say
    end = "own|declared&!closed&!alone"
    reaches = tuple(
        _reach(book, kind, points=one.second_move, end=end, begin="" if one.bombs else "own")
        for kind, one in book.edition.units.items()
        if one.second_move
    )
    move = Draw(
        by="draw",
        text=say("pen-move"),
        say=say("pen-moved"),
        make={"order": "move", "unit": "$kind", "count": "$count", "path": "$path",
              "at_least": "$least", "if_won": "$won", "side": "$side"},
        reach=reaches,
        hangs="foes",
        moves="later",
    )  # fmt: skip
    return TopicChoices(
        topic="invasion",
        text=narrator.action(book, "invasion"),
        notes=(say("pen-invasion-note"),),
        gestures=(move,),
    )


def _bare(narrator: FortressNarrator, topics: Sequence[str]) -> tuple[TopicChoices, ...]:
    """Returns topics whose orders are made by their forms alone."""
    return tuple(TopicChoices(topic=one, text=narrator.say(f"pen-topic-{one}")) for one in topics)
