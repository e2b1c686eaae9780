"""Why a piece cannot go somewhere, and whether it can go on a path that an order names.

`generate` says what is legal; this says why the rest is not, in words for whoever ordered it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.boards.squares import STRAIGHT
from adjudicator.core.problem import Problem
from adjudicator.games.stratix.board import ARMIES, KINDS
from adjudicator.games.stratix.geometry import ARTILLERY, HELICOPTER, INFANTRY, TANK
from adjudicator.games.stratix.rules import generate
from adjudicator.games.stratix.ruleset import Ruleset
from adjudicator.games.stratix.words import kind_name, squares_text

__all__ = ["cannot_end", "check_path", "why_not"]

_GROUND = (INFANTRY, TANK)


def why_not(
    book: Ruleset, position: generate.Position, origin: int, target: int
) -> Iterator[Problem]:
    """Yields the reason why the piece on one square cannot end on another; nothing if it can."""
    ends = generate.reaches(book.geometry, position, origin)
    if target in ends:
        return
    code, message, rule = _reason(book, position, origin, target)
    kind = kind_name(KINDS[generate.kind_at(position, origin)])
    there = squares_text(book.geometry.grid.in_order([book.name(end) for end in ends]))
    yield Problem(
        code,
        message,
        ("to",),
        rule,
        hint=f"From {book.name(origin)} the {kind} can go to {there}.",
    )


def _reason(
    book: Ruleset, position: generate.Position, origin: int, target: int
) -> tuple[str, str, str]:
    """Returns code, message and paragraph of the first thing that is wrong."""
    geometry = book.geometry
    kind = generate.kind_at(position, origin)
    here, there, name = book.name(origin), book.name(target), kind_name(KINDS[kind])
    if origin == target:
        return _why("goes-nowhere", f"the {name} stands on {here} already", "turn")
    closed = cannot_end(book, there)
    if closed is not None and geometry.line[target]:
        return _why("ends-on-red", closed, "red squares")
    if closed is not None:
        return _why("ends-on-water", closed, "pieces")
    occupied = _why_occupied(book, position, origin, target)
    if occupied is not None:
        return occupied
    is_recon = geometry.is_recon
    if is_recon[origin] and is_recon[target] and not position.assault:
        return _why(
            "recon-to-recon",
            f"no move leads from one recon space ({here}) to another ({there})",
            "recon spaces",
        )
    if kind in _GROUND:
        return _why(
            "no-way",
            f"no way of exactly three free steps leads the {name} from {here} to {there}",
            "pieces",
        )
    if kind == HELICOPTER:
        return _why(
            "too-far", f"{there} is more than three steps of a helicopter from {here}", "pieces"
        )
    return _off_line(book, position, origin, target)


def _why(code: str, message: str, rule: str) -> tuple[str, str, str]:
    """Returns code, message and paragraph of a reason."""
    return code, message, rule


def cannot_end(book: Ruleset, square: str) -> str | None:
    """Returns why no move at all ends on a square; None: some may."""
    number = book.geometry.grid.numbers[square]
    if book.geometry.is_water[number]:
        return f"{square} is water: nobody may stop there"
    if book.geometry.line[number]:
        return f"{square} is a red square: no move ends there"
    return None


def _why_occupied(
    book: Ruleset, position: generate.Position, origin: int, target: int
) -> tuple[str, str, str] | None:
    """Returns what forbids to strike the piece on the target; None: nothing does."""
    if position.board[target] == generate.EMPTY:
        return None
    geometry, there = book.geometry, book.name(target)
    owner = generate.side_at(position, target)
    if owner == generate.side_at(position, origin):
        return _why("own-piece-there", f"a piece of your own stands on {there}", "turn")
    if geometry.line[origin]:
        return _why(
            "strike-from-red",
            f"{ARMIES[owner]} stands on {there}: nobody strikes from a red square",
            "red squares",
        )
    if generate.is_attackable(geometry, position, target):
        return None
    if geometry.is_recon[target] and not position.assault:
        return _why(
            "safe-recon-space",
            f"the piece on the recon space {there} is safe until the final assault",
            "recon spaces, ruling 15",
        )
    return _why(
        "cease-fire",
        f"a cease-fire forbids strikes in the battle zone in which {there} lies",
        "cards, ruling 28",
    )


def _off_line(
    book: Ruleset, position: generate.Position, origin: int, target: int
) -> tuple[str, str, str]:
    """Returns why a piece that moves in straight lines does not come there.

    A line from one space to another never crosses red squares: they fill the corners.
    """
    geometry = book.geometry
    kind = generate.kind_at(position, origin)
    here, there, name = book.name(origin), book.name(target), kind_name(KINDS[kind])
    direction = geometry.grid.direction(origin, target)
    if direction is None or (kind == ARTILLERY and direction not in STRAIGHT):
        lines = "a rank or a file" if kind == ARTILLERY else "a rank, a file or a diagonal"
        return _why("not-in-line", f"{there} does not lie on {lines} with {here}", "pieces")
    side = generate.side_at(position, origin)
    blocked = next(
        square
        for square in geometry.grid.between(origin, target)
        if position.board[square] != generate.EMPTY and generate.side_at(position, square) != side
    )
    return _why(
        "line-blocked",
        f"the enemy on {book.name(blocked)} ends the line of the {name} towards {there}",
        "pieces, ruling 15",
    )


# -- paths ----------------------------------------------------------------------------------------


def check_path(book: Ruleset, position: generate.Position, way: Sequence[int]) -> Iterator[Problem]:
    """Yields what is wrong with a way that an order names, start and end included.

    The end can be reached; this is about the squares between. (Ruling 20)
    """
    kind = generate.kind_at(position, way[0])
    if kind in _GROUND:
        reason = _wrong_walk(book, position, way)
    elif kind == HELICOPTER:
        reason = _wrong_flight(book, way)
    else:
        between = book.geometry.grid.between(way[0], way[-1])
        listed = squares_text([book.name(square) for square in between])
        is_right = tuple(way[1:-1]) == between
        reason = None if is_right else (1, f"the squares between are {listed}")
    if reason is not None:
        place, message = reason
        yield Problem(
            "wrong-path",
            message,
            ("path", place - 1) if 0 < place < len(way) - 1 else ("path",),
            "pieces, ruling 20",
            hint='Mend the path, or leave "path" out: then any legal way will do.',
        )


def _wrong_walk(
    book: Ruleset, position: generate.Position, way: Sequence[int]
) -> tuple[int, str] | None:
    """Returns the place of the first wrong step of infantry or a tank, and what is wrong."""
    geometry, steps = book.geometry, len(way) - 1
    if steps != 3:
        return 0, f"infantry and tanks go exactly three steps, not {steps}"
    for place in range(1, len(way)):
        here, there = way[place - 1], way[place]
        name = book.name(there)
        if there not in geometry.grid.near[here]:
            return place, f"{name} does not lie beside {book.name(here)}"
        if there in way[:place]:
            return place, f"{name} is passed twice"
        if not geometry.may_walk(way[:place], there):
            return place, f"the step to {name} leads into water, a red square or a second bridge"
        if place < steps and position.board[there] != generate.EMPTY:
            return place, f"a piece stands on {name}"
    return None


def _wrong_flight(book: Ruleset, way: Sequence[int]) -> tuple[int, str] | None:
    """Returns the place of the first wrong step of a helicopter, and what is wrong."""
    if len(way) - 1 > 3:
        return 0, f"a helicopter goes three steps or fewer, not {len(way) - 1}"
    for place in range(1, len(way)):
        here, there = way[place - 1], way[place]
        if there not in book.geometry.hops_of(here):
            return place, f"{book.name(there)} is not one step from {book.name(here)}"
    return None
