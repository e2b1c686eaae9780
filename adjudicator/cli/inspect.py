"""map, report: looking at what is there."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from adjudicator.api.logged import MatchLog, is_log, open_log
from adjudicator.api.mailed import Clone, MailedState
from adjudicator.api.match import Match
from adjudicator.api.named_files import MAX_SIZE, read_bytes, write_wanted
from adjudicator.api.problems import Located, Unusable
from adjudicator.api.shown import (
    MapStyle,
    RenderedReport,
    ReportStyle,
    as_png,
    sheets_behind,
)
from adjudicator.api.texts import MAX_TEMPLATE, standard_template
from adjudicator.cli.common import (
    Exit,
    Force,
    OwnMap,
    Traceback,
    errors_shown,
    open_folder,
    open_subject,
    places_of,
    print_problems,
    tell_faults,
)
from adjudicator.cli.map_options import (
    Around,
    ArrowsOption,
    Language,
    Layout,
    LayoutOption,
    Near,
    Png,
    PngWidth,
    Radius,
    Sheet,
    Supply,
    ThemeOption,
    Zones,
)
from adjudicator.cli.names import did_you_mean, seat_names
from adjudicator.cli.terminal import print_bytes

__all__ = ["draw_map", "report"]

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
    sheet: Sheet = None,
    png: Png = False,
    png_width: PngWidth = None,
    language: Language = None,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    out: Out = None,
    force: Force = False,
) -> None:
    """Draw the map, as SVG or as PNG.

    To --out; else to a pipe as it is, and at a terminal to a new file.

    Of the position reached, or of a past opening with its moves, battles and losses. Zones, parts
    around a hex and parts with a side are for maps of hexes.
    """
    png = _is_png(png, png_width, out)
    style: MapStyle = {"layout": layout.value, "around": around, "radius": radius}
    if theme is not None:
        style["theme"] = theme.value
    if arrows is not None:
        style["arrows"] = arrows.value
    with errors_shown("no map was drawn"):
        is_past = subject.is_dir() or is_log(subject)
        opened = _logged(subject, own_map, n) if is_past else open_subject(subject, own_map)
        assert not isinstance(opened, Match), "a folder is opened for its past"
        n = _checked(opened, n, seat)
        if not 1 <= radius <= 14:
            raise typer.BadParameter("a part reaches 1 to 14 hexes far", param_hint="--radius")
        _check_hexes(opened, {"--zones": zones, "--crop-hex": around, "--crop-side": near})
        style["supply"] = _sides(opened, supply, "--supply")
        style["zones"] = _sides(opened, zones, "--zones")
        style["near"] = _sides(opened, near, "--crop-side")
        if language is not None:
            style["language"] = _known_language(opened, language)
        if sheet is not None:
            style["sheet"] = _checked_sheet(opened, style, sheet)
        if out is None and _is_terminal():
            out = _free_name(Path("map.png" if png else "map.svg"))
        drawn = _drawn(opened, n, seat, style, has_name=out is not None)
        _tell_annulled(opened, n)
        tell_faults(opened.faults, traceback=traceback)
        for number, svg in enumerate(drawn):
            named = out if out is None or not number else out.with_stem(f"{out.stem}-{number}")
            _write(_png_of(svg, png_width) if png else svg, named, force=force)


def _drawn(
    opened: Looked, n: int | None, seat: str | None, style: MapStyle, *, has_name: bool
) -> tuple[str, ...]:
    """Returns the map; on paper all its sheets, where the files for them have a name."""
    if style["layout"] == "print" and "sheet" not in style and has_name:
        return opened.map_sheets(n=n, seat=seat, **style)
    svg = opened.map(n=n, seat=seat, **style)
    if "sheet" not in style and (behind := sheets_behind(svg)):
        told = f"notice: {behind} more sheets are left out: name a file with --out, or --sheet"
        typer.echo(told, err=True)
    return (svg,)


def _checked_sheet(opened: Looked, style: MapStyle, sheet: int) -> int:
    """Refuses the number of a sheet where a map has no numbered sheets."""
    if style["layout"] != "print":
        raise typer.BadParameter("only --layout print has sheets", param_hint="--sheet")
    if sheet and not opened.has_hexes:
        raise typer.BadParameter("one sheet shows it all", param_hint="--sheet")
    return sheet


def _is_png(png: bool, width: int | None, out: Path | None) -> bool:
    """Whether the map is to be PNG; refuses names of files that say something else."""
    ending = "" if out is None else out.suffix.lower()
    if ending in (".jpg", ".jpeg", ".pdf", ".gif") or (png and ending == ".svg"):
        told = "PNG: name a file that ends in .png" if png else "SVG or PNG: end it in .svg or .png"
        raise typer.BadParameter(f"the map is {told}", param_hint="--out")
    png = png or ending == ".png"
    if width is not None and not png:
        raise typer.BadParameter("say --png, or name a file that ends in .png",
                                 param_hint="--png-width")  # fmt: skip
    return png


def _png_of(svg: str, width: int | None) -> bytes:
    """Returns a picture as PNG; where the library for it is lacking, says what to install."""
    try:
        return as_png(svg, width)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--png-width") from None
    except Unusable as error:
        print_problems([Located(one, "") for one in error.problems], "no map was drawn")
        raise typer.Exit(Exit.USAGE) from None


def _is_terminal() -> bool:
    """Whether what is printed is shown, and goes into no pipe or file."""
    return sys.stdout.isatty()


def _free_name(path: Path) -> Path:
    """Returns a name in the present folder that no file has: map.svg, else map-2.svg."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in chain([path], names) if not name.exists())


def _checked(opened: Looked, n: int | None, seat: str | None) -> int | None:
    """Refuses an opening or a seat that cannot be shown; returns the opening to ask for."""
    if isinstance(opened, MailedState):
        if n is not None:
            raise typer.BadParameter("a state.json shows one position", param_hint="--n")
        return None
    if isinstance(opened, Clone):
        if seat is not None and opened.is_hidden:
            raise typer.BadParameter("a clone shows what everybody may know", param_hint="--seat")
        return n
    if seat is not None and seat not in opened.seats:
        raise typer.BadParameter(
            f"seats are {', '.join(opened.seats)}{did_you_mean(seat, opened.seats)}",
            param_hint="--seat",
        )
    if n is not None and not 0 <= n <= opened.last:
        raise typer.BadParameter(f"openings are 0 to {opened.last}", param_hint="--n")
    return n


def _check_hexes(opened: Looked, given: Mapping[str, object]) -> None:
    """Refuses what only maps of hexes can show."""
    for option, value in given.items() if not opened.has_hexes else ():
        if value:
            raise typer.BadParameter(
                f"the map of {opened.game_title} has no hexes", param_hint=option
            )


def _sides(opened: Looked, named: Sequence[str] | None, option: str) -> tuple[str, ...]:
    """Returns the sides that an option names; `all` names every one."""
    unknown = [name for name in named or () if name not in (*opened.sides, "all")]
    if unknown:
        raise typer.BadParameter(f"sides are {', '.join(opened.sides)}, or all", param_hint=option)
    return tuple(named or ())


def _logged(path: Path, own_map: Path | None, n: int | None) -> MatchLog | Clone:
    """Opens the folder of a match, telling what had to be mended, or a log alone.

    Returns of a clone what it shows of the newest opening; of an earlier one, its log.
    """
    places = places_of(own_map, path)
    if not is_log(path):
        opened = open_folder(path)
        if isinstance(opened, Clone) and n in (None, opened.n):
            return opened
    return open_log(path, places=places)


def _tell_annulled(opened: Looked, n: int | None) -> None:
    """Says so where an opening was taken back."""
    if isinstance(opened, MatchLog) and (annulled := opened.annulled(n)):
        typer.echo(f"notice: {annulled}", err=True)


def report(
    subject: Shown = Path(),
    n: Number = None,
    seat: SeatOption = None,
    *,
    html: Annotated[bool, typer.Option("--html", help="As HTML.")] = False,
    language: Language = None,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="N|last",
            help="Tell in 25 lines, by place, what happened after opening N; last: after the last "
            "sheet of --seat.",
        ),
    ] = None,
    template: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Make the page from this template; with --html."),
    ] = None,
    template_out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the standard template, to be changed, and stop."),
    ] = None,
    own_map: OwnMap = None,
    traceback: Traceback = False,
    out: Out = None,
    force: Force = False,
) -> None:
    """Tell what happened in an opening.

    What was fought, every die with its label, all losses, and what comes next. The page of
    `--html` also tells every move; where it tells more, the text says how many lines. Of a mailed
    state.json: how the match stands, and what is awaited.
    """
    if template is not None and not html:
        raise typer.BadParameter("only a page has a template: say --html", param_hint="--template")
    with errors_shown("there is no report"):
        if template_out is not None:
            _write(standard_template(), template_out, force=force)
            return
        is_past = subject.is_dir() or is_log(subject) or _is_no_json(subject)
        opened = _logged(subject, own_map, n) if is_past else open_subject(subject, own_map)
        assert not isinstance(opened, Match), "a folder is opened for its past"
        n = _checked(opened, n, seat)
        if since is not None:
            _write(_since(opened, since, seat, language), out, force=force)
            return
        how = _report_style(opened, language, template)
        how["pictures"] = html
        told: RenderedReport = opened.report(n=n, seat=seat, **how)
        _tell_annulled(opened, n)
        tell_faults(opened.faults, traceback=traceback)
        _write(told.html if html else told.text, out, force=force)


def _since(opened: Looked, since: str, seat: str | None, language: str | None) -> str:
    """Returns what happened since an opening, or since a seat's last sheet."""
    if not isinstance(opened, MatchLog):
        raise typer.BadParameter(
            "only a match folder or a log tells of several openings", param_hint="--since"
        )
    _report_style(opened, language, None)
    if since == "last":
        if seat is None:
            raise typer.BadParameter("say whose: --seat", param_hint="--since")
        return opened.since(seat=seat, language=language)
    if not since.isdecimal() or int(since) > opened.last:
        told = f"openings are 0 to {opened.last}; or say last, with --seat"
        raise typer.BadParameter(told, param_hint="--since")
    return opened.since(int(since), seat=seat, language=language)


def _known_language(opened: Looked, language: str) -> str:
    """Returns a language; refuses one that the game does not speak."""
    if language not in opened.languages:
        told_in = f"{opened.game_title} is told in {', '.join(opened.languages)}"
        raise typer.BadParameter(told_in, param_hint="--language")
    return language


def _report_style(opened: Looked, language: str | None, template: Path | None) -> ReportStyle:
    """Returns how a report is told; refuses a language that the game does not speak."""
    how: ReportStyle = {}
    if language is not None:
        how["language"] = _known_language(opened, language)
    if template is not None:
        how["template"] = read_bytes(template, limit=MAX_TEMPLATE).decode(errors="replace")
    return how


def _is_no_json(path: Path) -> bool:
    """Whether a file cannot be a mailed state.json: it begins as no object does."""
    return path.is_file() and not read_bytes(path, limit=MAX_SIZE).lstrip(_BLANK).startswith(b"{")


_BLANK = b" \t\r\n\xef\xbb\xbf"
"""What may stand before a JSON object: blanks and the mark of UTF-8."""
Looked: TypeAlias = MatchLog | Clone | MailedState
"""What `map` and `report` look at."""


def _write(shown: str | bytes, out: Path | None, *, force: bool) -> None:
    if out is not None:
        write_wanted(out, shown.encode() if isinstance(shown, str) else shown, force=force)
        typer.echo(f"wrote {out}")
    elif isinstance(shown, str):
        typer.echo(shown, nl=False)
    else:
        print_bytes(shown)
