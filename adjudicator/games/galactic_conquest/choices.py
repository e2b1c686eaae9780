"""What a seat may order, for a page on which sheets are made by clicks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.core.choices import (
    Asked,
    Choices,
    Draw,
    Item,
    Kind,
    Left,
    Option,
    Pick,
    Point,
    Reach,
    TopicChoices,
)
from adjudicator.core.values import FrozenMap
from adjudicator.games.galactic_conquest.narrator import StarNarrator
from adjudicator.games.galactic_conquest.rules.hands import MOST_CARDS, cards_of, sets_of
from adjudicator.games.galactic_conquest.rules.invade import LEAST_TO_INVADE
from adjudicator.games.galactic_conquest.rules.trade import draft_trade
from adjudicator.games.galactic_conquest.state import MOST_TO_BEGIN, State

__all__ = ["choices"]

TROOP = "troop"
"""The one kind of unit."""
NEW, HAND = "new-troops", "hand"
"""The boxes beside the chart: troops to be placed, and cards."""
WORDS = ("not-yours", "yours", "few", "many", "no-path", "chance")
"""What `compose.js` says, each by the key that begins with `pen-note-`."""


def choices(narrator: StarNarrator, view: State, seat: str) -> Choices:
    """Returns what a seat may order of the player-turn that stands in its view."""
    book, say = narrator.book, narrator.say
    own = [planet for planet, owner in view.owners.items() if owner == seat]
    stock = {planet: {TROOP: view.troops[planet]} for planet in own}
    if new := view.to_place.get(seat, 0):
        stock[NEW] = {TROOP: new}
    hand = cards_of(view, seat)
    if hand:
        stock[HAND] = dict.fromkeys(hand, 1)
    chart = {planet: facts.name for planet, facts in book.chart.planets.items()}
    faces = {card: narrator.faces([card]) for card in hand}
    cards = {card: Kind(one=face, more=face, is_one=True) for card, face in faces.items()}
    return Choices(
        places=FrozenMap({**chart, NEW: say("pen-new-troops"), HAND: say("pen-hand")}),
        boxes=tuple(box for box in (NEW, HAND) if box in stock),
        kinds=FrozenMap({TROOP: Kind(one=say("pen-troop"), more=say("pen-troops")), **cards}),
        stock=FrozenMap({place: FrozenMap(held) for place, held in stock.items()}),
        sets=FrozenMap({
            "own": tuple(own),
            "foreign": tuple(planet for planet in book.planets if planet not in own),
            "taken": tuple(view.owners),
        }),
        links=FrozenMap({"lanes": tuple(lane.between for lane in book.chart.lanes)}),
        topics=tuple(_topics(narrator, view, seat)),
        facts=FrozenMap({
            "seat": seat,
            "owners": dict(view.owners),
            "against": {at: count for at, count in view.troops.items() if at not in own},
            "cards": {one: len(cards) for one, cards in view.hands.items()},
            "words": {key: say(f"pen-note-{key}") for key in WORDS},
        }),
    )  # fmt: skip


def _topics(narrator: StarNarrator, view: State, seat: str) -> Iterator[TopicChoices]:
    """Yields the topics in the order of play."""
    say = narrator.say
    if view.phase in ("deal", "set-up"):
        yield _set_up(narrator)
        return
    yield TopicChoices(
        topic="trade",
        text=say("pen-trade"),
        gestures=(_trade(narrator, view, seat),),
        limits=(Left(limit="left", box=HAND, at_most=MOST_CARDS, text=say("pen-must-trade")),),
        draft=tuple(order.to_json() for order in draft_trade(narrator.book, view, seat)),
    )
    yield TopicChoices(
        topic="place",
        text=say("pen-place"),
        gestures=(_place(narrator),),
        limits=(Left(limit="left", box=NEW, text=say("pen-to-place")),),
    )
    yield TopicChoices(topic="invade", text=say("pen-invade"), gestures=(_invade(narrator),))
    yield TopicChoices(topic="fortify", text=say("pen-fortify"), gestures=(_fortify(narrator),))


def _set_up(narrator: StarNarrator) -> TopicChoices:
    """Troops are placed on own planets; or planets are claimed, the preferred first. (Set-up)"""
    say = narrator.say
    if narrator.book.options.set_up == "dealt":
        limit = Left(limit="left", box=NEW, text=say("pen-to-place"))
        return TopicChoices(
            topic="setup", text=say("pen-place"), gestures=(_place(narrator),), limits=(limit,)
        )
    claim = Point(
        by="point",
        text=say("pen-claim"),
        say="{place}",
        make={"order": "claim", "planet": "$place"},
        on="!taken",
        once=True,
    )
    # No sheet can know which planets its seat gets: troops may be for any. (Ruling 30)
    place = Point(
        by="point",
        text=say("pen-place"),
        say=say("pen-placed"),
        make={"order": "place", "count": "$count", "in": "$place"},
        most=MOST_TO_BEGIN,
    )
    return TopicChoices(topic="setup", text=say("pen-set-up"), gestures=(claim, place))


def _trade(narrator: StarNarrator, view: State, seat: str) -> Pick:
    """Sets of cards, the best first, each worth what its number in the match says. (Step 2)"""
    book, say = narrator.book, narrator.say
    hand = cards_of(view, seat)
    items = []
    for cards in sets_of(book, view, hand):
        worth = [
            book.value_of(cards, view.sets_traded + before)
            for before in range(max(1, len(hand) // len(cards)))
        ]
        items.append(
            Item(
                text=say("pen-set", cards=narrator.card_set(cards), count=worth[0]),
                order={"order": "trade", "cards": list(cards)},
                takes=FrozenMap({HAND: FrozenMap(Counter(cards))}),
                gives=tuple(
                    FrozenMap({NEW: FrozenMap({TROOP: count})}) for count in dict.fromkeys(worth)
                ),
            )
        )
    return Pick(by="pick", text=say("pen-trade"), items=tuple(items))


def _place(narrator: StarNarrator) -> Point:
    """New troops come to planets of one's own, in any split. (Step 3)"""
    return Point(
        by="point",
        text=narrator.say("pen-place"),
        say=narrator.say("pen-placed"),
        make={"order": "place", "count": "$count", "in": "$place"},
        on="own",
        pool=NEW,
        kinds=(TROOP,),
    )


def _invade(narrator: StarNarrator) -> Draw:
    """Attacks an adjacent planet, again and again if so wished, and goes on from it. (Step 4)"""
    say = narrator.say
    until = Asked(
        name="until",
        text=say("pen-until"),
        options=(
            Option(text=say("pen-until-captured"), value={"captured": True}),
            Option(text=say("pen-until-own"), value={"own": "$x"}, x="count", usual=3),
            Option(text=say("pen-until-chance"), value={"chance": "$x"}, x="ratio", usual="1/2"),
            Option(text=say("pen-until-once")),
        ),
    )
    move = Asked(
        name="move",
        text=say("pen-move"),
        options=(
            Option(text=say("pen-move-all"), value="all"),
            Option(text=say("pen-move-count"), value="$x", x="count", usual=3),
            Option(text=say("pen-move-least")),
        ),
    )
    dice = Asked(
        name="dice",
        text=say("pen-dice"),
        options=(
            Option(text=say("pen-dice-most")),
            *(Option(text=say("troops", count=count), value=count) for count in (1, 2, 3)),
        ),
    )
    return Draw(
        by="draw",
        text=say("pen-invade"),
        say=say("pen-invades"),
        make={
            "order": "invade",
            "from": "$from",
            "to": "$to",
            "dice": "$dice",
            "until": "$until",
            "move": "$move",
        },
        asks=(until, move, dice),
        on="own",
        least=LEAST_TO_INVADE,
        reach=(Reach(links=("lanes",), end="foreign"),),
        then=("then", "else"),
        joins="own",
        leaves="foreign",
    )


def _fortify(narrator: StarNarrator) -> Draw:
    """One move along a path of planets of one's own. (Step 6)"""
    say = narrator.say
    count = Asked(
        name="count",
        text=say("pen-how-many"),
        options=(
            Option(text=say("all-but-one"), value="all"),
            Option(text=say("pen-count"), value="$x", x="count", usual=1),
        ),
    )
    reach = Reach(links=("lanes",), points=len(narrator.book.planets), through="own", end="own")
    return Draw(
        by="draw",
        text=say("pen-fortify"),
        say=say("pen-fortifies"),
        make={"order": "fortify", "from": "$from", "to": "$to", "count": "$count"},
        asks=(count,),
        on="own",
        least=2,
        reach=(reach,),
        at_most=1,
    )
