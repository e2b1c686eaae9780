"""help: a game in 20 lines with its orders, one of its topics, or a command."""

from __future__ import annotations

import json
import shutil
import textwrap
from typing import Annotated, Any

import typer

from adjudicator.api.games import (
    STANDING,
    FieldHelp,
    GameHelp,
    OrderHelp,
    Ruling,
    TopicHelp,
    help_for,
    help_topics,
)
from adjudicator.api.listing import game_names, list_games
from adjudicator.api.named_files import command
from adjudicator.cli.common import WIDTH, AsJson, errors_shown, print_json
from adjudicator.cli.names import commands_of, did_you_mean, subject_names, topic_names

__all__ = ["show_help"]

_TIED = "\xa0"
"""A space at which no line is broken."""
_WIDEST_NAME = 21
"""Names of fields that are longer stand out of their column."""
_LEAST = 30
"""Columns that a text is given however narrow the terminal is."""
_BESIDE = 'that stand beside "orders" and answer questions before they are asked'
_LEGEND = "In brackets: what may be written; an id is a name as state.json writes it."
_MOST_RULINGS = 6
"""So many rulings are shown by their beginnings; `rulings` shows all of them whole."""


def show_help(
    ctx: typer.Context,
    subject: Annotated[
        str,
        typer.Argument(
            metavar="[GAME|COMMAND]",
            help="A game, see `adjudicator games`, or a command; without, all are listed.",
            autocompletion=subject_names,
            show_default=False,
        ),
    ] = "",
    topic: Annotated[
        str,
        typer.Argument(
            metavar="[TOPIC]",
            help="A topic of the game's order sheets, `match` or `standing`: all of its orders.",
            autocompletion=topic_names,
            show_default=False,
        ),
    ] = "",
    *,
    as_data: AsJson = False,
) -> None:
    """Tell a game in 20 lines, and its orders with examples.

    With TOPIC, the orders of this topic: what they do, each field, an example, and our rulings
    about it. With COMMAND, what its --help shows.
    """
    commands, known = commands_of(ctx), game_names()
    if as_data and subject not in known:
        raise typer.BadParameter("it tells of a game: name one", param_hint="--json")
    if not subject:
        _print_all(ctx.find_root())
        return
    if subject in commands and not topic:
        _print_command(ctx.find_root(), subject)
        return
    if subject not in known:
        if subject in commands:
            raise typer.BadParameter(f"{subject} is a command: it has no topics")
        near = did_you_mean(subject, (*known, *commands))
        raise typer.BadParameter(f"no game or command {subject!r}; games: {', '.join(known)}{near}")
    with errors_shown("nothing is shown", as_data=as_data):
        topics = help_topics(subject)
        if topic and topic not in topics:
            raise typer.BadParameter(_no_topic(subject, topic, topics))
        told = help_for(subject, topic)
    if as_data:
        print_json(_as_data(told))
    elif topic:
        _print_topic(told, told.topics[0])
    else:
        _print_game(told)


def _print_command(root: Any, name: str) -> None:
    """Prints what --help of a command prints."""
    _, called, _ = root.command.resolve_command(root, [name])
    typer.echo(called.get_help(type(root)(called, info_name=name, parent=root)))


def _print_all(root: Any) -> None:
    """Lists commands and games."""
    typer.echo(root.get_help())
    typer.echo("\nGames, each told by `adjudicator help GAME`:")
    with errors_shown("no game is listed"):
        found = [game for game in list_games() if not game.fault]
    wide = max(len(game.name) for game in found)
    for game in found:
        typer.echo(f"  {game.name:<{wide}}  {game.title}")


def _no_topic(game: str, topic: str, topics: tuple[str, ...]) -> str:
    """Says which topics there are, and of which an order is that was named instead."""
    said = f"no topic {topic!r} of {game}; topics: {', '.join(topics)}"
    taking = (one for one in help_for(game).topics if topic in [o.name for o in one.orders])
    if found := next(taking, None):
        return f"{said}. {topic} is an order of the topic {found.topic}"
    return f"{said}{did_you_mean(topic, topics)}"


def _as_data(told: GameHelp) -> dict[str, Any]:
    return told._asdict() | {
        "topics": [
            {
                "topic": topic.topic,
                "orders": [
                    order._asdict() | {"fields": [field._asdict() for field in order.fields]}
                    for order in topic.orders
                ],
                "rulings": [ruling.number for ruling in topic.rulings],
            }
            for topic in told.topics
        ]
    }


def _print_game(told: GameHelp) -> None:
    """Prints a game: its primer, then every topic with its orders."""
    typer.echo(f"{told.title} ({told.game})\n")
    if told.primer:
        typer.echo(f"{told.primer}\n")
    typer.echo('ORDERS by topic, as they stand under "orders" of a sheet:')
    shown: list[OrderHelp] = []
    for topic in told.topics:
        beside = f" ({_BESIDE})" if topic.topic == STANDING else ""
        typer.echo(f"\n{topic.topic}{beside}")
        for order in topic.orders:
            if order in shown:
                typer.echo(f"  {order.name}: as above")
                continue
            shown.append(order)
            _print_text(order.says, 2)
            _print_example(order)
    typer.echo("")
    told_next = (
        ("a topic, field by field", command("help", told.game, "TOPIC")),
        ("a sheet with examples that are legal now", command("template", "MATCH", "SEAT")),
        ("what we decided where the rules are silent", command("rulings", told.game)),
    )
    for says, line in told_next:
        typer.echo(f"{says}:\n  {line}")


def _print_topic(told: GameHelp, topic: TopicHelp) -> None:
    """Prints a topic: each order with all that is known of it, and the rulings that name it."""
    typer.echo(f"{told.title}, {topic.topic}")
    if topic.topic == STANDING:
        _print_text(f"Orders {_BESIDE}.", 0)
    if any(order.fields for order in topic.orders):
        _print_text(_LEGEND, 0)
    for order in topic.orders:
        typer.echo(f"\n{order.name}")
        for paragraph in (order.says, *order.more):
            _print_text(paragraph, 2)
        _print_fields(order.fields)
        if order.example is not None:
            typer.echo("  for example:")
        _print_example(order)
    if topic.rulings:
        typer.echo(f"\nRulings that name it ({len(topic.rulings)}):")
        for ruling in topic.rulings[:_MOST_RULINGS]:
            _print_beginning(ruling)
        numbers = [str(ruling.number) for ruling in topic.rulings]
        _print_text(f"whole: {command('rulings', told.game, *numbers)}", 2)


def _print_fields(fields: tuple[FieldHelp, ...]) -> None:
    """Prints fields, each with what may be written; those that may be left out say so."""
    wide = min(max((len(field.name) for field in fields), default=0), _WIDEST_NAME)
    for field in fields:
        takes = field.takes if field.is_needed else f"{field.takes}, optional"
        _print_text(f"{field.name:<{wide}}  {field.says} [{takes}]", 4, wide + 2)


def _print_example(order: OrderHelp) -> None:
    """Prints an example so that it stays JSON when it is copied: broken behind commas alone."""
    if order.example is not None:
        text = json.dumps(order.example, separators=(", ", f":{_TIED}"))
        _print_text(text, 4, 1)


def _print_beginning(ruling: Ruling) -> None:
    """Prints the first words of a ruling in one line."""
    room = max(_columns() - 8, _LEAST)
    typer.echo(f"{ruling.number:>5}. {textwrap.shorten(ruling.text, room, placeholder=' ...')}")


def _print_text(text: str, indent: int, hanging: int = 0) -> None:
    """Prints a text in lines that fit the terminal."""
    lines = textwrap.wrap(
        text,
        max(_columns(), _LEAST),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hanging),
        break_on_hyphens=False,
        break_long_words=False,
    )
    typer.echo("\n".join(lines).replace(_TIED, " "))


def _columns() -> int:
    return min(shutil.get_terminal_size().columns, WIDTH)
