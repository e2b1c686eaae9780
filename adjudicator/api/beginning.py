"""How matches come about: a scenario is chosen, a folder made, seats join, play begins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.api.games import MODES, game_named
from adjudicator.api.match import Match
from adjudicator.api.named_files import located_in, pretty, write_new
from adjudicator.api.problems import TryAgain, Unusable
from adjudicator.api.texts import render_report
from adjudicator.audit import log
from adjudicator.audit.opening import LATE_PLEDGES, PlayedMode
from adjudicator.audit.tfd1 import json_hash
from adjudicator.core.game import Game, Scenario
from adjudicator.core.limits import MAX_DEPTH
from adjudicator.core.strict_json import strict_json
from adjudicator.documents.keys.age_keys import AGE
from adjudicator.documents.keys.match_notes import People, SeatNotes
from adjudicator.documents.maps import (
    check_map,
    given_cards,
    given_map,
    own_paths,
    places_near,
    with_own_files,
)
from adjudicator.documents.offers import scenario_offered
from adjudicator.documents.scenarios import find_scenario, with_options
from adjudicator.documents.storage import match_lock
from adjudicator.matches.people import people_in, people_path, write_people
from adjudicator.matches.referee.new_match import OFFER_NAME, check_joining, check_sealing
from adjudicator.registry import by_name

if TYPE_CHECKING:
    from adjudicator.audit.clock import ClockPolicy

__all__ = [
    "LATE_PLEDGES",
    "OFFER_NAME",
    "Begun",
    "Invited",
    "Joined",
    "Offered",
    "Prepared",
    "addresses_in",
    "begin_match",
    "check_joining",
    "check_name",
    "continue_match",
    "invitation",
    "name_of",
    "new_match",
    "offered_in",
    "option_value",
    "people_path",
    "prepare_match",
    "register_address",
]

_REFEREE = "the referee"


def option_value(text: str) -> Any:
    """Returns the value of an option as somebody types it: JSON, or a bare word."""
    try:
        return strict_json(text, depth=MAX_DEPTH)
    except ValueError:  # a word needs no quotes here
        return text


class Prepared(NamedTuple):
    """A scenario on its map, of which a match can be made."""

    game: Game
    """The game."""
    scenario: Scenario
    """The scenario, with the options chosen."""
    source: Path
    """The scenario's file, in which its problems have their places."""
    places: tuple[Path, ...]
    """Where files of the map may lie that are not shipped."""

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return self.scenario.title

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, as the scenario names them."""
        return tuple(self.scenario.seats)

    def own_files(self, folder: Path) -> tuple[Path, ...]:
        """Returns where a match folder keeps the files of its own map."""
        return tuple(own_paths(folder, self.scenario))

    def terms(
        self,
        *,
        name: str,
        mode: str = "referee",
        play: Sequence[str] = (),
        penalty: str = "",
        clock: ClockPolicy | None = None,
    ) -> dict[str, Any]:
        """Returns what the offer of a match would fix, but for what hangs on a secret.

        The arguments and what is raised are as for `offer`; compare it with
        `log_facts.terms_of` of an offer.
        """
        from adjudicator.api.log_facts import terms_of
        from adjudicator.matches.referee.new_match import offered_to

        check_name(name)
        with located_in(self.source):
            check_map(self.game, self.scenario, self.places)
            offer = offered_to(
                self.game, self.scenario, name=name, mode=_mode(mode), plays=sorted(play),
                places=self.places, penalty=penalty, clock=clock,
            )  # fmt: skip
        return terms_of(offer.to_json())

    def make(
        self,
        folder: Path,
        *,
        name: str,
        mode: str = "referee",
        title: str = "",
        play: Sequence[str] = (),
        public_key: str | None = None,
        seat_keys: Mapping[str, str] | None = None,
        clock: ClockPolicy | None = None,
        secret: bool = True,
        age: bool = False,
    ) -> Match:
        """Makes the folder of a match, and begins it; see `new_match`."""
        from adjudicator.matches.referee.new_match import new_match

        check_joining(_mode(mode))
        check_name(name)
        _check_secret(mode, secret=secret, age=age)
        own, keys = _keys({_REFEREE: public_key}), _keys(seat_keys or {})
        with located_in(self.source):
            check_map(self.game, self.scenario, self.places)
            made = new_match(
                folder, self.game, self.scenario, name=name, mode=_mode(mode),
                title=title or self.title, plays=sorted(play), places=self.places,
                public_key=own.get(_REFEREE), seat_keys=keys, clock=clock, render=render_report,
                keeps_secret=secret, seals=age,
            )  # fmt: skip
        return Match(made)

    def offer(
        self,
        folder: Path,
        *,
        name: str,
        mode: str = "referee",
        title: str = "",
        play: Sequence[str] = (),
        public_key: str | None = None,
        penalty: str = "",
        clock: ClockPolicy | None = None,
        secret: bool = True,
        age: bool = False,
    ) -> Offered:
        """Makes the folder of a match that awaits joins, with its offer.json.

        Args:
            penalty: what a pledge costs that is withheld after a lock; the offer fixes it.
            clock: how much time seats have; the offer fixes it. None: no clock.

        The other arguments and what is raised are as for `new_match`.
        """
        from adjudicator.matches.referee.new_match import offer_match

        check_name(name)
        _check_secret(mode, secret=secret, age=age)
        own = _keys({_REFEREE: public_key})
        with located_in(self.source):
            check_map(self.game, self.scenario, self.places)
            offer_match(
                folder, self.game, self.scenario, name=name, mode=_mode(mode),
                title=title or self.title, plays=sorted(play), places=self.places,
                public_key=own.get(_REFEREE), penalty=penalty, clock=clock,
                keeps_secret=secret, seals=age,
            )  # fmt: skip
        return offered_in(folder)


def prepare_match(
    game: str,
    scenario: str | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    own_map: Path | None = None,
    own_cards: Sequence[Path] = (),
) -> Prepared:
    """Returns a scenario with its options, on its map.

    Args:
        game: the full name of the game.
        scenario: a shipped one by its name, or a file; None: the standard one.
        options: departures from the scenario's own options.
        own_map: a map of one's own: a file, or a folder of files that take the shipped ones' place.
        own_cards: files of cards of one's own.

    Raises:
        ValueError: there is no such game.
        RefusedFile, UnusableFile: the scenario, an option or a file has problems.
    """
    named = game_named(game)
    found = find_scenario(named, scenario)
    chosen, source = with_options(named, found.scenario, options or {}), Path(found.document.source)
    given = {} if own_map is None else given_map(named, own_map)
    for path in own_cards:
        given |= given_cards(named, path)
    if given:
        chosen = with_own_files(named, chosen, given)
    return Prepared(named, chosen, source, (*given.values(), *places_near(source)))


def new_match(
    folder: Path | str,
    game: str,
    scenario: str | None = None,
    *,
    name: str = "",
    mode: str = "referee",
    title: str = "",
    options: Mapping[str, Any] | None = None,
    own_map: Path | None = None,
    play: Sequence[str] = (),
    public_key: str | None = None,
    seat_keys: Mapping[str, str] | None = None,
    clock: ClockPolicy | None = None,
    secret: bool = True,
    age: bool = False,
) -> Match:
    """Makes a match whose joins the referee writes, and returns it open.

    Args:
        folder: the folder to make.
        game, scenario, options, own_map: as for `prepare_match`.
        name: the match's name, new for each match; empty: the folder's. See `check_name`.
        mode: how dice are made: referee, public, external or beacon.
        title: a title for people; empty: the scenario's.
        play: seats that the built-in player plays from beginning to end.
        public_key: the SSH key with which the referee signs heads: the text of a `.pub` file.
        seat_keys: by seat, the SSH key with which it must sign its sheets.
        clock: how much time seats have; the offer fixes it: see `api.clock`. None: no clock.
        secret: whether the referee keeps a secret; False: in beacon mode alone, where anybody can
            then adjudicate.
        age: whether the offer names the recipient of age to which sheets are sealed; seats that
            join then name theirs: see `api.age_keys`.

    Raises:
        ValueError: no such game, mode or seat; the name cannot be one; another mode than beacon is
            to do without a secret.
        RefusedFile, Refused: the scenario has problems; a key is none; it needs a secret, to hide
            something or to seal to.
        UnusableFile: the folder holds something already.

    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp()) / "spring"
    >>> match = adjudicator.new_match(folder, "galactic-conquest", "two")
    >>> match.n, [one.seat for one in match.awaited]
    (0, ['amber', 'azure'])
    """
    prepared = prepare_match(game, scenario, options=options, own_map=own_map)
    for seat in (*play, *(seat_keys or ())):
        if seat not in prepared.seats:
            raise ValueError(f"no seat {seat!r}; seats: {', '.join(prepared.seats)}")
    folder = Path(folder)
    name = name or name_of(folder)
    return prepared.make(
        folder, name=name, mode=mode, title=title, play=play, public_key=public_key,
        seat_keys=seat_keys, clock=clock, secret=secret, age=age,
    )  # fmt: skip


def name_of(folder: Path) -> str:
    """Returns the name of a match that is named as its folder."""
    return re.sub(r"[^!-~]+", "-", folder.resolve().name) or "match"


def check_name(name: str) -> None:
    """Raises ValueError if no new match may have a name.

    It may hold / and dots, and whoever offers a match chooses it: as a part of a path take
    `Position.file_name`.
    """
    if not re.fullmatch(r"[!-~]{1,200}", name):
        raise ValueError("1 to 200 visible ASCII characters without blanks")


def _keys(given: Mapping[str, str | None]) -> dict[str, str]:
    """Returns public keys by owner, without comments: a log with anything else is of no use.

    Raises:
        RefusedFile: one is none.
    """
    if all(text is None for text in given.values()):
        return {}
    from adjudicator.documents.keys.signatures import public_key_in

    return {
        whose: public_key_in(text, f"the key of {whose}")
        for whose, text in given.items()
        if text is not None
    }


def _check_secret(mode: str, *, secret: bool, age: bool) -> None:
    if not secret and mode != "beacon":
        raise ValueError("only in beacon mode there may be a secret, and need not be one")
    if age:
        check_sealing(_mode(mode), keeps_secret=secret)


def _mode(mode: str) -> PlayedMode:
    if mode not in MODES:
        raise ValueError(f"no mode {mode!r}; modes: {', '.join(MODES)}")
    return MODES[mode]


# -- joins --------------------------------------------------------------------------------------


class Offered(NamedTuple):
    """A match that awaits joins."""

    folder: Path
    """The folder of the match."""
    offer: log.Offer
    """What players are offered: the rules, the seats, the hash of the referee's secret."""
    awaited: tuple[str, ...]
    """The seats that have not joined."""
    joined: tuple[str, ...]
    """The seats whose joins are there."""

    @property
    def name(self) -> str:
        """The name of the match."""
        return self.offer.game

    @property
    def mode(self) -> str:
        """How the dice will be made."""
        return str(self.offer.mode)

    @property
    def title(self) -> str:
        """The title of the scenario, as the offer has it."""
        return str(self.offer.to_json()["scenario"]["title"])

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats for which somebody joins, in the order of the game."""
        there = {*self.awaited, *self.joined}
        return tuple(seat for seat in scenario_offered(self.offer).seats if seat in there)

    @property
    def offer_hash(self) -> str:
        """The hash of the offer: what joins cite."""
        return json_hash(self.offer.to_json())

    @property
    def people(self) -> Mapping[str, SeatNotes]:
        """By seat, who is to sit there: name and address, as far as it is known here.

        RefusedFile: match.json or referee/people.json is malformed or invalid.
        """
        from adjudicator.matches.people import seats_noted

        return seats_noted(self.folder)

    @property
    def language(self) -> str:
        """The code of the language that match.json names, else "en"."""
        from adjudicator.matches.people import notes_in

        notes = notes_in(self.folder)
        return (notes.language if notes is not None else "") or "en"

    @property
    def files_to_mail(self) -> tuple[Path, ...]:
        """The offer, and the files of a map of its own."""
        scenario = scenario_offered(self.offer)
        return (self.folder / OFFER_NAME, *own_paths(self.folder, scenario))


class Begun(NamedTuple):
    """What one run of `begin_match` did."""

    match: Match | None
    """None: joins are awaited still."""
    awaited: tuple[str, ...]
    """The seats whose joins are still lacking."""
    joined: tuple[str, ...]
    """The seats whose joins came in now."""
    replaced: tuple[str, ...]
    """The seats whose earlier join another took the place of."""
    notices: tuple[str, ...]
    """What else is to be told."""


def offered_in(folder: Path | str) -> Offered:
    """Returns the offer in a folder, and whose joins are there; changes nothing.

    Raises:
        RefusedFile: a join that waits has problems.
        UnusableFile: there is no offer here.
    """
    from adjudicator.matches.referee.beginning import awaiting_joins

    offer, begun = awaiting_joins(Path(folder), by_name())
    return Offered(Path(folder), offer, begun.awaited, begun.joined)


def addresses_in(folder: Path | str) -> Mapping[str, str]:
    """Returns by seat where its mails go, of a match that has begun or awaits joins.

    Raises:
        RefusedFile: match.json or referee/people.json is malformed or invalid.
    """
    addresses = people_in(Path(folder)).addresses
    return {seat: addresses[seat].strip() for seat in addresses if addresses[seat].strip()}


def register_address(folder: Path | str, seat: str, address: str) -> None:
    """Writes where the mails of a seat go into referee/people.json.

    Raises:
        RefusedFile: match.json or referee/people.json is malformed or invalid.
        TryAgain: another run holds the match, or the disk is full.
    """
    folder = Path(folder)
    with match_lock(folder):
        people = people_in(folder)
        write_people(folder, People(addresses=people.addresses | {seat: address}))


def begin_match(folder: Path | str, joins: Sequence[tuple[str, bytes]] = ()) -> Begun:
    """Takes joins in, and begins the match when none is awaited any more.

    Args:
        joins: the names of the files and their bytes; those that came earlier are kept.

    Raises:
        RefusedFile: a join has problems; nothing was changed.
        UnusableFile: there is no offer here, or the match has begun otherwise.
        TryAgain: another run holds the folder, or the disk is full.
    """
    from adjudicator.matches.referee.beginning import begin

    begun = begin(Path(folder), joins, by_name(), render_report)
    match = None if begun.match is None else Match(begun.match)
    return Begun(match, begun.awaited, begun.joined, begun.replaced, begun.notices)


class Joined(NamedTuple):
    """The files that a join made."""

    join: Path
    """To be mailed to the referee."""
    key: Path | None
    """To be kept; None: the seat has no chain, and nothing is sealed to it."""


class Invited(NamedTuple):
    """An offer to be answered, or the log of a match under way."""

    read: Any
    """The offer, as it was read."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, sorted."""
        scenario = self.read.offer.to_json().get("scenario")
        seats = scenario.get("seats") if isinstance(scenario, dict) else None
        return tuple(sorted(seats)) if isinstance(seats, dict) else ()

    @property
    def mode(self) -> str:
        """How the dice are made."""
        return str(self.read.offer.mode)

    @property
    def needs_chain(self) -> bool:
        """Whether every seat joins with a chain of its own."""
        return self.mode in LATE_PLEDGES

    @property
    def is_without_amended_rules(self) -> bool:
        """Whether this is a new offer that leaves the amended rules of the dice out (3.10)."""
        return self.read.offer.amended is None and self.read.n is None

    @property
    def is_sealed(self) -> bool:
        """Whether the offer names a recipient of age: then a join names one too."""
        return self.read.offer.free(AGE) is not None

    @property
    def n(self) -> int | None:
        """Of a match under way, the number of its last opening; None: it is an offer."""
        found: int | None = self.read.n
        return found

    def join(
        self,
        seat: str,
        *,
        out: Path | None = None,
        key: Path | None = None,
        public_key: str | None = None,
        chain: bool = True,
    ) -> Joined:
        """Writes a join to mail and a key file to keep, both new.

        Args:
            out, key: the files; None: of the usual names, in the current folder.
            public_key: the SSH key with which the seat signs its sheets: the text of a `.pub` file.
            chain: whether the seat has a chain of its own; without one it has a key file where
                things are sealed to it.

        Raises:
            RefusedFile: the public key is none.
            Unusable: things are sealed, and the library pyrage is not installed.
            UnusableFile: one of the files is there already.
            TryAgain: the disk is full.
        """
        from adjudicator.documents.joins import file_name, joined
        from adjudicator.matches.recipients import recipient_of

        own = _keys({seat: public_key}).get(seat)
        reads_by = recipient_of if self.is_sealed else None
        made = joined(self.read, seat, chain=chain, public_key=own, recipient_of=reads_by)
        out = out or Path(file_name("join", self.read, seat))
        key = key or Path(file_name("key", self.read, seat))
        if made.key is not None:
            write_new(key, pretty(made.key.to_json()), mode=0o600)
        try:
            write_new(out, pretty(made.join.to_json()))
        except (Unusable, TryAgain):
            if made.key is not None:
                key.unlink()  # A key whose join was not written is of no use.
            raise
        return Joined(out, key if made.key is not None else None)


def invitation(path: Path | str, *, places: Sequence[Path] = ()) -> Invited:
    """Returns an offer.json, or the log of a match under way, to be joined.

    Args:
        places: where files of the map lie that are not shipped; none: near the file.

    Raises:
        RefusedFile: it is malformed or invalid.
        UnusableFile: it is not there; its game or map is not known here.
    """
    from adjudicator.documents.joins import read_invitation

    return Invited(read_invitation(Path(path), by_name(), tuple(places)))


def continue_match(old: Match, folder: Path | str, *, name: str) -> Match:
    """Makes a match with a new secret that goes on from where another one stands.

    Raises:
        UnusableFile: the old match is over, in the middle of a step, or its position is not
            public; the name is the old one; or the folder holds something already.
    """
    from adjudicator.matches.referee.continuing import continued_match

    check_name(name)
    return Match(continued_match(old.store, Path(folder), name=name, render=render_report))
