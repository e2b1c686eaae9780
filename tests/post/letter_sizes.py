"""How large letters are: python -m tests.post.letter_sizes [EXAMPLE]...

One line for each opening of the examples: the largest letter of its seats, as it is mailed, full,
light and plain.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Container, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from adjudicator.api.match import Match
from adjudicator.post.letters.turn import TurnLetter
from adjudicator.post.letters.way import Letters, Way
from tests.post.openings import EXAMPLES, after_each_opening

__all__ = ["MOST", "Sizes", "sizes_of", "way"]

MOST: dict[Letters, int] = {"full": 460_000, "light": 170_000}
"""Bytes that a letter of each kind may have, as it is mailed."""
KINDS: tuple[Letters, ...] = ("full", "light", "plain")


class Sizes(NamedTuple):
    """The largest letters after an opening."""

    n: int
    bytes_of: dict[Letters, int]
    parts: str
    """Of the full one, its picture and what its archive holds, in kB."""


def way(letters: Letters = "full") -> Way:
    """Returns the way of a letter as an office would have it."""
    return Way(
        to="anna@example.org",
        name="Anna",
        sender="judge@play.example",
        sender_name="adjudicator",
        reply_to="judge+spring.western.K7Q2ABCDEFGHJKLM@play.example",
        domain="play.example",
        tag="spring",
        letters=letters,
        pen="https://play.example/judge.html",
        date=datetime(2026, 11, 27, 20, tzinfo=UTC),
        due=datetime(2026, 11, 29, 19, tzinfo=UTC),
        zone="Europe/Berlin",
    )


def sizes_of(example: str, folder: Path, only: Container[int] | None = None) -> Iterator[Sizes]:
    """Yields the sizes after each opening of an example; see `after_each_opening`."""
    for match in after_each_opening(example, folder, only):
        found = {kind: max(_size(match, seat, kind) for seat in match.seats) for kind in KINDS}
        yield Sizes(match.n, found, _parts(match))


def _size(match: Match, seat: str, kind: Letters) -> int:
    return len(TurnLetter(match, seat, way(kind)).to_bytes())


def _parts(match: Match) -> str:
    letter = TurnLetter(match, match.seats[0], way())
    body = letter.body
    return f"picture {len(body.picture) // 1000}, archive {len(body.files[0].raw) // 1000}"


def main(examples: tuple[str, ...]) -> None:
    """Prints the table."""
    print(f"{'opening':40} {'full':>6} {'light':>6} {'plain':>6}  kB")
    for example in examples:
        with tempfile.TemporaryDirectory() as folder:
            for one in sizes_of(example, Path(folder, "match")):
                figures = " ".join(f"{one.bytes_of[kind] / 1000:6.0f}" for kind in KINDS)
                over = [kind for kind, most in MOST.items() if one.bytes_of[kind] > most]
                print(f"{example:34} n{one.n:04} {figures}  ({one.parts})  {' '.join(over)}")


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or EXAMPLES)
