"""new: the folder of a match, and the offer that seats join."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from adjudicator.api.beginning import (
    LATE_PLEDGES,
    OFFER_NAME,
    Prepared,
    check_joining,
    check_name,
    name_of,
    option_value,
    people_path,
    prepare_match,
)
from adjudicator.api.games import MODES
from adjudicator.api.listing import game_names as all_games
from adjudicator.api.match import Match
from adjudicator.api.named_files import REFEREE, command
from adjudicator.cli.common import (
    PUBLIC_WARNING,
    errors_shown,
    print_pending,
    tell_notices,
    tell_of_modes,
)
from adjudicator.cli.modes import clock_line, mode_lines
from adjudicator.cli.names import did_you_mean, game_names, mode_names, scenario_names

if TYPE_CHECKING:
    from adjudicator.api.clock import ClockPolicy

__all__ = ["clock_given", "keys_given", "new", "options_given"]

WITHOUT_SECRET = ("public", "mutual")
"""Modes in which the referee has no secret."""

GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help="See `adjudicator games`.", autocompletion=game_names),
]

Scenario = Annotated[
    str | None,
    typer.Option(
        metavar="NAME|FILE",
        help="A shipped scenario by name, or a scenario file. [default: standard, where there is "
        "one]",
        show_default=False,
        autocompletion=scenario_names,
    ),
]

OwnMap = Annotated[
    Path | None,
    typer.Option(
        "--map",
        metavar="FILE|FOLDER",
        help="A map of your own: its map.json, another of its files, or a folder of files that "
        "take the place of the shipped ones. See `adjudicator schemas GAME/map`.",
        show_default=False,
    ),
]

OwnCards = Annotated[
    list[Path] | None,
    typer.Option(
        "--cards",
        metavar="FILE",
        help="Cards of your own in place of the shipped ones; may be repeated. See "
        "`adjudicator schemas GAME`.",
        show_default=False,
    ),
]

Name = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="The match's name, new for each match.  [default: the folder's]",
        show_default=False,
    ),
]

Title = Annotated[str, typer.Option(metavar="TEXT", help="A title for people.", show_default=False)]

GameOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="An option of the game; may be repeated. See `adjudicator schemas GAME/options`.",
    ),
]

Joins = Annotated[
    bool,
    typer.Option("--joins", help="Let the seats join, with chains of their own: see `begin`."),
]

Penalty = Annotated[
    str,
    typer.Option(
        metavar="TEXT",
        help="What a pledge costs that is withheld after a lock; the offer fixes it.",
        show_default=False,
    ),
]

PublicKey = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The referee's SSH public key, to sign heads with."),
]

SeatKeys = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SEAT=FILE",
        help="The SSH public key of a seat, which then must sign its sheets; may be repeated.",
    ),
]

ModeName = Annotated[
    str,
    typer.Option(
        metavar="MODE",
        help="How dice are made: " + ", ".join(MODES) + ".",
        autocompletion=mode_names,
    ),
]

Play = Annotated[
    list[str] | None,
    typer.Option(
        metavar="SEAT|all",
        help="A seat that the built-in player plays from beginning to end: the offer says so to "
        "all; may be repeated.",
    ),
]

Clock = Annotated[
    str,
    typer.Option(
        metavar="NAME|FILE",
        help="How much time seats have, and what is done when it is over: a clock that comes with "
        "the program (fast, iccf, relaxed, week), with a time zone as in week@Europe/Berlin, or a "
        "file. See `adjudicator schemas clock`.",
        show_default=False,
    ),
]

Age = Annotated[
    bool,
    typer.Option(
        "--age",
        help="Name an age key in the offer, to which sheets can be sealed; seats that join name "
        "theirs. Needed where a match is played by git and something is hidden.",
    ),
]

NoSecret = Annotated[
    bool,
    typer.Option(
        "--no-secret",
        help="In beacon mode: without a secret of the referee's, so that anybody can adjudicate.",
    ),
]

Continued = Annotated[
    Path | None,
    typer.Option(
        "--continue",
        metavar="OLD",
        help="Go on from where this match stands, with a new secret; then give FOLDER alone.",
    ),
]


def new(
    game: GameName,
    match: Annotated[
        Path | None, typer.Argument(metavar="FOLDER", help="The folder to make.")
    ] = None,
    *,
    scenario: Scenario = None,
    own_map: OwnMap = None,
    own_cards: OwnCards = None,
    name: Name = "",
    title: Title = "",
    mode: ModeName = "referee",
    option: GameOption = None,
    joins: Joins = False,
    penalty: Penalty = "",
    public_key: PublicKey = None,
    seat_key: SeatKeys = None,
    play: Play = None,
    clock: Clock = "",
    age: Age = False,
    no_secret: NoSecret = False,
    after: Continued = None,
) -> None:
    """Make a new match.

    Its secret, line 0 of its log, start position, report, map. --continue goes on from another.
    """
    from adjudicator.cli.amending import go_on

    if after is not None or match is None:
        others = (
            match, option, title, joins, penalty, play, clock, scenario is not None,
            mode != "referee", age, no_secret, own_map, own_cards,
        )  # fmt: skip
        go_on(after, Path(game), name or name_of(Path(game)), alone=not any(others))
        return
    if not title.isprintable():
        raise typer.BadParameter("visible characters and blanks only", param_hint="--title")
    _check_penalty(penalty, mode)
    has_secret = _has_secret(mode, no_secret=no_secret)
    with errors_shown("no match was made"):
        _check_names(game, mode)
        chosen = prepare_match(
            game, scenario, options=options_given(option or []), own_map=own_map,
            own_cards=own_cards or (),
        )  # fmt: skip
        name = _checked_name(name or name_of(match))
        if not joins:
            check_joining(MODES[mode])
        plays = _played(play or [], chosen.seats)
        policy = clock_given(clock)
        own_key, seat_keys = keys_given(public_key, seat_key or [], list(chosen.seats), joins=joins)
        how: dict[str, Any] = {
            "name": name, "mode": mode, "title": title, "play": plays, "public_key": own_key,
            "clock": policy, "secret": not no_secret, "age": age,
        }  # fmt: skip
        if joins:
            chosen.offer(match, penalty=penalty, **how)
        else:
            made = chosen.make(match, seat_keys=seat_keys, **how)
    _print_title(match, chosen, plays)
    if policy is not None:
        typer.echo(clock_line(policy))
    if joins:
        _print_offered(match, sorted(chosen.seats), has_secret=has_secret)
    else:
        tell_notices(made)
        _print_made(made, has_secret=has_secret)
    _print_dice(mode, sorted(chosen.seats), plays, joins=joins)
    typer.echo(_next_of(match, joins=joins))


def _has_secret(mode: str, *, no_secret: bool) -> bool:
    """Whether the referee keeps a secret; refuses to do without where the mode needs one."""
    if no_secret and mode != "beacon":
        raise typer.BadParameter("only with --mode beacon", param_hint="--no-secret")
    return mode not in WITHOUT_SECRET and not no_secret


def clock_given(given: str) -> ClockPolicy | None:
    """Returns the clock that is named, or that stands in a file; None: none is."""
    if not given:
        return None
    from adjudicator.api.clock import CLOCKS, clock_named, read_clock

    if given.partition("@")[0] in CLOCKS:
        return clock_named(given)
    if not Path(given).exists() and not given.endswith(".json"):
        raise typer.BadParameter(
            f"no clock and no file {given!r}; clocks: {', '.join(CLOCKS)}"
            f"{did_you_mean(given, CLOCKS)}",
            param_hint="--clock",
        )
    return read_clock(Path(given))


def _print_dice(mode: str, seats: Sequence[str], plays: Sequence[str], *, joins: bool) -> None:
    """Tells what this way to make dice proves, and what it does not."""
    for line in mode_lines(mode, () if joins else seats, advises=len(plays) < len(seats)):
        typer.echo(line)
    if mode == "public":
        typer.echo(PUBLIC_WARNING, err=True)


def _check_names(game: str, mode: str) -> None:
    """Refuses a game that there is not, or a mode to play it in."""
    known = all_games()
    if game not in known:
        raise typer.BadParameter(
            f"no game {game!r}; known: {', '.join(known)}{did_you_mean(game, known)}"
        )
    if mode not in MODES:
        raise typer.BadParameter(
            f"{mode!r} is none of {', '.join(MODES)}{did_you_mean(mode, MODES)}",
            param_hint="--mode",
        )


def _print_made(match: Match, *, has_secret: bool) -> None:
    """Tells what a new match consists of, and what it awaits."""
    typer.echo(f"log: {match.folder / 'log.jsonl'}")
    typer.echo(f"start: {match.folder / 'now'}")
    _print_kept(match.folder, has_secret=has_secret)
    print_pending(match.pending)


def _print_title(match: Path, chosen: Prepared, plays: Sequence[str]) -> None:
    typer.echo(f"{match}: {chosen.title}")
    if plays:
        typer.echo(f"played by the built-in player, as the offer says: {', '.join(plays)}")
    for path in chosen.own_files(match):
        typer.echo(f"map: {path} (mail it to all players, once)")


def _print_kept(match: Path, *, has_secret: bool) -> None:
    typer.echo(f"people: {match / 'match.json'} (names, if you like; everybody may read them)")
    typer.echo(f"addresses: {people_path(match)} (if you like; nobody else reads them)")
    if has_secret:
        secret = match / REFEREE / "secret.json"
        typer.echo(f"secret: {secret} (keep it, back it up, show nobody)")
    tell_of_modes(match)


def _print_offered(match: Path, seats: Sequence[str], *, has_secret: bool) -> None:
    """Tells what to mail before a match can begin."""
    typer.echo(f"offer: {match / OFFER_NAME} (mail it to all players)")
    _print_kept(match, has_secret=has_secret)
    for seat in seats:
        typer.echo(f"due: the join of {seat}: {command('join', OFFER_NAME, seat)}")


def _next_of(match: Path, *, joins: bool) -> str:
    if joins:
        return f"next, to take the joins in: {command('begin', match)} JOIN..."
    return f"next, what to mail: {command('status', match)}"


def _checked_name(name: str) -> str:
    try:
        check_name(name)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--name") from None
    return name


def _played(named: Sequence[str], seats: Sequence[str]) -> list[str]:
    """Returns the seats that the built-in player plays, sorted."""
    for word in named:
        if word not in ("all", *seats):
            raise typer.BadParameter(
                f"no seat {word!r}; seats: {', '.join(seats)}{did_you_mean(word, seats)}",
                param_hint="--play",
            )
    return sorted(seats if "all" in named else {*named})


def options_given(items: list[str]) -> dict[str, Any]:
    """Returns departures from a scenario's options, as `NAME=VALUE` tells them."""
    options = {}
    for item in items:
        name, sign, value = item.partition("=")
        if not sign:
            raise typer.BadParameter(f"{item!r} is not name=value", param_hint="--option")
        options[name] = option_value(value)
    return options


def _check_penalty(text: str, mode: str) -> None:
    """Refuses a penalty that nobody could read, or in a mode in which no pledge follows a lock."""
    if text and mode not in LATE_PLEDGES:
        raise typer.BadParameter(
            f"only in the modes {' and '.join(LATE_PLEDGES)}", param_hint="--penalty"
        )
    if len(text) > 500 or not text.isprintable():
        raise typer.BadParameter(
            "at most 500 visible characters and blanks", param_hint="--penalty"
        )


def keys_given(
    own: Path | None, given: Sequence[str], seats: Sequence[str], *, joins: bool
) -> tuple[str | None, dict[str, str]]:
    """Returns the keys in the files of `new`: the referee's, and those of seats.

    Args:
        given: as written on the command line, `SEAT=FILE`.
        joins: whether the seats join for themselves.
    """
    if joins and given:
        raise typer.BadParameter("seats that join bring their own keys", param_hint="--seat-key")
    if own is None and not given:
        return None, {}
    from adjudicator.api.signing import public_key

    keys: dict[str, str] = {}
    for item in given:
        seat, sign, file = item.partition("=")
        if not sign or seat not in seats:
            raise typer.BadParameter(
                f"{item!r} is not SEAT=FILE; seats: {', '.join(seats)}", param_hint="--seat-key"
            )
        if seat in keys:
            raise typer.BadParameter(f"two keys for {seat}", param_hint="--seat-key")
        keys[seat] = public_key(Path(file))
    return None if own is None else public_key(own), keys
