"""tournament new: the folder of an event, its rules by options."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.api.problems import Located, RefusedFile
from adjudicator.cli.common import AsJson, errors_shown, print_json
from adjudicator.cli.names import did_you_mean
from adjudicator.cli.new import clock_given, options_given
from adjudicator.cli.tournament_words import now

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.tournament.folder import OpenEvent

__all__ = ["check_ahead", "new"]

_ROUNDS = 5
"""How many there are unless somebody says so."""
FORMATS = ("swiss", "groups", "knock-out", "rolling", "tables")
SCORING = ("win-draw-loss", "rulebook-points", "places", "sum-of-squares", "draw-size")

_OPTION_OF = {
    "id": "--name", "title": "--title", "format": "--format", "format.rounds": "--rounds",
    "format.size": "--size", "format.final": "--final", "format.waiting": "--waiting",
    "dates": "--date", "scoring": "--scoring", "tie_breaks": "--tie-break", "clock": "--clock",
    "dice": "--mode", "odd": "--odd", "sides": "--sides", "smaller": "--smaller",
    "options": "--option", "referees": "--referee",
}  # fmt: skip
"""By field of tournament.json, the option that tells it."""
_OPTION_HINTS = {
    "--name": "1 to 13 small letters, digits and hyphens.",
    "--scoring": "Numbers belong here, fractions as 1/2: places:10,4,1 (the first place first),"
    " win-draw-loss:3,1,0, sum-of-squares:100 or draw-size:100.",
}
"""By option, what may stand there, where its form is wrong."""

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
    _check_words(style, scoring.partition(":")[0], odd)
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
        except RefusedFile as error:
            raise _by_options(error) from None
    _tell_past(made)
    if as_data:
        print_json({"event": made.event.id, "folder": str(made.folder)})
        return
    _print_made(made)


def _check_words(style: str, scoring: str, odd: str) -> None:
    """Refuses words that there are not, and who plays twice where nobody does."""
    for hint, word, known in (("--format", style, FORMATS), ("--scoring", scoring, SCORING)):
        if word not in known:
            message = f"{word!r} is none of {', '.join(known)}{did_you_mean(word, known)}"
            raise typer.BadParameter(message, param_hint=hint)
    if odd == "twice" and style != "swiss":
        message = f"somebody plays a second match in a Swiss alone, and this event is {style}"
        raise typer.BadParameter(message, param_hint="--odd")


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
    if made.event.odd == "twice":
        typer.echo("who would play a second match says so in a column Twice of the list: yes")
    typer.echo(f"next: adjudicator tournament add {made.folder} --csv FILE")


def _tell_past(made: OpenEvent) -> None:
    """Says which rounds have first days that have passed: a year may be wrong."""
    today = now().date()
    past = [n for n, one in enumerate(made.event.dates, 1) if one.starts < today]
    if past:
        rounds = f"round {past[0]} begins" if len(past) == 1 else f"rounds 1 to {past[-1]} begin"
        file = made.folder / "tournament.json"
        typer.echo(f"notice: {rounds} before today, {today}; if a date is wrong, mend it in {file}"
                   " before the first start", err=True)  # fmt: skip


def _by_options(error: RefusedFile) -> RefusedFile:
    """Returns what is wrong with an event that was told by options: whoever reads it knows them.

    Problems of files that are there stay as they are.
    """
    from adjudicator.tournament.event import EVENT

    return type(error)(_by_option(one) if one.source == EVENT else one for one in error.located)


def _by_option(located: Located) -> Located:
    problem = located.problem
    steps = [step for step in problem.path if isinstance(step, str)]
    option = _OPTION_OF.get(".".join(steps[:2])) or _OPTION_OF.get(steps[0] if steps else "", "")
    hint = _OPTION_HINTS.get(option, "") if problem.code == "bad-pattern" else ""
    if steps == ["dice", "joins"]:
        hint = "Add --joins: players then join each match."
    if steps == ["dates"]:
        hint = f"{problem.hint} --starts DAY gives all of them."
    mended = problem._replace(path=(), hint=hint or problem.hint)
    text = located.text if located.text.startswith('"') else ""  # What somebody typed.
    return Located(mended, option, text=text)


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
