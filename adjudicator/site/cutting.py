"""Maps as differences: each fragment is kept once, each map is copied from the one before.

A map is cut before every `<`. What two maps have in common they have in long runs of such pieces,
so that one map is told by where it copies from another and by the few pieces that are its own.
Nothing of SVG is understood here, and every map comes out byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

__all__ = ["CannotJoin", "Cut", "cut", "joined"]

_MOST_PLACES = 12
"""So many places from which a run could be copied are looked at, the nearest first."""
_MOST_PIECES = 300_000
"""No map has more pieces: copies of copies could grow without end."""
_SHORTEST = 2
"""Shorter runs are written piece by piece."""


class CannotJoin(ValueError):
    """These pieces make no maps: they were changed."""


class Cut(NamedTuple):
    """Maps, cut."""

    base: str
    """The first map from its `<svg` on, whole."""
    pieces: str
    """All pieces that the base lacks, one behind the other, each once."""
    changes: tuple[tuple[int, ...], ...]
    """How each map follows from the one before, and the first one from the base.

    A number from 0 on is a piece, counted from the one behind that which was named last, in
    zigzag: 0 is that one, 1 the one before it, 2 the one behind it. A negative number copies as
    many pieces of the map before; where they begin, the next number says, counted from the end of
    what was copied last.
    """


def cut(maps: Sequence[str]) -> Cut:
    """Returns maps, cut; of none an empty cut.

    Raises:
        ValueError: one is no map: it holds no `<svg`, or does not begin with `<`.
    """
    if not maps:
        return Cut("", "", ())
    if any(not one.startswith("<") or "<svg" not in one for one in maps):
        raise ValueError("a map begins with < and holds <svg")
    base = maps[0][maps[0].index("<svg") :]
    numbers: dict[str, int] = {}
    before = _numbered(base, numbers)
    in_base, changes = len(numbers), []
    for one in maps:
        now = _numbered(one, numbers)
        changes.append(tuple(_steps(before, now, in_base)))
        before = now
    return Cut(base, "".join(list(numbers)[in_base:]), tuple(changes))


def joined(of: Cut) -> list[str]:
    """Returns the maps that were cut, byte for byte.

    Raises:
        CannotJoin: a number leads nowhere, or a map would be far too large.
    """
    numbers: dict[str, int] = {}
    before = _numbered(of.base, numbers)
    in_base = len(numbers)
    for piece in _pieces(of.pieces):
        if piece in numbers:
            raise CannotJoin("a piece stands there twice")
        numbers[piece] = len(numbers)
    pieces, maps = list(numbers), []
    for steps in of.changes:
        followed = _followed(before, steps, in_base, len(pieces))
        before = list(islice(followed, _MOST_PIECES + 1))
        if len(before) > _MOST_PIECES:
            raise CannotJoin("a map is far too large")
        maps.append("".join(pieces[one] for one in before))
    return maps


def _pieces(text: str) -> list[str]:
    """Returns a text, cut before every `<`."""
    first, *others = text.split("<")
    if first:
        raise CannotJoin("a map begins with <")
    return [f"<{one}" for one in others]


def _numbered(text: str, numbers: dict[str, int]) -> list[int]:
    """Returns a text as numbers of pieces; new ones get the next numbers."""
    return [numbers.setdefault(piece, len(numbers)) for piece in _pieces(text)]


def _steps(before: Sequence[int], now: Sequence[int], next_piece: int) -> Iterator[int]:
    """Yields how a map follows from the one before; see `Cut.changes`."""
    places: dict[int, list[int]] = {}
    for place, piece in enumerate(before):
        places.setdefault(piece, []).append(place)
    at = done = 0
    while done < len(now):
        length, start = 0, 0
        for place in sorted(places.get(now[done], ()), key=lambda one: abs(one - at))[
            :_MOST_PLACES
        ]:
            run = _run(before, place, now, done)
            if run > length:
                length, start = run, place
        if length >= _SHORTEST:
            yield from (-length, start - at)
            at, done = start + length, done + length
            continue
        apart = now[done] - next_piece
        yield 2 * apart if apart >= 0 else -2 * apart - 1
        next_piece, at, done = now[done] + 1, at + 1, done + 1


def _run(before: Sequence[int], place: int, now: Sequence[int], done: int) -> int:
    """Returns how many pieces are alike from two places on."""
    length, most = 0, min(len(before) - place, len(now) - done)
    while length < most and before[place + length] == now[done + length]:
        length += 1
    return length


def _followed(
    before: Sequence[int], steps: Sequence[int], next_piece: int, count: int
) -> Iterator[int]:
    """Yields the pieces of a map that follows from the one before."""
    at, given = 0, iter(steps)
    for one in given:
        if one < 0:
            start = at + next(given, 0)
            at = start - one
            if not 0 <= start < at <= len(before):
                raise CannotJoin("what is to be copied is not there")
            yield from before[start:at]
            continue
        piece = next_piece + (one // 2 if one % 2 == 0 else -(one + 1) // 2)
        if not 0 <= piece < count:
            raise CannotJoin("there is no such piece")
        yield piece
        next_piece, at = piece + 1, at + 1
