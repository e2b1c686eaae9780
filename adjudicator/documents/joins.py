"""Joins: how a seat answers an offer, and how the referee collects the answers (TFD1 3.3, 3.9).

offer.json               what the referee fixes before anybody joins
join-<match>-<seat>.json what a player mails back: a random salt and the anchor of their own chain
key-<match>-<seat>.json  what they keep: the secret behind the chain
referee/joins/           the joins that came, until all are there
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import ConfigDict

from adjudicator.audit import log, tfd1
from adjudicator.audit.opening import LATE_PLEDGES
from adjudicator.core.game import Game
from adjudicator.core.limits import MAX_LINKS, MAX_LOG
from adjudicator.core.problem import Problem, Unusable
from adjudicator.documents.json_input import MAX_SIZE, Document, read_json
from adjudicator.documents.keys.age_keys import no_recipient
from adjudicator.documents.keys.match_notes import Secret
from adjudicator.documents.keys.seat_keys import pledge_of
from adjudicator.documents.keys.signatures import key_fault
from adjudicator.documents.kinds import begins_as_log, other_kind, usual_name
from adjudicator.documents.maps import places_near
from adjudicator.documents.offers import rules_offered
from adjudicator.documents.problems import Located, RefusedFile, UnusableFile, in_log, nearest
from adjudicator.documents.schemas import understood
from adjudicator.documents.storage import read_bytes

__all__ = [
    "Invitation",
    "JoinFile",
    "Joined",
    "OwnJoin",
    "OwnSeat",
    "check_joins",
    "file_name",
    "joined",
    "joins_folder",
    "read_invitation",
    "read_join",
    "read_offer",
    "read_replacement",
]


class Invitation(NamedTuple):
    """What a player answers: an offer, or the log of a match in which they take a seat."""

    offer: log.Offer
    n: int | None
    """Of a match that has begun, the last opening; None: it awaits its joins."""


class OwnJoin(log.Join):
    """A seat's answer to the offer, as this program writes and takes it: no other fields (3.3)."""

    model_config = ConfigDict(extra="forbid")

    age: str | None = None
    """A recipient of age, to which is sealed what the seat alone may read (repository, 5)."""


class OwnSeat(log.Seat):
    """A new join for a seat, as this program writes and takes it (3.9)."""

    join: OwnJoin
    """The new join."""


class JoinFile(NamedTuple):
    """A join with the file that it was read from."""

    document: Document
    join: log.Join


class Joined(NamedTuple):
    """What a player gets by joining: what they mail, and what they keep."""

    join: log.Join | log.Seat
    """In a match that has begun, the whole line that replaces the seat."""
    key: Secret | None
    """None: they want no chain of their own."""


# -- the player -------------------------------------------------------------------------------


def read_invitation(
    path: Path, games: Mapping[str, Game], places: Sequence[Path] = ()
) -> Invitation:
    """Returns what offer.json, a log or a folder with either invites to.

    Args:
        places: where files of the map lie that are not shipped; none: near what was named.

    Raises:
        RefusedFile: it is malformed or invalid.
        Unusable: this program has no such game, other rules, or cannot make so long a chain.
    """
    if path.is_dir():
        path = next((path / name for name in ("log.jsonl", "offer.json")
                     if (path / name).exists()), path / "offer.json")  # fmt: skip
    raw = read_bytes(path, limit=MAX_LOG)
    if begins_as_log(raw):
        return _invited_by_log(raw, str(path))
    return Invitation(read_offer(path, games, places), None)


def read_offer(path: Path, games: Mapping[str, Game], places: Sequence[Path] = ()) -> log.Offer:
    """Returns an offer from its file, if this program can play the match.

    Args:
        places: where files of the map lie that are not shipped; none: near the offer.

    Raises:
        RefusedFile: it is malformed or invalid, or does not start as its scenario does.
        Unusable: this program has no such game, other rules, or cannot make so long a chain.
    """
    document = read_json(read_bytes(path, limit=MAX_SIZE), source=str(path))
    hint = "Name the offer.json that the referee mailed, or the log of a match under way."
    _check_kind(document, "offer", hint)
    offer = understood(log.Offer, document)
    try:
        rules = rules_offered(offer, games, places or places_near(path))
    except UnusableFile:
        raise
    except Unusable as error:
        raise UnusableFile(map(document.located, error.problems)) from None
    start = tfd1.json_hash(rules.view(rules.start, None).to_json())
    problems = [*_too_long(offer), *no_recipient(offer.to_json())]
    if offer.start != start:
        problems.append(
            Problem(
                "offer-false",
                f"the scenario in the offer starts otherwise: its start is {start}",
                ("start",),
                "TFD1 3.3",
                hint="Ask the referee for the offer as `new` wrote it.",
            )
        )
    if problems:
        raise RefusedFile(map(document.located, problems))
    return offer


def _too_long(offer: log.Offer) -> Iterator[Problem]:
    if offer.links > MAX_LINKS:
        yield Problem(
            "too-many-links",
            f"a chain of {offer.links} values is too long: at most {MAX_LINKS} are made here",
            ("links",),
            hint="Ask the referee for an offer with 4096.",
        )


def _invited_by_log(raw: bytes, source: str) -> Invitation:
    try:
        read = log.parse_log(raw)
    except Unusable as error:
        raise UnusableFile(in_log(problem, source) for problem in error.problems) from None
    genesis = read.lines[0].payload if read.lines else None
    problems = list(read.problems)
    if isinstance(genesis, log.Genesis):
        problems += [one.under(0, "offer")._replace(facts=(("line", 1),))
                     for one in _too_long(genesis.offer)]  # fmt: skip
    if problems:
        raise RefusedFile(in_log(problem, source) for problem in problems)
    opened = [line.payload.n for line in read.lines if isinstance(line.payload, log.Open)]
    return Invitation(read.genesis.offer, max(opened, default=0))


def joined(
    invitation: Invitation,
    seat: str,
    *,
    chain: bool,
    public_key: str | None,
    recipient_of: Callable[[Secret], str] | None = None,
    make_secret: Callable[[], str] = tfd1.make_secret,
) -> Joined:
    """Returns a new join for a seat, and the key of its chain.

    Args:
        chain: whether the seat gets a chain of its own.
        public_key: as `signatures.read_public_key` returns it; None without one.
        recipient_of: gives the recipient of age that belongs to a key, for a seat to which
            something is sealed; it has a key also without a chain. None: nothing is.
    """
    offer, n = invitation
    hash_ = tfd1.json_hash(offer.to_json())
    key = None
    if chain or recipient_of is not None:
        links = offer.links if chain else 0
        key = Secret(match=offer.game, who=seat, links=links, master=make_secret(), offer=hash_)
    own = OwnJoin(
        offer=hash_,
        player=seat,
        salt=make_secret(),
        anchor=pledge_of(key, n or 0) if chain and key is not None else None,
        public_key=public_key,
        age=recipient_of(key) if recipient_of is not None and key is not None else None,
    )
    join = log.Join.model_validate(own.to_json())
    return Joined(join if n is None else log.Seat(n=n, join=join), key)


def file_name(kind: str, invitation: Invitation, seat: str) -> str:
    """Returns the usual name of a "join" or "key" file; a later one tells since when."""
    since = "" if invitation.n is None else f"-after-{invitation.n}"
    return usual_name(kind, invitation.offer.game, seat, since)


# -- the referee ------------------------------------------------------------------------------


def joins_folder(folder: Path) -> Path:
    """Returns where the joins of a match wait until all are there: <seat>.json as received."""
    return folder / "referee" / "joins"


def read_join(raw: bytes, source: str) -> JoinFile:
    """Reads a join.

    Raises:
        RefusedFile: it is malformed or invalid.
    """
    document = read_json(raw, source=source)
    _check_kind(document, "join", "Name the file that `adjudicator join` wrote for the referee.")
    own = understood(OwnJoin, document)
    return JoinFile(document, log.Join.model_validate(own.to_json()))


def _check_kind(document: Document, kind: str, hint: str) -> None:
    found = document.data.get("t") if isinstance(document.data, dict) else None
    if found != kind:
        wanted = "join from a log" if kind == "seat" else kind
        raise RefusedFile([document.located(other_kind(document.data, "other-kind", wanted, hint))])


def check_joins(offer: log.Offer, seats: Sequence[str], joins: Sequence[JoinFile]) -> list[Located]:
    """Returns everything that is wrong with joins for one match (TFD1 3.3, 3.7 (2))."""
    found: list[Located] = []
    first: dict[str, str] = {}
    salts: dict[str, str] = {}
    for file in joins:
        join, source = file.join, file.document.source
        problems = list(_join_problems(offer, seats, join))
        if join.anchor is None and offer.mode in LATE_PLEDGES:
            problems.append(_without_chain(offer.mode))
        if join.player in first:
            problems.append(
                Problem(
                    "second-join",
                    f"this is a second join of {join.player}, beside {first[join.player]}",
                    ("player",),
                    hint="Give the one that counts.",
                    kind="invalid",
                )
            )
        elif join.salt in salts:
            problems.append(_same_salt(join.player, salts[join.salt]))
        first.setdefault(join.player, source)
        salts.setdefault(join.salt, join.player)
        found += map(file.document.located, problems)
    return found


def read_replacement(read: log.Log, n: int, raw: bytes, source: str) -> log.Seat:
    """Reads a join that replaces that of its seat after opening `n` (TFD1 3.9).

    Args:
        read: the log that it is to stand in.

    Raises:
        RefusedFile: it is malformed, invalid, for another match or opening, or there already.
    """
    genesis = read.genesis
    document = read_json(raw, source=source)
    _check_kind(document, "seat", "A seat is replaced by what `adjudicator join LOG SEAT` wrote.")
    line = understood(OwnSeat, document)
    seats = [join.player for join in genesis.joins]
    problems = list(_join_problems(genesis.offer, seats, line.join))
    problems += [
        _same_salt(line.join.player, join.player)
        for join in genesis.joins
        if join.salt == line.join.salt
    ]
    if line.join.anchor is None and genesis.offer.mode in LATE_PLEDGES:
        problems.append(_without_chain(genesis.offer.mode))
    problems = [problem.under("join") for problem in problems]
    said = line.to_json()
    problems += [
        _joined_already(entry)
        for entry in read.lines
        if isinstance(entry.payload, log.Seat) and entry.payload.to_json() == said
    ]
    if line.n != n:
        problems.append(
            Problem(
                "other-opening",
                f"this join counts from opening {line.n}, and the match is after opening {n}",
                ("n",),
                "TFD1 3.9",
                hint="Ask for a new one, made with `adjudicator join` from the newest log.",
                kind="stale",
            )
        )
    if problems:
        raise RefusedFile(map(document.located, problems))
    return log.Seat.model_validate(line.to_json())


def _join_problems(offer: log.Offer, seats: Sequence[str], join: log.Join) -> Iterator[Problem]:
    expected = tfd1.json_hash(offer.to_json())
    if join.offer != expected:
        yield Problem(
            "other-offer",
            f"this join answers another offer than that of {offer.game}, {expected}",
            ("offer",),
            "TFD1 3.7 (2)",
            hint="Mail the offer.json of this match again; `adjudicator join` answers it.",
            kind="stale",
        )
    if join.player not in seats:
        yield Problem(
            "unknown-seat",
            f'this match has no seat "{join.player}"',
            ("player",),
            hint=nearest(join.player, list(seats)),
            kind="invalid",
        )
    if join.anchor is not None and offer.mode == "public":
        yield Problem(
            "chain-in-public",
            "public mode has no chains of players, and this join brings one",
            ("anchor",),
            "TFD1 3.8",
            hint="Join with --without-chain.",
        )
    yield from no_recipient(join.to_json())
    fault = "" if join.public_key is None else key_fault(join.public_key)
    if fault:
        yield Problem(
            "no-public-key",
            f"this is no public key of OpenSSH: {fault}",
            ("public_key",),
            "TFD1 3.3",
            hint="Join again with `adjudicator join --public-key FILE`, or without a key.",
            kind="invalid",
        )


def _without_chain(mode: str) -> Problem:
    return Problem(
        "join-without-chain",
        f"in {mode} mode every seat joins with a chain of its own, and this join brings none",
        ("anchor",),
        "TFD1 3.8",
        hint="Join without --without-chain.",
    )


def _joined_already(line: log.Line) -> Problem:
    return Problem(
        "second-join",
        f"this join stands in the log already: line k={line.k}",
        rule="TFD1 3.9",
        hint="Nothing is left to do; `status` says what to mail.",
        kind="stale",
    )


def _same_salt(seat: str, other: str) -> Problem:
    return Problem(
        "same-salt",
        f"the salt of {seat} is that of {other}: it must be random",
        ("salt",),
        "TFD1 3.3",
        hint="Ask for a new join, made with `adjudicator join`.",
    )
