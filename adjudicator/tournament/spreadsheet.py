"""Standings and results as CSV that a spreadsheet opens as text, whatever names are."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from adjudicator.tournament.folder import OpenEvent
from adjudicator.tournament.results import ByHead, ByRuling
from adjudicator.tournament.standings.table import Standings

__all__ = ["as_number", "csv_bytes", "result_rows", "standing_rows"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would carry out."""


def csv_bytes(rows: Iterable[Sequence[str]], *, delimiter: str = ",") -> bytes:
    """Returns rows as CSV: UTF-8 with a mark, all cells quoted, none of them a formula.

    A cell that a spreadsheet would carry out begins with an apostrophe, as people write text there.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_plain(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def _plain(cell: str) -> str:
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


def standing_rows(event: OpenEvent, found: Standings) -> Iterator[list[str]]:
    """Yields the rows of standings, the heading first."""
    rounds = [f"round {number}" for number in range(1, found.after + 1)]
    yield ["place", "id", "name", "team", "score", *event.event.tie_breaks, *rounds]
    for row in found.rows:
        player = event.players.named(row.player)
        name, team = ("", "") if player is None else (player.name, player.team or "")
        given = ["" if one is None else as_number(one) for one in row.by_round]
        yield [
            str(row.place), row.player, name, team, as_number(row.score),
            *map(as_number, row.tie_breaks), *given,
        ]  # fmt: skip


def result_rows(event: OpenEvent) -> Iterator[list[str]]:
    """Yields a row for each player of each result in force, the heading first."""
    yield ["line", "match", "day", "kind", "seat", "id", "name", "place", "points", "forfeits",
           "source", "corrects"]  # fmt: skip
    for one in event.results.values():
        source = "pairing"
        if isinstance(one.source, ByHead):
            source = one.source.head
        elif isinstance(one.source, ByRuling):
            source = one.source.referee
        for scored in one.players:
            player = event.players.named(scored.player)
            yield [
                str(one.n), one.match, one.at.date().isoformat(), one.kind, scored.seat or "",
                scored.player, player.name if player else "", str(scored.place),
                as_number(Fraction(scored.points)), "yes" if scored.forfeits else "", source,
                "" if one.corrects is None else str(one.corrects),
            ]  # fmt: skip
