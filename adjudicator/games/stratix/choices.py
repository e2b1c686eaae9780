"""What a seat may order, for a page on which sheets are made by clicks.

Where pieces can go says the very generator of the rules; how they could go behind other moves says
`compose.js`, which is held to the same perft counts.
"""

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
    Reach,
    Reply,
    TopicChoices,
)
from adjudicator.core.english import sentence
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.conditions import DEEPEST, MOST_REPLIES
from adjudicator.games.stratix.narrator import ArmyNarrator, is_in_progress
from adjudicator.games.stratix.rules.card_play import plays
from adjudicator.games.stratix.rules.deck import cards_of
from adjudicator.games.stratix.rules.moving import Limits, legal_moves
from adjudicator.games.stratix.rules.places import pieces_of, red_pieces
from adjudicator.games.stratix.rules.recon_obligations import must_move, on_recon_spaces
from adjudicator.games.stratix.rules.topics import topic_notes, why_not_now
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State

__all__ = ["choices"]

HAND, CAPTURED = "hand", "captured"
"""The boxes beside the board: kept cards, and pieces that a kept card brings back."""
MOVES, PLAYS = "moves", "plays"
"""What a turn may hold: so many moves, so many cards."""
MOVE, CARD = FrozenMap({"move": 1}), FrozenMap({"card": 1})
WORDS = ("draws", "breach", "when", "own")
"""What `compose.js` says."""


def choices(narrator: ArmyNarrator, view: State, seat: str) -> Choices:
    """Returns what a seat may order of the turn that stands in its view."""
    book, say = narrator.book, narrator.say
    plain = {book.name(at): book.name(at) for at in range(len(book.geometry.grid))}
    places = {at: name for at, name in plain.items() if at not in book.board.water}
    boxes = {one: say(f"pen-box-{one}") for one in (MOVES, PLAYS, HAND, CAPTURED)}
    cards = {card: narrator.card(book.cards.cards[card]) for card in cards_of(view, seat)}
    kinds = {card: Kind(one=title, more=title, is_one=True) for card, title in cards.items()}
    for kind in KINDS:
        one = say("map-kind", kind=narrator.kind(kind))
        kinds[kind] = Kind(one=one, more=say(f"pen-more-{kind}"), is_one=True)
    kinds["move"] = Kind(one=say("pen-one-move"), more=say("pen-more-moves"))
    kinds["card"] = Kind(one=say("pen-one-card"), more=say("pen-more-cards"))
    stock: dict[str, Mapping[str, int]] = {
        square: {view.pieces[square].kind: 1} for square in pieces_of(view, seat)
    }
    uses = _uses(book, view, seat)
    if cards:
        stock[HAND] = dict.fromkeys(cards, 1)
    if any(use.kind is not None for listed in uses.values() for use in listed):
        held = view.captured[seat]
        stock[CAPTURED] = {kind: held[kind] for kind in KINDS if held.get(kind, 0)}
    if view.phase == "move" and view.side == seat and not is_in_progress(view):
        stock[MOVES] = MOVE
        if uses:
            stock[PLAYS] = CARD
    return Choices(
        places=FrozenMap({**places, **boxes}),
        boxes=tuple(box for box in boxes if box in stock),
        kinds=FrozenMap(kinds),
        stock=FrozenMap({place: FrozenMap(held) for place, held in stock.items()}),
        sets=FrozenMap({
            "moved": (),
            "stays": (),
            **{name: targets for targets, name in _targets(uses).items()},
        }),
        topics=tuple(_topics(narrator, view, seat, uses)),
        facts=FrozenMap(_facts(narrator, view, seat)),
    )  # fmt: skip


def _topics(
    narrator: ArmyNarrator, view: State, seat: str, uses: Mapping[str, list[o.Play]]
) -> Iterator[TopicChoices]:
    """Yields the topics in the order of play; in the middle of a turn whatever can be asked."""
    if view.phase != "move" or view.side != seat:
        return
    gestures: dict[str, list[Gesture]] = {
        "catch": list(_catch(narrator, view, seat)),
        "play": [_play(narrator, card, uses) for card in uses],
        "move": list(_move(narrator, view, seat)),
        "lose": list(_lose(narrator, view, seat)),
        "card": [],
        "replies": [_reply(narrator, view, seat)],
    }
    for topic, made in gestures.items():
        why = why_not_now(narrator, view, seat, topic)
        if why and topic in ("lose", "card") and not is_in_progress(view):
            continue
        notes = [why] if why else topic_notes(narrator, view, seat, topic)
        told = tuple(f"{sentence(note)}." for note in notes)
        if made and topic in ("catch", "play"):  # whose notes name nothing that buttons do not
            told = (narrator.say("pen-catch-when"),) if topic == "catch" else ()
        yield TopicChoices(
            topic=topic,
            text=narrator.say(f"pen-topic-{topic}"),
            notes=told,
            gestures=tuple(made),
            limits=_limits(narrator, view, seat) if topic == "move" else (),
        )


# -- the turn -------------------------------------------------------------------------------------


def _catch(narrator: ArmyNarrator, view: State, seat: str) -> Iterator[Pick]:
    """An army that stands on a recon space may be to be caught: nothing says which. (Ruling 7)"""
    others = on_recon_spaces(narrator.book, view, seat)
    if others:
        items = tuple(
            Item(
                text=narrator.say("pen-catch", army=narrator.seat(army)),
                order={"order": "catch", "side": army},
            )
            for army in others
        )
        yield Pick(by="pick", text=narrator.say("pen-catches"), items=items, at_most=1)


def _move(narrator: ArmyNarrator, view: State, seat: str) -> Iterator[Draw]:
    """One piece moves, after a night march two different ones. (Turn)"""
    book, say = narrator.book, narrator.say
    limits = Limits(due=must_move(book, view, moves_left=1))
    found = legal_moves(book, view, seat, limits) or legal_moves(book, view, seat)
    table: dict[str, list[str]] = {}
    for origin, target in found:
        table.setdefault(origin, []).append(target)
    if table or cards_of(view, seat):
        yield Draw(
            by="draw",
            text=say("pen-move"),
            say=say("pen-move-piece"),
            make={"order": "move", "from": "$from", "to": "$to", "path": "$by"},
            on="!stays&!moved",
            reach=(Reach(table=_tuples(table), own=True),),
            moves="now",
            takes=FrozenMap({MOVES: MOVE}),
            joins="moved",
        )


def _limits(narrator: ArmyNarrator, view: State, seat: str) -> tuple[Left, ...]:
    """Who has a choice of moves makes one, or plays a card instead. (Turn)"""
    if len(legal_moves(narrator.book, view, seat)) < 2:
        return ()
    return (Left(limit="left", box=MOVES, text=narrator.say("pen-move-due")),)


def _lose(narrator: ArmyNarrator, view: State, seat: str) -> Iterator[Pick]:
    """Who cannot move loses a piece on a red square. (Red squares)"""
    red = red_pieces(narrator.book, view, seat)
    items = tuple(
        Item(
            text=narrator.piece_on(view.pieces[square].kind, square),
            order={"order": "lose", "at": square},
        )
        for square in red
    )
    yield Pick(by="pick", text=narrator.say("pen-lose"), items=items, at_most=1)


def _reply(narrator: ArmyNarrator, view: State, seat: str) -> Reply:
    """Moves of others, and what is moved then. (Ruling 48)"""
    say, others = narrator.say, _others(view, seat)
    catch = Asked(
        name="catch",
        text=say("pen-reply-catch"),
        options=(
            Option(text=say("pen-nobody")),
            *(Option(text=narrator.seat(army), value=army) for army in others),
        ),
    )
    return Reply(
        by="reply",
        text=say("pen-reply"),
        say=say("pen-replies"),
        make={
            "order": "reply",
            "if": "$if",
            "catch": "$catch",
            "move": {"from": "$from", "to": "$to", "path": "$by"},
            "confirm": "$confirm",
        },
        asks=(catch,),
        others=FrozenMap({army: narrator.seat(army) for army in others}),
        condition={"side": "$side", "from": "$from", "to": "$to", "captured": "$captured"},
        always="any",
        texts=FrozenMap({
            key: say(f"pen-if-{key}")
            for key in ("always", "and", "anybody", "from", "to", "captured")
        }),
        besides=(_captured(narrator),),
        then=("then",),
        confirm="confirm",
        deepest=DEEPEST,
        most=MOST_REPLIES,
    )  # fmt: skip


def _captured(narrator: ArmyNarrator) -> Asked:
    """What was captured in the turn of another army, if a reply is to hang on it."""
    say = narrator.say
    kinds = (Option(text=narrator.kind(kind), value=kind) for kind in reversed(KINDS))
    options = (
        Option(text=say("pen-anything")),
        Option(text=say("pen-any-piece"), value="any"),
        Option(text=say("pen-no-piece"), value="none"),
        *kinds,
    )
    return Asked(name="captured", text=say("pen-lost"), options=options)


def _others(view: State, seat: str) -> tuple[str, ...]:
    place = view.order.index(seat)
    return (*view.order[place + 1 :], *view.order[:place])


# -- kept cards -----------------------------------------------------------------------------------


def _uses(book: Ruleset, view: State, seat: str) -> dict[str, list[o.Play]]:
    """Returns by card all ways in which it can be played now."""
    found: dict[str, list[o.Play]] = {}
    if view.phase == "move" and view.side == seat and not is_in_progress(view):
        for use in plays(book, view, seat):
            found.setdefault(use.card, []).append(use)
    return found


def _targets(uses: Mapping[str, list[o.Play]]) -> dict[tuple[str, ...], str]:
    """Returns the places to which cards take pieces, and those of pieces that stay, with a name
    each."""
    found: dict[tuple[str, ...], str] = {}
    for listed in uses.values():
        for places in _ends(listed).values():
            found.setdefault(places, f"to-{len(found) + 1}")
    return found


def _ends(listed: list[o.Play]) -> dict[str, tuple[str, ...]]:
    """Returns by the place of a piece where a card takes it; "" stands for all that it takes from
    no place."""
    found: dict[str, dict[str, None]] = {}
    for use in listed:
        if use.to is not None:
            found.setdefault(use.from_ or "", {})[use.to] = None
        elif use.from_ is not None:
            found.setdefault("", {})[use.from_] = None
    return {origin: tuple(places) for origin, places in found.items()}


def _play(narrator: ArmyNarrator, card: str, uses: Mapping[str, list[o.Play]]) -> Gesture:
    """A card of the hand, with what its holder chooses: a piece, a square, a kind. (Cards)"""
    say, facts = narrator.say, narrator.book.cards.cards[card]
    listed, names = uses[card], _targets(uses)
    ends = {origin: names[places] for origin, places in _ends(listed).items()}
    text, first = narrator.card(facts), listed[0]
    takes = {HAND: FrozenMap({card: 1}), PLAYS: CARD}
    if facts.is_instead_of_move:
        takes[MOVES] = MOVE
    make: dict[str, Any] = {"order": "play", "card": card}
    if first.from_ is not None and first.to is not None:
        return Draw(
            by="draw",
            text=text,
            say=say("pen-card-moves", card=text),
            make={**make, "from": "$from", "to": "$to"},
            reach=(Reach(into=FrozenMap(ends)),),
            moves="now",
            takes=FrozenMap(takes),
        )
    if first.to is not None:
        kinds = dict.fromkeys(use.kind for use in listed if use.kind is not None)
        options = (Option(text=narrator.kind(kind), value=kind) for kind in kinds)
        return Point(
            by="point",
            text=text,
            say=say("pen-card-recovers", card=text),
            make={**make, "kind": "$kind", "to": "$place"},
            asks=(Asked(name="kind", text=say("pen-kind"), options=tuple(options)),),
            on=ends[""],
            pool=CAPTURED,
            kinds=tuple(kinds),
            takes=FrozenMap(takes),
        )
    if first.from_ is not None:
        return Point(
            by="point",
            text=text,
            say=say("pen-card-stays", card=text),
            make={**make, "from": "$place"},
            on=ends[""],
            takes=FrozenMap(takes),
            joins="stays",
        )
    item = Item(text=text, order=make, takes=FrozenMap(takes), gives=(FrozenMap({MOVES: MOVE}),))
    return Pick(by="pick", text=say("pen-play"), items=(item,))


# -- what the script needs ------------------------------------------------------------------------


def _facts(narrator: ArmyNarrator, view: State, seat: str) -> dict[str, Any]:
    """Returns the board and the position as `compose.js` reads them; armies are numbers 0 to 3,
    quarters 1 to 4; lists and texts have a number or a letter a square."""
    book, truce, breach = narrator.book, view.ceasefire, view.breach
    geometry, number = book.geometry, ARMIES.index
    squares = range(len(geometry.grid))
    marks = {**dict.fromkeys(geometry.recon, "r"), **dict.fromkeys(geometry.bridges, "b")}
    quarter = None if truce is None else [number(truce.side), number(truce.quadrant) + 1]
    return {
        "me": number(seat),
        "armies": ARMIES,
        "kinds": KINDS,
        "red": geometry.line,
        "quarter": [geometry.quadrant[at] + 1 for at in squares],
        "marks": "".join(marks.get(at, "w" if geometry.is_water[at] else ".") for at in squares),
        "pieces": "".join(_letter(view, book.name(at)) for at in squares),
        "order": [number(army) for army in view.order],
        "keep": [number(army) for army in view.order if view.hands.get(army)],
        "assault": view.assault,
        "truce": quarter,
        "breach": None if breach is None else [breach.side, breach.square],
        "due": view.due_left,
        "strict": book.options.catch == "strict",
        "expended": book.options.icbm_expended,
        "words": {key: narrator.say(f"pen-note-{key}") for key in WORDS},
    }


def _letter(view: State, square: str) -> str:
    """Returns who stands on a square: `.` for nobody, else eight letters an army from `A` on."""
    piece = view.pieces.get(square)
    if piece is None:
        return "."
    return chr(ord("A") + ARMIES.index(piece.side) * 8 + KINDS.index(piece.kind))


def _tuples(table: Mapping[str, list[str]]) -> FrozenMap[str, tuple[str, ...]]:
    return FrozenMap({origin: tuple(ends) for origin, ends in table.items()})
