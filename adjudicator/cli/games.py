"""games: what can be played."""

from __future__ import annotations

from typing import Any

import typer

from adjudicator.api.listing import list_games
from adjudicator.api.texts import visible
from adjudicator.cli.common import AsJson, errors_shown, print_json

__all__ = ["games"]


def games(as_data: AsJson = False) -> None:
    """List the games and their scenarios."""
    with errors_shown("nothing is listed", as_data=as_data):
        found = list_games()
        listed: list[dict[str, Any]] = [
            {
                "game": game.name,
                "title": game.title,
                "scenarios": [
                    {"scenario": one.name, "title": one.title, "seats": list(one.seats)}
                    for one in game.scenarios
                ],
            }
            for game in found
            if not game.fault
        ]
    for game in found:
        if game.fault:
            typer.echo(f"notice: {game.name} is left out: {visible(game.fault)}", err=True)
    if as_data:
        print_json(listed)
        return
    for entry in listed:
        typer.echo(f"{entry['game']}: {entry['title']}")
        for one in entry["scenarios"]:
            typer.echo(f"  {one['scenario']}")
            typer.echo(f"      {one['title']}")
            typer.echo(f"      seats: {', '.join(one['seats'])}")
