"""odds: what a battle, or an order sheet, will bring, before anybody rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.api.games import (
    Number,
    Odds,
    Outcome,
    Question,
    Spread,
    battle_odds,
    decimal,
    interval_of,
    map_files,
    odds_plot,
    standing_in,
)
from adjudicator.api.listing import game_names
from adjudicator.api.named_files import write_wanted
from adjudicator.cli.common import (
    AsJson,
    Force,
    OwnMap,
    Traceback,
    errors_shown,
    open_subject,
    print_json,
    print_problems,
    sheet_files,
    tell_faults,
)
from adjudicator.cli.names import did_you_mean

__all__ = ["odds"]

_SHORT = 100_000
"""Fractions with a larger denominator tell nobody anything."""
_LONGEST_BITS = 10_000
"""Longer denominators are not written in JSON: three thousand digits."""
_CUT = Fraction(1, 1000)
_BAR = 30


Forces = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FORCE|SHEET]...",
        help='The attacker, then who is attacked: 10 5, or "3 infantry" "1 bomber". In Galactic '
        "Conquest several, one after another: 12 4 3 2. Behind a match: order sheets.",
    ),
]
Conditions = Annotated[
    list[str] | None,
    typer.Option(metavar="COND", help="Break off: own=3, chance=1/2; else fight it out."),
]
Dice = Annotated[int | None, typer.Option(metavar="N", help="The most dice of the attacker.")]
Defence = Annotated[int | None, typer.Option(metavar="N", help="The most dice of the defender.")]
Behind = Annotated[
    int | None, typer.Option("--garrison", metavar="N", help="How many stay after a capture.")
]
Rounded = Annotated[bool, typer.Option("--approximate", help="Count in floats, faster.")]
Place = Annotated[
    str | None, typer.Option("--in", metavar="AREA", help="An area, or a word like `city`.")
]
Standing = Annotated[
    Path | None, typer.Option(metavar="SHEET", help="Standing orders in force, from a sheet.")
]
Digits = Annotated[
    int | None, typer.Option(metavar="N", min=1, max=1000, help="Print so many digits.")
]
Plays = Annotated[
    int | None,
    typer.Option(
        "--samples",
        metavar="N",
        min=100,
        max=1_000_000,
        help="How often to play what is too large to follow [default: for a second].",
        show_default=False,
    ),
]
PlotFile = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw who is left as SVG.")]


def odds(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME|MATCH",
            help="See `adjudicator games`; or a match, or a mailed state.json.",
        ),
    ],
    forces: Forces = None,
    *,
    until: Conditions = None,
    dice: Dice = None,
    defence: Defence = None,
    behind: Behind = None,
    place: Place = None,
    standing: Standing = None,
    roll: Annotated[bool, typer.Option("--roll", help="Only one roll.")] = False,
    rounded: Rounded = False,
    digits: Digits = None,
    plays: Plays = None,
    plot: PlotFile = None,
    own_map: OwnMap = None,
    force: Force = False,
    as_data: AsJson = False,
    traceback: Traceback = False,
) -> None:
    """Say what a battle, or a sheet, will bring: chances, losses, who is left.

    Chances are exact. What would take over a second is counted in floats, or played with seeded
    dice: that is said, and between what bounds a chance lies. Of a match's order sheets it tells
    what `check` tells of the battles ahead.
    """
    if game not in game_names() and Path(game).exists():
        options = (until, dice, defence, behind, place, standing, digits, plays, plot)
        if roll or rounded or any(option is not None for option in options):
            raise typer.BadParameter(
                "a sheet itself says how it fights: only --map, --json and --traceback go with it"
            )

        sheets = [Path(word) for word in forces or ()]
        _sheet_odds(Path(game), sheets, own_map, as_data=as_data, traceback=traceback)
        return
    if own_map is not None:
        raise typer.BadParameter("goes with a match or a state.json", param_hint="--map")
    with errors_shown("nothing is computed", as_data=as_data):
        _check_game(game)
        question = Question(
            forces=tuple(forces or ()),
            until=tuple(until or ()),
            dice=dice,
            defence=defence,
            behind=behind,
            place=place,
            standing=() if standing is None else standing_in(standing),
            roll=roll,
            rounded=rounded,
            plays=plays,
            map_files=map_files(game),
        )
        found = battle_odds(game, question)
        if plot is not None:
            write_wanted(plot, odds_plot(found).encode(), force=force)
    if as_data:
        print_json(_as_json(found) | ({} if plot is None else {"wrote": str(plot)}))
    else:
        typer.echo("\n".join(_lines(found, digits)))
        if plot is not None:
            typer.echo(f"wrote {plot}")


def _check_game(name: str) -> None:
    known = game_names()
    if name not in known:
        raise typer.BadParameter(
            f"no game {name!r}; known: {', '.join(known)}{did_you_mean(name, known)}"
        )


# -- text ---------------------------------------------------------------------------------------


def _lines(found: Odds, digits: int | None) -> Iterator[str]:
    yield found.title
    yield from found.notes
    yield ""
    wide = max(len(one.name) for one in (*found.outcomes, *found.losses))
    for one in found.outcomes:
        yield f"{one.name:<{wide}}  {_chance(one.value, digits)}{_bounds(one)}{_fraction(one)}"
    if found.losses:
        yield ""
        yield "Losses on average:"
        for one in found.losses:
            yield f"{one.name:<{wide}}  {decimal(one.value, digits or 2):>7}"
    if found.rolls is not None:
        yield ""
        one = found.rolls
        yield f"{one.name.capitalize()} on average: {decimal(one.value, digits or 1)}"
    most = max((chance for spread in found.spreads for _, chance in spread.left), default=1)
    for spread in found.spreads:
        yield ""
        yield from _spread_lines(spread, digits, most)


def _bounds(one: Outcome) -> str:
    """Returns between what bounds a sampled chance lies."""
    if one.error is None:
        return ""
    low, high = interval_of(one.value, one.error)
    return f"  95 % sure: {low * 100:.1f} to {high * 100:.1f} %"


def _chance(chance: Number, digits: int | None) -> str:
    """Returns a chance in percent, or to as many digits as asked for."""
    return f"{decimal(chance * 100, 1):>5} %" if digits is None else decimal(chance, digits)


def _fraction(one: Outcome) -> str:
    is_short = isinstance(one.value, Fraction) and 1 < one.value.denominator < _SHORT
    return f"  ({one.value})" if is_short and one.error is None else ""


def _spread_lines(spread: Spread, digits: int | None, most: Number) -> Iterator[str]:
    """Tells who is left; the longest bar of all spreads is that of the chance `most`."""
    yield f"{spread.heading}:"
    cut: list[tuple[int, Number]] = []
    for count, chance in spread.left:
        if chance < _CUT:
            cut.append((count, chance))
            continue
        bar = "#" * round(chance * _BAR / most)
        yield f"{count:>6}  {_chance(chance, digits)}  {bar}".rstrip()
    if cut:
        together = decimal(sum((chance for _, chance in cut), Fraction(0)) * 100, 2)
        yield f"        not shown: {_numbers(cut)}, each under 0.1 %, together {together} %"


def _numbers(cut: Sequence[tuple[int, Number]]) -> str:
    """Returns numbers as ranges: "9 to 5, 1"."""
    ranges: list[list[int]] = []
    for count, _ in cut:
        if ranges and ranges[-1][-1] == count + 1:
            ranges[-1].append(count)
        else:
            ranges.append([count])
    return ", ".join(f"{one[0]} to {one[-1]}" if len(one) > 1 else f"{one[0]}" for one in ranges)


# -- JSON and pictures --------------------------------------------------------------------------


def _as_json(found: Odds) -> dict[str, Any]:
    return {
        "title": found.title,
        "notes": list(found.notes),
        "outcomes": [_outcome_json(one) for one in found.outcomes],
        "losses": [_outcome_json(one) for one in found.losses],
        "rolls": None if found.rolls is None else _outcome_json(found.rolls),
        "left": [
            {
                "heading": spread.heading,
                "side": spread.side,
                "numbers": [
                    {"left": count} | _number_json(chance) for count, chance in spread.left
                ],
            }
            for spread in found.spreads
        ],
    }


def _outcome_json(one: Outcome) -> dict[str, Any]:
    error: dict[str, Any] = {}
    if one.error is not None:
        low, high = interval_of(one.value, one.error)
        error = {"standard_error": f"{one.error:.6f}", "interval": [f"{low:.6f}", f"{high:.6f}"]}
    return {"name": one.name} | _number_json(one.value) | error


def _number_json(number: Number) -> dict[str, str]:
    """A number as text: JSON of ours holds no floats."""
    found = {"decimal": decimal(number, 12)}
    if isinstance(number, Fraction) and number.denominator.bit_length() <= _LONGEST_BITS:
        found["exact"] = str(number)
    return found


def _sheet_odds(
    where: Path, sheets: Sequence[Path], own_map: Path | None, *, as_data: bool, traceback: bool
) -> None:
    """Tells the chances of order sheets in a match, or in a mailed state: of `check`, no more."""
    from adjudicator.api.problems import as_json
    from adjudicator.api.texts import paragraphs_text
    from adjudicator.cli.check import checked_sheet, end_refused

    if not sheets:
        raise typer.BadParameter("name at least one sheet")
    with errors_shown("nothing is computed", as_data=as_data):
        subject = open_subject(where, own_map)
        files = sheet_files(sheets, only_checks=True)
        checked = [checked_sheet(subject, file) for file in files]
    if as_data:
        print_json(
            [
                {
                    "source": one.source,
                    "seat": one.seat,
                    "acceptable": one.is_acceptable,
                    "problems": [as_json(problem) for problem in one.problems],
                    "outlook": [paragraph.to_json() for paragraph in one.chances],
                }
                for one in checked
            ]
        )
    for one in checked if not as_data else ():
        print_problems(one.problems, "")
        if one.is_acceptable:
            typer.echo(f"{one.source}: {one.seat}")
            nothing = "    no battle follows the first dice\n"
            typer.echo(paragraphs_text(one.chances) or nothing, nl=False)
    tell_faults(subject.faults, traceback=traceback)
    end_refused(checked, as_data=as_data)
