"""tournament new: the folder of an event, its rules by options."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.cli.common import AsJson, errors_shown, print_json
from adjudicator.cli.names import did_you_mean
from adjudicator.cli.new import clock_given, options_given

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.tournament.folder import OpenEvent

__all__ = ["check_ahead", "new"]

_ROUNDS = 5
"""How many there are unless somebody says so."""
FORMATS = ("swiss", "groups", "knock-out", "rolling", "tables")
SCORING = ("win-draw-loss", "rulebook-points", "places", "sum-of-squares", "draw-size")

_Referee = Annotated[
    list[str],
    typer.Option(metavar="NAME", help="Who rules: r1, and assistants: r2 and so on."),
]
_Name = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Its name in those of matches: at most 13 small letters, digits, hyphens."
        " [default: the folder's]",
        show_default=False,
    ),
]
_Style = Annotated[
    str, typer.Option("--format", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")
]
_Rounds = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=30,
        show_default=False,
        help="How many, of swiss and tables; of others, how many get dates. [default: 5]",
    ),
]
_Size = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=3,
        max=24,
        show_default=False,
        help="How many in a group, at most. [default: 6]",
    ),
]
_Final = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=23,
        show_default=False,
        help="How many of each group play on, as a knock-out. [default: none]",
    ),
]
_Smaller = Annotated[
    str,
    typer.Option(
        metavar="SCENARIO",
        help="What tables of one player fewer play, where not all"
        " tables can be full. [default: they are full, and --odd says who is left]",
        show_default=False,
    ),
]
_Dates = Annotated[
    list[str] | None,
    typer.Option(
        "--date", metavar="DAY..DAY", help="When a round is played, the first round first."
    ),
]
_Starts = Annotated[
    str,
    typer.Option(
        metavar="DAY", help="The first day of round 1; with --days, in place of all --date."
    ),
]
_Days = Annotated[
    int, typer.Option(metavar="N", min=1, max=1000, help="How many days each round lasts.")
]
_Waiting = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=2,
        max=64,
        show_default=False,
        help="How many must wait, before rolling pairs any. [default: 8]",
    ),
]
_Scoring = Annotated[
    str,
    typer.Option(metavar="KIND", help=f"One of {', '.join(SCORING)}; places:10,4,1 and such."),
]
_TieBreak = Annotated[
    list[str] | None,
    typer.Option(
        metavar="KIND", help="What parts equal scores, in order. [default: lot]", show_default=False
    ),
]
_Clock = Annotated[
    str, typer.Option(metavar="CLOCK|FILE", help="How much time seats have in all matches.")
]
_Mode = Annotated[
    str, typer.Option(metavar="MODE", help="How dice are made, as for `adjudicator new`.")
]
_Joins = Annotated[
    bool, typer.Option("--joins", help="Players join each match with keys of their own.")
]
_Odd = Annotated[
    str,
    typer.Option(metavar="WAY", help="Odd numbers: bye, eliminator, standby or twice."),
]
_Sides = Annotated[
    str, typer.Option(metavar="WAY", help="How sides are evened: seeded, bid or both.")
]
_Option = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="A departure from the scenario's options."),
]
_BeaconRound = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="The round of the beacon that decides the draw."),
]


def new(
    folder: Annotated[Path, typer.Argument(metavar="EVENT", help="The folder to make.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The full name of the game.")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A shipped scenario.")],
    *,
    title: Annotated[str, typer.Option(metavar="TEXT", help="What people call the event.")],
    referee: _Referee,
    name: _Name = "",
    style: _Style = "swiss",
    rounds: _Rounds = None,
    size: _Size = None,
    final: _Final = None,
    waiting: _Waiting = None,
    smaller: _Smaller = "",
    dates: _Dates = None,
    starts: _Starts = "",
    days: _Days = 90,
    scoring: _Scoring = "win-draw-loss",
    tie_break: _TieBreak = None,
    clock: _Clock = "",
    mode: _Mode = "referee",
    joins: _Joins = False,
    odd: _Odd = "bye",
    sides: _Sides = "seeded",
    option: _Option = None,
    beacon_round: _BeaconRound = None,
    as_data: AsJson = False,
) -> None:  # fmt: skip
    """Make the folder of an event.

    All else is written into tournament.json before the first round starts; then it only grows, by
    dated amendments.
    """
    for hint, word, known in (("--format", style, FORMATS),
                              ("--scoring", scoring.partition(":")[0], SCORING)):  # fmt: skip
        if word not in known:
            message = f"{word!r} is none of {', '.join(known)}{did_you_mean(word, known)}"
            raise typer.BadParameter(message, param_hint=hint)
    told_format = _format(style, rounds=rounds, size=size, final=final, waiting=waiting)
    dated = _dated(told_format, rounds, starts)
    with errors_shown("no event was made", as_data=as_data):
        from adjudicator.tournament.starting import new_event

        check_ahead(beacon_round)
        told: dict[str, Any] = {
            "id": name or _plain_name(folder), "title": title, "game": game, "scenario": scenario,
            "options": options_given(option or []), "format": told_format,
            "dates": _all_dates(dates, starts, days, dated),
            "scoring": _scoring(scoring), "smaller": {"scenario": smaller} if smaller else None,
            "tie_breaks": tie_break or ["lot"], "clock": _clock(clock),
            "dice": {"mode": mode, "joins": joins}, "odd": odd, "sides": sides,
            "referees": [{"id": f"r{n}", "name": one} for n, one in enumerate(referee, 1)],
        }  # fmt: skip
        try:
            made = new_event(folder, told, beacon=beacon_round)
        except ValueError as error:  # there is no such game
            raise typer.BadParameter(str(error)) from None
    if as_data:
        print_json({"event": made.event.id, "folder": str(made.folder)})
        return
    _print_made(made)


def _print_made(made: OpenEvent) -> None:
    draw = made.draws[1]
    typer.echo(f"event: {made.folder}")
    typer.echo(f"rules: {made.folder / 'tournament.json'}")
    if draw.beacon is None:
        typer.echo(f"publish now, before entries: the draw's commitment is {draw.commitment}")
        typer.echo(f"back up: {made.folder / 'referee'} (the key of the draws)")
    else:
        typer.echo(f"publish now, before entries: round {draw.beacon} of the beacon decides")
    if made.event.dates:
        typer.echo(f"the last round ends on {made.event.dates[-1].ends}")
    if made.event.sides == "bid":
        from adjudicator.tournament.facts import strong_seat

        typer.echo(f"players bid for {strong_seat(made.event)}, the strong side: the first seat,"
                   " unless `weaker` names it in tournament.json")  # fmt: skip
    typer.echo(f"next: adjudicator tournament add {made.folder} --csv FILE")


def check_ahead(number: int | None) -> None:
    """Refuses a round of the beacon whose value may be known already."""
    if number is not None:
        from adjudicator.api.dice import check_future

        check_future(number, "Take one that comes after entries close.")


def _plain_name(folder: Path) -> str:
    bare = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.casefold()).strip("-")
    return bare[:13].strip("-") or "event"


def _format(style: str, *, rounds: int | None, **own: int | None) -> dict[str, Any]:
    """Returns the format; refuses an option that belongs to another one."""
    of = {"size": "groups", "final": "groups", "waiting": "rolling"}
    for name, value in own.items():
        if value is not None and of[name] != style:
            message = f"this is of --format {of[name]}, and this event is {style}"
            raise typer.BadParameter(message, param_hint=f"--{name}")
    told = {name: value for name, value in own.items() if value is not None}
    if style in ("swiss", "tables"):
        told["rounds"] = rounds or _ROUNDS
    return {"kind": style, **told}


def _dated(told: dict[str, Any], rounds: int | None, starts: str) -> int:
    """Returns how many rounds get dates, where --starts and --days give them."""
    if rounds and "rounds" not in told and not starts:
        message = f"{told['kind']} has as many as it takes; with --starts, so many get dates"
        raise typer.BadParameter(message, param_hint="--rounds")
    if told["kind"] == "groups" and not told.get("final"):
        return 1
    return rounds or _ROUNDS


def _scoring(word: str) -> dict[str, Any]:
    kind, _, rest = word.partition(":")
    if kind == "places":
        return {"kind": kind, "points": [one.strip() for one in rest.split(",") if one.strip()]}
    if kind in ("sum-of-squares", "draw-size") and rest:
        return {"kind": kind, "total": rest}
    if kind == "win-draw-loss" and rest:
        win, draw, loss = ([*rest.split(","), "", "", ""])[:3]
        return {"kind": kind, "win": win, "draw": draw, "loss": loss}
    return {"kind": kind}


def _all_dates(
    dates: list[str] | None, starts: str, days: int, rounds: int
) -> list[dict[str, str]]:
    """Returns from when to when each round is played: as told, or one after another."""
    if not starts:
        return [_dates(one) for one in dates or []]
    if dates:
        raise typer.BadParameter("say --date for each round, or this", param_hint="--starts")
    try:
        first = date.fromisoformat(starts)
        begins = [first + timedelta(days=days * number) for number in range(rounds)]
    except (ValueError, OverflowError):
        message = f"{starts!r} is not a day, such as 2027-01-04"
        raise typer.BadParameter(message, param_hint="--starts") from None
    last = timedelta(days=days - 1)
    return [{"starts": str(one), "ends": str(one + last)} for one in begins]


def _dates(word: str) -> dict[str, str]:
    starts, _, ends = word.partition("..")
    try:
        return {"starts": date.fromisoformat(starts).isoformat(),
                "ends": date.fromisoformat(ends).isoformat()}  # fmt: skip
    except ValueError:
        message = f"{word!r} is not DAY..DAY, such as 2027-01-01..2027-03-31"
        raise typer.BadParameter(message, param_hint="--date") from None


def _clock(given: str) -> dict[str, Any] | None:
    policy = clock_given(given)
    return None if policy is None else policy.to_json()
