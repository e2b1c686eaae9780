"""Standings and results as CSV that a spreadsheet opens as text, whatever names are."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from adjudicator.tournament.facts import given_by
from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.results import ByHead, ByRuling
from adjudicator.tournament.standings.table import Standings

__all__ = ["Cell", "as_number", "csv_bytes", "result_rows", "standing_rows"]

Cell: TypeAlias = str | Fraction | Decimal
"""Text, or a number: an exact one, or one that keeps its decimals."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would carry out."""


def csv_bytes(rows: Iterable[Sequence[Cell]], *, delimiter: str = ",") -> bytes:
    """Returns rows as CSV: UTF-8 with a mark, all cells quoted, none of them a formula.

    A text that a spreadsheet would carry out begins with an apostrophe, as people write text there.

    Args:
        delimiter: what parts cells; with semicolons numbers have decimal commas, as a spreadsheet
            reads them where lists are parted so.
    """
    point = "," if delimiter == ";" else "."
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_plain(cell, point) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def _plain(cell: Cell, point: str) -> str:
    if not isinstance(cell, str):
        text = str(cell) if isinstance(cell, Decimal) else as_number(cell)
        return text.replace(".", point)
    bare = cell.lstrip(" \u00a0\u3000")
    return f"'{cell}" if bare.startswith(_FORMULA) or cell.startswith(_FORMULA) else cell


def as_number(value: Fraction) -> str:
    """Returns a number as a spreadsheet reads it: 1/2 would be a day there. At most 4 decimals.

    >>> as_number(Fraction(7, 2)), as_number(Fraction(10)), as_number(Fraction(1, 3))
    ('3.5', '10', '0.3333')
    """
    whole = round(value * 10_000)
    sign = "-" if whole < 0 else ""
    text = f"{sign}{abs(whole) // 10_000}.{abs(whole) % 10_000:04d}"
    return text.rstrip("0").rstrip(".")


def standing_rows(event: OpenEvent, found: Standings) -> Iterator[list[Cell]]:
    """Yields the rows of standings, the heading first."""
    rounds = [f"round {number}" for number in range(1, found.after + 1)]
    yield ["place", "id", "name", "team", "score", *event.event.tie_breaks, *rounds]
    for row in found.rows:
        player = event.players.named(row.player)
        name, team = ("", "") if player is None else (player.name, player.team or "")
        given = ["" if one is None else one for one in row.by_round]
        yield [
            str(row.place), row.player, name, team, row.score, *row.tie_breaks, *given,
        ]  # fmt: skip


_WITHOUT_PLACES = ("void", "double-forfeit", "bye-asked", "bye-given")


def result_rows(event: OpenEvent) -> Iterator[list[Cell]]:
    """Yields a row for each player of each result in force, the heading first.

    `points` are the rulebook's, `score` is what it gave in the event; empty: it does not count for
    this player. Where nobody can be first (a bye, a void match), there is no place.
    """
    yield ["line", "match", "day", "kind", "seat", "id", "name", "place", "points", "score",
           "forfeits", "source", "corrects"]  # fmt: skip
    for one in event.results.values():
        source = "pairing"
        if isinstance(one.source, ByHead):
            source = one.source.head
        elif isinstance(one.source, ByRuling):
            source = one.source.referee
        for scored, gave in zip(one.players, given_by(event, one), strict=True):
            player = event.players.named(scored.player)
            yield [
                str(one.n), one.match, one.at.date().isoformat(), one.kind, scored.seat or "",
                scored.player, player.name if player else "",
                "" if one.kind in _WITHOUT_PLACES else str(scored.place),
                Fraction(scored.points), "" if gave is None else gave,
                "yes" if scored.forfeits else "", source,
                "" if one.corrects is None else str(one.corrects),
            ]  # fmt: skip
