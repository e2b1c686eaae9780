"""The sheets that no player wrote, as a run of `adjudicate` needs them (TFD1 3.10 [A8]).

They are written before an opening is made, go the way of all sheets, and are stored with them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.audit import log
from adjudicator.audit.automatic import BUILT_IN, Automatic, WrittenBy
from adjudicator.audit.opening import fixes_round_first
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.sheet import sheet_schema_id
from adjudicator.documents.keys.referee_secret import chain_value
from adjudicator.documents.printed import command, pretty
from adjudicator.documents.problems import RefusedFile
from adjudicator.documents.sheets import CheckedSheet, check_sheet, read_order_sheet

__all__ = ["WrittenSheet", "name_of", "seats_to_play", "written_sheets"]


class WrittenSheet(NamedTuple):
    """An automatic sheet: its name, its bytes, and what they are judged to be."""

    name: str
    raw: bytes
    checked: CheckedSheet


def seats_to_play(
    genesis: log.Genesis,
    automatic: Automatic[Any],
    played: Mapping[str, WrittenBy],
    there: Collection[str],
) -> dict[str, WrittenBy]:
    """Returns the seats for which sheets are written for the next opening, and who writes them.

    Nobody's where the beacon's round is to be fixed first: the sheets must cite it.

    Args:
        played: seats that are played in this run, beside those of the offer.
        there: seats whose sheets were given or wait.
    """
    if fixes_round_first(genesis) and automatic.saved.round_in_force is None:
        return {}
    from adjudicator.core.sheet_writer import awaited_seats

    plays = genesis.offer.plays
    given = {seat: by for seat, by in played.items() if seat not in there}
    seats = {**given, **dict.fromkeys(plays, BUILT_IN)}
    return {seat: seats[seat] for seat in awaited_seats(automatic.saved.pending) if seat in seats}


def name_of(seat: str, by: WrittenBy) -> str:
    """Returns what stands for the file name of an automatic sheet."""
    return f"{seat}: " + (
        "sheet by the built-in player" if by == BUILT_IN else "draft of its sheet"
    )


def written_sheets(
    folder: Path,
    genesis: log.Genesis,
    automatic: Automatic[Any],
    seats: Mapping[str, WrittenBy],
) -> list[WrittenSheet]:
    """Returns the automatic sheets of seats.

    Raises:
        Refused: the match is an older one, and a seat has a chain that only its player knows.
        RefusedFile: the rules refuse one.
        UnusableFile: the secret that they are made from is not here.
    """
    if seats and not automatic.can_be_written:
        chain_value(folder, genesis.offer, automatic.saved.n + 1)  # says that it is missing
    made = [_written(folder, genesis, automatic, seat, by=by) for seat, by in seats.items()]
    if not all(one.checked.is_acceptable for one in made):
        raise RefusedFile(place for one in made for place in one.checked.located)
    return made


def _written(
    folder: Path, genesis: log.Genesis, automatic: Automatic[Any], seat: str, *, by: WrittenBy
) -> WrittenSheet:
    """Returns the automatic sheet of a seat.

    Before the amended rules it was said to be a player's own, with `$schema` and a pledge.
    """
    rules, saved, document = automatic.rules, automatic.saved, automatic.sheet(seat, by)
    amended = bool(genesis.offer.amended)
    if not amended:
        if seat in saved.chains:
            raise _cannot_pledge(folder, seat)
        document = {"$schema": sheet_schema_id(rules.game), **document}
    name, raw = name_of(seat, by), pretty(document)
    checked = check_sheet(
        rules, saved, *read_order_sheet(rules.game, raw, name), is_automatic=amended
    )
    return WrittenSheet(name, raw, checked)


def _cannot_pledge(folder: Path, seat: str) -> Refused:
    return Refused(
        [
            Problem(
                "cannot-pledge",
                f"the built-in player cannot pledge for {seat}, which has a chain of its own",
                hint=f"Its player sends a sheet; or they leave the seat: `adjudicator join "
                f"log.jsonl {seat} --without-chain` makes the join for "
                f"`{command('seat', folder)} JOIN`.",
            )
        ]
    )
