"""Checks of a board: what is wrong with a map's file, all at once.

An own map may put its bridges and recon spaces elsewhere, as long as no army is better off for it;
the rest of the layout is what the rules are made for, and another one is refused. (Ruling 41)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from adjudicator.core.english import joined
from adjudicator.core.problem import Path, Problem
from adjudicator.games.stratix.board import ARMIES, FILES, RANKS, Board, Quadrant, grid

__all__ = ["check_board"]

_CORNERS = ("a1", "a19", "s19", "s1")
"""The corners of the armies, clockwise."""
_CHANNEL = FILES // 2
"""The file and the rank of the channel, counted from 0."""
_LINES = 6
_RECON = 3
"""Recon spaces of each quadrant."""


def check_board(board: Board) -> Iterator[Problem]:
    """Yields all that is wrong with a board; paths lead into its file."""
    if tuple(sorted(ARMIES)) != tuple(board.quadrants):
        yield _unusable(
            "wrong-quadrants",
            f"the quadrants are {joined(tuple(board.quadrants), 'none')}",
            ("quadrants",),
            f"Name exactly {joined(ARMIES)}",
        )
        return
    unknown = list(_check_names(board))
    yield from unknown
    if unknown:
        return
    yield from _check_counted_once(board)
    for army, name in enumerate(ARMIES):
        yield from _check_quadrant(army, board.quadrants[name], ("quadrants", name))
    yield from _check_channel(board)
    yield from _check_bridges(board)
    yield from _check_symmetry(board)


# -- every square once ----------------------------------------------------------------------------


def _named(board: Board) -> Iterator[tuple[str, Path]]:
    """Yields every square that the board consists of, with where it stands."""
    for name, facts in board.quadrants.items():
        path = ("quadrants", name)
        for index, line in enumerate(facts.lines):
            for place, square in enumerate(line):
                yield square, (*path, "lines", index, place)
        for place, square in enumerate(facts.zone):
            yield square, (*path, "zone", place)
    for square in board.bridges:
        yield square, ("bridges", square)
    for place, square in enumerate(board.water):
        yield square, ("water", place)


def _pointed_at(board: Board) -> Iterator[tuple[str, Path]]:
    """Yields every square that is named for what it is besides."""
    for name, facts in board.quadrants.items():
        yield facts.corner, ("quadrants", name, "corner")
        for place, square in enumerate(facts.recon):
            yield square, ("quadrants", name, "recon", place)
    yield board.deck, ("deck",)


def _check_names(board: Board) -> Iterator[Problem]:
    for square, path in chain(_named(board), _pointed_at(board)):
        if grid().number(square) is None:
            yield _unusable(
                "unknown-square",
                f"the board has no square {square}",
                path,
                f"Its squares are a1 to {grid().names[-1]}",
            )


def _check_counted_once(board: Board) -> Iterator[Problem]:
    firsts: dict[str, Path] = {}
    for square, path in _named(board):
        first = firsts.setdefault(square, path)
        if first != path:
            yield _unusable(
                "doubled-square",
                f"{square} already stands in {_spelled(first)}",
                path,
                "Give each square once",
            )


# -- the layout -----------------------------------------------------------------------------------


def _lines_of(army: int) -> tuple[tuple[str, ...], ...]:
    """Returns the red squares of an army as the rules need them, line by line."""
    lines: list[list[str]] = [[] for _ in range(_LINES)]
    for square, name in enumerate(grid().names):
        far = _from_corner(army, square)
        if sum(far) < _LINES:
            lines[_LINES - 1 - sum(far)].append(name)
    return tuple(tuple(grid().in_order(line)) for line in lines)


def _from_corner(army: int, square: int) -> tuple[int, int]:
    """Returns how many files and ranks a square is away from the corner of an army."""
    file, rank = grid().at(square)
    corner_file, corner_rank = grid().at(grid().numbers[_CORNERS[army]])
    return abs(file - corner_file), abs(rank - corner_rank)


def _zone_of(army: int) -> tuple[str, ...]:
    """Returns the battle zone of a quadrant as the rules need it."""
    return tuple(
        grid().in_order(
            [
                name
                for square, name in enumerate(grid().names)
                if max(_from_corner(army, square)) < _CHANNEL
                and sum(_from_corner(army, square)) >= _LINES
            ]
        )
    )


def _check_quadrant(army: int, facts: Quadrant, path: Path) -> Iterator[Problem]:
    if facts.corner != _CORNERS[army]:
        yield _unusable(
            "wrong-squares",
            f"the corner of {ARMIES[army]} is not {facts.corner}",
            (*path, "corner"),
            f"It is {_CORNERS[army]}",
        )
    if len(facts.lines) != _LINES:
        yield _unusable(
            "wrong-squares",
            f"a red triangle has {_LINES} lines, not {len(facts.lines)}",
            (*path, "lines"),
            "Line 1 is the DMZ, the last one the corner",
        )
    for index, (line, needed) in enumerate(zip(facts.lines, _lines_of(army), strict=False)):
        what = f"line {index + 1} of {ARMIES[army]}"
        yield from _check_squares(what, line, needed, (*path, "lines", index))
    zone = _zone_of(army)
    yield from _check_squares(
        f"the battle zone of {ARMIES[army]}", facts.zone, zone, (*path, "zone")
    )
    yield from _check_recon(facts, zone, (*path, "recon"))


def _check_recon(facts: Quadrant, zone: Sequence[str], path: Path) -> Iterator[Problem]:
    if len(facts.recon) != _RECON:
        yield _unusable(
            "wrong-recon-spaces",
            f"a quadrant has {_RECON} recon spaces, not {len(facts.recon)}",
            path,
            f"Name {_RECON} squares of its battle zone",
        )
    for place, square in enumerate(facts.recon):
        if square not in zone:
            yield _unusable(
                "wrong-recon-spaces",
                f"{square} is no square of this battle zone",
                (*path, place),
                "Recon spaces are squares of the quadrant's own battle zone",
            )
        elif square in facts.recon[:place]:
            yield _unusable(
                "wrong-recon-spaces",
                f"{square} is named twice",
                (*path, place),
                "Give each recon space once",
            )


def _check_channel(board: Board) -> Iterator[Problem]:
    needed = [
        name
        for square, name in enumerate(grid().names)
        if _CHANNEL in grid().at(square) and name not in board.bridges
    ]
    yield from _check_squares("the water", board.water, needed, ("water",))
    middle = grid().names[_CHANNEL * RANKS + _CHANNEL]
    if board.deck != middle:
        yield _unusable(
            "wrong-squares",
            f"the deck lies on {middle}, not on {board.deck}",
            ("deck",),
            f"Write {middle}",
        )


def _check_squares(
    what: str, given: Iterable[str], needed: Iterable[str], path: Path
) -> Iterator[Problem]:
    missing = sorted(set(needed) - set(given), key=grid().numbers.__getitem__)
    extra = sorted(set(given) - set(needed), key=grid().numbers.__getitem__)
    if missing:
        yield _unusable(
            "wrong-squares",
            f"{what} lacks {joined(missing)}",
            path,
            "An own map may move bridges and recon spaces only",
        )
    if extra:
        yield _unusable(
            "wrong-squares",
            f"{what} does not hold {joined(extra)}",
            path,
            "An own map may move bridges and recon spaces only",
        )


# -- bridges, fairness ----------------------------------------------------------------------------


def _joined_by(square: str) -> tuple[str, str] | None:
    """Returns the quadrants on both sides of a channel square, clockwise; None: it has no two."""
    file, rank = grid().at(grid().numbers[square])
    if (file == _CHANNEL) == (rank == _CHANNEL):
        return None
    if rank == _CHANNEL:
        return (ARMIES[0], ARMIES[1]) if file < _CHANNEL else (ARMIES[2], ARMIES[3])
    return (ARMIES[1], ARMIES[2]) if rank > _CHANNEL else (ARMIES[3], ARMIES[0])


def _check_bridges(board: Board) -> Iterator[Problem]:
    found: dict[tuple[str, str], int] = {}
    for square, bridge in board.bridges.items():
        joins = _joined_by(square)
        path = ("bridges", square)
        if joins is None:
            yield _unusable(
                "wrong-bridge",
                f"{square} does not lie between two quadrants",
                path,
                "Bridges are squares of file j or rank 10, but for the middle",
            )
        elif bridge.joins != joins:
            yield _unusable(
                "wrong-bridge",
                f"{square} lies between {joined(joins)}",
                (*path, "joins"),
                f'Write ["{joins[0]}", "{joins[1]}"]',
            )
        if joins is not None:
            found[joins] = found.get(joins, 0) + 1
    for here, there in zip(ARMIES, (*ARMIES[1:], ARMIES[0]), strict=True):
        if (here, there) not in found:
            yield _unusable(
                "wrong-bridge",
                f"no bridge joins {here} and {there}",
                ("bridges",),
                "Give neighbouring quadrants a bridge or more",
            )


def _check_symmetry(board: Board) -> Iterator[Problem]:
    """No army is better off: a quarter turn puts bridges on bridges, recon spaces on such."""
    recon = {
        square: ("quadrants", name, "recon", place)
        for name, facts in board.quadrants.items()
        for place, square in enumerate(facts.recon)
    }
    bridges: Mapping[str, Path] = {square: ("bridges", square) for square in board.bridges}
    for what, squares in (("recon space", recon), ("bridge", bridges)):
        for square, path in squares.items():
            turned = grid().names[grid().turned(grid().numbers[square])]
            if turned not in squares:
                yield _unusable(
                    "not-symmetric",
                    f"{square} is a {what}, but {turned}, where a quarter turn puts it, is none",
                    path,
                    "All four quarters of the board are alike",
                )


def _spelled(path: Path) -> str:
    spelled = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return spelled.removeprefix(".")


def _unusable(code: str, message: str, path: Path, hint: str) -> Problem:
    return Problem(code, message, path, hint=hint, kind="unusable")
