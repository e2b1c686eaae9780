"""What the commands of a tournament read from options and print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.api.texts import visible

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.tournament.folder import OpenEvent
    from adjudicator.tournament.pairing.engine import Engine
    from adjudicator.tournament.rounds import PairedMatch, RoundPairing
    from adjudicator.tournament.standings.table import Standings

__all__ = [
    "By",
    "EventFolder",
    "Reason",
    "Semicolons",
    "amounts",
    "engine_of",
    "now",
    "pairing_json",
    "print_pairing",
    "reason_given",
    "standings_json",
    "told_seats",
]

EventFolder = Annotated[Path, typer.Argument(metavar="EVENT", help="The folder of an event.")]
By = Annotated[
    str,
    typer.Option(metavar="REFEREE", help="The referee who says so: r1. [default: the only one]"),
]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why; everybody may read it.")]
Semicolons = Annotated[
    bool,
    typer.Option(
        "--semicolons", help="Part cells by semicolons, with decimal commas, as in Germany."
    ),
]


def now() -> datetime:
    """Returns the time, to whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def reason_given(text: str) -> str:
    """Returns a reason that somebody must give, with line feeds and blanks for what Windows pastes.

    Raises:
        typer.BadParameter: it is empty or too long, or has characters that nobody sees.
    """
    told = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").strip()
    if not told or len(told) > 4000:
        raise typer.BadParameter("1 to 4,000 characters that say why", param_hint="--reason")
    for place, letter in enumerate(told, 1):
        if visible(letter, keep="\n") != letter:
            message = (
                f"character {place} is U+{ord(letter):04X}, which nobody sees: write it without"
            )
            raise typer.BadParameter(message, param_hint="--reason")
    return told


def amounts(given: Sequence[str] | None, option: str) -> dict[str, Fraction] | None:
    """Returns exact numbers by player, as `p001=1/2` tells them; None: nothing is told."""
    if not given:
        return None
    found: dict[str, Fraction] = {}
    for word in given:
        player, _, value = word.partition("=")
        try:
            if len(value) > 20:
                raise ValueError
            found[player] = Fraction(value)
        except (ValueError, ZeroDivisionError):
            message = f"{word!r} is not PLAYER=NUMBER, such as p001=1/2"
            raise typer.BadParameter(message, param_hint=option) from None
    return found


def engine_of(program: Path | None) -> Engine:
    """Returns who pairs a Swiss: the program that is named, or gacrux."""
    if program is not None:
        from adjudicator.tournament.pairing.program import ProgramEngine

        return ProgramEngine(program)
    from adjudicator.tournament.pairing.gacrux import Gacrux

    return Gacrux()


def pairing_json(paired: RoundPairing) -> dict[str, Any]:
    """Returns a pairing as data: what pairing.json says."""
    found: dict[str, Any] = paired.model_dump(mode="json")
    return found


def print_pairing(event: OpenEvent, paired: RoundPairing) -> None:
    """Tells who meets whom, by names and ids."""
    names = {one.id: one.name for one in event.players.players}
    state = "proposed" if paired.started is None else f"started on {paired.started}"
    engine = f"{paired.engine.name} {paired.engine.version}".strip()
    typer.echo(f"round {paired.round}, {state}; by {engine}")
    for match in paired.matches:
        seats = ", ".join(
            f"{seat}: {names.get(player, '')} ({player})" for seat, player in match.seats.items()
        )
        group = "" if match.group is None else f" (group {match.group})"
        typer.echo(f"    {match.match}{group}  {seats}")
        if told := _bids(event, match):
            typer.echo(f"        {told}")
    for bye in paired.byes:
        typer.echo(f"    {bye.kind}: {names.get(bye.player, '')} ({bye.player})")
    if paired.cost is not None:
        bound = "" if paired.bound is None else f"; no pairing costs less than {paired.bound}"
        typer.echo(f"cost {paired.cost}{bound}")
    for swap in paired.swaps:
        costs = "" if swap.before is None else f": cost {swap.before}, then {swap.after}"
        typer.echo(f"{swap.by} changed {' and '.join(swap.players)}{costs}; {swap.reason}")
    if paired.relaxed:
        typer.echo(f"given up: {', '.join(paired.relaxed)}")


def _bids(event: OpenEvent, match: PairedMatch) -> str:
    """Returns who bid what for the strong side of a match, and who has it; empty: no bids."""
    from adjudicator.tournament.facts import bids_in, strong_seat

    bids = bids_in(event, match)
    if not bids:
        return ""
    strong = strong_seat(event.event)
    told = ", ".join(f"{player} {'none' if bid is None else bid}" for player, bid in bids.items())
    holder = match.seats[strong]
    price = "by the draw" if bids[holder] is None else f"for {bids[holder]}"
    return f"bids for {strong}, the strong side: {told}; {holder} has it, {price}"


def standings_json(event: OpenEvent, found: Standings) -> dict[str, Any]:
    """Returns standings as data; numbers are exact: `7/2`."""
    return {
        "after": found.after,
        "open": list(found.open),
        "appealed": list(found.appealed),
        "rows": [
            {
                "place": row.place, "player": row.player, "name": _name(event, row.player),
                "score": str(row.score),
                "tie_breaks": dict(
                    zip(event.event.tie_breaks, map(str, row.tie_breaks), strict=True)
                ),
                "met": row.met, "won": row.won, "open": row.open,
                "by_round": [None if one is None else str(one) for one in row.by_round],
            }
            for row in found.rows
        ],
        "teams": [
            {"place": one.place, "team": one.team, "score": str(one.score),
             "members": list(one.members)}
            for one in found.teams
        ],
        "sides": [
            {"seat": one.seat, "players": list(one.players), "score": str(one.score),
             "points": str(one.points)}
            for one in found.sides
        ],
        "eliminators": list(found.eliminators),
        "standbys": list(found.standbys),
    }  # fmt: skip


def _name(event: OpenEvent, player: str) -> str:
    found = event.players.named(player)
    return "" if found is None else found.name


def told_seats(seats: Mapping[str, Sequence[str]]) -> str:
    """Returns matches with their seats in words."""
    return "; ".join(f"{match}: {', '.join(names)}" for match, names in seats.items())
