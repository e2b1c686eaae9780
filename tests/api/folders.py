"""Match folders as bytes, and matches of the games that ship, played by the face alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import adjudicator

__all__ = ["bytes_of", "joined_match", "play_opening"]


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Returns every file of a folder, by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def play_opening(match: adjudicator.Match, near: Sequence[Path] = ()) -> adjudicator.Opened:
    """Submits a sheet of the built-in player for each seat that owes one, and adjudicates."""
    for one in match.awaited:
        if one.what in ("sheet", "answer") and one.seat is not None and not one.is_in:
            sheet = match.template(one.seat, play=True, near=near)
            checked = match.check(sheet)
            assert checked.is_acceptable, checked.problems
            receipt = match.submit(sheet)
            assert receipt.accepted, receipt.problems
            assert receipt.hash == checked.hash
            assert receipt.seat == one.seat
    return match.adjudicate()


def joined_match(folder: Path, game: str, scenario: str, mode: str) -> adjudicator.Match:
    """Returns a match whose seats joined with chains of their own; keys lie beside the folder."""
    prepared = adjudicator.prepare_match(game, scenario)
    offered = prepared.offer(folder, name=folder.name, mode=mode)
    assert sorted(offered.awaited) == sorted(prepared.seats)
    joins = []
    for seat in prepared.seats:
        made = adjudicator.invitation(folder / "offer.json").join(
            seat, out=folder.parent / f"join-{seat}.json", key=folder.parent / f"key-{seat}.json"
        )
        joins.append((str(made.join), made.join.read_bytes()))
    begun = adjudicator.begin_match(folder, joins)
    assert begun.match is not None
    return begun.match
