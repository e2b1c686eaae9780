"""games, map, report: looking at what is there."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.cli.clones import check_everybodys, report_of
from adjudicator.cli.faults import Traceback, telling
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
from adjudicator.cli.shell import (
    AsJson,
    Force,
    OwnMap,
    Viewed,
    errors_shown,
    open_folder,
    open_subject,
    places_of,
    print_json,
    render_report,
)
from adjudicator.core.game import Game
from adjudicator.core.hearing import heard
from adjudicator.core.report import Style
from adjudicator.core.save import state_of
from adjudicator.files.json_input import MAX_SIZE
from adjudicator.files.matches.match import Match
from adjudicator.files.matches.opening_report import opening_report
from adjudicator.files.matches.people import caption_of
from adjudicator.files.matches.stand_ins import (
    Meet,
    picture_or_plain,
    plain_report,
    rendered_or_plain,
)
from adjudicator.files.published.logged import Logged, Past, is_log
from adjudicator.files.storage import read_bytes, write_wanted
from adjudicator.files.written.scenarios import read_scenario, shipped_scenarios
from adjudicator.registry import by_name

__all__ = ["draw_map", "games", "report"]

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
        is_past = subject.is_dir() or is_log(subject) or _is_no_json(subject)
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


def _is_no_json(path: Path) -> bool:
    """Whether a file cannot be a mailed state.json: it begins as no object does."""
    return path.is_file() and not read_bytes(path, limit=MAX_SIZE).lstrip(_BLANK).startswith(b"{")


_BLANK = b" \t\r\n\xef\xbb\xbf"
"""What may stand before a JSON object: blanks and the mark of UTF-8."""
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
