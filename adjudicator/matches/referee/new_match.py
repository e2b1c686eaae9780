"""The folder of a new match: secret, offer, joins, start position.

Where the seats join for themselves it is made in two steps: `offer_match` publishes the offer,
`begin_match` writes line 0 when all joins are there. `new_match` does both at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import LATE_PLEDGES, PlayedMode, first_match, offer_of
from adjudicator.core.game import Game, Rules, Scenario
from adjudicator.core.problem import Problem, Refused
from adjudicator.core.values import FrozenMap, canonical
from adjudicator.documents.keys.age_keys import AGE
from adjudicator.documents.keys.match_notes import MatchNotes, People, SeatNotes, Secret
from adjudicator.documents.maps import map_files_of, write_own_files
from adjudicator.documents.offers import map_changed, open_game
from adjudicator.documents.printed import pretty
from adjudicator.documents.storage import (
    PRIVATE,
    REFEREE,
    make_folder,
    new_folder,
    write_atomically,
)
from adjudicator.matches.match import Match
from adjudicator.matches.opening_files import Render
from adjudicator.matches.people import write_people
from adjudicator.matches.upkeep import IGNORED

if TYPE_CHECKING:  # loaded only where a match has a clock, or goes on from another one
    from adjudicator.audit.clock import ClockPolicy
    from adjudicator.audit.continuing import Continuation

__all__ = [
    "OFFER_NAME",
    "Notes",
    "begin_match",
    "check_joining",
    "check_sealing",
    "new_match",
    "offer_match",
    "offered_to",
]

OFFER_NAME = "offer.json"
"""The offer of a match that awaits joins; the same stands in line 0 when it has begun."""
_MADE = (
    ".gitattributes", ".gitignore", "log.jsonl", "map", "match.json", OFFER_NAME, "now", "openings",
    "referee",
)  # fmt: skip
"""What the folder of a new match holds."""
_AS_IT_IS = b"* -text\n"
"""What .gitattributes says: other line ends than those that were hashed and signed refute a log."""


class Notes(NamedTuple):
    """Who sits where in a new match."""

    seats: MatchNotes
    """match.json, which everybody reads."""
    people: People
    """referee/people.json: the addresses."""


def new_match(
    folder: Path,
    game: Game,
    scenario: Scenario,
    *,
    name: str,
    mode: PlayedMode,
    title: str,
    render: Render,
    places: Sequence[Path] = (),
    public_key: str | None = None,
    seat_keys: Mapping[str, str] | None = None,
    penalty: str = "",
    plays: Sequence[str] = (),
    amended: bool = True,
    make_secret: Callable[[], str] = tfd1.make_secret,
    clock: ClockPolicy | None = None,
    continuation: Continuation | None = None,
    notes: Notes | None = None,
    keeps_secret: bool = True,
    seals: bool = False,
) -> Match:
    """Makes the folder of a new match whose joins the referee writes: no seat has a chain.

    Args:
        places: where the files of the map lie that are not shipped; the match gets copies.
        public_key: the SSH key with which the referee signs heads of the log.
        seat_keys: by seat, the SSH key with which it must sign its sheets.
        plays: the seats whose sheets the built-in player writes.
        amended: whether the amended rules bind (TFD1 3.10); only old examples are without.
        clock: the policy of its clock; None: it has none.
        continuation: where it goes on from another match, whose scenario it has.
        notes: who sat where in that other match; None: nobody sits anywhere yet.
        keeps_secret: whether the referee has a secret where the mode does not say so: in beacon
            mode anybody can adjudicate without one.
        seals: whether the offer names the recipient of age to which sheets are sealed.

    Raises:
        Refused: the scenario has problems, or hidden information and the mode no secret; or the
            referee has none and things are to be sealed to them.
        Unusable: the folder holds something already.
    """
    check_joining(mode)
    made = _made(
        game, scenario, name=name, mode=mode, penalty=penalty, make_secret=make_secret,
        places=places, public_key=public_key, continuation=continuation, plays=plays,
        amended=amended, clock=clock, keeps_secret=keeps_secret, seals=seals,
    )  # fmt: skip
    rules, offer = made.rules, made.offer
    keys = seat_keys or {}
    offer_hash = tfd1.json_hash(offer.to_json())
    joins = [
        log.Join(
            offer=offer_hash, player=seat, salt=make_secret(), anchor=None,
            public_key=keys.get(seat),
        )
        for seat in rules.seats
    ]  # fmt: skip
    with new_folder(folder, _MADE):
        _write_all_but_the_log(folder, made, notes or _nobody(rules, title))
        return begin_match(folder, rules, offer, joins, render=render)


def offer_match(
    folder: Path,
    game: Game,
    scenario: Scenario,
    *,
    name: str,
    mode: PlayedMode,
    title: str,
    places: Sequence[Path] = (),
    public_key: str | None = None,
    penalty: str = "",
    plays: Sequence[str] = (),
    amended: bool = True,
    clock: ClockPolicy | None = None,
    make_secret: Callable[[], str] = tfd1.make_secret,
    keeps_secret: bool = True,
    seals: bool = False,
) -> tuple[Rules[Any], log.Offer]:
    """Makes the folder of a match that awaits joins, with its secret and offer.json.

    Args:
        places: where the files of the map lie that are not shipped; the match gets copies.
        plays: the seats whose sheets the built-in player writes.
        amended: whether the amended rules bind (TFD1 3.10); only old matches are without.
        clock: the policy of its clock; None: it has none.
        keeps_secret, seals: as for `new_match`.

    Raises:
        Refused: the scenario has problems; or as for `new_match`.
        Unusable: the folder holds something already.
    """
    made = _made(
        game, scenario, name=name, mode=mode, penalty=penalty, make_secret=make_secret,
        places=places, public_key=public_key, plays=plays, amended=amended, clock=clock,
        keeps_secret=keeps_secret, seals=seals,
    )  # fmt: skip
    with new_folder(folder, _MADE):
        _write_all_but_the_log(folder, made, _nobody(made.rules, title))
        write_atomically(folder / OFFER_NAME, pretty(made.offer.to_json()))
    return made.rules, made.offer


def offered_to(
    game: Game,
    scenario: Scenario,
    *,
    name: str,
    mode: PlayedMode,
    plays: Sequence[str] = (),
    places: Sequence[Path] = (),
    penalty: str = "",
    clock: ClockPolicy | None = None,
) -> log.Offer:
    """Returns an offer of a match that nobody makes: its secret is none.

    Raises:
        Refused: as for `offer_match`.
    """
    return _made(
        game, scenario, name=name, mode=mode, penalty=penalty, make_secret=lambda: "0" * 64,
        places=places, public_key=None, plays=plays, amended=True, clock=clock,
        keeps_secret=True, seals=False,
    ).offer  # fmt: skip


def begin_match(
    folder: Path,
    rules: Rules[Any],
    offer: log.Offer,
    joins: Sequence[log.Join],
    *,
    render: Render,
) -> Match:
    """Writes line 0 of the log, the save and the start position; the joins were checked."""
    raw, head = log.append(log.START, log.Genesis.of(offer, joins))
    genesis = log.parse_log(raw).genesis
    saved = first_match(rules, genesis, head)
    write_atomically(folder / "log.jsonl", raw)
    match = Match(folder, rules, genesis, saved, render=render)
    match.write_save()
    match.files.write_start(saved)
    return match


def _nothing_to_hide_with(mode: str) -> Problem:
    return Problem(
        "hidden-needs-secret",
        f"this match has hidden information, and in {mode} mode there is no secret to hide it with"
        if mode != "beacon"
        else "this match has hidden information, and without a secret nothing can be hidden",
        hint="Play it in referee, sealed or beacon mode, or in external mode with dice from "
        "elsewhere."
        if mode != "beacon"
        else "Leave --no-secret out.",
        kind="invalid",
    )


class _Made(NamedTuple):
    """What a match is made of."""

    rules: Rules[Any]
    offer: log.Offer
    secret: Secret | None
    """The referee's, if there is one."""
    scenario: Scenario
    map_files: Mapping[str, bytes]


def _made(
    game: Game,
    scenario: Scenario,
    *,
    name: str,
    mode: PlayedMode,
    penalty: str,
    make_secret: Callable[[], str],
    places: Sequence[Path],
    public_key: str | None,
    plays: Sequence[str],
    amended: bool,
    clock: ClockPolicy | None,
    continuation: Continuation | None = None,
    keeps_secret: bool,
    seals: bool,
) -> _Made:
    """Returns what is offered, and what goes into the folder of the match."""
    map_files = map_files_of(game, scenario, places)
    rules = open_game(game, scenario, map_files)
    try:
        rules.picture(rules.view(rules.start, None), ())
    except ValidationError:  # areas that the drawing does not know
        if not scenario.own_files:
            raise map_changed(scenario.map) from None
    except Exception:
        # A fault of the drawing: the match can be played, and what it is made of is written.
        pass
    if "referee" in rules.seats:
        raise Refused([_seat_named_referee()])
    more = {} if clock is None else {"clock": clock.to_json()}
    if continuation is not None:
        from adjudicator.audit.continuing import begin_at

        more |= continuation.fields()
        begin_at(rules, continuation.position)
    if seals:
        check_sealing(mode, keeps_secret=keeps_secret)
    master = make_secret() if _has_secret(mode, keeps_secret=keeps_secret) else None
    offer = offer_of(
        rules, scenario, map_files,
        name=name, mode=mode, master=master, penalty=penalty, plays=plays, amended=amended,
        more=more,
    )  # fmt: skip
    if rules.is_hidden and offer.hidden is None:
        raise Refused([_nothing_to_hide_with(mode)])
    secret = Secret(match=name, links=offer.links, master=master) if master is not None else None
    named = {} if public_key is None else {"public_key": public_key}
    if seals and secret is not None:
        from adjudicator.matches.recipients import recipient_of

        named[AGE] = recipient_of(secret)
    if named:
        offer = log.Offer.model_validate({**offer.to_json(), **named})
    return _Made(rules, offer, secret, scenario, map_files)


def check_sealing(mode: PlayedMode, *, keeps_secret: bool) -> None:
    """Raises Refused where the referee keeps nothing by which to read what is sealed."""
    if _has_secret(mode, keeps_secret=keeps_secret):
        return
    problem = Problem(
        "sealing-needs-secret",
        f"in this match, of {mode} mode, the referee keeps no secret by which to read what is "
        "sealed",
        hint="Leave --age out: sheets are open. Or play it in referee or sealed mode.",
        kind="invalid",
    )
    raise Refused([problem])


def _has_secret(mode: PlayedMode, *, keeps_secret: bool) -> bool:
    return mode not in ("public", "mutual") and (mode != "beacon" or keeps_secret)


def _nobody(rules: Rules[Any], title: str) -> Notes:
    """Returns a match.json in which nobody sits anywhere yet, and no address."""
    notes = MatchNotes(title=title, seats=FrozenMap({seat: SeatNotes() for seat in rules.seats}))
    return Notes(notes, People(addresses=FrozenMap(dict.fromkeys(rules.seats, ""))))


def _write_all_but_the_log(folder: Path, made: _Made, notes: Notes) -> None:
    make_folder(folder, REFEREE)
    write_atomically(folder / ".gitignore", b"".join(line + b"\n" for line in IGNORED))
    write_atomically(folder / ".gitattributes", _AS_IT_IS)
    if made.secret is not None:
        raw = canonical(made.secret.to_json()) + b"\n"
        write_atomically(folder / REFEREE / "secret.json", raw, mode=PRIVATE)
    write_own_files(folder, made.scenario, made.map_files)
    write_atomically(folder / "match.json", pretty(notes.seats.to_json()))
    write_people(folder, notes.people)


def check_joining(mode: PlayedMode) -> None:
    """Raises Refused where the referee cannot write the joins: in this mode seats need chains."""
    if mode in LATE_PLEDGES:
        problem = Problem(
            "joins-needed",
            f"in {mode} mode every seat joins for itself, with a chain of its own",
            rule="TFD1 3.8",
            hint="Make the offer with `new --joins`, mail it, and begin the match with the joins.",
        )
        raise Refused([problem])


def _seat_named_referee() -> Problem:
    return Problem(
        "seat-named-referee",
        'no seat may be called "referee": the chain of the referee has that name',
        ("seats", "referee"),
        "TFD1 3.2",
        hint="Give the seat another name in the scenario.",
        kind="invalid",
    )
