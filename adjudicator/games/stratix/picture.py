"""The board as a picture: what a view and the events say, put into what is drawn.

A duty to leave a recon space that was not kept is not pointed out. (Ruling 7)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from adjudicator.core.game import Event
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.board import ARMIES
from adjudicator.games.stratix.narrator import ArmyNarrator, faces_of
from adjudicator.games.stratix.ruleset import balance
from adjudicator.games.stratix.state import State
from adjudicator.render.squares.board import square_board
from adjudicator.render.squares.picture import (
    KINDS,
    ArmyEntry,
    Blast,
    CardShown,
    Corner,
    Ground,
    Kind,
    Loss,
    Manner,
    MoveShown,
    PieceEntry,
    QuarterEntry,
    Return,
    SquareEntry,
    SquarePicture,
)

__all__ = ["LOOKS_OF_ARMIES", "picture"]

LOOKS_OF_ARMIES: Mapping[str, str] = {
    "south-west": "blue",
    "north-west": "teal",
    "north-east": "yellow",
    "south-east": "green",
}
"""By army, its look."""
_CORNERS: tuple[Corner, ...] = ("south-west", "north-west", "north-east", "south-east")
_FLYING = ("helicopter", "jet", "icbm")


def picture(
    narrator: ArmyNarrator,
    start: State,
    view: State,
    events: Sequence[Event],
    *,
    style: Style = USUAL_STYLE,
) -> str:
    """Returns the board as SVG text.

    Args:
        start: the position in which the match began.
        events: those of the opening shown.
    """
    book = narrator.book
    armies = tuple(_armies(narrator, start, view))
    is_assault = view.assault and view.result is None
    return square_board(
        SquarePicture(
            title=(book.board.title, narrator.whose_turn(view), *style.caption),
            description=_description(narrator, view, armies),
            squares=_squares(narrator),
            quarters=tuple(
                QuarterEntry(
                    id=corner,
                    name=book.board.quadrants[corner].name,
                    corner=corner,
                    army=corner if corner in book.seats else None,
                    ceasefire=view.ceasefire is not None and view.ceasefire.quadrant == corner,
                )
                for corner in _CORNERS
            ),
            armies=armies,
            pieces=FrozenMap(_pieces(narrator, view)),
            kinds=FrozenMap((kind, _kind(narrator, kind)) for kind in KINDS),
            deck=narrator.deck(view),
            deck_left=len(view.pile) if view.decks or view.assault else len(book.cards.cards),
            banner=narrator.say("map-final-assault") if is_assault else "",
            moves=tuple(_moves(narrator, events)),
            blasts=tuple(_blasts(narrator, events)),
            losses=tuple(_losses(narrator, events)),
            returns=tuple(_returns(narrator, events)),
            terms=FrozenMap(narrator.terms("term-")),
            style=style,
        )
    )


def _kind(narrator: ArmyNarrator, kind: str) -> str:
    if kind == "artillery":
        return narrator.say("map-artillery")
    return narrator.say("map-kind", kind=narrator.kind(kind))


@lru_cache(maxsize=2)
def _squares(narrator: ArmyNarrator) -> FrozenMap[str, SquareEntry]:
    """Returns the squares, which are the same in all pictures of a match."""
    return FrozenMap(dict(_each_square(narrator)))


def _each_square(narrator: ArmyNarrator) -> Iterator[tuple[str, SquareEntry]]:
    """Yields every square with what it is."""
    board, say = narrator.book.board, narrator.say
    for corner, facts in board.quadrants.items():
        for line, squares in enumerate(facts.lines, start=1):
            ground: Ground = "dmz" if line == 1 else "staging"
            where = say("ground-dmz") if line == 1 else say("ground-staging", line=line)
            words = say("map-square", quarter=facts.name, ground=where)
            for square in squares:
                yield square, SquareEntry(ground=ground, quarter=corner, line=line, words=words)
        for square in facts.zone:
            is_recon = square in facts.recon
            where = say("ground-recon" if is_recon else "ground-battle")
            words = say("map-square", quarter=facts.name, ground=where)
            free: Ground = "recon" if is_recon else "battle"
            yield square, SquareEntry(ground=free, quarter=corner, words=words)
    for square, bridge in board.bridges.items():
        joins = [board.quadrants[one].name for one in bridge.joins]
        yield square, SquareEntry(ground="bridge", words=say("ground-bridge", quarters=joins))
    for square in board.water:
        is_deck = square == board.deck
        words = say("ground-deck" if is_deck else "ground-water")
        yield square, SquareEntry(ground="deck" if is_deck else "water", words=words)


def _pieces(narrator: ArmyNarrator, view: State) -> Iterator[tuple[str, PieceEntry]]:
    for square, piece in view.pieces.items():
        words = narrator.whose(piece.side, piece.kind)
        entry = PieceEntry(army=piece.side, kind=piece.kind, words=words)
        if narrator.book.is_recon(square) and not view.assault:
            # A piece that was to leave and stayed looks like one that has just come. (Ruling 7)
            duty = "due" if square in view.due_left else "safe"
            words = narrator.say(f"map-piece-{duty}", piece=words)
            entry = entry.model_copy(update={"duty": duty, "words": words})
        yield square, entry


def _armies(narrator: ArmyNarrator, start: State, view: State) -> Iterator[ArmyEntry]:
    """Yields the armies of the match, clockwise."""
    book = narrator.book
    for side in (one for one in ARMIES if one in book.seats):
        held = Counter(piece.kind for piece in view.pieces.values() if piece.side == side)
        own, foreign = balance(book, view, side)
        is_out = side in view.fallen
        hand, lost = view.hands.get(side, ()), view.captured.get(side, FrozenMap())
        faces = tuple(
            CardShown(number=facts.number, title=facts.title)
            for facts in faces_of(book, view, hand)
        )
        left: dict[Kind, int] = {}
        if is_out:
            began = Counter(piece.kind for piece in start.pieces.values() if piece.side == side)
            before = start.captured.get(side, FrozenMap())
            left = {kind: began[kind] + before.get(kind, 0) - lost.get(kind, 0) for kind in KINDS}
        yield ArmyEntry(
            id=side,
            name=narrator.seat(side),
            look=LOOKS_OF_ARMIES[side],
            line=narrator.say("map-out")
            if is_out
            else narrator.say(
                "army-pieces", held=held.total(), all=held.total() + sum(lost.values())
            ),
            pieces=FrozenMap((kind, held[kind]) for kind in KINDS),
            captured=FrozenMap((kind, lost.get(kind, 0)) for kind in KINDS),
            removed=FrozenMap((kind, count) for kind, count in left.items() if count > 0),
            cards=len(hand),
            faces=faces,
            own=own,
            foreign=foreign,
            margin=narrator.margin(own, foreign) if view.assault and not is_out else "",
            plays=view.result is None and view.phase in ("begin", "move") and side == view.side,
            is_out=is_out,
        )


def _description(narrator: ArmyNarrator, view: State, armies: Sequence[ArmyEntry]) -> str:
    """Returns the picture in a few sentences."""
    title, whose = narrator.book.board.title, narrator.whose_turn(view)
    sentences = [narrator.say("map-title", title=title, whose=whose, deck=narrator.deck(view))]
    for army in armies:
        kept = narrator.say("kept-cards", count=army.cards)
        held = {"army": army.name, "count": sum(army.pieces.values()), "kept": kept}
        if army.is_out:
            sentences.append(narrator.say("sum-out", army=army.name))
        elif view.assault:
            own, foreign = army.own, army.foreign
            sentences.append(narrator.say("map-army-home", own=own, foreign=foreign, **held))
        else:
            sentences.append(narrator.say("map-army", **held))
    return " ".join(sentences)


# -- what happened --------------------------------------------------------------------------------


def _moves(narrator: ArmyNarrator, events: Sequence[Event]) -> Iterator[MoveShown]:
    for event in events:
        match event:
            case e.PieceMoved():
                manner: Manner = "flight" if event.kind in _FLYING else "ground"
                path = (event.origin, *event.path, event.target)
                yield _move(narrator, event, path, "card" if event.by_card else manner)
            case e.PieceReturned():
                yield _move(narrator, event, (event.origin, event.target), "card")


def _move(
    narrator: ArmyNarrator,
    event: e.PieceMoved | e.PieceReturned,
    path: tuple[str, ...],
    manner: Manner,
) -> MoveShown:
    piece = narrator.whose(event.side, event.kind)
    words = narrator.say("map-move", piece=piece, origin=path[0], to=path[-1])
    return MoveShown(army=event.side, kind=event.kind, path=path, manner=manner, words=words)


def _blasts(narrator: ArmyNarrator, events: Sequence[Event]) -> Iterator[Blast]:
    """Yields where an ICBM struck and destroyed what stood beside it."""
    struck = ""
    for event in events:
        match event:
            case e.PieceLost(reason="strike"):
                struck = event.square
            case e.PieceMoved():
                if event.kind == "icbm" and struck == event.target:
                    yield Blast(
                        at=event.target, words=narrator.say("map-blast", square=event.target)
                    )
                struck = ""


def _losses(narrator: ArmyNarrator, events: Sequence[Event]) -> Iterator[Loss]:
    for event in events:
        if isinstance(event, e.PieceLost):
            reason, piece = event.reason, narrator.whose(event.side, event.kind)
            yield Loss(
                at=event.square,
                army=event.side,
                kind=event.kind,
                cause=reason if reason in ("strike", "blast") else "other",
                words=narrator.say("map-lost", piece=piece, square=event.square),
            )


def _returns(narrator: ArmyNarrator, events: Sequence[Event]) -> Iterator[Return]:
    for event in events:
        if isinstance(event, e.PieceRecovered):
            words = narrator.say("map-back", piece=narrator.whose(event.side, event.kind))
            yield Return(at=event.square, army=event.side, words=words)
