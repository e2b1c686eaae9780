"""A move of one piece: what is asked, why one is illegal, what it does. (Turn, pieces)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, TypeVar

from adjudicator.core.game import Ask, Choose, Event, Order
from adjudicator.core.problem import Path, Problem
from adjudicator.games.stratix import orders as o
from adjudicator.games.stratix.conditions import Way
from adjudicator.games.stratix.events import LossReason, PieceLost, PieceMoved
from adjudicator.games.stratix.rules import generate
from adjudicator.games.stratix.rules.places import moves_of, position_of, unknown_square
from adjudicator.games.stratix.rules.ways import check_path, why_not
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.state import State
from adjudicator.games.stratix.words import kind_name, squares_text

__all__ = [
    "ANY",
    "Limits",
    "Recorder",
    "check_move",
    "collecting_problems",
    "duty_undone",
    "legal_moves",
    "lose",
    "make_move",
    "move_question",
]


O = TypeVar("O", bound=Order)  # noqa: E741 - the usual letter for an order type


class Recorder(Protocol):
    """What of a table a move needs; moves that are only thought of have no other."""

    @property
    def state(self) -> State:
        """The state as of the last recorded event."""

    def record(self, event: Event) -> None:
        """Makes the event part of the state."""


class Limits(NamedTuple):
    """What a card or a duty says of a move beyond the rules of movement."""

    barred: tuple[str, ...] = ()
    """Squares of pieces that may not move: they moved before."""
    is_recon_barred: bool = False
    """Whether the move may not end on a recon space before the final assault."""
    due: tuple[str, ...] = ()
    """Squares of pieces of which one has to move; none: any may. (Option `catch`)"""

    def allow(self, book: Ruleset, state: State, origin: str, target: str) -> bool:
        """Whether a legal move keeps to the limits."""
        if origin in self.barred or (self.due and origin not in self.due):
            return False
        return not (self.is_recon_barred and not state.assault and book.is_recon(target))


ANY = Limits()


def legal_moves(
    book: Ruleset, state: State, side: str, limits: Limits = ANY
) -> list[tuple[str, str]]:
    """Returns the moves that an army may order, as pairs of squares."""
    found = moves_of(book, state, side)
    if limits == ANY:
        return found
    return [pair for pair in found if limits.allow(book, state, *pair)]


def move_question(
    book: Ruleset, state: State, side: str, label: str, *, limits: Limits = ANY, topic: str = "move"
) -> Ask[o.Move]:
    """Asks which piece moves where; the only legal move needs no order."""

    def check(order: o.Move) -> Iterator[Problem]:
        return check_move(book, state, order, side, limits=limits)

    def options() -> Iterator[o.Move]:
        return (_move(*pair) for pair in legal_moves(book, state, side, limits))

    def sample(choose: Choose) -> o.Move | None:
        found = legal_moves(book, state, side, limits)
        return _move(*choose(found)) if found else None

    return Ask(
        label=label,
        topic=topic,
        seat=side,
        expects=o.Move,
        prompt="Move one of your pieces.",
        rule="turn",
        check=check,
        options=options,
        sample=sample,
    )


def collecting_problems(question: Ask[O], refused: list[Problem]) -> Ask[O]:
    """Returns a question that adds to a list what it refuses of a sheet."""

    def check(order: O) -> Iterator[Problem]:
        for problem in question.check(order):
            refused.append(problem)
            yield problem

    return question._replace(check=check)


def _move(origin: str, target: str) -> o.Move:
    return o.Move.model_construct(order="move", from_=origin, to=target, path=None)


def check_move(
    book: Ruleset, state: State, order: o.Move | Way, side: str, *, limits: Limits = ANY
) -> Iterator[Problem]:
    """Yields why a piece may not move so: by the rules of movement first, then by the limits."""
    named: list[tuple[str, Path]] = [(order.from_, ("from",)), (order.to, ("to",))]
    named += [(square, ("path", index)) for index, square in enumerate(order.path or ())]
    unknown = [found for one in named for found in unknown_square(book, *one)]
    if unknown:
        yield from unknown
        return
    piece = state.pieces.get(order.from_)
    if piece is None:
        yield Problem(
            "no-piece-there",
            f"no piece stands on {order.from_}",
            ("from",),
            "turn",
            hint=_own_squares(state, side),
        )
    elif piece.side != side:
        yield Problem(
            "not-your-piece",
            f"{_the(state, order.from_)} belongs to {piece.side}",
            ("from",),
            "turn",
            hint=_own_squares(state, side),
        )
    else:
        position = position_of(book, state)
        numbers = book.geometry.grid.numbers
        found = list(why_not(book, position, numbers[order.from_], numbers[order.to]))
        if not found and order.path is not None:
            way = [order.from_, *order.path, order.to]
            found = list(check_path(book, position, [numbers[square] for square in way]))
        yield from found or _check_limits(book, state, order, limits)


def _check_limits(
    book: Ruleset, state: State, order: o.Move | Way, limits: Limits
) -> Iterator[Problem]:
    if order.from_ in limits.barred:
        yield Problem(
            "moved-before",
            f"{_the(state, order.from_)} may not move again here: another piece has to",
            ("from",),
            "cards",
            hint="Name another piece.",
        )
    elif limits.due and order.from_ not in limits.due:
        yield duty_undone(limits.due, "recon spaces, ruling 45")
    elif limits.is_recon_barred and not state.assault and book.is_recon(order.to):
        yield Problem(
            "recon-barred",
            f"this move may not end on a recon space, as {order.to} is",
            ("to",),
            "cards",
            hint="Name another square.",
        )


def duty_undone(due: Sequence[str], rule: str) -> Problem:
    """Returns what is wrong with an order that leaves a recon duty undone where that is refused.

    Args:
        due: the squares of which one has to be left.
    """
    which = due[0] if len(due) == 1 else f"one of {squares_text(due)}"
    return Problem(
        "recon-duty",
        f"a piece must leave {which} this turn",
        ("from",),
        rule,
        hint="Move a piece that stands there: this match does not allow a breach.",
    )


def _own_squares(state: State, side: str) -> str:
    own = [square for square, piece in state.pieces.items() if piece.side == side]
    return f"Your pieces stand on {squares_text(own)}."


def _the(state: State, square: str) -> str:
    return f"the {kind_name(state.pieces[square].kind)} on {square}"


def make_move(book: Ruleset, table: Recorder, side: str, order: o.Move | Way) -> None:
    """A piece moves. An enemy where it ends is destroyed; around the target of an ICBM all are.

    ("An attack is complete when one piece moves onto a space occupied by an enemy piece"; ruling 4)
    """
    state = table.state
    piece, position = state.pieces[order.from_], position_of(book, state)
    is_strike = order.to in state.pieces
    near: Sequence[int] = ()
    if is_strike and piece.kind == "icbm":
        numbers = book.geometry.grid.numbers
        near = generate.blast(book.geometry, position, (numbers[order.from_], numbers[order.to]))
    if is_strike:
        lose(table, order.to, "strike", by=side)
    table.record(
        PieceMoved(
            side=side, kind=piece.kind, origin=order.from_, target=order.to, path=order.path or ()
        )
    )
    for number in sorted(near):
        lose(table, book.name(number), "blast", by=side)
    if is_strike and piece.kind == "icbm" and book.options.icbm_expended:
        lose(table, order.to, "expended", by=side)


def lose(table: Recorder, square: str, reason: LossReason, *, by: str) -> None:
    """The piece on a square leaves the board."""
    piece = table.state.pieces[square]
    table.record(PieceLost(side=piece.side, kind=piece.kind, square=square, reason=reason, by=by))
