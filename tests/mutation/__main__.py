"""Runs from the command line; see the package."""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from time import monotonic  # noqa: TID251 - a bound on how long the command runs

from tests.coverage_table import BOOKS, Rulebook
from tests.mutation import __doc__ as about
from tests.mutation.findings import Findings, blind_rows, equivalents, findings, strangers
from tests.mutation.kept import KEPT
from tests.mutation.rows import rows_of

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the table, and the rows that notice nothing; returns the exit code."""
    given = _parser().parse_args(arguments)
    end = None if given.seconds is None else monotonic() + given.seconds
    books = BOOKS if given.game == "all" else [_book(given.game)]
    found, unused = [], []
    for book in books:
        listed = equivalents(book.game.name)
        rows = rows_of(book, given.paragraph)
        if not rows:
            raise SystemExit(f"{book.game.name} has no paragraph that begins {given.paragraph!r}")
        folder = KEPT / book.game.name
        if given.afresh:
            shutil.rmtree(folder, ignore_errors=True)
        if not given.paragraph:
            unused += [f"{book.game.name}: {one}" for one in strangers(listed, rows)]
        if given.blind:
            found.append(
                Findings(
                    book.game.name,
                    blind_rows(
                        rows, listed, folder=folder,
                        has_time=lambda: end is None or monotonic() < end,
                    ),
                )
            )  # fmt: skip
            continue
        found.append(
            findings(
                book, rows, listed, folder=folder, everywhere=not given.rows_only,
                has_time=lambda: end is None or monotonic() < end,
            )
        )  # fmt: skip
    if given.json:
        print(json.dumps([_told(one) for one in found], indent=2))
    elif given.blind:
        print("\n".join(_told_blind(found)))
    else:
        print("\n".join(_lines(found, with_survivors=given.survivors)))
    for one in unused:
        print(f"listed as equivalent, but no change: {one}", file=sys.stderr)
    return 1 if unused or any(one.blind for one in found) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m tests.mutation",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="its full name, or `all`")
    parser.add_argument("paragraph", nargs="?", default="", help="how the paragraph begins")
    parser.add_argument("--seconds", type=int, help="begin no change after so long")
    parser.add_argument("--rows-only", action="store_true", help="leave other rows' cases out")
    parser.add_argument(
        "--blind", action="store_true", help="only ask of each row whether it notices anything"
    )
    parser.add_argument("--survivors", action="store_true", help="list what no case notices")
    parser.add_argument("--afresh", action="store_true", help="forget what is known of the game")
    parser.add_argument("--json", action="store_true", help="everything, as JSON")
    return parser


def _book(name: str) -> Rulebook:
    for book in BOOKS:
        if book.game.name == name:
            return book
    raise SystemExit(f"no game {name}; there are {', '.join(one.game.name for one in BOOKS)}")


def _lines(found: Sequence[Findings], *, with_survivors: bool) -> Iterator[str]:
    yield (
        "| game | rows | changes | noticed by the row | only elsewhere | by none "
        "| equivalent | not tried |"
    )
    yield "|---|---|---|---|---|---|---|---|"
    for one in found:
        yield (
            f"| {one.game} | {len(one.rows)} | {one.changes} | {one.noticed} | {one.elsewhere} "
            f"| {len(one.survivors)} | {len(one.equivalent)} | {one.untried} |"
        )
    for one in found:
        if one.blind:
            yield f"\n{one.game}: rows none of whose cases notices a change:"
            yield from (f"  {row.citation} ({row.changes} changes)" for row in one.blind)
        still = [row.citation for row in one.rows if not row.changes]
        if still:
            yield f"\n{one.game}: rows in whose functions there is nothing to change:"
            yield from (f"  {citation}" for citation in still)
        unfelt = [(row.citation, name) for row in one.rows for name in row.unfelt]
        if unfelt:
            yield f"\n{one.game}: functions of which a row's cases notice no change:"
            yield from (f"  {citation}: {name}" for citation, name in unfelt)
        if one.equivalent:
            yield f"\n{one.game}: changes that change nothing:"
            yield from (f"  {change}: {reason}" for change, reason in one.equivalent.items())
        if with_survivors and one.survivors:
            yield f"\n{one.game}: changes that no case notices:"
            yield from (f"  {s.target}:{s.line}: {s.change}" for s in one.survivors)


def _told_blind(found: Sequence[Findings]) -> Iterator[str]:
    for one in found:
        untried = sum(bool(row.untried) and not row.noticed for row in one.rows)
        yield (
            f"{one.game}: {len(one.rows)} rows, {len(one.blind)} of which notice nothing, "
            f"{untried} not tried to the end"
        )
        yield from (f"  {row.citation} ({row.changes} changes)" for row in one.blind)


def _told(found: Findings) -> dict[str, object]:
    return {
        "game": found.game,
        "changes": found.changes,
        "noticed": found.noticed,
        "elsewhere": found.elsewhere,
        "untried": found.untried,
        "rows": [{**row._asdict(), "is_blind": row.is_blind} for row in found.rows],
        "survivors": [
            {"function": one.target, "line": one.line, "change": one.change}
            for one in found.survivors
        ],
        "equivalent": found.equivalent,
    }


if __name__ == "__main__":
    sys.exit(main())
