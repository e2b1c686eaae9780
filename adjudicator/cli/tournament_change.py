"""tournament change: what an entry says is put right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.api.texts import visible
from adjudicator.cli.common import AsJson, errors_shown, print_json
from adjudicator.cli.tournament_words import EventFolder, now

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.tournament.changing import Changed

__all__ = ["change"]


def _option(field: str, metavar: str, says: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(f"--{field}", metavar=metavar, help=says,
                                                   show_default=False)  # fmt: skip
    return option


def change(
    folder: EventFolder,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Whose entry: p007.")],
    *,
    name: Annotated[str | None, _option("name", "NAME", "What they are called.")] = None,
    address: Annotated[
        str | None, _option("address", "ADDRESS", "Where letters go; open matches follow.")
    ] = None,
    key: Annotated[
        str | None, _option("key", "KEY", "An OpenSSH public key, for matches to come.")
    ] = None,
    rating: Annotated[str | None, _option("rating", "N", "For seeding.")] = None,
    role: Annotated[
        str | None, _option("role", "ROLE", "player, eliminator or standby.")
    ] = None,
    absent: Annotated[
        str | None, _option("absent", "ROUNDS", 'All rounds of which they ask for a bye: "3 5".')
    ] = None,
    wishes: Annotated[
        str | None, _option("wishes", "SEATS", "Seats, the best first.")
    ] = None,
    bid: Annotated[str | None, _option("bid", "N", "What they bid for the strong side.")] = None,
    twice: Annotated[
        str | None, _option("twice", "yes|no", "Whether they play a second match if need be.")
    ] = None,
    team: Annotated[str | None, _option("team", "TEAM", "Their team.")] = None,
    handicap: Annotated[
        str | None, _option("handicap", "N", "Points that are added to their score.")
    ] = None,
    as_data: AsJson = False,
) -> None:  # fmt: skip
    """Put right what an entry says; "none" empties a field.

    Rounds that have started stay as they are, and what was said then is remembered with its day: an
    audit pairs them from that. A change by hand in players.json would refute them.
    """
    given = {
        "name": name, "address": address, "key": key, "rating": rating, "wishes": wishes,
        "bid": bid, "team": team, "handicap": handicap, "role": role, "twice": twice,
        "absent": absent,
    }  # fmt: skip
    told = {field: text for field, text in given.items() if text is not None}
    if not told:
        raise typer.BadParameter("say what is to be changed: --rating 1850, say")
    with errors_shown("nothing was changed", as_data=as_data):
        from adjudicator.tournament.changing import change_player

        found = change_player(folder, player, told, now=now())
    if as_data:
        print_json({
            "player": found.player.model_dump(mode="json"), "before": dict(found.before),
            "matches": list(found.matches), "keyed": list(found.keyed),
        })  # fmt: skip
        return
    _print(found)


def _print(found: Changed) -> None:
    now_there = found.player.model_dump(mode="json")
    typer.echo(f"{found.player.id}: {found.player.name}")
    for field, old in found.before.items():
        typer.echo(visible(f"    {field}: {_shown(now_there[field])}, was {_shown(old)}"))
    if found.matches:
        typer.echo(f"letters of open matches follow: {', '.join(found.matches)}")
    if found.keyed:
        typer.echo(f"these matches keep the old key: {', '.join(found.keyed)}")


def _shown(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value in (None, "") else str(value)
