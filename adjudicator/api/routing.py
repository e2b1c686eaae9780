"""What came, and for which match, opening and seat: for a gateway that gets files from anybody.

Nothing is judged here, and nothing that a file says of itself is true because it says so.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.api.named_files import SheetFile, SheetLike, as_sheet_file
from adjudicator.api.problems import Located, Problem, RefusedFile
from adjudicator.documents.json_input import Document, read_json

__all__ = ["Addressed", "addressed", "of_another"]


class Addressed(NamedTuple):
    """What a file says that it is, and where it belongs; None: it does not say so."""

    kind: str | None = None
    """"orders" (a sheet), "pledge", "join" (to an offer), "seat" (a join to a match under way),
    "offer", "view" (a state.json), "genesis" (a log); None: it cannot be read, or says nothing."""
    match: str | None = None
    """The id of its match, as `Position.id`; of a join to an offer, the hash of the offer."""
    n: int | None = None
    """The opening that it is for."""
    seat: str | None = None
    """Whose it is."""


def addressed(sheet: SheetLike) -> Addressed:
    """Returns what a file says of itself; of one that cannot be read, nothing.

    Raises:
        UnusableFile: it is a path of a file that is not there, cannot be read or is too large.

    >>> sheet = {"t": "orders", "game": "b9f5", "n": 4, "player": "western", "orders": {}}
    >>> adjudicator.addressed(sheet)
    Addressed(kind='orders', match='b9f5', n=4, seat='western')
    """
    document = _read(as_sheet_file(sheet))
    data: Any = None if document is None else document.data
    if not isinstance(data, dict):
        return Addressed()
    kind = data.get("t")
    said: Any = {"view": data.get("header"), "seat": data.get("join")}.get(str(kind), data)
    said = said if isinstance(said, dict) else {}
    seat = data.get("seat") if kind == "view" else said.get("player")
    n = said.get("n")
    return Addressed(
        kind if isinstance(kind, str) else None,
        _text(said.get("offer" if kind in ("join", "seat") else "game")),
        n if isinstance(n, int) and not isinstance(n, bool) else None,
        _text(seat),
    )


def of_another(file: SheetFile, seat: str) -> tuple[Located, ...]:
    """Returns the problem of a sheet, or a pledge, that names another seat than its sender's.

    What cannot be read, or names nobody, is left to be judged.
    """
    named = addressed(file).seat
    document = _read(file)
    if document is None or named in (None, seat):
        return ()
    problem = Problem(
        "other-seat",
        f'this is of "{named}", and was sent by {seat}',
        ("player",),
        hint="Send what is yours; nobody is told what another seat's sheet would do.",
        kind="invalid",
    )
    return (document.located(problem),)


def _read(file: SheetFile) -> Document | None:
    try:
        return read_json(file.raw, source=file.source)
    except RefusedFile:
        return None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
