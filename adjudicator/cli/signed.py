"""The SSH keys that `new` is given in files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

__all__ = ["keys_given"]


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
    from adjudicator.api.signing import public_key

    keys: dict[str, str] = {}
    for item in given:
        seat, sign, file = item.partition("=")
        if not sign or seat not in seats:
            raise typer.BadParameter(
                f"{item!r} is not SEAT=FILE; seats: {', '.join(seats)}", param_hint="--seat-key"
            )
        if seat in keys:
            raise typer.BadParameter(f"two keys for {seat}", param_hint="--seat-key")
        keys[seat] = public_key(Path(file))
    return None if own is None else public_key(own), keys
