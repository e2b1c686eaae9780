"""What commands do with SSH keys and signatures that lie in files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import typer

from adjudicator.core.problem import Problem
from adjudicator.files.matches.match import Match
from adjudicator.files.problems import Located

__all__ = ["keys_given", "take_signatures", "unseen_signature"]


def keys_given(
    own: Path | None, given: Sequence[str], seats: Sequence[str], *, joins: bool
) -> tuple[str | None, dict[str, str]]:
    """Returns the keys in the files of `new`: the referee's, and those of seats.

    Args:
        given: as written on the command line, `SEAT=FILE`.
        joins: whether the seats join for themselves.
    """
    if joins and given:
        raise typer.BadParameter("seats that join bring their own keys", param_hint="--seat-key")
    if own is None and not given:
        return None, {}
    from adjudicator.files.keys.signatures import read_public_key

    keys: dict[str, str] = {}
    for item in given:
        seat, sign, file = item.partition("=")
        if not sign or seat not in seats:
            raise typer.BadParameter(
                f"{item!r} is not SEAT=FILE; seats: {', '.join(seats)}", param_hint="--seat-key"
            )
        if seat in keys:
            raise typer.BadParameter(f"two keys for {seat}", param_hint="--seat-key")
        keys[seat] = read_public_key(Path(file))
    return None if own is None else read_public_key(own), keys


def take_signatures(match: Match, sheets: Sequence[tuple[str, bytes]]) -> None:
    """Hands a match the signatures that lie beside sheets."""
    if any(_beside(source).is_file() for source, _ in sheets):
        from adjudicator.files.keys.signatures import signatures_beside

        match.signing.signatures.update(signatures_beside(sheets))


def unseen_signature(sheet: Path) -> Iterator[Located]:
    """Yields that the signature beside a sheet is not looked at where a state.json is all."""
    if _beside(str(sheet)).is_file():
        problem = Problem(
            "signature-ignored",
            "a state.json holds no keys: the signature was not looked at",
            rule="TFD1 3.3",
            hint="Name the match folder to have it verified.",
            kind="invalid",
            warning=True,
        )
        yield Located(problem, str(_beside(str(sheet))))


def _beside(source: str) -> Path:
    return Path(f"{source}.sig")
