"""The board as a picture: what a view and the events say, put into what is drawn.

A duty to leave a recon space that was not kept is not pointed out. (Ruling 7)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from adjudicator.core.english import amount, joined, sentence
from adjudicator.core.game import Event
from adjudicator.core.report import USUAL_STYLE, Style
from adjudicator.core.values import FrozenMap
from adjudicator.games.stratix import events as e
from adjudicator.games.stratix.board import ARMIES, Board
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.telling import (
    deck_text,
    faces_of,
    margin_text,
    whose_piece,
    whose_text,
)
from adjudicator.games.stratix.words import army_name, kind_name
from adjudicator.games.stratix.zones import balance
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
    SquareLookId,
    SquarePicture,
)

__all__ = ["picture"]

_LOOKS: Mapping[str, SquareLookId] = {
    "south-west": "cobalt",
    "north-west": "jade",
    "north-east": "amber",
    "south-east": "ivory",
}
_CORNERS: tuple[Corner, ...] = ("south-west", "north-west", "north-east", "south-east")
_FLYING = ("helicopter", "jet", "icbm")


def picture(
    book: Ruleset, start: State, view: State, events: Sequence[Event], *, style: Style = USUAL_STYLE
) -> str:
    """Returns the board as SVG text.

    Args:
        start: the position in which the match began.
        events: those of the opening shown.
    """
    armies = tuple(_armies(book, start, view))
    return square_board(
        SquarePicture(
            title=(book.board.title, whose_text(view), *style.caption),
            description=_description(book, view, armies),
            squares=_squares(book.board),
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
            pieces=FrozenMap(_pieces(book, view)),
            kinds=FrozenMap((kind, _kind(kind)) for kind in KINDS),
            deck=deck_text(view),
            deck_left=len(view.pile) if view.decks or view.assault else len(book.cards.cards),
            banner="Final assault" if view.assault and view.result is None else "",
            moves=tuple(_moves(events)),
            blasts=tuple(_blasts(events)),
            losses=tuple(_losses(events)),
            returns=tuple(_returns(events)),
            style=style,
        )
    )


def _kind(kind: str) -> str:
    return "Artillery" if kind == "artillery" else sentence(kind_name(kind))


@lru_cache(maxsize=2)
def _squares(board: Board) -> FrozenMap[str, SquareEntry]:
    """Returns the squares, which are the same in all pictures of a match."""
    return FrozenMap(dict(_each_square(board)))


def _each_square(board: Board) -> Iterator[tuple[str, SquareEntry]]:
    """Yields every square with what it is."""
    for corner, facts in board.quadrants.items():
        for line, squares in enumerate(facts.lines, start=1):
            ground: Ground = "dmz" if line == 1 else "staging"
            where = "DMZ line" if line == 1 else f"staging area, line {line}"
            for square in squares:
                words = f"{facts.name}, {where}"
                yield square, SquareEntry(ground=ground, quarter=corner, line=line, words=words)
        for square in facts.zone:
            is_recon = square in facts.recon
            words = f"{facts.name}, {'recon space' if is_recon else 'battle zone'}"
            free: Ground = "recon" if is_recon else "battle"
            yield square, SquareEntry(ground=free, quarter=corner, words=words)
    for square, bridge in board.bridges.items():
        joins = joined([board.quadrants[one].name for one in bridge.joins])
        yield square, SquareEntry(ground="bridge", words=f"bridge between {joins}")
    for square in board.water:
        is_deck = square == board.deck
        words = "the recon deck" if is_deck else "water"
        yield square, SquareEntry(ground="deck" if is_deck else "water", words=words)


def _pieces(book: Ruleset, view: State) -> Iterator[tuple[str, PieceEntry]]:
    for square, piece in view.pieces.items():
        words = whose_piece(piece.side, piece.kind)
        entry = PieceEntry(army=piece.side, kind=piece.kind, words=words)
        if book.is_recon(square) and not view.assault:
            # A piece that was to leave and stayed looks like one that has just come. (Ruling 7)
            duty, more = ("safe", "cannot be struck here")
            if square in view.due_left:
                duty, more = ("due", "has to leave in this turn")
            entry = entry.model_copy(update={"duty": duty, "words": f"{words}, {more}"})
        yield square, entry


def _armies(book: Ruleset, start: State, view: State) -> Iterator[ArmyEntry]:
    """Yields the armies of the match, clockwise."""
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
            name=army_name(side),
            look=_LOOKS[side],
            line="out of the match"
            if is_out
            else f"{held.total()} of {held.total() + sum(lost.values())} pieces",
            pieces=FrozenMap((kind, held[kind]) for kind in KINDS),
            captured=FrozenMap((kind, lost.get(kind, 0)) for kind in KINDS),
            removed=FrozenMap((kind, count) for kind, count in left.items() if count > 0),
            cards=len(hand),
            faces=faces,
            own=own,
            foreign=foreign,
            margin=margin_text(own, foreign) if view.assault and not is_out else "",
            plays=view.result is None and view.phase in ("begin", "move") and side == view.side,
            is_out=is_out,
        )


def _description(book: Ruleset, view: State, armies: Sequence[ArmyEntry]) -> str:
    """Returns the picture in a few sentences."""
    sentences = [f"The board of {book.board.title}. {whose_text(view)}. {deck_text(view)}."]
    for army in armies:
        held = sum(army.pieces.values())
        told = f"{army.name}: {amount(held, 'piece')}, {amount(army.cards, 'kept card')}"
        if view.assault and not army.is_out:
            told += f", in its home zone {army.own} of its own and {army.foreign} of others"
        sentences.append(f"{army.name} is out." if army.is_out else f"{told}.")
    return " ".join(sentences)


# -- what happened --------------------------------------------------------------------------------


def _moves(events: Sequence[Event]) -> Iterator[MoveShown]:
    for event in events:
        match event:
            case e.PieceMoved():
                manner: Manner = "flight" if event.kind in _FLYING else "ground"
                path = (event.origin, *event.path, event.target)
                yield _move(event, path, "card" if event.by_card else manner)
            case e.PieceReturned():
                yield _move(event, (event.origin, event.target), "card")


def _move(
    event: e.PieceMoved | e.PieceReturned, path: tuple[str, ...], manner: Manner
) -> MoveShown:
    words = f"{whose_piece(event.side, event.kind)}, {path[0]} to {path[-1]}"
    return MoveShown(army=event.side, kind=event.kind, path=path, manner=manner, words=words)


def _blasts(events: Sequence[Event]) -> Iterator[Blast]:
    """Yields where an ICBM struck and destroyed what stood beside it."""
    struck = ""
    for event in events:
        match event:
            case e.PieceLost(reason="strike"):
                struck = event.square
            case e.PieceMoved():
                if event.kind == "icbm" and struck == event.target:
                    yield Blast(at=event.target, words=f"Blast about {event.target}")
                struck = ""


def _losses(events: Sequence[Event]) -> Iterator[Loss]:
    for event in events:
        if isinstance(event, e.PieceLost):
            reason = event.reason
            yield Loss(
                at=event.square,
                army=event.side,
                kind=event.kind,
                cause=reason if reason in ("strike", "blast") else "other",
                words=f"{whose_piece(event.side, event.kind)}, lost on {event.square}",
            )


def _returns(events: Sequence[Event]) -> Iterator[Return]:
    for event in events:
        if isinstance(event, e.PieceRecovered):
            words = f"{whose_piece(event.side, event.kind)} is back"
            yield Return(at=event.square, army=event.side, words=words)
