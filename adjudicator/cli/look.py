"""games, status, map, report: looking at what is there."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.cli.clones import check_everybodys, clone_as_json, clone_lines, report_of
from adjudicator.cli.faults import Traceback, telling, told_standings
from adjudicator.cli.lock_first import beacon_as_json, locked_as_json, locked_lines, round_lines
from adjudicator.cli.map_options import (
    Around,
    Arrows,
    ArrowsOption,
    Layout,
    LayoutOption,
    Near,
    Radius,
    Supply,
    Theme,
    ThemeOption,
    Zones,
)
from adjudicator.cli.meant import did_you_mean, seat_names
from adjudicator.cli.mode_lines import dice_lines, offered_lines
from adjudicator.cli.shell import (
    WIDTH,
    AsJson,
    Force,
    OwnMap,
    Viewed,
    errors_shown,
    open_folder,
    open_subject,
    places_of,
    print_json,
    print_question,
    render_report,
)
from adjudicator.core.english import amount
from adjudicator.core.game import Game, Pending, Seat
from adjudicator.core.hearing import asked, heard, is_unread
from adjudicator.core.limits import MAX_NAME
from adjudicator.core.opening import SavedMatch
from adjudicator.core.report import Style
from adjudicator.core.save import state_of
from adjudicator.core.visible import visible
from adjudicator.files.keys.match_notes import SeatNotes
from adjudicator.files.matches.match import Match
from adjudicator.files.matches.match_folder import is_offered
from adjudicator.files.matches.mend_words import mend_lines
from adjudicator.files.matches.opening_files import views_key
from adjudicator.files.matches.opening_report import draw_text, opening_report
from adjudicator.files.matches.people import caption_of
from adjudicator.files.matches.stand_ins import (
    Meet,
    picture_or_plain,
    plain_report,
    rendered_or_plain,
)
from adjudicator.files.printed_command import command
from adjudicator.files.problems import shortened
from adjudicator.files.published.logged import Logged, Past, is_log
from adjudicator.files.published.match_result import match_result
from adjudicator.files.storage import write_wanted
from adjudicator.files.written.maps import own_paths
from adjudicator.files.written.offers import scenario_offered
from adjudicator.files.written.scenarios import read_scenario, shipped_scenarios
from adjudicator.files.written.sheets import header_text
from adjudicator.registry import by_name

__all__ = ["draw_map", "games", "report", "status"]

Subject = Annotated[
    Path, typer.Argument(metavar="[MATCH|STATE]", help="A match folder or a mailed state.json.")
]
Shown = Annotated[
    Path,
    typer.Argument(
        metavar="[MATCH|STATE|LOG]", help="A match folder, a mailed state.json or a log.jsonl."
    ),
]
Number = Annotated[
    int | None, typer.Option("--n", metavar="N", help="A past opening; 0 is the start.")
]
Out = Annotated[Path | None, typer.Option(metavar="FILE", help="Write to this file.")]
SeatOption = Annotated[
    str | None,
    typer.Option(metavar="SEAT", help="Only what this seat may know.", autocompletion=seat_names),
]


def games(as_data: AsJson = False) -> None:
    """List the games and their scenarios."""
    with errors_shown("nothing is listed", as_data=as_data):
        listed: list[dict[str, Any]] = [
            {
                "game": game.name,
                "title": game.title,
                "scenarios": [
                    {"scenario": name, "title": read.title, "seats": list(read.seats)}
                    for name, path in shipped_scenarios(game).items()
                    for read in [read_scenario(path).scenario]
                ],
            }
            for game in by_name().values()
        ]
    if as_data:
        print_json(listed)
        return
    for entry in listed:
        typer.echo(f"{entry['game']}: {entry['title']}")
        for one in entry["scenarios"]:
            typer.echo(f"  {one['scenario']}")
            typer.echo(f"      {one['title']}")
            typer.echo(f"      seats: {', '.join(one['seats'])}")


def status(
    subject: Subject = Path(),
    *,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    as_data: AsJson = False,
) -> None:
    """Say who is awaited, and what to mail to whom.

    Of a mailed state.json: how the match stands, and who is awaited.
    """
    with errors_shown("there is no status", as_data=as_data):
        if is_offered(subject):
            from adjudicator.cli.joining import print_awaiting

            print_awaiting(subject, as_data=as_data)
            return
        opened = open_subject(subject, own_map)
        if isinstance(opened, Viewed):
            state = state_of(opened.rules.game, opened.saved.position)
            draw = draw_text(opened.rules, opened.saved)
            standings = told_standings(opened.rules, state, opened.saved, traceback=traceback)
            ended = match_result(opened.rules, opened.saved, state, opened.view.scenario.seats)
            pending = opened.saved.pending
            found = _Status(standings, opened.saved, (), subject, draw, pending, ended)
            match, shown = None, opened.shown
            told = clone_lines(shown, subject) if shown is not None else []
        else:
            match = opened
            state = match.rules.view(match.position(), None)
            standings = told_standings(match.rules, state, match.saved, traceback=traceback)
            ended = match_result(match.rules, match.saved, state, _seats_of(match))
            draw = draw_text(match.rules, match.saved)
            waiting = match.waiting_seats()
            pending = asked(match.rules, match.saved.pending, None)
            found = _Status(standings, match.saved, waiting, match.folder, draw, pending, ended)
            mails = _mails_of(match)
            notes = match.notes()
            locked = locked_as_json(match.saved, match.awaited())
            told = list(locked_lines(match, subject)) if match.saved.locked is not None else []
        caption = caption_of(subject) if subject.is_dir() else ()
    if match is None:
        if as_data:
            lock = {} if shown is None else clone_as_json(shown)
            print_json({**lock, **found.as_json(opened.rules.game.name)})
        else:
            _print_heading(f"{opened.rules.game.title}, {_openings(found.saved)}", caption, told)
            if opened.saved.locked is None:
                _print_status(found)
    elif as_data:
        print_json(
            {
                "match": match.genesis.offer.game,
                "mode": match.mode,
                "locked": locked,
                **beacon_as_json(match),
                **found.as_json(match.rules.game.name),
                **_mails_as_json(mails, notes, caption),
            }
        )
    else:
        _print_heading(_first_line(match), caption, told)
        if told:
            _print_people(notes)
            return
        for line in (*offered_lines(match.genesis.offer), *round_lines(match, subject)):
            typer.echo(line)
        _print_status(found)
        _print_mails(mails, notes)
        typer.echo("\n" + "\n".join(dice_lines(match.genesis, match.saved.chains)))


def _first_line(match: Match) -> str:
    name = f"{match.genesis.offer.game}: {match.rules.game.title}"
    return f"{name}, {_openings(match.saved)}, {_DICE[match.mode]}"


def _seats_of(match: Match) -> Mapping[str, Seat]:
    return scenario_offered(match.genesis.offer).seats


@dataclass(frozen=True, slots=True)
class _Status:
    """How a match stands, as a referee or a player may know it."""

    standings: tuple[str, ...]
    saved: SavedMatch
    waiting: tuple[str, ...]
    where: Path
    """The match folder or state.json, as it was named."""
    draw: str
    """Who offers a draw; empty: nobody."""
    pending: tuple[Pending, ...]
    """What is awaited, as whoever looks may read it."""
    result: Mapping[str, Any] | None
    """How the match has ended; None: it goes on."""

    def as_json(self, game: str) -> dict[str, Any]:
        """Returns what --json prints of it."""
        return {
            "game": game,
            "opening": self.saved.n,
            "head": self.saved.head,
            "turn": self.saved.turn,
            "begun": self.saved.begun,
            "over": self.saved.is_over,
            "pending": [pending.to_json() for pending in self.pending],
            "waiting": list(self.waiting),
            "standings": list(self.standings),
            "draw": self.draw,
            "result": self.result,
            "stands": self.saved.reached,
            "rewinds": [rewound.to_json() for rewound in self.saved.rewinds],
            "corrections": [corrected.to_json() for corrected in self.saved.corrections],
        }


@dataclass(frozen=True, slots=True)
class _Mails:
    """What the mails after an opening consist of."""

    body: Path
    all: list[Path]
    """Attached to everybody's."""
    own: dict[str, list[Path]]
    """By seat, what it alone gets in place of the files of the same name."""


def _mails_of(match: Match) -> _Mails:
    folder = _opening_folder(match)
    attached = [path for path in _attachments(folder, "") if path.suffix != ".txt"]
    own = {seat: _attachments(folder, f"-{seat}") for seat in match.rules.seats}
    is_first = match.saved.n == 0  # the map is mailed once
    maps = own_paths(match.folder, scenario_offered(match.genesis.offer)) if is_first else ()
    return _Mails(
        body=folder / "report.txt",
        all=[*attached, match.folder / "log.jsonl", *maps],
        own={seat: paths for seat, paths in own.items() if paths},
    )


def _mails_as_json(
    mails: _Mails, notes: Mapping[str, SeatNotes], caption: Sequence[str]
) -> dict[str, Any]:
    return {
        "title": caption[0] if caption else "",
        "body": str(mails.body),
        "mail": [str(path) for path in mails.all],
        "own": {seat: [str(path) for path in paths] for seat, paths in mails.own.items()},
        "people": {
            seat: {"address": sits.address, **sits.to_json()} for seat, sits in notes.items()
        },
    }


def _openings(saved: SavedMatch) -> str:
    where = f"after opening {saved.reached}" if saved.reached else "at the start"
    return where if saved.reached == saved.n else f"{where} again"


def _print_status(found: _Status) -> None:
    for line in (*found.standings, *mend_lines(found.saved)):
        typer.echo(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    "))
    typer.echo()
    _print_awaited(found)


def _print_heading(where: str, caption: Sequence[str], told: Sequence[str]) -> None:
    """Prints where a match stands, what people call it and who plays, and what is locked."""
    typer.echo("\n".join([where, *told]))
    for line in caption:
        typer.echo(textwrap.fill(visible(line), WIDTH, subsequent_indent="  "))


def _print_people(people: Mapping[str, SeatNotes]) -> None:
    """Prints who gets a mail, as far as match.json and people.json say."""
    for seat, sits in people.items():
        address = f"<{sits.address}>" if sits.address else ""
        if sits.name or address:
            words = " ".join(filter(None, (sits.name, address)))
            typer.echo(f"  {'to':<8}  {shortened(words, 2 * MAX_NAME)} ({seat})")


def _print_mails(mails: _Mails, people: Mapping[str, SeatNotes]) -> None:
    typer.echo()
    typer.echo("The mail to everybody:")
    _print_people(people)
    typer.echo(f"  {'body':<8}  {mails.body}")
    for path in mails.all:
        typer.echo(f"  attached  {path}")
    for seat, paths in mails.own.items():
        typer.echo(f"To {seat} alone, in place of the files of the same name:")
        for path in paths:
            typer.echo(f"  attached  {path}")


_DICE = {
    "referee": "dice from the referee's secret",
    "public": "dice without a secret",
    "external": "dice rolled elsewhere",
    "sealed": "dice from all secrets, after a lock",
    "mutual": "dice from the players' secrets, after a lock",
    "beacon": "dice from a public beacon, after a lock",
}


def _attachments(folder: Path, suffix: str) -> list[Path]:
    """Returns what a mail brings of an opening; events.json is for programs."""
    names = ("report.txt", "report.html", "map.svg", "state.json")
    paths = [folder / f"{Path(name).stem}{suffix}{Path(name).suffix}" for name in names]
    return [path for path in paths if path.exists()]


def _print_awaited(found: _Status) -> None:
    saved, waiting, awaited = found.saved, found.waiting, found.pending
    if saved.is_over:
        typer.echo(f"The match is over after {amount(saved.n, 'opening')}.")
        return
    typer.echo(f"Awaited for opening {saved.n + 1} ({visible(str(saved.turn))}):")
    for pending in awaited:
        _print_one_awaited(pending, waiting)
    if found.draw:
        typer.echo(f"  {found.draw}")
    if awaited and all(p.topic == "orders" and p.seat in waiting for p in awaited):
        typer.echo(
            "  All sheets are in: run `adjudicate`; if it waits, a sheet holds a topic back."
        )
    if any(pending.topic == "rolls" for pending in awaited):
        typer.echo(
            f"  To be asked for the dice one by one: {command('adjudicate', found.where)} --rolls -"
        )
    others = [seat for seat in waiting if all(seat != p.seat for p in awaited)]
    if others:
        typer.echo(f"  {', '.join(others)}: a sheet is in and waits")
    seats = list(dict.fromkeys(p.seat for p in awaited if p.seat is not None))
    seats = [seat for seat in seats if seat not in waiting]
    if seats:
        typer.echo()
        typer.echo("To begin a sheet:")
        for seat in seats:
            # Who has a chain begins his sheet himself: only he has the key.
            where = Path("state.json") if seat in saved.chains else found.where
            sheet = f"{seat}-{saved.n + 1}.json"
            typer.echo(f"  {command('template', where, seat, '--out', sheet)}")
        if not any(seat in saved.chains for seat in seats):
            typer.echo(f"or paste: {header_text(saved, seats[0] if len(seats) == 1 else 'SEAT')}")


def _print_one_awaited(pending: Pending, waiting: Sequence[str]) -> None:
    if pending.topic == "rolls":
        typer.echo(f"  roll {visible(pending.prompt)} as {visible(pending.label)}")
    elif is_unread(pending):
        typer.echo(f"  {pending.prompt}")
    elif pending.topic != "orders":
        typer.echo(f"  {pending.seat}: {visible(pending.prompt)}")
        print_question(pending, "      ")
    elif pending.seat in waiting:
        typer.echo(f"  {pending.seat}: its sheet is in and waits")
    else:
        typer.echo(f"  {pending.seat}: its order sheet")


def _opening_folder(match: Match) -> Path:
    found = sorted((match.folder / "openings").glob(f"{views_key(match.saved, match.saved.n)}-*"))
    return found[0] if found else match.folder / "openings"


def draw_map(
    subject: Shown = Path(),
    n: Number = None,
    seat: SeatOption = None,
    *,
    layout: LayoutOption = Layout.BOARD,
    theme: ThemeOption = None,
    arrows: ArrowsOption = None,
    supply: Supply = None,
    zones: Zones = None,
    around: Around = "",
    radius: Radius = 8,
    near: Near = None,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    out: Out = None,
    force: Force = False,
) -> None:
    """Draw the map as SVG.

    To --out; else to a pipe as it is, and at a terminal to a new file.

    Of the position reached, or of a past opening with its moves, battles and losses. Zones, parts
    around a hex and parts with a side are for maps of hexes.
    """
    if theme is None:
        theme = Theme.GREY if layout is Layout.PRINT else Theme.COLOUR
    if arrows is None:
        arrows = Arrows.NONE if supply else Arrows.ALL
    if out is not None and out.suffix.lower() in (".png", ".jpg", ".jpeg", ".pdf", ".gif"):
        raise typer.BadParameter(
            "the map is SVG: name a file that ends in .svg", param_hint="--out"
        )
    with errors_shown("no map was drawn"):
        is_past = subject.is_dir() or is_log(subject)
        opened = _logged(subject, own_map, n) if is_past else open_subject(subject, own_map)
        assert not isinstance(opened, Match), "a folder is opened for its past"
        if isinstance(opened, Viewed):
            check_everybodys(opened, seat)
            if n is not None and opened.shown is None:
                raise typer.BadParameter("a state.json shows one position", param_hint="--n")
            state = state_of(opened.rules.game, opened.view.state)
            seats = [tuple(seat.sides) for seat in opened.view.scenario.seats.values()]
        else:
            _check_seat(opened, seat)
            scenario = opened.genesis.offer.to_json()["scenario"]
            seats = [tuple(seat["sides"]) for seat in scenario["seats"].values()]
        if not 1 <= radius <= 14:
            raise typer.BadParameter("a part reaches 1 to 14 hexes far", param_hint="--radius")
        _check_hexes(opened.rules.game, {"--zones": zones, "--around": around, "--side": near})
        style = Style(
            layout=layout.value,
            theme=theme.value,
            arrows=arrows.value,
            supply=_sides(seats, supply, "--supply"),
            zones=_sides(seats, zones, "--zones"),
            around=around,
            radius=radius,
            near=_sides(seats, near, "--side"),
            caption=caption_of(subject) if subject.is_dir() else (),
        )
        meet = telling(traceback=traceback)
        if isinstance(opened, Viewed):
            reached = opened.saved.reached
            svg = picture_or_plain(opened.rules, state, (), n=reached, meet=meet, style=style)
        else:
            svg = _picture(opened, n, seat, style, meet=meet)
        if out is None and _is_terminal():
            out = _free_name(Path("map.svg"))
        _write(svg, out, force=force)


def _is_terminal() -> bool:
    """Whether what is printed is shown, and goes into no pipe or file."""
    return sys.stdout.isatty()


def _free_name(path: Path) -> Path:
    """Returns a name in the present folder that no file has: map.svg, else map-2.svg."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in chain([path], names) if not name.exists())


def _check_hexes(game: Game, given: Mapping[str, object]) -> None:
    """Refuses what only maps of hexes can show."""
    model = game.files.get("map.json")
    if model is None or "grid" not in model.model_fields:
        for option, value in given.items():
            if value:
                raise typer.BadParameter(f"the map of {game.title} has no hexes", param_hint=option)


def _sides(
    seats: Sequence[tuple[str, ...]], named: Sequence[str] | None, option: str
) -> tuple[str, ...]:
    """Returns the sides that an option names; `all` names every one."""
    sides = [side for led in seats for side in led]
    unknown = [name for name in named or () if name not in (*sides, "all")]
    if unknown:
        raise typer.BadParameter(f"sides are {', '.join(sides)}, or all", param_hint=option)
    return tuple(side for side in sides if named and (side in named or "all" in named))


def _check_seat(match: Logged, seat: str | None) -> None:
    if seat is not None and seat not in match.rules.seats:
        raise typer.BadParameter(
            f"seats are {', '.join(match.rules.seats)}{did_you_mean(seat, match.rules.seats)}",
            param_hint="--seat",
        )


def _picture(match: Logged, n: int | None, seat: str | None, style: Style, *, meet: Meet) -> str:
    past = _past(match, n)
    rules = match.rules
    return picture_or_plain(
        rules, rules.view(past.state, seat), heard(rules, past.events, seat),
        n=past.saved.reached, meet=meet, style=style,
    )  # fmt: skip


def _logged(path: Path, own_map: Path | None, n: int | None) -> Logged | Viewed:
    """Opens the folder of a match, telling what had to be mended, or a log alone.

    Returns of a clone what it shows of the newest opening; of an earlier one, its log.
    """
    places = places_of(own_map, path)
    if not is_log(path):
        opened = open_folder(path)
        if isinstance(opened, Viewed) and n in (None, opened.saved.n):
            return opened
    return Logged.open(path, by_name(), places)


def _past(match: Logged, n: int | None) -> Past:
    """Returns an opening, made again from the log; without a number, how the match stands."""
    if n is not None and not 0 <= n <= match.last:
        raise typer.BadParameter(f"openings are 0 to {match.last}", param_hint="--n")
    past = match.past(n)
    if past.annulled:
        typer.echo(f"notice: {past.annulled}", err=True)
    return past


def report(
    subject: Shown = Path(),
    n: Number = None,
    seat: SeatOption = None,
    *,
    html: Annotated[bool, typer.Option("--html", help="As HTML.")] = False,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    out: Out = None,
    force: Force = False,
) -> None:
    """Tell what happened in an opening.

    Every order, every die with its label, all losses, and what is awaited next. Of a mailed
    state.json: how the match stands, and what is awaited.
    """
    with errors_shown("there is no report"):
        is_past = subject.is_dir() or is_log(subject)
        opened = _logged(subject, own_map, n) if is_past else open_subject(subject, own_map)
        assert not isinstance(opened, Match), "a folder is opened for its past"
        meet = telling(traceback=traceback)
        if isinstance(opened, Viewed):
            check_everybodys(opened, seat)
            if opened.shown is not None:
                _write(report_of(opened, html=html), out, force=force)
                return
            if n is not None:
                raise typer.BadParameter("a state.json shows one position", param_hint="--n")
            state = state_of(opened.rules.game, opened.view.state)
            past = Past(opened.saved, state, state, (), _OF_A_STATE)
            seat = opened.view.seat
        else:
            _check_seat(opened, seat)
            past = _past(opened, n)
        told = opening_report(
            opened.rules,
            past.saved,
            before=past.before,
            events=past.events,
            state=past.state,
            seat=seat,
            meet=meet,
            caption=caption_of(subject) if subject.is_dir() else (),
            pictures=html,
        )
        if past.annulled:
            told = told.model_copy(update={"summary": (past.annulled, *told.summary)})
        n = past.saved.reached
        text, page = rendered_or_plain(
            render_report, told, lambda: plain_report(opened.rules, past.events, n),
            n=n, meet=meet,
        )  # fmt: skip
        _write(page if html else text, out, force=force)


_OF_A_STATE = (
    "Told from a mailed state.json, which shows how the match stands and not what happened: that "
    "stands in the report that came with it, and in the log."
)


def _write(text: str, out: Path | None, *, force: bool) -> None:
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_wanted(out, text.encode(), force=force)
        typer.echo(f"wrote {out}")
