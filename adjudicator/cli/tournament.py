"""tournament: many matches of one event; what a command does stands in `adjudicator.tournament`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.api.texts import amount
from adjudicator.cli.common import AsJson, Command, errors_shown, print_json
from adjudicator.cli.tournament_audit import audit, luck, standings
from adjudicator.cli.tournament_change import change
from adjudicator.cli.tournament_new import check_ahead, new
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
    from adjudicator.tournament.rounds import RoundPairing
    from adjudicator.tournament.starting import StartedRound

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
tournament.command(cls=Command)(new)


@tournament.callback()
def _group() -> None:
    """Direct a tournament: entries, pairings, matches, results, standings."""


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
    referee: Annotated[
        str,
        typer.Option(
            metavar="REFEREE",
            help="Which referee they are, where one plays: r2.",
            show_default=False,
        ),
    ] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what was understood; enter nobody.")
    ] = False,
    as_data: AsJson = False,
) -> None:
    """Enter players: one by name, or all of a spreadsheet.

    CSV as UTF-8 or cp1252, with commas, semicolons or tabs; headings in English or German. Who is
    entered already is named, and not entered again. A referee who plays rules in none of their own
    matches: --referee says who that is, before the first round.
    """
    if bool(name) == (file is not None):
        raise typer.BadParameter("name somebody, or a file by --csv")
    if referee and not name:
        raise typer.BadParameter("name the player, not a file", param_hint="--referee")
    with errors_shown("nobody was entered", as_data=as_data):
        from adjudicator.api.named_files import MAX_SIZE, read_bytes
        from adjudicator.tournament.entering import add_players
        from adjudicator.tournament.entries import Entry, read_entries
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.referees import check_may_enter, play_as

        if referee:
            check_may_enter(open_event(folder), referee)
        understood, forgotten = None, []
        if file is not None:
            event = open_event(folder)
            understood = read_entries(read_bytes(file, limit=MAX_SIZE), str(file),
                                      seats=event.event.all_seats)  # fmt: skip
            forgotten = [one.id for one in event.players.players if one.name == one.id]
            entries: tuple[Entry, ...] = understood.entries
        else:
            told: dict[str, Any] = {"name": name, "address": address, "role": role,
                                    "built_in": built_in}  # fmt: skip
            told |= {} if rating is None else {"rating": rating}
            entries = (Entry(line=1, values=told),)
        entered = add_players(folder, entries, source=str(file or "NAME"), now=now(),
                              dry_run=dry_run)  # fmt: skip
        new = [*(one.id for one in entered.players), *(one.player for one in entered.same)]
        if referee and not dry_run:
            play_as(folder, referee, new[0])
    _print_entered(entered, understood, forgotten, dry_run=dry_run, as_data=as_data)
    if referee and not as_data:
        typer.echo(f"{referee} plays as {new[0]}, and rules in no match of theirs")


def _print_entered(
    entered: Entered,
    understood: Understood | None,
    forgotten: Sequence[str],
    *,
    dry_run: bool,
    as_data: bool,
) -> None:
    """Tells who was entered.

    Args:
        forgotten: who was forgotten before; a list may name them still, and nothing here knows it.
    """
    if as_data:
        print_json({
            "dry_run": dry_run,
            "columns": [] if understood is None
            else [{"heading": one.heading, "field": one.field} for one in understood.columns],
            "players": [one.model_dump(mode="json") for one in entered.players],
            "same": [{"line": one.line, "player": one.player, "by": one.by, "added": one.added}
                     for one in entered.same],
            "forgotten": list(forgotten),
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
    if forgotten and entered.players:
        typer.echo(f"notice: {', '.join(forgotten)} asked to be forgotten, and nothing here knows"
                   " their name any more: whoever of them stands in the list is entered anew, under"
                   " a new id; take them off the list", err=True)  # fmt: skip


tournament.command(cls=Command)(change)


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
    if event.event.format.kind == "rolling" and (waiting := _waiting(event, paired)):
        typer.echo(f"waits on: {', '.join(waiting)}")
    typer.echo(f"next: adjudicator tournament start {folder}")


def _waiting(event: OpenEvent, paired: RoundPairing) -> list[str]:
    """Returns who is in no match that is open, nor in one that is proposed."""
    playing = {player for match in event.open_matches for player in event.seated(match).values()}
    playing |= {player for match in paired.matches for player in match.seats.values()}
    return [f"{one.name} ({one.id})" for one in event.players.players
            if one.is_there and one.role == "player" and one.id not in playing]  # fmt: skip


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
        from adjudicator.post.office.folder import open_office
        from adjudicator.tournament.folder import open_event
        from adjudicator.tournament.starting import start_round

        check_ahead(next_beacon)
        if office is not None:
            open_office(office)  # Whatever is wrong with it is said before anybody is told.
        again = office is not None or _goes_on(open_event(folder))
        started = start_round(folder, now=now(), next_beacon=next_beacon, again=again)
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
    _print_started(event, started, office, len(added))
    typer.echo(f"next: adjudicator tournament result {folder}")


def _print_started(
    event: OpenEvent, started: StartedRound, office: Path | None, added: int
) -> None:
    print_pairing(event, event.started[-1])
    if started.made:
        made = amount(len(started.made), "match", "matches")
        typer.echo(f"{made} made, below {event.folder / 'matches'}")
    else:
        typer.echo(f"nothing was left to make: round {started.number} has all its matches")
    if started.offered:
        typer.echo(f"joins are awaited: {', '.join(started.offered)}")
    if started.without_address:
        typer.echo(f"no address: {told_seats(started.without_address)}")
    if office is not None:
        typer.echo(f"{added} matches added; letters go out by: adjudicator tick {office}")
    elif not started.made:
        typer.echo("letters go out by `adjudicator tick` of the office that keeps the matches")
        typer.echo(f"if none does: adjudicator tournament start {event.folder} --office OFFICE")


def _goes_on(event: OpenEvent) -> bool:
    """Whether nothing is proposed, and the last round is being played: a start is repeated."""
    if event.proposal is not None or not event.started:
        return False
    still = {*event.open_matches}
    return any(one.match in still for one in event.started[-1].matches)


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


tournament.command(cls=Command)(result)
tournament.command(cls=Command)(standings)
tournament.command(cls=Command)(audit)
tournament.command(cls=Command)(luck)
tournament.command(cls=Command)(site)
tournament.command(cls=Command)(export)
tournament.command(cls=Command)(forget)
