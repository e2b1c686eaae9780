"""tournament: many matches of one event; what a command does stands in `adjudicator.tournament`."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.cli.common import AsJson, Command, errors_shown, print_json
from adjudicator.cli.names import did_you_mean
from adjudicator.cli.new import clock_given, options_given
from adjudicator.cli.tournament_audit import audit, luck, standings
from adjudicator.cli.tournament_publish import export, forget, site
from adjudicator.cli.tournament_result import result
from adjudicator.cli.tournament_words import (
    By,
    EventFolder,
    Reason,
    engine_of,
    now,
    pairing_json,
    print_pairing,
    reason_given,
    told_seats,
)

if TYPE_CHECKING:  # a command loads what it needs
    from adjudicator.tournament.entering import Entered
    from adjudicator.tournament.entries import Entry, Understood
    from adjudicator.tournament.folder import OpenEvent

__all__ = ["add", "new", "pair", "start", "tournament", "withdraw"]

tournament = typer.Typer(
    name="tournament",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Direct a tournament: entries, pairings, matches, results, standings.",
)
tournament.command(cls=Command)(result)
tournament.command(cls=Command)(standings)
tournament.command(cls=Command)(audit)
tournament.command(cls=Command)(luck)
tournament.command(cls=Command)(site)
tournament.command(cls=Command)(export)
tournament.command(cls=Command)(forget)

FORMATS = ("swiss", "groups", "knock-out", "rolling", "tables")
SCORING = ("win-draw-loss", "rulebook-points", "places", "sum-of-squares", "draw-size")


@tournament.callback()
def _group() -> None:
    """Direct a tournament: entries, pairings, matches, results, standings."""


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
    int, typer.Option(metavar="N", min=1, max=30, help="How many, of swiss and tables.")
]
_Size = Annotated[
    int, typer.Option(metavar="N", min=3, max=24, help="How many in a group, at most.")
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
    int,
    typer.Option(metavar="N", min=2, max=64, help="How many must wait, before rolling pairs any."),
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
_Swap = Annotated[
    tuple[str, str] | None,
    typer.Option(metavar="PLAYER PLAYER", help="Exchange two; both costs are shown and kept."),
]
_Engine = Annotated[
    Path | None,
    typer.Option(
        metavar="PROGRAM",
        help="Who pairs a Swiss, as bbpPairings. [default: gacrux]",
        show_default=False,
    ),
]
_Beacon = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The beacon's answer, where one decides the draw."),
]
_Relax = Annotated[
    bool, typer.Option("--relax", help="Give up the least that lets the round be paired.")
]
_Again = Annotated[
    bool, typer.Option("--again", help="Pair anew, without what was changed by hand.")
]


# -- a new event --------------------------------------------------------------------------------


@tournament.command(cls=Command)
def new(
    folder: Annotated[Path, typer.Argument(metavar="EVENT", help="The folder to make.")],
    game: Annotated[str, typer.Argument(metavar="GAME", help="The full name of the game.")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="A shipped scenario.")],
    *,
    title: Annotated[str, typer.Option(metavar="TEXT", help="What people call the event.")],
    referee: _Referee,
    name: _Name = "",
    style: _Style = "swiss",
    rounds: _Rounds = 5,
    size: _Size = 6,
    waiting: _Waiting = 8,
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
    with errors_shown("no event was made", as_data=as_data):
        from adjudicator.tournament.starting import new_event

        _check_ahead(beacon_round)
        told: dict[str, Any] = {
            "id": name or _plain_name(folder), "title": title, "game": game, "scenario": scenario,
            "options": options_given(option or []),
            "format": _format(style, rounds=rounds, size=size, waiting=waiting),
            "dates": _all_dates(dates, starts, days, rounds), "scoring": _scoring(scoring),
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
    typer.echo(f"next: adjudicator tournament add {made.folder} --csv FILE")


def _check_ahead(number: int | None) -> None:
    """Refuses a round of the beacon whose value may be known already."""
    if number is not None:
        from adjudicator.api.dice import check_future

        check_future(number, "Take one that comes after entries close.")


def _plain_name(folder: Path) -> str:
    bare = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.casefold()).strip("-")
    return bare[:13].strip("-") or "event"


def _format(style: str, *, rounds: int, size: int, waiting: int) -> dict[str, Any]:
    more: dict[str, dict[str, Any]] = {
        "swiss": {"rounds": rounds}, "tables": {"rounds": rounds}, "groups": {"size": size},
        "rolling": {"waiting": waiting},
    }  # fmt: skip
    return {"kind": style, **more.get(style, {})}


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


# -- players ------------------------------------------------------------------------------------


@tournament.command(cls=Command)
def add(
    folder: EventFolder,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="Who enters; or take --csv.", show_default=False)
    ] = "",
    *,
    file: Annotated[
        Path | None,
        typer.Option("--csv", metavar="FILE", help="Enter all rows: columns by their headings."),
    ] = None,
    address: Annotated[str, typer.Option(metavar="ADDRESS", help="Where their letters go.")] = "",
    rating: Annotated[int | None, typer.Option(metavar="N", help="For seeding.")] = None,
    role: Annotated[
        str, typer.Option(metavar="ROLE", help="player, eliminator or standby.")
    ] = "player",
    built_in: Annotated[
        bool, typer.Option("--built-in", help="The built-in player plays for this one.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what was understood; enter nobody.")
    ] = False,
    as_data: AsJson = False,
) -> None:
    """Enter players: one by name, or all of a spreadsheet.

    CSV as UTF-8 or cp1252, with commas, semicolons or tabs; headings in English or German. Who is
    entered already is named, and not entered again.
    """
    if bool(name) == (file is not None):
        raise typer.BadParameter("name somebody, or a file by --csv")
    with errors_shown("nobody was entered", as_data=as_data):
        from adjudicator.api.named_files import MAX_SIZE, read_bytes
        from adjudicator.tournament.entering import add_players
        from adjudicator.tournament.entries import Entry, read_entries

        understood = None
        if file is not None:
            understood = read_entries(read_bytes(file, limit=MAX_SIZE), str(file))
            entries: tuple[Entry, ...] = understood.entries
        else:
            told: dict[str, Any] = {"name": name, "address": address, "role": role,
                                    "built_in": built_in}  # fmt: skip
            told |= {} if rating is None else {"rating": rating}
            entries = (Entry(line=1, values=told),)
        entered = add_players(folder, entries, source=str(file or "NAME"), now=now(),
                              dry_run=dry_run)  # fmt: skip
    _print_entered(entered, understood, dry_run=dry_run, as_data=as_data)


def _print_entered(
    entered: Entered, understood: Understood | None, *, dry_run: bool, as_data: bool
) -> None:
    if as_data:
        print_json({
            "dry_run": dry_run,
            "columns": [] if understood is None
            else [{"heading": one.heading, "field": one.field} for one in understood.columns],
            "players": [one.model_dump(mode="json") for one in entered.players],
            "same": [{"line": one.line, "player": one.player, "by": one.by, "added": one.added}
                     for one in entered.same],
        })  # fmt: skip
        return
    if understood is not None:
        typer.echo(f"{understood.encoding}, parted by {understood.delimiter}")
        for column in understood.columns:
            typer.echo(f"    {column.heading}: {column.field or 'not looked at'}")
    for one in entered.same:
        what = "entered all the same" if one.added else "not entered again"
        typer.echo(f"row {one.line}: the same {one.by} as {one.player}; {what}")
    for player in entered.players:
        typer.echo(f"{player.id}: {player.name}")
    done = "would be entered" if dry_run else "entered"
    typer.echo(f"{len(entered.players)} {done}")


@tournament.command(cls=Command)
def withdraw(
    folder: EventFolder,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who leaves: p007.")],
    *,
    reason: Reason,
    by: By = "",
    replacement: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Who plays their open matches on.", show_default=False),
    ] = None,
    as_data: AsJson = False,
) -> None:
    """Let a player leave; somebody else may play their matches on.

    Matches of two that had not begun become byes. In a group of whose matches less than half had
    been played, all of theirs are void. Else results stand, and open matches await a ruling.
    """
    with errors_shown("nobody left", as_data=as_data):
        from adjudicator.tournament.leaving import withdraw_player

        left = withdraw_player(folder, player, by=by, reason=reason_given(reason),
                               replacement=replacement, now=now())  # fmt: skip
    if as_data:
        print_json({"player": left.player, "byes": list(left.byes), "void": list(left.void),
                    "open": list(left.open)})  # fmt: skip
        return
    typer.echo(f"{left.player} has left")
    for what, matches in (("byes", left.byes), ("void", left.void), ("open", left.open)):
        if matches:
            typer.echo(f"    {what}: {', '.join(matches)}")


# -- rounds -------------------------------------------------------------------------------------


@tournament.command(cls=Command)
def pair(
    folder: EventFolder,
    *,
    swap: _Swap = None,
    by: By = "",
    reason: Reason = "",
    engine: _Engine = None,
    beacon: _Beacon = None,
    relax: _Relax = False,
    again: _Again = False,
    as_data: AsJson = False,
) -> None:  # fmt: skip
    """Propose who meets whom in the next round; nobody is told before `start`.

    Whoever repeats it gets the same. A referee may change it by --swap, with a reason.
    """
    with errors_shown("nobody was paired", as_data=as_data):
        from adjudicator.api.named_files import MAX_SIZE, read_bytes
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.starting import pair_round, swap_players

        if swap is not None:
            paired = swap_players(folder, *swap, by=by, reason=reason_given(reason))
        else:
            answer = None if beacon is None else (read_bytes(beacon, limit=MAX_SIZE), beacon)
            paired = pair_round(folder, engine_of(engine), beacon=answer, relax=relax, again=again)
        event = open_event(folder)
    if as_data:
        print_json(pairing_json(paired))
        return
    print_pairing(event, paired)
    typer.echo(f"next: adjudicator tournament start {folder}")


@tournament.command(cls=Command)
def start(
    folder: EventFolder,
    *,
    office: Annotated[
        Path | None,
        typer.Option(metavar="OFFICE", help="The office that keeps all matches.",
                     show_default=False),
    ] = None,
    next_beacon: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="The round of the beacon for the next draw."),
    ] = None,
    as_data: AsJson = False,
) -> None:  # fmt: skip
    """Publish the proposal, and make its matches.

    Safe at any time: a run that was killed is done again and goes on. With --office all matches of
    the round are added to one office, and its next `tick` mails their first letters.
    """
    with errors_shown("no round has started", as_data=as_data):
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.starting import start_round

        _check_ahead(next_beacon)
        started = start_round(folder, now=now(), next_beacon=next_beacon,
                              again=office is not None)  # fmt: skip
        event = open_event(folder)
    added = [] if office is None else _added(event, office)
    if as_data:
        print_json({
            "round": started.number, "made": list(started.made), "offered": list(started.offered),
            "without_address": {match: list(seats)
                                for match, seats in started.without_address.items()},
            "added": added,
        })  # fmt: skip
        return
    print_pairing(event, event.started[-1])
    typer.echo(f"{len(started.made)} matches made, below {folder / 'matches'}")
    if started.offered:
        typer.echo(f"joins are awaited: {', '.join(started.offered)}")
    if started.without_address:
        typer.echo(f"no address: {told_seats(started.without_address)}")
    typer.echo(f"next: adjudicator tournament result {folder}")


def _added(event: OpenEvent, folder: Path) -> list[str]:
    """Adds the matches of the last round to an office, those that it does not keep yet."""
    with errors_shown("the round has started; not all matches were added to the office"):
        from adjudicator.post.office.adding import add_match
        from adjudicator.post.office.folder import open_office

        office = open_office(folder)
        added = []
        for one in event.started[-1].matches:
            called = f"{event.event.id}-{one.match}"
            if called in office.settings.matches:
                continue
            add_match(office, event.match_folder(one.match), name=called, modes={}, is_open=False,
                      press=True, now=now())  # fmt: skip
            added.append(called)
        return added
