"""Pledges: a sheet of a seat with a chain of its own carries the chain's value for its opening.

`template` fills it in from the key file; a player never sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.audit.chains import Chain
from adjudicator.audit.opening import SavedMatch
from adjudicator.core.problem import Problem
from adjudicator.core.sheet import Sheet
from adjudicator.core.values import JSONValue
from adjudicator.documents.printed import command
from adjudicator.documents.problems import unusable_file

__all__ = ["addressed", "key_of_seat", "of_another", "pledge_problems", "pledged", "readdressed"]

_KEPT = ("orders", "answers", "standing", "hold", "then")
"""What an earlier sheet hands on to the one that takes its place."""


def addressed(seat: str, source: str) -> str:
    """Returns the command that writes a sheet anew for the next opening, in its own place."""
    sheet = Path(source)
    return command("template", "state.json", seat, "--from", sheet, "--out", sheet)


def pledge_problems(saved: SavedMatch, sheet: Sheet, source: str) -> Iterator[Problem]:
    """Yields what is wrong with the pledge of a sheet for the next opening (TFD1 3.4)."""
    pledge, chain = sheet.document["pledge"], saved.chains.get(sheet.seat)
    if saved.pledges_follow:
        if pledge is not None:
            yield _too_early(sheet.n)
        return
    anew = f"The tool fills it in:\n{addressed(sheet.seat, source)}"
    if chain is None:
        if pledge is not None:
            yield Problem(
                "pledge-without-chain",
                f"{sheet.seat} joined without a chain and has nothing to pledge",
                ("pledge",),
                hint='Give "pledge": null.',
                kind="invalid",
            )
    elif pledge is None:
        yield Problem(
            "pledge-missing",
            f"{sheet.seat} joined with a chain of its own, and the sheet pledges no value of it",
            ("pledge",),
            "TFD1 3.4",
            hint=anew,
            kind="invalid",
        )
    elif not chain.holds(sheet.seat, pledge, sheet.n):
        yield Problem(
            "pledge-false",
            f"this is not value {sheet.n} of the chain of {sheet.seat}",
            ("pledge",),
            "TFD1 3.7 (4)",
            hint=anew,
            kind="invalid",
        )


def _too_early(n: int) -> Problem:
    return Problem(
        "pledge-too-early",
        f"in this match the pledge is sent after opening {n} is locked, not in the sheet",
        ("pledge",),
        "TFD1 3.8",
        hint='Give "pledge": null, and keep the value to yourself.',
        kind="invalid",
    )


def key_of_seat(seat: str, chain: Chain, named: Path | None, near: Sequence[Path]) -> Path:
    """Returns where the key of a seat's chain lies: as named, or in the folders near.

    Raises:
        UnusableFile: it is not there, or is the key of another match, seat or chain.
    """
    from adjudicator.documents.keys.seat_keys import find_key, is_key_of, read_key

    if named is None:
        found = find_key(chain.match, seat, near, chain=chain)
        if found is not None:
            return found
        where = " and ".join(str(folder) for folder in dict.fromkeys(near))
        raise unusable_file(
            where,
            "no-key",
            f"the key file of {seat} in {chain.match} is not here, and its sheet needs a pledge",
            "Name it with --key FILE, or put its backup here. If it is lost: `adjudicator join "
            f"log.jsonl {seat}` makes a new chain, which the referee enters with `seat`.",
        )
    key = read_key(named)
    if (key.match, key.who) != (chain.match, seat):
        message = f"this is the key of {key.who} in {key.match}, not of {seat} in {chain.match}"
    elif not is_key_of(key, chain):
        message = f"this is the key of another chain than {seat} has in {chain.match} now"
    else:
        return named
    raise unusable_file(named, "other-key", message, "Name the key file that `join` wrote for it.")


def pledged(
    saved: SavedMatch, sheet: Mapping[str, JSONValue], key: Path | None, near: Sequence[Path]
) -> dict[str, JSONValue]:
    """Returns a sheet for the next opening with its pledge, if its seat has a chain.

    Args:
        key: the key file, as named; None: it is looked for.
        near: the folders in which it is looked for.

    Raises:
        UnusableFile: there is no key, or it is another's.
        Unusable: the chain is at its end.
    """
    from adjudicator.documents.keys.seat_keys import pledge_of, read_key

    seat = str(sheet["player"])
    chain = saved.chains.get(seat)
    if chain is None or saved.pledges_follow:
        return dict(sheet)
    path = key_of_seat(seat, chain, key, near)
    return {**sheet, "pledge": pledge_of(read_key(path), saved.n + 1)}


def of_another(seat: str, wanted: str) -> Problem:
    """Returns the problem of an earlier sheet that another seat sent."""
    return Problem(
        "sheet-of-another",
        f"this is a sheet of {seat}, not of {wanted}",
        ("player",),
        hint=f"Name a sheet of {wanted}, or the seat {seat}.",
        kind="invalid",
    )


def readdressed(
    blank: Mapping[str, JSONValue], earlier: Mapping[str, JSONValue]
) -> dict[str, JSONValue]:
    """Returns a sheet with the header of `blank` and what an earlier sheet says."""
    header = {name: value for name, value in blank.items() if name not in _KEPT}
    return header | {name: earlier[name] for name in _KEPT if name in earlier}
